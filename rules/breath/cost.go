package breath

import (
	"slices"

	"kokyu/rules/breath/rows"
)

// §Energy Cost Handling, rules 1 to 4: what a technique costs whom, where. Worked out once a fight.

// What no maneuver goes under (EB-48); what the Seal of Shura takes off, and coming from the Outside adds (EB-93, EB-99).
var (
	energyFloor   = rows.TermTable.Num("absolute floor", "energy")
	sealTakes     = rows.TermTable.Num("seal of shura", "energy")
	outsidePays   = rows.TermTable.Num("outside", "energy")
	releaseEnergy = int8(rows.Maneuvers.Num("release a stance", "energy"))
)

// costMod is one reduction (below 0) or penalty, by the name of its effect.
type costMod struct {
	name string
	n    int
}

// finalCost returns base + penalties - bonuses, raised to 1 (EB-48, EB-78 to EB-80). Of several effects with one name and
// direction only the greatest counts (EB-63); different names add up (EB-62).
func finalCost(base int, mods ...costMod) int {
	sum := base
	for i, m := range mods {
		best := true
		for k, o := range mods {
			if o.name == m.name && (o.n < 0) == (m.n < 0) && k != i {
				if abs(o.n) > abs(m.n) || abs(o.n) == abs(m.n) && k < i {
					best = false
				}
			}
		}
		if best {
			sum += m.n
		}
	}
	return max(energyFloor, sum) // EB-59
}

// price returns the Energy of a technique in the breath under way: who has come from the Outside in it, or gone there, pays that
// penalty too, in the one sum (EB-99, R-178).
func (s *State) price(a *arm, zone uint8) int8 {
	if s.breath&breathOutside != 0 {
		return a.far[zone]
	}
	return a.cost[zone]
}

// hastePrice returns the price of a reaction in haste before penalties and reductions: 1.5 times base, half up (EB-32,
// 1 2 3 4 become 2 3 5 6.
func hastePrice(base int) int { return (3*base + 1) / 2 }

// costMods lists what changes the Energy of a technique of weapon w in a zone (EB-55, EB-82, EB-93, and the site's
// zone table): long weapons +1 in the Core, short ones -1 there, the Seal of Shura -1 for melee there, a licence's
// discount, upkeep 1 less in a Rear. Melee techniques are a weapon's or bare hands', defences in haste among them, not a
// shield's.
func costMods(w rows.Weapon, melee, upkeep bool, z int, seal bool, discounts []costMod) []costMod {
	var mods []costMod
	if z == core {
		if hasTag(w, "long") {
			mods = append(mods, costMod{"long weapon in the Core", 1})
		}
		if hasTag(w, "short") {
			mods = append(mods, costMod{"short weapon in the Core", -1})
		}
		if seal && melee {
			mods = append(mods, costMod{"Seal of Shura", -sealTakes})
		}
	}
	if upkeep && isRear(uint8(z)) {
		mods = append(mods, costMod{"upkeep in the Rear", -1})
	}
	return append(mods, discounts...)
}

func hasTag(w rows.Weapon, tag string) bool { return slices.Contains(w.Tags, tag) }

func abs(n int) int { return max(n, -n) }
