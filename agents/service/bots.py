"""The bots that clients may ask: which, with what options, for which game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

from agents.levels import NAMES as LEVELS
from agents.levels import level_spec
from agents.registry import (
    ENTRIES,
    FULL,
    PLAIN,
    Entry,
    Option,
    parse,
)
from agents.service.faults import Code, ServiceFault
from agents.service.messages import BotInfo, Limit, OptionInfo, Value
from ludo_env.fields import show
from ludo_env.rules import Rules

QUICK: Final = {PLAIN: "smart", FULL: "sensible"}
"""For each game a bot that needs no time, for when another has none left."""
TYPES: Final[dict[type, Literal["flag", "whole", "number", "text"]]] = {
    bool: "flag",
    int: "whole",
    float: "number",
    str: "text",
}
NODES: Final = "nodes"
"""What the option is called by which a bot limits itself, whatever the time."""


NAMED: Final = frozenset({"net", "cmd"})
"""Bots that are nothing without a file or a command, which no client may name."""


def _opened(entry: Entry) -> Entry:
    """A bot without the options that are any text, such as a path."""
    options = {name: option for name, option in entry.options.items() if not _is_any(option)}
    return replace(entry, options=options)


def _is_any(option: Option) -> bool:
    return isinstance(option.default, str) and not option.choices


class Offer:
    """Bots that clients may ask.

    Args:
        entries: the bots by name; those of the registry if None, but `NAMED`.
    """

    def __init__(self, entries: Mapping[str, Entry] | None = None) -> None:
        usual = {name: entry for name, entry in ENTRIES.items() if name not in NAMED}
        found = usual if entries is None else entries
        self.entries = {name: _opened(entry) for name, entry in found.items()}

    def infos(self) -> list[BotInfo]:
        """What a client is told of the bots."""
        return [
            BotInfo(
                name=name,
                summary=entry.summary,
                games=[game for game in (PLAIN, FULL) if game in entry.games],
                rules=list(entry.rules),
                level=LEVELS.index(name) + 1 if name in LEVELS else None,
                options=[_option_info(key, option) for key, option in entry.options.items()],
            )
            for name, entry in self.entries.items()
        ]

    def spec(
        self, bot: str, options: Mapping[str, Value], limit: Limit, rules: Rules, players: int
    ) -> str:
        """The spec of a bot with options, limited to ``nodes`` if it can limit itself to them.

        What a level may cost is its own; a limit can only lessen it. Time is measured where the
        bot thinks.

        Raises:
            ServiceFault: `UNKNOWN_BOT` or `BAD_OPTION`.
        """
        name = bot.strip().lower()
        entry = self.entries.get(name)
        if entry is None or not entry.plays(rules):
            those = [other for other, entry in self.entries.items() if entry.plays(rules)]
            what = f"does not play {rules.text}" if name in self.entries else "no such bot"
            problem = f"{show(bot)}: {what}, allowed: {', '.join(those) or 'none'}"
            raise ServiceFault(Code.UNKNOWN_BOT, problem, "bot")
        given = {key: _read_option(entry, key, value) for key, value in options.items()}
        if name in LEVELS:
            spec = level_spec(name, rules, players)
            if limit.nodes is None:
                return spec
            name, given = parse(spec)
            entry = ENTRIES[name]
        if limit.nodes is not None and NODES in entry.options:
            given[NODES] = _within(entry.options[NODES], limit.nodes, given.get(NODES))
        return f"{name}:{','.join(f'{k}={_write(v)}' for k, v in given.items())}".rstrip(":")

    def is_quick(self, spec: str) -> bool:
        """Whether the bot of a spec needs no process of its own."""
        entry = self.entries.get(spec.partition(":")[0])
        return entry is not None and entry.quick


def _option_info(name: str, option: Option) -> OptionInfo:
    return OptionInfo(
        name=name,
        type=TYPES[type(option.default)],
        default=option.default,
        help=option.help,
        low=option.low,
        high=option.high,
        choices=list(option.choices),
    )


def _within(option: Option, most: int, given: Value | None) -> Value:
    """A limit as the value of an option: not above what is given, and within its range."""
    number = float(min(most, given)) if isinstance(given, int | float) and given else float(most)
    number = number if option.low is None else max(option.low, number)
    number = number if option.high is None else min(option.high, number)
    return int(number) if isinstance(option.default, int) else number


def _read_option(entry: Entry, key: str, value: Value) -> Value:
    option, field = entry.options.get(key), f"options.{show(key)[1:-1]}"
    if option is None:
        allowed = ", ".join(entry.options) or "none"
        raise ServiceFault(Code.BAD_OPTION, f"unknown option, allowed: {allowed}", field)
    kind = type(option.default)
    if kind is int and isinstance(value, float) and value.is_integer():
        value = int(value)
    whole_for_number = kind is float and type(value) is int
    try:
        if type(value) is not kind and not whole_for_number:
            raise ValueError(value)
        return option.read(_write(value))
    except (ValueError, OverflowError):
        problem = f"{show(value)}, allowed: {option.allowed}"
        raise ServiceFault(Code.BAD_OPTION, problem, field) from None


def _write(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
