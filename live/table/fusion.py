"""Several cameras' readings of one moment as one: one sees what is hidden from another, quarrels become doubts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from tabletop.gamefile import load_game
from tabletop.readings import UNFRAMED, Confidence, Evidence, Problem, Reading

RANK: Mapping[Confidence, int] = {"ask": 0, "likely": 1, "certain": 2}

NAMED_BY: Mapping[str, tuple[str, ...]] = {
    "street:{0.beside}:{0.side}": ("beside", "side"),
    "tile:{0.number}": ("at", "number"),
    "track:{0.player}": ("space", "player"),
}
"""A place's name -> the fields that a thing has which lies there."""


@dataclass(frozen=True, slots=True)
class FusionSettings:
    """How much several looks at one place are worth together."""

    dependence: float = 0.5
    """Correlation of two cameras' errors: the same print, glare and light fool both. The sum of n log-likelihoods is
    divided by 1 + (n - 1) times this, the design effect of L. Kish, Survey Sampling (1965), section 8.2; 0 adds them
    up as if independent, 1 takes their mean. 0.5 lies between the two and was chosen, not fitted."""
    flat_nats: float = 0.05
    """Evidence that spreads less says nothing: the place is hidden. Chosen by hand: its likeliest answer is at most
    5 % likelier than its unlikeliest."""
    overruled_nats: float = 4.0
    """From this lead on, of all together, a camera overrules one that only guesses; the place is then `likely`. Chosen
    by hand: what it says must be 55 times as likely as what was guessed (e^4)."""
    floor_nats: float = -12.0
    """What evidence says at worst about anything that it does not name (`live.table.interpretation`)."""


@dataclass(frozen=True, slots=True)
class _Say:
    """What the cameras say of one place, each that sees it: its best word; and what they say together."""

    words: Mapping[int, str]
    together: Mapping[str, float]
    sureness: Confidence

    @property
    def word(self) -> str:
        """The likeliest, empty where nobody says anything."""
        return max(self.together, key=lambda what: self.together[what], default="")


def fuse(readings: Sequence[Reading], settings: FusionSettings | None = None) -> Reading:
    """One reading of several that show the same table at the same moment; those without a position are left out.

    Places are named by what is printed, so no camera need know where another stands. A city that is counted from
    another neighbourhood than the others' (its neighbourhood 1 is hidden) gives only what lies on properties.
    """
    chosen = settings or FusionSettings()
    seen = [reading for reading in readings if reading.position is not None]
    if len(seen) < 2:
        return seen[0] if seen else readings[0]
    seen.sort(key=lambda reading: _worth(reading, chosen), reverse=True)
    if load_game(seen[0].position.game).laid_of_tiles:
        seen = [seen[0], *(_in_frame_of(seen[0], reading) for reading in seen[1:])]
    names = dict.fromkeys(place for reading in seen for place in (*reading.confidence, *reading.evidence))
    says = {place: _say(seen, place, chosen) for place in names}
    position, doubted = _position(seen, says)
    confidence: dict[str, Confidence] = {place: say.sureness for place, say in says.items()}
    confidence |= dict.fromkeys(doubted, "ask")
    evidence = {place: say.together for place, say in says.items() if say.together}
    uncoded = seen[0].uncoded
    return Reading(seen[0].game, position, confidence, _problems(seen), seen[0].camera, evidence, uncoded=uncoded)


def _worth(reading: Reading, settings: FusionSettings) -> tuple[bool, int]:
    """To sort by: whether it counts the city from its true frame, and how many places it sees."""
    return (reading.framed, sum(not _flat(evidence, settings) for evidence in reading.evidence.values()))


def _flat(evidence: Mapping[str, float], settings: FusionSettings) -> bool:
    """Whether evidence says nothing; a single word (where a tile lies) says something."""
    return not evidence or (len(evidence) > 1 and max(evidence.values()) - min(evidence.values()) < settings.flat_nats)


def _in_frame_of(first: Reading, other: Reading) -> Reading:
    """The other reading without what is named in a frame of its own, where most tiles lie elsewhere in it."""
    shared = [place for place in other.evidence if place.startswith("tile:") and place in first.evidence]
    apart = sum(other.evidence[place].keys() != first.evidence[place].keys() for place in shared)
    if 2 * apart <= len(shared) and other.framed:
        return other

    def kept(places: Mapping[str, Any]) -> dict[str, Any]:
        return {place: value for place, value in places.items() if not place.startswith(("tile:", "street:"))}

    position = replace(other.position, tiles=(), streetcars=(), reserve=())
    problems = tuple(problem for problem in other.problems if problem.code != UNFRAMED)
    return replace(
        other, position=position, confidence=kept(other.confidence), evidence=kept(other.evidence), problems=problems
    )


def _say(readings: Sequence[Reading], place: str, settings: FusionSettings) -> _Say:
    """What the cameras say of a place."""
    views = {
        camera: reading.evidence[place]
        for camera, reading in enumerate(readings)
        if not _flat(reading.evidence.get(place, {}), settings)
    }
    sure = {camera: reading.confidence.get(place, "ask") for camera, reading in enumerate(readings)}
    if not views:
        flat = next((reading.evidence[place] for reading in readings if place in reading.evidence), {})
        return _Say({}, flat, "ask" if flat else _surest(sure.values()))
    together = _together(list(views.values()), settings)
    words = {camera: max(view, key=lambda what: view[what]) for camera, view in views.items()}
    say = _Say(words, together, "ask")
    agreeing = [camera for camera, word in words.items() if word == say.word]
    surest = _surest(sure[camera] for camera in agreeing)
    if len(agreeing) == len(words):
        return replace(say, sureness=surest)
    ranked = sorted(together.values(), reverse=True)
    guessed = all(sure[camera] == "ask" for camera in words if camera not in agreeing)
    if guessed and surest != "ask" and ranked[0] - ranked[1] >= settings.overruled_nats:
        return replace(say, sureness="likely")
    return say


