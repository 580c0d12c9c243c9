"""What a training run is told: frozen, checked configurations, a class for each method.

A field has its type, its default, the numbers that it takes (``within(default, low, high)``), and
below it what it means.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast, get_type_hints

from agents.advice import LAYOUT
from agents.registry import check_plays, make_agent
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.procedures import DECIDE_TANK, DECISIONS
from ludo_env.errors import BadAgent, BadOption
from ludo_env.observation.schema import AFTERSTATE, FULL_FLAT, Schema, schema_for
from ludo_env.rules import RuleSet, as_rules
from training.fields import check_fields, convert, within

MILLIARD: Final = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """What every method of training is told."""

    method: str
    """How it learns: a key of `CONFIGS`."""
    rules: str = "classic"
    """The rule set, as its text."""
    players: int = within(PARTIES, 2, PARTIES)
    """Players of every game; two sit opposite each other."""
    seed: int = within(0, 0, 2**63 - 1)
    """Where all chance of the run comes from."""
    steps: int = within(1_000_000, 1, MILLIARD)
    """How long the run is, in the method's own unit."""
    checkpoint_every: int = within(100_000, 1, MILLIARD)
    """Steps between checkpoints: what a run that is killed can lose."""
    evaluate_every: int = within(250_000, 1, MILLIARD)
    """Steps between evaluations."""
    evaluate_games: int = within(400, 1, 1_000_000)
    """Games of an evaluation against each bot."""
    evaluate_against: tuple[str, ...] = ("random", "capture", "smart")
    """The bots that take all other seats in an evaluation, one after the other."""
    threads: int = within(1, 1, 256)
    """Threads of the network library."""

    def __post_init__(self) -> None:
        check_fields(self)
        rules = as_rules(self.rules)
        if isinstance(rules, RuleSet) and rules.pieces < 2:
            raise BadOption(f"rules: {rules.text} leaves nothing to decide, allowed: pieces from 2")
        Game(rules, self.players, seed=0)  # refuses players that the rules cannot seat
        self.check_bots("evaluate_against", self.evaluate_against)

    @property
    def schema(self) -> Schema | None:
        """What the network observes; None where there is none that observes by a schema."""
        return None

    def check_bots(self, name: str, specs: tuple[str, ...]) -> None:
        """Refuse a field with a bot that there is not, or that does not play by the rules."""
        for spec in specs:
            try:
                make_agent(spec)
                check_plays(spec, as_rules(self.rules))
            except BadAgent as error:
                raise BadOption(f"{name}: {error}") from None


def check_full(rules: str, players: int) -> None:
    """Refuse plain Ludo, and players that the rules cannot seat."""
    Game(rules, players, seed=0).full  # noqa: B018 - raises


