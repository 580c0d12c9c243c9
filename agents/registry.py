"""The registry: every bot by name, with typed options, made from a spec.

A spec is ``name``, ``name:option=value,option=value``, or the path of a trained model, such as
``runs/best.onnx``, whose suffix tells the bot that plays it. Another program is
``cmd:PROGRAM ARGUMENTS``.

To add a bot, add an `Entry` to ``ENTRIES``. Its factory is named, not imported, so that a bot that
needs an extra costs nothing until it is made. It is called with the options as keywords.
"""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from agents.agent import Agent
from agents.characters import CHARACTERS
from ludo_env.errors import BadAgent
from ludo_env.rules import LudicrousRules, Rules

PLAIN: Final = "plain"
FULL: Final = "full"
"""The games: plain Ludo, and the full game."""

Value = bool | int | float | str


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a bot.

    Attributes:
        default: its value when it is not given; its type is the type of the option.
        help: one line on what it does.
        low, high: the range of a number, ends included; None is unbounded.
        choices: the allowed texts of a text option; empty allows any.
    """

    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, str):
            return ", ".join(self.choices) or "any text"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        low = "" if self.low is None else f" from {self.low:g}"
        high = "" if self.high is None else f" to {self.high:g}"
        return kind + low + high

    def read(self, text: str) -> Value:
        """The value written as ``text``; `ValueError` when it is not allowed."""
        if isinstance(self.default, bool):
            return _read_flag(text)
        if isinstance(self.default, str):
            if not text or (self.choices and text not in self.choices):
                raise ValueError(text)
            return text
        number = int(text) if isinstance(self.default, int) else float(text)
        below = self.low is not None and number < self.low
        above = self.high is not None and number > self.high
        if below or above or not math.isfinite(number):
            raise ValueError(text)
        return number


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered bot.

    Attributes:
        summary: one line on how it plays.
        factory: ``module:callable``, called with the options as keywords, gives an `Agent`.
        options: its options by name. One that is called ``model`` is a file.
        suffixes: the suffixes of the model files that this bot plays.
        games: the games that it plays, of `PLAIN` and `FULL`.
        rest: the option that takes the rest of a spec, whatever is in it, without its name.
        rules: the texts of the rule sets that it knows; empty where it knows all of its games.
        quick: whether a decision takes some microseconds, whatever the position, so that a process
            of its own would be a waste.
    """

    summary: str
    factory: str
    options: dict[str, Option]
    suffixes: tuple[str, ...] = ()
    games: tuple[str, ...] = (PLAIN,)
    rest: str = ""
    rules: tuple[str, ...] = ()
    quick: bool = False

    def plays(self, rules: Rules) -> bool:
        """Whether it can play by some rules."""
        return game_of(rules) in self.games and (not self.rules or rules.text in self.rules)


TEMPERATURE: Final = Option(0.0, "0 plays its best move; above, others too", low=0.0)
"""On the scale on which the bot judges its moves."""

