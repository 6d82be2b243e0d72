package keep

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
)

// §Attacking and Maneuvers.

// An attack is a Complex Action with a ready weapon, tested against the ATN; meeting it is a hit.
// RK-40, RK-96: Complex, and ready. RK-98: against the ATN. RK-108: maneuvers with any weapon.
func TestAnAttackIsAComplexAction(t *testing.T) {
	b := duel(t, "weapons: [katana, tanto]", "")
	b.wantOffered(true, "katana > Bea", "unarmed > Bea")
	b.wantOffered(false, "tanto > Bea") // not ready
	b.play("katana > Bea")
	b.wantOffered(true, "feint", "disarm", "extra attack", "extra damage, 1 raise", "knockdown", "push 5 feet", "aim at the arm", "tactical strike")
	b.play("roll")
	b.wantCheck("5k3 >= 20")
	b.play(to{20})
	b.wantTurn("Ann", rules.Chance) // damage
	b = duel(t, "", "")
	b.play("katana > Bea", "roll", to{19})
	b.wantNoEvent("damage")
	b.wantOffered(true, "end the turn")
	b = duel(t, "weapons: []", "")
	b.play("unarmed > Bea")
	b.wantOffered(true, "feint", "knockdown")
}

// Melee and thrown weapons are used with Agility, aimed ones with Reflexes.
// RK-97.
func TestTheAttributeOfAWeapon(t *testing.T) {
	row := "attributes: {agility: 4, reflexes: 2}, weapons: "
	for weapon, want := range map[string]string{"tanto": "6k4 >= 20", "tanto thrown": "6k4 >= 20", "yumi willow leaf": "4k2-10 >= 20"} {
		name := weapon[:4]
		if name == "tant" {
			name = "tanto"
		}
		b := duel(t, row+"["+name+"]", "")
		b.play(weapon+" > Bea", "roll")
		b.wantCheck(want)
	}
}

// Only a target within range can be struck, and nothing may stand between.
// RK-99. R-RK-45: none out of range is offered. R-RK-54: five feet, [Reach] ten.
func TestRange(t *testing.T) {
	far := func(weapon, at string) *bout {
		return setup{us: []man{{name: "Ann", row: "weapons: [" + weapon + "]", at: "a1"}}, them: []man{{name: "Bea", at: at}}}.begin(t)
	}
	far("katana", "b1").wantOffered(true, "katana > Bea")
	far("katana", "c1").wantOffered(false, "katana > Bea")
	far("yari", "b1").wantOffered(true, "yari > Bea")
	far("yari", "c1").wantOffered(true, "yari > Bea")
	far("yari", "d1").wantOffered(false, "yari > Bea")
	far("yari", "g1").wantOffered(true, "yari thrown > Bea")
	far("yari", "h1").wantOffered(false, "yari thrown > Bea")
	b := setup{us: []man{{name: "Ann", row: "weapons: [yumi]", at: "a1"}}, them: []man{{name: "Bea", at: "h1"}}, ground: `["...#....", "........"]`}.begin(t)
	b.wantOffered(false, "yumi willow leaf > Bea")
}

// The ATN: 5, five times Reflexes, Armor, Stance, Technique and Misc Bonus, less all maluses.
// RK-101: the sum. RK-102: the Attribute Bonus. RK-103: one piece of armour. RK-105: techniques. RK-106: all others, guards
// among them. RK-107: all maluses, Fire and guarding among them.
func TestTheArmorTargetNumber(t *testing.T) {
	b := setup{
		us: []man{{name: "Ann", row: "attributes: {reflexes: 4, awareness: 2}, armour: heavy, technique: 7, misc: 2, malus: 1, skills: {defense: 3}",
			line: "stance: air", at: "b2"}, {name: "Cid", at: "a2"}},
		them:   []man{{name: "Bea", at: "d4"}},
		ground: `["....", "....", "....", "...."]`,
	}.begin(t)
	g, s := b.position()
	got := g.armorTargetNumber(&s, 2, 0, blow{melee, 1})
	if want := (atnParts{attribute: 20, armor: 10, stance: 2 + 3, technique: 7, misc: 2, maluses: 1}); got != want {
		t.Errorf("the parts are %+v, want %+v", got, want)
	}
	b.wantATN("Ann", 5+20+10+5+7+2-1)
	b.play("end the turn")
	b.until("Cid")
	b.play("guard > Ann")
	b.wantATN("Ann", 48+10)
	b.wantATN("Cid", 20-5)
	b = duel(t, "attributes: {reflexes: 2}", "")
	b.wantATN("Ann", 15)
	b.wantATN("Bea", 20)
}

