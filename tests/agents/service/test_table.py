"""What frontends for people ask besides the protocol: boards, the past, taking back, loading."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from agents.service import service
from agents.service.handlers import schema_of_all
from agents.service.story import EVERY, Rerun
from ludo_env.engine.game import Game
from ludo_env.notation import key
from ludo_env.record import Recorder, read
from tests.agents.service.talking import Client, make_client

SHORT = "ludicrous:max_rounds=12"
Told = dict[str, Any]


def begin(client: Client, rules: str = "classic", dice: str = "service") -> Told:
    """A session for two, in which the same dice fall at every run unless they are secret."""
    seed = {"seed": 11} if dice == "service" else {}
    return client.ask("new", rules=rules, players=2, dice=dice, **seed)


def play(client: Client, told: Told, rng: Random, events: int = 10_000) -> Told:
    """Add events at random, until the game is over or so many are added."""
    for _ in range(events):
        if "over" in told:
            break
        if "entropy" in told:
            event: Told = {"entropy": "x"}
        elif "chance" in told:
            event = {"dice": [rng.randint(1, told["chance"]["dice"][0]["sides"])]}
        else:
            event = {"action": rng.choice(told["choice"]["actions"])["index"]}
        told = client.ask("apply", session=told["session"], seq=told["seq"], event=event)
    return told


def board(client: Client, told: Told, **more: object) -> Told:
    seen = client.ask("board", session=told["session"], **more)
    assert seen["seq"] == told["seq"]
    found: Told = seen["board"]
    return found


def record_of(client: Client, told: Told) -> list[str]:
    lines = client.ask("record", session=told["session"])["lines"]
    return [json.dumps(line) for line in lines]


VALIDATOR = Draft202012Validator({"$ref": "#/$defs/Service", "$defs": schema_of_all()["$defs"]})


def test_all_answers_are_as_the_schema_says() -> None:
    client = make_client()
    told = play(client, begin(client, "ludicrous"), Random(7), 60)
    board(client, told, seat="all")
    board(client, told, at=12)
    client.ask("undo", session=told["session"], seq=told["seq"], seats=["red"])
    client.ask("load", lines=record_of(client, told))
    for answer in client.told:
        VALIDATOR.validate(answer)
    assert {"board", "loaded"} <= {answer["type"] for answer in client.told}


# -- proofs --------------------------------------------------------------------------------------


def test_a_record_is_compared_with_what_proves_its_dice() -> None:
    client, rng = make_client(), Random(5)
    begun = begin(client, "modern", "commit")
    told = play(client, begun, rng)
    proof = {"commit": begun["commit"], "secret": told["over"]["secret"], "entropy": "x"}
    lines = record_of(client, told)
    again = client.ask("load", lines=lines)
    for session in (told["session"], again["session"]):
        found = client.ask("verify", session=session, **proof)
        assert found["type"] == "verified" and "problem" not in found
        assert found["decisions"] == len(lines) - 2
    for part, problem in (
        ({"entropy": "y"}, "line [12], "),
        ({"secret": "y"}, "secret: not that of the commitment"),
        ({"commit": "y"}, "secret: not that of the commitment"),
    ):
        found = client.ask("verify", session=again["session"], **{**proof, **part})
        assert re.match(problem, found["problem"]), found
    VALIDATOR.validate(client.told[-1])
    other = play(client, begin(client, "modern"), rng, 5)
    found = client.ask("verify", session=other["session"], **proof)
    assert found["problem"].startswith("line ")


# -- boards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["modern", SHORT])
def test_a_board_offers_what_the_session_waits_for(rules: str) -> None:
    client, rng = make_client(), Random(2)
    told = begin(client, rules)
    for _ in range(60):
        seat = told["choice"]["seat"]
        seen = board(client, told, seat=seat)
        assert [option["index"] for option in seen["options"]] == [
            action["index"] for action in told["choice"]["actions"]
        ]
        assert seen["decider"] == seat and "<svg" in seen["svg"]
        assert "options" not in board(client, told), "nothing for one who looks on"
        told = play(client, told, rng, 1)


@pytest.mark.parametrize("rules", ["classic", SHORT])
def test_what_is_taken_back_is_no_part_of_the_log(rules: str) -> None:
    client, rng = make_client(), Random(3)
    told = begin(client, rules)
    logs = [board(client, told, seat="all")["lines"]]
    for _ in range(12):
        told = play(client, told, rng, 1)
        logs.append(board(client, told, seat="all")["lines"])
    for _ in range(12):
        seats = ["yellow", "red"]
        told = client.ask("undo", session=told["session"], seq=told["seq"], seats=seats)
        logs.pop()
        assert board(client, told, seat="all")["lines"] == logs[-1]


def test_the_log_goes_on_where_it_was_left() -> None:
    client, rng = make_client(), Random(3)
    told = begin(client, SHORT)
    seen = board(client, told, seat="all")
    lines, since = seen["lines"], seen["told"]
    for _ in range(20):
        told = play(client, told, rng, 3)
        seen = board(client, told, seat="all", since=since)
        lines += seen.get("lines", [])
        since = seen["told"]
    assert len(lines) == since
    whole = board(client, told, seat="all", since=0)["lines"]
    assert lines[-len(whole) :] == whole


def test_a_seat_that_does_not_play_sees_nothing() -> None:
    client = make_client()
    told = begin(client)
    error = client.say("board", id=1, session=told["session"], seat="blue")
    assert (error["code"], error["field"], error["id"]) == ("bad_request", "seat", 1)


def test_dice_that_are_waited_for_leave_no_options() -> None:
    client = make_client()
    told = begin(client, dice="client")
    assert "options" not in board(client, told, seat="yellow"), "before the set-up"
    told = play(client, told, Random(1), 40)
    while "chance" not in told:
        told = play(client, told, Random(1), 1)
    assert "options" not in board(client, told, seat="all")


# -- what is secret ------------------------------------------------------------------------------


def test_a_discreet_session_tells_nobody_s_hand() -> None:
    client, rng = make_client(), Random(4)
    told = client.ask(
        "new", rules=SHORT, players=2, dice="service", seed=3, words=True, discreet=True
    )
    drawn = 0
    for _ in range(120):
        if "over" in told:
            break
        assert told["choice"]["actions"] == [] and told["choice"]["count"] > 0
        assert "secret_" not in json.dumps(told.get("events", []))
        drawn += sum(event["event"] == "draws" for event in told.get("events", []))
        names = client.service.sessions[told["session"]].session.game.legal_names()
        assert len(names) == told["choice"]["count"]
        event = {"action": rng.choice(names)}
        told = client.ask("apply", session=told["session"], seq=told["seq"], event=event)
    assert drawn
    error = client.say("apply", session=told["session"], seq=told["seq"], event={"action": "dance"})
    assert error["type"] == "error" and "legal" not in error
    again = client.ask("load", lines=record_of(client, told), discreet=True)
    assert "over" in again or again["choice"]["actions"] == []


def test_only_the_die_of_a_card_is_secret() -> None:
    client, rng = make_client(), Random(5)
    told = begin(client, "ludicrous:max_rounds=4", dice="client")
    secret = set()
    for _ in range(150):
        if "over" in told:
            break
        if "chance" in told:
            (die,) = told["chance"]["dice"]
            assert told["chance"].get("secret", False) == (die["reason"] == "card")
            secret |= {die["sides"]} if "secret" in told["chance"] else set()
        told = play(client, told, rng, 1)
    assert secret, "a card was drawn"


# -- records in parts ----------------------------------------------------------------------------


def test_the_record_is_told_in_parts() -> None:
    client, rng = make_client(), Random(6)
    told = play(client, begin(client, "modern"), rng, 20)
    whole = client.ask("record", session=told["session"])["lines"]
    rest = client.ask("record", session=told["session"], since=5)["lines"]
    assert rest == whole[6:] and rest[-1]["type"] == "result"
    error = client.say("record", session=told["session"], since=10_000)
    assert (error["code"], error["field"]) == ("bad_request", "since")


def test_a_board_tells_whose_decision_may_be_taken_back() -> None:
    client, rng = make_client(), Random(8)
    told = begin(client, "modern")
    assert client.ask("board", session=told["session"])["undo"] == []
    first = told["choice"]["seat"]
    told = play(client, told, rng, 1)
    assert client.ask("board", session=told["session"])["undo"] == [first]
    told = play(client, begin(client, "ludicrous-tabletop"), rng, 12)
    assert client.ask("board", session=told["session"])["undo"] == [], "not at a tournament"


# -- looking back --------------------------------------------------------------------------------


def test_every_decision_can_be_looked_back_at() -> None:
    client = make_client()
    told = play(client, begin(client, SHORT), Random(4), 150)
    record = read(record_of(client, told))
    boards = [game_words(game) for game in record.replay()]
    for at in (0, 1, 2, len(boards) - 1, 77, 76, 78):
        seen = board(client, told, seat="all", at=at)
        assert seen["round"] == boards[at][0] and seen["heading"] == boards[at][1]
        assert "options" not in seen
    error = client.say("board", session=told["session"], at=len(boards))
    assert (error["code"], error["field"]) == ("bad_request", "at")


def game_words(game: Game) -> tuple[int, str]:
    from agents.service.view import heading

    return game.state.rounds, heading(game)


def test_a_rerun_finds_every_position_forward_and_backward() -> None:
    game = Game("ludicrous", 4, seed=3)
    recorder, keys = Recorder(game), [key(game)]
    rerun = Rerun(game, recorder.decisions)
    rng = Random(6)
    while len(keys) < 2 * EVERY + 30 and not game.over:
        recorder.apply(rng.choice(game.legal()))
        rerun.note(game)
        keys.append(key(game))
    order = list(range(len(keys)))
    assert len(order) > 2 * EVERY
    for at in [*order, *rng.sample(order, 100)]:
        assert key(rerun.at(at)) == keys[at]


# -- taking back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["service", "client"])
def test_the_last_decision_of_a_seat_is_taken_back(mode: str) -> None:
    client, rng = make_client(), Random(8)
    told = play(client, begin(client, SHORT, dice=mode), rng, 60)
    while "choice" not in told or told["choice"]["seat"] != "red":
        told = play(client, told, rng, 1)
    before = client.ask("state", session=told["session"])["state"]
    legal = told["choice"]["actions"]
    taken = play(client, told, rng, 1)
    back = client.ask("undo", session=told["session"], seq=taken["seq"], seats=["red"])
    assert back["seq"] == taken["seq"] + 1
    assert back["choice"]["actions"] == legal
    assert client.ask("state", session=told["session"])["state"] == before
    play(client, back, rng)


def test_taking_back_is_soon_done_however_long_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the decisions since the last copy are taken again, also after looking and going on."""
    client, rng = make_client(), Random(12)
    told = play(client, begin(client, "ludicrous"), rng, 3 * EVERY + 7)
    told = client.ask("load", lines=record_of(client, told))
    applied = 0
    apply = Recorder.apply

    def counted(recorder: Recorder, *given: Any) -> None:
        nonlocal applied
        applied += 1
        apply(recorder, *given)

    lines = record_of(client, told)[1:-1]
    for _ in range(EVERY + 20):
        monkeypatch.setattr(Recorder, "apply", counted)
        told = client.ask("undo", session=told["session"], seq=told["seq"], seats=["yellow", "red"])
        monkeypatch.setattr(Recorder, "apply", apply)
        assert applied <= EVERY
        applied = 0
        lines.pop()
        assert record_of(client, told)[1:-1] == lines
    told = play(client, told, rng, EVERY)
    record = read(record_of(client, told))
    boards = [game_words(game) for game in record.replay()]
    for at in rng.sample(range(len(boards)), 20):
        seen = board(client, told, seat="all", at=at)
        assert (seen["round"], seen["heading"]) == boards[at]


