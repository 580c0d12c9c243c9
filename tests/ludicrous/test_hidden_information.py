"""What a seat may know: hands are hidden, hand sizes and discards are public. Section 8"""

import random
from collections import Counter
from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.document import event_view, seat_view, to_document
from ludo_env.document_fields import Document
from ludo_env.document_ground import fresh
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import CEDE, END, LUDICROUS
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.rules.ludicrous import LudicrousRules, PartySheet
from ludo_env.rules.tables import CARDS, MODULES
from tests.ludicrous.full_games import choices
from tests.ludicrous.hidden import REACTIONS, deal_again, decline, tell_alike, view_of
from tests.ludicrous.scenes import Scene, following, sheet
from tests.observation.support import FLAT, GRID, encode

CLASSES = ("wizard", "engineer", "rogue", "archer")


def view(s: Scene, colour: str) -> Document:
    """What the party of a colour may know of a scene."""
    return seat_view(to_document(s.state), COLOURS.index(colour))


def dealt(hidden: str, **more: Any) -> Scene:
    """Blue holds one card, which is not in the deck."""
    s = Scene("action", blue={"hand": {hidden: 1}, "pieces": [{"r": 20}]}, auto_pass=False, **more)
    s.state.deck[CARDS.index(hidden)] -= 1
    return s


@pytest.mark.rule("SP-", "6.7")
@pytest.mark.parametrize("colour", COLOURS)
def test_the_own_hand_is_seen_and_other_hands_are_sizes(colour: str) -> None:
    other = following(colour)
    hands: dict[str, Any] = {
        colour: {"hand": {"mend": 2, "ward": 1}},
        other: {"hand": {"dread": 1, "reach": 3}},
    }
    s = Scene("action", turn=colour, auto_pass=False, **hands)
    parties = view(s, colour)["parties"]
    assert parties[colour]["hand"] == [{"mend": 2, "ward": 1}.get(card, 0) for card in CARDS]
    assert parties[other]["hand"] == 4
    assert view(s, other)["parties"][colour]["hand"] == 3


@pytest.mark.rule("SP-")
def test_the_deck_is_a_number_and_the_discards_are_public() -> None:
    s = Scene("action", yellow={"hand": {"mend": 1}, "hp": 3}, auto_pass=False)
    s.play("cast mend").play("plainly", [2])
    for colour in COLOURS:
        seen = view(s, colour)
        assert seen["deck"] == 60
        assert seen["discards"] == [int(card == "mend") for card in CARDS]


@pytest.mark.rule("SP-", "D-generator")
def test_nobody_sees_the_generator() -> None:
    assert "dice" not in view(dealt("mend"), "yellow")


@pytest.mark.rule("SP-")
@pytest.mark.parametrize(("one", "other"), [("mend", "counterspell"), ("ward", "reach")])
def test_others_cannot_tell_one_hidden_card_from_another(one: str, other: str) -> None:
    for colour in ("yellow", "red", "green"):
        assert view(dealt(one), colour) == view(dealt(other), colour)
    assert view(dealt(one), "blue") != view(dealt(other), "blue")


@pytest.mark.rule("SP-counterspell")
def test_nor_whether_somebody_could_have_reacted_and_did_not() -> None:
    views = []
    for card in ("counterspell", "mend"):
        s = dealt(card, yellow={"hand": {"cleanse": 1}}, sheets={"blue": sheet("wizard")})
        s.play("cast cleanse").play("plainly")
        if s.decision == "counterspell":
            s.play("end")
        views.append(view(s, "red"))
    assert views[0] == views[1]


FALLS, STAYS = 50, 51
"""Rolls of the d100 that tells whether a die falls off the table, at 50 percent."""


def seen_when_a_die_falls(
    hidden: str, actions: list[str], dice: list[int], yellow: dict[str, Any], **blue: Any
) -> list[tuple[Document, bytes]]:
    """What all but blue know and see of a die off the table; who is asked to react declines."""
    s = Scene(
        "action",
        rules=LudicrousRules(modules=MODULES, off_table_percent=50),
        sheets={"blue": sheet("wizard"), "yellow": sheet("wizard")},
        yellow={"pieces": [{"r": 20}], **yellow},
        blue={"hand": {hidden: 1}, **blue},
        auto_pass=False,
    )
    s.state.deck[CARDS.index(hidden)] -= 1
    for action in actions[:-1]:
        s.play(action)
    if hidden in ("ward", "counterspell"):
        s.play(actions[-1], dice[:-2])
        assert s.decision == hidden
        s.play("end", dice[-2:])
    else:
        s.play(actions[-1], dice)
    assert s.decision == "call dice off table"
    seats = [COLOURS.index(colour) for colour in ("yellow", "red", "green")]
    return [
        (view(s, COLOURS[seat]), b"".join(encode(f, s.state, seat).tobytes() for f in (FLAT, GRID)))
        for seat in seats
    ]


