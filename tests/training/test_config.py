"""Configurations: presets are good, and what is not is refused with one clear line."""

import json
from pathlib import Path

import pytest

from ludo_env.errors import BadOption, BadRules
from training.config import PPOConfig, make_config, to_dict
from training.presets import (
    PRESETS,
    load_preset,
    preset_names,
    presets_of,
    read_config,
    saved_config,
)


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_can_be_loaded_and_is_named_after_its_rules(name: str) -> None:
    rules, _, preset = name.partition("-")
    config = load_preset(rules, preset)
    assert config.rules == rules
    assert config == read_config(PRESETS / f"{name}.toml")


def test_rules_with_changes_take_the_preset_of_their_name() -> None:
    config = load_preset("classic: pieces=3", "ppo", steps=7)
    assert (config.rules, config.steps) == ("classic:pieces=3", 7)


@pytest.mark.parametrize(
    ("rules", "preset", "message"),
    [
        ("classic", "none", r"^no preset 'none' for classic, allowed: duel, ppo, response$"),
        ("classic", "../x", r"^no preset '\.\./x' for classic, allowed: duel, ppo, response$"),
        (
            "danish:pieces=3",
            "ppo",
            r"'ppo' for danish, .*td; rule sets that have 'ppo': classic, l",
        ),
        ("modern", "td", r"^no preset 'td' for modern, allowed: none; .* 'td': danish$"),
    ],
)
def test_an_unknown_preset_is_refused_with_those_that_there_are(
    rules: str, preset: str, message: str
) -> None:
    with pytest.raises(BadOption, match=message):
        load_preset(rules, preset)


def test_rules_that_there_are_not_have_no_presets() -> None:
    with pytest.raises(BadRules, match="unknown rule set 'chess'"):
        load_preset("chess", "ppo")


def test_presets_are_found_by_their_method() -> None:
    assert presets_of("ludicrous", ["ppo", "clone"]) == ["clone", "ppo"]
    assert presets_of("modern") == []


@pytest.mark.parametrize(
    ("rules", "line", "message"),
    [
        ("classic", 'bots = ["sensible"]', "bots: agent sensible: does not play classic, allowed:"),
        ("ludicrous", 'bots = ["random"]', "evaluate_against: agent capture: does not play ludic"),
    ],
)
def test_a_bot_of_the_other_game_is_refused_before_anything_begins(
    tmp_path: Path, rules: str, line: str, message: str
) -> None:
    path = tmp_path / "c.toml"
    path.write_text(f'method = "ppo"\nrules = "{rules}"\nplayers = 2\n{line}\n')
    with pytest.raises(BadOption) as caught:
        read_config(path)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("method", "rules", "bot", "needed"),
    [
        ("td", "ludicrous", "random", "plain Ludo is needed here"),
        ("clone", "classic", "random", "the full game is needed here"),
    ],
)
def test_a_method_for_the_other_game_is_refused(
    method: str, rules: str, bot: str, needed: str
) -> None:
    with pytest.raises(BadRules, match=needed):
        make_config({"method": method, "rules": rules, "evaluate_against": [bot]})


def test_a_configuration_survives_json() -> None:
    config = PPOConfig(hidden=(8, 4), bots=("random",))
    assert make_config(json.loads(json.dumps(to_dict(config)))) == config


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("steps = 0", "steps: 0 is outside 1..1000000000"),
        ("steps = 1.5", "steps: 1.5 is not int"),
        ("steps = true", "steps: True is not int"),
        ("gamma = 1.5", "gamma: 1.5 is outside 0..1"),
        ("gamma = nan", "gamma: nan is outside 0..1"),
        ('gamma = "1"', "gamma: '1' is not float"),
        ("learning_rat = 0.1", "unknown field 'learning_rat', allowed: method, rules,"),
        ("hidden = [8, 0]", "hidden: (8, 0) must be numbers of units from 1"),
        ("hidden = []", "hidden: () must be"),
        ('hidden = ["8"]', "hidden: ('8',) is not a list of int"),
        ("hidden = 8", "hidden: 8 is not a list of int"),
        ("minibatch = 1000", "minibatch: 1000 does not divide games * rollout = 4096"),
        ('bots = ["random", "clever"]', "bots: unknown agent 'clever', allowed: random,"),
        ('evaluate_against = ["smart:a=1"]', "evaluate_against: agent smart: unknown option 'a'"),
        ("players = 5", "players: 5 is outside 2..4"),
        ('rules = "classic:pieces=1"', "leaves nothing to decide"),
        ("steps = ", "not TOML"),
    ],
)
def test_a_value_that_is_not_allowed_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "c.toml"
    path.write_text(f'method = "ppo"\n{line}\n')
    with pytest.raises(BadOption) as caught:
        read_config(path)
    assert str(path) in str(caught.value) and message in str(caught.value)


@pytest.mark.parametrize("method", ['"sarsa"', "3", "[]"])
def test_an_unknown_method_is_refused(tmp_path: Path, method: str) -> None:
    path = tmp_path / "c.toml"
    path.write_text(f"method = {method}\n")
    with pytest.raises(BadOption, match=r"method: .*allowed: ppo, rllib, td"):
        read_config(path)
    with pytest.raises(BadOption, match="method: None"):
        make_config({})


def test_rules_that_are_not_to_be_had_are_refused() -> None:
    with pytest.raises(BadRules, match="unknown rule set 'chess'"):
        PPOConfig(rules="chess")
    with pytest.raises(BadRules, match="teams are two against two"):
        PPOConfig(rules="danish:teams=true", players=2)


@pytest.mark.parametrize("text", ["[]", "3", "null", '"ppo"', "[" * 100_000, '{"method": {}}'])
def test_a_saved_configuration_of_the_wrong_shape_names_its_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(BadOption, match=r"config\.json: "):
        saved_config(tmp_path)


def test_rules_in_a_file_that_are_not_to_be_had_name_the_file(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text('method = "ppo"\nrules = "chess"\n')
    with pytest.raises(BadOption, match=r"c\.toml: unknown rule set 'chess'"):
        read_config(tmp_path / "c.toml")


def test_a_change_that_is_not_allowed_is_not_laid_to_the_file() -> None:
    with pytest.raises(BadOption, match=r"^steps: 2000000000 is outside 1\.\.1000000000$"):
        load_preset("danish", "demo", steps=2_000_000_000)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"none\.toml: cannot be read"):
        read_config(tmp_path / "none.toml")
