"""A shrunk picture is searched larger only where parts tell that a code of theirs was missed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletop.gamefile import load_game
from vision import ReaderSettings, load_grey
from vision.pixels import detection
from vision.pixels.codes import SeenCode
from vision.pixels.promised import promised

PHOTO = Path(__file__).parents[1] / "photos" / "big-city" / "hard-phone-55-dim-07.jpg"
"""Of 12 megapixels; its codes are small where it is shrunk."""
EVERY = 1000
"""More codes than it has."""


@pytest.mark.parametrize("lost", [0, 1, EVERY])
def test_a_shrunk_picture_is_searched_larger_where_a_code_was_missed(
    lost: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At one size where all codes of the neighbourhoods are found; at a second one where the first lost one, or all."""
    game, searched = load_game("big-city"), list[tuple[int, ...]]()
    original = detection.detect_codes
    ids = sorted(game.by_code)

    def watched(grey: Any, *words: Any, **options: Any) -> Any:
        corners, numbers, rejected = original(grey, *words, **options)
        searched.append(grey.shape)
        kinds = [game.by_code[ids[number]][0].kind for number in numbers]
        chosen = [index for index, kind in enumerate(kinds) if kind == "tile" or lost == EVERY]
        dropped = chosen[: lost * (len(searched) == 1)]
        kept = [index for index in range(len(numbers)) if index not in dropped]
        return corners[kept], [numbers[index] for index in kept], rejected

    monkeypatch.setattr(detection, "detect_codes", watched)
    codes = detection.find_codes(load_grey(PHOTO), game, detection.thoroughly(ReaderSettings()))
    assert (len(searched), len([code for code in codes if code.own])) == (1 + min(lost, 1), 61)


def test_a_part_tells_where_its_other_codes_lie() -> None:
    """The corners of a neighbourhood's code that is not seen, to a hundredth of a pixel in a picture taken aslant."""
    game = load_game("big-city")
    tile = game.of_kind("tile")[0]
    aslant = np.array([[2.0, 0.3, 500.0], [-0.2, 1.8, 400.0], [1e-4, 4e-4, 1.0]])

    def shown(corners_mm: Any) -> Any:
        lifted = np.column_stack([np.array(corners_mm), np.ones(4)]) @ aslant.T
        return lifted[:, :2] / lifted[:, 2:]

    seen = [SeenCode(code.id, shown(code.corners_mm), 1.0) for code in tile.codes[1:]]
    told = promised(seen, game, (1920, 1080))
    assert (told.known, told.ids) == (len(seen), (tile.codes[0].id,))
    assert np.abs(told.corners_px[0] - shown(tile.codes[0].corners_mm)).max() < 0.01
