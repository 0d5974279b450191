"""A board entered over a photograph of it, in a real browser: corners, guesses put right, the file."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from browsing import CHROMIUM, Browser, tab_at
from pseudo import plain_on
from thinned import thinned

from live.entering.application import make_application
from live.entering.desk import BoardDesk, EntryRefused
from live.page.hosting import hosted
from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.boardfile import Board
from tabletop.boards import load_board
from tabletop.boardwriting import written
from tabletop.gamefile import load_game
from tabletop.notation import read_position
from tabletop.plans import game_on_table, plan_of
from tabletop.sections import CodesSection
from tabletop.translation import PSEUDO

if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

ROOT = Path(__file__).parents[3]
PHOTO_PX = (2016, 1512)
"""A phone's photograph at a quarter of its size: each cell is still a hundred pixels wide."""
LOOKS, LOOK_MS = 200, 50
"""The page writes its draft a moment after a tap."""
MOST_TAPS = 40
"""Of a person who enters a whole board: at three seconds a tap two minutes."""
MOST_TAPS_UNGUESSED = 100
"""Of a person for whom nothing is guessed: at three seconds a tap the five minutes that are allowed."""


@dataclass
class Table:
    """A photograph of a board, and where the cells' outer corners lie in it."""

    image: np.ndarray
    corners: list[tuple[float, float]]
    board: Board

    @property
    def corners_as_lists(self) -> list[list[float]]:
        """As JSON has them."""
        return [list(corner) for corner in self.corners]


@pytest.fixture(scope="module")
def table() -> Table:
    """The virtual camera's picture of our Eternal side, from a phone."""
    position = read_position('game = "my-city"\n[[boards]]\nplayer = "Ann"\nboard = "eternal"\n')
    game, board = game_on_table(position, load_game("my-city")), load_board("eternal")
    plan = plan_of(position, game)
    photo = shoot(plan, PartsBox(game, None), Shot("phone-30", "window", seed=3, size_px=PHOTO_PX))
    sheet = game.by_id[plan.parts[0].part]
    lies = cv2.getPerspectiveTransform(
        np.array(sheet.outline_mm, np.float32), photo.truth.parts[0].outline_px.astype(np.float32)
    )
    half = board.pitch_mm / 2
    corners = []
    for cell, x_off, y_off in (((0, 0), -1, -1), ((0, 10), 1, -1), ((10, 10), 1, 1), ((10, 0), -1, 1)):
        x, y = board.cell_centre_mm(cell)
        point = np.array([[[x + x_off * half, y + y_off * half]]], np.float32)
        corners.append(tuple(map(float, cv2.perspectiveTransform(point, lies)[0, 0])))
    return Table(photo.image, corners, board)


@pytest.fixture
def desk(table: Table, tmp_path: Path) -> BoardDesk:
    """The board to be entered."""
    return BoardDesk("lagoon", tmp_path / "lagoon.toml", table.image)


@pytest.fixture
def page(browser: Browser, desk: BoardDesk) -> Iterator["Page"]:
    """The page in which it is entered."""
    size = {"width": 1000, "height": 900}
    with (
        hosted(lambda address: make_application(desk, address), host=None, port=None) as address,
        tab_at(browser, address.here, viewport=size) as opened,
    ):
        opened.goto("/")
        opened.wait_for_selector("#hint:has-text('upper left')")
        yield opened


def tap_corners(page: "Page", desk: BoardDesk, corners: list[tuple[float, float]]) -> None:
    """Tap the photograph where some points of it lie."""
    box = page.locator("#photo").bounding_box()
    assert box is not None
    scale = box["width"] / (desk.image.shape[1] * desk.shown_scale)
    for x, y in corners:
        at = (x * desk.shown_scale * scale, y * desk.shown_scale * scale)
        page.locator("#photo").click(position={"x": at[0], "y": at[1]})


def fitted(page: "Page", desk: BoardDesk, table: Table) -> None:
    """The grid lies on the cells."""
    tap_corners(page, desk, table.corners)
    page.wait_for_selector("#cell-K11")


