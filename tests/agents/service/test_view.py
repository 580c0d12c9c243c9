"""What a person sees of a game: everything that is open, and nothing that is not."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from agents.service.effects import effect_of, group_of
from agents.service.view import LOOKER_ON, QUESTIONS, Board, board_of, opening_board
from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.names import CARD_KINDS
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.rules.tables import CARDS, TANK_SPACES
from tests.ludicrous.full_games import choices
from tests.ludicrous.scenes import Scene


def played(rules: str, decisions: int, seed: int = 3, players: int = 3) -> Game:
    """A game after random decisions, with its events."""
    chance = Random(seed)
    game = Game(rules, players, seed=seed, log=True)
    for _ in range(decisions):
        if not game.over:
            game.apply(chance.choice(choices(game)))
    return game


def text(board: Board) -> str:
    """All that a board tells, but the picture."""
    return msgspec.json.encode(msgspec.structs.replace(board, svg="")).decode()


def test_the_decider_alone_is_told_its_options() -> None:
    game = played("ludicrous", 90)
    own = board_of(game, game.decider)
    assert [option.text for option in own.options] == game.legal_names()
    assert "data-actions" in own.svg
    for seat in (LOOKER_ON, *(seat for seat in game.seats if seat != game.decider)):
        other = board_of(game, seat)
        assert other.options == [] and "data-actions" not in other.svg
    assert board_of(game, game.decider, asked=False).options == []


def test_every_option_says_what_it_is_about() -> None:
    s = Scene("action", yellow={"pieces": [{"r": 32}]}, blue={"pieces": [{"r": 20}]})
    options = {option.text: option for option in board_of(Game.of(s.state), 0).options}
    shot = options["ranged attack 1"]
    assert shot.group == "Attack" and shot.words == "yellow 1 on red 6"
    assert shot.effect == "musket: range 7, d10 damage, 3 shots left"
    assert shot.pieces == [0]
    assert [(odds.colour, odds.reason) for odds in shot.odds] == [("yellow", "attack")]
    assert 0 < shot.odds[0].chance < 1


def test_moves_say_where_they_lead() -> None:
    game = Game("classic", 2, seed=1, log=True)
    while len(game.legal()) < 2:
        game.apply(game.legal()[0])
    board = board_of(game, game.decider)
    assert board.heading == f"{COLOURS[game.decider].capitalize()} rolled 6: which piece moves?"
    assert all(len(option.spaces) == 1 and option.words for option in board.options)
    assert {option.group for option in board.options} == {"Moves"}
    assert all(option.odds == [] for option in board.options)


@pytest.mark.parametrize("seat", [LOOKER_ON, 0, 1, 2])
def test_hands_of_others_are_counts_and_their_secret_dice_are_hidden(seat: int) -> None:
    game = played("ludicrous", 400)
    board = board_of(game, seat, game.events)
    state = game.full
    for sheet in board.sheets:
        party = COLOURS.index(sheet.colour)
        size = state.hand_size(party)
        if party != seat or size == 0:
            assert sheet.hand == [f"{size} card{'s' * (size != 1)}"]
    drawn = [line for line in board.lines if line.kind == "draws"]
    names = [card for card in CARDS for line in drawn if f"draws {card}" in line.words]
    if seat == LOOKER_ON:
        assert names == []
    for die in board.dice:
        own = die.colour is not None and COLOURS.index(die.colour) == seat
        assert die.value is not None or not own
    secret = [event for event in game.events if "secret_value" in event.data]
    hidden = [die for die in board.dice if die.value is None]
    assert len(hidden) == sum(event.seat != seat for event in secret) > 0


def test_who_looks_on_sees_the_same_whatever_the_hands() -> None:
    game = played("ludicrous", 300, seed=8)
    other = game.copy()
    for party in other.seats:
        first = party * CARD_KINDS
        hand = [int(n) for n in other.full.hand[first : first + CARD_KINDS]]
        for card, count in enumerate(reversed(hand)):
            other.full.hand[first + card] = count
    assert text(board_of(game, LOOKER_ON)) == text(board_of(other, LOOKER_ON))


def test_who_may_know_everything_is_told_all_hands() -> None:
    game = played("ludicrous", 300)
    told = [sheet.hand for sheet in board_of(game, None).sheets]
    assert any("cards: " in words for hand in told for words in hand)


def test_every_kind_of_decision_has_its_question() -> None:
    assert set(DECISIONS) < set(QUESTIONS)


def test_every_action_has_a_group_and_an_effect_with_the_numbers_of_the_rules() -> None:
    game = Game("ludicrous:stone_range=5,hp=30", 4, seed=1)
    for action in range(game.state.actions):
        effect = effect_of(game, action)
        assert group_of(game, action)
        assert "{" not in effect
    stone = game.catalogue.number("stone 1")
    assert stone is not None and effect_of(game, stone).startswith("up to 5 spaces ahead")


def test_world_and_sheets() -> None:
    s = Scene("action", world={"weather": 3}, blue={"hp": 3, "pieces": [{"r": 4, "prone": 1}]})
    board = board_of(Game.of(s.state), 0)
    assert board.sky is not None
    assert (board.sky.night, board.sky.weather) == (False, "storm")
    blue = next(sheet for sheet in board.sheets if sheet.colour == "blue")
    assert (blue.hp, blue.most_hp, blue.yard) == (3, 12, 3)
    assert "wounded" in blue.conditions and blue.pieces == ["1 prone"]


def test_the_end_is_told_with_all_places() -> None:
    game = played("classic", 5000, players=2)
    board = board_of(game, LOOKER_ON, game.events)
    assert board.over and board.decider is None and board.options == []
    first = min(game.places, key=lambda colour: game.places[colour])
    assert board.heading.startswith(f"The game is over: 1. {first}, 2. ")
    assert len(board.lines) <= 400


@pytest.mark.parametrize("rules", ["classic", "ludicrous"])
def test_before_the_set_up_nobody_decides(rules: str) -> None:
    board = opening_board(rules, 3)
    assert board.decider is None and board.options == [] and board.heading == "Who begins?"
    assert board.seats == ["yellow", "blue", "red"]


def test_a_board_tells_what_the_rules_allow_people() -> None:
    told = {
        rules: (board.casual, board.off_table)
        for rules in ("classic", "ludicrous", "ludicrous-tabletop", "ludicrous:tournament=true")
        for board in [opening_board(rules, 2)]
    }
    assert told == {
        "classic": (True, 0),
        "ludicrous": (True, 0),
        "ludicrous-tabletop": (False, 5),
        "ludicrous:tournament=true": (False, 0),
    }


def test_every_tank_space_has_a_sentence_of_its_own() -> None:
    game = Game("ludicrous", 2, seed=1)
    numbers = [game.catalogue.number(f"tank to {space}") for space in TANK_SPACES]
    assert len({effect_of(game, number) for number in numbers if number is not None}) == 3
