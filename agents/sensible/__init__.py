"""A sensible player of the full game: a rule of thumb for every decision, weights as data."""

from agents.sensible.bot import Sensible

__all__ = ["Sensible"]
