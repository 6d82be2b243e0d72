package rules_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/rulestest"
	"kokyu/rules/rulestest/feint"
	"kokyu/rules/strict"
)

func loadToy(file []byte) (rules.System[feint.State], error) {
	g, err := feint.Read(strict.Parse("position", file), feint.DefaultBook())
	return g, err
}

func toyOptions() rulestest.Options[feint.State] {
	swapped := feint.New()
	swapped.Teams = [2]string{"oni", "Sasaki"}
	renamed := feint.New()
	renamed.Teams = [2]string{"left", "right"}
	for i, name := range []string{"x > y", "Zoë", "cut"} {
		swapped.Seats[i].Side = 1 - swapped.Seats[i].Side
		renamed.Seats[i].Name = name
	}
	return rulestest.Options[feint.State]{Load: loadToy, Swapped: swapped, Renamed: renamed}
}

func TestToyKeepsEveryLaw(t *testing.T) { rulestest.Run(t, feint.New(), toyOptions()) }

// What a listed system would lack is named, with the step that makes it.
func TestWhatASystemLacksIsNamed(t *testing.T) {
	about := feint.About()
	about.DrawEncounter, about.Lists = nil, func(feint.Book) []book.List { return nil }
	about.People.Names = func(feint.Book) []string { return nil }
	lacks := rulestest.Lacks(about, "rulestest/feint")
	for _, want := range []string{"no random encounters, DrawEncounter: see step 6", "no random encounters for the solver, DrawSmall: see step 6",
		"no combatants to show, People: see step 6", `nothing to say of the key Row.wounds in its schema encounter, a doc tag: see step 2`,
		"0 lists, want 3 and more, Lists: see step 2", "an encounter without a setting, feint-two: see step 4", "nobody who joins a fight, Join: ",
		"no starters/rows.yaml: see step 4", "no testdata/perft.txt: see step 5", "no testdata/play/*.txt: see step 5"} {
		if !slices.ContainsFunc(lacks, func(l string) bool { return strings.Contains(l, "feint has "+want) }) {
			t.Errorf("nobody says that it has %s; it lacks\n%s", want, strings.Join(lacks, "\n"))
		}
	}
}

// A suite that finds nothing proves nothing: each of these toys breaks one law.
func TestSuiteFindsWhatIsBroken(t *testing.T) {
	for _, c := range []struct {
		law string
		sys rules.System[feint.State]
		opt func(*rulestest.Options[feint.State])
	}{
		{"walks", panics{feint.New()}, nil},
		{"walks", feint.New(), func(o *rulestest.Options[feint.State]) { o.Steps = 5 }},
		{"turns", beginner{feint.New()}, nil},
		{"legal", doubler{feint.New()}, nil},
		{"odds", greedy{feint.New()}, nil},
		{"fine", coarse{feint.New()}, nil},
		{"dice", misread{feint.New()}, nil},
		{"dice", hopeful{feint.New()}, nil},
		{"log", chatty{feint.New()}, nil},
		{"events", stranger{feint.New()}, nil},
		{"words", mumbler{feint.New()}, nil},
		{"score", boaster{feint.New()}, nil},
		{"board", lost{feint.New()}, nil},
		{"board", inflated{feint.New()}, nil},
		{"board", poet{feint.New()}, nil},
		{"veil", telltale{feint.New()}, nil},
		{"hooks", homeless{feint.New()}, nil},
		{"veil", thin{feint.New()}, nil},
		{"veil", mute{feint.New()}, nil},
		{"words", counter{feint.New()}, nil},
		{"blows", meek{feint.New()}, nil},
		{"position", feint.New(), func(o *rulestest.Options[feint.State]) {
			o.Load = func([]byte) (rules.System[feint.State], error) { return feint.New(), nil }
		}},
		{"swapped", feint.New(), func(o *rulestest.Options[feint.State]) { o.Swapped = feint.New() }},
		{"renamed", feint.New(), func(o *rulestest.Options[feint.State]) {
			o.Renamed = late{feint.New()}
		}},
		{"allocations", spender{feint.New()}, nil},
	} {
		o := toyOptions()
		o.Walks, o.Looks = 4, 300
		if c.opt != nil {
			c.opt(&o)
		}
		fails := rulestest.Check(c.sys, o)
		if !slices.ContainsFunc(fails, func(f rulestest.Failure) bool { return f.Law == c.law }) {
			t.Errorf("a toy that breaks %q passes it; failures: %v", c.law, fails)
		}
		for _, f := range fails {
			if f.Law == c.law && f.Where != "" && !strings.Contains(f.Where, "seed 1, walk ") {
				t.Errorf("%s: the failure does not say where: %q", c.law, f.Where)
			}
		}
	}
}

