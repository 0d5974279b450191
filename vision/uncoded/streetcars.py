"""Plain streetcars: bars of one colour in streets, with bare street round them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.lattice import Segment, neighbour
from tabletop.plainkinds import PlainKind, box_mm
from tabletop.readings import Confidence
from vision.city.scores import StreetView
from vision.pixels.arrays import Floats, PointsMm, PointsPx
from vision.places.place import on_table
from vision.settings import ConfidenceSettings
from vision.settings.uncoded import PlainSettings, StreetcarSettings
from vision.uncoded.faces import Face, core_grid, leaning, weighed
from vision.uncoded.look import PlainLook, ground_mm
from vision.uncoded.materials import Material, painted_alike
from vision.uncoded.silhouettes import Silhouettes, silhouettes

CAR_SHIFTS_MM = ((0.0, 0.0), (0.0, -3.0), (0.0, 3.0), (-4.0, 0.0), (4.0, 0.0))
"""Where in its street a streetcar may lie, along and across."""
USUAL_STREET = (88.0, -1.0, -1.5)
"""Lab of the printed street, where no empty one tells it."""
MIDDLE_MM = 24.0
BETWEEN_RAILS = np.array([1.0, 0.55])
"""Samples of a street's middle lie in a square of this side, pressed so (along, across) that no rail is among them."""
ASIDE_MM = max(abs(across) for _, across in CAR_SHIFTS_MM)
"""How far from its street's middle line a streetcar may lie."""
AROUND = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
"""The directions in which a street is looked at beside a streetcar."""
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

    def may_cover(self, segment: Segment, rails: Sequence[float], settings: StreetcarSettings) -> bool:
        """Whether one piece may lie over a street: nobody knows what lies on both sides, and no rail shows between.

        A piece as grey as the street looks like it.
        """
        unknown = all(cell in self.asked for cell in self._sides(segment))
        return unknown and max(rails, default=0.0) < settings.rails_likely

    @staticmethod
    def _sides(segment: Segment) -> tuple[Cell, Cell]:
        cell, side = segment
        return cell, neighbour(cell, side)


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
    shade: bool = True
    """Whether a street in shade is bare street, too; else only one in the light of others is."""

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
        """Lab at pixels (..., 2) of the picture."""
        return self.look.field.at(pixels).astype(float)

    def shown(self, pixels: PointsPx) -> NDArray[np.bool_]:
        """Which pixels of many things (n, k, 2) no piece hides, (n, k)."""
        return np.asarray(~self.hulls.behind_each(pixels))

    def street_nats(self, lab: Floats) -> Floats:
        """Nats (...) that Lab values (..., 3) are the bare street, a stranger's being 0."""
        if not self.shade:
            return self.lit_street_nats(lab)
        return shaded_street_nats(lab, self.usual, self.settings)

    def lit_street_nats(self, lab: Floats) -> Floats:
        """The same of the street in no other light than elsewhere."""
        away = np.linalg.norm(lab - self.usual, axis=-1) / self.settings.cars.street_sd
        return np.asarray(self.settings.most_nats - 0.5 * away**2)

    def own_nats(self, lab: Floats) -> Floats:
        """The same of the streetcar's colour."""
        return self.material.nats(lab.reshape(-1, 3), self.settings).reshape(lab.shape[:-1])


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
    usual = usual_street(look, views, sureness)
    materials = painted_alike(look.cars, look.kinds, [face.lab for face in blocks.faces], look.settings)
    kinds = [
        _Search(look, game, _hiding(look, blocks, material), usual, material, kind)
        for material in materials
        for kind in material.kinds
    ]
    found: dict[str, StreetAnswer] = {}
    told = zip(*(_answers(search, views) for search in kinds), strict=True)
    for view, answers in zip(views, told, strict=True):
        answer = max(answers, key=lambda one: one[2]["streetcar"])
        if answer[1] and _between_alike(kinds[answers.index(answer)], view, by_cell):
            answer = ASKED
        if not answer[1] and blocks.may_cover(view.street.segment, view.rails, look.settings.cars):
            answer = ASKED
        found[view.street.name] = answer
    return found


def _hiding(look: PlainLook, blocks: Blocks, material: Material) -> Silhouettes:
    """What blocks hide of streetcars; those of the same colour hide all that they reach as far off as people lay them:
    the rest of such a block's top is no streetcar behind it."""
    alike = {face.cell.key for face in blocks.faces if float(material.nats(face.lab, look.settings)[0]) > 0.0}
    return silhouettes(blocks.faces, look.plane, more_mm=look.settings.laid_off_mm, wider=alike)