def _surest(values: Iterable[Confidence]) -> Confidence:
    return max(values, key=lambda value: RANK[value], default="ask")


def _together(views: Sequence[Mapping[str, float]], settings: FusionSettings) -> dict[str, float]:
    """The cameras' log-likelihoods as one, the best 0."""
    if len(views) == 1:
        return dict(views[0])
    words = dict.fromkeys(word for view in views for word in view)
    effect = 1.0 + (len(views) - 1) * settings.dependence
    summed = {word: sum(_of(view, word, settings) for view in views) / effect for word in words}
    best = max(summed.values())
    return {word: round(value - best, 2) for word, value in summed.items()}


def _of(view: Mapping[str, float], word: str, settings: FusionSettings) -> float:
    """What one camera says of a word; what it does not name is as unlikely as the worst that it names."""
    if word in view:
        return view[word]
    return min(view.values()) if len(view) > 1 else settings.floor_nats


def _problems(readings: Sequence[Reading]) -> tuple[Problem, ...]:
    """Everybody's problems, each once."""
    return tuple(dict.fromkeys(problem for reading in readings for problem in reading.problems))


def _position(readings: Sequence[Reading], says: Mapping[str, _Say]) -> tuple[Any, set[str]]:
    """The positions as one, and the places about which the cameras quarrel though their evidence does not."""
    doubted: set[str] = set()
    first, *others = (reading.position for reading in readings)
    merged = _merged(first, others, None, says, doubted)
    puck = says.get("puck")
    turn = puck.word if puck is not None and puck.words and puck.sureness != "ask" else None
    if turn is None and (puck is None or not puck.words):
        turn = next((position.turn for position in (first, *others) if position.turn is not None), None)
    merged = replace(merged, turn=turn)
    if load_game(first.game).laid_of_tiles:
        laid = {tile.number for tile in merged.tiles}
        spare = {number for position in (first, *others) for number in position.reserve}
        merged = replace(merged, reserve=tuple(sorted(spare - laid)))
    return merged, doubted


def _merged(lying: Any, others: Sequence[Any], owner: str | None, says: Mapping[str, _Say], doubted: set[str]) -> Any:
    """A position, or one player's part of it, with everything that some camera sees and the others don't deny."""
    changed: dict[str, Any] = {}
    for field in fields(lying):
        mine, theirs = getattr(lying, field.name), [getattr(other, field.name, None) for other in others]
        if isinstance(mine, tuple) and any(is_dataclass(item) for items in (mine, *theirs) for item in items or ()):
            changed[field.name] = _merged_items([mine, *(items or () for items in theirs)], owner, says, doubted)
        elif mine is None or mine is False:
            changed[field.name] = next((other for other in theirs if other), mine)
        elif field.name == "options":
            changed[field.name] = {key: value for options in (*theirs[::-1], mine) for key, value in options.items()}
    return replace(lying, **changed)


def _merged_items(
    seen: Sequence[Sequence[Any]], owner: str | None, says: Mapping[str, _Say], doubted: set[str]
) -> tuple[Any, ...]:
    """Lists of placed things as one; boards of players are merged board by board."""
    if any(_is_group(item) for items in seen for item in items):
        names = dict.fromkeys(item.player for items in seen for item in items)
        boards = {name: [item for items in seen for item in items if item.player == name] for name in names}
        return tuple(_merged(mine[0], mine[1:], name, says, doubted) for name, mine in boards.items())
    kept: list[Any] = []
    taken: set[str] = set()
    for camera, items in enumerate(seen):
        for item in items:
            places = tuple(_places(item, owner, says))
            if item in kept or not _agreed(camera, places, says) or taken.intersection(places):
                continue
            others = (other for other in range(len(seen)) if other != camera and item not in seen[other])
            if any(all(other in says[place].words for place in places) for other in others):
                doubted.update(places)
            kept.append(item)
            taken.update(() if getattr(item, "on_another", False) else places)  # a citizen stands on its tile
    return tuple(sorted(kept, key=_order))


def _order(item: Any) -> tuple[Any, ...]:
    """As positions are sorted: by their fields, None first."""
    values = (getattr(item, field.name) for field in fields(item))
    return tuple((value is not None, value) if not isinstance(value, int) else (True, value) for value in values)


def _is_group(item: Any) -> bool:
    """Whether this is a player's board with things on it."""
    return is_dataclass(item) and any(isinstance(getattr(item, field.name), tuple) for field in fields(item)) and (
        not hasattr(item, "on") and hasattr(item, "player")
    )  # fmt: skip


def _agreed(camera: int, places: Sequence[str], says: Mapping[str, _Say]) -> bool:
    """Whether what a camera sees there is what all see together."""
    return all(says[place].words.get(camera, says[place].word) == says[place].word for place in places)


def _places(item: Any, owner: str | None, says: Evidence | Mapping[str, _Say]) -> Iterator[str]:
    """The places on which a thing lies, as evidence names them, where it has any."""
    on = getattr(item, "on", ())
    names: list[str] = []
    for one in on if isinstance(on, tuple) else (on,):
        names += [f"property:{one}", f"square:{one}", f"cell:{one}", f"cell:{owner}:{one}"]
    names += [name.format(item) for name, keys in NAMED_BY.items() if all(hasattr(item, key) for key in keys)]
    return (name for name in names if name in says)
