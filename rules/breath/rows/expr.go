package rows

import "kokyu/rules/dice"

// Phrases returns the questions about odds that only this system has: its checks, by what is added to them. Values that
// a question leaves out are 0; those that it must have say what is missing.
func Phrases(func() Book) []dice.Phrase {
	physique := dice.Value{Key: "physique", Least: -3, Most: 6}
	return []dice.Phrase{
		{Name: "overload", Sample: "overload physique=1 excess=2",
			Values: []dice.Value{physique, {Key: "excess", Least: 1, Most: EnergyMax, Missing: "the excess over the limit is missing"}},
			Answer: check(func(v map[string]int) (mod, need int) { return v["physique"] - v["excess"], 11 })}, // EB-42, R-02
		{Name: "squad", Sample: "squad heads=4 skill=1 vs 12",
			Values: []dice.Value{{Key: "heads", Least: 1, Most: HeadsMax, Missing: "the heads are missing"}, {Key: "skill", Most: SaintPoints},
				{Key: "attribute", Least: -3, Most: 6}, {Key: "bonus", Least: -9, Most: 9}, {Key: "vs", Least: 2, Most: 40, Missing: "the Defense is missing"}},
			Answer: check(func(v map[string]int) (mod, need int) {
				return v["attribute"] + int(Proficiency(v["skill"])) + v["bonus"] + v["heads"] - HeadsMax, v["vs"]
			})},
		{Name: "cast", Sample: "cast dan=5 wisdom=3 skill=2",
			Values: []dice.Value{{Key: "dan", Least: 1, Most: 9, Missing: "the dan is missing"}, {Key: "wisdom", Least: -3, Most: 6}, {Key: "skill", Most: SaintPoints}},
			Answer: check(func(v map[string]int) (mod, need int) {
				return v["wisdom"] + int(Proficiency(v["skill"])), 8 + (v["dan"]-1)&^1
			})},
		{Name: "focus", Sample: "focus physique=1 hardiness=2 wounds=2",
			Values: []dice.Value{physique, {Key: "hardiness", Most: SaintPoints}, {Key: "wounds", Least: 1, Most: 9, Missing: "the Wounds are missing"}},
			Answer: check(func(v map[string]int) (mod, need int) {
				return v["physique"] + int(Proficiency(v["hardiness"])), 10 + v["wounds"]
			})},
	}
}

// check answers a question with the odds of 2d10 and what is added to them against a number.
func check(terms func(v map[string]int) (mod, need int)) func(dice.Expr, map[string]int) dice.Answer {
	return func(_ dice.Expr, v map[string]int) dice.Answer { return dice.TwoD10Check(terms(v)).Answer() }
}