// Each raise is five on the number, and a Free Raise takes it off again, below the ATN too.
// R-RK-35, R-RK-58. RK-115: Extra Damage is one die a raise.
func TestRaises(t *testing.T) {
	b := duel(t, "", "")
	b.play("katana > Bea", "extra damage, 3 raises", "roll")
	b.wantCheck("5k3 >= 35")
	b.play(to{34})
	b.wantNoEvent("damage")
	b = duel(t, "", "")
	b.play("katana > Bea", "extra damage, 3 raises", "roll", to{35})
	b.wantCheck("9k2")
	b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, rulings: "raise cap: void"}.begin(t)
	b.play("katana > Bea")
	b.wantOffered(true, "feint", "extra damage, 2 raises", "knockdown", "push 5 feet", "aim at the hand", "tactical strike")
	b.wantOffered(false, "disarm", "extra attack", "extra damage, 3 raises", "push 10 feet", "aim at the head")
}

// What takes more raises than one may call is not called: here as many as the Void Ring.
// R-RK-35. RK-109, RK-112, RK-116, RK-120 to RK-124, RK-127, RK-130, RK-132: what each takes.
func TestWhatTakesTooManyRaisesIsNotCalled(t *testing.T) {
	takes := map[string]int{"feint": 2, "disarm": 3, "extra attack": 5, "extra damage, 1 raise": 1, "extra damage, 4 raises": 4, "knockdown": 2,
		"push 5 feet": 2, "push 10 feet": 4, "pull 5 feet": 2, "aim at the arm": 1, "aim at the leg": 1, "aim at the hand": 2, "aim at the foot": 2,
		"aim at the head": 3, "aim at the eye": 4, "aim at the ear": 4, "aim at the finger": 4, "tactical strike": 2}
	for ring := 1; ring <= 5; ring++ {
		ann := man{name: "Ann", row: fmt.Sprintf("void: %d, weapons: [yari]", ring), at: "a1"}
		b := setup{us: []man{ann}, them: []man{{name: "Bea", at: "c1"}}, rulings: "raise cap: void"}.begin(t)
		b.play("yari > Bea")
		for call, raises := range takes {
			b.wantOffered(raises <= ring, call)
		}
	}
}

// Several maneuvers may be called on one roll; their raises add up.
// R-RK-16: each at most once, and no Feint with a Disarm.
func TestSeveralManeuversAtOnce(t *testing.T) {
	b := duel(t, "", "")
	b.play("katana > Bea", "feint", "extra damage, 1 raise", "knockdown")
	b.wantOffered(false, "feint", "extra damage, 1 raise", "disarm")
	b.play("roll")
	b.wantCheck("5k3 >= 45")
	b = duel(t, "", "")
	b.play("katana > Bea", "disarm")
	b.wantOffered(false, "feint", "extra damage, 1 raise")
	b.wantOffered(true, "knockdown", "tactical strike")
}

