"""`python -m games.engine`: the door on standard input and output."""

import os
import sys

from games.engine.door import serve

if __name__ == "__main__":
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Nobody reads any more. Python would flush again at exit and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
