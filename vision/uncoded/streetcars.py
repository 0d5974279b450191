"""Plain streetcars: bars of one colour in streets, with bare street round them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.lattice import Segment, neighbour
from tabletop.plainkinds import PlainKind, box_mm
from tabletop.readings import Confidence
from vision.city.scores import StreetView
from vision.pixels.arrays import Floats, PointsMm, PointsPx
from vision.settings import ConfidenceSettings
from vision.settings.uncoded import PlainSettings, StreetcarSettings
from vision.uncoded.faces import Face, Silhouettes, core_grid, leaning, silhouettes, weighed
from vision.uncoded.look import PlainLook, ground_mm
from vision.uncoded.materials import Material, painted_alike

CAR_SHIFTS_MM = ((0.0, 0.0), (0.0, -3.0), (0.0, 3.0), (-4.0, 0.0), (4.0, 0.0))
"""Where in its street a streetcar may lie, along and across."""
USUAL_STREET = (88.0, -1.0, -1.5)
"""Lab of the printed street, where no empty one tells it."""
ASIDE_MM = max(abs(across) for _, across in CAR_SHIFTS_MM)
"""How far from its street's middle line a streetcar may lie."""
RIM_MM = 2.0
"""Of a streetcar on a rim, what lies no further in than this may be the table."""
STRIP_ALONG_MM = np.linspace(-7.0, 7.0, 8)
STRIP_MM = np.linspace(0.8, 3.0, 4)
"""Where a rim is bare between its rail and the table."""
StreetAnswer = tuple[Confidence, bool, dict[str, float]]


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """Faces of the pieces without codes that lie on lots, and the lots of which nobody knows what they bear."""

    faces: tuple[Face, ...]
    asked: Collection[Cell]

    def may_be_one(self, segment: Segment, settings: PlainSettings) -> bool:
        """Whether what lies on both sides of a street may be one piece, which then covers the street though it shows.

        A piece with arms leaves streets bare that the rules count as its own.
        """
        cell, side = segment
        beside = [face for face in self.faces if face.cell.key in (cell, neighbour(cell, side))]
        if len(beside) < 2 or any(face.cell.key not in self.asked for face in beside):
            return False
        return float(weighed(beside[0].lab - beside[1].lab)) < settings.linked_delta


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """Streetcars of one kind, looked for in the streets of one picture."""

    look: PlainLook
    game: GameFile
    hulls: Silhouettes
    """Of the pieces that may hide them."""
    usual: Floats
    """Lab of an empty street's middle in this picture."""
    material: Material
    kind: PlainKind

    @property
    def settings(self) -> PlainSettings:
        """The numbers that tune the reading of plain pieces."""
        return self.look.settings

    @property
    def size_mm(self) -> tuple[float, float]:
        """Longer and shorter side of its footprint."""
        short, long = sorted(box_mm(self.kind))
        return long, short

    @property
    def ground_mm(self) -> float:
        """How high the street lies on which it stands."""
        return ground_mm(self.game)

    def at(self, pixels: PointsPx) -> Floats:
        """Lab at pixels (n, 2) of the picture."""
        return self.look.field.at(pixels).astype(float)

    def shown(self, pixels: PointsPx) -> NDArray[np.bool_]:
        """Which pixels no piece hides."""
        return np.asarray(self.hulls.behind(pixels) == 0)

    def street_nats(self, lab: Floats) -> Floats:
        """Nats (...) that Lab values (..., 3) are the bare street, a stranger's being 0."""
        away = weighed(lab - self.usual) / self.settings.cars.street_sd
        return np.asarray(self.settings.most_nats - 0.5 * away**2)

    def own_nats(self, lab: Floats) -> Floats:
        """The same of the streetcar's colour, for (n, 3)."""
        return self.material.nats(lab, self.settings)


ASKED: StreetAnswer = ("ask", False, {"empty": 0.0, "streetcar": 0.0})


def _none(sureness: Confidence, nats: float) -> StreetAnswer:
    """No streetcar, which has such evidence."""
    return (sureness, False, {"empty": 0.0, "streetcar": nats})


