"""Records and proofs, saved from the page and loaded into it, in a real browser."""

from __future__ import annotations

import io
import json
from functools import partial
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("selenium")

from agents.service.commit import commitment, dice_seed, new_secret, verify
from ludo_env.cli import main
from ludo_env.engine.game import Game
from ludo_env.record import Recorder, read
from tests.agents.service.browser import Browser
from tests.agents.service.playing import (
    DESKTOP,
    KEPT,
    MARKS,
    PHONE,
    READY,
    downloaded,
    forget,
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
def test_of_a_file_that_is_cut_off_in_a_line_the_whole_lines_are_loaded(
    browser: Browser, tmp_path: Path
) -> None:
    lines = recorded("classic", 9)
    file = tmp_path / "cut.jsonl"
    file.write_text("\n".join([*lines[:6], lines[6][:-9]]), encoding="utf-8")
    load(browser, file)
    browser.until(lambda: "cut off in line 7" in browser.text("#alert-words"))
    assert downloaded(browser, "#save").splitlines()[1:-1] == lines[1:6]
    browser.click("#new-game")
    # A line that is damaged in the middle is refused.
    file.write_text("\n".join([*lines[:4], lines[4][:-9], *lines[5:]]), encoding="utf-8")
    load(browser, file)
    browser.until(lambda: "line 5" in browser.text("#alert-words"))
    browser.click("#alert-close")


@DESKTOP
def test_whose_dice_go_on_with_a_header_alone_is_asked(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "header.jsonl"
    file.write_text(recorded("classic", 0)[0] + "\n", encoding="utf-8")
    browser.all("#file")[0].send_keys(str(file))
    browser.click('#question button[value="client"]')
    browser.until(lambda: browser.run(KEPT))
    assert browser.run(KEPT)["how"]["dice"] == "client"


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
    for _ in range(2):  # the same file again
        browser.all("#file")[0].send_keys(str(file))
        browser.until(lambda: browser.text("#alert-words") or browser.all("#question[open] button"))
        if browser.all("#question[open] button"):
            browser.click('#question button[value="service"]')
        browser.until(lambda: told in browser.text("#alert-words"))
        browser.click("#alert-close")
        browser.one("#start")


@DESKTOP
def test_a_saved_game_goes_on_in_the_terminal_and_comes_back(
    browser: Browser,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_up(browser, "ludicrous", yellow="a person", red="sensible")
    take(browser, 2, any_of_them=2)
    browser.one(READY)
    file = tmp_path / "saved.jsonl"
    file.write_text(downloaded(browser, "#save"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    assert main(["play", "--resume", str(file)]) == 0
    assert "yellow human, red sensible" in capsys.readouterr().out
    browser.click("#new-game")
    load(browser, file)
    browser.one(READY)
    sheets = browser.text("#sheets")
    assert "you" in sheets and "sensible" in sheets
    assert len(downloaded(browser, "#save").splitlines()) >= 2 + 3


@PHONE
def test_proved_dice_are_proved(browser: Browser, tmp_path: Path) -> None:
    browser.click('label:has(input[name="dice"][value="commit"])')
    set_up(browser, "modern", "pieces=2", yellow="a person", red="easy")
    browser.one(READY)
    assert not browser.one("#undo").is_enabled()
    assert take(browser, 10_000)["over"]
    browser.until(lambda: "Verified" in browser.text("#checked"))
    browser.picture("proof")
    # The service may forget the game now: the page does not.
    forget(browser)
    *_, last = read(downloaded(browser, "#save").splitlines()).replay()
    assert last.over
    text = downloaded(browser, "#save-proof")
    told = json.loads(text)
    game = verify(told["commit"], told["secret"], told["entropy"], told["lines"])
    assert game.over
    browser.click("#replay")
    browser.one("#slider")
    browser.click("#slider-leave")
    browser.driver.refresh()
    browser.one("#checked")
    browser.until(lambda: "Verified" in browser.text("#checked"))
    assert not browser.one("#undo").is_enabled()
    assert json.loads(downloaded(browser, "#save-proof")) == told
    browser.click("#new-game")
    assert browser.text("#resume") == "Look at: modern, over"
    file = tmp_path / "proof.json"
    for part, words in (
        ({}, "Verified"),
        ({"entropy": "another"}, "not proved: line"),
        ({"secret": "another"}, "not proved: the secret is not the one of the commitment"),
    ):
        file.write_text(json.dumps({**told, **part}), encoding="utf-8")
        browser.all("#file")[0].send_keys(str(file))
        browser.until(partial(is_checked, browser, words))
        browser.click("#new-game")
        browser.one("#start")
    del told["secret"]
    file.write_text(json.dumps(told), encoding="utf-8")
    browser.all("#file")[0].send_keys(str(file))
    browser.until(lambda: "secret is missing" in browser.text("#alert-words"))
    browser.click("#alert-close")


def is_checked(browser: Browser, words: str) -> bool:
    """Whether the page says so of the proof of a game that is over."""
    return bool(browser.all("#checked")) and words in browser.text("#checked")


@DESKTOP
@pytest.mark.parametrize("entropy", ["mine", "another"])
def test_a_proof_of_a_game_that_is_not_over_is_checked_as_far_as_it_goes(
    browser: Browser, tmp_path: Path, entropy: str
) -> None:
    secret = new_secret()
    recorder = Recorder(Game("classic", 2, seed=dice_seed(secret, "mine")))
    for _ in range(9):
        recorder.apply(recorder.game.legal()[0])
    lines = list(recorder.record().lines())
    proof = {"commit": commitment(secret), "secret": secret, "entropy": entropy, "lines": lines}
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(proof), encoding="utf-8")
    load(browser, file)
    browser.one(READY)
    words = "Verified" if entropy == "mine" else "not proved"
    browser.until(lambda: words in browser.text("#alert-words"))
    browser.click("#alert-close")


@DESKTOP
def test_dice_whose_secret_is_forgotten_are_proved_no_more_and_the_page_says_so(
    browser: Browser,
) -> None:
    browser.click('label:has(input[name="dice"][value="commit"])')
    set_up(browser, "modern", yellow="a person", red="easy")
    take(browser, 1)
    browser.one(READY)
    assert not browser.one("#now").find_elements("css selector", "#unproved:not([hidden])")
    forget(browser)
    browser.click(READY)
    browser.until(lambda: "proved no more" in browser.text("#alert-words"))
    browser.click("#alert-close")
    browser.one("#unproved")
    browser.until(lambda: browser.run(KEPT)["how"].get("unproved"))
    browser.driver.refresh()
    browser.one(READY)
    browser.one("#unproved")
    take(browser, 10_000)
    browser.one("#end")
    assert "proved no more" in browser.text("#now") and not browser.all("#save-proof")
