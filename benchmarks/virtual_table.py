"""What the virtual table costs: photographs and frames, against one `cv2.aruco` detection on the same pictures.

Run with `python benchmarks/virtual_table.py`; one thread, medians of processor time, everything in one run.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import cv2

from simulator.art import PartsBox
from simulator.games import opening_position, scripted_game, turns_of
from simulator.performance import Performance
from simulator.studio import Shot, shoot
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.plans import plan_of


def timed(action: Callable[[], Any]) -> tuple[float, Any]:
    """Processor seconds that a call took, and what it gave."""
    begun = time.process_time()
    result = action()
    return time.process_time() - begun, result


def main() -> None:
    """Measure and print one table."""
    cv2.setNumThreads(1)
    game, record = load_game("big-city"), scripted_game("big-city")
    turns, box = turns_of(record), PartsBox(game)
    plan = plan_of(turns[-1].position, game)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000))
    rows: list[tuple[str, float, float]] = []
    for name, view in (("photograph 1080p", "above"), ("photograph 12 MP", "phone-45")):
        shoot(plan, box, Shot(view=view))  # the parts are drawn once
        taken = [timed(partial(shoot, plan, box, Shot(view=view, seed=seed))) for seed in range(3)]
        found = [timed(partial(detector.detectMarkers, photo.image))[0] for _, photo in taken]
        rows.append((name, statistics.median(seconds for seconds, _ in taken), statistics.median(found)))
    detection_s = rows[0][2]
    table = VirtualTable(game, turns[-1].position, Room(seed=1), box=box)
    table.lay(turns[-1].position)
    stills = table.still(2.0)
    still = [timed(lambda: next(stills))[0] for _ in range(20)]
    rows.append(("frame of a still table", statistics.median(still), detection_s))
    show = Performance(table, opening_position(record), turns[:6])
    moving = []
    while True:
        seconds, frame = timed(show.read)
        if frame is None:
            break
        moving.append(seconds)
    # The first frames lay the whole table anew.
    rows.append(("frame of a game, mean", statistics.mean(moving[1:]), detection_s))
    rows.append(("frame of a game, 95th percentile", sorted(moving[1:])[round(0.95 * len(moving)) - 2], detection_s))
    print(f"{'':36}{'ms':>8}{'detections':>12}")
    for name, seconds, detected in rows:
        print(f"{name:36}{1000 * seconds:8.0f}{seconds / detected:12.2f}")


if __name__ == "__main__":
    main()
