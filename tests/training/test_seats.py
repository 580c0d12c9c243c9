"""The learner's seat: what it is told, what it earns, and when."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from ludo_env.board import HOME
from ludo_env.engine.game import Game
from ludo_env.engine.plain import PlainState
from ludo_env.errors import BadOption, IllegalAction
from tests.support import scene
from training.pool import Pool, Table
from training.seats import Seats

YELLOW, RED = 0, 2


def make_seats(
    n: int = 8,
    rules: str = "classic",
    players: int = 2,
    bots: Sequence[str] = ("random",),
    seed: int = 1,
) -> Seats:
    """Seats at their first decisions, with bots alone against the learner."""
    seats = Seats(n, rules, players, Pool(bots, 0.0, 1, seed), seed=seed)
    seats.reset()
    return seats


def random_actions(seats: Seats, rng: np.random.Generator) -> NDArray[np.int64]:
    masks = seats.vec.action_masks
    chosen: NDArray[np.int64] = np.argmax(rng.random(masks.shape) * masks, axis=1)
    return chosen


def seat_at(game: Game, *following: int) -> Seats:
    """One row with this game, the learner on yellow's seat, and the rolls that are to come."""
    seats = make_seats(1)
    seats.table.games[0].state = game.state
    assert isinstance(game.state, PlainState)
    seats.batch.states[0] = game.state
    seats.seats[0] = YELLOW
    seats.opponents[0] = {RED: seats.pool.bots[0]}
    seats.pool.bots[0].begin(seats.table, 0, RED, 1)
    seats.decisions[0] = 0
    game.state.auto_pass = True
    game.state.dice.give(following)
    seats.batch.write(0)
    return seats


def yellow_decides(red: Sequence[int]) -> Game:
    """Yellow rolled a 2 and has two pieces that can use it."""
    return scene("classic", players=2, roll=[2], yellow=[10, 20], red=red)


def test_a_game_that_an_opponent_wins_delivers_its_loss_to_the_learner_s_last_decision() -> None:
    game = yellow_decides(red=[HOME, HOME, HOME, HOME - 1])
    seats = seat_at(game, 1)
    _, rewards, dones, infos = seats.step(np.array([0]))
    assert (rewards.tolist(), dones.tolist()) == ([-1.0], [True])
    assert infos[0]["episode"] == {"r": -1.0, "l": 1}
    assert not infos[0]["TimeLimit.truncated"]
    # What the learner saw at the end: its piece moved, and the opponent home.
    assert game.over
    expected = seats.vec.schema.encode(game, YELLOW)
    assert np.array_equal(infos[0]["terminal_observation"], expected)


def test_a_game_that_the_learner_wins_delivers_its_win() -> None:
    game = scene("classic", players=2, roll=[2], yellow=[HOME, HOME, HOME - 2, HOME - 2], red=[3])
    seats = seat_at(game, 1, 2)  # red's roll, then yellow's last move, which it takes by itself
    _, rewards, dones, _ = seats.step(np.array([2]))
    assert (rewards.tolist(), dones.tolist()) == ([1.0], [True])


def test_a_game_that_goes_on_earns_nothing() -> None:
    seats = seat_at(yellow_decides(red=[3]), 1, 2)
    _, rewards, dones, infos = seats.step(np.array([0]))
    assert (rewards.tolist(), dones.tolist(), infos) == ([0.0], [False], [{}])
    assert seats.seats[0] == YELLOW and seats.vec.deciders[0] == YELLOW


def test_after_the_end_the_learner_decides_in_a_new_game_and_the_loss_is_not_told_twice() -> None:
    seats = seat_at(yellow_decides(red=[HOME, HOME, HOME, HOME - 1]), 1)
    seats.step(np.array([0]))
    state = seats.batch.states[0]
    assert not state.over and state.decider == seats.seats[0]
    expected = seats.vec.schema.encode(Game.of(state), int(seats.seats[0]))
    assert np.array_equal(seats.vec.observations[0], expected)
    _, rewards, dones, _ = seats.step(random_actions(seats, np.random.default_rng(1)))
    assert (rewards.tolist(), dones.tolist()) == ([0.0], [False])


@pytest.mark.parametrize(("rules", "players"), [("classic", 4), ("danish:teams=true", 4)])
def test_random_play_keeps_every_promise(rules: str, players: int) -> None:
    seats = make_seats(16, rules, players, ("random", "capture"))
    rng = np.random.default_rng(2)
    results: Counter[float] = Counter()
    since = np.zeros(16, np.int64)
    for _ in range(250):
        assert (seats.vec.deciders == seats.seats).all()
        assert seats.vec.action_masks.any(axis=1).all()
        observations, rewards, dones, infos = seats.step(random_actions(seats, rng))
        assert isinstance(observations, np.ndarray)
        assert all(seats.observation_space.contains(row) for row in observations)
        since += 1
        for row in np.flatnonzero(dones):
            assert infos[row]["episode"] == {"r": pytest.approx(rewards[row]), "l": since[row]}
            results[round(float(rewards[row]), 3)] += 1
            since[row] = 0
        assert not rewards[~dones].any()
    assert sum(results.values()) > 50
    allowed = {1.0, -1.0} if "teams" in rules else {1.0, -0.333}
    assert set(results) == allowed


