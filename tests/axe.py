"""axe-core looks for what keeps people from using a page; skipped by name where it is not there."""

import os
from pathlib import Path
from typing import Any

import pytest

AXE = Path(os.environ.get("BOARDSIGHT_AXE", Path(__file__).parent / "build/node_modules/axe-core/axe.min.js"))
needs_axe = pytest.mark.skipif(
    not AXE.is_file(), reason="needs axe-core: npm install --prefix tests/build axe-core@4.14.1 (or BOARDSIGHT_AXE)"
)


SCHEMES = {"dark": (), "light": ("color-contrast", "link-in-text-block")}
"""What is looked for where: all else is the same for axe, whatever the colours."""


def violations(page: Any, rules: tuple[str, ...] = (), *, beside: str | None = None) -> list[str]:
    """What axe finds against WCAG 2.2 AA and its own best practice: the rule, the elements, and what is wrong.

    `beside` names an element that is left out, with all that is in it.
    """
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(f"() => {{ {AXE.read_text('utf-8')} }}")
    wished = {"resultTypes": ["violations"], **({"runOnly": {"type": "rule", "values": rules}} if rules else {})}
    where = {"exclude": [[beside]]} if beside else None
    looks = "async ([where, wished]) => (await axe.run(where ?? document, wished)).violations"
    found = page.evaluate(looks, [where, wished])
    return [
        f"{one['id']}: {node['target']} {node['failureSummary'].splitlines()[-1].strip()}"
        for one in found
        for node in one["nodes"]
    ]


def violations_in_both(page: Any, *, beside: str | None = None) -> list[str]:
    """What axe finds on a dark page, and then on the same page when it is light; `beside` as in `violations`."""
    found = []
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {one}" for one in violations(page, rules, beside=beside)]
    return found