// Disarm: three raises, 1k1 in place of the damage, and then the weapon drops if the contest of Strength is won.
// RK-109, RK-110, RK-111. R-RK-13: the 1k1 comes first, whoever wins. R-RK-18: no Strength on it.
func TestDisarm(t *testing.T) {
	b := duel(t, "", "")
	b.play("katana > Bea", "disarm", "roll")
	b.wantCheck("5k3 >= 35")
	b.play(to{36})
	b.wantCheck("1k1")
	b.play(to{4})
	b.wantWounds("Bea", 4)
	b.wantCheck("Ann's 3k3 against Bea's 3k3")
	b.play(to{20, 15})
	b.wantEvent("contest", "Ann", "disarm")
	b.wantSheet("Bea", "weapon", "bare hands")
	if e := b.events("drop"); len(e) != 1 || e[0].With != "katana" || e[0].To != "b1" {
		t.Errorf("told: %+v", b.told)
	}
	b = duel(t, "", "")
	b.play("katana > Bea", "disarm", "roll", to{36}, to{4}, to{15, 15})
	b.wantSheet("Bea", "weapon", "katana") // a tie wins nothing (R-RK-19)
	b = duel(t, "", "weapons: []")
	b.play("katana > Bea")
	b.wantOffered(false, "disarm")
}

// Extra Attack: five raises, another attack at once for nothing, once a turn.
// RK-112, RK-113, RK-114. R-RK-69: the second may not call another. R-RK-17: what counts is success.
func TestExtraAttack(t *testing.T) {
	b := duel(t, "", "")
	b.play("katana > Bea", "extra attack", "roll")
	b.wantCheck("5k3 >= 45")
	b.play(to{45}, to{5})
	b.wantSimple(0)
	b.wantOffered(true, "katana > Bea", "no extra attack")
	b.play("katana > Bea")
	b.wantOffered(false, "extra attack")
	b.play("feint", "roll", to{30}, to{12})
	b.wantWounds("Bea", 17+0)
	b.wantOffered(true, "end the turn")
	b = duel(t, "", "")
	b.play("katana > Bea", "extra attack", "roll", to{44})
	b.wantOffered(false, "katana > Bea")
}

// Feint: half of what the attack is above the ATN is added to the damage, five an Insight Rank at most.
// RK-116, RK-117, RK-118. R-RK-15: above the unraised ATN.
func TestFeint(t *testing.T) {
	for _, tc := range []struct {
		rank  string
		total int
		want  string
	}{{"rank: 1", 31, "6k2+5"}, {"rank: 1", 60, "6k2+5"}, {"rank: 2", 33, "6k2+6"}, {"rank: 2", 60, "6k2+10"}} {
		b := duel(t, tc.rank, "")
		b.play("katana > Bea", "feint", "roll", to{tc.total})
		if got := b.damagePool(); got != tc.want {
			t.Errorf("%s, %d: %s, want %s", tc.rank, tc.total, got, tc.want)
		}
	}
}

// Focused Attack names a part: arm or leg one raise, hand or foot two, the head three, finger, eye or ear four.
// RK-119, RK-120, RK-121, RK-122, RK-123.
func TestFocusedAttack(t *testing.T) {
	for part, need := range map[string]string{"arm": "25", "leg": "25", "hand": "30", "foot": "30", "head": "35", "eye": "40", "ear": "40", "finger": "40"} {
		b := duel(t, "", "")
		b.play("katana > Bea", "aim at the "+part, "roll")
		b.wantCheck("5k3 >= " + need)
		b.play(to{41}, to{5})
		b.wantEvent("part", "Bea", part)
	}
}

