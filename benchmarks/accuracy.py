"""How right the reader is: over the corpus of photographs, over virtual pictures, and what thresholds follow from it.

python benchmarks/accuracy.py corpus [--set SET]                 tables by class, game and light; what is not perfect
python benchmarks/accuracy.py virtual [--set SET] [--count N]    tables over virtual pictures; kept in out/
python benchmarks/accuracy.py plain [--set SET] [--count N] [--light LIGHT ...]   pieces without codes in any light
python benchmarks/accuracy.py curves                             diagrams and tables of the kept testing ones
python benchmarks/accuracy.py calibration [--set SET] [--keep]   log-loss and reliability of each witness, and of the
                                                                 answer; counts and plot for docs/accuracy.md
python benchmarks/accuracy.py fit                                thresholds from all tuning pictures
"""

import argparse
import json
import os
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import cv2
import figures
from measuring import reliability
from measuring.contents import contents
from measuring.corpus import CLASSES, FOLDER, NOT_LOOKED_AT, SETS, Picture, pictures
from measuring.drawing import Line, draw
from measuring.fitting import fitted
from measuring.holding import Held, held, lost
from measuring.observing import Observation, observations
from measuring.plain import plain_pictures
from measuring.tally import Tally, compare, table
from measuring.virtual import CURVES, UNITS, virtual_pictures
from measuring.witnesses import nothing_said, said_of
from tqdm import tqdm

from live.archive.workers import outcomes_from_workers
from tabletop.gamefile import load_game
from vision import decode_image, read_image
from vision.settings import ConfidenceSettings

ROOT = Path(__file__).parents[1]
DIAGRAMS = ROOT / "docs" / "pictures"
CALIBRATION = figures.RESULTS / "calibration.toml"
SEEDS = {"tuning": 9000, "testing": 5000}
"""First seed of each set's virtual pictures."""
WHAT = ("corpus", "virtual", "plain", "curves", "calibration", "fit")
PLAIN = "without codes, "
PLAIN_LIGHTS = ("glare", "dim", "window", "lamp", "sun")


def corpus(chosen: Sequence[Picture], *, jobs: int, dask: str | None) -> None:
    """Tables by class, game and light, and every picture that is not perfect but for those that nobody looks at."""
    by_class: dict[str, Tally] = {}
    by_light: dict[str, Tally] = defaultdict(Tally)
    for kind in CLASSES:
        by_class |= {kind: Tally(), PLAIN + kind: Tally()}
    by_game: dict[str, Tally] = defaultdict(Tally)
    whole = Tally()
    faults: list[Held] = []
    for one in tqdm(
        outcomes_from_workers(held, chosen, lost, jobs=jobs, dask=dask),
        total=len(chosen),
        unit=" picture",
        disable=None,
    ):
        picture = one.picture
        kind = (PLAIN if picture.pieces else "") + picture.kind
        for tally in (whole, by_game[picture.truth.game], by_light[_light(picture)], by_class[kind]):
            tally.add(one.compared, one.ratio)
        if not one.compared.perfect and picture.set not in NOT_LOOKED_AT:
            faults.append(one)
    print(table("class", {name: tally for name, tally in by_class.items() if tally.boards}, whole), end="\n\n")
    print(table("game", dict(sorted(by_game.items())), whole), end="\n\n")
    print(table("light", dict(sorted(by_light.items())), whole), end="\n\n")
    for one in faults:
        print(f"- {one.picture.name} ({one.picture.about}): {_fault(one)}")


def _light(picture: Picture) -> str:
    """The light's kind: colour temperatures left out."""
    return re.sub(r" \d+ K", "", picture.light)


def _fault(one: Held) -> str:
    if not one.compared.read:
        return f"refused: {one.reason}"
    told = []
    if one.compared.wrong:
        wrong = sorted(one.compared.wrong.items())
        told.append("wrong " + ", ".join(f"{place} ({sureness})" for place, sureness in wrong))
    if one.compared.asked_visible:
        few = sorted(one.compared.asked_visible)
        told.append(f"asked about {len(few)} visible: {', '.join(few[:8])}{' …' if len(few) > 8 else ''}")
    return "; ".join(told)


def kept(which: str) -> Path:
    """Where the outcomes of a set's virtual pictures are kept."""
    return ROOT / "out" / f"accuracy-virtual-{which}.jsonl"