@pytest.mark.parametrize(
    ("rules", "events", "field"), [("classic", 0, "seats"), ("ludicrous-tabletop", 40, "session")]
)
def test_what_cannot_be_taken_back(rules: str, events: int, field: str) -> None:
    client = make_client()
    told = play(client, begin(client, rules), Random(1), events)
    asked = {"session": told["session"], "seq": told["seq"], "seats": ["yellow"]}
    error = client.say("undo", **asked)
    assert (error["code"], error["field"]) == ("bad_request", field)
    error = client.say("undo", **{**asked, "seq": told["seq"] + 5})
    assert (error["code"], error["seq"]) == ("stale", told["seq"])


# -- records -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["classic", SHORT])
def test_a_game_goes_on_from_its_record(rules: str) -> None:
    client, rng = make_client(), Random(5)
    told = play(client, begin(client, rules), rng, 45)
    lines = record_of(client, told)
    header = {**json.loads(lines[0]), "names": {"yellow": "a person", "red": "hard"}}
    loaded = client.ask("load", lines=[json.dumps(header), *lines[1:]])
    assert loaded["type"] == "loaded" and loaded["session"] != told["session"]
    assert loaded["names"] == header["names"] and loaded["seats"] == ["yellow", "red"]
    assert loaded["key"] == told["key"] and loaded["choice"] == told["choice"]
    assert board(client, loaded)["lines"], "what happened before is told"
    assert record_of(client, loaded)[1:] == lines[1:]
    over = play(client, loaded, rng)["over"]
    *_, last = read(record_of(client, loaded)).replay()
    assert last.places == over["places"]