def _between_alike(search: _Search, view: StreetView, faces: Mapping[Cell, Face]) -> bool:
    """Whether a block of a streetcar's colour lies beside and no rail shows: it may be what reaches over the street.

    As high as the block, the street then shows the block's own colour: brown wood may be a streetcar's grey in some
    light, and plainly not the grey that is seen beside it.
    """
    if max(view.rails, default=0.0) >= search.settings.cars.rail_shows:
        return False
    cell, side = view.street.segment
    middle = view.street.spot.to_table(core_grid(8.0, search.settings))
    for face in (faces[one] for one in (cell, neighbour(cell, side)) if one in faces):
        pixels = search.look.plane.to_picture(middle, height_mm=np.array([[search.ground_mm], [face.height_mm]]))
        shown = np.median(search.at(pixels), axis=1)
        goes_on = bool((weighed(shown - face.lab) < search.settings.rim_delta).any())
        if goes_on and float(search.own_nats(face.lab)) > 0.0:
            return True
    return False


def _covered_rails(search: _Search, view: StreetView) -> float | None:
    """How plainly rails show that this streetcar would cover; None where it may lie between or beside them."""
    art = search.game.sections.art
    reach, rail = search.size_mm[1] / 2, art.rail_offset_mm + art.rail_width_mm / 2
    if not view.rails or reach < rail:
        return None
    if reach - ASIDE_MM >= rail:  # it covers them all, wherever it lies
        return max(view.rails)
    return min(view.rails) if len(view.rails) > 1 else None


def _answers(search: _Search, views: Sequence[StreetView]) -> list[StreetAnswer]:
    """What each street shows of one kind of streetcar; all streets are looked at together."""
    strips = _streets_beside_rails(search, views)
    answers = [_bare_by_rails(search, view, strip) for view, strip in zip(views, strips, strict=True)]
    open_ones = [number for number, answer in enumerate(answers) if answer is None]
    by_colour = _by_colour(search, [views[number] for number in open_ones], [strips[number] for number in open_ones])
    found = dict(zip(open_ones, by_colour, strict=True))
    unseen = [number for number in open_ones if found[number][0] == "ask" or not found[number][1]]
    in_doubt = [number for number in unseen if _shows_no_rail(search, views[number])]
    lit, these = replace(search, shade=False), [views[number] for number in in_doubt]
    for number, answer in zip(in_doubt, _by_colour(lit, these, _streets_beside_rails(lit, these)), strict=True):
        # A block's shadow on a red tablecloth is as red as a streetcar in a lamp's light: a rim's bare strip tells.
        rim_is_bare = len(views[number].street.halves) == 1 and strips[number] >= search.settings.cars.rim_bare
        found[number] = (ASKED if rim_is_bare else answer) if answer[1] else found[number]
    return [answer or found[number] for number, answer in enumerate(answers)]


def _by_colour(search: _Search, views: Sequence[StreetView], strips: Sequence[float]) -> list[StreetAnswer]:
    """What each street shows of a streetcar by its colour, where rails don't tell."""
    covered = [_is_covered(search, view, strip) for view, strip in zip(views, strips, strict=True)]
    tops, bare = _tops(search, views, covered), _bare_shares(search, views)
    return [_car(search, *each) for each in zip(views, strips, covered, tops, bare, strict=True)]


def _shows_no_rail(search: _Search, view: StreetView) -> bool:
    """Whether a street shows its rails so badly that a streetcar's edges may look like them.

    What is darker than other streets there may be a grey streetcar as well as shade, which hides no rail. Only where it
    ends as a streetcar would, with lit street round it, is it one.
    """
    return max(view.rails, default=1.0) < search.settings.cars.rails_likely


def _bare_by_rails(search: _Search, view: StreetView, strip: float) -> StreetAnswer | None:
    """No streetcar where rails are seen that it would cover: two are surer than any colour.

    One is not: the dark side of a block or streetcar that stands there looks like it, or the gap between two. The strip
    beside a rim's only one tells; where the other one is plainly hidden, colour does.
    """
    rails, cars = _covered_rails(search, view), search.settings.cars
    if rails is None or _one_of_two_hidden(search, view):
        return None
    doubtful = len(view.rails) == 1 and cars.rails_likely <= rails < cars.rim_plain
    return no_car_by_rails(rails, strip if doubtful else 1.0, search.settings)


