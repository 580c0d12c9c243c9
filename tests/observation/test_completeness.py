"""Whatever is public and can matter is seen; what is hidden never is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import ludo_env
from ludo_env.document import canonical, seat_view, to_document
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.flat import freeze_full, lists_of
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import CARD_KINDS
from ludo_env.observation import FULL, Schema
from tests.ludicrous.full_games import play, random_game
from tests.ludicrous.hidden import deal_again
from tests.observation.mutations import LISTS, SCALARS, changes, nothing
from tests.observation.support import FLAT, GRID, differing, encode
from tests.observation.test_decisions import SCENES

GAMES = 60 if ludo_env.__compiled__ else 12
FORMATS = {"flat": FLAT, "grid": GRID}
RARE = {"places", "left", "jailer", "loot_ammunition"}
"""Lists that too few positions have to be in every run."""
STATISTICS = ("choice", "decisions", "turns", "over", "truncated")
"""Numbers of the world that cannot matter; see `SCALARS`."""


def positions(first: int, share: float) -> Iterator[tuple[LudicrousState, int, Random]]:
    """Positions of random games under random rules, each with a party that looks at it."""
    for seed in range(first, first + GAMES):
        rng, game = Random(seed), random_game(seed)
        for _ in play(game, seed):
            if rng.random() < share:
                yield game.full, rng.choice(game.seats), rng


# -- completeness ----------------------------------------------------------------------------


def test_every_number_of_a_state_is_changed_or_has_a_reason_not_to_be() -> None:
    state = random_game(0).full
    assert len(LISTS) == len(lists_of(state))
    for n, name in enumerate(LISTS):
        other = random_game(0).full
        getattr(other, name)[0] += 1
        assert lists_of(other)[n][0] == lists_of(state)[n][0] + 1, name
    assert len(SCALARS) == sum(map(len, freeze_full(state)[:4]))
    assert all(hasattr(state, name) for name in SCALARS)
    idle = {name: part for name, part in (LISTS | SCALARS).items() if part.values is nothing}
    assert all(part.otherwise for part in idle.values())


def check(state: LudicrousState, seat: int, rng: Random) -> set[str]:
    """Every change of a state is seen in every format; the names of what was changed."""
    before = {name: encode(schema, state, seat) for name, schema in FORMATS.items()}
    changed = set()
    for what, other in changes(state, rng):
        for name, schema in FORMATS.items():
            assert (encode(schema, other, seat) != before[name]).any(), f"{name}: {what}"
        changed.add(re.split(r"[\[:,]", what)[0])
    return changed


def test_every_public_number_that_can_matter_is_seen() -> None:
    changed: set[str] = set()
    for state, seat, rng in positions(0, 0.03):
        changed |= check(state, seat, rng)
    idle = {name for name, part in (LISTS | SCALARS).items() if part.values is nothing}
    assert LISTS.keys() | SCALARS.keys() <= changed | idle | RARE


@pytest.mark.parametrize("kind", SCENES)
@pytest.mark.parametrize("seat", [0, 2, 3])
def test_every_number_of_what_is_under_way_is_seen(kind: str, seat: int) -> None:
    for seed in range(3):
        check(SCENES[kind]().state, seat, Random(seed))


def public(state: LudicrousState, seat: int) -> str:
    """All that a party may know of a position, statistics left out."""
    view: dict[str, Any] = seat_view(to_document(state), seat)
    for name in STATISTICS:
        view["world"].pop(name, None)
    del view["legal"], view["deck"]
    return canonical(view)


@pytest.mark.parametrize("rules", ["ludicrous", "ludicrous-core:max_rounds=40"])
def test_positions_that_look_alike_are_alike(rules: str) -> None:
    seen: dict[str, dict[bytes, str]] = {name: {} for name in FORMATS}
    twice: dict[str, int] = defaultdict(int)
    for seed in range(GAMES // 12):
        game = Game(rules, seed=seed)
        for n, _ in enumerate(play(game, seed)):
            if n > 150:
                break
            for name, schema in FORMATS.items():
                numbers = encode(schema, game.full, 2).tobytes()
                known = public(game.full, 2)
                assert seen[name].setdefault(numbers, known) == known, name
                twice[name] += 1
    assert all(len(seen[name]) > 0.9 * number for name, number in twice.items())


# -- what is hidden --------------------------------------------------------------------------


def test_hidden_cards_and_dice_change_nothing() -> None:
    """Other cards of others and of the deck, other dice: no format and no encoder shows them."""
    everything = [*FORMATS.values(), *(Schema([name], "full") for name in FULL)]
    other_cards = 0
    for state, seat, rng in positions(1000, 0.01):
        other = deal_again(state, [seat], rng)
        other.dice.seed(rng.randrange(2**32))
        other_cards += any(state.deck[card] != other.deck[card] for card in range(CARD_KINDS))
        for schema in everything:
            one, two = encode(schema, state, seat), encode(schema, other, seat)
            assert differing(schema, one, two) == {}
    assert other_cards > GAMES / 2


def test_statistics_change_nothing() -> None:
    for state, seat, _ in positions(2000, 0.01):
        other = state.twin()
        other.turns += 1
        other.decisions += 5
        assert isinstance(other, LudicrousState)
        for schema in FORMATS.values():
            assert (encode(schema, state, seat) == encode(schema, other, seat)).all()
