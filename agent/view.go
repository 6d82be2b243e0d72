package agent

import (
	"context"
	"errors"
	"slices"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// View is a fight as the seat to move may know it: the state of all combatants, the open decisions and their odds. It does
// not contain the fight, the secret choices of others or future dice. The view of a position that waits for the answer to a
// secret choice is the same whatever the secret is. It has the methods of [fight.Moment] (Turn, Roster, Round, Sheet, Score, Position),
// and Plight, Reaches, Touches and Error of the seat to move.
type View struct {
	player
	seed   uint64         // of the agents' own stream
	step   int            // steps that have moved the fight
	closed []rules.Action // decisions that somebody else's word has closed
}

// player is a position joined with the search, its type hidden.
type player interface {
	fight.Moment

	// Plight returns the condition of a seat.
	Plight(seat rules.Seat) rules.Plight
	// Reaches reports whether by could strike at from where both stand, with the time and means it has.
	Reaches(by, at rules.Seat) bool
	// Error returns the difference of win chances, 0 to 1, below which the estimate of this fight is not reliable.
	Error() float64
	// Touches returns the chance, 0 to 1, that an open decision changes anything about a foe, see [rules.TouchChance].
	Touches(a rules.Action, enough float64) float64

	prospects(ctx context.Context) ([]likelihood, error)
	answers() bool // a secret choice
	system() string

	greedy(among []rules.Action) rules.Action
	followToDice(a rules.Action) []rules.Check // for a decision, if nobody answers it
	search(ctx context.Context, lim search.Limits) (search.Result, error)
	searchWith(ctx context.Context, lim search.Limits, leaf Weights) (search.Result, error)
	exactly(ctx context.Context, lim search.Limits, t *Tablebase) (search.Result, error)
	lookUp(t *Tablebase, plies int) (search.Result, error)
	follow(line []search.Ply) []Moment
	slack(options []search.Option) []float64
	mayYield() (yields, flees bool)
	standing(ctx context.Context, seat rules.Seat) (stood int, err error)
	describe(a rules.Action) Bearing
	comesTo(a rules.Action) float64 // something, as a blow
	fault(o search.Option) string
	meaning(a rules.Action) string // what a decision sets going, if that needs a word
	move(f *fight.Fight) bool      // to where f stands, if that is a position of the same game
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

// SystemOf returns the system and the position of a view if S is the type of its positions; else ok is false.
func SystemOf[S comparable](v View) (sys rules.System[S], s S, ok bool) {
	b, ok := v.player.(*binding[S])
	if !ok {
		return nil, s, false
	}
	return b.Sys, b.Now, true
}

// Seat returns the seat that must decide.
func (v View) Seat() rules.Seat { return v.player.Turn().Seat }

// Begins reports whether a breath or turn begins with the decision.
func (v View) Begins() bool { return v.player.Turn().Begins }

// Name returns the name of the combatant who must decide.
func (v View) Name() string { return v.player.Roster()[v.Seat()].Name }

// Without returns the view with some of the decisions closed, as the GM can do. If all would be closed none is, so that one
// is always open.
func (v View) Without(closed func(fight.Option) bool) View {
	v.closed = nil
	for _, o := range v.player.Options() {
		if closed(o) {
			v.closed = append(v.closed, o.Action)
		}
	}
	if len(v.closed) == len(v.player.Actions()) {
		v.closed = nil
	}
	return v
}

// Actions returns the legal decisions that are open, in the game's order.
func (v View) Actions() []rules.Action {
	return slices.DeleteFunc(v.player.Actions(), func(a rules.Action) bool { return slices.Contains(v.closed, a) })
}

// Options returns the open decisions in words.
func (v View) Options() []fight.Option {
	return slices.DeleteFunc(v.player.Options(), func(o fight.Option) bool { return slices.Contains(v.closed, o.Action) })
}

// Search searches the position.
func (v View) Search(ctx context.Context, lim search.Limits) (search.Result, error) {
	r, err := v.player.search(ctx, lim)
	return v.open(r), err
}

// SearchWith is Search with some weights of the leaf evaluation changed. The error names a weight that this fight does not
// have.
func (v View) SearchWith(ctx context.Context, lim search.Limits, leaf Weights) (search.Result, error) {
	r, err := v.player.searchWith(ctx, lim, leaf)
	return v.open(r), err
}

// open returns what was found without what is closed. Of a mix that loses a part the rest keeps its proportions.
func (v View) open(r search.Result) search.Result {
	if len(v.closed) == 0 {
		return r
	}
	mixed, sum := r.IsMixed(), 0.0
	r.Options = slices.DeleteFunc(slices.Clone(r.Options), func(o search.Option) bool { return slices.Contains(v.closed, o.Action) })
	for _, o := range r.Options {
		sum += o.Mix
	}
	for i := range r.Options {
		if sum > 0 {
			r.Options[i].Mix /= sum
		}
	}
	if len(r.Options) > 0 && slices.Contains(v.closed, r.Best) {
		r.Best = r.Options[0].Action
	}
	if len(r.Options) > 0 && !mixed {
		r.Value = r.Options[0].Value
	}
	return r
}

// Dice throws dice of these sides from the agents' own random stream, which depends on the seed and the step alone. It does
// not change the dice of the fight.
func (v View) Dice(sides ...int) []int {
	return dice.Stream{Seed: v.seed, Name: "agents"}.Throw(v.step, sides)
}

// draw returns an even draw below n.
func (v View) draw(n int) int { return v.Dice(n)[0] - 1 }

// drawSides are those of the die that a mix is drawn with.
const drawSides = 1 << 30

// drawOption returns the best of the options, or what the agents' stream draws from their mix.
func (v View) drawOption(r search.Result) rules.Action {
	if !r.IsMixed() {
		return r.Best
	}
	return r.Pick(float64(v.draw(drawSides)) / drawSides)
}
