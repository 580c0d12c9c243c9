"""Messages and what is answered: exactly one answer for each id, errors by a closed list."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from agents.service.faults import Code
from agents.service.service import Bounds
from ludo_env import Game
from ludo_env.board import COLOURS
from ludo_env.document import canonical
from ludo_env.notation import key, seat_json, to_json, to_text
from tests.agents.searching import busy
from tests.agents.service.talking import PLAIN, Later, make_client

DECIDE = {"seat": "yellow", "bot": "expect", "state": PLAIN}


def test_hello_tells_rules_bots_and_options() -> None:
    told = make_client().ask("hello", proto=1, client="a test")
    assert told["type"] == "hello" and told["proto"] == 1
    games = {rules["name"]: rules["game"] for rules in told["rulesets"]}
    assert games["danish"] == "plain" and games["ludicrous"] == "full"
    assert all(told["summary"] for told in (*told["rulesets"], *told["classes"]))
    assert {"name", "summary"} == set(told["classes"][0])
    bots = {bot["name"]: bot for bot in told["bots"]}
    assert bots["random"]["games"] == ["plain", "full"]
    character = {option["name"]: option for option in bots["sensible"]["options"]}["character"]
    assert character["type"] == "text" and character["default"] == "balanced"
    assert "hunter" in character["choices"]


def test_bots_that_are_files_or_commands_are_not_offered() -> None:
    client = make_client()
    assert "net" not in {bot["name"] for bot in client.ask("hello")["bots"]}
    for bot in ("net", "net:model=/etc/passwd", "x.onnx", "/etc/passwd.onnx", "smart:x=1"):
        assert client.say("decide", id=1, **DECIDE | {"bot": bot})["code"] == "unknown_bot"


def test_a_decision_in_a_state_token() -> None:
    told = make_client().say("decide", id=7, **DECIDE)
    assert told["type"] == "decision" and told["id"] == 7
    assert told["action"] in [{"index": n, "text": f"move {n + 1}"} for n in (1, 2, 3)]
    assert told["key"] == "64ad917576044743"
    assert told["ms"] >= 0


class Spy:
    """A bot that keeps the game that it is shown."""

    name = "spy"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Nothing to do."""

    def act(self, game: Game) -> int:
        """The first legal action."""
        self.shown = game
        return game.legal()[0]


def test_a_quick_bot_is_asked_no_other_process_and_sees_no_more_than_its_seat() -> None:
    searcher, spy = Later(), Spy()
    client = make_client(searcher)
    client.service.quick.thinker.make = lambda spec: spy
    told = client.ask("new", rules="ludicrous", players=4, dice="service", seed=8)
    seat, session = told["choice"]["seat"], client.service.sessions[told["session"]].session
    hands = set()
    for seed in range(5):
        decide = {"session": told["session"], "seat": seat, "bot": "normal", "seed": seed}
        assert client.ask("decide", **decide)["action"] == told["choice"]["actions"][0]
        decider = session.game.decider
        assert seat_json(spy.shown, decider) == seat_json(session.game, decider)
        assert spy.shown.state.dice.word() != session.game.copy().state.dice.word()
        hands.add(to_json(spy.shown, dice=False))
    assert len(hands) > 1 and not searcher.asked


@pytest.mark.parametrize("rules", ["modern", "ludicrous", "ludicrous-tabletop"])
def test_a_decision_in_a_state_or_in_the_view_of_its_seat(rules: str) -> None:
    client = make_client()
    game = Game(rules, 2, seed=4)
    for _ in range(60):
        seat = ("yellow", "blue", "red", "green")[game.decider]
        states: list[object] = [json.loads(to_json(game)), json.loads(to_json(game, dice=False))]
        states.append(
            to_text(game) if rules == "modern" else json.loads(seat_json(game, game.decider))
        )
        bot = "smart" if rules == "modern" else "sensible"
        told = [client.say("decide", id=1, seat=seat, bot=bot, state=s, seed=3) for s in states]
        assert told[0]["key"] == key(game)
        actions = [decision["action"] for decision in told]
        assert actions[0] == actions[1] == actions[2]
        game.apply(actions[0]["text"])


