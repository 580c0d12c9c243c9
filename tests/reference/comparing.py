"""Playing a part of a turn in the engine and in the model at once."""

from __future__ import annotations

import json
from collections.abc import Generator
from random import Random
from typing import Any

from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.notation import to_json
from tests.reference.special import Model
from tests.reference.world import (
    ACTION,
    COLOURS,
    NIGHT,
    TURNING,
    Ask,
    Difference,
    OutOfScope,
    Over,
    Roll,
)


class Comparison:
    """One part of a turn, played by random choices; raises `Difference`.

    Attributes:
        seen: the reasons of all dice that fell.
    """

    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.seen: list[str] = []
        self.round = game.full.rounds
        game.listen()

    def run(self) -> None:
        """Play it, from the decision that is pending."""
        game = self.game
        if game.over:
            return
        choice = self.beginning(game.legal_names())
        model = Model.read(self.document())
        rules = self.part(model, choice)
        if rules is None:
            return
        self.take(model, choice)
        try:
            ask = next(rules)
            while True:
                self.compare(model, ask)
                choice = self.rng.choice(ask[1])
                self.take(model, choice)
                ask = rules.send(choice)
        except StopIteration:
            self.compare_end(model)
        except Over:
            if not game.over:
                raise Difference("somebody has won, the engine goes on") from None
        except OutOfScope:
            return

    def beginning(self, legal: list[str]) -> str:
        """What is done first: a shove or a revival if there is one, or the phase ends."""
        pushes = [name for name in legal if name.split()[0] in ("shove", "revive")]
        return self.rng.choice(pushes) if pushes and self.rng.random() < 0.7 else "end"

    def part(self, model: Model, choice: str) -> Generator[Ask, str, None] | None:
        """The part of the turn that follows a choice; None if it is not modelled."""
        phase = self.game.full.phase
        piece = model.parties[model.turn].pieces[int(choice[-1]) - 1] if choice != "end" else None
        if piece is not None:
            return model.shove(piece) if choice.startswith("shove") else model.revive(piece)
        if phase == TURNING:
            return model.first_special_phase()
        return model.rest_of_turn() if phase == ACTION else None

    def take(self, model: Model, choice: str) -> None:
        """Make a choice in the engine, and give the model the dice that fell."""
        before = len(self.game.events)
        self.game.apply(choice)
        for event in self.game.events[before:]:
            if event.kind == "roll":
                data = event.data
                value = data["value"] if "value" in data else data["secret_value"]
                roll = Roll(event.seat, int(data["die"]), int(value), str(data["reason"]))
                model.dice.append(roll)
                self.seen.append(roll.reason)

    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(to_json(self.game))
        return document

    def compare(self, model: Model, ask: Ask) -> None:
        """The same must be decided by the same party, in the same world."""
        seat, names = ask
        if model.dice:
            raise Difference(f"the engine has also rolled {model.dice}")
        if self.game.decider != seat:
            raise Difference(f"{COLOURS[seat]} decides, in the engine {self.game.decider}")
        legal = self.game.legal_names()
        if sorted(legal) != sorted(names):
            raise Difference(f"choices {sorted(names)}, in the engine {sorted(legal)}")
        self.compare_worlds(model)

    def compare_end(self, model: Model) -> None:
        """At the end of the part; the night that may follow is not modelled."""
        if self.game.over and not self.game.truncated:
            raise Difference("the engine says that somebody has won")
        if self.game.over or self.game.full.phase == NIGHT or self.game.full.rounds > self.round:
            return
        if model.dice:
            raise Difference(f"the engine has also rolled {model.dice}")
        self.compare_worlds(model)

    def compare_worlds(self, model: Model) -> None:
        told, engine = model.told(), Model.read(self.document()).told()
        for name, value in told.items():
            if value != engine[name]:
                raise Difference(f"{name}: {differing(value, engine[name])}")


def differing(model: Any, engine: Any) -> str:
    """Where two values differ."""
    if isinstance(model, dict) and isinstance(engine, dict):
        keys: list[Any] = sorted({*model, *engine})
        pairs = [(key, model.get(key), engine.get(key)) for key in keys]
    elif isinstance(model, list) and isinstance(engine, list) and len(model) == len(engine):
        pairs = [(n, a, b) for n, (a, b) in enumerate(zip(model, engine, strict=True))]
    else:
        return f"{model} in the model, {engine} in the engine"
    return ", ".join(f"{key}: {differing(a, b)}" for key, a, b in pairs if a != b)


def play_compared(game: Game, rng: Random) -> list[str]:
    """Play a game by random choices to its end, comparing what is modelled; the dice compared."""
    seen: list[str] = []
    while not game.over:
        if DECISIONS[game.full.kind] in ("turning", "action") and rng.random() < 0.3:
            comparison = Comparison(game, rng)
            comparison.run()
            seen += comparison.seen
        else:
            game.apply(rng.choice(game.legal()))
    return seen