// What a struck part does lasts until the end of the target's next turn, if the blow did a Wound at least.
// R-RK-62.
func TestAStruckPart(t *testing.T) {
	strike := func(part string, damage int) *bout {
		b := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea", row: "armour: light"}}}.begin(t)
		b.play("katana > Bea", "aim at the "+part, "roll", to{60}, to{damage})
		b.until("Bea")
		return b
	}
	attack := func(b *bout, want string) {
		t.Helper()
		b.play("katana > Ann", "roll")
		b.wantCheck(want)
	}
	attack(strike("arm", 8), "4k3 >= 20")
	attack(strike("hand", 8), "4k2 >= 20")
	attack(strike("eye", 8), "4k2 >= 20")
	attack(strike("head", 8), "2k2 >= 20")
	attack(strike("ear", 8), "5k3 >= 20")
	attack(strike("arm", 3), "5k3 >= 20") // stopped by the armour
	b := strike("foot", 8)
	b.wantOfferedLike(false, "step > ")
	b.wantOfferedLike(true, "move > ")
	b = strike("leg", 8)
	b.wantOffered(true, "step > d1")
	b.wantOffered(false, "step > e1") // Water 2
	quick := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea", row: "attributes: {strength: 4, perception: 4}"}}}.begin(t)
	quick.play("katana > Bea", "aim at the leg", "roll", to{60}, to{8})
	quick.until("Bea")
	quick.wantOffered(true, "step > e1")
	quick.wantOffered(false, "step > f1") // Water 4 less one
	b.play("end the turn")
	b.until("Bea")
	b.wantStatus("Bea", "struck", false)
	b = duel(t, "", "")
	b.play("katana > Bea", "aim at the arm", "roll", to{60}, to{8})
	b.until("Bea")
	b.wantStatus("Bea", "struck", true)
	b.play("end the turn")
	b.wantStatus("Bea", "struck", false) // it hurts till the end of a turn
	b = strike("head", 8)
	b.wantStatus("Bea", "stunned", true)
	b.play("end the turn")
	b.wantStatus("Bea", "stunned", false)
	b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, rulings: `focused effects: "no"`}.begin(t)
	b.play("katana > Bea", "aim at the arm", "roll", to{60}, to{8})
	b.until("Bea")
	attack(b, "5k3 >= 20")
}

// Knockdown: two raises, and a contest of Strength won deals the damage and fells.
// RK-124, RK-125. R-RK-13: lost, it does nothing, unless the table says otherwise.
func TestKnockdown(t *testing.T) {
	b := duel(t, "", "")
	b.play("katana > Bea", "knockdown", "roll")
	b.wantCheck("5k3 >= 30")
	b.play(to{30}, to{20, 19})
	b.wantCheck("6k2")
	b.play(to{8})
	b.wantStatus("Bea", "prone", true)
	b.wantWounds("Bea", 8)
	b = duel(t, "", "")
	b.play("katana > Bea", "knockdown", "roll", to{30}, to{19, 19})
	b.wantStatus("Bea", "prone", false)
	b.wantWounds("Bea", 0)
	b.wantOffered(true, "end the turn")
	b.wantEvent("spared", "Bea", "no contest won") // why nothing is rolled is told (R-RK-83)
	b = setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, rulings: `damage on a lost contest: "yes"`}.begin(t)
	b.play("katana > Bea", "knockdown", "roll", to{30}, to{18, 19}, to{8})
	b.wantNoEvent("spared")
	b.wantWounds("Bea", 8)
	b.wantStatus("Bea", "prone", false)
}

// On four legs one is knocked down by four raises.
// RK-126.
func TestFourLegs(t *testing.T) {
	b := duel(t, "", "four legs: true")
	b.play("katana > Bea", "knockdown", "roll")
	b.wantCheck("5k3 >= 40")
}

