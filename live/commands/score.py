"""`boardsight score`: the score lines that a position alone decides, and what is wrong with it."""

import argparse
import json
import sys
from typing import Any

from live.console.language import told
from live.console.position_input import add_position_arguments, position_from
from live.console.terminal import tell
from tabletop.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_position_arguments(parser, pictures=True)
    parser.add_argument("--record", metavar="RECORD", help="the game's record: whose points, and where the two differ")


def run(arguments: argparse.Namespace) -> int:
    """Score and print."""
    from scoring import rules_for
    from scoring.replay import guess_words
    from scoring.with_record import differences, score_of_record
    from tabletop.gamefile import load_game

    replayed = _replayed(arguments.record) if arguments.record else None
    position, seen = position_from(arguments, replayed.header if replayed else None)
    rules = rules_for(position.game)
    score = rules.score(position)
    if replayed:
        if replayed.header.game != position.game:
            raise UsageError(
                f"{arguments.record} is a record of {replayed.header.game}, and {arguments.position} shows "
                f"{position.game}; give the record of this game"
            )
        found = (*score.problems, *differences(rules, replayed, position))
        score = score_of_record(rules, replayed, position, found)
    problems = (*seen, *score.problems)
    document: dict[str, Any] = {
        "format": "boardsight-score/1",
        "game": position.game,
        "players": [player.to_json() for player in score.players],
        "winners": list(score.winners),
        "problems": [problem.to_json() for problem in problems],
    }
    if replayed:
        document["guesses"] = [move.n for move in replayed.guessed]
    if score.bounds is not None:
        document["bounds"] = [bounds.to_json() for bounds in score.bounds]
    if arguments.json:
        print(json.dumps(document, ensure_ascii=False))
    else:
        spoken = _in_words(document, rules, replayed.state if replayed else rules.resume(position))
        tell(_for_people(load_game(position.game).title, spoken, guess_words(replayed) if replayed else ""))
    return 0


def _replayed(path: str) -> Any:
    """The record, judged; its torn end is said on stderr."""
    from live.archive.games import record_from
    from scoring import replay

    return replay(record_from(path))


def _in_words(document: dict[str, Any], rules: Any, state: Any) -> dict[str, Any]:
    """The document with places as people call them."""

    def spoken(places: list[str]) -> list[str]:
        return [told(rules.place_words(place, state)) for place in places]

    players = [
        {**player, "lines": [{**line, "places": spoken(line["places"])} for line in player["lines"]]}
        for player in document["players"]
    ]
    problems = [{**problem, "places": spoken(problem["places"])} for problem in document["problems"]]
    return {**document, "players": players, "problems": problems}


def _for_people(title: str, document: dict[str, Any], guessed: str) -> str:
    """Totals, why, guesses of the record, problems."""
    lines = [title]
    for player in document["players"]:
        leads = "  <- leads" if player["name"] in document["winners"] else ""
        lines.append(f"\n{player['name']}: {player['total']}{leads}")
        lines += [f"  {line['points']:+4d}  {line['label']}{_at(line['places'])}" for line in player["lines"]]
    if document.get("bounds"):
        lines.append("\nWhat each piece can have scored, depending on what stood before it:")
        for bound in document["bounds"]:
            least, most = bound["least"], bound["most"]
            points = str(least) if least == most else f"{least} to {most}"
            lines.append(f"  {points:>9}  {bound['kind'].replace('-', ' ')} on {', '.join(map(str, bound['on']))}")
    if guessed:
        lines.append(f"\nIn the record {guessed}.")
    if document["problems"]:
        lines.append("\nProblems:")
        lines += [f"  - {problem['message']}{_at(problem['places'])}" for problem in document["problems"]]
    elif sys.stdout.isatty() or not document["players"]:
        lines.append("\nNothing is wrong with it.")
    return "\n".join(lines)


def _at(places: list[str]) -> str:
    """Places in brackets, at most four."""
    if not places:
        return ""
    return f"  [{', '.join(places[:4])}{', ...' if len(places) > 4 else ''}]"