def no_car_by_rails(rails: float, strip: float, settings: PlainSettings) -> StreetAnswer | None:
    """What rails tell that are seen so clearly, with this share of street beside a rim's only one; None: nothing."""
    cars = settings.cars
    if rails < cars.rails_likely or strip < cars.street_shows:
        return None
    return _none("likely", cars.by_rails_nats) if rails < cars.rails_plain else _none("certain", settings.floor)


def _streets_beside_rails(search: _Search, views: Sequence[StreetView]) -> list[float]:
    """Share of the strip between each rim's rail and the table that shows the street rather than a streetcar's colour.

    Shade hides no rail: where a rim's is hidden, what is darker than the street is not the street in shade. It means
    nothing in streets that are no rim.
    """
    x, y = np.meshgrid(STRIP_ALONG_MM, STRIP_MM)
    points = on_table([view.street.spot for view in views], np.stack([x, y], axis=-1).reshape(-1, 2))
    values = search.at(search.look.plane.to_picture(points))
    hidden = np.array([_one_hidden(search, view) for view in views])[:, None]
    street = np.where(hidden, search.lit_street_nats(values), search.street_nats(values))
    return [float(one) for one in (street > search.own_nats(values)).mean(axis=1)]


def _is_covered(search: _Search, view: StreetView, strip: float) -> bool:
    """Whether the rails that a streetcar would cover are not seen, and neither is a rim's bare strip."""
    cars, rails = search.settings.cars, _covered_rails(search, view)
    covered = rails is not None and (
        _one_of_two_hidden(search, view) or (rails < cars.rails_likely and _hides_rails(search, view))
    )
    rim_only = len(view.rails) == 1 and rails is not None
    if rim_only and view.rails[0] < cars.rails_plain:  # it may be the block's own dark side
        return covered or strip < cars.street_hidden
    return covered


def _hides_rails(search: _Search, view: StreetView) -> bool:
    """Whether something hides rails, one of them at least and not only by crossing it as a hard shadow does."""
    cars = search.settings.cars
    both = len(view.rails) > 1 and max(view.rails) < cars.rails_covered
    return _one_hidden(search, view) or both


def _one_of_two_hidden(search: _Search, view: StreetView) -> bool:
    return len(view.rails) > 1 and _one_hidden(search, view)


def _one_hidden(search: _Search, view: StreetView) -> bool:
    return min(view.rails, default=1.0) < search.settings.cars.rail_covered


def _car(
    search: _Search, view: StreetView, strip: float, covered: bool, tops: "_Tops", bare_share: float
) -> StreetAnswer:
    """Whether a plain streetcar lies in one street: its top where it may lie, and round it the bare street."""
    settings, cars = search.settings, search.settings.cars
    if tops.seen == 0.0:
        return ASKED
    if tops.share < cars.car_shows or (len(view.street.halves) == 1 and strip >= cars.rim_bare):
        return _no_car(search, view, strip, tops, bare_share)
    best = next((top for top in tops.best if _ends(search, view, top)), None)
    if best is None:
        return ASKED
    told = float(search.own_nats(best.lab)) * tops.share
    lead = told - (0.0 if covered else max(float(search.street_nats(best.lab)), 0.0))
    against, for_it = (round(max(min(0.0, nats), settings.floor), 2) for nats in (-lead, lead))
    likely = lead >= settings.likely_lead and tops.share >= cars.likely_car
    return ("likely" if likely else "ask", lead > 0, {"empty": against, "streetcar": for_it})


def _ends(search: _Search, view: StreetView, top: "_Top") -> bool:
    """Whether what may be a streetcar's top ends where one would, on every side, and bare street shows round it."""
    goes_on, bare = _around(search, view, top)
    return goes_on <= search.settings.most_goes_on and bare >= search.settings.least_bare


@dataclass(frozen=True, slots=True, eq=False)
class _Top:
    """What may be a streetcar's top: its colour, and where in its street and how high it lies."""

    lab: Floats
    shift_mm: PointsMm
    height_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class _Tops:
    """What a street shows where a streetcar's top may lie."""

    best: Sequence[_Top]
    """The places for a top that show most of one, as many as show as much."""
    share: float
    """Of the best places for a top that has a streetcar's colour, beyond a rim not counted."""
    raw: float
    """The largest share, the table beyond a rim counted."""
    seen: float
    """Share of a top that is seen at most."""


