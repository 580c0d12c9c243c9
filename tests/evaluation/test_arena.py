"""The arena: the same games however they are shared out, and faults that say whose they are."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc

import pytest

from agents.registry import ENTRIES, Entry
from evaluation import arena
from evaluation.arena import Arena, play_match, round_robin
from evaluation.host import AgentFault
from evaluation.match import Match, make_match
from ludo_env.engine.game import Game
from ludo_env.errors import BadAgent, BadOption, BadRules


class Faulty:
    """Plays until its third decision, then does something wrong."""

    name = "faulty"
    error: BaseException | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.decisions = 0

    def act(self, game: Game) -> int:
        self.decisions += 1
        if self.decisions < 3:
            return game.legal()[0]
        if self.error is None:
            return 7
        raise self.error


class Watched:
    """Plays the first legal move, and notes every game that begins."""

    name = "watched"
    begun: list[tuple[int, int, int]] = []  # noqa: RUF012  # game seed, seat, own seed

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.begun.append((game.seed, seat, seed))

    def act(self, game: Game) -> int:
        return game.legal()[0]


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Faulty, Watched):
        entry = Entry("for tests", f"{__name__}:{kind.__name__}", {})
        monkeypatch.setitem(ENTRIES, kind.name, entry)
    monkeypatch.setattr(Watched, "begun", [])


def test_the_results_do_not_depend_on_workers_and_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    match = make_match(["random", "capture", "front"], games=45, seed=8)
    alone = play_match(match)
    assert play_match(match, workers=2) == alone
    monkeypatch.setattr(arena, "CHUNK", 1)
    assert play_match(match) == alone
    assert [result.number for result in alone.results] == list(range(45))
    assert play_match(make_match(["random", "capture", "front"], games=45, seed=9)) != alone


def test_a_game_does_not_depend_on_how_many_follow() -> None:
    few, more = (play_match(make_match(["random", "front"], games=n)) for n in (3, 6))
    assert more.results[:3] == few.results


def test_the_dice_of_a_seed_group_are_the_same_on_turned_seats() -> None:
    match = make_match(["watched", "watched"], games=6, seed=4)
    play_match(match)
    games = [game for game, _, _ in Watched.begun[::2]]
    assert games[0] == games[1] != games[2] == games[3] != games[4] == games[5]
    seats = [seat for _, seat, _ in Watched.begun]
    assert seats == [0, 2] * 6
    # An agent keeps its generator: what the first has on yellow it has on red in the next game.
    own = [seed for _, _, seed in Watched.begun[:4]]
    assert own[0] == own[3] != own[1] == own[2]


def test_agents_and_dice_have_seeds_of_their_own() -> None:
    play_match(make_match(["watched"] * 4, games=8))
    seeds = {seed for _, _, seed in Watched.begun} | {game for game, _, _ in Watched.begun}
    assert len(seeds) == 2 * 5


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (None, ["IllegalAction", "7"]),
        (ZeroDivisionError("oh\nno"), ["ZeroDivisionError", "oh"]),
        (BadAgent("lost my file"), ["BadAgent", "lost my file"]),
    ],
)
def test_a_fault_names_the_agent_and_the_seed_of_the_game(
    error: Exception | None, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Faulty, "error", error)
    match = make_match(["random", "faulty"], games=4, seed=6)
    with pytest.raises(AgentFault) as caught:
        play_match(match)
    seed, _ = match.seeds(0)
    told += ["agent faulty", "as red", "game 0", str(seed)]
    assert [words for words in told if words not in str(caught.value)] == []


def test_what_was_played_before_an_interruption_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "CHUNK", 2)
    matches = [make_match(pair, games=4) for pair in (["random", "front"], ["random", "faulty"])]
    monkeypatch.setattr(Faulty, "error", KeyboardInterrupt())
    interrupted = Arena(matches)
    with pytest.raises(KeyboardInterrupt):
        interrupted.run()
    assert [len(one.results) for one in interrupted.played] == [4, 0]
    assert interrupted.played[0] == play_match(matches[0])


def test_known_games_are_not_played_again() -> None:
    match = make_match(["watched", "random"], games=6)
    known = play_match(match).results
    Watched.begun.clear()
    ticks: list[int] = []
    again = Arena([match], known=[known[:2] + known[3:]], tick=ticks.append).run()[0]
    assert again.results == known
    assert len(Watched.begun) == sum(ticks) == 1


def test_the_most_games_can_be_interrupted_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Faulty, "error", KeyboardInterrupt())
    match = make_match(["faulty", "random"], games=10_000_000)
    tracemalloc.start()
    with pytest.raises(KeyboardInterrupt):
        Arena([match] * 10).run()
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_workers_end_when_their_parent_is_killed() -> None:
    play = "from evaluation.arena import *; m = make_match(['random'] * 4, games=10_000_000)"
    code = f"if __name__ == '__main__':\n    {play}; play_match(m, workers=2, tick=print)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()  # workers have played
        parent.kill()
        # Workers hold the other end as well: reading ends when the last of them has ended.
        parent.communicate(timeout=20)


def test_rivals_play_without_teams_and_partners_with_them() -> None:
    rivals = make_match(["random", "smart"], "danish", teams=True)
    assert (rivals.teams, rivals.rules.teams, rivals.plan.size) == (True, False, 6)
    partners = make_match(["random", "smart"], "classic", teams=True)
    assert (partners.teams, partners.rules.teams, partners.plan.size) == (True, True, 2)
    assert make_match(["random", "smart"], "classic:teams=true") == partners
    assert make_match(["random", "smart"], "danish:teams=true") == rivals
    for result in play_match(make_match(["random", "smart"], teams=True, games=4)).results:
        assert result.places[0] == result.places[2] != result.places[1] == result.places[3]


def test_a_round_robin_is_every_pair_with_the_same_dice() -> None:
    matches = round_robin(["random", "front", "smart", "back", "capture"], games=2, seed=3)
    pairs = [match.agents for match in matches]
    assert len(set(pairs)) == 10
    assert pairs[:2] == [("random", "front"), ("random", "smart")]
    assert len({match.seeds(0)[0] for match in matches}) == 1


@pytest.mark.parametrize(
    ("change", "error", "told"),
    [
        ({"games": 0}, BadOption, "games: 0"),
        ({"games": True}, BadOption, "games: True"),
        ({"games": 10_000_001}, BadOption, "from 1 to 10000000"),
        ({"seed": -1}, BadOption, "seed: -1"),
        ({"players": 5}, BadOption, "players: 5"),
        ({"players": 3, "teams": True}, BadOption, "players: 3"),
        ({"rules": "mordern"}, BadRules, "mordern"),
        ({"agents": ["random", "rndom"]}, BadAgent, "rndom"),
        ({"agents": ["random"]}, BadOption, "agents: 1"),
        ({"agents": ["random"] * 3, "teams": True}, BadOption, "agents: 3"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(
    change: dict[str, object], error: type[Exception], told: str
) -> None:
    settings: dict[str, object] = {"agents": ["random", "smart"], "rules": "classic", **change}
    with pytest.raises(error, match=told):
        make_match(**settings)  # type: ignore[arg-type]


def test_a_round_robin_needs_different_agents() -> None:
    with pytest.raises(BadOption, match="smart is given twice"):
        round_robin(["smart", "random", "smart"])
    with pytest.raises(BadOption, match="agents: 1"):
        round_robin(["smart"])
    with pytest.raises(BadOption, match="workers: 0"):
        Arena([], workers=0)


def test_agents_are_named_apart_in_tables() -> None:
    match: Match = make_match(["random", "smart", "random", "random"])
    assert match.names == ["random", "smart", "random#2", "random#3"]
