"""How fast the rules are: records of all games read and judged from their text.

Run `python benchmarks/rules.py`; the figures are in docs/rules.md. Where python-chess is installed, PGNs are read in
the same run, and each game is told as a share of its speed.
"""

import argparse
import importlib.util
import io
import time
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from scoring import replay, rules_for
from scoring.random_play import play_game
from tabletop.records import Header, read_record, write_record

OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "big-city": {},
    "my-city-chess": {},
    "my-city": {},
    "small-city": {"modules": ["leisure", "gardens"]},
}
ROUNDS = 3
"""The best of so many counts: other programs share the machine."""


def from_text(games: int) -> None:
    """Records of every game read and judged from their text, with all points, reasons and totals of every move.

    The processor's time counts, since others share the machine.
    """
    chess = _python_chess(games)
    for game, options in OPTIONS.items():
        header = Header(game, ("red", "blue") if game == "my-city-chess" else ("Ann", "Ben"), options)
        texts = [write_record(play_game(rules_for(game), header, Random(seed))) for seed in range(games)]
        speed = _moves_a_second(partial(_told, texts))
        share = "" if chess is None else f", {speed / chess:.2f} of python-chess"
        print(f"{game}, every move's points told: {speed:,.0f} moves/s{share}")


def _told(texts: list[str]) -> int:
    """How many moves there are in some records, each with its points and totals."""
    replays = [replay(read_record(text)[0]) for text in texts]
    return sum(len(played.moves) for played in replays if [(one.judged.points, one.totals) for one in played.moves])


def _moves_a_second(read: Callable[[], int]) -> float:
    best = 0.0
    for _ in range(ROUNDS):
        began = time.process_time()
        moves = read()
        best = max(best, moves / (time.process_time() - began))
    return best


def _python_chess(games: int) -> float | None:
    """Moves a second of python-chess on PGNs of random games; None where it is not installed."""
    if importlib.util.find_spec("chess") is None:
        print("python-chess is not installed: no shares of its speed")
        return None

    import chess.pgn

    texts = []
    for seed in range(games):
        random, board, game = Random(seed), chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while not board.is_game_over() and board.ply() < 80:
            move = random.choice(list(board.legal_moves))
            board.push(move)
            node = node.add_variation(move)
        texts.append(str(game))

    def read() -> int:
        games_read = (chess.pgn.read_game(io.StringIO(text)) for text in texts)
        return sum(game.end().ply() for game in games_read if game is not None)

    return _moves_a_second(read)


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=12, help="records of each game that are read from their text")
    arguments = parser.parse_args()
    from_text(arguments.texts)


if __name__ == "__main__":
    main()
