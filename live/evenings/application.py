"""The evenings' page: people and games of a folder, replays and souvenirs, and what may be changed of people."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import FastAPI, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from live.console.faults import Faults
from live.drawing.art import art_on_table
from live.evenings.folder import EveningFolder, person_named
from live.evenings.people import Person
from live.evenings.statistics import EveningBook
from live.evenings.store import Stamp
from live.evenings.telling import evenings_csv, evenings_json, one_person_json
from live.page.answers import (
    FRESH,
    SPOKEN,
    TYPES,
    RequestBody,
    art_response,
    page_application,
    serve_files,
    serve_key,
    serve_play_link,
    told_json,
    without_a_second_word,
)
from live.page.guard import App, Guard
from live.page.hosting import Address
from live.page.souvenir import last_photo, souvenir_of, souvenir_pdf, souvenir_svg
from live.page.story import story_of
from live.records.bg_stats import play_link
from live.records.move_pictures import EvidenceFolder
from live.table.session import Session, begin
from tabletop.errors import UsageError
from tabletop.records import read_record
from tabletop.textfiles import read_bytes

PAGES = {"/": "evenings.html", "/replay": "replay.html"}
KEPT_SESSIONS = 4
"""Games that are looked at now."""
Record = Annotated[str, Query(max_length=300, description="a record of the folder by its file's name")]


class PersonBody(RequestBody):
    """What is changed of a person."""

    person: int
    name: str | None = Field(None, min_length=1, max_length=40)
    colour: str | None = Field(None, pattern=r"^#[0-9a-f]{6}$")
    seat: int | None = Field(None, ge=1, le=9)


class MergeBody(RequestBody):
    """Two people who are one: `of` goes into `into`."""

    of: int
    into: int


class SplitBody(RequestBody):
    """A spelling that is somebody else."""

    spelling: str = Field(max_length=200)


class ForgetBody(RequestBody):
    """A person who is to be forgotten; `name` is typed by whoever wishes it, so that no slip does it."""

    person: int
    name: str = Field(max_length=200)
    pictures: bool = False


@dataclass(frozen=True, slots=True)
class EveningDesk:
    """What the page works on; one change at a time."""

    folder: EveningFolder
    bg_stats: bool = False
    """Whether links to BG Stats are offered."""
    faults: Faults = field(default_factory=Faults)
    lock: Any = field(default_factory=Lock)

    def book(self) -> EveningBook:
        """Everything as it is now."""
        with self.lock:
            return self.folder.book()

    def person(self, number: int) -> Person:
        """Somebody by number. Raises UsageError."""
        found = next((person for person in self.book().people if person.id == number), None)
        if found is None:
            raise UsageError("this person is not here any more")
        return found

    def session(self, file: str) -> tuple[Session, EvidenceFolder]:
        """A game of the folder with its pictures. Raises BoardsightError."""
        path = self.folder.record(file)
        status = path.stat()
        return _session(path, (status.st_size, status.st_mtime_ns)), EvidenceFolder(path)

    def change(self, body: PersonBody) -> None:
        """Another name, colour or seat. Raises UsageError where somebody else has the name."""
        person = self.person(body.person)
        with self.lock:
            self.folder.change(person, body.model_dump(exclude_unset=True, exclude={"person"}))

    def merge(self, body: MergeBody) -> None:
        """Two people are one."""
        of, into = self.person(body.of), self.person(body.into)
        with self.lock:
            self.folder.merge(of, into)

    def split(self, body: SplitBody) -> None:
        """A spelling is somebody else."""
        with self.lock:
            self.folder.split(body.spelling)

    def forget(self, body: ForgetBody) -> tuple[str, ...]:
        """Somebody is forgotten; which files still have the name."""
        person = self.person(body.person)
        if person_named(self.book(), body.name).id != person.id:
            raise UsageError(f"that is not the name of {person.name}; nothing was forgotten")
        with self.lock:
            self.folder.forget(person, pictures=body.pictures)
            return tuple(map(str, self.folder.traces(person)))


def make_application(desk: EveningDesk, address: Address) -> App:
    """The guarded application; everybody whom the page reaches may look, changes are as `Guard` has it."""
    app = page_application("Boardsight evenings", desk.faults.tell)

    @app.get("/api/v1/evenings", summary="Everybody with figures, every game, who may be one person misspelt")
    def evenings() -> Response:
        return told_json({**evenings_json(desk.book()), "bg_stats": desk.bg_stats})

    @app.get("/api/v1/people/{number}", summary="One person: all games, each game, head to head")
    def one_person(number: int) -> Response:
        return told_json(one_person_json(desk.book(), desk.person(number)))

    @app.get("/api/v1/evenings/{kind}.csv", summary="A row a player of each game, or a row a person and game")
    def table(kind: Literal["games", "people"]) -> Response:
        headers = {"content-disposition": f'attachment; filename="{kind}.csv"', **FRESH}
        data = evenings_csv(desk.book(), kind).encode("utf-8-sig")
        return Response(data, media_type="text/csv; charset=utf-8", headers=headers)

    @app.get("/api/v1/backup", summary="People and records as one ZIP archive, without pictures")
    def backup() -> Response:
        packed = io.BytesIO()
        with desk.lock:
            desk.folder.backup(packed)
        headers = {"content-disposition": 'attachment; filename="evenings.zip"', **FRESH}
        return Response(packed.getvalue(), media_type="application/zip", headers=headers)

    @app.post("/api/v1/people", summary="Another name, colour or seat")
    def change(body: PersonBody) -> Response:
        desk.change(body)
        return evenings()

    @app.post("/api/v1/merge", summary="Two people are one, misspelt")
    def merge(body: MergeBody) -> Response:
        desk.merge(body)
        return evenings()

    @app.post("/api/v1/split", summary="A spelling is somebody else")
    def split(body: SplitBody) -> Response:
        desk.split(body)
        return evenings()

    @app.post("/api/v1/forget", summary="Take a person out of the database and the name out of every record")
    def forget(body: ForgetBody) -> Response:
        left = desk.forget(body)
        return told_json({**evenings_json(desk.book()), "bg_stats": desk.bg_stats, "left": left})

    _serve_games(app, desk)
    serve_key(app, address.token)
    serve_files(app, PAGES, "live.evenings")
    return Guard(without_a_second_word(app), token=address.token, hosts=address.hosts)


def _serve_games(app: FastAPI, desk: EveningDesk) -> None:
    """One game of the folder: what its replay and its souvenir need."""

    @app.get("/api/v1/story", summary="A whole game, move by move, for its replay")
    def story(record: Record) -> Response:
        session, evidence = desk.session(record)
        told = story_of(session, pictured=lambda name: evidence.picture(name) is not None)
        for move in told["moves"]:
            if move["picture"] is not None:
                move["picture"] += f"?record={quote(record)}"
        return told_json(told)

    @app.get("/api/v1/evidence/{name}", summary="The picture in which a move was read (JPEG)")
    def kept(name: str, record: Record) -> Response:
        found = EvidenceFolder(desk.folder.record(record)).picture(name)
        if found is None:
            return JSONResponse({"error": "there is no such picture"}, 404)
        return Response(found, media_type="image/jpeg", headers={"cache-control": "max-age=86400"})

    @app.get("/api/v1/art", summary="What is printed on a part of a game (SVG)")
    def drawing(part: Annotated[str, Query(max_length=100)], record: Record) -> Response:
        return art_response(art_on_table(desk.session(record)[0].position, part))

    @app.get("/api/v1/souvenir.{kind}", summary="A game as one picture (svg, pdf)")
    def souvenir(kind: Literal["svg", "pdf"], record: Record) -> Response:
        session, evidence = desk.session(record)
        drawn = souvenir_of(session, last_photo(session, evidence.picture), SPOKEN.get())
        data = souvenir_pdf(drawn) if kind == "pdf" else souvenir_svg(drawn)
        return Response(data, media_type=TYPES[kind], headers=FRESH)

    def play_link_of(request: Request) -> str:
        session, _ = desk.session(request.query_params.get("record", ""))
        times = [entry.at for entry in session.entries if entry.at]
        return play_link(session.played, times[0] if times else None)

    serve_play_link(app, play_link_of if desk.bg_stats else None)


@lru_cache(maxsize=KEPT_SESSIONS)
def _session(path: Path, stamp: Stamp) -> Session:
    """A record's game; a replay asks for it once for each part that is drawn."""
    record, _ = read_record(read_bytes(path), source=path.name, near=path)
    return begin(record.header, record.entries)
