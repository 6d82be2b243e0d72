package evals

import (
	"fmt"
	"slices"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
)

// Each rule of the checklist counts what it says, and not what only looks like it.
func TestTheChecklistCountsWhatItSays(t *testing.T) {
	f, err := agent.Builtin().NewFight("archers", encounterText(t, "archers"), agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	none := rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody}
	nears, strikes, shoots := none, none, none
	helps := none
	helps.Helps = 1
	nears.Nears, strikes.Strikes, shoots.Strikes, shoots.Shoots = 1, 4, 4, true
	at := func(place, weapon, stance string) rules.Stand {
		return rules.Stand{At: place, Weapon: weapon, Stance: stance, Numbers: []rules.Number{{Name: "ap", N: 12, Max: 12}}}
	}
	tired, disarmed := at("a1", "", ""), at("a1", "", "")
	tired.Numbers[0].N = 11
	disarmed.States = []rules.State{{Name: "disarmed"}}
	choice := func(c seenDecision) seenDecision { c.several, c.effectChance = true, max(c.effectChance, 0); return c }
	move := func(from, to string, m rules.Motive) seenDecision {
		return choice(seenDecision{words: "move > " + to, phase: "move", destination: to, motive: m, stand: at(from, "bow", ""), effectChance: 1})
	}
	draw := func(what string, from rules.Stand) seenDecision {
		return choice(seenDecision{words: "draw " + what, phase: "upkeep", motive: none, stand: from, effectChance: 1})
	}
	end := func(from rules.Stand) seenDecision {
		return choice(seenDecision{words: "end the turn", phase: "end", idle: true, canAct: true, motive: none, stand: from, effectChance: 1})
	}
	rises := func(then string) seenDecision {
		from := at("a1", "bow", "")
		from.States = []rules.State{{Name: "prone"}}
		return choice(seenDecision{words: then, phase: "move", canAct: true, motive: none, stand: from, effectChance: 1})
	}
	guarding := at("a1", "bow", "")
	guarding.States = []rules.State{{Name: "guards", With: "Bea"}}
	near := seenDecision{seat: 4, motive: nears}
	loads := func(c seenDecision) seenDecision { c.canLoad = true; return c }
	reached := func(c seenDecision) seenDecision { c.foesInReach = []rules.Seat{4}; return c }
	blow := func(chance, loss float64) seenDecision {
		return choice(seenDecision{words: "fist > Bea", phase: "attack", motive: strikes, stand: at("a1", "bow", ""), effectChance: chance, lossMWP: loss})
	}
	shot := func(c seenDecision) seenDecision { c.canShoot = true; return c }
	home := book.Objective{For: f.Roster()[0].Team, Goal: "last"}
	flees, joins := none, helps
	flees.Nears, joins.Nears = -1, -1
	calm := func(c seenDecision) seenDecision { c.calm = true; return c }
	riding := at("a1", "yari", "")
	riding.States = []rules.State{{Name: "mounted", With: "Kiku"}}
	besideIt := at("a1", "yari", "")
	besideIt.States = []rules.State{{Name: "guards", With: "Kiku"}}
	gives := choice(seenDecision{words: "give 1 energy > Bea", phase: "gift", motive: helps, stand: at("a1", "", ""), effectChance: 1})
	overloads := blow(0.5, 0)
	overloads.motive.Stakes = true
	for _, c := range []struct {
		says    string
		turn    []seenDecision
		after   rules.Stand
		reached []rules.Seat
		goal    book.Objective
		want    string
		then    []seenDecision // what others decide after it
	}{
		{"a blow without a chance", []seenDecision{blow(0.004, 0)}, at("a1", "bow", ""), nil, book.Objective{}, ruleHarmless, nil},
		{"a blow with a small one that is best", []seenDecision{blow(0.04, 0)}, at("a1", "bow", ""), nil, book.Objective{}, "", nil},
		{"the same where something else is better", []seenDecision{blow(0.04, 3)}, at("a1", "bow", ""), nil, book.Objective{}, ruleLongShot, nil},
		{"a blow that loses less than a point", []seenDecision{blow(0.5, 9)}, at("a1", "bow", ""), nil, book.Objective{}, "", nil},
		{"a blow that loses a point", []seenDecision{blow(0.5, 10)}, at("a1", "bow", ""), nil, book.Objective{}, ruleAgainst, nil},
		{"a weapon changed twice", []seenDecision{draw("dagger", at("a1", "bow", "")), draw("bow", at("a1", "dagger", ""))},
			at("a1", "bow", ""), nil, book.Objective{}, ruleUndone, nil},
		{"the same with a blow between", []seenDecision{draw("dagger", at("a1", "bow", "")), blow(1, 0), draw("bow", at("a1", "dagger", ""))},
			at("a1", "bow", ""), nil, book.Objective{}, "", nil},
		{"a way there and back", []seenDecision{move("a1", "a2", none), move("a2", "a1", none)}, tired, nil, book.Objective{}, ruleUndone, nil},
		{"the same for something that lay there", []seenDecision{move("a1", "a2", none), draw("knife", at("a2", "bow", "")), move("a2", "a1", none)},
			at("a1", "bow", ""), nil, book.Objective{}, "", nil},
		{"a bowman who goes nearer", []seenDecision{shot(move("a1", "a2", nears))}, at("a2", "bow", ""), nil, book.Objective{}, ruleMelee, nil},
		{"the same who shoots then", []seenDecision{shot(move("a1", "a2", nears)),
			choice(seenDecision{phase: "attack", motive: shoots, stand: at("a2", "bow", ""), effectChance: 1})}, at("a2", "bow", ""), nil, book.Objective{}, "", nil},
		{"the same who guards a friend then", []seenDecision{shot(move("a1", "a2", nears)),
			choice(seenDecision{phase: "defence", motive: helps, stand: at("a2", "bow", ""), effectChance: 1})}, at("a2", "bow", ""), nil, book.Objective{}, "", nil},
		{"one who ends at full AP", []seenDecision{end(at("a1", "bow", ""))}, at("a1", "bow", ""), nil, book.Objective{}, ruleIdle, nil},
		{"one whose AP are not full", []seenDecision{end(tired)}, at("a1", "bow", ""), nil, book.Objective{}, "", nil},
		{"one who has only to last", []seenDecision{end(at("a1", "bow", ""))}, at("a1", "bow", ""), nil, home, "", nil},
		{"one who stands up", []seenDecision{rises("stand up"), end(at("a1", "bow", ""))}, at("a1", "bow", ""), nil, book.Objective{}, "", nil},
		{"one who guards a friend", []seenDecision{end(guarding)}, guarding, nil, book.Objective{}, "", nil},
		{"one out of reach who waits for a foe that comes", []seenDecision{end(at("a1", "bow", ""))}, at("a1", "bow", ""), nil, book.Objective{}, "", []seenDecision{near}},
		{"the same for one who could load", []seenDecision{loads(end(at("a1", "bow", "")))}, at("a1", "bow", ""), nil, book.Objective{}, ruleIdle + ruleEmpty, []seenDecision{near}},
		{"the same whom a foe reaches", []seenDecision{reached(end(at("a1", "bow", "")))}, at("a1", "bow", ""), nil, book.Objective{}, ruleIdle, []seenDecision{near}},
		{"one disarmed who goes where it is struck",
			[]seenDecision{choice(seenDecision{words: "move > a2", phase: "move", destination: "a2", motive: nears, stand: disarmed, effectChance: 1})},
			at("a2", "", ""), []rules.Seat{4}, book.Objective{}, ruleFront, nil},
		{"one who has only to last and goes where it is struck", []seenDecision{move("a1", "a2", nears)}, at("a2", "bow", ""), []rules.Seat{4}, home, ruleSally, nil},
		{"the same who strikes there", []seenDecision{move("a1", "a2", nears), blow(0.5, 0)}, at("a2", "bow", ""), []rules.Seat{4}, home, "", nil},
		{"the same where nobody reaches it", []seenDecision{move("a1", "a2", nears)}, at("a2", "bow", ""), nil, home, "", nil},
		{"a weak blow at one who strikes back", []seenDecision{reached(blow(0.08, 0))}, at("a1", "bow", ""), nil, book.Objective{}, ruleFists, nil},
		{"the same at one who cannot", []seenDecision{blow(0.08, 0)}, at("a1", "bow", ""), nil, book.Objective{}, "", nil},
		{"one who runs from nobody", []seenDecision{calm(move("a1", "a2", flees))}, at("a2", "bow", ""), nil, book.Objective{}, ruleFlight, nil},
		{"the same whom a foe reaches", []seenDecision{reached(calm(move("a1", "a2", flees)))}, at("a2", "bow", ""), nil, book.Objective{}, "", nil},
		{"the same whom a foe has come nearer to", []seenDecision{move("a1", "a2", flees)}, at("a2", "bow", ""), nil, book.Objective{}, "", nil},
		{"the same to a friend", []seenDecision{calm(move("a1", "a2", joins))}, at("a2", "bow", ""), nil, book.Objective{}, "", nil},
		{"a bowman who goes away", []seenDecision{shot(calm(move("a1", "a2", flees)))}, at("a2", "bow", ""), nil, book.Objective{}, "", nil},
		{"a rider who gets off to guard the horse", []seenDecision{choice(seenDecision{words: "get off", phase: "move", motive: none, stand: riding, effectChance: 1})},
			besideIt, nil, book.Objective{}, ruleGuards, nil},
		{"one who gives Energy and overloads", []seenDecision{gives, overloads}, at("a1", "", ""), nil, book.Objective{}, ruleGives, nil},
		{"one who overloads and gives Energy", []seenDecision{overloads, gives}, at("a1", "", ""), nil, book.Objective{}, "", nil},
		{"an empty bow", []seenDecision{blow(1, 0), loads(end(tired))}, tired, nil, book.Objective{}, ruleEmpty, nil},
		{"the same where a foe is", []seenDecision{blow(1, 0), reached(loads(end(tired)))}, tired, nil, book.Objective{}, "", nil},
		{"the same where nobody reaches it", []seenDecision{choice(seenDecision{words: "move > a2", phase: "move", destination: "a2", motive: nears,
			stand: disarmed, effectChance: 1})}, at("a2", "", ""), nil, book.Objective{}, "", nil},
	} {
		w := onlooker{f: f, about: agent.AboutFight(f), goal: c.goal}
		w.judgeDecisions(c.turn)
		w.findUndone(c.turn, c.after)
		w.findBowmenInMelee(c.turn)
		w.findIdle(c.turn, c.after)
		w.findContradictions(c.turn, c.after)
		w.findHelplessInFront(c.turn, c.reached)
		w.findSalliesAndFlights(c.turn, c.reached)
		for _, other := range c.then {
			w.forgetFor(other)
		}
		w.countOpenWaits(rules.Nobody)
		got := ""
		for _, a := range w.tally.Found {
			got += a.Rule
		}
		if got != c.want {
			t.Errorf("%s: counted as %q, want %q", c.says, got, c.want)
		}
	}
}

