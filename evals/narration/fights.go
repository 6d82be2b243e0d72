package narration

import (
	"context"
	"fmt"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// fought is a whole fight.
type fought struct {
	name, system string
	narrate.Options
	steps []rules.Step
}

// playPlanned plays fights of each built-in encounter, by an agent that does the first sensible thing.
func playPlanned(ctx context.Context, each int, take func(fought) error) error {
	for _, encounter := range agent.Encounters() {
		name, data, err := agent.ReadEncounter(encounter)
		if err != nil {
			return err
		}
		for k := range each {
			f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: uint64(k + 1)})
			if err == nil {
				err = playOne(ctx, encounter, f, take)
			}
			if err != nil {
				return fmt.Errorf("%s, seed %d: %w", encounter, k+1, err)
			}
		}
	}
	return nil
}

// random plays fights that nobody planned, the same number of each system.
func random(ctx context.Context, all int, take func(fought) error) error {
	systems := agent.Systems()
	for k := range all {
		system := systems[k%len(systems)]
		name := fmt.Sprintf("random %s %d", system, k+1)
		_, f, err := agent.Builtin().Unplanned(system, uint64(k+1))
		if err == nil {
			err = playOne(ctx, name, f, take)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func playOne(ctx context.Context, name string, f *fight.Fight, take func(fought) error) error {
	seats, err := agent.Seat(f.Roster(), agent.Greedy{}, nil)
	if err != nil {
		return err
	}
	if err := agent.Run(ctx, f, seats, func(rules.Step) error { return nil }); err != nil {
		return err
	}
	h := f.Header()
	return take(fought{name, h.System, narrate.Options{Title: agent.Title(f), Roster: f.Roster(), Scenery: f.Scenery(), Seed: h.Seed,
		Match: agent.Sparring(f)}, f.Steps()})
}