def _tops(search: _Search, views: Sequence[StreetView], covered: Sequence[bool]) -> list[_Tops]:
    """For each street the best place for a streetcar's top; `covered`: what shows there is no bare street."""
    if not views:
        return []
    settings, cars, plane = search.settings, search.settings.cars, search.look.plane
    long, short = search.size_mm
    heights = settings.tried_heights_mm[:3] if search.kind.height_mm is None else (search.kind.height_mm,)
    x, y = np.meshgrid(np.linspace(-0.36, 0.36, 7) * long, np.linspace(-0.3, 0.3, 3) * short)
    top, shifts = np.stack([x, y], axis=-1).reshape(-1, 2), np.array(CAR_SHIFTS_MM)
    laid = top + shifts[:, None]  # (shifts, samples, 2)
    points = on_table([view.street.spot for view in views], laid.reshape(-1, 2))
    pixels = np.stack([plane.to_picture(points, height_mm=search.ground_mm + high) for high in heights], axis=1)
    shape = (len(views), len(heights) * len(shifts), len(top))  # each place for a top, at each height
    pixels = pixels.reshape(*shape, 2)
    free = search.shown(pixels.reshape(-1, len(top), 2)).reshape(shape)
    values = search.at(pixels)
    street = np.where(np.array(covered)[:, None, None], -np.inf, search.street_nats(values))
    own = (search.own_nats(values) > np.maximum(settings.car_nats, street)) & free
    count = free.sum(axis=2)
    seen = count / len(top)
    alike = own.sum(axis=2) / np.maximum(count, 1)
    inner = np.tile(laid[..., 1] > RIM_MM, (len(heights), 1)) & free  # beyond a rim lies the table, of whatever colour
    inside = inner.sum(axis=2)
    within = np.where(inside >= 3, (own & inner).sum(axis=2) / np.maximum(inside, 1), 0.0)
    rims = np.array([len(view.street.halves) == 1 for view in views])[:, None]
    shares = np.where(rims, np.minimum(alike, within), alike)
    looked_at = seen >= cars.top_shown
    seen, alike, shares = (np.where(looked_at, one, 0.0) for one in (seen, alike, shares))
    found = []
    for number, own_shares in enumerate(shares):
        best = []
        for which in np.flatnonzero((own_shares > 0.0) & (own_shares == own_shares.max())).tolist():
            lab = np.median(values[number, which, free[number, which]], axis=0)
            best.append(_Top(lab, shifts[which % len(shifts)], float(heights[which // len(shifts)])))
        most = (float(one[number].max()) for one in (shares, alike, seen))
        found.append(_Tops(best, *most))
    return found


def _around(search: _Search, view: StreetView, top: _Top) -> tuple[float, float]:
    """Of what lies round a streetcar: the share on its worst side that has its colour, and the share of bare ground.

    Hands, sleeves and cards go on beyond, and no street is seen round them. Between blocks only printed patches are
    seen beside it: they tell where nothing else does.
    """
    look, settings, size_mm = search.look, search.settings, search.size_mm
    spot, plane, ground, high = view.street.spot, look.plane, search.ground_mm, search.ground_mm + top.height_mm
    one_half = len(view.street.halves) == 1
    leans = leaning(plane, spot.middle_mm, high)
    points, heights = [], []
    for side in AROUND:
        reach = (size_mm[0] if side[0] else size_mm[1]) / 2
        breadth = (size_mm[1] if side[0] else size_mm[0]) / 2
        out, along = np.meshgrid(reach + np.linspace(3.0, 5.5, 3), np.linspace(-0.8, 0.8, 5) * breadth)
        if one_half and side[0]:
            along = np.abs(along)
        x, y = (out * side[0] + along * abs(side[1])), (out * side[1] + along * abs(side[0]))
        points.append(np.stack([x, y], axis=-1).reshape(-1, 2) + top.shift_mm)
        lean = float(leans @ (side[0] * spot.right + side[1] * spot.down))
        heights.append(ground if lean < 0 else high)
    on_the_table = spot.to_table(np.array(points))
    pixels = plane.to_picture(on_the_table, height_mm=np.array(heights)[:, None])
    shown, patches = search.shown(pixels), _on_patch(look, on_the_table)
    labs = search.at(pixels)
    away = weighed(labs - top.lab)
    printed = weighed(labs[:, :, None] - look.grounds - search.usual).min(axis=2)
    alike = (away < settings.rim_delta) & (away < printed)
    free = (search.street_nats(labs) > settings.cars.street_lead_nats) | (printed < settings.rim_delta)
    beside = _beside(search, shown & ~patches, alike, free, one_half=one_half)
    return beside or _beside(search, shown, alike, free | (patches & ~alike), one_half=one_half) or (0.0, 0.0)


def _beside(
    search: _Search, shown: NDArray[np.bool_], alike: NDArray[np.bool_], free: NDArray[np.bool_], *, one_half: bool
) -> tuple[float, float] | None:
    """Of the samples (sides, k) round a streetcar the worst side's share that is alike, and the free ones' share.

    None where too few of them are shown on each side.
    """
    goes_on, bare, count = 0.0, 0.0, 0
    for number, side in enumerate(AROUND):
        beyond = one_half and side == (0.0, -1.0)  # the table, where no street is; a finger goes on there
        mine = shown[number]
        if mine.sum() < search.settings.cars.least_samples:
            continue
        goes_on = max(goes_on, float(alike[number, mine].mean()))
        bare += 0.0 if beyond else float(free[number, mine].sum())
        count += 0 if beyond else int(mine.sum())
    return (goes_on, bare / count) if count else None


def _on_patch(look: PlainLook, points_mm: PointsMm) -> NDArray[np.bool_]:
    """Which points (..., 2) lie on a printed colour patch: a grey one says nothing of what lies beside it."""
    middles, reach = look.patches_mm[:, :2], look.patches_mm[:, 2]
    return np.asarray((np.linalg.norm(points_mm[..., None, :] - middles, axis=-1) < reach).any(axis=-1))


def _no_car(search: _Search, view: StreetView, strip: float, tops: _Tops, bare: float) -> StreetAnswer:
    """A street of which enough is seen, and nowhere a streetcar's colour; what covers it is asked about.

    Colour alone says nothing against a streetcar where rails do not show that it would cover.
    """
    cars, covered = search.settings.cars, _covered_rails(search, view)
    if covered is not None and covered < cars.rails_covered:
        return ASKED
    rails = max(view.rails, default=0.0) if covered is None else covered
    is_empty = tops.raw < cars.likely_none_share and (rails > cars.rail_shows or bare > cars.bare_shows)
    if len(view.street.halves) == 1:  # a streetcar covers a rim's strip; the table beyond may have its colour
        is_bare = strip >= cars.rim_bare and rails > cars.rail_shows
        is_empty = strip >= cars.street_hidden and (is_empty or is_bare)
    nats = round(search.settings.floor * bare * (1.0 - tops.raw / cars.likely_none_share), 2)
    return _none("likely", min(nats, cars.by_colour_nats)) if is_empty else ASKED


def _bare_shares(search: _Search, views: Sequence[StreetView]) -> list[float]:
    """Share of each street's middle, as far as it is seen, that is plainly bare; 0 where too little is."""
    cars = search.settings.cars
    pixels = middles_px(search.look, views)
    shown, values = search.shown(pixels), search.at(pixels)
    least = np.maximum(0.0, search.own_nats(values)) + cars.street_lead_nats
    count = shown.sum(axis=1)
    shares = ((search.street_nats(values) > least) & shown).sum(axis=1) / np.maximum(count, 1)
    return [float(one) for one in np.where(count >= cars.least_samples, shares, 0.0)]


def shaded_street_nats(lab: Floats, usual: Floats, settings: PlainSettings) -> Floats:
    """Nats (...) that Lab values (..., 3) are a street whose usual Lab is (3,), shaded or not, a stranger's being 0."""
    away = weighed(lab - usual) / settings.cars.street_sd
    return np.asarray(settings.most_nats - 0.5 * away**2)


def middles_px(look: PlainLook, views: Sequence[StreetView]) -> PointsPx:
    """Where samples of each street's middle are seen, (streets, samples, 2)."""
    middle = core_grid(MIDDLE_MM, look.settings) * BETWEEN_RAILS
    return look.plane.to_picture(on_table([view.street.spot for view in views], middle))


def usual_street(look: PlainLook, views: Sequence[StreetView], sureness: ConfidenceSettings) -> Floats:
    """The colour of an empty street's middle in this picture."""
    clear = [view.street.spot for view in views if view.rails and min(view.rails) >= sureness.certain_correlation]
    if len(clear) < look.settings.cars.fewest_bare_streets:
        return np.array(USUAL_STREET)
    grid = core_grid(8.0, look.settings)
    points = np.array([spot.to_table(grid) for spot in clear])
    return np.asarray(np.median(look.field.at(look.plane.to_picture(points)).astype(float), axis=(0, 1)))
