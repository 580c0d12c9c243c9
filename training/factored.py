"""The network of the full game: factored along the schema, with weights that pieces share."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from agents.advice import STEP
from ludo_env.board import HOME, HOME_AREA, PARTIES, PIECES, RING, YARD
from ludo_env.engine.ludicrous import catalogue
from ludo_env.errors import BadOption
from ludo_env.observation import Schema
from ludo_env.observation.schema import Slice
from ludo_env.observation.sheet import BYTE

PATHWAY_KINDS: Final = (
    "start",
    "pathway",
    "corner",
    "star",
    "teleport_from",
    "teleport_to",
    "spell_card",
    "hoop",
    "fishing",
    "trap",
)
"""The slices whose rows are the spaces of the ring, named by r."""
OTHERS: Final = PARTIES - 1
BEHIND: Final = 4
AHEAD: Final = 8
WINDOW: Final = BEHIND + 1 + AHEAD
"""Spaces of its route that a piece looks at: four behind it, its own, and eight ahead."""

# Numbers of spaces: the ring from the own start, the own home area, home, no space.
FIRST_HOME_AREA: Final = RING
HOME_SPACE: Final = FIRST_HOME_AREA + HOME - HOME_AREA
NOWHERE: Final = HOME_SPACE + 1
PLACES: Final = HOME + 3
"""Values of the field ``place`` of a piece: 2 + r, from the prison to home."""

OWN_ACTIONS: Final = (
    catalogue.TURN_PIECE,
    catalogue.LIE_DOWN,
    *(catalogue.VERB + PIECES * verb for verb in range(len(catalogue.VERBS))),
    catalogue.STAND,
    catalogue.PIECE,
    catalogue.ENTER,
    catalogue.MOVE,
    catalogue.NIGHT_AMBUSH,
)
"""The first of every four actions that are about the own pieces, one each."""


TRUST: Final = 0.6
"""What advice counts before anything is learned: the logit that halving an action's worth costs."""
READ: Final = ("home_area", "home", "pieces", "parties", "decision")
"""The slices that are read besides those of the ring."""


