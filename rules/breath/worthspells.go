package breath

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/book"
)

// The trials of spells, each by what the spell does: what it is for is the same for all that do it, those of a table's own
// among them.

const spellsSay = `weighs spells: each does what it is for in a small fight in which everybody does what is written, gone through
whole, every throw with its chance. What it changes in Wounds, for each Energy, is set beside a horizontal cut. Named spells
alone are weighed, a table's own among them. It takes some seconds.`

var spellLines = []string{
	"What a spell changes in Wounds when it does what it is for: those its side is spared and those its foes lose, a called unit's not counted. Every throw of the dice is gone through with its chance. A caster adds to a check what a swordsman of the same dan adds to a cut: 3, 4, 5, 6 and 7 at 1, 3, 5, 7 and 9 dan; everybody has Defense 12, and yoma are what a spell against yoma meets. Slots are not counted: they bind what is worth more than its Energy.",
	"Kept is how often a casting comes to its end: while it is prepared a foe of the dan cuts at the caster once, while it is dispersed twice; the caster has one to four Wounds left, each as likely, Physique 1 and Hardiness 2. The last column is Kept times the Wounds for each Energy, a cut being 1.",
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
var danMods = map[int]int{1: 3, 3: 4, 5: 5, 7: 6, 9: 7}

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
	const points = 2
	return fmt.Sprintf("grade: elite, courage: %d house, energy: %d house, wounds: %d house, armour: light, weapons: [uchigatana], skills: {swordsmanship: %d house}%s",
		mod-int(proficiency(points)), energy, postWounds, points, more)
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
		danMods[dan]-int(proficiency(points)), energy, wounds, skills, dan, strings.Join(licences, ", "), strings.Join(known, ", "))
}

// casting is what is written for who casts a spell, from round 1 on: a stage a breath; and the round of the last.
func casting(name string, form Form, target string, mark func(words ...string) deed) (breaths []gust, round int) {
	stages := form.Stages()
	round = 1
	for n, st := range stages {
		words := castVerbs[castOn] + " " + name
		switch {
		case len(stages) == 1:
			words = instantWord + " " + name + target
		case n == len(stages)-1:
			words = castVerbs[castAct] + " " + name + target
		case n == 0:
			words = castVerbs[castBegin] + " " + name
		}
		if st.After == PauseRound {
			round++
		}
		breaths = append(breaths, gust{round, []deed{mark(words)}})
	}
	return breaths, round
}

// cuts are so many breaths of two cuts each at the first of these who can be struck.
func cuts(round, breaths int, at ...string) (list []gust) {
	var words []string
	for _, name := range at {
		words = append(words, "horizontal cut > "+name)
	}
	for range breaths {
		list = append(list, gust{round, []deed{does(words...), does(words...)}})
	}
	return list
}

