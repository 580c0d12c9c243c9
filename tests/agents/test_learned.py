"""The learned player: by weights of the rules of thumb, or by the project's own scorer."""

import json
from pathlib import Path

import pytest

from agents import make_agent
from agents.characters import WEIGHTS
from agents.learned import EVOLVED, read_weights
from ludo_env.engine.game import Game
from ludo_env.errors import BadAgent, BadModel, BadRules


def moves(spec: str, seed: int) -> list[int]:
    """The actions of two such players in the first turns of a game."""
    game = Game("ludicrous", 2, seed=seed)
    agents = {seat: make_agent(spec) for seat in game.seats}
    for seat, agent in agents.items():
        agent.begin(game, seat, seat)
    taken = []
    for _ in range(150):
        taken.append(agents[game.decider].act(game))
        game.apply(taken[-1])
    return taken


def test_the_usual_weights_play_like_the_sensible_player(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(WEIGHTS))
    assert moves(f"learned:model={path}", 3) == moves("sensible", 3)
    path.write_text(json.dumps(WEIGHTS | {"violence": 0, "entry": 0}))
    assert moves(f"learned:model={path}", 3) != moves("sensible", 3)


def test_what_comes_with_the_project_plays_the_same_again() -> None:
    assert read_weights(EVOLVED).keys() == WEIGHTS.keys()
    evolved = f"learned:model={EVOLVED}"
    assert moves(evolved, 4) == moves(evolved, 4)
    assert moves("learned", 4) == moves("learned", 4)
    assert moves("learned", 4) != moves("sensible", 4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[", "not JSON"),
        ("[1]", "not an object"),
        ("{}", "weight 'ambush' is missing, needed: entry"),
        (json.dumps(WEIGHTS | {"luck": 1}), "weight 'luck' is unknown"),
        (json.dumps(WEIGHTS | {"hp": 1.5}), "weight 'hp' is 1.5, allowed: a whole number"),
    ],
)
def test_files_that_hold_no_weights_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text)
    with pytest.raises(BadModel, match=said):
        make_agent(f"learned:model={path}")


def test_what_it_cannot_do_is_said() -> None:
    with pytest.raises(BadModel, match="cannot be read"):
        make_agent("learned:model=/no/such/file")
    with pytest.raises(BadAgent, match="temperature='-1'"):
        make_agent("learned:temperature=-1")
    with pytest.raises(BadRules):
        make_agent("learned").begin(Game("classic", seed=1), 0, 1)
