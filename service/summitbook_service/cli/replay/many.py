"""Many recorded games audited side by side, in processes of their own."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from itertools import chain

from ...dossiers import Member
from ..processes import in_order, workers
from .files import STANDARD_INPUT, Source
from .judge import Asked, Found, Verdict, judge

CHUNK_BYTES = 2**19
"""Files are handed over together up to this size, so that handing over costs nothing to speak of."""
CHUNK_FILES = 100

_asked: list[Asked] = []
"""In a process that audits for another: what it was asked."""


@contextmanager
def auditors(jobs: int, asked: Asked) -> Iterator[ProcessPoolExecutor]:
    """So many processes for `audit_files`, which begin at once, while there is still something to be read."""
    with workers(jobs, _begin, asked) as pool:
        pool.submit(_begun)
        yield pool


def audit_files(
    files: Iterable[Source],
    jobs: int,
    asked: Asked,
    found: Found | None = None,
    *,
    pool: ProcessPoolExecutor | None = None,
) -> Generator[Verdict, None, None]:
    """
    One verdict on each file, in the order of the files, found by `jobs` processes (from 1), those
    of `pool` if there are some already.

    A file that cannot be read is a verdict too. Memory does not grow with the number of
    files: few are handed over before their verdicts are taken. Whoever stops taking them,
    be it by KeyboardInterrupt, ends the processes at once, and so does whoever ends this
    process by force. Standard input is read here. What makes one chunk is audited here as
    well, and `found` is told of faults in these; elsewhere they are known with the verdict.
    Raises Problem where a process is ended from outside.
    """
    chunks = _chunks(files)
    first, second = next(chunks, ()), next(chunks, None)
    if jobs == 1 or second is None:
        every = chain(first, second or (), chain.from_iterable(chunks))
        yield from (judge(file, asked, found) for file in every)
    else:
        whole = chain((first, second), chunks)
        with nullcontext(pool) if pool else auditors(jobs, asked) as there:
            yield from _side_by_side(asked, whole, jobs, there)


def _side_by_side(
    asked: Asked, chunks: Iterable[Sequence[Source]], jobs: int, pool: ProcessPoolExecutor
) -> Iterator[Verdict]:
    handed = (
        _here(chunk, asked) if STANDARD_INPUT in chunk else pool.submit(_there, chunk) for chunk in chunks
    )
    for verdicts in in_order(handed, jobs):
        yield from verdicts


def _all(chunk: Sequence[Source], asked: Asked) -> list[Verdict]:
    return [judge(file, asked) for file in chunk]


def _here(chunk: Sequence[Source], asked: Asked) -> Future[list[Verdict]]:
    """The other processes have no standard input."""
    done: Future[list[Verdict]] = Future()
    done.set_result(_all(chunk, asked))
    return done


def _begin(asked: Asked) -> None:
    _asked.append(asked)


def _there(chunk: Sequence[Source]) -> list[Verdict]:
    """In a process that was told at its beginning what is asked, since receipts may be many."""
    return _all(chunk, _asked[0])


def _begun() -> None:
    """In a process that has nothing to do yet."""


def _chunks(files: Iterable[Source]) -> Iterator[tuple[Source, ...]]:
    """The files in order, those that stand together handed over together; standard input alone."""
    chunk: list[Source] = []
    size = 0
    for file in files:
        more = CHUNK_BYTES if file == STANDARD_INPUT else size_of(file)
        if chunk and (size + more > CHUNK_BYTES or len(chunk) == CHUNK_FILES):
            yield tuple(chunk)
            chunk, size = [], 0
        chunk.append(file)
        size += more
    if chunk:
        yield tuple(chunk)


def size_of(file: Source) -> int:
    """In bytes; 0 where it cannot be told."""
    if isinstance(file, Member):
        return file.size
    try:
        return file.stat().st_size
    except (OSError, ValueError):
        return 0
