"""Pictures of a game. SVG is the master picture; pixels and windows are made from it.

    from ludo_env.render import picture_of, svg
    text = svg(picture_of(game))

Pixels (`raster`) and the window (`window`) need the `render` extra.
"""

from ludo_env.render.ansi import ansi
from ludo_env.render.of_game import picture_of
from ludo_env.render.picture import Picture
from ludo_env.render.svg import svg

__all__ = ["Picture", "ansi", "picture_of", "svg"]
