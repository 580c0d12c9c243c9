"""Every number of an observation means what the schema says, on scenes that were made by hand."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given

import ludo_env
from ludo_env.board import COLOURS, HOME, LAST_RING, PARTIES, YARD, relative
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption
from ludo_env.observation import FLAT, FORMATS, FULL_FLAT, PLAIN, Schema, page, schema_for
from ludo_env.observation.schema import VERSION
from tests.random_games import games
from tests.support import dice, scene

SCHEMA = Schema()
GRID = Schema(["grid"])
VIEWS = ("own", "next", "across", "previous")
SPACES = ("yard", "start", "star", "pathway", "home_area", "home")
PLANES = tuple(GRID.slices[0].rows)

Seen = dict[str, int]
"""Every number that is not 0, by ``slice/row/field``."""


def seen(game: Game, colour: str) -> Seen:
    """What a party sees."""
    numbers = SCHEMA.encode(game, COLOURS.index(colour))
    found = {}
    for part in SCHEMA.slices:
        values = numbers[part.start : part.stop].reshape(part.shape)
        for row, line in zip(part.rows, values.tolist(), strict=True):
            for (field, _, _), value in zip(part.fields, line, strict=True):
                if value:
                    found[f"{part.name}/{row}/{field}"] = value
    return found


def part_of(found: Seen, *starts: str) -> Seen:
    return {name: value for name, value in found.items() if name.startswith(starts)}


# -- whole scenes ----------------------------------------------------------------------------


def crowded() -> Game:
    """Yellow rolled a 3; one piece may capture, one may go home. Red has a block on its start."""
    return scene(
        roll=[3],
        starter="blue",
        yellow=[0, 8, 53, HOME],
        blue=[relative(1, 11)],
        red=[0, 0],
        green=[relative(3, 51)],
    )


def test_the_party_to_move_sees_the_whole_position() -> None:
    assert seen(crowded(), "yellow") == {
        "yard/r = -1 of each party/next_pieces": 3,
        "yard/r = -1 of each party/next_block": 1,
        "yard/r = -1 of each party/across_pieces": 2,
        "yard/r = -1 of each party/across_block": 1,
        "yard/r = -1 of each party/previous_pieces": 3,
        "yard/r = -1 of each party/previous_block": 1,
        "start/r = 0/own_pieces": 1,
        "start/r = 26/across_pieces": 2,
        "start/r = 26/across_block": 1,
        "star/r = 8/own_pieces": 1,
        "pathway/r = 11/next_pieces": 1,
        "pathway/r = 51/previous_pieces": 1,
        "home_area/r = 53 of each party/own_pieces": 1,
        "home/r = 56 of each party/own_pieces": 1,
        "parties/own party/in_play": 1,
        "parties/own party/to_move": 1,
        "parties/next party/in_play": 1,
        "parties/next party/starter": 1,
        "parties/across party/in_play": 1,
        "parties/previous party/in_play": 1,
        "decision/now/die_3": 1,
        "decision/now/rounds_left": 255,
        "own_pieces/piece 1/place": 1,
        "own_pieces/piece 1/danger": 1,
        "own_pieces/piece 1/legal": 1,
        "own_pieces/piece 1/target": 4,
        "own_pieces/piece 1/target_danger": 1,
        "own_pieces/piece 2/place": 9,
        "own_pieces/piece 2/legal": 1,
        "own_pieces/piece 2/target": 12,
        "own_pieces/piece 2/captures": 1,
        "own_pieces/piece 3/place": 54,
        "own_pieces/piece 3/legal": 1,
        "own_pieces/piece 3/target": 57,
        "own_pieces/piece 3/safe": 1,
        "own_pieces/piece 3/company": 1,
        "own_pieces/piece 4/place": 57,
        "clock/now/rounds_256": 1,
        "clock/now/rounds_1": 243,
    }


def test_another_party_sees_the_same_position_from_its_own_start() -> None:
    assert seen(crowded(), "blue") == {
        "yard/r = -1 of each party/own_pieces": 3,
        "yard/r = -1 of each party/own_block": 1,
        "yard/r = -1 of each party/next_pieces": 2,
        "yard/r = -1 of each party/next_block": 1,
        "yard/r = -1 of each party/across_pieces": 3,
        "yard/r = -1 of each party/across_block": 1,
        "start/r = 39/previous_pieces": 1,
        "start/r = 13/next_pieces": 2,
        "start/r = 13/next_block": 1,
        "star/r = 47/previous_pieces": 1,
        "pathway/r = 50/own_pieces": 1,
        "pathway/r = 38/across_pieces": 1,
        "home_area/r = 53 of each party/previous_pieces": 1,
        "home/r = 56 of each party/previous_pieces": 1,
        "parties/own party/in_play": 1,
        "parties/own party/starter": 1,
        "parties/next party/in_play": 1,
        "parties/across party/in_play": 1,
        "parties/previous party/in_play": 1,
        "parties/previous party/to_move": 1,
        "decision/now/die_3": 1,
        "decision/now/rounds_left": 255,
        "own_pieces/piece 1/place": 51,
        "own_pieces/piece 1/danger": 1,
        "clock/now/rounds_256": 1,
        "clock/now/rounds_1": 243,
    }


# -- single numbers --------------------------------------------------------------------------


def test_parties_that_do_not_play_are_not_there() -> None:
    game = scene(players=2, roll=[6], red=[3])
    found = seen(game, "yellow")
    assert not [name for name in found if "next_" in name or "previous_" in name]
    assert part_of(found, "parties") == {
        "parties/own party/in_play": 1,
        "parties/own party/to_move": 1,
        "parties/own party/starter": 1,
        "parties/across party/in_play": 1,
    }


def test_a_finished_party_is_not_in_play() -> None:
    last = [55, HOME, HOME, HOME]
    game = scene("classic:play_on=true", roll=[1], yellow=last)
    with dice(game, 6):
        game.apply(0)
    found = part_of(seen(game, "blue"), "parties")
    assert "parties/previous party/in_play" not in found
    assert found["parties/across party/in_play"] == 1


def test_team_mates_and_captures_are_marked() -> None:
    game = scene("classic:teams=true", roll=[3], yellow=[8], blue=[relative(1, 11)])
    with dice(game, 6):
        game.apply(0)
    assert seen(game, "blue")["parties/previous party/has_captured"] == 1
    assert part_of(seen(game, "red"), "parties/across") == {
        "parties/across party/in_play": 1,
        "parties/across party/team_mate": 1,
        "parties/across party/has_captured": 1,
        "parties/across party/starter": 1,
    }
    mates = [name for name in seen(game, "blue") if "team_mate" in name]
    assert mates == ["parties/across party/team_mate"]


def test_the_decision_tells_the_die_the_sixes_and_the_rounds() -> None:
    game = scene("modern:max_rounds=30", roll=[6], rounds=4, yellow=[0, 1, 2, 3])
    first = {"decision/now/die_6": 1, "decision/now/sixes": 1, "decision/now/bonus": 1}
    assert part_of(seen(game, "red"), "decision") == first | {"decision/now/rounds_left": 26}
    with dice(game, 6):
        game.apply(3)
    second = first | {"decision/now/sixes": 2, "decision/now/rounds_left": 26}
    assert part_of(seen(game, "yellow"), "decision") == second
    with dice(game, 2):
        game.apply(3)
    third = {"decision/now/die_2": 1, "decision/now/rounds_left": 26}
    assert part_of(seen(game, "yellow"), "decision") == third


def test_games_without_an_end_have_the_most_rounds_left() -> None:
    game = scene("classic:max_rounds=0", roll=[6])
    assert seen(game, "yellow")["decision/now/rounds_left"] == 255
    assert not part_of(seen(game, "yellow"), "clock")


def test_the_clock_holds_the_rounds_of_the_longest_game() -> None:
    game = scene("classic:max_rounds=100000", roll=[6], rounds=1)
    digits = schema_for("flat").split(SCHEMA.encode(game, 0))["clock"][0].tolist()
    assert digits[0] * 65_536 + digits[1] * 256 + digits[2] == 99_999


def test_a_piece_that_would_be_sent_back_sees_it() -> None:
    block = relative(2, 14)
    game = scene(roll=[4], yellow=[10, 20], red=[block, block])
    assert part_of(seen(game, "yellow"), "own_pieces/piece 1") == {
        "own_pieces/piece 1/place": 11,
        "own_pieces/piece 1/legal": 1,
        "own_pieces/piece 1/target": 15,
        "own_pieces/piece 1/goes_back": 1,
    }


def test_a_piece_sees_company_safety_and_danger_where_it_would_go() -> None:
    game = scene("modern", roll=[2], yellow=[6, 8], red=[relative(2, 2), relative(2, 7)])
    assert part_of(seen(game, "yellow"), "own_pieces/piece 1") == {
        "own_pieces/piece 1/place": 7,
        "own_pieces/piece 1/danger": 1,
        "own_pieces/piece 1/legal": 1,
        "own_pieces/piece 1/target": 9,
        "own_pieces/piece 1/safe": 1,
        "own_pieces/piece 1/company": 1,
        "own_pieces/piece 1/target_danger": 2,
    }


def test_a_piece_sees_how_many_it_would_capture() -> None:
    there = relative(2, 11)
    game = scene("modern", roll=[2], yellow=[9], red=[there, there], blue=[relative(1, 11)])
    assert seen(game, "yellow")["own_pieces/piece 1/captures"] == 3


def test_a_piece_that_cannot_move_has_no_target() -> None:
    game = scene(roll=[6], yellow=[55, 10])
    assert part_of(seen(game, "yellow"), "own_pieces/piece 1") == {"own_pieces/piece 1/place": 56}


def test_after_the_game_there_is_no_decision() -> None:
    game = scene(roll=[1], yellow=[55, HOME, HOME, HOME])
    with dice(game):
        game.apply(0)
    assert set(part_of(seen(game, "yellow"), "decision")) == {"decision/now/rounds_left"}
    assert [n for n in seen(game, "yellow") if n.endswith(("legal", "target", "die"))] == []
    assert not GRID.encode(game, 0)[[PLANES.index(p) for p in ("movable", "targets", "die")]].any()


# -- planes ----------------------------------------------------------------------------------


def on_plane(game: Game, colour: str, plane: str) -> dict[tuple[int, int], int]:
    """Row and column of every number of a plane that is not 0."""
    grid = GRID.encode(game, COLOURS.index(colour))[PLANES.index(plane)]
    return {(int(row), int(col)): int(grid[row, col]) for row, col in np.argwhere(grid)}


def off_yards(plane: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """The part of a plane that is on the cross."""
    return {(row, col): n for (row, col), n in plane.items() if 6 <= row <= 8 or 6 <= col <= 8}


def test_pieces_stand_on_their_squares_seen_from_the_own_start() -> None:
    # The own start is (1, 8). The route goes down to (5, 8), right to (6, 14), down to (8, 14);
    # it ends with (0, 7) and turns down column 7 to the home at (6, 7).
    game = crowded()
    assert on_plane(game, "yellow", "own_pieces") == {(1, 8): 1, (6, 12): 1, (3, 7): 1, (6, 7): 1}
    assert off_yards(on_plane(game, "yellow", "next_pieces")) == {(7, 14): 1}
    assert off_yards(on_plane(game, "yellow", "across_pieces")) == {(13, 6): 2}
    assert off_yards(on_plane(game, "yellow", "previous_pieces")) == {(0, 8): 1}
    assert off_yards(on_plane(game, "blue", "own_pieces")) == {(0, 7): 1}
    assert off_yards(on_plane(game, "blue", "next_pieces")) == {(8, 13): 2}
    assert off_yards(on_plane(game, "red", "own_pieces")) == {(1, 8): 2}
    for colour in COLOURS:
        for plane in PLANES[:4]:
            assert sum(on_plane(game, colour, plane).values()) == 4


@pytest.mark.parametrize("colour", COLOURS)
def test_yards_are_turned_too(colour: str) -> None:
    game = Game("classic", auto_pass=False)
    own = on_plane(game, colour, "own_pieces")
    assert sum(own.values()) == 4
    assert all(row < 6 and col > 8 for row, col in own)
    assert all(row > 8 and col > 8 for row, col in on_plane(game, colour, "next_pieces"))
    assert all(row > 8 and col < 6 for row, col in on_plane(game, colour, "across_pieces"))
    assert all(row < 6 and col < 6 for row, col in on_plane(game, colour, "previous_pieces"))


def test_planes_show_the_moves_of_the_party_that_decides_and_the_die_to_all() -> None:
    game = crowded()
    assert on_plane(game, "yellow", "movable") == {(1, 8): 1, (6, 12): 1, (3, 7): 1}
    assert on_plane(game, "yellow", "targets") == {(4, 8): 1, (7, 14): 1, (6, 7): 1}
    assert on_plane(game, "blue", "movable") == on_plane(game, "blue", "targets") == {}
    for colour in COLOURS:
        assert set(on_plane(game, colour, "die").values()) == {3}
        assert len(on_plane(game, colour, "die")) == 15 * 15
        assert on_plane(game, colour, "safe") == {}


def test_planes_show_safe_spaces() -> None:
    safe = on_plane(Game("modern"), "blue", "safe")
    starts = [(1, 8), (8, 13), (13, 6), (6, 1)]
    assert len(safe) == 8
    assert all(safe[square] == 1 for square in starts)


# -- every game ------------------------------------------------------------------------------


@given(games())
def test_no_number_is_above_its_largest_value(game: Game) -> None:
    for schema in (SCHEMA, GRID):
        for seat in game.seats:
            numbers = schema.encode(game, seat)
            assert (numbers <= schema.high.reshape(schema.shape)).all()


def test_no_more_than_two_sixes_are_told() -> None:
    """Where a third one is not forfeited a turn may have any number of them."""
    found = {2: 0, 3: 0, 4: 0}
    for seed in range(60):
        game, rng = Game("classic:third_six=false,six_bonus=always", seed=seed), Random(seed)
        while not game.over:
            sixes = int(game.plain.sixes)
            told = seen(game, COLOURS[game.decider]).get("decision/now/sixes", 0)
            assert told == min(sixes, 2)
            if sixes in found:
                found[sixes] += 1
            game.apply(rng.choice(game.legal()))
    assert all(found.values())


@given(games())
def test_the_position_can_be_read_back(game: Game) -> None:
    """Whatever the rules look at is in what a party sees, whichever party it is."""
    state = game.plain
    for seat in game.seats:
        found = seen(game, COLOURS[seat])
        for turn, view in enumerate(VIEWS):
            party = (seat + turn) % PARTIES
            read = []
            for name, pieces in part_of(found, *SPACES).items():
                _, row, field = name.split("/")
                if field == f"{view}_pieces":
                    r = int(row.removeprefix("r = ").removesuffix(" of each party"))
                    read += [r if row.endswith("each party") else relative(turn, r)] * pieces
            plays = party in game.seats
            places = [game.place(party, piece) for piece in range(game.plain.options.rules.pieces)]
            assert sorted(read) == (sorted(places) if plays else [])
            row = f"parties/{view} party"
            assert (f"{row}/has_captured" in found) == (plays and state.captured[party] > 0)
            assert (f"{row}/to_move" in found) == (party == state.turn)
            assert (f"{row}/starter" in found) == (party == state.starter)
            assert (f"{row}/in_play" in found) == (plays and not state.is_home(party))
        if not game.over:
            assert found[f"decision/now/die_{game.die}"] == 1
            assert found.get("decision/now/sixes", 0) == state.sixes or state.sixes > 2
            assert found.get("decision/now/bonus", 0) == state.bonus
    if not game.over:
        found = seen(game, COLOURS[game.decider])
        legal = [p for p in range(4) if f"own_pieces/piece {p + 1}/legal" in found]
        assert legal == game.legal()


@given(games())
def test_blocks_are_two_or_more(game: Game) -> None:
    found = part_of(seen(game, "yellow"), *SPACES)
    for name, value in found.items():
        if name.endswith("_pieces"):
            block = found.get(name.removesuffix("pieces") + "block", 0)
            assert block == (value > 1)


@given(games())
def test_a_capture_that_is_announced_happens(game: Game) -> None:
    if game.over:
        return
    found = seen(game, COLOURS[game.decider])
    for action in game.legal():
        row = f"own_pieces/piece {action + 1}"
        after = game.afterstate(action)
        before = game.plain.captured[game.decider]
        r = found.get(f"{row}/target", 0) - 1
        jumps = r <= LAST_RING and game.plain.options.jump[r]
        if not jumps:
            captured = after.plain.captured[game.decider] - before
            assert captured == found.get(f"{row}/captures", 0)
            back = f"{row}/goes_back" in found
            assert after.place(game.decider, action) == (YARD if back else r)


# -- the schema ------------------------------------------------------------------------------


def test_the_slices_tile_the_vector() -> None:
    assert tuple(part.name for part in SCHEMA.slices) == FLAT
    stop = 0
    for part in SCHEMA.slices:
        assert part.start == stop
        stop = part.stop
        assert part.shape == (len(part.rows), len(part.fields))
        assert part.stop - part.start == len(part.rows) * len(part.fields)
        assert len(set(part.rows)) == len(part.rows)
        assert len({name for name, _, _ in part.fields}) == len(part.fields)
        assert part.meaning and all(meaning for _, _, meaning in part.fields)
    assert stop == SCHEMA.size == len(SCHEMA.high)
    assert GRID.shape == (9, 15, 15) == (*GRID.slices[0].shape,)


def test_every_space_of_the_ring_is_in_one_slice() -> None:
    rows = [row for part in SCHEMA.slices[1:4] for row in part.rows]
    assert sorted(rows) == sorted(f"r = {r}" for r in range(52))


@pytest.mark.parametrize(("rules", "names"), [("modern", FLAT), ("ludicrous", FULL_FLAT)])
def test_dict_and_flat_agree(rules: str, names: tuple[str, ...]) -> None:
    env, flat = ludo_env.env(rules, layout="dict"), ludo_env.env(rules)
    for each in (env, flat):
        each.reset(seed=3)
    for agent in env.agent_iter(40):
        observation, numbers = env.observe(agent), flat.observe(agent)
        assert observation is not None and numbers is not None
        parts, vector = observation["observation"], numbers["observation"]
        assert list(parts) == list(names)
        for part in schema_for("flat", rules).slices:
            assert parts[part.name].shape == part.shape
            assert (parts[part.name].ravel() == vector[part.start : part.stop]).all()
        for each in (env, flat):
            each.step(int(np.flatnonzero(numbers["action_mask"])[-1]))


def test_split_works_on_many_at_once() -> None:
    many = np.stack([SCHEMA.encode(crowded(), seat) for seat in range(4)]).reshape(2, 2, -1)
    parts = SCHEMA.split(many)
    assert parts["own_pieces"].shape == (2, 2, 4, 9)
    assert (parts["own_pieces"][1, 0] == SCHEMA.split(many[1, 0])["own_pieces"]).all()


def test_an_observation_can_be_made_of_any_encoders() -> None:
    schema = Schema(["decision", "grid", "yard"])
    game = crowded()
    parts = schema.split(schema.encode(game, 0))
    assert (parts["grid"] == GRID.encode(game, 0)).all()
    assert (parts["yard"] == SCHEMA.split(SCHEMA.encode(game, 0))["yard"]).all()
    assert (parts["decision"] == SCHEMA.split(SCHEMA.encode(game, 0))["decision"]).all()


@pytest.mark.parametrize(
    ("names", "words"),
    [(["yard", "attic"], "'attic'.*yard, start"), ([], "at least one"), (["home"] * 2, "twice")],
)
def test_encoders_that_do_not_exist_are_refused(names: list[str], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        Schema(names)
    with pytest.raises(BadOption, match=r"'pixels'.*flat, dict, grid"):
        schema_for("pixels")


# Trained models are tied to these. Whoever changes what a number means raises VERSION.
FINGERPRINTS = {
    "flat": (1, 540, "a585a4eae75e0cfd"),
    "dict": (1, 540, "a585a4eae75e0cfd"),
    "grid": (1, 2025, "689da4184cd066f9"),
}


@pytest.mark.parametrize("layout", FORMATS)
def test_the_schema_has_not_changed_by_accident(layout: str) -> None:
    schema = schema_for(layout)
    assert (VERSION, schema.size, schema.fingerprint) == FINGERPRINTS[layout]


def test_the_fingerprint_tells_schemas_apart() -> None:
    prints = {Schema([name]).fingerprint for name in PLAIN}
    assert len(prints) == len(PLAIN)
    assert Schema(["yard", "home"]) == Schema(("yard", "home")) != Schema(["home", "yard"])


@pytest.mark.parametrize("path", page.TABLES, ids=lambda path: str(path.name))
def test_the_pages_have_the_tables_of_this_version(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text == page.written_anew(path), "run: python -m ludo_env.observation.page"
