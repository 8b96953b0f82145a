"""Lines from a pipe, a file or a terminal."""

import asyncio
import os

import pytest

from summitbook_client.terminal.lines import Lines


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    yield reading, writing
    for descriptor in (reading, writing):
        try:
            os.close(descriptor)
        except OSError:
            continue


async def test_lines_come_one_by_one_and_then_none(pipe):
    """However the bytes arrive, lines are lines, and the end is the end."""
    reading, writing = pipe
    lines = Lines(reading)
    os.write(writing, b"one\r\ntw")
    os.write(writing, b"o\n\nlast")
    os.close(writing)

    assert [await lines.next() for _ in range(5)] == ["one", "two", "", "last", None]


async def test_waiting_for_a_line_holds_nothing_up(pipe):
    """Other things go on while nobody types, and a cancelled wait loses no line."""
    reading, writing = pipe
    lines = Lines(reading)
    waiting = asyncio.create_task(lines.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    os.write(writing, b"here\n")

    assert await lines.next() == "here"


async def test_a_plain_file_is_read_too(tmp_path):
    """No event loop waits for a file, so it is read at once."""
    path = tmp_path / "moves"
    path.write_bytes("1\nü\n".encode())
    with path.open("rb") as file:
        lines = Lines(file.fileno())

        assert [await lines.next() for _ in range(3)] == ["1", "ü", None]


async def test_bytes_that_are_no_text_are_no_crash(pipe):
    """Whatever comes is a line."""
    reading, writing = pipe
    os.write(writing, b"\xff\xfe\n")

    assert await Lines(reading).next() == "\N{REPLACEMENT CHARACTER}" * 2
