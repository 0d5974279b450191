"""The page over https: its certificate, given to phones, signed anew when the table's address changes."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.responses import JSONResponse, Response

from live.console.terminal import say
from live.page.authority import TableAuthority
from tabletop.errors import BoardsightError

ADDRESSES_EVERY_S = 5.0
"""So often at most the machine's addresses are looked at, when somebody connects."""
SIGNED_EVERY_S = 86400.0
"""And so often it is asked whether the certificate lasts: a table may run for years."""


CERTIFICATE = "/boardsight.crt"
"""Where phones fetch the authority's certificate, over http too: before they trust it there is no other way."""


@dataclass(frozen=True, slots=True)
class SecurePage:
    """The page over https, or why there is none: `port`, and the authority whose certificate makes it trusted."""

    port: int | None = None
    authority: TableAuthority | None = None
    message: str = ""

    def to_json(self) -> Mapping[str, Any]:
        """As the page gets it: phones list the certificate under `name`."""
        name = None if self.authority is None else self.authority.name
        return {"port": self.port, "name": name, "message": self.message}


def serve_certificate(app: FastAPI, authority: TableAuthority | None) -> None:
    """Give phones the certificate, and an address at which they see whether they trust it."""
    if authority is None:
        return

    @app.get(CERTIFICATE, summary="The certificate of the table's own authority, for phones to install")
    async def certificate() -> Response:
        headers = {"cache-control": "no-store"}
        return Response(authority.certificate, media_type="application/x-x509-ca-cert", headers=headers)

    @app.get("/api/v1/trusted", summary="Answers over https to browsers that trust this table's certificate")
    async def trusted() -> Response:
        headers = {"access-control-allow-origin": "*", "cache-control": "no-store"}
        return JSONResponse({"trusted": True}, headers=headers)


class RenewedContext:
    """What each new connection is encrypted with; `addresses` gives the machine's own as they are now."""

    def __init__(
        self,
        authority: TableAuthority,
        addresses: Callable[[], frozenset[str]],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._authority, self._addresses, self._clock = authority, addresses, clock
        self._signed_for = addresses()
        self._looked_s = self._signed_s = clock()
        self._looking: threading.Thread | None = None
        self.context = self._with_certificate(self._signed_for)

    def _with_certificate(self, addresses: frozenset[str]) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self._authority.signed_for(addresses))
        context.sni_callback = self._on_connection
        return context

    def _on_connection(self, connection: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
        """OpenSSL asks before it shows a certificate, whether the browser named a name or not.

        Nobody waits for the machine's own addresses, which a name service may have to tell: the next one profits.
        """
        now_s = self._clock()
        looks = self._looking is not None and self._looking.is_alive()
        if not looks and now_s - self._looked_s >= ADDRESSES_EVERY_S:
            self._looked_s = now_s
            self._looking = threading.Thread(target=self._renew, args=(now_s,), name="addresses", daemon=True)
            self._looking.start()
        if connection.context is not self.context:
            connection.context = self.context

    def _renew(self, now_s: float) -> None:
        """Have the certificate signed anew where it must be; where that fails say so and show the old one."""
        addresses = self._addresses()
        if addresses == self._signed_for and now_s - self._signed_s < SIGNED_EVERY_S:
            return
        self._signed_for, self._signed_s = addresses, now_s
        try:
            self.context = self._with_certificate(addresses)
        except (BoardsightError, OSError) as error:
            say(f"boardsight: {error}")
