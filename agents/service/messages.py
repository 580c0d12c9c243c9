"""The messages of the protocol, field by field; the reader, the writer and the schema follow.

One JSON object each. Fields that are not named here are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Raw, Struct

from agents.service import PROTO
from agents.service.faults import Code, ServiceFault

LARGEST: Final = 2**53 - 1
"""The largest whole number: what every JSON reader keeps exactly."""
LEAST_MS: Final = 20
MOST_MS: Final = 60_000
"""The shortest and the longest limit of a decision. Less could not be promised."""
MOST_DICE: Final = 100
"""The most dice of one event."""

Whole: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Name: TypeAlias = Annotated[str, Meta(max_length=64)]
Text: TypeAlias = Annotated[str, Meta(max_length=4096)]
Id: TypeAlias = Name | Whole
"""What a client calls a message, for the reply to repeat."""
Colour: TypeAlias = Literal["yellow", "blue", "red", "green"]
Mode: TypeAlias = Literal["client", "service", "commit"]
Want: TypeAlias = Literal["ranked", "value"]
ALLOWED: Final = {
    "seat": get_args(Colour),
    "seats": get_args(Colour),
    "dice": get_args(Mode),
    "want": get_args(Want),
}
"""Fields in which only some words may stand, in any case."""
WHOLE: Final = frozenset(
    {"id", "proto", "limit", "seed", "players", "seq", "event", "target", "since", "at"}
)
"""Fields with whole numbers, which may be written with a fraction of 0: what JSON Schema takes for
a whole number, and what some languages write."""
MOST_WHOLE: Final = 2**15
"""Bytes of such a field; that of no good message has more."""
Value: TypeAlias = bool | int | float | str
State: TypeAlias = Annotated[Raw, Meta(extra_json_schema={"type": ["string", "object"]})]
"""A state token, or a state or a seat view as a JSON object; empty where none is given."""


class Message(Struct, tag_field="type", omit_defaults=True, kw_only=True):
    """What all messages have."""

    id: Id | None = None


# -- from the client -------------------------------------------------------------------------


class Hello(Message, tag="hello"):
    """Asks who is there. Nothing needs it."""

    proto: Annotated[int, Meta(ge=1, le=LARGEST)] = PROTO
    client: Text = ""


class Limit(Struct, omit_defaults=True):
    """What a decision may cost."""

    ms: Annotated[int, Meta(ge=LEAST_MS, le=MOST_MS)] | None = None
    nodes: Annotated[int, Meta(ge=1, le=LARGEST)] | None = None


class Decide(Message, tag="decide"):
    """Asks a bot for a decision, in a state or in a session."""

    id: Id
    seat: Colour
    bot: Name
    rules: Text | None = None
    state: State = msgspec.field(default_factory=Raw)
    session: Name | None = None
    options: dict[str, Value] = {}
    limit: Limit = msgspec.field(default_factory=Limit)
    seed: Whole | None = None
    want: Annotated[list[Want], Meta(max_length=2)] = []


class Stop(Message, tag="stop"):
    """Asks for the decision of an earlier `Decide` now."""

    target: Id


class New(Message, tag="new"):
    """Opens a session: a game by the rules, or one that goes on from a state.

    A ``discreet`` session tells in its answers only what is open to all.
    """

    rules: Text | None = None
    players: Annotated[int, Meta(ge=2, le=4)] = 4
    state: State = msgspec.field(default_factory=Raw)
    dice: Mode = "client"
    seed: Whole | None = None
    auto_pass: bool = True
    words: bool = False
    discreet: bool = False


class Event(Struct, omit_defaults=True):
    """What happened at the client: an action, dice that fell, or its part of the dice to come."""

    action: Text | int | None = None
    dice: Annotated[list[int], Meta(min_length=1, max_length=MOST_DICE)] | None = None
    entropy: Annotated[str, Meta(min_length=1, max_length=256)] | None = None


class Apply(Message, tag="apply"):
    """Adds an event to a session."""

    session: Name
    seq: Whole
    event: Event


class Legal(Message, tag="legal"):
    """Asks what a session waits for."""

    session: Name


class GetState(Message, tag="state"):
    """Asks for the state of a session, or for what one seat may know of it."""

    session: Name
    seat: Colour | None = None


class GetRecord(Message, tag="record"):
    """Asks for the record of a session so far, or for what came after so many decisions."""

    session: Name
    since: Whole = 0


class Close(Message, tag="close"):
    """Closes a session."""

    session: Name


CLIENT_MESSAGES: Final = (Hello, Decide, Stop, New, Apply, Legal, GetState, GetRecord, Close)


# -- from the service ------------------------------------------------------------------------


class Engine(Struct):
    """Who answers."""

    name: str
    version: str


class OptionInfo(Struct, omit_defaults=True):
    """An option of a bot."""

    name: str
    type: Literal["flag", "whole", "number", "text"]
    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    choices: list[str] = []


class BotInfo(Struct, omit_defaults=True):
    """A bot; where ``rules`` are named, it plays no others than these rule sets."""

    name: str
    summary: str
    games: list[Literal["plain", "full"]]
    rules: list[str] = []
    level: int | None = None
    options: list[OptionInfo] = []


class RulesInfo(Struct, omit_defaults=True):
    """A rule set; of the full game with the modules that are played."""

    name: str
    game: Literal["plain", "full"]
    summary: str
    modules: list[str] = []


class ClassInfo(Struct):
    """A class that a party of the full game may have."""

    name: str
    summary: str


class Welcome(Message, tag="hello"):
    """Answers `Hello`."""

    proto: int
    engine: Engine
    rulesets: list[RulesInfo]
    classes: list[ClassInfo]
    bots: list[BotInfo]
    dice: list[str]


class Action(Struct, omit_defaults=True):
    """An action: its number, its name, and if asked for what it means."""

    index: int
    text: str
    words: str | None = None


class Ranked(Struct):
    """An action with what the bot thinks of it."""

    index: int
    text: str
    value: float


class Decision(Message, tag="decision"):
    """Answers `Decide`."""

    key: str
    action: Action
    ms: float
    ranked: list[Ranked] | None = None
    value: dict[Colour, float] | None = None
    limit: Literal["ms", "nodes"] | None = None
    stopped: bool = False
    fallback: bool = False


class Stopping(Message, tag="stopping"):
    """Answers a `Stop` that has an id; the decision itself comes as ever."""

    target: Id


class Choice(Struct, omit_defaults=True):
    """A party must decide. Of a discreet session the actions are not told, only how many."""

    seat: Colour
    kind: str
    actions: list[Action]
    deadline: int
    count: int | None = None


class Die(Struct):
    """A die that must be thrown, and what for."""

    sides: int
    reason: str


class Chance(Struct, omit_defaults=True):
    """Dice must be thrown: ``after`` is the action that waits for them.

    What a ``secret`` one shows is for its party alone, such as the card that it draws.
    """

    dice: list[Die]
    deadline: int
    advantage: Annotated[int, Meta(ge=-1, le=1)] | None = None
    seat: Colour | None = None
    after: Action | None = None
    secret: bool = False


class Entropy(Struct):
    """A text of the client must come, which nobody could know when ``commit`` was told."""

    deadline: int


class Over(Struct, omit_defaults=True):
    """The game is over. ``secret`` is what a commitment was to."""

    places: dict[Colour, int]
    rewards: dict[Colour, float]
    truncated: bool = False
    secret: str | None = None


class Awaiting(Message, tag="awaiting"):
    """Answers `New`, `Apply` and `Legal`: what has happened, and what is waited for."""

    session: str
    seq: int
    key: str | None = None
    events: list[dict[str, Any]] = []
    choice: Choice | None = None
    chance: Chance | None = None
    entropy: Entropy | None = None
    over: Over | None = None
    rules: str | None = None
    seats: list[Colour] | None = None
    commit: str | None = None


class SessionState(Message, tag="state"):
    """Answers `GetState`."""

    session: str
    seq: int
    key: str
    state: Raw


class SessionRecord(Message, tag="record"):
    """Answers `GetRecord`."""

    session: str
    seq: int
    lines: list[Raw]


class Closed(Message, tag="closed"):
    """A session is closed: the answer to `Close`, or because it was idle for too long."""

    session: str
    reason: str
    secret: str | None = None


class Error(Message, tag="error"):
    """A message that was not carried out."""

    code: Code
    msg: str
    field: str | None = None
    seq: int | None = None
    legal: list[Action] | None = None
    position: int | None = None


SERVICE_MESSAGES: Final = (
    Welcome,
    Decision,
    Stopping,
    Awaiting,
    SessionState,
    SessionRecord,
    Closed,
    Error,
)

# -- reading and writing ---------------------------------------------------------------------


class Envelope(Struct):
    """As much of a message as a reply needs, whatever else is wrong with it."""

    id: Any = None


_ENVELOPE: Final = msgspec.json.Decoder(Envelope)
_FIELDS: Final = msgspec.json.Decoder(dict[str, Raw])
_ENCODER: Final = msgspec.json.Encoder()
_FIELD: Final = re.compile(r"`\$\.?([^`]*)`$")
_MISSING: Final = re.compile(r"missing required field `([^`]*)`")
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)')
"""A text, or a number with a fraction or an exponent."""
_HALF: Final = re.compile(
    rb"(?<!\\)(?:\\\\)*(\\u[dD][89abAB][0-9a-fA-F]{2})"
    rb"(?!\\u[dD][c-fC-F]|(?:\\(?:u[0-9a-fA-F]{0,3})?)?\Z)"
)
"""Half of a pair of surrogates, of which the other half does not follow."""
_BYTE: Final = re.compile(r"\(byte (\d+)\)")
TOO_DEEP: Final = "brackets within brackets, allowed: up to some hundred"


class Reader:
    """Reads the messages of some kinds.

    Args:
        kinds: the classes of the messages, each with its own tag.
    """

    def __init__(self, kinds: tuple[type[Message], ...]) -> None:
        union: Any = kinds[0]
        for kind in kinds[1:]:
            union = union | kind
        tags = [str(kind.__struct_config__.tag) for kind in kinds]
        self.allowed: dict[str, Sequence[str]] = {"type": tags, **ALLOWED}
        self.decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(union)

    def read(self, data: bytes) -> Message:
        """The message that a text tells.

        Raises:
            ServiceFault: `BAD_JSON` or `BAD_REQUEST`.
        """
        try:
            data.decode()  # parts that are read later, such as states, are looked at by no one else
            return self._decode(data)
        except msgspec.ValidationError as error:
            raise self.fault(str(error)) from None
        except RecursionError:
            raise ServiceFault(Code.BAD_JSON, TOO_DEEP) from None
        except (msgspec.DecodeError, ValueError) as error:
            raise bad_json(data, error) from None

    def _decode(self, data: bytes) -> Message:
        try:
            return self.decoder.decode(data)
        except msgspec.ValidationError as error:
            plain = _plain(data)
            if plain is None:
                raise
            try:
                return self.decoder.decode(plain)
            except msgspec.ValidationError as other:
                # This one tells what is wrong, the first a word as the client wrote it.
                raise error if str(error).lower() == str(other).lower() else other from None

    def fault(self, problem: str) -> ServiceFault:
        """What is wrong with a message that is JSON, and where only some words may stand, which."""
        field = _field(problem)
        words = self.allowed.get((field or "").partition("[")[0])
        allowed = f"; allowed: {', '.join(words)}" if words else ""
        return ServiceFault(Code.BAD_REQUEST, problem + allowed, field)


def _plain(data: bytes) -> bytes | None:
    """A message as one would write it: with the fields in small letters in which only some words
    may stand, and with whole numbers without a fraction: 1 for 1.0.

    None if it is no object.
    """
    try:
        fields = _FIELDS.decode(data)
    except msgspec.ValidationError:
        return None
    small = {name: Raw(bytes(fields[name]).lower()) for name in ALLOWED if name in fields}
    whole = {name: _whole(fields[name]) for name in WHOLE if name in fields}
    return _ENCODER.encode(fields | small | whole)


def _whole(field: Raw) -> Raw:
    """A field with whole numbers in it, none of which has a fraction any more."""
    told = bytes(field)
    return field if len(told) > MOST_WHOLE else Raw(_TOKEN.sub(_without_fraction, told))


def _without_fraction(token: re.Match[bytes]) -> bytes:
    """A number without its fraction, if that is 0; a text as it is."""
    if token[0].startswith(b'"'):
        return token[0]
    value = float(token[0])
    return b"%d" % value if value.is_integer() and abs(value) <= LARGEST else token[0]


def bad_json(data: bytes, error: Exception) -> ServiceFault:
    """The fault of a text that is no JSON, with the byte, from 0: its end where it was cut off."""
    byte = _BYTE.search(str(error))
    if isinstance(error, UnicodeDecodeError):
        return ServiceFault(Code.BAD_JSON, str(error), position=error.start)
    if byte:
        return ServiceFault(Code.BAD_JSON, str(error), position=int(byte[1]))
    # The library looks for the other half first, and then beyond the end.
    half = _HALF.search(data)
    if half:
        return ServiceFault(Code.BAD_JSON, "half of a surrogate pair", position=half.start(1))
    return ServiceFault(Code.BAD_JSON, str(error), position=len(data))


def read_id(data: bytes) -> Id | None:
    """The id of a message that cannot be read otherwise; None if it has none."""
    try:
        told = _ENVELOPE.decode(data).id
        told = int(told) if isinstance(told, float) and told.is_integer() else told
        identity: Id | None = msgspec.convert(told, Id | None)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return identity


def encode(message: Message) -> bytes:
    """A message as one line of JSON, without its end."""
    return _ENCODER.encode(message)


def _field(problem: str) -> str | None:
    """The path of the field that a problem is about, such as ``event.dice[2]``."""
    place, missing = _FIELD.search(problem), _MISSING.search(problem)
    parts = [match[1] for match in (place, missing) if match and match[1]]
    return ".".join(parts) or None


def schema(
    client: tuple[type[Message], ...] = CLIENT_MESSAGES,
    service: tuple[type[Message], ...] = SERVICE_MESSAGES,
) -> dict[str, Any]:
    """The JSON Schema (2020-12) of all messages: ``$defs`` has ``Client`` and ``Service`` too."""
    _, parts = msgspec.json.schema_components([*client, *service], ref_template="#/$defs/{name}")
    parts["Client"] = {"oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in client]}
    parts["Service"] = {"oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in service]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ludicrous Ludo bot protocol",
        "description": "What fits is read. Besides, the case of words of which only some may stand "
        "somewhere does not matter, as in seat.",
        "anyOf": [{"$ref": "#/$defs/Client"}, {"$ref": "#/$defs/Service"}],
        "$defs": parts,
    }
