"""The tables of what witnesses say, as figures are kept, and their plot."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from measuring.calibration import Bin, Prediction, bins, calibration_error, log_loss, loss_by_frequency
from measuring.witnesses import ANSWER, CODES, COLOURS, LEARNED, Said, Stated
from tabletop.intervals import wilson
from tabletop.readings import Confidence

LIKELY_RIGHT = 0.98
"""Share of right answers that `likely` states."""
WITNESSES = {"codes": CODES, "colours": COLOURS, "learned": LEARNED, "answer": ANSWER}
"""By their names in files."""
STATED: Mapping[Confidence, tuple[str, float | None]] = {
    "certain": ("always right", 1.0),
    "likely": (f"{LIKELY_RIGHT:.0%}".replace("%", " %"), LIKELY_RIGHT),
    "ask": ("nothing", None),
}
"""What each word says of the best guess."""
PLOTTED = {"testing": "#2552b0", "held-out": "#b86a00"}
"""Sets and their colours."""
PANEL, LEFT, TOP, GAP = 250, 62, 62, 76
TICKS = (0.5, 0.9, 0.99, 0.999, 0.9999)
LEAST, MOST = 0.25, 0.99999
"""Shares beyond these stand on the rim."""


def tables_of(which: str, said: Sequence[Said], stated: Sequence[Stated], origin: Mapping[str, Any]) -> dict[str, Any]:
    """A set's tables by name: witnesses, words of the answer, and a reliability table for each witness.

    `origin` is date and commands. Pages take rows of them.
    """
    by_witness = {key: [one for word, one in said if word == name] for key, name in WITNESSES.items()}
    told = {
        "head": [f"{which} set", "places", "silent", "best right", "log-loss", "by frequency", "error"],
        "rows": [_row(WITNESSES[key], mine) for key, mine in by_witness.items() if mine],
    }
    words = {
        "head": [f"answer, {which} set", "stated", "best guess right", "log-loss"],
        "rows": [_stated_row(word, [right for sure, right in stated if sure == word]) for word in STATED],
    }
    reliable = {
        f"{which}-{key}": {
            "head": [f"predicted, {WITNESSES[key]}, {which} set", "mean predicted, %", "right"],
            "rows": [_bin_row(one) for one in bins(mine)],
        }
        for key, mine in by_witness.items()
        if mine
    }
    tables = {which: told, f"{which}-words": words, **reliable}
    return {name: {**origin, "shown": False, **one} for name, one in tables.items()}


def _row(name: str, mine: Sequence[Prediction]) -> list[Any]:
    silent = sum(one.silent for one in mine)
    right = sum(one.right for one in mine if not one.silent)
    losses = log_loss([one.of_truth for one in mine]), loss_by_frequency([one.truth for one in mine])
    error = f"{calibration_error(bins(mine)):.2%}".replace("%", " %")
    return [name, len(mine), silent, [right, len(mine) - silent], *(f"{loss:.3f}" for loss in losses), error]


def _stated_row(word: Confidence, right: Sequence[bool]) -> list[Any]:
    words, share = STATED[word]
    loss = "" if share is None else f"{log_loss([share if one else 1.0 - share for one in right]):.3f}"
    return [f"`{word}`", words, [sum(right), len(right)], loss]


def _bin_row(one: Bin) -> list[Any]:
    return [f"{one.low:g} to {one.high:g}", round(100 * one.predicted, 5), [one.right, one.places]]


def plot(kept: Mapping[str, Any]) -> str:
    """Right over predicted share of each witness, with intervals, from kept tables; both axes in odds. As SVG."""
    parts = []
    for number, (key, name) in enumerate(WITNESSES.items()):
        x, y = LEFT + number % 2 * (PANEL + GAP), TOP + number // 2 * (PANEL + GAP)
        parts += [f'<g transform="translate({x} {y})">', _axes(name)]
        for column, (which, colour) in enumerate(PLOTTED.items()):
            rows = kept.get(which, {"rows": []})["rows"]
            parts += [_summary(row, colour, PANEL - 24 + 15 * column) for row in rows if row[0] == name]
            for _, predicted, (right, places) in kept.get(f"{which}-{key}", {"rows": []})["rows"]:
                parts.append(_mark(predicted / 100, right, places, colour, 4 * column - 2))
        parts.append("</g>")
    for column, (which, colour) in enumerate(PLOTTED.items()):
        parts.append(f'<rect x="{LEFT + 150 * column}" y="12" width="14" height="14" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + 20 + 150 * column}" y="24">{which} set</text>')
    width, height = 2 * PANEL + GAP + LEFT + 20, 2 * PANEL + GAP + TOP + 50
    title = "Share of right answers over the predicted probability, with intervals of 95 %"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'font-family="sans-serif" font-size="13" fill="#1d2a38"><title>{title}</title>'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def draw(kept: Mapping[str, Any], path: Path) -> None:
    """Write the plot of kept tables."""
    path.write_text(plot(kept), "utf-8")


def _along(share: float) -> float:
    """Where a share stands along an axis, from 0 to the panel's side."""
    low, at, high = (math.log(one / (1 - one)) for one in (LEAST, min(max(share, LEAST), MOST), MOST))
    return round(PANEL * (at - low) / (high - low), 1)


def _axes(name: str) -> str:
    drawn = [f'<text x="0" y="-10" font-weight="bold">{name}</text>']
    for tick in TICKS:
        at, label = _along(tick), f"{100 * tick:g}"
        drawn.append(f'<path d="M{at} 0 V{PANEL} M0 {PANEL - at} H{PANEL}" stroke="#dde2e7"/>')
        drawn.append(f'<text x="{at}" y="{PANEL + 17}" text-anchor="middle" font-size="11">{label}</text>')
        drawn.append(f'<text x="-6" y="{PANEL - at + 4}" text-anchor="end" font-size="11">{label}</text>')
    drawn.append(f'<path d="M0 {PANEL} L{PANEL} 0" stroke="#9aa3ad" stroke-dasharray="5 4"/>')
    drawn.append(f'<rect width="{PANEL}" height="{PANEL}" fill="none" stroke="#9aa3ad"/>')
    drawn.append(f'<text x="{PANEL / 2}" y="{PANEL + 35}" text-anchor="middle">predicted, %</text>')
    drawn.append(f'<text transform="translate(-44 {PANEL / 2}) rotate(-90)" text-anchor="middle">right, %</text>')
    return "".join(drawn)


def _summary(row: Sequence[Any], colour: str, y: int) -> str:
    """Log-loss and calibration error of one set."""
    words = f"log-loss {row[4]}, error {row[6]}"
    return f'<text x="{PANEL - 6}" y="{y}" text-anchor="end" font-size="11" fill="{colour}">{words}</text>'


def _mark(predicted: float, right: int, places: int, colour: str, aside: int) -> str:
    x = _along(predicted) + aside
    low, high = (PANEL - _along(bound) for bound in wilson(right, places))
    return (
        f'<path d="M{x:.1f} {low:.1f} V{high:.1f}" stroke="{colour}" stroke-width="2"/>'
        f'<circle cx="{x:.1f}" cy="{PANEL - _along(right / places):.1f}" r="3.5" fill="{colour}"/>'
    )
