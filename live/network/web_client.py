"""One request to a web address, answered within one deadline: no redirect is followed, no size is believed."""

from __future__ import annotations

import asyncio
import base64
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import h11

from tabletop.errors import BoardsightError

PORTS = {"http": 80, "https": 443}
READ_BYTES = 65536
KEPT_IN_PATHS = "/%:=&?~#+!$,;'@()*[]"
"""What has a meaning in an address, or is written as a number already."""


class RequestFailed(BoardsightError):
    """A web address did not answer as it should; the message is the reason, without the address."""


@dataclass(frozen=True, slots=True)
class WebRequest:
    """What is asked, and how long and how much may come back."""

    url: str
    """http or https; user and password before the host are sent as such."""
    body: bytes | None = None
    """Sent by POST; None asks by GET."""
    headers: Mapping[str, str] = field(default_factory=dict)
    deadline_s: float = 10.0
    """For everything together, from the name's look-up to the last byte."""
    most_bytes: int = 0
    """Of the answer's body; 0 leaves it unread."""


@dataclass(frozen=True, slots=True)
class WebAnswer:
    """A whole answer."""

    status: int
    body: bytes = b""


async def answer_to(request: WebRequest) -> WebAnswer:
    """What a web address answers. Raises RequestFailed with the reason."""
    with _reasons_told(request):
        async with asyncio.timeout(request.deadline_s), _connected(request.url) as (reader, writer):
            connection = h11.Connection(h11.CLIENT)
            writer.write(_packed(connection, request))
            await writer.drain()
            return await _answer(connection, reader, request.most_bytes)


@contextmanager
def _reasons_told(request: WebRequest) -> Iterator[None]:
    """Whatever goes wrong between here and a strange machine, as a RequestFailed."""
    try:
        yield
    except TimeoutError as error:
        raise RequestFailed(f"no answer within {request.deadline_s:g} s") from error
    except ssl.SSLCertVerificationError as error:
        raise RequestFailed(f"its certificate is not trusted: {error.verify_message}") from error
    except OSError as error:
        raise RequestFailed(error.strerror or str(error)) from error
    except h11.RemoteProtocolError as error:
        raise RequestFailed(f"what answers speaks no HTTP: {error}") from error
    except (h11.LocalProtocolError, ValueError) as error:
        raise RequestFailed("the address cannot be used") from error


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to the first of a host's addresses that takes one. Raises OSError."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    secured: dict[str, Any] = {}
    if parts.scheme == "https":
        secured = {"ssl": ssl.create_default_context(), "server_hostname": host}
    trouble = OSError("it has no address")
    for address in await _addresses(host, port):
        try:
            reader, writer = await asyncio.open_connection(address, port, **secured)
        except OSError as error:
            trouble = error
        else:
            break
    else:
        raise trouble
    try:
        yield reader, writer
    finally:
        writer.transport.abort()  # a farewell might hang


async def _addresses(host: str, port: int) -> list[str]:
    """What a name stands for, looked up in a thread that keeps nobody waiting and no program from ending."""
    found = Future[list[str]]()
    found.set_running_or_notify_cancel()

    def look_up() -> None:
        try:
            found.set_result([str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except (OSError, ValueError) as error:
            found.set_exception(error)

    threading.Thread(target=look_up, name=f"looks up {host}", daemon=True).start()
    return await asyncio.wrap_future(found)


def _packed(connection: h11.Connection, request: WebRequest) -> bytes:
    """The request as bytes."""
    parts = urlsplit(request.url)
    login, _, host = parts.netloc.rpartition("@")
    headers = {"host": host.encode("idna").decode(), "user-agent": "Boardsight", "connection": "close"}
    if login:
        headers["authorization"] = f"Basic {base64.b64encode(unquote(login).encode()).decode()}"
    if request.body is not None:
        headers["content-length"] = str(len(request.body))
    target = quote(f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}", safe=KEPT_IN_PATHS)
    method = "GET" if request.body is None else "POST"
    head = h11.Request(method=method, target=target, headers=[*{**headers, **request.headers}.items()])
    sent = [connection.send(head)]
    if request.body:
        sent.append(connection.send(h11.Data(request.body)))
    return b"".join(part or b"" for part in (*sent, connection.send(h11.EndOfMessage())))


async def _answer(connection: h11.Connection, reader: asyncio.StreamReader, most_bytes: int) -> WebAnswer:
    status, body = 0, bytearray()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(READ_BYTES))
        elif isinstance(event, h11.Response):
            status = event.status_code
            if not most_bytes:
                return WebAnswer(status)
        elif isinstance(event, h11.Data):
            body += event.data
            if len(body) > most_bytes:
                raise RequestFailed(f"the answer is larger than {most_bytes / 10**6:g} MB")
        elif isinstance(event, h11.EndOfMessage):
            return WebAnswer(status, bytes(body))
