"""The searching player: legal, repeatable, in time, and blind to what is hidden."""

from __future__ import annotations

import json
import math
import re
import time
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from librt.vecs import vec

from agents import make_agent
from agents.judging import outlook, worths
from agents.learned import load_scorer
from agents.search.bot import Search
from agents.search.keys import key_of
from agents.search.leaf import TABLES, WEIGHTS, load_leaf
from agents.search.tree import RIPE, WIDEN, Node
from agents.search.worlds import possible_world, set_dice, world_number
from ludo_env.board import PARTIES
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game, freeze
from ludo_env.engine.ludicrous.catalogue import END, LUDICROUS
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import CARD_KINDS
from ludo_env.engine.ludicrous.procedures import DECIDE_TANK, DECISIONS
from ludo_env.errors import BadAgent, BadModel, BadRules
from ludo_env.rules.ludicrous import LudicrousRules
from tests.agents.searching import busy
from tests.ludicrous.full_games import choices, random_game
from tests.ludicrous.hidden import deal_again
from tests.ludicrous.scenes import Scene

FEW: Final = 12
"""Worlds for a decision, where it does not matter how well it plays."""


def searcher(state: LudicrousState, nodes: int = FEW, **options: Any) -> Search:
    """A player for the party that decides."""
    player = Search(nodes=nodes, **options)
    player.begin(Game.of(state), state.decider, seed=1)
    return player


def answer(state: LudicrousState, nodes: int = FEW, **options: Any) -> int:
    """What a new player chooses."""
    return searcher(state, nodes, **options).choose(state)


def positions(games: int, every: int, first: int = 0) -> list[Game]:
    """Decisions in games of any rules, played at random."""
    found = []
    for seed in range(first, first + games):
        game, rng = random_game(seed), Random(seed)
        number = rng.randrange(every)
        while not game.over:
            number += 1
            if number % every == 0 and len(choices(game)) > 1:
                found.append(game.copy())
            game.apply(rng.choice(choices(game)))
    return found


def test_it_is_never_illegal_and_leaves_the_game_alone() -> None:
    asked = set()
    for game in positions(games=30, every=20):
        before = freeze(game.state)
        assert answer(game.full, turns=2) in choices(game)
        assert freeze(game.state) == before
        asked.add(DECISIONS[game.full.kind])
    assert asked >= {"action", "target", "move", "shed", "tackle", "night ambush", "turning"}


def test_it_reads_nothing_that_is_hidden() -> None:
    moved = 0
    for game in positions(games=25, every=25, first=500):
        state, rng = game.full, Random(7)
        other = deal_again(state, {state.decider}, rng)
        other.dice.seed(rng.getrandbits(60))
        moved += freeze(other) != freeze(state)
        assert answer(other, turns=2) == answer(state, turns=2), DECISIONS[state.kind]
        assert key_of(other, state.decider) == key_of(state, state.decider)
    assert moved > 30


def play(seed: int, players: int, nodes: int) -> list[int]:
    """The actions of a party that searches, the others going by rules of thumb."""
    game = Game(LudicrousRules(max_rounds=8), players, seed=seed)
    bots = {seat: make_agent("sensible") for seat in game.seats}
    bots[0] = make_agent(f"search:nodes={nodes}")
    for seat, bot in bots.items():
        bot.begin(game, seat, seed=seat + 1)
    actions = []
    while not game.over:
        action = bots[game.decider].act(game)
        if game.decider == 0:
            actions.append(action)
        game.apply(action)
    return actions


@pytest.mark.parametrize("players", [2, 4])
def test_the_same_seed_and_nodes_give_the_same_moves(players: int) -> None:
    assert play(3, players, nodes=60) == play(3, players, nodes=60)


def test_nothing_is_carried_over_from_one_game_to_the_next() -> None:
    used = Search(nodes=FEW)
    for seed in range(2):
        game = Game("ludicrous", 2, seed=seed)
        used.begin(game, game.decider, seed=5)
        first = [used.act(game) for _ in range(3)]
        fresh = Search(nodes=FEW)
        fresh.begin(game, game.decider, seed=5)
        assert first == [fresh.act(game) for _ in range(3)]