def look_at_cars(
    look: PlainLook, views: Sequence[StreetView], blocks: Blocks, sureness: ConfidenceSettings, game: GameFile
) -> dict[str, StreetAnswer]:
    """Street name -> how sure, whether a streetcar lies there, likelihoods; of all streets, where cars are plain."""
    if not look.cars:
        return {}
    by_cell = {face.cell.key: face for face in blocks.faces}
    usual = _usual_street(look, views, sureness)
    materials = painted_alike(look.cars, look.kinds, [face.lab for face in blocks.faces], look.settings)
    kinds = [
        _Search(look, game, _hiding(look, blocks, material), usual, material, kind)
        for material in materials
        for kind in material.kinds
    ]
    found: dict[str, StreetAnswer] = {}
    for view in views:
        answers = [_bare_by_rails(search, view) or _car(search, view) for search in kinds]
        answer = max(answers, key=lambda one: one[2]["streetcar"])
        if answer[1] and _between_alike(kinds[answers.index(answer)], view, by_cell):
            answer = ASKED
        sure = look.colours_true and (look.quiet or not answer[1])
        if answer[0] == "certain" and not (sure and not blocks.may_be_one(view.street.segment, look.settings)):
            answer = ("likely", *answer[1:])
        found[view.street.name] = answer
    return found


def _hiding(look: PlainLook, blocks: Blocks, material: Material) -> Silhouettes:
    """What blocks hide of streetcars; those of the same colour hide all that they reach as far off as people lay them:
    the rest of such a block's top is no streetcar behind it."""
    alike = {face.cell.key for face in blocks.faces if float(material.nats(face.lab, look.settings)[0]) > 0.0}
    return silhouettes(blocks.faces, look.plane, more_mm=look.settings.laid_off_mm, wider=alike)


def _between_alike(search: _Search, view: StreetView, faces: Mapping[Cell, Face]) -> bool:
    """Whether a block of a streetcar's colour lies beside and no rail shows: it may be what reaches over the street."""
    cell, side = view.street.segment
    beside = [faces[one] for one in (cell, neighbour(cell, side)) if one in faces]
    alike = [face for face in beside if float(search.own_nats(face.lab)[0]) > 0.0]
    return bool(alike) and max(view.rails, default=0.0) < search.settings.cars.rail_shows


def _covered_rails(search: _Search, view: StreetView) -> float | None:
    """How plainly rails show that this streetcar would cover; None where it may lie between or beside them."""
    art = search.game.art
    reach, rail = search.size_mm[1] / 2, art["rail_offset_mm"] + art["rail_width_mm"] / 2
    if not view.rails or reach < rail:
        return None
    if reach - ASIDE_MM >= rail:  # it covers them all, wherever it lies
        return max(view.rails)
    return min(view.rails) if len(view.rails) > 1 else None


def _bare_by_rails(search: _Search, view: StreetView) -> StreetAnswer | None:
    """No streetcar where rails are seen that it would cover: two are surer than any colour.

    A rim's only one is not: the dark side of a block that stands there looks like it, and the strip beside it tells.
    """
    rails, cars = _covered_rails(search, view), search.settings.cars
    if rails is None:
        return None
    doubtful = len(view.rails) == 1 and cars.rails_likely <= rails < cars.rim_plain
    return no_car_by_rails(rails, _street_beside_rail(search, view) if doubtful else 1.0, search.settings)


def no_car_by_rails(rails: float, strip: float, settings: PlainSettings) -> StreetAnswer | None:
    """What rails tell that are seen so clearly, with this share of street beside a rim's only one; None: nothing."""
    cars = settings.cars
    if rails < cars.rails_likely or strip < cars.street_shows:
        return None
    return _none("likely", cars.by_rails_nats) if rails < cars.rails_plain else _none("certain", settings.floor)


def _street_beside_rail(search: _Search, view: StreetView) -> float:
    """Share of the strip between a rim's rail and the table that shows the street rather than a streetcar's colour."""
    x, y = np.meshgrid(STRIP_ALONG_MM, STRIP_MM)
    points = view.street.spot.to_table(np.stack([x, y], axis=-1).reshape(-1, 2))
    values = search.at(search.look.plane.to_picture(points))
    return float((search.street_nats(values) > search.own_nats(values)).mean())


