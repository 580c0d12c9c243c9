"""Teams, places, the cut by rounds, and what each party earns."""

from typing import Any

import pytest

from ludo_env.board import COLOURS, HOME, YARD, relative
from ludo_env.engine.game import Game
from ludo_env.errors import BadRules
from ludo_env.rules import RuleSet
from tests.support import at, decider, dice, kinds, scene

ONE_LEFT = [55, HOME, HOME, HOME]
DONE = [HOME] * 4
TEAMS = "classic:teams=true"
RIVALS = "classic:teams=true,team_play=rivals"


def on(party: int, space: int, pieces: int = 1) -> list[int]:
    """The r of a party's pieces on a ring space."""
    return [relative(party, space)] * pieces


# -- teams -----------------------------------------------------------------------------------


@pytest.mark.rule("E-teams")
@pytest.mark.parametrize("players", [2, 3])
def test_teams_need_four_players(players: int) -> None:
    with pytest.raises(BadRules, match=r"players: .*teams.*allowed: 4"):
        Game(TEAMS, players)


@pytest.mark.rule("E-teams")
def test_teams_do_not_play_on() -> None:
    with pytest.raises(BadRules, match="play_on"):
        RuleSet.parse("classic:teams=true,play_on=true")


@pytest.mark.rule("E-teams")
@pytest.mark.parametrize(
    ("rules", "pieces", "legal"),
    [
        (TEAMS, 1, [1]),
        (TEAMS, 2, [1]),
        ("modern:teams=true", 1, [1]),
        ("classic:teams=true,blocks=off,stack=0", 3, [1]),
    ],
)
def test_team_mates_never_share_a_space(rules: str, pieces: int, legal: list[int]) -> None:
    game = scene(rules, roll=[4], yellow=[10, 30], red=on(2, 14, pieces))
    assert game.legal() == legal


@pytest.mark.rule("E-teams")
@pytest.mark.parametrize("seat", range(4))
def test_who_sits_opposite_is_the_team_mate(seat: int) -> None:
    parties: dict[str, Any] = {COLOURS[seat]: [10, 30], COLOURS[(seat + 2) % 4]: [relative(2, 14)]}
    game = scene(TEAMS, roll=[4], turn=COLOURS[seat], **parties)
    assert game.legal() == [1]


@pytest.mark.rule("E-teams")
@pytest.mark.parametrize("rules", ["modern:teams=true", TEAMS])
@pytest.mark.parametrize("space", [21, 26])
def test_they_do_not_share_a_safe_space_either(rules: str, space: int) -> None:
    game = scene(rules, roll=[4], yellow=[space - 4, 30], red=on(2, space))
    assert game.legal() == [1]


@pytest.mark.rule("E-teams")
@pytest.mark.rule("L-bonus")
def test_a_mate_on_the_start_keeps_pieces_in_the_yard() -> None:
    game = scene(TEAMS, roll=[6], yellow=[10], red=on(2, 0))
    assert game.legal() == [0]
    with dice(game, 1):
        game.apply(0)
    assert decider(game) == "yellow"


@pytest.mark.rule("E-teams")
@pytest.mark.parametrize(("mate", "legal"), [("red", [0, 1]), ("blue", [1])])
def test_mates_pass_each_others_blocks(mate: str, legal: list[int]) -> None:
    red, blue = (on(2, 12, 2), ()) if mate == "red" else ((), on(1, 40, 2))
    start = 10 if mate == "red" else 38
    game = scene(f"{TEAMS},blocks=bar", roll=[4], yellow=[start, 30], red=red, blue=blue)
    assert game.legal() == legal


@pytest.mark.rule("E-teams")
def test_enemies_capture_both_of_a_team() -> None:
    blue = [*on(1, 20), *on(1, 30)]
    game = scene(TEAMS, roll=[4], turn="blue", yellow=[24], blue=blue, red=on(2, 34))
    assert at(game.afterstate(0), "yellow") == [YARD] * 4
    assert at(game.afterstate(1), "red") == [YARD] * 4


@pytest.mark.rule("E-teams")
def test_a_team_wins_when_all_its_pieces_are_home() -> None:
    game = scene(TEAMS, roll=[1], yellow=ONE_LEFT, red=DONE, blue=ONE_LEFT)
    with dice(game):
        game.apply(0)
    assert game.over
    assert game.places == {"yellow": 1, "red": 1, "blue": 2, "green": 2}
    assert game.rewards == {"yellow": 1, "red": 1, "blue": -1, "green": -1}


