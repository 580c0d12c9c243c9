"""The code on the pages runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludo_env.observation.schema import GAMES

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/agents.md",
    "docs/arena.md",
    "docs/environment.md",
    "docs/observation.md",
    "docs/observation-full-game.md",
)
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks() -> list[tuple[str, str]]:
    """Every piece of Python on the pages, with the place where it stands."""
    found = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start(1)) + 1
            found.append((f"{page}:{line}", match[1]))
    return found


@pytest.fixture(autouse=True)
def encoders() -> Iterator[None]:
    """Encoders that a page registers are forgotten afterwards."""
    kept = {game: dict(table) for game, table in GAMES.items()}
    yield
    for game, table in GAMES.items():
        table.clear()
        table.update(kept[game])


@pytest.mark.parametrize(("place", "code"), blocks(), ids=[place for place, _ in blocks()])
def test_the_code_runs(place: str, code: str) -> None:
    exec(compile(code, place, "exec"), {"__name__": "page"})


def test_there_is_code_on_every_page() -> None:
    assert {place.partition(":")[0] for place, _ in blocks()} == set(PAGES)
