"""Sheets go to a real printer's software: true to size, told how far they are, taken back, and nothing lost."""

import json
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from real_printer import RealPrinter
from waiting import wait_until

from live.main import main
from live.printing.ipp import JobState, PrinterLink, PrintJob
from live.printing.jobs import watch
from live.printing.printers import printer_named
from tabletop.errors import BoardsightError, DeviceLost

PX_PER_MM = 12.0
PDF = b"%PDF-1.4\n%%EOF"
GATED = pytest.mark.parametrize("real_printer", [["GATED"]], indirect=True)


def test_every_code_arrives_where_the_manifest_says(real_printer: RealPrinter, tmp_path: Path) -> None:
    """Within 0.1 mm, at 100 %, on A4, on one side; the files are there as well."""
    assert (
        main(
            [
                "print",
                "big-city",
                "--parts",
                "tiles",
                "--sheets",
                "1",
                "--out",
                str(tmp_path),
                "--printer",
                real_printer.uri,
            ]
        )
        == 0
    )
    (pdf,) = real_printer.printed()
    parts = json.loads((tmp_path / "parts.json").read_text("utf-8"))
    page = np.array(pypdfium2.PdfDocument(pdf)[0].render(scale=PX_PER_MM * 25.4 / 72).to_numpy()[:, :, :3])
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, parts["dictionary"]))
    found, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(page)
    seen = {int(code): corners[0].mean(axis=0) / PX_PER_MM for code, corners in zip(ids.ravel(), found, strict=True)}
    expected = {
        marker["id"]: np.mean(marker["corners_mm"], axis=0)
        for part in parts["parts"]
        if part["page"] == 1
        for marker in part["markers"]
    }
    assert seen.keys() == expected.keys()
    for code, at_mm in seen.items():
        np.testing.assert_allclose(at_mm, expected[code], atol=0.1)


def test_backs_go_on_the_other_side(real_printer: RealPrinter, tmp_path: Path) -> None:
    """Faces with their backs are one job on two sides, and only the sheets that were named; nothing is scaled."""
    words = ["print", "big-city", "--parts", "cards", "--sheets", "2", "--out", str(tmp_path)]
    assert main([*words, "--printer", real_printer.uri]) == 0
    (pdf,) = real_printer.printed()
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]
    assert ["sheet 2 of 5" in page for page in pages] == [True, True]
    job = _link(real_printer)._execute("GET_JOB_ATTRIBUTES", {"operation-attributes-tag": {"job-id": 1}})["jobs"][0]
    assert (job["sides"], job["print-scaling"], job["media"]) == ("two-sided-long-edge", "none", "iso_a4_210x297mm")


@pytest.mark.parametrize("real_printer", [[]], indirect=True)
def test_a_printer_of_one_side_gets_each_sheet_twice(
    real_printer: RealPrinter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Face, turn it over, back; people are asked before each back."""
    monkeypatch.setattr("sys.stdin.readline", lambda: "\n", raising=False)
    words = ["print", "big-city", "--parts", "cards", "--sheets", "1", "--out", str(tmp_path)]
    assert main([*words, "--printer", real_printer.uri]) == 0
    assert [len(pypdfium2.PdfDocument(pdf)) for pdf in real_printer.printed()] == [1, 1]
    assert capsys.readouterr().err.count("Put sheet 1 in again, turned over along its long edge") == 1


@GATED
def test_out_of_paper_is_told_and_goes_on(real_printer: RealPrinter, tmp_path: Path) -> None:
    """The printer's own words while it waits; then it is done."""
    link, told = _link(real_printer), list[JobState]()

    def tell(state: JobState) -> None:
        told.append(state)
        if state.reasons:
            (tmp_path / "gate").touch()

    watch(link, link.send(PrintJob("sheet", PDF, "a4")), tell)
    assert any(state.reasons == ("out of paper",) for state in told)
    assert told[-1].number == 9


@GATED
def test_a_job_that_is_taken_back_or_given_up_is_told(real_printer: RealPrinter, tmp_path: Path) -> None:
    """One sentence that says how to print what is missing."""
    link = _link(real_printer)
    number = link.send(PrintJob("sheet", PDF, "a4"))
    link.cancel(number)
    (tmp_path / "gate").write_text("1")
    with pytest.raises(BoardsightError, match="print what is missing"):
        watch(link, number, lambda _: None)


@GATED
def test_a_printer_that_vanishes_is_waited_for_and_then_told(real_printer: RealPrinter) -> None:
    """For a minute, which nobody waits for here."""
    link = _link(real_printer)
    number = link.send(PrintJob("sheet", PDF, "a4"))
    real_printer.process.kill()
    assert wait_until(lambda: real_printer.process.poll() is not None)
    waited: list[float] = []
    with pytest.raises(DeviceLost, match="does not answer"):
        watch(link, number, lambda _: None, waited.append)
    assert 59 < sum(waited) < 61


def _link(printer: RealPrinter) -> PrinterLink:
    return PrinterLink(printer_named(printer.uri))
