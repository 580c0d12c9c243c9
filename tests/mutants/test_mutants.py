"""The runner of the mutants: what it changes, what it leaves alone, what it reports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.mutants.mutations import Source, difference, function_of
from tests.mutants.plan import RULES
from tests.mutants.report import Report, read_explained
from tests.mutants.store import KILLED, SURVIVED, Result, Store

RULE = '''
"""Words."""

GOAL: int = 4
TABLE: dict[str, int] = {"die": 6, "stun": 2}


class Game:
    """Words."""

    def succeeds(self, roll: int, log) -> bool:
        """Words of the rule."""
        if log.on:
            log.add("throw", {"roll": roll + 1})
        if roll < 1:
            raise ValueError(f"{roll} is below {1}")
        return roll >= GOAL and self.plays()

    def plays(self) -> bool:
        return True
'''


@pytest.fixture
def source(tmp_path: Path) -> Source:
    (tmp_path / "rule.py").write_text(RULE, encoding="utf-8")
    return Source(tmp_path, "rule.py")


def changes(source: Source, function: str) -> set[str]:
    return {m.after for m in source.mutants if m.function == function}


def test_boundaries_numbers_conditions_and_statements_are_changed(source: Source) -> None:
    assert changes(source, "Game.succeeds") == {
        "if roll <= 1:",
        "if roll >= 1:",
        "if roll < 2:",
        "if roll < 0:",
        "pass",
        "return self.plays()",
        "return roll >= GOAL",
        "return roll > GOAL and self.plays()",
        "return roll < GOAL and self.plays()",
        "return roll >= GOAL + 1 and self.plays()",
    }


def test_values_of_a_module_go_one_up(source: Source) -> None:
    assert changes(source, "") == {"GOAL: int = 5", "'die': 7", "'stun': 3"}


def test_where_the_larger_of_two_is_picked_equal_ones_mean_nothing(tmp_path: Path) -> None:
    (tmp_path / "pick.py").write_text("def f(a, b):\n    return a if a > b else b\n", "utf-8")
    assert changes(Source(tmp_path, "pick.py"), "f") == {"return a if a <= b else b"}
    (tmp_path / "pick.py").write_text("def f(a, b):\n    return a if a > b else 1\n", "utf-8")
    assert "return a if a >= b else 1" in changes(Source(tmp_path, "pick.py"), "f")


def test_words_are_left_alone(source: Source) -> None:
    told = "".join(mutant.name for mutant in source.mutants)
    assert not any(word in told for word in (".on", "throw", "roll + 1", "{0}", "{2}"))


def test_a_mutant_compiles_to_a_function_that_differs(source: Source) -> None:
    mutant = next(m for m in source.mutants if m.after == "return False")
    code = function_of(source.compiled(mutant), mutant.function)
    assert code.co_qualname == "Game.plays" and code.co_consts[-1] is False


def test_long_statements_are_told_around_the_change() -> None:
    one, other = "a" * 100 + "+" + "b" * 100, "a" * 100 + "-" + "b" * 100
    assert difference(one, other) == ("a" * 30 + "+" + "b" * 30, "a" * 30 + "-" + "b" * 30)
    assert difference("x + 1", "x - 1") == ("x + 1", "x - 1")


def test_what_survived_is_judged_again_by_tests_that_change(source: Source, tmp_path: Path) -> None:
    first, second = list(source.mutants)[:2]
    store = Store(tmp_path / "kept" / "mutants.sqlite")
    old = {"test_one.py": "1", "test_two.py": "1"}
    new = {"test_one.py": "1", "test_two.py": "2", "test_three.py": "1"}
    store.keep(first, old, Result(SURVIVED, "", 1.0))
    store.keep(second, old, Result(KILLED, "test_it", 1.0))
    assert store.result(first, old) == Result(SURVIVED, "", 1.0, SURVIVED)
    assert store.result(first, new) is None
    assert store.last(first) == Result(SURVIVED, "", 1.0, SURVIVED)
    assert store.asked(first, new) == {"test_one.py"}
    assert store.result(second, new) == Result(KILLED, "test_it", 1.0, KILLED)
    store.keep(first, new, Result(KILLED, "test_it", 2.0))
    assert store.result(first, new) == Result(KILLED, "test_it", 2.0, SURVIVED)
    assert store.knows(first) and not store.knows(list(source.mutants)[2])


def test_a_report_counts_what_is_explained_apart(source: Source) -> None:
    first, second, third, fourth, *_ = source.mutants
    results = {
        first: Result(SURVIVED, "", 1.0, SURVIVED),
        second: Result(KILLED, "test_it", 1.0, KILLED),
        third: Result(KILLED, "test_it", 1.0, SURVIVED),
        fourth: None,
    }
    report = Report(results, {first.name: "for a reason", second.name: "for none"})
    assert report.unexplained == []
    assert report.stale == [second.name]
    assert report.rows()[-1] == ("all", "4", "2", "0", "0", "1", "1", "50.0 % (9.5-90.5)")
    told = (
        "3 of 4 mutants judged. At first 1 were noticed, 33.3 % (6.1-79.2); "
        "50.0 % (9.5-90.5) without the 1 explained ones. Now 2 are."
    )
    assert told in report.page() and told in report.text()
    assert f"- `{first.name}`: for a reason" in report.page()
    assert Report(results, {}).unexplained == [first]


def test_every_explained_mutant_exists_and_has_a_reason() -> None:
    explained = read_explained(RULES.root / RULES.explained)
    modules = {name.partition(":")[0] for name in explained}
    known = {m.name for module in modules for m in Source(RULES.root, module).mutants}
    assert explained.keys() <= known
    assert all(len(reason) > 10 for reason in explained.values())


PROJECT = {
    "ludo_env/__init__.py": "",
    "ludo_env/limits.py": "LIMIT = 3\nTABLE = {'six': 6, 'five': 5}\n",
    "ludo_env/rule.py": """
        from ludo_env.limits import LIMIT, TABLE

        def fits(number):
            if number < 0:
                return False
            return number <= LIMIT

        def wait(number):
            while number > 0:
                number -= 1
            return number

        def six():
            return TABLE["six"]

        class Die:
            def __init__(self):
                self.sides = 6

        class Coin(Die):
            def __init__(self):
                super().__init__()
                self.sides = 2
        """,
    "ludo_env/ring.py": """
        def space(number):
            return number + 2

        SPACES = tuple(space(number) for number in (1, 2))
        """,
    "tests/test_ring.py": """
        from ludo_env.ring import SPACES

        def test_spaces():
            assert SPACES == (3, 4)
        """,
    "tests/test_rule.py": """
        from ludo_env.rule import Coin, fits, six, wait

        def test_fits():
            assert fits(3) and not fits(4)

        def test_wait():
            assert wait(1) == 0

        def test_six():
            assert six() == 6

        def test_coin():
            assert Coin().sides == 2
        """,
    "explained.toml": """
        [[mutant]]
        module = "ludo_env/rule.py"
        function = "wait"
        change = "while number > 0: -> while number > -1:"
        reason = "wrong, as the run shows: it is noticed"
        """,
    "run.py": """
        from pathlib import Path
        from tests.mutants.__main__ import main
        from tests.mutants.plan import Plan

        modules, made = ("ludo_env/[lr]*.py",), ("ludo_env/ring.py",)
        plan = Plan(Path.cwd(), modules, (), ("tests",), (), made, "explained.toml")
        raise SystemExit(main(["--minutes", "5"], plan))
        """,
}


def test_a_seeded_fault_is_noticed_and_an_unnoticed_one_is_reported(tmp_path: Path) -> None:
    """Nobody asks about numbers below 0, nor looks at five."""
    for name, text in PROJECT.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "run.py"],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}:{RULES.root}", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    told = ran.stdout
    assert ran.returncode == 1, ran.stderr
    assert "killed: ludo_env/rule.py:fits: return number <= LIMIT -> return number < LIMIT" in told
    assert "killed: ludo_env/ring.py:space: return number + 2 -> return number - 2" in told
    assert "killed: ludo_env/limits.py:: LIMIT = 3 -> LIMIT = 4" in told
    assert "killed: ludo_env/limits.py:: 'six': 6 -> 'six': 7" in told
    assert "timed out: ludo_env/rule.py:wait: number -= 1 -> number += 1" in told
    assert "killed: ludo_env/rule.py:Coin.__init__: self.sides = 2 -> self.sides = 3" in told
    assert "survived: ludo_env/rule.py:Coin.__init__: super().__init__() -> pass" in told
    survived = [line for line in told.splitlines() if line.startswith("survived: ")]
    assert any("if number < 0: -> if number < -1:" in line for line in survived)
    assert any("'five': 5 -> 'five': 6" in line for line in survived)
    assert not any("LIMIT" in line or "wait" in line for line in survived)
    assert "explained, but noticed: ludo_env/rule.py:wait" in told
