"""A program that speaks the bot protocol, and misbehaves as its argument says. It needs nothing."""

import json
import sys
import time

how = sys.argv[1]
every = int(sys.argv[2]) if sys.argv[2:3] and how not in ("greets", "proto") else 1
"""It misbehaves in one decision of so many."""

if how == "exits":
    sys.exit(3)
decisions = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        if how == "silent":
            time.sleep(60)
        answer = {"type": "hello", "proto": 1, "bots": [{"name": "mine", "games": ["plain"]}]}
        if how == "proto":
            answer["proto"] = json.loads(sys.argv[2])
        if how == "nobody":
            answer["bots"] = []
        if how == "greets":
            answer["bots"] = json.loads(sys.argv[2])
        print(json.dumps({**answer, "id": told["id"]}), flush=True)
        continue
    if told["type"] != "decide":
        continue
    decisions += 1
    piece = 0
    answer = {"type": "decision", "id": told["id"], "action": {"index": piece}}
    if decisions % every == 0:
        if how == "crashes":
            sys.exit(1)
        if how == "late":
            time.sleep(3)
        if how == "slow":
            time.sleep(0.1)
        if how == "hangs":
            time.sleep(1000)
        if how == "nonsense":
            print("what?", flush=True)
            continue
        if how == "illegal":
            answer["action"] = {"index": 99}
        if how == "empty":
            del answer["action"]
        if how in ("fails", "falls"):
            answer |= {"fallback": True} | ({"limit": "ms"} if how == "falls" else {})
        if how == "another":
            print(json.dumps({**answer, "id": "another"}), flush=True)
        if how == "refuses":
            answer = {"type": "error", "id": told["id"], "code": "internal", "msg": "no"}
        if how == "floods":
            print("x" * 100_000, flush=True)
            continue
    print(json.dumps(answer), flush=True)
