package breath

import (
	"slices"

	"kokyu/rules/breath/rows"
)

// §Energy Cost Handling: what a technique costs a combatant in each zone. The costs are worked out once a fight:
// besides the zone, only a way through the Outside changes them.

// Energy: the least that a maneuver costs (EB-48), what the Seal of Shura takes off (EB-93), what movement in the
// Outside adds (EB-99), and the cost of letting a stance go.
var (
	energyFloor      = rows.TermTable.Num("absolute floor", "energy")
	sealRelief       = rows.TermTable.Num("seal of shura", "energy")
	outsideSurcharge = rows.TermTable.Num("outside", "energy")
	releaseEnergy    = int8(rows.Maneuvers.Num("release a stance", "energy"))
)

// costMod is the change of a cost by one named effect: a reduction if n is below 0, else a penalty.
type costMod struct {
	name string
	n    int
}

// finalCost returns the sum of a printed cost and all that is added, but at least 1 (EB-48, EB-78 to EB-80). Effects of
// different names add up (EB-62); of those of one name only the greatest reduction and the greatest penalty count
// (EB-63). The floor is applied to the sum and not to each step: a reduction may first make up for a penalty.
func finalCost(base int, mods ...costMod) int {
	sum := base
	for i, m := range mods {
		outdoes := func(o costMod) bool { return o.name == m.name && (o.n < 0) == (m.n < 0) && abs(o.n) > abs(m.n) }
		if !slices.ContainsFunc(mods, outdoes) && !slices.Contains(mods[:i], m) {
			sum += m.n
		}
	}
	return max(energyFloor, sum) // EB-59
}

// techniqueCost returns the Energy of a technique in the breath under way, which is higher if that breath has led into
// the Outside or out of it (EB-99, R-178).
func (s *State) techniqueCost(a *technique, zone uint8) int8 {
	if s.breath&breathOutside != 0 {
		return a.outsideCost[zone]
	}
	return a.cost[zone]
}

// hastePrice returns the cost of an answer in haste before penalties and reductions: 1.5 times base, rounded half up,
// so that 1, 2, 3 and 4 become 2, 3, 5 and 6 (EB-32, R-24).
func hastePrice(base int) int { return (3*base + 1) / 2 }

// costMods returns the changes of the Energy of a technique with weapon w in zone z (EB-55, EB-82, EB-93): in the Core
// +1 for long weapons, -1 for short ones and by the Seal of Shura -1 for melee techniques, which a shield's are not
// (R-181); -1 for upkeep in a Rear; and the discounts of its bearer's traits.
func costMods(w rows.Weapon, melee, upkeep bool, z int, hasSeal bool, discounts []costMod) []costMod {
	var mods []costMod
	if z == zoneCore {
		if hasTag(w, "long") {
			mods = append(mods, costMod{"long weapon in the Core", 1})
		}
		if hasTag(w, "short") {
			mods = append(mods, costMod{"short weapon in the Core", -1})
		}
		if hasSeal && melee {
			mods = append(mods, costMod{"Seal of Shura", -sealRelief})
		}
	}
	if upkeep && isRear(uint8(z)) {
		mods = append(mods, costMod{"upkeep in the Rear", -1})
	}
	return append(mods, discounts...)
}

func hasTag(w rows.Weapon, tag string) bool { return slices.Contains(w.Tags, tag) }

func abs(n int) int { return max(n, -n) }
