"""The form for a new game, and the legend, in a real browser."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("selenium")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.agents.service.browser import Browser
from tests.agents.service.playing import (
    DESKTOP,
    MARKS,
    PHONE,
    READY,
    downloaded,
    fill_in,
    rules_of,
    set_up,
)

pytestmark = MARKS
HEIGHTS = """
const all = 'button, select, label.pick, summary, input:not([type=radio])';
return [...document.querySelectorAll(all)]
  .filter((e) => e.checkVisibility() && !e.closest('.pick input, [hidden]'))
  .map((e) => [e.tagName + '#' + e.id + ' ' + e.textContent.slice(0, 20),
    e.getBoundingClientRect().height])
  .filter(([name, height]) => height < 39.5 && !name.startsWith('INPUT#'));
"""
NAMELESS = """
return [...document.querySelectorAll('button, select, input, summary, meter')]
  .filter((e) => e.checkVisibility())
  .filter((e) => !(e.ariaLabel || e.textContent || e.labels?.[0]?.textContent || '').trim())
  .map((e) => e.outerHTML);
"""
FAINT = """
// Texts whose contrast with what is behind them is below 4.5, as WCAG 2 reckons it.
const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = (colour) => {
  const [r, g, b] = colour.map((c) => c / 255)
    .map((c) => (c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4));
  return .2126 * r + .7152 * g + .0722 * b;
};
const behind = (element) => {
  for (let e = element; e; e = e.parentElement) {
    const colour = parts(getComputedStyle(e).backgroundColor);
    if (colour.length < 4 || colour[3] > 0) return colour;
  }
};
return [...document.querySelectorAll('body *')]
  .filter((e) => e.checkVisibility() && !e.closest('svg, .hidden, :disabled'))
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
  .filter((e) => {
    const both = [parts(getComputedStyle(e).color), behind(e)].map((c) => light(c.slice(0, 3)));
    return (Math.max(...both) + .05) / (Math.min(...both) + .05) < 4.5;
  })
  .map((e) => e.textContent.trim());
"""


@DESKTOP
def test_controls_have_names_and_texts_stand_out_in_light_and_dark(browser: Browser) -> None:
    for _ in range(2):
        assert browser.run(NAMELESS) == []
        for dark in (True, False):
            browser.darken(dark)
            assert browser.run(FAINT) == []
        if not browser.all("#match[hidden]"):
            break
        set_up(browser, "ludicrous", yellow="a person", red="easy")
        browser.one(READY)


@PHONE
def test_what_is_touched_on_a_phone_is_large_enough(browser: Browser) -> None:
    assert browser.run(HEIGHTS) == []
    set_up(browser, "ludicrous", yellow="a person", red="easy")
    browser.one(READY)
    assert browser.run(HEIGHTS) == []
    assert browser.run("return document.documentElement.scrollWidth") <= 390


@DESKTOP
def test_every_rule_set_is_explained_before_it_is_chosen(browser: Browser) -> None:
    told = browser.run(
        "return [...document.querySelectorAll('#rules label')].map((l) => l.innerText.split('\\n'))"
    )
    assert len(told) == 8
    assert all(len(words) == 2 and len(words[1]) > 30 for words in told)
    browser.click('label:has(input[value="ludicrous"])')
    browser.picture("set-up")
    assert "armour" in browser.text("#seats")


@DESKTOP
def test_bots_are_set_as_one_likes(browser: Browser) -> None:
    fill_in(browser, "ludicrous", "max_rounds=2", yellow="search", red="sensible")
    browser.run("for (const d of document.querySelectorAll('.bot-options')) d.open = true")
    browser.choose("#character-red", "hunter")
    browser.one("#temperature-red").send_keys("0.5", Keys.TAB)
    browser.one("#nodes-yellow").send_keys("0", Keys.TAB)
    browser.run("for (const d of document.querySelectorAll('.bot-options')) d.open = false")
    browser.click("#start")
    assert browser.run("return document.activeElement.id") == "nodes-yellow", "1 is the least"
    browser.one("#nodes-yellow").send_keys(Keys.BACKSPACE, "3", Keys.TAB)
    browser.click("#start")
    browser.until(lambda: len(browser.all("#log li")) > 30)
    names = json.loads(downloaded(browser, "#save").splitlines()[0])["names"]
    assert names == {"yellow": "search:nodes=3", "red": "sensible:character=hunter,temperature=0.5"}


@DESKTOP
def test_dice_fall_off_the_table_in_any_full_game(browser: Browser) -> None:
    fill_in(browser, "ludicrous-core", yellow="a person", red="easy")
    browser.run("document.getElementById('more').open = true")
    browser.click("#off-table")
    browser.click("#start")
    browser.one(READY)
    assert "modules=dice_off_table" in rules_of(downloaded(browser, "#save"))


@DESKTOP
def test_rules_that_do_not_exist_are_refused_where_people_look(browser: Browser) -> None:
    set_up(browser, "ludicrous", "hp=cats,<b>", yellow="a person", red="easy")
    browser.until(lambda: browser.text("#alert-words"))
    assert browser.text("#alert-words").startswith("These rules cannot be played: ")
    top = browser.run("return document.getElementById('alert').getBoundingClientRect().top")
    assert 0 <= top < 800, "it is in sight, although the button is far below"
    browser.click("#alert-close")
    assert not browser.one("#start").get_attribute("disabled")


@DESKTOP
def test_a_bot_that_cannot_play_by_the_rules_is_replaced(browser: Browser) -> None:
    set_up(browser, "danish", "play_on=true", yellow="td", red="easy")
    browser.until(lambda: browser.run("return document.getElementById('question').open"))
    assert "cannot play here" in browser.text("#question-words")
    browser.click('#question button[value="normal"]')
    browser.until(lambda: browser.text("#heading").startswith("The game is over"))
    names = json.loads(downloaded(browser, "#save").splitlines()[0])["names"]
    assert names == {"yellow": "normal", "red": "easy"}


@pytest.mark.parametrize("rules", ["classic", "ludicrous"])
def test_the_board_has_a_legend(browser: Browser, rules: str) -> None:
    set_up(browser, rules, yellow="a person", red="easy")
    browser.one(READY)
    browser.click("#show-legend")
    browser.until(lambda: browser.run("return document.getElementById('legend').open"))
    assert len(browser.all("#legend li svg")) > 10
    assert ("barricade" in browser.text("#legend").lower()) is (rules == "ludicrous")
    browser.picture(f"legend-{rules}-{browser.width}")
    ActionChains(browser.driver).send_keys(Keys.ESCAPE).perform()
    browser.until(lambda: not browser.run("return document.getElementById('legend').open"))
