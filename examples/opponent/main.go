// Command opponent plays a built-in fight with an agent of its own.
//
// An agent is a type with the two methods of agent.Agent. Here it plays the bandits of ambush: it strikes the enemy
// with the fewest Wounds left, and ends the breath when nothing strikes. The travellers are played by the search.
package main

import (
	"context"
	"fmt"
	"os"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run plays the fight and prints who falls and who wins.
func run(ctx context.Context) error {
	name, data, err := agent.ReadEncounter("ambush")
	if err != nil {
		return err
	}
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 3})
	if err != nil {
		return err // the mistakes of the file, with their places
	}
	thinker, err := agent.Parse(ctx, "search", search.Limits{Nodes: 2000}, agent.Kinds)
	if err != nil {
		return err
	}
	// Whoever is not named is played by the search: here one side has an agent of its own. A combatant can have one too.
	seats, err := agent.AssignAgents(f.Roster(), thinker, map[string]agent.Agent{"bandits": bully{}})
	if err != nil {
		return err
	}
	// The function sees every step when it is made: a program would show it or store it.
	downs := 0
	err = agent.Run(ctx, f, seats, func(step rules.Step) error {
		for _, e := range step.Events {
			if e.Kind == "down" {
				downs++
				fmt.Printf("step %d, round %d: %s is out of the fight\n", step.N, f.Round(), e.Seat)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	side, draw, _ := f.Winner()
	fmt.Printf("%d steps, %d fell, draw %v\n", len(f.Steps()), downs, draw)
	for _, r := range f.Roster() {
		if !draw && r.Side == side {
			fmt.Printf("%s of %s has won\n", r.Name, text.The(r.Team))
		}
	}
	return nil
}

// bully strikes at the weakest.
type bully struct{}

// String returns how records name the agent.
func (bully) String() string { return "bully" }

// Choose gets what the seat to move may know, and returns one of the legal decisions.
func (bully) Choose(_ context.Context, v agent.View) (rules.Action, error) {
	var best fight.Option
	least := 1 << 30
	for _, o := range v.Options() {
		if o.Phase != "attack" || o.At == rules.Nobody {
			continue
		}
		if left := wounds(v, o.At); left < least {
			best, least = o, left
		}
	}
	if best.Words != "" {
		return best.Action, nil
	}
	return agent.Greedy{}.Choose(context.Background(), v) // reactions, reservations, and what ends the breath
}

// wounds returns how many Wounds a combatant has left.
func wounds(v agent.View, seat rules.Seat) int {
	n := 0
	fmt.Sscan(rules.Pairs(v.Sheet(seat)).Value("wounds"), &n) // "3 of 4"
	return n
}
