"""Sessions: a whole game event by event, in all three dice modes."""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import pytest

from agents.service.commit import commitment, dice_seed, verify
from agents.service.service import Bounds
from ludo_env import Game
from ludo_env.errors import BadRecord
from ludo_env.notation import from_json, from_text, key, seat_json
from ludo_env.record import read
from tests.agents.service.talking import PLAIN, Client, make_client

SHORT = "ludicrous-short:max_rounds=4"
ENTROPY = "a text of the client"


def first_event(told: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Any legal action, any dice, or the entropy, of what is waited for."""
    if "entropy" in told:
        return {"entropy": ENTROPY}
    if "chance" in told:
        return {"dice": [rng.randint(1, die["sides"]) for die in told["chance"]["dice"]]}
    action = rng.choice(told["choice"]["actions"])
    return {"action": rng.choice([action["index"], action["text"], f" {action['text'].upper()} "])}


def play(client: Client, told: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Play a session to the end of the game; the last answer."""
    while "over" not in told:
        event = first_event(told, rng)
        seq = told["seq"]
        told = client.ask("apply", session=told["session"], seq=seq, event=event)
        assert told["seq"] == seq + 1
    return told


@pytest.mark.parametrize("mode", ["client", "service", "commit"])
@pytest.mark.parametrize("rules", ["modern", SHORT])
def test_a_whole_game_in_every_dice_mode(mode: str, rules: str) -> None:
    client = make_client()
    told = client.ask("new", rules=rules, players=2, dice=mode)
    assert told["rules"] == rules and told["seats"] == ["yellow", "red"]
    assert ("commit" in told) == ("entropy" in told) == (mode == "commit")
    over = play(client, told, Random(5))["over"]
    assert sorted(over["places"].values()) in ([1, 2], [1, 1])
    lines = client.ask("record", session=told["session"])["lines"]
    record = read([json.dumps(line) for line in lines])
    *_, last = record.replay()
    assert last.over and last.places == over["places"]


def test_a_commitment_is_kept_and_can_be_verified() -> None:
    client = make_client()
    told = client.ask("new", rules=SHORT, players=2, dice="commit")
    over = play(client, told, Random(1))["over"]
    lines = client.ask("record", session=told["session"])["lines"]
    secret, commit = over["secret"], told["commit"]
    for given in (lines, [json.dumps(line) for line in lines]):
        game = verify(commit, secret, ENTROPY, given)
        assert game.over and game.places == over["places"]
    with pytest.raises(BadRecord, match="secret"):
        verify(commit, secret[:-1] + ("0" if secret[-1] != "0" else "1"), ENTROPY, lines)
    with pytest.raises(BadRecord):
        verify(commit, secret, "another text", lines)


def test_whatever_else_is_given_to_be_verified_is_a_bad_record() -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2, dice="commit")
    over = play(client, told, Random(1))["over"]
    lines = client.ask("record", session=told["session"])["lines"]
    good = {"commit": told["commit"], "secret": over["secret"], "entropy": ENTROPY}
    for field in good:
        for value in (None, 5, b"x", "\ud800"):
            with pytest.raises(BadRecord):
                verify(**{**good, field: value}, record=lines)
    spoilt = {**lines[4], "dice": [d % 6 + 1 for d in lines[4]["dice"]]}
    wrong_key = [{**line, **({"key": "0" * 16} if "key" in line else {})} for line in lines]
    record: Any
    for record in (
        "x", "\n".join(map(json.dumps, lines)), Path("x"),
        None, 5, b"x", {}, [], [None], [[]], [{}], lines[:-1], lines[1:], [{1: set()}], wrong_key,
        [lines[0], {**lines[1], "action": "foul"}, *lines[2:]],
        [lines[0], {**lines[1], "action": float("nan")}, *lines[2:]],
        [*lines[:4], spoilt, *lines[5:]], [{**lines[0], "rules": "chess"}, *lines[1:]],
        [{**lines[0], "players": 3}, *lines[1:]],
    ):  # fmt: skip
        with pytest.raises(BadRecord):
            verify(**good, record=record)


