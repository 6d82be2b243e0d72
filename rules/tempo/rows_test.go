package tempo

import (
	"testing"

	"kokyu/rules/tempo/rows"
)

// The engine's constants number what the rows name.
func TestTheConstantsNumberTheNamesOfTheRows(t *testing.T) {
	for _, c := range []struct {
		what  string
		names []string
		n     int
		words map[int]string // by constant
	}{
		{"actions", rows.ActionNames, int(actionCount), map[int]string{int(doNothing): "no reaction",
			int(doAim): "aim", int(doMove): "move", int(doCombatMove): "combat move",
			int(doDisarm): "disarm", int(doEscape): "escape", int(doFeint): "feint", int(doGrapple): "grapple", int(doMelee): "melee attack", int(doPin): "pin",
			int(doPress): "press", int(doRanged): "ranged attack", int(doReady): "ready", int(doUnarmed): "unarmed attack", int(doWithdraw): "withdraw",
			int(doCounterAttack): "counter-attack", int(doCounterFire): "counter-fire", int(doDodge): "dodge", int(doDouble): "double", int(doEvade): "evade",
			int(doParry): "parry", int(doRetreat): "retreat", int(doStruggle): "struggle", int(doWind): "wind", int(doCTCounter): "ct counter-attack",
			int(doCTParry): "ct parry", int(doRecover): "recover stamina", int(doReload): "reload", int(doDraw): "draw", int(doPickUp): "pick up"}},
		{"statuses", rows.StatusNames, int(statusWords), map[int]string{int(out): "out", int(offGuard): "off guard", int(onGuard): "on guard", int(bound): "bound",
			int(grappled): "grappled", int(pinned): "pinned", int(yielded): "yielded", int(fled): "fled"}},
		{"skills", rows.SkillNames, skillCount, map[int]string{blades: "blades", axes: "axes", clubs: "clubs",
			polearms: "polearms", bows: "bows", firearms: "firearms",
			throwing: "throwing", brawling: "brawling", wrestling: "wrestling", footwork: "footwork", endurance: "endurance", reactions: "reactions"}},
		{"kinds of damage", rows.DamageNames, len(Game{}.woundThresholds), map[int]string{slash: "slash", pierce: "pierce", crush: "crush", energy: "energy"}},
		{"categories of wounds", rows.CategoryNames, 1 + len(Game{}.woundThresholds[0]), map[int]string{0: "no", minor: "minor", moderate: "moderate", severe: "severe",
			critical: "critical", fatal: "fatal"}},
		{"phases", rows.PhaseNames, int(phStamina) + 1,
			map[int]string{int(phOver): "over", int(phInitiative): "initiative", int(phBegin): "beginner", int(phTurn): "turn",
				int(phSecret): "secret", int(phReact): "reaction", int(phTempo): "counter-tempo", int(phCheck): "check", int(phDamage): "damage", int(phStep): "step",
				int(phStamina): "stamina"}},
	} {
		if len(c.names) != c.n || len(c.words) != c.n {
			t.Errorf("%d %s are named and %d listed here, want %d", len(c.names), c.what, len(c.words), c.n)
			continue
		}
		for k, want := range c.words {
			if c.names[k] != want {
				t.Errorf("of the %s, number %d is %q, want %q", c.what, k, c.names[k], want)
			}
		}
	}
}
