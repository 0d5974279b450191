"""A drawing or picture of people's own under a board's cells."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image

from live.main import main
from printables.art.board import OVER_PICTURE
from printables.background import load_picture
from printables.book import PrintSettings, print_game
from tabletop.gamefile import load_game
from vision.settings.boards import BoardSettings

MEADOW = Path(__file__).parents[2] / "examples" / "meadow.toml"
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="30cm" height="30cm" viewBox="0 0 300 300">'
    '<rect width="300" height="300" fill="#c03060"/>'
    '<g transform="translate(0 150)"><path d="M0 0h300v150h-300z" fill="rgb(40,90,200)"/></g></svg>'
)
UPPER, LOWER = (192, 48, 96), (40, 90, 200)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Meadow with a background that is red above the middle and blue below."""
    (tmp_path / "map.svg").write_text(DRAWING, encoding="utf-8")
    picture = Image.new("RGB", (400, 300), LOWER)
    picture.paste(UPPER, (0, 0, 400, 150))
    picture.save(tmp_path / "map.png")
    return with_background(tmp_path, "map.svg")


def with_background(folder: Path, name: str) -> Path:
    """Meadow with that background."""
    text = MEADOW.read_text(encoding="utf-8")
    path = folder / "own.toml"
    path.write_text(text.replace("[grid]", f'[board]\nbackground = "{name}"\n\n[grid]', 1), encoding="utf-8")
    load_game.cache_clear()
    return path


def pages(path: Path, paper: str) -> list[np.ndarray]:
    """The board's sheets, 4 pixels a millimetre."""
    files = print_game(
        load_game(str(path)), PrintSettings(parts=("board",), paper=paper, style="fine", folder=path.parent)
    )
    return [np.array(page.render(scale=4 * 25.4 / 72).to_numpy()[:, :, 2::-1])
            for name, content in files.items() if name.endswith(".pdf")
            for page in pdfium.PdfDocument(content)]  # fmt: skip


@pytest.mark.parametrize("name", ["map.svg", "map.png"])
def test_it_fills_the_board_and_its_bleed(game: Path, name: str) -> None:
    """On A3 the upper half's rim is red and the lower half's blue, out to the end of the bleed."""
    (page,) = pages(with_background(game.parent, name), "a3")
    inked = np.argwhere(
        (np.abs(page.astype(int) - LOWER).max(axis=2) < 12) | (np.abs(page - np.array(UPPER)).max(axis=2) < 12)
    )
    (top, left), (bottom, right) = inked.min(axis=0), inked.max(axis=0)
    board = load_game(str(game)).of_kind("board")[0]
    wide, high = ((side + 6.0) * 4 for side in board.size_mm)
    assert right - left == pytest.approx(wide, abs=3)
    assert bottom - top == pytest.approx(high, abs=3)
    assert np.abs(page[top + 4, left + 4] - np.array(UPPER)).max() < 12
    assert np.abs(page[bottom - 4, right - 4] - np.array(LOWER)).max() < 12


def test_it_goes_on_over_the_joint_of_two_sheets(game: Path) -> None:
    """On A4 the first sheet ends and the second begins in the same colour."""
    first, second = pages(game, "a4")
    assert (np.abs(first - np.array(UPPER)).max(axis=2) < 12).sum() > 2000
    assert (np.abs(second - np.array(LOWER)).max(axis=2) < 12).sum() > 2000


def test_cells_keep_the_ground_that_the_reader_looks_at() -> None:
    """What lies over the picture is larger than what is measured of a cell."""
    assert BoardSettings().cell_share + 0.04 < OVER_PICTURE


def test_printing_twice_gives_the_same_bytes(game: Path) -> None:
    """Pictures are packed the same way each time."""
    path = with_background(game.parent, "map.png")
    settings = PrintSettings(parts=("board",), folder=path.parent)
    assert print_game(load_game(str(path)), settings) == print_game(load_game(str(path)), settings)


@pytest.mark.parametrize("size", [(8000, 7490), (7490, 8000), (3, 2000), (200, 200)])
def test_pictures_of_any_proportions_are_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    """Also where its middle begins by rounding a hair before the picture."""
    Image.new("L", size).save(tmp_path / "wide.png")
    assert load_picture(tmp_path / "wide.png", (200.0, 200.0), pale=False).startswith(b"\xff\xd8")


def layered(layers: int) -> bytes:
    """A progressive JPEG whose last layer comes again and again."""
    made = BytesIO()
    Image.new("RGB", (64, 64)).save(made, "JPEG", progressive=True)
    data = made.getvalue()
    return data[:-2] + layers * data[data.rindex(b"\xff\xda") : -2] + data[-2:]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("layers.jpg", layered(600), "too many layers"),
        ("gone.svg", None, "cannot be read"),
        ("gone.png", None, "cannot be read"),
        ("text.png", b"no picture", "save it as PNG"),
        ("map.tiff", b"II*", "neither SVG nor PNG nor JPEG"),
        ("cut.svg", b"<svg", "no SVG file"),
        ("empty.svg", b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', "no filled shape"),
        ("boxless.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>', "view box"),
    ],
)
def test_what_is_no_picture_is_told(
    tmp_path: Path, name: str, content: bytes | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence and exit code 4."""
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert main(["print", str(with_background(tmp_path, name)), "--out", str(tmp_path / "out")]) == 4
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
