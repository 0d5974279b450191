"""How fast and how right the reader is: times against one default detection, places right by light and tilt.

python benchmarks/reading.py times [--photo PHOTO]      interleaved medians at 1080p and 12 MP
python benchmarks/reading.py virtual [--photos N]       places right over virtual photos, by view and light
python benchmarks/reading.py photos FOLDER              places right over pictures with positions beside them
"""

import argparse
import os
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import cv2
import numpy as np

from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.gamefile import GameFile, load_game
from tabletop.lattice import (
    Cell,
    city_cells,
    city_segments,
    neighbour,
    street_name,
    streetcar_at,
    streetcar_segment,
    tile_cells,
    turned_cell,
)
from tabletop.notation import load_position
from tabletop.plans import plan_big_city
from tabletop.positions.big_city import SIDES, BigCityPosition, PlacedPiece, PlacedTile
from vision import ReaderSettings, Sight, decode_grey, decode_image, read_image
from vision.arrays import to_grey
from vision.codes import find_codes
from vision.places import covered_segments

VIEWS = ("above", "webcam-35", "phone-30", "phone-45", "phone-55")
LIGHTS = ("ceiling", "window", "lamp", "dim", "mixed", "glare")
TABLES = ("wood", "dark-wood", "cloth", "checked-cloth", "stone", "white")


@dataclass
class Tally:
    """Counts over some pictures."""

    boards: int = 0
    perfect: int = 0
    refused: int = 0
    places: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    wrong_certain: int = 0
    unseen: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, truth: BigCityPosition, sight: Sight, seconds: float) -> None:
        """Compare one reading with what lies there, place by place."""
        self.boards += 1
        self.seconds.append(seconds)
        position = sight.reading.position
        expected = contents(truth)
        self.places += len(expected)
        if position is None:
            self.refused += 1
            self.unseen += len(expected)
            return
        got = contents(position)
        right = asked = wrong = 0
        for place, sureness in sight.reading.confidence.items():
            if place.split(":")[0] not in ("property", "street", "tile", "puck"):
                continue
            same = got.get(place) == expected.get(place) and (place in expected or sureness == "ask")
            if sureness == "ask":
                asked += place in expected
            elif same:
                right += 1
            else:
                wrong += 1
                self.wrong_certain += sureness == "certain"
        self.right += right
        self.asked += asked
        self.wrong += wrong
        unseen = len(set(expected) - set(sight.reading.confidence))
        self.unseen += unseen
        self.perfect += not (wrong or asked or unseen)

    def row(self) -> str:
        """One line of a table."""
        share = self.right / max(self.places, 1)
        return (
            f"| {self.boards} | {self.perfect} | {self.places} | {100 * share:.2f} % | {self.asked} | {self.unseen} "
            f"| {self.wrong} | {self.wrong_certain} | {1000 * statistics.median(self.seconds):.0f} ms |"
        )