def kept(page: "Page", desk: BoardDesk, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The draft on the disk once it is like that."""
    for _ in range(LOOKS):
        draft = desk.draft()
        if draft is not None and fits(draft):
            return draft
        page.wait_for_timeout(LOOK_MS)
    raise AssertionError(f"the draft did not come to be so: {desk.draft()}")


TAP = """(taps) => taps.forEach(([cell, right, down]) => {
  const node = document.getElementById(`cell-${cell}`);
  const box = node.getBoundingClientRect();
  const at = { clientX: box.left + right * box.width, clientY: box.top + down * box.height };
  node.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, ...at }));
})"""
"""Many taps at once, each a share of the cell to the right and down: finding where one may tap takes a browser long."""
MIDDLE = (0.5, 0.5)


def put_right(page: "Page", desk: BoardDesk, board: Board) -> None:
    """Choose and tap as a person does: each ground once, then its cells."""
    draft = kept(page, desk, lambda draft: bool(draft["terrain"]))
    wrong: dict[str, list[str]] = {}
    for (row, column), ground in board.terrain.items():
        if draft["terrain"][row][column] != ground:
            wrong.setdefault(ground, []).append(board.cell_name((row, column)))
    for ground, cells in wrong.items():
        page.click(f"#tool-{ground}")
        page.evaluate(TAP, [(cell, *MIDDLE) for cell in cells])
    page.click("#right")


def test_a_whole_board_in_few_taps(page: "Page", desk: BoardDesk, table: Table):
    """Four corners, what was guessed wrongly, saved: the file is the board, terrain and river, in at most 40 taps."""
    fitted(page, desk, table)
    put_right(page, desk, table.board)
    page.click("#save")
    page.wait_for_selector("#hint:has-text('saved in')")
    entered = load_board(str(desk.path))
    assert (entered.terrain, entered.river) == (table.board.terrain, table.board.river)
    assert int(page.inner_text("#taps")) <= MOST_TAPS
    assert desk.done.is_set()
    assert not desk.draft_path.exists()


def tap_river(page: "Page", board: Board) -> None:
    """Tap every side along which the river flows, in the cell above it or left of it."""
    page.click("#tool-river")
    taps = []
    for edge in sorted(map(sorted, board.river)):
        (row, column), (row2, _) = edge
        taps.append((board.cell_name((row, column)), *((0.96, 0.5) if row == row2 else (0.5, 0.96))))
    page.evaluate(TAP, taps)


def test_a_whole_board_of_which_nothing_is_guessed(page: "Page", desk: BoardDesk, table: Table):
    """Where the drawings of somebody's board tell nothing every cell and side is tapped: still at most 100 taps."""
    desk.image = np.full_like(table.image, (150, 200, 160))
    fitted(page, desk, table)
    put_right(page, desk, table.board)
    tap_river(page, table.board)
    page.click("#save")
    page.wait_for_selector("#hint:has-text('saved in')")
    entered = load_board(str(desk.path))
    assert (entered.terrain, entered.river) == (table.board.terrain, table.board.river)
    taps = int(page.inner_text("#taps"))
    assert len(table.board.river) + 40 < taps <= MOST_TAPS_UNGUESSED


def test_what_was_tapped_stays(page: "Page", desk: BoardDesk, table: Table):
    """Another call of the same command goes on where the last one was left: taps, cells and all.

    While cells are not sure the page names them, and nothing is written. Corners tapped anew make only guesses anew:
    ground that was tapped stays, and so do river and stickers. Who has no pointer goes from cell to cell and presses
    Enter.
    """
    fitted(page, desk, table)
    assert page.locator(".cell.unsure").count() > 0
    page.click("#save")
    page.wait_for_selector("#trouble:not([hidden])")
    assert "not told yet" in page.inner_text("#trouble")
    assert not desk.path.exists()
    page.click("#tool-well")
    page.focus("#cell-E5")
    page.keyboard.press("Enter")
    assert "well" in (page.get_attribute("#cell-E5", "aria-label") or "")
    page.click("#tool-gold")
    page.click("#cell-F6")
    kept(page, desk, lambda draft: draft["terrain"][5][5] == "gold")
    taps = page.inner_text("#taps")
    page.reload()
    page.wait_for_selector("#cell-F6")
    assert "gold" in (page.get_attribute("#cell-F6", "aria-label") or "")
    assert page.inner_text("#taps") == taps
    page.click("#tool-sticker")
    page.click("#cell-G6")
    page.click("#anew")
    fitted(page, desk, table)
    draft = kept(page, desk, lambda draft: bool(draft["terrain"]))
    assert (draft["terrain"][5][5], draft["sticker_cells"]) == ("gold", ["G6"])


