"""Mutation testing of the rules.

``python -m tests.mutants --minutes 30`` mutates the rule modules, one small change at a time, and
runs the tests that come by it. Mutants are taken in one random order, so that those that have been
judged are always a fair sample of all; results are kept, and a mutant is judged again only when its
function has changed, or, if it survived, by the tests that have.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from pathlib import Path
from random import Random
from typing import Final

from tests.mutants.judges import Court, be_interpreted
from tests.mutants.mutations import Mutant, Source
from tests.mutants.plan import RULES, Plan
from tests.mutants.report import Report, read_explained
from tests.mutants.store import Store

SEED: Final = 1
"""Of the order in which mutants are taken."""


def sources_of(plan: Plan) -> dict[str, Source]:
    """The modules with their mutants, by path."""
    paths = {
        path.relative_to(plan.root).as_posix()
        for pattern in plan.modules
        for path in plan.root.glob(pattern)
    }
    return {path: Source(plan.root, path) for path in sorted(paths.difference(plan.left_out))}


def tests_versions(plan: Plan) -> dict[str, str]:
    """By file of tests, a hash of it and of all that tests share."""
    files = {path for place in plan.tests for path in (plan.root / place).rglob("*.py")}
    files |= {plan.root / place for place in plan.tests if place.endswith(".py")}
    texts = {path.relative_to(plan.root).as_posix(): path.read_bytes() for path in sorted(files)}
    shared = b"".join(text for path, text in texts.items() if not is_of_tests(path))
    return {
        path: hashlib.sha256(shared + text).hexdigest()[:16]
        for path, text in texts.items()
        if is_of_tests(path)
    }


def is_of_tests(path: str) -> bool:
    """Whether pytest finds tests in a file."""
    return Path(path).name.startswith("test_")


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    add = parser.add_argument
    add("--minutes", type=float, default=10.0, help="how long mutants are judged (default: 10)")
    add("--count", type=int, help="only the first so many of the order")
    add("--part", default="1/1", help="k/n: every n-th mutant, for n processes (default: 1/1)")
    add("--only", default="", help="only mutants whose name contains this")
    add("--store", type=Path, default="build/mutants.sqlite", help="kept results")
    add("--report", type=Path, help="write the table to this page")
    return parser.parse_args(arguments)


def chosen(sources: dict[str, Source], options: argparse.Namespace) -> list[Mutant]:
    """The mutants that are asked for, in the order in which they are taken."""
    everything = [mutant for source in sources.values() for mutant in source.mutants]
    Random(SEED).shuffle(everything)
    part, parts = (int(number) for number in options.part.split("/"))
    wanted = everything[: options.count][part - 1 :: parts]
    return [mutant for mutant in wanted if options.only in mutant.name]


def main(arguments: list[str] | None = None, plan: Plan = RULES) -> int:
    """Judge mutants; exit with 1 if one survived that nobody has explained."""
    options = parsed(arguments)
    be_interpreted()
    sources = sources_of(plan)
    store, tests = Store(options.store), tests_versions(plan)
    mutants = chosen(sources, options)
    waiting = [mutant for mutant in mutants if store.result(mutant, tests) is None]
    # Those of earlier runs first, so that what has been judged stays a fair sample.
    waiting.sort(key=lambda mutant: not store.knows(mutant))
    end = time.monotonic() + 60 * options.minutes
    if waiting and options.minutes > 0:
        court = Court(plan, sources, options.store)
        for n, mutant in enumerate(waiting, 1):
            if time.monotonic() > end:
                break
            if store.result(mutant, tests) is not None:  # another process was here
                continue
            result = court.judge(mutant, store.asked(mutant, tests))
            store.keep(mutant, tests, result)
            print(f"{n}/{len(waiting)} {result.outcome}: {mutant.name}", flush=True)
        court.close()
    # A survivor that has not been judged again yet still counts as one.
    results = {mutant: store.last(mutant) for mutant in mutants}
    report = Report(results, read_explained(plan.root / plan.explained))
    print(report.text())
    if options.report:
        options.report.write_text(report.page(), encoding="utf-8")
    return 1 if report.unexplained or report.stale else 0


if __name__ == "__main__":
    sys.exit(main())
