package narrate_test

import (
	"slices"
	"testing"

	"kokyu/agent/narrate"
	"kokyu/rules"
)

// attack is a blow's declaration and its dice, and what came of it.
func attack(by, at, family string, n int, ok, double bool, p float64, after ...rules.Event) []rules.Step {
	with := map[string]string{"blade": "tachi", "bow": "yumi", "gun": "teppo", "claw": "gaki claws"}[family]
	declare := rules.Event{Kind: "declare", Seat: by, At: at, What: "cut", With: with, Of: family, N: 2}
	check := rules.Event{Kind: "check", Seat: by, At: at, What: "attack", With: with, Of: family, Total: 12, Need: 12, OK: ok, Double: double}
	return []rules.Step{{N: n, Seat: by, Do: "cut > " + at, Events: []rules.Event{{Kind: "breath", Seat: by, N: 5, Left: 9}, declare}},
		{N: n + 1, Seat: by, Roll: []int{5, 5}, P: p, Events: append([]rules.Event{check}, after...)}}
}

func wound(seat, at string, n, left int) rules.Event {
	return rules.Event{Kind: "wound", Seat: seat, At: at, What: "cut", With: "tachi", Of: "blade", N: n, Left: left}
}

func status(seat, what string) rules.Event {
	return rules.Event{Kind: "status", Seat: seat, What: what, OK: true}
}

// What is told is decided from the events: each of these streams makes exactly these moments.
func TestFactsAreDecidedFromEvents(t *testing.T) {
	down := rules.Event{Kind: "down", Seat: "Sute", At: "Masamune"}
	react := func(paid int) rules.Event {
		return rules.Event{Kind: "react", Seat: "Sute", At: "Masamune", What: "parry", With: "tachi", Of: "blade", Paid: paid}
	}
	defense := func(ok bool) rules.Event {
		return rules.Event{Kind: "check", Seat: "Sute", At: "Masamune", What: "defense", OK: ok}
	}
	blow := func(ok, double bool, after ...rules.Event) []rules.Step {
		return attack("Masamune", "Sute", "blade", 1, ok, double, .25, after...)
	}
	answered := func(paid int, ok bool, after ...rules.Event) []rules.Step {
		return append(blow(true, false), rules.Step{N: 3, Seat: "Sute", Do: "parry", Events: []rules.Event{react(paid)}},
			rules.Step{N: 4, Seat: "Sute", Roll: []int{1, 2}, P: .5, Events: append([]rules.Event{defense(ok)}, after...)})
	}
	base := rules.Moment{Step: 2, Actor: "Masamune", Target: "Sute", Weapon: "tachi", Family: "blade", With: "tachi", Kind: "blade", P: .25, Cost: 2}
	with := func(change func(*rules.Moment)) []rules.Moment {
		f := base
		change(&f)
		return []rules.Moment{f}
	}
	for name, c := range map[string]struct {
		steps []rules.Step
		want  []rules.Moment
	}{
		"a miss":   {blow(false, false), with(func(f *rules.Moment) { f.Frame = "miss" })},
		"a wound":  {blow(true, false, wound("Sute", "Masamune", 1, 3)), with(func(f *rules.Moment) { f.Frame, f.Wounds, f.Left, f.First = "wound", 1, 3, true })},
		"a fumble": {blow(false, true, status("Masamune", "defenseless")), with(func(f *rules.Moment) { f.Frame, f.Target = "fumble", "Sute" })},
		"a throw":  {blow(true, false, status("Sute", "defenseless")), with(func(f *rules.Moment) { f.Frame = "toppled" })},
		"a fall": {blow(true, false, wound("Sute", "Masamune", 1, 0), down), with(func(f *rules.Moment) {
			f.Frame, f.Wounds, f.First, f.Last, f.Fallen = "fall", 1, true, true, true
		})},
		"a reservation": {answered(0, true), with(func(f *rules.Moment) {
			f.Frame, f.Step, f.Actor, f.Target, f.P, f.Cost, f.Reserved = "held", 4, "Sute", "Masamune", .5, 0, true
		})},
		"a haste": {answered(2, true), with(func(f *rules.Moment) {
			f.Frame, f.Step, f.Actor, f.Target, f.P = "hasty", 4, "Sute", "Masamune", .5
		})},
		"a broken guard": {answered(0, false, wound("Sute", "Masamune", 1, 3)), with(func(f *rules.Moment) {
			f.Frame, f.Step, f.P, f.Wounds, f.Left, f.First = "broken_guard", 4, .125, 1, 3, true
		})},
	} {
		var got []rules.Moment
		for _, f := range table().moments(c.steps) {
			if f.Frame != "turning" {
				got = append(got, f)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", name, got, c.want)
		}
	}
}

// A gun that does not go off is no gun to the tale, and a natural weapon is no {weapon}.
func TestAWeaponIsToldAsItIsUsed(t *testing.T) {
	shot := attack("Masamune", "Sute", "gun", 1, false, false, .5)
	shot[0].Events = append(shot[0].Events, status("Masamune", "unloaded"))
	for name, c := range map[string]struct {
		steps  []rules.Step
		frame  string
		family string
		weapon string
		grown  string
	}{
		"a shot":   {shot, "miss_shot", "gun", "teppo", ""},
		"a butt":   {attack("Masamune", "Sute", "gun", 1, false, false, .5), "miss", "", "teppo", ""},
		"an arrow": {attack("Masamune", "Sute", "bow", 1, false, false, .5), "miss_shot", "bow", "yumi", ""},
		"a claw":   {attack("Masamune", "Sute", "claw", 1, false, false, .5), "miss", "claw", "", "gaki claws"},
	} {
		f := table().moments(c.steps)[0]
		if f.Frame != c.frame || f.Family != c.family || f.Weapon != c.weapon || f.Grown != c.grown {
			t.Errorf("%s: got %+v", name, f)
		}
	}
}

// The stages rise: before first blood, after it, after a fall.
func TestTheStageRises(t *testing.T) {
	steps := slices.Concat(
		attack("Masamune", "Sute", "blade", 1, false, false, .5),
		attack("Masamune", "Sute", "blade", 3, true, false, .5, wound("Sute", "Masamune", 1, 3)),
		attack("Masamune", "Sute", "blade", 5, false, false, .5),
		attack("Masamune", "Sute", "blade", 7, true, false, .5, wound("Sute", "Masamune", 3, 0), rules.Event{Kind: "down", Seat: "Sute", At: "Masamune"}),
		attack("Gonta", "Tomoe", "blade", 9, false, false, .5),
		attack("Gonta", "Tomoe", "blade", 11, true, false, .5, wound("Tomoe", "Gonta", 1, 3), rules.Event{Kind: "end", Seat: "bandits", What: "time", N: 1}),
	)
	var got []narrate.Stage
	for _, f := range table().facts(steps) {
		if f.Frame != "turning" {
			got = append(got, f.Stage)
		}
	}
	want := []narrate.Stage{narrate.Opening, narrate.Opening, narrate.Middle, narrate.Middle, narrate.Turning, narrate.End}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
