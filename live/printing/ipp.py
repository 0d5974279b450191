"""A printer over IPP (by pyipp): what it can do, how it is, and jobs; what goes wrong, in words."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from live.printing.printers import Printer
from tabletop.errors import BoardsightError, DeviceLost

MEDIA = {"a4": "iso_a4_210x297mm", "letter": "na_letter_8.5x11in", "a3": "iso_a3_297x420mm"}
"""Our papers by the names of PWG 5101.1."""
TRUE_SIZE, PDF, TWO_SIDED, ONE_SIDED = "none", "application/pdf", "two-sided-long-edge", "one-sided"
BEST = 5
"""Print quality "high" (RFC 8011, section 5.2.13)."""
ANSWER_S = 30
REFUSED = {
    0x0401: "it does not let us print", 0x0402: "it wants a user and a password, as in ipp://USER:PASSWORD@HOST/…",
    0x0403: "it does not let us print", 0x0406: "there is no such queue", 0x040A: "it takes no PDF",
    0x040B: "it can't do what was asked of it", 0x0502: "it is out of order just now", 0x0506: "it takes no jobs now",
    0x0507: "it is busy", 0x0508: "the job was cancelled",
}  # fmt: skip
"""Status codes of RFC 8011, appendix B, in words."""
REASONS = {
    "media-empty": "out of paper", "media-needed": "it wants other paper", "media-jam": "the paper is jammed",
    "media-low": "little paper is left", "cover-open": "its cover is open", "door-open": "a door is open",
    "interlock-open": "a door is open", "toner-empty": "out of toner", "toner-low": "little toner is left",
    "marker-supply-empty": "out of ink", "marker-supply-low": "little ink is left", "paused": "it is paused",
    "stopped-partly": "it has stopped", "offline": "it is switched off or away", "shutdown": "it is switched off",
    "timed-out": "it does not answer", "connecting-to-device": "it is being reached", "warming-up": "it is warming up",
    "output-tray-missing": "the output tray is missing", "output-area-full": "the output tray is full",
    "input-tray-missing": "the paper tray is missing", "spool-area-full": "its memory is full",
}  # fmt: skip
"""`printer-state-reasons` (RFC 8011, section 5.4.12; IANA's IPP registrations) in words."""
IDLE = frozenset({"none", "cups-waiting-for-job-completed"})


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a printer says it can do."""

    papers: tuple[str, ...]
    two_sided: bool
    colour: bool
    true_size: bool
    """Whether it promises to print without scaling."""
    pdf: bool
    margins_mm: tuple[float, float, float, float]
    """Left, top, right, bottom: what it cannot print on."""
    state: tuple[str, ...]
    """What keeps it from printing, or soon will, in words."""


@dataclass(frozen=True, slots=True)
class PrintJob:
    """One PDF as it is to be printed."""

    title: str
    pdf: bytes
    paper: str
    two_sided: bool = False
    copies: int = 1
    best: bool = False

    def attributes(self) -> Mapping[str, Any]:
        """As IPP names them (PWG 5100.13 for `print-scaling`)."""
        return {
            "print-scaling": TRUE_SIZE,
            "media": MEDIA[self.paper],
            "sides": TWO_SIDED if self.two_sided else ONE_SIDED,
            "copies": self.copies,
            **({"print-quality": BEST} if self.best else {}),
        }


@dataclass(frozen=True, slots=True)
class JobState:
    """How far a job is."""

    number: int
    """IPP's job-state: 3 pending, 4 held, 5 processing, 6 stopped, 7 cancelled, 8 aborted, 9 completed."""
    pages: int
    """So many sides are printed."""
    reasons: tuple[str, ...]
    """What holds it up, in words."""

    @property
    def over(self) -> bool:
        """Whether nothing more happens to it."""
        return self.number >= 7


class PrinterLink:
    """Speaks with one printer. Each call raises DeviceLost without an answer, BoardsightError where it refuses."""

    def __init__(self, printer: Printer) -> None:
        self.printer = printer

    def abilities(self) -> Abilities:
        """What it can do, and how it is."""
        found = self._printer("all")
        margins = (_least(found.get(f"media-{side}-margin-supported")) for side in ("left", "top", "right", "bottom"))
        left, top, right, bottom = (margin / 100 for margin in margins)
        return Abilities(
            papers=tuple(paper for paper, name in MEDIA.items() if name in _many(found.get("media-supported"))),
            two_sided=TWO_SIDED in _many(found.get("sides-supported")),
            colour="color" in _many(found.get("print-color-mode-supported")) or found.get("color-supported") is True,
            true_size=TRUE_SIZE in _many(found.get("print-scaling-supported", TRUE_SIZE)),
            pdf=PDF in _many(found.get("document-format-supported")),
            margins_mm=(left, top, right, bottom),
            state=_in_words(found.get("printer-state-reasons")),
        )

    def send(self, job: PrintJob) -> int:
        """Hand a job over; its number at the printer."""
        head = {"job-name": job.title, "document-format": PDF}
        answer = self._execute(
            "PRINT_JOB",
            {"operation-attributes-tag": head, "job-attributes-tag": dict(job.attributes()), "data": job.pdf},
        )
        return int(answer["jobs"][0]["job-id"])

    def state(self, number: int) -> JobState:
        """How far a job is, and what holds the printer up."""
        found = self._execute("GET_JOB_ATTRIBUTES", {"operation-attributes-tag": {"job-id": number}})["jobs"][0]
        at = int(found["job-state"])
        reasons = _in_words(self._printer("printer-state-reasons").get("printer-state-reasons")) if at < 7 else ()
        return JobState(at, int(found.get("job-impressions-completed") or 0), reasons)

    def cancel(self, number: int) -> None:
        """Take a job back."""
        self._execute("CANCEL_JOB", {"operation-attributes-tag": {"job-id": number}})

    def _printer(self, attributes: str) -> Mapping[str, Any]:
        asked = {"operation-attributes-tag": {"requested-attributes": [attributes]}}
        found: Mapping[str, Any] = (self._execute("GET_PRINTER_ATTRIBUTES", asked)["printers"] or [{}])[0]
        return found

    def _execute(self, operation: str, message: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            import pyipp
        except ImportError as error:
            raise BoardsightError("printers need pyipp: pip install 'boardsight[printer]'") from error
        name = self.printer.name
        try:
            return asyncio.run(self._answer(operation, message))
        except pyipp.IPPConnectionUpgradeRequired as error:
            raise BoardsightError(f"{name}: it wants a secured connection; name it by ipps://…") from error
        except pyipp.IPPConnectionError as error:
            raise DeviceLost(f"{name} does not answer; is it switched on, and in this network?") from error
        except pyipp.IPPResponseError as error:
            code = error.args[-1].get("status-code") if isinstance(error.args[-1], dict) else None
            words = REFUSED[0x0402] if code in (401, 403) else f"it answers with {error.args[0]}"
            raise BoardsightError(f"{name}: {words}") from error
        except pyipp.IPPParseError as error:
            raise BoardsightError(f"{name}: what answers there is no printer") from error
        except pyipp.IPPError as error:
            code = error.args[-1].get("status-code", 0) if isinstance(error.args[-1], dict) else 0
            raise BoardsightError(f"{name}: {REFUSED.get(code) or f'it refuses with status {code:#x}'}") from error

    async def _answer(self, operation: str, message: Mapping[str, Any]) -> Mapping[str, Any]:
        from pyipp import IPP
        from pyipp.enums import IppOperation, IppTag
        from pyipp.tags import ATTRIBUTE_TAG_MAP

        # pyipp leaves out attributes whose type it doesn't know, and sends media as a name of somebody's own.
        ATTRIBUTE_TAG_MAP.update({"print-scaling": IppTag.KEYWORD, "media": IppTag.KEYWORD})
        parts = urlsplit(self.printer.uri)
        async with IPP(
            parts.hostname or "",
            base_path=parts.path or "/",
            port=parts.port or 631,
            tls=parts.scheme == "ipps",
            username=unquote(parts.username or "") or None,
            password=unquote(parts.password or "") or None,
            request_timeout=ANSWER_S,  # printers sign their own certificates: nothing would stand behind a check
            user_agent="Boardsight",
        ) as link:
            answer: Mapping[str, Any] = await link.execute(IppOperation[operation], dict(message))
            return answer


def _many(value: Any) -> tuple[Any, ...]:
    """IPP's one or several values as several."""
    return tuple(value) if isinstance(value, list | tuple) else () if value is None else (value,)


def _least(value: Any) -> int:
    return min((int(one) for one in _many(value)), default=0)


def _in_words(reasons: Any) -> tuple[str, ...]:
    """Each reason once; those that say nothing are left out."""
    bare = (str(one).removesuffix("-report").removesuffix("-warning").removesuffix("-error") for one in _many(reasons))
    return tuple(dict.fromkeys(REASONS.get(one, one) for one in bare if one not in IDLE))
