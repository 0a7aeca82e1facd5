"""The simulated week with a real worker that is killed in the middle of what it does."""

from __future__ import annotations

import re

from tests.time.test_simulation import simulated


def test_a_week_in_which_the_worker_is_killed_again_and_again_holds_all_claims() -> None:
    """Every game ends, each question is asked once, nobody is punished for what the site did."""
    code, tally = simulated("--games=3", "--people=8", "--days=2", "--kill-worker=80")
    assert code == 0, tally
    killed = re.search(r"killed: (\d+)", tally)
    assert killed and int(killed.group(1)) >= 1, tally
    assert "NO " not in tally
