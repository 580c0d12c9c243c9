"""A bot of your own: it plays against a bot of the project, and the last game is recorded.

python examples/write_your_own_bot.py --games 200 --record last.jsonl
"""

from __future__ import annotations

import sys
from random import Random

from agents import Agent, make_agent
from ludo_env import Game
from ludo_env.board import HOME, LAST_RING, PIECES
from ludo_env.record import Recorder
from ludo_env.script import Parser, WholeNumber, file_to_write, guarded


class Cautious:
    """Gets pieces out of reach: each is worth more the nearer it is to its home area.

    `Game.afterstate` shows the position right after a move, with nothing rolled and nobody else
    moved, and `Game.place` where a piece is: -1 in its yard, 0 to 50 on the ring, then home.
    """

    name = "cautious"

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins; all that is remembered is of this game."""
        self.seat = seat
        self.chance = Random(seed)

    def act(self, game: Game) -> int:
        """The number of a legal action."""
        worth = {action: self.judge(game.afterstate(action)) for action in game.legal()}
        best = max(worth.values())
        return self.chance.choice([action for action in worth if worth[action] == best])

    def judge(self, game: Game) -> int:
        """How good a position is for this party."""
        places = [game.place(self.seat, piece) for piece in range(PIECES)]
        return sum(3 * HOME if place > LAST_RING else place for place in places)


def play(first: Agent, second: Agent, number: int, record: str | None) -> bool:
    """Play a game, the seats changing from one to the next; whether the first bot wins."""
    game = Game("classic", players=2, seed=number)
    recorder = Recorder(game)
    seats = game.seats if number % 2 == 0 else game.seats[::-1]
    bots = dict(zip(seats, (first, second), strict=True))
    for seat, bot in bots.items():
        bot.begin(game, seat, seed=number)
    while not game.over:
        recorder.apply(bots[game.decider].act(game))
    if record:
        recorder.record().write(record)
    return list(game.places.values())[game.seats.index(seats[0])] == 1


def main() -> None:
    """Play the games and say how many were won."""
    parser = Parser(description="a bot of one's own against another")
    parser.add_argument("--games", type=WholeNumber(1), default=100, help="games")
    parser.add_argument("--against", default="smart", help="the other bot")
    parser.add_argument("--record", type=file_to_write, help="file of the last game's record")
    args = parser.parse_args()
    mine, other = Cautious(), make_agent(args.against)
    won = sum(
        play(mine, other, n, args.record if n == args.games - 1 else None)
        for n in range(args.games)
    )
    print(f"{mine.name} wins {won} of {args.games} games against {other.name}")


if __name__ == "__main__":
    sys.exit(guarded(main))