// Push and Pull: two raises and a contest of Strength; won, the target is moved five feet, and the attacker may follow with
// its own movement.
// RK-127, RK-128, RK-129.
func TestPushAndPull(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", at: "b1"}}, them: []man{{name: "Bea", at: "c1"}}}
	b := sc.begin(t)
	b.play("katana > Bea", "push 5 feet", "roll")
	b.wantCheck("5k3 >= 30")
	b.play(to{30})
	b.wantCheck("Ann's 3k3 against Bea's 3k3")
	b.play(to{20, 19}, to{8})
	b.wantOptions("leave it", "to > d1", "follow to > d1")
	b.play("follow to > d1")
	b.wantSheet("Bea", "square", "d1")
	b.wantSheet("Ann", "square", "c1")
	b.wantWounds("Bea", 8)
	if _, s := b.position(); s.moved != 1 {
		t.Errorf("%d squares moved, want 1", s.moved)
	}
	b = sc.begin(t)
	b.play("katana > Bea", "push 5 feet", "roll", to{30}, to{20, 20})
	b.wantWounds("Bea", 0)
	b.wantSheet("Bea", "square", "c1")
	b = setup{us: []man{{name: "Ann", row: "weapons: [yari]", at: "b1"}}, them: []man{{name: "Bea", at: "d1"}}}.begin(t)
	b.play("yari > Bea")
	b.wantOffered(false, "pull 10 feet") // that is where Ann stands
	b.play("pull 5 feet", "roll", to{30}, to{20, 19}, to{8}, "to > c1")
	b.wantSheet("Bea", "square", "c1")
}

// Where there is no room nobody asks; and a contest that is lost moves nobody, though a table may have it wound.
// R-RK-56. R-RK-13.
func TestAPushWithoutRoomOrSuccess(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", at: "g1"}}, them: []man{{name: "Bea", at: "h1"}}}
	b := sc.begin(t)
	b.play("katana > Bea", "push 5 feet", "roll", to{30}, to{20, 19}, to{8})
	b.wantOffered(false, "leave it")
	b.wantSheet("Bea", "square", "h1")
	sc = setup{us: []man{{name: "Ann", at: "b1"}}, them: []man{{name: "Bea", at: "c1"}}, rulings: `damage on a lost contest: "yes"`}
	b = sc.begin(t)
	b.play("katana > Bea", "push 5 feet", "roll", to{30}, to{20, 22}, to{8})
	b.wantWounds("Bea", 8)
	b.wantOffered(false, "leave it")
}

// The Stunned have three dice less in the contest of their own attack.
// RK-188.
func TestTheStunnedContestWithLess(t *testing.T) {
	b := duel(t, "attributes: {reflexes: 3, stamina: 3, willpower: 3, agility: 3, strength: 5, perception: 3}, skills: {weapon samurai: 5}", "")
	b.kit().Edit("Ann stunned")
	b.play("katana > Bea", "knockdown", "roll")
	b.wantCheck("5k3 >= 30")
	b.play(to{30})
	b.wantCheck("Ann's 2k2 against Bea's 3k3")
}

// Who has moved as far as a turn allows does not follow; nor does one who lies.
// RK-129, RK-166.
func TestFollowingIsMovement(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", at: "b1", row: "attributes: {strength: 1, perception: 1}"}}, them: []man{{name: "Bea", at: "c1"}}}
	for moved, follows := range map[uint8]bool{3: true, 4: false} {
		b := sc.begin(t)
		b.play("katana > Bea", "push 5 feet", "roll", to{40}, to{5, 4}, to{8})
		g, s := b.position()
		s.moved = moved
		list := g.listShoves(&s, nil)
		if got := slices.ContainsFunc(list, func(a rules.Action) bool { return a.Do == doFollow }); got != follows {
			t.Errorf("after %d squares of four follows %v, want %v", moved, got, follows)
		}
	}
}

// Beyond five feet it takes two raises for each five feet more, and the target adds its Earth to the contest.
// RK-130, RK-131. R-RK-56: a wall or a fighter stops it.
func TestPushFarther(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "b1"}}, them: []man{{name: "Bea", at: "c1"}, {name: "Dan", at: "e1"}}}.begin(t)
	b.play("katana > Bea", "push 15 feet", "roll")
	b.wantCheck("5k3 >= 50")
	b.play(to{50})
	b.wantCheck("Ann's 3k3 against Bea's 3k3+3")
	b.play(to{20, 19}, to{8})
	b.wantOptions("leave it", "to > d1", "follow to > d1")
}

