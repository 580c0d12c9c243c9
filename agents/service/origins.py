"""Which web pages may connect, by what a browser tells of a page; other programs tell nothing.

Else any page that somebody looks at could talk with the service on that person's machine.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from ludo_env.errors import BadOption
from ludo_env.fields import show

ANY: Final = "*"
"""Stands for all pages."""
NOWHERE: Final = "null"
"""The origin of pages that have none, such as files."""


def read_origin(text: str) -> str:
    """An origin as browsers write it. Raises `BadOption`."""
    told = text.strip().rstrip("/").lower()
    try:
        parts = urlsplit(told)
        good = bool(parts.hostname) and f"{parts.scheme}://{parts.netloc}" == told
    except ValueError:
        good = False
    if not good and told not in (ANY, NOWHERE):
        allowed = f"one such as https://example.org, {NOWHERE} for files, {ANY} for all"
        raise BadOption(f"origin {show(text)}, allowed: {allowed}")
    return told


def may_connect(origin: str, host: str, named: Sequence[str], listens_at: str) -> bool:
    """Whether a page may connect: one of this machine, of the service itself, or one that is named.

    A service that only this machine reaches has pages of this machine alone: who comes with
    another name for it has made that name point here.

    Args:
        origin: of the page.
        host: as the page calls the service.
        named: origins that may connect, as `read_origin` gives them.
        listens_at: the address at which the service listens.
    """
    told = origin.lower()
    if ANY in named or told in named:
        return True
    name, address = _split(told)
    own = bool(address) and address == host.lower()
    return is_here(name) or (own and not is_here(listens_at))


def is_here(name: str) -> bool:
    """Whether an address is one that only this machine reaches."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _split(origin: str) -> tuple[str, str]:
    """The name, and the name with the port, of the machine of an origin; of no machine, empty."""
    try:
        parts = urlsplit(origin)
        return parts.hostname or "", parts.netloc
    except ValueError:
        return "", ""
