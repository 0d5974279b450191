"""What the bundle starts: the `boardsight` command."""

import multiprocessing
import sys

from live.main import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # the archive's workers start this program again
    sys.exit(main())