def test_others_are_served_while_a_long_record_is_loaded_and_told() -> None:
    client, rng = make_client(), Random(5)
    lines = record_of(client, play(client, begin(client, "ludicrous"), rng, 400))
    other = Client(client.service)

    async def ask(kind: str, **fields: object) -> int:
        """Send a message; how often another client was answered meanwhile."""
        message = json.dumps({"type": kind, **fields}).encode()
        asking = asyncio.create_task(client.connection.take(message))
        await asyncio.sleep(0)
        served = 0
        while not asking.done():
            other.ask("hello")
            served += 1
            await asyncio.sleep(0)
        return served

    async def run() -> None:
        assert await ask("load", lines=lines) > len(lines)
        loaded = client.told[-1]
        assert loaded["type"] == "loaded"
        assert await ask("record", session=loaded["session"]) >= len(lines) - 3
        assert client.told[-1]["lines"][1:] == [json.loads(line) for line in lines[1:]]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "SLICE", 0.0)
        asyncio.run(run())


def test_a_damaged_record_is_refused_by_line_and_field() -> None:
    client = make_client()
    lines = record_of(client, play(client, begin(client), Random(1), 20))
    spoilt = {**json.loads(lines[3]), "action": "move 9"}
    error = client.say("load", lines=[*lines[:3], json.dumps(spoilt), *lines[4:]])
    assert (error["code"], error["field"]) == ("bad_request", "lines")
    assert error["msg"].startswith("line 4, action: ")
    bad: Any
    for bad in ([], [5], [None], [[]], ["\udc00"], [{"a": 1}, "x"], [*lines, 1]):
        assert client.say("load", lines=bad)["code"] in ("bad_request", "bad_json")


