"""The sensible player: which rule of thumb answers which decision."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agents.characters import character
from agents.sensible.actions import action_value, chosen_target, tank_place, turning_value
from agents.sensible.judge import SPACE, Judge
from agents.sensible.moves import (
    best_jump,
    best_night,
    jump_value,
    move_value,
    night_value,
    step_value,
    wants_crown,
    wants_tackle,
    wants_teleport,
)
from agents.sensible.spells import (
    caster_value,
    meta_value,
    shed_value,
    target_value,
    wants_counterspell,
    ward_value,
)
from agents.sensible.weights import Weights
from agents.softened import softening
from ludo_env.board import PIECES
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.casting import META, SPELL
from ludo_env.engine.ludicrous.catalogue import (
    AHEAD,
    CAST_AMPLIFIED,
    CAST_FAR,
    CEDE,
    END,
    GENERAL_TABLE,
    MOVE,
    NIGHT_AMBUSH,
    SHED,
    TANK_TO,
    TUESDAY_TABLE,
)
from ludo_env.engine.ludicrous.health import FINAL
from ludo_env.engine.ludicrous.lines import piece_of
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import own_spaces, target
from ludo_env.engine.ludicrous.names import AMPLIFY, NOBODY, REACH
from ludo_env.engine.ludicrous.off_table import NUMBER, PARTY, QUARTILES, SIDES
from ludo_env.engine.ludicrous.procedures import (
    DECIDE_ACTION,
    DECIDE_BONUS_MOVE,
    DECIDE_CALL,
    DECIDE_CASTER,
    DECIDE_COUNTERSPELL,
    DECIDE_CROWN,
    DECIDE_CROWN_JUMP,
    DECIDE_CROWN_TARGET,
    DECIDE_META,
    DECIDE_MOVE,
    DECIDE_NIGHT_AMBUSH,
    DECIDE_NIGHT_TARGET,
    DECIDE_SHED,
    DECIDE_SPELL_TARGET,
    DECIDE_TABLE,
    DECIDE_TACKLE,
    DECIDE_TANK,
    DECIDE_TARGET,
    DECIDE_TELEPORT,
    DECIDE_TURNING,
    DECIDE_WARD,
)

NEVER: Final = -10_000_000
"""The value of what is never chosen while there is anything else."""


TRIFLE: Final = 1
"""What it is worth to end a phase or to decline: more than doing what does nothing."""


class Sensible:
    """A rule-based player of the full game.

    It reads what its party may know, and nothing that it notes down outlasts a decision. Equal
    choices are drawn with its own generator.

    Args:
        character: a name in `CHARACTERS`.
        temperature: 0 takes the best choice; above, one that is worth so many spaces more than
            another is e times as likely.

    Raises:
        BadOption: there is no such character.
    """

    name = "sensible"

    def __init__(self, character: str = "balanced", temperature: float = 0.0) -> None:
        self.temperature: float = temperature * SPACE
        """In hundredths of a space."""
        self.start(weights_of(character))

    def start(self, weights: dict[str, int]) -> None:
        """Play by weights, all of `WEIGHTS`."""
        self.judge: Judge = Judge(Weights(weights))
        self.dice: Dice = Dice()
        """The bot's own generator."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. Raises `BadRules` in a game of plain Ludo."""
        game.full  # noqa: B018
        self.dice.seed(seed)

    def act(self, game: Game) -> int:
        """The chosen action."""
        return self.choose(game.full)

    def choose(self, m: Match) -> i64:
        """The chosen action of the party that decides."""
        self.judge.look(m, m.decider)
        kind: i64 = m.kind
        if kind == DECIDE_TANK:
            return TANK_TO + tank_place(self.judge, m)
        best: i64 = m.legal[0]
        best_value: i64 = NEVER
        ties: i64 = 1
        for n in range(m.choices):
            action: i64 = m.legal[n]
            if action == CEDE:
                continue
            value: i64 = value_of(self.judge, m, kind, action)
            value += i64(softening(self.dice, self.temperature))
            if value > best_value:
                best = action
                best_value = value
                ties = 1
            elif value == best_value:
                ties += 1
                if self.dice.below(ties) == 0:
                    best = action
        return best


