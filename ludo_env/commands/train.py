"""``ludo train``: train a bot by self-play."""

from __future__ import annotations

import argparse
import dataclasses
import shlex
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludo_env.commands._common import INTERRUPTED, WholeNumber, add_common, filled, print_json
from ludo_env.errors import BadOption
from ludo_env.rules import as_rules

if TYPE_CHECKING:
    from training.config import TrainConfig
    from training.outcome import Outcome

ON_RAY: Final = {"ppo": "rllib", "rllib": "rllib"}
"""Which method does on Ray what a method does here."""

RULES: Final = "classic"
PRESET: Final = "ppo"
HELP: Final = "train a bot by self-play"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--rules", type=filled, metavar="R", help=f"the rule set (default: {RULES})"
    )
    parser.add_argument(
        "--preset",
        type=filled,
        metavar="P",
        help=f"a file training/configs/R-P.toml (default: {PRESET})",
    )
    parser.add_argument(
        "--config", type=filled, metavar="FILE", help="a TOML file of your own, not a preset"
    )
    parser.add_argument(
        "--out", type=filled, metavar="DIR", help="the run's folder (default: runs/R-P)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the run in DIR")
    parser.add_argument(
        "--ray",
        action="store_true",
        help="train with RLlib: on the cluster that RAY_ADDRESS names, or on this machine",
    )
    parser.add_argument("--steps", type=WholeNumber(1), metavar="N", help="how long the run is")
    add_common(parser, "of all chance in the run (default: that of the preset)")


def run(args: argparse.Namespace) -> int:
    """Train; the exit code.

    Raises:
        LudoError: an option that is not allowed.
    """
    from training.methods import train
    from training.progress import Silent, Terminal

    config, out_dir = _read(args)
    if args.ray:
        config = _on_ray(config)
    try:
        with nullcontext(Silent()) if args.json else Terminal() as progress:
            outcome = train(config, out_dir, resume=args.resume, progress=progress)
    except KeyboardInterrupt:
        print(f"ludo: interrupted; {_advice(out_dir)}", file=sys.stderr)
        return INTERRUPTED
    _report(outcome, config, args.json)
    return 0


def _advice(out_dir: Path) -> str:
    """How to go on with a run that was interrupted."""
    from training.checkpoint import has_checkpoint

    if has_checkpoint(out_dir):
        return f"go on with: ludo train --resume --out {shlex.quote(str(out_dir))}"
    return "nothing was kept yet: the same command begins again"


def _read(args: argparse.Namespace) -> tuple[TrainConfig, Path]:
    """The configuration and the folder that the options ask for."""
    from training.presets import load_preset, read_config, saved_config

    changes = {
        name: value
        for name, value in (("steps", args.steps), ("seed", args.seed))
        if value is not None
    }
    if args.resume:
        for name in ("rules", "preset", "config", "seed"):
            if getattr(args, name) is not None:
                raise BadOption(f"--{name}: a run that is resumed keeps it, allowed: --steps")
        if args.out is None:
            raise BadOption("--resume: --out says which run, and is missing")
        return saved_config(args.out, **changes), Path(args.out)
    rules, preset = args.rules or RULES, args.preset or PRESET
    if args.config is None:
        config = load_preset(rules, preset, **changes)
        return config, Path(args.out or f"runs/{rules.partition(':')[0].strip().lower()}-{preset}")
    if args.preset is not None:
        raise BadOption("--preset and --config: only one of them is allowed")
    if args.rules is not None:
        changes["rules"] = args.rules
    return read_config(args.config, **changes), Path(args.out or f"runs/{Path(args.config).stem}")


def _on_ray(config: TrainConfig) -> TrainConfig:
    """The same for RLlib. Raises `BadOption`: it does not learn by this method."""
    from training.config import make_config, to_dict
    from training.presets import presets_of

    if config.method not in ON_RAY:
        rules = as_rules(config.rules).name
        presets = ", ".join(presets_of(rules, ON_RAY)) or "none"
        raise BadOption(
            f"--ray: method {config.method!r}, allowed: {', '.join(ON_RAY)}; "
            f"presets of {rules} that learn so: {presets}"
        )
    return make_config(to_dict(config) | {"method": ON_RAY[config.method]})


def _report(outcome: Outcome, config: TrainConfig, as_json: bool) -> None:
    if as_json:
        data = dataclasses.asdict(outcome) | {"model": str(outcome.model)}
        print_json(data)
    else:
        print(f"{outcome.model}: trained for {outcome.steps} steps; try it:")
        against = (config.evaluate_against or ("random",))[-1]
        print(f"  ludo arena {outcome.model} {against} --rules {config.rules}")
