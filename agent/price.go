package agent

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
)

// PricedOption is an open decision with its cost and the exact odds of its consequences.
type PricedOption struct {
	fight.Option
	ID string `json:"id"` // the same for the same decision until somebody comes or goes
	// Check is what is thrown for it if nobody answers it; its Word says so where somebody can. It is nil if nothing is
	// thrown.
	Check    *Odds `json:"check,omitempty"`
	Against  *Odds `json:"against,omitempty"`  // what a foe throws first against it
	Overload *Odds `json:"overload,omitempty"` // what is thrown before Check if it takes more than the combatant can bear
	Lands    *Odds `json:"-"`                  // of an idle answer without dice: the certainty that the attack lands
}

// PricedOptions returns the open decisions with their odds. For the answer to a secret choice these are the odds
// against the declared action.
func (v View) PricedOptions() (list []PricedOption) {
	for _, o := range v.Options() {
		p := PricedOption{Option: o, ID: o.ID()}
		p.Check, p.Against, p.Overload = v.checksOf(o.Action)
		list = append(list, p)
	}
	// Beside "harry: is hit 64 %" the bare "take the blow" would look as if nothing were known of it: it is hit for sure.
	if i := slices.IndexFunc(list, func(p PricedOption) bool { return p.Check != nil && p.Check.Wards }); i >= 0 {
		lands := *list[i].Check // the attack, if nothing wards it off
		lands.What, lands.Need, lands.P, lands.Num, lands.Den, lands.Wards = "", "", 1, 1, 1, false
		for k, p := range list {
			if p.Check == nil && p.Against == nil && slices.Contains(v.player.about.IdleDecisions, p.Words) {
				list[k].Lands = &lands
			}
		}
	}
	return list
}

// checksOf returns the odds of a decision, see [PricedOption].
func (v View) checksOf(a rules.Action) (check, against, overload *Odds) {
	thrown := v.player.followToDice(a)
	check, overload = splitChecks(thrown, v.Seat(), v.Roster())
	if n := len(thrown); n > 0 && !v.isOfOwnSide(thrown[n-1].Seat) {
		return nil, check, overload
	}
	return check, nil, overload
}

// isOfOwnSide reports whether a seat is of the side that decides, as the puppet that it commands.
func (v View) isOfOwnSide(i rules.Seat) bool {
	roster := v.Roster()
	return int(i) < len(roster) && roster[i].Side == roster[v.Seat()].Side
}

// stepsToDiceMax is how many steps a decision is followed to its dice.
const stepsToDiceMax = 6

// followToDice plays a decision up to its own dice and returns the checks on the way. Others let it happen, and an
// overload check has its likeliest outcome. So no system has to say what a decision throws besides playing it.
func (p *player) followToDice(a rules.Action) (checks []rules.Check) {
	by, asked, m := p.Turn().Seat, false, p.Fresh(false).Next(a, nil)
	for range stepsToDiceMax {
		switch t := m.Turn(); {
		case t.Kind == rules.Chance:
			c := m.Check()
			if asked && c.Seat == by && c.Verb != "" { // the chance holds only if nobody answers
				c.Verb += " unanswered"
			}
			checks = append(checks, c)
			if c.What != overloadCheck {
				return checks
			}
			likeliest := slices.MaxFunc(m.Outcomes(), func(x, y rules.Odds) int { // the last of equal ones
				if x.P < y.P {
					return -1
				}
				return 1
			})
			m = m.Next(likeliest.Action, nil)
		case t.Kind == rules.Commit && t.Seat == by: // any secret: the odds are those that the others see
			m = m.Next(m.Actions()[0], nil)
		case t.Kind == rules.Decide && t.Seat != by:
			legal := m.Actions()
			isIdle := func(a rules.Action) bool { return slices.Contains(p.about.IdleDecisions, m.Format(a)) }
			i := slices.IndexFunc(legal, isIdle)
			if i < 0 {
				return checks
			}
			asked = asked || len(legal) > 1
			m = m.Next(legal[i], nil)
		default:
			return checks
		}
	}
	return checks
}

// Odds is a check in words, with its exact chance.
type Odds struct {
	What string  `json:"what"`
	Need string  `json:"need"` // "2d10+5 >= 14"
	Num  int64   `json:"num"`
	Den  int64   `json:"den"` // 0 if the chance has no fraction, as of dice that are thrown again and again: use p
	P    float64 `json:"p" jsonschema:"the chance of what word says, 0 to 1; 1 if it cannot fail, as damage"`
	Word string  `json:"word" jsonschema:"what p is the chance of, said of who decides or throws: hits, is hit, holds; empty where the dice only count"`

	Takes bool   `json:"-"` // the throw is the other side's, and P its chance
	Wards bool   `json:"-"` // the throw is a defence, and P the chance of the attack
	Else  string `json:"-"` // what a failure does, where nobody would guess it
}

// Chance returns the chance with its word, "hits 79 %"; empty where the dice only count. Names in it are data.
func (o *Odds) Chance() string {
	if o == nil || o.Word == "" {
		return ""
	}
	return o.Word + " " + dice.InHundred(o.P)
}

// overloadCheck is the name of the check for overload.
const overloadCheck = "overload"

// splitChecks returns the first check that is not for overload, and the one for overload before it.
func splitChecks(thrown []rules.Check, reader rules.Seat, roster []rules.Fighter) (check, overload *Odds) {
	for _, c := range thrown {
		o := OddsOf(c, reader, roster)
		if c.What != overloadCheck {
			return &o, overload
		}
		overload = &o
	}
	return nil, overload
}

// OddsOf returns a check in words for the seat that reads it.
func OddsOf(c rules.Check, reader rules.Seat, roster []rules.Fighter) Odds {
	shown, by := c.ShownChance(), c.By()
	if shown.P == 1 {
		shown.Num, shown.Den = 1, 1
	}
	return Odds{What: c.What, Need: c.GoalText(), Word: c.SuccessText(reader, roster), Num: shown.Num, Den: shown.Den, P: shown.P,
		Takes: int(max(by, reader)) < len(roster) && roster[by].Side != roster[reader].Side,
		Wards: c.HitChance != nil, Else: c.Failure}
}
