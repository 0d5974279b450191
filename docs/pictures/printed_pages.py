"""Makes the pictures of printed pages in this folder: `python docs/pictures/printed_pages.py` (needs pypdfium2).

With `--every FOLDER` contact sheets of every page of every game in every style instead, at reading size.
"""

import argparse
from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from printables.art import draw_part
from printables.book import PrintSettings, print_game
from printables.choice import STYLES
from printables.fonts import REGULAR, SEMIBOLD, register_fonts
from printables.looks import WHITE, Looks
from printables.ownfiles import game_to_print
from printables.pen import POINTS_PER_MM, Pen
from tabletop.commandcards import CARDS
from tabletop.gamefile import load_game, shipped_games
from tabletop.shipped import TRIAL

HERE = Path(__file__).parent
CONTACT_SHEETS = {
    "big-city": (PrintSettings(), PrintSettings(parts=("houses",))),
    "my-city-chess": (PrintSettings(paper="a3", players=2),),
    "my-city": (PrintSettings(paper="a3", players=2),),
    "small-city": (PrintSettings(paper="a3", players=2),),
}
LIGHT = {
    "big-city": PrintSettings(style="light"),
    "my-city": PrintSettings(style="light", players=2, options=(("game", "eternal"),)),
}
OWN = {
    "lighthouses": ("examples/lighthouses.toml", PrintSettings(paper="a3", parts=("boards", "tiles"))),
    "meadow": ("examples/meadow.toml", PrintSettings(paper="a3", parts=("boards", "tiles"))),
}
GROUND = (110, 112, 116)


def contact_sheet(
    game: str, settings: tuple[PrintSettings, ...], *, width_px: int = 1400, columns: int = 8
) -> Image.Image:
    """All pages of a game, small, side by side."""
    room = width_px // columns
    pages = []
    for one in settings:
        for name, content in print_game(game_to_print(game), one).items():
            if name.endswith(".pdf"):
                for page in pypdfium2.PdfDocument(content):
                    scale = (room - 12) / max(page.get_width(), page.get_height() / 1.42)
                    pages.append(page.render(scale=scale).to_pil().convert("RGB"))
    height = int(room * 1.42)
    rows = -(-len(pages) // columns)
    sheet = Image.new("RGB", (width_px, rows * height + 6), GROUND)
    for index, page in enumerate(pages):
        row, column = divmod(index, columns)
        x, y = column * room + (room - page.width) // 2, row * height + 6 + (height - 6 - page.height) // 2
        sheet.paste(page, (x, y))
    return sheet


def measures() -> Image.Image:
    """A corner of neighbourhood 1 with the measures written in."""
    register_fonts()
    game = load_game("big-city")
    looks = Looks(game.palette)
    width, height = 172.0, 124.0
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(width * POINTS_PER_MM, height * POINTS_PER_MM), invariant=1)
    pen = Pen(canvas, height)
    pen.box(0, 0, width, height, fill=WHITE)
    part, grid, art = game.by_id["tile-1"], game.grid, game.sections.art
    left, top = 14.0, 14.0
    window = ((left, top), (left + 104, top), (left + 104, top + 104), (left, top + 104))
    with pen.clipped(window), pen.at(left + part.size_mm[0] / 2, top + part.size_mm[1] / 2):
        draw_part(pen, part, game, looks)
    ink = (200, 30, 30)

    def span(a: tuple[float, float], b: tuple[float, float], text: str, *, above: bool = True) -> None:
        pen.line(a, b, ink, 0.3)
        across = (0.0, 1.2) if a[1] == b[1] else (1.2, 0.0)
        for x, y in (a, b):
            pen.line((x - across[0], y - across[1]), (x + across[0], y + across[1]), ink, 0.3)
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        if a[1] == b[1]:
            pen.text(x, y - 1.0 if above else y + 3.4, text, size_mm=3.4, colour=ink, face=SEMIBOLD, align="centre")
        else:
            pen.text(x + 1.4, y + 1.1, text, size_mm=3.4, colour=ink, face=SEMIBOLD)

    half = grid.street_mm / 2
    lot, pitch = grid.lot_mm, grid.pitch_mm
    span((left + half, 10.5), (left + half + lot, 10.5), f"lot {lot:g}")
    span((left + half + lot, 10.5), (left + half + lot + grid.street_mm, 10.5), f"street {grid.street_mm:g}")
    span((left + pitch / 2, 4.6), (left + 1.5 * pitch, 4.6), f"pitch {pitch:g}")
    right = left + 106
    code = game.codes.side_mm
    span((right, top + pitch - code / 2), (right, top + pitch + code / 2), f"code {code:g}")
    span((right, top + half), (right, top + half + lot), f"lot {lot:g}")
    ring = art.ring_outer_radius_mm
    span(
        (right, top + 1.5 * pitch - ring),
        (right, top + 1.5 * pitch + ring),
        f"ring {2 * ring:g}, disc {2 * art.disc_radius_mm:g}",
    )
    rail_y = top + art.rail_offset_mm
    span((right, top), (right, rail_y), f"rail's middle {art.rail_offset_mm:g} from the edge")
    pen.text(
        left,
        top + 108.5,
        "Millimetres; a corner of neighbourhood 1 as printed.",
        size_mm=3.4,
        colour=looks.ink,
        face=REGULAR,
    )
    canvas.showPage()
    canvas.save()
    picture: Image.Image = pypdfium2.PdfDocument(buffer.getvalue())[0].render(scale=2.2).to_pil().convert("RGB")
    return picture


