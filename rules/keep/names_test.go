package keep

import (
	"slices"
	"testing"

	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
)

// The words of rows and positions stand in the order of the constants that the engine counts them by.
func TestNamesAgreeWithTheirConstants(t *testing.T) {
	agree := func(what string, names []string, want map[int]string) {
		t.Helper()
		if len(names) != len(want) {
			t.Errorf("%d %s, want %d", len(names), what, len(want))
		}
		for k, name := range want {
			if k >= len(names) || names[k] != name {
				t.Errorf("number %d of the %s %q is not %q", k, what, names, name)
			}
		}
	}
	agree("attributes", rows.AttributeNames, map[int]string{reflexes: "reflexes", awareness: "awareness", stamina: "stamina", willpower: "willpower",
		agility: "agility", intelligence: "intelligence", strength: "strength", perception: "perception"})
	agree("skills", rows.SkillNames, map[int]string{samurai: "weapon samurai", swords: "swords", knives: "knives", staves: "staves", kanaboujutsu: "kanaboujutsu",
		spears: "spears", polearms: "polearms", chain: "chain", kyujutsu: "kyujutsu", jujutsu: "jujutsu", defense: "defense", athletics: "athletics",
		horsemanship: "horsemanship"})
	agree("sizes", rows.SizeNames, map[int]string{int(small): "small", int(medium): "medium", int(large): "large"})
	agree("kinds", rows.KindNames, map[int]string{int(melee): "melee", int(thrown): "thrown", int(aimed): "aimed"})
	agree("covers", rows.CoverNames, map[int]string{int(noCover): "", int(someCover): "some", int(fullCover): "full"})
	agree("stances", rows.StanceNames, map[int]string{int(noStance): "", int(water): "water", int(air): "air",
		int(earth): "earth", int(fire): "fire", int(void): "void"})
	agree("phases", rows.PhaseNames, map[int]string{int(phOver): "over", int(phInitiative): "initiative", int(phTie): "draw", int(phOpening): "opening stance",
		int(phRound): "void points", int(phStance): "stance", int(phAct): "turn", int(phCall): "calls", int(phTest): "test", int(phEffort): "efforts",
		int(phContest): "contest", int(phStrike): "strike", int(phDamage): "damage", int(phEndure): "endure", int(phShove): "shove",
		int(phExtra): "extra attack", int(phAgree): "agreement", int(phFirst): "first or last", int(phWhich): "which first"})
	agree("actions", rows.ActionNames, map[int]string{int(doEnd): "end the turn", int(doAttack): "attack", int(doGrapple): "grapple", int(doDefend): "defend",
		int(doGuard): "guard", int(doFreeMove): "step", int(doMove): "move", int(doSteedFree): "trot", int(doSteedMove): "ride", int(doCrawl): "crawl",
		int(doStand): "stand up", int(doMount): "mount", int(doDismount): "dismount", int(doLeave): "leave the field", int(doReady): "ready",
		int(doStow): "stow", int(doLetGo): "let go of", int(doRecover): "pick up", int(doString): "string", int(doEscape): "struggle free",
		int(doTend): "tend", int(doTrial): "test", int(doHit): "hit", int(doBreak): "break", int(doThrow): "throw", int(doDrag): "drag",
		int(doMaintain): "maintain", int(doNevermind): "nevermind", int(doSpeak): "speak",
		int(doFirst): "first", int(doLast): "last", int(doWhich): "begin with", int(doShake): "shake off the stun", int(doRally): "rally",
		int(doUse): "use", int(doDraw): "draw", int(doPutAway): "put away", int(doBegin): "begin", int(doPayFor): "pay for", int(doComplete): "complete"})
	agree("moments", rows.MomentNames, map[int]string{int(whenUsed): "used", int(whenEncounter): "encounter",
		int(whenRound): "round", int(whenTurn): "turn", int(whenReadying): "readying"})
	agree("effects", rows.EffectNames, map[int]string{int(doesAttack): "attack", int(doesDamage): "damage", int(doesTests): "tests", int(doesATN): "ATN",
		int(doesReduction): "reduction", int(doesInitiative): "initiative", int(doesWater): "water", int(doesVoid): "void points", int(doesHeal): "heal",
		int(doesHurt): "hurt", int(doesRaises): "free raises", int(doesStand): "stand", int(doesSteady): "steady", int(doesBlind): "blind",
		int(doesStun): "stun", int(doesFell): "fell", int(doesQuell): "quell"})
	agree("targets", rows.TargetNames, map[int]string{int(onSelf): "self", int(onFriends): "friends", int(onFoes): "foes", int(onFriend): "friend", int(onFoe): "foe"})
	agree("costs", rows.CostNames, map[int]string{int(costNone): "", int(costFree): "free", int(costSimple): "simple", int(costComplex): "complex",
		int(costFewWords): "7 syllables", int(costManyWords): "17 syllables"})
	agree("marks", rows.MarkNames, map[int]string{markDrawn - markDrawn: "drawn", markBegun - markDrawn: "begun",
		markPaid - markDrawn: "paid", markUsed - markDrawn: "used"})
	agree("rings", rows.RingNames, map[int]string{ringAir: "air", ringEarth: "earth", ringFire: "fire", ringWater: "water", ringVoid: "void"})
}

// The words a position holds several of are those of the bits, from the lowest.
func TestNamesAgreeWithTheirBits(t *testing.T) {
	agree := func(what string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("the bits of %s are %q, want %q", what, got, want)
		}
	}
	agree("a status", book.BitWords(prone|tended, rows.StatusNames), []string{"prone", "tended"})
	agree("a status", book.BitWords(blind|incapacitated|recoversNext|gone, rows.StatusNames), []string{"blind", "incapacitated", "recovering", "gone"})
	agree("a round", book.BitWords(beganVoid|declared|acted|wasVoid, rows.TurnMarkNames), rows.TurnMarkNames)
	agree("a round", book.BitWords(declared|wasVoid, rows.TurnMarkNames), []string{"declared", "chosen void"})
	agree("what is used", book.BitWords(accelerate|deflect|strive|spentVoidBonus, rows.SpentNames), []string{"accelerate", "deflect", "strive", "void stance"})
	agree("what is used", book.BitWords(boost|endure|swap|spentWeaponVoid, rows.SpentNames), []string{"boost", "endure", "swap", "void strike"})
	agree("what is struck", book.BitWords(hurtArm|hurtHand|hurtHead, rows.FocusNames), []string{"arm", "hand", "head"})
	agree("needs", book.BitWords(needsWounded|needsArmed|needsOutnumbered|needsFoe, rows.NeedNames), []string{"wounded", "armed", "outnumbered", "a foe in reach"})
	agree("needs", book.BitWords(needsUnhurt|needsUnarmed|needsFriend|needsMount, rows.NeedNames), []string{"unhurt", "unarmed", "beside a friend", "mounted"})
	for st := water; st < stanceCount; st++ {
		agree("needs", book.BitWords(needsStance<<(st-water), rows.NeedNames), []string{"in " + rows.StanceNames[st]})
	}
	agree("what is struck", book.BitWords(hurtLeg|hurtFoot|hurtEye, rows.FocusNames), []string{"leg", "foot", "eye"})
}
