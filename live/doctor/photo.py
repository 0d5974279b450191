"""What `doctor PHOTO` says: how large, bright, sharp and whole a photograph is for the reader, and how to better it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from live.console.arguments import game_meant, game_named, picture_in
from live.doctor.machine import Finding

if TYPE_CHECKING:
    from vision import FrameReading
    from vision.advice import PhotoFacts

LEAST_PX_PER_MODULE = 3.5
"""Below three no code is found for sure, and a softness of 1.2 pixels needs three and a half."""
MOST_BLUR_MODULES = 0.36
"""Softness over the module's size up to which codes are found (1.2 px of 3.5)."""
LEAST_PAPER, LEAST_CONTRAST = 70.0, 30.0
"""Grey level of white paper, and white minus black, below which more light helps."""
BLOWN_SHARE, BLOWN_EVERYWHERE = 0.03, 0.35
"""Share of a ninth of the picture that is washed out: glare; of most of them: too bright."""
MOST_TILT_DEG = 55.0
MENDS = {
    "covers": "take away what covers them, or photograph from another side",
    "light": "light the table evenly, with no lamp's cone over a part of it",
}
"""A word of the reason why places are asked about -> what to do about it."""


def examine_photo(
    name: str, game: str | None = None, boards: Sequence[str] = (), pieces: str | None = None
) -> tuple[Finding, ...]:
    """Look at one photograph of a game, with boards and pieces of people's own on it.

    Raises UnreadableInput where the file is no picture or one of the others is broken.
    """
    from tabletop.plainkinds import pieces_for
    from vision import read_image
    from vision.advice import facts_of

    image = picture_in(name)
    word = game or game_meant(image, name, boards, pieces)
    played = game_named(word)
    own = None if pieces is None else pieces_for(pieces, played)
    sight = read_image(image, played, name=word, own_boards=tuple(boards), pieces=own)
    return findings_of(facts_of(image, sight), sight)


def findings_of(facts: PhotoFacts, sight: FrameReading) -> tuple[Finding, ...]:
    """Everything that was measured, in the order in which it is best mended."""
    width, height = sight.size_px
    size = Finding("picture", True, f"{width} × {height}, {sight.game.title}")
    return (
        size,
        *_codes(facts, sight),
        *_light(facts),
        *_sharpness(facts),
        *_glare(facts),
        *_view(facts, sight),
        *_reading(sight),
    )


def _codes(facts: PhotoFacts, sight: FrameReading) -> Iterator[Finding]:
    if facts.px_per_module is None or facts.px_per_module_smallest is None:
        yield Finding("codes", False, "none is seen", "bring the printed sheets into the picture, nearer and lit")
        return
    side = facts.px_per_module_smallest * sight.game.codes.modules
    message = (
        f"{facts.codes} seen; {facts.px_per_module:.1f} pixels a module in the middle of them, "
        f"{facts.px_per_module_smallest:.1f} in the smallest tenth (codes {side:.0f} pixels wide)"
    )
    nearer = LEAST_PX_PER_MODULE / facts.px_per_module_smallest
    mend = f"go nearer, to {100 / nearer:.0f} % of the distance, or take {nearer:.1f} times as many pixels across"
    yield Finding("codes", nearer <= 1.0, message, "" if nearer <= 1.0 else mend)


def _light(facts: PhotoFacts) -> Iterator[Finding]:
    if facts.paper_level is None or facts.contrast is None:
        return
    message = f"white paper at {facts.paper_level:.0f} of 255, black {facts.contrast:.0f} below it at the weakest"
    if facts.paper_level < LEAST_PAPER or facts.contrast < LEAST_CONTRAST:
        yield Finding("light", False, message, "more light, or a longer exposure")
    elif facts.blown[len(facts.blown) // 2][1] > BLOWN_EVERYWHERE:
        yield Finding("light", False, f"{message}; overexposed", "less light, or less exposure")
    else:
        yield Finding("light", True, message)


def _sharpness(facts: PhotoFacts) -> Iterator[Finding]:
    if facts.blur_px is None or facts.px_per_module_smallest is None:
        return
    most = MOST_BLUR_MODULES * facts.px_per_module_smallest
    message = f"edges are soft over {facts.blur_px:.1f} pixels; codes of this size bear {most:.1f}"
    mend = "hold the camera still, let it focus on the table, wipe the lens"
    yield Finding("sharpness", facts.blur_px <= most, message, "" if facts.blur_px <= most else mend)


def _glare(facts: PhotoFacts) -> Iterator[Finding]:
    places = [(where, share) for where, share in facts.blown if share > BLOWN_SHARE]
    if not places:
        yield Finding("glare", True, "no part of the picture is washed out")
    elif len(places) <= 5:
        named = ", ".join(f"{where} ({100 * share:.0f} % washed out)" for where, share in places[:3])
        mend = f"move the lamp, or shade it, so that it does not mirror itself at the {places[0][0]}"
        yield Finding("glare", False, named, mend)


def _view(facts: PhotoFacts, sight: FrameReading) -> Iterator[Finding]:
    from vision.advice import cut_off

    if facts.tilt_deg is not None:
        well = facts.tilt_deg <= MOST_TILT_DEG
        mend = "" if well else "hold the camera higher; tall pieces hide what stands behind them"
        yield Finding("tilt", well, f"{facts.tilt_deg:.0f}° from straight down", mend)
    cut = cut_off(sight)
    if cut:
        mend = "move the camera back, or towards that edge, until a hand's width of table shows round the city"
        yield Finding("edges", False, f"cut off: {', '.join(cut)}", mend)


def _reading(sight: FrameReading) -> Iterator[Finding]:
    from vision.advice import places_in_words, why_asked

    for problem in sight.reading.problems:
        yield Finding("reading", False, problem.message)
    if sight.reading.position is None:
        return
    sureness = list(sight.reading.confidence.values())
    told = sureness.count("certain") + sureness.count("likely")
    for reason, places in why_asked(sight).items():
        mend = next((mend for word, mend in MENDS.items() if word in reason), "")
        yield Finding("asked", False, f"{places_in_words(places)}: {reason}", mend)
    yield Finding("reading", True, f"{told} of {len(sureness)} places told, {sureness.count('ask')} asked about")
