"""Papers and the frame of every sheet: margins, title line, ruler."""

from dataclasses import dataclass

from tabletop.errors import UsageError

MARGIN_MM = 5.0
"""Nothing is printed nearer to the page's edge: what home printers reach."""
HEADER_MM = 4.5
"""Height of the title line below the upper margin."""
FOOTER_MM = 9.0
"""Height of the ruler above the lower margin."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper as it lies in the PDF, portrait unless turned."""

    name: str
    title: str
    width_mm: float
    height_mm: float

    @property
    def turned(self) -> "Paper":
        """The same paper, landscape for portrait and back."""
        return Paper(self.name, self.title, self.height_mm, self.width_mm)

    @property
    def area_mm(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of where parts and their bleed may lie."""
        return (MARGIN_MM, MARGIN_MM + HEADER_MM, self.width_mm - MARGIN_MM, self.height_mm - MARGIN_MM - FOOTER_MM)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", "A4", 210.0, 297.0),
        Paper("letter", "Letter", 215.9, 279.4),
        Paper("a3", "A3", 297.0, 420.0),
    )
}


def paper_named(name: str) -> Paper:
    """The paper of that name; UsageError with the names there are."""
    try:
        return PAPERS[name.lower()]
    except KeyError as error:
        raise UsageError(f"there is no paper '{name}'; use {', '.join(PAPERS)}") from error
