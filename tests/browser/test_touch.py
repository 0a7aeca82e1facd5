"""Under a thumb: whatever is pressed on a phone is 44 px high, drawn small or not."""

from __future__ import annotations

import pytest

from games.services.hosting import add_bot
from games.services.rehearsing import play_turns
from games.services.tables import create_game
from tests.browser.conftest import OpenPage, People
from tests.browser.scenes import known_game
from tests.games import cast

THUMB = 44
# Each control that stands alone (links inside sentences may be as low as their line) with the
# height over which a touch at its middle reaches it, where that is less than a thumb.
TOO_LOW = """(thumb) => {
  const controls = 'a[href], button, summary, select, .option, label:has(input)';
  const stands = (e) => e.checkVisibility({visibilityProperty: true})
    && getComputedStyle(e).display !== 'inline' && getComputedStyle(e).clipPath === 'none'
    && !e.closest('.visually-hidden, .skip') && e.getBoundingClientRect().width > 1;
  const reach = (e, step) => {
    const box = e.getBoundingClientRect();
    const x = box.x + box.width / 2;
    let y = box.y + box.height / 2;
    const hits = () => e.contains(document.elementFromPoint(x, y));
    let far = 0;
    while (far < thumb && hits()) { y += step; far += 1; }
    return far;
  };
  const low = [];
  for (const e of document.querySelectorAll(controls)) {
    if (!stands(e)) continue;
    e.scrollIntoView({block: 'center'});
    const high = reach(e, 1) + reach(e, -1) - 1;
    const said = `${e.localName}.${e.className} "${e.innerText.trim()}": ${high}`;
    if (high < thumb - 1) low.push(said);
  }
  return low;
}"""


@pytest.fixture
def paths(people: People) -> tuple[object, dict[str, str]]:
    """Alice, and the pages on which she presses things: her tables in each state among them."""
    users = people(4)
    alice = users[0]
    waiting = create_game(creator=alice, name="Waiting", seats_wanted=4, visibility="private")
    add_bot(game_id=waiting.pk, user=alice, level="simple")
    over = play_turns(cast.running_game(users, end="rounds", rounds_wanted=1).pk)
    running, second = known_game(users), known_game(users)
    cast.play_lowest(second, users)
    tables = {"waiting": waiting, "over": over, "running": running, "second": second}
    found = {name: game.get_absolute_url() for name, game in tables.items()}
    found |= {"record": f"{found['over']}record/", "home": "/", "history": "/history/"}
    found |= {"lobby": "/games/", "new": "/games/new/", "settings": "/accounts/settings/"}
    return alice, found | {"time": "/accounts/time/", "rules": "/rules/", "bell": "/notifications/"}


def test_everything_that_is_pressed_on_a_phone_is_as_high_as_a_thumb(
    paths: tuple[object, dict[str, str]], open_page: OpenPage
) -> None:
    alice, found = paths
    page = open_page(alice, viewport={"width": 320, "height": 640}, has_touch=True)
    low = {}
    for name, path in found.items():
        page.goto(path)
        low[name] = page.evaluate(TOO_LOW, THUMB)
    assert low == {name: [] for name in found}
