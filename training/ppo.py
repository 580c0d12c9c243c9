"""Self-play with MaskablePPO: the learner on one seat, earlier selves and bots on the others."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from ludo_env.errors import BadOption
from ludo_env.rules import RuleSet
from training.checkpoint import open_run, restoring, save_checkpoint, write_json
from training.config import PPOConfig, TrainConfig, to_dict
from training.every_seat import EverySeat, PartyRollouts
from training.export import export
from training.learner import Learner
from training.outcome import CONFIG, MODEL, RESULTS, Outcome
from training.pool import Pool, best, evaluate
from training.progress import Progress, Silent
from training.seats import Seats
from training.trial import play_trial


class Scale(BaseFeaturesExtractor):
    """Divides every number of an observation by its largest value: ``(n, size)`` in 0..1."""

    def __init__(self, observation_space: spaces.Box) -> None:
        super().__init__(observation_space, observation_space.high.size)
        self.factor: Tensor
        self.register_buffer("factor", 1.0 / torch.from_numpy(observation_space.high).float())

    def forward(self, observations: Tensor) -> Tensor:
        """Scale uint8 or float observations."""
        return observations.float() * self.factor


def train(
    config: TrainConfig,
    out_dir: str | Path,
    *,
    resume: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """Train a policy by self-play and export it.

    ``out_dir`` gets ``config.json``, ``checkpoint.pt``, ``results.json`` (the evaluations),
    ``tensorboard/`` and, at the end, ``model.onnx``. A run that is killed at any time loses at most
    what came after its last checkpoint.

    Args:
        config: a `PPOConfig`.
        out_dir: the folder of the run.
        resume: go on with the run in the folder, from its last checkpoint. Its configuration must
            be ``config``, but for ``steps``. The games under way are begun anew.
        progress: hears how far the run is.

    Raises:
        BadOption: the folder holds a run already; or none to resume, or one of another
            configuration.
    """
    if not isinstance(config, PPOConfig):
        raise BadOption(f"method: {config.method!r}, allowed here: ppo")
    out_dir = Path(out_dir)
    saved = open_run(to_dict(config), out_dir, resume)
    torch.set_num_threads(config.threads)
    return SelfPlay(config, out_dir, saved, progress or Silent()).run()


class SelfPlay(BaseCallback):
    """One run: the learner, its opponents, and what happens between two updates.

    Args:
        config: its configuration.
        out_dir: its folder.
        saved: the checkpoint to go on from; None begins.
        progress: hears how far the run is.
    """

    def __init__(
        self, config: PPOConfig, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        super().__init__()
        self.config = config
        self.out_dir = out_dir
        self.progress = progress
        self.done: int = saved["steps"] if saved else 0
        """Steps at the last pause between updates."""
        self.results: list[dict[str, object]] = []
        self.began = time.monotonic()
        # A resumed run draws other games than those that it has seen.
        seeds = np.random.SeedSequence([config.seed, self.done]).generate_state(3).tolist()
        self.pool = Pool(config.bots, config.newest, config.selves, seeds[0])
        seats = Seats(config.games, config.rules, config.players, self.pool, seed=seeds[1])
        self.schema = seats.vec.schema
        self.learner = make_learner(config, seats, seeds[2])
        self.learner.set_logger(configure(str(out_dir / "tensorboard"), ["tensorboard"]))
        if saved:
            self.learner.num_timesteps = self.done
            with restoring(out_dir):
                self.results = list(saved["results"])
                self.began -= saved["seconds"]
                self.learner.policy.load_state_dict(saved["policy"])
                self.learner.policy.optimizer.load_state_dict(saved["optimizer"])
                self.pool.restore(saved["pool"], self.actor)
        else:
            self.pool.add("self-0", self.actor)
            write_json(out_dir / CONFIG, to_dict(config))
            self.save()

    @property
    def actor(self) -> nn.Module:
        """The policy alone: uint8 observations to logits."""
        policy = self.learner.policy
        return nn.Sequential(
            policy.features_extractor, policy.mlp_extractor.policy_net, policy.action_net
        )

    @property
    def seconds(self) -> float:
        """How long the run has taken, all its parts together."""
        return time.monotonic() - self.began

    def run(self) -> Outcome:
        """Learn to the end, and export."""
        write_json(self.out_dir / CONFIG, to_dict(self.config))
        self.progress.begin("learning", self.done, self.config.steps)
        if self.done < self.config.steps:
            left = self.config.steps - self.done
            self.learner.learn(left, callback=self, reset_num_timesteps=False)
            self.pause(last=True)
        model = self.out_dir / MODEL
        training = to_dict(self.config) | {"steps": self.done}
        rules, players = RuleSet.parse(self.config.rules), [self.config.players]
        export(self.actor, self.schema, rules, "policy", model, players=players, training=training)
        return Outcome(model, self.done, self.seconds, self.results)

    # -- what MaskablePPO calls --------------------------------------------------------------

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        self.pause()

    def _on_rollout_end(self) -> None:
        games = self.learner.ep_info_buffer
        result = float(np.mean([game["r"] for game in games])) if games else 0.0
        self.progress.at(self.num_timesteps, result=result)

    # -- between two updates -----------------------------------------------------------------

    def pause(self, last: bool = False) -> None:
        """Do what has become due since the last pause."""
        before, self.done = self.done, self.learner.num_timesteps
        every = self.config

        def due(interval: int) -> bool:
            return last or self.done // interval > before // interval

        if due(every.snapshot_every):
            self.pool.add(f"self-{self.done}", self.actor)
        if due(every.evaluate_every):
            self.measure()
        if due(every.checkpoint_every):
            self.save()

    def measure(self) -> None:
        """Play trials with the most probable actions."""
        actor = self.actor.eval()

        def act(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
            return best(evaluate(actor, observations), masks)

        config = self.config
        for bot in config.evaluate_against:
            trial = play_trial(
                act, config.rules, config.players, bot, config.evaluate_games, config.seed
            )
            self.results.append({"steps": self.done, **trial.to_dict()})
            self.learner.logger.record(f"trial/{bot}", trial.share)
            self.progress.note(f"after {self.done} steps against {trial}")

    def save(self) -> None:
        """Write the checkpoint, then what people read."""
        policy = self.learner.policy
        data = {
            "config": to_dict(self.config),
            "steps": self.done,
            "seconds": self.seconds,
            "results": self.results,
            "policy": policy.state_dict(),
            "optimizer": policy.optimizer.state_dict(),
            "pool": self.pool.state(),
        }
        save_checkpoint(self.out_dir, data)
        write_json(self.out_dir / RESULTS, self.results)


def make_learner(config: PPOConfig, seats: Learner, seed: int) -> MaskablePPO:
    """MaskablePPO as configured, on one seat or on every one."""
    rollouts: dict[str, Any] = {}
    if isinstance(seats, EverySeat):
        rollouts = {
            "rollout_buffer_class": PartyRollouts,
            "rollout_buffer_kwargs": {"seats": seats},
        }
    hidden = list(config.hidden)
    return MaskablePPO(
        "MlpPolicy",
        seats,
        n_steps=config.rollout,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        learning_rate=lambda left: left * config.learning_rate,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip,
        ent_coef=config.entropy,
        vf_coef=config.value_weight,
        max_grad_norm=config.gradient_norm,
        policy_kwargs={
            "features_extractor_class": Scale,
            "net_arch": {"pi": hidden, "vf": hidden},
            "activation_fn": nn.ReLU,
        },
        seed=seed,
        **rollouts,
        device="cpu",  # networks of this size are faster there
    )
