"""The page, played on in a real browser: whole games against bots, at the width of a phone and of a
desktop. Pictures of it are kept in ``build/screenshots``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("selenium")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from ludo_env.engine.game import Game
from ludo_env.record import Recorder, read
from tests.agents.service.browser import Browser, served
from tests.agents.service.playing import (
    DESKTOP,
    KEPT,
    MARKS,
    PHONE,
    READY,
    ask,
    downloaded,
    set_up,
    take,
)

pytestmark = MARKS
GAMES = {"classic": "", "ludicrous": "pieces_to_win=1"}


@pytest.mark.parametrize("rules", GAMES)
def test_a_whole_game_against_a_bot(browser: Browser, rules: str, tmp_path: Path) -> None:
    set_up(browser, rules, GAMES[rules], yellow="a person", red="normal")
    check_board(browser, rules)
    by_hand(browser)
    come_back(browser)
    # With luck the bot has won by then.
    begun = take(browser, 12, any_of_them=12)
    browser.until(lambda: browser.all(READY) or browser.all("#end:not([hidden])"))
    browser.picture(f"{rules}-{browser.width}")
    ended = take(browser, 10_000)
    assert ended["over"] and begun["taken"] + ended["taken"] > 0
    assert browser.text("#heading").startswith("The game is over: 1. ")
    assert "1. " in browser.text("#end") and "2. " in browser.text("#end")
    assert len(browser.all("#log li")) > 30
    browser.picture(f"{rules}-{browser.width}-end")
    look_back(browser)
    check_record(browser, tmp_path / "saved.jsonl", rules)


def check_board(browser: Browser, rules: str) -> None:
    """Everything is there and fits: the board, what is asked, both sheets."""
    browser.one(READY)
    board = browser.one("#board svg").rect
    assert board["width"] == board["height"] or abs(board["width"] - board["height"]) < 5
    # On a phone it leaves room for the choices.
    assert board["width"] >= (600 if browser.width >= 600 else 330)
    assert board["height"] <= browser.run("return innerHeight") * (
        1 if browser.width >= 600 else 0.46
    )
    assert browser.run("return document.documentElement.scrollWidth") <= browser.width
    assert "yellow" in browser.text("#heading").lower()
    assert len(browser.all("#sheets details")) == 2
    assert len(browser.all("#board g[data-piece]")) == 8
    assert all(button.accessible_name for button in browser.all(READY))
    sky = browser.run(
        "const s = document.getElementById('sky'); return [s.scrollWidth, s.clientWidth]"
    )
    assert sky[0] <= sky[1], "nothing is cut off"
    if rules == "ludicrous":
        assert "weather" in browser.text("#sky")
        assert "hit points" in browser.one("#sheets meter").accessible_name


def by_hand(browser: Browser) -> None:
    """The mouse shows what a choice means; the keyboard takes one; so does a click on the board."""
    first = browser.one(READY)
    browser.run("arguments[0].scrollIntoView({block: 'center'})", first)
    ActionChains(browser.driver).move_to_element(first).perform()
    first.send_keys(Keys.ENTER)
    browser.until(lambda: browser.gone(first))
    # Choices that move a piece are marked on the board.
    for _ in range(60):
        first = browser.one(READY)
        marked = browser.all("#board g[data-piece][data-actions]")
        if marked:
            break
        take(browser, 1)
    browser.run("arguments[0].scrollIntoView({block: 'center'})", marked[0])
    # Another piece may lie on it, which is as good.
    ActionChains(browser.driver).move_to_element(marked[0]).click().perform()
    if browser.all("#options .all"):
        first = browser.one(READY)
        first.click()
    browser.until(lambda: browser.gone(first))


def come_back(browser: Browser) -> None:
    """The page is opened again, at once or by the list of games, and the game goes on."""
    browser.one(READY)
    browser.driver.refresh()
    browser.one(READY)
    browser.driver.back()
    browser.click("#resume")
    browser.one(READY)
    assert browser.one("#undo").is_enabled(), "something was decided before"
    assert browser.run("return document.getElementById('pace').value") == "0"


def look_back(browser: Browser) -> None:
    """The slider goes through the game."""
    browser.click("#replay")
    browser.one("#slider")
    assert not browser.one("#undo").is_enabled(), "it would be done later"
    browser.until(lambda: " of " in browser.text("#slider-at"))
    last = browser.text("#slider-at").split(" of ")[1]
    assert browser.text("#slider-at") == f"{last} of {last}"
    browser.click("#slider-first")
    browser.until(lambda: browser.text("#slider-at") == f"0 of {last}")
    browser.one("#slider-range").send_keys(Keys.ARROW_RIGHT)
    browser.until(lambda: browser.text("#slider-at") == f"1 of {last}")
    told = browser.one("#slider-range").get_attribute("aria-valuetext")
    assert told == f"decision 1 of {last}"
    assert not browser.one("#now").find_elements("css selector", "#end:not([hidden])")
    browser.picture(f"replay-{browser.width}")
    browser.click("#slider-leave")
    browser.until(lambda: browser.text("#heading").startswith("The game is over"))
    browser.one("#end")


def check_record(browser: Browser, file: Path, rules: str) -> None:
    """What is saved is a record of the game, and can be loaded."""
    text = downloaded(browser, "#save")
    file.write_text(text, encoding="utf-8")
    record = read(file)
    *_, last = record.replay()
    assert last.over and record.header.names == {"yellow": "human", "red": "normal"}
    assert record.header.rules.startswith(rules)
    browser.run("document.getElementById('log').replaceChildren()")
    browser.all("#file")[0].send_keys(str(file))
    browser.until(lambda: browser.text("#log"))
    browser.until(lambda: browser.text("#heading").startswith("The game is over"))


@PHONE
def test_two_people_at_one_screen_do_not_see_each_other_s_hands(browser: Browser) -> None:
    set_up(browser, "ludicrous", yellow="a person", red="a person")
    for _ in range(3):
        browser.until(lambda: browser.run("return document.getElementById('hand-over').open"))
        assert all(COUNT.fullmatch(hand) for hand in browser.run(HANDS)), (
            "nobody's, until it is said"
        )
        who = browser.text("#hand-over button").removeprefix("I am ")
        browser.picture("hand-over")
        for _ in range(3):
            ActionChains(browser.driver).send_keys(Keys.ESCAPE).perform()
        browser.until(lambda: browser.run("return document.getElementById('hand-over').open"))
        assert not browser.all("#options button")
        browser.click("#hand-over button")
        browser.one(READY)
        assert browser.text("#now h2").lower().find(who) >= 0
        seen = dict(zip(("yellow", "red"), browser.run(HANDS), strict=True))
        other = "red" if who == "yellow" else "yellow"
        assert COUNT.fullmatch(seen[other])
        assert not COUNT.fullmatch(seen[who]) or seen[who] == "0 cards"
        pass_the_turn(browser)


COUNT = re.compile(r"\d+ cards?")
"""What is told of a hand that may not be seen."""
HANDS = """
return [...document.querySelectorAll('#sheets details')].map((sheet) => {
  sheet.open = true;
  return [...sheet.querySelectorAll('dl div')].find((d) => d.innerText.startsWith('Hand'))
    .querySelector('dd').innerText;
});
"""


@DESKTOP
def test_nothing_in_the_page_tells_a_hand_to_anybody_else(browser: Browser) -> None:
    """Every word, title and label in the page is one that the service tells whoever looks."""
    set_up(browser, "ludicrous", yellow="a person", red="a person")
    checked = 0
    for _ in range(6):
        browser.until(lambda: browser.run("return document.getElementById('hand-over').open"))
        browser.until(lambda: browser.run(KEPT))
        checked += told_to(browser, None)
        browser.click("#hand-over button")
        browser.one(READY)
        checked += told_to(
            browser, str(browser.run("return document.getElementById('now').classList[1]"))
        )
        pass_the_turn(browser)
    assert checked > 12


def told_to(browser: Browser, seat: str | None) -> int:
    """Check that the page has no card that the service does not tell a seat; so many are hidden."""
    may = json.dumps(ask(browser, "board", **({} if seat is None else {"seat": seat})))
    all_hands = ask(browser, "board", seat="all")["board"]["sheets"]
    cards = {
        card.strip()
        for sheet in all_hands
        for words in sheet["hand"]
        for card in words.removeprefix("cards: ").split(",")
    }
    page = browser.run("return document.documentElement.outerHTML")
    hidden = {card for card in cards if card not in may}
    assert [card for card in hidden if card in page] == []
    return len(hidden)


def pass_the_turn(browser: Browser) -> None:
    """Choose until the other person is asked."""
    for _ in range(30):
        if browser.run("return document.getElementById('hand-over').open"):
            return
        browser.run(f"document.querySelector('{READY}')?.click()")
        browser.until(
            lambda: (
                browser.all(READY)
                or browser.run("return document.getElementById('hand-over').open")
            )
        )


@PHONE
def test_own_dice_are_typed_in_and_taken_back(browser: Browser) -> None:
    browser.click('label:has(input[name="dice"][value="client"])')
    set_up(browser, "classic", yellow="a person", red="a person")
    for value in (5, 2, 6):
        browser.click(f'#entry button[aria-label="{value}"]')
        browser.until(lambda: browser.all("#entry button") or browser.all(READY))
    browser.picture("dice")
    assert browser.text("#heading") == "Yellow rolled 6: which piece moves?"
    browser.click(READY)
    browser.one("#entry button")
    browser.click("#undo")
    browser.one(READY)
    assert browser.text("#heading") == "Yellow rolled 6: which piece moves?"
    browser.driver.refresh()
    browser.click(READY)
    browser.one("#entry button")


@DESKTOP
def test_people_are_asked_for_no_die_that_is_secret_or_on_no_table(browser: Browser) -> None:
    browser.click('label:has(input[name="dice"][value="client"])')
    set_up(browser, "ludicrous", yellow="normal", red="normal")
    asked = set()
    for _ in range(40):
        browser.until(lambda: browser.all("#entry .face"))
        asked.update(re.findall(r"a (d\d+) \((.*?)\)", browser.text("#entry p")))
        browser.run(
            "const all = document.querySelectorAll('#entry .face');"
            "all[Math.floor(Math.random() * all.length)].click();"
        )
    assert {sides for sides, _ in asked} <= {"d4", "d6", "d8", "d10", "d12", "d20", "d100"}
    assert "card" not in {reason for _, reason in asked}


@DESKTOP
def test_a_game_goes_on_when_the_service_comes_back(browser: Browser, address: str) -> None:
    with served() as other:
        browser.driver.get(other)
        set_up(browser, "ludicrous", yellow="a person", red="easy")
        browser.one(READY)
        take(browser, 5, any_of_them=5)
        browser.one(READY)
    browser.until(lambda: "Trying again" in browser.text("#alert-words"))
    assert not browser.all("#options button")
    with served(int(other.rstrip("/").rsplit(":", 1)[1])):
        browser.until(lambda: browser.all(READY))
        assert browser.text("#alert-words") == ""
        take(browser, 2, any_of_them=2)
        browser.one(READY)
        browser.driver.get(address)
        browser.complaints()  # of the connections that failed


@DESKTOP
def test_any_record_is_loaded_and_a_bad_one_refused_in_words(
    browser: Browser, tmp_path: Path
) -> None:
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text(json.dumps({"type": "header"}) + "\n", encoding="utf-8")
    browser.one("#start")
    browser.all("#file")[0].send_keys(str(spoilt))
    browser.click('#question button[value="service"]')
    browser.until(lambda: browser.text("#alert-words"))
    assert "line 1" in browser.text("#alert-words")
    recorder = Recorder(Game("modern", 3, seed=1))
    for _ in range(20):
        recorder.apply(recorder.game.legal()[0])
    recorder.record().write(spoilt)
    browser.all("#file")[0].send_keys(str(spoilt))
    browser.click('#question button[value="service"]')
    browser.one(READY)
    assert browser.text("#sheets").count("person") == 3, "nobody is named"


WATCH = """
// Who thinks and who is asked, as often as the page tells both, until both parties have thought.
const [seconds, done] = arguments;
const seen = [];
const end = performance.now() + 1000 * seconds;
const look = () => {
  const words = document.getElementById("waiting");
  const shown = document.getElementById("now").className;
  if (!words.hidden) seen.push([words.textContent.toLowerCase(), shown]);
  const parties = new Set(seen.map(([words]) => words.split(" ")[0]));
  const enough = parties.size === 2 && seen.length >= 100;
  if (enough || performance.now() > end) done(seen);
  else requestAnimationFrame(look);
};
look();
"""


@DESKTOP
def test_who_thinks_is_who_is_asked_also_at_once(browser: Browser) -> None:
    set_up(browser, "ludicrous", yellow="search", red="search")
    seen = browser.driver.execute_async_script(WATCH, 20)
    assert {words.split()[0] for words, _ in seen} == {"yellow", "red"}
    assert [(words, shown) for words, shown in seen if words.split()[0] not in shown] == []


@DESKTOP
def test_bots_can_be_watched_in_the_dark(browser: Browser) -> None:
    browser.darken(True)
    set_up(browser, "ludicrous-short", yellow="easy", red="normal")
    browser.until(lambda: len(browser.all("#log li")) > 60)
    browser.picture("dark")
    assert not browser.all("#options button")
    ground = browser.run("return getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(27, 26, 24)"
    browser.darken(False)
    ground = browser.run("return getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(244, 239, 228)"


MARKED = """
// Mark a choice on the board, and tell where the chances stand, and the rings of what they are of.
const [option, done] = arguments;
import("/board.js").then(({Board}) => {
  new Board(document.getElementById("board"), {}).mark(option);
  const boxes = (selector) => [...document.querySelectorAll(`#board .overlay ${selector}`)]
    .map((one) => one.getBBox()).map(({x, y, width, height}) => [x, y, width, height]);
  done([boxes(".plate"), boxes(".aim")]);
});
"""


@DESKTOP
@pytest.mark.parametrize(
    "aims", [[{"target": n} for n in range(4)], [{"space": n} for n in range(5)]]
)
def test_the_chances_on_the_board_hide_nothing(
    browser: Browser, aims: list[dict[str, int]]
) -> None:
    set_up(browser, "ludicrous", yellow="a person", red="easy")
    browser.one(READY)
    odds = [{**aim, "chance": 0.5} for aim in aims]
    plates, rings = browser.driver.execute_async_script(MARKED, {"odds": odds})
    assert len(plates) == len(aims) == len(rings)
    boxes = plates + rings
    for number, (left, top, width, height) in enumerate(plates):
        for other in boxes[number + 1 :]:
            across = min(left + width, other[0] + other[2]) - max(left, other[0])
            along = min(top + height, other[1] + other[3]) - max(top, other[1])
            assert min(across, along) < 3, (plates, rings)
