"""Pages as a user meets them: rasterised at 250 dpi, measured, and opened in other programs."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest

from printables import backs, book, guillotine, sheets
from printables.book import PrintSettings, print_game
from tabletop.gamefile import load_game, parse_game
from tabletop.shipped import game_folders

DPI = 250
Grey = npt.NDArray[np.uint8]


@lru_cache(maxsize=8)
def printed(game: str, settings: PrintSettings) -> Mapping[str, bytes]:
    """The files of a game."""
    return print_game(load_game(game), settings)


def parts_of(files: Mapping[str, bytes]) -> dict[str, Any]:
    """The manifest of printed files."""
    manifest: dict[str, Any] = json.loads(files["parts.json"])
    return manifest


def page_picture(pdf: bytes, page: int, dpi: int = DPI) -> Grey:
    """A page (from 1) as a grey picture."""
    document = pypdfium2.PdfDocument(pdf)
    bitmap = document[page - 1].render(scale=dpi / 72, grayscale=True)
    picture = np.array(bitmap.to_numpy(), dtype=np.uint8)
    document.close()
    return picture.reshape(picture.shape[:2])


def codes_on(picture: Grey, dpi: int = DPI) -> list[tuple[int, npt.NDArray[np.float64]]]:
    """Codes found by OpenCV's plain detector with the whole dictionary: id and corners in page mm."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(picture)
    if ids is None:
        return []
    return [(int(i), (c[0] + 0.5) * 25.4 / dpi) for i, c in zip(ids.ravel(), corners, strict=True)]


def markers_by_page(manifest: dict[str, Any]) -> dict[tuple[str, int], list[tuple[int, npt.NDArray[np.float64]]]]:
    """(pdf, page) -> every code that the manifest says is printed there."""
    pages: dict[tuple[str, int], list[tuple[int, npt.NDArray[np.float64]]]] = {}
    for part in manifest["parts"]:
        tiled = "sheets" in part and "form" not in part
        for place in part["sheets"] if tiled else [part, *part.get("copies", ())]:
            found = pages.setdefault((place["pdf"], place["page"]), [])
            found += [(marker["id"], np.array(marker["corners_mm"])) for marker in place["markers"]]
    return pages


@pytest.fixture(scope="session")
def big_city() -> Mapping[str, bytes]:
    """All of Big City on A4."""
    return printed("big-city", PrintSettings())


PDFS = ("guide", "tiles", "pieces", "mats", "cards", "aids")
EVERY_SETTING = (
    ("big-city", PrintSettings()),
    pytest.param("big-city", PrintSettings(paper="letter", parts=("tiles", "mats")), marks=pytest.mark.soak),
    pytest.param(
        "big-city", PrintSettings(ink_saver=True, parts=("tiles", "mats", "residence-2")), marks=pytest.mark.soak
    ),
    pytest.param("big-city", PrintSettings(paper="a3", parts=("tiles",)), marks=pytest.mark.soak),
    ("big-city", PrintSettings(parts=("houses",))),
    ("big-city", PrintSettings(style="light")),
    ("big-city", PrintSettings(style="light", ink_saver=True, paper="letter", players=2)),
    pytest.param(
        "my-city", PrintSettings(style="light", players=2, options=(("game", "eternal"),)), marks=pytest.mark.soak
    ),
    ("my-city-chess", PrintSettings(style="light", players=2, options=(("map", "square-8"),))),
    (
        "small-city",
        PrintSettings(style="light", paper="a3", players=1, parts=("residential-3", "factory-1", "citizen")),
    ),
    ("my-city-chess", PrintSettings(paper="a4", parts=("square-8", "hex-8", "corner", "landmark"))),
    pytest.param("my-city-chess", PrintSettings(paper="a3", parts=("red-park-1", "square-8")), marks=pytest.mark.soak),
    ("my-city", PrintSettings(paper="a3", players=2, parts=("eternal-1", "yellow-7", "blue-5", "card-blocking"))),
    ("small-city", PrintSettings(paper="a3", players=1, parts=("boards", "residential-5", "citizen"))),
    *(
        pytest.param(game, PrintSettings(paper=paper), marks=pytest.mark.soak)
        for game in ("big-city", "my-city", "my-city-chess", "small-city")
        for paper in ("a4", "letter", "a3")
    ),
    *(
        pytest.param(game, PrintSettings(paper=paper, style=style), marks=pytest.mark.soak)
        for game in ("big-city", "my-city", "my-city-chess", "small-city")
        for paper in ("a4", "letter")
        for style in ("light", "fine")
    ),
)