def virtual(count: int, which: str) -> None:
    """Read virtual pictures; each one's outcome and observations go to a file from which curves and fits are made."""
    cv2.setNumThreads(1)
    whole, by_game = Tally(), defaultdict[str, Tally](Tally)
    kept(which).parent.mkdir(exist_ok=True)
    with kept(which).open("w", encoding="utf-8") as lines:
        for picture in virtual_pictures(count, SEEDS[which]):
            sight = read_image(picture.photo.image, load_game(picture.game), players=picture.truth.players)
            one = compare(picture.truth, sight.reading, picture.hidden)
            for tally in (whole, by_game[picture.game]):
                tally.add(one)
            line = {
                "curve": picture.curve,
                "step": picture.step,
                "game": picture.game,
                "pixels": round(picture.pixels_per_module, 2),
                "covered": round(len(picture.hidden) / len(contents(picture.truth)), 4),
                "visible": len(one.visible),
                "right": len(one.right & one.visible),
                "asked": len(one.asked_visible),
                "wrong": len(one.wrong),
                "wrong_certain": one.wrong_certain,
                "perfect": one.perfect,
                "read": one.read,
                "seen": [asdict(seen) for seen in observations(picture.truth, sight)],
            }
            lines.write(json.dumps(line) + "\n")
            print(f"\r{whole.boards} of {count}", end="", file=sys.stderr)
    print(file=sys.stderr)
    print(table("game", dict(sorted(by_game.items())), whole, timed=False))


def plain(count: int, which: str, lights: Sequence[str]) -> None:
    """Tables over virtual pictures of pieces without codes, so many of each game in each light, and what is wrong."""
    cv2.setNumThreads(1)
    whole, by_light, by_game = Tally(), defaultdict[str, Tally](Tally), defaultdict[str, Tally](Tally)
    faults = []
    for light in lights:
        for picture in tqdm(plain_pictures(which, light, count, SEEDS[which]), unit=" picture", disable=None):
            game, players = load_game(picture.game), picture.truth.players
            reading = read_image(picture.photo.image, game, players=players, pieces=picture.pieces).reading
            one = compare(picture.truth, reading, picture.hidden)
            for tally in (whole, by_light[light], by_game[picture.game]):
                tally.add(one)
            certain = sorted(place for place, sureness in one.wrong.items() if sureness == "certain")
            if certain:
                faults.append(f"- {picture.game}, {light}, seed {picture.seed}: {', '.join(certain)}")
    print(table("light", by_light, whole, timed=False), end="\n\n")
    print(table("game", by_game, whole, timed=False), end="\n\n")
    print("\n".join(["Wrong and certain:", *faults] if faults else ["Nothing is wrong and certain."]))


def _kept(which: str) -> list[dict[str, Any]]:
    path = kept(which)
    if not path.exists():
        sys.exit(f"{path} is not there; run `python benchmarks/accuracy.py virtual --set {which}` first")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def curves() -> None:
    """A table and a diagram for each thing that was varied."""
    lines = _kept("testing")
    for curve, steps in CURVES.items():
        rows = [line for line in lines if line["curve"] == curve]
        groups = _by_cover(rows) if curve == "covered" else {s: [r for r in rows if r["step"] == s] for s in steps}
        groups = {step: group for step, group in groups.items() if group}
        print(f"\n| {UNITS[curve]} | pictures | perfect | refused | right | asked | wrong | wrong and certain |")
        print("|---|---|---|---|---|---|---|---|")
        points: dict[str, list[tuple[float, float]]] = {"right": [], "asked": [], "wrong": []}
        for number, (step, group) in enumerate(groups.items()):
            visible = max(sum(row["visible"] for row in group), 1)
            share = {key: sum(row[key] for row in group) / visible for key in points}
            for key in points:
                points[key].append((number / max(len(groups) - 1, 1), min(share[key], 1.0)))
            counts = [sum(row["perfect"] for row in group), sum(not row["read"] for row in group)]
            print(
                f"| {_tick(curve, step)} | {len(group)} | {counts[0]} | {counts[1]} | {100 * share['right']:.2f} % "
                f"| {100 * share['asked']:.2f} % | {sum(row['wrong'] for row in group)} "
                f"| {sum(row['wrong_certain'] for row in group)} |"
            )
        ticks = {number / max(len(groups) - 1, 1): _tick(curve, step) for number, step in enumerate(groups)}
        draw(
            DIAGRAMS / f"accuracy-{curve}.png",
            f"Visible places over {UNITS[curve].split(',')[0]}",
            UNITS[curve],
            ticks,
            {share / 4: f"{25 * share} %" for share in range(5)},
            [Line(key, key, tuple(values)) for key, values in points.items()],
        )