ENTRIES: Final[dict[str, Entry]] = {
    "random": Entry(
        "any legal move, all equally likely",
        "agents.scripted:Random",
        {},
        games=(PLAIN, FULL),
        quick=True,
    ),
    "front": Entry("moves the most advanced piece", "agents.scripted:Front", {}, quick=True),
    "back": Entry("moves the least advanced piece", "agents.scripted:Back", {}, quick=True),
    "capture": Entry(
        "captures when it can, else any move", "agents.scripted:Capture", {}, quick=True
    ),
    "smart": Entry(
        "leaves the yard, else the best sum of own squares less the enemies'",
        "agents.scripted:Smart",
        {},
        quick=True,
    ),
    "sensible": Entry(
        "rules of thumb for the full game, by the weights of a character",
        "agents.sensible:Sensible",
        {
            "character": Option("balanced", "how it is inclined", choices=tuple(CHARACTERS)),
            "temperature": TEMPERATURE,
        },
        games=(FULL,),
        quick=True,
    ),
    "search": Entry(
        "searches the full game: tries its actions in many possible worlds",
        "agents.search.bot:Search",
        {
            "nodes": Option(200, "the most worlds for a decision", low=1),
            "ms": Option(0.0, "the most milliseconds for a decision; 0 is no limit", low=0.0),
            "turns": Option(4, "turns that a world is played", low=1, high=1000),
            "depth": Option(0, "decisions that the tree looks ahead", low=0, high=1000),
            "model": Option("", "the file of a leaf; the project's own if none is named"),
        },
        games=(FULL,),
    ),
    "expect": Entry(
        "looks one turn ahead, over all rolls of all parties",
        "agents.lookahead:Expect",
        {"temperature": TEMPERATURE},
    ),
    "learned": Entry(
        "the full game by learned corrections of the rules of thumb of sensible, without search",
        "agents.learned:Learned",
        {
            "model": Option("", "a file that it has learned; the project's own if none is named"),
            "temperature": TEMPERATURE,
        },
        (".json",),
        games=(FULL,),
    ),
    "td": Entry(
        "the trained bot that comes with the project for the game's rules",
        "agents.shipped:Shipped",
        {"temperature": TEMPERATURE},
        rules=("danish",),
    ),
    "net": Entry(
        "plays a trained model, whose file alone names it as well",
        "agents.network:play_model",
        {
            "model": Option("", "the model's file"),
            "temperature": TEMPERATURE,
        },
        (".onnx",),
        games=(PLAIN, FULL),
    ),
    "cmd": Entry(
        "another program, which speaks the bot protocol: cmd:PROGRAM ARGUMENTS",
        "agents.external:External",
        {
            "command": Option("", "the command line, which no shell sees"),
            "ms": Option(1000, "milliseconds that a decision may take", low=20, high=60_000),
            "bot": Option("", "which of the program's bots; its first if not said"),
        },
        games=(PLAIN, FULL),
        rest="command",
    ),
    **{
        level: Entry(f"level of play: {words}", f"agents.levels:{level}", {}, games=(PLAIN, FULL))
        for level, words in (
            ("easy", "sees what is good, and often plays something else"),
            ("normal", "plays sensibly"),
            ("hard", "plays well, in a tenth of a second a decision at most"),
            ("expert", "the strongest that takes no more than a second a decision"),
        )
    },
}
"""Every bot by name. What plays a level is in `agents.levels`."""


def make_agent(spec: str) -> Agent:
    """A new agent from its spec.

    Raises:
        BadAgent: unknown name or option, or a value that is not allowed; the message lists what is.
        BadModel: a trained model that cannot be read, or was trained for something else.
    """
    name, values = parse(spec)
    entry = ENTRIES[name]
    options = {key: option.default for key, option in entry.options.items()} | values
    module, _, attribute = entry.factory.partition(":")
    factory = cast(Callable[..., Agent], getattr(importlib.import_module(module), attribute))
    return factory(**options)


def game_of(rules: Rules) -> str:
    """The game of a rule set, `PLAIN` or `FULL`."""
    return FULL if isinstance(rules, LudicrousRules) else PLAIN


def check_plays(spec: str, rules: Rules) -> None:
    """Raise `BadAgent` unless the bot of a spec plays by these rules."""
    name, _ = parse(spec)
    if not ENTRIES[name].plays(rules):
        those = ", ".join(other for other, entry in ENTRIES.items() if entry.plays(rules))
        raise BadAgent(f"agent {spec}: does not play {rules.text}, allowed: {those}")


def spec_text(spec: str) -> str:
    """The canonical text of a spec. Raises `BadAgent`.

    Options are sorted, and defaults left out; a model without other options is the path alone.
    """
    name, values = parse(spec)
    options = ENTRIES[name].options
    given = sorted((key, value) for key, value in values.items() if value != options[key].default)
    if [key for key, _ in given] == ["model"] and _player(path := str(values["model"])) == name:
        return path
    rest = ENTRIES[name].rest
    parts = [f"{key}={_write(value)}" for key, value in given if key != rest]
    if rest in values:
        parts.append(_write(values[rest]))
    return name + ":" * bool(parts) + ",".join(parts)


