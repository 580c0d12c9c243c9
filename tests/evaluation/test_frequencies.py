"""Lengths and event frequencies of random full games."""

import json

import pytest

from evaluation.frequencies import main, measure, table
from ludo_env.errors import BadRules
from ludo_env.words_full import KINDS


def test_means_are_per_game_and_name_every_kind() -> None:
    one, two = (measure("ludicrous:max_rounds=3", 4, 1, seed) for seed in (5, 6))
    both = measure("ludicrous:max_rounds=3", 4, 2, 5)
    assert tuple(both.events) == KINDS
    for kind in KINDS:
        assert both.events[kind] == (one.events[kind] + two.events[kind]) / 2
    assert both.decisions == (one.decisions + two.decisions) / 2
    assert (both.rounds, both.turns, both.cut_off) == (3, 12, 1)
    assert (both.events["turn"], both.events["night"], both.events["over"]) == (12, 3, 1)


def test_everything_that_needs_an_option_happens_at_the_table() -> None:
    events = measure("ludicrous-tabletop", 4, 20, 1).events
    assert all(events[kind] > 0 for kind in ("called", "drops_hp", "foul", "leaves"))


def test_few_give_up() -> None:
    assert measure("ludicrous:cession=true,max_rounds=5", 4, 20, 1).events["leaves"] < 0.5


def test_the_table_has_a_column_for_each_rule_set_and_a_row_for_each_kind() -> None:
    columns = [measure(f"ludicrous:max_rounds={rounds}", 2, 1, 1) for rounds in (1, 2)]
    rows = table(columns).splitlines()
    assert rows[0] == "|  | `ludicrous:max_rounds=1` | `ludicrous:max_rounds=2` |"
    assert rows[2] == "| rounds | 1.0 | 2.0 |"
    assert len(rows) == 6 + len(KINDS)
    assert "| `leaves` | never | never |" in rows


def test_the_command_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--games", "1", "--rules", "ludicrous:max_rounds=1", "--seed", "3"]
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith("|  | `ludicrous:max_rounds=1` |")
    assert main([*arguments, "--json", "--players", "2"]) == 0
    (column,) = json.loads(capsys.readouterr().out)["frequencies"]
    assert (column["players"], column["games"], column["seed"]) == (2, 1, 3)
    assert column["events"]["over"] == 1


def test_other_rules_are_refused() -> None:
    with pytest.raises(BadRules, match="the full game is needed here"):
        measure("classic", 4, 1, 1)
    with pytest.raises(BadRules, match="chess"):
        main(["--rules", "chess"])
