"""The published schema of the full game: ranges, sizes, formats, spaces, fingerprints."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import ludo_env
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption, BadRules
from ludo_env.observation import FLAT as PLAIN_FLAT
from ludo_env.observation import FORMATS, FULL, FULL_FLAT, FullEncoder, Schema, schema_for
from ludo_env.observation.encoder import ALWAYS
from ludo_env.observation.ludicrous.grid import Grid
from ludo_env.observation.schema import VERSION
from ludo_env.rules import LUDICROUS_PRESETS, LudicrousRules, PartySheet
from ludo_env.rules.tables import CLASSES, HOUSE, MODULES
from tests.ludicrous.full_games import play, random_game, random_rules
from tests.observation.support import EVERYTHING, FLAT, GRID, encode, name_of

GAMES = 40 if ludo_env.__compiled__ else 6
EXTREMES = 12 if ludo_env.__compiled__ else 3


# -- ranges ----------------------------------------------------------------------------------


def check_ranges(game: Game, seed: int) -> None:
    """No number is above its largest value, whoever looks, at every third decision."""
    for n, _ in enumerate(play(game, seed)):
        if n % 3 == 0:
            seat = game.seats[n % len(game.seats)]
            numbers = encode(EVERYTHING, game.full, seat)
            above = np.flatnonzero(numbers > EVERYTHING.high)
            assert not above.size, [name_of(EVERYTHING, int(k)) for k in above]


def test_no_number_is_above_its_largest_value() -> None:
    for seed in range(GAMES):
        check_ranges(random_game(seed), seed)


def extreme_rules() -> Iterator[LudicrousRules]:
    """House values at their ends: all at one, or each at any of the two."""
    sheets = tuple(PartySheet.of_class(name) for name in sorted(CLASSES)[:4])
    for seed in range(EXTREMES):
        rng = Random(seed)
        ends = ("low", "high") if seed > 1 else (("low", "high")[seed],)
        house = {name: getattr(entry, rng.choice(ends)) for name, entry in HOUSE.items()}
        changed = tuple((n, v) for n, v in sorted(house.items()) if v != HOUSE[n].default)
        yield LudicrousRules(
            modules=MODULES, sheets=sheets, house=changed, max_rounds=20, off_table_percent=10
        )


def test_no_number_is_above_its_largest_value_with_extreme_house_values() -> None:
    for seed, rules in enumerate(extreme_rules()):
        check_ranges(Game(rules, 2 + seed % 3, seed=seed), seed)


def test_largest_values_are_bytes() -> None:
    for part in EVERYTHING.slices:
        assert all(1 <= high <= 255 for _, high, _ in part.fields), part.name
    assert (EVERYTHING.high >= 1).all()


# -- sizes and formats -----------------------------------------------------------------------


def test_the_slices_tile_the_vector() -> None:
    assert tuple(part.name for part in FLAT.slices) == FULL_FLAT
    stop = 0
    for part in EVERYTHING.slices:
        assert part.start == stop
        stop = part.stop
        assert part.stop - part.start == int(np.prod(part.shape))
        assert len(set(part.rows)) == len(part.rows)
        assert len({name for name, _, _ in part.fields}) == len(part.fields)
        assert part.meaning and all(meaning for _, _, meaning in part.fields)
        if part.name != "grid":
            assert part.shape == (len(part.rows), len(part.fields))
    assert stop == EVERYTHING.size == len(EVERYTHING.high)
    assert GRID.shape == GRID.slices[0].shape == (len(GRID.slices[0].fields), 15, 15)


def test_all_rules_and_players_have_the_same_schema() -> None:
    for layout in FORMATS:
        schema = schema_for(layout, "ludicrous")
        for seed in range(20):
            rng = Random(seed)
            rules = random_rules(rng)
            other = schema_for(layout, rules)
            assert other == schema
            assert other.fingerprint == schema.fingerprint
            game = Game(rules, 4 if rules.teams else rng.randint(2, 4), seed=seed)
            assert other.encode(game, game.decider).shape == schema.shape
    assert schema_for("flat", "ludicrous") != schema_for("flat", "classic")


def test_the_other_game_is_refused() -> None:
    with pytest.raises(BadRules, match="the full game is needed"):
        FLAT.encode(Game("classic", seed=0), 0)
    with pytest.raises(BadRules, match="plain Ludo is needed"):
        Schema().encode(Game("ludicrous", seed=0), 0)


@pytest.mark.parametrize("seat", [4, -1, True, 1.0, "1", None])
def test_a_party_that_there_is_not_is_refused(seat: Any) -> None:
    with pytest.raises(BadOption, match=rf"seat: {seat!r}, allowed: a whole number 0\.\.3"):
        Schema().encode(Game("classic", seed=0), seat)


@pytest.mark.parametrize("names", ["flat", 3, [3], [["yard"]]])
def test_what_is_no_list_of_names_is_refused(names: Any) -> None:
    with pytest.raises(BadOption, match=r"encoders: .* allowed: a list .*; schema_for knows"):
        Schema(names)


@pytest.mark.parametrize("game", [None, 3, "classic", ludo_env.env("classic")])
def test_what_is_no_game_is_refused(game: Any) -> None:
    with pytest.raises(BadOption, match=r"game: .*, allowed: a Game"):
        Schema().encode(game, 0)


@pytest.mark.parametrize("flat", [None, 3, [0] * 540, np.zeros(3), np.array(3)])
def test_what_is_no_observation_is_not_split(flat: Any) -> None:
    with pytest.raises(BadOption, match=r"observations: .* allowed: an array of .*\.\.\., 540\)"):
        Schema().split(flat)


@pytest.mark.parametrize("rules", LUDICROUS_PRESETS)
@pytest.mark.parametrize("layout", FORMATS)
def test_spaces_contain_what_is_seen(rules: str, layout: str) -> None:
    env = ludo_env.env(rules, layout=layout)
    env.reset(seed=3)
    rng = Random(3)
    for agent in env.agent_iter(40):
        observation, _, termination, truncation, _ = env.last()
        assert observation is not None
        assert env.observation_space(agent).contains(observation)
        for other in env.agents:
            assert env.observation_space(other).contains(env.observe(other))
        over = termination or truncation
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if over else rng.choice(legal))


@pytest.mark.parametrize("name", [*FULL_FLAT, "grid"])
def test_an_encoder_alone_says_what_it_says_among_all(name: str) -> None:
    alone = Schema([name], "full")
    part = next(part for part in EVERYTHING.slices if part.name == name)
    game = Game("ludicrous", seed=1)
    for n, _ in enumerate(play(game, 1)):
        if n % 20 == 0:
            among = encode(EVERYTHING, game.full, n % 4)[part.start : part.stop]
            assert (encode(alone, game.full, n % 4) == among).all()
        if n > 200:
            break


def test_encoders_come_in_any_order() -> None:
    names = list(FULL_FLAT)
    Random(0).shuffle(names)
    shuffled = Schema(names, "full")
    game = Game("ludicrous", seed=2)
    for _ in range(200):
        game.apply(game.legal()[-1])
    parts = FLAT.split(FLAT.encode(game, 1))
    for name, numbers in shuffled.split(shuffled.encode(game, 1)).items():
        assert (numbers == parts[name]).all()
    assert Schema(names, "full") == shuffled != FLAT


@pytest.mark.parametrize(
    ("names", "game", "words"),
    [
        (["yard", "attic"], "full", r"'attic'.*yard, start.*under_way"),
        ([], "full", "at least one"),
        (["home"] * 2, "full", "twice"),
        (["own_pieces"], "full", "unknown encoder 'own_pieces'"),
        (["trap"], "plain", "unknown encoder 'trap'"),
        (["trap"], "chess", "unknown game 'chess', allowed: plain, full"),
        (["trap"], ["full"], "unknown game .*, allowed: plain, full"),
    ],
)
def test_encoders_that_do_not_exist_are_refused(names: list[str], game: Any, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        Schema(names, game)


def test_every_encoder_of_the_full_game_says_what_it_reads() -> None:
    for name, factory in FULL.items():
        encoder = factory()
        assert isinstance(encoder, FullEncoder)
        assert encoder.name == name
        assert 0 <= encoder.reads < 2 * ALWAYS


# -- the version -----------------------------------------------------------------------------

# Trained models are tied to these. Whoever changes what a number means raises VERSION.
BUILT_IN = {"plain": [*PLAIN_FLAT, "grid"], "full": [*FULL_FLAT, "grid"]}
FINGERPRINTS = {
    "flat": (1, 2804, "2017000b67a21a5d"),
    "dict": (1, 2804, "2017000b67a21a5d"),
    "grid": (1, 7650, "daec0bc626fc25ce"),
}
FILLED = [
    ("pieces", 224),
    ("parties", 84),
    ("tokens", 16),
    ("turns", 16),
    ("hands", 8),
    ("hand", 45),
    ("world", 14),
    ("decision", 114),
    ("under_way", 80),
    ("tape", 15),
    ("checks", 96),
    ("sheets", 112),
    ("rules", 13),
]
"""What the last planes of the grid hold, which its fingerprint does not tell."""


@pytest.mark.parametrize("layout", FORMATS)
def test_the_schema_has_not_changed_by_accident(layout: str) -> None:
    schema = schema_for(layout, "ludicrous")
    assert (VERSION, schema.size, schema.fingerprint) == FINGERPRINTS[layout]


WORDS = {"plain": "14e3a8c08434d084", "full": "cc8470dcce65459e"}
"""Hashes of all that is published, which a fingerprint does not tell: also of the words."""


@pytest.mark.parametrize("game", WORDS)
def test_numbers_are_not_explained_otherwise_by_accident(game: str) -> None:
    """A trained model is refused where a number is explained in other words."""
    published = json.dumps(Schema(BUILT_IN[game], game).to_dict())
    assert hashlib.sha256(published.encode()).hexdigest()[:16] == WORDS[game]


def test_the_filled_planes_have_not_changed_by_accident() -> None:
    assert [(part.name, part.size) for part in Grid().parts] == FILLED


def test_the_fingerprint_tells_encoders_apart() -> None:
    prints = {Schema([name], "full").fingerprint for name in FULL}
    prints |= {FLAT.fingerprint, Schema().fingerprint}
    assert len(prints) == len(FULL) + 2
