"""A service that hangs, is full, restarts or has forgotten, and a browser that keeps nothing: what
the page makes of it. The faults are put between the page and the service, where dice do not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

pytest.importorskip("selenium")

from websockets.sync.client import connect

from ludo_env.record import read
from tests.agents.service.browser import Browser
from tests.agents.service.playing import (
    DESKTOP,
    KEPT,
    MARKS,
    READY,
    ask,
    downloaded,
    fill_in,
    forget,
    set_up,
    take,
)
from tests.agents.service.serving import Server

pytestmark = MARKS
BETWEEN = """
// Between the page and the service: messages can be held back, and connections cut.
window.sockets = [];
window.held = null;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (!sockets.includes(this)) sockets.push(this);
  if (window.held === null) send.call(this, text);
  else held.push(() => this.readyState === 1 && send.call(this, text));
};
window.hang = () => { window.held = []; };
window.answer = () => {
  const late = window.held;
  window.held = null;
  for (const one of late) one();
};
window.cut = () => sockets.forEach((socket) => socket.close());
"""
FULL = """
// A storage that is full, or one that pages may not use.
const refuse = () => { throw new DOMException("no", arguments[0]); };
Storage.prototype.setItem = refuse;
if (arguments[0] === "SecurityError") Storage.prototype.getItem = refuse;
"""


TOUCH = """
const piece = document.querySelector("#board [data-actions]");
piece.dispatchEvent(new MouseEvent("click", {bubbles: true}));
"""


def begin(browser: Browser, rules: str = "classic") -> None:
    set_up(browser, rules, yellow="a person", red="easy")
    browser.one(READY)
    browser.until(lambda: browser.run(KEPT))


def notice(browser: Browser) -> str:
    """What is told of a service that does not answer."""
    return browser.text("#slow")


@DESKTOP
def test_what_is_clicked_while_the_service_hangs_is_done_or_refused_in_words(
    browser: Browser,
) -> None:
    begin(browser)
    take(browser, 2)
    browser.one(READY)
    browser.run(BETWEEN)
    before = ask(browser, "board")["decisions"]
    browser.run("hang()")
    browser.click(READY)
    browser.until(lambda: "has not answered yet" in notice(browser))
    browser.run(TOUCH)
    assert "only one is taken" in notice(browser)
    browser.click("#undo")
    assert "taken back" in notice(browser)
    browser.click("#replay")
    assert "looked back" in notice(browser)
    browser.click("#save")
    browser.click("#show-legend")
    assert "not kept" in notice(browser)
    browser.picture("hangs")
    browser.run("answer()")
    browser.one("#slider")
    browser.until(lambda: not notice(browser))
    browser.click("#slider-leave")
    browser.one(READY)
    seen = ask(browser, "board")
    assert seen["decisions"] <= before, "the choice was taken, and taken back"
    assert not browser.all("#legend[open]")


@DESKTOP
def test_a_service_that_says_nothing_any_more_is_left_and_found_again(browser: Browser) -> None:
    begin(browser)
    browser.run(BETWEEN)
    # Time flies.
    browser.run("const now = performance.now.bind(performance); performance.now = () => 40 * now()")
    browser.run("hang()")
    browser.click(READY)
    browser.until(lambda: "Trying again" in browser.text("#alert-words"))
    browser.run("answer()")
    browser.one(READY)
    take(browser, 2)
    browser.one(READY)
    assert browser.complaints() == []


@contextmanager
def full(server: Server) -> Iterator[None]:
    """Take all places of a service."""
    with connect(server.socket) as client:
        client.send('{"type":"hello","proto":1}')
        client.recv()
        yield


@DESKTOP
def test_a_page_waits_for_its_place_and_says_so(browser: Browser, address: str) -> None:
    server = Server("--clients", "1", "--workers", "1")
    try:
        with full(server):
            browser.driver.get(server.page)
            words = "All places of the service are taken. Trying again in "
            for pause in ("a second", "2 seconds"):
                browser.until(partial(is_told, browser, f"{words}{pause} …"))
            assert not browser.run("return document.getElementById('start').checkVisibility()")
        begin(browser)
        assert browser.text("#alert-words") == ""
    finally:
        browser.driver.get(address)
        browser.one("#start")
        browser.complaints()  # of the connections that failed
        server.end()


@DESKTOP
@pytest.mark.parametrize("fault", ["QuotaExceededError", "SecurityError"])
def test_a_browser_that_keeps_nothing_is_told_of_once(browser: Browser, fault: str) -> None:
    browser.run(FULL, fault)
    set_up(browser, "classic", yellow="a person", red="easy")
    browser.until(lambda: "does not keep this game" in browser.text("#alert-words"))
    browser.click("#alert-close")
    assert take(browser, 4)["taken"] == 4
    browser.one(READY)
    assert browser.text("#alert-words") == ""
    *_, last = read(downloaded(browser, "#save").splitlines()).replay()
    assert last.state.decisions >= 4


@DESKTOP
def test_a_game_of_own_dice_is_kept_before_its_set_up_is_done(browser: Browser) -> None:
    browser.click('label:has(input[name="dice"][value="client"])')
    set_up(browser, "classic", yellow="a person", red="a person")
    browser.click("#entry .face:nth-child(5)")
    browser.until(lambda: "Red" in browser.text("#entry"))
    browser.driver.refresh()
    browser.until(lambda: "Red throws a d6 (start)" in browser.text("#entry"))
    # The service has forgotten what had fallen: that is asked again.
    forget(browser)
    browser.click("#entry .face:nth-child(2)")
    browser.until(lambda: "Yellow throws a d6 (start)" in browser.text("#entry"))
    browser.click("#entry .face:nth-child(6)")
    browser.until(lambda: "Red throws" in browser.text("#entry"))
    browser.click("#entry .face:nth-child(1)")
    browser.until(lambda: "movement" in browser.text("#entry"))


@DESKTOP
def test_the_form_is_as_it_was_after_a_reload(browser: Browser) -> None:
    fill_in(browser, "ludicrous-core", "hp=20", yellow="a person", red="easy")
    browser.choose("#think", "ten seconds")
    browser.choose("#pieces-to-win", "2")
    browser.click("#off-table")
    browser.click('label:has(input[name="dice"][value="client"])')
    browser.driver.refresh()
    browser.click("#start")
    browser.until(lambda: browser.run(KEPT))
    told = browser.run(KEPT)["how"]
    assert told["dice"] == "client" and told["ms"] == 10_000
    rules = told["message"]["rules"]
    assert "pieces_to_win=2" in rules and "dice_off_table" in rules and rules.endswith("hp=20")


@DESKTOP
def test_a_window_that_meets_a_restarted_service_goes_on(browser: Browser) -> None:
    """Two windows: both lose the connection and the session; the first plays on in a new one."""
    begin(browser)
    take(browser, 2)
    browser.one(READY)
    browser.run(BETWEEN)
    driver = browser.driver
    first = driver.current_window_handle
    with browser.another_window():
        browser.click("#resume")
        browser.one(READY)
        browser.run(BETWEEN)
        second = driver.current_window_handle
        downloaded(browser, "#save")  # over the connection that is to be cut
        session = forget(browser)
        browser.run("cut()")
        browser.until(lambda: browser.run(KEPT)["session"] != session)
        browser.one(READY)
        take(browser, 2)
        browser.one(READY)
        kept = browser.run(KEPT)
        driver.switch_to.window(first)
        downloaded(browser, "#save")
        browser.run("cut()")
        browser.one(READY)
        browser.until(partial(same_heading, browser, first, second))
        take(browser, 1)
        browser.one(READY)
        assert browser.run(KEPT)["session"] == kept["session"], "both are in one session"
        assert browser.run(KEPT)["count"] > kept["count"]
        driver.switch_to.window(second)


def is_told(browser: Browser, words: str) -> bool:
    """Whether the page has these words for people."""
    return words in browser.text("#alert-words")


def same_heading(browser: Browser, first: str, second: str) -> bool:
    """Whether two windows show the same question; the browser is left in the first."""
    told = []
    for window in (second, first):
        browser.driver.switch_to.window(window)
        told.append(browser.text("#heading"))
    return told[0] == told[1]


LATE_BOT = """
const parse = JSON.parse;
JSON.parse = (text) => {
  const told = parse(text);
  return told?.type === "decision" ? {...told, limit: "ms", fallback: true} : told;
};
"""


@DESKTOP
def test_a_note_stays_in_the_log_when_that_is_told_anew(browser: Browser) -> None:
    begin(browser)
    browser.run(LATE_BOT)
    words = "Red (easy) had no time: a quicker bot decided"
    while words not in browser.text("#log"):
        take(browser, 1)
        browser.one(READY)
    take(browser, 2)
    browser.one(READY)
    told = browser.text("#log").split("\n")
    place = told.index(words)
    for again in ("replay", "reload"):
        if again == "replay":
            browser.click("#replay")
            browser.click("#slider-leave")
        else:
            browser.run("document.getElementById('save').click()")
            browser.until(lambda: browser.run(KEPT)["how"].get("notes"))
            browser.driver.refresh()
        browser.one(READY)
        browser.until(lambda: words in browser.text("#log"))
        lines = browser.text("#log").split("\n")
        assert lines.count(words) == 1
        # Where fewer lines are told again than have come since, it is the first.
        at = lines.index(words)
        assert at == 0 or lines[at - 1] == told[place - 1]