def test_a_bot_sees_the_view_of_its_seat_only() -> None:
    searcher = Later()
    client = make_client(searcher)
    game = Game("ludicrous", 2, seed=1)
    assert all(game.full.hand_size(party) > 0 for party in game.seats)
    seat = ("yellow", "blue", "red", "green")[game.decider]
    client.send(
        json.dumps(
            {
                "type": "decide",
                "id": 1,
                "seat": seat,
                "bot": "search",
                "state": json.loads(to_json(game)),
            }
        ).encode()
    )
    view = json.loads(searcher.asked[0].question.view)
    assert canonical(view) == seat_json(game, game.decider)
    assert "dice" not in view and isinstance(view["deck"], int)
    assert all(
        isinstance(party["hand"], int)
        for colour, party in view["parties"].items()
        if colour != seat
    )


def test_the_dice_of_plain_ludo_are_not_shown_to_a_bot() -> None:
    searcher = Later()
    client = make_client(searcher)
    state = PLAIN + "_dice9d6a707b909231afdbcd33ab0000006a"
    client.connection.receive(
        json.dumps({"type": "decide", "id": 1, **DECIDE, "state": state}).encode()
    )
    assert searcher.asked[0].question.view == PLAIN


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"seat": "red"}, "not_your_decision", "seat"),
        ({"seat": "pink"}, "bad_request", "seat"),
        ({"bot": "nobody"}, "unknown_bot", "bot"),
        ({"bot": "sensible"}, "unknown_bot", "bot"),
        ({"options": {"x": 1}}, "bad_option", "options.x"),
        ({"bot": "expect", "options": {"temperature": -1}}, "bad_option", "options.temperature"),
        ({"bot": "expect", "options": {"temperature": "1"}}, "bad_option", "options.temperature"),
        ({"bot": "td"}, "unknown_bot", "bot"),
        ({"state": "ludo1"}, "bad_state", "state"),
        ({"state": {"format": "ludo"}}, "bad_state", "state"),
        ({"state": {"game": "ludicrous", "version": 1}}, "bad_state", "state"),
        ({"state": 5}, "bad_state", "state"),
        ({"rules": "nothing"}, "unknown_rules", "rules"),
        ({"rules": "classic"}, "bad_state", "rules"),
        ({"session": "x"}, "bad_request", "state"),
        ({"limit": {"ms": 0}}, "bad_request", "limit.ms"),
        ({"limit": {"ms": 19}}, "bad_request", "limit.ms"),
        ({"limit": {"ms": "5"}}, "bad_request", "limit.ms"),
        ({"want": ["all"]}, "bad_request", "want[0]"),
    ],
)
def test_what_is_wrong_with_a_decide_is_named(
    changes: dict[str, object], code: str, field: str
) -> None:
    told = make_client().say("decide", id="a", **DECIDE | changes)
    assert (told["type"], told["id"], told["code"], told["field"]) == ("error", "a", code, field)
    assert told["msg"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "bad_json"),
        (b"{", "bad_json"),
        (b'{"type":"hello"', "bad_json"),
        (b"\xff\xfe", "bad_json"),
        (b'{"type":"hello","proto":NaN}', "bad_json"),
        (b"[" * 100_000, "bad_request"),
        (b'{"type":"hello","x":' + b"[" * 100_000, "bad_json"),
        (b"5", "bad_request"),
        (b"[]", "bad_request"),
        (b"{}", "bad_request"),
        (b'{"type":"nothing"}', "bad_request"),
        (b'{"type":"decide"}', "bad_request"),
        (b'{"type":"apply","session":"x","seq":1e400,"event":{}}', "bad_request"),
        (b'{"type":"hello","client":"' + b"x" * 2**20 + b'"}', "too_large"),
    ],
)
def test_bad_messages_get_one_error_and_the_connection_goes_on(data: bytes, code: str) -> None:
    client = make_client()
    (told,) = client.send(data)
    assert told["type"] == "error" and told["code"] == code and "id" not in told
    assert client.ask("hello")["proto"] == 1


