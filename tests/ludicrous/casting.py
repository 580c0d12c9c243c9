"""Scenes in which a spell is cast."""

from typing import Any

from ludo_env.rules.ludicrous import PartySheet
from tests.ludicrous.scenes import Scene, seen_by, sheet


def casting(
    spell: str,
    caster: Any = None,
    *,
    magic: int = 0,
    colour: str = "yellow",
    sheets: dict[str, PartySheet] | None = None,
    **others: Any,
) -> Scene:
    """A wizard with one card in its action phase; its piece 1 stands on r = 20."""
    own: dict[str, Any] = {"pieces": [{"r": 20}], "hand": {spell: 1}}
    own.update(caster or {})
    parties: dict[str, Any] = {colour: own, **others}
    return Scene(
        "action",
        turn=colour,
        sheets={colour: sheet("wizard", magic=magic), **(sheets or {})},
        auto_pass=False,
        **parties,
    )


def foe(r: int, **conditions: int) -> dict[str, Any]:
    """Green's piece 1 where yellow has r; outside its own home field."""
    return {"pieces": [{"r": seen_by("yellow", r, "green"), **conditions}]}


def aim(s: Scene, spell: str) -> Scene:
    """Cast plainly with piece 1; the target is still to choose."""
    return s.play(f"cast {spell}").play("plainly").play("own piece 1")
