"""Who may command a table over the network: a small file, off where there is none."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from pathlib import Path

from live.network.commands import VERBS, Command, proof_of
from tabletop.errors import UnreadableInput
from tabletop.notation.lines import read_toml
from tabletop.schema import Key, anything, list_of, made, one_of, secret, table, text
from tabletop.textfiles import read_text

SHORTEST_TOKEN = 16

EXAMPLE = """anyone = ["turn"]            # verbs that need no token; leave it out, and there are none

[[who]]
name = "hub"
token = "…"                  # at least 16 characters: openssl rand -hex 16
may = ["pause", "turn", "quiet", "correct", "answer"]
"""


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with a token."""

    name: str
    token: str = field(repr=False)
    may: frozenset[str]


@dataclass(frozen=True, slots=True)
class Permissions:
    """Who may do what; nobody anything by default."""

    anyone: frozenset[str] = frozenset()
    holders: tuple[Holder, ...] = ()

    @property
    def verbs(self) -> tuple[str, ...]:
        """Verbs that somebody may send."""
        allowed = self.anyone.union(*(holder.may for holder in self.holders))
        return tuple(verb for verb in VERBS if verb in allowed)

    def who(self, command: Command, *, table: str, process: str) -> str | None:
        """Who sends a command that is permitted, None where it is not."""
        if command.verb in self.anyone:
            return "anyone"
        for holder in self.holders:
            if command.verb not in holder.may:
                continue
            if command.proof is not None:
                expected, given = proof_of(command, table, process, holder.token), command.proof
            else:
                expected, given = holder.token, command.token or ""
            if hmac.compare_digest(expected.encode(), given.encode()):
                return holder.name
        return None


_VERBS = made(list_of(one_of(VERBS)), frozenset, sorted)
_TOKEN = secret(
    anything("a text", lambda value: isinstance(value, str) and len(value) >= SHORTEST_TOKEN),
    f"this has less than {SHORTEST_TOKEN} characters; make one with: openssl rand -hex 16",
)
_HOLDER = table(Holder, {"name": Key(text()), "token": Key(_TOKEN), "may": Key(_VERBS, frozenset())}, name="[[who]]")
_FILE = table(
    lambda anyone, who: Permissions(anyone, who),
    {"anyone": Key(_VERBS, frozenset()), "who": Key(list_of(_HOLDER), ())},
    name="a permissions file",
)


def load_permissions(path: Path) -> Permissions:
    """The permissions in a file; UnreadableInput with file, line, value and expectation."""
    try:
        written = read_text(path)
    except UnreadableInput as error:
        raise UnreadableInput(f"the permissions can't be read: {error}") from error
    permissions: Permissions = read_toml(written, _FILE, str(path))
    return permissions
