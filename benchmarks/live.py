"""The live figures: last pick → other page, and turns a second over many games.

Everything is real: HTTP, PostgreSQL, Celery, Valkey, a WebSocket. The floor of each figure is
measured in the same run, just before and after it, on the same processes: a bare task that
commits one row and sends one hint to one bare socket (benchmarks.floor_app).
"""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from benchmarks.clients import Client, receive
from benchmarks.figure import Figure
from benchmarks.floor_app import touch
from games.models import Game, Hand, Turn

SAMPLES = 200
WARM_UP = 30
GAMES = 200
SEATS = 4
THREADS = 8
FLOOR_TASKS = 800
_numbers = count()


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """p50 and p99 of at least a hundred times."""
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return cuts[49], cuts[98]


def floor_latencies(client: Client, samples: int) -> list[float]:
    """Seconds from enqueuing the bare task to the hint at the bare socket."""
    times = []
    with client.socket("/ws/floor/") as socket:
        receive(socket)
        for _ in range(samples):
            number = next(_numbers)
            start = time.perf_counter()
            touch.delay(number)
            while receive(socket)["number"] != number:
                pass
            times.append(time.perf_counter() - start)
    return times


class Table:
    """One game and its players, with cards to play in an order that never needs a choice."""

    def __init__(self, game: Game, clients: list[Client]) -> None:
        self.game, self.clients = game, clients
        self.path = f"/games/{game.pk}/pick/"

    def cards(self) -> list[int]:
        """The next card of each seat: the lowest one in its hand."""
        hands = Hand.objects.filter(round__game=self.game, round__state="playing").order_by(
            "seat__number"
        )
        return [min(hand.cards) for hand in hands]

    def turn(self) -> str:
        turn = Turn.objects.select_related("round").get(
            round__game=self.game, state=Turn.State.PICKING
        )
        return f"{turn.round.number}.{turn.number}"


def page_latencies(table: Table, samples: int) -> list[float]:
    """Seconds from sending the last pick to the new table on another player's page."""
    times = []
    with table.clients[0].socket(f"/ws/games/{table.game.pk}/") as socket:
        for _ in range(samples):
            cards = table.cards()
            for client, card in list(zip(table.clients, cards, strict=True))[:-1]:
                client.post(table.path, card=card, wish="cheapest")
            known = Game.objects.values_list("version", flat=True).get(pk=table.game.pk)
            while receive(socket)["version"] < known:
                pass
            last = table.clients[-1]
            start = time.perf_counter()
            last.start_post(table.path, card=cards[-1], wish="cheapest")
            while not _shows_new_turn(receive(socket), known):
                pass
            times.append(time.perf_counter() - start)
            last.end_post()
    return times


def _shows_new_turn(message: dict[str, object], known: int) -> bool:
    """The last pick made version known + 1, its resolution the one after."""
    return message["type"] == "table" and int(str(message["version"])) >= known + 2


def latency_figures(table: Table) -> list[Figure]:
    floor_latencies(table.clients[0], WARM_UP)
    page_latencies(table, WARM_UP)
    floor = floor_latencies(table.clients[0], SAMPLES // 2)
    page = page_latencies(table, SAMPLES)
    floor += floor_latencies(table.clients[0], SAMPLES // 2)
    (page50, page99), (floor50, floor99) = percentiles(page), percentiles(floor)
    return [
        Figure("floor_task_to_socket_p50", 1000 * floor50, "ms", 1),
        Figure("floor_task_to_socket_p99", 1000 * floor99, "ms", 1),
        Figure("last_pick_to_page_p50", 1000 * page50, "ms", page50 / floor50),
        Figure("last_pick_to_page_p99", 1000 * page99, "ms", page99 / floor99),
    ]


def floor_tasks_a_second(client: Client) -> float:
    """Bare tasks a second, from the first enqueued to the last hint received."""
    with client.socket("/ws/floor/") as socket:
        receive(socket)
        start = time.perf_counter()
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(lambda _: touch.delay(next(_numbers)), range(FLOOR_TASKS)))
        for _ in range(FLOOR_TASKS):
            receive(socket)
        return FLOOR_TASKS / (time.perf_counter() - start)


def turns_a_second(tables: list[Table]) -> float:
    """Every table plays one turn, all at once: all picks over HTTP, resolved by the workers."""
    plans = [(table, table.cards()) for table in tables]
    before = _turns_done()
    start = time.perf_counter()
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda plan: _play(*plan), plans))
        while _turns_done() < before + len(tables):
            time.sleep(0.005)
    return len(tables) / (time.perf_counter() - start)


def _play(table: Table, cards: list[int]) -> None:
    for client, card in zip(table.clients, cards, strict=True):
        client.post(table.path, card=card, wish="cheapest")


def _turns_done() -> int:
    return Turn.objects.filter(state=Turn.State.DONE).count()


def throughput_figures(tables: list[Table]) -> list[Figure]:
    floor = [floor_tasks_a_second(tables[0].clients[0])]
    turns = [turns_a_second(tables) for _ in range(2)]
    floor.append(floor_tasks_a_second(tables[0].clients[0]))
    rate, floor_rate = statistics.mean(turns), statistics.mean(floor)
    return [
        Figure("floor_tasks_per_s", floor_rate, "tasks/s", 1),
        Figure("turns_per_s_200_games", rate, "turns/s", rate / floor_rate),
    ]
