"""The generator, given rolls, and the dice that tests force."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game
from ludo_env.errors import BadDice, BadOption, RollNeeded
from tests.support import dice, everything, position, scene


def seeded(seed: int) -> Dice:
    generator = Dice()
    generator.seed(seed)
    return generator


def rolls(generator: Dice, count: int, sides: int = 6) -> list[int]:
    return [generator.roll(sides, "test", 0) for _ in range(count)]


def sfc32(seed: int, count: int) -> list[int]:
    """The published generator, written down again with the project's seeding."""
    a, b, c, counter = seed % 2**32, (seed >> 32) % 2**32, (seed >> 64) % 2**32, 1
    words = []
    for _ in range(16 + count):
        words.append((a + b + counter) % 2**32)
        counter = (counter + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = (((c << 21) | (c >> 11)) + words[-1]) % 2**32
    return words[16:]


# -- the generator ---------------------------------------------------------------------------


@pytest.mark.rule("D-generator")
@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**64 - 1, 2**96 - 1, 123456789123456789123456789])
def test_the_generator_is_sfc32(seed: int) -> None:
    generator = seeded(seed)
    assert [generator.word() for _ in range(100)] == sfc32(seed, 100)


@pytest.mark.rule("D-generator")
def test_same_seed_same_rolls_other_seed_other_rolls() -> None:
    assert rolls(seeded(7), 50) == rolls(seeded(7), 50)
    assert len({tuple(rolls(seeded(1 << bit), 50)) for bit in range(96)}) == 96


@pytest.mark.rule("D-generator")
@pytest.mark.parametrize("sides", [1, 2, 4, 6, 8, 10, 20])
def test_every_side_falls_about_equally_often(sides: int) -> None:
    throws = 500 * sides
    counts = Counter(rolls(seeded(sides), throws, sides))
    assert set(counts) == set(range(1, sides + 1))
    chi = sum((count - 500) ** 2 / 500 for count in counts.values())
    assert chi < 45  # beyond the 99.9 % point of 19 degrees of freedom


@pytest.mark.rule("D-generator")
def test_the_generator_of_a_game_is_its_own() -> None:
    one, other = Game("modern", seed=5, log=True), Game("modern", seed=5, log=True)
    for _ in range(20):
        one.apply(one.legal()[0])
    noise = Game("modern", seed=6)
    for _ in range(20):
        noise.apply(noise.legal()[-1])
        other.apply(other.legal()[0])
        random.random()
    assert everything(one) == everything(other)


@pytest.mark.rule("D-generator")
@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_a_seed_is_a_whole_number_from_0(seed: int) -> None:
    with pytest.raises(BadOption, match="seed"):
        Game("classic", seed=seed)


def test_without_a_seed_every_game_draws_one() -> None:
    seeds = {Game("classic").seed for _ in range(8)}
    assert len(seeds) == 8
    assert all(0 <= seed < 2**64 for seed in seeds)


# -- given rolls -----------------------------------------------------------------------------


def test_given_rolls_are_taken_in_order() -> None:
    generator = seeded(1)
    generator.give([3, 1, 6])
    assert rolls(generator, 3) == [3, 1, 6]
    generator.finish_given()


def test_given_rolls_leave_the_generator_where_it_was() -> None:
    generator, untouched = seeded(1), seeded(1)
    generator.give([3, 1, 6])
    rolls(generator, 3)
    generator.finish_given()
    assert rolls(generator, 20) == rolls(untouched, 20)


@pytest.mark.parametrize("value", [0, 7, -1])
def test_a_given_roll_must_lie_on_its_die(value: int) -> None:
    generator = seeded(1)
    generator.give([2, value])
    generator.roll(6, "movement", 2)
    with pytest.raises(BadDice, match=rf"roll 2 is {value}.*movement d6: 1\.\.6"):
        generator.roll(6, "movement", 2)


def test_the_set_up_takes_given_rolls() -> None:
    game = Game("classic", auto_pass=False, dice=[1, 6, 2, 3, 6])
    assert game.decider == 1
    assert game.die == 6