def parse(spec: str) -> tuple[str, dict[str, Value]]:
    """The name and the given options of a spec. Raises `BadAgent`."""
    if not isinstance(spec, str):
        raise BadAgent(f"agent {spec!r} is not a text, allowed: {', '.join(allowed_specs())}")
    text = spec.strip()
    if player := _player(text):
        return player, {"model": text}
    name, _, rest = text.partition(":")
    name = name.strip().lower()
    if name not in ENTRIES:
        raise BadAgent(f"unknown agent {name!r}, allowed: {', '.join(allowed_specs())}")
    return name, _read_options(name, rest)


def is_bot(spec: str) -> bool:
    """Whether a text names a bot or a model file, rightly or not; else it may name a person."""
    text = spec.strip()
    return _player(text) is not None or text.partition(":")[0].strip().lower() in ENTRIES


def allowed_specs() -> list[str]:
    """What a spec may begin with: the names, and the suffixes of model files."""
    suffixes = [suffix for entry in ENTRIES.values() for suffix in entry.suffixes]
    return [*ENTRIES, *(f"FILE{suffix}" for suffix in suffixes)]


def describe() -> dict[str, Entry]:
    """Every registered bot by name."""
    return dict(ENTRIES)


def _player(text: str) -> str | None:
    """The bot that plays the model file that a spec is the path of; None if it is no path."""
    head, colon, _ = text.partition(":")
    return None if colon and head.strip().lower() in ENTRIES else _player_of_file(text)


def _player_of_file(path: str) -> str | None:
    """The bot that plays a file, by its suffix; None where no bot claims it."""
    suffix = Path(path).suffix
    return next((name for name, entry in ENTRIES.items() if suffix in entry.suffixes), None)


def _read_options(name: str, text: str) -> dict[str, Value]:
    """The options written as ``option=value,option=value``."""
    options, rest = ENTRIES[name].options, ENTRIES[name].rest
    values: dict[str, Value] = {}
    if rest:
        text, values[rest] = _cut_rest(ENTRIES[name], text)
    for part in filter(None, text.split(",")):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise BadAgent(f"agent {name}: {part!r} is not of the form option=value")
        if key not in options:
            raise BadAgent(
                f"agent {name}: unknown option {key!r}, allowed: {', '.join(options) or 'none'}"
            )
        if key in values:
            raise BadAgent(f"agent {name}: option {key!r} is given twice")
        try:
            values[key] = options[key].read(value)
        except (ValueError, OverflowError):
            allowed = options[key].allowed
            raise BadAgent(f"agent {name}: {key}={value!r}, allowed: {allowed}") from None
        if key == "model":
            _check_file(name, value)
    return values


def _check_file(name: str, path: str) -> None:
    """Raise `BadAgent` where a model is a file that another bot plays."""
    own, other = ENTRIES[name].suffixes, _player_of_file(path)
    if own and other not in (None, name):
        allowed = " or ".join(f"a file {suffix}" for suffix in own)
        raise BadAgent(
            f"agent {name}: model={path!r} is a model of {other}, allowed: {allowed}; "
            f"{other}:model=FILE plays it"
        )


def _cut_rest(entry: Entry, text: str) -> tuple[str, str]:
    """The options at the beginning of a text, and the rest of it."""
    end = 0
    names = "|".join(key for key in entry.options if key != entry.rest)
    while match := re.compile(rf"\s*({names})\s*=[^,]*,").match(text, end):
        end = match.end()
    return text[:end], text[end:].strip()


def _read_flag(text: str) -> bool:
    flags = {"true": True, "false": False}
    if text.lower() not in flags:
        raise ValueError(text)
    return flags[text.lower()]


def _write(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
