"""Sheets go to a printer from the set-up page, in a real browser and to a real printer's software."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import CHROMIUM, Browser
from real_printer import RealPrinter, name_service, real_printer

from live.commands.setup import _check, _play_parser
from live.page.hosting import hosted
from live.setup.application import SetupParts, SetupRequest, make_setup_application
from live.setup.choices import choices
from live.setup.preview import Preview

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian: apt install chromium)")
if CHROMIUM is not None:
    from playwright.sync_api import Page, expect

__all__ = ["name_service", "real_printer"]


@pytest.fixture
def page(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator["Page"]:
    """The dialog for Four Ponds on a machine whose CUPS knows what stands in the file `printers`."""
    lpstat = tmp_path / "lpstat"
    lpstat.write_text(f"#!/bin/sh\n/bin/cat {tmp_path}/printers\n")
    lpstat.chmod(0o755)
    (tmp_path / "printers").touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    parts = SetupParts(lambda: choices(tmp_path, _play_parser()), Preview(), _check, SetupRequest(), last=lambda: None)
    with hosted(lambda at: make_setup_application(parts, token=at.token, hosts=at.hosts), host=None, port=None) as at:
        opened = browser.new_page(base_url=at.here, viewport={"width": 390, "height": 844}, locale="en-GB")
        opened.goto("/")
        yield opened
        opened.close()


def _open(page: "Page") -> None:
    page.get_by_role("link", name="Print: Four Ponds").click()
    expect(page.get_by_role("heading", name="Print: Four Ponds")).to_be_visible()


def test_without_a_printer_the_pdf_is_there(page: "Page") -> None:
    """One sentence, and nothing is wider than a phone."""
    _open(page)
    expect(page.get_by_text("This machine knows no printer; open the PDF")).to_be_visible()
    expect(page.get_by_role("button", name="Print now")).to_be_disabled()
    pdf = page.get_by_role("link", name="Open as PDF")
    expect(pdf).to_have_attribute("href", re.compile(r"/api/v1/setup/games/try/sheets\?paper=a4$"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("real_printer", [["GATED"]], indirect=True)
def test_one_press_prints_and_tells_what_holds_it_up(page: "Page", real_printer: RealPrinter, tmp_path: Path) -> None:
    """Out of paper while there is none, then that all is printed; the sheet has arrived."""
    (tmp_path / "printers").write_text(f"Office network none {real_printer.uri}\n")
    _open(page)
    page.get_by_role("button", name="Print now").click()
    expect(page.get_by_text("out of paper", exact=False)).to_be_visible()
    (tmp_path / "gate").touch()
    expect(page.get_by_text("All sheets are printed.")).to_be_visible()
    assert [pdf[:5] for pdf in real_printer.printed()] == [b"%PDF-"]


@pytest.mark.parametrize("real_printer", [["GATED"]], indirect=True)
def test_one_press_takes_it_back(page: "Page", real_printer: RealPrinter, tmp_path: Path) -> None:
    """What is not printed yet; whoever opens the dialog again sees how far it is."""
    (tmp_path / "printers").write_text(f"Office network none {real_printer.uri}\n")
    _open(page)
    page.get_by_role("button", name="Print now").click()
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    _open(page)
    page.get_by_role("button", name="Take it back").click()
    (tmp_path / "gate").touch()
    expect(page.get_by_text("the job is cancelled")).to_be_visible()