// Who takes up a stance, lets one go, paces or waits where it could strike only waits, with whatever means; six of
// those in a row, whoever's they are, are counted once, and a blow between them begins anew. A side that has only to
// last waits rightly.
func TestWhoOnlyWaits(t *testing.T) {
	f, err := agent.Builtin().NewFight("ambush", encounterText(t, "ambush"), agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	none := rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody}
	strikes := none
	strikes.Strikes = 4
	at := func(stance string) rules.Stand {
		return rules.Stand{At: "first front", Weapon: "uchigatana", Stance: stance}
	}
	turn := func(words, phase string, idle bool, m rules.Motive, from string) []seenDecision {
		return []seenDecision{{words: words, phase: phase, idle: idle, canAct: true, motive: m, stand: at(from), foesInReach: []rules.Seat{4}}}
	}
	takesUp, letsGo := turn("take up checking stance", "stance", false, none, ""), turn("release checking stance", "stance", false, none, "checking")
	waits, cuts := turn("end the breath", "end", true, none, ""), turn("thrust > Gonta", "attack", false, strikes, "")
	could := slices.Clone(waits)
	could[0].canAct = false
	count := func(goal book.Objective, turns ...[]seenDecision) string {
		w := onlooker{f: f, about: agent.AboutFight(f), goal: goal}
		for _, s := range turns {
			after := at("")
			if s[0].words == takesUp[0].words {
				after = at("checking")
			}
			w.findWaiting(s, after)
		}
		n := map[string]int{}
		for _, a := range w.tally.Found {
			n[a.Rule]++
		}
		return fmt.Sprint(n[ruleWaits], n[ruleDance])
	}
	for _, c := range []struct {
		says  string
		goal  book.Objective
		turns [][]seenDecision
		want  string
	}{
		{"a stance", book.Objective{}, [][]seenDecision{takesUp}, "1 0"},
		{"a blow", book.Objective{}, [][]seenDecision{cuts}, "0 0"},
		{"one who cannot", book.Objective{}, [][]seenDecision{could}, "0 0"},
		{"one who has only to last", book.Objective{For: f.Roster()[0].Team, Goal: "last"}, [][]seenDecision{waits, takesUp}, "0 0"},
		{"six in a row and one more", book.Objective{}, [][]seenDecision{takesUp, letsGo, waits, takesUp, letsGo, waits, waits}, "7 1"},
		{"a blow between", book.Objective{}, [][]seenDecision{takesUp, letsGo, waits, cuts, takesUp, letsGo, waits}, "6 0"},
	} {
		if got := count(c.goal, c.turns...); got != c.want {
			t.Errorf("%s: %s, want %s", c.says, got, c.want)
		}
	}
}

