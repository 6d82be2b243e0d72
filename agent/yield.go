package agent

import (
	"context"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// A combatant whose temper has a nerve yields when neither its side nor it itself has much to hope for. It is asked in
// its own turn, outside the search: the search does not expect anybody to yield. Without a temper nobody does.

// Decision is what an agent does: one of the open decisions or, if Why is not empty, it yields instead.
type Decision struct {
	rules.Action
	Why  string // the reason to yield: the temper, the chances and how they were found
	Flee bool   // to yield by leaving the field

	found *search.Result // the options among which it was chosen; nil without a search
}

// Advice returns the result of the search that made a decision, as [AdviseAs] would word it; ok is false if no search
// made it. A second search could end elsewhere by the clock, and say that something else is best.
func (d Decision) Advice(ctx context.Context, f *fight.Fight, v View, as book.Character) (a Advice, ok bool, err error) {
	if d.found == nil {
		return a, false, nil
	}
	if a, err = adviceOf(f, v, *d.found, as); err == nil {
		a.Forecast, err = v.forecast(ctx)
	}
	return a, true, err
}

// yielder is an agent that can yield.
type yielder interface {
	// Resolve is Choose for an agent that can yield. Action is what it does if it may not yield.
	Resolve(ctx context.Context, v View) (Decision, error)
}

// Resolve returns what an agent does, which may be to yield.
func Resolve(ctx context.Context, a Agent, v View) (d Decision, err error) {
	if y, ok := a.(yielder); ok {
		return y.Resolve(ctx, v)
	}
	d.Action, err = a.Choose(ctx, v)
	return d, err
}

// Make makes the decision in a fight, for the seat to move.
func (d Decision) Make(f *fight.Fight) (rules.Step, error) {
	if d.Why != "" {
		return f.Edit(fight.YieldEdit(f.Name(f.Turn().Seat), d.Flee), d.Why)
	}
	return f.Play(d.Action)
}

// Word returns what the yield is called, empty if the decision is none.
func (d Decision) Word() string {
	switch {
	case d.Why == "":
		return ""
	case d.Flee:
		return "flee"
	}
	return "yield"
}

// Resolve searches once, for the choice and for the yield.
func (a *Search) Resolve(ctx context.Context, v View) (Decision, error) {
	action, r, err := a.Decide(ctx, v)
	d := Decision{Action: action, found: &r}
	if err == nil {
		d.Why, d.Flee, err = v.yieldReason(ctx, r, a.Character)
	}
	return d, err
}

// yieldReason says why the seat to move stops fighting, empty if it does not. It asks what the nerve of its temper
// asks, the cheapest question first.
func (v View) yieldReason(ctx context.Context, r search.Result, of book.Character) (why string, flee bool, err error) {
	nerve := temperOf(of).Yields
	if nerve == nil || !v.Turn().Begins || r.IsBlind() || len(r.Options) == 0 {
		return "", false, nil
	}
	seat := v.Seat()
	may, flees := v.player.mayYield()
	if !may || !isUnnerved(v.player, nerve.When) {
		return "", false, nil
	}
	win, says, err := v.hopeOf(ctx, r)
	if err != nil || 100*win >= float64(nerve.Win) {
		return "", false, err
	}
	stood, err := v.player.countStanding(ctx, seat)
	if err != nil || 100*stood >= nerve.Stand*standingFights {
		return "", false, err
	}
	return fmt.Sprintf("%s: %s, standing at the end of %d of %d fights", of.Temper, says, stood, standingFights), flees, nil
}

// hopeOf returns the chance to win of the side to move, and the same in words: the forecast or, if the system has none,
// the search's value.
func (v View) hopeOf(ctx context.Context, r search.Result) (chance float64, says string, err error) {
	f, err := v.forecast(ctx)
	switch {
	case err != nil:
		return 0, "", err
	case f != nil:
		if !f.isNarrow() {
			return f.Win, "the fight is " + f.Says(), nil
		}
		return f.Win, "chance to win " + f.Says(), nil
	}
	return win(r.Value, v.player.Roster()[v.Seat()].Side), "little to hope for", nil
}

// standingFights is how many fights are played out to estimate a seat's chance to be standing at the end. With 24,
// which take a few hundredths of a second, the share is within 20 points of the chance in 19 of 20 cases.
const standingFights = 24

// countStanding returns in how many of these fights a seat stands at the end. All play greedily, and the dice are those
// of the seeds from 1 on, so that equal positions have equal results and the dice of the fight itself are not foreseen.
func (b *binding[S]) countStanding(ctx context.Context, seat rules.Seat) (stood int, err error) {
	h := newSystemPlayouts(b.Sys, b.Now, rules.Path[S]{From: b.Now}, b.header)
	seats := slices.Repeat(Seating{Greedy{}}, len(b.Sys.Roster()))
	for seed := range uint64(standingFights) {
		if _, err := h.play(ctx, seats, 1+seed, nil, false, nil); err != nil {
			return 0, err
		}
		if !b.Sys.Plight(&h.now, seat).Out {
			stood++
		}
	}
	return stood, nil
}

// mayYield reports whether the seat to move may yield here, and whether it may flee.
func (b *binding[S]) mayYield() (yields, flees bool) {
	name := b.Sys.Roster()[b.Turn().Seat].Name
	can := func(edit string) bool {
		s := b.Now
		return b.Sys.Edit(&s, edit, nil) == nil
	}
	return can(fight.YieldEdit(name, false)), can(fight.YieldEdit(name, true))
}

// isUnnerved reports whether the condition of a nerve is met.
func isUnnerved(p player, when string) bool {
	own, roster := p.Turn().Seat, p.Roster()
	plight := func(i int) rules.Plight { return p.Plight(rules.Seat(i)) }
	switch when {
	case "leaderless":
		leader := leaderOf(roster, p.Scenery().Goal, roster[own].Side)
		return leader < 0 || rules.Seat(leader) == own || plight(leader).Out
	case "bloodless":
		for i, f := range roster {
			if foe := plight(i); f.Side != roster[own].Side && !foe.Out && foe.LifeLeft < foe.LifeMax {
				return false
			}
		}
	}
	return true
}

// leaderOf returns who leads a side, -1 for nobody: its combatant that the objective names, else its first one in the
// file.
func leaderOf(roster []rules.Fighter, goal book.Objective, side rules.Side) int {
	first := -1
	for i, f := range roster {
		if f.Side != side || f.Steed {
			continue
		}
		if goal.Who != "" && f.Name == goal.Who {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// String returns the nerve in words: "yields below 40 % to win and 60 % to stand".
func (y nerve) String() string {
	return fmt.Sprintf("yields below %d %% to win and %d %% to stand", y.Win, y.Stand)
}

// whenItYields goes on with what the column "when" of the list of tempers says.
const whenItYields = " Of who yields, leaderless: no leader of its side stands besides it; bloodless: no foe who stands is wounded, so that its prize is gone."
