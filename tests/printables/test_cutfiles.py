"""Cut files hold the parts' outlines, closed, at 1:1, each once."""

import json
import re
from xml.etree import ElementTree

import ezdxf
from ezdxf import recover

from printables.book import PrintSettings, print_game
from tabletop.gamefile import load_game

SVG = "{http://www.w3.org/2000/svg}"


def _outlines(files: dict[str, bytes]) -> list[list[list[float]]]:
    manifest = json.loads(files["parts.json"])
    return [place["outline_mm"] for part in manifest["parts"] for place in (part, *part.get("copies", ()))]


def test_svg_paths_are_the_manifests_outlines() -> None:
    """Millimetres on a page of the paper's size; every outline once, closed, none doubled."""
    files = print_game(load_game("big-city"), PrintSettings(parts=("tiles", "pieces"), style="fine", cut="svg"))
    found = []
    for name in (name for name in files if name.endswith(".svg")):
        root = ElementTree.fromstring(files[name])
        wide, high = sorted((210, 297), reverse=root.get("width") == "297mm")
        assert (root.get("width"), root.get("height")) == (f"{wide}mm", f"{high}mm")
        assert root.get("viewBox") == f"0 0 {wide} {high}"
        for path in root.findall(f"{SVG}g[@id='cut']/{SVG}path"):
            data = path.get("d") or ""
            assert data.endswith("Z")
            numbers = [float(number) for number in re.findall(r"-?[\d.]+", data)]
            found.append((name, [[x, y] for x, y in zip(numbers[::2], numbers[1::2], strict=True)]))
        assert len(root.findall(f"{SVG}g[@id='registration']/{SVG}circle")) == 4
    expected = sorted(_outlines(files))
    assert sorted(outline for _, outline in found) == expected
    assert len({(name, str(outline)) for name, outline in found}) == len(found)


def test_dxf_polylines_are_closed_and_have_the_outlines_sizes(tmp_path: object) -> None:
    """ezdxf's audit finds nothing; each polyline is closed and as wide and high as its part."""
    from io import BytesIO

    files = print_game(load_game("big-city"), PrintSettings(parts=("rockwell", "puck"), style="fine", cut="dxf"))
    sizes = []
    for name in (name for name in files if name.endswith(".dxf")):
        document, auditor = recover.read(BytesIO(files[name]))
        assert not auditor.has_errors
        assert document.units == ezdxf.units.MM
        for line in document.modelspace().query("LWPOLYLINE[layer=='CUT']"):
            assert line.closed
            xs, ys = zip(*((x, y) for x, y, *_ in line.get_points()), strict=True)
            sizes.append((round(max(xs) - min(xs), 3), round(max(ys) - min(ys), 3)))
    game = load_game("big-city")
    assert sorted(sizes) == sorted(
        tuple(round(side, 3) for side in game.by_id[part].size_mm) for part in ("rockwell", "puck")
    )


def test_dxf_files_are_the_same_on_every_run() -> None:
    """No time stamp or random handle gets in."""
    settings = PrintSettings(parts=("puck",), cut="dxf")
    assert print_game(load_game("big-city"), settings) == print_game(load_game("big-city"), settings)
