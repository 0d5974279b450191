"""Who does the work: this process, processes beside it, or a Dask cluster that stands somewhere; always in order."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from typing import TYPE_CHECKING, Any, TypeVar

from tabletop.errors import BoardsightError, UsageError
from tabletop.packages import need_packages

if TYPE_CHECKING:
    from distributed import Client

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 4
"""So many items a worker are handed out ahead of the one whose result is waited for: memory stays flat."""


def outcomes_from_workers(
    task: Callable[[Item], Result],
    items: Sequence[Item],
    lost: Callable[[Item, str], Result],
    *,
    jobs: int = 1,
    dask: str | None = None,
    fetched: Sequence[str] = (),
) -> Iterator[Result]:
    """The results of all items in their order, whoever works and however many they are.

    `task` must be importable by name with its arguments; what it raises is raised here. `lost` makes the result of an
    item whose worker died of it (out of memory, a crash in a picture library), with the reason. `fetched` are modules
    that every worker of this machine will need.
    Raises UsageError where the cluster cannot be reached.
    """
    if dask is not None:
        yield from _on_cluster(task, items, lost, dask)
    elif jobs > 1:
        yield from _beside(task, items, lost, jobs, fetched)
    else:
        yield from map(task, items)


def _beside(
    task: Callable[[Item], Result],
    items: Sequence[Item],
    lost: Callable[[Item, str], Result],
    jobs: int,
    fetched: Sequence[str],
) -> Iterator[Result]:
    """With processes of this machine; after a crash the items under way are done again one by one."""
    context, rest = _context(fetched), deque(items)
    while rest:
        alone = False
        with _pool(jobs, context) as pool:
            waiting: deque[tuple[Item, Future[Result]]] = deque()
            while rest or waiting:
                while rest and len(waiting) < AHEAD * jobs:
                    item = rest.popleft()
                    try:
                        waiting.append((item, pool.submit(task, item)))
                    except BrokenProcessPool:
                        rest.appendleft(item)
                        break
                try:
                    result = waiting[0][1].result()
                except BrokenProcessPool:
                    rest.extendleft(item for item, _ in reversed(waiting))
                    alone = True
                    break
                waiting.popleft()
                yield result
        if alone:
            yield from _singly(task, [rest.popleft() for _ in range(min(AHEAD * jobs, len(rest)))], lost, context)


def _singly(
    task: Callable[[Item], Result], items: Sequence[Item], lost: Callable[[Item, str], Result], context: BaseContext
) -> Iterator[Result]:
    """One item after the other in one process, and a new one where it died: that item is the culprit."""
    rest = deque(items)
    while rest:
        with _pool(1, context) as pool:
            while rest:
                item = rest.popleft()
                try:
                    result = pool.submit(task, item).result()
                except BrokenProcessPool:
                    yield lost(item, "the process that worked on it died")
                    break
                yield result


def _context(fetched: Sequence[str]) -> BaseContext:
    """How workers are started: never as copies of this process, which has threads.

    Where the system can, they are copies of a fresh one that has fetched the modules once for all of them; on Windows
    each fetches its own.
    """
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["live.archive.server_start", *fetched])
    return context


def _pool(jobs: int, context: BaseContext) -> ProcessPoolExecutor:
    """Processes each of which is one thread for the picture library."""
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=one_thread)


def one_thread() -> None:
    """Keep the libraries from using all cores in every worker, where their threads would only wait for each other."""
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")  # read when numpy is imported, below
    import cv2

    cv2.setNumThreads(1)


def _on_cluster(
    task: Callable[[Item], Result], items: Sequence[Item], lost: Callable[[Item, str], Result], address: str
) -> Iterator[Result]:
    """On a Dask cluster whose workers have Boardsight installed and see the same files."""
    from distributed import KilledWorker

    client = _client(address)
    try:
        ahead = AHEAD * max(1, sum(client.nthreads().values()))  # type: ignore[no-untyped-call]
        rest, waiting = deque(items), deque[tuple[Item, Any]]()
        while rest or waiting:
            while rest and len(waiting) < ahead:
                item = rest.popleft()
                waiting.append((item, client.submit(task, item, pure=False, retries=2)))
            item, future = waiting.popleft()
            try:
                yield future.result()
            except KilledWorker:
                yield lost(item, "the workers that tried it died")
            except ModuleNotFoundError as error:
                raise BoardsightError(
                    f"--dask {address}: its workers have no {error.name}; install the same Boardsight on them"
                ) from error
    finally:
        client.close()  # type: ignore[no-untyped-call]


def _client(address: str) -> "Client":
    need_packages("--dask", ("distributed",))
    from distributed import Client

    try:
        timeout = os.environ.get("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "10s")
        return Client(address, timeout=timeout)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UsageError(f"--dask {address}: no scheduler answers there ({reason})") from error
