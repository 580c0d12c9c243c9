"""The files of the ladder in a checkout: what was measured, and what is written from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from evaluation.ladder.climb import Paces
from evaluation.ladder.curves import Curve
from evaluation.ladder.figures import Figures
from evaluation.ladder.lineup import Ladder
from evaluation.ladder.page import page
from evaluation.ladder.pictures import draw
from ludo_env.errors import BadOption
from ludo_env.files import write_whole


class Files:
    """Where everything is.

    Args:
        root: the folder of the checkout.

    Raises:
        BadOption: it is none.
    """

    def __init__(self, root: str | Path) -> None:
        self.root = Path(root)
        self.games = self.root / "evaluation/results/ladder.jsonl"
        self.paces = self.root / "evaluation/results/paces.json"
        self.runs = self.root / "evaluation/results/runs"
        self.page = self.root / "docs/ladder.md"
        self.pictures = self.root / "docs/ladder"
        self.levels = self.root / "agents/levels.json"
        for folder in (self.page.parent, self.levels.parent):
            if not folder.is_dir():
                raise BadOption(f"root: {str(root)!r} is no checkout: it has no {folder.name}")

    def write(self, ladder: Ladder, found: Figures, paces: Paces, curves: Sequence[Curve]) -> None:
        """Write the page, the pictures and the figures of the levels."""
        draw(self.pictures, found, curves)
        text = page(ladder, found, paces, curves)
        write_whole(self.page, text)
        lines = ",\n".join(json.dumps(asdict(level)) for level in found.levels)
        write_whole(self.levels, f"[\n{lines}\n]\n")
