"""``python -m ludo_env`` is ``ludo``."""

import sys

from ludo_env.cli import main

if __name__ == "__main__":
    sys.exit(main())
