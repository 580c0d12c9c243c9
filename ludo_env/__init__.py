"""Ludo as an environment for reinforcement learning."""

from ludo_env import _build

# Before any other import of the package: this decides between compiled modules and sources.
__compiled__: bool = _build.bootstrap()
__version__ = "0.1.0"
