"""The rule tables as the engine reads them: plain numbers, made once for a rule set."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import PARTIES, RING, SPACES, Kind, own_spaces, step_direction
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.tables import (
    CARDS,
    CLASSES,
    HOUSE,
    MODULES,
    RANGED,
    SPELLS,
    STRUCTURES,
    WEAPONS,
)

RULE_SETS_KEPT: Final = 128


@lru_cache(RULE_SETS_KEPT)
def tables_of(rules: LudicrousRules) -> Tables:
    """The tables of a rule set, which all its games share."""
    return Tables(rules)


class Tables:
    """A `LudicrousRules` in numbers. Never changed, so that games share it."""

    def __init__(self, rules: LudicrousRules) -> None:
        self.rules = rules
        house = {name: entry.default for name, entry in HOUSE.items()}
        house.update(dict(rules.house))
        self.read_modules(rules)
        self.read_sheets(rules)
        self.read_weapons(house)
        self.read_board()
        self.save_die: i64 = house["save_die"]
        self.contest_die: i64 = house["contest_die"]
        self.hp: i64 = house["hp"]
        self.hp_per_constitution: i64 = house["hp_per_constitution"]
        self.stressed_at: i64 = house["stressed_at"]
        self.unconscious_turns: i64 = house["unconscious_turns"]
        self.restrained_turns: i64 = house["restrained_turns"]
        self.wet_turns: i64 = house["wet_turns"]
        self.burning_turns: i64 = house["burning_turns"]
        self.burning_damage: i64 = house["burning_damage"]
        self.poisoned_turns: i64 = house["poisoned_turns"]
        self.poison_damage: i64 = house["poison_damage"]
        self.dodge_defence: i64 = house["dodge_defence"]
        self.cover_defence: i64 = house["cover_defence"]
        self.crowned_bonus: i64 = house["crowned_bonus"]
        self.crown_fall_heal: i64 = house["crown_fall_heal"]
        self.wet_lightning_damage: i64 = house["wet_lightning_damage"]
        self.opening_cards: i64 = house["opening_cards"]
        self.bonus_die_full: i64 = house["bonus_die_full"]
        self.bonus_die: i64 = house["bonus_die"]
        self.six_throw_goal: i64 = house["six_throw_goal"]
        self.sync_range: i64 = house["sync_range"]
        self.sync_range_leader: i64 = house["sync_range_leader"]
        self.star_goal: i64 = house["star_goal"]
        self.teleport_goal: i64 = house["teleport_goal"]
        self.hand_limit: i64 = house["hand_limit"]
        self.shed_cards: i64 = house["shed_cards"]
        self.escape_bonus: i64 = house["escape_bonus"]
        self.trap_damage: i64 = house["trap_damage"]
        self.trap_goal: i64 = house["trap_goal"]
        self.fishing_goal_1: i64 = house["fishing_goal_1"]
        self.fishing_goal_2: i64 = house["fishing_goal_2"]
        self.fish_minnow_from: i64 = house["fish_minnow_from"]
        self.fish_trout_from: i64 = house["fish_trout_from"]
        self.fish_salmon_from: i64 = house["fish_salmon_from"]
        self.fish_carp_from: i64 = house["fish_carp_from"]
        self.fish_weapon_from: i64 = house["fish_weapon_from"]
        self.minnow_heals: i64 = house["minnow_heals"]
        self.trout_heals: i64 = house["trout_heals"]
        self.salmon_heals: i64 = house["salmon_heals"]
        self.carp_heals: i64 = house["carp_heals"]
        self.supply_die: i64 = house["supply_die"]
        self.tank_hp: i64 = house["tank_hp"]
        self.tank_die: i64 = house["tank_die"]
        self.tank_stun: i64 = house["tank_stun"]
        self.tank_reload: i64 = house["tank_reload"]
        self.artillery_reload: i64 = house["artillery_reload"]
        self.artillery_goal: i64 = house["artillery_goal"]
        self.artillery_die: i64 = house["artillery_die"]
        self.artillery_scatter: i64 = house["artillery_scatter"]
        self.object_goal: i64 = house["object_goal"]
        self.punch_miss: i64 = house["punch_miss"]
        self.punch_critical: i64 = house["punch_critical"]
        self.punch_damage: i64 = house["punch_damage"]
        self.stone_miss: i64 = house["stone_miss"]
        self.stone_damage: i64 = house["stone_damage"]
        self.stone_range: i64 = house["stone_range"]
        self.taunt_range: i64 = house["taunt_range"]
        self.hack_range: i64 = house["hack_range"]
        self.hacked_turns: i64 = house["hacked_turns"]
        self.revive_goal: i64 = house["revive_goal"]
        self.capture_heal: i64 = house["capture_heal"]
        self.fortify_cap: i64 = house["fortify_cap"]
        self.rizz_die: i64 = house["rizz_die"]
        self.partner_value: i64 = house["partner_value"]
        self.court_goal: i64 = house["court_goal"]
        self.court_value: i64 = house["court_value"]
        self.structure_hp_per_engineering: i64 = house["structure_hp_per_engineering"]
        self.turret_die: i64 = house["turret_die"]
        self.turret_range: i64 = house["turret_range"]
        self.infirmary_heals: i64 = house["infirmary_heals"]
        self.watchtower_range: i64 = house["watchtower_range"]
        self.snare_goal: i64 = house["snare_goal"]
        self.card_copies: i64 = house["card_copies"]
        self.fire_bolt_range: i64 = house["fire_bolt_range"]
        self.fire_bolt_die: i64 = house["fire_bolt_die"]
        self.lightning_range: i64 = house["lightning_range"]
        self.lightning_targets: i64 = house["lightning_targets"]
        self.lightning_goal: i64 = house["lightning_goal"]
        self.lightning_die: i64 = house["lightning_die"]
        self.frost_range: i64 = house["frost_range"]
        self.frost_goal: i64 = house["frost_goal"]
        self.mend_die: i64 = house["mend_die"]
        self.awaken_range: i64 = house["awaken_range"]
        self.phantom_range: i64 = house["phantom_range"]
        self.phantom_hp: i64 = house["phantom_hp"]
        self.phantom_turns: i64 = house["phantom_turns"]
        self.blink_die: i64 = house["blink_die"]
        self.dread_range: i64 = house["dread_range"]
        self.dread_goal: i64 = house["dread_goal"]
        self.ward_die: i64 = house["ward_die"]
        self.reach_range: i64 = house["reach_range"]
        self.fear_goal: i64 = house["fear_goal"]
        self.fear_range: i64 = house["fear_range"]
        self.fear_die: i64 = house["fear_die"]
        self.leader_bonus: i64 = house["leader_bonus"]
        self.leader_bonus_wounded: i64 = house["leader_bonus_wounded"]
        self.leader_range: i64 = house["leader_range"]
        self.collateral_die: i64 = house["collateral_die"]
        self.calendar_die: i64 = house["calendar_die"]
        self.calendar_spaces: i64 = house["calendar_spaces"]
        self.night_ambush_range: i64 = house["night_ambush_range"]
        self.annustar_cap: i64 = house["annustar_cap"]
        self.annustar_spell: i64 = house["annustar_spell"]
        self.annustar_teleport: i64 = house["annustar_teleport"]
        self.annustar_critical: i64 = house["annustar_critical"]
        self.quake_die: i64 = house["quake_die"]
        self.penalty_limit: i64 = house["penalty_limit"]
        self.foul_limit: i64 = house["foul_limit"]

    def read_modules(self, rules: LudicrousRules) -> None:
        """Which parts of the game are played."""
        self.combat: bool = "combat" in rules.modules
        self.magic: bool = "magic" in rules.modules
        self.structures: bool = "structures" in rules.modules
        self.tanks: bool = "tanks" in rules.modules
        self.fishing: bool = "fishing" in rules.modules
        self.night: bool = "night" in rules.modules
        self.partner: bool = "partner" in rules.modules
        self.dice_off_table: bool = "dice_off_table" in rules.modules
        self.pivotal: bool = "pivotal" in rules.modules
        self.teams: bool = rules.teams
        self.play_on: bool = rules.play_on
        self.cession: bool = rules.cession
        choices = [rules.teams, rules.play_on, rules.cession]
        played = [module in rules.modules for module in MODULES] + choices
        self.played: vec[i64] = vec[i64]([int(part) for part in played])
        """1 for each module that is played, then for teams, for playing on, and for giving up."""
        self.pieces_to_win: i64 = rules.pieces_to_win
        self.max_rounds: i64 = rules.max_rounds
        self.off_table_percent: i64 = rules.off_table_percent
        self.tuesday: vec[i64] = vec[i64]([int(s in rules.tuesdays) for s in range(PARTIES)])
        self.birthday: vec[i64] = vec[i64]([int(s in rules.birthdays) for s in range(PARTIES)])

    def read_sheets(self, rules: LudicrousRules) -> None:
        """[Y-class] [Y-stats] Classes and scores, by seat."""
        classes = [CLASSES[sheet.party_class] for sheet in rules.sheets]
        scores = [score for sheet in rules.sheets for score in sheet.scores]
        self.scores: vec[i64] = vec[i64](scores)
        """Ten scores of each party, party by party."""
        self.armour: vec[i64] = vec[i64]([c.armour for c in classes])
        self.class_accuracy: vec[i64] = vec[i64]([c.accuracy for c in classes])
        self.melee: vec[i64] = vec[i64]([WEAPONS.index(c.melee) for c in classes])
        self.ranged: vec[i64] = vec[i64]([WEAPONS.index(c.ranged) for c in classes])
        castable = [
            int(card < len(SPELLS) and SPELLS[card][1] in c.schools)
            for c in classes
            for card in range(len(CARDS))
        ]
        self.castable: vec[i64] = vec[i64](castable)
        """For each party and each kind of card, 1 if it is a spell that its class can cast."""

    def read_weapons(self, house: dict[str, int]) -> None:
        """[W-weapons] [ST-] The rows of the weapon and the structure table."""
        self.weapon_range: vec[i64] = vec[i64]([house[f"{w}_range"] for w in WEAPONS])
        self.weapon_die: vec[i64] = vec[i64]([house[f"{w}_die"] for w in WEAPONS])
        self.weapon_accuracy: vec[i64] = vec[i64]([house[f"{w}_accuracy"] for w in WEAPONS])
        self.weapon_stun: vec[i64] = vec[i64]([house[f"{w}_stun"] for w in WEAPONS])
        self.weapon_ammunition: vec[i64] = vec[i64]([house[f"{w}_ammunition"] for w in WEAPONS])
        self.weapon_ranged: vec[i64] = vec[i64]([int(w in RANGED) for w in WEAPONS])
        self.structure_cost: vec[i64] = vec[i64]([house[f"{s}_cost"] for s in STRUCTURES])
        self.structure_hp: vec[i64] = vec[i64]([house[f"{s}_hp"] for s in STRUCTURES])

    def read_board(self) -> None:
        """Space kinds of the ring, and the spaces that structures guard."""
        self.star: vec[i64] = _of_kind(Kind.STAR)
        self.trap: vec[i64] = _of_kind(Kind.TRAP)
        self.teleport_from: vec[i64] = _of_kind(Kind.TELEPORT_FROM)
        self.teleport_to: vec[i64] = _of_kind(Kind.TELEPORT_TO)
        self.spell_card: vec[i64] = _of_kind(Kind.SPELL_CARD)
        self.fishing_space: vec[i64] = _of_kind(Kind.FISHING)
        self.hoop: vec[i64] = _of_kind(Kind.HOOP)
        guarded = [
            space.touches if space.touches is not None else 0
            for party in range(PARTIES)
            for space in own_spaces(party, Kind.STRUCTURAL)
        ]
        ways = [
            step_direction(ring, forward=ahead) for ring in range(RING) for ahead in (False, True)
        ]
        self.compass: vec[i64] = vec[i64]([int(way) for way in ways])
        """Compass direction of the step backward and forward from each ring space."""
        self.guarded: vec[i64] = vec[i64](guarded)
        """Ring index that each structural space touches; index 4 * party + space."""
        slots = [-1] * RING
        for slot, space in enumerate(guarded):
            slots[space] = slot
        self.slot_at: vec[i64] = vec[i64](slots)
        """For each ring space the structural space that touches it, or -1."""

    def score(self, party: i64, stat: i64) -> i64:
        """One of the ten scores of a party."""
        return self.scores[party * 10 + stat]


def _of_kind(kind: Kind) -> vec[i64]:
    """For each ring space, 1 if it is of a kind."""
    return vec[i64]([int(bool(SPACES[ring].kind & kind)) for ring in range(RING)])
