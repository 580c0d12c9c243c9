"""What may be told of things, parties, the world and dice in a picture."""

from collections.abc import Callable

import pytest

from ludo_env.errors import BadOption
from ludo_env.render.contents import Roll, Status, Thing, World


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Thing("castle", 0, 0), "thing 'castle', allowed: barricade, turret"),
        (lambda: Thing("tank", 4, 0), "party 4"),
        (lambda: Thing("tank", 0, 136), "space 136 is outside 0..135"),
        (lambda: Thing("tank", 0, 0, state="asleep"), "state 'asleep', allowed: '', under"),
        (lambda: Status(0, 1, 1, signs=("bored",)), "sign 'bored'"),
        (lambda: World(0, weather="hail"), "weather 'hail', allowed: '', clear, rain"),
        (lambda: World(0, wind=4), "wind 4"),
        (lambda: Roll(0, 6, 7), "number on the die 7 is outside 1..6"),
    ],
)
def test_what_does_not_exist_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        make()


def test_words() -> None:
    assert World(3, night=True, full_moon=True).words == "round 3, night, full moon"
    assert Status(2, 5, 9, cards=1).words == "red: 5 of 9 hit points, 1 card"
    assert Thing("crown", 3, 5).words == "green crown"
    assert Roll(1, 20, 7).words == "blue 7 on a d20"
