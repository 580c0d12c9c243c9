"""A frontend in twenty lines: you are yellow, a bot is red, and the service keeps the game."""

import sys

from agents.service.client import Client

with Client.command([sys.executable, "-m", "ludo_env", "bot"]) as ludo:
    told = ludo.ask("new", rules="classic", players=2, dice="service", words=True)
    while "over" not in told:
        print(*(event["words"] for event in told.get("events", [])), sep="\n")
        choice = told["choice"]
        if choice["seat"] == "yellow":
            print(*(action["words"] for action in choice["actions"]), sep="\n")
            answer: str | int = input("your move: ")
        else:
            decision = ludo.decide("red", "normal", session=told["session"])
            answer = decision["action"]["index"]
        event = {"action": answer or choice["actions"][0]["index"]}
        told = ludo.ask("apply", session=told["session"], seq=told["seq"], event=event)
    print(told["over"]["places"])