def test_the_full_game_is_played_alike() -> None:
    seats = make_seats(4, "ludicrous:max_rounds=4", 4)
    rng, ended = np.random.default_rng(2), 0
    since = np.zeros(4, np.int64)
    for _ in range(120):
        assert (seats.vec.deciders == seats.seats).all()
        observations, rewards, dones, infos = seats.step(random_actions(seats, rng))
        assert isinstance(observations, np.ndarray)
        assert (observations <= seats.vec.schema.high).all()
        since += 1
        for row in np.flatnonzero(dones):
            assert infos[row]["episode"] == {"r": pytest.approx(rewards[row]), "l": since[row]}
            assert infos[row]["terminal_observation"].shape == observations[row].shape
            since[row] = 0
        assert not rewards[~dones].any()
        ended += int(dones.sum())
    assert ended > 4


def test_random_learners_win_their_share_against_random_players() -> None:
    seats = make_seats(32, players=4)
    rng = np.random.default_rng(3)
    results: list[float] = []
    while len(results) < 240:
        seats.step(random_actions(seats, rng))
        results += seats.rewards[seats.dones].tolist()
    assert np.mean(np.array(results) == 1.0) == pytest.approx(1 / 4, abs=0.08)


def test_the_learner_goes_round_the_seats() -> None:
    seats = make_seats(8, players=3)
    assert Counter(seats.seats.tolist()) == {0: 3, 1: 3, 2: 2}
    assert set(make_seats(8, players=2).seats.tolist()) == {YELLOW, RED}


def test_a_game_that_ends_before_the_learner_decides_is_left_out() -> None:
    seats = make_seats(16, "classic:max_rounds=2", 2)
    rng = np.random.default_rng(4)
    decisions = []
    for _ in range(100):
        _, _, _, infos = seats.step(random_actions(seats, rng))
        decisions += [info["episode"]["l"] for info in infos if info]
    assert len(decisions) > 100 and min(decisions) >= 1


def test_the_masks_are_where_the_learner_looks_for_them() -> None:
    seats = make_seats()
    assert is_masking_supported(seats)
    assert np.array_equal(get_action_masks(seats), seats.vec.action_masks != 0)
    assert len(seats.env_method("action_masks", indices=[1, 3])) == 2
    with pytest.raises(BadOption, match="allowed: action_masks"):
        seats.env_method("render")


def test_an_illegal_action_changes_nothing() -> None:
    seats = make_seats(8)
    before, masks = seats.vec.observations.copy(), seats.vec.action_masks.copy()
    actions = random_actions(seats, np.random.default_rng(5))
    while masks.all():
        seats.step(actions)
        masks = seats.vec.action_masks.copy()
    before = seats.vec.observations.copy()
    row, wrong = next(zip(*np.nonzero(masks == 0), strict=True))
    actions = random_actions(seats, np.random.default_rng(6))
    actions[row] = wrong
    with pytest.raises(IllegalAction, match=f"{wrong} in game {row}"):
        seats.step(actions)
    assert np.array_equal(seats.vec.observations, before)


def test_the_same_seed_gives_the_same_games() -> None:
    def play(seed: int) -> list[bytes]:
        seats = make_seats(4, players=4, bots=("random", "smart"), seed=seed)
        rng = np.random.default_rng(7)
        return [seats.step(random_actions(seats, rng))[0].tobytes() for _ in range(50)]  # type: ignore[union-attr]

    assert play(1) == play(1) != play(2)


class Recorder:
    """An opponent that notes which rows it was asked for, and takes the last legal action."""

    name = "recorder"
    score = 0.5

    def __init__(self) -> None:
        self.calls: list[list[int]] = []

    def begin(self, table: Table, row: int, seat: int, seed: int) -> None:
        """Nothing to do."""

    def actions(self, table: Table, rows: NDArray[np.intp]) -> Sequence[int]:
        """The last legal actions."""
        self.calls.append(rows.tolist())
        assert all(table.games[row].decider >= 0 for row in rows)
        return [int(np.flatnonzero(table.masks[row])[-1]) for row in rows]


def test_an_opponent_is_asked_once_for_all_the_games_that_wait_for_it() -> None:
    opponent = Recorder()
    pool = Pool(["random"], 0.0, 1, 0)
    pool.draw = lambda: opponent  # type: ignore[method-assign]
    seats = Seats(16, "classic", 4, pool, seed=1)
    seats.reset()
    for _ in range(40):
        seats.step(random_actions(seats, np.random.default_rng(8)))
    assert all(len(set(rows)) == len(rows) for rows in opponent.calls)
    assert max(map(len, opponent.calls)) > 8
    assert opponent.score != 0.5  # the pool hears how it did
