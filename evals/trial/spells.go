package trial

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"kokyu/rules/breath/rows"
	"kokyu/rules/dice"
)

// The trials of spells, each by what the spell does: what it is for is the same for all that do it, those of a table's own
// among them.

const spellsSay = `weighs spells: each does what it is for in a small fight in which everybody does what is written, gone through
whole, every throw with its chance. What it changes in Wounds, for each Energy, is set beside a horizontal cut. Named spells
alone are weighed, a table's own among them. It takes some seconds.`

var spellLines = []string{
	"What a spell changes in Wounds when it does what it is for: those its side is spared and those its foes lose, a called unit's not counted. Every throw of the dice is gone through with its chance. A caster adds to a check what a swordsman of the same dan adds to a cut: 3, 4, 5, 6 and 7 at 1, 3, 5, 7 and 9 dan; everybody has Defense 12, and yoma are what a spell against yoma meets. Slots are not counted: they bind what is worth more than its Energy.",
	"Kept is how often a casting comes to its end: while it is prepared a foe of the dan cuts at the caster once, while it is dispersed twice; the caster has one to four Wounds left, each as likely, Physique 1 and Hardiness 2. The last column is Kept times the Wounds for each Energy, a cut being 1. A Tatsujin's rite is over when the fight begins: its Energy is that of its form, Kept is how often its check succeeds, and a Tatsujin adds 8.",
}

// worthWhy says of rows why they lie outside the bounds.
var worthWhy = map[string]string{
	"talisman knot":             "the ward takes two Wounds since fights were played with one and nobody cast it; its slots bind it",
	"four gods' guard":          "+2 to attack is worth a fifth of a Wound a cut, and a longer breath is time, which Wounds do not show; printed",
	"vajra knot":                "two Wounds for six Energy, whatever they are added to; printed",
	"angelic descent":           "Defense 3 and -3 to yoma for a whole fight; in a fight without yoma half of it is nothing; printed",
	"great evil-breaking light": "nothing on men, and three quarters of a cut on a single yoma; printed",
	"yoma-sealing knot":         "what it holds harms nobody and is not harmed; a lord of yoma it holds only at half his Wounds",
}

// danMods are what a fighter of a dan adds to a cut, and a caster of it to a check.
var danMods = map[int]int{1: 3, 3: 4, 5: 5, 7: 6, 9: 7, rows.Tatsujin: 8}

// The people of a trial have room for what happens to them: a caster has Energy for every stage before the others breathe, a
// post has Wounds that no single throw takes.
const (
	firstEnergy = 20 // breathes before the others
	foeEnergy   = 13
	lastEnergy  = 8 // breathes when the foes have
	postWounds  = 12
)

// front is the one zone of most trials, behind and yonder are those beside it.
const (
	behind     = "first rear"
	front      = "first front"
	yonder     = "second front"
	plainZones = "{" + behind + ": {}, " + front + ": {}, " + yonder + ": {}}"
)

// bladeRow is a swordsman of Defense 12 who adds mod to a cut.
func bladeRow(mod, energy int, more string) string {
	points := 2
	if mod > danMods[9] { // nobody's courage is above 6
		points = 3
	}
	return fmt.Sprintf("grade: elite, courage: %d house, energy: %d house, wounds: %d house, armour: light, weapons: [uchigatana], skills: {swordsmanship: %d house}%s",
		mod-int(rows.Proficiency(points)), energy, postWounds, points, more)
}

// casterRow is a caster of a dan who knows these spells and adds the same to a check as a swordsman of that dan to a cut.
func casterRow(dan, energy, wounds int, lists []string, known ...string) string {
	points := 3
	if dan >= 5 {
		points = 4
	}
	skills, licences := "", []string{}
	for _, list := range lists {
		skills += fmt.Sprintf(", %s: %d house", list, points)
		licences = append(licences, fmt.Sprintf("{skill: %s, since: 1}", list))
	}
	return fmt.Sprintf("grade: elite, physique: 1 house, wisdom: %d house, energy: %d house, wounds: %d house, armour: light, weapons: [uchigatana], "+
		"skills: {swordsmanship: 1 house, hardiness: 2 house%s}, caster: {mode: spells, dan: %d house, lists: [%s], studied: 30, known: [%s]}",
		danMods[dan]-int(rows.Proficiency(points)), energy, wounds, skills, dan, strings.Join(licences, ", "), strings.Join(known, ", "))
}

