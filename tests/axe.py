"""axe-core looks for what keeps people from using a page; skipped by name where it is not there."""

import os
from pathlib import Path
from typing import Any

import pytest

AXE = Path(os.environ.get("BOARDSIGHT_AXE", Path(__file__).parent / "build/node_modules/axe-core/axe.min.js"))
needs_axe = pytest.mark.skipif(
    not AXE.is_file(), reason="needs axe-core: npm install --prefix tests/build axe-core@4.14.1 (or BOARDSIGHT_AXE)"
)


def violations(page: Any) -> list[str]:
    """What axe finds against WCAG 2.2 AA and its own best practice: the rule, the elements, and what is wrong."""
    page.evaluate(f"() => {{ {AXE.read_text('utf-8')} }}")
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary'].splitlines()[-1].strip()}"
        for one in found
        for node in one["nodes"]
    ]