// A target is pushed the way the blow came: straight on, if that way is twice as long as the other, else aslant.
// RK-128. R-RK-56.
func TestAPushLeadsOnFromTheBlow(t *testing.T) {
	for at, on := range map[string]string{"c1": "d1", "c2": "d2", "a3": "a4", "b3": "b4", "b2": "c3", "c3": "d4"} {
		b := setup{us: []man{{name: "Ann", row: "weapons: [yari]", at: "a1"}}, them: []man{{name: "Bea", at: at}},
			ground: `["....", "....", "....", "...."]`}.begin(t)
		b.play("yari > Bea", "push 5 feet", "roll", to{30}, to{20, 19}, to{8})
		b.wantOffered(true, "to > "+on)
	}
}

// Tactical Strike: two raises put a Free Raise into the side's pool, for anybody of it, as many as its Insight Rank at once.
// RK-132. R-RK-59.
func TestTacticalStrike(t *testing.T) {
	b := setup{us: []man{{name: "Ann", at: "b1"}, {name: "Cid", at: "c2"}}, them: []man{{name: "Bea", at: "c1"}}, ground: `["....", "...."]`}.begin(t)
	b.play("katana > Bea", "tactical strike")
	b.wantCheck("5k3 >= 30") // nothing else can be called any more
	b.play(to{30})
	if e := b.events("pool"); len(e) != 1 || e[0].Left != 1 {
		t.Errorf("told: %+v", b.told)
	}
	b.play(to{4})
	b.wantSheet("Cid", "tactics", "1")
	b.until("Cid")
	b.play("katana > Bea")
	b.wantOffered(false, "tactics, 2 raises")
	b.play("feint", "tactics, 1 raise")
	b.wantCheck("5k3 >= 25")
	b.play(to{9})
	b.wantSheet("Cid", "tactics", "") // lost with the miss
}

// An attack collapses to what it can still change: hit and miss, and with a Feint the halves of the margin.
// R-RK-60.
func TestOutcomesAreAsFineAsTheirConsequences(t *testing.T) {
	b := duel(t, "rank: 2", "")
	b.play("katana > Bea", "roll")
	if o := b.f.Outcomes(); len(o) != 2 {
		t.Errorf("%d outcomes of a plain attack, want 2", len(o))
	}
	b = duel(t, "rank: 2", "")
	b.play("katana > Bea", "feint", "roll")
	o := b.f.Outcomes()
	if len(o) != 1+6 { // a miss, and 5 to 10
		t.Errorf("%d outcomes of a Feint, want 7", len(o))
	}
	sum := 0.0
	for _, o := range o {
		sum += o.P
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("they come to %v", sum)
	}
	b.play(to{40})
	for _, o := range b.f.Outcomes() {
		if o.N > 58 {
			t.Errorf("%d damage is told apart, and 58 kill", o.N)
		}
	}
}

// A weapon that is thrown lies where its target stands.
// R-RK-56.
func TestAThrownWeaponLiesThere(t *testing.T) {
	b := setup{us: []man{{name: "Ann", row: "weapons: [tanto]", at: "a1"}}, them: []man{{name: "Bea", at: "d1"}}}.begin(t)
	b.play("tanto thrown > Bea", "roll", to{9})
	b.wantSheet("Ann", "weapon", "bare hands")
	b.until("Bea")
	b.wantOffered(false, "pick up Ann's tanto") // her hand is not free
	b.play("let go of katana")
	b.wantOffered(true, "pick up Ann's tanto")
}

// Arrows: one ignores the Armor Bonus, one doubles it.
// R-RK-36.
func TestArrows(t *testing.T) {
	for arrow, want := range map[string]string{"willow leaf": "30", "armour piercing": "20", "flesh cutter": "40"} {
		b := setup{us: []man{{name: "Ann", row: "weapons: [yumi]", at: "a1"}}, them: []man{{name: "Bea", row: "armour: heavy", at: "h1"}}}.begin(t)
		b.play("yumi "+arrow+" > Bea", "roll")
		b.wantCheck("5k3 >= " + want)
	}
	b := setup{us: []man{{name: "Ann", row: "weapons: [dai-kyu]", at: "a1"}}, them: []man{{name: "Bea", at: "h1"}}}.begin(t)
	b.play("dai-kyu willow leaf > Bea", "roll", to{30})
	b.wantCheck("5k2") // the bow's 4, and no more than the archer's 3
}

