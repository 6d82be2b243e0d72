package agent

import (
	"context"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// yieldReason says why the seat to move stops fighting, empty if it does not: only a combatant whose temper has a nerve
// does, in its own turn, when the chance to win and its own chance to be standing at the end are low. The search does
// not expect anybody to yield. The cheapest condition is checked first: fights are played out only where all others
// hold.
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
	win, err := v.winChance(ctx, r)
	if err != nil || 100*win >= float64(nerve.Win) {
		return "", false, err
	}
	stood, err := v.player.countStanding(ctx, seat)
	if err != nil || 100*stood >= nerve.Stand*standingFights {
		return "", false, err
	}
	return fight.NerveReason(of.Temper, nerve.Win, stood, standingFights), flees, nil
}

// winChance returns the chance to win of the side to move: the forecast or, without one, the search's value.
func (v View) winChance(ctx context.Context, r search.Result) (float64, error) {
	f, err := v.forecast(ctx)
	if err != nil || f == nil {
		return win(r.Value, v.player.Roster()[v.Seat()].Side), err
	}
	return f.Win, nil
}

// standingFights is how many fights are played out to estimate a seat's chance to be standing at the end. With 24,
// which take a few hundredths of a second, the share is within 20 points of the chance in 19 of 20 cases.
const standingFights = 24

// countStanding returns in how many of these fights a seat stands at the end. All play greedily, and the dice are those
// of the seeds from 1 on, so that equal positions have equal results and the dice of the fight itself are not foreseen.
func (p *player) countStanding(ctx context.Context, seat rules.Seat) (stood int, err error) {
	r := newPlayouts(newPlayer(p.about, p.Moment, p.header, p.newSearcher), p.Moment)
	seats := slices.Repeat(Seating{Greedy{}}, len(p.Roster()))
	for seed := range uint64(standingFights) {
		if _, err := r.play(ctx, seats, 1+seed, nil, false, nil); err != nil {
			return 0, err
		}
		if !r.now.Plight(seat).Out {
			stood++
		}
	}
	return stood, nil
}

// mayYield reports whether the seat to move may yield here, and whether it may flee.
func (p *player) mayYield() (yields, flees bool) {
	name := p.Roster()[p.Turn().Seat].Name
	can := func(edit string) bool {
		_, _, _, err := p.NextByEdit(edit, "", nil)
		return err == nil
	}
	return can(fight.YieldEdit(name, false)), can(fight.YieldEdit(name, true))
}

// isUnnerved reports whether the condition of a nerve is met.
func isUnnerved(p *player, when string) bool {
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
	isOfSide := func(f rules.Fighter) bool { return f.Side == side && !f.Steed }
	isNamed := func(f rules.Fighter) bool { return isOfSide(f) && goal.Who != "" && f.Name == goal.Who }
	if i := slices.IndexFunc(roster, isNamed); i >= 0 {
		return i
	}
	return slices.IndexFunc(roster, isOfSide)
}
