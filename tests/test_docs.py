"""The pages hold together: links lead somewhere, every page is in the site, and it builds."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ludo_env.cli import make_parser

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([ROOT / "README.md", *DOCS.rglob("*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TARGET = re.compile(r"^([a-z]+):", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as web pages of repositories and the site make them."""
    headings = re.findall(r"^#+ +(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    words = (re.sub(r"[^\w\- ]", "", heading.lower()).strip() for heading in headings)
    return {re.sub(r"\s", "-", heading) for heading in words}


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_to_what_is_there(page: Path) -> None:
    for target in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def typed() -> dict[str, list[str]]:
    """Every command on the pages as its words, by the place where it stands."""
    found = {}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in CONSOLE.finditer(text):
            first = text.count("\n", 0, block.start(1)) + 1
            for number, line in enumerate(block[1].replace("\\\n", "  ").splitlines()):
                words = shlex.split(line, comments=True)
                if words:
                    found[f"{page.relative_to(ROOT)}:{first + number}"] = words
    return found


@pytest.mark.parametrize("place", typed())
def test_a_command_on_a_page_is_one(place: str) -> None:
    program, *words = typed()[place]
    match program:
        case "ludo":
            make_parser().parse_args(words)
        case "make":
            assert words[0] in TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8"))
        case "python" if words[0] == "-m":
            assert importlib.util.find_spec(words[1]) is not None
        case "python" | "node":
            assert (ROOT / words[0]).is_file()
        case "pip":
            extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
            known = extras["project"]["optional-dependencies"]
            named = re.findall(r"ludicrous-ludo\[([\w,]+)\]", " ".join(words))
            assert words[0] == "install" and {*",".join(named).split(",")} - {""} <= set(known)
        case "tensorboard":
            assert words[0] == "--logdir"
        case "ray":
            assert words[0] in ("start", "stop")
        case "export":
            assert words[0].startswith("RAY_ADDRESS=")
        case _:
            pytest.fail(f"what is {program}?")


def test_every_page_is_in_the_navigation() -> None:
    told = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert told == {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}


@pytest.mark.slow
def test_the_site_builds(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Take an action of the decider" in (tmp_path / "api.html").read_text(encoding="utf-8")