def test_nothing_happens_under_a_commitment_before_the_client_has_given_its_part() -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2, dice="commit", entropy="too early")
    name = told["session"]
    assert told["entropy"]["deadline"] > 0 and told["seq"] == 0 and told["commit"]
    assert not {"key", "events", "choice", "chance"} & set(told)
    for kind, more in (("state", {}), ("record", {}), ("decide", {"seat": "red", "bot": "random"})):
        wrong = client.say(kind, id=1, session=name, **more)
        assert wrong["code"] == "bad_request" and "entropy" in wrong["msg"]
    for event in ({"action": 0}, {"dice": [3]}, {"entropy": ""}, {"entropy": 5}, {}):
        wrong = client.say("apply", session=name, seq=0, event=event)
        assert wrong["code"] == "bad_request"
    told = client.ask("apply", session=name, seq=0, event={"entropy": "x"})
    assert told["seq"] == 1 and "choice" in told and "entropy" not in told
    wrong = client.say("apply", session=name, seq=1, event={"entropy": "y"})
    assert (wrong["code"], wrong["field"]) == ("bad_request", "event.entropy")


def test_nothing_is_taken_back_under_a_commitment_nor_after_it() -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2, dice="commit")
    name = told["session"]
    asked = {"session": name, "seats": ["yellow", "red"]}
    assert "commitment" in client.say("undo", **asked, seq=0)["msg"]
    told = client.ask("apply", session=name, seq=0, event={"entropy": "x"})
    told = client.ask("apply", session=name, seq=1, event=first_event(told, Random(1)))
    wrong = client.say("undo", **asked, seq=told["seq"])
    assert wrong["code"] == "bad_request" and "commitment" in wrong["msg"]
    told = play(client, told, Random(1))
    assert told["over"]["secret"]
    assert client.say("undo", **asked, seq=told["seq"])["code"] == "bad_request"
    assert "over" in client.ask("legal", session=name)


def test_dice_that_do_not_come_from_the_secret_are_found() -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2, dice="client")
    play(client, told, Random(1))
    lines = [json.dumps(line) for line in client.ask("record", session=told["session"])["lines"]]
    with pytest.raises(BadRecord):
        verify(commitment("made up"), "made up", "", lines)


def test_the_seed_of_a_commitment_depends_on_both() -> None:
    assert len({dice_seed(secret, text) for secret in "ab" for text in ("", "x")}) == 4


def test_the_secret_is_not_told_before_the_end() -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2, dice="commit")
    name = told["session"]
    client.ask("apply", session=name, seq=0, event={"entropy": ENTROPY})
    state = client.ask("state", session=name)
    assert "secret" not in json.dumps([told, state]) and "dice" not in state["state"]
    closed = client.ask("close", session=name)
    assert commitment(closed["secret"]) == told["commit"]


def test_a_seeded_session_has_the_dice_of_the_game() -> None:
    told = make_client().ask("new", rules="modern", players=3, dice="service", seed=11)
    assert told["key"] == key(Game("modern", 3, seed=11))
    rolls = [event["value"] for event in told["events"] if event["event"] == "roll"]
    assert rolls and all(1 <= roll <= 6 for roll in rolls)


def test_dice_of_the_client_are_asked_for_one_by_one_and_checked() -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2)
    name = told["session"]
    assert told["chance"]["dice"] == [{"sides": 6, "reason": "start"}]
    for dice in ([7], [0], [-1], [2**70]):
        wrong = client.say("apply", session=name, seq=0, event={"dice": dice})
        assert wrong["code"] == "bad_request" and wrong["field"] == "event.dice"
    wrong = client.say("apply", session=name, seq=0, event={"action": "move 1"})
    assert wrong["code"] == "bad_request" and wrong["field"] == "event.action"
    told = client.ask("apply", session=name, seq=0, event={"dice": [6]})
    assert told["chance"]["dice"][0]["reason"] == "start"
    # Yellow begins; its movement roll can be sent along.
    told = client.ask("apply", session=name, seq=1, event={"dice": [2, 6]})
    assert told["choice"]["seat"] == "yellow" and told["seq"] == 2
    told = client.ask("apply", session=name, seq=2, event={"action": "Move  1"})
    assert told["chance"]["after"] == {"index": 0, "text": "move 1"}
    wrong = client.say("apply", session=name, seq=3, event={"dice": [1, 2, 3, 4, 5, 6] * 9})
    assert wrong["field"] == "event.dice"
    told = client.ask("apply", session=name, seq=3, event={"dice": [3]})
    assert told["seq"] == 4


def test_nobody_decides_while_dice_are_waited_for() -> None:
    client = make_client()
    name = client.ask("new", rules="classic", players=2)["session"]
    for kind, more in (("state", {}), ("record", {}), ("decide", {"seat": "red", "bot": "random"})):
        assert client.say(kind, id=1, session=name, **more)["type"] == "error"
    client.ask("apply", session=name, seq=0, event={"dice": [6, 2, 6]})
    client.ask("apply", session=name, seq=1, event={"action": 0})
    told = client.say("decide", id=1, session=name, seat="yellow", bot="random")
    assert told["code"] == "not_your_decision"