// What one breath takes up and the next lets go is done and undone, unless somebody has struck at its seat or come
// nearer in between.
func TestABreathUndoesTheOneBefore(t *testing.T) {
	f, err := agent.Builtin().NewFight("ambush", encounterText(t, "ambush"), agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	foe := rules.Seat(slices.IndexFunc(f.Roster(), func(o rules.Fighter) bool { return o.Side != f.Side(0) }))
	none := rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody}
	at := func(stance string) rules.Stand { return rules.Stand{At: "first front", Stance: stance} }
	of := func(words, stance string, seat rules.Seat, m rules.Motive) []seenDecision {
		return []seenDecision{{seat: seat, words: words, phase: "stance", motive: m, stand: at(stance)}}
	}
	takesUp, letsGo := of("take up checking stance", "", 0, none), of("release checking stance", "checking", 0, none)
	comes, strikes := none, none
	comes.Nears, strikes.Strikes = 1, 0
	for _, c := range []struct {
		says    string
		between []seenDecision
		letsGo  []seenDecision
		after   rules.Stand
		want    int
	}{
		{"a stance", nil, letsGo, at(""), 1},
		{"a stance that is kept", nil, of("end the breath", "checking", 0, none), at("checking"), 0},
		{"a stance that a foe comes to", of("walk > first front", "", foe, comes), letsGo, at(""), 0},
		{"a stance that is struck at", of("thrust > Masamune", "", foe, strikes), letsGo, at(""), 0},
		{"a stance of somebody else", nil, of("release checking stance", "checking", 1, none), at(""), 0},
	} {
		w := onlooker{f: f, about: agent.AboutFight(f), lastTurn: map[rules.Seat][]seenDecision{0: takesUp}}
		for _, b := range c.between {
			w.forgetFor(b)
		}
		if w.findTakenBack(c.letsGo, c.after); len(w.tally.Found) != c.want {
			t.Errorf("%s: counted %d times, want %d", c.says, len(w.tally.Found), c.want)
		}
	}
}

