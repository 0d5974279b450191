"""A virtual display on a page of its own: an SVG that looks like the real one, drawn anew as it changes."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from simulator.displays.drawing import svg_picture
from simulator.displays.virtual import VirtualDisplay

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Boardsight display</title>
<meta name="viewport" content="width=device-width">
<style>body{margin:0;min-height:100vh;display:grid;place-items:center;background:#4a4440}
img{width:min(94vw,1200px)}</style>
<img id="display" alt="the display" src="display.svg">
<script>
const image = document.getElementById("display");
let shown = "";
async function draw() {
  const drawn = await (await fetch("display.svg")).text();
  if (drawn !== shown) image.src = "data:image/svg+xml," + encodeURIComponent(shown = drawn);
}
setInterval(() => draw().catch(() => {}), 100);
</script></html>
"""


def serve_display(virtual: VirtualDisplay, look: str, port: int) -> ThreadingHTTPServer:
    """Serve a virtual display on 127.0.0.1; port 0 takes a free one. Shut the returned server down at the end."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/":
                self._send("text/html; charset=utf-8", _PAGE)
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
