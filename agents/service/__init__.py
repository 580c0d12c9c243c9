"""The bot service: bots for other programs, and other programs as bots, by one protocol."""

from typing import Final

PROTO: Final = 1
"""The version of the protocol; it rises only when something breaks."""
