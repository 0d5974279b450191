"""Plain streetcars: bars of one colour in streets, with bare street round them."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tabletop.gamefile import GameFile
from tabletop.lattice import Cell, neighbour
from tabletop.plainkinds import PlainKind, box_mm
from tabletop.readings import Confidence
from vision.city.scores import StreetView
from vision.pixels.arrays import Floats, PointsMm
from vision.settings import ConfidenceSettings
from vision.settings.uncoded import PlainSettings, StreetcarSettings
from vision.uncoded.faces import Face, Silhouettes, core_grid, leaning, silhouettes, weighed
from vision.uncoded.look import PlainLook, ground_mm
from vision.uncoded.materials import Material

CAR_SHIFTS_MM = ((0.0, 0.0), (0.0, -3.0), (0.0, 3.0), (-4.0, 0.0), (4.0, 0.0))
"""Where in its street a streetcar may lie, along and across."""
USUAL_STREET = (88.0, -1.0, -1.5)
"""Lab of the printed street, where no empty one tells it."""
ASIDE_MM = max(abs(across) for _, across in CAR_SHIFTS_MM)
"""How far from its street's middle line a streetcar may lie."""
STRIP_ALONG_MM = np.linspace(-7.0, 7.0, 8)
STRIP_MM = np.linspace(0.8, 3.0, 4)
"""Where a rim is bare between its rail and the table."""
StreetAnswer = tuple[Confidence, bool, dict[str, float]]


def look_at_cars(
    look: PlainLook, views: Sequence[StreetView], faces: Iterable[Face], sureness: ConfidenceSettings, game: GameFile
) -> dict[str, StreetAnswer]:
    """Street name -> how sure, whether a streetcar lies there, likelihoods; of all streets, where cars are plain."""
    if not look.cars:
        return {}
    faces = tuple(faces)
    by_cell = {face.cell.key: face for face in faces}
    kinds = [(material, kind) for material in look.cars for kind in material.kinds]
    hulls = silhouettes(faces, look.plane)
    usual = _usual_street(look, views, sureness)
    found: dict[str, StreetAnswer] = {}
    for view in views:
        answers = [
            _bare_by_rails(look, view, material, kind, game, usual)
            or _car(look, view, material, kind, hulls, ground_mm(game), usual, game)
            for material, kind in kinds
        ]
        answer = max(answers, key=lambda one: one[2]["streetcar"])
        if answer[1] and _between_alike(view, by_cell, look, kinds[answers.index(answer)][0]):
            answer = ("ask", False, {"empty": 0.0, "streetcar": 0.0})
        if answer[0] == "certain" and not look.colours_true:
            answer = ("likely", *answer[1:])
        found[view.street.name] = answer
    return found


def _between_alike(view: StreetView, faces: Mapping[Cell, Face], look: PlainLook, material: Material) -> bool:
    """Whether a block of a streetcar's colour lies beside and no rail shows: it may be what reaches over the street."""
    cell, side = view.street.segment
    beside = [faces[one] for one in (cell, neighbour(cell, side)) if one in faces]
    alike = [face for face in beside if float(material.nats(face.lab, look.settings)[0]) > 0.0]
    return bool(alike) and max(view.rails, default=0.0) < look.settings.cars.rail_shows


def _covered_rails(view: StreetView, kind: PlainKind, game: GameFile) -> float | None:
    """How plainly rails show that this streetcar would cover; None where it may lie between or beside them."""
    reach, rail = min(box_mm(kind)) / 2, game.art["rail_offset_mm"] + game.art["rail_width_mm"] / 2
    if not view.rails or reach < rail:
        return None
    if reach - ASIDE_MM >= rail:  # it covers them all, wherever it lies
        return max(view.rails)
    return min(view.rails) if len(view.rails) > 1 else None


def _bare_by_rails(
    look: PlainLook, view: StreetView, material: Material, kind: PlainKind, game: GameFile, usual: Floats
) -> StreetAnswer | None:
    """No streetcar where rails are seen that it would cover: two are surer than any colour.

    A rim's only one is not: the dark side of a block that stands there looks like it, and the strip beside it tells.
    """
    rails = _covered_rails(view, kind, game)
    if rails is None or rails < look.settings.cars.rails_likely:
        return None
    cars, rim_only = look.settings.cars, len(view.rails) == 1 and rails < look.settings.cars.rim_plain
    if rim_only and _street_beside_rail(look, view, material, usual) < cars.street_shows:
        return None
    if rails < cars.rails_plain:
        return ("likely", False, {"empty": 0.0, "streetcar": -6.0})
    return ("certain", False, {"empty": 0.0, "streetcar": -12.0})


