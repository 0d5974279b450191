"""What to do when sheets were not printed at their size: one sentence for sheets, guide, docs and the reader."""

PRINT_ALIKE = "print all sheets at 100 % (“actual size”), never fitted to the page"
"""The mend, as the end of a sentence."""
RULER_DIFFERS = f"If the ruler is not 100 mm long, {PRINT_ALIKE}; sheets of two sizes must not be mixed."
"""What the sheets say beside their ruler."""


def of_another_size(neighbourhood: int | None, share: float) -> str:
    """What the reader says of a sheet that looks that share of the others' size."""
    return f"neighbourhood {neighbourhood} looks {100 * share:.0f} % of the others' size; {PRINT_ALIKE}"
