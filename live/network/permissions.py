"""Who may command a table over the network: a small file, off where there is none."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from live.network.commands import VERBS, Command, proof_of
from tabletop.errors import UnreadableInput
from tabletop.schema import brief
from tabletop.textfiles import parsed_toml, read_text
from tabletop.visible import one_line

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


def load_permissions(path: Path) -> Permissions:
    """The permissions in a file; UnreadableInput with file, value and expectation."""
    try:
        text = read_text(path)
    except UnreadableInput as error:
        raise UnreadableInput(f"the permissions can't be read: {error}") from error
    document = parsed_toml(text, str(path))
    _only(path, document, "anyone", "who")
    who = document.get("who", [])
    if not isinstance(who, list) or not all(isinstance(entry, dict) for entry in who):
        raise UnreadableInput(f"{path}: who comes as [[who]] with name, token and may")
    return Permissions(_verbs(path, "anyone", document.get("anyone", [])), tuple(_holder(path, entry) for entry in who))


def _holder(path: Path, entry: Mapping[str, Any]) -> Holder:
    _only(path, entry, "name", "token", "may")
    name, token = entry.get("name"), entry.get("token")
    if not isinstance(name, str) or not name.strip():
        raise UnreadableInput(f"{path}: every [[who]] has a name")
    if not isinstance(token, str) or len(token) < SHORTEST_TOKEN:
        raise UnreadableInput(
            f"{path}: {name}'s token has less than {SHORTEST_TOKEN} characters; make one with: openssl rand -hex 16"
        )
    return Holder(name, token, _verbs(path, f"{name}'s may", entry.get("may", [])))


def _verbs(path: Path, where: str, value: object) -> frozenset[str]:
    if not isinstance(value, list) or not all(isinstance(verb, str) and verb in VERBS for verb in value):
        raise UnreadableInput(f"{path}: {where} = {brief(value)}; expected a list of {', '.join(VERBS)}")
    return frozenset(value)


def _only(path: Path, document: Mapping[str, Any], *keys: str) -> None:
    unknown = [key for key in document if key not in keys]
    if unknown:
        raise UnreadableInput(f"{path}: '{one_line(unknown[0])}' is not known here; expected {', '.join(keys)}")