def test_it_answers_in_time() -> None:
    game = busy()
    player = Search(nodes=10**9, ms=60.0)
    player.begin(game, game.decider, seed=1)
    start = time.process_time()
    assert player.act(game) in game.legal()
    assert time.process_time() - start < 0.1


def test_it_plays_no_more_worlds_than_its_nodes() -> None:
    game = busy()
    for nodes in (1, 2, 7, 50):
        player = searcher(game.full, nodes)
        player.choose(game.full)
        assert player.played <= nodes
    # Without a single world for all candidates it goes by what it plays without search.
    assert answer(game.full, nodes=1) == load_scorer().choose(game.full)


def test_what_has_not_been_learned_is_not_searched() -> None:
    asked = set()
    for game in positions(games=10, every=20, first=300):
        base = load_scorer()
        if base.learned[game.full.kind]:
            continue
        asked.add(DECISIONS[game.full.kind])
        player = searcher(game.full)
        base.begin(game, game.decider, seed=1)
        assert player.act(game) == base.act(game)
        assert player.played == 0 and player.worths(game) == {}
    assert asked >= {"action", "turning"}


def test_the_scores_alone_settle_what_is_clear() -> None:
    asked = clear = 0
    for game in positions(games=10, every=10, first=400):
        player = searcher(game.full, nodes=60, turns=1)
        if load_scorer().learned[game.full.kind]:
            action = player.act(game)
            asked += 1
            if player.played == 0:
                clear += 1
                assert action == player.base.choose(game.full)
    assert 0 < clear < asked


def test_what_the_tree_learned_is_used_again() -> None:
    game = busy()
    player = searcher(game.full, 600, depth=6)
    game.apply(player.choose(game.full))
    assert player.tree is not None
    while game.decider == player.tree.viewer and game.full.kind == DECIDE_TANK:
        game.apply(player.choose(game.full))
    nodes = player.tree.nodes
    assert nodes and all(node.turn >= game.full.turns - 1 for node in nodes.values())
    player.tree.forget(game.full.turns + 1)
    assert not [n for n in player.tree.nodes.values() if n.turn <= game.full.turns]


def test_ripe_nodes_choose_for_their_own_party() -> None:
    nodes = [node for seed in (4, 5) for node in grown(busy(seed).full)]
    ripe = [node for node in nodes if node.edges]
    assert {node.decider for node in ripe} == {0, 2}
    for node in nodes:
        assert 0.0 <= node.total <= float(node.visits)
    for node in ripe:
        assert node.visits >= RIPE + sum(edge.visits for edge in node.edges)
        assert sum(edge.prior for edge in node.edges) == pytest.approx(1.0)
        for edge in node.edges:
            assert float(edge.outcomes) <= WIDEN * math.sqrt(edge.visits + 1) + 1.0


@pytest.mark.parametrize("players", [2, 4])
def test_every_party_is_told_what_it_gets_itself(players: int) -> None:
    """Max^n: what a world brought is added to a node as its own party's share of it."""
    game, bot, dice = Game("ludicrous", players, seed=3), load_scorer(), Dice()
    bot.begin(game, 0, 1)
    while game.full.rounds < 12 or game.full.choices < 2 or not bot.learned[game.full.kind]:
        game.apply(bot.choose(game.full))
    state, deciders = game.full, set[int]()
    tree = searcher(state, depth=40).tree
    assert tree is not None
    for _ in range(3000):
        if len(deciders) > 1:
            break
        before = {id(node): node.total for node in tree.nodes.values()}
        world = possible_world(state, state.decider, dice)
        tree.play(world, world_number(dice), state.legal[0], state.turns + players)
        for node in tree.path:
            deciders.add(node.decider)
            gain = node.total - before.get(id(node), 0.0)
            assert gain == pytest.approx(tree.result[node.decider])
    assert len(deciders) > 1


