package agent

import (
	"context"
	"errors"
	"slices"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// View is a fight as the seat to move may know it: the state of all combatants, the open decisions and their odds. It
// does not contain the fight, the secret choices of others or future dice. The view of a position that waits for the
// answer to a secret choice is the same whatever the secret is. It has the methods of [fight.Moment] (Turn, Roster,
// Round, Sheet, Score, Position), and TouchChance and ValueError.
type View struct {
	*player
	seed uint64 // of the agents' stream of random numbers
	// step is how many steps have moved the fight. It selects the place in the stream.
	step          int
	bannedActions []rules.Action // decisions that the GM has banned
}

// bind returns the player of a fight's position. The handle of a fight is its system, which bind asks through an
// interface because the type system is in a layer above.
func bind(f *fight.Fight) (*player, error) {
	return f.Handle().(interface {
		bind(f *fight.Fight) (*player, error)
	}).bind(f)
}

// ErrNothingToDecide is returned if a fight is over or waits for its dice.
var ErrNothingToDecide = errors.New("nobody decides now")

// Look returns the view of the seat to move. The error is [ErrNothingToDecide].
func Look(f *fight.Fight) (View, error) {
	if turn := f.Turn(); turn.Kind != rules.Decide && turn.Kind != rules.Commit {
		return View{}, ErrNothingToDecide
	}
	p, err := bind(f)
	if err != nil {
		return View{}, err
	}
	return View{player: p, seed: f.Header().Seed, step: f.Moves()}, nil
}

// SystemOf returns the system and the position of a view; ok is false if S is not the type of its positions.
func SystemOf[S comparable](v View) (sys rules.System[S], s S, ok bool) {
	return fight.StateOf[S](v.player.Moment)
}

// Seat returns the seat that must decide.
func (v View) Seat() rules.Seat { return v.player.Turn().Seat }

// Name returns the name of the combatant who must decide.
func (v View) Name() string { return v.player.Roster()[v.Seat()].Name }

// Without returns the view with some of the decisions banned, as the GM can do; nil bans none. If all would be
// banned, none is, so that there is always a decision.
func (v View) Without(isBanned func(fight.Option) bool) View {
	v.bannedActions = nil
	if isBanned == nil {
		return v
	}
	options := v.player.Options()
	for _, o := range options {
		if isBanned(o) {
			v.bannedActions = append(v.bannedActions, o.Action)
		}
	}
	if len(v.bannedActions) == len(options) {
		v.bannedActions = nil
	}
	return v
}

// Actions returns the legal decisions that are open, in the game's order.
func (v View) Actions() []rules.Action {
	return slices.DeleteFunc(v.player.Actions(), func(a rules.Action) bool { return slices.Contains(v.bannedActions, a) })
}

// Options returns the open decisions in words.
func (v View) Options() []fight.Option {
	return slices.DeleteFunc(v.player.Options(), func(o fight.Option) bool {
		return slices.Contains(v.bannedActions, o.Action)
	})
}

// SearchWith searches the position with some weights of the leaf evaluation changed, or none, and leaves out banned
// decisions. The error names a weight that the fight does not have.
func (v View) SearchWith(ctx context.Context, lim search.Limits, leaf Weights) (search.Result, error) {
	r, err := v.player.search(ctx, lim, leaf)
	return v.withoutBanned(r), err
}

// withoutBanned returns a result without the banned decisions. If a mix loses a part, the rest keeps its proportions.
func (v View) withoutBanned(r search.Result) search.Result {
	if len(v.bannedActions) == 0 {
		return r
	}
	mixed, sum := r.IsMixed(), 0.0
	r.Options = text.Keep(r.Options, func(o search.Option) bool { return !slices.Contains(v.bannedActions, o.Action) })
	for _, o := range r.Options {
		sum += o.Mix
	}
	for i := range r.Options {
		if sum > 0 {
			r.Options[i].Mix /= sum
		}
	}
	if len(r.Options) == 0 {
		return r
	}
	if slices.Contains(v.bannedActions, r.Best) {
		r.Best = r.Options[0].Action
	}
	if !mixed { // the value of a mix is that of all of it, and none of an option's own
		r.Value = r.Options[0].Value
	}
	return r
}

// Dice throws dice of these sides from the agents' stream of random numbers, which depends on the seed and the step
// alone. It does not change the dice of the fight.
func (v View) Dice(sides ...int) []int {
	return dice.Stream{Seed: v.seed, Name: "agents"}.Throw(v.step, sides)
}

// draw draws a number from 0 to n-1, each alike.
func (v View) draw(n int) int { return v.Dice(n)[0] - 1 }

// drawSides is the number of sides of the die with which an option is drawn from a mix: large enough that shares are
// exact to nine digits, and a throw of a die like all other draws.
const drawSides = 1 << 30

// drawOption returns the best option, or one that is drawn from the mix.
func (v View) drawOption(r search.Result) rules.Action {
	if !r.IsMixed() {
		return r.Best
	}
	return r.Pick(float64(v.draw(drawSides)) / drawSides)
}

// Traits returns the traits of each open decision, in the order of Options.
func (v View) Traits() (list []fight.Traits) {
	for _, a := range v.Actions() {
		list = append(list, v.player.Traits(a))
	}
	return list
}
