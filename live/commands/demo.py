"""`boardsight demo`: the whole system with nothing attached, ending in a comparison of what was read and played."""

from __future__ import annotations

import argparse
import os
import threading
import time
from dataclasses import replace
from pathlib import Path

from live.console.terminal import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    from live.console.arguments import SEEDS, whole_number
    from live.console.options import add_evidence_option, add_page_options
    from live.network.broker import add_network_options
    from tabletop.shipped import USUAL_GAME

    parser.add_argument("game", nargs="?", default=USUAL_GAME, help="the game (default: %(default)s)")
    parser.add_argument("--headless", action="store_true", help="full speed, running scores, ends by itself")
    parser.add_argument("--speed", type=float, metavar="X", help="times life's pace (default: 1, headless: full speed)")
    parser.add_argument("--fault", action="append", default=[], metavar="NAME", help="something goes wrong; may repeat")
    parser.add_argument("--random", action="store_true", help="a random legal game in place of the script")
    parser.add_argument("--seed", type=whole_number(*SEEDS), default=0, help="of random game, room and hands")
    parser.add_argument("--players", metavar="A,B", help="who plays the random game (default: Ann, Ben, Cem)")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="a variant, with --random")
    parser.add_argument("--record", type=Path, help="where the record goes")
    parser.add_argument(
        "--pieces", metavar="FILE", help="plain pieces in place of printed ones: a pieces file, or `palette`"
    )
    add_evidence_option(parser, "default: none is kept")
    parser.add_argument("--json", action="store_true", help="the course as JSON Lines")
    add_page_options(parser)
    add_network_options(parser)
    parser.set_defaults(kept_page=None, set_up_again=False)  # of the set-up: no words are these


def run(arguments: argparse.Namespace) -> int:
    """Play, film, read, score, show; 0 only if everything that was read equals what was played."""
    from firmware_bridge import open_display
    from live.console.options import page_options
    from live.demo.demonstration import display_faults, end_of_demo, film_order
    from live.network.hosting import network_from, on_the_network
    from live.page.mailbox import Mailbox
    from live.page.publication import Publication
    from live.records.move_pictures import EvidenceFolder, EvidenceSettings
    from live.records.store import RecordStore
    from live.runtime.console import GameConsole
    from live.runtime.hosting import page_if_possible, tell_page
    from live.runtime.live_table import LiveTable
    from live.runtime.loop import watch_table
    from live.runtime.setup import close_record, end_on_signals, new_record_path
    from live.sources.virtual import VirtualCamera, record_of
    from live.table.frame_reader import SingleCameraReader, files_of
    from live.table.session import begin
    from simulator.displays import VirtualDisplay
    from tabletop.gamefile import load_game
    from tabletop.plainkinds import pieces_for

    headless = arguments.headless or os.environ.get("HEADLESS") == "1"
    network = network_from(arguments)
    order = film_order(arguments, headless=headless)
    pieces = None if order.pieces is None else pieces_for(order.pieces, load_game(order.game))
    script = record_of(order)
    started_s = time.monotonic()
    path = arguments.record or new_record_path(f"demo-{Path(arguments.game).name}")
    end_on_signals()
    store = RecordStore.open(path, header=script.header, only_new=True)
    source: VirtualCamera | None = None
    with VirtualDisplay(**display_faults(arguments.fault)) as virtual:
        display = open_display(virtual.url)
        table = LiveTable(begin(script.header), store, Publication(), Mailbox(), [display])
        table.extra = {"set_up": arguments.kept_page is not None}
        if arguments.evidence_mb is not None:
            table.evidence = EvidenceFolder(store.path, EvidenceSettings(arguments.evidence_mb))
        expected = len([entry for entry in script.entries if entry.kind == "played"])
        table.on_step = GameConsole(expected, arguments.json).tell
        stop = threading.Event()
        try:
            with (
                page_if_possible(table, kept=arguments.kept_page, **page_options(arguments)) as address,
                on_the_network(table, network),
            ):
                tell_page(address)
                source = VirtualCamera(replace(order, page=None if address is None else address.here))
                files = files_of(script.header, pieces)
                watcher = SingleCameraReader(load_game(order.game), script.header.players, files=files)
                watch_table(table, source, watcher, stop=stop)
                code, seconds = 0, time.monotonic() - started_s
                if table.following is None:
                    code = end_of_demo(table, script, virtual, seconds=seconds, as_json=arguments.json)
                    if not headless:
                        say("the page stays up until Ctrl-C")
                while not headless and table.following is None:
                    table.attend()
                    time.sleep(0.05)
                arguments.set_up_again = table.following is not None
        except KeyboardInterrupt:
            say("stopped")
            code = 1 if not table.session.played.over and headless else 0
        except Exception:
            store.discard()
            raise
        finally:
            if source is not None:
                source.close()
            close_record(store)
            display.close()
    return code