@pytest.mark.rule("E-places")
def test_empty_seats_earn_nothing() -> None:
    game = scene(roll=[1], players=2, yellow=ONE_LEFT, red=[10])
    with dice(game):
        game.apply(0)
    assert game.over
    assert [game.plain.reward(seat) for seat in range(4)] == [1.0, 0.0, -1.0, 0.0]


@pytest.mark.rule("E-teams")
@pytest.mark.rule("L-clockwise")
def test_a_finished_players_turns_are_skipped() -> None:
    game = scene(TEAMS, roll=[1], yellow=ONE_LEFT, red=[10], green=[10])
    with dice(game, 1, 1, 1, 1, 6):
        game.apply(0)  # yellow is done; blue cannot use its 1
        assert not game.over
        assert game.places == {}
        assert decider(game) == "red"
        game.apply(0)
        assert decider(game) == "green"
        game.apply(0)  # blue again, which cannot use its 1
    assert decider(game) == "red"


@pytest.mark.rule("O-team-play")
def test_rivals_capture_their_mates() -> None:
    game = scene(RIVALS, roll=[4], yellow=[10], red=on(2, 14))
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == 14
    assert at(after, "red") == [YARD] * 4


@pytest.mark.rule("O-team-play")
def test_a_rivals_block_is_a_block() -> None:
    game = scene(RIVALS, roll=[4], yellow=[10], red=on(2, 14, 2))
    assert at(game.afterstate(0), "yellow") == [YARD] * 4


@pytest.mark.rule("O-team-play")
@pytest.mark.parametrize("rules", [RIVALS, "danish:teams=true"])
def test_the_first_rival_home_wins_for_its_side(rules: str) -> None:
    game = scene(rules, roll=[1], turn="blue", blue=ONE_LEFT)
    with dice(game):
        game.apply(0)
    assert game.places == {"yellow": 2, "blue": 1, "red": 2, "green": 1}
    assert game.rewards == {"yellow": -1, "blue": 1, "red": -1, "green": 1}


# -- places ----------------------------------------------------------------------------------


@pytest.mark.rule("E-win")
@pytest.mark.parametrize(
    ("players", "rewards"),
    [(2, {"yellow": 1, "red": -1}), (3, {"yellow": 1, "blue": -0.5, "red": -0.5})],
)
def test_all_but_the_winner_share_the_second_place(players: int, rewards: dict[str, float]) -> None:
    game = scene(roll=[1], players=players, yellow=ONE_LEFT)
    with dice(game):
        game.apply(0)
    assert game.places == {colour: 1 if colour == "yellow" else 2 for colour in rewards}
    assert game.rewards == rewards


@pytest.mark.rule("E-win")
def test_nobody_has_earned_anything_before_the_end() -> None:
    game = scene("classic:play_on=true", roll=[1], yellow=ONE_LEFT)
    with dice(game, 6):
        game.apply(0)
    assert game.places == {"yellow": 1}
    assert game.rewards == dict.fromkeys(COLOURS, 0)


@pytest.mark.rule("E-places")
def test_a_game_is_cut_off_after_its_last_round() -> None:
    rules = "classic:max_rounds=2"
    game = scene(rules, roll=[1], rounds=1, turn="green", green=[10])
    with dice(game, 1, 1, 1, 1):
        game.apply(0)  # round 2: yellow, blue and red cannot use their 1
        assert decider(game) == "green"
        assert game.state.rounds == 2
    game.apply(0)
    assert game.over
    assert game.truncated
    assert game.state.rounds == 2
    assert game.legal() == []


@pytest.mark.rule("E-places")
def test_the_last_round_ends_before_the_starters_next_turn() -> None:
    rules = "classic:max_rounds=1"
    game = scene(rules, roll=[1], turn="green", starter="blue", green=[10])
    with dice(game, 1):
        game.apply(0)  # yellow's turn is the last of the round, and it cannot use its 1
    assert game.truncated


@pytest.mark.rule("E-places")
@pytest.mark.rule("L-bonus")
def test_bonus_rolls_belong_to_the_last_turn() -> None:
    rules = "classic:max_rounds=1"
    game = scene(rules, roll=[6], turn="green", green=[10, 20, 30, 40])
    with dice(game, 2):
        game.apply(0)
    assert not game.over
    with dice(game):
        game.apply(0)
    assert game.truncated