@pytest.mark.parametrize(
    "state",
    [
        b"[" * (2**20 - 200),
        b"[" * 2**19 + b"]" * (2**19 - 200),
        b'{"a":' * 200_000,
        b'"ludo1_classic_Y' + b"r1" * 500_000 + b'"',
        b'{"format":"ludo","version":1,"rules":"' + b"y" * 10**6 + b'"}',
    ],
)
def test_the_worst_message_takes_no_long_time_and_has_a_short_answer(state: bytes) -> None:
    client = make_client()
    data = b'{"type":"decide","id":1,"seat":"red","bot":"smart","state":' + state + b"}"
    assert len(data) < 2**20
    began = time.process_time()
    (told,) = client.send(data)
    assert time.process_time() - began < 0.15
    assert told["code"] in ("bad_json", "bad_state") and len(told["msg"]) < 2100


@pytest.mark.parametrize(
    ("data", "position"),
    [
        (b"", 0),
        (b'{"type":"hello"', 15),
        (b'{"type":"hell', 13),
        (b'{"type":"hello",}', 16),
        (b"\xff\xfe", 0),
        (b'{"type":"hello","client":"\xe4"}', 26),
        (b'{"type":"hello","client":"\\ud800"}', 26),
        (b'{"type":"hello","client":"\\ud800"', 26),
        (b'{"type":"hello","client":"\\ud800\\u"}', 26),
        (b'{"type":"hello","client":"\\ud800\\u', 34),
        (b'{"type":"hello","client":"\\ud800', 32),
        (b'{"type":"hello","more":"\xe4"}', 24),
        (b'{"type":"decide","id":1,"seat":"red","bot":"smart","state":"\xe4"}', 60),
    ],
)
def test_bad_json_is_told_with_the_byte(data: bytes, position: int) -> None:
    (told,) = make_client().send(data)
    assert (told["code"], told["position"]) == ("bad_json", position)


def test_words_of_a_list_are_taken_in_any_case() -> None:
    client = make_client()
    told = client.say("decide", id=1, **DECIDE | {"seat": "Yellow", "want": ["Ranked"]})
    assert told["type"] == "decision"
    told = client.ask("new", rules="classic", players=2, dice="SERVICE", seed=1)
    for seat in ("yellow", "YELLOW"):
        assert client.ask("state", session=told["session"], seat=seat)["seq"] == 0
    assert client.ask("board", session=told["session"], seat="All")["type"] == "board"
    error = client.say("undo", id=3, session=told["session"], seq=0, seats=["Red", "yellow"])
    assert error["msg"] == "nothing has been decided by these seats, allowed: none"
    error = client.say("decide", id=3, **DECIDE | {"seat": "Pink"})
    assert (error["id"], error["field"]) == (3, "seat") and "'Pink'" in error["msg"]


@pytest.mark.parametrize(
    ("more", "field", "told"),
    [
        ({"dice": "SERVICE", "seed": 2**53}, "seed", "<= 9007199254740991"),
        ({"dice": "SERVICE", "players": 5.0}, "players", "<= 4"),
        ({"players": 2, "dice": "NOBODY"}, "dice", "'NOBODY'"),
        ({"dice": "SERVICE", "words": 1}, "words", "`bool`"),
    ],
)
def test_only_what_is_wrong_is_told_as_wrong(more: dict[str, Any], field: str, told: str) -> None:
    error = make_client().say("new", id=1, **more)
    assert (error["code"], error["field"]) == ("bad_request", field) and told in error["msg"]


def test_a_later_protocol_is_refused() -> None:
    told = make_client().say("hello", id=1, proto=2)
    assert (told["id"], told["code"], told["field"]) == (1, "bad_request", "proto")


