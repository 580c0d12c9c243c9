"""A page whose storage is damaged, in a real browser."""

from __future__ import annotations

import json
from functools import partial

import pytest

pytest.importorskip("selenium")

from tests.agents.service.browser import Browser
from tests.agents.service.playing import DESKTOP, GAMES, KEPT, MARKS, READY, set_up

pytestmark = MARKS
PUT = "localStorage.setItem(arguments[0], arguments[1])"
SPOIL = """
// Let a field of a kept game be another one, or not there.
const [game, path, value] = arguments;
const told = JSON.parse(localStorage.getItem(game));
const last = path.pop();
const holder = path.reduce((inside, field) => inside[field], told);
if (value === null) delete holder[last];
else holder[last] = value;
localStorage.setItem(game, JSON.stringify(told));
"""
DAMAGED = "was damaged"
LOST = "A game that cannot be read"
OTHERS = ("", "null", "{}", "5", '"abc"', "{", '[{"a": 1}]', '{"seats": 5, "more": [1]}')


def begin(browser: Browser) -> str:
    """Begin a game against a bot, and be at the set-up again; where the game is kept."""
    set_up(browser, "classic", yellow="a person", red="easy")
    browser.until(lambda: browser.run(KEPT))
    place: str = browser.run(f"{GAMES} return places[0]")
    browser.click("#new-game")
    browser.one("#start")
    return place


def visit(browser: Browser) -> str:
    """Come to the page again; what it complains of."""
    browser.driver.refresh()
    browser.one("#start")
    return browser.text("#alert-words")


@DESKTOP
def test_what_is_damaged_is_left_out_and_said_once(browser: Browser) -> None:
    begin(browser)
    for value in OTHERS:
        for name in ("ludo-setup", "ludo-pace", "ludo-light"):
            browser.run(PUT, name, value)
        assert DAMAGED in visit(browser), value
        assert visit(browser) == "", value
        assert browser.text("#kept-games").startswith("Go on: classic"), value
    browser.click("#resume")
    browser.until(lambda: browser.all("#match:not([hidden])"))
    browser.click("#new-game")
    begin(browser)
    assert browser.text("#kept-games").count("Go on") == 2


@DESKTOP
@pytest.mark.parametrize("value", [*OTHERS, "[]", '""'])
def test_a_damaged_game_hides_no_other(browser: Browser, value: str) -> None:
    begin(browser)
    browser.run(PUT, "ludo-game-1", value)
    assert visit(browser) == ""
    first, second = browser.text("#kept-games").split("Forget")[:2]
    assert first.startswith("Go on: classic") and second.strip() == LOST
    browser.click("#resume")
    browser.one(READY)


@DESKTOP
def test_a_form_with_choices_that_there_are_not_has_the_usual_ones(browser: Browser) -> None:
    kept = {
        "rules": "whist",
        "players": "9",
        "dice": "loaded",
        "seats": {"yellow": {"player": "x"}},
    }
    browser.run(PUT, "ludo-setup", json.dumps(kept))
    assert visit(browser) == ""
    chosen = "return [...document.querySelectorAll('input:checked')].map((input) => input.value)"
    assert browser.run(chosen)[:3] == ["classic", "4", "service"]


@DESKTOP
@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["how"], None),
        (["how", "rules"], 5),
        (["how", "players"], None),
        (["how", "players", "yellow"], 5),
        (["how", "players", "pink"], {"name": "easy"}),
        (["how", "notes"], {}),
        (["count"], "many"),
        (["session"], [1]),
        (["when"], "yesterday"),
    ],
)
def test_a_game_that_cannot_be_read_can_be_forgotten(
    browser: Browser, path: list[str], value: object
) -> None:
    game = begin(browser)
    browser.run(SPOIL, game, path, value)
    for _ in range(2):
        assert visit(browser) == ""
        assert browser.text("#kept-games").startswith(LOST)
    browser.click('#kept-games button[aria-label="Forget a game that cannot be read"]')
    browser.click('#question button[value="forget"]')
    browser.until(partial(is_gone, browser, game))
    browser.until(lambda: not browser.all("#kept:not([hidden])"))


def is_gone(browser: Browser, game: str) -> bool:
    """Whether nothing is kept of a game."""
    names: list[str] = browser.run("return Object.keys(localStorage)")
    return not any(name.startswith(game) for name in names)


@DESKTOP
def test_a_colour_of_which_it_is_lost_who_plays_it_is_played_by_a_person(browser: Browser) -> None:
    game = begin(browser)
    for colour in ("yellow", "red"):
        browser.run(SPOIL, game, ["how", "players", colour], None)
    visit(browser)
    browser.click("#resume")
    browser.one(READY)
    assert browser.text("#alert-words") == ""


@DESKTOP
def test_a_game_whose_lines_are_lost_says_so(browser: Browser) -> None:
    game = begin(browser)
    browser.run(SPOIL, game, ["session"], "gone")
    browser.run(PUT, f"{game}-0", "{}")
    browser.run(SPOIL, game, ["count"], 2**50)
    visit(browser)
    browser.click("#resume")
    browser.until(lambda: "lost a part of this game" in browser.text("#alert-words"))
    browser.click("#alert-close")
    browser.one("#start")