type (
	panics   struct{ *feint.Game }
	beginner struct{ *feint.Game }
	doubler  struct{ *feint.Game }
	greedy   struct{ *feint.Game }
	coarse   struct{ *feint.Game }
	misread  struct{ *feint.Game }
	hopeful  struct{ *feint.Game }
	chatty   struct{ *feint.Game }
	stranger struct{ *feint.Game }
	mumbler  struct{ *feint.Game }
	boaster  struct{ *feint.Game }
	homeless struct{ *feint.Game }
	lost     struct{ *feint.Game }
	inflated struct{ *feint.Game }
	poet     struct{ *feint.Game }
	telltale struct{ *feint.Game }
	thin     struct{ *feint.Game }
	spender  struct{ *feint.Game }
	mute     struct{ *feint.Game }
	counter  struct{ *feint.Game }
	meek     struct{ *feint.Game }
	late     struct{ *feint.Game }
)

func (g late) Start() feint.State {
	s := g.Game.Start()
	s.Round = 1
	return s
}

func (g mute) Play(s *feint.State, a rules.Action, log *rules.Log) {
	g.Game.Play(s, a, log)
	if log != nil {
		log.Events = slices.DeleteFunc(log.Events, func(e rules.Event) bool { return e.Kind == "reveal" })
	}
}

func (g counter) Format(s *feint.State, a rules.Action) string {
	if g.Turn(s).Kind == rules.Chance {
		return fmt.Sprint(a.Do)
	}
	return g.Game.Format(s, a)
}

func (g meek) Motive(*feint.State, rules.Action) rules.Motive {
	return rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody}
}

func (g lost) Board(s *feint.State) rules.Board {
	b := g.Game.Board(s)
	b.Stands[0].At = "elsewhere"
	return b
}

func (g inflated) Board(s *feint.State) rules.Board {
	b := g.Game.Board(s)
	for i := range b.Stands {
		for k := range b.Stands[i].Numbers {
			b.Stands[i].Numbers[k].N++
		}
	}
	return b
}

func (g poet) Board(s *feint.State) rules.Board {
	b := g.Game.Board(s)
	b.Stands[0].States = append(b.Stands[0].States, rules.State{Name: "melancholy"})
	return b
}

func (g telltale) Board(s *feint.State) rules.Board {
	b := g.Game.Board(s)
	b.Stands[0].Weapon = string('0' + rune(s.Notes[2]))
	return b
}

func (g panics) Play(s *feint.State, a rules.Action, log *rules.Log) {
	if g.Format(s, a) == "take it" {
		panic("nobody takes it")
	}
	g.Game.Play(s, a, log)
}

func (g beginner) Turn(s *feint.State) rules.Turn {
	t := g.Game.Turn(s)
	t.Begins = true
	return t
}

func (g doubler) Actions(s *feint.State, buf []rules.Action) []rules.Action {
	buf = g.Game.Actions(s, buf)
	return append(buf, buf[len(buf)-1])
}

func (g greedy) Odds(s *feint.State, buf []rules.Odds) []rules.Odds {
	buf = g.Game.Odds(s, buf)
	buf[len(buf)-1].P += 1e-9
	return buf
}

func (g coarse) Hooks() rules.Hooks[feint.State] {
	h := g.Game.Hooks()
	fine := h.FineOdds
	h.FineOdds = func(s *feint.State, buf []rules.Odds) []rules.Odds {
		buf = fine(s, buf)
		buf[0].Action = buf[len(buf)-1].Action
		return buf
	}
	return h
}

func (g misread) Read(s *feint.State, dice []int) (rules.Action, error) {
	if len(dice) == 2 && dice[0] == 10 {
		dice = []int{1, dice[1]}
	}
	return g.Game.Read(s, dice)
}

func (g hopeful) Check(s *feint.State) rules.Check {
	c := g.Game.Check(s)
	c.P, c.Num, c.Den = 0.5, 1, 2
	return c
}

func (g chatty) Play(s *feint.State, a rules.Action, log *rules.Log) {
	g.Game.Play(s, a, log)
	if log != nil {
		s.Notes[7]++
	}
}

func (g stranger) Play(s *feint.State, a rules.Action, log *rules.Log) {
	g.Game.Play(s, a, log)
	log.Add(rules.Event{Kind: "sneeze"})
}

func (g mumbler) Format(s *feint.State, a rules.Action) string {
	a.At = rules.Nobody
	return g.Game.Format(s, a)
}

