"""How long a bot thinks: only its own time counts."""

from __future__ import annotations

import time

import pytest

from agents.registry import ENTRIES, Entry
from evaluation.pace import pace_of
from ludo_env.engine.game import Game
from ludo_env.errors import BadAgent
from ludo_env.rules import as_rules

WORK = 0.002


class Busy:
    """Works for `WORK` seconds of the processor on every decision, and sleeps now and then."""

    name = "busy"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        time.sleep(0.01)

    def act(self, game: Game) -> int:
        end = time.process_time() + WORK
        while time.process_time() < end:
            pass
        return game.legal()[0]


@pytest.fixture(autouse=True)
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENTRIES, "busy", Entry("for tests", f"{__name__}:Busy", {}))


def test_the_pace_is_the_time_of_the_bot() -> None:
    pace = pace_of("busy", as_rules("classic"), 2, decisions=20)
    assert pace.decisions == 20
    assert pace.median == pytest.approx(1000 * WORK, rel=0.3)
    assert pace.mean >= 1000 * WORK


def test_it_ends_when_its_seconds_are_over() -> None:
    assert pace_of("busy", as_rules("classic"), 2, seconds=10 * WORK).decisions <= 10


def test_a_bot_that_does_not_play_these_rules_is_refused() -> None:
    with pytest.raises(BadAgent, match="smart"):
        pace_of("smart", as_rules("ludicrous"), 2)
