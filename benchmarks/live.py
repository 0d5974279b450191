"""`python benchmarks/live.py` plays whole games (`whole_games.py`); to who imports `live` this is the room itself.

A script finds what lies beside it first, so this file would hide the program's `live` from every script of the folder.
"""

from pathlib import Path

__path__ = [str(Path(__file__).resolve().parents[1] / "live")]

if __name__ == "__main__":
    from whole_games import main

    raise SystemExit(main())