// A step that the one before it could have made is for nothing; one that goes on from where that got to is not, nor one
// more try.
func TestStepsForNothing(t *testing.T) {
	f, err := agent.Builtin().NewFight("archers", encounterText(t, "archers"), agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		says, to, at, leads string
		want                int
	}{{"one step would have done", "b1", "b1", "c1", 1}, {"further than that", "b1", "b1", "e1", 0}, {"once more", "b1", "a1", "b1", 0}} {
		w := onlooker{f: f}
		w.findZigzags([]seenDecision{{destination: c.to, destinations: []string{"b1", "c1"}, stand: rules.Stand{At: "a1"}}, {destination: c.leads, stand: rules.Stand{At: c.at}}})
		if len(w.tally.Found) != c.want {
			t.Errorf("%s: counted %d times, want %d", c.says, len(w.tally.Found), c.want)
		}
	}
}

func encounterText(t *testing.T, name string) []byte {
	t.Helper()
	_, data, err := agent.ReadEncounter(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// What is counted does not depend on the number of cores, and every turn of a fight is looked at.
func TestSenseIsTheSameOnTwoCores(t *testing.T) {
	var texts []string
	for _, cores := range []int{1, 2} {
		e, err := DrawEncounter(agent.Builtin(), "random tempo 1..4")
		if err != nil {
			t.Fatal(err)
		}
		found, err := senseSeries.Take(t.Context(), Question{Encounters: []Encounter{e}, Count: 1, Nodes: 100, Seed: 1, Cores: cores})
		if err != nil {
			t.Fatal(err)
		}
		s := found.Report.(senseReport)
		if len(s.Systems) != 1 || s.Systems[0].Fights != 4 || s.Systems[0].Stretches < 20 || s.Systems[0].Decisions <= s.Systems[0].Stretches {
			t.Errorf("%d cores: %+v, want four fights of many turns, each of several decisions", cores, s.Systems)
		}
		texts = append(texts, Page(s.Sections()))
	}
	if texts[0] != texts[1] {
		t.Errorf("one core:\n%s\ntwo:\n%s", texts[0], texts[1])
	}
}
