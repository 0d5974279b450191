"""How far outside the true ones the sides of codes are put, by the camera's tone curve.

    python benchmarks/tone_curves.py

Sheets of 36 codes through a lens (`measuring/code_sheets.py`). `2.2`: with that exponent for every camera. `told`: with
the exponent that the codes' own modules tell, as the reader has it.
"""

from dataclasses import replace

import numpy as np
from measuring.code_sheets import TONE_CURVES, SheetCamera, game_of_codes, outward_px, sheet_of_codes

from vision.pixels.codes import corners_of
from vision.pixels.detection import exponent_seen, find_codes
from vision.pixels.edges import refine_corners
from vision.settings import ReaderSettings

DICTIONARY = "DICT_5X5_1000"
COUNT = 36
LENSES = (SheetCamera(2.4, 0.6), SheetCamera(3.0, 0.8), SheetCamera(4.0, 0.8), SheetCamera(6.0, 1.0))
SHARPENED = (0.0, 0.6)


def main() -> None:
    """Print a table: pixels outwards."""
    settings, game = ReaderSettings(), game_of_codes(DICTIONARY, range(COUNT))
    print(
        "| pixels a module | blur, px | sharpened | curve | exponent told | 2.2 | told |\n|---|---|---|---|---|---|---|"
    )
    for lens in LENSES:
        for sharpen in SHARPENED:
            for curve in TONE_CURVES:
                seen_by = replace(lens, curve=curve, sharpen=sharpen)
                grey, true = sheet_of_codes(DICTIONARY, range(COUNT), seen_by, np.random.default_rng(1))
                codes = [code for code in find_codes(grey, game, settings) if code.own]
                corners, right = corners_of(codes), true[[code.id for code in codes]]
                usual = refine_corners(grey, corners, game.codes.modules, settings.edges)[0]
                print(
                    f"| {lens.module_px:g} | {lens.blur_px:g} | {sharpen:g} | {curve} "
                    f"| {exponent_seen(grey, codes, game, settings):.2f} "
                    f"| {outward_px(usual, right):+.2f} | {outward_px(corners, right):+.2f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
