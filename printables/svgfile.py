"""SVG files of people's own: their shapes as they are painted, and what of them is not drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import svgelements

from printables.pen import CAPS, JOINS, Step, Stroke
from printables.svgpath import LARGEST, NOT_UNDERSTOOD, path_steps
from tabletop.errors import UnreadableInput
from tabletop.gamefile import Rgb
from tabletop.textfiles import read_bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of an SVG file, so that none can exhaust its reader."""

    bytes: int = 200_000
    elements: int = 2000
    deepest: int = 40
    """How many elements lie in each other."""
    transform: int = 400
    """Letters of one transformation."""
    shape: str = "path, rectangle, circle or polygon"
    """What it must have one of."""


NO_SHAPES = {
    "text": "text", "image": "pictures", "use": "clones", "foreignObject": "foreign objects", "script": "scripts",
    "animate": "animations", "animateTransform": "animations", "animateMotion": "animations", "set": "animations",
}  # fmt: skip
"""What is left out, and what people call it; what `use` repeats has no bounds."""
KEPT_FOR_LATER = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter"})
"""What is in these is drawn only where something else refers to it."""
LEFT_OUT = frozenset({*NO_SHAPES, *KEPT_FOR_LATER, "style"}) - {"defs"}
"""What is taken out before shapes are looked for; styles are put in front again, and `defs` may hold some."""
REFERRING = {
    "fill": "gradients", "stroke": "gradients", "clip-path": "clip paths", "mask": "masks", "filter": "filters",
    "marker-start": "markers", "marker-mid": "markers", "marker-end": "markers",
}  # fmt: skip
"""Properties that may refer to something else, which is not drawn then."""
DECLARED = re.compile(r"(?<![\w-])(?P<key>[a-z-]+)\s*:\s*(?P<value>[^;{}]+)")
"""One declaration of a style."""
IMPORTANT = re.compile(r"\s*!\s*important")
"""What svgelements takes for a part of the value."""
MITER_LIMIT = 4.0
"""Where nothing else is said (SVG 2, section 13.5.5)."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A colour and how much of it covers what lies under it, from 0 to 1."""

    colour: Rgb
    share: float


@dataclass(frozen=True, slots=True)
class SvgShape:
    """One shape: its outline, what it is filled and stroked with, and how its line is drawn, in the file's units."""

    steps: tuple[Step, ...]
    fill: Tint | None
    stroke: Tint | None
    line: Stroke
    even_odd: bool
    stroke_first: bool
    """Whether the fill lies over the stroke."""


@dataclass(frozen=True, slots=True)
class SvgFile:
    """An SVG file's visible shapes from the lowest up, and its view box (left, top, width, height), if it has one."""

    shapes: tuple[SvgShape, ...]
    view: tuple[float, float, float, float] | None


def read_svg(path: Path, use: str, limits: Limits) -> SvgFile:
    """The file's shapes; `use` is what it is for. UnreadableInput where it is no SVG, or made to exhaust its reader."""
    root = _simplified(path, use, limits)
    try:
        drawing = svgelements.SVG.parse(BytesIO(ElementTree.tostring(root)), on_error="raise")
        elements = drawing.elements() if isinstance(drawing, svgelements.SVG) else ()  # some begin with another element
        shapes = [_shape(element) for element in elements if isinstance(element, svgelements.Shape)]
        box = getattr(drawing, "viewbox", None)
        known = box is not None and (box.width or 0) > 0 and (box.height or 0) > 0
        view = (0.0, 0.0, float(drawing.width), float(drawing.height)) if known else None
        if view is not None and not (max(view[2:]) >= 1 / LARGEST and max(view[2:]) <= LARGEST):
            raise ValueError("its view box is too small or too large")
    except NOT_UNDERSTOOD as error:
        raise UnreadableInput(
            f"the {use} {path} has a number, unit or path that is not SVG ({error}); save it as plain SVG"
        ) from error
    if not any(shape.steps for shape in shapes):
        raise UnreadableInput(f"the {use} {path} has no {limits.shape}; convert its objects to paths")
    seen = tuple(shape for shape in shapes if shape.steps and (shape.fill or shape.stroke))
    if not seen:
        raise UnreadableInput(f"the {use} {path} has invisible shapes only; give them a fill or a stroke")
    return SvgFile(seen, view)


def not_drawn(path: Path) -> tuple[str, ...]:
    """What the file holds and is not drawn, in people's words, each once; nothing where it is no SVG file."""
    try:
        root = ElementTree.fromstring(read_bytes(path))
    except (UnreadableInput, ElementTree.ParseError, ValueError, LookupError):
        return ()  # whoever draws it says why
    named = {element.get("id", ""): element for element in root.iter()}
    found = []
    for element in _seen(root):
        if _kind(element) in NO_SHAPES:
            found.append(NO_SHAPES[_kind(element)])
        is_style = _kind(element) == "style"
        said = _declared(element.text or "") if is_style else {**element.attrib, **_declarations(element)}
        for key in REFERRING.keys() & said.keys():
            for reference in re.findall(r"url\(['\"\s]*#?([^)'\"]*)", said[key]):
                if not _is_whole(named.get(reference), root):
                    is_pattern = reference in named and _kind(named[reference]) == "pattern"
                    found.append("patterns" if is_pattern else REFERRING[key])
        if said.get("mix-blend-mode", "normal").strip() != "normal":
            found.append("blending")
    return tuple(dict.fromkeys(sorted(found)))


