"""Bots: the `Agent` protocol, the registry of specs such as ``smart``, and the bots themselves."""

from agents.agent import Agent
from agents.registry import describe, make_agent, spec_text

__all__ = ["Agent", "describe", "make_agent", "spec_text"]
