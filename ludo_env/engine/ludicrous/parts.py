"""What of a full game may have changed: a bit for each piece, then one for each other part.

Observations are written anew only where a function of the rules has said that it changes
something: `Match.piece_changes`, `pieces_change`, `part_changes`. It may say so in vain, but not
the other way round. What belongs to nobody is few numbers, and looked at every time.
"""

from __future__ import annotations

from typing import Final

PIECES_OF_ONE: Final = 0xF
"""Those of one party."""
ALL_PIECES: Final = 0xFFFF
"""Places and conditions of all pieces; bit 4 * party + piece."""
THINGS: Final = 1 << 16
"""Where phantoms and crown tokens are."""
HOLDINGS: Final = 1 << 17
"""What a party has besides its cards: HP, ammunition, loot, partner, ..."""
BUILDINGS: Final = 1 << 18
"""Structures, projects, and who is stunned, whose structures do nothing."""
TANKS: Final = 1 << 19
"""Tanks and artillery."""
CARDS: Final = 1 << 20
"""Hands, discards and deck."""
EVERYTHING: Final = (1 << 21) - 1