def _car(search: _Search, view: StreetView) -> StreetAnswer:
    """Whether a plain streetcar lies in one street: its top where it may lie, and round it the bare street."""
    settings, cars, plane, spot = search.settings, search.settings.cars, search.look.plane, view.street.spot
    long, short = search.size_mm
    heights = settings.tried_heights_mm[:3] if search.kind.height_mm is None else (search.kind.height_mm,)
    x, y = np.meshgrid(np.linspace(-0.36, 0.36, 7) * long, np.linspace(-0.3, 0.3, 3) * short)
    top = np.stack([x, y], axis=-1).reshape(-1, 2)
    rails = _covered_rails(search, view)
    hidden = min(view.rails, default=1.0) < cars.rail_covered  # and not only crossed by a hard shadow
    both = len(view.rails) > 1 and max(view.rails) < cars.rails_covered
    covered = rails is not None and rails < cars.rails_likely and (hidden or both)
    one_half = len(view.street.halves) == 1
    rim_only = len(view.rails) == 1 and rails is not None
    if rim_only and view.rails[0] < cars.rails_plain:  # it may be the block's own dark side
        covered = covered or _street_beside_rail(search, view) < cars.street_hidden
    share, raw, seen, best = 0.0, 0.0, 0.0, _Top(search.usual, np.zeros(2), 0.0)
    for height in heights:
        for shift in np.array(CAR_SHIFTS_MM):
            pixels = plane.to_picture(spot.to_table(top + shift), height_mm=search.ground_mm + height)
            free = search.shown(pixels)
            if free.mean() < cars.top_shown:
                continue
            values = search.at(pixels[free])
            street = -np.inf if covered else search.street_nats(values)
            own = search.own_nats(values) > np.maximum(settings.car_nats, street)
            alike = float(own.mean())
            raw = max(raw, alike)
            if one_half:  # beyond the rim lies the table, of whatever colour
                inner = own[(top[:, 1] + shift[1] > RIM_MM)[free]]
                alike = min(alike, float(inner.mean()) if len(inner) >= 3 else 0.0)
            seen = max(seen, float(free.mean()))
            if alike > share:
                share, best = alike, _Top(np.median(values, axis=0), shift, float(height))
    if seen == 0.0:
        return ASKED
    if share < cars.car_shows or (one_half and _street_beside_rail(search, view) >= cars.rim_bare):
        return _no_car(search, view, seen, raw)
    told = float(search.own_nats(best.lab)[0]) * share
    lead = told - (0.0 if covered else max(float(search.street_nats(best.lab)), 0.0))
    goes_on, bare = _around(search, view, best)
    if goes_on > settings.most_goes_on or bare < settings.least_bare:
        return ASKED
    against, for_it = (round(max(min(0.0, nats), settings.floor), 2) for nats in (-lead, lead))
    sure = car_sureness(lead, share, hidden or not covered, settings)
    return (sure, lead > 0, {"empty": against, "streetcar": for_it})


@dataclass(frozen=True, slots=True, eq=False)
class _Top:
    """What may be a streetcar's top: its colour, and where in its street and how high it lies."""

    lab: Floats
    shift_mm: PointsMm
    height_mm: float


def car_sureness(lead: float, share: float, rails_agree: bool, settings: PlainSettings) -> Confidence:
    """How sure a streetcar lies in a street, by its colour's lead over the street's and how much of its top shows.

    Rails that it would cover agree where they are hidden, or where it covers none.
    """
    if lead >= settings.certain_colour and share >= settings.cars.certain_car and rails_agree:
        return "certain"
    return "likely" if lead >= settings.likely_lead and share >= settings.cars.likely_car else "ask"


def _around(search: _Search, view: StreetView, top: _Top) -> tuple[float, float]:
    """Of what lies round a streetcar: the share on its worst side that has its colour, and the share of bare ground.

    Hands, sleeves and cards go on beyond, and no street is seen round them.
    """
    look, settings, size_mm = search.look, search.settings, search.size_mm
    spot, plane, ground, high = view.street.spot, look.plane, search.ground_mm, search.ground_mm + top.height_mm
    goes_on, bare, count = 0.0, 0.0, 0
    one_half = len(view.street.halves) == 1
    for side in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        beyond = one_half and side == (0.0, -1.0)  # the table, where no street is; a finger goes on there
        outward = side[0] * spot.right + side[1] * spot.down
        lean = float(leaning(plane, spot.middle_mm, high) @ outward)
        reach = (size_mm[0] if side[0] else size_mm[1]) / 2
        breadth = (size_mm[1] if side[0] else size_mm[0]) / 2
        out, along = np.meshgrid(reach + np.linspace(3.0, 5.5, 3), np.linspace(-0.8, 0.8, 5) * breadth)
        if one_half and side[0]:
            along = np.abs(along)
        x, y = (out * side[0] + along * abs(side[1])), (out * side[1] + along * abs(side[0]))
        points = spot.to_table(np.stack([x, y], axis=-1).reshape(-1, 2) + top.shift_mm)
        pixels = plane.to_picture(points, height_mm=ground if lean < 0 else high)
        shown = search.shown(pixels) & ~_on_patch(look, points)
        if shown.sum() < settings.cars.least_samples:
            continue
        values = search.at(pixels[shown])
        away = weighed(values - top.lab)
        printed = weighed(values[:, None] - look.grounds - search.usual).min(axis=1)
        goes_on = max(goes_on, float(((away < settings.rim_delta) & (away < printed)).mean()))
        free = (search.street_nats(values) > settings.cars.street_lead_nats) | (printed < settings.rim_delta)
        bare += 0.0 if beyond else float(free.sum())
        count += 0 if beyond else len(values)
    return goes_on, bare / count if count else 0.0