def _seen(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Everything that is drawn by itself, and every style."""
    waiting = [(root, True)]
    while waiting:
        element, is_seen = waiting.pop()
        is_seen = is_seen and not _is_hidden(element) and _kind(element) not in KEPT_FOR_LATER
        if is_seen or _kind(element) == "style":
            yield element
        waiting += [(child, is_seen) for child in element if _kind(element) not in NO_SHAPES]


def _is_whole(reference: ElementTree.Element | None, root: ElementTree.Element) -> bool:
    """Whether a clip path or mask is the whole frame, as drawing programs write it: then nothing is cut off."""
    if reference is None or _kind(reference) not in ("clipPath", "mask") or len(reference) != 1:
        return False
    box, (frame,) = root.get("viewBox", "").replace(",", " ").split(), reference
    sizes = [frame.get("width"), frame.get("height")]
    is_plain = _kind(frame) == "rect" and not {"x", "y", "transform", "rx", "ry"} & frame.attrib.keys()
    return is_plain and len(box) == 4 and box[:2] == ["0", "0"] and sizes == box[2:]


def _simplified(path: Path, use: str, limits: Limits) -> ElementTree.Element:
    """An SVG file without what draws no shape; UnreadableInput where it is none, or made to exhaust its reader."""
    try:
        data = read_bytes(path)
    except UnreadableInput as error:
        raise UnreadableInput(f"the {use} {path} cannot be read: {error}") from error
    if len(data) > limits.bytes:
        raise UnreadableInput(f"the {use} {path} is larger than {limits.bytes // 1000} kB; simplify it")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:  # the latter two: an unknown encoding
        raise UnreadableInput(f"the {use} {path} is no SVG file: {error}") from error
    for key in ("width", "height", "x", "y", "preserveAspectRatio"):
        root.attrib.pop(key, None)  # where the picture stands on a page; the view box alone counts
    level, elements, styles = [root], 0, list[ElementTree.Element]()
    for _ in range(limits.deepest):
        for element in level:
            for child in list(element):
                if _kind(child) == "style":
                    child.text = IMPORTANT.sub("", child.text or "")
                    styles.append(child)
                if _kind(element) == "defs" or _kind(child) in LEFT_OUT:
                    element.remove(child)
            if len(element.get("transform", "")) > limits.transform:
                raise UnreadableInput(f"the {use} {path} has a transformation that is too long; ungroup its objects")
            if "style" in element.attrib:
                element.set("style", IMPORTANT.sub("", element.get("style", "")))
            for key in [key for key, value in element.attrib.items() if value.strip() == "inherit"]:
                del element.attrib[key]  # what is not said is inherited
        elements += len(level)
        level = [child for element in level for child in element]
    if level or elements > limits.elements:
        raise UnreadableInput(
            f"the {use} {path} has more than {limits.elements} elements, or {limits.deepest} within each other; "
            "simplify it"
        )
    for style in reversed(styles):
        root.insert(0, style)  # what stands in it holds for what stands before it, too
    return root


def _kind(element: ElementTree.Element) -> str:
    return str(element.tag).rsplit("}", 1)[-1]


def _declared(style: str) -> Mapping[str, str]:
    return {found["key"]: found["value"] for found in DECLARED.finditer(style)}


def _declarations(element: ElementTree.Element) -> Mapping[str, str]:
    """What an element's own style says."""
    return _declared(element.get("style", ""))


def _is_hidden(element: ElementTree.Element) -> bool:
    return "none" in (element.get("display"), _declarations(element).get("display", "").strip())


def _shape(element: svgelements.Shape) -> SvgShape:
    """A shape as svgelements understands it, with what it only passes on."""
    said = element.values  # what styles and the elements around it say is in it already
    is_hidden = said.get("visibility") in ("hidden", "collapse")
    opacity = 0.0 if is_hidden else _share(said.get("opacity"))
    width = float(element.implicit_stroke_width or 0.0)
    own_width = float(element.stroke_width or 0.0)
    scale = width / own_width if own_width > 0 else 1.0
    dash = tuple(float(one) * scale for one in re.findall(r"\d*\.?\d+", str(said.get("stroke-dasharray") or "")))
    limit = re.match(r"\d*\.?\d+", str(said.get("stroke-miterlimit") or ""))
    line = Stroke(
        width,
        cap=_word(said.get("stroke-linecap"), CAPS),
        join=_word(said.get("stroke-linejoin"), JOINS),
        miter_limit=max(1.0, float(limit[0])) if limit else MITER_LIMIT,
        dash=dash if sum(dash) > 0 else (),
    )
    if not all(one <= LARGEST for one in (width, *dash)):
        raise ValueError("a line is too wide")
    stroke = _tint(element.stroke, opacity) if width > 0 else None
    even_odd, stroke_first = said.get("fill-rule") == "evenodd", str(said.get("paint-order")).startswith("stroke")
    steps = tuple(path_steps(svgelements.Path(element)))
    return SvgShape(steps, _tint(element.fill, opacity), stroke, line, even_odd, stroke_first)


def _share(word: str | None) -> float:
    """An opacity, as a number or in per cent; whole where it is none."""
    found = re.fullmatch(r"\s*(\d*\.?\d+)(%?)\s*", str(word))
    return 1.0 if found is None else min(1.0, float(found[1]) / (100 if found[2] else 1))


def _word(word: str | None, known: Mapping[str, int]) -> str:
    return word if word is not None and word in known else next(iter(known))


def _tint(colour: svgelements.Color | None, opacity: float) -> Tint | None:
    """A colour as it covers; None where nothing is painted."""
    if colour is None or colour.value is None:
        return None
    share = opacity * (255 if colour.alpha is None else colour.alpha) / 255
    return Tint((colour.red, colour.green, colour.blue), share) if share > 0 else None