EVERY_PX, EVERY_COLUMNS = 3200, 5
"""Width of a contact sheet to look through, and pages side by side: letters of 8 pt are 8 pixels high."""


def every_page(folder: Path) -> None:
    """A contact sheet of each game in each style, of labels and boxes too."""
    folder.mkdir(parents=True, exist_ok=True)
    ways = {style: PrintSettings(style=style, players=2) for style in STYLES}
    ways["more"] = PrintSettings(parts=("labels", "box"))
    for game in shipped_games():
        for name, settings in ways.items():
            sheet = contact_sheet(game, (settings,), width_px=EVERY_PX, columns=EVERY_COLUMNS)
            sheet.save(folder / f"{game}-{name}.png")
            print(folder / f"{game}-{name}.png", flush=True)
    contact_sheet(CARDS, (PrintSettings(),), width_px=EVERY_PX // 2, columns=1).save(folder / f"{CARDS}.png")


def main() -> None:
    """Write all pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=Path, metavar="FOLDER", help="every page of every game, to look through")
    arguments = parser.parse_args()
    if arguments.every:
        every_page(arguments.every)
        return
    measures().save(HERE / "big-city-measures.png", optimize=True)
    for game, settings in CONTACT_SHEETS.items():
        sheet = contact_sheet(game, settings)
        sheet.quantize(200, dither=Image.Dither.NONE).save(HERE / f"printed-{game}.png", optimize=True)
    for game, one in LIGHT.items():
        sheet = contact_sheet(game, (one,))
        sheet.quantize(200, dither=Image.Dither.NONE).save(HERE / f"printed-{game}-light.png", optimize=True)
    cards = contact_sheet(CARDS, (PrintSettings(),), width_px=700, columns=1)
    cards.quantize(200, dither=Image.Dither.NONE).save(HERE / f"printed-{CARDS}.png", optimize=True)
    trial = contact_sheet(TRIAL, (PrintSettings(),), width_px=800, columns=1)
    trial.quantize(200, dither=Image.Dither.NONE).save(HERE / f"printed-{TRIAL}.png", optimize=True)
    for name, (path, one) in OWN.items():
        sheet = contact_sheet(str(HERE.parents[1] / path), (one,), width_px=1000, columns=2)
        sheet.quantize(200, dither=Image.Dither.NONE).save(HERE / f"printed-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
