"""The network of the full game: what it reads, and that pieces share its weights."""

from collections.abc import Iterator

import numpy as np
import pytest
import torch

from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import LUDICROUS
from ludo_env.errors import BadOption
from ludo_env.observation import Schema, schema_for
from training.factored import (
    BEHIND,
    PATHWAY_KINDS,
    FactoredNet,
    own_columns,
    part_of,
    ring_table,
    table_order,
    window_table,
)

SCHEMA = schema_for("flat", "ludicrous")


def positions(players: int, count: int) -> Iterator[dict[str, np.ndarray]]:
    """Observations of random play, by slice."""
    game, rng = Game("ludicrous", players, seed=3), np.random.default_rng(3)
    for number in range(8 * count):
        if game.over:
            game = Game("ludicrous", players, seed=number)
        if number % 8 == 0:
            yield SCHEMA.split(SCHEMA.encode(game, game.decider))
        game.apply(int(rng.choice(game.legal())))


def spaces_of(parts: dict[str, np.ndarray]) -> np.ndarray:
    """The first 22 numbers of every ring space, in the order in which the network sees them."""
    return np.concatenate([parts[name][:, :22] for name in PATHWAY_KINDS])


def test_pieces_are_found_where_they_stand() -> None:
    order = table_order(SCHEMA)
    around, ring = order[window_table()].numpy(), order[ring_table()].numpy()
    met = 0
    for parts in positions(4, 300):
        spaces = spaces_of(parts)
        for number, (place, _, fallen, *_) in enumerate(parts["pieces"].tolist()):
            view = number // 4
            if not 2 <= place <= 52:
                continue
            at = around[place, BEHIND] if view == 0 else ring[view - 1, place]
            assert spaces[at, 4 if fallen else view] > 0
            met += 1
    assert met > 1000


def test_a_piece_looks_along_its_own_route() -> None:
    order = table_order(SCHEMA)
    around = order[window_table()].numpy()
    met = 0
    for parts in positions(2, 300):
        distances = np.concatenate([parts[name][:, 11:15] for name in PATHWAY_KINDS])
        home_area = parts["home_area"][:5, 4:8]
        for piece, (place, _, fallen, *_) in enumerate(parts["pieces"][:4].tolist()):
            if fallen or not 2 <= place <= 52:
                continue
            for ahead in range(1, min(7, 58 - place)):
                column = around[place, BEHIND + ahead]
                where = distances if column < 52 else home_area
                assert where[column if column < 52 else column - 52, piece] == ahead
                met += 1
    assert met > 1000


def test_a_logit_about_a_piece_comes_from_that_piece() -> None:
    outputs = own_columns().view(4, -1, len(LUDICROUS.names))
    for action, name in enumerate(LUDICROUS.names):
        pieces = {int(word) - 1 for word in name.split() if word.isdigit()}
        found = set(outputs[:, :, action].sum(dim=1).nonzero().flatten().tolist())
        if " by " in name:
            first, _, second = name.removeprefix("move ").partition(" by ")
            pieces = {int(first) - 1, int(second.split()[-1]) - 1}
        about_own = name.split()[0] in {"turn", "lie", "stand", "enter", "move", "night", "own"}
        if about_own and "structure" not in name and name not in {"own tank", "own phantom"}:
            assert found == pieces, name
        elif found:
            assert len(found) == 1 and found == pieces, name


def test_pieces_share_their_weights() -> None:
    torch.manual_seed(0)
    net = FactoredNet(SCHEMA, width=8, piece_width=8, space_width=4)
    for layer in (net.whole, net.any_action):  # these know the pieces apart
        torch.nn.init.zeros_(layer.weight)
        torch.nn.init.zeros_(layer.bias)
    observations = np.stack([SCHEMA.encode(Game("ludicrous", seed=1), seat) for seat in (0, 1)])
    rows = SCHEMA.split(observations)["pieces"]
    rows[:, 0, 0], rows[:, 1, 0] = 9, 30
    swapped = observations.copy()
    SCHEMA.split(swapped)["pieces"][:, [0, 1]] = rows[:, [1, 0]]
    with torch.no_grad():
        logits, z = net(torch.tensor(observations))
        other, same = net(torch.tensor(swapped))
    names = [name.translate(str.maketrans("12", "21")) for name in LUDICROUS.names]
    singles = [i for i, name in enumerate(names) if name.startswith(("turn", "move"))]
    singles = [i for i in singles if " by " not in names[i]]
    exchanged = [LUDICROUS.names.index(names[i]) for i in singles]
    assert torch.allclose(logits[:, singles], other[:, exchanged], atol=1e-6)
    assert not torch.allclose(logits[:, singles], other[:, singles], atol=1e-6)
    assert torch.allclose(z, same, atol=1e-6)


def test_parties_that_do_not_play_say_nothing() -> None:
    torch.manual_seed(0)
    net = FactoredNet(SCHEMA, width=8, piece_width=8)
    game = Game("ludicrous", 2, seed=1)
    observation = torch.tensor(SCHEMA.encode(game, game.decider)[None])
    spaces = net.spaces(observation.float())
    context = net.context(torch.zeros(1, 8))
    found = net.others(observation.float(), observation, spaces, context)
    assert found.shape == (1, 3, 4, 8)
    assert not found[:, 0].any() and not found[:, 2].any() and found[:, 1].any()


def test_it_gives_the_same_to_one_and_to_many() -> None:
    torch.manual_seed(0)
    net = FactoredNet(SCHEMA, width=16, piece_width=8)
    observations = np.random.default_rng(0).integers(
        0, SCHEMA.high, (5, SCHEMA.size), dtype=np.uint8, endpoint=True
    )
    with torch.no_grad():
        logits, z = net(torch.tensor(observations))
        assert logits.shape == (5, 277) and z.shape == (5,)
        for row in range(5):
            one, worth = net(torch.tensor(observations[row : row + 1]))
            assert torch.allclose(one[0], logits[row], atol=1e-5)
            assert torch.allclose(worth[0], z[row], atol=1e-5)


def test_another_schema_is_refused() -> None:
    with pytest.raises(BadOption, match=r"schema: lacks .*pieces"):
        FactoredNet(Schema(["world", "decision"], "full"))
    assert part_of(SCHEMA, "pieces").shape == (16, 14)