def test_stale_events_are_refused_with_the_current_seq() -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2, dice="service", seed=7)
    name = told["session"]
    client.ask("apply", session=name, seq=0, event={"action": 0})
    wrong = client.say("apply", session=name, seq=0, event={"action": 0})
    assert wrong["code"] == "stale" and wrong["seq"] == 1
    assert client.ask("legal", session=name)["seq"] == 1


def test_illegal_actions_are_refused_with_the_legal_ones() -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2, dice="service", seed=7)
    for action in (9, -1, 2**80, "fly", "", 2):
        event = {"action": action}
        wrong = client.say("apply", session=told["session"], seq=0, event=event)
        if action == 2:
            assert wrong["type"] == "awaiting"
        else:
            assert wrong["code"] == "illegal_action"
            assert wrong["legal"] == told["choice"]["actions"]


@pytest.mark.parametrize("event", [{}, {"action": 0, "dice": [1]}, {"dice": []}, {"dice": [1]}])
def test_events_that_are_none(event: dict[str, object]) -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2, dice="service", seed=7)
    assert client.say("apply", session=told["session"], seq=0, event=event)["code"] == (
        "bad_request"
    )


def test_a_session_goes_on_from_a_state() -> None:
    client = make_client()
    told = client.ask("new", state=PLAIN)
    assert told["key"] == key(from_text(PLAIN)) and told["choice"]["seat"] == "yellow"
    assert told["rules"] == "modern"
    again = client.ask("state", session=told["session"])
    assert again["state"] == PLAIN
    game = Game("ludicrous", 2, seed=3)
    told = client.ask("new", state=json.loads(game_json(game)), dice="service", seed=3)
    assert told["key"] == key(game)
    view = client.ask("state", session=told["session"], seat="red")["state"]
    assert view == json.loads(seat_json(game, 2))
    assert client.say("new", state=view)["code"] == "bad_state"
    assert client.say("state", session=told["session"], seat="blue")["field"] == "seat"


def game_json(game: Game) -> str:
    from ludo_env.notation import to_json

    assert from_json(to_json(game)).legal() == game.legal()
    return to_json(game)


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"rules": "chess"}, "unknown_rules", "rules"),
        ({"rules": "modern:teams=true", "players": 3}, "unknown_rules", "rules"),
        ({"players": 5}, "bad_request", "players"),
        ({"dice": "loaded"}, "bad_request", "dice"),
        ({"seed": 3}, "bad_request", "seed"),
        ({"rules": "modern:teams=true", "players": 3, "dice": "commit"}, "unknown_rules", "rules"),
        ({"state": PLAIN, "dice": "commit"}, "bad_request", "dice"),
        ({"state": PLAIN, "rules": "modern"}, "bad_request", "rules"),
        ({"state": "ludo1"}, "bad_state", "state"),
    ],
)
def test_sessions_that_cannot_be(fields: dict[str, object], code: str, field: str) -> None:
    client = make_client()
    told = client.say("new", **fields)
    assert (told["code"], told["field"]) == (code, field)
    assert not client.service.sessions


def test_a_bot_decides_in_a_session() -> None:
    client = make_client()
    told = client.ask("new", rules="ludicrous", players=2, dice="service", seed=2)
    for n in range(50):
        seat = told["choice"]["seat"]
        name = told["session"]
        decision = client.say("decide", id=n, session=name, seat=seat, bot="sensible")
        assert decision["key"] == told["key"]
        event = {"action": decision["action"]["index"]}
        told = client.ask("apply", session=name, seq=told["seq"], event=event)


def test_actions_and_events_are_told_in_words_if_wanted() -> None:
    client = make_client()
    told = client.ask("new", rules="ludicrous", players=2, dice="service", seed=2, words=True)
    assert all(action["words"] for action in told["choice"]["actions"])
    assert all(event["words"] for event in told["events"])
    told = client.ask("new", rules="ludicrous", players=2, dice="service", seed=2)
    assert all("words" not in event for event in told["events"])


