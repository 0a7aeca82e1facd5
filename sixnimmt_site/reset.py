"""`make reset`: remove everything the built-in services and the demo keep."""

import shutil
import sys

from sixnimmt_site import embedded, env, placement
from sixnimmt_site.run import BASE_DIR
from sixnimmt_site.runlock import RunLock


def main() -> int:
    """Remove the data unless the site is running; return the exit status."""
    var = env.var_dir(BASE_DIR)
    lock = RunLock(var)
    try:
        lock.take("")
    except placement.Refused as error:
        print(error, file=sys.stderr)
        return 1
    for folder in (embedded.socket_dir(var), placement.state_dir(var), var):
        shutil.rmtree(folder, ignore_errors=True)
        print(f"Removed {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