def check_units(name: str, units: tuple[int, ...]) -> None:
    """Refuse a field that names no hidden layers, or one without units."""
    if not units or min(units) < 1:
        raise BadOption(f"{name}: {units} must be numbers of units from 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class PPOConfig(TrainConfig):
    """Self-play with MaskablePPO. A step is one decision of the learner.

    In every game the learner plays one seat; bots and earlier selves play the others.
    """

    method: str = "ppo"
    games: int = within(128, 1, 65_536)
    """Games that are played side by side."""
    rollout: int = within(32, 1, 1_000_000)
    """Decisions of each game between two updates."""
    minibatch: int = within(1024, 2, 10_000_000)
    """Decisions of a gradient step; divides ``games * rollout``."""
    epochs: int = within(4, 1, 100)
    """How often an update goes over its decisions."""
    learning_rate: float = within(1e-3, 1e-8, 1.0)
    """Of Adam at the beginning; it falls in a straight line to 0 at the end of the run."""
    gamma: float = within(0.999, 0.0, 1.0)
    """Discount of one decision."""
    gae_lambda: float = within(0.8, 0.0, 1.0)
    """How far an advantage looks ahead: 0 one decision, 1 to the end of the game. The dice make
    what lies far ahead noise."""
    clip: float = within(0.2, 0.001, 10.0)
    """How far an update may change the probability of an action."""
    entropy: float = within(0.01, 0.0, 10.0)
    """Weight of the policy's entropy."""
    value_weight: float = within(0.5, 0.0, 100.0)
    """Weight of the value's error."""
    gradient_norm: float = within(0.5, 1e-6, 1e6)
    """Longest gradient."""
    hidden: tuple[int, ...] = (128, 128)
    """Units of the hidden layers, of the policy and of the value alike."""
    bots: tuple[str, ...] = ("random", "capture", "smart", "front")
    """Scripted opponents, by spec."""
    newest: float = within(0.5, 0.0, 1.0)
    """Share of the opponents that are the newest earlier self; the others are drawn from all,
    more often the better they do against the learner."""
    snapshot_every: int = within(100_000, 1, MILLIARD)
    """Steps after which the learner joins its opponents."""
    selves: int = within(12, 1, 1000)
    """Most earlier selves; beyond, the one that does worst leaves."""

    def __post_init__(self) -> None:
        TrainConfig.__post_init__(self)
        decisions = self.games * self.rollout
        if decisions % self.minibatch:
            raise BadOption(
                f"minibatch: {self.minibatch} does not divide games * rollout = {decisions}"
            )
        check_units("hidden", self.hidden)
        self.check_bots("bots", self.bots)

    @property
    def schema(self) -> Schema:
        """The format ``flat``."""
        return schema_for("flat", self.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class RLlibConfig(PPOConfig):
    """The same with RLlib's PPO, on a cluster. ``games * rollout`` decisions of an update are those
    of all networks together, the learner and its earlier selves; a step is one of the learner.
    """

    method: str = "rllib"
    runners: int = within(0, 0, 10_000)
    """Processes that play; 0 is as many as Ray has cores, less one for the learner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TDConfig(TrainConfig):
    """Learning of afterstate values with TD(λ). A step is one decision of any seat."""

    method: str = "td"
    others: tuple[int, ...] = ()
    """Numbers of players of further games; ``games`` are split evenly among ``players`` and these.
    """
    games: int = within(512, 1, 65_536)
    """Games that are played side by side."""
    horizon: int = within(64, 2, 100_000)
    """Decisions of each game between two updates; of the last only its value is used."""
    trace: float = within(0.8, 0.0, 1.0)
    """λ of the returns: 0 trusts the next value, 1 only the result."""
    hidden: tuple[int, ...] = (128, 64)
    """Units of the hidden layers."""
    learning_rate: float = within(1e-3, 1e-8, 1.0)
    """Of Adam at the beginning."""
    last_learning_rate: float = within(2e-5, 0.0, 1.0)
    """Of Adam at the end; it falls in a straight line."""
    minibatch: int = within(1024, 1, 10_000_000)
    """Afterstates of a gradient step."""

    def __post_init__(self) -> None:
        TrainConfig.__post_init__(self)
        check_units("hidden", self.hidden)
        for players in (self.players, *self.others):
            # Refuses what the rules cannot seat, and the full game, where no move is certain.
            Game(self.rules, players, seed=0).plain  # noqa: B018

    @property
    def schema(self) -> Schema:
        """Afterstates."""
        return Schema(AFTERSTATE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FullConfig(TrainConfig):
    """What the methods for the full game are told besides. A step is one decision learned from."""

    rules: str = "ludicrous"
    players: int = within(2, 2, PARTIES)
    also: tuple[str, ...] = ()
    """Further kinds of games, as a number of players and rules, ``4 ludicrous-short``. The games
    are shared out evenly among ``players rules`` and these; name one twice for more of it."""
    games: int = within(256, 1, 65_536)
    """Games that are played side by side, all kinds together."""
    minibatch: int = within(2048, 2, 10_000_000)
    """Decisions of a gradient step."""
    learning_rate: float = within(1e-3, 1e-8, 1.0)
    """Of Adam at the beginning; it falls in a straight line to 0 at the end of the run."""
    value_weight: float = within(0.5, 0.0, 100.0)
    """Weight of the value's error."""
    gradient_norm: float = within(0.5, 1e-6, 1e6)
    """Longest gradient."""
    width: int = within(256, 1, 65_536)
    """Units of the layers that see everything."""
    piece_width: int = within(64, 1, 65_536)
    """Units that describe one piece."""
    advice: bool = True
    """Whether the network is told what `sensible` with evolved weights thinks of each action."""
    half_precision: bool = True
    """Whether the network is trained in bfloat16, which new processors do several times faster."""
    evaluate_against: tuple[str, ...] = ("sensible",)

    def __post_init__(self) -> None:
        TrainConfig.__post_init__(self)
        for rules, players in self.kinds:
            check_full(rules, players)

    @property
    def layout(self) -> tuple[str, ...]:
        """The encoders of what is observed."""
        return LAYOUT if self.advice else FULL_FLAT

    @property
    def schema(self) -> Schema:
        """What these encoders write."""
        return schema_for(self.layout, self.rules)

    @property
    def kinds(self) -> list[tuple[str, int]]:
        """Rules and number of players of each kind of games."""
        return [(self.rules, self.players), *map(_kind, self.also)]


def _kind(text: str) -> tuple[str, int]:
    """Rules and players from their text. Raises `BadOption`."""
    number, _, rules = text.partition(" ")
    if number not in ("2", "3", "4") or not rules:
        raise BadOption(f"also: {text!r}, allowed: players and rules, such as '4 ludicrous'")
    return rules, int(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class CloneConfig(FullConfig):
    """Behaviour cloning: the policy learns what a bot does, the value how its games end."""

    method: str = "clone"
    teacher: str = "sensible"
    """The bot that plays all seats."""
    keep: float = within(0.25, 1e-3, 1.0)
    """The share of its decisions that is learned from; games are cheaper than learning."""
    noise: float = within(0.02, 0.0, 1.0)
    """The share of decisions that are taken at random, so that mistakes are seen and mended. What
    the teacher would have done is learned all the same."""
    chunk: int = within(131_072, 1, 10_000_000)
    """Decisions between two rounds of learning. They are learned from in random order."""

    def __post_init__(self) -> None:
        FullConfig.__post_init__(self)
        self.check_bots("teacher", (self.teacher,))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueConfig(FullConfig):
    """Masked PPO on every seat, against itself and a league."""

    method: str = "league"
    start: str = ""
    """The preset whose network it begins with. That run lies beside this one's folder, and is
    trained first if it has not ended."""
    rollout: int = within(64, 1, 1_000_000)
    """Decisions of each game between two updates."""
    epochs: int = within(2, 1, 100)
    """How often an update goes over its decisions."""
    learning_rate: float = within(3e-4, 1e-8, 1.0)
    gamma: float = within(1.0, 0.0, 1.0)
    """Discount of one decision."""
    gae_lambda: float = within(0.95, 0.0, 1.0)
    """How far an advantage looks ahead: 0 one decision, 1 to the end of the game."""
    look_at: float = within(0.0, 0.0, 1.0)
    """Above 0, an advantage is not found by what came of the action that was taken, but by playing
    a little further with every action that the policy gives at least this probability."""
    look_turns: int = within(2, 1, 100)
    """How many turns that is, the pending one included."""
    clip: float = within(0.2, 0.001, 10.0)
    """How far an update may change the probability of an action."""
    entropy: float = within(0.003, 0.0, 10.0)
    """Weight of the policy's entropy, as a share of the largest that the mask allows."""
    self_play: float = within(0.5, 0.0, 1.0)
    """The share of games in which the learner plays all seats; in the others it plays one, and
    the league the rest."""
    bots: tuple[str, ...] = ("sensible",)
    """Scripted members of the league, by spec."""
    newest: float = within(0.2, 0.0, 1.0)
    """The share of opponents that are the newest earlier self; the others are drawn from all, more
    often the better they do against the learner."""
    snapshot_every: int = within(1_000_000, 1, MILLIARD)
    """Steps after which the learner joins the league."""
    selves: int = within(4, 1, 1000)
    """Most earlier selves and exploiters; beyond, the one that does worst leaves."""
    exploit: int = within(0, 0, MILLIARD)
    """Above 0, an exploiter joins the league after every snapshot: a copy of the learner that has
    met the learner alone for so many steps of its own."""
    curriculum: tuple[str, ...] = ()
    """Rules that come before ``rules``, such as games with few of the modules first."""
    stage: int = within(500_000, 1, MILLIARD)
    """Steps for which each of them is played."""

    def __post_init__(self) -> None:
        FullConfig.__post_init__(self)
        self.check_bots("bots", self.bots)
        for rules in self.curriculum:
            check_full(rules, self.players)

    def rules_at(self, steps: int) -> str:
        """What is played after so many steps, besides what ``also`` says."""
        stage = steps // self.stage
        return self.curriculum[stage] if stage < len(self.curriculum) else self.rules


@dataclass(frozen=True, slots=True, kw_only=True)
class EvolveConfig(TrainConfig):
    """Evolution of the weights of `sensible`. A step is a game between two, or a pair."""

    method: str = "evolve"
    rules: str = "ludicrous"
    players: int = within(2, 2, 2)
    against: str = ""
    """The bot that is to be answered; empty plays against itself."""
    batch: int = within(500, 1, MILLIARD)
    """Steps between two moves of the weights."""
    spread: float = within(0.3, 1e-3, 3.0)
    """How far weights are nudged: the standard deviation of the logarithm of each."""
    learning_rate: float = within(0.5, 1e-6, 100.0)
    """How far the mean pull of a batch moves the weights at the beginning; it falls in a straight
    line to 0."""
    evaluate_against: tuple[str, ...] = ("sensible",)

    def __post_init__(self) -> None:
        TrainConfig.__post_init__(self)
        check_full(self.rules, self.players)
        if self.against:
            self.check_bots("against", (self.against,))


@dataclass(frozen=True, slots=True, kw_only=True)
class DistilConfig(TrainConfig):
    """A scorer for `agents.instinct`, learned from short play. A step is a game, which is judged.

    Every ``evaluate_every`` steps the scorer is fitted anew to all that was judged so far, and
    plays the next games.
    """

    method: str = "distil"
    rules: str = "ludicrous"
    players: int = within(2, 2, 2)
    checkpoint_every: int = within(25, 1, 100_000)
    """Games that are kept in one file; what a run that is killed can lose."""
    kinds: tuple[str, ...] = ("move", "bonus move", "teleport")
    """The kinds of decision that are learned; the others are left to the rules of thumb."""
    share: float = within(0.5, 1e-3, 1.0)
    """The share of these decisions that is judged: neighbours are alike."""
    worlds: int = within(4, 1, 100_000)
    """Possible worlds in which each action is tried."""
    turns: int = within(4, 1, 1000)
    """Turns that a world is played on, the pending one included."""
    hidden: int = within(32, 1, 65_536)
    """Units of the network."""
    epochs: int = within(6, 1, 1000)
    """How often a fit goes over all lessons."""
    minibatch: int = within(1024, 1, 10_000_000)
    """Decisions of a gradient step."""
    learning_rate: float = within(2e-3, 1e-8, 1.0)
    """Of AdamW at its highest; it rises and falls in the course of a fit."""
    decay: float = within(0.02, 0.0, 100.0)
    """AdamW's weight decay."""
    evaluate_against: tuple[str, ...] = ("sensible",)

    def __post_init__(self) -> None:
        TrainConfig.__post_init__(self)
        check_full(self.rules, self.players)
        for kind in self.kinds:
            if kind not in DECISIONS or kind == DECISIONS[DECIDE_TANK]:
                allowed = [name for name in DECISIONS if name != DECISIONS[DECIDE_TANK]]
                raise BadOption(f"kinds: {kind!r}, allowed: {', '.join(allowed)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafConfig(TrainConfig):
    """What judges positions for `agents.search`. A step is a game, which is learned from.

    It is fitted to who won, which is mostly luck; then anew, ``refits`` times, to what the fit
    before says of the next position of the same game, mixed with who won in the end.
    """

    method: str = "leaf"
    rules: str = "ludicrous"
    players: int = within(2, 2, PARTIES)
    """Players of every game; a leaf for four judges games of three as well."""
    steps: int = within(100_000, 1, MILLIARD)
    """Games."""
    checkpoint_every: int = within(500, 1, MILLIARD)
    """Games that are kept in one file; what a run that is killed can lose."""
    hidden: int = within(32, 1, 65_536)
    """Units of the network."""
    epochs: int = within(3, 1, 1000)
    """How often a fit goes over all positions."""
    refits: int = within(2, 0, 100)
    """Fits after the first one."""
    trace: float = within(0.3, 0.0, 1.0)
    """λ of what a refit is told: 0 trusts what was said of the next position, 1 only the result."""
    minibatch: int = within(2048, 1, 10_000_000)
    """Positions of a gradient step."""
    learning_rate: float = within(4e-3, 1e-8, 1.0)
    """Of AdamW at its highest; it rises and falls in the course of a fit."""
    decay: float = within(1e-4, 0.0, 100.0)
    """AdamW's weight decay."""
    evaluate_every: int = within(MILLIARD, 1, MILLIARD)
    evaluate_against: tuple[str, ...] = ("search:nodes=8,turns=1",)
    """The bots that a quick search with the leaf plays."""

    def __post_init__(self) -> None:
        TrainConfig.__post_init__(self)
        check_full(self.rules, self.players)


CONFIGS: Final[dict[str, type[TrainConfig]]] = {
    "ppo": PPOConfig,
    "rllib": RLlibConfig,
    "td": TDConfig,
    "clone": CloneConfig,
    "league": LeagueConfig,
    "evolve": EvolveConfig,
    "distil": DistilConfig,
    "leaf": LeafConfig,
}
"""The configuration of every method of training."""


def make_config(data: Mapping[str, object]) -> TrainConfig:
    """The configuration made of plain values, such as those of a TOML or a JSON file."""
    method = data.get("method")
    if not isinstance(method, str) or method not in CONFIGS:
        raise BadOption(f"method: {method!r}, allowed: {', '.join(CONFIGS)}")
    kind = CONFIGS[method]
    types = get_type_hints(kind)
    names = [field.name for field in dataclasses.fields(kind)]
    for name in data:
        if name not in names:
            raise BadOption(f"unknown field {name!r}, allowed: {', '.join(names)}")
    values = {name: convert(value, types[name]) for name, value in data.items()}
    return kind(**cast(dict[str, Any], values))


def to_dict(config: TrainConfig) -> dict[str, object]:
    """The configuration as plain values; `make_config` reads them back."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in dataclasses.asdict(config).items()
    }
