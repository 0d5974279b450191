"""What is wrong with a text that is no TOML, in the words of who wrote it; the parser's are for programmers."""

import re
from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    r"Illegal character '\\n'": "a text has no closing quote sign on its line",
    r"Invalid value": (
        "no value follows the =; texts and colours stand in quotes, decimals begin with a digit (0.5), yes and no are "
        "true and false"
    ),
    r"Unclosed array": "a list is not closed; write ] at its end, and a comma between its entries",
    r"Unclosed inline table": (
        "an inline table is not closed; write its last brace on the same line, and a comma between its keys"
    ),
    r"Invalid initial character": (
        "no key stands here; names have letters a to z, and no comma stands before a closing brace"
    ),
    r"Expected newline": (
        "something follows the value; each key has its own line, decimals have a point (32.0), remarks begin with #"
    ),
    r"Expected '=' after": "no = follows the key; names have letters a to z, digits, - and _, others stand in quotes",
    r"Expected '\]+' at": "a section's name is not closed; write [name], or [[name]] where several may stand",
    r"(Unterminated string|Expected [\"'])": "a text has no closing quote sign",
    r"Cannot (overwrite|mutate)": (
        "this is given already; keep one of both, and write two brackets, [[name]], where several may stand"
    ),
    r"Cannot declare": (
        "this section is there already; put its keys below the first one, or write two brackets, [[name]], where "
        "several may stand"
    ),
    r"Invalid statement": "neither a key nor a section begins here; write key = value, or [section]",
    r"(Invalid hex value|Unescaped '\\'|Invalid unicode)": "in quotes \\ has a meaning of its own; write / in paths",
}
"""What `tomllib` says (the beginning) and what people are told."""
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)


def plain_words(message: str) -> str:
    """The sentence for what `tomllib` says, with the line; what it seldom says stays as it is."""
    place = _PLACE.fullmatch(message)
    told = next((words for begin, words in WORDS.items() if re.match(begin, message)), None)
    if place is None or told is None:
        return message
    return f"at its end: {told}" if place[2] is None else f"line {place[2]}: {told}"
