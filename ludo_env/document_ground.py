"""What the documents of all games of a rule set have in common."""

from __future__ import annotations

import json
from functools import lru_cache

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.document_fields import (
    PARTY_FIELDS,
    PIECE_FIELDS,
    SLOT_FIELDS,
    WORLD_FIELDS,
    Columns,
)
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.tables import RULE_SETS_KEPT, tables_of
from ludo_env.rules.ludicrous import LudicrousRules


def fresh(rules: LudicrousRules, players: int) -> LudicrousState:
    """A full game before its set-up, its parties seated and equipped, the deck full."""
    state = LudicrousState(tables_of(rules))
    state.begin(players)
    state.prepare()
    return state


class Ground:
    """What the documents of a rule set and a number of players have in common.

    Attributes:
        plain: a fresh game; what is as in it is left out.
        rules: the text of the rule set, as JSON.
        pieces, parties, slots, world: the fields, with their ranges.
    """

    def __init__(self, rules: LudicrousRules, players: int) -> None:
        self.plain: LudicrousState = fresh(rules, players)
        self.players = players
        self.rules: str = json.dumps(rules.text)
        self.pieces = Columns(PIECE_FIELDS, self.plain)
        self.parties = Columns(PARTY_FIELDS, self.plain)
        self.slots = Columns(SLOT_FIELDS, self.plain)
        self.world = Columns(WORLD_FIELDS, self.plain)
        self.plain_pieces: list[vec[i64]] = self.pieces.lists(self.plain)
        self.plain_parties: list[vec[i64]] = self.parties.lists(self.plain)
        self.plain_slots: list[vec[i64]] = self.slots.lists(self.plain)


@lru_cache(RULE_SETS_KEPT)
def ground_of(rules: LudicrousRules, players: int) -> Ground:
    """What the documents of a rule set and a number of players have in common."""
    return Ground(rules, players)
