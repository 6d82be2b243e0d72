package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/search"
)

// Person is the agent of a seat that a person plays. [Session.Next] asks the table before it would ask this agent.
type Person struct{}

func (Person) String() string { return "human" }

// Choose always returns [ErrAsked].
func (Person) Choose(context.Context, agent.View) (rules.Action, error) {
	return rules.Action{}, ErrAsked
}

// ErrAsked is returned if a person at the table has to answer before the fight can go on.
var ErrAsked = errors.New("the table is asked")

// IsPerson reports whether a is played by a person.
func IsPerson(a agent.Agent) bool {
	if hand, ok := a.(ByHand); ok {
		a = hand.Agent
	}
	return a == Person{}
}

// ByHand is an agent whose dice are thrown at the table. It hands on what the agent within can besides choosing: to
// yield, to have a budget and to take a character.
type ByHand struct{ agent.Agent }

const handSetting = "dice=hand"

func (b ByHand) String() string { return b.Agent.String() + " " + handSetting }

// Resolve asks the agent that decides.
func (b ByHand) Resolve(ctx context.Context, v agent.View) (agent.Decision, error) {
	return agent.Resolve(ctx, b.Agent, v)
}

// Budget returns the budget of the agent that decides; zero if it does not search.
func (b ByHand) Budget() (lim search.Limits) {
	if a, ok := b.Agent.(agent.BudgetedAgent); ok {
		lim = a.Budget()
	}
	return lim
}

// WithCharacter returns the agent with a character; its dice are still thrown at the table.
func (b ByHand) WithCharacter(c book.Character) agent.Agent {
	return ByHand{agent.WithCharacter(b.Agent, c)}
}

// Player parses the player of a seat: "human" or an agent, which read parses, with or without "dice=hand". Where the
// dice are thrown is no setting of an agent: people, and agents of every kind, can have their dice thrown at the table.
func Player(spec string, read func(spec string) (agent.Agent, error)) (agent.Agent, error) {
	rest, hand, dice := []string{}, false, false
	for _, f := range strings.Fields(spec) {
		isDice := strings.HasPrefix(f, "dice=")
		switch {
		case isDice && dice:
			return nil, fmt.Errorf("dice= is there twice, want it once")
		case !isDice:
			rest = append(rest, f)
		case f == handSetting:
			hand = true
		case f != "dice=seed":
			return nil, fmt.Errorf("dice cannot be %q, want dice=hand or dice=seed", f[len("dice="):])
		}
		dice = dice || isDice
	}
	var a agent.Agent = Person{}
	if len(rest) != 1 || rest[0] != a.String() {
		var err error
		if a, err = read(strings.Join(rest, " ")); err != nil {
			return nil, err
		}
	}
	if hand {
		a = ByHand{a}
	}
	return a, nil
}

// readPlayer parses the player of a seat; agents with [Session.ParseAgent].
func (s *Session) readPlayer(spec string) (agent.Agent, error) {
	return Player(spec, func(spec string) (agent.Agent, error) {
		if s.ParseAgent == nil {
			return nil, fmt.Errorf("nobody can take a seat here")
		}
		return s.ParseAgent(spec)
	})
}

// giveDiceByHand makes the agents of some combatants or sides throw their dice at the table; "" is everybody.
func giveDiceByHand(roster []rules.Fighter, seats agent.Seating, names []string) error {
	for _, name := range names {
		if name != "" {
			var err error
			if name, err = rules.SeatOrSideNamed(roster, name, ""); err != nil {
				return err
			}
		}
		for i, r := range roster {
			if name != "" && name != r.Name && name != r.Team {
				continue
			}
			if _, already := seats[i].(ByHand); !already {
				seats[i] = ByHand{seats[i]}
			}
		}
	}
	return nil
}
