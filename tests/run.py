"""`make test`: everything, in two runs of pytest.

The first run rolls its database back after each test and uses all cores. The second, against the
live site (browser and faults), commits for real, so it has a database to itself.
"""

import os
import shutil
import subprocess
import sys

LIVE = ("tests/browser", "tests/faults")
CHROMIUM = "/usr/bin/chromium"
INSTALL = ("apt-get", "install", "-y", "--no-install-recommends", "chromium")


def main() -> int:
    """Run all tests; 0 when both runs passed."""
    if not _have_chromium():
        print("The browser tests need Chromium. On Debian or Ubuntu: apt install chromium")
        return 1
    first = _pytest(*_on_all_cores(), *(f"--ignore={folder}" for folder in LIVE))
    second = _pytest(*LIVE)
    return first or second


def _on_all_cores() -> tuple[str, ...]:
    """A process a core, each with services of its own; with services that were given, one."""
    return () if os.environ.get("DATABASE_URL") else ("-n", "logical", "--dist", "worksteal")


def _pytest(*words: str) -> int:
    command = [sys.executable, "-m", "pytest", "--durations=12", *words]
    return subprocess.run(command, check=False).returncode


def _have_chromium() -> bool:
    """Install Debian's Chromium when it is missing and we may."""
    if shutil.which(CHROMIUM):
        return True
    may = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get") or (may and not shutil.which("sudo")):
        return False
    environ = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (("apt-get", "update", "-q"), INSTALL):
        done = subprocess.run([*may, *command], env=environ, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            return False
    return shutil.which(CHROMIUM) is not None


if __name__ == "__main__":
    sys.exit(main())
