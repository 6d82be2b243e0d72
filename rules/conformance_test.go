package rules_test

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

func toyOptions() rulestest.Options[toyState] {
	swapped := newToy()
	swapped.sides, swapped.teams = [3]rules.Side{1, 0, 0}, [2]string{"oni", "Sasaki"}
	renamed := newToy()
	renamed.names, renamed.teams = [3]string{"x > y", "Zoë", "cut"}, [2]string{"left", "right"}
	return rulestest.Options[toyState]{Load: loadToy, Swapped: swapped, Renamed: renamed}
}

func TestToyKeepsEveryLaw(t *testing.T) { rulestest.Run(t, newToy(), toyOptions()) }

// A suite that finds nothing proves nothing: each of these toys breaks one law.
func TestSuiteFindsWhatIsBroken(t *testing.T) {
	for _, c := range []struct {
		law string
		sys rules.System[toyState]
		opt func(*rulestest.Options[toyState])
	}{
		{"walks", panics{newToy()}, nil},
		{"walks", newToy(), func(o *rulestest.Options[toyState]) { o.Steps = 5 }},
		{"turns", beginner{newToy()}, nil},
		{"legal", doubler{newToy()}, nil},
		{"odds", greedy{newToy()}, nil},
		{"fine", coarse{newToy()}, nil},
		{"dice", misread{newToy()}, nil},
		{"dice", hopeful{newToy()}, nil},
		{"log", chatty{newToy()}, nil},
		{"events", stranger{newToy()}, nil},
		{"words", mumbler{newToy()}, nil},
		{"score", boaster{newToy()}, nil},
		{"veil", thin{newToy()}, nil},
		{"position", newToy(), func(o *rulestest.Options[toyState]) {
			o.Load = func([]byte) (rules.System[toyState], error) { return newToy(), nil }
		}},
		{"swapped", newToy(), func(o *rulestest.Options[toyState]) { o.Swapped = newToy() }},
		{"renamed", newToy(), func(o *rulestest.Options[toyState]) {
			late := newToy()
			late.start.Round = 2
			o.Renamed = late
		}},
		{"allocations", spender{newToy()}, nil},
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
	panics   struct{ *toy }
	beginner struct{ *toy }
	doubler  struct{ *toy }
	greedy   struct{ *toy }
	coarse   struct{ *toy }
	misread  struct{ *toy }
	hopeful  struct{ *toy }
	chatty   struct{ *toy }
	stranger struct{ *toy }
	mumbler  struct{ *toy }
	boaster  struct{ *toy }
	thin     struct{ *toy }
	spender  struct{ *toy }
)

func (g panics) Play(s *toyState, a rules.Action, log *rules.Log) {
	if a.Do == doTake {
		panic("nobody takes it")
	}
	g.toy.Play(s, a, log)
}

func (g beginner) Turn(s *toyState) rules.Turn {
	t := g.toy.Turn(s)
	t.Begins = true
	return t
}

func (g doubler) Actions(s *toyState, buf []rules.Action) []rules.Action {
	buf = g.toy.Actions(s, buf)
	return append(buf, buf[len(buf)-1])
}

func (g greedy) Odds(s *toyState, buf []rules.Odds) []rules.Odds {
	buf = g.toy.Odds(s, buf)
	buf[len(buf)-1].P += 1e-9
	return buf
}

func (g coarse) Fine(s *toyState, buf []rules.Odds) []rules.Odds {
	buf = g.toy.Fine(s, buf)
	buf[0].Action = buf[len(buf)-1].Action
	return buf
}

func (g misread) Read(s *toyState, dice []int) (rules.Action, error) {
	if len(dice) == 2 && dice[0] == 10 {
		dice = []int{1, dice[1]}
	}
	return g.toy.Read(s, dice)
}

func (g hopeful) Check(s *toyState) rules.Check {
	c := g.toy.Check(s)
	c.P, c.Num, c.Den = 0.5, 1, 2
	return c
}

func (g chatty) Play(s *toyState, a rules.Action, log *rules.Log) {
	g.toy.Play(s, a, log)
	if log != nil {
		s.Total++
	}
}

func (g stranger) Play(s *toyState, a rules.Action, log *rules.Log) {
	g.toy.Play(s, a, log)
	log.Add(rules.Event{Kind: "sneeze"})
}

func (g mumbler) Format(s *toyState, a rules.Action) string {
	a.At = rules.Nobody
	return g.toy.Format(s, a)
}

func (g boaster) Score(s *toyState) float64 { return 1.5 * g.toy.Score(s) }

func (g thin) Veil(s *toyState) toyState { return *s }

var spent []byte

func (g spender) Score(s *toyState) float64 {
	spent = make([]byte, 8)
	return g.toy.Score(s)
}

// A position is a plain value: what a table of positions cannot hold, the suite names.
func TestSuiteRefusesPositionsThatAreNotPlain(t *testing.T) {
	finds(t, struct{ Name string }{}, "Name is a string")
	finds(t, struct{ P float64 }{}, "P is a float64")
	finds(t, struct{ Next *int }{}, "Next is a ptr")
	finds(t, struct {
		A uint8
		B uint16
	}{}, "1 bytes of padding")
	finds(t, [257]uint8{}, "257 bytes")
}

func finds[S comparable](t *testing.T, start S, want string) {
	t.Helper()
	for _, f := range rulestest.Check(stub[S]{start: start}) {
		if f.Law == "layout" && strings.Contains(f.Says, want) {
			return
		}
	}
	t.Errorf("%T passes, want a failure that says %q", start, want)
}

// stub is a fight that is over before it begins.
type stub[S comparable] struct {
	rules.System[S]
	start S
}

func (g stub[S]) Start() S                { return g.start }
func (g stub[S]) Turn(*S) rules.Turn      { return rules.Turn{Seat: rules.Nobody} }
func (g stub[S]) Roster() []rules.Fighter { return nil }

// Dice without a fixed number are thrown by the system and tried out all the same.
func TestOpenThrowsConform(t *testing.T) {
	o := toyOptions()
	o.Walks, o.Looks = 5, 100
	for _, f := range rulestest.Check(patient{newToy()}, o) {
		t.Error(f)
	}
	fails := rulestest.Check(cheat{patient{newToy()}}, o)
	if !slices.ContainsFunc(fails, func(f rulestest.Failure) bool { return f.Law == "dice" }) {
		t.Errorf("a loaded die passes; failures: %v", fails)
	}
}

// patient flips a coin before each throw until it shows 1.
type patient struct{ *toy }

func (g patient) Throw(_ *toyState, die func(int) int) []int {
	var shown []int
	for {
		coin := die(2)
		shown = append(shown, coin)
		if coin == 1 {
			return append(shown, die(10), die(10))
		}
	}
}

func (g patient) Read(s *toyState, dice []int) (rules.Action, error) {
	return g.toy.Read(s, dice[max(0, len(dice)-2):])
}

// cheat does not throw its last die.
type cheat struct{ patient }

func (g cheat) Throw(s *toyState, die func(int) int) []int {
	shown := g.patient.Throw(s, die)
	return append(shown[:len(shown)-1], 10)
}