def _street_beside_rail(look: PlainLook, view: StreetView, material: Material, usual: Floats) -> float:
    """Share of the strip between a rim's rail and the table that shows the street rather than a streetcar's colour."""
    x, y = np.meshgrid(STRIP_ALONG_MM, STRIP_MM)
    pixels = look.plane.to_picture(view.street.spot.to_table(np.stack([x, y], axis=-1).reshape(-1, 2)))
    values = look.field.at(pixels).astype(float)
    return float((_bare_nats(values, usual) > material.nats(values, look.settings)).mean())


def _car(
    look: PlainLook,
    view: StreetView,
    material: Material,
    kind: PlainKind,
    hulls: Silhouettes,
    ground: float,
    usual: Floats,
    game: GameFile,
) -> StreetAnswer:
    """Whether a plain streetcar lies in one street: its top where it may lie, and round it the bare street."""
    settings, plane, spot = look.settings, look.plane, view.street.spot
    long, short = sorted(box_mm(kind), reverse=True)
    heights = settings.tried_heights_mm[:3] if kind.height_mm is None else (kind.height_mm,)
    x, y = np.meshgrid(np.linspace(-0.36, 0.36, 7) * long, np.linspace(-0.3, 0.3, 3) * short)
    top = np.stack([x, y], axis=-1).reshape(-1, 2)
    rails = _covered_rails(view, kind, game)
    hidden = min(view.rails, default=1.0) < look.settings.cars.rail_covered  # and not only crossed by a hard shadow
    both = len(view.rails) > 1 and max(view.rails) < look.settings.cars.rails_covered
    covered = rails is not None and rails < look.settings.cars.rails_likely and (hidden or both)
    rim_only = len(view.rails) == 1 and rails is not None
    if rim_only and view.rails[0] < settings.cars.rails_plain:  # it may be the block's own dark side
        covered = covered or _street_beside_rail(look, view, material, usual) < look.settings.cars.street_hidden
    share, raw, seen, lab, place = 0.0, 0.0, 0.0, usual, (np.zeros(2), 0.0)
    for height in heights:
        for shift in np.array(CAR_SHIFTS_MM):
            pixels = plane.to_picture(spot.to_table(top + shift), height_mm=ground + height)
            free = hulls.behind(pixels) == 0
            if free.mean() < 0.5:
                continue
            values = look.field.at(pixels[free]).astype(float)
            street = -np.inf if covered else _bare_nats(values, usual)
            own = material.nats(values, settings) > np.maximum(settings.car_nats, street)
            alike = float(own.mean())
            raw = max(raw, alike)
            if len(view.street.halves) == 1:  # beyond the rim lies the table, of whatever colour
                inner = own[(top[:, 1] + shift[1] > 2.0)[free]]
                alike = min(alike, float(inner.mean()) if len(inner) >= 3 else 0.0)
            seen = max(seen, float(free.mean()))
            if alike > share:
                share, lab, place = alike, np.median(values, axis=0), (shift, float(height))
    if seen == 0.0:
        return ("ask", False, {"empty": 0.0, "streetcar": 0.0})
    if share < settings.cars.car_shows:
        return _no_car(look, view, hulls, material, seen, raw, usual, rails)
    told = float(material.nats(lab, settings)[0]) * share
    lead = told - (0.0 if covered else max(float(_bare_nats(lab, usual)), 0.0))
    goes_on, bare = _around(look, view, place, (long, short), lab, usual, hulls, ground)
    values_told = {"empty": round(max(min(0.0, -lead), -12.0), 2), "streetcar": round(max(min(0.0, lead), -12.0), 2)}
    if goes_on > settings.most_goes_on or bare < settings.least_bare:
        return ("ask", False, {"empty": 0.0, "streetcar": 0.0})
    return (car_sureness(lead, share, hidden or not covered, settings), lead > 0, values_told)


def car_sureness(lead: float, share: float, rails_agree: bool, settings: PlainSettings) -> Confidence:
    """How sure a streetcar lies in a street, by its colour's lead over the street's and how much of its top shows.

    Rails that it would cover agree where they are hidden, or where it covers none.
    """
    if lead >= settings.certain_colour and share >= settings.cars.certain_car and rails_agree:
        return "certain"
    return "likely" if lead >= settings.likely_lead and share >= settings.cars.likely_car else "ask"