def test_idle_sessions_are_closed_with_a_reason() -> None:
    now = [0.0]
    client = make_client(bounds=Bounds(idle=10.0), clock=lambda: now[0])
    first, second = (client.ask("new", dice="service")["session"] for _ in range(2))
    now[0] = 9.0
    client.ask("legal", session=first)
    now[0] = 11.0
    client.told.clear()
    client.service.sweep()
    assert client.told == [{"type": "closed", "session": second, "reason": "idle for too long"}]
    wrong = client.say("legal", session=second)
    assert wrong["code"] == "bad_request" and "idle" in wrong["msg"]
    assert client.ask("legal", session=first)["session"] == first


def test_sessions_are_bounded() -> None:
    client = make_client(bounds=Bounds(sessions=3, own_sessions=2))
    names = [client.ask("new", dice="service")["session"] for _ in range(2)]
    assert client.say("new")["code"] == "busy"
    other = Client(client.service)
    other.ask("new", dice="service")
    assert other.say("new")["code"] == "busy"
    assert client.ask("close", session=names[0])["reason"]
    assert client.say("legal", session=names[0])["code"] == "bad_request"
    assert client.ask("new", dice="service")["session"] not in names


def test_a_game_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.service.session.MOST_DECISIONS", 5)
    client = make_client()
    told = client.ask("new", rules="modern", players=2, dice="service", seed=4)
    name = told["session"]
    for _ in range(5):
        event = {"action": told["choice"]["actions"][0]["index"]}
        told = client.ask("apply", session=name, seq=told["seq"], event=event)
    event = {"action": told["choice"]["actions"][0]["index"]}
    refused = client.say("apply", session=name, seq=told["seq"], event=event)
    assert (refused["code"], refused["field"]) == ("bad_request", "session")
    assert "6 decisions, allowed: 5" in refused["msg"]
    lines = client.ask("record", session=name)["lines"]
    loaded = client.ask("load", lines=lines[:4])["session"]
    refused = client.say("more", session=loaded, lines=lines[4:6] * 2)
    assert (refused["code"], refused["field"]) == ("bad_request", "lines")
    assert client.ask("more", session=loaded, lines=lines[4:6])["type"] == "loaded"


@pytest.mark.parametrize("first", [[], [6, 2]], ids=["ties of the set-up", "nobody can move"])
def test_dice_that_lead_to_no_decision_come_to_an_end(first: list[int]) -> None:
    client = make_client()
    told = client.ask("new", rules="classic", players=2)
    name = told["session"]
    if first:
        told = client.ask("apply", session=name, seq=0, event={"dice": first})
    for _ in range(10 - bool(first)):
        told = client.ask("apply", session=name, seq=told["seq"], event={"dice": [1] * 100})
    refused = client.say("apply", session=name, seq=told["seq"], event={"dice": [1] * 100})
    assert (refused["code"], refused["field"]) == ("bad_request", "event.dice")
    (held,) = client.service.sessions.values()
    assert held.session.throw is not None and len(held.session.throw.rolls) <= 1000
    assert client.ask("close", session=name)["type"] == "closed"


def test_the_dice_of_a_game_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    client, rng = make_client(), Random(2)
    told = client.ask("new", rules="classic", players=2)
    name = told["session"]
    while "over" not in told and told["seq"] < 60:
        told = client.ask("apply", session=name, seq=told["seq"], event=first_event(told, rng))
    while "choice" not in told:
        told = client.ask("apply", session=name, seq=told["seq"], event=first_event(told, rng))
    lines = client.ask("record", session=name)["lines"]
    rolls = sum(len(line["dice"]) for line in lines[1:-1])
    monkeypatch.setattr("agents.service.session.MOST_ROLLS_OF_ALL", rolls)
    loaded = client.ask("load", lines=lines[:4])["session"]
    assert client.ask("more", session=loaded, lines=lines[4:-1])["type"] == "loaded"
    monkeypatch.setattr("agents.service.session.MOST_ROLLS_OF_ALL", rolls - 1)
    loaded = client.ask("load", lines=lines[:4])["session"]
    for refused in (
        client.say("load", lines=lines),
        client.say("more", session=loaded, lines=lines[4:-1]),
    ):
        assert (refused["code"], refused["field"]) == ("bad_request", "lines")
    told = client.ask("apply", session=name, seq=told["seq"], event=first_event(told, rng))
    refused = client.say("apply", session=name, seq=told["seq"], event={"dice": [1]})
    assert (refused["code"], refused["field"]) == ("bad_request", "event.dice")
    told = client.ask("undo", session=name, seq=told["seq"], seats=["yellow", "red"])
    told = client.ask("undo", session=name, seq=told["seq"], seats=["yellow", "red"])
    monkeypatch.setattr("agents.service.session.MOST_ROLLS", 1)
    refused = client.say("load", lines=lines)
    assert (refused["code"], refused["field"]) == ("bad_request", "lines")