@pytest.mark.rule("SP-ward", "8.9")
def test_nor_when_a_die_falls_after_a_ward_was_declined() -> None:
    actions, dice = ["punch 1", "next piece 1"], [3, STAYS, 10, FALLS]
    told = [
        seen_when_a_die_falls(card, actions, dice, {}, hp=1, pieces=[{"r": 8}])
        for card in ("ward", "dread")
    ]
    assert told[0] == told[1]


@pytest.mark.rule("SP-counterspell", "8.9")
def test_nor_when_a_die_falls_after_a_counterspell_was_declined() -> None:
    actions, yellow = ["cast mend", "plainly"], {"hand": {"mend": 1}, "hp": 3}
    told = [
        seen_when_a_die_falls(card, actions, [3, FALLS], yellow, pieces=[{"r": 20}])
        for card in ("counterspell", "dread")
    ]
    assert told[0] == told[1]


@pytest.mark.rule("SP-ward")
def test_nor_in_the_events() -> None:
    told = []
    for card in ("ward", "mend"):
        s = dealt(card, yellow={"pieces": [{"r": 32}]}, sheets={"blue": sheet("wizard")})
        s.play("punch 1").play("next piece 1", [3])
        if s.decision == "ward":
            s.play("end")
        told.append([event_view(event, 2) for event in s.state.log.events])
    assert told[0] == told[1]


@pytest.mark.rule("SP-")
def test_the_legal_actions_are_told_to_the_decider_alone() -> None:
    s = dealt("mend", yellow={"hand": {"ward": 1}})
    assert view(s, "yellow")["legal"] != []
    assert all(view(s, colour)["legal"] == [] for colour in ("blue", "red", "green"))


@pytest.mark.rule("6.7", "B-refresh")
def test_a_drawn_card_is_seen_by_its_drawer_only() -> None:
    s = Scene("action", yellow={"hand": {"mend": 1}}, auto_pass=False)
    s.play("refresh mend", [60])
    (draw,) = s.events("draws")
    assert event_view(draw, 0).data == {"secret_card": CARDS.index("reach")}
    assert all(event_view(draw, seat).data == {} for seat in (1, 2, 3))
    roll = next(event for event in s.events("roll") if event.data["reason"] == "card")
    assert event_view(roll, 0).data["secret_value"] == 60
    assert all("secret_value" not in event_view(roll, seat).data for seat in (1, 2, 3))
    (discard,) = s.events("discards")
    assert all(event_view(discard, seat) == discard for seat in range(4))


def random_game(seed: int, rounds: int) -> Any:
    """A game of all classes, with its events."""
    sheets = tuple(PartySheet.of_class(name) for name in CLASSES)
    state = fresh(LudicrousRules(sheets=sheets, max_rounds=rounds), 4)
    state.dice.seed(seed)
    state.log.on = True
    state.run()
    return state


@pytest.mark.rule("SP-")
def test_in_whole_games_only_draws_are_secret_and_cards_are_never_lost() -> None:
    state = random_game(seed=3, rounds=8)
    choose = random.Random(3)
    while not state.over:
        legal = [action for action in range(state.actions) if state.mask[action]]
        state.apply(choose.choice(legal))
        assert sum(state.deck) + sum(state.discards) + sum(state.hand) == 60
    secret = {e.kind for e in state.log.events if any(n.startswith("secret_") for n in e.data)}
    assert secret == {"draws", "roll"}
    rolls = [e for e in state.log.events if e.kind == "roll"]
    assert all(("value" in e.data) == (e.data["reason"] != "card") for e in rolls)


@pytest.mark.rule("SP-")
def test_a_view_follows_from_the_public_events_and_the_own_draws() -> None:
    # Hand sizes can be kept up with by counting: draws less discards, whatever is hidden.
    state = random_game(seed=8, rounds=6)
    choose = random.Random(8)
    while not state.over:
        state.apply(choose.choice([a for a in range(state.actions) if state.mask[a]]))
    for party in range(4):
        drawn = sum(e.kind == "draws" and e.seat == party for e in state.log.events)
        lost = sum(e.kind == "discards" and e.seat == party for e in state.log.events)
        assert state.hand_size(party) == drawn - lost