def test_an_error_repeats_the_id_of_a_message_that_is_wrong_otherwise() -> None:
    client = make_client()
    assert client.say("nothing", id="m1")["id"] == "m1"
    assert client.say("apply", id=12, session=5)["id"] == 12


def test_unknown_fields_are_ignored() -> None:
    assert make_client().say("decide", id=1, more=[1], **DECIDE)["type"] == "decision"


def test_stop_leads_to_the_one_decision() -> None:
    searcher = Later()
    client = make_client(searcher)
    client.connection.receive(json.dumps({"type": "decide", "id": "long", **DECIDE}).encode())
    assert client.told == []
    told = client.send(b'{"type":"stop","target":"long"}')
    assert [(one["type"], one["id"], one["stopped"]) for one in told] == [
        ("decision", "long", True)
    ]
    again = client.say("stop", target="long")
    assert again["code"] == "bad_request" and again["field"] == "target"


def test_an_id_that_is_under_way_still_gets_one_answer() -> None:
    searcher = Later()
    client = make_client(searcher)
    data = json.dumps({"type": "decide", "id": 1, **DECIDE}).encode()
    client.connection.receive(data)
    (told,) = client.send(data)
    assert told["code"] == "bad_request" and told["field"] == "id" and "id" not in told
    for wrong in (b'{"type":"no","id":1}', b'{"type":"decide","id":1}'):
        (told,) = client.send(wrong)
        assert told["type"] == "error" and "id" not in told
    searcher.asked[0].answer()
    assert [one["id"] for one in client.told if "id" in one] == [1]


def test_too_many_decisions_under_way() -> None:
    client = make_client(Later(), Bounds(pending=2))
    for n in range(2):
        client.connection.receive(json.dumps({"type": "decide", "id": n, **DECIDE}).encode())
    told = client.say("decide", id=2, **DECIDE)
    assert told["code"] == "busy" and told["id"] == 2


def test_a_client_that_has_gone_is_told_nothing() -> None:
    searcher = Later()
    client = make_client(searcher)
    client.connection.receive(json.dumps({"type": "decide", "id": 1, **DECIDE}).encode())
    client.connection.close()
    assert searcher.asked[0].dropped
    searcher.asked[0].answer()
    assert client.told == []


def test_the_seed_makes_a_decision_again() -> None:
    client = make_client()
    game = Game("classic", 4, seed=3)
    state = to_text(game, dice=False)
    seat = ("yellow", "blue", "red", "green")[game.decider]
    ask = {"seat": seat, "bot": "random", "state": state}
    one = [client.say("decide", id=1, seed=n, **ask)["action"] for n in range(20)]
    other = [client.say("decide", id=1, seed=n, **ask)["action"] for n in range(20)]
    assert one == other and any(action != one[0] for action in one)


@pytest.mark.parametrize(
    ("options", "limit", "told"),
    [
        ({}, {"nodes": 50}, "nodes"),
        ({"nodes": 10**9}, {"ms": 20}, "ms"),
        ({"nodes": 10**9}, {"nodes": 50}, "nodes"),
    ],
)
def test_the_limit_that_ended_a_search_is_told(
    options: dict[str, int], limit: dict[str, int], told: str
) -> None:
    game = busy()
    ask = {"seat": COLOURS[game.decider], "state": json.loads(to_json(game)), "seed": 1}
    client = make_client()
    found = client.ask("decide", bot="search", options=options, limit=limit, **ask)
    assert found["limit"] == told and "fallback" not in found
    assert "limit" not in client.ask("decide", bot="sensible", limit=limit, **ask)


def test_the_codes_are_those_of_the_protocol() -> None:
    assert [code.value for code in Code] == [
        "bad_json",
        "bad_request",
        "unknown_rules",
        "unknown_bot",
        "bad_option",
        "bad_state",
        "not_your_decision",
        "illegal_action",
        "stale",
        "busy",
        "too_large",
        "internal",
    ]