// casting is what is written for who casts a spell, from round 1 on: a stage a breath; and the round of the last.
func casting(name string, form rows.Form, target string, weighed bool) (breaths []breath, round int) {
	stages := form.Stages()
	round = 1
	for n, st := range stages {
		words := "go on with " + name
		switch {
		case len(stages) == 1:
			words = "cast " + name + target
		case n == len(stages)-1:
			words = "complete " + name + target
		case n == 0:
			words = "begin " + name
		}
		if st.After == rows.PauseRound {
			round++
		}
		breaths = append(breaths, breath{round, []act{{[]string{words}, weighed}}})
	}
	return breaths, round
}

// fightSpells are the spells with a use in a fight, list by list, then by dan, then by name.
func fightSpells(b rows.Book) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(b.Spells)) {
		if b.Spells[name].Fights() {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(x, y string) int {
		s, t := b.Spells[x], b.Spells[y]
		if s.List != t.List {
			return slices.Index(rows.SpellLists, s.List) - slices.Index(rows.SpellLists, t.List)
		}
		return s.Dan.N - t.Dan.N
	})
	return names
}

// spell is what a spell brings.
func (w scales) spell(name string) (row Weighed, err error) {
	s := w.rows().Spells[name]
	row = Weighed{Row: name, Of: rows.DanName(s.Dan.N), Kept: 1}
	if rite(s) {
		check, err := dice.Parse(fmt.Sprintf("2d10%+d >= %d", danMods[s.Dan.N], s.TargetNumber()))
		if err != nil {
			return row, err
		}
		row.Kept = check.Odds().P.Float()
	} else if n := disturbed(s.Form); n > 0 {
		if row.Kept, err = w.kept(name, s, n); err != nil {
			return row, err
		}
	}
	return w.beside(row, spellTrials(name, s), danMods[s.Dan.N])
}

// rite says whether a spell is a Tatsujin's, which is over when the fight begins.
func rite(s rows.Spell) bool { return s.Dan.N == rows.Tatsujin }

// disturbed is how often a foe cuts at a caster before a form's last stage.
func disturbed(f rows.Form) int {
	switch {
	case len(f.Stages()) == 1:
		return 0
	case f.Dispersed():
		return 2
	}
	return 1
}

// kept is how often a caster of one to four Wounds is still casting after so many cuts at him.
func (w scales) kept(name string, s rows.Spell, n int) (p float64, err error) {
	const wounds = 4
	var list []trial
	for left := 1; left <= wounds; left++ {
		k := sketched(name, s)
		k.people["Caster"].row, k.people["Caster"].post = casterRow(s.Dan.N, firstEnergy, left, []string{s.List}, name), false
		k.people["Caster"].breaths = k.people["Caster"].breaths[:1]
		k.people["Foe"].post = false
		k.round = 1
		t := k.trial("", 1, "us Caster, Friend/them Foe/Foe 0: cut Caster"+strings.Repeat(", cut Caster", n-1))
		t.counts = func(all []sheet) float64 {
			if all[0].casting {
				return 1
			}
			return 0
		}
		list = append(list, t)
	}
	got, err := w.mean(list)
	return got.wounds, err
}

// sketch is a trial of a spell in the making: who casts it, and the people who may be there for it.
type sketch struct {
	name   string
	spell  rows.Spell
	round  int // of the activation
	people people
}

// sketched is what every trial of a spell begins with.
func sketched(name string, s rows.Spell) *sketch {
	mod, yoma := danMods[s.Dan.N], ""
	if s.At == "yoma" || s.At == "yoma in a zone" || s.Does.YomaDimmed.N > 0 {
		yoma = ", yoma: true"
	}
	k := &sketch{name: name, spell: s, people: people{}}
	k.people.add("Caster", casterRow(s.Dan.N, firstEnergy, postWounds, []string{s.List}, name))
	for _, ours := range []string{"Friend", "Second", "Third"} {
		k.people.add(ours, bladeRow(mod, lastEnergy, ""))
	}
	for _, theirs := range []string{"Foe", "Other", "Last"} {
		k.people.add(theirs, bladeRow(mod, foeEnergy, yoma))
	}
	caster := k.people["Caster"]
	if rite(s) {
		k.round = 1
		return k
	}
	caster.answers = []act{{words: []string{"name Other"}}}
	caster.breaths, k.round = casting(name, s.Form, k.target(), true)
	return k
}

