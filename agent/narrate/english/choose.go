package english

import (
	"math"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// tellBeat returns the cheapest way to tell a beat, and whether it goes on with the last sentence. It has no clause where no row fits.
func (t *Teller) tellBeat(b *story.Beat) (best sentence, goesOn bool) {
	list := t.Facts
	if b.Tries > 0 && !slices.Contains([]string{"landed", "feint", "feint stopped"}, b.Kind) {
		if list = t.Vain; b.Hits > 0 {
			list = t.Blows
		}
	}
	least := math.Inf(1)
	consider := func(s sentence, on bool, more float64) {
		if cost := t.cost(&s, b, on) + more; cost < least {
			best, least, goesOn = s, cost, on
		}
	}
	outcome, features := t.Outcome(b), t.features(b)
	for i := range list {
		c := &list[i]
		if !c.fits(b, outcome, features) {
			continue
		}
		more := 0.0
		if (features["captive"] || features["freed"]) && !slices.Contains(c.If, "captive") && !slices.Contains(c.If, "freed") {
			more = heldCost
		}
		for _, o := range t.outcomesOf(outcome, b, c) {
			if s := t.say(c, b, o); s.hasBoth(b) {
				consider(s, false, more)
				if state := t.state(s.firstName, b); state != "" {
					if rest, is := strings.CutPrefix(s.text, t.Name(s.firstName)+" "); is {
						s.text, s.stateOf = t.Name(s.firstName)+", "+state+", "+rest, s.firstName
						consider(s, false, more-stateWorth)
					}
				}
			}
			if s := t.goOn(c, b, o); s.text != "" && s.hasBoth(b) {
				consider(s, true, more)
			}
		}
	}
	return best, goesOn
}

// hasBoth reports whether a sentence of a blow names who strikes and who is struck.
func (s *sentence) hasBoth(b *story.Beat) bool {
	return b.Tries == 0 || (b.By == "" || slices.Contains(s.named, b.By)) && (b.To == "" || slices.Contains(s.named, b.To))
}

// mustBeNamed are features without which a row says what is not so: only rows that ask for them tell a beat that has them.
var mustBeNamed = []string{"counter", "stray", "friend", "lying", "spell", "moving", "several"}

// fits reports whether a row tells a beat of this outcome.
func (c *clause) fits(b *story.Beat, outcome string, features map[string]bool) bool {
	if c.Kind != "" && c.Kind != b.Kind || len(c.For) > 0 && !slices.Contains(c.For, outcome) {
		return false
	}
	return c.asksFor(features) && !slices.ContainsFunc(mustBeNamed, func(f string) bool { return features[f] && !slices.Contains(c.If, f) })
}

// asksFor reports whether these are the features that a row asks for.
func (c *clause) asksFor(features map[string]bool) bool {
	return !slices.ContainsFunc(c.Not, func(f string) bool { return features[f] }) && !slices.ContainsFunc(c.If, func(f string) bool { return !features[f] })
}

// outcomesOf returns the wordings of an outcome that fit a beat; a nil one where the clause needs none.
func (t *Teller) outcomesOf(name string, b *story.Beat, c *clause) (list []*outcome) {
	if !strings.Contains(c.Says, "{does") && !strings.Contains(c.Says, "{gets}") && !strings.Contains(c.Says, "{ends}") {
		return []*outcome{nil}
	}
	for i := range t.Outcomes {
		if o := &t.Outcomes[i]; o.Name == name &&
			(!o.More || t.used["hurt "+b.By+"|"+b.To] > 0) && (!o.Bare || b.Tries == 1 && strings.Contains(c.Says, "{with}")) &&
			(len(o.Of) == 0 || slices.Contains(o.Of, b.Family)) && (!o.Once || b.Tries == 1) &&
			(len(o.As) == 0 || slices.Contains(o.As, text.LastWord(t.Blow(b)))) {
			list = append(list, o)
		}
	}
	return list
}

// state returns what a sentence that begins with somebody says of them by the way: "without a weapon", of who strikes all the same; else empty.
func (t *Teller) state(who string, b *story.Beat) string {
	switch p := t.people[who]; {
	case p == nil || t.used["state"] >= statesMost:
	case who == b.By && t.disarmed[who] && b.Family == "unarmed":
		return t.Disarmed
	}
	return ""
}

// statesMost is how often a tale says by the way how somebody is.
const statesMost = 2

// goOn returns the last sentence with a row more, by another verb of its subject, "Aki wounds Ume and fells Ran", or by a clause of its own,
// "Aki wounds Ume, and Bo fells her"; without text where it does not go on so.
func (t *Teller) goOn(c *clause, b *story.Beat, o *outcome) (s sentence) {
	says, joint := c.Says, t.joint(b)
	if joint == "" || t.rel == "again" && strings.HasPrefix(says, "{by's") || !strings.HasPrefix(says, "{by") && !strings.HasPrefix(says, "{to") {
		return s
	}
	if rest, is := strings.CutPrefix(says, "{by} "); is && t.last.subject == b.By && !strings.Contains(rest, "{by}") {
		if b.Hits == 0 || strings.Contains(rest, ", but ") {
			return s
		}
		if joint == ", and " && strings.Contains(t.last.text+rest, " and ") {
			return s
		}
		if joint == ", and " {
			joint = " and "
		}
		s = t.sayAfter(&t.last, joint, rest, c, b, o)
	} else if t.rel != "goes on" && t.last.subject != b.By {
		if t.rel != "joins" && (strings.Contains(says, " and ") || strings.Contains(says, ", then ")) { // two deeds of two people are two sentences
			return s
		}
		if strings.Contains(t.last.text+says, joint) || strings.Contains(t.last.text+says, ", but ") || strings.Contains(says, ", who ") {
			return s
		}
		s = t.sayAfter(&t.last, joint, says, c, b, o)
	}
	if len(strings.Fields(s.text)) > wordsMost {
		return sentence{}
	}
	return s
}

// joint returns what would stand between the last sentence and a beat that goes on with it, ", and " or ", but "; empty where none can: it is full,
// a fall has ended it, or the beat is of other people.
func (t *Teller) joint(b *story.Beat) string {
	isNew := func(who string) bool { return who != "" && !slices.Contains(t.last.named, who) }
	butBefore := strings.HasPrefix(t.last.text, "But ")
	switch {
	case t.last.text == "" || t.last.closed || t.last.clauses > 1 || strings.Contains(t.last.text, ":"),
		t.rel == "" || t.rel == "meanwhile" || b.First,
		(isNew(b.By) || isNew(b.To)) && !slices.Contains([]string{"helps", "avenges", "joins", "alike", "turns"}, t.rel),
		t.prev.Kind == "fall" && t.rel != "alike":
		return ""
	case t.goodFor(b) != t.last.goodFor: // luck turns
		if butBefore || t.rel != "returns" && t.rel != "again" || t.prev.Tries == 0 {
			return ""
		}
		return ", but "
	case t.rel == "returns" && b.Tries > 0 && b.Hits == 0: // in vain
		if butBefore {
			return ""
		}
		return ", but "
	}
	return ", and "
}

// wordsMost is how many words a sentence has at most that goes on.
const wordsMost = 24

// relation returns how a beat follows the one told before it, and whom it helps or avenges: what the plan says ([story.Rels]), and where the
// beat between has not been told what that makes of it.
func (t *Teller) relation(b *story.Beat) (rel, ally string) {
	a := t.prev
	if a == nil || b.Tries == 0 && a.Tries == 0 && a.By != b.By {
		return b.Rel, ""
	}
	actor, foe := b.By, b.To
	if b.Into != nil {
		actor, foe = foe, actor
	}
	side := func(who string) string { return t.person(who).Side }
	switch {
	case a.By == foe && a.To != "" && a.To != actor && a.To != foe && side(a.To) == side(actor) && side(foe) != side(actor) && a.Round == b.Round && b.Tries > 0:
		if a.Kind == "fall" && b.Into == nil && b.Hits > 0 {
			return "avenges", a.To
		} else if a.Kind != "fall" {
			return "helps", a.To
		}
	case b.Rel == "joins" && t.fought[b.By+"|"+b.To]:
		return "", ""
	case b.Rel != "":
		return b.Rel, ""
	case a.By == b.To && a.To == b.By && a.Kind != "fall" && b.Tries > 0:
		return "returns", ""
	case a.By == b.By && a.Kind != "fall" && a.Into == nil && b.Into == nil:
		return "goes on", ""
	}
	return b.Rel, ""
}

// losses are kinds of beats that By is worse off by.
var losses = []string{"disarmed", "broke", "sunk", "hurt", "thrown back", "backlash", "spell failed", "chant broken", "shaken", "rout", "leaves", "yields",
	"flees", "taken out", "stance lost"}

// goodFor returns the side that is better off by a beat; empty where By is worse off by it.
func (t *Teller) goodFor(b *story.Beat) string {
	who := b.By
	switch {
	case slices.Contains(losses, b.Kind):
		return ""
	case b.Tries > 0 && b.Hits == 0 || b.Friend:
		who = b.To
	}
	return t.person(who).Side
}

// pick returns the cheapest way to say what stands after a beat, of the rows of a kind; it has no clause where none fits.
func (t *Teller) pick(kind string, b *story.Beat, features map[string]bool) (best sentence) {
	least := 1e9
	for i := range t.After {
		c := &t.After[i]
		if c.Kind != kind || !c.asksFor(features) || strings.HasPrefix(c.Says, ",") && !t.last.goesOn() {
			continue
		}
		s := t.say(c, b, nil)
		if cost := t.cost(&s, b, false); cost < least {
			best, least = s, cost
		}
	}
	return best
}

// goesOn reports whether a row that begins with a comma can stand behind a sentence.
func (s *sentence) goesOn() bool {
	return s.text != "" && !s.closed && s.clauses <= 1 && !strings.Contains(s.text, ", and")
}

// say returns a row as a sentence of its own.
func (t *Teller) say(c *clause, b *story.Beat, o *outcome) sentence {
	return t.sayAfter(&sentence{}, "", c.Says, c, b, o)
}

// sayAfter returns a sentence with a row more behind it: joint is what stands between, says the row or what is left of it.
func (t *Teller) sayAfter(before *sentence, joint, says string, c *clause, b *story.Beat, o *outcome) sentence {
	if strings.HasPrefix(says, ",") { // it stands behind the last sentence
		before = &sentence{named: t.last.named, asOwner: t.last.asOwner, text: ""}
	}
	f := filler{t: t, b: b, out: o, begun: before.text != "", newClause: strings.HasPrefix(joint, ","),
		named: slices.Clone(before.named), asOwner: slices.Clone(before.asOwner)}
	if !strings.HasPrefix(says, "{by}") && !strings.HasPrefix(says, "{to}") && before.text != "" { // another verb of its subject
		f.actor = before.subject
	}
	s := sentence{text: before.text + joint + strings.TrimSpace(f.fill(says)), clause: c, out: o, clauses: before.clauses + 1,
		firstName: before.firstName, goodFor: t.goodFor(b)}
	if strings.Contains(c.Says, "{gets} {via}") { // "Ume goes down under Aki's cut": neither acts
		f.actor = ""
	}
	s.named, s.asOwner, s.actor, s.asPronoun = f.named, f.asOwner, f.actor, append(f.asPronoun, before.asPronoun...)
	first, people := openingSlot(c.Says), map[string]string{"by": b.By, "to": b.To}
	if before.text == "" {
		s.fronts = first == "" && !strings.HasPrefix(c.Says, "{") && strings.Contains(c.Says, ", ")
		if who := people[first[:min(2, len(first))]]; who != "" && strings.HasPrefix(s.text, t.Name(who)) {
			s.firstName = who
		}
	}
	if !slices.ContainsFunc(turnings, func(w string) bool { return strings.Contains(c.Says, w) }) {
		s.subject = people[first]
	}
	return s
}

// turnings are what stands in a row behind which somebody else acts than at its beginning.
var turnings = []string{", ", "who", " when ", " while ", " before "}

// openingSlot returns the slot of a person that a row begins with; empty where it begins otherwise.
func openingSlot(says string) string {
	slot, _, _ := strings.Cut(strings.TrimPrefix(says, "{"), "}")
	if strings.HasPrefix(says, "{") && slices.Contains([]string{"by", "to", "by's", "to's", "by's strike", "by's blow", "by's weapon"}, slot) {
		return slot
	}
	return ""
}
