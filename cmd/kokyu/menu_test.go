package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/rules/rulestest"
)

// people returns an encounter in which a person plays every seat.
func people(t *testing.T, name string, seed uint64) *session.Session {
	t.Helper()
	file, data, err := agent.ReadEncounter(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(agent.Builtin(), file, data, session.Setup{Seed: seed, Standard: session.Person{}, Voice: "none"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wanders makes up to n decisions of a fight at random, and looks at each question before.
func wanders(t *testing.T, s *session.Session, n int, look func(session.Question, []agent.PricedOption)) {
	t.Helper()
	drawn := rand.New(rand.NewPCG(s.Seed(), 29))
	c := session.Client{Session: s}
	for range n {
		if _, err := c.Line(t.Context(), "play"); err != nil {
			t.Fatal(err)
		}
		q := c.Question()
		if q.Kind != session.Decision {
			return
		}
		out, err := c.Line(t.Context(), "options")
		if err != nil {
			t.Fatal(err)
		}
		options := out.(session.Choices).Options
		look(q, options)
		if _, err := c.Line(t.Context(), "do "+options[drawn.IntN(len(options))].Words); err != nil {
			t.Fatal(err)
		}
	}
}

// In every built-in encounter a whole question stands on a screen of 24 lines, with the state of everybody above a menu that is
// long, and what is typed below it. Every decision is answered by numbers of its own.
func TestAQuestionStandsOnAScreen(t *testing.T) {
	for _, name := range agent.Encounters() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(rulestest.Few(1, 2)) {
				s := people(t, name, seed)
				wanders(t, s, 120, func(q session.Question, options []agent.PricedOption) {
					for _, width := range []int{0, 80} {
						var out strings.Builder
						p := newPrompt(&app{App: &cli.App{In: strings.NewReader(""), Out: &out, Screen: width > 0, Width: width, Height: 24 * width / 80}}, s)
						if _, err := p.offer(t.Context(), q); err != nil {
							t.Fatal(err)
						}
						shown := strings.TrimPrefix(out.String(), "\n")
						if n := strings.Count(shown, "\n") + 1; n > 24 {
							t.Fatalf("%s: a question of %d lines\n%s", q.Seat, n, shown)
						}
						for line := range strings.Lines(shown) {
							if n := ansi.StringWidth(strings.TrimRight(line, "\n")); width > 0 && n > width {
								t.Fatalf("%s: a line of %d\n%s", q.Seat, n, shown)
							}
						}
						if len(newMenu(options, true)) > 20 {
							for _, r := range s.Roster() {
								if !strings.Contains(shown, "  "+r.Name+": ") {
									t.Fatalf("%s: the state of %s is not shown\n%s", q.Seat, r.Name, shown)
								}
							}
						}
						seen := map[string]string{}
						for _, o := range options {
							number := p.answerFor(p.menu, o.Words)
							if before, twice := seen[number]; twice || number == "" {
								t.Fatalf("%q is answered by %q, as is %q", o.Words, number, before)
							}
							seen[number] = o.Words
							if got := numbered(t, p, number); got != o.Words {
								t.Fatalf("%s leads to %q, want %q", number, got, o.Words)
							}
						}
					}
				})
			}
		})
	}
}

// numbered returns the decision that numbers lead to.
func numbered(t *testing.T, p *prompt, numbers string) string {
	t.Helper()
	m := p.menu
	for words := strings.Fields(numbers); ; words = words[1:] {
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 1 || n > len(m) {
			t.Fatalf("%q leads nowhere", numbers)
		}
		if row := m[n-1]; len(words) > 1 {
			m = p.submenu(row)
		} else if len(row) == 1 {
			return row[0].Words
		} else {
			return fmt.Sprintf("a row of %d", len(row))
		}
	}
}

// gracia is asked for her first breath in a breach with eleven on the field.
func gracia(t *testing.T) *session.Session {
	t.Helper()
	s := people(t, "arioka", 1)
	for s.Question().Seat != "Gracia" {
		if _, err := s.Do("close the round"); err != nil {
			t.Fatal(err)
		}
		if _, err := (session.Client{Session: s}).Line(t.Context(), "play"); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// A menu of 26 rows folds by target where there is no room for it, and no further than it must; words lead to a blow as before.
func TestALongMenuFoldsByTarget(t *testing.T) {
	for height, want := range map[int][]string{
		60: {"flurry cut > Ao"},
		38: {"flurry cut >", "close thrust >", "cast evil-breaking light >", "cast sacred talisman >", "cast angelic protection >"},
		24: {"flurry cut >", "close thrust >", "cast"},
		20: {"attack", "cast"},
	} {
		s := gracia(t)
		p := newPrompt(&app{App: &cli.App{In: strings.NewReader(""), Out: io.Discard, Height: height}}, s)
		m, err := p.openMenu(!s.Question().Proposal)
		if err != nil {
			t.Fatal(err)
		}
		var titles []string
		for i := range m[:min(len(m), len(want))] {
			titles = append(titles, m.titleOf(i))
		}
		if all := len(newMenu(slices.Concat(m...), true)); all != 26 || !slices.Equal(titles, want) {
			t.Errorf("height %d: %q of %d, want %q of 26", height, titles, all, want)
		}
		for script, want := range map[string]string{
			p.answerFor(m, "close thrust > Kuro"): "close thrust > Kuro", "close thrust > Kuro": "close thrust > Kuro", "3": "",
		} {
			s := gracia(t)
			before := s.StepCount()
			p := newPrompt(&app{App: &cli.App{In: strings.NewReader(script + "\n"), Out: io.Discard, Height: height}}, s)
			if err := p.run(t.Context()); !errors.Is(err, errLeft) || want != "" && s.StepsAfter(before)[0].Do != want {
				t.Errorf("height %d, %q: %v, %v", height, script, err, s.StepsAfter(before))
			}
		}
	}
}

// Undo in a third question leads to the second, and there to the menu.
func TestUndoLeadsBackOneQuestion(t *testing.T) {
	s := gracia(t)
	before := s.StepCount()
	var out strings.Builder
	p := newPrompt(&app{App: &cli.App{In: strings.NewReader("1 2\nundo\n1\nundo\nundo\n2 1 1\n"), Out: &out, Height: 12}}, s)
	if err := p.run(t.Context()); !errors.Is(err, errLeft) {
		t.Fatal(err)
	}
	if did := s.StepsAfter(before); len(did) == 0 || !strings.HasPrefix(did[0].Do, "cast ") {
		t.Errorf("%v\n%s", did, out.String())
	}
	var shown []string
	for part := range strings.SplitSeq(out.String(), "\n> ") {
		first, _, _ := strings.Cut(strings.TrimSpace(part), "\n")
		shown = append(shown, first)
	}
	for i, want := range []string{"Answer", "1  close thrust > Ao ", "1  flurry cut > … (3 ways)",
		"1  flurry cut > Ao ", "1  flurry cut > … (3 ways)", "1  attack … (6 ways)"} {
		if i >= len(shown) || !strings.HasPrefix(shown[i], want) {
			t.Fatalf("question %d of %q, want %s", i, shown, want)
		}
	}
}
