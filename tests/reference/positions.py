"""Crowded positions of random rule sets, in which movements meet, push and fall over each other."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from ludo_env.engine.game import Game
from ludo_env.errors import BadState
from ludo_env.notation import from_json, to_json
from ludo_env.rules import LUDICROUS_PRESETS, LudicrousRules
from ludo_env.rules.tables import CARDS, STRUCTURES
from tests.ludicrous.full_games import random_modules, random_sheet
from tests.reference.world import (
    ACTION,
    COLLATERAL,
    COLOURS,
    FEAR,
    HOME,
    LAST,
    PRISON,
    QUADRANT,
    RING,
    STAR,
    STUN,
    TURNING,
    YARD,
)

TRIES: Final = 200
"""Positions that are tried until one is such that a game can come to it."""
CONDITIONS: Final = {
    "prone": 1,
    "restrained": 2,
    "wet": 2,
    "burning": 2,
    "dodging": 1,
    "veiled": 1,
}
"""What a standing piece may have, and how much of it at most."""
CONDITION_CHANCE: Final = 0.12


def modelled_rules(rng: Random, players: int) -> LudicrousRules:
    """Any rule set of which the model knows every rule."""
    rules = LUDICROUS_PRESETS["ludicrous"]
    modules = random_modules(rng) if rng.random() < 0.3 else rules.modules
    return rules.changed(
        sheets=tuple(random_sheet(rng) for _ in range(4)),
        modules=tuple(name for name in modules if name != "dice_off_table"),
        teams=players == 4 and rng.random() < 0.3,
        pieces_to_win=rng.randint(2, 4),
    )


def beginning(seed: int) -> Game:
    """The beginning of a game of such a rule set, short."""
    rng = Random(seed)
    players = rng.choice((2, 3, 4))
    rules = modelled_rules(rng, players).changed(max_rounds=40)
    return Game(rules, players, seed=seed, auto_pass=False)


def crowded(seed: int) -> Game:
    """A random position, with everybody near each other, at the beginning of a phase."""
    rng = Random(seed)
    for _ in range(TRIES):
        try:
            return from_json(json.dumps(Crowd(rng).document))
        except BadState:
            continue  # such as five cards of a kind
    raise AssertionError("no position of this seed is one that a game can come to")


class Crowd:
    """A document of a crowded position, without stack: the phase that it names begins."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        players = rng.choice((2, 3, 4, 4, 4))
        self.rules = modelled_rules(rng, players)
        game = Game(self.rules, players, seed=rng.getrandbits(32), auto_pass=False)
        self.document: dict[str, Any] = json.loads(to_json(game))
        self.seats = list(game.seats)
        self.middle, self.width = rng.randrange(RING), rng.choice((8, 14, 26))
        self.taken: dict[int, list[int]] = {}
        for part in ("stack", "legal", "deck"):
            del self.document[part]
        self.document["world"] = self.world()
        for seat in self.seats:
            self.document["parties"][COLOURS[seat]] = self.party(seat)
        for seat in self.seats:
            self.jail(seat)
        self.document["checks"] = [self.check() for _ in range(rng.choice((0, 1, 3)))]
        if self.has("magic"):
            self.document["discards"] = [rng.choice((0, 1, 2)) for _ in CARDS]

    def has(self, module: str) -> bool:
        return module in self.rules.modules

    def space(self) -> int:
        """A space in the crowd."""
        return (self.middle + self.rng.randrange(self.width)) % RING

    def world(self) -> dict[str, int]:
        rng = self.rng
        turn = rng.choice(self.seats)
        world = {"turn": turn, "starter": turn, "god": rng.choice(self.seats), "auto_pass": 0}
        world |= {
            "turns": 40,
            "rounds": 8,
            "decisions": 300,
            "phase": rng.choice((TURNING, ACTION)),
        }
        if self.has("pivotal"):
            world["annustar"] = rng.choice((0, 10, 18, 19))
        if world["phase"] == ACTION:
            world["acted"] = rng.choice((0, 1))
            world["sneaking"] = world["acted"] * rng.choice((0, 1))
            world["bonus_spaces"] = rng.choice((0, 0, 4))
            world["bonus_acted"] = int(world["bonus_spaces"] > 0)
        return world

    def party(self, seat: int) -> dict[str, Any]:
        rng = self.rng
        entry: dict[str, Any] = {
            "pieces": [self.piece(seat) for _ in range(4)],
            "counter": rng.randrange(4),
            "stunned": int(self.has("combat") and rng.random() < 0.2),
            "poisoned": int(self.has("fishing") and rng.random() < 0.2),
            "reacted": int(rng.random() < 0.2),
            "hp": rng.choice((1, 2, 3, 5, 6, 7, 8)),
            "hand": [0] * len(CARDS),
        }
        self.crown(entry)
        if self.has("magic"):
            for _ in range(rng.choice((0, 2, 4, 4))):
                entry["hand"][rng.randrange(len(CARDS))] += 1
            self.conjure(entry, seat)
        if self.has("structures"):
            kinds = rng.sample(range(len(STRUCTURES)), 4)
            entry["structures"] = [self.structure(kind) for kind in kinds]
        if self.has("partner"):
            entry["partner"] = rng.choice((0, 5))
        if self.has("tanks"):
            entry["tank"], entry["tank_hp"] = rng.choice((0, 1)), rng.choice((0, 10))
        return entry

    def piece(self, seat: int) -> dict[str, int]:
        """A piece in the crowd if it may stand or lie there, or anywhere else."""
        rng, space = self.rng, self.space()
        r = (space - QUADRANT * seat) % RING
        if r > LAST or rng.random() < 0.15:
            return {"r": rng.choice((YARD, YARD, 52, 53, HOME))}
        if rng.random() < 0.2:
            return {"r": r, "fallen": rng.choice((1, 2))}
        there = self.taken.setdefault(space, [])
        foreign = space % QUADRANT == STAR and space // QUADRANT != seat
        if any(other != seat for other in there) or len(there) >= (1 if foreign else 2):
            return {"r": YARD}
        there.append(seat)
        ill = [name for name in CONDITIONS if rng.random() < CONDITION_CHANCE]
        conditions = {name: rng.randint(1, CONDITIONS[name]) for name in ill}
        return {"r": r, "facing": rng.choice((1, 1, -1)), **conditions}

    def crown(self, entry: dict[str, Any]) -> None:
        """Somebody wears the party's crown, or it lies somewhere, or it is not yet used."""
        standing = [p for p in entry["pieces"] if "facing" in p and not p.get("veiled")]
        entry["crown_used"] = self.rng.choice((0, 1))
        if entry["crown_used"] and standing and self.rng.random() < 0.5:
            self.rng.choice(standing)["crowned"] = 1
        elif entry["crown_used"] and self.rng.random() < 0.7:
            entry["crown_at"] = self.space()

    def conjure(self, entry: dict[str, Any], seat: int) -> None:
        """A phantom, on a space where nobody stands."""
        space = self.space()
        if not self.taken.get(space) and self.rng.random() < 0.4:
            self.taken[space] = [seat, seat]
            entry |= {"phantom_at": space, "phantom_hp": 2}
            entry["phantom_turns"] = self.rng.choice((1, 2, 3))

    def structure(self, kind: int) -> dict[str, int]:
        if self.rng.random() < 0.5:
            return {}
        return {"built": kind, "built_hp": 2, "hacked": self.rng.choice((0, 0, 1, 2))}

    def jail(self, seat: int) -> None:
        """A piece of the yard into an enemy's prison."""
        pieces = self.document["parties"][COLOURS[seat]]["pieces"]
        yard = [n for n, piece in enumerate(pieces) if piece["r"] == YARD]
        jailer = self.rng.choice(self.seats)
        enemy = (jailer - seat) % 2 == 1 or (jailer != seat and not self.rules.teams)
        if yard and enemy and self.has("combat") and self.rng.random() < 0.5:
            pieces[yard[0]] = {"r": PRISON, "jailer": jailer}

    def check(self) -> list[int]:
        """A check that waits."""
        rng = self.rng
        about = 4 * rng.choice(self.seats) + rng.randrange(4)
        by = rng.choice([seat for seat in self.seats if seat != about // 4])
        if not self.has("combat") or rng.random() < 0.4:
            return [FEAR, about, rng.randint(1, 3), rng.randrange(3), 0, 0, 0, 0]
        if rng.random() < 0.5:
            return [STUN, about, rng.randint(1, 16), by, 0, 0, 0, 0]
        piece = self.document["parties"][COLOURS[about // 4]]["pieces"][about % 4]
        space = (QUADRANT * (about // 4) + max(0, piece["r"])) % RING
        total, damage, stun = rng.randint(-2, 20), rng.randint(1, 10), rng.randint(0, 6)
        structure = self.has("structures") and rng.random() < 0.3
        where = about + 16 if structure else about
        return [COLLATERAL, where, total, by, damage, stun, rng.choice((0, 1)), space]
