"""What every request must pass: the right host, a small body, the token for changes from afar; and safe headers."""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from ipaddress import ip_address
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 64 * 1024
LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
SAFE_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        b"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """ASGI middleware around the whole application.

    The Host header must be the very address that the request came to, or one of `hosts`: a page elsewhere that lets
    its own name mean this machine gets nothing. `token` None means loopback only, and none is asked; with a token
    whatever changes something must carry it as `Authorization: Bearer …`.
    """

    def __init__(self, app: App, *, token: str | None, hosts: Iterable[str] = LOOPBACK_NAMES) -> None:
        self._app = app
        self._token = token
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse with one sentence, or pass on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is None:
            body, refusal = await _small_body(receive, headers)
            if refusal is None and body:
                refusal = _unreadable(body)
            if refusal is None:
                await self._app(scope, _replay(body, receive), _with_safe_headers(send))
                return
        status, sentence = refusal
        await _answer(_with_safe_headers(send), status, sentence)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        name = _without_port(host).lower().rstrip(".")
        if name not in self._hosts and not _is_address_of(name, scope):
            names = ", ".join(sorted(self._hosts))
            mend = "start with --host to share it, and" if self._token is None else "or"
            return (421, f"this page answers as {names} only; {mend} name another one with --allow-host")
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return (403, "changes are taken from the table's own page only")
        if not headers.get("content-type", "").startswith("application/json"):
            return (415, "send JSON, with Content-Type: application/json")
        if self._token is not None:
            given = headers.get("authorization", "").removeprefix("Bearer ").encode("latin-1")
            if not hmac.compare_digest(given, self._token.encode()):
                return (
                    401,
                    "changes need the token: open the page by its QR code, or send Authorization: Bearer …",
                )
        return None


def _without_port(host: str) -> str:
    return host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host


def _is_address_of(name: str, scope: Scope) -> bool:
    """Whether a host is the numeric address of ours that the request came to."""
    server = scope.get("server") or ("",)
    try:
        ours, asked = ip_address(str(server[0]).partition("%")[0]), ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return asked in (ours, getattr(ours, "ipv4_mapped", None))


async def _small_body(receive: Receive, headers: dict[str, str]) -> tuple[bytes, tuple[int, str] | None]:
    """The whole body where it is small enough, else the refusal."""
    too_large = (413, f"that is too much: at most {LARGEST_BODY // 1024} KB")
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length) > LARGEST_BODY:
        return (b"", too_large)
    if length == "0" and "transfer-encoding" not in headers:
        return (b"", None)
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return (body, (400, "the request broke off"))
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return (b"", too_large)
        if not message.get("more_body", False):
            return (body, None)


def _unreadable(body: bytes) -> tuple[int, str] | None:
    """The refusal of what is no JSON that every program can read: broken, endless numbers, halves of letters."""
    try:
        json.dumps(json.loads(body), ensure_ascii=False, allow_nan=False).encode()
    except UnicodeDecodeError:
        return (422, "that is not text in UTF-8; send JSON")
    except UnicodeEncodeError:
        return (422, "a text has half a letter in it; send whole ones")
    except RecursionError:
        return (422, "that is nested too deep; send what the page sends")
    except ValueError as error:  # numbers that are none, or of too many digits; text that is no JSON
        return (422, f"that is not JSON, whose numbers have an end: {error}")
    return None


def _replay(body: bytes, receive: Receive) -> Receive:
    """Give the body that was read already once more, then what really comes (the disconnection)."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_safe_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *SAFE_HEADERS]
        await send(message)

    return sending


async def _answer(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