class FactoredNet(nn.Module):
    """A policy and a value from flat observations of the full game.

    Every space of the ring becomes a few numbers by the layer of its kind; an own piece is
    described by its row, by the spaces of its route around it, and by the space to which the roll
    takes it; a piece of another party by its row, its space and its party. The same layers serve
    all pieces. What they find is pooled and joined with a layer that sees the whole observation.
    Logits of actions about one piece come from that piece. If the observation has advice, it adds
    to the logits as far as it is trusted.

    Args:
        schema: the flat observation of the full game, or that of `agents.advice.LAYOUT`.
        width: units of the layers that see everything.
        piece_width: units that describe one piece.
        space_width: numbers that describe one space.

    Raises:
        BadOption: the schema lacks a slice that the network reads.
    """

    def __init__(
        self, schema: Schema, width: int = 256, piece_width: int = 64, space_width: int = 16
    ) -> None:
        super().__init__()
        missing = {*PATHWAY_KINDS, *READ} - set(schema.names)
        if missing:
            raise BadOption(f"schema: lacks {', '.join(sorted(missing))}, allowed: flat")
        self.slices = {part.name: slice(part.start, part.stop) for part in schema.slices}
        self.register_buffer("scale", 1.0 / torch.from_numpy(schema.high).clamp(min=1).float())
        self.scale: Tensor
        self.whole = nn.Linear(schema.size, width)
        self.context = nn.Linear(width, piece_width)
        self.spaces = SpaceTable(schema, space_width)
        self.own = OwnPieces(schema, space_width, piece_width)
        self.others = OtherPieces(schema, space_width, piece_width)
        joined = width + (2 + OTHERS) * piece_width
        self.policy = nn.Linear(joined, width)
        self.value = nn.Linear(joined, width // 2)
        self.any_action = nn.Linear(width, catalogue.ACTIONS)
        self.piece_actions = PieceActions(piece_width)
        self.worth = nn.Linear(width // 2, 1)
        self.advice = Advised(schema) if "advice" in schema.names else None

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Read observations.

        Args:
            observations: ``(n, schema.size)`` uint8, unscaled.

        Returns:
            logits ``(n, 277)``, unmasked; and ``z`` ``(n,)``: the deciding party's expected result
            is ``tanh(z)``, its chance to win between two ``sigmoid(2 z)``.
        """
        joined, own, others = self.read(observations)
        hidden = torch.relu(self.policy(joined))
        logits = self.any_action(hidden) + self.piece_actions(own, others)
        if self.advice is not None:
            logits = logits + self.advice(observations)
        return logits.float(), self.judge(joined)

    def judge(self, joined: Tensor) -> Tensor:
        """``z`` from what `read` has joined."""
        worth: Tensor = self.worth(torch.relu(self.value(joined)))
        return worth.float().squeeze(1)

    def read(self, observations: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """All that is known ``(n, joined)``, and of the own pieces and those of the others."""
        raw = observations.to(self.dtype)
        # Scaled weights are a few; scaled observations would be a copy of the batch.
        seen = torch.relu(
            nn.functional.linear(raw, self.whole.weight * self.scale, self.whole.bias)
        )
        context = self.context(seen)
        spaces = self.spaces(raw)
        own = self.own(raw, observations, spaces, context)
        others = self.others(raw, observations, spaces, context)
        pooled = [own.mean(dim=1), own.amax(dim=1), others.mean(dim=2).flatten(1)]
        return torch.cat([seen, *pooled], dim=1), own, others

    def adopt(self, other: FactoredNet) -> None:
        """Begin as another network of the same widths, which may know less of the observation.

        Slices that it lacks begin with weights of 0. If there is advice and it had none, the
        policy begins as the advice alone.
        """
        theirs = other.state_dict()
        mine = self.state_dict()
        whole = torch.zeros_like(mine["whole.weight"])
        for name, there in other.slices.items():
            whole[:, self.slices[name]] = theirs["whole.weight"][:, there]
        kept = {name: theirs[name] for name in mine if name in theirs and name != "scale"}
        self.load_state_dict(mine | kept | {"whole.weight": whole})
        if self.advice is not None and other.advice is None:
            for layer in (self.any_action, self.piece_actions.own, self.piece_actions.other):
                nn.init.zeros_(layer.weight)
                nn.init.zeros_(layer.bias)

    @property
    def dtype(self) -> torch.dtype:
        """What observations are computed in: bfloat16 where autocast asks for it."""
        return torch.bfloat16 if torch.is_autocast_enabled("cpu") else torch.float32


class SpaceTable(nn.Module):
    """A few numbers for each space, ``(n, 59, space_width)``: in the order of the schema, by the
    layer of the space's kind. The last is no space, and all 0.
    """

    def __init__(self, schema: Schema, width: int) -> None:
        super().__init__()
        ring = [(name, 0, len(part_of(schema, name).rows)) for name in PATHWAY_KINDS]
        own = [("home_area", 0, HOME - HOME_AREA), ("home", 0, 1)]
        self.rows = nn.ModuleList(Columns(schema, *rows) for rows in ring + own)
        self.kinds = nn.ModuleList(Scaled(schema, name, width) for name, _, _ in ring + own)

    def forward(self, raw: Tensor) -> Tensor:
        """The table of observations ``(n, size)`` that are numbers already."""
        found = [kind(rows(raw)) for rows, kind in zip(self.rows, self.kinds, strict=True)]
        table = torch.relu(torch.cat(found, dim=1))
        return torch.cat([table, torch.zeros_like(table[:, :1])], dim=1)


def table_order(schema: Schema) -> Tensor:
    """Where in a `SpaceTable` the space of each number is."""
    rows = [row for name in PATHWAY_KINDS for row in part_of(schema, name).rows]
    places = torch.tensor([int(row.removeprefix("r = ")) for row in rows])
    return torch.cat([places.argsort(), torch.arange(RING, NOWHERE + 1)])


def part_of(schema: Schema, name: str) -> Slice:
    """The slice of a name."""
    return next(part for part in schema.slices if part.name == name)


class OwnPieces(nn.Module):
    """The deciding party's pieces: ``(n, 4, piece_width)``."""

    def __init__(self, schema: Schema, space_width: int, width: int) -> None:
        super().__init__()
        self.rows = Columns(schema, "pieces", 0, PIECES)
        self.row = Scaled(schema, "pieces", width)
        self.window = nn.Linear((WINDOW + 1) * space_width, width)
        self.mixed = nn.Linear(width, width)
        self.roll = Roll(schema)
        self.register_buffer("around", table_order(schema)[window_table()])
        self.around: Tensor

    def forward(self, raw: Tensor, observations: Tensor, spaces: Tensor, context: Tensor) -> Tensor:
        """What is to be known of each piece."""
        places = self.rows(observations)[:, :, 0].long()
        around = self.around[places]
        landing = around.gather(
            2, (BEHIND + self.roll(observations))[:, None, None].expand(-1, PIECES, 1)
        )
        view = rows_of(spaces, torch.cat([around, landing], dim=2)).flatten(2)
        first = self.row(self.rows(raw)) + self.window(view) + context.unsqueeze(1)
        return torch.relu(self.mixed(torch.relu(first)))


class OtherPieces(nn.Module):
    """The pieces of the other parties: ``(n, 3, 4, piece_width)``; 0 of a party that is not in."""

    def __init__(self, schema: Schema, space_width: int, width: int) -> None:
        super().__init__()
        self.rows = Columns(schema, "pieces", PIECES, PIECES * OTHERS)
        self.parties = Columns(schema, "parties", 1, OTHERS)
        self.row = Scaled(schema, "pieces", width)
        self.party = Scaled(schema, "parties", width)
        self.view = nn.Parameter(torch.zeros(OTHERS, 1, width))
        self.space = nn.Linear(space_width, width)
        self.mixed = nn.Linear(width, width)
        self.register_buffer("at", table_order(schema)[ring_table()])
        self.at: Tensor

    def forward(self, raw: Tensor, observations: Tensor, spaces: Tensor, context: Tensor) -> Tensor:
        """What is to be known of each piece."""
        n = raw.shape[0]
        places = self.rows(observations)[:, :, 0].long().view(n, OTHERS, PIECES)
        at = self.at.expand(n, -1, -1).gather(2, places).view(n, OTHERS * PIECES, 1)
        space = self.space(rows_of(spaces, at).squeeze(2)).view(n, OTHERS, PIECES, -1)
        row = self.row(self.rows(raw)).view(n, OTHERS, PIECES, -1)
        parties = self.parties(raw)
        party = self.party(parties).unsqueeze(2) + self.view + context[:, None, None]
        found = torch.relu(self.mixed(torch.relu(row + space + party)))
        return torch.as_tensor(found * parties[:, :, :1].unsqueeze(3))


class PieceActions(nn.Module):
    """Logits of the actions that are about single pieces, 0 for all others: ``(n, 277)``.

    The logit of a synchronised move is that of its first piece plus that of its second.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.own = nn.Linear(width, len(OWN_ACTIONS) + 2 * catalogue.SYNC_SPACES)
        self.other = nn.Linear(width, 1)
        self.register_buffer("own_to", own_columns())
        self.own_to: Tensor
        self.register_buffer("other_to", other_columns())
        self.other_to: Tensor

    def forward(self, own: Tensor, others: Tensor) -> Tensor:
        """The logits, from descriptions of the own pieces and of those of the others."""
        n = own.shape[0]
        mine = self.own(own).reshape(n, -1) @ self.own_to
        return torch.as_tensor(mine + self.other(others).reshape(n, -1) @ self.other_to)


def own_columns() -> Tensor:
    """What each output about an own piece adds to: ``(4 * outputs, 277)`` of 0 and 1."""
    singles, spaces = len(OWN_ACTIONS), catalogue.SYNC_SPACES
    columns = torch.zeros(PIECES, singles + 2 * spaces, catalogue.ACTIONS)
    for piece in range(PIECES):
        for number, start in enumerate(OWN_ACTIONS):
            columns[piece, number, start + piece] = 1.0
    action = catalogue.SYNC
    for first in range(PIECES):
        for second in range(PIECES):
            if first == second:
                continue
            for number in range(singles, singles + spaces):
                columns[first, number, action] = 1.0
                columns[second, number + spaces, action] = 1.0
                action += 1
    return columns.flatten(0, 1)


def other_columns() -> Tensor:
    """The action that each piece of the others is the target of: ``(12, 277)`` of 0 and 1."""
    columns = torch.zeros(OTHERS * PIECES, catalogue.ACTIONS)
    for number in range(OTHERS * PIECES):
        columns[number, catalogue.PIECE + PIECES + number] = 1.0
    return columns


class Advised(nn.Module):
    """What advice adds to the logits, ``(n, 277)``; how far it is trusted is learned."""

    def __init__(self, schema: Schema) -> None:
        super().__init__()
        self.codes = Columns(schema, "advice", 0, catalogue.ACTIONS)
        self.trust = nn.Parameter(torch.full((catalogue.ACTIONS,), TRUST))

    def forward(self, observations: Tensor) -> Tensor:
        """0 for the best action, and less for each doubling of what another loses."""
        lost = (BYTE - self.codes(observations).float().squeeze(2)) / STEP
        return torch.as_tensor(-self.trust * lost)


class Scaled(nn.Module):
    """A linear layer for the rows of a slice, whose weights divide by the largest values."""

    def __init__(self, schema: Schema, name: str, width: int) -> None:
        super().__init__()
        part = part_of(schema, name)
        high = torch.tensor([high for _, high, _ in part.fields]).clamp(min=1)
        self.layer = nn.Linear(len(high), width)
        self.register_buffer("scale", 1.0 / high.float())
        self.scale: Tensor

    def forward(self, rows: Tensor) -> Tensor:
        """The output for raw rows ``(..., fields)``."""
        return nn.functional.linear(rows, self.layer.weight * self.scale, self.layer.bias)


class Columns(nn.Module):
    """Some rows of a slice: ``(n, count, fields)``."""

    def __init__(self, schema: Schema, name: str, first: int, count: int) -> None:
        super().__init__()
        part = part_of(schema, name)
        fields = part.shape[1]
        self.start, self.count = part.start + first * fields, count
        self.stop = self.start + count * fields

    def forward(self, observations: Tensor) -> Tensor:
        """The rows of flat observations."""
        rows = observations[:, self.start : self.stop].contiguous()
        return rows.view(rows.shape[0], self.count, -1)


class Roll(nn.Module):
    """How many spaces a move that is asked for takes a piece, ``(n,)``; 0 where none is asked."""

    def __init__(self, schema: Schema) -> None:
        super().__init__()
        part = part_of(schema, "decision")
        names = [name for name, _, _ in part.fields]
        self.at = {name: part.start + column for column, name in enumerate(names)}

    def forward(self, observations: Tensor) -> Tensor:
        """The spaces; at most as many as a window looks ahead."""
        die = observations[:, self.at["die_1"] : self.at["die_6"] + 1].long()
        rolled = (die * torch.arange(1, 7, device=die.device)).sum(dim=1)
        bonus = observations[:, self.at["bonus_spaces"]].long()
        moves = observations[:, self.at["move"]].long()
        bonus_moves = observations[:, self.at["bonus_move"]].long()
        return (moves * rolled + bonus_moves * bonus).clamp(max=AHEAD)


def rows_of(spaces: Tensor, at: Tensor) -> Tensor:
    """Rows of the table of spaces: ``(n, 59, w)`` and indices ``(n, k, j)`` to ``(n, k, j, w)``."""
    n, count, width = spaces.shape
    offsets = torch.arange(n, device=at.device).view(n, 1, 1) * count
    return nn.functional.embedding(at + offsets, spaces.reshape(n * count, width))


def window_table() -> Tensor:
    """The numbers of the spaces around an own piece for each of its places: ``(59, 13)``."""
    table = torch.full((PLACES, WINDOW), NOWHERE)
    for place in range(PLACES):
        r = place - 2
        if r < YARD or r == HOME:
            continue
        for column in range(WINDOW):
            there = r + column - BEHIND
            if r == YARD and there < 0:
                continue
            table[place, column] = route_space(there)
    return table


def route_space(r: int) -> int:
    """The number of a space on the own route; behind the start the ring goes on."""
    if r > HOME:
        return NOWHERE
    if r == HOME:
        return HOME_SPACE
    if r >= HOME_AREA:
        return FIRST_HOME_AREA + r - HOME_AREA
    return r % RING


def ring_table() -> Tensor:
    """The number of the space where a piece of the others is, for each place: ``(3, 59)``."""
    table = torch.full((OTHERS, PLACES), NOWHERE)
    for view in range(1, PARTIES):
        for r in range(HOME_AREA):
            table[view - 1, r + 2] = (r + RING // PARTIES * view) % RING
    return table
