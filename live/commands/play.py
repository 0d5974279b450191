"""`boardsight play`: the live game at a real table."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from live.console.terminal import say
from tabletop.errors import UsageError

if TYPE_CHECKING:
    from firmware_bridge import Display
    from live.archive.campaigns import EpisodeDesk
    from live.network.hooks import WebHook
    from live.network.settings import Network
    from live.page.hosting import KeptPage
    from live.records.move_pictures import EvidenceSettings
    from live.runtime.clock import ClockRule
    from live.runtime.command_card_desk import CommandCardDesk
    from live.sources import FrameSource
    from tabletop.piecefile import PieceSet
    from tabletop.records import Header


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    from live.console.arguments import whole_number
    from live.console.options import (
        EVIDENCE_MB,
        RECENT_LIMITS_MB,
        RECENT_MB,
        add_bg_stats_option,
        add_evidence_option,
        add_page_options,
    )
    from live.network.broker import add_network_options
    from tabletop.gamefile import all_games

    parser.add_argument("game", help=f"{', '.join(all_games())}, or a game file")
    parser.add_argument("--players", metavar="A,B", help="the players in turn order; the first begins")
    parser.add_argument("--colours", metavar="A,B", help="the players' counters, in their order: red,blue")
    parser.add_argument(
        "--camera",
        metavar="WHAT",
        action="append",
        default=[],
        help="number, name, URL, film, folder, pi, virtual: or phone (default: first webcam); repeat it for several",
    )
    parser.add_argument("--display", metavar="URL", action="append", default=[], help="an LED display; may be repeated")
    parser.add_argument("--record", type=Path, help="the record to write, or to take up again")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="a variant of the rules")
    parser.add_argument(
        "--campaign",
        type=Path,
        metavar="LEDGER",
        help="the campaign of which this game is the next episode: its players, its boards, entered when it is over",
    )
    parser.add_argument(
        "--pieces",
        metavar="FILE",
        help="pieces of your own: a pieces file, a profile of taught colours, or `palette` for plain ones as printed",
    )
    parser.add_argument("--no-cards", action="store_true", help="command cards in sight do nothing")
    parser.add_argument("--confirm", action="store_true", help="every move counts only once somebody has tapped it")
    add_evidence_option(parser, f"default: {EVIDENCE_MB}")
    parser.add_argument("--no-pictures", action="store_true", help="keep no picture of each move beside the record")
    parser.add_argument(
        "--recent-mb",
        type=whole_number(*RECENT_LIMITS_MB),
        default=RECENT_MB,
        metavar="N",
        help="keep the last 30 s of pictures in N MB of memory, for `boardsight report` (default: 12; 0: none)",
    )
    add_page_options(parser)
    parser.add_argument(
        "--clock", metavar="WORDS", default="off", help="players' clocks: up, 20 (minutes), 15+10 (Fischer)"
    )
    add_bg_stats_option(parser)
    parser.add_argument(
        "--hook",
        metavar="URL|FILE",
        action="append",
        default=[],
        help="a web address that is told of every event (Discord: of the end), or a file of them; may be repeated",
    )
    add_network_options(parser)
    parser.set_defaults(kept_page=None, cards=None)  # the set-up's, where there was one: no words are these


def run(arguments: argparse.Namespace) -> int:
    """Play until the source ends or somebody presses Ctrl-C; a command card may begin one game after the other."""
    from live.archive.campaigns import episode_desk
    from live.network.hooks import hooks_from
    from live.network.hosting import network_from
    from live.page.hosting import KeptPage
    from live.page.server import EVERYWHERE
    from live.records.move_pictures import EvidenceSettings
    from live.runtime.clock import clock_rule
    from live.runtime.command_card_desk import CommandCardDesk
    from live.runtime.hosting import need_page
    from live.runtime.setup import end_on_signals, header_for
    from live.sources import PHONE, open_sources
    from tabletop.boards import kept_boards
    from tabletop.gamefile import load_game
    from tabletop.options import from_words
    from tabletop.plainkinds import pieces_for

    if arguments.no_pictures and arguments.evidence_mb is not None:
        raise UsageError("--no-pictures keeps none and --evidence-mb keeps some: give one of the two")
    pictures = EvidenceSettings() if arguments.evidence_mb is None else EvidenceSettings(arguments.evidence_mb)
    campaign = None if arguments.campaign is None else episode_desk(arguments.campaign, arguments.game)
    players = arguments.players or (None if campaign is None else ",".join(campaign.players))
    header = header_for(arguments.game, players, arguments.option, arguments.colours)
    options = kept_boards(from_words(arguments.game, arguments.option))
    if campaign is not None and header is not None:
        campaign.check_players(header.players)
        header = replace(header, options={**campaign.options, **header.options})
    if header is None and arguments.record is None:
        raise UsageError("who plays? give --players Ann,Ben (in turn order), or --record to take a game up again")
    pieces = None if arguments.pieces is None else pieces_for(arguments.pieces, load_game(arguments.game))
    if any(rule["do"] == "move" for rule in load_game(arguments.game).sections.moves.values()):
        say("parts move in this game, and the camera may take a move for a correction: look at each line on the page")
    need_page()
    network = network_from(arguments)
    hooks = hooks_from(arguments.hook)
    clock = clock_rule(arguments.clock)
    displays = _open_displays(arguments.display)
    source = open_sources(arguments.camera)
    if PHONE in arguments.camera and arguments.host is None:
        arguments.host = EVERYWHERE[0]  # a phone must reach the page
    end_on_signals()
    cards = None if arguments.no_cards else arguments.cards or CommandCardDesk()
    kept_page = arguments.kept_page or KeptPage()
    evening = WholeEvening(
        source, displays, options, pictures, pieces, clock, campaign, network, hooks, cards, kept_page
    )
    try:
        while (header := _game(arguments, evening, header)) is not None:
            say(f"begins   {', '.join(header.players)}")
    except KeyboardInterrupt:
        say(f"stopped; go on with: boardsight play {arguments.game} --record {arguments.record}")
    finally:
        source.close()
        for display in displays:
            display.close()
        if kept_page is not arguments.kept_page:
            kept_page.close()
    return 0


@dataclass(frozen=True, slots=True)
class WholeEvening:
    """What stays as it is from one game of an evening to the next."""

    source: FrameSource
    displays: list[Display]
    options: Mapping[str, Any]
    """Variants that the command line names."""
    evidence: EvidenceSettings
    pieces: PieceSet | None
    clock: ClockRule | None
    campaign: EpisodeDesk | None
    network: Network | None
    hooks: Sequence[WebHook]
    cards: CommandCardDesk | None
    """None where nobody wants command cards."""
    kept_page: KeptPage


def _game(arguments: argparse.Namespace, evening: WholeEvening, header: Header | None) -> Header | None:
    """Play one game; the header of the next one, where a card or the page begins it.

    `arguments.record` names the record afterwards, and the page's address stays for the next game.
    """
    from live.console.options import page_options
    from live.network.hooks import told_to_hooks
    from live.network.hosting import on_the_network
    from live.page.mailbox import Mailbox
    from live.page.publication import Publication
    from live.page.shown import CameraStatus
    from live.records.move_pictures import EvidenceFolder
    from live.records.store import RecordStore
    from live.reporting.making import report_desk
    from live.runtime.console import GameConsole
    from live.runtime.hosting import Desks, page_of, phones_in, tell_page
    from live.runtime.live_table import LiveTable
    from live.runtime.loop import watch_table
    from live.runtime.photographs import photo_desk, settings_for
    from live.runtime.setup import check_taken_up, close_record, new_record_path, next_record_path, taken_up_words
    from live.table.ending import at_the_end
    from live.table.frame_reader import files_of
    from live.table.multi_camera import frame_reader_for
    from live.table.recent import RecentPictures, RecentSettings
    from live.table.session import begin
    from scoring.replay import guess_words
    from tabletop.gamefile import load_game

    source = evening.source
    store = RecordStore.open(arguments.record or new_record_path(arguments.game), header=header)
    arguments.record = store.path
    try:
        if store.torn:
            say(f"boardsight: {store.torn}")
        if store.found is not None:
            check_taken_up(store.found.header, arguments.game, header, evening.options, record=store.path)
            session = begin(store.found.header, store.found.entries)
            say(taken_up_words(session))
        else:
            assert header is not None, "a record that is begun has a header"
            session = begin(header)
        session = replace(session, confirm=arguments.confirm)
        table = LiveTable(
            session, store, Publication(), Mailbox(), evening.displays, settings=settings_for(source, session.header)
        )
        table.campaign = evening.campaign
        table.extra = {"again": evening.campaign is None}
        table.cards = evening.cards
        table.watching = CameraStatus("waiting", "", source.name)
        table.recent = RecentPictures(RecentSettings(arguments.recent_mb))
        table.on_step = GameConsole().tell
        table.set_clock(evening.clock)
        table.evidence = None if arguments.no_pictures else EvidenceFolder(store.path, evening.evidence)
        files = files_of(session.header, evening.pieces)
        watcher = frame_reader_for(source, load_game(session.header.game), session.header.players, files)
        say(f"camera   {source.name}")
        say(f"record   {store.path}")
        _tell_of_weights(evening.pieces)
        photos = photo_desk(table, source, watcher, files)
        filming = phones_in(source, arguments.host)
        with (
            page_of(
                table,
                desks=Desks(photos, report_desk(table, arguments.pieces), filming, arguments.bg_stats),
                kept=evening.kept_page,
                **page_options(arguments),
            ) as address,
            on_the_network(table, evening.network),
            told_to_hooks(table, evening.hooks),
        ):
            tell_page(address, photos=photos is not None)
            arguments.port = address.port
            try:
                watch_table(table, source, watcher, stop=threading.Event())
            finally:  # stopped by hand too
                if guessed := guess_words(at_the_end(table.session).played):
                    say(guessed)
            following = table.following or (None if table.cards is None else table.cards.take_next())
            if not source.live and following is None:
                say(f"{source.name} has ended")
    except Exception:
        store.discard()
        raise
    finally:
        arguments.record = store.path
        close_record(store)
    if following is not None:
        arguments.record = next_record_path(store.path, arguments.game, anew=bool(table.session.entries))
    return following


def _tell_of_weights(pieces: PieceSet | None) -> None:
    """Say so where the learned look cannot be used: pieces without codes are read without it."""
    from vision.settings.learned import LearnedSettings
    from vision.uncoded.learned import without_weights

    if pieces is not None and pieces.uncoded:
        for problem in without_weights(LearnedSettings()):
            say(f"pieces   {problem.message}")


def _open_displays(urls: list[str]) -> list[Display]:
    from firmware_bridge import open_display

    return [open_display(url) for url in urls]
