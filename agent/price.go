package agent

import (
	"context"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// PricedOption is an open decision with its cost and the exact odds of its consequences.
type PricedOption struct {
	fight.Option
	ID       string `json:"id"`                 // the same for the same decision until somebody comes or goes
	Check    *Odds  `json:"check,omitempty"`    // what is thrown for it if nobody answers it, as Word says where somebody can; nil if nothing is
	Against  *Odds  `json:"against,omitempty"`  // what another seat throws first against it
	Overload *Odds  `json:"overload,omitempty"` // what is thrown before Check if it overloads
	Lands    *Odds  `json:"-"`                  // of an idle answer without dice: the certainty that the attack lands
}

// PricedOptions returns the open decisions with their odds. For the answer to a secret choice these are the odds
// against the declared action.
func (v View) PricedOptions() (list []PricedOption) {
	for _, o := range v.Options() {
		p := PricedOption{Option: o, ID: o.ID()}
		thrown := v.player.followToDice(o.Action)
		p.Check, p.Overload = splitChecks(thrown, v.Seat(), v.Roster())
		if n := len(thrown); n > 0 && thrown[n-1].Seat != v.Seat() {
			p.Check, p.Against = nil, p.Check
		}
		list = append(list, p)
	}
	if i := slices.IndexFunc(list, func(p PricedOption) bool { return p.Check != nil && p.Check.Wards }); i >= 0 {
		lands := *list[i].Check // the attack, if nothing wards it off
		lands.What, lands.Need, lands.P, lands.Num, lands.Den, lands.Wards = "", "", 1, 0, 0, false
		for k, p := range list {
			if p.Check == nil && p.Against == nil && slices.Contains(v.player.aboutSystem().IdleDecisions, p.Words) {
				list[k].Lands = &lands
			}
		}
	}
	return list
}

// stepsToDiceMax is how many steps a decision is followed to its dice.
const stepsToDiceMax = 6

// followToDice returns the checks from a decision to its own dice. Others let it happen, and an overload check has its
// likeliest outcome.
func (b *binding[S]) followToDice(a rules.Action) (checks []rules.Check) {
	s, by, asked := b.Now, b.Turn().Seat, false
	idle := b.about.IdleDecisions
	b.Sys.Play(&s, a, nil)
	for range stepsToDiceMax {
		switch t := b.Sys.Turn(&s); {
		case t.Kind == rules.Chance:
			c := b.Sys.Check(&s)
			if asked && c.Seat == by && c.Verb != "" { // the chance holds only if nobody answers
				c.Verb += " unanswered"
			}
			checks = append(checks, c)
			if c.What != overloadCheck {
				return checks
			}
			odds := b.Sys.Odds(&s, nil)
			likeliest := slices.MaxFunc(odds, func(x, y rules.Odds) int { // the last of equal ones
				if x.P < y.P {
					return -1
				}
				return 1
			})
			b.Sys.Play(&s, likeliest.Action, nil)
		case t.Kind == rules.Commit && t.Seat == by: // any secret: the odds are those that the others see
			b.Sys.Play(&s, b.Sys.Actions(&s, nil)[0], nil)
		case t.Kind == rules.Decide && t.Seat != by:
			legal := b.Sys.Actions(&s, nil)
			i := slices.IndexFunc(legal, func(a rules.Action) bool { return slices.Contains(idle, b.Sys.Format(&s, a)) })
			if i < 0 {
				return checks
			}
			asked = asked || len(legal) > 1
			b.Sys.Play(&s, legal[i], nil)
		default:
			return checks
		}
	}
	return checks
}

// Comparison compares a decision with the best one.
type Comparison struct {
	Do    string  `json:"do"`
	Win   float64 `json:"win"`
	Best  string  `json:"best"`
	Loss  float64 `json:"loss_mwp"` // against the best, in thousandths of a win
	Reply string  `json:"reply"`    // the other side's expected answer; may be empty
	Says  string  `json:"says"`
}

// WhyNot compares an open decision, given in words, with the best one. The error is that of words that are not an open
// decision.
func (v View) WhyNot(ctx context.Context, f *fight.Fight, words string, lim search.Limits) (Comparison, error) {
	option, err := OptionNamed(v.Options(), words)
	if err != nil {
		return Comparison{}, err
	}
	r, err := v.SearchWith(ctx, lim, nil)
	if err != nil {
		return Comparison{}, err
	}
	side := f.Side(v.Seat())
	i := slices.IndexFunc(r.Options, func(o search.Option) bool { return o.Action == option.Action })
	best := slices.IndexFunc(v.Options(), func(o fight.Option) bool { return o.Action == r.Best })
	c := Comparison{Do: option.Words, Best: v.Options()[best].Words, Win: win(r.Options[i].Value, side), Reply: replyIn(f, v.player.follow(r.Options[i].Line), side)}
	c.Loss = max(0, 1000*(win(r.Value, side)-c.Win))
	switch {
	case option.Action == r.Best:
		c.Says = "It is the best there is."
	case c.Loss < asGoodLoss:
		c.Says = fmt.Sprintf("It is as good as %q.", c.Best)
	default:
		c.Says = fmt.Sprintf("It wins %s less than %q.", text.Points(fmt.Sprintf("%.1f", c.Loss/10)), c.Best)
	}
	if c.Reply != "" && option.Action != r.Best {
		c.Says += fmt.Sprintf(" Then %s is to be expected.", quoteReply(c.Reply))
	}
	return c, nil
}
