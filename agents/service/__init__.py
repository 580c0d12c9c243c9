"""The bot service: bots for other programs, and other programs as bots, by one protocol."""
