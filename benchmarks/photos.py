"""How long a phone waits for its photo: from sending it to points, reasons and the picture with what was read.

Beside the wait stands what the program worked meanwhile, on all threads: on a quiet machine nobody waits longer.

python benchmarks/photos.py [--photos 3]
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.store import RecordStore
from live.runtime.hosting import Desks, page_of
from live.runtime.live_table import LiveTable
from live.runtime.loop import watch_table
from live.runtime.photographs import photo_desk, settings_for
from live.sources.phone import Phones
from live.table.frame_reader import files_of
from live.table.multi_camera import frame_reader_for
from live.table.session import begin
from simulator.art import PartsBox
from simulator.games import scripted_game, turns_of
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.plans import plan_of
from tabletop.records import Record
from tabletop.shipped import game_folders

VIEW = "phone-45"
"""A phone of 12 megapixels, held slanting."""
JPEG_QUALITY = 92
"""As phones write them."""
PROMISED_S = 3.0
"""Issue 18: position, score, reasons and the annotated picture come back by then."""


@dataclass(frozen=True, slots=True)
class Took:
    """One photo: how long its phone waited, and how long the table's program worked, all threads together."""

    waited_s: float
    worked_s: float


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=int, default=3, help="photos of each game, some moves apart (default: 3)")
    arguments = parser.parse_args()
    print("| game | one default detection | waited for answer and picture, median and slowest | worked | over it |")
    print("|---|---|---|---|---|")
    slowest = Took(0.0, 0.0)
    for game in game_folders():
        record = scripted_game(game)
        photos = _photos(record, arguments.photos)
        detection_s = median(_detection_s(photo) for photo in photos)
        took = _took(record, photos)
        waited_s, worked_s = sorted(one.waited_s for one in took), sorted(one.worked_s for one in took)
        slowest = Took(max(slowest.waited_s, waited_s[-1]), max(slowest.worked_s, worked_s[-1]))
        print(
            f"| {game} | {detection_s * 1000:.0f} ms | {median(waited_s):.2f} s, {waited_s[-1]:.2f} s"
            f" | {median(worked_s):.2f} s, {worked_s[-1]:.2f} s | {median(worked_s) / detection_s:.1f} |"
        )
    print(
        f"\nslowest: waited for {slowest.waited_s:.2f} s, worked {slowest.worked_s:.2f} s; promised {PROMISED_S:.0f} s"
    )
    return 0


def _photos(record: Record, count: int) -> list[bytes]:
    """Photographs of the end of the game's script and of a few moves before it, each from another side."""
    game, turns = load_game(record.header.game), turns_of(record)
    taken = []
    for back in reversed(range(count)):
        plan = plan_of(turns[len(turns) - 1 - back].position, game)
        image = shoot(plan, PartsBox(game), Shot(view=VIEW, seed=back)).image
        taken.append(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes())
    return taken


def _detection_s(photo: bytes) -> float:
    """What OpenCV's own search for codes in a photograph that is unpacked already works, on all its threads."""
    image = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_GRAYSCALE)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250))
    begun_s = time.process_time()
    if image is None:
        raise ValueError("the photograph cannot be unpacked")
    detector.detectMarkers(image)
    return time.process_time() - begun_s


def _took(record: Record, photos: Sequence[bytes]) -> list[Took]:
    """What each photo took at a table whose camera is a phone, as `play --camera phone` plays it, over HTTP."""
    header, phones = record.header, Phones()
    with tempfile.TemporaryDirectory() as folder:
        store = RecordStore.open(Path(folder) / "game.jsonl", header=header)
        table = LiveTable(begin(header), store, Publication(), Mailbox(), settings=settings_for(phones, header))
        files = files_of(header)
        watcher = frame_reader_for(phones, load_game(header.game), header.players, files)
        loop = threading.Thread(
            target=watch_table, args=(table, phones, watcher), kwargs={"stop": threading.Event()}, daemon=True
        )
        loop.start()
        with page_of(table, host=None, port=None, desks=Desks(photo_desk(table, phones, watcher, files))) as address:
            took = [_sent(address.port, photo) for photo in photos]
        phones.close()
        loop.join()
        store.end()
    return took


def _sent(port: int, photo: bytes) -> Took:
    """From sending a photo until the answer and its picture are here."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    begun_s, worked_s = time.perf_counter(), time.process_time()
    connection.request("POST", "/api/v1/photos", photo, {"content-type": "image/jpeg"})
    answer = connection.getresponse()
    told = json.loads(answer.read())
    if answer.status != http.client.OK:
        raise SystemExit(f"the table answered {answer.status}: {told['error']}")
    connection.request("GET", told["picture"])
    connection.getresponse().read()
    return Took(time.perf_counter() - begun_s, time.process_time() - worked_s)


if __name__ == "__main__":
    sys.exit(main())
