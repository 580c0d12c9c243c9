"""Files of every kind cut short, with other bits, or of something else: named, and left alone."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random

from tests.damage import KINDS, damaged, problem_of
from tests.thorough.clock import Clock, arguments


def main() -> None:
    """Damage files until the time is up."""
    args = arguments(__doc__).parse_args()
    clock, rng = Clock(args.minutes, "damaged files"), Random(args.seed)
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: Path(folder, name) for name in KINDS}
        wholes = {}
        for name, path in paths.items():
            KINDS[name].make(path)
            wholes[name] = path.read_bytes()
        for _ in clock.numbers(0):
            name = rng.choice(list(KINDS))
            data = damaged(wholes[name], rng)
            if problem := problem_of(KINDS[name], paths[name], data):
                kept = Path(f"damaged-{name}")
                kept.write_bytes(data)
                sys.exit(f"{kept}: {problem}")
    print(clock)


if __name__ == "__main__":
    main()
