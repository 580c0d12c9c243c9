"""The files that the service hands out: the page to play on, and the client for other pages.

They are read once. What a browser asks for is looked up in a table and never used as a path.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
FOLDERS: Final = {"page": "/", "javascript": "/javascript/"}
"""The folders that are handed out, and where."""
INDEX: Final = "index.html"
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".ts": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
"""What a file is, by its suffix; others are not handed out."""


@dataclass(frozen=True, slots=True)
class Page:
    """A file."""

    type: str
    body: bytes


def load_pages() -> dict[str, Page]:
    """All files, by the path of their address."""
    pages = {}
    for name, place in FOLDERS.items():
        folder = HERE / name
        for file in sorted(folder.rglob("*")):
            if file.suffix in TYPES and file.is_file():
                page = Page(TYPES[file.suffix], file.read_bytes())
                pages[place + file.relative_to(folder).as_posix()] = page
    if f"/{INDEX}" in pages:
        pages["/"] = pages[f"/{INDEX}"]
    return pages
