"""Lines from a stream of bytes, however long somebody makes them."""

from __future__ import annotations


class Lines:
    """Cuts what comes in into lines.

    Args:
        most: bytes of a line; no more of a longer one is kept.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.rest = b""
        self.long = False
        """Whether the line that has begun is too long already."""

    def feed(self, data: bytes) -> list[bytes | None]:
        """The lines that end in ``data``, without their ends; None for one that is too long."""
        *whole, rest = data.split(b"\n")
        lines = [self._end(part) for part in whole]
        self._begin(rest)
        return lines

    def close(self) -> list[bytes | None]:
        """The last line, if it has no end."""
        return [self._end(b"")] if self.rest or self.long else []

    def _begin(self, part: bytes) -> None:
        self.long = self.long or len(self.rest) + len(part) > self.most
        self.rest = b"" if self.long else self.rest + part

    def _end(self, part: bytes) -> bytes | None:
        self._begin(part)
        line, long = self.rest.removesuffix(b"\r"), self.long
        self.rest, self.long = b"", False
        return None if long else line
