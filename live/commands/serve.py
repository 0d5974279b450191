"""`boardsight serve`: the page for a record, without a camera: to look at a game and to put it right."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from live.console.terminal import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    from live.console.options import add_bg_stats_option, add_page_options

    parser.add_argument("record", type=Path, help="the game's record")
    add_page_options(parser)
    add_bg_stats_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show the record and take corrections until Ctrl-C."""
    from live.console.options import page_options
    from live.page.mailbox import Mailbox
    from live.page.publication import Publication
    from live.page.shown import CameraStatus
    from live.records.move_pictures import EvidenceFolder
    from live.records.store import RecordStore
    from live.runtime.hosting import Desks, need_page, page_of, tell_page
    from live.runtime.live_table import LiveTable
    from live.runtime.setup import close_record, end_on_signals
    from live.table.session import begin

    need_page()
    end_on_signals()
    store = RecordStore.open(arguments.record)
    try:
        if store.torn:
            say(f"boardsight: {store.torn}")
        assert store.found is not None, "a record that was opened without a header was there"
        session = begin(store.found.header, store.found.entries)
        table = LiveTable(session, store, Publication(), Mailbox(), evidence=EvidenceFolder(arguments.record))
        table.watching = CameraStatus("ended" if session.played.over else "waiting", "no camera: the record alone")
        with page_of(table, desks=Desks(bg_stats=arguments.bg_stats), **page_options(arguments)) as address:
            tell_page(address)
            while True:
                if not table.attend():
                    time.sleep(0.05)
    except KeyboardInterrupt:
        say("stopped")
    finally:
        close_record(store)
    return 0