@pytest.mark.rule("E-places")
def test_without_a_limit_the_game_goes_on() -> None:
    game = scene("classic:max_rounds=0", roll=[1], rounds=10**6, turn="green", green=[10])
    with dice(game, 6):
        game.apply(0)
    assert not game.over
    assert game.state.rounds == 10**6 + 1


def cut_off(
    rules: str = "classic",
    players: int = 4,
    yellow: list[int] | None = None,
    blue: list[int] | None = None,
    red: list[int] | None = None,
    green: list[int] | None = None,
) -> Game:
    """The game at its end, cut off after the turn of the last party, which could not move."""
    last = "red" if players in (2, 3) else "green"
    game = scene(
        f"{rules}{',' if ':' in rules else ':'}max_rounds=7",
        roll=[2],
        players=players,
        turn=last,
        rounds=7,
        yellow=yellow or [],
        blue=blue or [],
        red=red or [],
        green=green or [],
    )
    assert game.truncated
    return game


@pytest.mark.rule("E-places")
def test_pieces_home_come_first_then_the_way_that_was_made() -> None:
    game = cut_off(yellow=[10, 10], blue=[HOME], red=[55, 55, 50, 50], green=[55])
    assert game.places == {"yellow": 4, "blue": 1, "red": 2, "green": 3}
    rewards = game.rewards
    assert rewards == pytest.approx({"blue": 1, "red": 1 / 3, "green": -1 / 3, "yellow": -1})


@pytest.mark.rule("E-places")
def test_pieces_in_the_yard_count_nothing() -> None:
    # Four pieces on the start are as far as four in the yard.
    game = cut_off(yellow=[0, 0], blue=[1], red=[], green=[55])
    assert game.places == {"yellow": 3, "blue": 2, "red": 3, "green": 1}


@pytest.mark.rule("E-places")
def test_equals_share_their_place_and_its_reward() -> None:
    game = cut_off(yellow=[10, 20], blue=[30], red=[5, 25], green=[55])
    assert game.places == {"yellow": 2, "blue": 2, "red": 2, "green": 1}
    assert game.rewards == pytest.approx(
        {"green": 1, "yellow": -1 / 3, "blue": -1 / 3, "red": -1 / 3}
    )


@pytest.mark.rule("E-places")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_equal_earn_nothing(players: int) -> None:
    game = cut_off(players=players)
    assert set(game.places.values()) == {1}
    assert set(game.rewards.values()) == {0.0}


@pytest.mark.rule("E-places")
@pytest.mark.rule("E-teams")
@pytest.mark.parametrize("team_play", ["partners", "rivals"])
def test_teams_are_placed_together(team_play: str) -> None:
    rules = f"classic:teams=true,team_play={team_play}"
    # Blue alone is furthest, but yellow and red together are further than blue and green.
    game = cut_off(rules, yellow=[20], blue=[30], red=[20])
    assert game.places == {"yellow": 1, "red": 1, "blue": 2, "green": 2}
    assert game.rewards == {"yellow": 1, "red": 1, "blue": -1, "green": -1}
    level = cut_off(rules, yellow=[20], blue=[30], red=[10])
    assert set(level.places.values()) == {1}
    assert set(level.rewards.values()) == {0}


@pytest.mark.rule("E-places")
@pytest.mark.rule("E-win")
def test_finished_parties_keep_their_places_when_the_others_are_cut_off() -> None:
    rules = "classic:play_on=true,max_rounds=7"
    game = scene(
        rules, roll=[1], turn="blue", rounds=7, yellow=[9], blue=ONE_LEFT, red=[8], green=[8]
    )
    with dice(game, 1, 1):
        game.apply(0)
        game.apply(0)  # red
        game.apply(0)  # green
    assert game.truncated
    assert game.places == {"blue": 1, "yellow": 2, "red": 2, "green": 2}
    rewards = {"blue": 1, "yellow": -1 / 3, "red": -1 / 3, "green": -1 / 3}
    assert game.rewards == pytest.approx(rewards)
    assert kinds(game)[-1] == "over"


@pytest.mark.rule("E-places")
@pytest.mark.rule("L-clockwise")
def test_rounds_go_on_when_the_starter_is_finished() -> None:
    rules = "classic:play_on=true,max_rounds=2"
    game = scene(rules, roll=[1], yellow=ONE_LEFT, blue=[5], red=[5], green=[5])
    with dice(game, 1, 1, 1, 1, 1, 1):
        for turn in ("yellow", "blue", "red", "green", "blue", "red", "green"):
            assert decider(game) == turn
            game.apply(0)
    assert game.truncated
