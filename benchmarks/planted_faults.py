"""Faults planted one by one into a copy of the tree: which of them do the tests notice?

`python benchmarks/planted_faults.py` plants each, runs the tests named with it, and ends with how many survived;
`--only WORD` takes those whose name has the word, `--tests PATH` runs other tests instead (all: `--tests tests`).
A fault is a line as it stands in the code and the same line made wrong; where the code has moved on and the line is no
longer found, that is told and counts as a failure, so that the list stays true. Nothing is changed in your own tree.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = (".git", ".venv", "out", "dist", "build", "docs", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")
"""What no test of the list needs in the copy."""


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """One line made wrong, and the tests that ought to notice."""

    name: str
    """What the program would do wrong."""
    file: str
    old: str
    """Text that occurs once in the file."""
    new: str
    tests: tuple[str, ...]
    """Files, or tests in files, as pytest takes them."""


SURENESS = "tests/vision/test_sureness.py"
LEARNED = "tests/vision/test_learned_look.py"
EXPLAINING = "tests/vision/test_explaining.py"
FAULTS = (
    PlantedFault(
        "a neighbourhood with one code of any quality is certain",
        "vision/city/lattice.py",
        "any(code.correlation > settings.single_code for code in sheet.codes)",
        "len(sheet.codes) == 1",
        (SURENESS,),
    ),
    PlantedFault(
        "a puck on a mat's very edge is certain",
        "vision/places/seats.py",
        "depth > settings.seats.inside_mm",
        "depth > 0.0",
        (SURENESS,),
    ),
    PlantedFault(
        "what is told by colour on ground that looks like a piece is certain",
        "vision/uncoded/pieces.py",
        "place.ground in alike or not",
        "not",
        ("tests/vision/test_veils.py",),
    ),
    PlantedFault(
        "colours are certain though printed ones look wrong",
        "vision/uncoded/pieces.py",
        " or not look.colours_true",
        "",
        ("tests/vision/test_veils.py",),
    ),
    PlantedFault(
        "half a plain streetcar is certain",
        "vision/uncoded/streetcars.py",
        " and share >= settings.cars.certain_car and rails_agree",
        " and rails_agree",
        (SURENESS,),
    ),
    PlantedFault(
        "a street of which hardly anything is seen is certainly empty",
        "vision/uncoded/streetcars.py",
        "seen > settings.certain_none_seen and bare",
        "bare",
        (SURENESS,),
    ),
    PlantedFault(
        "a loose piece of another size is certain",
        "vision/uncoded/loose.py",
        " and best.size_nats > settings.certain_size",
        "",
        (SURENESS,),
    ),
    PlantedFault(
        "what is told by colour under mirrored light is certain",
        "vision/uncoded/pieces.py",
        "if share > look.settings.certain_veil}",
        "if share > 1.0}",
        ("tests/vision/test_veils.py",),
    ),
    PlantedFault(
        "mirrored light is taken for the things' own",
        "vision/uncoded/veil.py",
        "    share = (light / white).max(axis=1)\n",
        "    share = 0.0 * (light / white).max(axis=1)\n",
        ("tests/vision/test_veils.py",),
    ),
    PlantedFault(
        "a piece's end beside a hidden cell is a smaller piece, where one colour was described twice",
        "vision/uncoded/clusters.py",
        "if one.nats(own.lab, settings)[0] > 0.0 for kind",
        "if one is own for kind",
        ("tests/vision/test_veils.py",),
    ),
    PlantedFault(
        "every bare cell is certain",
        "vision/uncoded/pieces.py",
        'return "certain" if plainly else "likely"',
        'return "certain"',
        (SURENESS,),
    ),
    PlantedFault(
        "what bears no code is certain by colour alone",
        "vision/uncoded/agreement.py",
        'return "likely" if own < least or own < other else before',
        "return before",
        (LEARNED,),
    ),
    PlantedFault(
        "a piece is certain though it goes on elsewhere",
        "vision/uncoded/agreement.py",
        "1.0 - share for share, beside",
        "share for share, beside",
        (LEARNED,),
    ),
    PlantedFault(
        "the learned look's weights are not checked",
        "vision/uncoded/learned.py",
        'hashlib.sha256(weights).hexdigest() != sheet.get("sha256")',
        "not weights",
        (LEARNED,),
    ),
    PlantedFault(
        "a puck between two boards is told",
        "vision/boards/off_board.py",
        " or lead < own.puck_lead_mm:",
        ":",
        (SURENESS,),
    ),
    PlantedFault(
        "an evenly dark picture is not told",
        "vision/unread.py",
        "if even or np.percentile",
        "if np.percentile",
        (SURENESS,),
    ),
    PlantedFault(
        "a lone delimiter raises in the link's thread",
        "firmware_bridge/framing.py",
        '    if len(decoded) < _OVERHEAD:\n        return BadFrame("too short", between)\n',
        "",
        ("tests/firmware_bridge/test_framing.py", "tests/firmware_bridge/test_conversation.py"),
    ),
    PlantedFault(
        "a delimiter after another counts as a bad frame",
        "firmware_bridge/framing.py",
        "elif self._piece:",
        "else:",
        ("tests/firmware_bridge/test_framing.py",),
    ),
    PlantedFault(
        "an effect asked for too long ago is played",
        "firmware_bridge/link.py",
        "if self._clock() - effect.asked_s <= self._settings.animation_age_s:",
        "if True:",
        ("tests/firmware_bridge/test_late_effects.py",),
    ),
    PlantedFault(
        "winner's fireworks at every later state",
        "firmware_bridge/layout.py",
        "if new.winner and not old.winner:",
        "if new.winner:",
        ("tests/firmware_bridge/test_layout.py",),
    ),
    PlantedFault(
        "one misread cell hides a piece of two",
        "scoring/polyomino_gain.py",
        "max(-AGAINST, min(BOUND, likely.get(part, UNSEEN) - likely.get(EMPTY, UNSEEN)))",
        "min(BOUND, likely.get(part, UNSEEN) - likely.get(EMPTY, UNSEEN))",
        ("tests/scoring/test_spot_gain.py",),
    ),
    PlantedFault(
        "a puck that came since the last look counts as left behind",
        "scoring/referee/turn_markers.py",
        "fits = False  # the puck came here",
        "fits = True  # the puck came here",
        ("tests/scoring/test_referee.py",),
    ),
    PlantedFault(
        "lines that make moves illegal are written by attribution",
        "live/table/attribution.py",
        "return illegal[1] > illegal[0]",
        "return False",
        ("tests/live/test_attribution.py",),
    ),
    PlantedFault(
        "one more illegal move is allowed to a repair",
        "live/table/repairs.py",
        "if illegal > against:",
        "if illegal > against + 1:",
        ("tests/live/test_repairs.py",),
    ),
    PlantedFault(
        "the puck's way counts when any instead of all places were seen empty",
        "live/table/decisions.py",
        "if not all(place in before.plain and",
        "if not any(place in before.plain and",
        ("tests/live/test_attribution.py",),
    ),
    # What decides `certain`, planted afterwards.
    PlantedFault(
        "bare ground is no rival of a piece's code",
        "vision/places/assignment.py",
        "rival = max(float(others.max(initial=-np.inf)), told.empty, 0.0)",
        "rival = max(float(others.max(initial=-np.inf)), 0.0)",
        (EXPLAINING,),
    ),
    PlantedFault(
        "what hides half of a doubtful piece is told",
        "vision/places/assignment.py",
        ">= max(likely.settings.certain_margin, likely.certain_log):",
        ">= likely.settings.certain_margin:",
        (EXPLAINING,),
    ),
    PlantedFault(
        "a street with something like a streetcar beside its rail is certainly empty",
        "vision/city/reader.py",
        "if car <= empty and view.car > sureness.suspicious and not both_free:",
        "if False:",
        (EXPLAINING,),
    ),
    PlantedFault(
        "a street whose name hangs on a doubtful neighbourhood is certain",
        "vision/city/reader.py",
        "return any(numbers[one] // 10 in city.doubtful for one in beside if one in numbers)",
        "return False",
        (EXPLAINING,),
    ),
    PlantedFault(
        "a neighbourhood laid crookedly is certain",
        "vision/city/lattice.py",
        "        doubtful.add(number)\n        problems.append(crooked(number))",
        "        problems.append(crooked(number))",
        ("tests/vision/test_city.py",),
    ),
    PlantedFault(
        "a city counted from another neighbourhood is certain",
        "vision/city/lattice.py",
        "    if root != 1:\n        doubtful |= set(placed)\n",
        "",
        ("tests/vision/test_city.py",),
    ),
    PlantedFault(
        "a hidden square of a clear part is certain",
        "vision/places/assignment.py",
        'return "likely" if known else "ask"',
        'return "certain" if known else "ask"',
        (EXPLAINING,),
    ),
    PlantedFault(
        "a citizen's tile is told though nothing else of it shows",
        "vision/places/assignment.py",
        'return answer if _clear_elsewhere(where, below, likely) else "ask"',
        "return answer",
        (EXPLAINING,),
    ),
    PlantedFault(
        "a part between two cells is certain in one",
        "vision/boards/reader.py",
        "if one.off_mm > own.off_centre * boards[one.place.board].board.pitch_mm",
        "if False",
        (EXPLAINING,),
    ),
    PlantedFault(
        "a part that hangs over the rim is certain",
        "vision/places/assignment.py",
        '    for place in places:\n        sureness[place] = "ask"\n',
        "",
        (EXPLAINING,),
    ),
    PlantedFault(
        "a cell whose code fits poorly is certain",
        "vision/places/confidence.py",
        "if lead >= settings.certain_margin and correlation >= settings.certain_correlation:",
        "if lead >= settings.certain_margin:",
        (EXPLAINING,),
    ),
    PlantedFault(
        "a cell that two parts explain nearly alike is certain",
        "vision/places/confidence.py",
        "if lead >= settings.certain_margin and correlation >= settings.certain_correlation:",
        "if correlation >= settings.certain_correlation:",
        (EXPLAINING,),
    ),
    PlantedFault(
        "ground that no other cell proves is certain",
        "vision/boards/scores.py",
        "return value if ground.known else min(value, settings.unproven)",
        "return value",
        (EXPLAINING,),
    ),
    PlantedFault(
        "ground under glare is certain",
        "vision/boards/ground.py",
        " & (whites.veil(middles[fresh]) < settings.most_veil)",
        "",
        (EXPLAINING,),
    ),
    PlantedFault(
        "cells far from the only small code are certain",
        "vision/boards/doubts.py",
        "if alone or mm * slack > settings.loose_share * laid.board.pitch_mm",
        "if alone",
        (EXPLAINING,),
    ),
    PlantedFault(
        "an open card that is hardly made out is certain",
        "vision/boards/off_board.py",
        "clear = best.correlation > shot.settings.sureness.certain_correlation",
        "clear = True",
        (EXPLAINING,),
    ),
    PlantedFault(
        "a plain piece that is hardly seen is certain",
        "vision/uncoded/clusters.py",
        "sure &= known",
        "sure |= known",
        (EXPLAINING,),
    ),
    PlantedFault(
        "a plain piece on a cell that shows its ground is certain",
        "vision/uncoded/clusters.py",
        '"likely" if answer.sureness == "certain" and ground_nats > 0.0 else answer.sureness',
        "answer.sureness",
        (EXPLAINING,),
    ),
    PlantedFault(
        "a plain puck is certain though mats are out of sight",
        "vision/uncoded/puck.py",
        '"certain" if len(mats) >= max(len(players), 2) else "likely"',
        '"certain"',
        ("tests/vision/test_plain_pieces.py::test_a_plain_puck_tells_whose_turn_it_is_at_a_chess_board",),
    ),
    PlantedFault(
        "two looks are steady",
        "live/table/steady.py",
        "if seen.looks >= self.settings.looks:",
        "if seen.looks >= self.settings.looks - 1:",
        ("tests/live/test_steady.py",),
    ),
    PlantedFault(
        "looks that disagree are steady",
        "live/table/steady.py",
        "if before is None or before.best != best:",
        "if before is None:",
        ("tests/live/test_steady.py",),
    ),
    PlantedFault(
        "a camera that guesses otherwise leaves the other certain",
        "live/table/fusion.py",
        'return replace(say, sureness="likely")',
        "return replace(say, sureness=surest)",
        ("tests/live/test_fusion.py",),
    ),
    PlantedFault(
        "cameras that quarrel are certain",
        "live/table/fusion.py",
        "if len(agreeing) == len(words):",
        "if agreeing:",
        ("tests/live/test_fusion.py",),
    ),
    PlantedFault(
        "an account that leaves places unexplained is certain",
        "scoring/referee/explanation.py",
        ">= settings.certain and not unexplained else",
        ">= settings.certain else",
        ("tests/scoring/test_referee.py",),
    ),
    PlantedFault(
        "an account is certain though a move more may be misread as empty",
        "scoring/referee/explanation.py",
        "first.probability - hidden >= settings.certain",
        "first.probability >= settings.certain",
        ("tests/scoring/test_referee.py",),
    ),
)


def main() -> int:
    """Plant, test, count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="WORD", help="faults whose name has this word")
    parser.add_argument("--tests", nargs="*", metavar="PATH", help="run these tests instead of those named")
    options = parser.parse_args()
    chosen = [fault for fault in FAULTS if options.only in fault.name]
    survived, stale = [], []
    with tempfile.TemporaryDirectory(prefix="boardsight-faults-") as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        for fault in chosen:
            path = copy / fault.file
            before = path.read_text(encoding="utf-8")
            if before.count(fault.old) != 1:
                stale.append(fault)
                print(f"stale     {fault.name}: {fault.file} has its line {before.count(fault.old)} times", flush=True)
                continue
            path.write_text(before.replace(fault.old, fault.new), encoding="utf-8")
            noticed = _fails(copy, options.tests or fault.tests)
            path.write_text(before, encoding="utf-8")
            if not noticed:
                survived.append(fault)
            print(f"{'noticed ' if noticed else 'SURVIVED'}  {fault.name}", flush=True)
    print(f"{len(chosen)} faults: {len(survived)} survived, {len(stale)} can no longer be planted")
    return 1 if survived or stale else 0


def _fails(tree: Path, tests: Sequence[str]) -> bool:
    """Whether the tests of a tree fail; ends the program where they could not be run at all."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"pytest ends with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 1


if __name__ == "__main__":
    raise SystemExit(main())
