"""What each lot and street shows: codes in four turns, emptiness, or nothing that can be told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tabletop.gamefile import GameFile
from vision.city.art import empty_half_street, empty_lot
from vision.city.ground_plan import Street
from vision.pixels.arrays import PointsMm, distances, median
from vision.pixels.codes import SeenCode, corners_of, middles_px
from vision.places.confidence import log_likelihood
from vision.places.decoded import decoded_parts, on_places
from vision.places.matching import CodeGroup, match_art
from vision.places.patches import inside_picture
from vision.places.place import PlaceFrame, TablePlace, frames_of
from vision.places.scores import CodeSearch, PlaceScores, score_codes
from vision.places.shot import SolvedShot
from vision.settings import ConfidenceSettings


@dataclass(frozen=True, slots=True)
class StreetView:
    """What one street shows: correlation with the streetcar's code, and with the rail of each seen half."""

    street: Street
    car: float
    rails: tuple[float, ...]

    def hidden(self, settings: ConfidenceSettings) -> bool:
        """Whether neither streetcar nor rails explain what is seen."""
        return max(self.car, *self.rails) < settings.nothing_known


def piece_ids(game: GameFile) -> tuple[int, ...]:
    """The ids of all codes on pieces, ascending."""
    return tuple(sorted(code.id for part in game.of_kind("piece") for code in part.codes))


def score_lots(
    shot: SolvedShot, lots: Sequence[TablePlace], *, known: Mapping[str, PlaceScores]
) -> tuple[PlaceScores, ...]:
    """Correlate every lot that lies in the picture with all pieces and with emptiness; add what was found directly.

    Places that are `known` already are not looked at again.
    """
    kept = tuple(known[lot.name] for lot in lots if lot.name in known)
    fresh = [lot for lot in lots if lot.name not in known]
    if not fresh:
        return kept
    game, places = shot.game, shot.settings.places
    shown = inside_picture(shot.plane, [lot.spot for lot in fresh], game.codes.side_mm / 2)
    fresh = [lot for lot, inside in zip(fresh, shown, strict=True) if inside]
    spots = [lot.spot for lot in fresh]
    picture, weights = empty_lot(game, places.fine_mm)
    empty = match_art(shot, spots, picture, weights, step_mm=places.fine_mm, reach_mm=2 * places.fine_mm)
    tops_mm = piece_heights(shot, [lot.spot for lot in lots])
    decoded = decoded_parts(shot.codes, shot.plane, game.of_kind("piece"), tops_mm=tops_mm)
    found = on_places(decoded, spots, np.full(len(spots), places.far_mm), places)
    worth = [index for index in range(len(fresh)) if index in found or empty[index] <= places.plainly_empty]
    ids, dictionary, side_mm = piece_ids(game), game.codes.dictionary, game.codes.side_mm
    groups = [CodeGroup(dictionary, side_mm, height_mm, ids, ids) for height_mm in sorted(set(tops_mm.values()))]
    search = CodeSearch(ids, groups, places.reach_mm)
    codes = score_codes(shot, spots, search, found, worth)
    logs = log_likelihood(empty, shot.settings.sureness)
    return kept + tuple(
        PlaceScores(lot, codes[index], float(logs[index]), float(empty[index])) for index, lot in enumerate(fresh)
    )


def on_no_lot(shot: SolvedShot, lots: Sequence[TablePlace]) -> tuple[tuple[SeenCode, PointsMm], ...]:
    """Codes of pieces that lie on the city but on none of its lots, with their middles (2,) on the table."""
    game = shot.game
    tops_mm = piece_heights(shot, [lot.spot for lot in lots])
    decoded = decoded_parts(shot.codes, shot.plane, game.of_kind("piece"), tops_mm=tops_mm) if lots else []
    if not decoded:
        return ()
    frames = frames_of([lot.spot for lot in lots])
    middles, rights, downs = frames.middles_mm, frames.rights, frames.downs
    seen = np.array([one.middle_mm for one in decoded])
    nearest = distances(seen, middles).argmin(axis=1)
    away = seen - middles[nearest]
    along = np.abs(np.stack([(away * rights[nearest]).sum(axis=1), (away * downs[nearest]).sum(axis=1)]))
    within = along.max(axis=0) < game.grid.pitch_mm / 2  # on that lot's part of the city, but off its middle
    between = within & (np.linalg.norm(away, axis=1) > shot.settings.places.far_mm)
    return tuple((decoded[index].code, decoded[index].middle_mm) for index in np.flatnonzero(between).tolist())


