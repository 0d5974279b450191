"""A virtual display on a page of its own: an SVG that looks like the real one, drawn anew as it changes."""

from __future__ import annotations

import threading
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from simulator.displays.drawing import svg_picture
from simulator.displays.virtual import VirtualDisplay
from tabletop.translation import translated

_PAGE = """<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title} – Boardsight</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">
<style>
:root {{ color-scheme: dark light; --ground: #0f151c; --ink: #f1f4f7; --felt: #16282a; --line: #2e3c4a }}
@media (prefers-color-scheme: light) {{
  :root {{ --ground: #f3efe6; --ink: #1d2733; --felt: #dfe6dc; --line: #ddd5c4 }}
}}
body {{ margin: 0; min-height: 100vh; display: grid; grid-template-rows: auto 1fr; background: var(--ground);
  color: var(--ink); font: 16px/1.4 "Source Sans 3", "Segoe UI", Roboto, "Noto Sans", system-ui, sans-serif }}
h1 {{ margin: 0; padding: 1.1rem 1.2rem .4rem; font-size: 1.5rem }}
main {{ display: grid; place-items: center; margin: .5rem 1.2rem 1.2rem; padding: 1rem; background: var(--felt);
  border: 1px solid var(--line); border-radius: .9rem; min-width: 0 }}
img {{ width: 100%; max-width: 1200px }}
</style></head>
<body><header><h1>{title}</h1></header>
<main><img id="display" alt="{alt}" src="display.svg"></main>
<script>
const image = document.getElementById("display");
let shown = "";
async function draw() {{
  const drawn = await (await fetch("display.svg")).text();
  if (drawn !== shown) image.src = "data:image/svg+xml," + encodeURIComponent(shown = drawn);
}}
setInterval(() => draw().catch(() => {{}}), 100);
</script></body></html>
"""
"""In the look of the table's pages (`live/page/static/style.css`), which the simulator does not share."""


def serve_display(virtual: VirtualDisplay, look: str, port: int, *, language: str = "en") -> ThreadingHTTPServer:
    """Serve a virtual display on 127.0.0.1; port 0 takes a free one. Shut the returned server down at the end."""
    title, alt = (escape(translated(words, language)) for words in ("Virtual display", "What the display shows"))
    page = _PAGE.format(language=language, title=title, alt=alt)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/":
                self._send("text/html; charset=utf-8", page)
            elif self.path == "/display.svg":
                self._send("image/svg+xml", svg_picture(virtual.shown, look))
            else:
                self.send_error(404)

        def log_message(self, format: str, *args: Any) -> None:
            """The terminal shows the display."""

        def _send(self, kind: str, text: str) -> None:
            data = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
    return server
