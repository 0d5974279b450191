"""What more to see changes: places lost, won and told wrongly of the corpus' pictures, all sets of them.

python benchmarks/more_evidence.py     one core, some twelve minutes
"""

import argparse
from collections.abc import Mapping

from measuring.corpus import SETS, UNSEEN, pictures
from measuring.evidence import HeldReading, MoreSeen, finer, read, wider, without_one


def main() -> None:
    """Print a line for each way of seeing more and kind of pieces."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    found: dict[tuple[str, str], list[MoreSeen]] = {}
    for picture in pictures(sets=(*SETS, UNSEEN)):
        kind, whole = "printed" if picture.pieces is None else "without codes", read(picture)
        with without_one(picture.name):
            less = read(picture)
        changes: Mapping[str, MoreSeen] = {
            "more table": MoreSeen(whole, read(picture, wider)),
            "more pixels": MoreSeen(whole, read(picture, finer)),
            "a code more": MoreSeen(less, whole),
        }
        for what, change in changes.items():
            found.setdefault((what, kind), []).append(change)
    print("| | pictures, places | lost | won | wrong before, after | wrong and certain | most lost | most more wrong |")
    print("|---|---|---|---|---|---|---|---|")
    for (what, kind), several in sorted(found.items()):
        print(line(f"{what}, {kind}", several))


def line(title: str, several: list[MoreSeen]) -> str:
    """One row of the table."""
    places = sum(len(one.less.compared.visible) for one in several)
    worst = max(several, key=lambda one: (len(one.lost) - len(one.won)) / len(one.less.compared.visible))
    before, after = (sum(len(told.compared.wrong) for told in side) for side in zip(*map(_sides, several), strict=True))
    cells = [
        title,
        f"{len(several)}, {places:,}",
        f"{sum(len(one.lost) for one in several)}",
        f"{sum(len(one.won) for one in several)}",
        f"{before} -> {after}",
        f"{sum(one.more.compared.wrong_certain for one in several)}",
        f"{len(worst.lost) - len(worst.won)} of {len(worst.less.compared.visible)}",
        f"{max(one.more_wrong for one in several)}",
    ]
    return f"| {' | '.join(cells)} |"


def _sides(one: MoreSeen) -> tuple[HeldReading, HeldReading]:
    return one.less, one.more


if __name__ == "__main__":
    main()
