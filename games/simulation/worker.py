"""The site's Celery application on the simulation's clock: ``celery -A games.simulation.worker``.

The clock is in this module, which only the simulation loads, and not in a setting of the site.
"""

from __future__ import annotations

import os
from pathlib import Path

from games.simulation.clock import SharedClock, stopped
from sixnimmt_site.celery import app

__all__ = ["CLOCK_FILE", "app"]
CLOCK_FILE = "SIMULATION_CLOCK"

if CLOCK_FILE in os.environ:
    # For as long as this process lives (and so the name is kept); its children have it too.
    _for_good = stopped(SharedClock(Path(os.environ[CLOCK_FILE])))
    _for_good.__enter__()
