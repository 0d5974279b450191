"""What of a page or of a command's lines nobody can translate: in the pseudo-language it stands in no brackets."""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[^\W\d_]{2,}")
COLLECT = """() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const around = text.parentElement.closest('script, style, noscript, .shelf, defs, .glyph');
    if (!around) found.add(text.textContent.trim());
  }
  for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext']) {
    for (const node of document.querySelectorAll(`[${name}]`)) found.add(node.getAttribute(name));
  }
  return [...found];
}"""
"""Everything that a page says: its texts, and what screen readers and hovering tell."""


LEFT = re.compile(
    r"""\b[A-Z]{2,}\b|\[?\w+:-?\d+[\w:, .]*\]?|\{\w+\}|\(⟦rulebook⟧: "[^"]*"\)|`[^`]*`|--[\w-]+|\w+=[^\s⟦⟧]+"""
    r"""|\[{1,2}\w+\]{1,2}|(?<!\w)'[^'⟦⟧]*'(?!\w)|\b[a-z]+-\d\b|[^\s⟦⟧]*\.[a-z]\w{1,4}\b|[^\s⟦⟧]*/[^\s⟦⟧]*"""
)
"""What is the same in every language: what stands for a word of one's own, places and parts as files name them, gaps,
the rulebook's headings, commands, options, a file's sections and words in quotes, files, addresses."""


@lru_cache(maxsize=10_000)
def bare(text: str) -> str:
    """What of a text in the pseudo-language stands in no brackets, and is no address, file or command."""
    text = LEFT.sub(" ", text)
    while BRACKETED.search(text):
        text = BRACKETED.sub(" ", text)
    return text


def plain(texts: Iterable[str], data: Collection[str]) -> list[str]:
    """The texts in which words stand that are neither translated nor `data`: names, kinds in files, units."""
    known = {word.casefold() for name in data for word in WORD.findall(name)}
    return sorted({text for text in texts if {word.casefold() for word in WORD.findall(bare(text))} - known})


def plain_on(page: Any, data: Collection[str]) -> list[str]:
    """The same of a page as it stands."""
    return plain(page.evaluate(COLLECT), data)
