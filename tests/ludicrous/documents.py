"""Documents of full games, whole and with something changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from ludo_env.document_fields import FIELDS, Document
from ludo_env.engine.game import Game
from ludo_env.errors import BadState
from ludo_env.notation import from_json
from tests.ludicrous.full_games import choices, random_game


def game_in_the_middle(seed: int) -> Game:
    """A random game somewhere before its end."""
    game, rng = random_game(seed), Random(seed)
    for _ in range(rng.randrange(600)):
        after = game.copy()
        after.apply(rng.choice(choices(game)))
        if after.over:
            break
        game = after
    return game


def changed(document: Document, at: str, value: object) -> Document:
    """The document with one value changed; ``at`` is its place, such as "world.turn"."""
    put(document, at.replace("[", ".").replace("]", "").split("."), value)
    return document


def put(node: Any, path: list[str], value: object) -> None:
    """Change the value at a path of keys and indices."""
    for part in path[:-1]:
        node = node[int(part)] if isinstance(node, list) else node[part]
    if isinstance(node, list):
        node[int(path[-1])] = value
    else:
        node[path[-1]] = value


def places(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every value of a document."""
    if path:
        yield path
    if isinstance(node, dict | list):
        for name, part in node.items() if isinstance(node, dict) else enumerate(node):
            yield from places(part, (*path, str(name)))


def whole_numbers(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every number of a document."""
    return (place for place in places(node, path) if type(value_at(node, place)) is int)


def value_at(node: Any, path: tuple[str, ...]) -> Any:
    for part in path:
        node = node[int(part)] if isinstance(node, list) else node[part]
    return node


def read_or_refused(document: Document) -> Game | None:
    """The game that a document tells; None if it is refused, by one of its fields."""
    try:
        return from_json(json.dumps(document))
    except BadState as error:
        field = re.match(r"\w+", str(error))
        assert field and field[0] in FIELDS
        return None
