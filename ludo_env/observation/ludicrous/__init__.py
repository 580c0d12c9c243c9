"""The encoders of the full game."""
