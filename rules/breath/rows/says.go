package rows

import "strings"

// EffectClause returns a clause for a tale about an effect of a spell besides Wounds, in which {to} stands for the
// target; "" if there is none. It is about the first effect in the order below: more would read like the rules.
func (s *Spell) EffectClause() (says string) {
	d, to := &s.Effects, "{to}"
	switch s.At {
	case "aura", "own side", "zone", "all in a zone":
		to = "everybody there"
		if s.At != "all in a zone" && s.At != "zone" {
			to = "the whole side"
		}
	case "foes around", "yoma in a zone":
		to = "every enemy there"
	}
	say := func(is bool, clause string) {
		if is && says == "" {
			says = strings.ReplaceAll(clause, "{to}", to)
		}
	}
	say(d.Fire.N > 0, "fire is left burning where it strikes")
	say(d.Seal, "{to} can neither act nor be harmed")
	say(d.Repel, "{to} has to leave the fight")
	say(d.Seize, "{to} is no longer free to choose a target")
	say(d.HeldFast, "{to} cannot move from the spot")
	say(d.Hush, "{to} cannot defend against blows")
	say(d.Mirage, "{to} sees things that are not there")
	say(d.Ward, "the next blow that would wound {to} will do no harm")
	say(d.Barrier.N > 0, "a barrier rises before the whole side")
	say(d.Knot.N > 0, "the barrier grows stronger")
	say(d.Gate.N > 0, "enemies will find it hard to get in there")
	say(d.Cleanse, "{to} is free of everything that hindered before")
	say(d.Dispel, "a spell of the other side ends")
	say(d.Negate, "the blow that hit does no harm")
	say(d.Reveal, "nobody can hide there any more")
	say(d.Sure, "the next attack by {to} cannot be stopped")
	say(d.Lightfoot, "{to} can leap over others")
	say(d.Shift, "{to} may change one piece of luck later")
	say(d.Exposed.N > 0, "{to} is now easier to hit")
	say(d.Defense.N > 0, "{to} is now harder to hit")
	say(d.Attack.N > 0, "{to} now strikes more surely")
	say(d.Attack.N < 0, "{to} now strikes less surely")
	say(d.Answering.N > 0, "the next defence by {to} will be better")
	say(d.Dimmed.N > 0, "attacks on {to} lose some of their strength")
	say(d.YomaDimmed.N > 0, "demons will find it harder to hit {to}")
	say(d.Limit.N > 0, "{to} has more breath")
	return says
}
