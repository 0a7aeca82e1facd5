"""`make run`: one tree of processes that starts, stays up and ends as a whole."""

import json
import os
import signal
import socket
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psutil

from sixnimmt_site.processes import boot_id, started_at, wait_until
from tests.site.conftest import SLOW, Run, StartRun


def children(run: Run) -> dict[str, psutil.Process]:
    """The direct children, by what they run."""
    words = {"postgres -D": "postgres", "valkey-server": "valkey", "uvicorn": "web"}
    words |= {"--queues celery": "worker", "--queues post": "courier", "_site beat": "beat"}
    found: dict[str, psutil.Process] = {}
    for child in psutil.Process(run.process.pid).children():
        line = " ".join(child.cmdline())
        found |= {name: child for part, name in words.items() if part in line}
    return found


def answer(url: str) -> dict[str, Any]:
    with urlopen(url, timeout=10) as response:
        return dict(json.load(response))


def test_it_starts_repairs_itself_ends_whole_and_keeps_the_data(start_run: StartRun) -> None:
    run = start_run(demo=True)
    run.wait_for(f"The site runs at {run.url}")
    assert answer(f"{run.url}/readyz") == {"ok": True}
    assert urlopen(f"{run.url}/demo/mail/", timeout=10).status == 200
    tree = children(run)
    assert set(tree) == {"postgres", "valkey", "web", "worker", "courier", "beat"}

    second = start_run()
    assert second.process.wait(SLOW) == 1
    assert f"The site is already running at {run.url}" in second.words

    for name in ("web", "valkey", "postgres"):
        tree[name].kill()
        run.wait_for(f"{name} was killed by SIGKILL; starting it again in 0.5 seconds.")

    def works_again() -> bool:
        try:
            return answer(f"{run.url}/readyz")["ok"] is True
        except OSError:
            return False

    wait_until(works_again, seconds=SLOW, what=f"The site does not recover: {run.words}")
    wait_until(
        lambda: answer(f"{run.url}/healthz")["jobs"]["sweep"]["last"] is not None,
        seconds=SLOW,
        what="No sweep runs after Valkey and PostgreSQL were killed",
    )
    everything = psutil.Process(run.process.pid).children(recursive=True)
    assert run.end(signal.SIGINT) == 0
    assert [process for process in everything if process.is_running()] == []
    assert "Ended. The data are kept." in run.words

    again = start_run(demo=True)
    again.wait_for("The site runs at")
    assert "There are people already" in again.words
    assert again.end(signal.SIGTERM) == 0


def test_what_a_killed_run_leaves_over_is_ended_by_the_next(start_run: StartRun) -> None:
    run = start_run()
    run.wait_for("The site runs at")
    tree = children(run)
    # A child which does not hear its stop signal, as one that hangs.
    tree["worker"].suspend()
    wait_until(
        lambda: tree["worker"].status() == psutil.STATUS_STOPPED,
        seconds=SLOW,
        what="The worker does not stop",
    )
    run.process.kill()
    run.process.wait()

    next_run = start_run()
    next_run.wait_for("The site runs at")
    assert "which the last run had left over" in next_run.words
    assert [process for process in tree.values() if process.is_running()] == []
    assert next_run.end(signal.SIGHUP) == 0


def test_a_taken_port_is_said_before_anything_starts(start_run: StartRun, var: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        run = start_run(port=port)
        assert run.process.wait(SLOW) == 1
    assert run.words.startswith(f"Port {port} on 127.0.0.1 is taken")
    assert f"make run PORT={port + 1}" in run.words
    assert not (var / "postgres").exists()


def test_a_lock_whose_holder_has_gone_stops_nobody(start_run: StartRun, var: Path) -> None:
    var.mkdir()
    # The pid is alive, but it is ours: another start time, so it is not touched.
    mine = [os.getpid(), (started_at(os.getpid()) or 0) - 60, int(signal.SIGTERM)]
    address = "http://127.0.0.1:1"
    note = {"pid": os.getpid(), "boot": boot_id(), "address": address, "children": [mine]}
    (var / "run.lock").write_text(json.dumps(note))
    run = start_run()
    run.wait_for("PostgreSQL keeps its data in")
    assert run.end() == 0


def test_a_process_is_known_again_although_the_clock_was_set() -> None:
    """Its start is counted from the machine's own: times of day move when the clock is set."""
    begun = started_at(os.getpid())
    assert begun is not None and 0 < begun <= time.clock_gettime(time.CLOCK_BOOTTIME)


def test_ctrl_c_while_starting_ends_what_has_started(start_run: StartRun) -> None:
    run = start_run()
    run.wait_for("Bringing the database to this version")
    everything = psutil.Process(run.process.pid).children(recursive=True)
    assert run.end(signal.SIGINT) == 0
    assert [process for process in everything if process.is_running()] == []
