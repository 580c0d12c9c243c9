"""Encoders of one's own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import ludo_env
from ludo_env.board import PIECES
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.plain import PlainState
from ludo_env.errors import BadOption, LudoError
from ludo_env.observation import (
    FULL,
    PLAIN,
    Field,
    FullEncoder,
    PlainEncoder,
    Schema,
    register,
    schema_for,
)
from ludo_env.observation.encoder import PARTIES_PART, PLACES
from ludo_env.observation.sheet import Sheet
from tests.ludicrous.full_games import play


class Progress(FullEncoder):
    """How far the own pieces have come."""

    def __init__(self) -> None:
        fields = [Field("r", 58, "r + 2"), Field("hp", 120, "HP of the party")]
        rows = [f"piece {k + 1}" for k in range(PIECES)]
        super().__init__("progress", "own pieces", rows, fields, PLACES | PARTIES_PART)

    def write(self, m: LudicrousState, seat: int, sheet: Sheet, at: int) -> None:
        for k in range(PIECES):
            sheet.put(at + 2 * k, m.r[seat * PIECES + k] + 2)
            sheet.put(at + 2 * k + 1, m.hp[seat])


class Race(PlainEncoder):
    """Pieces at home."""

    def __init__(self) -> None:
        super().__init__("race", "pieces at home", ["own"], [Field("home", 4, "pieces at home")])

    def write(self, state: PlainState, seat: int, sheet: Sheet, at: int) -> None:
        sheet.put(at, state.home[seat])


class Deciding(FullEncoder):
    """Reads something that may change with every decision."""

    def __init__(self) -> None:
        super().__init__("deciding", "the roll", ["now"], [Field("die", 6, "the movement die")])

    def write(self, m: LudicrousState, seat: int, sheet: Sheet, at: int) -> None:
        sheet.put(at, m.die)


@pytest.fixture(autouse=True)
def tables() -> Iterator[None]:
    """What is registered here is forgotten afterwards."""
    before = dict(FULL), dict(PLAIN)
    yield
    for table, names in zip((FULL, PLAIN), before, strict=True):
        table.clear()
        table.update(names)


def registered() -> None:
    for made in (Progress, Race, Deciding):
        register(made().name, made)


def progress(state: LudicrousState, seat: int) -> list[list[int]]:
    """What `Progress` is to say."""
    return [[state.r[seat * PIECES + k] + 2, state.hp[seat]] for k in range(PIECES)]


def test_an_encoder_of_ones_own_works_in_a_schema() -> None:
    registered()
    schema = Schema(["star", "progress", "decision"], "full")
    game = Game("ludicrous", seed=4)
    for _ in play(game, 4):
        for seat in game.seats:
            parts = schema.split(schema.encode(game, seat))
            assert parts["progress"].tolist() == progress(game.full, seat)
        if game.full.decisions > 300:
            break
    part = schema.slices[1]
    assert (part.name, part.shape, part.meaning) == ("progress", (4, 2), "own pieces")
    assert schema.high[part.start : part.stop].tolist() == [58, 120] * 4


def test_it_works_in_environments() -> None:
    registered()
    env = ludo_env.env("ludicrous", layout=["progress", "deciding", "turns"])
    env.reset(seed=1)
    for agent in env.agent_iter(100):
        state = env.unwrapped.game.full  # type: ignore[attr-defined]
        observation = env.observe(agent)
        assert observation is not None
        assert env.observation_space(agent).contains(observation)
        seat = env.possible_agents.index(agent)
        numbers = observation["observation"]
        assert numbers[:8].reshape(4, 2).tolist() == progress(state, seat)
        assert numbers[8] == state.die
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))


def test_it_works_in_a_batch_and_is_written_anew_when_what_it_reads_has_changed() -> None:
    registered()
    envs = ludo_env.make_vec(3, "ludicrous-short", seed=2, layout=["deciding", "yard", "progress"])
    for _ in range(400):
        for i in range(3):
            state, seat = envs.game(i).full, int(envs.deciders[i])
            numbers = envs.observations[i]
            assert numbers[0] == state.die
            assert numbers[-8:].reshape(4, 2).tolist() == progress(state, seat)
        envs.step(envs.random_actions())


def test_it_works_for_plain_ludo() -> None:
    registered()
    schema = schema_for(["race", "decision"])
    env = ludo_env.env("modern", layout=["race", "decision"])
    envs = ludo_env.make_vec(2, "modern", layout=["race", "decision"])
    env.reset(seed=5)
    assert env.observation_space("red")["observation"].shape == (schema.size,)  # type: ignore[index]
    assert envs.observations.shape == (2, schema.size)
    home = set()
    for _ in range(2000):
        envs.step(envs.random_actions())
        for i in range(2):
            seat = int(envs.deciders[i])
            assert envs.observations[i, 0] == envs.game(i).plain.home[seat]
            home.add(int(envs.observations[i, 0]))
    assert len(home) > 2


def test_names_that_are_taken_are_refused() -> None:
    registered()
    for made in (Progress, Race):
        with pytest.raises(BadOption, match=r"exists, allowed: a new name"):
            register(made().name, made)
    with pytest.raises(BadOption, match="'yard' exists"):
        register("yard", FULL["yard"])


def test_an_encoder_of_one_game_may_be_called_as_one_of_the_other() -> None:
    class Trap(PlainEncoder):
        def __init__(self) -> None:
            super().__init__("trap", "none", ["now"], [Field("none", 1, "nothing")])

        def write(self, state: PlainState, seat: int, sheet: Sheet, at: int) -> None:
            pass

    register("trap", Trap)
    assert Schema(["trap"]).size == 1
    assert Schema(["trap"], "full").size > 1


@pytest.mark.parametrize(
    ("name", "factory"), [("nothing", lambda: None), ("text", str), ("none", None), ("three", 3)]
)
def test_what_makes_no_encoder_is_refused(name: str, factory: Any) -> None:
    with pytest.raises(BadOption, match=f"encoder '{name}': made by .*, allowed: what makes a"):
        register(name, factory)
    assert name not in FULL and name not in PLAIN


@pytest.mark.parametrize("name", ["progres", 3, None, ["progress"]])
def test_an_encoder_of_another_name_is_refused(name: Any) -> None:
    with pytest.raises(BadOption, match="calls itself 'progress', allowed: the same name"):
        register(name, Progress)
    assert "progress" not in FULL


def test_an_encoder_that_is_not_registered_is_unknown() -> None:
    with pytest.raises(BadOption, match="unknown encoder 'progress'"):
        schema_for(["progress"], "ludicrous")


# -- held to what it says --------------------------------------------------------------------


Does = Callable[[Any, int], object]


class Breaking(PlainEncoder):
    """Does once what a test wants."""

    def __init__(self, does: Does) -> None:
        self.does = does
        fields = [Field("x", 3, "anything"), Field("y", 2, "anything")]
        super().__init__("breaking", "anything", ["first", "second"], fields)

    def write(self, state: PlainState, seat: int, sheet: Sheet, at: int) -> None:
        self.does(sheet, at)


class BreakingFull(FullEncoder):
    """The same for the full game, once the game has gone on for a while."""

    def __init__(self) -> None:
        super().__init__("breaking", "anything", ["now"], [Field("x", 3, "anything")])

    def write(self, m: LudicrousState, seat: int, sheet: Sheet, at: int) -> None:
        sheet.put(at, 4 if m.decisions > 20 else 3)


ITS_OWN: list[tuple[Does, list[int]]] = [
    (lambda sheet, at: sheet.put(at, 3), [3, 0, 0, 0]),
    (lambda sheet, at: sheet.put(at + 3, np.int64(2)), [0, 0, 0, 2]),
    (lambda sheet, at: sheet.put_capped(at + 1, -5), [0, 0, 0, 0]),
    (lambda sheet, at: [sheet.add(at + 2, 1) for _ in range(3)], [0, 0, 3, 0]),
]
NOT_ITS_OWN: list[tuple[Does, str]] = [
    (lambda sheet, at: sheet.put(at, 4), r"x of 'first' is 4, allowed: a whole number 0\.\.3"),
    (lambda sheet, at: sheet.put(at + 3, 259), r"y of 'second' is 259, allowed: .*0\.\.2"),
    (lambda sheet, at: sheet.put(at + 2, -1), "x of 'second' is -1"),
    (lambda sheet, at: sheet.put(at, 0.5), "x of 'first' is 0.5"),
    (lambda sheet, at: sheet.put_capped(at, 300), "x of 'first' is 255"),
    (lambda sheet, at: [sheet.add(at, 2) for _ in range(2)], "x of 'first' is 4"),
    (lambda sheet, at: sheet.put(at + 4, 1), r"writes at 12, allowed in this .*: 8\.\.11"),
    (lambda sheet, at: sheet.add(at - 1, 1), r"writes at 7, allowed in this .*: 8\.\.11"),
    (lambda sheet, at: sheet.put(None, 1), "writes at None"),
]


@pytest.mark.parametrize(("does", "numbers"), ITS_OWN)
def test_it_writes_its_own_slice(does: Does, numbers: list[int]) -> None:
    register("breaking", lambda: Breaking(does))
    schema, game = Schema(["yard", "breaking", "decision"]), Game("classic", seed=1)
    for _ in range(2):
        written = schema.encode(game, 0)
        assert schema.split(written)["breaking"].ravel().tolist() == numbers
    without = Schema(["yard", "decision"]).encode(game, 0)
    assert np.delete(written, range(8, 12)).tolist() == without.tolist()


@pytest.mark.parametrize(("does", "words"), NOT_ITS_OWN)
def test_what_is_not_its_own_is_refused(does: Does, words: str) -> None:
    register("breaking", lambda: Breaking(does))
    schema = Schema(["yard", "breaking", "decision"])
    with pytest.raises(BadOption, match=f"encoder 'breaking'.*{words}"):
        schema.encode(Game("classic", seed=1), 0)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_batch_is_told_too(processes: int) -> None:
    register("breaking", BreakingFull)

    def play(envs: ludo_env.VecEnv) -> None:
        for _ in range(200):
            assert (envs.observations == 3).all()
            envs.step(envs.random_actions())

    words = r"encoder 'breaking': x of 'now' is 4, allowed: .*0\.\.3"
    with ludo_env.make_vec(4, "ludicrous", layout=["breaking"], processes=processes) as envs:
        with pytest.raises(LudoError, match=words):
            play(envs)
        assert envs.closed


def test_what_is_no_slice_is_refused() -> None:
    one = [Field("a", 1, "a")]
    wrong: list[tuple[list[str], list[Field], str]] = [
        ([], one, "rows: none"),
        (["now"], [], "fields: none"),
        (["now", "now"], one, "rows: 'now' twice"),
        (["now"], one * 2, "fields: 'a' twice"),
    ]
    for rows, fields, words in wrong:
        with pytest.raises(BadOption, match=f"encoder 'e': {words}, allowed: at least one"):
            PlainEncoder("e", "nothing", rows, fields)
    for high in (0, 256, -1, 2**70, 1.5, None, "3", True):
        words = rf"field 'a': largest value: {high!r}, allowed: a whole number 1\.\.255"
        with pytest.raises(BadOption, match=words):
            Field("a", high, "a")  # type: ignore[arg-type]


WRONG_TYPES: list[tuple[str, dict[str, Any]]] = [
    ("encoder: 3, allowed: a text", {"name": 3}),
    ("encoder 'e': meaning: None, allowed: a text", {"meaning": None}),
    ("encoder 'e': rows: 'now', allowed: a list of str", {"rows": "now"}),
    ("encoder 'e': rows: None, allowed: a list of str", {"rows": None}),
    (r"encoder 'e': rows: \[3\], allowed: a list of str", {"rows": [3]}),
    (r"encoder 'e': rows: \[\[\]\], allowed: a list of str", {"rows": [[]]}),
    ("encoder 'e': fields: 'a', allowed: a list of Field", {"fields": "a"}),
    (r"encoder 'e': fields: \['a'\], allowed: a list of Field", {"fields": ["a"]}),
    ("encoder 'e': fields: 3, allowed: a list of Field", {"fields": 3}),
]
READS = ("x", None, True, -1, 1.0, 256, 2**70)


@pytest.mark.parametrize(("words", "changes"), WRONG_TYPES)
def test_what_an_encoder_is_made_of_has_its_type(words: str, changes: dict[str, Any]) -> None:
    good: dict[str, Any] = {"name": "e", "meaning": "m", "rows": ["now"]}
    for made in (PlainEncoder, FullEncoder):
        with pytest.raises(BadOption, match=words):
            made(**(good | {"fields": [Field("a", 1, "a")]} | changes))


@pytest.mark.parametrize("reads", READS)
def test_what_an_encoder_reads_is_a_sum_of_bits(reads: Any) -> None:
    with pytest.raises(
        BadOption, match=r"encoder 'e': reads: .*, allowed: a whole number 0\.\.255"
    ):
        FullEncoder("e", "m", ["now"], [Field("a", 1, "a")], reads)


def test_a_field_has_texts() -> None:
    with pytest.raises(BadOption, match="field: 3, allowed: a text"):
        Field(3, 1, "a")
    with pytest.raises(BadOption, match="field 'a': meaning: None, allowed: a text"):
        Field("a", 1, None)


def test_rows_and_fields_may_be_tuples_and_whole_numbers_those_of_numpy() -> None:
    field = Field("a", np.int64(4), "a")
    made = FullEncoder("e", "m", ("now", "then"), (field,), np.int64(3))
    assert (field.high, made.shape, made.reads, made.rows) == (4, (2, 1), 3, ["now", "then"])


def test_sizes_that_do_not_belong_together_are_refused() -> None:
    class Shaped(Race):
        def __init__(self) -> None:
            super().__init__()
            self.shape = (2, 2)

    with pytest.raises(BadOption, match=r"shape \(2, 2\), size 1, 1 largest values, allowed"):
        register("race", Shaped)


@pytest.mark.parametrize(
    ("highs", "words"),
    [
        (None, "largest values None, allowed: a list of them"),
        (["3"], r"largest value: '3', allowed: a whole number 0\.\.255"),
        ([256], r"largest value: 256, allowed: a whole number 0\.\.255"),
    ],
)
def test_largest_values_that_are_none_are_refused(highs: Any, words: str) -> None:
    class High(Race):
        def highs(self) -> Any:
            return highs

    with pytest.raises(BadOption, match=f"encoder 'race': {words}"):
        register("race", High)


def test_an_encoder_that_writes_nothing_is_refused() -> None:
    with pytest.raises(BadOption, match="encoder 'nothing' has no method `write`"):
        register("nothing", lambda: PlainEncoder("nothing", "", ["now"], [Field("a", 1, "a")]))


@pytest.mark.parametrize("write", [5, None, "write"])
def test_a_method_that_is_none_is_refused(write: Any) -> None:
    made = type("Nothing", (Race,), {"write": write})
    with pytest.raises(BadOption, match="encoder 'race' has no method `write`"):
        register("race", made)
    assert "race" not in PLAIN


class Trace(PlainEncoder):
    """Another encoder than `Race`, under another name."""

    def __init__(self) -> None:
        super().__init__("trace", "nothing", ["own"], [Field("none", 1, "nothing")])

    def write(self, state: PlainState, seat: int, sheet: Sheet, at: int) -> None:
        pass


@pytest.mark.parametrize(
    ("later", "words"),
    [
        (lambda: None, "made by .*, allowed: what makes a PlainEncoder$"),
        (Deciding, "made by .*, allowed: what makes a PlainEncoder$"),
        (Trace, "calls itself 'trace', allowed: the same name"),
    ],
)
def test_what_is_made_later_is_looked_at_too(later: Callable[[], Any], words: str) -> None:
    makers = [Race, later]
    register("race", lambda: makers.pop(0)())
    with pytest.raises(BadOption, match=f"encoder 'race': {words}"):
        Schema(["race"])


def wide(kind: type[Any], size: int) -> type[Any]:
    """An encoder of so many numbers, of which it writes the last."""

    class Wide(kind):  # type: ignore[misc]
        def __init__(self) -> None:
            fields = [Field(f"number {k}", 4, "anything") for k in range(size)]
            super().__init__("wide", "anything", ["all"], fields)

        def write(self, state: Any, seat: int, sheet: Sheet, at: int) -> None:
            sheet.put(at + size - 1 - seat, 1)

    return Wide


@pytest.mark.parametrize(("kind", "rules"), [(PlainEncoder, "classic"), (FullEncoder, "ludicrous")])
def test_an_observation_holds_32767_numbers_and_not_more(kind: type[Any], rules: str) -> None:
    words = "32768 numbers in an observation, allowed: at most 32767"
    with pytest.raises(BadOption, match=f"encoders wide: {words}"):
        register("wide", wide(kind, 2**15))
    register("wide", wide(kind, 2**15 - 1))
    envs = ludo_env.make_vec(1, rules, layout=["wide"])
    for _ in range(30):
        assert np.flatnonzero(envs.observations[0]).tolist() == [2**15 - 2 - envs.deciders[0]]
        envs.step(envs.random_actions())
    with pytest.raises(BadOption, match=r"encoders wide, home: .* allowed: at most 32767"):
        ludo_env.make_vec(1, rules, layout=["wide", "home"])


class Slow(PlainEncoder):
    """Lets every other thread go on in the middle of what it writes."""

    def __init__(self) -> None:
        rows = ["all"]
        super().__init__("slow", "places", rows, [Field(f"{k}", 60, "place") for k in range(4)])

    def write(self, state: PlainState, seat: int, sheet: Sheet, at: int) -> None:
        for k in range(4):
            sheet.put(at + k, seat + 1)
            time.sleep(0.001)


def test_threads_may_share_a_schema() -> None:
    register("slow", Slow)
    schema, game = Schema(["slow"]), Game("classic", seed=1)
    with ThreadPoolExecutor(4) as threads:
        seen = threads.map(schema.encode, [game] * 40, [0, 1, 2, 3] * 10)
    assert [numbers.tolist() for numbers in seen] == [[k] * 4 for k in (1, 2, 3, 4)] * 10


def test_processes_must_be_able_to_import_what_makes_it() -> None:
    register("race", lambda: Race())
    with pytest.raises(BadOption, match=r"'race' is made by .*lambda.*a class of a module"):
        ludo_env.make_vec(4, layout=["race"], processes=2)


def test_an_encoder_of_this_project_need_not_be_imported() -> None:
    """In a process of its own: here others have imported it."""
    code = "from ludo_env.observation import Schema; print(Schema(['advice'], 'full').size)"
    assert int(subprocess.check_output([sys.executable, "-c", code])) > 100