def test_a_record_is_loaded_as_the_service_tells_it() -> None:
    client = make_client()
    told = play(client, begin(client, SHORT), Random(5), 20)
    lines = client.ask("record", session=told["session"])["lines"]
    for given in (lines, [json.dumps(lines[0], indent=1), *lines[1:]]):
        assert client.ask("load", lines=given)["key"] == told["key"]


@pytest.mark.parametrize("rules", ["classic", SHORT])
def test_a_record_without_its_result_is_loaded(rules: str) -> None:
    client = make_client()
    told = play(client, begin(client, rules), Random(5), 25)
    lines = record_of(client, told)
    for given in (lines[:-1], lines[:1], lines[:8]):
        loaded = client.ask("load", lines=given)
        assert record_of(client, loaded)[:-1] == given
    assert client.ask("load", lines=lines[:-1])["key"] == told["key"]
    error = client.say("load", lines=[*lines[:-1], json.dumps({"type": "header"})])
    assert error["msg"].startswith(f"line {len(lines)}, type: ")


@pytest.mark.parametrize(("rules", "events"), [("classic", 80), (SHORT, EVERY + 35)])
def test_a_long_record_is_loaded_in_parts(rules: str, events: int) -> None:
    client, rng = make_client(), Random(5)
    told = play(client, begin(client, rules), rng, events)
    lines = record_of(client, told)
    loaded = client.ask("load", lines=lines[:30])
    for first in range(30, len(lines), 30):
        loaded = client.ask("more", session=loaded["session"], lines=lines[first : first + 30])
        assert loaded["type"] == "loaded" and loaded["seq"] == 0
    assert loaded["key"] == told["key"] and loaded["choice"] == told["choice"]
    assert record_of(client, loaded)[1:] == lines[1:]
    whole = client.ask("load", lines=lines)
    for more in ({}, {"at": events - 7}, {"since": 100}):
        boards = [client.ask("board", session=one["session"], **more) for one in (loaded, whole)]
        assert boards[0]["board"] == boards[1]["board"]
    play(client, loaded, rng, 5)
    error = client.say("more", session=loaded["session"], lines=lines[-2:])
    assert (error["code"], error["field"]) == ("bad_request", "session"), "it is played already"


def test_a_bad_part_of_a_record_leaves_the_session_as_it_was() -> None:
    client = make_client()
    lines = record_of(client, play(client, begin(client), Random(1), 40))
    loaded = client.ask("load", lines=lines[:20])
    spoilt = {**json.loads(lines[25]), "action": "move 9"}
    error = client.say(
        "more", session=loaded["session"], lines=[*lines[20:25], json.dumps(spoilt), *lines[26:]]
    )
    assert (error["code"], error["field"]) == ("bad_request", "lines")
    assert error["msg"].startswith("line 26, action: ")
    assert record_of(client, loaded)[:-1] == lines[:20]
    again = client.ask("more", session=loaded["session"], lines=lines[20:])
    assert record_of(client, again)[1:] == lines[1:]
    told = begin(client)
    assert client.say("more", session=told["session"], lines=lines[1:])["field"] == "session"
