"""The browser's modules: what a page's script imports, to be asked for all at once, or put into one file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

SCRIPT = re.compile(r'<script type="module" src="/page/([a-z-]+\.js)"></script>')
IMPORT = re.compile(r'(?P<how>\bfrom |\bimport )"\./(?P<name>[a-z-]+\.js)"')
"""What is fetched before a script runs."""
LAZY = re.compile(r'(?P<how>\bimport\()"\./(?P<name>[a-z-]+\.js)"')
"""What a script fetches when somebody wants it."""

BODY = re.compile(r"<body[^>]*>")
WITHOUT_SCRIPTS = (
    '<noscript><p class="banner">This page needs JavaScript; switch it on in the browser. '
    '<span lang="de">Diese Seite braucht JavaScript; schalte es im Browser ein.</span></p></noscript>'
)
"""What a page says where it can't do anything."""


def imported(name: str, text_of: Callable[[str], str], *kinds: re.Pattern[str]) -> Mapping[str, str]:
    """A module and all that it imports in these ways, by name, with their texts."""
    waiting, found = [name], dict[str, str]()
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = text_of(one)
            waiting += [match["name"] for kind in kinds for match in kind.finditer(found[one])]
    return found


def told_to_old_browsers(page: str, script: str) -> str:
    """A page that says why it stays empty: without scripts, and by `script` where the browser is too old for them."""
    with_words = BODY.sub(lambda body: f"{body[0]}\n  {WITHOUT_SCRIPTS}", page, count=1)
    return with_words.replace("</head>", f"  {script}\n</head>", 1)


def asking_at_once(page: str, text_of: Callable[[str], str]) -> str:
    """A page that names its script's modules too: a browser asks for all of them together, not one after the other."""
    script = SCRIPT.search(page)
    if script is None:
        return page
    others = [name for name in imported(script[1], text_of, IMPORT) if name != script[1]]
    links = "".join(f'<link rel="modulepreload" href="/page/{name}">' for name in others)
    return page.replace(script[0], f"{links}{script[0]}")
