"""What the ladder plays, as tables: the settings, the bots, what levels must hold, the modules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

from agents.levels import LEVELS, NAMES, level_spec
from agents.registry import FULL, PLAIN, game_of, spec_text
from evaluation.match import Match, make_match
from ludo_env.rules import LudicrousRules, as_rules
from ludo_env.rules.ludicrous import NEEDS
from ludo_env.rules.tables import MODULES

RANDOM: Final = "random"
EASIEST, *BETTER = NAMES


@dataclass(frozen=True, slots=True)
class Setting:
    """Games that bots are compared in.

    Attributes:
        rules: the rule set's text.
        players: seats; two bots take four of them alternately.
        teams: two against two.
        decisions: about how many make a game, to know what a game costs.
    """

    rules: str
    players: int
    teams: bool
    decisions: int

    @property
    def title(self) -> str:
        """The setting in words."""
        return f"{self.rules}, {self.players} players" + (", two against two" if self.teams else "")

    @property
    def game(self) -> str:
        """`PLAIN` or `FULL`."""
        return game_of(as_rules(self.rules))

    def level(self, name: str) -> str:
        """The spec of the bot that plays a level here; any other name is a spec itself."""
        if name in NAMES:
            name = level_spec(name, as_rules(self.rules), self.players)
        return spec_text(name)

    def match(self, agents: Sequence[str], games: int, seed: int) -> Match:
        """A match; the same for two agents in either order, so that it is played once."""
        agents = sorted(agents) if len(agents) == 2 else agents
        players = None if len(agents) == self.players else self.players
        return make_match(
            agents, self.rules, players=players, teams=self.teams, games=games, seed=seed
        )


FULL_TWO: Final = Setting("ludicrous", 2, False, 750)
FULL_THREE: Final = Setting("ludicrous", 3, False, 1800)
FULL_FOUR: Final = Setting("ludicrous", 4, False, 3200)
CLASSIC_TWO: Final = Setting("classic", 2, False, 130)
CLASSIC_FOUR: Final = Setting("classic", 4, False, 330)
DANISH_TWO: Final = Setting("danish", 2, False, 100)
DANISH_TEAMS: Final = Setting("danish", 4, True, 260)

BOTS: Final[dict[str, tuple[str, ...]]] = {
    PLAIN: (RANDOM, "front", "back", "capture", "smart", "expect"),
    FULL: (
        RANDOM,
        "sensible",
        "sensible:character=racer",
        "sensible:character=hunter",
        "sensible:character=builder",
        "sensible:character=mage",
        "learned",
    ),
}
"""Who plays each game besides the bots of its levels."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What must hold: the first of some agents wins at least so much, its 95 % lower bound.

    Attributes:
        setting: the games.
        agents: levels or specs.
        least: the win rate.
        times: how many times the games of other matches it gets, for what is near the bar.
    """

    setting: Setting
    agents: tuple[str, ...]
    least: float
    times: int = 1


CLAIMS: Final = (
    Claim(FULL_TWO, ("expert", "hard"), 0.62),
    Claim(FULL_TWO, ("hard", "normal"), 0.65, times=5),
    Claim(FULL_TWO, ("normal", EASIEST), 0.75, times=5),
    Claim(FULL_TWO, ("learned", "sensible"), 0.60, times=5),
    *(Claim(FULL_TWO, (level, RANDOM), 0.95) for level in BETTER),
    Claim(FULL_FOUR, ("hard", "sensible", "sensible", "sensible"), 0.40, times=10),
    Claim(DANISH_TEAMS, ("expert", RANDOM), 0.94, times=5),
    Claim(DANISH_TEAMS, ("expert", "smart"), 0.71, times=5),
)
"""What the levels must hold."""

STEPS: Final = tuple(
    Claim(setting, (better, *(worse,) * (setting.players - 1)), 1.0 / setting.players)
    for setting in (FULL_THREE, FULL_FOUR)
    for worse, better in pairwise(NAMES)
)
"""One of a level among those of the next weaker one, and how often it would win as one of them."""

ABLATED: Final = (("hard", "normal"), ("learned", "sensible"))
"""Who plays the full game with other modules: the best bot that has time for so many games and the
next level, and the best two of those that take no time."""

ITSELF: Final = (
    (FULL_TWO, "hard"),
    (FULL_TWO, "learned"),
    (FULL_FOUR, "sensible"),
    (CLASSIC_TWO, "expect:temperature=0.1"),
    (DANISH_TEAMS, "td:temperature=0.001"),
)
"""The best bots of a setting, which play against themselves; softened a little where they have no
generator of their own, since they would play the same game again from the other seat."""

RESPONSES: Final[dict[str, str]] = {
    "danish-response": "td",
    "classic-response": "expect",
    "ludicrous-response": "learned",
    "ludicrous-response-hard": "hard",
}
"""Runs that learned against one bot and nobody else, and that bot."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The full game with some modules only, ``words`` say which, and the two bots that play it."""

    words: str
    setting: Setting
    agents: tuple[str, str]


