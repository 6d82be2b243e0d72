package story

import (
	"cmp"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// rankLeast is the rank below which a beat is told only if it must be. Kinds of facts that nobody wants to read of in a
// tale, as loading a weapon (24), have a rank below it ([rules.FactKind.Rank]).
const rankLeast = 30

// orderedDeeds are the kinds of facts, besides blows, by which a squad obeys an order: the order is told with them, "at
// whose order", and is no beat of its own.
var orderedDeeds = []string{"rallied", "loaded", "through", "thrown back", "move"}

// gather makes beats of facts. A fact becomes part of a later one's beat, part of the beat before, a beat of its own,
// or is left out.
func (p *planner) gather(facts []rules.Fact) {
	for i, f := range facts {
		k := rules.KindOfFact(f.Kind)
		if k.Name == "" {
			continue
		}
		var next rules.Fact
		if i+1 < len(facts) {
			next = facts[i+1]
		}
		if p.readStepsTo(f.Step); p.hasNoBeat(f, next) {
			continue
		}
		b := p.makeBeat(f, k)
		if p.countThrownBack(&b) {
			continue
		}
		// The changes are noted between joining and adding: the beat is of how everybody was before the fact, and a fall
		// ends the holds of earlier beats, not of this one.
		last := p.lastUntold()
		joined := last != nil && p.joinToLast(last, b)
		if p.noteChanges(&f); joined {
			continue
		}
		if b.Rank < rankLeast && !b.Must {
			p.leftOut++
			continue
		}
		b.ID = len(p.beats) + 1
		p.beats = append(p.beats, b)
		switch b.Kind {
		case "grapple":
			p.lasting[pairOf(b.By, b.To)] = b.ID
		case "effect":
			p.lasting[b.What+"| of "+b.By] = b.ID
		}
	}
}

// countThrownBack makes one beat of all the times that somebody is thrown back, and counts them in Vainly. When they
// break through, that beat gets the count. It reports whether a beat has become part of the earlier one.
func (p *planner) countThrownBack(b *Beat) bool {
	var first *Beat // nil if there is none, or it has been told already
	if id := p.firstThrownBack[b.By]; id > p.told {
		first = &p.beats[id-1]
	}
	switch {
	case b.Kind == "thrown back" && first != nil:
		first.Vainly, first.Rank, first.Steps = first.Vainly+1, first.Rank+5, append(first.Steps, b.Steps...)
		return true
	case b.Kind == "thrown back":
		b.Vainly, p.firstThrownBack[b.By] = 1, len(p.beats)+1
	case b.Kind == "through":
		if first != nil {
			b.Vainly, b.Steps, b.Rank = first.Vainly, append(first.Steps, b.Steps...), max(b.Rank, first.Rank)
			first.Rank, first.Must = 0, false
		}
		delete(p.firstThrownBack, b.By)
	}
	return false
}

// lastUntold returns the last beat if it has not been told yet, else nil.
func (p *planner) lastUntold() *Beat {
	if len(p.beats) == p.told {
		return nil
	}
	return &p.beats[len(p.beats)-1]
}

// endLasting ends a hold or an effect: it sets in the beat with which that began how and at which step it has ended.
// key is one of [planner.lasting], or the name of a person, all of whose holds end.
func (p *planner) endLasting(key, how string, step int) {
	for lasting, id := range p.lasting {
		one, other, _ := strings.Cut(lasting, "|")
		if lasting == key || one == key || other == key {
			p.beats[id-1].Ends, p.beats[id-1].Until = how, step
			delete(p.lasting, lasting)
		}
	}
}

// hasNoBeat reports whether a fact gets no beat, and notes what it says for later ones. Facts without a beat are a
// move, and getting up; an order, an effort or a spell if the next fact is what comes of it; a grip that changes
// nothing; and an effect that has a beat already.
func (p *planner) hasNoBeat(f, next rules.Fact) bool {
	by, isBlow := p.person(f.By), rules.KindOfFact(next.Kind).Blow // next is one
	switch f.Kind {
	case "up":
		by.up, by.floored = by.floored, false
		return true
	case "move", "rides":
		by.came = true
		p.leftOut++
		return true
	case "order": // it is told with the deed by which the squad obeys
		if next.By == f.To && (isBlow && next.Has("order") || slices.Contains(orderedDeeds, next.Kind)) {
			p.lead = f.By
			return true
		}
	case "broke": // an effort that took more breath than there was: it is told with what it was made for
		if next.By == f.By && (f.To != "" && isBlow && next.To == f.To && next.What == f.What && next.Kind != "feint" ||
			f.To == "" && (next.Kind == "through" || next.Kind == "armed" && f.What == "pick up")) {
			p.winded = true
			return true
		}
	case "spell": // it is told with what it does
		if next.By == f.By && next.What == f.What && (isBlow || next.Kind == "effect") {
			p.steps = append(p.steps, f.Step)
			return true
		}
	case "word": // a change by which somebody falls: it is told with the fall
		if next.Kind == "sunk" && next.By == f.By && next.Step == f.Step {
			p.why = f.What
			return true
		}
	case "backlash": // it is told with the harm that it does to the caster
		if next.By == f.By && next.Has("backlash") {
			p.spell, p.steps = f.What, append(p.steps, f.Step)
			return true
		}
	case "grip": // it is told if the upper hand changes
		pair := pairOf(f.By, f.To)
		was := p.upperHand[pair]
		p.upperHand[pair] = f.By
		return was == "" || was == f.By || p.person(f.To).Out != ""
	case "effect": // it is told once, and only of somebody if its words name them
		key := f.By + "|" + f.What
		if f.To == "" && strings.Contains(p.Effects[f.What], "{to}") || p.counts["effect|"+key] > 0 {
			return true
		}
		p.counts["effect|"+key]++
	}
	return false
}

// pairOf returns the key of two people, the same in either order.
func pairOf(a, b string) string { return min(a, b) + "|" + max(a, b) }

// makeBeat returns the beat of a fact, with what is known of the people in it at that moment, and what facts without a
// beat have left for it ([planner.hasNoBeat]).
func (p *planner) makeBeat(f rules.Fact, k rules.FactKind) Beat {
	b := Beat{Kind: f.Kind, By: f.By, To: f.To, What: f.What, Family: f.Family, Answer: f.Answer, Causes: slices.Clone(f.Causes),
		Part: f.Part, Fate: f.Fate, Spot: f.Spot, Wounds: f.Wounds, Depth: f.Depth, First: f.First, Match: f.Match,
		Lead: p.lead, Winded: p.winded, Round: max(p.round, 1), Steps: append(p.steps, f.Step), blow: k.Blow}
	b.With, b.Use = p.weaponOf(f.By, f.With)
	b.Guard, _ = p.weaponOf(f.To, f.Against)
	who := p.person(f.To) // loses the Wounds
	if b.Kind == "hurt" || b.Kind == "sunk" {
		b.Says, who = cmp.Or(p.spell, p.why), p.person(f.By)
	}
	p.lead, p.winded, p.steps, p.spell, p.why = "", false, nil, "", ""
	p.setWords(&b, f)
	effect, hasEffect := p.Effects[f.What]
	b.Spell = hasEffect && (k.Blow || strings.HasPrefix(f.Kind, "spell"))
	if f.Kind == "spell" || f.Kind == "effect" {
		b.Does = effect
	}
	to := p.person(f.To)
	if k.Blow {
		b.Tries, b.Order, b.Before = 1, "m", to.hits
		if isHit(f.Kind) {
			b.Hits, b.Order = 1, "h"
		}
		b.Lying, b.Floored, b.Unarmed = to.Out != "", to.floored, to.unarmed
		b.Friend = f.To != "" && f.To != f.By && p.side(f.By) != "" && p.side(f.By) == p.side(f.To)
		p.setFended(&b, to)
		p.setInto(&b)
		if by := p.person(f.By); !f.Has("counter") {
			b.Up = by.up
			if by.came && b.Into == nil {
				b.Came = p.directionOf(f.By, f.To)
			}
			by.up, by.came, by.unarmed = false, false, by.unarmed && (b.With == "" || b.Family == "unarmed")
		}
	}
	if b.Kind != "word" && b.Wounds > 0 || b.Kind == "fall" || b.Kind == "sunk" {
		b.Left, b.Of = who.Left, who.Of
		// What they have bled in the same step comes after the blow.
		if last := p.woundLeft[f.To+"|"+f.By]; last.step == f.Step {
			b.Left = last.left
		}
	}
	b.Must = slices.Contains(alwaysTold, b.Kind) || b.First ||
		(b.Spell && b.Hits > 0 || b.Kind == "spell" && b.Does != "") && p.counts["spell|"+b.What] == 0
	if b.Spell || b.Kind == "spell" {
		p.counts["spell|"+b.What]++
	}
	b.Rank = float64(k.Rank)
	if b.Rank >= rankLeast { // the less likely and the deeper, the more worth telling
		b.Rank += 10*(1-f.P) + 30*min(b.Depth, 1)
	}
	if f.Has("overload") || f.Has("ready") {
		b.Rank += 5
	}
	if b.Kind == "word" && b.Says+b.Answer == "" && b.Wounds == 0 { // a number has changed, and nobody has said why
		b.Must, b.Rank = false, 0
	}
	if counted := b.Kind + "|" + b.By + "|" + b.To; !k.Blow {
		p.counts[counted]++
		b.Nth = p.counts[counted]
	}
	return b
}

// setFended sets what the one struck, who is out of breath, has last answered a blow with, and notes the answer to this one.
func (p *planner) setFended(b *Beat, to *known) {
	if slices.Contains(b.Causes, "spent") && to.answeredIn == p.round {
		b.Fended = to.answered
	}
	if b.Answer != "" {
		to.answered, to.answeredIn = b.Answer, p.round
	}
}

// setWords sets what a beat says of the GM's word, and which Wounds that changes.
func (p *planner) setWords(b *Beat, f rules.Fact) {
	switch f.Kind {
	case "sunk":
		b.What, b.Says = "", cmp.Or(f.What, b.Says)
	case "joins":
		b.Says, b.Answer = f.Answer, ""
	case "taken out", "yields", "flees":
		b.What, b.Says = "", f.What
	case "word": // the answer is the GM's edit, as typed: "+bleeding", "-bleeding", "wounds=2"
		b.What, b.Says, b.Answer = "", f.What, ""
		state, isTaken := strings.CutPrefix(strings.ToLower(strings.TrimPrefix(f.Answer, "+")), "-")
		if slices.Contains(statesTold, state) {
			b.What, b.Answer = state, text.Either(isTaken, "-", "+")
		} else if key, _, isChange := strings.Cut(f.Answer, "="); isChange {
			b.What = key
		}
		if who := p.person(f.By); b.What == "wounds" || slices.Contains(woundLevels, b.What) {
			b.Wounds, b.Left, b.Of = who.leftBefore-who.Left, who.Left, who.Of
		}
	}
}

// statesTold are the states that mean something in a tale, as systems call them.
var statesTold = []string{"bleeding", "hidden", "shaken", "defenseless", "stunned", "blind", "incapacitated", "out"}

// weaponOf returns what a weapon is called beside the name of its user, and the way it is used. The rows of the
// catalogue call the fangs of a wolf "wolf fangs".
func (p *planner) weaponOf(who, name string) (weapon, use string) {
	weapon, use = p.Arm(name)
	if of, own, _ := strings.Cut(weapon, " "); own != "" && slices.Contains(strings.Fields(p.person(who).Kind), of) {
		weapon = own
	}
	return weapon, use
}

// alwaysTold are the kinds of facts that every tale tells, however short.
var alwaysTold = []string{"fall", "sunk", "rout", "joins", "rises", "yields", "flees", "leaves", "taken out", "word", "ruling",
	"disarmed", "chant broken", "backlash", "point", "unhorsed"}

// isHit reports whether a blow of this kind did what it was meant to. A feint is meant to be believed, and what has
// "landed" to throw somebody off balance.
func isHit(kind string) bool {
	return slices.Contains([]string{"fall", "wound", "point", "landed", "feint"}, kind)
}

// setInto sets what a blow answers if it is a counter: a move, or the vain attack of the beat before, which it then
// takes the place of. So the two are one sentence, "Delia tries to strike first, but Falk's stroke is faster and fells
// her", and not a miss and a hit.
func (p *planner) setInto(b *Beat) {
	if !slices.Contains(b.Causes, "counter") {
		return
	}
	b.Into = &Into{}
	if slices.Contains(b.Causes, "moving") {
		b.Into.Way = p.directionOf(b.To, b.By)
		return
	}
	const stepsBetween = 4 // at most: the throws and decisions of one exchange
	last := p.lastUntold()
	if last == nil || last.By != b.To || last.To != b.By || last.Into != nil || !isVain(last) || last.Tries > 1 ||
		b.Steps[0]-last.Steps[len(last.Steps)-1] > stepsBetween {
		return
	}
	b.Into.What, b.Into.With, b.Into.Use, b.Into.Family = last.What, last.With, last.Use, last.Family
	b.Steps = append(slices.Clone(last.Steps), b.Steps...)
	b.Rank = max(b.Rank, last.Rank)
	p.beats = p.beats[:len(p.beats)-1]
}

// directionOf returns where somebody's last move leads as another sees it: toward, past or away; toward if no distance
// is known.
func (p *planner) directionOf(name, other string) string {
	who, at := p.person(name), p.person(other).at
	before, ok := p.distance(who.from, at)
	after, ok2 := p.distance(who.to, at)
	switch {
	case !ok || !ok2 || after < before:
		return "toward"
	case after > before:
		return "away"
	}
	return "past"
}

// distance returns how far two places are from each other, in squares or zones, and whether that is known: if a record
// does not say how everybody stood at the beginning, it is not.
func (p *planner) distance(a, b string) (int, bool) {
	if p.Stood == nil {
		return 0, false
	}
	ground := p.Stood.Ground
	if ground.Kind == "squares" {
		x1, y1, ok1 := ground.Square(a)
		x2, y2, ok2 := ground.Square(b)
		return max(abs(x1-x2), abs(y1-y2)), ok1 && ok2
	}
	i := slices.IndexFunc(ground.Places, func(at rules.Place) bool { return at.At == a })
	k := slices.IndexFunc(ground.Places, func(at rules.Place) bool { return at.At == b })
	return abs(i - k), i >= 0 && k >= 0
}

// abs returns the absolute value of a number.
func abs(n int) int { return max(n, -n) }

// isVain reports whether a beat is blows of which nothing came, not even harm to the striker, as of "Naoko fumbles and
// drops her tachi".
func isVain(b *Beat) bool {
	return b.blow && b.Hits == 0 && !slices.Contains(b.Causes, "fumble")
}

// mayBeLeftOut are the causes of a blow that may go unsaid if several are told together. A feint or a counter may not:
// "stabs Aki twice" would be wrong of a thrust, and a thrust behind a feint.
var mayBeLeftOut = append([]string{"spent", "late", "hurried", "overload", "armour", "ready", "critical"},
	rules.Circumstances...)

// joinToLast adds a beat to the last one, and reports whether it did: if the same person strikes again at the same one,
// with the same weapon in the same round, and nothing else is to be said of either blow.
func (p *planner) joinToLast(last *Beat, b Beat) bool {
	series := []string{"wound", "miss", "stopped", "turned", "fall"}
	standsAlone := func(b *Beat) bool {
		return !slices.Contains(series, b.Kind) || b.Into != nil || b.Spell || b.Friend || b.Lying ||
			slices.ContainsFunc(b.Causes, func(c string) bool { return !slices.Contains(mayBeLeftOut, c) })
	}
	if standsAlone(last) || standsAlone(&b) || last.Kind == "fall" || b.Came != "" || b.Up || b.First ||
		last.By != b.By || last.To != b.To || last.With != b.With || last.Use != b.Use ||
		last.Round != b.Round || last.Lead != b.Lead || last.Part != b.Part {
		return false
	}
	switch {
	case b.Wounds > 0 || b.Kind == "fall":
		last.Left = b.Left
	case last.Wounds == 0: // else Left stays as the wound left it: they may have bled in the step of this miss
		last.Left = p.person(b.To).Left
	}
	last.Add(&b)
	last.Winded, last.Must, last.Rank = last.Winded || b.Winded, last.Must || b.Must, max(last.Rank, b.Rank)+2
	switch {
	case b.Kind == "fall":
		last.Kind, last.Causes, last.Answer, last.Guard, last.Fate, last.Fended = "fall", b.Causes, b.Answer, b.Guard, b.Fate, b.Fended
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

// Add adds the blows of the next beat to those of this one: how many there are, in which order, and what they come to.
// Wounds and depths are sums, for a reader asks what the whole series took; Left and Fate are the caller's business,
// since the later blow decides them.
func (b *Beat) Add(next *Beat) {
	b.Tries, b.Hits, b.Order = b.Tries+next.Tries, b.Hits+next.Hits, b.Order+next.Order
	b.Wounds, b.Of, b.Depth = b.Wounds+next.Wounds, max(b.Of, next.Of), min(1, b.Depth+next.Depth)
	b.Steps = append(slices.Clip(b.Steps), next.Steps...)
	if word := text.LastWord(b.What); b.What != next.What { // two kinds of cuts are cuts
		b.What = ""
		if word == text.LastWord(next.What) {
			b.What = word
		}
	}
}

// outByFact is by the kind of fact how it puts whoever acts out of the fight.
var outByFact = map[string]string{"rout": "routed", "leaves": "gone", "taken out": "gone",
	"yields": "yielded", "flees": "fled"}

// noteChanges notes what a fact changes for the people in it, and ends the holds that it ends.
func (p *planner) noteChanges(f *rules.Fact) {
	by, to := p.person(f.By), p.person(f.To)
	switch f.Kind {
	case "wound", "point":
		to.hits++
	case "fall", "sunk":
		who, felledBy := f.To, f.By
		if f.Kind == "sunk" {
			who, felledBy = f.By, ""
		}
		k := p.person(who)
		if k.Out == "" || k.Out == "crippled" {
			k.Out, k.At, k.By = outOf(f.Fate), f.Step, felledBy
		}
		if f.Kind == "sunk" || k.Out != "crippled" { // who is crippled may hold on
			p.endLasting(who, "fall", f.Step)
		}
	case "disarmed", "armed":
		by.unarmed = f.Kind == "disarmed"
	case "rout", "leaves", "taken out", "yields", "flees":
		by.Out, by.At = outByFact[f.Kind], f.Step
		p.endLasting(f.By, "gone", f.Step)
	case "rises":
		by.Out, by.risen = "", true
	case "joins":
		p.join(f)
	case "prone":
		if to.floored = true; f.Has("grapple") {
			p.endLasting(f.To, "thrown", f.Step)
		}
	case "escape":
		delete(p.upperHand, pairOf(f.By, f.To))
		p.endLasting(f.By, text.Either(f.What == "hold", "let go", "escape"), f.Step)
	case "let go":
		p.endLasting(f.By, f.What, f.Step)
	case "over":
		p.endLasting(f.What+"| of "+f.By, "over", f.Step)
	}
}

// outOf returns how somebody with this fate is out of the fight, as [Person.Out] has it.
func outOf(fate string) string {
	switch fate {
	case "killed", "dead":
		return "dead"
	case "crippled", "repelled", "out":
		return fate
	}
	return "down"
}
