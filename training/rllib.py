"""Self-play with RLlib's PPO on a cluster: ``ludo train --ray``.

As in `training.ppo` the learner plays one seat of every game, and the league the others. Scripted
bots play within the games; the learner and its earlier selves are networks of one multi-agent
algorithm, of which only the first is trained.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import ray
from numpy.typing import NDArray
from ray.rllib.algorithms.ppo import PPOConfig as Settings
from ray.rllib.callbacks.callbacks import RLlibCallback
from ray.rllib.core.rl_module import RLModuleSpec
from torch import nn

from evaluation.cluster import cluster
from ludo_env.rules import as_rules
from training.checkpoint import restoring
from training.config import RLlibConfig, to_dict
from training.export import export
from training.outcome import MODEL, Outcome
from training.pool import Pool, best, evaluate
from training.progress import Progress
from training.rllib_env import MAIN, PAST, LeagueEnv, module_of, spaces_of
from training.rllib_net import MaskedNet
from training.run import Run
from training.trial import play_trial

DECISIONS: Final = "decisions"
GAMES: Final = "games"
RESULTS: Final = "results"
"""What `Tell` counts: decisions of the learner, and games and results of each opponent."""
WITHOUT_CLIP: Final = float("inf")
PROBE: Final = 3.0
"""Seconds that an update waits for processes that were lost; it goes on without them."""


class Tell(RLlibCallback):  # type: ignore[misc]
    """Hands in, with the games that it belongs to, what the run counts."""

    def on_sample_end(
        self, *, env_runner: Any, metrics_logger: Any, samples: Any, **_: Any
    ) -> None:
        """A process that plays has played."""
        own = [
            len(agent)
            for episode in samples
            for agent in episode.agent_episodes.values()
            if agent.module_id == MAIN
        ]
        metrics_logger.log_value(DECISIONS, sum(own), reduce="sum")
        for env in env_runner.env.envs:
            league: LeagueEnv = env.unwrapped
            for opponent, result in league.told:
                metrics_logger.log_value((GAMES, opponent), 1, reduce="sum")
                metrics_logger.log_value((RESULTS, opponent), result, reduce="sum")
            league.told.clear()


class RaySelfPlay(Run[RLlibConfig]):
    """One run: the algorithm, the league, and what happens between two updates.

    The arguments are a `Run`'s; its ``done`` are the decisions of the learner that were handed in.
    """

    def __init__(
        self, config: RLlibConfig, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        super().__init__(config, out_dir, saved, progress)
        # A resumed run draws other games than those that it has seen.
        seeds = np.random.SeedSequence([config.seed, self.done]).generate_state(2).tolist()
        self.pool = Pool(config.bots, config.newest, config.selves, seeds[0])
        self.places: dict[str, str] = {}
        """The network that plays an earlier self."""
        self.seed, self.saved = seeds[1], saved

    def run(self) -> Outcome:
        """Learn to the end, and export; on the cluster, or on one of this machine alone."""
        with cluster():
            logging.getLogger("ray.rllib").setLevel(logging.ERROR)
            self.algorithm = make_algorithm(self.config, self.seed)
            try:
                self.begin(self.saved)
                return self.learn()
            finally:
                self.algorithm.stop()

    def begin(self, saved: dict[str, Any] | None) -> None:
        """Take over a checkpoint, or write the first one."""
        if saved:
            with restoring(self.out_dir):
                self.learner(write_learner, net=saved["net"], optimizer=saved["optimizer"])
                self.pool.restore(saved["pool"], self.actor)
                self.seat_selves()
            self.sync([MAIN])
        else:
            self.join_league("self-0")
            self.write_config()
            self.save()

    def learn(self) -> Outcome:
        """Learn to the end, and export."""
        config = self.config
        self.write_config()
        self.progress.begin("learning", self.done, config.steps)
        while self.done < config.steps:
            self.learner(set_rate, rate=config.learning_rate * (1 - self.done / config.steps))
            group = self.algorithm.env_runner_group
            group.foreach_env_runner(partial(set_odds, self.odds()), local_env_runner=False)
            found = self.algorithm.train().get("env_runners", {})
            before, self.done = self.done, self.done + int(number(found, DECISIONS))
            self.record(found)
            self.progress.at(self.done)
            self.pause(before)
        model = self.out_dir / MODEL
        training = to_dict(config) | {"steps": self.done}
        players = [config.players]
        export(
            self.actor,
            config.schema,
            config.rules,
            "policy",
            model,
            players=players,
            training=training,
        )
        return self.outcome(model)

    def pause(self, before: int) -> None:
        """Do what has become due since ``before`` steps."""
        if self.due(self.config.snapshot_every, before):
            self.join_league(f"self-{self.done}")
        super().pause(before)

    def measure(self) -> None:
        """Play trials with the most probable actions."""
        actor, config = self.actor, self.config

        def act(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
            return best(evaluate(actor, observations), masks)

        for bot in config.evaluate_against:
            trial = play_trial(
                act, config.rules, config.players, bot, config.evaluate_games, config.seed
            )
            self.tell(trial)

    def save(self) -> None:
        """Write the checkpoint, then what people read."""
        self.keep(**self.learner(read_learner), pool=self.pool.state())

    # -- the league ----------------------------------------------------------------------------

    def join_league(self, name: str) -> None:
        """The learner joins its opponents."""
        self.pool.add(name, self.actor)
        self.seat_selves()

    def seat_selves(self) -> None:
        """Give every earlier self a network, in the place of one that has left."""
        names = [old.name for old in self.pool.selves]
        self.places = {name: place for name, place in self.places.items() if name in names}
        free = [place for place in places(self.config) if place not in self.places.values()]
        new = [old for old in self.pool.selves if old.name not in self.places]
        for old, place in zip(new, free, strict=False):
            self.places[old.name] = place
            self.learner(write_actor, place=place, actor=old.actor.state_dict())
        self.sync([self.places[old.name] for old in new])

    def odds(self) -> dict[str, float]:
        """How probable each opponent is, by spec or network."""
        return {self.places.get(name, name): odds for name, odds in self.pool.odds().items()}

    def record(self, found: Mapping[str, Any]) -> None:
        """Take over how the league has done."""
        for opponent in self.pool.opponents:
            name = self.places.get(opponent.name, opponent.name)
            games = int(number(found, GAMES, name))
            for _ in range(games):
                self.pool.record(opponent, number(found, RESULTS, name) / games)

    # -- the learner of the algorithm ----------------------------------------------------------

    @property
    def actor(self) -> nn.Module:
        """The policy alone: uint8 observations to logits."""
        actor: nn.Module = self.learner(read_actor)
        return actor

    def learner(self, function: Any, **arguments: Any) -> Any:
        """What a function of the learner gives."""
        found = self.algorithm.learner_group.foreach_learner(partial(function, **arguments))
        return next(iter(found)).get()

    def sync(self, networks: list[str]) -> None:
        """Hand networks of the learner to all that play."""
        self.algorithm.env_runner_group.sync_weights(
            from_worker_or_learner_group=self.algorithm.learner_group, policies=networks
        )


def number(found: Mapping[str, Any], *names: str) -> float:
    """What RLlib has added up in an update under a name; 0 if nothing was handed in."""
    value: Any = found
    for name in names:
        value = value.get(name, {})
    return 0.0 if value == {} or np.isnan(value) else float(value)


def places(config: RLlibConfig) -> list[str]:
    """The networks of the earlier selves."""
    return [f"{PAST}-{number}" for number in range(config.selves)]


def make_algorithm(config: RLlibConfig, seed: int) -> Any:
    """RLlib's PPO as configured."""
    seen, actions = spaces_of(as_rules(config.rules), config.players)
    spec = RLModuleSpec(
        module_class=MaskedNet,
        observation_space=seen,
        action_space=actions,
        model_config={"hidden": list(config.hidden)},
    )
    runners = config.runners or max(int(ray.cluster_resources().get("CPU", 1)) - 1, 1)
    pool = Pool(config.bots, config.newest, config.selves, 0)
    networks = [MAIN, *places(config)]
    settings = (
        Settings()
        .environment(
            LeagueEnv,
            env_config={
                "rules": config.rules,
                "players": config.players,
                "selves": config.selves,
                "odds": pool.odds(),
                "seed": seed,
            },
            disable_env_checking=True,  # it tries illegal actions
        )
        .env_runners(
            num_env_runners=runners,
            num_envs_per_env_runner=max(config.games // runners, 1),
            rollout_fragment_length="auto",
        )
        .multi_agent(policies=set(networks), policy_mapping_fn=module_of, policies_to_train=[MAIN])
        .rl_module(rl_module_spec=spec)
        .training(
            train_batch_size_per_learner=config.games * config.rollout,
            minibatch_size=config.minibatch,
            num_epochs=config.epochs,
            lr=config.learning_rate,
            gamma=config.gamma,
            lambda_=config.gae_lambda,
            clip_param=config.clip,
            entropy_coeff=config.entropy,
            vf_loss_coeff=config.value_weight,
            vf_clip_param=WITHOUT_CLIP,
            grad_clip=config.gradient_norm,
            grad_clip_by="global_norm",
            use_kl_loss=False,
        )
        .callbacks(Tell)
        .fault_tolerance(restart_failed_env_runners=True, env_runner_health_probe_timeout_s=PROBE)
        .debugging(seed=seed, log_level="ERROR")
    )
    return settings.build_algo()


# -- what is done where the networks are -------------------------------------------------------


def read_learner(learner: Any) -> dict[str, Any]:
    """What a checkpoint keeps of the learner."""
    optimizer = learner.get_optimizer(MAIN).state_dict()
    return {"net": learner.module[MAIN].state_dict(), "optimizer": optimizer}


def write_learner(learner: Any, net: Mapping[str, Any], optimizer: Mapping[str, Any]) -> None:
    """Take over what a checkpoint has kept."""
    learner.module[MAIN].load_state_dict(net)
    learner.get_optimizer(MAIN).load_state_dict(optimizer)


def read_actor(learner: Any) -> nn.Module:
    """The policy that learns."""
    actor: nn.Module = learner.module[MAIN].actor
    return actor


def write_actor(learner: Any, place: str, actor: Mapping[str, Any]) -> None:
    """Have a network play as an earlier self."""
    learner.module[place].actor.load_state_dict(actor)


def set_rate(learner: Any, rate: float) -> None:
    """Set the learning rate of the next update."""
    for group in learner.get_optimizer(MAIN).param_groups:
        group["lr"] = rate


def set_odds(odds: dict[str, float], runner: Any) -> None:
    """Have the next games draw their opponents so."""
    for env in runner.env.envs:
        env.unwrapped.odds = odds
