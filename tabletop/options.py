"""The variants in force: names and values from the game file, defaults filled in, unknown ones refused.

In a game file's `[game.options]` each option lists its values, the default first. `"<file>"` in that list stands
for any path of a file, or for the file's content as a table or list; `"<list>"` for a list of the other values.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tabletop.errors import UsageError
from tabletop.gamefile import GameFile, load_game
from tabletop.nearest import nearest
from tabletop.schema import Mismatch, shown

ANY_FILE = "<file>"
ANY_LIST = "<list>"


def settled(game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of a game with its value: the given one or the default.

    Raises `Mismatch` where an option or its value is unknown.
    """
    return _settled(game, load_game(game).options, given)


def _settled(game: str, known: Mapping[str, tuple[Any, ...]], given: Mapping[str, Any]) -> dict[str, Any]:
    """The same with the options that the game has."""
    for name, value in given.items():
        if name not in known:
            names = ", ".join(known) or "none"
            meant = nearest(str(name), known)
            raise Mismatch(("options", name), f"'{name}' is not an option of {game}{meant}; its options are {names}")
        if not _fits(value, known[name]):
            raise Mismatch(("options", name), f"{shown(value)} is not possible; expected {expected(known[name])}")
    return {name: given.get(name, default(values)) for name, values in known.items()}


def left_in_the_box(game: GameFile, given: Mapping[str, Any]) -> frozenset[str]:
    """The parts that a game's variants leave out: those of a module that is not in play."""
    chosen = {name: given.get(name, default(values)) for name, values in game.options.items()}
    return frozenset(
        part.id
        for part in game.parts
        if any(not _is_chosen(chosen.get(name), values) for name, values in part.when.items())
    )


def _is_chosen(value: Any, values: Sequence[Any]) -> bool:
    """Whether an option's value, or one of its list, is among these."""
    return any(one in values for one in (value if isinstance(value, list | tuple) else (value,)))


def default(values: tuple[Any, ...]) -> Any:
    """The first value; an empty list where the option is a list, nothing where it is a file."""
    if values[0] == ANY_LIST:
        return []
    return None if values[0] == ANY_FILE else values[0]


def expected(values: tuple[Any, ...]) -> str:
    """What an option may hold, in words."""
    words = [shown(value) for value in values if value not in (ANY_FILE, ANY_LIST)]
    if ANY_LIST in values:
        return "a list of " + ", ".join(words)
    if ANY_FILE in values:
        words.append("a file's path")
    return " or ".join(words)


def from_words(game: str, words: Iterable[str]) -> dict[str, Any]:
    """Options as the command line gives them, `name=value`; lists with commas, `true` and `false` as flags.

    Raises UsageError with what was expected.
    """
    return from_words_for(load_game(game), game, words)


def from_words_for(game: GameFile, called: str, words: Iterable[str]) -> dict[str, Any]:
    """The same for a game that is loaded, by the name under which people called it."""
    known = game.options
    given: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UsageError(f"--option {word} is not name=value, for example --option streetcars=single-line")
        values = known.get(name, ())
        files = value.split(",")
        if ANY_FILE in values and len(files) > 1 and all(file.endswith(".toml") for file in files):
            given[name] = files
        elif ANY_LIST in values:
            given[name] = [item for item in value.split(",") if item]
        elif value in ("true", "false") and True in values:
            given[name] = value == "true"
        else:
            given[name] = next((entry for entry in values if str(entry) == value), value)
    try:
        _settled(called, known, given)
    except Mismatch as error:
        raise UsageError(f"--option {error.path[-1]}: {error.reason}") from error
    return given


def _fits(value: Any, values: tuple[Any, ...]) -> bool:
    """Whether an option may hold this value."""
    if ANY_LIST in values:
        return isinstance(value, list | tuple) and all(item in values and item != ANY_LIST for item in value)
    if ANY_FILE in values and value != ANY_FILE:
        return value is None or isinstance(value, str | list | dict)
    return any(value is entry or (type(value) is type(entry) and value == entry) for entry in values)
