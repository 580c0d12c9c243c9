"""Runs whose games are kept in files, so that all that was played is learned from anew."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from evaluation.arena import play_match
from evaluation.ladder.figures import win_rate
from evaluation.match import make_match
from training.config import TrainConfig
from training.outcome import Outcome, Trial
from training.run import Run
from training.shard import Shard

C = TypeVar("C", bound=TrainConfig)
S = TypeVar("S", bound=Shard)


class GameRun(Run[C], Generic[C, S]):
    """A run whose step is a game; a file holds what ``checkpoint_every`` of them have given."""

    unit = "games"
    folder: ClassVar[str]
    """Where the games are, in the run's folder."""
    file: ClassVar[str]
    """The outcome, in the run's folder."""
    kind: type[S]
    """What a file holds."""

    @abstractmethod
    def play(self) -> S:
        """The next games."""

    def figures(self) -> dict[str, float]:
        """What is worth watching."""
        return {}

    def run(self) -> Outcome:
        """Play and learn to the end."""
        config = self.config
        (self.out_dir / self.folder).mkdir(exist_ok=True)
        self.write_config()
        self.progress.begin("games", self.done, config.steps)
        while self.done < config.steps:
            before = self.done
            self.play().save(self.games(before))
            self.done += config.checkpoint_every
            self.progress.at(self.done, **self.figures())
            self.pause(before)
        return self.outcome(self.out_dir / self.file)

    def games(self, first: int) -> Path:
        """The file of the games from a number on."""
        return self.out_dir / self.folder / f"{first}.npz"

    def all(self) -> S:
        """What all games so far have given."""
        every = range(0, self.done, self.config.checkpoint_every)
        return self.kind.joined([self.kind.load(self.games(first)) for first in every])

    def play_against(self, spec: str, **more: object) -> None:
        """Rate a bot: games with the same dice from every seat, all others being one bot's."""
        config = self.config
        games, seed = config.evaluate_games, config.seed + self.done
        for bot in config.evaluate_against:
            specs = [spec, *[bot] * (config.players - 1)]
            played = play_match(make_match(specs, config.rules, games=games, seed=seed))
            self.tell(Trial.rated(bot, games, win_rate(played, 0)), **more)