# -- whatever is hidden, in every kind of decision -------------------------------------------------

WIZARDS = "yellow=wizard,blue=wizard,red=engineer,green=wizard"
ALL_MODULES = "modules=combat+magic+structures+tanks+fishing+night+partner+dice_off_table+pivotal"
GAMES = (
    (f"ludicrous:max_rounds=40,opening_cards=4,{WIZARDS}", 4),
    (f"ludicrous:max_rounds=10,opening_cards=4,hp=4,night_ambush_range=9,{WIZARDS}", 3),
    (f"ludicrous:max_rounds=20,teams=true,opening_cards=4,{WIZARDS}", 4),
    (f"ludicrous:{ALL_MODULES},max_rounds=8,off_table_percent=10,opening_cards=4,"
     f"tuesdays=0+1+2+3,birthdays=0+1,cession=true,{WIZARDS}", 2),
    ("ludicrous-short:pieces_to_win=4,play_on=true", 2),
)  # fmt: skip
EVERY_KIND = 6
"""How often a kind of decision is compared in any case."""
NOW_AND_THEN = 0.03


@pytest.mark.rule("SP-", "6.7", "D-generator")
def test_nothing_that_a_party_sees_depends_on_what_is_hidden_from_it() -> None:
    compared, alike = Counter[str](), 0
    for seed, (rules, players) in enumerate(GAMES):
        choose = random.Random(seed)
        game = Game(rules, players, seed=seed)
        while not game.over:
            kind = DECISIONS[game.full.kind]
            # Who is asked for something rare does it.
            rare = kind in ("crown", "crown jump", "night ambush")
            action = choose.choice([a for a in choices(game) if a != END or not rare])
            if compared[kind] < EVERY_KIND or choose.random() < NOW_AND_THEN:
                compared[kind] += 1
                for viewer in game.seats:
                    alike += compare(game, viewer, action, choose)
            game.apply(action)
    assert set(compared) == set(DECISIONS)
    assert alike > sum(compared.values())


@pytest.mark.rule("SP-ward", "SP-counterspell", "8.9")
def test_nor_what_follows_a_reaction_that_was_declined() -> None:
    """With dice that fall off the table whenever they can."""
    dropped = 0
    for seed in range(40):
        choose = random.Random(seed)
        modules = f"{ALL_MODULES},off_table_percent=100,max_rounds=4,opening_cards=6"
        game = Game(f"ludicrous:{modules},{WIZARDS}", 4, seed=seed)
        while not game.over:
            casts = [a for a in game.legal() if LUDICROUS.names[a].startswith("cast")]
            action = choose.choice(casts or choices(game))
            after = game.copy()
            after.apply(action)
            if not after.over and DECISIONS[after.full.kind] in REACTIONS:
                viewers = [s for s in game.seats if s not in (game.decider, after.decider)]
                for viewer in viewers:
                    alike = compare(game, viewer, action, choose)
                    decline(after)
                    dropped += alike and DECISIONS[after.full.kind] == "call dice off table"
            game.apply(action)
    assert dropped > 25


def compare(game: Game, viewer: int, action: int, rng: random.Random) -> bool:
    """Deal again, throw the generator away: the view is the same, and so is what follows."""
    dealt_again = deal_again(game.full, (viewer,), rng)
    dealt_again.dice.seed(rng.getrandbits(32))
    assert view_of(dealt_again, viewer) == view_of(game.full, viewer)
    # Who acts keeps its hand as well: what it does may depend on that, and on the dice.
    one = Game.of(game.full)
    other = Game.of(deal_again(game.full, (viewer, game.decider), rng))
    return tell_alike(viewer, one, other, action)


@pytest.mark.rule("SP-", "8.11", "E-leave")
def test_nor_when_somebody_leaves() -> None:
    choose = random.Random(5)
    game = Game(f"ludicrous:cession=true,opening_cards=4,{WIZARDS}", 4, seed=5)
    while not game.over:
        viewer = choose.choice([seat for seat in game.seats if seat != game.decider])
        # The hand of whoever leaves goes to the discards, so it is kept.
        leaves = CEDE in game.legal() and choose.random() < 0.02
        action = CEDE if leaves else choose.choice(choices(game))
        if leaves:
            compare(game, viewer, action, choose)
        game.apply(action)
    assert sum(game.full.left) == 3