def grown(state: LudicrousState) -> list[Node]:
    """The nodes of a tree after many worlds."""
    tree, dice = searcher(state, depth=6).tree, Dice()
    assert tree is not None
    for _ in range(1500):
        world = possible_world(state, state.decider, dice)
        tree.play(world, world_number(dice), state.legal[0], state.turns + 2)
    return list(tree.nodes.values())


def test_it_takes_a_won_game() -> None:
    piece = [{"r": 56}, {"r": 56}, {"r": 50}, {"r": 56}]
    s = Scene(
        dice=[6], players=2, rules=LudicrousRules(modules=()), auto_pass=False,
        yellow={"pieces": piece}, red={"pieces": [{"r": 3}, {"r": 7}]},
    )  # fmt: skip
    assert LUDICROUS.names[answer(s.state, 100)] == "move 3"


def test_it_tells_what_it_thinks() -> None:
    game = busy()
    player = searcher(game.full, 300)
    action = player.act(game)
    played = player.played
    found = worths(player, game)
    assert player.played == played
    assert set(found) <= set(game.legal()) and len(found) > 1
    assert found[action] == max(found.values()) <= 1.0
    chances = outlook(player, game, action)
    assert list(chances) == list(game.seats)
    assert sum(chances.values()) == pytest.approx(1.0)
    assert chances[game.decider] == pytest.approx(found[action], abs=0.05)


def test_telling_does_not_change_what_it_plays() -> None:
    game, told = busy(), searcher(busy().full)
    outlook(told, game, game.legal()[0])
    assert told.act(game) == answer(game.full)


# -- worlds ----------------------------------------------------------------------------------------


def cards(state: LudicrousState) -> list[int]:
    """How many there are of each kind."""
    hands = [[state.hand[p * CARD_KINDS + c] for c in range(CARD_KINDS)] for p in range(PARTIES)]
    return [sum(kind) for kind in zip(*hands, list(state.deck), list(state.discards), strict=True)]


def test_a_world_has_the_same_cards_in_other_hands() -> None:
    dice, dealt = Dice(), set()
    dice.seed(3)
    for game in positions(games=10, every=30, first=900):
        state = game.full
        for _ in range(3):
            world = possible_world(state, state.decider, dice)
            assert cards(world) == cards(state)
            assert min(world.hand) >= 0 and min(world.deck) >= 0
            for party in range(PARTIES):
                assert world.hand_size(party) == state.hand_size(party)
            own = slice(state.decider * CARD_KINDS, (state.decider + 1) * CARD_KINDS)
            assert world.hand[own] == state.hand[own]
            dealt.add(tuple(world.hand))
    assert len(dealt) > 20


def test_every_card_is_dealt_as_often_as_there_are_of_it() -> None:
    state = Game("ludicrous", 2, seed=1).full
    dice, trials = Dice(), 3000
    dice.seed(1)
    other = 2 if state.decider == 0 else 0
    hidden = [state.deck[c] + state.hand[other * CARD_KINDS + c] for c in range(CARD_KINDS)]
    counts = [0] * CARD_KINDS
    for _ in range(trials):
        world = possible_world(state, state.decider, dice)
        for c in range(CARD_KINDS):
            counts[c] += world.hand[other * CARD_KINDS + c]
    drawn = trials * state.hand_size(other)
    for c in range(CARD_KINDS):
        expected = int(drawn) * int(hidden[c]) / int(sum(hidden))
        assert abs(counts[c] - expected) < 5 * expected**0.5


def test_a_world_has_the_same_dice_at_the_same_moment() -> None:
    game = busy()
    one, other = game.full.twin(), game.full.twin()
    other.dice.seed(99)
    for state in (one, other):
        set_dice(state, 12345, END, 1)
    assert freeze(one) == freeze(other)
    set_dice(other, 12346, END, 1)
    assert freeze(one) != freeze(other)


