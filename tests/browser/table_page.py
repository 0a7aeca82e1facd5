"""The table's page as its reader sees it: rows, hand, seats, and what can be done there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from games.models import Game
from sixnimmt_site.processes import wait_until

SEEN = """() => ({
  rows: [...document.querySelectorAll('#region-rows .lane')].map(
    (lane) => [...lane.querySelectorAll('.card')].map((card) => Number(card.dataset.card))),
  totals: [...document.querySelectorAll('.pip')].map((pip) => [
    pip.querySelector('bdi').textContent,
    Number(pip.querySelector('.pip-total b').textContent),
    pip.querySelector('.pip-round').textContent.trim()]),
  version: Number(document.getElementById('table').dataset.version),
})"""


class TablePage:
    """One viewer in front of one game."""

    def __init__(self, page: Page, game: Game) -> None:
        self.page = page
        self.game = game
        self.bar = page.locator("#bar-title")
        self.button = page.locator("#pick-form button.accent")
        self.connection = page.locator("#connection")
        self.announcer = page.locator("#announcer")
        self.stage = page.locator(".stage")
        self.choice = page.locator("[data-region=choice]")
        self.problem = page.locator("#pick-form .problem")

    def open(self) -> TablePage:
        """Load the page and wait until its socket has spoken."""
        with self.page.expect_websocket() as opened:
            self.page.goto(self.game.get_absolute_url())
        socket = opened.value
        socket.wait_for_event("framereceived")
        return self

    def load(self) -> TablePage:
        """Load the page, whatever its socket does."""
        self.page.goto(self.game.get_absolute_url())
        return self

    def held(self, card: int) -> Locator:
        """A card of the hand that can be marked."""
        return self.page.locator(f'.hand .held:has(input[value="{card}"])')

    def hand(self) -> list[int]:
        """The numbers in the hand."""
        cards = self.page.locator(".hand .card[data-card]")
        return [int(n) for n in cards.evaluate_all("all => all.map((c) => c.dataset.card)")]

    def expect_button(self, words: str) -> None:
        """Wait until the button says this."""
        expect(self.button).to_have_text(words, use_inner_text=True)

    def mark(self, card: int) -> None:
        """Tap a card."""
        self.held(card).click()

    def wish(self, value: str) -> None:
        """Say what a low card should take: "cheapest", "ask" or "0".."3"."""
        self.page.locator(f'label:has(> input[name="wish"][value="{value}"])').click()

    def play(self, card: int, wish: str = "") -> None:
        """Tap a card, confirm, and wait until the page shows it face down."""
        self.mark(card)
        if wish:
            self.wish(wish)
        self.button.click()
        expect(self.page.locator(".hand .picked")).to_have_count(1)

    def take_row(self, row: int) -> None:
        """Tap a lane that is offered, and confirm."""
        self.page.locator(f'label:has(> input[name="row"][value="{row}"])').click()
        self.choice.get_by_role("button").click()

    def seen(self) -> dict[str, Any]:
        """Rows, totals and version as they stand on the page."""
        return dict(self.page.evaluate(SEEN))

    def expect_version(self, version: int) -> None:
        """Wait until the page shows at least this version."""
        self.page.wait_for_function(
            "(version) => Number(document.getElementById('table').dataset.version) >= version",
            arg=version,
        )

    def expect_turn(self, turn: int) -> None:
        """Wait until the page has come to this turn of the round."""
        expect(self.page.locator(".bar-turn b").nth(1)).to_have_text(str(turn))


def wait_version(game: Game, above: int) -> int:
    """The game's version, once it is above this one."""

    def moved() -> bool:
        game.refresh_from_db()
        return game.version > above

    wait_until(moved, seconds=20, what=f"{game} does not move on")
    return game.version
