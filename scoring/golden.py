"""What follows from a new game's facts and rules: the demo's script, the golden record with its text, a page's stub."""

from collections.abc import Mapping
from random import Random

from scoring.random_play import play_game
from scoring.registry import rules_for
from scoring.replay import replay
from scoring.transcript import transcript
from tabletop.gamefile import GameFile, load_game
from tabletop.records import Header, write_record

PLAYERS = ("Ann", "Ben", "Cem", "Dan", "Eva", "Finn")


def files_of(name: str) -> Mapping[str, bytes]:
    """Each file's path from the root of the source -> what stands in it; the game in them is random and legal.

    Raises UnreadableInput where there is no such game, or its rules are missing.
    """
    game = load_game(name)
    players = PLAYERS[: min(max(game.players[0], 2), game.players[1])]
    record = play_game(rules_for(name), Header(name, players), Random(1))
    lines, text = write_record(record).encode(), transcript(replay(record)) + "\n"
    return {
        f"tabletop/games/{name.replace('-', '_')}/script.jsonl": lines,
        f"tests/scoring/golden/{name}.jsonl": lines,
        f"tests/scoring/golden/{name}.txt": text.encode(),
        f"docs/games/{name}.md": _page(game).encode(),
    }


def _page(game: GameFile) -> str:
    """What every page of a game has: for how many it is, where its rules are silent, its options."""
    least, most = game.players
    silent = "## Where the rulebook is silent\n\nquestion | our reading\n--- | ---\n"
    rows = "".join(f"`{name}` | {', '.join(map(_value, values))}\n" for name, values in game.options.items())
    options = f"\n## Options\n\noption | values, the usual one first\n--- | ---\n{rows}" if rows else ""
    players = f"{least}" if least == most else f"{least} to {most}"
    return f"# {game.title}\n\nFor {players} players.\n\n{silent}{options}"


def _value(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
