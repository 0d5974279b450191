"""A game on its way to a printer, beside the page: how far it is, what people do meanwhile; one press takes it back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from live.console.faults import Faults
from live.printing.ipp import Abilities, JobState, PrinterLink
from live.printing.jobs import PrintStep, remarks, state_words, watch
from live.printing.printers import Printer
from tabletop.errors import BoardsightError


class _Cancelled(Exception):
    """Somebody has taken the job back."""


class PrintRun:
    """One game's steps, one after the other, in a thread of its own."""

    def __init__(self, printer: Printer, paper: str, steps: Callable[[Abilities], Iterable[PrintStep]]) -> None:
        self.link, self.paper, self.steps = PrinterLink(printer), paper, steps
        self.remarks: tuple[str, ...] = ()
        self.doing = self.words = self.first = self.trouble = ""
        self.over = False
        self._cancelled, self._go_on = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="printing", daemon=True)

    def start(self) -> PrintRun:
        """Begin."""
        self._thread.start()
        return self

    def go_on(self) -> None:
        """What had to be done first is done."""
        self._go_on.set()

    def cancel(self) -> None:
        """Take back what is not printed yet."""
        self._cancelled.set()
        self._go_on.set()

    def to_json(self) -> Mapping[str, Any]:
        """For the page."""
        shown = ("doing", "words", "first", "trouble", "over", "remarks")
        return {"printer": self.link.printer.name, **{name: getattr(self, name) for name in shown}}

    def _run(self) -> None:
        try:
            self._print()
        except _Cancelled:
            self.trouble = "the job is cancelled"
        except BoardsightError as error:
            self.trouble = str(error)
        except Exception as error:
            self.trouble = Faults().tell("printing", error)
        finally:
            self.over = True

    def _print(self) -> None:
        abilities = self.link.abilities()
        self.remarks = tuple(remarks(self.link.printer.name, abilities, self.paper))
        for step in self.steps(abilities):
            self.doing, self.first = step.job.title, step.first
            if step.first:
                self._go_on.wait()
                self._go_on.clear()
            self._wait(0.0)
            self.first, number = "", self.link.send(step.job)
            try:
                watch(self.link, number, self._tell, self._wait)
            except _Cancelled:
                self.link.cancel(number)
                raise

    def _tell(self, state: JobState) -> None:
        self.words = "" if state.over else state_words(self.link.printer.name, state)

    def _wait(self, seconds: float) -> None:
        if self._cancelled.wait(seconds):
            raise _Cancelled