HEAD = (
    "| boards | perfect | places | right | asked | not in reading | wrong | wrong and certain | median time |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def contents(position: BigCityPosition) -> dict[str, Any]:
    """Place -> what lies there: properties, streets that no piece covers, tiles, the turn."""
    cells = city_cells(position.tiles)
    numbers = {cell: number for number, cell in cells.items()}
    found: dict[str, Any] = {f"property:{number}": None for number in cells}
    found.update({f"property:{n}": (piece.kind, piece.on) for piece in position.pieces for n in piece.on})
    covered = {s for piece in position.pieces for s in covered_segments({cells[n]: n for n in piece.on})}
    cars = {streetcar_segment(car, cells) for car in position.streetcars}
    found.update({street_name(s, numbers): s in cars for s in city_segments(numbers) if s not in covered})
    found.update({f"tile:{tile.number}": tile for tile in position.tiles})
    found.update({f"tile:{number}": "reserve" for number in position.reserve})
    if position.turn is not None:
        found["puck"] = position.turn
    return found


def random_city(rng: random.Random, game: GameFile) -> BigCityPosition:
    """Tiles, pieces and streetcars anywhere where they fit; rules do not matter here."""
    tiles = [PlacedTile(1, (0, 0))]
    for number in rng.sample(range(2, 9), rng.randint(1, 6)):
        taken = set(city_cells(tiles).values())
        options = []
        for turn in range(4):
            for row in range(-5, 7):
                for column in range(-6, 8):
                    tile = PlacedTile(number, (row, column), turn)
                    cells = set(tile_cells(tile).values())
                    touching = sum(neighbour(cell, side) in taken for cell in cells for side in SIDES)
                    rows, columns = zip(*(cells | taken), strict=True)
                    small = max(rows) - min(rows) < 9 and max(columns) - min(columns) < 11
                    if not cells & taken and touching >= 2 and small:
                        options.append(tile)
        if options:
            tiles.append(rng.choice(options))
    cells_of = city_cells(tiles)
    numbers = {cell: number for number, cell in cells_of.items()}
    free: set[Cell] = set(numbers)
    pieces: list[PlacedPiece] = []
    stock = {part.id: part.count for part in game.of_kind("piece")}
    wanted = rng.randint(0, len(free))
    for _ in range(400):
        part = rng.choice(game.of_kind("piece"))
        if len(numbers) - len(free) >= wanted or not free or not stock[part.id] or part.piece is None:
            continue
        shape = (max(r for r, _ in part.cells) + 1, max(c for _, c in part.cells) + 1)
        turn, (row, column) = rng.randint(0, 3), rng.choice(sorted(free))
        laid = {(r + row, c + column) for r, c in (turned_cell(cell, shape, turn) for cell in part.cells)}
        if laid <= free:
            free -= laid
            stock[part.id] -= 1
            pieces.append(PlacedPiece(part.piece, tuple(sorted(numbers[cell] for cell in laid))))
    covered = {s for piece in pieces for s in covered_segments({cells_of[n]: n for n in piece.on})}
    open_segments = [s for s in city_segments(numbers) if s not in covered]
    cars = [streetcar_at(s, numbers) for s in rng.sample(open_segments, rng.randint(0, min(17, len(open_segments))))]
    players = ("Ann", "Ben", "Cem") if rng.random() < 0.5 else ()
    return BigCityPosition(
        tiles=tuple(sorted(tiles)),
        pieces=tuple(sorted(pieces)),
        streetcars=tuple(sorted(cars)),
        players=players,
        turn=rng.choice(players) if players else None,
    )


def virtual(photos: int, first_seed: int) -> None:
    """Random cities, each once, over all views and lights in turn."""
    game = load_game("big-city")
    box = PartsBox(game)
    by_view: dict[str, Tally] = defaultdict(Tally)
    by_light: dict[str, Tally] = defaultdict(Tally)
    whole = Tally()
    for index in range(photos):
        rng = random.Random(first_seed + index)
        view, light = VIEWS[index % len(VIEWS)], LIGHTS[index // len(VIEWS) % len(LIGHTS)]
        city = random_city(rng, game)
        shot = Shot(view=view, light=light, table=rng.choice(TABLES), seed=first_seed + index)
        image = shoot(plan_big_city(city, game), box, shot).image
        started = time.perf_counter()
        sight = read_image(image, game, players=city.players)
        seconds = time.perf_counter() - started
        for tally in (whole, by_view[view], by_light[light]):
            tally.add(city, sight, seconds)
        print(f"\r{index + 1} of {photos}", end="", file=sys.stderr)
    print(file=sys.stderr)
    _table("view", by_view, whole)
    _table("light", by_light, whole)


def photos_in(folder: Path) -> None:
    """Every picture with a `.position.json` or `.toml` of the same name beside it."""
    game = load_game("big-city")
    tallies: dict[str, Tally] = defaultdict(Tally)
    whole = Tally()
    for picture, beside in _pairs(folder):
        truth = load_position(str(beside))
        started = time.perf_counter()
        sight = read_image(decode_image(picture.read_bytes(), picture.name), game, players=truth.players)
        seconds = time.perf_counter() - started
        for tally in (whole, tallies[picture.stem]):
            tally.add(truth, sight, seconds)
    _table("picture", tallies, whole)


def _pairs(folder: Path) -> Iterator[tuple[Path, Path]]:
    for picture in sorted(folder.glob("*.jpg")):
        for ending in (".position.json", ".position.toml", ".toml", ".json"):
            beside = picture.with_name(picture.stem + ending)
            if beside.exists():
                yield picture, beside
                break


def _table(name: str, tallies: dict[str, Tally], whole: Tally) -> None:
    first, rule = HEAD.split("\n")
    print(f"\n| {name} {first}\n|---{rule}")
    for key, tally in tallies.items():
        print(f"| {key} {tally.row()}")
    print(f"| **all** {whole.row()}")


def times(photo: Path | None, rounds: int) -> None:
    """Medians of interleaved runs on one thread: default detection, our detection with refinement, the whole reading,
    and the look that tells that nothing changed.

    Processor time, so that other work on the machine disturbs little; the whole reading includes unpacking the file.
    """
    cv2.setNumThreads(1)
    game = load_game("big-city")
    print(
        "| picture | default detection | detection and refinement | whole reading from the file "
        "| quiet look |\n|---|---|---|---|---|"
    )
    for name, data in _samples(game, photo):
        image = decode_image(data, name)
        grey, watch = to_grey(image), read_image(image, game).watch
        assert watch is not None  # colour pictures have one
        default = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000))
        runs: dict[str, Callable[[], Any]] = {
            "default": lambda grey=grey, default=default: default.detectMarkers(grey),
            "ours": lambda grey=grey: find_codes(grey, game, ReaderSettings()),
            "whole": lambda data=data, name=name: read_image(decode_grey(data, name), game),
            "quiet": partial(watch.look, image),
        }
        taken: dict[str, list[float]] = {key: [] for key in runs}
        for run in runs.values():
            run()  # patterns are made once a process
        for _ in range(rounds):
            for key, run in runs.items():
                started = time.process_time()
                run()
                taken[key].append(time.process_time() - started)
        median = {key: statistics.median(values) for key, values in taken.items()}
        height, width = grey.shape
        print(
            f"| {name}, {width} × {height} | {1000 * median['default']:.0f} ms "
            f"| {1000 * median['ours']:.0f} ms = {median['ours'] / median['default']:.2f} "
            f"| {1000 * median['whole']:.0f} ms = {median['whole'] / median['default']:.2f} "
            f"| {1000 * median['quiet']:.1f} ms = {median['quiet'] / median['default']:.3f} |"
        )


def _samples(game: GameFile, photo: Path | None) -> Iterator[tuple[str, bytes]]:
    """The photo that was given, or virtual ones of one city at 1080p and 12 MP."""
    if photo is not None:
        yield photo.name, photo.read_bytes()
        return
    city = random_city(random.Random(3), game)
    box = PartsBox(game)
    for view in ("above", "phone-45"):
        image = shoot(plan_big_city(city, game), box, Shot(view=view, light="window", seed=3)).image
        yield view, np.asarray(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]).tobytes()


def main() -> int:
    """Run one of the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["times", "virtual", "photos"])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("tests/photos/big-city"))
    parser.add_argument("--photo", type=Path, help="times: this photo in place of virtual ones")
    parser.add_argument("--photos", type=int, default=100, help="virtual: how many")
    parser.add_argument("--seed", type=int, default=1000, help="virtual: the first picture's seed")
    parser.add_argument("--rounds", type=int, default=7, help="times: runs of each")
    arguments = parser.parse_args()
    if arguments.what == "times":
        times(arguments.photo, arguments.rounds)
    elif arguments.what == "virtual":
        virtual(arguments.photos, arguments.seed)
    else:
        photos_in(arguments.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
