"""`boardsight setup`, and `boardsight` alone: a page on which the table is set up; then the game begins."""

from __future__ import annotations

import argparse
import time
import webbrowser
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NoReturn

from live.console.terminal import say
from tabletop.errors import BoardsightError, UsageError

if TYPE_CHECKING:
    from live.page.hosting import KeptPage
    from live.runtime.command_card_desk import CommandCardDesk
    from live.setup.application import SetupRequest
    from live.setup.chosen import Chosen
    from live.setup.command_cards import CommandCardBegin


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    from live.console.options import add_page_options

    parser.add_argument("--no-browser", action="store_true", help="only print the page's address")
    parser.add_argument("--no-cards", action="store_true", help="command cards in sight do nothing")
    add_page_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Set up, play what was chosen; where that can't be begun, say why on the page and set up again."""
    from live.commands import demo, play
    from live.page.hosting import KeptPage
    from live.runtime.command_card_desk import CommandCardDesk
    from live.runtime.hosting import need_page
    from live.runtime.setup import OUT, end_on_signals
    from live.setup.chosen import remember
    from live.table.command_cards import CommandCardWatch

    need_page()
    end_on_signals()
    trouble, browser = "", not arguments.no_browser
    cards = None if arguments.no_cards else CommandCardDesk(CommandCardWatch(at_once=("begin",)))
    with closing(KeptPage()) as kept:
        while True:
            try:
                wish, arguments.port = _chosen(arguments, trouble, kept, cards, browser=browser)
            except KeyboardInterrupt:
                say("stopped")
                return 0
            browser, chosen = False, wish.chosen
            try:
                if chosen is not None:
                    remember(OUT, chosen)
                    parsed = _play_arguments(chosen, arguments)
                    parsed.kept_page, parsed.cards, parsed.no_cards = kept, cards, parsed.no_cards or arguments.no_cards
                    return play.run(parsed)
                shown, trouble = _demo_arguments(str(wish.demo), arguments, kept), ""
                code = demo.run(shown)
                if not shown.set_up_again:
                    return code
            except BoardsightError as error:
                trouble = str(error)
                say(f"boardsight: {trouble}")


def _chosen(
    arguments: argparse.Namespace, trouble: str, kept: KeptPage, desk: CommandCardDesk | None, *, browser: bool
) -> tuple[SetupRequest, int]:
    """Serve the page until somebody begins there, or by the card Begin; what was wished, and the page's port."""
    from live.console.options import page_options
    from live.page.hosting import hosted, tell_address
    from live.runtime.setup import OUT
    from live.setup.application import SetupParts, SetupRequest, make_setup_application
    from live.setup.choices import choices
    from live.setup.chosen import remembered
    from live.setup.command_cards import CommandCardBegin
    from live.setup.preview import Preview
    from live.setup.teaching import PieceLessons

    parser, preview, wish = _play_parser(), Preview(), SetupRequest()
    cards = None if desk is None else CommandCardBegin(preview, desk, OUT)
    shown, offered = dict if cards is None else cards.shown, lambda: choices(OUT, parser, trouble=trouble)
    parts = SetupParts(offered, preview, _check, wish, shown, PieceLessons(OUT), last=lambda: remembered(OUT))

    try:
        with hosted(
            lambda address: make_setup_application(parts, token=address.token, hosts=address.hosts),
            kept=kept,
            **page_options(arguments),
        ) as address:
            tell_address("setup", address.here, "choose the game, the players and the camera there; Ctrl-C ends")
            tell_address("shared", address.entrusted, "whoever has this address can set up the table")
            if browser:
                webbrowser.open(address.here)
            while not wish.made.wait(0.2):
                with suppress(UsageError):  # somebody has pressed Begin since: that counts
                    wish.begin(None if cards is None else _begun_by(cards))
            time.sleep(ANSWERED_S)
    finally:
        preview.close()
    return wish, address.port


def _begun_by(cards: CommandCardBegin) -> Chosen | None:
    """What a card begins, where that can be played."""
    chosen = cards.look()
    if chosen is None:
        return None
    try:
        _check(chosen)
    except BoardsightError as error:
        cards.refuse(str(error))
        return None
    return chosen


ANSWERED_S = 0.3
"""The answer to who has pressed begin is on its way by then; the page then waits for the table's."""


def _play_parser() -> argparse.ArgumentParser:
    """`play`'s options; what does not fit raises UsageError."""
    from live.commands import play

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise UsageError(message)

    parser = Parser(prog="boardsight play")
    play.add_arguments(parser)
    return parser


def _parsed(chosen: Chosen) -> argparse.Namespace:
    """A choice as the command line understands it; UsageError where it does not."""
    from live.setup.choices import need_choices

    parser = _play_parser()
    need_choices(chosen, parser)
    return parser.parse_args(chosen.words()[1:])


def _play_arguments(chosen: Chosen, arguments: argparse.Namespace) -> argparse.Namespace:
    """What `play` is called with: the page stays where it is, unless the choice says otherwise."""
    parsed = _parsed(chosen)
    parsed.host = parsed.host or arguments.host
    parsed.port = arguments.port if parsed.port is None else parsed.port
    parsed.allow_host = [*arguments.allow_host, *parsed.allow_host]
    return parsed


def _demo_arguments(game: str, arguments: argparse.Namespace, kept: KeptPage) -> argparse.Namespace:
    """What `demo` is called with: the page stays where it is."""
    from live.commands import demo

    parser = argparse.ArgumentParser(prog="boardsight demo")
    demo.add_arguments(parser)
    parsed = parser.parse_args([game])
    parsed.host, parsed.port, parsed.allow_host = arguments.host, arguments.port, arguments.allow_host
    parsed.kept_page = kept
    return parsed


def _check(chosen: Chosen) -> None:
    """Raise a BoardsightError for what can't be played, before the page goes away."""
    from live.runtime.setup import header_for

    parsed = _parsed(chosen)
    header = header_for(parsed.game, parsed.players, parsed.option, parsed.colours)
    if header is None and parsed.record is None:
        raise UsageError("who plays? name the players, in the order of their seats")
