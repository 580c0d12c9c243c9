"""The tables of observations, as the pages show them.

``python -m ludo_env.observation.page`` writes the tables anew into ``docs/observation.md`` and
``docs/observation-full-game.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from ludo_env.observation.ludicrous.grid import CELLS, PLANES, Grid
from ludo_env.observation.schema import Schema, Slice

DOCS: Final = Path(__file__).parents[2] / "docs"
Fields = tuple[tuple[str, int, str], ...]


def index_table(schema: Schema) -> str:
    """A Markdown table with a line for every slice, and below it the numbers of each row."""
    lines = ["| slice | numbers | shape | what it tells |", "| --- | --- | --- | --- |"]
    for part in schema.slices:
        shape = " × ".join(map(str, part.shape))
        lines.append(f"| `{part.name}` | {part.start}–{part.stop - 1} | {shape} | {part.meaning} |")
    groups: dict[Fields, list[Slice]] = {}
    for part in schema.slices:
        groups.setdefault(part.fields, []).append(part)
    for fields, parts in groups.items():
        names = ", ".join(f"`{part.name}`" for part in parts)
        lines += ["", *_rows(names, fields, groups)]
    return "\n".join(lines) + "\n"


def _rows(names: str, fields: Fields, groups: dict[Fields, list[Slice]]) -> list[str]:
    """The numbers of a row; what it has in common with all of another is told there."""
    first = 0
    head = f"A row of {names}:"
    for other, parts in groups.items():
        if first < len(other) < len(fields) and fields[: len(other)] == other:
            first = len(other)
            head = f"A row of {names} begins as one of `{parts[0].name}`; then:"
    lines = [head, "", "| number | name | values | meaning |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {number} | `{name}` | 0–{high} | {meaning} |"
        for number, (name, high, meaning) in enumerate(fields)
        if number >= first
    ]
    return lines


def planes_table() -> str:
    """A Markdown table with the planes of the full game's grid, and what fills the last ones."""
    lines = ["| plane | name | values | meaning |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {number} | `{field.name}` | 0–{field.high} | {field.meaning} |"
        for number, field in enumerate(PLANES)
    ]
    lines += ["", "| slice | numbers | first on plane, row, column |", "| --- | --- | --- |"]
    first = len(PLANES) * CELLS
    side = int(CELLS**0.5)
    for part in Grid().parts:
        plane, cell = divmod(first, CELLS)
        row, column = divmod(cell, side)
        lines.append(f"| `{part.name}` | {int(part.size)} | {plane}, {row}, {column} |")
        first += int(part.size)
    return "\n".join(lines) + "\n"


TABLES: Final[dict[Path, dict[str, Callable[[], str]]]] = {
    DOCS / "observation.md": {"index table": lambda: index_table(Schema())},
    DOCS / "observation-full-game.md": {
        "index table": lambda: index_table(Schema(game="full")),
        "planes": planes_table,
    },
}
"""For each page its tables, by the name that marks their place."""


def written_anew(page: Path) -> str:
    """A page with its tables written anew."""
    text = page.read_text(encoding="utf-8")
    for name, table in TABLES[page].items():
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = before + begin + "\n" + table() + "\n" + end + after
    return text


if __name__ == "__main__":
    for page in TABLES:
        page.write_text(written_anew(page), encoding="utf-8")