@pytest.mark.parametrize(
    ("given", "reason"), [([], "start"), ([6, 1, 2], "start"), ([6, 1, 2, 3], "movement")]
)
def test_the_set_up_says_which_roll_it_lacks(given: list[int], reason: str) -> None:
    with pytest.raises(RollNeeded, match=reason) as caught:
        Game("classic", dice=given)
    assert caught.value.sides == 6
    assert caught.value.reason == reason
    assert caught.value.seat in range(4)


def test_the_set_up_refuses_rolls_that_are_left_over() -> None:
    with pytest.raises(BadDice, match=r"6 rolls given, 5 needed; left over: \[2\]"):
        Game("classic", auto_pass=False, dice=[6, 1, 2, 3, 6, 2])


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ([], RollNeeded),
        ([1, 1], RollNeeded),
        ([6, 6], BadDice),
        ([0], BadDice),
        ([1, 7], BadDice),
        ([1, 1, 1, 1, 1, 6, 6], BadDice),
    ],
)
@pytest.mark.parametrize("log", [True, False])
def test_refused_rolls_leave_the_game_as_it_was(
    given: Sequence[int], error: type[Exception], log: bool
) -> None:
    game = scene(roll=[6], yellow=[10])
    game.listen(log)
    before = everything(game)
    with pytest.raises(error):
        game.apply(1, dice=given)
    assert everything(game) == before
    game.apply(1, dice=[6])
    assert game.decider == 1


@pytest.mark.parametrize("value", [2.5, "6", None, True])
def test_given_rolls_are_whole_numbers(value: int) -> None:
    game = scene(roll=[6])
    with pytest.raises(BadDice, match="whole number"):
        game.apply(0, dice=[value])


@pytest.mark.parametrize("value", [10**20, -(10**20)])
def test_a_given_roll_of_any_size_is_refused(value: int) -> None:
    game = scene(roll=[6])
    before = everything(game)
    with pytest.raises(BadDice, match=f"given roll {value} lies on no die"):
        game.apply(0, dice=[value])
    assert everything(game) == before


def test_a_roll_that_is_needed_can_be_given_one_at_a_time() -> None:
    # Blue, red and green cannot use their rolls; yellow can.
    game = scene(roll=[6])
    given: list[int] = []
    for value in (1, 2, 3, 4):
        with pytest.raises(RollNeeded):
            game.apply(0, dice=given)
        given.append(value)
    game.apply(0, dice=given)
    assert (game.decider, game.die) == (0, 4)


def test_given_rolls_are_told_in_the_log_like_thrown_ones() -> None:
    thrown = scene(roll=[6])
    thrown.apply(0)
    fallen = [int(event.data["value"]) for event in thrown.events if event.kind == "roll"][1:]
    given = scene(roll=[6])
    given.apply(0, dice=fallen)
    assert given.events == thrown.events
    assert position(given) == position(thrown)


def test_the_first_word_above_the_fair_ones_is_thrown_away() -> None:
    fair = 2**32 - 2**32 % 6
    generator, twin = Dice(), Dice()
    for one in (generator, twin):
        one.set_words(fair - 8, 0, 6, 8, 0)
    assert twin.word() == fair
    assert generator.below(6) == twin.word() % 6 != fair % 6


# -- forced dice -----------------------------------------------------------------------------


def test_forced_dice_fail_a_test_that_rolls_more() -> None:
    game = scene(roll=[6])
    with pytest.raises(RollNeeded), dice(game, 1, 1):
        game.apply(0)


def test_forced_dice_fail_a_test_that_rolls_less() -> None:
    game = scene(roll=[6])
    with pytest.raises(BadDice, match="left over"), dice(game, 6, 6):
        game.apply(0)


def test_forced_dice_serve_several_decisions() -> None:
    game = scene(roll=[6])
    with dice(game, 6, 6):
        game.apply(0)
        game.apply(0)
    assert game.decider == 2
