"""What more to see changes: places lost, won and told wrongly of the corpus' pictures, all sets of them.

python benchmarks/more_evidence.py [--keep] [--jobs 2]     some fifteen minutes on one core
"""

import argparse
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor

import cv2
from measuring.corpus import NOT_LOOKED_AT, SETS, Picture, pictures
from measuring.evidence import A_CODE, LARGER, HeldReading, MoreSeen, keep_exceptions, read, without_one
from tqdm import tqdm


def main() -> None:
    """Print a line for each way of seeing more and kind of pieces."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help="write down which pictures lose by it, for the tests")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes")
    options = parser.parse_args()
    found: dict[str, dict[str, MoreSeen]] = {}
    chosen = list(pictures(sets=(*SETS, *NOT_LOOKED_AT)))
    with ProcessPoolExecutor(options.jobs) as pool:
        for picture, changes in zip(chosen, tqdm(pool.map(changes_of, chosen), total=len(chosen)), strict=True):
            for what, change in changes.items():
                found.setdefault(what, {})[picture.name] = change
    printed = {picture.name for picture in chosen if picture.pieces is None}
    if options.keep:
        keep_exceptions(found)
    print("| | pictures, places | fewer right in | lost | won | wrong before, after | wrong and certain | most lost |")
    print("|---|---|---|---|---|---|---|---|")
    for what, by_picture in sorted(found.items()):
        print(line(f"{what}, printed", [one for name, one in by_picture.items() if name in printed]))
        print(line(f"{what}, without codes", [one for name, one in by_picture.items() if name not in printed]))


def changes_of(picture: Picture) -> Mapping[str, MoreSeen]:
    """What tells less and what tells more of one picture, by what more there is to see."""
    cv2.setNumThreads(1)
    whole = read(picture)
    with without_one(picture.name):
        less = read(picture)
    larger = {what: MoreSeen(whole, read(picture, change)) for what, change in LARGER.items()}
    return larger | {A_CODE: MoreSeen(less, whole)}


def line(title: str, several: list[MoreSeen]) -> str:
    """One row of the table."""
    places = sum(len(one.less.compared.visible) for one in several)
    worst = max(several, key=lambda one: one.fewer_right / len(one.less.compared.visible))
    before, after = (sum(len(told.compared.wrong) for told in side) for side in zip(*map(_sides, several), strict=True))
    cells = [
        title,
        f"{len(several)}, {places:,}",
        f"{sum(one.fewer_right > 0 for one in several)}",
        f"{sum(len(one.lost) for one in several)}",
        f"{sum(len(one.won) for one in several)}",
        f"{before} -> {after}",
        f"{sum(one.more.compared.wrong_certain for one in several)}",
        f"{worst.fewer_right} of {len(worst.less.compared.visible)}",
    ]
    return f"| {' | '.join(cells)} |"


def _sides(one: MoreSeen) -> tuple[HeldReading, HeldReading]:
    return one.less, one.more


if __name__ == "__main__":
    main()
