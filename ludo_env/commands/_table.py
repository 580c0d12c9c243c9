"""A game at the terminal: who plays it, its record, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludo_env.board import COLOURS

if TYPE_CHECKING:
    from agents.agent import Agent
    from ludo_env.engine.game import Game
    from ludo_env.record import Recorder

HUMAN: Final = "human"


class Table:
    """People and bots around a game that is recorded.

    Args:
        recorder: of the game, which may be under way.
        players: who plays, in the order of the seats: `HUMAN`, or a bot.
        seed: of the bots, and of the dice after something was taken back.

    Raises:
        BadOption: a bot that there is not, or that does not play this game.
    """

    def __init__(self, recorder: Recorder, players: list[str], seed: int) -> None:
        self.recorder = recorder
        self.players = players
        self.seed = seed
        self.bots = make_bots(recorder.game, players, seed)

    @property
    def game(self) -> Game:
        """The game as it stands; another one after something was taken back."""
        return self.recorder.game

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in self.game.seats if seat not in self.bots]

    def keep(self, path: str | None) -> None:
        """Write the record so far to a file, if there shall be one."""
        if path is not None:
            self.recorder.record().write(path)

    def take_back(self) -> str:
        """Go back to the last decision of a person; other dice fall from there.

        Returns:
            What was taken back, in words, or why nothing was.
        """
        from ludo_env.record import go_on

        if self.game.tournament:
            return "nothing is taken back at a tournament"
        people = {COLOURS[seat] for seat in self.people}
        decisions = self.recorder.decisions
        own = [place for place, decision in enumerate(decisions) if decision.seat in people]
        if not own:
            return "nothing has been decided"
        back = decisions[own[-1]]
        self.seed += 1
        self.recorder = go_on(self.recorder.header, decisions[: own[-1]], self.seed)
        self.bots = make_bots(self.game, self.players, self.seed)
        return f"taken back: {back.seat}: {back.action}"


def make_bots(game: Game, players: list[str], seed: int) -> dict[int, Agent]:
    """The bot on every seat that no person plays."""
    from agents.registry import check_plays, make_agent

    bots = {}
    for seat, player in zip(game.seats, players, strict=True):
        if player.strip().lower() != HUMAN:
            check_plays(player, game.rules)
            bots[seat] = make_agent(player)
            bots[seat].begin(game, seat, seed + 1 + seat)
    return bots