def variants(agents: tuple[str, str]) -> Iterator[Variant]:
    """The full game as it is, and each change of its modules."""
    usual = LudicrousRules().modules
    yield Variant("as it is", FULL_TWO, agents)
    for module in MODULES:
        if module not in usual:
            yield _variant(f"with `{module}`", (*usual, module), agents)
            continue
        gone = {module, *(other for other, needed in NEEDS.items() if module in needed)}
        words = ", ".join(f"`{name}`" for name in MODULES if name in gone)
        left = tuple(name for name in usual if name not in gone)
        yield _variant(f"without {words}", left, agents)
    yield _variant("without any", (), agents)


def _variant(words: str, modules: tuple[str, ...], agents: tuple[str, str]) -> Variant:
    rules = LudicrousRules().changed(modules=modules)
    return Variant(words, Setting(rules.text, 2, False, FULL_TWO.decisions), agents)


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays, and what is measured.

    Attributes:
        settings: a cross table each.
        bots: who plays each game, besides the bots of its levels.
        claims: what must hold.
        steps: of levels where more than two play.
        variants: the full game with other modules.
        itself: bots that play against themselves.
    """

    settings: tuple[Setting, ...]
    bots: Mapping[str, tuple[str, ...]]
    claims: tuple[Claim, ...]
    steps: tuple[Claim, ...]
    variants: tuple[Variant, ...]
    itself: tuple[tuple[Setting, str], ...]

    def bots_of(self, setting: Setting) -> list[str]:
        """Everybody who plays in a setting, by spec."""
        names = *self.bots[setting.game], *LEVELS[setting.game]
        return list(dict.fromkeys(map(setting.level, names)))


LADDER: Final = Lineup(
    settings=(FULL_TWO, FULL_FOUR, CLASSIC_TWO, CLASSIC_FOUR, DANISH_TWO, DANISH_TEAMS),
    bots=BOTS,
    claims=CLAIMS,
    steps=STEPS,
    variants=tuple(variant for agents in ABLATED for variant in variants(agents)),
    itself=ITSELF,
)


@dataclass(frozen=True, slots=True)
class Ladder:
    """The matches of a lineup.

    Attributes:
        lineup: who plays, and what is measured.
        games: of each match; some claims have more.
        seed: of all dice and bots.
    """

    lineup: Lineup
    games: int
    seed: int

    def match(self, setting: Setting, agents: Sequence[str]) -> Match:
        """A match between levels or specs."""
        specs = [setting.level(name) for name in agents]
        return setting.match(specs, self.games * self.times(setting, specs), self.seed)

    def claims(self, setting: Setting, specs: Sequence[str]) -> list[Claim]:
        """What must hold of some bots."""
        return [
            claim
            for claim in self.lineup.claims
            if claim.setting == setting
            and sorted(map(setting.level, claim.agents)) == sorted(specs)
        ]

    def times(self, setting: Setting, specs: Sequence[str]) -> int:
        """How many times the usual games a match has."""
        return max((claim.times for claim in self.claims(setting, specs)), default=1)

    def cross_table(self, setting: Setting) -> list[Match]:
        """Every pair of bots of a setting, with the same dice for each."""
        pairs = combinations(self.lineup.bots_of(setting), 2)
        return [self.match(setting, pair) for pair in pairs]

    def ablation(self, variant: Variant) -> Match:
        """The two bots of a variant."""
        return self.match(variant.setting, variant.agents)

    def matches(self) -> dict[Match, Setting]:
        """Everything that is played, each match once, with the setting that it is most like."""
        found: dict[Match, Setting] = {}
        for setting in self.lineup.settings:
            found |= dict.fromkeys(self.cross_table(setting), setting)
        for claim in (*self.lineup.claims, *self.lineup.steps):
            found[self.match(claim.setting, claim.agents)] = claim.setting
        found |= {self.ablation(variant): FULL_TWO for variant in self.lineup.variants}
        found |= {self.match(setting, [bot] * 2): setting for setting, bot in self.lineup.itself}
        return found
