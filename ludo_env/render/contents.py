"""What a picture of the full game shows besides the pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludo_env.board import COLOURS, PARTIES, SPACES
from ludo_env.errors import BadOption
from ludo_env.rules.tables import STRUCTURES, WEATHERS

THINGS: Final = (*STRUCTURES, "tank", "artillery", "phantom", "crown")
STATES: Final = ("", "under construction", "hacked", "reloading", "wrecked")
SIGNS: Final = ("wounded", "stressed", "stunned", "poisoned", "provoked", "god token", "starts")
"""What may be told of a party: its conditions, and the tokens that it has."""
DIRECTIONS: Final = ("north", "east", "south", "west")


def check(name: str, value: int, low: int, high: int) -> None:
    """Raise `BadOption` unless a number of a picture is in low..high."""
    if not low <= value <= high:
        raise BadOption(f"picture: {name} {value} is outside {low}..{high}")


def check_among(name: str, value: object, allowed: tuple[object, ...]) -> None:
    """Raise `BadOption` unless a value of a picture is one of those that there are."""
    if value not in allowed:
        named = ", ".join(str(one) or "''" for one in allowed)
        raise BadOption(f"picture: {name} {value!r}, allowed: {named}")


@dataclass(frozen=True, slots=True)
class Thing:
    """A structure, tank, phantom or crown token, or an artillery that reloads.

    Attributes:
        kind: one of `THINGS`.
        party: whose it is.
        space: id of the space that it stands on.
        points, most: hit points that it has and could have; of a project those of fortification
            that it has and needs; 0 and 0 if it has none.
        state: one of `STATES`, "" is as it should be.
    """

    kind: str
    party: int
    space: int
    points: int = 0
    most: int = 0
    state: str = ""

    def __post_init__(self) -> None:
        check_among("thing", self.kind, THINGS)
        check("party", self.party, 0, PARTIES - 1)
        check("space", self.space, 0, len(SPACES) - 1)
        check_among("state", self.state, STATES)

    @property
    def words(self) -> str:
        """Such as "blue turret, 3 of 5, hacked"."""
        words = [f"{COLOURS[self.party]} {self.kind}"]
        words += [f"{self.points} of {self.most}"] * (self.most > 0)
        return ", ".join(words + [self.state] * bool(self.state))


@dataclass(frozen=True, slots=True)
class Status:
    """What everybody sees of a party that plays.

    Attributes:
        party: who.
        hp, most_hp: the hit points that it has, and could have.
        counter, full: the bonus die counter, and where it is full.
        cards: the size of its hand; None in a game without cards.
        signs: some of `SIGNS`.
    """

    party: int
    hp: int
    most_hp: int
    counter: int = 0
    full: int = 0
    cards: int | None = None
    signs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check("party", self.party, 0, PARTIES - 1)
        for sign in self.signs:
            check_among("sign", sign, SIGNS)

    @property
    def words(self) -> str:
        """Such as "blue: 7 of 12 hit points, bonus die counter 2 of 3, 4 cards, stunned"."""
        words = [f"{self.hp} of {self.most_hp} hit points"]
        words += [f"bonus die counter {self.counter} of {self.full}"] * (self.full > 0)
        if self.cards is not None:
            words.append(f"{self.cards} card{'s' * (self.cards != 1)}")
        return f"{COLOURS[self.party]}: {', '.join([*words, *self.signs])}"


@dataclass(frozen=True, slots=True)
class World:
    """What belongs to nobody.

    Attributes:
        round: counted from 0.
        night: whether it is night.
        full_moon: whether the night has a full moon.
        weather: one of the weathers of the rules; "" in a game without nights.
        wind: where it blows to, 0 north to 3 west.
        wind_strength: 0 is no wind.
        annustar, cap: its damage, and where it breaks; 0 and 0 in a game without it.
    """

    round: int
    night: bool = False
    full_moon: bool = False
    weather: str = ""
    wind: int = 0
    wind_strength: int = 0
    annustar: int = 0
    cap: int = 0

    def __post_init__(self) -> None:
        check_among("weather", self.weather, ("", *WEATHERS))
        check("wind", self.wind, 0, len(DIRECTIONS) - 1)

    @property
    def words(self) -> str:
        """Such as "round 7, night, rain, wind east 2, Annustar 13 of 20"."""
        words = [f"round {self.round}"] + ["night"] * self.night + ["full moon"] * self.full_moon
        words += [self.weather] * bool(self.weather)
        if self.wind_strength:
            words.append(f"wind {DIRECTIONS[self.wind]} {self.wind_strength}")
        words += [f"Annustar {self.annustar} of {self.cap}"] * (self.cap > 0)
        return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Roll:
    """A die that was thrown before everybody's eyes."""

    party: int
    sides: int
    value: int

    def __post_init__(self) -> None:
        check("party", self.party, 0, PARTIES - 1)
        check("number on the die", self.value, 1, self.sides)

    @property
    def words(self) -> str:
        """Such as "blue 17 on a d20"."""
        return f"{COLOURS[self.party]} {self.value} on a d{self.sides}"