func (g boaster) Score(s *feint.State) float64 { return 9 * g.Game.Score(s) }

func (g homeless) Hooks() rules.Hooks[feint.State] {
	h := g.Game.Hooks()
	h.Owner = nil
	return h
}

func (g thin) Hooks() rules.Hooks[feint.State] {
	h := g.Game.Hooks()
	h.Veil = func(s *feint.State) feint.State { return *s }
	return h
}

var spent []byte

func (g spender) Score(s *feint.State) float64 {
	spent = make([]byte, 8)
	return g.Game.Score(s)
}

// A position is a plain value: what a table of positions cannot hold, the suite names.
func TestSuiteRefusesPositionsThatAreNotPlain(t *testing.T) {
	finds(t, struct {
		Name string
		P    float64
		Next *int
	}{}, "Name is a string", "P is a float64", "Next is a ptr")
	finds(t, struct {
		A uint8
		B uint16
	}{}, "1 bytes of padding")
	finds(t, [257]uint8{}, "257 bytes")
}

// finds wants failures of the layout. Each type of a position is a suite to be compiled: one has several.
func finds[S comparable](t *testing.T, start S, wants ...string) {
	t.Helper()
	fails := rulestest.Check(stub[S]{start: start})
	for _, want := range wants {
		if !slices.ContainsFunc(fails, func(f rulestest.Failure) bool { return f.Law == "layout" && strings.Contains(f.Says, want) }) {
			t.Errorf("%T passes, want a failure that says %q", start, want)
		}
	}
}

// stub is a fight that is over before it begins.
type stub[S comparable] struct {
	rules.System[S]
	start S
}

func (g stub[S]) Start() S                { return g.start }
func (g stub[S]) Turn(*S) rules.Turn      { return rules.Turn{Seat: rules.Nobody} }
func (g stub[S]) Roster() []rules.Fighter { return nil }
func (g stub[S]) Hooks() rules.Hooks[S]   { return rules.Hooks[S]{} }

// Dice without a fixed number are thrown by the system and tried out all the same.
func TestOpenThrowsConform(t *testing.T) {
	o := toyOptions()
	o.Walks, o.Looks, o.Load = 5, 100, loadPatient
	for _, f := range rulestest.Check(patient{feint.New()}, o) {
		t.Error(f)
	}
	fails := rulestest.Check(cheat{patient{feint.New()}}, o)
	if !slices.ContainsFunc(fails, func(f rulestest.Failure) bool { return f.Law == "dice" }) {
		t.Errorf("a loaded die passes; failures: %v", fails)
	}
}

// patient flips a coin before each throw until it shows 1.
type patient struct{ *feint.Game }

func (g patient) Hooks() rules.Hooks[feint.State] {
	h := g.Game.Hooks()
	h.Throw = g.Throw
	return h
}

func (g patient) Throw(_ *feint.State, die func(int) int) []int {
	var shown []int
	for {
		coin := die(2)
		shown = append(shown, coin)
		if coin == 1 {
			return append(shown, die(10), die(10))
		}
	}
}

func (g patient) Read(s *feint.State, dice []int) (rules.Action, error) {
	return g.Game.Read(s, dice[max(0, len(dice)-2):])
}

// loadPatient reads a position of one: what has happened since is played with its own dice.
func loadPatient(file []byte) (rules.System[feint.State], error) {
	var told struct {
		Since []book.Move `yaml:"since"`
	}
	values, moves, some := bytes.Cut(file, []byte("since:"))
	if some {
		if _, err := strict.Decode("position", append([]byte("since:"), moves...), &told); err != nil {
			return nil, err
		}
	}
	g, err := feint.Read(strict.Parse("position", values), feint.DefaultBook())
	if err != nil {
		return nil, err
	}
	w := waiting{patient: patient{g}}
	var bad strict.Complaints
	w.start = g.Start()
	w.from, w.since, bad = rules.Since[feint.State](w.patient, &w.start, told.Since)
	return w, bad.Plain()
}

// waiting is one in the middle of an exchange.
type waiting struct {
	patient
	start, from feint.State
	since       []book.Move
}

func (g waiting) Start() feint.State { return g.start }

func (g waiting) Since() (feint.State, []book.Move) { return g.from, g.since }

// cheat does not throw its last die.
type cheat struct{ patient }

func (g cheat) Hooks() rules.Hooks[feint.State] {
	h := g.Game.Hooks()
	h.Throw = g.Throw
	return h
}

func (g cheat) Throw(s *feint.State, die func(int) int) []int {
	shown := g.patient.Throw(s, die)
	return append(shown[:len(shown)-1], 10)
}
