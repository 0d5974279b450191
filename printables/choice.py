"""What is wanted of a game: which parts, how many copies of each, and in which group's document they go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from printables.backs import BACKS
from printables.codes import OURS, can_print
from printables.components import codes_to_tape, labels_of, printed_parts
from printables.houses import houses_of
from printables.tuckbox import box_of
from tabletop.errors import UsageError
from tabletop.gamefile import GameFile
from tabletop.options import default
from tabletop.parts import Part

STYLES = ("light", "standard", "fine")
"""Light: fewest sheets and cuts that play. Fine: the widest bleed everywhere, paper houses in place of flat tokens."""


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """What to print and how."""

    paper: str = "a4"
    parts: tuple[str, ...] = ()
    """Groups, kinds or ids to print; all where empty."""
    players: int | None = None
    options: tuple[tuple[str, Any], ...] = ()
    """Variants that are played, name and value; of an option that is not named everything is printed, in the light
    style what its default needs."""
    style: str = "standard"
    ink_saver: bool = False
    backs: str = BACKS[0]
    cut: str | None = None
    folder: Path | None = None
    """Where a game file's own icons lie."""


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that share a document: its name in the file name, its title, the kinds."""

    name: str
    title: str
    kinds: tuple[str, ...]
    own_paper: bool = False
    """Whether its parts are printed on card or label paper, so that nothing else lies on their sheets."""


GUIDE = Group("guide", "How to print and cut", ())
BOX = Group("box", "Tuck box", ("box",), own_paper=True)
LABELS = Group("labels", "Labels for cubes and bars", ("label",), own_paper=True)
HOUSES = Group("houses", "Paper houses", ("house", "wall"), own_paper=True)
GROUPS = (
    Group("tiles", "Tiles", ("tile",)),
    Group("boards", "Boards", ("board", "corner")),
    Group("pieces", "Pieces", ("piece", "streetcar", "building", "landmark", "zone", "citizen")),
    HOUSES,
    Group("mats", "Mats, turn puck, score track", ("mat", "puck", "track", "marker", "hundred", "token")),
    Group("cards", "Cards", ("card",), own_paper=True),
    Group("stickers", "Stickers", ("sticker",), own_paper=True),
    Group("aids", "Player aids", ("aid",)),
    Group("codes", "Codes to tape on", ("taped-code",)),
    BOX,
    LABELS,
)
OWNED = ("mat", "marker", "hundred", "aid", "board", "citizen", "token", "taped-code")
"""Kinds of which each player has a part with the seat's number, or a copy."""

ONLY_BY_NAME = ("taped-code",)
"""Kinds that are printed only where `--parts` names them."""
NOT_NEEDED_TO_BEGIN = ("box", "card", "sticker", "aid", "track", "marker", "hundred", "corner")
"""Kinds that can wait: the score is kept for people, cards of a box or slips of paper do."""


def chosen(game: GameFile, settings: PrintSettings) -> list[tuple[Part, int]]:
    """The parts that the settings ask for with their numbers of copies, in the file's order.

    Raises UsageError for a word that names no part.
    """
    everything = (*printed_parts(game), *codes_to_tape(game))
    if has_houses(settings):
        houses = tuple(house for house, _ in houses_of(game))
        ids = {house.id for house in houses}
        everything = (*(part for part in everything if part.id not in ids), *houses)
    if BOX.name in settings.parts or (settings.style == "fine" and not settings.parts and not game.of_pieces):
        everything = (*everything, box_of(game))
    if LABELS.name in settings.parts:
        everything = (*everything, *labels_of(game))
    group_of = {kind: group.name for group in GROUPS for kind in group.kinds}
    ids, kinds = {part.id for part in everything}, {part.kind for part in everything}
    for word in settings.parts:
        if word not in ids | kinds | {GUIDE.name, *(group.name for group in GROUPS)}:
            known = ", ".join(dict.fromkeys((*(group_of.get(kind, kind) for kind in sorted(kinds)), *sorted(kinds))))
            raise UsageError(f"{game.title} has no parts '{word}'; use {known}, or an id such as {game.parts[0].id}")
    words = set(settings.parts)
    players, played = settings.players or game.players[1], variants_printed(game, settings)
    colours = list(dict.fromkeys(part.player for part in everything if part.player is not None))
    if settings.players is not None:
        colours = colours[: settings.players]
    return [
        (part, _copies(part, players))
        for part in everything
        if (
            words & {part.id, part.kind, group_of.get(part.kind, "pieces")} if words else _belongs(part, game, settings)
        )
        and (part.id in words or _is_played(part, played))
        and not (part.kind in OWNED and (part.number or 0) > players)
        and part.player in (None, *colours)
    ]


def has_houses(settings: PrintSettings) -> bool:
    """Whether paper houses are printed in place of flat tokens, for games that have them."""
    return HOUSES.name in settings.parts or (settings.style == "fine" and not settings.parts)


def _belongs(part: Part, game: GameFile, settings: PrintSettings) -> bool:
    """Whether a part is printed where no parts are named."""
    if settings.style == "light" and part.kind in NOT_NEEDED_TO_BEGIN:
        return False
    return part.kind not in ONLY_BY_NAME and not _is_there(part, game)


def groups_of(wanted: Sequence[tuple[Part, int]]) -> tuple[Group, ...]:
    """The groups, and one more for kinds that a custom file made up."""
    known = {kind for group in GROUPS for kind in group.kinds}
    other = tuple(dict.fromkeys(part.kind for part, _ in wanted if part.kind not in known))
    return tuple(replace(group, kinds=(*group.kinds, *other)) if group.name == "pieces" else group for group in GROUPS)


def light_groups(wanted: Sequence[tuple[Part, int]]) -> tuple[Group, ...]:
    """One group of all that is cut together, and those with paper of their own."""
    groups = groups_of(wanted)
    others = (kind for group in groups if not group.own_paper for kind in group.kinds)
    return (Group("light", "All pieces", tuple(others)), *(group for group in groups if group.own_paper))


def options_that_matter(game: GameFile) -> tuple[str, ...]:
    """Names of the options on which it depends what is printed, in the file's order."""
    named = {name for part in printed_parts(game) for name in part.when}
    return tuple(name for name in game.options if name in named)


def variants_printed(game: GameFile, settings: PrintSettings) -> dict[str, Any]:
    """The variants for which is printed; the light style takes the default of what nobody said."""
    usual = {name: default(game.options[name]) for name in options_that_matter(game)}
    return {**(usual if settings.style == "light" and not settings.parts else {}), **dict(settings.options)}


def _is_played(part: Part, played: Mapping[str, Any]) -> bool:
    """Whether the variants that are played have a use for a part."""
    for name, values in part.when.items():
        if name in played:
            value = played[name]
            if not set(values) & set(value if isinstance(value, tuple | list) else (value,)):
                return False
    return True


def _is_there(part: Part, game: GameFile) -> bool:
    """Whether a part is a board that somebody made with their own hands, with codes taped on that we don't print."""
    return part.kind == "board" and game.of_pieces and not can_print(part.dictionary or OURS)


def _copies(part: Part, players: int) -> int:
    """How many copies of a part that many players need."""
    if part.kind == "aid":
        return players
    per_player = part.per_player or 0
    return per_player * players if per_player else part.count