def _around(
    look: PlainLook,
    view: StreetView,
    place: tuple[PointsMm, float],
    size_mm: tuple[float, float],
    lab: Floats,
    usual: Floats,
    hulls: Silhouettes,
    ground: float,
) -> tuple[float, float]:
    """Of what lies round a streetcar: the share on its worst side that has its colour, and the share of bare ground.

    Hands, sleeves and cards go on beyond, and no street is seen round them.
    """
    shift, height = place
    spot, plane = view.street.spot, look.plane
    goes_on, bare, count = 0.0, 0.0, 0
    one_half = len(view.street.halves) == 1
    for side in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        beyond = one_half and side == (0.0, -1.0)  # the table, where no street is; a finger goes on there
        outward = side[0] * spot.right + side[1] * spot.down
        lean = float(leaning(plane, spot.middle_mm, ground + height) @ outward)
        reach = (size_mm[0] if side[0] else size_mm[1]) / 2
        breadth = (size_mm[1] if side[0] else size_mm[0]) / 2
        out, along = np.meshgrid(reach + np.linspace(3.0, 5.5, 3), np.linspace(-0.8, 0.8, 5) * breadth)
        if one_half and side[0]:
            along = np.abs(along)
        x, y = (out * side[0] + along * abs(side[1])), (out * side[1] + along * abs(side[0]))
        points = spot.to_table(np.stack([x, y], axis=-1).reshape(-1, 2) + shift)
        pixels = plane.to_picture(points, height_mm=ground if lean < 0 else ground + height)
        shown = (hulls.behind(pixels) == 0) & ~_on_patch(look, points)
        if shown.sum() < look.settings.cars.least_samples:
            continue
        values = look.field.at(pixels[shown]).astype(float)
        away = weighed(values - lab)
        printed = weighed(values[:, None] - look.grounds - usual).min(axis=1)
        goes_on = max(goes_on, float(((away < look.settings.rim_delta) & (away < printed)).mean()))
        free = (_bare_nats(values, usual) > 2.0) | (printed < look.settings.rim_delta)
        bare += 0.0 if beyond else float(free.sum())
        count += 0 if beyond else len(values)
    return goes_on, bare / count if count else 0.0


def _on_patch(look: PlainLook, points_mm: PointsMm) -> NDArray[np.bool_]:
    """Which points (n, 2) lie on a printed colour patch: a grey one says nothing of what lies beside it."""
    middles, reach = look.patches_mm[:, :2], look.patches_mm[:, 2]
    return np.asarray((np.linalg.norm(points_mm[:, None] - middles, axis=2) < reach).any(axis=1))


def _no_car(
    look: PlainLook,
    view: StreetView,
    hulls: Silhouettes,
    material: Material,
    seen: float,
    share: float,
    usual: Floats,
    covered: float | None,
) -> StreetAnswer:
    """A street of which enough is seen, and nowhere a streetcar's colour; what covers it is asked about.

    `covered` are the rails that a streetcar would cover; colour alone says nothing against one where they do not show.
    """
    rails = max(view.rails, default=0.0) if covered is None else covered
    pixels = look.plane.to_picture(view.street.spot.to_table(core_grid(24.0, look.settings) * np.array([1.0, 0.55])))
    shown = hulls.behind(pixels) == 0
    values = look.field.at(pixels[shown]).astype(float)
    least = np.maximum(2.0, material.nats(values, look.settings) + 2.0)  # in dim light grey is a shaded street's, too
    bare = float((_bare_nats(values, usual) > least).mean()) if shown.sum() >= look.settings.cars.least_samples else 0.0
    if covered is not None and covered < look.settings.cars.rails_covered:
        return ("ask", False, {"empty": 0.0, "streetcar": 0.0})
    sure = no_car_sureness(rails, share, seen, bare, look.settings.cars)
    if sure == "certain" and covered is not None:
        sure = "likely"
    against = {"certain": -12.0, "likely": -5.0, "ask": 0.0}
    return (sure, False, {"empty": 0.0, "streetcar": against[sure]})


def no_car_sureness(rails: float, share: float, seen: float, bare: float, settings: StreetcarSettings) -> Confidence:
    """How sure a street is empty: its rails, the shares in a streetcar's colour, seen at all, and plainly bare."""
    plainly = rails > settings.certain_none_rails and share < settings.certain_none_share
    if plainly and seen > settings.certain_none_seen and bare > settings.bare_shows:
        return "certain"
    shows = rails > settings.rail_shows or bare > settings.bare_shows
    return "likely" if share < settings.likely_none_share and shows else "ask"


def _usual_street(look: PlainLook, views: Sequence[StreetView], sureness: ConfidenceSettings) -> Floats:
    """The colour of an empty street's middle in this picture."""
    clear = [view.street.spot for view in views if view.rails and min(view.rails) >= sureness.certain_correlation]
    if len(clear) < 3:
        return np.array(USUAL_STREET)
    grid = core_grid(8.0, look.settings)
    points = np.array([spot.to_table(grid) for spot in clear])
    return np.asarray(np.median(look.field.at(look.plane.to_picture(points)).astype(float), axis=(0, 1)))


def _bare_nats(lab: Floats, usual: Floats) -> Floats:
    """Nats (...) that Lab values (..., 3) are the bare street, a stranger's being 0."""
    return np.asarray(9.0 - 0.5 * (weighed(lab - usual) / 6.0) ** 2)
