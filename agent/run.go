package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Seating is the agents of all seats, in seat order.
type Seating []Agent

// AssignAgents returns the agents of a roster: those chosen by the name of a combatant or of a side, and standard for
// all others. The choice for a combatant takes precedence over that for its side. An agent without a character takes
// that of its combatant. Names are sorted so that of two wrong ones the same is reported each time.
func AssignAgents(roster []rules.Fighter, standard Agent, choices map[string]Agent) (Seating, error) {
	seats := make(Seating, len(roster))
	typed, chosen := map[string]string{}, map[string]Agent{} // by name in the roster: the name as typed, and the agent
	for _, name := range slices.Sorted(maps.Keys(choices)) {
		proper, err := rules.SeatOrSideNamed(roster, name, "")
		if err != nil {
			return nil, err
		}
		if before, twice := typed[proper]; twice {
			return nil, text.Problem{What: fmt.Sprintf("%q and %q are one name", before, name), Want: "it once"}
		}
		typed[proper], chosen[proper] = name, choices[name]
	}
	for i, f := range roster {
		seats[i] = standard
		if a, ok := chosen[f.Team]; ok {
			seats[i] = a
		}
		if a, ok := chosen[f.Name]; ok {
			seats[i] = a
		}
		seats[i] = WithCharacter(seats[i], f.Character)
	}
	return seats, nil
}

// Pairs returns the names and agents of the seating, for the header of a record.
func (s Seating) Pairs(roster []rules.Fighter) (pairs rules.Pairs) {
	for i, f := range roster {
		pairs = append(pairs, rules.Entry{Name: f.Name, Value: s[i].String()})
	}
	return pairs
}

// StepsMax is the number of steps after which a fight is stopped.
const StepsMax = 50_000

// Run plays a fight to its end with agents and the dice of the seed. It calls tell with each step as soon as it is
// made; an error of tell stops the fight. A cancelled context stops it between steps.
func Run(ctx context.Context, f *fight.Fight, seats Seating, tell func(rules.Step) error) error {
	for range StepsMax {
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.Turn().Kind == rules.Over {
			return nil
		}
		step, err := MakeStep(ctx, f, seats)
		if err != nil {
			return err
		}
		if err := tell(step); err != nil {
			return err
		}
	}
	return fmt.Errorf("the fight has not ended after %d steps", StepsMax)
}

// MakeStep throws dice, or makes the decision of the agent at the seat to move, which may yield. The error is
// [ErrNothingToDecide] if the fight is over, or that of the agent.
func MakeStep(ctx context.Context, f *fight.Fight, seats Seating) (rules.Step, error) {
	if f.Turn().Kind == rules.Chance {
		return f.Roll()
	}
	v, err := Look(f)
	if err != nil {
		return rules.Step{}, err
	}
	d, err := Resolve(ctx, seats[v.Seat()], v)
	if err != nil {
		return rules.Step{}, err
	}
	return d.Make(f)
}