def weights_of(name: str) -> dict[str, int]:
    """The weights of a character. Raises `BadOption`."""
    return character(name).weights


def value_of(j: Judge, m: Match, kind: i64, action: i64) -> i64:
    """What an action is worth in a decision of a kind; ending and declining are worth a trifle."""
    if kind == DECIDE_MOVE:
        return move_value(j, m, action, m.die)
    if kind == DECIDE_TARGET:
        return chosen_target(j, m, action)
    if kind == DECIDE_SPELL_TARGET:
        return target_value(j, m, m.arg(SPELL), action, action - AHEAD + 1)
    if action == END:
        return TRIFLE
    if kind == DECIDE_ACTION:
        return action_value(j, m, action)
    if kind == DECIDE_TURNING:
        return turning_value(j, m, action)
    if kind == DECIDE_BONUS_MOVE:
        i: i64 = m.decider * PIECES + action - MOVE
        return step_value(j, m, i, target(m, i, own_spaces(m, i, m.bonus_spaces), m.sneaking))
    if DECIDE_META <= kind <= DECIDE_COUNTERSPELL or kind == DECIDE_SHED:
        return magic_value(j, m, kind, action)
    return other_value(j, m, kind, action)


def magic_value(j: Judge, m: Match, kind: i64, action: i64) -> i64:
    """What an action is worth in a decision about cards."""
    if kind == DECIDE_META:
        card: i64 = NOBODY
        if action == CAST_AMPLIFIED:
            card = AMPLIFY
        elif action == CAST_FAR:
            card = REACH
        return meta_value(j, m, m.arg(SPELL), card)
    if kind == DECIDE_CASTER:
        meta: i64 = m.arg(META)
        i: i64 = piece_of(m.decider, action)
        return caster_value(j, m, m.arg(SPELL), i, meta == REACH, meta == AMPLIFY)
    if kind == DECIDE_WARD:
        return ward_value(j, m, m.arg(0), m.arg(FINAL), action == CAST_AMPLIFIED)
    if kind == DECIDE_COUNTERSPELL:
        return sign(wants_counterspell(j, m))
    return shed_value(j, m, action - SHED)


def other_value(j: Judge, m: Match, kind: i64, action: i64) -> i64:
    """What an action is worth in a decision that comes up in a movement, at night, or by chance."""
    if kind == DECIDE_TACKLE:
        return sign(wants_tackle(j, m))
    if kind == DECIDE_TELEPORT:
        return sign(wants_teleport(j, m))
    if kind == DECIDE_CROWN:
        return sign(wants_crown(j, m))
    if kind == DECIDE_NIGHT_AMBUSH:
        return best_night(j, m, m.decider * PIECES + action - NIGHT_AMBUSH)
    if kind == DECIDE_NIGHT_TARGET:
        return night_value(j, m, m.arg(1), piece_of(m.decider, action))
    if kind == DECIDE_CROWN_JUMP:
        return best_jump(j, m, piece_of(m.decider, action))
    if kind == DECIDE_CROWN_TARGET:
        return jump_value(j, m, m.arg(1), piece_of(m.decider, action))
    if kind == DECIDE_CALL:
        return sign(m.hostile(m.decider, m.arg(PARTY)))
    if kind == DECIDE_TABLE:
        return sign(action == wanted_table(m))
    return NEVER


def sign(wanted: bool) -> i64:
    """Better than declining, or worse."""
    return SPACE if wanted else -SPACE


def wanted_table(m: Match) -> i64:
    """[8.9] The table that is kinder to the number that fell."""
    quartile: i64 = (QUARTILES * m.arg(NUMBER) + m.arg(SIDES) - 1) // m.arg(SIDES)
    if quartile == QUARTILES:
        return TUESDAY_TABLE
    if quartile == 1:
        return TUESDAY_TABLE if m.arg(NUMBER) == 1 else GENERAL_TABLE
    return GENERAL_TABLE if m.counter[m.decider] == 0 else TUESDAY_TABLE