def _by_cover(rows: list[dict[str, Any]]) -> dict[float, list[dict[str, Any]]]:
    edges = (0.0, 0.001, 0.05, 0.1, 0.2, 0.35, 1.01)
    return {edge: [row for row in rows if edge <= row["covered"] < above] for edge, above in pairwise(edges)}


def _tick(curve: str, step: float) -> str:
    if curve != "covered":
        return f"{step:g}"
    words = {0.0: "none", 0.001: "to 5 %", 0.05: "to 10 %", 0.1: "to 20 %", 0.2: "to 35 %", 0.35: "more"}
    return words[step]


def calibration(which: str, *, jobs: int, dask: str | None, keep: bool) -> None:
    """Whether probabilities hold over the photographs of a set; `keep` keeps the counts and draws all that are kept."""
    chosen = list(pictures(sets=(which,)))
    outcomes = outcomes_from_workers(said_of, chosen, nothing_said, jobs=jobs, dask=dask)
    told = list(tqdm(outcomes, total=len(chosen), unit=" picture", disable=None))
    said = [one for testimony in told for one in testimony.said]
    stated = [one for testimony in told for one in testimony.stated]
    origin = {"commands": [f"python benchmarks/accuracy.py calibration --set {which} --keep"], "date": date.today()}
    tables = reliability.tables_of(which, said, stated, origin)
    for name, one in tables.items():
        print(figures.FigureTable(ROOT, name, one).markdown(), end="\n\n")
    if keep:
        figures.keep(CALIBRATION, "accuracy", tables)
        reliability.draw(tomllib.loads(CALIBRATION.read_text("utf-8")), DIAGRAMS / "accuracy-reliability.svg")


def fit() -> None:
    """Thresholds from the tuning pictures and the kept virtual ones."""
    virtual_seen = [
        Observation(**{**seen, "leads": tuple(seen["leads"])}) for line in _kept("tuning") for seen in line["seen"]
    ]
    now = ConfidenceSettings()
    told = fitted([*_seen(("tuning",)), *virtual_seen], now)
    print(f"temperature {told.temperature:.2f}")
    print(f"certain_margin {told.certain_margin:.1f} (now {now.certain_margin:.1f})")
    print(f"likely_margin {told.likely_margin:.1f} (now {now.likely_margin:.1f})")


def _seen(sets: tuple[str, ...]) -> Iterable[Observation]:
    for picture in pictures(sets=sets):
        sight = picture.read(decode_image(picture.path.read_bytes(), picture.path.name))
        yield from observations(picture.truth, sight)


def main() -> int:
    """Run one of the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=WHAT, nargs="?", default="corpus")
    parser.add_argument("--set", choices=[*SETS, *NOT_LOOKED_AT, "both"], help="which pictures (default: testing)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="corpus: pictures elsewhere, laid out the same way")
    parser.add_argument("--count", type=int, help="virtual: how many pictures (300); plain: of each game and light (8)")
    parser.add_argument("--light", nargs="+", choices=PLAIN_LIGHTS, default=PLAIN_LIGHTS, help="plain: which lights")
    parser.add_argument("--keep", action="store_true", help="calibration: write counts and plot anew")
    parser.add_argument("--jobs", type=int, default=1, help="corpus, calibration: so many processes")
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="corpus: a Dask cluster; its workers need PYTHONPATH=benchmarks"
    )
    arguments = parser.parse_args()
    sets = SETS if arguments.set == "both" else (arguments.set or "testing",)
    if arguments.what == "corpus":
        chosen = list(pictures(arguments.folder.resolve(), sets=sets))
        corpus(chosen, jobs=arguments.jobs, dask=arguments.dask)
    elif arguments.what == "virtual":
        for which in sets:
            virtual(arguments.count or 300, which)
    elif arguments.what == "plain":
        for which in sets:
            plain(arguments.count or 8, which, arguments.light)
    elif arguments.what == "curves":
        curves()
    elif arguments.what == "calibration":
        for which in sets:
            calibration(which, jobs=arguments.jobs, dask=arguments.dask, keep=arguments.keep)
    else:
        fit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