def test_of_two_browsers_the_second_sees_what_the_first_tapped(page: "Page", desk: BoardDesk, table: Table):
    """A tap on an old state is refused in a sentence and the newest state is shown; tapped once more it counts."""
    fitted(page, desk, table)
    kept(page, desk, lambda draft: bool(draft["terrain"]))
    other = page.context.new_page()
    other.goto(page.url)
    other.click("#tool-gold")
    other.click("#cell-F6")
    kept(page, desk, lambda draft: draft["terrain"][5][5] == "gold")
    page.click("#tool-gold")
    expect(page.locator("#trouble")).to_contain_text("Another browser has changed this board")
    page.click("#cell-G6")
    expect(page.locator("#trouble")).to_be_hidden()
    draft = kept(page, desk, lambda draft: draft["terrain"][5][6] == "gold")
    assert draft["terrain"][5][5] == "gold"
    other.close()


def test_another_photograph_goes_on_with_the_cells(desk: BoardDesk, table: Table):
    """The corners of one photograph are no corners of the next: they are asked anew, what was tapped stays."""
    terrain = [["plain"] * 11 for _ in range(11)]
    desk.keep({"corners": table.corners, "rows": 11, "columns": 11, "terrain": terrain, "told": {"F6": "gold"}})
    other = BoardDesk(desk.name, desk.path, cv2.flip(table.image, -1))
    assert desk.draft() == {
        "corners": table.corners_as_lists,
        "rows": 11,
        "columns": 11,
        "terrain": terrain,
        "told": {"F6": "gold"},
    }
    draft = other.draft()
    assert draft is not None
    assert (draft["corners"], draft["terrain"], draft["told"]) == ([], [], {"F6": "gold"})


def test_a_board_that_is_there_is_given_codes(page: "Page", desk: BoardDesk, table: Table):
    """Who begins with a file that is there has all its cells: four corners, one press, and the codes are in it."""
    cells = written(replace(table.board, sections=replace(table.board.sections, codes=CodesSection())))
    desk.path.write_text(cells, "utf-8")
    page.reload()
    fitted(page, desk, table)
    page.click("#save")
    page.wait_for_selector("#hint:has-text('with its codes')")
    board = load_board(str(desk.path))
    assert (board.terrain, board.river, len(board.codes)) == (table.board.terrain, table.board.river, 6)
    assert int(page.inner_text("#taps")) == 5


def test_river_stickers_and_codes_are_in_the_file(page: "Page", desk: BoardDesk, table: Table):
    """A side of a cell is tapped for the river, again to take it away; a square for stickers; `Take back` undoes it.

    The page says which codes it sees round the cells, in German too; the saved board has them, without a tap more.
    """
    fitted(page, desk, table)
    expect(page.locator("#taped")).to_contain_text("6 codes are taped on, those of board 1")
    page.click("#language")
    expect(page.locator("#taped")).to_contain_text("6 Codes sind aufgeklebt, die von Plan 1")
    box = page.locator("#cell-B2").bounding_box()
    assert box is not None
    page.click("#tool-river")
    page.locator("#cell-B2").click(position={"x": box["width"] - 3, "y": box["height"] / 2})
    page.click("#tool-sticker")
    page.click("#cell-F6")
    page.click("#cell-G6")
    page.click("#undo")
    page.click("#right")
    page.click("#save")
    page.wait_for_selector("#hint:has-text('mit seinen Codes')")
    board = load_board(str(desk.path))
    assert board.river - table.board.river == {frozenset({board.cell("B2"), board.cell("C2")})}
    assert board.sticker_cells == {board.cell("F6")}
    assert sorted(code.id for code in board.codes) == list(range(350, 356))


def test_corners_that_go_the_wrong_way(page: "Page", desk: BoardDesk, table: Table):
    """Corners tapped crosswise are refused in a sentence, in German too, and can be tapped anew.

    Corners half a cell off, as of another part of the picture, are told; people may go on all the same.
    """
    crossed = [table.corners[index] for index in (0, 2, 1, 3)]
    tap_corners(page, desk, crossed)
    page.wait_for_selector("#trouble:not([hidden])")
    assert "do not go round the board" in page.inner_text("#trouble")
    middle = np.mean(table.corners, axis=0)
    shrunk = [tuple(middle + 0.93 * (np.array(corner) - middle)) for corner in table.corners]
    tap_corners(page, desk, shrunk)
    expect(page.locator("#trouble")).to_contain_text("Is it the whole grid of this board?")
    assert page.locator("#cell-K11").is_visible()
    page.click("#language")
    page.click("#anew")
    assert page.inner_text("#hint") == "Die obere linke Ecke der Felder antippen."
    tap_corners(page, desk, crossed)
    expect(page.locator("#trouble")).to_contain_text("gehen nicht um den Plan herum")
    fitted(page, desk, table)


