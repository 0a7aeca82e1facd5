"""Run one process of a real site: ``python -m sixnimmt_site.serve web|worker|courier|beat``.

For containers and service managers, with ``DATABASE_URL`` and ``REDIS_URL`` given. The
web process first brings database and static files to this version; several may do so
at once.
"""

import os
import subprocess
import sys
from typing import NoReturn

from sixnimmt_site import env
from sixnimmt_site.processes import Command
from sixnimmt_site.run import BASE_DIR, PROCESSES, site_commands


def main(words: list[str]) -> int:
    """Become the process that was asked for; return only when that is not possible."""
    if len(words) != 1 or words[0] not in PROCESSES:
        print(f"Say which process: python -m sixnimmt_site.serve {'|'.join(PROCESSES)}")
        return 2
    if words[0] == "web":
        prepare = [sys.executable, str(BASE_DIR / "manage.py"), "prepare_site"]
        status = subprocess.run(prepare, check=False).returncode
        if status:
            return status
    return _become(site_commands(os.environ, env.text("HOST"), env.port())[words[0]])


def _become(command: Command) -> NoReturn:
    os.chdir(BASE_DIR)
    os.execvpe(command.argv[0], command.argv, dict(command.env or os.environ))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