// fightSpells are the spells with a use in a fight, list by list, then by dan, then by name.
func (b Book) fightSpells() (names []string) {
	for _, name := range keys(b.Spells) {
		if b.Spells[name].Fights() {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(x, y string) int {
		s, t := b.Spells[x], b.Spells[y]
		if s.List != t.List {
			return slices.Index(spellLists, s.List) - slices.Index(spellLists, t.List)
		}
		return s.Dan.N - t.Dan.N
	})
	return names
}

// weighSpell is what a spell brings.
func (b Book) weighSpell(name string) (w book.Weighed, err error) {
	s := b.Spells[name]
	w = book.Weighed{Row: name, Of: fmt.Sprintf("%d dan", s.Dan.N), Kept: 1}
	if n := disturbed(s.Form); n > 0 {
		if w.Kept, err = b.kept(name, s, n); err != nil {
			return w, err
		}
	}
	return b.beside(w, spellTrials(name, s), danMods[s.Dan.N])
}

// disturbed is how often a foe cuts at a caster before a form's last stage.
func disturbed(f Form) int {
	switch {
	case len(f.Stages()) == 1:
		return 0
	case f.Dispersed():
		return 2
	}
	return 1
}

// kept is how often a caster of one to four Wounds is still casting after so many cuts at him.
func (b Book) kept(name string, s Spell, n int) (p float64, err error) {
	const wounds = 4
	var list []trial
	for w := 1; w <= wounds; w++ {
		caster := player{name: "Caster", row: casterRow(s.Dan.N, firstEnergy, w, []string{s.List}, name), line: "zone: " + front}
		caster.breaths, _ = casting(name, s.Form, "", weighs)
		caster.breaths = caster.breaths[:1]
		friend := player{name: "Friend", row: bladeRow(danMods[s.Dan.N], lastEnergy, ""), line: "zone: " + front}
		foe := player{name: "Foe", row: bladeRow(danMods[s.Dan.N], foeEnergy, ""), line: "zone: " + front, breaths: cuts(1, 1, "Caster")}
		foe.breaths[0].deeds = foe.breaths[0].deeds[:n]
		list = append(list, trial{zones: plainZones, us: []player{caster, friend}, them: []player{foe}, rounds: 1,
			counts: func(g *Game, s *State) float64 { return float64(bit(g.chants(s, 0))) }})
	}
	got, err := b.mean(list)
	return got.wounds, err
}

// sketch is a trial of a spell in the making: who casts it, and the people who are there for it, in three pairs.
type sketch struct {
	name                  string
	spell                 Spell
	mod                   int
	round                 int // of the activation
	caster                player
	friend, second, third player
	foe, other, last      player
}

// sketched is what every trial of a spell begins with.
func sketched(name string, s Spell) *sketch {
	k := &sketch{name: name, spell: s, mod: danMods[s.Dan.N], caster: player{name: "Caster", line: "zone: " + front, post: true, answers: []deed{does("name Other")}}}
	yoma := ""
	if s.At == "yoma" || s.At == "yoma in a zone" || s.Does.YomaDimmed.N > 0 {
		yoma = ", yoma: true"
	}
	man := func(name string, energy int, more string) player {
		return player{name: name, row: bladeRow(k.mod, energy, more), line: "zone: " + front, post: true}
	}
	k.friend, k.second, k.third = man("Friend", lastEnergy, ""), man("Second", lastEnergy, ""), man("Third", lastEnergy, "")
	k.foe, k.other, k.last = man("Foe", foeEnergy, yoma), man("Other", foeEnergy, yoma), man("Last", foeEnergy, yoma)
	k.caster.row = casterRow(s.Dan.N, firstEnergy, postWounds, []string{s.List}, name)
	k.caster.breaths, k.round = casting(name, s.Form, k.target(), weighs)
	return k
}

// target is what follows a spell's name where it is cast.
func (k *sketch) target() string {
	switch k.spell.At {
	case "foe", "yoma":
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

// trial closes a sketch: who is there, and how many rounds from the activation on.
func (k *sketch) trial(says string, rounds int, us, them []player) trial {
	return trial{says: says, zones: plainZones, us: us, them: them, rounds: k.round + rounds - 1}
}

// spellTrials are what a spell is for, by what it does; of several each is as likely.
func spellTrials(name string, s Spell) []trial {
	k, d := sketched(name, s), s.Does
	if d.Call != "" {
		return []trial{k.calling(true), sketched(name, s).calling(false)}
	}
	t := k.exchange
	switch {
	case s.At == "all in a zone" || s.At == "yoma in a zone":
		t = k.bursting
	case s.At == "blow":
		t = k.reflecting
	case s.At == "workings":
		t = k.unmaking
	case s.At == "barrier":
		t = k.knotting
	case d.Repel:
		t = k.repelling
	case d.Cleanse:
		t = k.cleansing
	case d.Reveal:
		t = k.revealing
	case d.Shift:
		t = k.shifting
	case d.Answering.N > 0:
		t = k.bracing
	case d.Gate.N > 0 && d.Barrier.N == 0:
		t = k.gating
	case d.Sure || d.Hush:
		t = k.opening
	case d.Exposed.N > 0 && s.For == "":
		t = k.exposing
	case d.Wounds.N > 0 && d.Attack.N == 0:
		t = k.striking
	case s.For == "breath" || s.For == "lull":
		t = k.besetting
	}
	return []trial{t()}
}

// exchange is for what lasts.
func (k *sketch) exchange() trial {
	struck := "Friend"
	if k.spell.At == "self" {
		struck = "Caster"
	}
	for r := range 3 {
		breaths := min(1+r, 2)
		for _, pair := range []struct {
			p  *player
			at []string
		}{
			{&k.foe, []string{struck}}, {&k.other, []string{"Second"}}, {&k.last, []string{"Third"}},
			{&k.friend, []string{"Foe", "Other"}}, {&k.second, []string{"Other"}}, {&k.third, []string{"Last"}},
		} {
			pair.p.breaths = append(pair.p.breaths, cuts(k.round+r, breaths, pair.at...)...)
		}
	}
	return k.trial("three pairs cut at each other from the middle of a round on: two cuts each before the lull, four in each of two rounds more", 3,
		[]player{k.caster, k.friend, k.second, k.third}, []player{k.foe, k.other, k.last})
}

// striking is for what wounds one foe, and perhaps the one beside it.
func (k *sketch) striking() trial {
	return k.trial("a foe stands in reach, and another beside it", 1, []player{k.caster}, []player{k.foe, k.other})
}

// bursting is for what strikes a zone.
func (k *sketch) bursting() trial {
	k.foe.line, k.other.line = "zone: "+yonder, "zone: "+yonder
	return k.trial("two foes stand in one zone with none of ours; they leave a fire after its first lull", 1, []player{k.caster}, []player{k.foe, k.other})
}

// exposing is for what lays a foe open till its next breath.
func (k *sketch) exposing() trial {
	k.foe.row = bladeRow(k.mod, firstEnergy, "")
	k.caster.row = casterRow(k.spell.Dan.N, firstEnergy-1, postWounds, []string{k.spell.List}, k.name)
	k.foe.breaths = cuts(k.round, 1, "Friend")
	k.friend.breaths, k.second.breaths = cuts(k.round, 1, "Foe"), cuts(k.round, 1, "Foe")
	return k.trial("a foe has breathed, and two of ours cut at it twice each before it does again", 1, []player{k.caster, k.friend, k.second}, []player{k.foe})
}

// besetting is for what protects an ally for no longer than a round.
func (k *sketch) besetting() trial {
	k.foe.breaths, k.other.breaths = cuts(k.round, 1, "Friend"), cuts(k.round, 1, "Friend")
	return k.trial("two foes breathe at an ally before it does again, two cuts each", 1, []player{k.caster, k.friend}, []player{k.foe, k.other})
}

// cleansing is for what ends what ails an ally.
func (k *sketch) cleansing() trial {
	t := k.besetting()
	t.says = "an ally has fumbled and is Defenseless, and " + t.says
	t.begins = func(_ *Game, s *State) { s.seats[1].is |= isShaken }
	return t
}

// opening is for what keeps a foe from answering.
func (k *sketch) opening() trial {
	us, rounds := []player{k.caster, k.friend}, 1
	if k.spell.For != "breath" {
		us, rounds = append(us, k.second), 2
	}
	for r := range rounds {
		breath := gust{k.round + r, []deed{does("horizontal cut > Friend"), does("reserve parry"), does("reserve parry")}}
		k.foe.breaths = append(k.foe.breaths, breath)
		for i := range us[1:] {
			us[1+i].breaths = append(us[1+i].breaths, cuts(k.round+r, 1+r, "Foe")...)
		}
	}
	k.foe.answers = []deed{does("parry (reserved)")}
	if rounds == 1 {
		return k.trial("a foe holds two parries ready, and an ally is about to breathe: two cuts at it", 1, us, []player{k.foe})
	}
	return k.trial("a foe holds two parries ready in each round, and two of ours cut at it: twice each before the lull, four times each in the next round", 2, us, []player{k.foe})
}

// bracing is for what helps the next defence.
func (k *sketch) bracing() trial {
	k.friend.row = bladeRow(k.mod, firstEnergy, "")
	k.friend.breaths = []gust{{1, []deed{does("reserve parry")}}}
	k.friend.answers = []deed{does("parry (reserved)")}
	k.foe.breaths = cuts(1, 2, "Friend")
	return k.trial("an ally holds a parry ready, and a foe cuts at it four times", 1, []player{k.friend, k.caster}, []player{k.foe})
}

// reflecting is for what answers a blow.
func (k *sketch) reflecting() trial {
	k.foe.breaths = cuts(1, 2, "Friend")
	k.caster.breaths, k.caster.answers = nil, []deed{weighs(instantWord + " " + k.name)}
	return k.trial("a foe cuts four times at an ally; what hits is answered", 1, []player{k.caster, k.friend}, []player{k.foe})
}

// unmaking is for what ends a casting.
func (k *sketch) unmaking() trial {
	const burst = "talisman burst"
	wizard := player{name: "Foe", row: casterRow(k.spell.Dan.N, firstEnergy, postWounds, []string{"sorcery"}, burst), line: "zone: " + front, post: true}
	wizard.breaths, _ = casting(burst, "2+2 prep", " > Friend", does)
	k.caster.row = casterRow(k.spell.Dan.N, firstEnergy-1, postWounds, []string{k.spell.List}, k.name)
	k.caster.line = "zone: " + yonder
	k.caster.breaths, _ = casting(k.name, k.spell.Form, " > Foe", weighs)
	return k.trial("a foe of the same dan has paid the first half of a talisman burst, which is for an ally who stands alone", 1, []player{k.caster, k.friend}, []player{wizard})
}

// knotting is for what strengthens a barrier: a salt line lies.
func (k *sketch) knotting() trial {
	const salt = "salt line"
	k.caster.row = casterRow(k.spell.Dan.N, firstEnergy, postWounds, []string{k.spell.List, "barrier"}, k.name, salt)
	k.caster.breaths = append([]gust{{1, []deed{does(instantWord + " " + salt + " > " + front)}}}, k.caster.breaths...)
	t := k.exchange()
	t.says = "a salt line lies before them, and " + t.says
	return t
}

// calling is for what calls a unit, which the foe goes for at once or leaves alone.
func (k *sketch) calling(mark bool) trial {
	const class = "onmyoji"
	k.caster.row = strings.Replace(k.caster.row, "mode: spells,", "mode: spells, class: "+class+",", 1)
	k.caster.line += ", calls: [Shade]"
	unit := player{name: "Shade", who: k.spell.Does.Call, line: "zone: " + front}
	at := []string{"Friend"}
	if mark {
		at = []string{"Shade", "Friend"}
	}
	for r := range 3 {
		k.foe.breaths = append(k.foe.breaths, cuts(k.round+r, min(1+r, 2), at...)...)
		blow := gust{k.round + 1 + r, []deed{does("talons > Foe", "paper cut > Foe")}}
		unit.breaths = append(unit.breaths, blow, blow)
	}
	return k.trial("an onmyoji's unit strikes in two rounds at a foe who cuts twice before the lull and four times in each of those; half the time the foe goes for it at once, half it leaves it alone", 3,
		[]player{k.caster, k.friend, unit}, []player{k.foe})
}

// repelling is for what sends a yoma away: its Wounds are gone with it.
func (k *sketch) repelling() trial {
	const wounds = 5
	k.foe.row = strings.Replace(k.foe.row, fmt.Sprintf("wounds: %d", postWounds), fmt.Sprintf("wounds: %d", wounds), 1)
	k.foe.post = false
	return k.trial("an elite yoma has all its five Wounds, which go with it", 1, []player{k.caster}, []player{k.foe, k.other})
}

// revealing is for what lays the hidden open: a yoma is as hard to find as a fox.
func (k *sketch) revealing() trial {
	k.foe.row = bladeRow(k.mod, foeEnergy, ", yoma: true, traits: [fox shape]")
	t := k.exchange()
	t.says += "; one of the foes is a yoma in fox shape"
	return t
}

// shifting is for what bends a die once: the caster fights.
func (k *sketch) shifting() trial {
	for r := range 3 {
		k.foe.breaths = append(k.foe.breaths, cuts(1+r, min(1+r, 2), "Caster")...)
		k.caster.breaths = append(k.caster.breaths, cuts(1+r, min(1+r, 2), "Foe")...)
	}
	return k.trial("the caster and a foe cut at each other: twice before the lull, four times in each of two rounds more", 3, []player{k.caster}, []player{k.foe})
}

// gating is for what bars a zone.
func (k *sketch) gating() trial {
	k.caster.line, k.friend.line = "zone: "+behind, "zone: "+behind
	const cut = "horizontal cut > Friend"
	comes := does(cut, "walk > "+behind, "break through > "+behind, "walk > "+front, "break through > "+front)
	k.foe.line = "zone: " + yonder
	for r := range 2 {
		for range 3 {
			k.foe.breaths = append(k.foe.breaths, gust{1 + r, []deed{comes, does(cut)}})
		}
	}
	return k.trial("a foe must cross an empty zone to an ally behind it, and cuts as soon as it is there, in this round and the next", 2,
		[]player{k.caster, k.friend}, []player{k.foe})
}
