"""What every test shares: one thread a process, ctrl-C, profiles of property tests, encoders."""

import os
import signal
from collections.abc import Iterator

# Before numpy or torch is loaded: the workers share the cores, and more threads only add waiting.
for _pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_pool, "1")

# A shell ignores ctrl-C for what it starts in the background, and the programs that tests start
# would ignore it as well.
signal.signal(signal.SIGINT, signal.default_int_handler)

import pytest
from hypothesis import settings

# A shared machine has slow moments; a deadline would report them as failures.
settings.register_profile("dev", deadline=None, max_examples=50)
# The same examples every time: a failure in CI is one that anybody can repeat.
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture
def own_encoders() -> Iterator[None]:
    """Encoders that are registered meanwhile are forgotten afterwards."""
    # Not at the top: a stale build shall be noticed by the tests, not before them.
    from ludo_env.observation.schema import GAMES

    kept = {game: dict(table) for game, table in GAMES.items()}
    yield
    for game, table in GAMES.items():
        table.clear()
        table.update(kept[game])