def score_streets(
    shot: SolvedShot, streets: Sequence[Street], *, known: Mapping[str, StreetView]
) -> tuple[StreetView, ...]:
    """Correlate every street that lies in the picture with the streetcar and its rails, but for those `known`."""
    kept = tuple(known[street.name] for street in streets if street.name in known)
    streets = [street for street in streets if street.name not in known]
    if not streets:
        return kept
    part, places = next(part for part in shot.game.parts if part.stands_on == "street"), shot.settings.places
    code = part.codes[0]
    shown = inside_picture(shot.plane, [street.spot for street in streets], code.side_mm / 2)
    streets = [street for street, inside in zip(streets, shown, strict=True) if inside]
    spots = [street.spot for street in streets]
    decoded = decoded_parts(shot.codes, shot.plane, [part])
    found = on_places(decoded, spots, np.full(len(spots), places.far_mm), places)
    group = CodeGroup(shot.game.codes.dictionary, code.side_mm, part.height_mm, (code.id,), (code.id,))
    search = CodeSearch(group.ids, [group], places.reach_mm)
    rails = rails_of(shot, streets)
    bare = [len(street.halves) > 1 and min(rails[street.name]) > places.plainly_empty for street in streets]
    worth = [index for index in range(len(streets)) if index in found or not bare[index]]
    best = score_codes(shot, spots, search, found, worth).max(axis=(1, 2))
    return kept + tuple(
        StreetView(street, float(best[index]), rails[street.name]) for index, street in enumerate(streets)
    )


def rails_of(shot: SolvedShot, streets: Sequence[Street]) -> Mapping[str, tuple[float, ...]]:
    """How clearly the rail of each half shows."""
    step = shot.settings.places.fine_mm
    picture, weights, offset = empty_half_street(shot.game, step)
    halves = frames_of([half for street in streets for half in street.halves])
    halves = replace(halves, middles_mm=halves.middles_mm + offset * halves.downs)
    values = iter(match_art(shot, halves, picture, weights, step_mm=step, reach_mm=2 * step).tolist())
    return {street.name: tuple(next(values) for _ in street.halves) for street in streets}


def piece_heights(shot: SolvedShot, spots: Sequence[PlaceFrame]) -> dict[int, float]:
    """Code id -> height of the pieces' tops: flat tokens, or the game's paper houses where these fit the lots better.

    Seen aslant, a roof's code lies beside its lot when it is taken for a token's. Printed size would tell height too,
    but tokens may be printed at another scale than the tiles.
    """
    plane, game = shot.plane, shot.game
    flat = {code.id: part.height_mm for part in game.of_kind("piece") for code in part.codes}
    built = game.sections.print.houses
    tall = {
        code.id: float(built.get(part.piece or "", part.height_mm))
        for part in game.of_kind("piece")
        for code in part.codes
    }
    judged = [code for code in shot.codes if code.own and tall.get(code.id, 0.0) > flat.get(code.id, 0.0)]
    if not judged or not spots:
        return flat
    middles = np.array([spot.middle_mm for spot in spots])
    seen_px = middles_px(corners_of(judged))

    def astray_mm(heights: Mapping[int, float]) -> float:
        points = plane.to_table(seen_px, height_mm=np.array([heights[code.id] for code in judged]))
        away = distances(points, middles).min(axis=1)
        return float(median(away))

    low, high = astray_mm(flat), astray_mm(tall)
    settings = shot.settings.heights
    return tall if high < settings.nearer * low and low > settings.houses_from_mm else flat
