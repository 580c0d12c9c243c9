"""Measuring: the arena, ratings, and speed."""
