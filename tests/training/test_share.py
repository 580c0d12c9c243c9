"""The share of the games in a training's time: what is counted, not how much it is."""

import pytest

from training.share import Watch, shares


def test_the_shares_are_parts_of_the_whole() -> None:
    found = shares("classic", 2, 32, 1024)
    for seats in ("one_seat", "every_seat"):
        part = found[seats]
        assert isinstance(part, dict)
        assert part["steps_per_s"] > 0
        assert 0 < part["environment"] < 1
        assert part["environment"] + part["opponents"] < 1
    assert found["one_seat"]["opponents"] > 0  # type: ignore[index]
    assert found["every_seat"]["opponents"] == 0  # type: ignore[index]


def test_a_watch_adds_up_what_its_methods_take(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0, 2, 10, 15])
    monkeypatch.setattr("training.share.perf_counter", lambda: next(clock))
    watch, pool = Watch(), type("Thing", (), {"give": lambda self: 3})()
    watch.time(pool, "give")
    assert (pool.give(), pool.give()) == (3, 3)
    assert watch.seconds == 7
