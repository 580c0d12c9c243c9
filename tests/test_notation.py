"""The texts of a game: they keep it exactly, and refuse what is no game by name and column."""

from __future__ import annotations

import copy
import json
import pickle
import re
import string
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludo_env.engine.game import Game
from ludo_env.errors import BadOption, BadState
from ludo_env.notation import from_json, from_text, key, to_json, to_text
from ludo_env.rules import PRESETS
from tests.random_games import SEEDS, games, play
from tests.support import everything

FIELDS = (
    "ludo1",
    "classic",
    "Yyr0r44hx1",
    "Ryyyr3x0",
    "startY",
    "turnY",
    "die5",
    "sixes0",
    "round9",
    "turns17",
    "decisions9",
    "rolls21",
    "ask",
    "dice000000010000000200000003000000ff",
)
TOKEN = "_".join(FIELDS)
"""Two players, the ninth round, yellow to move with a 5."""

Way = Callable[[Game], Game]
WAYS: dict[str, Way] = {
    "text": lambda game: from_text(to_text(game)),
    "json": lambda game: from_json(to_json(game)),
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


def state_of(game: Game) -> object:
    """All of a game but its log, and but the stack of procedures, of no account at the end."""
    parts = everything(game)
    hidden = ("log", "stack") if game.over else ("log",)
    return {name: part for name, part in parts.items() if name not in hidden}


def goes_on_like(game: Game, other: Game, seed: int) -> None:
    """Play both to the end, or for long, with the same choices, and compare all that happens."""
    first, second = game.copy(), other.copy()
    for one in (first, second):
        one.listen()
        play(one, 150, seed)
    assert first.events == second.events
    assert state_of(first) == state_of(second)


# -- what is written is read -----------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@given(game=games(), seed=SEEDS)
def test_every_way_keeps_the_game_exactly(way: str, game: Game, seed: int) -> None:
    read = WAYS[way](game)
    assert read is not game and read.state is not game.plain
    assert read.rules == game.rules
    assert state_of(read) == state_of(game)
    goes_on_like(game, read, seed)


@given(game=games())
def test_text_and_json_are_written_in_one_way_only(game: Game) -> None:
    text, line = to_text(game), to_json(game)
    assert to_text(from_text(text)) == text == to_text(from_json(line))
    assert to_json(from_json(line)) == line == to_json(from_text(text))
    assert json.dumps(json.loads(line), sort_keys=True, separators=(",", ":")) == line
    assert text.split() == [text]
    assert set(text) <= set(string.ascii_letters + string.digits + "_-:=,+")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_makes_a_token_of_letters_digits_and_underscores(preset: str) -> None:
    assert to_text(Game(preset, seed=1)).replace("_", "").isalnum()


@given(game=games(), seed=SEEDS)
def test_without_the_dice_they_begin_anew(game: Game, seed: int) -> None:
    for text, read in (
        (to_text(game, dice=False), from_text),
        (to_json(game, dice=False), from_json),
    ):
        assert "dice" not in text
        one, two, fresh = read(text, seed=seed), read(text, seed=seed), read(text)
        assert one.seed == seed
        goes_on_like(one, two, seed)
        assert to_json(fresh, dice=False) == to_json(game, dice=False)
        assert to_text(fresh) != to_text(read(text))


def test_a_seed_replaces_the_dice_of_the_text() -> None:
    bare = "_".join(FIELDS[:-1])
    assert to_text(from_text(TOKEN, seed=3)) == to_text(from_text(bare, seed=3)) != TOKEN
    with pytest.raises(BadOption, match="seed"):
        from_text(TOKEN, seed=-1)


def test_the_text_says_what_the_game_is() -> None:
    game = from_text(TOKEN)
    assert game.rules.text == "classic" and game.seats == (0, 2)
    assert [game.place(0, piece) for piece in range(4)] == [-1, 0, 44, 56]
    assert [game.place(2, piece) for piece in range(4)] == [-1, -1, -1, 3]
    assert game.decider == 0 and game.die == 5 and not game.over and not game.auto_pass
    assert game.legal_names() == ["move 2", "move 3"]
    assert (game.plain.rounds, game.plain.turns, game.plain.decisions) == (9, 17, 9)
    assert (game.plain.dice.rolls, game.plain.dice.n, game.plain.captured[0]) == (21, 255, 1)
    assert to_text(game) == TOKEN


def test_case_and_spaces_around_fields_do_not_matter() -> None:
    spaced = "  " + " _\n ".join(FIELDS) + "\t"
    for text in (TOKEN.upper(), TOKEN.lower(), spaced, TOKEN.replace("r3x", "r03x")):
        assert to_text(from_text(text)) == TOKEN
    swapped = "_".join((*FIELDS[:2], FIELDS[3], FIELDS[2], *FIELDS[4:]))
    assert to_text(from_text(swapped)) == TOKEN


def test_changed_options_are_part_of_the_text() -> None:
    game = Game("modern:enter_on=1+6,play_on=true", seed=1)
    text = to_text(game)
    assert text.split("_")[1] == "modern:enter-on=1+6,play-on=true"
    assert from_text(text).rules == game.rules


@given(game=games(log=True))
def test_pickle_and_deepcopy_keep_the_log_and_the_seed(game: Game) -> None:
    for way in (WAYS["pickle"], WAYS["deepcopy"], WAYS["copy"]):
        read = way(game)
        assert read.events == game.events and read.seed == game.seed
        play(read, 1, 0)
        assert len(game.events) <= len(read.events)
        play(game, 1, 0)
        assert read.events == game.events


def test_a_silent_game_stays_silent_when_it_is_copied() -> None:
    game = Game(seed=1, log=True)
    game.listen(False)
    for way in (WAYS["pickle"], WAYS["deepcopy"]):
        read = way(game)
        play(read, 5, 0)
        assert read.events == game.events != []


def test_an_afterstate_is_pickled_but_has_no_text() -> None:
    game = Game(seed=1)
    after = game.afterstate(game.legal()[0])
    for way in (WAYS["pickle"], WAYS["deepcopy"]):
        read = way(after)
        assert everything(read) == everything(after)
        read.state.run()
        play(game, 0, 0)
        other = game.copy()
        other.apply(game.legal()[0])
        assert state_of(read) == state_of(other)
    for write in (to_text, to_json, key):
        with pytest.raises(BadState, match="afterstate"):
            write(after)


# -- keys ------------------------------------------------------------------------------------


@given(game=games(), seed=SEEDS)
def test_the_key_is_of_the_position_not_of_the_dice(game: Game, seed: int) -> None:
    text = to_text(game, dice=False)
    assert key(game) == key(from_text(text, seed=seed)) == key(game.copy())
    assert len(key(game)) == 16 and set(key(game)) <= set(string.hexdigits.lower())


def test_games_have_different_keys_all_along() -> None:
    game, keys = Game(seed=4, auto_pass=False), set()
    while not game.over:
        keys.add(key(game))
        play(game, 1, 0)
    assert len(keys) == game.plain.decisions


def test_the_key_of_a_position_never_changes() -> None:
    """Records and other programs keep keys: a new one needs a new version of the format."""
    assert key(from_text(TOKEN)) == "4a934684501ca3f8"


def test_the_page_tells_texts_of_one_game() -> None:
    page = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
    text, _, line, told_key, *_ = re.findall(r"```\w+\n(.*?)\n```", page, re.DOTALL)
    game = from_text(text)
    assert (to_text(game), to_json(game), key(game)) == (text, line, told_key)
    crowded = text.replace("modern", "classic").replace("Ryyr26r19", "Rr7r7r7r19")
    for bad in (text.replace("die6", "die7"), crowded):
        with pytest.raises(BadState) as caught:
            from_text(bad)
        assert str(caught.value) in page.splitlines()


# -- what is no game -------------------------------------------------------------------------

RULES, YELLOW, RED, START, TURN, DIE, SIXES, ROUND, TURNS, DECISIONS, ROLLS, PASS, DICE = range(
    1, 14
)


def token(changes: dict[int, str], fields: tuple[str, ...] = FIELDS) -> str:
    """The example with some fields replaced, or left out where they are empty."""
    changed = [changes.get(index, field) for index, field in enumerate(fields)]
    return "_".join(field for field in changed if field)


def column(text: str, part: str) -> int:
    """The column, from 1, at which a part of a text begins."""
    return text.index(part) + 1


WRITTEN_WRONG: list[tuple[str, str, int, str]] = [
    ("", "format", 1, "ludo1"),
    ("chess", "format", 1, "ludo1"),
    (token({0: "ludo2"}), "format", 5, "version '2', allowed: 1"),
    (token({0: "ludo"}), "format", 5, "version '', allowed: 1"),
    ("ludo1", "rules", 6, "missing, allowed: a rule set"),
    (token({RULES: "whist"}), "rules", 7, "unknown rule set 'whist', allowed: classic, modern"),
    (token({RULES: "classic:stack=9"}), "rules", 7, "stack: 9 is outside 0..4"),
    (token({RULES: "classic:luck=1"}), "rules", 7, "unknown rule 'luck', allowed: enter_on"),
    ("ludo1_classic", "parties", 14, "missing, allowed: a field for each party"),
    (token({YELLOW: "", RED: ""}), "parties", 15, "'starty', allowed: a field for each party"),
    (token({RED: "Yyyyyx0"}), "parties", 26, "yellow twice, allowed: each party once"),
    (token({YELLOW: "Yyr0r4"}), "yellow", 21, "allowed: pieces y, h or r0..r55, then x"),
    (token({YELLOW: "Yyr0qr4x0"}), "yellow", 19, "'qr4x0' after 'yyr0'"),
    (token({YELLOW: "Yyr0r44hx"}), "yellow", 24, "'' after 'yyr0r44hx'"),
    (token({YELLOW: "Yyr0r44hx1p5"}), "yellow", 26, "'5' after 'yyr0r44hx1p'"),
    (token({START: ""}), "starter", 35, "'turny', allowed: start, and a letter of Y, B, R, G"),
    (token({START: "startQ"}), "starter", 35, "'startq', allowed: start, and a letter"),
    (token({TURN: "winsY"}), "turn", 42, "allowed: turn or over or cut, and a letter"),
    (token({DIE: "die"}), "die", 48, "'die', allowed: die and a number"),
    (token({DIE: "die-5"}), "die", 48, "'die-5', allowed: die and a number"),
    (token({DIE: "dye5"}), "die", 48, "'dye5', allowed: die and a number"),
    (token({ROUND: "round" + "9" * 17}), "round", 60, "a number of up to 16 digits"),
    (token({PASS: "maybe"}), "auto_pass", 94, "'maybe', allowed: auto or ask"),
    (token({DICE: "dice12"}), "dice", 98, "allowed: dice and 32 hexadecimal digits, or nothing"),
    (TOKEN + "_more", "end", 135, "'more', allowed: nothing more"),
    (TOKEN + "_", "end", 135, "'', allowed: nothing more"),
    (TOKEN.replace("die", "d\u00efe"), "text", 49, "'\u00ef', allowed: ASCII letters"),
    ("  " + token({DIE: "dye5"}), "die", 50, "'dye5', allowed: die and a number"),
]


@pytest.mark.parametrize(("text", "field", "col", "problem"), WRITTEN_WRONG)
def test_what_is_written_wrong_is_named_with_its_column(
    text: str, field: str, col: int, problem: str
) -> None:
    with pytest.raises(BadState) as caught:
        from_text(text)
    assert str(caught.value).startswith(f"{field} (column {col}): ")
    assert problem in str(caught.value)


@pytest.mark.parametrize("length", range(len(TOKEN)))
def test_every_beginning_of_a_text_is_refused_where_it_ends(length: int) -> None:
    text = TOKEN[:length]
    if text.endswith("_ask"):
        return  # the dice may be left out
    with pytest.raises(BadState, match=r"^\w+ \(column \d+\): .*allowed: "):
        from_text(text)


FOUR = (
    *(*FIELDS[:2], "Yyyyr7x0", "Byyyyx0", "Ryyyyx0", "Gyyyyx0", *FIELDS[4:9]),
    *("turns33", "decisions9", "rolls40", "ask"),
)
TEAMS = (FIELDS[0], "classic:teams=true", *FOUR[2:])
PLAY_ON = (FIELDS[0], "classic:play-on=true", *FOUR[2:])
OVER = (*FIELDS[:2], "Yhhhhx0p1", "Ryyyyx0p2", "startY", "overY", *FIELDS[6:-1])
CUT = (
    *(FIELDS[0], "classic:max-rounds=9", "Yyyyhx0p1", "Ryyyyx0p2", "startY", "cutR"),
    *(*FIELDS[6:9], "turns18", *FIELDS[10:-1]),
)
WON = (
    *(*PLAY_ON[:2], "Yhhhhx0p1", "Byyyyx0p4", "Rhhhhx0p3", "Ghhhhx0p2"),
    *("startY", "overR", *FOUR[8:]),
)

NO_GAME: list[tuple[str, str, str, str]] = [
    # The parties and their pieces.
    (token({RED: ""}), "parties", "Yyr0", "yellow, allowed: yellow, red or yellow, blue, red or"),
    (token({RED: "Byyyyx0"}), "parties", "Yyr0", "yellow, blue, allowed: yellow, red or"),
    (token({RULES: TEAMS[1]}), "parties", "Yyr0", "allowed: yellow, blue, red, green"),
    (token({YELLOW: "Yyyyyyx0"}), "yellow pieces", "yyyyyx0", "5, allowed: 4"),
    (token({YELLOW: "Yyyyx0"}), "yellow pieces", "yyyx0", "3, allowed: 4"),
    (token({RULES: "classic:pieces=3"}), "yellow pieces", "yr0", "4, allowed: 3"),
    (token({YELLOW: "Yyr57yyx0"}), "yellow piece 2", "r57", "r = 57: there is no such space"),
    (token({YELLOW: "Yyr99yyx0"}), "yellow piece 2", "r99", "allowed: -1..56"),
    (token({RULES: "danish", YELLOW: "Yyr57yyx0"}), "yellow piece 2", "r57", "no such space"),
    (token({RULES: "danish", YELLOW: "Yyr5yyx0"}), "yellow piece 2", "r5y", "no piece can stand"),
    (token({RULES: "lke", YELLOW: "Yyr50yyx0"}), "yellow piece 2", "r50", "no piece can stand"),
    # The spaces.
    (token({YELLOW: "Yr7r7r7yx0"}), "yellow piece 3", "r7yx", "3 on yellow 7, allowed: up to 2"),
    (token({YELLOW: "Yr52r52r52yx0"}), "yellow piece 3", "r52yx", "3 on yellow home area 2"),
    (
        token({YELLOW: "Yr29yyyx0"}),
        "yellow piece 1",
        "r29",
        "yellow, red on red 3, allowed: a space",
    ),
    (token({2: "Yr13yyyx0", 4: "Rr39yyyx0"}, TEAMS), "yellow piece 1", "r13", "yellow, red on"),
    (
        token({1: TEAMS[1] + ",safe=stars", 3: "Br8yyyx0", 5: "Gr34yyyx0"}, TEAMS),
        "blue piece 1",
        "r8y",
        "blue, green on blue star, allowed: a space that they can share",
    ),
    # Captures.
    (
        token({RULES: "classic:capture-before-home=true", YELLOW: "Yyr52yyx0"}),
        "yellow captured",
        "0_R",
        "0, allowed: from 1, with a piece beyond the ring",
    ),
    # Turn and counts.
    (token({START: "startB"}), "starter", "startB", "blue, allowed: yellow, red"),
    (token({RULES: "lke", START: "startR"}), "starter", "startR", "red, allowed: yellow"),
    (token({TURN: "turnG"}), "turn", "turnG", "green, allowed: yellow, red"),
    (token({DIE: "die7"}), "die", "die7", "7, allowed: 1..6"),
    (token({DIE: "die0"}), "die", "die0", "0, allowed: 1..6"),
    (token({DIE: "die6"}), "sixes", "sixes0", "0, allowed: 1..2"),
    (token({SIXES: "sixes1"}), "sixes", "sixes1", "1, allowed: 0"),
    (token({DIE: "die6", SIXES: "sixes3"}), "sixes", "sixes3", "3, allowed: 1..2"),
    (token({1: "danish", DIE: "die6", SIXES: "sixes2"}), "sixes", "sixes2", "2, allowed: 1"),
    (token({ROUND: "round0"}), "round", "round0", "0, allowed: 1..500"),
    (token({ROUND: "round501"}), "round", "round501", "501, allowed: 1..500"),
    (token({TURNS: "turns18", ROLLS: "rolls99"}), "turns", "turns18", "18, allowed: 17"),
    (token({TURN: "turnR"}), "turns", "turns17", "17, allowed: 18"),
    (token({DECISIONS: "decisions19"}), "decisions", "decisions19", "19, allowed: 0..18"),
    (token({ROLLS: "rolls18"}), "rolls", "rolls18", "18, allowed: from 19"),
    # The choice.
    (token({YELLOW: "Yyyyyx0"}), "die", "die5", "yellow has 0 moves with it, allowed: a roll that"),
    (token({YELLOW: "Yyyyr7x0", PASS: "auto"}), "auto_pass", "auto", "yellow has one move"),
    # Places and the end.
    (token({YELLOW: "Yyyyr7x0p1"}), "yellow place", "1_R", "1, allowed: none yet"),
    (token({RED: "Rhhhhx0"}), "status", "turnY", "red home, allowed: up to 0 till the end"),
    (token({TURN: "overY"}), "status", "overY", "over, none home, allowed: yellow"),
    (token({2: "Yyyyhx0p1"}, OVER), "status", "overY", "over, none home, allowed: yellow"),
    (token({2: "Yhhhhx0"}, OVER), "yellow place", "Yhhhhx0", "0, allowed: 1"),
    (token({3: "Ryyyyx0"}, OVER), "red place", "Ryyyyx0", "0, allowed: 2"),
    (token({3: "Ryyyyx0p3"}, OVER), "red place", "3_start", "3, allowed: 2"),
    (token({3: "Rhhhhx0p2"}, OVER), "status", "overY", "yellow, red home, allowed: yellow"),
    (token({3: "Ryyyyx0p1"}, CUT), "red place", "1_start", "1, allowed: 2"),
    (token({1: "classic"}, CUT), "round", "round9", "9, allowed: 500 in a truncated game"),
    (token({5: "cutY", 9: "turns17"}, CUT), "turn", "cutY", "yellow, allowed: the last party"),
    (token({3: "Bhhhhx0"}, PLAY_ON), "blue place", "Bhhhhx0", "0, allowed: 1..1, each once"),
    (token({3: "Bhhhhx0p2"}, PLAY_ON), "blue place", "2_R", "2, allowed: 1..1, each once"),
    (token({4: "Ryyyyx0p1"}, PLAY_ON), "red place", "1_G", "1, allowed: none yet"),
    (token({5: "Ghhhhx0p3"}, WON), "red place", "3_G", "3, allowed: 1..3, each once"),
    (token({3: "Byyyyx0p3"}, WON), "blue place", "3_R", "3, allowed: 4"),
    (token({7: "overB", 11: "turns34"}, WON), "turn", "overB", "blue, allowed: yellow, red, green"),
    (token({7: "overG"}, WON), "green place", "2_start", "2, allowed: 3"),
]


@pytest.mark.parametrize(("text", "field", "part", "problem"), NO_GAME)
def test_a_position_that_cannot_be_is_refused(
    text: str, field: str, part: str, problem: str
) -> None:
    with pytest.raises(BadState) as caught:
        from_text(text)
    assert str(caught.value).startswith(f"{field} (column {column(text, part)}): ")
    assert problem in str(caught.value)


@pytest.mark.parametrize("fields", [FIELDS, FOUR, TEAMS, PLAY_ON, OVER, CUT, WON])
def test_the_positions_from_which_those_were_made_are_games(fields: tuple[str, ...]) -> None:
    assert to_text(from_text("_".join(fields)), dice=fields is FIELDS) == "_".join(fields)


@pytest.mark.parametrize("text", [None, 7, b"ludo1"])
def test_only_a_str_is_a_text(text: object) -> None:
    for read in (from_text, from_json):
        with pytest.raises(BadState, match="is a str"):
            read(text)  # type: ignore[arg-type]  # that is the point


LINE = json.loads(to_json(from_text(TOKEN)))

NO_STATE: list[tuple[dict[str, object], str]] = [
    ({"format": "chess"}, "format: 'chess', allowed: ludo"),
    ({"version": 2}, "version: 2, allowed: 1"),
    ({"version": "1"}, "version: '1', allowed: a whole number"),
    ({"rules": "whist"}, "rules: unknown rule set 'whist'"),
    ({"rules": 5}, "rules: 5, allowed: a text"),
    ({"die": 7}, "die: 7, allowed: 1..6"),
    ({"die": 5.0}, "die: 5.0, allowed: a whole number"),
    ({"die": True}, "die: true, allowed: a whole number"),
    ({"round": -1}, "round: -1, allowed: a whole number 0.."),
    ({"rolls": 2**53}, "rolls: 9007199254740992, allowed: a whole number"),
    ({"auto_pass": 1}, "auto_pass: 1, allowed: true or false"),
    ({"status": "lost"}, "status: 'lost', allowed: decision or over or truncated"),
    ({"turn": "purple"}, "turn: 'purple', allowed: yellow or blue or red or green"),
    ({"dice": [1, 2, 3]}, "dice: 3 numbers, allowed: 4"),
    ({"dice": [1, 2, 3, 2**32]}, "dice[3]: 4294967296, allowed: a whole number 0..4294967295"),
    ({"dice": "none"}, "dice: 'none', allowed: a list"),
    ({"weather": 1}, "weather: unknown, allowed: auto_pass, decisions"),
    ({"parties": []}, "parties: [], allowed: a JSON object"),
    ({"parties": {}}, "parties: none, allowed: yellow, red"),
    ({"parties": {"pink": {}}}, "parties.pink: unknown, allowed: blue, green, red, yellow"),
    ({"parties": {"red": {"pieces": [0]}}}, "parties.red.captured: missing"),
    (
        {"parties": {"red": {"pieces": [57], "captured": 0, "place": 0}}},
        "parties.red.pieces[0]: 57, allowed: a whole number -1..56",
    ),
]


@pytest.mark.parametrize(("changes", "problem"), NO_STATE)
def test_json_that_is_no_game_is_refused_by_field(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(BadState) as caught:
        from_json(json.dumps({**LINE, **changes}))
    assert str(caught.value).startswith(problem)


@pytest.mark.parametrize("field", sorted(set(LINE) - {"dice"}))
def test_json_with_a_field_missing_is_refused(field: str) -> None:
    with pytest.raises(BadState, match=f"^{field}: missing$"):
        from_json(json.dumps({name: value for name, value in LINE.items() if name != field}))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no JSON at column 1"),
        ('{"die": 5', "no JSON at column 10"),
        ("[1, 2]", "[1, 2], allowed: a JSON object"),
        ("[" * 100_000, "no JSON that can be read"),
        ('{"die": ' + "9" * 5000 + "}", "no JSON that can be read"),
        ('{"die": NaN}', "NaN is no number"),
        ('{"die": 1, "die": 2}', "told twice"),
    ],
)
def test_what_is_no_json_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadState) as caught:
        from_json(text)
    assert problem in str(caught.value)


# -- mutated texts ---------------------------------------------------------------------------

CHARACTERS = "ybrghxp_-:=,+ 0123456789abcdefnostu" + 'Y{}[]".\u00e9\u0660'


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """A text after a few edits of one character each, or cut off."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        new = draw(st.sampled_from(["", *CHARACTERS]))
        kept = draw(st.sampled_from([at, at + 1, at + 1, at + 1, len(text)]))
        text = text[:at] + new + text[kept:]
    return text


@given(data=st.data())
@settings(max_examples=300)
def test_a_mutated_text_is_a_game_or_refused(data: st.DataObject) -> None:
    game = data.draw(games())
    for write, read in ((to_text, from_text), (to_json, from_json)):
        text = data.draw(mutated(write(game)))
        try:
            other = read(text, seed=1)
        except BadState:
            continue
        again = read(write(other))
        assert write(again) == write(other)
        assert state_of(again) == state_of(other)
        play(other, 5, 0)
