package narration

import (
	"context"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
)

// Ours is the half of what the templates tell, the styles of the fights it is told of.
const Ours = "ours"

// fought is a whole fight.
type fought struct {
	system string
	narrate.Options
	steps []rules.Step
}

// fights are so many of each encounter, played by an agent that does the first sensible thing.
func fights(ctx context.Context, each int) (list []fought, err error) {
	for _, encounter := range agent.Encounters() {
		name, data, err := agent.ReadEncounter(encounter)
		if err != nil {
			return nil, err
		}
		for k := range each {
			seed := uint64(k + 1)
			f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: seed})
			if err != nil {
				return nil, err
			}
			seats, err := agent.Seat(f.Roster(), agent.Greedy{}, nil)
			if err != nil {
				return nil, err
			}
			if err := agent.Run(ctx, f, seats, func(rules.Step) error { return nil }); err != nil {
				return nil, err
			}
			list = append(list, fought{f.Header().System, narrate.Options{Title: agent.Title(f), Roster: f.Roster(), Scenery: f.Scenery(), Seed: seed, Match: agent.Sparring(f)}, f.Steps()})
		}
	}
	return list, nil
}

// told are the passages the templates tell of a fight.
func (f fought) told(ctx context.Context) (list []Passage, err error) {
	all, texts, err := narrate.Opened(ctx, f.Options, agent.Dialect(f.system), f.steps)
	for i, p := range all {
		list = append(list, Passage{System: f.system, Half: Ours, Style: Ours, Paragraph: p, Text: texts[i]})
	}
	return list, err
}

// verifiers are one for each system, and the same with the grammar by heart.
func verifiers() (plain, knowing map[string]*narrate.Verifier, err error) {
	plain, knowing = map[string]*narrate.Verifier{}, map[string]*narrate.Verifier{}
	for _, system := range agent.Systems() {
		d := agent.Dialect(system)
		plain[system] = narrate.NewVerifier(d)
		if knowing[system], err = plain[system].Knowing(); err != nil {
			return nil, nil, err
		}
	}
	return plain, knowing, nil
}
