"""The code on the pages runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("own_encoders")

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
NEEDED = {"docs/ray.md": "ray"}
"""What the code on a page needs besides what `make test` installs; `make test-ray` has it."""
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks() -> list[tuple[str, str]]:
    """Every piece of Python on the pages, with the place where it stands."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start(1)) + 1
            found.append((f"{page.relative_to(ROOT)}:{line}", match[1]))
    return found


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What code on a page writes is not written here; programs that it starts are these."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.mark.parametrize(("place", "code"), blocks(), ids=[place for place, _ in blocks()])
def test_the_code_runs(place: str, code: str) -> None:
    if needed := NEEDED.get(place.partition(":")[0]):
        pytest.importorskip(needed)
    exec(compile(code, place, "exec"), {"__name__": "page"})


def test_there_is_code_on_the_pages_to_begin_with() -> None:
    pages = {place.partition(":")[0] for place, _ in blocks()}
    tutorials = {str(page.relative_to(ROOT)) for page in (ROOT / "docs" / "tutorials").iterdir()}
    assert pages >= {"README.md", "docs/index.md", *tutorials}