@pytest.mark.parametrize(("game", "settings"), EVERY_SETTING, ids=lambda value: getattr(value, "paper", value))
def test_every_code_of_the_manifest_is_found_in_its_place_and_no_other(game: str, settings: PrintSettings) -> None:
    """The plain detector with all 1000 codes finds on each page what parts.json says, within 0.1 mm, nothing else."""
    files = printed(game, settings)
    for (pdf, page), markers in markers_by_page(parts_of(files)).items():
        found = codes_on(page_picture(files[pdf], page))
        assert sorted(id_ for id_, _ in found) == sorted(id_ for id_, _ in markers), (pdf, page)
        for id_, corners in markers:
            nearest = min(np.abs(other - corners).max() for other_id, other in found if other_id == id_)
            assert nearest <= 0.1, (pdf, page, id_)


def test_pages_without_codes_show_none(big_city: Mapping[str, bytes]) -> None:
    """The guide, the aids and the backs of cards hold nothing that a detector takes for a code."""
    aids = print_game(load_game("big-city"), PrintSettings(parts=("aids",)))["big-city-aids-a4.pdf"]
    for pdf in (big_city["big-city-guide-a4.pdf"], aids):
        assert codes_on(page_picture(pdf, 1)) == []
    assert codes_on(page_picture(big_city["big-city-cards-a4.pdf"], 2)) == []


@pytest.mark.parametrize("name", PDFS)
def test_nothing_lies_within_5_mm_of_the_pages_edge(big_city: Mapping[str, bytes], name: str) -> None:
    """The outermost 5 mm of every page are white."""
    pdf = big_city[f"big-city-{name}-a4.pdf"]
    for page in range(1, len(pypdfium2.PdfDocument(pdf)) + 1):
        picture = page_picture(pdf, page, dpi=150)
        rim = int(4.95 / 25.4 * 150)
        middle = picture[rim:-rim, rim:-rim]
        assert picture.astype(int).sum() - middle.astype(int).sum() == 255 * (picture.size - middle.size), page


def test_nothing_of_a_light_sheet_lies_within_5_mm_of_its_edge() -> None:
    """The marks of cuts across the sheet stay inside the margin too."""
    pdf = printed("big-city", PrintSettings(style="light"))["big-city-light-a4.pdf"]
    for page in range(1, len(pypdfium2.PdfDocument(pdf)) + 1):
        picture = page_picture(pdf, page, dpi=150)
        rim = int(4.95 / 25.4 * 150)
        assert picture.astype(int).sum() - picture[rim:-rim, rim:-rim].astype(int).sum() == 255 * (
            picture.size - picture[rim:-rim, rim:-rim].size
        ), page


def test_the_ruler_is_100_mm_long(big_city: Mapping[str, bytes]) -> None:
    """From the first to the last centimetre line of the ruler there are 100 mm within 0.1."""
    picture = page_picture(big_city["big-city-tiles-a4.pdf"], 1, dpi=600)
    row = picture[int((297 - 5 - 10.5 + 2.0 + 2.3) / 25.4 * 600)]
    dark = np.flatnonzero(row < 140) * 25.4 / 600
    lines = dark[(dark > 10.5) & (dark < 113)]
    assert lines[-1] - lines[0] - 0.2 == pytest.approx(100.0, abs=0.1)  # 0.2 is the lines' own width


@pytest.mark.parametrize("name", PDFS)
def test_fonts_are_embedded_and_nothing_else_is_named(big_city: Mapping[str, bytes], name: str) -> None:
    """Every font of the file is a subset of Source Sans Pro with its font program."""
    pdf = big_city[f"big-city-{name}-a4.pdf"]
    fonts = set(re.findall(rb"/BaseFont\s*/(\S+)", pdf))
    assert fonts
    assert all(b"+SourceSansPro" in font for font in fonts)
    assert len(re.findall(rb"/FontFile2", pdf)) >= len(fonts)


