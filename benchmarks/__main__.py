"""``make bench``: one line a figure, ``name value unit ratio-to-floor``."""

from __future__ import annotations

import socket
import subprocess
import sys

from benchmarks import engine
from benchmarks.bench_site import bench_site


def free_port() -> int:
    """A TCP port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> int:
    """Measure and print everything, the engine first; the sweep on services of its own."""
    for figure in engine.figures():
        print(figure, flush=True)
    with bench_site(free_port()) as url:
        from benchmarks import scene

        for figure in scene.figures(url):
            print(figure, flush=True)
    return subprocess.run([sys.executable, "-m", "benchmarks.sweep"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
