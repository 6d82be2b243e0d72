package main

import (
	"context"
	"fmt"

	"kokyu/agent"
	"kokyu/agent/session"
)

// The smallest face there is. CONTRIBUTING.md shows the body of printEvents.
func Example_face() {
	if err := printEvents(context.Background(), "mirror", 8); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 breath Chikara
	// 1 declare Chikara
	// 1 spend Chikara
	// 2 check Chikara
	// 3 declare Chikara
	// 3 spend Chikara
	// 4 check Chikara
	// 5 wound Kagami
}

// printEvents plays a built-in encounter to its end, or until somebody at the table is asked, and prints the first events.
func printEvents(ctx context.Context, encounter string, most int) error {
	file, data, err := agent.ReadEncounter(encounter)
	if err != nil {
		return err
	}
	s, err := session.Open(agent.Builtin(), file, data, session.Setup{Seed: 1, Standard: agent.Greedy{}, Voice: "none"})
	if err != nil {
		return err
	}
	gm := session.Client{Session: s} // with As: "Kagami" it knows what that seat may know
	if _, err := gm.Line(ctx, "play"); err != nil {
		return err
	}
	out, err := gm.Line(ctx, "events")
	if err != nil {
		return err
	}
	for _, step := range out.(session.Events).Steps {
		for _, e := range step.Events {
			if most--; most >= 0 {
				fmt.Println(step.N, e.Kind, e.Seat)
			}
		}
	}
	return nil
}
