"""What people do to a page: double clicks, keys, back, reload, two windows, a session that is gone;
in a real browser.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("selenium")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from ludo_env.engine.game import Game
from ludo_env.record import Recorder, read
from tests.agents.service.browser import Browser, served
from tests.agents.service.playing import (
    DESKTOP,
    GAMES,
    KEPT,
    MARKS,
    PHONE,
    READY,
    decided,
    downloaded,
    fill_in,
    forget,
    set_up,
    take,
)

pytestmark = MARKS
SECOND_CLICK = """
// Click a choice, and once more as soon as the next ones are there.
const [ready, done] = arguments;
const first = document.querySelector(ready);
first.click();
const again = () => {
  const next = document.querySelector(ready);
  if (next === null || next === first) return setTimeout(again, 2);
  next.dispatchEvent(new MouseEvent("click", {detail: 2, bubbles: true}));
  setTimeout(done, 300);
};
again();
"""
HIDE = """
Object.defineProperty(document, "visibilityState", {value: "hidden", configurable: true});
document.dispatchEvent(new Event("visibilitychange"));
delete document.visibilityState;
"""
KEPT_LINES = f"""
{GAMES}
const [place] = places;
return [0, 1, 2].flatMap((n) => parsed(`${{place}}-${{n}}`) ?? []).slice(0, parsed(place).count);
"""
UNKNOWN_BOT = f"""
{GAMES}
const game = parsed(places[0]);
game.how.players.yellow = {{name: "unknown"}};
localStorage.setItem(places[0], JSON.stringify(game));
"""
TOO_LATE = """
// From now on every decision of a bot is told as that of a quicker one.
const parse = JSON.parse;
JSON.parse = (text) => {
  const told = parse(text);
  return told?.type === "decision" ? {...told, limit: "ms", fallback: true} : told;
};
"""
SHELVED = f"""
{GAMES}
return places.some((place) => parsed(place).session === arguments[0]);
"""
WHILE = 6.0
"""Seconds in which two windows meet often."""
FOCUSED = f"return document.activeElement.matches('{READY}')"


def begin(browser: Browser, rules: str = "ludicrous", red: str = "easy") -> None:
    set_up(browser, rules, yellow="a person", red=red)
    browser.one(READY)
    browser.until(lambda: browser.run(KEPT))


def goes_on_elsewhere(browser: Browser, session: str) -> bool:
    """Whether the game goes on in another session."""
    return bool(browser.run(KEPT)["session"] != session)


def has_gone_back(browser: Browser, before: int) -> bool:
    """Whether fewer decisions are kept than before."""
    return decided(browser) < before


@DESKTOP
def test_a_double_click_takes_one_choice(browser: Browser) -> None:
    set_up(browser, "ludicrous", yellow="a person", red="a person")
    browser.click("#hand-over button")
    browser.one(READY)
    before = browser.until(lambda: browser.run(KEPT)) and decided(browser)
    browser.driver.execute_async_script(SECOND_CLICK, READY)
    browser.until(lambda: decided(browser) > before and browser.all(READY))
    assert decided(browser) == before + 1


@DESKTOP
def test_a_key_that_is_held_down_takes_one_choice(browser: Browser) -> None:
    set_up(browser, "ludicrous", yellow="a person", red="a person")
    browser.click("#hand-over button")
    browser.until(lambda: browser.run(KEPT))
    before = decided(browser)
    browser.until(lambda: browser.run(FOCUSED))
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
    for kind in ("rawKeyDown", "char", *("rawKeyDown", "char") * 5):
        repeated = {"autoRepeat": decided(browser) > before}
        browser.command("Input.dispatchKeyEvent", type=kind, **enter, **repeated)
        browser.until(lambda: browser.all(f"{READY}, #hand-over[open]"))
    browser.command("Input.dispatchKeyEvent", type="keyUp", **enter)
    assert decided(browser) == before + 1


@DESKTOP
def test_the_keyboard_alone_plays(browser: Browser) -> None:
    fill_in(browser, "ludicrous", yellow="a person", red="easy")
    browser.run("document.getElementById('start').focus()")
    ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
    for key in (Keys.ENTER, "1", Keys.SPACE):
        browser.until(lambda: browser.run(FOCUSED))
        first = browser.one(READY)
        ActionChains(browser.driver).send_keys(key).perform()
        browser.until(partial(browser.gone, first))
    browser.until(lambda: browser.run(FOCUSED))
    browser.run("document.getElementById('log').focus()")
    browser.run(f"document.querySelector('{READY}').click()")
    browser.until(lambda: browser.all(READY))
    assert browser.run("return document.activeElement.id") == "log", "who reads goes on reading"


@DESKTOP
def test_back_and_forward_leave_a_game_and_come_back_to_it(browser: Browser) -> None:
    begin(browser)
    take(browser, 3, any_of_them=3)
    browser.one(READY)
    heading = browser.text("#heading")
    browser.driver.back()
    browser.one("#start")
    browser.driver.forward()
    browser.one(READY)
    assert browser.text("#heading") == heading
    browser.click("#new-game")
    browser.one("#start")
    browser.driver.back()
    browser.one(READY)
    browser.driver.refresh()
    browser.one(READY)
    assert browser.text("#heading") == heading


@DESKTOP
def test_two_windows_play_one_game(browser: Browser) -> None:
    begin(browser)
    with browser.another_window():
        browser.click("#resume")
        browser.one(READY)
        take(browser, 2, any_of_them=2)
        browser.one(READY)
        browser.click("#undo")
        browser.one(READY)
        here = decided(browser)
    # This window shows what is no more.
    browser.click(READY)
    browser.until(lambda: browser.all(READY))
    take(browser, 2, any_of_them=2)
    browser.one(READY)
    assert decided(browser) > here
    lines = downloaded(browser, "#save").splitlines()
    *_, last = read(lines).replay()
    assert not last.over


@DESKTOP
def test_a_session_that_is_gone_is_opened_anew(browser: Browser) -> None:
    begin(browser)
    take(browser, 2, any_of_them=2)
    browser.one(READY)
    before = decided(browser)
    session = forget(browser)
    browser.click(READY)
    browser.until(lambda: browser.run(KEPT)["session"] != session or browser.all(READY))
    take(browser, 2, any_of_them=2)
    browser.one(READY)
    assert browser.run(KEPT)["session"] != session and decided(browser) > before


@DESKTOP
def test_two_windows_watch_one_game_to_its_end(browser: Browser) -> None:
    set_up(browser, "classic", "pieces=2", yellow="easy", red="normal")
    browser.choose("#pace", "fast")
    browser.until(lambda: browser.run(KEPT))
    with browser.another_window():
        browser.click("#resume")
        time.sleep(WHILE)
        browser.choose("#pace", "at once")
        browser.one("#end")
        assert browser.complaints() == []
    browser.choose("#pace", "at once")
    browser.one("#end")


@DESKTOP
def test_a_wish_while_the_connection_is_lost_is_done_when_it_is_back(
    browser: Browser, address: str
) -> None:
    with served() as other:
        browser.driver.get(other)
        begin(browser, "classic")
        take(browser, 3)
        browser.one(READY)
    browser.until(lambda: "Trying again" in browser.text("#alert-words"))
    browser.click("#replay")
    downloaded(browser, "#save")
    browser.until(lambda: "Trying again" in browser.text("#alert-words"))
    with served(int(other.rstrip("/").rsplit(":", 1)[1])):
        browser.one("#slider")
        browser.click("#slider-leave")
        browser.one(READY)
        assert browser.text("#alert-words") == ""
        browser.driver.get(address)
        browser.complaints()  # of the connections that failed


@DESKTOP
def test_whatever_is_asked_of_a_session_that_is_gone_is_done(browser: Browser) -> None:
    begin(browser, "classic")
    take(browser, 3)
    browser.one(READY)
    forget(browser)
    *_, last = read(downloaded(browser, "#save").splitlines()).replay()
    assert not last.over
    for button in ("#replay", "#slider-back"):
        gone = browser.run(KEPT)["session"]
        browser.click(button)
        browser.until(partial(goes_on_elsewhere, browser, gone))
        forget(browser)
    browser.click("#slider-leave")
    browser.one(READY)
    before = decided(browser)
    browser.click("#undo")
    browser.until(lambda: has_gone_back(browser, before) and browser.all(READY))
    assert browser.complaints() == []


@DESKTOP
def test_a_window_that_comes_late_keeps_what_the_other_one_did(browser: Browser) -> None:
    begin(browser, "classic")
    take(browser, 4)
    browser.one(READY)
    with browser.another_window():
        browser.click("#resume")
        for _ in range(3):
            browser.one(READY)
            before = decided(browser)
            browser.click("#undo")
            browser.until(partial(has_gone_back, browser, before))
        browser.one(READY)
        take(browser, 5)
        browser.one(READY)
        lines = downloaded(browser, "#save").splitlines()
    when = browser.run(KEPT)["when"]
    browser.run(HIDE)
    browser.until(lambda: browser.run(KEPT)["when"] > when)
    assert browser.run(KEPT_LINES) == lines[:-1]


@DESKTOP
def test_a_window_that_is_behind_takes_over_a_game_that_is_over_with_its_proof(
    browser: Browser,
) -> None:
    browser.click('label:has(input[name="dice"][value="commit"])')
    begin(browser, "classic")
    take(browser, 2)
    browser.one(READY)
    with browser.another_window():
        browser.click("#resume")
        browser.one(READY)
        take(browser, 10_000)
        browser.one("#save-proof")
        whole = browser.run(KEPT_LINES)
        browser.click("#new-game")  # which closes the session
        browser.one("#start")
    browser.click(READY)
    browser.until(lambda: browser.text("#heading").startswith("The game is over"))
    browser.until(lambda: "Another window" in browser.text("#alert-words"))
    browser.click("#alert-close")
    browser.one("#save-proof")
    assert not browser.one("#now").find_elements("css selector", "#unproved:not([hidden])")
    kept = browser.run(KEPT)
    assert kept["over"] and kept["how"]["secret"] and browser.run(KEPT_LINES) == whole


@DESKTOP
def test_nobody_plays_for_a_bot_that_cannot_before_people_have_chosen(browser: Browser) -> None:
    begin(browser, "classic")
    browser.click("#new-game")
    browser.one("#start")
    browser.run(UNKNOWN_BOT)
    browser.click("#resume")
    browser.one("#question button")
    ActionChains(browser.driver).send_keys(Keys.ESCAPE).pause(0.5).perform()
    browser.one("#question button")
    browser.driver.back()
    browser.one("#start")
    assert browser.run(KEPT)["how"]["players"]["yellow"]["name"] == "unknown"
    browser.driver.forward()
    browser.click('#question button[value="a person"]')
    browser.one(READY)
    browser.until(lambda: browser.run(KEPT)["how"]["players"]["yellow"]["name"] == "a person")
    assert not browser.all("#question[open]") and not browser.text("#waiting")


@DESKTOP
def test_the_log_tells_once_that_a_quicker_bot_decided(browser: Browser) -> None:
    begin(browser, "ludicrous", red="easy")
    browser.run(TOO_LATE)
    words = "Red (easy) had no time: a quicker bot decided"
    taken = 0
    while words not in browser.text("#log"):
        taken += take(browser, 1, any_of_them=1)["taken"]
        browser.one(READY)
        assert taken < 20
    take(browser, 2, any_of_them=2)
    browser.one(READY)
    assert browser.text("#log").count(words) == 1


@DESKTOP
def test_what_another_window_forgets_or_pushes_off_goes_on_with_its_dice(browser: Browser) -> None:
    browser.click('label:has(input[name="dice"][value="commit"])')
    begin(browser, "classic")
    take(browser, 1)
    browser.one(READY)
    game = browser.run(KEPT)
    driver = browser.driver
    first = driver.current_window_handle
    with browser.another_window():
        for answer in ("keep", "forget"):
            browser.click("#kept-games button.quiet")
            browser.click(f'#question button[value="{answer}"]')
            browser.until(lambda: not browser.all("#question[open]"))
            time.sleep(0.3)
            assert bool(browser.run(KEPT)) == (answer == "keep")
        driver.switch_to.window(first)
        take(browser, 1)
        browser.until(lambda: browser.run(KEPT))
        driver.switch_to.window(driver.window_handles[-1])
        for _ in range(4):
            browser.click('label:has(input[name="dice"][value="service"])')
            begin(browser, "classic")
            browser.click("#new-game")
        browser.until(lambda: browser.run(SHELVED, game["session"]) is False)
    browser.one(READY)
    take(browser, 1)
    browser.one(READY)
    browser.until(lambda: browser.run(SHELVED, game["session"]))
    assert browser.run(KEPT)["how"]["commit"] == game["how"]["commit"]


@DESKTOP
def test_many_clicks_on_play_look_back_no_faster(browser: Browser) -> None:
    begin(browser)
    take(browser, 8)
    browser.one(READY)
    browser.click("#replay")
    browser.click("#slider-first")
    browser.run("for (let n = 0; n < 7; n += 1) document.getElementById('slider-play').click()")
    assert browser.text("#slider-play") == "Pause"
    at = int(browser.text("#slider-at").split()[0])
    time.sleep(2)
    browser.click("#slider-play")
    assert at + 1 <= int(browser.text("#slider-at").split()[0]) <= at + 4
    browser.click("#slider-leave")
    browser.one(READY)


@DESKTOP
def test_a_party_gives_up_only_if_it_means_it(browser: Browser) -> None:
    begin(browser, "ludicrous-tabletop")
    # What the other party did may ask for an answer first.
    cede = """
        const buttons = [...document.querySelectorAll(arguments[0])];
        const cede = buttons.find((button) => button.innerText.includes('Cede'));
        if (!cede) buttons[0]?.click();
        return cede;
    """
    for answer in ("stay", "leave"):
        button = browser.until(lambda: browser.run(cede, READY))
        browser.run("arguments[0].click()", button)
        browser.click(f'#question button[value="{answer}"]')
    browser.until(lambda: browser.text("#heading").startswith("The game is over"))
    assert "1. Red" in browser.text("#end")


@PHONE
def test_a_long_list_of_choices_is_folded_and_all_can_be_reached(
    browser: Browser, tmp_path: Path
) -> None:
    recorder = Recorder(Game("ludicrous:yellow=wizard,red=wizard", 2, seed=1))
    rng, game = Random(1), recorder.game
    while len(game.legal()) < 28:
        recorder.apply(rng.choice(game.legal()))
    file = tmp_path / "wizard.jsonl"
    recorder.record().write(file)
    browser.all("#file")[0].send_keys(str(file))
    browser.click('#question button[value="service"]')
    browser.click("#hand-over button")
    browser.one(READY)
    browser.picture("wizard")
    bottom = "return document.getElementById('now').getBoundingClientRect().height"
    assert browser.run(bottom) < 844, "the groups fit on one screen"
    names = set()
    for summary in browser.all("#options summary"):
        browser.run("arguments[0].parentElement.open = true", summary)
    for button in browser.all(READY):
        browser.run("arguments[0].scrollIntoView({block: 'nearest'})", button)
        assert button.is_displayed() and button.size["height"] >= 39
        names.add(button.accessible_name)
    assert len(names) == len(game.legal())
    assert browser.run("return document.documentElement.scrollWidth") <= 390
    numbers = browser.run("return [...document.querySelectorAll('kbd')].map((k) => k.innerText)")
    assert [number for number in numbers if number] == [str(n) for n in range(1, 10)]
