"""The index table of an observation, as a page shows it.

``python -m ludo_env.observation.page`` writes the table of the flat observation anew into
``docs/observation.md``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludo_env.observation.schema import Schema, Slice

PAGE: Final = Path(__file__).parents[2] / "docs" / "observation.md"
BEGIN: Final = "<!-- index table: begin -->\n"
END: Final = "<!-- index table: end -->"


def index_table(schema: Schema) -> str:
    """A Markdown table with a line for every slice, and below it the numbers of each row."""
    lines = ["| slice | numbers | shape | what it tells |", "| --- | --- | --- | --- |"]
    for part in schema.slices:
        shape = " × ".join(map(str, part.shape))
        lines.append(f"| `{part.name}` | {part.start}–{part.stop - 1} | {shape} | {part.meaning} |")
    groups: dict[tuple[tuple[str, int, str], ...], list[Slice]] = {}
    for part in schema.slices:
        groups.setdefault(part.fields, []).append(part)
    for fields, parts in groups.items():
        lines += ["", f"A row of {', '.join(f'`{part.name}`' for part in parts)}:", ""]
        lines += ["| number | name | values | meaning |", "| --- | --- | --- | --- |"]
        lines += [
            f"| {number} | `{name}` | 0–{high} | {meaning} |"
            for number, (name, high, meaning) in enumerate(fields)
        ]
    return "\n".join(lines) + "\n"


def with_table(page: str, schema: Schema) -> str:
    """A page with its index table written anew."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + index_table(schema) + "\n" + END + after


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), Schema()), encoding="utf-8")