// A fighter or cover between adds to the ATN against shots, full cover more, not from beside; a foe beside spoils the aim.
// R-RK-55.
func TestCover(t *testing.T) {
	shot := func(ground, at string, more ...man) string {
		sc := setup{us: append([]man{{name: "Ann", row: "weapons: [yumi]", at: "a1"}}, more...), them: []man{{name: "Bea", at: at}}, ground: ground}
		b := sc.begin(t)
		b.play("yumi willow leaf > Bea", "roll")
		return b.f.Check().Says
	}
	if got := shot(`["........", "........"]`, "h1"); got != "5k3 >= 20" {
		t.Errorf("in the open: %s", got)
	}
	if got := shot(`["........", "........"]`, "h1", man{name: "Cid", at: "d1"}); got != "5k3 >= 25" {
		t.Errorf("behind a fighter: %s", got)
	}
	if got := shot(`[".......o", "........"]`, "h1"); got != "5k3 >= 25" {
		t.Errorf("in cover: %s", got)
	}
	if got := shot(`[".......O", "........"]`, "h1", man{name: "Cid", at: "d1"}); got != "5k3 >= 30" {
		t.Errorf("in full cover: %s", got)
	}
	if got := shot(`[".O......", "........"]`, "b1"); got != "5k3-10 >= 20" {
		t.Errorf("from beside: %s", got)
	}
}

// Two weapons in hand add the Insight Rank to the ATN and take from attacks.
// RK-105. R-RK-33, R-RK-70.
func TestTwoWeapons(t *testing.T) {
	b := duel(t, "rank: 2, dual: true, weapons: [katana, wakizashi], ready: 2", "")
	b.wantATN("Ann", 22)
	b.play("katana > Bea", "roll")
	b.wantCheck("5k3-10 >= 20")
	b = duel(t, "rank: 2, dual: true, weapons: [katana, tanto], ready: 2", "")
	b.play("katana > Bea", "roll")
	b.wantCheck("5k3-5 >= 20")
}

// Heavy armour takes five off tests of a skill with Agility or Reflexes, not off contests of Strength.
// R-RK-73.
func TestHeavyArmourIsClumsy(t *testing.T) {
	b := duel(t, "armour: heavy", "")
	b.play("katana > Bea", "knockdown", "roll")
	b.wantCheck("5k3-5 >= 30")
	b.play(to{30})
	b.wantCheck("Ann's 3k3 against Bea's 3k3")
}

// One carries two weapons at most.
// RK-96. R-RK-57.
func TestOneCarriesTwoWeapons(t *testing.T) {
	for weapons, ok := range map[string]bool{"katana, tanto": true, "katana, tanto, yari": false} {
		sc := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}
		text := strings.Replace(sc.text(), "name: Ann", "weapons: ["+weapons+"], name: Ann", 1)
		if _, err := Load("setup.yaml", []byte(text), sc.book(t)); (err == nil) != ok {
			t.Errorf("%s: %v, want it to load: %v", weapons, err, ok)
		}
	}
}

// What a contest came to is told of both sides, however high or low.
// RK-111.
func TestBothTotalsOfAContestAreTold(t *testing.T) {
	for _, own := range []int16{-45, 0, 1, 200} {
		for _, other := range []int16{-45, -1, 0, 1, 127, 128, 255, 256, 300} {
			if a, b := unpackTotals(packTotals(own, other)); a != own || b != other {
				t.Errorf("%d against %d is told as %d against %d", own, other, a, b)
			}
		}
	}
}
