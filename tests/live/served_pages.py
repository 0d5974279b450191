"""Pages as their programs serve them: a scripted game's table and phone, setting up, a campaign."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from page_table import answered

from live.archive.campaigns import new_campaign
from live.commands.setup import _check, _play_parser
from live.entering import campaign as campaign_page
from live.page.hosting import hosted
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.page.shown import CameraStatus
from live.records.store import RecordStore
from live.runtime.hosting import page_of
from live.runtime.live_table import LiveTable
from live.setup.application import SetupParts, SetupRequest, make_setup_application
from live.setup.choices import choices
from live.setup.preview import Preview
from live.table.session import begin
from simulator.games import scripted_game
from tabletop.entries import Entry
from tabletop.records import Record


@contextmanager
def table_of(folder: Path, record: Record) -> Iterator[tuple[LiveTable, str]]:
    """A table on which these moves have been made, and its address; what is pressed is answered."""
    store = RecordStore.open(folder / "game.jsonl", header=record.header)
    store.append(record.entries)
    table = LiveTable(begin(record.header, record.entries), store, Publication(), Mailbox())
    table.watching = CameraStatus("watching", "no camera: the record alone", "virtual table and phone")
    with closing(store), answered(table), page_of(table, host=None, port=None) as address:
        yield table, address.here


@contextmanager
def shown(folder: Path, game: str, *, moves: int | None = None) -> Iterator[tuple[LiveTable, str]]:
    """A table on which a scripted game stands, and its address."""
    script = scripted_game(game)
    entries = tuple(Entry(one.n, one.move) for one in script.entries[:moves])
    with table_of(folder, Record(script.header, entries)) as made:
        yield made


@contextmanager
def phone(folder: Path) -> Iterator[str]:
    """The phone's page."""
    with shown(folder, "big-city") as (_, here):
        yield f"{here}phone"


@contextmanager
def setting_up(folder: Path) -> Iterator[str]:
    """The page on which a table is set up."""
    parser, preview = _play_parser(), Preview()
    parts = SetupParts(lambda: choices(folder, parser), preview, _check, SetupRequest(), last=lambda: None)
    with hosted(lambda at: make_setup_application(parts, token=at.token, hosts=at.hosts), host=None, port=None) as at:
        yield at.here
    preview.close()


@contextmanager
def ledger(folder: Path) -> Iterator[str]:
    """A campaign's page."""
    path = folder / "ours.jsonl"
    new_campaign(path, "my-city", ("Ann", "Ben"), ())
    with hosted(lambda at: campaign_page.make_application(path, at), host=None, port=None) as at:
        yield at.here
