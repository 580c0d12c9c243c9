"""A headless browser on a page that is served here, for tests that play as people do."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import staleness_of

CHROMIUM: Final = shutil.which("chromium")
DRIVER: Final = shutil.which("chromedriver")
MISSING: Final = "chromium and chromedriver are not installed (Debian: chromium, chromium-driver)"
PICTURES: Final = Path(__file__).parents[3] / "build" / "screenshots"
"""Where pictures of the page are kept."""
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Small shared memory, as in containers, must not end it.
    "--disable-dev-shm-usage",
)
PATIENCE: Final = 60.0
"""Seconds until something must have happened."""
SEEN: Final = """
return [...document.querySelectorAll(arguments[0])].find((e) => e.checkVisibility()) ?? null;
"""
T = TypeVar("T")


@contextmanager
def served(port: int = 0) -> Iterator[str]:
    """Serve the page, at any port if none is given; its address."""
    command = [sys.executable, "-m", "ludo_env", "serve", "--port", str(port), "--workers", "1"]
    with subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["page"]
        finally:
            process.terminate()
            process.wait(10)


class Browser:
    """One window.

    Args:
        width, height: of the page, in pixels.
    """

    def __init__(self, width: int, height: int) -> None:
        assert CHROMIUM is not None and DRIVER is not None
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in FLAGS:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options, Service(DRIVER))
        self.resize(width, height)
        self.darken(False)

    def resize(self, width: int, height: int) -> None:
        """Make the page as wide and as high as a screen; narrow ones are phones."""
        self.width, self.height = width, height
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.command("Emulation.setDeviceMetricsOverride", **size)

    def darken(self, dark: bool) -> None:
        """Make the system dark, or light; in either case nothing glides, so that clicks hit."""
        wishes = {
            "prefers-color-scheme": "dark" if dark else "light",
            "prefers-reduced-motion": "reduce",
        }
        features = [{"name": name, "value": value} for name, value in wishes.items()]
        self.command("Emulation.setEmulatedMedia", features=features)

    def command(self, name: str, **arguments: Any) -> dict[str, Any]:
        """A command of the browser's own protocol."""
        answer: dict[str, Any] = self.driver.execute_cdp_cmd(name, arguments)
        return answer

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script of the page returns."""
        return self.driver.execute_script(script, *arguments)

    def all(self, selector: str) -> list[WebElement]:
        """The elements that a selector finds."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        """The first element that a selector finds, when it is there to be seen."""
        element: WebElement = self.until(lambda: self.run(SEEN, selector))
        return element

    def gone(self, element: WebElement) -> bool:
        """Whether an element is no longer in the page."""
        gone: bool = staleness_of(element)(self.driver)
        return gone

    def click(self, selector: str) -> None:
        """Click an element as people do."""
        element = self.one(selector)
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def choose(self, selector: str, words: str) -> None:
        """Choose an option of a list by its words."""
        self.run(
            "const [list, words] = arguments;"
            "list.value = [...list.options].find((o) => o.textContent === words).value;"
            "list.dispatchEvent(new Event('change', {bubbles: true}));",
            self.one(selector),
            words,
        )

    def until(self, found: Callable[[], T | bool | None]) -> T:
        """Wait until there is something."""
        end = time.monotonic() + PATIENCE
        while True:
            value = found()
            if value:
                return value  # type: ignore[return-value]  # neither None nor False
            assert time.monotonic() < end, self.picture("late")
            time.sleep(0.03)

    def text(self, selector: str) -> str:
        """The words of an element."""
        words: str = self.run("return document.querySelector(arguments[0]).innerText", selector)
        return words

    @contextmanager
    def another_window(self) -> Iterator[None]:
        """Be in a new window at the same address; it is closed in the end."""
        first, address = self.driver.current_window_handle, self.driver.current_url
        self.driver.switch_to.new_window("tab")
        second = self.driver.current_window_handle
        try:
            self.driver.get(address)
            yield
        finally:
            self.driver.switch_to.window(second)
            self.driver.close()
            self.driver.switch_to.window(first)

    def picture(self, name: str) -> Path:
        """Keep a picture of the page, from top to bottom."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        path = PICTURES / f"{name}.png"
        whole: int = self.run("return document.documentElement.scrollHeight")
        width, height = self.width, self.height
        self.resize(width, max(height, min(whole, 4000)))
        shot = self.command("Page.captureScreenshot", format="png")
        self.resize(width, height)
        path.write_bytes(base64.b64decode(shot["data"]))
        return path

    def complaints(self) -> list[str]:
        """What the console has been told since the last call, and the page's own alerts."""
        lines: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        told = [f"{line['level']}: {line['message']}" for line in lines]
        alert: str = self.run(
            "const box = document.getElementById('alert');"
            "return box.hidden ? '' : box.textContent.trim();"
        )
        return told + [alert] * bool(alert)

    def close(self) -> None:
        """Close it."""
        self.driver.quit()
