"""Windows of a real browser on a service, shared by all tests of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.agents.service.browser import Browser

SIZES = {390: 844, 1280: 800}


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the page is served."""
    from tests.agents.service.browser import served

    with served() as address:
        yield address


@pytest.fixture(scope="session", params=SIZES, ids=str)
def window(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A window as wide as a phone, or as a desktop."""
    from tests.agents.service.browser import Browser

    window = Browser(request.param, SIZES[request.param])
    try:
        window.driver.set_script_timeout(200)
        yield window
    finally:
        window.close()


@pytest.fixture
def browser(window: Browser, address: str) -> Iterator[Browser]:
    """A window with the page as one sees it for the first time."""
    window.driver.get("about:blank")  # whatever was there ends
    window.driver.get(address)
    window.one("#start")
    window.run("localStorage.clear()")
    window.driver.refresh()
    window.one("#start")
    yield window
    assert window.complaints() == []
