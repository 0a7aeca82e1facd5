"""``manage.py simulate_week``: all claims hold, and a seed says everything."""

from __future__ import annotations

import subprocess
import sys

from django.conf import settings

SMALL = ("--games=3", "--people=8", "--days=2", "--seed=6")


def simulated(*words: str) -> tuple[int, str]:
    """Exit code and the tally; its services are its own, and their noise (stderr) is not told."""
    command = [sys.executable, "manage.py", "simulate_week", *words]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False, timeout=540
    )
    print(done.stderr)
    return done.returncode, done.stdout


def test_in_a_small_week_every_claim_holds_and_the_seed_says_everything() -> None:
    """Every game ends, nobody is nagged twice or asleep, nobody is awaited who is not there."""
    code, tally = simulated(*SMALL)
    assert code == 0, tally
    assert "yes games that did not end = 0" in tally
    assert "yes nudged twice for a turn = 0" in tally
    assert "NO " not in tally
    assert simulated(*SMALL) == (code, tally)
