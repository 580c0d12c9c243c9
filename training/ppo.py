"""Self-play with MaskablePPO: the learner on one seat, earlier selves and bots on the others."""

from __future__ import annotations

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

from ludo_env.rules import as_rules
from training.checkpoint import restoring
from training.config import PPOConfig, to_dict
from training.every_seat import EverySeat, PartyRollouts
from training.export import export
from training.learner import Learner, Rollouts
from training.outcome import MODEL, Outcome
from training.pool import Pool, best, evaluate
from training.progress import Progress
from training.run import Run
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


class SelfPlay(Run[PPOConfig], BaseCallback):
    """One run: the learner, its opponents, and what happens between two updates.

    The arguments are a `Run`'s; its ``done`` are the steps at the last pause between updates.
    """

    def __init__(
        self, config: PPOConfig, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        BaseCallback.__init__(self)
        Run.__init__(self, config, out_dir, saved, progress)
        # A resumed run draws other games than those that it has seen.
        seeds = np.random.SeedSequence([config.seed, self.done]).generate_state(3).tolist()
        self.pool = Pool(config.bots, config.newest, config.selves, seeds[0])
        seats = Seats(config.games, config.rules, config.players, self.pool, seed=seeds[1])
        self.schema = seats.vec.schema
        self.learner = make_learner(config, seats, seeds[2])
        seats.seed(seeds[1])  # the learner has handed on its own
        self.learner.set_logger(configure(str(out_dir / "tensorboard"), ["tensorboard"]))
        if saved:
            self.learner.num_timesteps = self.done
            with restoring(out_dir):
                self.learner.policy.load_state_dict(saved["policy"])
                self.learner.policy.optimizer.load_state_dict(saved["optimizer"])
                self.pool.restore(saved["pool"], self.actor)
        else:
            self.pool.add("self-0", self.actor)
            self.write_config()
            self.save()

    @property
    def actor(self) -> nn.Module:
        """The policy alone: uint8 observations to logits."""
        policy = self.learner.policy
        return nn.Sequential(
            policy.features_extractor, policy.mlp_extractor.policy_net, policy.action_net
        )

    def run(self) -> Outcome:
        """Learn to the end, and export."""
        self.write_config()
        self.progress.begin("learning", self.done, self.config.steps)
        if self.done < self.config.steps:
            left = self.config.steps - self.done
            self.learner.learn(left, callback=self, reset_num_timesteps=False)
            self.catch_up()
        model = self.out_dir / MODEL
        training = to_dict(self.config) | {"steps": self.done}
        rules, players = as_rules(self.config.rules), [self.config.players]
        export(self.actor, self.schema, rules, "policy", model, players=players, training=training)
        return self.outcome(model)

    # -- what MaskablePPO calls --------------------------------------------------------------

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        self.catch_up()

    def _on_rollout_end(self) -> None:
        games = self.learner.ep_info_buffer
        result = float(np.mean([game["r"] for game in games])) if games else 0.0
        self.progress.at(self.num_timesteps, result=result)

    # -- between two updates -----------------------------------------------------------------

    def catch_up(self) -> None:
        """Do what has become due since the last pause."""
        before, self.done = self.done, self.learner.num_timesteps
        if self.due(self.config.snapshot_every, before):
            self.pool.add(f"self-{self.done}", self.actor)
        self.pause(before)

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
            self.tell(trial)
            self.learner.logger.record(f"trial/{bot}", trial.share)

    def save(self) -> None:
        """Write the checkpoint, then what people read."""
        policy = self.learner.policy
        self.keep(
            policy=policy.state_dict(),
            optimizer=policy.optimizer.state_dict(),
            pool=self.pool.state(),
        )


def make_learner(config: PPOConfig, seats: Learner, seed: int) -> MaskablePPO:
    """MaskablePPO as configured, on one seat or on every one."""
    rollouts = PartyRollouts if isinstance(seats, EverySeat) else Rollouts
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
        rollout_buffer_class=rollouts,
        rollout_buffer_kwargs={"seats": seats},
        device="cpu",  # networks of this size are faster there
    )
