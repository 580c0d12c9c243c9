"""Advice: an observation of what rules of thumb with evolved weights think."""

from math import log2

import numpy as np
import pytest

from agents import make_agent
from agents.advice import LAYOUT, code
from agents.learned import EVOLVED
from ludo_env import make_vec
from ludo_env.engine.game import Game
from ludo_env.observation import schema_for

SCHEMA = schema_for(LAYOUT, "ludicrous")


def advice(game: Game, seat: int) -> np.ndarray:
    """The advice that a party sees."""
    return SCHEMA.split(SCHEMA.encode(game, seat))["advice"][:, 0]


@pytest.mark.parametrize("rules", ["ludicrous", "ludicrous-tabletop"])
def test_a_player_by_the_evolved_weights_takes_what_is_best(rules: str) -> None:
    game = Game(rules, 4, seed=2)
    agents = [make_agent(f"learned:model={EVOLVED}") for _ in range(4)]
    for seat, agent in enumerate(agents):
        agent.begin(game, seat, seat)
    for _ in range(1500):
        if game.over:
            break
        seen = advice(game, game.decider)
        assert np.flatnonzero(seen).tolist() == game.legal()
        action = agents[game.decider].act(game)
        assert seen[action] == 255
        assert not advice(game, (game.decider + 1) % 4).any()
        game.apply(action)


def test_the_code_tells_doublings() -> None:
    assert [code(lost) for lost in (0, 1, 3, 7)] == [255, 239, 223, 207]
    assert all(code(lost) >= code(lost + 1) for lost in range(5000))
    for lost in (2047, 2048, 4095, 10_000, 50_000):
        assert code(lost) == pytest.approx(255 - 16 * log2(1 + lost), abs=1)
    assert code(20_000_000) == 1


def test_the_batch_writes_it() -> None:
    envs = make_vec(4, "ludicrous", 2, seed=3, layout=LAYOUT)
    for _ in range(200):
        envs.step(envs.random_actions())
    seen = SCHEMA.split(envs.observations)["advice"][:, :, 0]
    assert ((seen > 0) == (envs.action_masks != 0)).all()
    for row in range(4):
        game = envs.game(row)
        assert (envs.observations[row] == SCHEMA.encode(game, game.decider)).all()
