"""The wall in a real browser: when each move was painted."""

from __future__ import annotations

from types import TracebackType

from playwright.sync_api import sync_playwright

LISTEN = """
(() => {
  const painted = [];
  document.addEventListener("wall-shown", (event) => {
    const moves = event.detail;
    requestAnimationFrame((at) => painted.push([performance.timeOrigin + at, moves]));
  });
  window.painted = () => painted.splice(0);
})();
"""
"""A move counts as painted at the first frame after the one in which the page has put it in."""


class WallPage:
    """The hub's page, open in a headless Chromium; use as a context manager."""

    def __init__(self, executable: str, url: str) -> None:
        self._executable, self._url = executable, url
        self.painted: list[tuple[float, str, int]] = []
        """Seconds since 1970, table, n."""

    def __enter__(self) -> WallPage:
        self._manager = sync_playwright()
        playwright = self._manager.__enter__()
        self._browser = playwright.chromium.launch(executable_path=self._executable, args=["--no-sandbox"])
        self.page = self._browser.new_page(viewport={"width": 1920, "height": 1080}, color_scheme="dark")
        self.page.add_init_script(LISTEN)
        self.page.goto(self._url)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._browser.close()
        self._manager.__exit__(kind, error, trace)

    def collect(self) -> None:
        """Fetch what was painted since the last time."""
        painted = self.page.evaluate("window.painted()")
        self.painted += [(at / 1000, table, n) for at, moves in painted for table, n in moves]
