"""`boardsight campaign`: My City over its 24 episodes: the ledger, who leads, the boards with their stickers."""

from __future__ import annotations

import argparse
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from live.console.terminal import tell
from tabletop.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    from scoring.registry import campaign_games

    choices = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    words = {
        "new": "begin a campaign",
        "next": "which episode comes next, on which boards, and how it is played",
        "score": "enter how an episode ended",
        "sticker": "put a sticker on a player's board",
        "bonus": "symbols that an envelope's rules give",
        "successor": "somebody else plays on, with the predecessor's board, points and symbols",
        "show": "everything so far: points, symbols, stickers, who leads",
        "undo": "take back what was entered last",
        "page": "the same in a browser, in English and German",
    }
    parsers = {
        name: choices.add_parser(name, help=help_line, description=help_line) for name, help_line in words.items()
    }
    for one in parsers.values():
        one.add_argument("ledger", type=Path, metavar="LEDGER", help="the campaign's file, for example our-city.jsonl")
        one.add_argument("--json", action="store_true", help="one JSON document")
    parsers["page"].add_argument("--port", type=int, help="the page's (default: 8765 or the next free one)")
    new, episode, score = parsers["new"], parsers["next"], parsers["score"]
    new.add_argument("--players", required=True, metavar="A,B", help="who plays all 24 episodes")
    new.add_argument("--board", metavar="FILE[,FILE]", help="your board, or one for each player (default: ours)")
    known = campaign_games()
    new.add_argument("--game", default=known[0], help=f"{', '.join(known)}, or a game file with its rules")
    episode.add_argument("--out", type=Path, metavar="DIR", help="write every player's board there, stickers and all")
    score.add_argument("--record", metavar="RECORD", help="episode 1 as it was recorded")
    score.add_argument("--points", metavar="ANN=12,BEN=9", help="what the score tokens show in the end")
    score.add_argument("--empty", metavar="ANN=0/2,BEN=1/0", help="empty light green spaces row by row, for ties")
    score.add_argument("--episode", type=int, metavar="N", help="which episode it was (default: the next)")
    for name in ("sticker", "bonus"):
        parsers[name].add_argument("--player", required=True, help="whose")
    parsers["successor"].add_argument("--player", required=True, help="who has played so far")
    parsers["successor"].add_argument("--by", required=True, metavar="NAME", help="who plays on from the next episode")
    parsers["sticker"].add_argument("--cell", required=True, metavar="D4", help="on which space")
    parsers["sticker"].add_argument("--terrain", required=True, help="one-tree, two-trees, one-rock, well, gold, ...")
    parsers["bonus"].add_argument("--symbols", required=True, type=int, metavar="N", help="how many; -1 takes one")


def run(arguments: argparse.Namespace) -> int:
    """Do it, and say where the campaign stands."""
    if arguments.what == "page":
        return _page(arguments)
    acting: dict[str, Callable[[argparse.Namespace], Any]] = {
        "new": _new, "next": _read, "score": _score, "sticker": _sticker, "bonus": _bonus, "successor": _successor,
        "show": _read, "undo": _undo
    }  # fmt: skip
    campaign = acting[arguments.what](arguments)
    boards = _boards(campaign, arguments.out) if arguments.what == "next" and arguments.out is not None else ()
    if arguments.json:
        document = {**campaign.ledger.to_json(), "boards": [str(path) for path in boards]}
        print(json.dumps(document, ensure_ascii=False))
    else:
        tell("\n".join(_next_words(campaign, boards) if arguments.what == "next" else _show_words(campaign)))
    return 0


def _page(arguments: argparse.Namespace) -> int:
    """Serve the campaign's page until Ctrl-C."""
    from live.archive.campaigns import campaign_in
    from live.page.hosting import hosted, tell_address
    from live.runtime.hosting import need_page

    need_page()
    from live.entering.campaign import make_application

    campaign_in(arguments.ledger)
    with hosted(lambda at: make_application(arguments.ledger, at), host=None, port=arguments.port) as address:
        tell_address("campaign", address.here, "until Ctrl-C; every entry is on the disk at once")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return 0
    return 0


def _new(arguments: argparse.Namespace) -> Any:
    from live.archive.campaigns import new_campaign
    from live.console.arguments import game_named, players_named

    game = game_named(arguments.game)
    players = players_named(arguments.players, game)
    if len(players) < game.players[0]:
        raise UsageError(f"--players {arguments.players}: {game.title} is for {game.players[0]} players or more")
    boards = tuple(arguments.board.split(",")) if arguments.board else ()
    return new_campaign(arguments.ledger, arguments.game, players, boards)


def _read(arguments: argparse.Namespace) -> Any:
    from live.archive.campaigns import campaign_in

    return campaign_in(arguments.ledger)