def test_keys_tell_apart_what_a_party_sees() -> None:
    for game in positions(games=10, every=40, first=950):
        state, viewer = game.full, game.decider
        key = key_of(state, viewer)
        assert key_of(state.twin(), viewer) == key
        for change in ("hp", "r", "counter", "ammunition", "discards", "built_hp", "prone"):
            other = state.twin()
            getattr(other, change)[3] += 1
            assert key_of(other, viewer) != key
        other = state.twin()
        other.hand[viewer * CARD_KINDS + 2] += 1
        other.hand[viewer * CARD_KINDS + 4] -= 1
        assert key_of(other, viewer) != key


# -- the leaf --------------------------------------------------------------------------------------


def test_chances_to_win_are_shared_out() -> None:
    chances = vec[float]([0.0] * PARTIES)
    for game in positions(games=25, every=40, first=1200):
        state = game.full
        load_leaf(len(game.seats)).judge(state, chances)
        playing = [p for p in range(PARTIES) if state.plays(p)]
        sides = {state.sides[p]: chances[p] for p in playing}
        assert sum(sides.values()) == pytest.approx(1.0)
        assert all(0.0 < chances[p] < 1.0 for p in playing) or len(sides) == 1
        assert all(chances[p] == 0.0 for p in range(PARTIES) if p not in playing)
        for p in playing:
            assert chances[p] == sides[state.sides[p]]


def test_who_is_ahead_is_more_likely_to_win() -> None:
    s = Scene("action", players=2, yellow={"pieces": [{"r": 56}, {"r": 56}, {"r": 40}, {"r": 30}]},
              red={"pieces": [{"r": 3}, {"r": 7}]})  # fmt: skip
    chances = vec[float]([0.0] * PARTIES)
    load_leaf(2).judge(s.state, chances)
    # Sensible players win 81 % of these games.
    assert chances[0] == pytest.approx(0.81, abs=0.06)


def tables(numbers: list[float]) -> bytes:
    """A file of leaves in which all tables are the same."""
    return json.dumps({"more": dict.fromkeys(TABLES, numbers)}).encode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "damaged"),
        (b"[1]", "no leaf of the search: neither 'two' nor 'more'"),
        (b'{"two": {}}', "no leaf for 4 players: 'more' is not in it"),
        (b'{"more": {}}', "damaged: KeyError"),
        (b'{"more": {"linear": ["x"]}}', "damaged: ValueError"),
        (json.dumps({"more": {key: [0.5] for key in TABLES}}).encode(), "1 numbers of linear, not"),
        (
            json.dumps({"more": {key: [] for key in TABLES}}).encode(),
            "0 numbers of linear, not 196",
        ),
    ],
)
def test_a_damaged_leaf_is_named(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "leaf.json"
    path.write_bytes(content)
    with pytest.raises(BadModel, match=f"^{re.escape(str(path))}: .*{said}"):
        load_leaf(4, path)


def test_a_leaf_of_numbers_that_are_none_is_named(tmp_path: Path) -> None:
    path = tmp_path / "leaf.json"
    data = json.loads(WEIGHTS.read_text())
    data["two"]["out"][3] = math.nan
    path.write_text(json.dumps(data))
    load_leaf(4, path)
    with pytest.raises(BadModel, match="a number of out is not finite"):
        load_leaf(2, path)


# -- as an agent -----------------------------------------------------------------------------------


def test_it_is_registered_with_its_options() -> None:
    player = make_agent("search:nodes=70,ms=20,turns=3,depth=0")
    assert isinstance(player, Search)
    assert (player.nodes, player.ms, player.turns, player.depth) == (70, 20.0, 3, 0)
    for bad in ("nodes=0", "turns=0", "ms=-1", "depth=-1"):
        with pytest.raises(BadAgent, match=bad.partition("=")[0]):
            make_agent(f"search:{bad}")


def test_it_refuses_plain_ludo() -> None:
    with pytest.raises(BadRules, match="the full game is needed"):
        make_agent("search").begin(Game("classic", seed=1), 0, seed=1)
