"""The bot service: the protocol for other frontends, and the page to play on."""
