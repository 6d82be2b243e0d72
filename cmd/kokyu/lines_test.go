package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// scribe sits at a prompt, types nothing but dice, numbers and Enter, and counts the lines it takes.
type scribe struct {
	t       *testing.T
	p       *prompt
	keys    *io.PipeWriter
	thrown  int
	heard   int
	breath  string // whose it is
	own     int    // lines of its own in it
	lines   map[rules.Side]int
	breaths map[rules.Side]int
	most    map[rules.Side]int
	answers int
	long    int // breaths of players of more than three lines
	typed   []string
}

// throwsAhead is how many throws of a breath are told on one line.
const throwsAhead = 4

// seat sits down: whenever the prompt is about to wait for a line, one is typed.
func (s *scribe) seat(t *testing.T, of *session.Session) *prompt {
	in, keys := io.Pipe()
	s.t, s.keys = t, keys
	s.lines, s.breaths, s.most = map[rules.Side]int{}, map[rules.Side]int{}, map[rules.Side]int{}
	s.p = newPrompt(&app{App: &cli.App{In: in, Out: io.Discard}}, of)
	s.p.input, s.p.isScript = bufio.NewReader(in), true
	s.p.beforeQuestion = func(context.Context) { s.asked() }
	s.p.onEnd = keys.Close
	return s.p
}

// asked answers the question that is asked now, unless an earlier line has.
func (s *scribe) asked() {
	q := s.p.client.Question()
	for _, step := range s.p.client.StepsAfter(s.heard) {
		s.heard = step.N
		for _, e := range step.Events {
			if e.Kind == "breath" && e.Seat != s.breath {
				s.begins(e.Seat)
			}
		}
	}
	if turn := s.p.client.Turn(); turn.Begins {
		s.begins(q.Seat)
	}
	if len(s.p.queue) > 0 || q.Kind == session.Dice && len(s.p.keptThrows[q.Seat]) > 0 {
		return
	}
	line := ""
	if q.Kind == session.Dice {
		line = s.throws(q.Check.Dice)
	} else {
		line = s.choices()
	}
	if strings.Trim(line, "0123456789 ,") != "" {
		s.t.Fatalf("%q is more than dice, numbers and Enter", line)
	}
	if side := s.side(q.Seat); q.Seat == s.breath {
		s.own++
		s.lines[side]++
		if s.most[side] = max(s.most[side], s.own); side == 0 && s.own == 4 {
			s.long++
		}
	} else {
		s.answers++
	}
	s.typed = append(s.typed, fmt.Sprintf("%s's breath, %d: %s %s: %s", s.breath, s.own, q.Kind, q.Seat, line))
	go fmt.Fprintln(s.keys, line)
}

func (s *scribe) begins(seat string) {
	s.breath, s.own = seat, 0
	s.breaths[s.side(seat)]++
}

func (s *scribe) side(seat string) rules.Side {
	roster := s.p.client.Roster()
	return roster[slices.IndexFunc(roster, func(r rules.Fighter) bool { return r.Name == seat })].Side
}

// throws returns as many throws of these dice as a breath may take.
func (s *scribe) throws(sides []int) string {
	var throws []string
	for range throwsAhead {
		throws = append(throws, strings.Trim(fmt.Sprint(s.throw(sides)), "[]"))
	}
	return strings.Join(throws, ", ")
}

func (s *scribe) throw(sides []int) []int {
	s.thrown++
	return dice.Stream{Seed: 4, Name: "dice"}.Throw(s.thrown, sides)
}

// choices returns the numbers of the best choices in a row, each with its dice, until somebody else comes in.
func (s *scribe) choices() string {
	at, err := s.p.client.Position()
	if err != nil {
		s.t.Fatal(err)
	}
	f, err := agent.Builtin().NewFight("here", at, agent.Setup{})
	if err != nil {
		s.t.Fatal(err)
	}
	var numbers []string
	for seat := f.Turn().Seat; f.Turn().Seat == seat && (len(numbers) == 0 || !f.Turn().Begins); {
		if f.Turn().Kind == rules.Chance {
			shown := s.throw(f.Check().Dice)
			numbers = append(numbers, strings.Fields(strings.Trim(fmt.Sprint(shown), "[]"))...)
			if _, err := f.Dice(shown...); err != nil {
				s.t.Fatal(err)
			}
			continue
		}
		v, err := agent.Look(f)
		if err != nil {
			break
		}
		if options := v.Options(); len(options) == 1 { // nobody asks
			if _, err := f.Play(options[0].Action); err != nil {
				s.t.Fatal(err)
			}
			continue
		}
		a, err := agent.AdviseAs(s.t.Context(), f, s.p.client.Advice, book.Character{}, nil)
		if err != nil {
			s.t.Fatal(err)
		}
		numbers = append(numbers, s.p.answerFor(newMenu(v.PricedOptions(), true).fold(s.p.menuLinesMax()), a.Best))
		if _, err := f.Do(a.Best); err != nil {
			s.t.Fatal(err)
		}
	}
	if f.Turn().Kind == rules.Chance { // somebody strikes into it first
		return strings.Join(numbers, " ") + ", " + s.throws(f.Check().Dice)
	}
	return strings.Join(numbers, " ")
}

// A whole ambush is run at a table by typing dice, numbers and Enter: at most three lines for a player's breath, answers to
// foes' blows counted apart, and at most two for a foe's. One breath in twenty-five may take more: four or five blows of a spear, each of
// which somebody answers before the next is chosen.
func TestAnAmbushIsRunByDiceNumbersAndEnter(t *testing.T) {
	t.Parallel()
	long, breaths := 0, 0
	fights := uint64(4)
	if rulestest.More() {
		fights = 12
	}
	for seed := range fights {
		_, data, err := agent.ReadEncounter("ambush")
		if err != nil {
			t.Fatal(err)
		}
		s, err := session.Open(agent.Builtin(), "ambush", data, session.Setup{Seed: seed, ByHand: []string{""}, Voice: "none",
			Standard: &agent.Search{Limits: search.Limits{Nodes: 300}}, Agents: map[string]agent.Agent{"travellers": session.Person{}}})
		if err != nil {
			t.Fatal(err)
		}
		s.Advice = search.Limits{Nodes: 300}
		scribe := scribe{thrown: int(seed) * 1000}
		if err := scribe.seat(t, s).run(t.Context()); !errors.Is(err, errLeft) {
			t.Fatalf("seed %d: %v\n%s", seed, err, strings.Join(scribe.typed, "\n"))
		}
		if _, over := s.Winner(); !over {
			t.Fatalf("seed %d: the ambush does not end", seed)
		}
		t.Logf("seed %d: %d lines in %d breaths of players, %d in %d of foes, %d answers; at most %d and %d", seed,
			scribe.lines[0], scribe.breaths[0], scribe.lines[1], scribe.breaths[1], scribe.answers, scribe.most[0], scribe.most[1])
		if scribe.most[0] > 5 || scribe.most[1] > 2 {
			t.Errorf("seed %d: at most %d lines in a player's breath, and %d in a foe's, want 2\n%s", seed,
				scribe.most[0], scribe.most[1], strings.Join(scribe.typed, "\n"))
		}
		long, breaths = long+scribe.long, breaths+scribe.breaths[0]
	}
	if 25*long > breaths {
		t.Errorf("%d of %d breaths of players take more than three lines, want one in twenty-five at most", long, breaths)
	}
}
