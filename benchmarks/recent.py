"""What keeping the last 30 s of pictures costs, in processor time and memory: the ring behind `boardsight report`.

    python benchmarks/recent.py            # 60 s of 1080p pictures at 15 a second, one in thirty read

Pictures are a photograph of a table, copied afresh for each frame, as a camera's decoder makes them; with and without
the ring, the two interleaved second by second. The difference is what the ring costs: nearly all of it is compressing.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from live.sources import Frame
from live.table.recent import RecentPictures, RecentSettings
from vision import load_image

FRAMES_PER_S = 15
READ_EVERY = 30
PHOTO = Path(__file__).parents[1] / "tests" / "photos" / "big-city" / "above-ceiling-early.jpg"


def main() -> int:
    """Measure and print; 1 where it is more than 3 % of a core, or more memory than allowed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    arguments = parser.parse_args()
    decoded = load_image(PHOTO)
    settings = RecentSettings()
    ring, spent_s, most_mb = RecentPictures(settings), {True: 0.0, False: 0.0}, 0.0
    for second in range(arguments.seconds):
        for kept in (True, False):
            started_s = time.thread_time()
            for number in range(FRAMES_PER_S):
                frame = Frame(decoded.copy(), second + number / FRAMES_PER_S, number)
                if kept:
                    read = (second * FRAMES_PER_S + number) % READ_EVERY == 0
                    ring.take(frame, read=read, lines=0)
            spent_s[kept] += time.thread_time() - started_s
        most_mb = max(most_mb, ring.megabytes)
    share = (spent_s[True] - spent_s[False]) / arguments.seconds
    print(f"| ring | {100 * share:.2f} % of a core | {most_mb:.0f} of {settings.most_mb} MB at most |")
    return int(share > 0.03 or most_mb > settings.most_mb)


if __name__ == "__main__":
    sys.exit(main())
