"""How tests play on the page."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from websockets.sync.client import connect

from tests.agents.service.browser import CHROMIUM, DRIVER, MISSING, Browser

MARKS: Final = [
    pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason=MISSING),
    pytest.mark.slow,
]
PHONE: Final = pytest.mark.parametrize("window", [390], ids=str, indirect=True)
DESKTOP: Final = pytest.mark.parametrize("window", [1280], ids=str, indirect=True)
READY: Final = "#options button.option:not([aria-disabled])"
CHOOSE: Final = """
// Take choices until the game is over or so many are taken: any at first, then to get home fast.
const [any, most, ready, done] = arguments;
let taken = 0;
const step = () => {
  if (!document.getElementById("end").hidden) return done({over: true, taken});
  if (taken >= most) return done({over: false, taken});
  const options = [...document.querySelectorAll(ready)];
  if (options.length > 0) {
    const moves = options.filter((o) => /^(Move|Enter)/.test(o.querySelector("b").textContent));
    const fast = moves.at(-1) ?? options[0];
    (taken < any ? options[(taken * 7) % options.length] : fast).click();
    taken += 1;
  }
  setTimeout(step, 4);
};
step();
"""
DOWNLOADED: Final = """
const [selector, done] = arguments;
const make = URL.createObjectURL;
URL.createObjectURL = (blob) => {
  URL.createObjectURL = make;
  blob.text().then(done);
  return make(blob);
};
document.querySelector(selector).click();
"""
GAMES: Final = r"""
// What is kept of games besides their lines, and where, the newest first.
const parsed = (key) => JSON.parse(localStorage.getItem(key));
const places = Object.keys(localStorage).filter((key) => /^ludo-game-\d+$/.test(key));
places.sort((one, other) => parsed(other).when - parsed(one).when);
"""
KEPT: Final = f"{GAMES} return parsed(places[0] ?? null);"


def set_up(browser: Browser, rules: str, more: str = "", **players: str) -> None:
    """Fill in the form for two players, and play."""
    fill_in(browser, rules, more, **players)
    browser.click("#start")


def fill_in(browser: Browser, rules: str, more: str = "", **players: str) -> None:
    """Fill in the form for two players."""
    browser.click(f'label:has(input[name="rules"][value="{rules}"])')
    browser.click('label:has(input[name="players"][value="2"])')
    for colour, player in players.items():
        browser.choose(f"#player-{colour}", player)
    if more:
        browser.run("document.getElementById('more').open = true")
        browser.one("#changes").send_keys(more)
    browser.choose("#pace", "at once")


def take(browser: Browser, most: int, any_of_them: int = 0) -> dict[str, Any]:
    """Take so many choices, or all to the end of the game, the first of them any."""
    told: dict[str, Any] = browser.driver.execute_async_script(CHOOSE, any_of_them, most, READY)
    return told


def downloaded(browser: Browser, selector: str) -> str:
    """The text of the file that a button hands out."""
    text: str = browser.driver.execute_async_script(DOWNLOADED, selector)
    return text


def decided(browser: Browser) -> int:
    """How many decisions of the game the browser keeps."""
    return int(browser.run(KEPT)["count"]) - 1


def forget(browser: Browser) -> str:
    """Let the service forget the session of the game; its name."""
    told = ask(browser, "close")
    assert told["type"] == "closed"
    return str(told["session"])


def ask(browser: Browser, kind: str, **fields: Any) -> dict[str, Any]:
    """What the service answers to a message about the session of the game."""
    message = {"type": kind, "id": 1, "session": browser.run(KEPT)["session"], **fields}
    socket = browser.driver.current_url.split("#")[0].replace("http", "ws").rstrip("/") + "/ws"
    with connect(socket) as other:
        other.send(json.dumps(message))
        answer: dict[str, Any] = json.loads(other.recv())
        return answer


def record_text(lines: list[str], pad: int = 0) -> str:
    """A file with the lines of a record, each padded with blanks."""
    return "".join(f"{line}{' ' * pad}\n" for line in lines)


def rules_of(text: str) -> str:
    """The rules of a saved record."""
    return str(json.loads(text.splitlines()[0])["rules"])
