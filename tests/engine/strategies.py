"""What Hypothesis draws: options, positions and whole deals."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

from games.engine import Options, RoundState, deal_round, next_stock, shuffle

OPTIONS = st.builds(
    Options,
    end=st.sampled_from(["exceeds", "reaches", "rounds"]),
    target=st.integers(10, 500),
    rounds=st.integers(1, 50),
    deck=st.sampled_from(["full", "tight"]),
    deal=st.sampled_from(["shuffled", "stock", "draft"]),
    placement=st.sampled_from(["right", "both"]),
    hints=st.booleans(),
)
PLAYERS = st.integers(2, 10)
SEEDS = st.binary(min_size=32, max_size=32)


class Position(NamedTuple):
    """Four rows, the cards of a turn, and a row for every seat that might be asked."""

    rows: tuple[tuple[int, ...], ...]
    plays: dict[int, int]
    choices: dict[int, int]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any four legal rows with any 1 to 10 cards played on them."""
    seats = draw(st.integers(1, 10))
    lengths = draw(st.lists(st.integers(1, 5), min_size=4, max_size=4))
    needed = sum(lengths) + seats
    cards = draw(st.lists(st.integers(1, 104), min_size=needed, max_size=needed, unique=True))
    rows = []
    for length in lengths:
        rows.append(tuple(sorted(cards[:length])))
        del cards[:length]
    choices = draw(st.lists(st.integers(0, 3), min_size=seats, max_size=seats))
    return Position(tuple(rows), dict(enumerate(cards)), dict(enumerate(choices)))


def dealt(options: Options, players: int, seed: bytes, stock: Any = ()) -> RoundState[int]:
    """A round dealt as the site deals it; drafts are taken as the cards were shuffled."""
    cards = next_stock(options, players, stock)
    order = shuffle(cards, seed=seed, game="1", round_number=1, salts={})
    return RoundState.from_deal(deal_round(order, players), options=options, seats=range(players))
