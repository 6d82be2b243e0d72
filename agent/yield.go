package agent

import (
	"context"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Foes that want to live. A character whose temper has a nerve stops fighting when neither its side nor it itself has much to hope
// for. It is asked in its own turn, outside the search: the search knows nothing of it, and without a temper nobody yields.

// Decision is what an agent does: one of the open decisions or, if Why is not empty, it yields instead.
type Decision struct {
	rules.Action
	Why  string // it yields: temper, chances and what they are measured by
	Flee bool   // and leaves the field

	found *search.Result // what it was chosen among
}

// Advice returns what the search found that made a decision, as [AdviseAs] would; false if none made it. Another search could end
// elsewhere by the clock, and say that something else is best.
func (d Decision) Advice(ctx context.Context, f *fight.Fight, v View, as book.Character) (a Advice, ok bool, err error) {
	if d.found == nil {
		return a, false, nil
	}
	if a, err = advice(f, v, *d.found, as); err == nil {
		a.Forecast, err = v.Forecast(ctx)
	}
	return a, true, err
}

// Yielder is an agent that can yield.
type Yielder interface {
	// Resolve is Choose of an agent that can yield. Action is what it would do if it may not.
	Resolve(ctx context.Context, v View) (Decision, error)
}

// Resolve returns what an agent does, which may be to yield.
func Resolve(ctx context.Context, a Agent, v View) (d Decision, err error) {
	if y, ok := a.(Yielder); ok {
		return y.Resolve(ctx, v)
	}
	d.Action, err = a.Choose(ctx, v)
	return d, err
}

// Make makes the decision in a fight, for the seat to move.
func (d Decision) Make(f *fight.Fight) (rules.Step, error) {
	if d.Why != "" {
		return f.Yield(f.Name(f.Turn().Seat), d.Flee, d.Why)
	}
	return f.Play(d.Action)
}

// Word returns what a yield is called, empty if there is none.
func (d Decision) Word() string {
	switch {
	case d.Why == "":
		return ""
	case d.Flee:
		return "flee"
	}
	return "yield"
}

// edit returns the yield of somebody as a position has it.
func (d Decision) edit(name string) string {
	if d.Flee {
		return fight.FleeEdit(name)
	}
	return fight.YieldEdit(name)
}

// Resolve searches once, for the choice and for the yield.
func (a *Search) Resolve(ctx context.Context, v View) (Decision, error) {
	action, r, err := a.Decide(ctx, v)
	d := Decision{Action: action, found: &r}
	if err == nil {
		d.Why, d.Flee, err = v.yields(ctx, r, a.Character)
	}
	return d, err
}

// yields says why the seat to move stops fighting, empty if it does not: its temper's nerve, asked from the cheapest question to
// the dearest.
func (v View) yields(ctx context.Context, r search.Result, of book.Character) (why string, flee bool, err error) {
	nerve := temperOf(of).Yields
	if nerve == nil || !v.Begins() || r.IsBlind() || len(r.Options) == 0 {
		return "", false, nil
	}
	seat := v.Seat()
	may, flees := v.player.mayYield()
	if !may || !isUnnerved(v.player, nerve.When) {
		return "", false, nil
	}
	win, says, err := v.hope(ctx, r)
	if err != nil || 100*win >= float64(nerve.Win) {
		return "", false, err
	}
	stood, err := v.player.standing(ctx, seat)
	if err != nil || 100*stood >= nerve.Stand*standingFights {
		return "", false, err
	}
	return fmt.Sprintf("%s: %s, standing at the end of %d of %d fights", of.Temper, says, stood, standingFights), flees, nil
}

// hope returns the chance to win that the seat to move takes its side to have, in words too: the forecast that people see or, where a
// system has none, the value of its search.
func (v View) hope(ctx context.Context, r search.Result) (chance float64, says string, err error) {
	f, err := v.Forecast(ctx)
	switch {
	case err != nil:
		return 0, "", err
	case f != nil:
		if !f.sure() {
			return f.Win, "the fight is " + f.Says(), nil
		}
		return f.Win, "chance to win " + f.Says(), nil
	}
	return win(r.Value, v.player.Roster()[v.Seat()].Side), "little to hope for", nil
}

// standingFights are the fights that one who thinks of yielding plays out in its mind: a ruling. Of 24, a share is within 20
// points of the chance in 19 cases of 20, for a few hundredths of a second.
const standingFights = 24

// standing returns in how many of these fights a seat stands at the end. Everybody plays greedily, and the dice are those of the seeds
// from 1 on: equal positions have equal answers, and the dice of the fight itself are not foreseen.
func (b *binding[S]) standing(ctx context.Context, seat rules.Seat) (stood int, err error) {
	h := newSystemPlayouts(b.Sys, b.Now, rules.Path[S]{From: b.Now}, b.header)
	minds := make(Seating, len(b.Sys.Roster()))
	for i := range minds {
		minds[i] = Greedy{}
	}
	for seed := range uint64(standingFights) {
		if _, err := h.play(ctx, minds, 1+seed, nil, false, nil); err != nil {
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
	return can(fight.YieldEdit(name)), can(fight.FleeEdit(name))
}

// isUnnerved reports whether what a nerve waits for has come.
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

// leaderOf returns who leads a side, -1 for nobody: the one of it whom the objective names, else the first of it in the file.
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
func (y Nerve) String() string {
	return fmt.Sprintf("yields below %d %% to win and %d %% to stand", y.Win, y.Stand)
}

// whenSays says what the column when has, of wants and of yields.
func whenSays() string {
	return book.Says(Want{}, "when") + " Of who yields, leaderless: no leader of its side stands besides it; bloodless: no foe who stands is wounded, so that its prize is gone."
}
