"""A learned player of the full game: it corrects what the rules of thumb think, without search."""
