"""Characters: what each weight means, and who weighs things differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ludo_env.board import PARTIES
from ludo_env.errors import BadOption
from ludo_env.rules.ludicrous import LudicrousRules, PartySheet

WEIGHTS: Final[dict[str, int]] = {
    # Places. Worth is in hundredths of a space of progress, unless it is in percent.
    "entry": 1000,  # being out of the yard
    "prison": 300,  # what a prison is worse than the yard
    "home_area": 250,  # being out of reach
    "home_step": 15,  # a space within the home area
    "home": 700,  # being home, besides the spaces to it
    "crown": 400,  # a piece that wears the crown
    # What may happen to a piece, in percent of what it would cost or bring.
    "danger": 100,  # being ambushed
    "lost": 85,  # how much of its worth a fallen piece has lost
    "ambush": 100,  # ambushing an enemy
    "chance": 12,  # having an enemy within a roll
    "wall": 40,  # a block, for each enemy that it holds up
    "star": 50,  # what danger is left on a star
    "block": 12,  # what danger is left in a block
    # The others.
    "one_of_many": 40,  # percent: what another's loss is worth, of three
    "leading": 70,  # percent: the same, of the one who leads
    # Spaces and tokens.
    "card": 100,  # percent of what cards are worth, see below
    "trap": 150,  # landing on a trap
    "hoop": 10,  # standing below a hoop
    "fishing_space": 40,  # standing where there is fish
    "own_crown": 500,  # the own crown token
    "other_crown": 120,  # destroying one
    "fire": 10,  # standing where an enemy can shoot, for each
    "tackle": 60,  # percent: the loss by a tackle on the way
    # Fighting.
    "violence": 100,  # percent: all harm by weapons, spells, tanks and structures
    "hp": 110,  # a hit point
    "stun": 60,
    "morale": 110,  # a step of the bonus die counter
    "restrain": 150,
    "turn": 60,  # what an attack must gain by turning
    "shove": 100,  # pushing an enemy one space
    "taunt": 30,  # an own piece that is no longer in an enemy's line
    "dodge": 12,  # for each enemy that may attack
    "hack": 90,
    "structure": 80,  # percent of its worth: felling one
    "tank": 250,  # wrecking a tank
    # Rescue.
    "revive": 100,  # percent
    "capture": 35,  # percent of the captive's worth, since it might have been revived
    # Building.
    "fortify": 100,  # percent
    "barricade": 260,
    "turret": 240,
    "infirmary": 400,
    "watchtower": 40,
    "snare": 60,
    # Other actions.
    "sneak": 0,  # for its own sake
    "sneak_gain": 100,  # percent of what it opens
    "fish": 90,
    "stand": 160,
    "rizz": 40,
    "court": 50,
    "refresh": 60,  # percent of what a better card is worth
    "bonus_die": 100,  # percent of the spaces that it gives
    "jump": 0,  # teleporting for its own sake
    # Magic.
    "magic": 100,  # percent: what casting does
    "keep": 60,  # what a spell must be worth to be cast
    "ward": 200,  # what a ward must save
    "counterspell": 150,  # what a counterspell must save
    "cleanse": 110,  # for each condition
    "phantom": 90,  # for each enemy that it bars
    "veil": 40,  # for each enemy that may attack
    # The night.
    "prone": 200,  # lying on the ground
}
"""Every weight, with its default."""

CARD_WORTH: Final[dict[str, int]] = {
    "fire bolt": 300,
    "lightning arc": 300,
    "frost grip": 150,
    "mend": 330,
    "awaken": 400,
    "cleanse": 80,
    "phantom": 120,
    "blink": 260,
    "veil": 30,
    "dread": 150,
    "ward": 330,
    "counterspell": 150,
    "quicken": 110,
    "amplify": 100,
    "reach": 50,
}
"""What each kind of card is worth in the hand of who can use it, in hundredths of a space."""


@dataclass(frozen=True, slots=True)
class Character:
    """How a player is inclined, and the class and line of scores that suit it.

    Attributes:
        summary: how it plays, in a line.
        sheet: the class and scores to give to its seat.
        changes: weights that are not the default, by name.
    """

    summary: str
    sheet: PartySheet = field(default_factory=PartySheet)
    changes: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.changes:
            if name not in WEIGHTS:
                raise BadOption(f"weight {name!r}, allowed: {', '.join(WEIGHTS)}")

    @property
    def weights(self) -> dict[str, int]:
        """All weights by name."""
        return WEIGHTS | self.changes


CHARACTERS: Final[dict[str, Character]] = {
    "balanced": Character("a bit of everything", PartySheet.of_class("soldier")),
    "racer": Character(
        "runs for home",
        PartySheet.of_class("rogue"),
        {"danger": 70, "chance": 5, "violence": 70, "fortify": 60, "bonus_die": 130},
    ),
    "hunter": Character(
        "goes after the others",
        PartySheet.of_class("archer"),
        {"ambush": 130, "violence": 140, "capture": 60, "fortify": 40},
    ),
    "builder": Character(
        "fortifies its home field and shoots from there",
        PartySheet.of_class("engineer"),
        {"fortify": 200, "tank": 350, "violence": 120},
    ),
    "mage": Character(
        "collects cards and casts them",
        PartySheet.of_class("wizard"),
        {"card": 160, "magic": 140, "refresh": 90, "fire": 25},
    ),
    # One habit each, which the rules must neither reward nor punish too much.
    "pacifist": Character("never attacks", changes={"violence": 0}),
    "sneak": Character("always sneaks", changes={"sneak": 100_000}),
    "jumper": Character("always teleports", changes={"jump": 100_000}),
    "nomad": Character("never fortifies", changes={"fortify": 0}),
}
"""Every character by name."""


def character(name: str) -> Character:
    """A character by name. Raises `BadOption`."""
    if name not in CHARACTERS:
        raise BadOption(f"character: {name!r}, allowed: {', '.join(CHARACTERS)}")
    return CHARACTERS[name]


def rules_for(names: Sequence[str], rules: LudicrousRules | None = None) -> LudicrousRules:
    """Rules in which every seat, yellow first, has the sheet of its character.

    Seats beyond the names keep the sheet that the rules give them. Raises `BadOption`.
    """
    rules = rules or LudicrousRules()
    if len(names) > PARTIES:
        raise BadOption(f"characters: {len(names)}, allowed: at most {PARTIES}")
    sheets = [character(name).sheet for name in names]
    return rules.changed(sheets=(*sheets, *rules.sheets[len(sheets) :]))
