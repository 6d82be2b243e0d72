package narrate_test

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/narrate/story"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/rules/rulestest/toy"
	"kokyu/rules/strict"
)

// planned returns the plan of the first n steps of a fight.
func planned(f *fight.Fight, n int) *story.Story {
	o := narrate.Options{Roster: f.Roster(), Scenery: f.Scenery()}
	if f.Handle() != nil { // else its system is not one of agent's
		o.Title, o.Match = agent.Title(f), agent.IsSparring(f)
	}
	for _, now := range (fight.Record{Header: f.Header()}).Past(nil) {
		o.Stood = &now
		break
	}
	return narrate.Plan(o, agent.Dialect(f.Header().System), f.Steps()[:n], nil)
}

// unplanned calls each with fights of random encounters, n of each system, by turns sensible and wild. A system that is told plainly
// has nothing to plan a tale from, and is left out.
func unplanned(t *testing.T, n int, each func(name string, f *fight.Fight)) {
	t.Helper()
	for _, system := range agent.Systems() {
		if agent.Dialect(system).Witness == nil {
			continue
		}
		for seed := range uint64(n) {
			_, f, err := agent.Builtin().DrawEncounter(system, seed+1)
			if err != nil {
				t.Fatal(err)
			}
			player := agent.Agent(agent.Greedy{})
			if seed%4 == 3 {
				player = lively{}
			}
			seats, err := agent.AssignAgents(f.Roster(), player, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := agent.Run(t.Context(), f, seats, func(rules.Step) error { return nil }); err != nil {
				t.Fatal(err)
			}
			each(fmt.Sprintf("%s, seed %d", system, seed+1), f)
		}
	}
	about := toy.About()
	for seed := range uint64(n) { // a system that has no witness of its own
		text, err := strict.Encode(about.DrawEncounter(about.Rows(), book.Draw{Rand: dice.Stream{Seed: seed + 1, Name: "toy"}.Rand(0)}))
		if err != nil {
			t.Fatal(err)
		}
		g, err := about.Load(strict.Parse("toy.yaml", text), about.Rows())
		if err != nil {
			t.Fatal(err)
		}
		f := fight.New(rules.System[toy.State](g), fight.Header{System: about.Name, Seed: seed + 1})
		for r := (dice.Stream{Seed: seed + 1, Name: "wild"}).Rand(0); f.Turn().Kind != rules.Over; {
			if f.Turn().Kind == rules.Chance {
				_, err = f.Roll()
			} else {
				options := f.Options()
				_, err = f.Play(options[r.Uint32N(uint32(len(options)))].Action)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		each(fmt.Sprintf("toy, seed %d", seed+1), f)
	}
}

// Several fights are told at the same time: a server has many tables.
func TestFightsAreToldAtTheSameTime(t *testing.T) {
	unplanned(t, 4, func(_ string, f *fight.Fight) {
		var tellers sync.WaitGroup
		for range 8 {
			tellers.Go(func() { planned(f, len(f.Steps())) })
		}
		tellers.Wait()
	})
}

// A plan holds what must be told once and in order, and its numbers are those of the record.
func TestAPlanIsTrueToItsRecord(t *testing.T) {
	unplanned(t, rulestest.Few(30, 1000), func(name string, f *fight.Fight) {
		steps := fight.StandingSteps(f.Steps())
		s := planned(f, len(f.Steps()))
		bad := func(format string, args ...any) {
			t.Helper()
			t.Errorf("%s: %s", name, fmt.Sprintf(format, args...))
		}
		falls, ids, last := map[string]int{}, map[int]bool{}, 0
		for _, sc := range s.Scenes {
			for _, b := range sc.Beats {
				ids[b.ID] = true
				if b.ID <= last {
					bad("beat %d comes after %d", b.ID, last)
				}
				if last = b.ID; !slices.IsSorted(b.Steps) {
					bad("steps of beat %d: %v", b.ID, b.Steps)
				}
				switch b.Kind {
				case "fall":
					falls[b.To]++
				case "sunk", "rout":
					falls[b.By]++
				}
				count(steps, &b, bad)
			}
		}
		for _, sc := range s.Scenes {
			for _, b := range sc.Beats {
				for _, id := range b.Needs {
					if !ids[id] {
						bad("beat %d (%s) is told without %d, which it needs", b.ID, b.Kind, id)
					}
				}
			}
		}
		downs(steps, func(who string, n int) {
			if falls[who] != n {
				bad("%s falls %d times in the record, and %d in the plan", who, n, falls[who])
			}
		})
		stands(f, s, bad)
	})
}

// count holds the Wounds and blows of a beat against the events of its steps.
func count(steps []rules.Step, b *story.Beat, bad func(string, ...any)) {
	if b.Kind != "wound" && b.Kind != "fall" {
		return
	}
	wounds, hits, left := 0, 0, -1
	for _, s := range steps {
		for _, e := range s.Events {
			if e.Kind == "wound" && e.Seat == b.To && e.At == b.By && slices.Contains(b.Steps, s.N) {
				wounds, hits, left = wounds+e.N, hits+1, e.Left
			}
		}
	}
	if wounds != b.Wounds && left >= 0 {
		bad("beat %d, %s by %s: %s loses %d in the record, and %d in the plan", b.ID, b.Kind, b.By, b.To, wounds, b.Wounds)
	}
	if left >= 0 && left != b.Left && b.Kind == "wound" {
		bad("beat %d: %s has %d left in the record, and %d in the plan", b.ID, b.To, left, b.Left)
	}
	if b.Kind == "wound" && hits != b.Hits {
		bad("beat %d: %d blows wound in the record, and %d in the plan", b.ID, hits, b.Hits)
	}
	if len(b.Order) != b.Tries {
		bad("beat %d: %d blows, of which %q", b.ID, b.Tries, b.Order)
	}
}

// downs calls each with whoever goes down, and how often.
func downs(steps []rules.Step, each func(who string, n int)) {
	n := map[string]int{}
	for _, s := range steps {
		for _, e := range s.Events {
			if e.Kind == "down" || e.Kind == "rout" {
				n[e.Seat]++
			}
		}
	}
	for who, k := range n {
		each(who, k)
	}
}

// stands holds who is still in the fight, and with how many Wounds, against the board at the end.
func stands(f *fight.Fight, s *story.Story, bad func(string, ...any)) {
	now := f.Snapshot()
	for i, r := range now.Roster {
		k := slices.IndexFunc(s.Cast, func(p story.Person) bool { return p.Name == r.Name })
		if k < 0 {
			bad("%s is not in the cast", r.Name)
			continue
		}
		p := s.Cast[k]
		if out := now.Stands[i].Out != ""; out != (p.Out != "" && p.Out != "crippled") && !p.OnCall {
			bad("%s is out of the fight on the board: %v, in the plan: %q", r.Name, out, p.Out)
		}
		for _, n := range now.Stands[i].Numbers {
			if left := map[string]int{"wounds": n.N, "wounds taken": n.Max - n.N}; p.Out == "" && (n.Name == "wounds" || n.Name == "wounds taken") && left[n.Name] != p.Left {
				bad("%s has %d Wounds left on the board, and %d in the plan", r.Name, left[n.Name], p.Left)
			}
		}
	}
	holds(s, func(name string) (out, held bool) {
		stand := now.StandOf(name)
		return stand.Out != "", slices.ContainsFunc(stand.States, func(x rules.State) bool { return x.Name == "grappled" || x.Name == "pinned" })
	}, bad)
	if winner := now.Winner; winner != s.End.Winner {
		bad("%q has won on the board, and %q in the plan", winner, s.End.Winner)
	}
}

// holds holds those whose hold is not over, as the plan has it, against the board at the end.
func holds(s *story.Story, stands func(name string) (out, held bool), bad func(string, ...any)) {
	for _, sc := range s.Scenes {
		for _, b := range sc.Beats {
			for _, name := range []string{b.By, b.To} {
				if out, held := stands(name); b.Kind == "grapple" && b.Ends == "" && !out && !held {
					bad("beat %d: %s is in a hold with %s that is not over in the plan, and in none on the board", b.ID, b.By, b.To)
				}
			}
		}
	}
}

// A record that is cut anywhere has a plan: the same has happened so far, and nothing is over that is not.
func TestARecordCutAnywhereHasAPlan(t *testing.T) {
	unplanned(t, rulestest.Few(2, 40), func(name string, f *fight.Fight) {
		all := f.Steps()
		for n := 0; n < len(all); n += 1 + n/10 {
			s := planned(f, n)
			told := map[string]int{}
			for _, sc := range s.Scenes {
				for _, b := range sc.Beats {
					if b.Kind == "fall" {
						told[b.To]++
					}
				}
			}
			downs(fight.StandingSteps(all[:n]), func(who string, times int) {
				p := s.Cast[slices.IndexFunc(s.Cast, func(p story.Person) bool { return p.Name == who })]
				if p.Out == "" {
					t.Errorf("%s, cut at %d: %s has gone down and is in the fight", name, n, who)
				}
			})
			if over := s.End.Why != ""; over {
				t.Errorf("%s, cut at %d: it is over", name, n)
			}
		}
	})
}

// Whom the GM's change brings down is down in the plan, in a beat of their own with the GM's reason, also if that ends the fight.
func TestWhoFallsByAChangeIsDown(t *testing.T) {
	for system, change := range map[string]string{"breath": "wounds=0", "tempo": "out", "keep": "out"} {
		_, f, err := agent.Builtin().DrawEncounter(system, 1)
		if err != nil {
			t.Fatal(err)
		}
		for first := f.Roster()[0].Name; ; { // until the opening is over
			if _, err := f.Copy().Edit(first+" "+change, "a falling rock"); err == nil {
				break
			}
			if _, err := f.Roll(); err != nil {
				f.Play(f.Options()[0].Action)
			}
		}
		for _, r := range f.Roster() {
			if _, _, over := f.Winner(); r.Side == 0 && !over {
				if _, err := f.Edit(r.Name+" "+change, "a falling rock"); err != nil {
					t.Fatalf("%s: %v", system, err)
				}
			}
		}
		s, falls := planned(f, len(f.Steps())), 0
		stands(f, s, func(format string, args ...any) { t.Errorf(system+": "+format, args...) })
		for _, sc := range s.Scenes {
			for _, b := range sc.Beats {
				if b.Kind == "sunk" && b.Says == "a falling rock" {
					falls++
				}
			}
		}
		if n := len(s.Sides[0].Who); falls != n {
			t.Errorf("%s: %d of %d fall by a rock in %+v", system, falls, n, s.Scenes)
		}
	}
}

// The same record has the same plan.
func TestAPlanIsAlwaysTheSame(t *testing.T) {
	unplanned(t, 3, func(name string, f *fight.Fight) {
		if a, b := planned(f, len(f.Steps())), planned(f, len(f.Steps())); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: two plans", name)
		}
	})
}
