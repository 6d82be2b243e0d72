package agent

import (
	"context"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Seating is who plays each seat.
type Seating []Agent

// Seat reads "NAME=AGENT" choices over a default. NAME is a combatant or a whole side; a combatant's own choice stands
// over its side's. Who has no character of its own takes that of its combatant.
func Seat(roster []rules.Fighter, standard Agent, choices map[string]Agent) (Seating, error) {
	seats := make(Seating, len(roster))
	known := map[string]bool{}
	for i, f := range roster {
		seats[i] = standard
		if a, ok := choices[f.Team]; ok {
			seats[i] = a
		}
		if a, ok := choices[f.Name]; ok {
			seats[i] = a
		}
		seats[i] = As(seats[i], f.Character)
		known[f.Team], known[f.Name] = true, true
	}
	for name := range choices {
		if !known[name] {
			return nil, unknownSeat(name, roster)
		}
	}
	return seats, nil
}

// unknownSeat is the error for a name that nobody in the fight has.
func unknownSeat(name string, roster []rules.Fighter) error {
	var known []string
	for _, f := range roster {
		known = append(known, f.Name)
		if !slices.Contains(known, f.Team) {
			known = append(known, f.Team)
		}
	}
	return fmt.Errorf("nobody here is called %q, want %s", text.Escape(name), text.OneOf(name, known))
}

// Pairs names the seating as a record's header does.
func (s Seating) Pairs(roster []rules.Fighter) (pairs rules.Pairs) {
	for i, f := range roster {
		pairs = append(pairs, rules.Entry{Name: f.Name, Value: s[i].String()})
	}
	return pairs
}

// StepsMax ends a fight that no rule ends.
const StepsMax = 50_000

// Run plays a fight to its end: agents decide, the seed's dice fall. Each step is handed to tell as soon as it stands;
// an error of tell stops the fight there. A cancelled context stops it between steps.
func Run(ctx context.Context, f *fight.Fight, seats Seating, tell func(rules.Step) error) error {
	for range StepsMax {
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.Turn().Kind == rules.Over {
			return nil
		}
		step, err := Next(ctx, f, seats)
		if err != nil {
			return err
		}
		if err := tell(step); err != nil {
			return err
		}
	}
	return fmt.Errorf("the fight has not ended after %d steps", StepsMax)
}

// Next makes one step: dice, or the decision of whose turn it is. The error is [ErrNothingToDecide] if the fight is over,
// or what the agent says.
func Next(ctx context.Context, f *fight.Fight, seats Seating) (rules.Step, error) {
	if f.Turn().Kind == rules.Chance {
		return f.Roll()
	}
	v, err := Look(f)
	if err != nil {
		return rules.Step{}, err
	}
	a, err := seats[v.Seat()].Choose(ctx, v)
	if err != nil {
		return rules.Step{}, err
	}
	return f.Play(a)
}