def test_nothing_of_the_page_is_plain_english(page: "Page", desk: BoardDesk, table: Table):
    """In the pseudo-language, through a whole entry: corners, trouble, all tools, what is saved."""
    data = ("Boardsight", "DE", "EN", desk.path.name, *desk.path.parts)
    page.goto(f"/?lang={PSEUDO}")
    expect(page.locator("#hint")).to_contain_text("⟦")
    found = plain_on(page, data)
    tap_corners(page, desk, [table.corners[index] for index in (0, 2, 1, 3)])
    expect(page.locator("#trouble")).to_be_visible()
    found += plain_on(page, data)
    fitted(page, desk, table)
    page.click("#save")
    expect(page.locator("#trouble")).to_be_visible()
    found += plain_on(page, data)
    for tool in ("gold", "well", "two-rocks", "mountain", "forest", "sticker"):
        page.click(f"#tool-{tool}")
        page.click("#cell-F6")
    page.click("#tool-river")
    found += plain_on(page, data)
    page.click("#right")
    page.click("#save")
    expect(page.locator("#hint")).to_contain_text(desk.path.name)
    found += plain_on(page, data)
    assert not found, "\n".join(sorted(set(found)))


def test_every_refusal_of_the_desk_has_its_words():
    """What the page tells by its code stands among the page's words, so that it is told in other languages too."""
    code = "".join((ROOT / "live/entering" / name).read_text("utf-8") for name in ("desk.py", "taped.py"))
    told = set(re.findall(r'(?:EntryRefused\(|trouble = )"([a-z-]+)"', code))
    words = (ROOT / "live/entering/static/board-words.js").read_text("utf-8")
    assert len(told) >= 8
    assert [one for one in told if not re.search(rf'[" ]{one}"?: "', words)] == []


@pytest.mark.parametrize("light", thinned(["mixed", "ceiling", "window"], 1))
def test_most_cells_are_guessed(light: str):
    """In ordinary light at most five cells of a board are guessed wrongly, and every side of the river is found."""
    position = read_position('game = "my-city"\n[[boards]]\nplayer = "Ann"\nboard = "episode-1"\n')
    game, board = game_on_table(position, load_game("my-city")), load_board("episode-1")
    photo = shoot(plan_of(position, game), PartsBox(game, None), Shot("phone-30", light, seed=5, size_px=PHOTO_PX))
    sheet = game.by_id["episode-1-1"]
    outline = np.array(sheet.outline_mm, np.float32)
    lies = cv2.getPerspectiveTransform(outline, photo.truth.parts[0].outline_px.astype(np.float32))
    left, top = -board.size_mm[0] / 2 + 3.0, -board.size_mm[1] / 2 + 24.0
    box = [(left, top), (left + 275, top), (left + 275, top + 275), (left, top + 275)]
    corners = [tuple(map(float, one)) for one in cv2.perspectiveTransform(np.array([box], np.float32), lies)[0]]
    desk = BoardDesk("guessed", Path("guessed.toml"), photo.image)
    found = desk.fit([(x * desk.shown_scale, y * desk.shown_scale) for x, y in corners], 11, 11)
    wrong = [cell for cell, ground in board.terrain.items() if found["terrain"][cell[0]][cell[1]] != ground]
    assert len(wrong) <= 5
    assert {frozenset(map(board.cell, edge)) for edge in found["river"]} == board.river


def test_what_is_no_board_is_refused(desk: BoardDesk):
    """What no page sends: rows missing, an unknown ground, a river that jumps, a draft that was spoilt."""
    terrain = [["plain"] * 11 for _ in range(11)]
    for wrong in (
        {"terrain": terrain[:3], "river": []},
        {"terrain": [["sea"] * 11] * 11, "river": []},
        {"terrain": terrain, "river": [("A1", "C1")]},
        {"terrain": terrain, "river": [("A1", "Z1")]},
    ):
        with pytest.raises(EntryRefused, match="no board"):
            desk.save(wrong)
    assert not desk.path.exists()
    desk.draft_path.write_text("{", "utf-8")
    assert desk.draft() is None
    desk.draft_path.write_text(json.dumps([1]), "utf-8")
    assert desk.draft() is None