// target is what follows a spell's name where it is cast.
func (k *sketch) target() string {
	switch k.spell.At {
	case "foe", "yoma", "workings":
		return " > Foe"
	case "ally", "self or ally":
		return " > Friend"
	case "zone":
		return " > " + front
	case "all in a zone", "yoma in a zone":
		return " > " + yonder
	case "unit":
		return " > Shade"
	case "foes around":
		return " > " + front + " and " + yonder
	}
	return ""
}

// recasts gives the caster Energy to act after a foe, or further spells to know.
func (k *sketch) recasts(energy int, lists []string, known ...string) {
	k.people["Caster"].row = casterRow(k.spell.Dan.N, energy, postWounds, append([]string{k.spell.List}, lists...), append([]string{k.name}, known...)...)
}

// trial is one of so many rounds from the activation on.
func (k *sketch) trial(says string, rounds int, script string) trial {
	t := k.people.trial(says, k.round, rounds, script)
	if rite(k.spell) {
		t.before, t.takes = fmt.Sprintf("%q", k.name+k.target()), k.spell.Form.Energy()
	}
	return t
}

// spellTrials are what a spell is for, by what it does; of several each is as likely.
func spellTrials(name string, s rows.Spell) []trial {
	k, d := sketched(name, s), s.Does
	switch {
	case d.Call != "":
		return []trial{k.calling("Shade|Friend"), sketched(name, s).calling("Friend")}
	case s.At == "yoma in a zone" && d.Exposed.N > 0:
		return one(k.trial("two foes stand in one zone with none of ours, and one of ours cuts at one of them four times in the next round", 2,
			"us Caster, Friend/them Foe@second front, Other@second front/Friend 1: cuts Foe; cuts Foe"))
	case s.At == "all in a zone" || s.At == "yoma in a zone":
		return one(k.trial("two foes stand in one zone with none of ours; they leave a fire after its first lull", 1, "us Caster/them Foe@second front, Other@second front"))
	case s.At == "blow":
		k.people["Caster"].breaths, k.people["Caster"].answers = nil, []act{{[]string{"cast " + name}, true}}
		return one(k.trial("a foe cuts four times at an ally; what hits is answered", 1, "us Caster, Friend/them Foe/Foe 0: cuts Friend; cuts Friend"))
	case s.At == "workings":
		return one(k.unmaking())
	case s.At == "barrier":
		return one(k.knotting())
	case d.Repel:
		const wounds = 5
		foe := k.people["Foe"]
		foe.row, foe.post = strings.Replace(foe.row, fmt.Sprintf("wounds: %d", postWounds), fmt.Sprintf("wounds: %d", wounds), 1), false
		return one(k.trial("an elite yoma has all its five Wounds, which go with it", 1, "us Caster/them Foe, Other"))
	case d.Cleanse:
		t := k.besetting()
		t.says = "an ally has fumbled and is Defenseless, and " + t.says
		t.begins = "Friend: {is: [shaken]}"
		return one(t)
	case d.Reveal:
		k.people["Foe"].row += ", yoma: true, traits: [fox shape]"
		t := k.exchange()
		t.says += "; one of the foes is a yoma in fox shape"
		return one(t)
	case d.Shift:
		return one(k.trial("the caster and a foe cut at each other: twice before the lull, four times in each of two rounds more", 3,
			"us Caster/them Foe/Caster *: cuts Foe/Foe *: cuts Caster"))
	case d.Answering.N > 0:
		k.people["Friend"].row = bladeRow(danMods[s.Dan.N], firstEnergy, "")
		return one(k.trial("an ally holds a parry ready, and a foe cuts at it four times", 1,
			"us Friend, Caster/them Foe/Friend 0: reserve parry/Friend answers: parry (reserved)/Foe 0: cuts Friend; cuts Friend"))
	case d.Gate.N > 0 && d.Barrier.N == 0:
		const comes = "cut Friend|walk > first rear|break through > first rear|walk > first front|break through > first front, cut Friend"
		return one(k.trial("a foe must cross an empty zone to an ally behind it, and cuts as soon as it is there, in this round and the next", 2,
			"us Caster@first rear, Friend@first rear/them Foe@second front/Foe 0: "+comes+"; "+comes+"; "+comes+"/Foe 1: "+comes+"; "+comes+"; "+comes))
	case d.Sure:
		return one(k.trial("a foe holds two parries ready, and an ally is about to breathe: two cuts at it", 1,
			"us Caster, Friend/them Foe/Foe answers: parry (reserved)/Foe 0: cut Friend, reserve parry, reserve parry/Friend 0: cuts Foe"))
	case d.Hush:
		return one(k.trial("a foe holds two parries ready in each round, and two of ours cut at it: twice each before the lull, four times each in the next round", 2,
			"us Caster, Friend, Second/them Foe/Foe answers: parry (reserved)/Foe 0: cut Friend, reserve parry, reserve parry/Foe 1: cut Friend, reserve parry, reserve parry/"+
				"Friend 0: cuts Foe/Second 0: cuts Foe/Friend 1: cuts Foe; cuts Foe/Second 1: cuts Foe; cuts Foe"))
	case d.Exposed.N > 0 && s.For == "":
		k.people["Foe"].row = bladeRow(danMods[s.Dan.N], firstEnergy, "")
		k.recasts(firstEnergy-1, nil)
		return one(k.trial("a foe has breathed, and two of ours cut at it twice each before it does again", 1,
			"us Caster, Friend, Second/them Foe/Foe 0: cuts Friend/Friend 0: cuts Foe/Second 0: cuts Foe"))
	case d.Wounds.N > 0 && d.Attack.N == 0:
		return one(k.trial("a foe stands in reach, and another beside it", 1, "us Caster/them Foe, Other"))
	case s.For == "breath" || s.For == "lull":
		return one(k.besetting())
	}
	return one(k.exchange())
}