@pytest.mark.parametrize("name", PDFS)
def test_files_are_pdf_1_7_that_ask_for_no_scaling_and_carry_a_title(big_city: Mapping[str, bytes], name: str) -> None:
    """Version, PrintScaling, title and bookmarks are set."""
    pdf = big_city[f"big-city-{name}-a4.pdf"]
    assert pdf.startswith(b"%PDF-1.7")
    assert re.search(rb"/PrintScaling\s*/None", pdf)
    document = pypdfium2.PdfDocument(pdf)
    assert document.get_metadata_value("Title").startswith("Big City: ")
    assert len(list(document.get_toc())) == len(document)


def test_qpdf_finds_nothing_wrong(big_city: Mapping[str, bytes], tmp_path: Path) -> None:
    """`qpdf --check` is clean for every file."""
    if shutil.which("qpdf") is None:
        pytest.skip("qpdf is not installed (package qpdf)")
    for name, content in big_city.items():
        if name.endswith(".pdf"):
            (tmp_path / name).write_bytes(content)
            done = subprocess.run(
                ["qpdf", "--check", str(tmp_path / name)], capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stdout + done.stderr


def test_printing_again_gives_the_same_bytes(big_city: Mapping[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """All files of a second run equal those of the first; what the tests keep laid out and drawn is no help."""
    for module in (book, backs):
        monkeypatch.setattr(module, "pack_with_few_cuts", guillotine.pack_with_few_cuts)
    monkeypatch.setattr(book, "render", sheets.render)
    assert print_game(load_game("big-city"), PrintSettings()) == big_city


def test_all_of_big_city_is_under_2_mb(big_city: Mapping[str, bytes]) -> None:
    """The PDFs together stay below 2 MB."""
    assert sum(len(content) for name, content in big_city.items() if name.endswith(".pdf")) < 2_000_000


def test_names_with_accents_and_cyrillic_can_be_copied_out(tmp_path: Path) -> None:
    """Łódź, Žižkov and Чайка survive printing and text extraction."""

    text = (game_folders()["big-city"] / "game.toml").read_text(encoding="utf-8")
    for old, new in (("Shopping Center", "Łódź"), ("Lincoln Park", "Žižkov"), ("Central Park", "Чайка")):
        text = text.replace(f'title = "{old}"', f'title = "{new}"')
    files = print_game(parse_game(text), PrintSettings(parts=("shopping-center", "lincoln-park", "central-park")))
    page = pypdfium2.PdfDocument(files["big-city-pieces-a4.pdf"])[0].get_textpage().get_text_range()
    assert "Łódź" in page
    assert "Žižkov" in page
    assert "Чайка" in page


def test_numbers_stand_inside_their_circle(big_city: Mapping[str, bytes]) -> None:
    """Between the number's circle and the ring the disc stays free, so that a reader may measure it."""
    game = load_game("big-city")
    part = parts_of(big_city)["parts"][0]
    picture = page_picture(big_city[part["pdf"]], part["page"])
    left, top = part["outline_mm"][0]
    width, height = game.by_id["tile-1"].size_mm
    around = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    for x, y in game.by_id["tile-1"].cell_centres_mm:
        middle = np.array([left + width / 2 + x, top + height / 2 + y])
        for radius, dark in ((5.3, False), (7.2, True), (9.0, False)):
            places = (middle + radius * np.stack([np.cos(around), np.sin(around)], axis=1)) / 25.4 * DPI
            values = picture[places[:, 1].astype(int), places[:, 0].astype(int)]
            assert (values < 90).all() if dark else (values > 150).all(), (x, y, radius)


@pytest.mark.parametrize("ink_saver", [False, True])
def test_colour_references_are_printed_in_the_palettes_colours(ink_saver: bool) -> None:
    """In the middle of every reference of every tile the page has exactly the palette's sRGB, in the ink-saver too."""
    game = load_game("big-city")
    files = printed("big-city", PrintSettings(ink_saver=ink_saver, parts=("tiles", "mats")))
    for entry in (entry for entry in parts_of(files)["parts"] if entry["kind"] == "tile"):
        page = pypdfium2.PdfDocument(files[entry["pdf"]])[entry["page"] - 1]
        picture = np.array(page.render(scale=2).to_numpy())[:, :, ::-1]
        part = game.by_id[entry["id"]]
        middle = np.mean(entry["outline_mm"], axis=0)
        for patch in part.patches:
            x, y = ((middle + patch.centre_mm) * 144 / 25.4).astype(int)
            seen, meant = picture[y, x, -3:].astype(int), game.palette[patch.colour]
            assert np.abs(seen - meant).max() <= 1, (entry["id"], patch)
