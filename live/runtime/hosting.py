"""The page of one table: application, address and QR code put together."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from live.console.folders import data_folder
from live.console.terminal import say, steered
from live.drawing.art import art_on_table
from live.page.application import Served, make_application
from live.page.authority import NOT_PRIVATE, TableAuthority, is_private
from live.page.guard import App
from live.page.hosting import Address, KeptPage, hosted, own_names, tell_address
from live.page.photos import PhotoDesk
from live.page.reports import ReportDesk
from live.page.secure import SecurePage
from live.page.server import own_addresses, reached_at
from live.page.souvenir import last_photo, souvenir_of, souvenir_pdf, souvenir_svg
from live.page.story import story_of
from live.records.bg_stats import play_link
from live.records.move_pictures import EvidenceFolder
from live.runtime.counters import metrics_text
from live.runtime.live_table import LiveTable
from live.sources.frames import FrameSource
from live.sources.phone import Phones
from live.sources.several import SeveralCameras
from scoring.replay import Replay
from tabletop.errors import BoardsightError
from tabletop.packages import install_words, missing_packages, need_packages

PACKAGES = ("fastapi", "uvicorn", "segno")
HTTPS_PACKAGES = ("cryptography",)


@dataclass(frozen=True, slots=True)
class PhonesThatFilm:
    """What phones film for, and the page over https on which their browsers let them."""

    phones: Phones
    page: SecurePage


@dataclass(frozen=True, slots=True)
class Desks:
    """Who works on what people bring: photographs from their phones or dropped on the page, troubles to report."""

    photos: PhotoDesk | None = None
    reports: ReportDesk | None = None
    phones: PhonesThatFilm | None = None
    """Where phones may film."""
    bg_stats: bool = False
    """Whether a finished game is offered to the app BG Stats."""


@contextmanager
def page_of(
    table: LiveTable,
    *,
    host: str | None,
    port: int | None,
    allow_hosts: Iterable[str] = (),
    kept: KeptPage | None = None,
    desks: Desks | None = None,
) -> Iterator[Address]:
    """Serve the table's page as long as the context lasts; see `hosted`. Raises UsageError without the web extra."""
    need_page()
    desks = desks or Desks()
    filming = desks.phones

    def make(address: Address) -> App:
        has = {"shared": address.shared, "photos": desks.photos, "reports": desks.reports}
        there = {what: one is not None for what, one in has.items()}
        secure = None if filming is None else replace(filming.page, port=address.secure_port)
        live = None if secure is None else secure.to_json()
        table.extra = {**table.extra, **there, "follow": address.shared, "bg_stats": desks.bg_stats, "live": live}
        served = Served(
            record_text=table.store.text,
            metrics_text=lambda: metrics_text(
                table.counters, {"viewers": table.publication.viewers, "unsaved_lines": table.store.unsaved}
            ),
            evidence=lambda name: None if table.evidence is None else table.evidence.picture(name),
            art=lambda part: art_on_table(table.session.position, part),
            tell_fault=lambda what, error: str(table.told(what, error)),
            story=StoryKeeper(table).story,
            souvenir=lambda kind, language: _souvenir(table, kind, language),
            photos=desks.photos,
            secure=secure,
            phones=None if filming is None else filming.phones,
            guests=address.guests,
            reports=desks.reports,
            play_link=(lambda _: _play_link(table)) if desks.bg_stats else None,
        )
        return make_application(
            table.publication,
            table.mailbox,
            served,
            share_url=address.entrusted,
            token=address.token,
            hosts=address.hosts,
        )

    authority = None if filming is None else filming.page.authority
    with hosted(make, host=host, port=port, allow_hosts=allow_hosts, kept=kept, authority=authority) as address:
        table.show()
        try:
            yield address
        finally:
            table.publication.close()
            if desks.photos is not None:
                desks.photos.close()


class StoryKeeper:
    """The table's game for its replay, told anew only when it has gone on; asked from any thread."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._told: tuple[Replay, Mapping[str, Any]] | None = None

    def story(self) -> Mapping[str, Any]:
        """As `live.page.story.story_of`."""
        session, evidence, told = self._table.session, self._table.evidence, self._told
        if told is None or told[0] is not session.played:
            told = (session.played, story_of(session, pictured=lambda name: _kept(evidence, name)))
            self._told = told
        return told[1]


def _souvenir(table: LiveTable, kind: str, language: str) -> bytes:
    """The game's picture as it stands now."""
    session, evidence = table.session, table.evidence
    photo = None if evidence is None else last_photo(session, evidence.picture)
    drawn = souvenir_of(session, photo, language)
    return souvenir_pdf(drawn) if kind == "pdf" else souvenir_svg(drawn)


def _play_link(table: LiveTable) -> str:
    """The game as a link for BG Stats."""
    times = [entry.at for entry in table.session.entries if entry.at]
    return play_link(table.session.played, times[0] if times else None)


def _kept(evidence: EvidenceFolder | None, name: str) -> bool:
    return evidence is not None and evidence.picture(name) is not None


def need_page() -> None:
    """Raise UsageError where what the page is made of is not installed; asked before anything else is begun."""
    need_packages("the page", PACKAGES)


def phones_in(source: FrameSource, host: str) -> PhonesThatFilm | None:
    """The phones that are a table's camera, or one of several, where its page is shared on `host`; None without any."""
    sources = source.sources if isinstance(source, SeveralCameras) else (source,)
    phones = next((one for one in sources if isinstance(one, Phones)), None)
    return None if phones is None else PhonesThatFilm(phones, _page_for_phones(host))


def _page_for_phones(host: str) -> SecurePage:
    """The page over https on which phones film the table that is shared on `host`, or why there can be none."""
    missing = missing_packages(HTTPS_PACKAGES)
    if missing:
        return SecurePage(
            message=f"live pictures need {', '.join(missing)} on the table's computer: {install_words(missing)}"
        )
    if not is_private(reached_at(host)):
        return SecurePage(message=NOT_PRIVATE)
    try:
        authority = TableAuthority(data_folder(), own_names(socket.gethostname()))
        authority.signed_for(own_addresses(host))
    except BoardsightError as error:
        return SecurePage(message=str(error))
    return SecurePage(authority=authority)


@contextmanager
def page_if_possible(
    table: LiveTable,
    *,
    host: str | None,
    port: int | None,
    allow_hosts: Iterable[str] = (),
    kept: KeptPage | None = None,
) -> Iterator[Address | None]:
    """As `page_of`, but without the web extra there is simply no page: the demo works all the same."""
    missing = missing_packages(PACKAGES)
    if missing:
        say(f"page     none: {', '.join(missing)} missing; {install_words(missing)}")
        yield None
        return
    with page_of(table, host=host, port=port, allow_hosts=allow_hosts, kept=kept) as address:
        yield address


def tell_page(address: Address | None, *, photos: bool = False) -> None:
    """Say on stderr where the page is; on a terminal with a QR code: the guests', where they may send `photos`."""
    if address is None:
        return
    tell_address("page", address.here, f"large: {address.here}tv, for OBS: {address.here}overlay")
    tell_address("shared", address.entrusted, "whoever has this address can correct the game")
    phone = address.page("phone").for_guests
    tell_address("phone", phone, "for guests: it sends pictures of the table and changes nothing")
    scanned = phone if photos else address.entrusted
    if scanned is not None and sys.stderr.isatty():
        import segno

        segno.make(scanned, error="l").terminal(out=steered(sys.stderr), compact=True)
