"""Records and proofs, saved from the page and loaded into it, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("selenium")

from agents.service.commit import verify
from ludo_env.engine.game import Game
from ludo_env.record import Recorder
from tests.agents.service.browser import Browser
from tests.agents.service.playing import (
    DESKTOP,
    MARKS,
    PHONE,
    READY,
    downloaded,
    record_text,
    set_up,
    take,
)

pytestmark = MARKS
MEBIBYTE = 2**20


def recorded(rules: str, decisions: int, players: int = 2) -> list[str]:
    """The lines of a record of random play."""
    recorder, rng = Recorder(Game(rules, players, seed=1)), Random(1)
    for _ in range(decisions):
        recorder.apply(rng.choice(recorder.game.legal()))
    return list(recorder.record().lines())


def load(browser: Browser, file: Path) -> None:
    browser.all("#file")[0].send_keys(str(file))
    browser.click('#question button[value="service"]')


@DESKTOP
def test_a_file_longer_than_a_message_is_loaded(browser: Browser, tmp_path: Path) -> None:
    lines = recorded("modern", 60)
    file = tmp_path / "long.jsonl"
    file.write_text(record_text(lines, pad=40_000), encoding="utf-8")
    assert file.stat().st_size > 2 * MEBIBYTE
    load(browser, file)
    browser.one(READY)
    saved = downloaded(browser, "#save").splitlines()
    assert [json.loads(line) for line in saved[1:-1]] == [json.loads(line) for line in lines[1:-1]]


@DESKTOP
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_file_without_its_result_is_loaded(browser: Browser, tmp_path: Path, ending: str) -> None:
    lines = recorded("ludicrous", 40)
    file = tmp_path / "cut.jsonl"
    file.write_bytes(("\ufeff" + ending.join(lines[:-1])).encode())
    load(browser, file)
    browser.click("#hand-over button")
    browser.one(READY)
    assert len(downloaded(browser, "#save").splitlines()) == len(lines)


@DESKTOP
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("hello", "no record"),
        ("[]", "no record"),
        ("\x00\x01", "no record"),
        ('{"lines": 5}', "no record"),
        ('{"type": "decision"}', "no record"),
    ],
)
def test_what_is_no_record_is_refused(
    browser: Browser, tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "bad"
    file.write_text(text, encoding="utf-8")
    browser.all("#file")[0].send_keys(str(file))
    browser.until(lambda: browser.text("#alert-words") or browser.all("#question[open] button"))
    if browser.all("#question[open] button"):
        browser.click('#question button[value="service"]')
    browser.until(lambda: told in browser.text("#alert-words"))
    browser.click("#alert-close")
    browser.one("#start")


@PHONE
def test_proved_dice_are_proved(browser: Browser, tmp_path: Path) -> None:
    browser.click('label:has(input[name="dice"][value="commit"])')
    set_up(browser, "modern", "pieces=2", yellow="a person", red="easy")
    browser.one(READY)
    assert not browser.one("#undo").is_enabled()
    assert take(browser, 10_000)["over"]
    browser.until(lambda: "is the one that the service committed" in browser.text("#checked"))
    browser.picture("proof")
    text = downloaded(browser, "#save-proof")
    told = json.loads(text)
    game = verify(told["commit"], told["secret"], told["entropy"], told["lines"])
    assert game.over
    file = tmp_path / "proof.json"
    file.write_text(text, encoding="utf-8")
    browser.all("#file")[0].send_keys(str(file))
    browser.until(lambda: browser.text("#heading").startswith("The game is over"))