func one(t trial) []trial { return []trial{t} }

// exchange is for what lasts.
func (k *sketch) exchange() trial {
	struck := "Friend"
	if k.spell.At == "self" {
		struck = "Caster"
	}
	return k.trial("three pairs cut at each other from the middle of a round on: two cuts each before the lull, four in each of two rounds more", 3,
		"us Caster, Friend, Second, Third/them Foe, Other, Last/Foe *: cuts "+struck+"/Other *: cuts Second/Last *: cuts Third/Friend *: cuts Foe|Other/Second *: cuts Other/Third *: cuts Last")
}

// besetting is for what protects an ally for no longer than a round.
func (k *sketch) besetting() trial {
	return k.trial("two foes breathe at an ally before it does again, two cuts each", 1, "us Caster, Friend/them Foe, Other/Foe 0: cuts Friend/Other 0: cuts Friend")
}

// unmaking is for what ends a casting.
func (k *sketch) unmaking() trial {
	const burst = "talisman burst"
	k.recasts(firstEnergy-1, nil)
	foe := k.people["Foe"]
	foe.row = casterRow(k.spell.Dan.N, firstEnergy, postWounds, []string{"sorcery"}, burst)
	foe.breaths, _ = casting(burst, "2+2 prep", " > Friend", false)
	return k.trial("a foe of the same dan has paid the first half of a talisman burst, which is for an ally who stands alone", 1, "us Caster@second front, Friend/them Foe")
}

// knotting is for what strengthens a barrier: a salt line lies.
func (k *sketch) knotting() trial {
	const salt = "salt line"
	k.recasts(firstEnergy, []string{"barrier"}, salt)
	laid, _ := casting(salt, "2", " > "+front, false)
	k.people["Caster"].breaths = append(laid, k.people["Caster"].breaths...)
	t := k.exchange()
	t.says = "a salt line lies before them, and " + t.says
	return t
}

// calling is for what calls a unit, which the foe goes for at once or leaves alone.
func (k *sketch) calling(struck string) trial {
	caster := k.people["Caster"]
	caster.row = strings.Replace(caster.row, "mode: spells,", "mode: spells, class: onmyoji,", 1)
	caster.line = ", calls: [Shade]"
	k.people["Shade"] = &player{name: "Shade", who: k.spell.Does.Call}
	const blow = "talons > Foe|paper cut > Foe"
	t := k.trial("an onmyoji's unit strikes in two rounds at a foe who cuts twice before the lull and four times in each of those; half the time the foe goes for it at once, half it leaves it alone", 3,
		"us Caster, Friend, Shade/them Foe/Foe *: cuts "+struck+"/Shade 1: "+blow+"; "+blow+"/Shade 2: "+blow+"; "+blow)
	t.called = "Shade"
	return t
}
