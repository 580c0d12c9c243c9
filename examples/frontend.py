"""A frontend in twenty lines: you are yellow, a bot is red, and the service keeps the game."""

import sys

from agents.service.client import Client, Refused
from ludo_env.script import guarded


def play() -> None:
    """Play a game."""
    with Client.command([sys.executable, "-m", "ludo_env", "bot"]) as ludo:
        told = ludo.ask("new", rules="classic", players=2, dice="service", words=True)
        while "over" not in told:
            print(*(event["words"] for event in told.get("events", [])), sep="\n")
            if (choice := told["choice"])["seat"] == "yellow":
                print(*(action["words"] for action in choice["actions"]), "your move:", sep="\n")
                move = sys.stdin.readline().strip() or sys.exit("no move, the game ends")
            else:
                move = ludo.decide("red", "normal", session=told["session"])["action"]["text"]
            try:
                event = {"action": move}
                told = ludo.ask("apply", session=told["session"], seq=told["seq"], event=event)
            except Refused as refused:
                print(refused)
        print(told["over"]["places"])


sys.exit(guarded(play))