def _score(arguments: argparse.Namespace) -> Any:
    from live.archive.campaigns import changed_campaign
    from live.archive.games import record_from
    from scoring import replay
    from scoring.registry import campaign_rules

    if (arguments.record is None) == (arguments.points is None):
        raise UsageError("how did it end? give --points ANN=12,BEN=9 as the tokens show them, or episode 1's --record")
    points = {player: _whole(word) for player, word in _by_player(arguments.points or "")}
    empty = {player: tuple(map(_whole, word.split("/"))) for player, word in _by_player(arguments.empty or "")}
    replayed = None if arguments.record is None else replay(record_from(arguments.record))

    def scored(campaign: Any) -> Any:
        rules = campaign_rules(campaign.game)
        results = rules.entered(points, empty) if replayed is None else rules.recorded(campaign, replayed.state)
        episode = campaign.ledger.next_episode if arguments.episode is None else arguments.episode
        return campaign.with_line(rules.episode_line(episode, results))

    return changed_campaign(arguments.ledger, scored)


def _sticker(arguments: argparse.Namespace) -> Any:
    return _with_line(arguments, do="sticker", player=arguments.player, cell=arguments.cell, terrain=arguments.terrain)


def _bonus(arguments: argparse.Namespace) -> Any:
    return _with_line(arguments, do="bonus", player=arguments.player, symbols=arguments.symbols)


def _successor(arguments: argparse.Namespace) -> Any:
    return _with_line(arguments, do="successor", player=arguments.player, by=arguments.by.strip())


def _with_line(arguments: argparse.Namespace, **said: Any) -> Any:
    from live.archive.campaigns import changed_campaign

    return changed_campaign(arguments.ledger, lambda campaign: campaign.with_line(said))


def _undo(arguments: argparse.Namespace) -> Any:
    from live.archive.campaigns import changed_campaign

    return changed_campaign(arguments.ledger, lambda campaign: campaign.undone())


def _boards(campaign: Any, folder: Path) -> tuple[Path, ...]:
    from live.archive.campaigns import write_boards

    return write_boards(campaign, folder)


def _by_player(words: str) -> list[tuple[str, str]]:
    """`ANN=12,BEN=9` as pairs."""
    pairs = [word.partition("=") for word in words.split(",") if word]
    for name, equals, value in pairs:
        if not (name and equals and value):
            raise UsageError(f"'{words}' is not NAME=VALUE for each player, for example Ann=12,Ben=9")
    return [(name.strip(), value) for name, _, value in pairs]


def _whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise UsageError(f"'{word}' is not a whole number, for example Ann=12,Ben=9") from None


def _next_words(campaign: Any, boards: tuple[Path, ...]) -> list[str]:
    """Which episode it is, what is carried, and how to play it."""
    from scoring.registry import campaign_rules

    ledger = campaign.ledger
    if ledger.next_episode is None:
        return ["All 24 episodes have been played.", *_show_words(campaign)]
    episode = ledger.next_episode
    chapter = campaign_rules(campaign.game).chapter_of(episode)
    lines = [f"Episode {episode} comes next, of chapter {chapter}: its rules lie in envelope {chapter}."]
    lines += [
        f"{player}: {-points} points below zero are deducted from the first positive ones."
        for player, points in ledger.carried().items()
        if points
    ]
    option = f" --option board={','.join(map(str, boards))}" if boards else ""
    if not option and ledger.stickers:
        lines.append("The boards have stickers: --out DIR writes them as they are now, to play on.")
    players = ",".join(ledger.players)
    return [*lines, f"boardsight play {campaign.game} --players {players} --option game=episode-1{option}"]


def _show_words(campaign: Any) -> list[str]:
    """Points by episode, symbols, stickers, who leads."""
    ledger = campaign.ledger
    document = ledger.to_json()
    wide = max(8, *(len(player) + 2 for player in ledger.players))
    lines = ["episode" + "".join(f"{player:>{wide}}" for player in ledger.players)]
    for number, results in enumerate(document["episodes"], start=1):
        by_player = {result["player"]: result for result in results}
        cells = (f"{by_player[one]['points']}{'*' * by_player[one]['symbols']}" for one in ledger.players)
        lines.append(f"{number:7d}" + "".join(f"{cell:>{wide}}" for cell in cells))
    symbols = document["symbols"]
    lines.append("symbols" + "".join(f"{symbols[player]:>{wide}}" for player in ledger.players))
    for one in document["stickers"]:
        lines.append(
            f"sticker: {one['player']}, {one['terrain']} on {one['cell']}, after episode {one['after_episode']}"
        )
    for one in document["successions"]:
        lines.append(f"{one['player']} plays on for {one['predecessor']}, after episode {one['after_episode']}")
    leaders, several = " and ".join(document["leaders"]), len(document["leaders"]) > 1
    if ledger.next_episode is None:
        lines.append(f"{leaders} {'have' if several else 'has'} won My City.")
    elif ledger.episodes:
        lines.append(
            f"{leaders} {'leads' if len(document['leaders']) == 1 else 'lead'}; episode {ledger.next_episode} is next."
        )
    return lines
