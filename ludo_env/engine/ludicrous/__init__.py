"""The full game: its state, and one module for each system of its rules."""
