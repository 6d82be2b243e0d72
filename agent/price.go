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
	ID       string `json:"id"`                 // the same of the same decision until somebody comes or goes
	Check    *Odds  `json:"check,omitempty"`    // what is thrown for it, if nobody answers it, which its word says where somebody can; none if nothing is
	Against  *Odds  `json:"against,omitempty"`  // what somebody else throws against it, where its own dice come after that or never
	Overload *Odds  `json:"overload,omitempty"` // what is thrown before that, if it strains
	Lands    *Odds  `json:"-"`                  // that a blow lands which other answers ward off, where nothing is thrown
}

// PricedOptions returns the open decisions with their odds. For the answer to a secret choice they are the odds against the declared
// action.
func (v View) PricedOptions() (list []PricedOption) {
	for _, o := range v.Options() {
		p := PricedOption{Option: o, ID: o.ID()}
		thrown := v.player.followToDice(o.Action)
		p.Check, p.Overload = sortChecks(thrown, v.Seat(), v.Roster())
		if n := len(thrown); n > 0 && thrown[n-1].Seat != v.Seat() {
			p.Check, p.Against = nil, p.Check
		}
		list = append(list, p)
	}
	if i := slices.IndexFunc(list, func(p PricedOption) bool { return p.Check != nil && p.Check.Wards }); i >= 0 {
		lands := *list[i].Check // on who does nothing against it
		lands.What, lands.Need, lands.P, lands.Num, lands.Den, lands.Wards = "", "", 1, 0, 0, false
		for k, p := range list {
			if p.Check == nil && p.Against == nil && slices.Contains(aboutOf(v.player).IdleDecisions, p.Words) {
				list[k].Lands = &lands
			}
		}
	}
	return list
}

// thrownMax is how many steps a decision is followed to its dice.
const thrownMax = 6

// followToDice follows a decision to the dice it is about: others let it happen, and before its own dice the likeliest falls.
func (b *binding[S]) followToDice(a rules.Action) (checks []rules.Check) {
	s, by, asked := b.Now, b.Turn().Seat, false
	idle := aboutOf(b).IdleDecisions
	b.Sys.Play(&s, a, nil)
	for range thrownMax {
		switch t := b.Sys.Turn(&s); {
		case t.Kind == rules.Chance:
			c := b.Sys.Check(&s)
			if asked && c.Seat == by && c.Verb != "" {
				c.Verb += " unanswered"
			}
			checks = append(checks, c)
			if c.What != strain {
				return checks
			}
			odds := b.Sys.Odds(&s, nil)
			likeliest := slices.MaxFunc(odds, func(x, y rules.Odds) int {
				if x.P < y.P {
					return -1
				}
				return 1
			})
			b.Sys.Play(&s, likeliest.Action, nil)
		case t.Kind == rules.Commit && t.Seat == by: // as it looks to the others
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
	Loss  float64 `json:"loss_mwp"` // what it is worth less than the best
	Reply string  `json:"reply"`    // what punishes it, empty if nothing is expected
	Says  string  `json:"says"`
}

// WhyNot compares an open decision with the best one. The error is that of words that are not an open decision.
func (v View) WhyNot(ctx context.Context, f *fight.Fight, words string, lim search.Limits) (Comparison, error) {
	option, err := OptionNamed(v.Options(), words)
	if err != nil {
		return Comparison{}, err
	}
	r, err := v.Search(ctx, lim)
	if err != nil {
		return Comparison{}, err
	}
	side := f.Side(v.Seat())
	i := slices.IndexFunc(r.Options, func(o search.Option) bool { return o.Action == option.Action })
	best := slices.IndexFunc(v.Options(), func(o fight.Option) bool { return o.Action == r.Best })
	c := Comparison{Do: option.Words, Best: v.Options()[best].Words, Win: win(r.Options[i].Value, side), Reply: reply(f, v.player.follow(r.Options[i].Line), side)}
	top := win(r.Value, side)
	c.Loss = max(0, 1000*(top-c.Win))
	switch {
	case option.Action == r.Best:
		c.Says = "It is the best there is."
	case c.Loss < asGood:
		c.Says = fmt.Sprintf("It is as good as %q.", c.Best)
	default:
		c.Says = fmt.Sprintf("It wins %s less than %q.", text.Points(fmt.Sprintf("%.1f", c.Loss/10)), c.Best)
	}
	if c.Reply != "" && option.Action != r.Best {
		c.Says += fmt.Sprintf(" Then %s is to be expected.", sentence(c.Reply))
	}
	return c, nil
}
