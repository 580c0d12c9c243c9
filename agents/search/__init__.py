"""Search for the full game: worlds played through a tree of information sets."""