def test_what_is_kept_of_a_message_is_little() -> None:
    client, pad = make_client(), "x" * 2**20
    tracemalloc.start()
    try:
        for _ in range(20):
            fields = {"state": PLAIN, "dice": "service", "pad": pad[: 2**20 - 500]}
            name = client.ask("new", **fields)["session"]
        assert tracemalloc.get_traced_memory()[0] < 2**21
    finally:
        tracemalloc.stop()
    header, *rest = client.ask("record", session=name)["lines"]
    header["names"] = {"yellow": pad[: 2**16]}
    refused = client.say("load", lines=[header, *rest])
    assert (refused["code"], refused["field"]) == ("bad_request", "lines[0]")
    header["names"] = {"yellow": "x" * 1000}
    loaded = client.ask("load", lines=[header, *rest])
    assert client.ask("more", session=loaded["session"], lines=rest[:-1])["type"] == "loaded"


def test_sessions_whose_client_has_gone_make_room() -> None:
    gone = make_client(bounds=Bounds(sessions=2))
    names = [gone.ask("new", rules="classic", players=2)["session"] for _ in range(2)]
    other = Client(gone.service)
    assert other.say("new", rules="classic", players=2)["code"] == "busy"
    gone.connection.close()
    other.ask("legal", session=names[0])
    assert other.ask("new", rules="classic", players=2)["type"] == "awaiting"
    assert other.ask("legal", session=names[0])["session"] == names[0]
    refused = other.say("legal", session=names[1])
    assert refused["code"] == "bad_request" and "client had gone" in refused["msg"]
    assert other.say("new", rules="classic", players=2)["code"] == "busy"


def test_a_record_is_that_of_the_game_after_something_was_taken_back() -> None:
    client, rng = make_client(), Random(3)
    told = client.ask("new", rules="modern", players=2, dice="service", seed=4)
    name = told["session"]
    session = client.service.sessions[name].session
    for number in range(60):
        lines = client.ask("record", session=name)["lines"]
        assert lines == [json.loads(line) for line in session.record().lines()]
        since = rng.randrange(number + 1) if number % 3 else len(session.decisions)
        if 0 < since <= len(session.decisions):
            rest = client.ask("record", session=name, since=since)["lines"]
            assert rest == lines[1 + since :]
        if number % 5 == 4:
            told = client.ask("undo", session=name, seq=told["seq"], seats=["yellow", "red"])
        else:
            event = {"action": rng.choice(told["choice"]["actions"])["index"]}
            told = client.ask("apply", session=name, seq=told["seq"], event=event)


def test_nothing_more_is_done_for_a_client_that_has_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = make_client()
    told = client.ask("new", rules="modern", players=2, dice="service", seed=4)
    for _ in range(20):
        event = {"action": told["choice"]["actions"][0]["index"]}
        told = client.ask("apply", session=told["session"], seq=told["seq"], event=event)
    session = client.service.sessions[told["session"]].session
    monkeypatch.setattr("agents.service.service.SLICE", -1.0)
    ask = json.dumps({"type": "record", "session": session.name}).encode()

    async def leave(after: bool) -> int:
        session.written.clear()
        before = len(client.told)
        rest = client.connection.begin(ask)
        assert rest is not None
        if after:
            client.connection.close()
        await client.connection.finish(rest)
        return len(client.told) - before

    assert asyncio.run(leave(False)) == 1 and len(session.written) == 20
    assert asyncio.run(leave(True)) == 0 and len(session.written) == 1


def test_another_client_may_take_a_session_over() -> None:
    client = make_client()
    name = client.ask("new", dice="service", seed=1)["session"]
    client.connection.close()
    other = Client(client.service)
    assert other.ask("legal", session=name)["session"] == name
    assert other.connection.sessions == 1 and client.connection.sessions == 0


def test_whose_die_it_is_and_whether_the_better_of_two_counts() -> None:
    client = make_client()
    told = client.ask("new", rules="ludicrous-short", players=2)
    rng = Random(3)
    leaning: set[int] = set()
    while leaning != {1, -1} and "over" not in told:
        chance = told.get("chance")
        event = first_event(told, rng)
        told = client.ask("apply", session=told["session"], seq=told["seq"], event=event)
        if chance is None:
            continue
        assert chance["seat"] in ("yellow", "red")
        if "advantage" in chance:
            leaning.add(chance["advantage"])
    assert leaning == {1, -1}