def _on_patch(look: PlainLook, points_mm: PointsMm) -> NDArray[np.bool_]:
    """Which points (n, 2) lie on a printed colour patch: a grey one says nothing of what lies beside it."""
    middles, reach = look.patches_mm[:, :2], look.patches_mm[:, 2]
    return np.asarray((np.linalg.norm(points_mm[:, None] - middles, axis=2) < reach).any(axis=1))


def _no_car(search: _Search, view: StreetView, seen: float, share: float) -> StreetAnswer:
    """A street of which enough is seen, and nowhere a streetcar's colour; what covers it is asked about.

    Colour alone says nothing against a streetcar where rails do not show that it would cover.
    """
    settings, cars, covered = search.settings, search.settings.cars, _covered_rails(search, view)
    if covered is not None and covered < cars.rails_covered:
        return ASKED
    rails = max(view.rails, default=0.0) if covered is None else covered
    middle = core_grid(24.0, settings) * np.array([1.0, 0.55])
    pixels = search.look.plane.to_picture(view.street.spot.to_table(middle))
    shown = search.shown(pixels)
    values = search.at(pixels[shown])
    least = np.maximum(0.0, search.own_nats(values)) + cars.street_lead_nats
    bare = float((search.street_nats(values) > least).mean()) if shown.sum() >= cars.least_samples else 0.0
    sure = no_car_sureness(rails, share, seen, bare, cars)
    if len(view.street.halves) == 1:
        sure = by_rim(sure, _street_beside_rail(search, view), rails, cars)
    if sure == "certain" and covered is not None:
        sure = "likely"
    return _none(sure, {"certain": settings.floor, "likely": cars.by_colour_nats, "ask": 0.0}[sure])


def no_car_sureness(rails: float, share: float, seen: float, bare: float, settings: StreetcarSettings) -> Confidence:
    """How sure a street is empty: its rails, the shares in a streetcar's colour, seen at all, and plainly bare."""
    plainly = rails > settings.certain_none_rails and share < settings.certain_none_share
    if plainly and seen > settings.certain_none_seen and bare > settings.bare_shows:
        return "certain"
    shows = rails > settings.rail_shows or bare > settings.bare_shows
    return "likely" if share < settings.likely_none_share and shows else "ask"


def by_rim(sure: Confidence, strip: float, rail: float, settings: StreetcarSettings) -> Confidence:
    """How sure a rim is empty of whose bare strip such a share shows the street; a streetcar there covers the strip.

    What lies beyond says nothing: the table may have a streetcar's colour.
    """
    if strip < settings.street_hidden:
        return "ask"
    bare = strip >= settings.rim_bare and rail > settings.rail_shows
    return "likely" if sure == "ask" and bare else sure


def _usual_street(look: PlainLook, views: Sequence[StreetView], sureness: ConfidenceSettings) -> Floats:
    """The colour of an empty street's middle in this picture."""
    clear = [view.street.spot for view in views if view.rails and min(view.rails) >= sureness.certain_correlation]
    if len(clear) < look.settings.cars.fewest_bare_streets:
        return np.array(USUAL_STREET)
    grid = core_grid(8.0, look.settings)
    points = np.array([spot.to_table(grid) for spot in clear])
    return np.asarray(np.median(look.field.at(look.plane.to_picture(points)).astype(float), axis=(0, 1)))
