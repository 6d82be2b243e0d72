package story

import (
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// weakest is the rank below which nothing is told.
const weakest = 30

// Obeys are the kinds of facts that squads do at an order besides blows.
var Obeys = []string{"rallied", "loaded", "through", "thrown back", "move"}

// gather makes beats of facts: a fact is told with one that comes after it, with the beat before, by a beat of its own, or not at all.
func (p *planner) gather(facts []rules.Fact) {
	for i, f := range facts {
		k := rules.KindOfFact(f.Kind)
		if k == nil {
			continue
		}
		p.advance(f.Step)
		if p.hasNoBeat(f, facts[i+1:]) {
			continue
		}
		b := p.makeBeat(f, k)
		if p.countThrownBack(&b) {
			continue
		}
		last := p.last()
		joined := last != nil && p.joinToLast(last, b)
		if p.noteChanges(&f); joined {
			continue
		}
		if b.Rank < weakest && !b.Must {
			p.left++
			continue
		}
		b.ID = len(p.beats) + 1
		p.beats = append(p.beats, b)
		p.noteLasting(&b)
	}
}

// countThrownBack makes one beat of the times that somebody is thrown back, until they break through: that beat has the count then, Vainly. It
// reports whether a beat is told with the earlier one.
func (p *planner) countThrownBack(b *Beat) bool {
	id := p.thrownBack[b.By]
	was := id > p.told
	switch {
	case b.Kind == "thrown back" && was:
		a := &p.beats[id-1]
		a.Vainly, a.Rank, a.Steps = a.Vainly+1, a.Rank+5, append(a.Steps, b.Steps...)
		return true
	case b.Kind == "thrown back":
		b.Vainly, p.thrownBack[b.By] = 1, len(p.beats)+1
	case b.Kind == "through":
		if was {
			a := &p.beats[id-1]
			b.Vainly, b.Steps, b.Rank = a.Vainly, append(a.Steps, b.Steps...), max(b.Rank, a.Rank)
			a.Rank, a.Must = 0, false
		}
		delete(p.thrownBack, b.By)
	}
	return false
}

// last returns the last beat that has not been told yet; nil if there is none.
func (p *planner) last() *Beat {
	if len(p.beats) == p.told {
		return nil
	}
	return &p.beats[len(p.beats)-1]
}

// noteLasting notes what goes on from a beat on: a hold, or what a spell or technique does.
func (p *planner) noteLasting(b *Beat) {
	switch b.Kind {
	case "grapple":
		p.lasting[pairOf(b.By, b.To)] = b.ID
	case "effect":
		p.lasting[b.What+"| of "+b.By] = b.ID
	}
}

// endLasting says of beats under this key how what they began has ended, and at which step; the key of a person ends all holds they are in.
func (p *planner) endLasting(key, how string, step int) {
	for of, id := range p.lasting {
		one, other, _ := strings.Cut(of, "|")
		if of != key && one != key && other != key {
			continue
		}
		p.beats[id-1].Ends, p.beats[id-1].Until = how, step
		delete(p.lasting, of)
	}
}

// hasNoBeat reports whether a fact has no beat of its own, and notes what it says: a way, and who has got up; an order, an effort or a spell, which
// are told with what comes of them; a grip that only keeps the upper hand, and what a technique does once more.
func (p *planner) hasNoBeat(f rules.Fact, after []rules.Fact) bool {
	var next rules.Fact
	var blow bool
	if len(after) > 0 {
		next = after[0]
		k := rules.KindOfFact(next.Kind)
		blow = k != nil && k.Blow
	}
	switch f.Kind {
	case "up":
		p.of(f.By).up = p.of(f.By).floored
		p.of(f.By).floored = false
		return true
	case "move", "rides":
		p.of(f.By).came = true
		p.left++
		return true
	case "order":
		if next.By == f.To && (blow && next.Has("order") || slices.Contains(Obeys, next.Kind)) {
			p.lead = f.By
			return true
		}
	case "broke":
		if next.By == f.By && (f.To != "" && blow && next.To == f.To && next.What == f.What && next.Kind != "feint" ||
			f.To == "" && (next.Kind == "through" || next.Kind == "armed" && f.What == "pick up")) {
			p.winded = true
			return true
		}
	case "spell":
		if next.By == f.By && next.What == f.What && (blow || next.Kind == "effect") {
			p.steps = append(p.steps, f.Step)
			return true
		}
	case "backlash":
		if next.By == f.By && next.Has("backlash") {
			p.spell, p.steps = f.What, append(p.steps, f.Step)
			return true
		}
	case "grip":
		pair := pairOf(f.By, f.To)
		was := p.upperHand[pair]
		p.upperHand[pair] = f.By
		return was == "" || was == f.By || p.of(f.To).out != ""
	case "effect":
		key := f.By + "|" + f.What
		if f.To == "" && strings.Contains(p.Effects[f.What], "{to}") || p.counts["effect|"+key] > 0 {
			return true
		}
		p.counts["effect|"+key]++
	}
	return false
}

// pairOf is the key of two people, whichever comes first.
func pairOf(a, b string) string { return min(a, b) + "|" + max(a, b) }

// makeBeat returns the beat of a fact, with what was known at that moment and what facts before it have left for it.
func (p *planner) makeBeat(f rules.Fact, k *rules.FactKind) Beat {
	b := Beat{Kind: f.Kind, By: f.By, To: f.To, What: f.What, Family: f.Family, Answer: f.Answer, Causes: slices.Clone(f.Causes),
		Part: f.Part, Fate: f.Fate, Spot: f.Spot, Wounds: f.Wounds, Depth: f.Depth, First: f.First, Match: f.Match,
		Lead: p.lead, Winded: p.winded, Round: max(p.round, 1), Steps: append(p.steps, f.Step), blow: k.Blow}
	b.With, b.Use = p.arm(f.By, f.With)
	b.Guard, _ = p.arm(f.To, f.Against)
	if b.Kind == "hurt" || b.Kind == "sunk" {
		b.Says = p.spell
	}
	p.lead, p.winded, p.steps, p.spell = "", false, nil, ""
	p.setWords(&b, f)
	does, is := p.Effects[f.What]
	if b.Spell = is && (k.Blow || strings.HasPrefix(f.Kind, "spell")); f.Kind == "spell" || f.Kind == "effect" {
		b.Does = does
	}
	to := p.of(f.To)
	if k.Blow {
		b.Tries, b.Order = 1, "m"
		if hits(f.Kind) {
			b.Hits, b.Order = 1, "h"
		}
		b.Before = to.hits
		b.Lying, b.Floored, b.Unarmed = to.out != "", to.floored, to.bare
		b.Friend = f.To != "" && f.To != f.By && p.side(f.By) != "" && p.side(f.By) == p.side(f.To)
		p.setInto(&b)
		if by := p.of(f.By); !f.Has("counter") {
			if b.Up = by.up; by.came && b.Into == nil {
				b.Came = p.field.Way(f.By, f.To)
			}
			by.up, by.came, by.bare = false, false, by.bare && (b.With == "" || b.Family == "unarmed")
		}
	}
	who := f.To
	if b.Kind == "hurt" || b.Kind == "sunk" {
		who = f.By
	}
	if b.Kind != "word" && b.Wounds > 0 || b.Kind == "fall" || b.Kind == "sunk" {
		b.Left, b.Of = p.of(who).left, p.of(who).most
		if last := p.woundLeft[f.To+"|"+f.By]; last.step == f.Step { // they may bleed in the same step
			b.Left = last.left
		}
	}
	b.Must = must[b.Kind] || b.First || (b.Spell && b.Hits > 0 || b.Kind == "spell" && b.Does != "") && p.counts["spell|"+b.What] == 0
	if b.Spell || b.Kind == "spell" {
		p.counts["spell|"+b.What]++
	}
	b.Rank = float64(k.Rank)
	if b.Rank >= weakest {
		b.Rank += 10*(1-f.P) + 30*min(b.Depth, 1)
	}
	if f.Has("overload") || f.Has("ready") {
		b.Rank += 5
	}
	if counted := b.Kind + "|" + b.By + "|" + b.To; !k.Blow {
		p.counts[counted]++
		b.Nth = p.counts[counted]
	}
	return b
}

// setWords sets what a beat of the GM's word says, and which Wounds it changes.
func (p *planner) setWords(b *Beat, f rules.Fact) {
	if f.Kind == "word" || f.Kind == "taken out" {
		b.What, b.Says = "", f.What
	}
	if f.Kind == "joins" {
		b.Says, b.Answer = f.Answer, ""
	}
	if key, _, is := strings.Cut(f.Answer, "="); f.Kind == "word" && is { // what the GM has changed of somebody
		b.What, b.Answer = key, ""
		if key == "wounds" {
			k := p.of(f.By)
			b.Wounds, b.Left, b.Of = k.was-k.left, k.left, k.most
		}
	}
}

// arm returns a weapon as it is called of whoever uses it, and in which way it is used: the fangs of a wolf are "wolf fangs" in the
// rows.
func (p *planner) arm(who, name string) (weapon, use string) {
	weapon, use = p.Arm(name)
	if of, own, _ := strings.Cut(weapon, " "); own != "" && slices.Contains(strings.Fields(p.of(who).Kind), of) {
		weapon = own
	}
	return weapon, use
}

// must are the kinds of facts that every tale tells.
var must = map[string]bool{"fall": true, "sunk": true, "rout": true, "joins": true, "rises": true, "yields": true, "flees": true, "leaves": true,
	"taken out": true, "word": true, "ruling": true, "disarmed": true, "chant broken": true, "backlash": true, "point": true, "unhorsed": true}

// hits reports whether blows of a kind did what they were meant to.
func hits(kind string) bool {
	return slices.Contains([]string{"fall", "wound", "point", "landed", "feint"}, kind)
}

// setInto sets what a blow answers that is itself an answer: a way, or the vain attack of the beat before, which it takes the place of.
func (p *planner) setInto(b *Beat) {
	if !slices.Contains(b.Causes, "counter") {
		return
	}
	b.Into = &Into{}
	if slices.Contains(b.Causes, "moving") {
		b.Into.Way = p.field.Way(b.To, b.By)
		return
	}
	last := p.last()
	if last == nil || last.By != b.To || last.To != b.By || last.Into != nil || !vain(last) || last.Tries > 1 || b.Steps[0]-last.Steps[len(last.Steps)-1] > 4 {
		return
	}
	b.Into.What, b.Into.With, b.Into.Use, b.Into.Family = last.What, last.With, last.Use, last.Family
	b.Steps = append(slices.Clone(last.Steps), b.Steps...)
	b.Rank = max(b.Rank, last.Rank)
	p.beats = p.beats[:len(p.beats)-1]
}

// vain reports whether a beat is blows of which nothing came, not even for whoever struck.
func vain(b *Beat) bool {
	return b.blow && b.Hits == 0 && !slices.Contains(b.Causes, "fumble")
}

// mayBeLeftOut are the causes of a blow that may be left out where several are told together.
var mayBeLeftOut = append([]string{"spent", "late", "hurried", "overload", "armour", "ready", "critical"}, rules.Circumstances...)

// joinToLast makes a beat one with the last where the same strikes again at the same with the same weapon in a round, and nothing else is to be
// said of either. It reports whether it did.
func (p *planner) joinToLast(last *Beat, b Beat) bool {
	series := []string{"wound", "miss", "stopped", "turned", "fall"}
	other := func(b *Beat) bool {
		return !slices.Contains(series, b.Kind) || b.Into != nil || b.Spell || b.Friend || b.Lying ||
			slices.ContainsFunc(b.Causes, func(c string) bool { return !slices.Contains(mayBeLeftOut, c) })
	}
	if other(last) || other(&b) || last.Kind == "fall" || b.Came != "" || b.Up || b.First || last.By != b.By || last.To != b.To ||
		last.With != b.With || last.Use != b.Use || last.Round != b.Round || last.Lead != b.Lead || last.Part != b.Part {
		return false
	}
	switch {
	case b.Wounds > 0 || b.Kind == "fall":
		last.Left = b.Left
	case last.Wounds == 0: // else it is what the wound has left: they may bleed in the step of the miss
		last.Left = p.of(b.To).left
	}
	last.Add(&b)
	last.Winded, last.Must, last.Rank = last.Winded || b.Winded, last.Must || b.Must, max(last.Rank, b.Rank)+2
	switch {
	case b.Kind == "fall":
		last.Kind, last.Causes, last.Answer, last.Guard, last.Fate = "fall", b.Causes, b.Answer, b.Guard, b.Fate
	case last.Hits > 0:
		last.Kind = "wound"
		last.Causes = slices.DeleteFunc(last.Causes, func(c string) bool { return !slices.Contains(b.Causes, c) })
		last.Answer, last.Guard = "", ""
	case last.Kind != b.Kind:
		last.Kind, last.Causes, last.Answer = "vain", nil, ""
	case last.Answer != b.Answer:
		last.Answer, last.Causes = "", nil
	}
	return true
}

// Add makes a beat of blows one with the next of the same at the same: how many, in which order, and what they come to.
func (b *Beat) Add(next *Beat) {
	b.Tries, b.Hits, b.Order = b.Tries+next.Tries, b.Hits+next.Hits, b.Order+next.Order
	b.Wounds, b.Of, b.Depth = b.Wounds+next.Wounds, max(b.Of, next.Of), min(1, b.Depth+next.Depth)
	b.Steps = append(slices.Clip(b.Steps), next.Steps...)
	if was := b.What; was != next.What { // two kinds of cuts are cuts
		if b.What = ""; text.LastWord(was) == text.LastWord(next.What) {
			b.What = text.LastWord(was)
		}
	}
}

// noteChanges notes what a fact changes for whoever is in it, and which holds it ends.
func (p *planner) noteChanges(f *rules.Fact) {
	by, to := p.of(f.By), p.of(f.To)
	switch f.Kind {
	case "wound", "point":
		to.hits++
	case "fall", "sunk":
		who, felled := to, f.By
		if f.Kind == "sunk" {
			who, felled = by, ""
		}
		if who.out == "" || who.out == "crippled" {
			who.out, who.at, who.by = fateOf(f.Fate), f.Step, felled
		}
	case "disarmed", "armed":
		by.bare = f.Kind == "disarmed"
	case "rout":
		by.out, by.at = "routed", f.Step
	case "leaves", "taken out":
		by.out, by.at = "gone", f.Step
	case "yields":
		by.out, by.at = "yielded", f.Step
	case "flees":
		by.out, by.at = "fled", f.Step
	case "rises":
		by.out, by.risen = "", true
	case "joins":
		p.join(f)
	case "prone":
		if to.floored = true; f.Has("grapple") {
			p.endLasting(f.To, "thrown", f.Step)
		}
	case "escape":
		delete(p.upperHand, pairOf(f.By, f.To))
		p.endLasting(f.By, map[bool]string{true: "let go", false: "escape"}[f.What == "hold"], f.Step)
	case "let go":
		p.endLasting(f.By, f.What, f.Step)
	case "over":
		p.endLasting(f.What+"| of "+f.By, "over", f.Step)
	}
	switch f.Kind {
	case "yields", "flees", "leaves", "taken out", "rout":
		p.endLasting(f.By, "gone", f.Step)
	case "sunk":
		p.endLasting(f.By, "fall", f.Step)
	case "fall":
		if to.out != "crippled" {
			p.endLasting(f.To, "fall", f.Step)
		}
	}
}

// fateOf returns how somebody who has fallen is out of the fight.
func fateOf(fate string) string {
	switch fate {
	case "killed", "dead":
		return "dead"
	case "crippled", "repelled", "out":
		return fate
	}
	return "down"
}
