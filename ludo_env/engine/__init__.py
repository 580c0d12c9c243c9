"""The engine: dice, events, the decision loop, and the state of each game."""
