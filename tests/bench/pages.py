"""How long a move takes from the press of a button on one page until another page has painted it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from shutil import which
from statistics import median, quantiles

sys.path.append(str(Path(__file__).parents[1]))
from page.chrome import CHOICES, Chrome, Person
from page.forked import forked, sit_at
from page.serving import Running

MOVES = 100
TABLE = ("mountaineering/summit-in-pairs", 70)
"""A trouble, for which a card is laid and taken back for as long as one likes."""
LAY, TAKE_BACK = "Lay Boots, Crampons, Wedge", "Take back Boots, Crampons, Wedge"
PRESS = """([choices, words]) => {
  const button = [...document.querySelectorAll(choices)].find((each) => each.innerText === words);
  button.click();
  return performance.timeOrigin + performance.now();
}"""
PAINTED = """(before) => {
  window.painted = new Promise((done) => {
    const look = () => {
      if (document.querySelectorAll(".laid").length === before) return requestAnimationFrame(look);
      // What is there as a frame begins has been painted when the next one does.
      requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
    };
    look();
  });
}"""
LAID = "document.querySelectorAll('.laid').length"


async def figures(folder: Path) -> dict[str, float]:
    """Median and 95th percentile; none where Chromium is not installed."""
    found = which("chromium")
    if found is None:
        print("pages: not measured, Chromium is not installed")
        return {}
    # Playwright waits in a loop of its own.
    took = await asyncio.to_thread(measured, folder, Path(found))
    return {"page_move_ms": median(took), "page_move_p95_ms": quantiles(took, n=20)[-1]}


def measured(folder: Path, program: Path) -> list[float]:
    """Milliseconds of each move."""
    folder.mkdir()
    with (
        Running(folder) as service,
        Chrome(program) as chrome,
        chrome.person(service.url) as ada,
        chrome.person(service.url, "Bo") as bo,
    ):
        made = forked(service, *TABLE)
        sit_at(ada, made, 0)
        bo.look_at(made.game.game_id)
        bo.see("Live")
        return [moved(ada, bo, TAKE_BACK if each % 2 else LAY) for each in range(MOVES)]


def moved(ada: Person, bo: Person, words: str) -> float:
    """Milliseconds from Ada's press to Bo's picture."""
    ada.choices.filter(has_text=words).first.wait_for()
    ada.page.wait_for_timeout(50)
    bo.page.evaluate(PAINTED, bo.page.evaluate(LAID))
    pressed = ada.page.evaluate(PRESS, [CHOICES, words])
    painted: float = bo.page.evaluate("window.painted")
    return painted - pressed
