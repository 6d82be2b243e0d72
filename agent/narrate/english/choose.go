package english

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// tellBeat returns the cheapest sentence that tells a beat, by itself or at the end of the last sentence. It has no
// clause if no row fits.
func (t *Teller) tellBeat(b *story.Beat) (best sentence) {
	rows := t.Facts
	if b.Tries > 0 && !slices.Contains([]string{"landed", "feint", "feint stopped"}, b.Kind) {
		if rows = t.Vain; b.Hits > 0 {
			rows = t.Blows
		}
	}
	least := math.Inf(1)
	consider := func(s sentence, surcharge float64) {
		if cost := t.cost(&s, b) + surcharge; cost < least {
			best, least = s, cost
		}
	}
	outcome, features, conjunction := t.Outcome(b), t.features(b), t.conjunction(b)
	for i := range rows {
		c := &rows[i] // a pointer into the table: the cost asks whether two sentences have the same row
		if !c.fits(b, outcome, features) {
			continue
		}
		surcharge := 0.0
		if c.leavesUnsaid(explained, features) {
			surcharge = heldCost
		}
		for _, o := range t.outcomesOf(outcome, b, c) {
			s := t.say(c, b, o)
			consider(s, surcharge)
			if rest, is := strings.CutPrefix(s.text, t.Name(b.By)+" "); is && s.firstName == b.By && t.mayRemark(b) {
				s.text, s.hasRemark = t.Name(b.By)+", "+t.Disarmed+", "+rest, true
				consider(s, surcharge-remarkWorth)
			}
			if s = t.continueLast(conjunction, c, b, o); s.text != "" {
				consider(s, surcharge)
			}
		}
	}
	return best
}

// explained are the features that a reader wants explained: how somebody can act who was held, or crippled, or held
// another.
var explained = []string{"captive", "freed", "maimed", "lost hold", "released"}

// mustBeNamed are the features that a row may not pass over in silence, for it would say what is not so: a beat that
// has one is told only by rows that ask for it. "Aki wounds Ume" is false of a blow that was meant for another (stray),
// and of three blows of which two reach (several); and who is alone is said nowhere else (stands alone, last of them).
var mustBeNamed = []string{"counter", "stray", "friend", "lying", "spell", "moving", "several",
	"stands alone", "last of them"}

// fits reports whether a row tells a beat of this outcome.
func (c *clause) fits(b *story.Beat, outcome string, features map[string]bool) bool {
	if c.Kind != "" && c.Kind != b.Kind || len(c.For) > 0 && !slices.Contains(c.For, outcome) {
		return false
	}
	return c.asksFor(features) && !c.leavesUnsaid(mustBeNamed, features)
}

// leavesUnsaid reports whether a beat with these features has one of a list that the row does not ask for.
func (c *clause) leavesUnsaid(list []string, features map[string]bool) bool {
	return slices.ContainsFunc(list, func(f string) bool { return features[f] && !slices.Contains(c.If, f) })
}

// asksFor reports whether a beat with these features has all that the row asks for, and none that it excludes.
func (c *clause) asksFor(features map[string]bool) bool {
	return !slices.ContainsFunc(c.Not, func(f string) bool { return features[f] }) &&
		!slices.ContainsFunc(c.If, func(f string) bool { return !features[f] })
}

// outcomesOf returns the wordings of an outcome that fit a beat in a row, "wounds her" and "stabs her" of a thrust; a
// single nil if the row has no slot for one.
func (t *Teller) outcomesOf(name string, b *story.Beat, c *clause) (list []*outcome) {
	if !containsAny(c.Says, "{does", "{gets}", "{ends}") {
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

// mayRemark reports whether a sentence may say of the striker in passing that they have no weapon.
func (t *Teller) mayRemark(b *story.Beat) bool {
	return t.used["remark"] < remarksMost && t.person(b.By).disarmed && b.Family == "unarmed"
}

// remarksMost is how many such remarks a tale makes.
const remarksMost = 2

// continueLast returns the last sentence with a row added to it behind a conjunction, as another verb of its subject,
// "Aki wounds Ume and fells Ran", or as a clause of its own, "Aki wounds Ume, and Bo fells her"; without text if the
// row cannot be added in either way.
func (t *Teller) continueLast(conjunction string, c *clause, b *story.Beat, o *outcome) (s sentence) {
	last, says, most := t.last.text, c.Says, wordsMost
	ofStriker, isStriker := strings.CutPrefix(says, "{by} ")
	ofStruck, isStruck := strings.CutPrefix(says, "{to} ")
	switch {
	case conjunction == "" || !strings.HasPrefix(says, "{by") && !strings.HasPrefix(says, "{to"),
		strings.HasPrefix(says, "{by's") && t.relation == "again": // "Aki wounds Ume, and Aki's katana …" has one owner too many
		return s
	case isStriker && t.last.subject == b.By:
		if b.Hits == 0 && b.Kind != "bind" || strings.Contains(ofStriker, ", but ") ||
			conjunction == ", and " && strings.Contains(last+ofStriker, " and ") {
			return s
		}
		says, conjunction = ofStriker, text.Either(conjunction == ", and ", " and ", conjunction)
	case isStruck && t.catching && t.last.subject == b.To: // "Aki fells Ume, but is too slow"
		if strings.Contains(ofStruck, " but ") || slices.Contains(c.If, "holding") {
			return s
		}
		says = ofStruck
	case t.relation == "goes on" || t.last.subject == b.By || t.prevBeat.By == b.By,
		t.prevBeat.Hits > 1 && b.Hits > 1, // two deeds of two people are two sentences
		t.relation != "joins" && containsAny(says, " and ", ", then "),
		containsAny(last+says, conjunction, ", but ") || strings.Contains(says, ", who "):
		return s
	}
	if s = t.sayAfter(&t.last, conjunction, says, c, b, o); t.catching {
		most += wordsCaught
	}
	if len(strings.Fields(s.text)) > most {
		return sentence{}
	}
	return s
}

// conjunction returns what would join a beat to the last sentence, ", and " or ", but "; empty if nothing may be joined
// to it: it is full, a fall has ended it, or the beat is about other people.
func (t *Teller) conjunction(b *story.Beat) string {
	isNew := func(who string) bool { return who != "" && !slices.Contains(t.last.named, who) }
	butBefore := strings.HasPrefix(t.last.text, "But ")
	switch {
	case t.last.isFull() || strings.Contains(t.last.text, ":"),
		t.relation == "" || t.relation == "meanwhile" || b.First && t.relation != "seizes",
		(isNew(b.By) || isNew(b.To)) && !slices.Contains([]string{"helps", "avenges", "joins", "alike", "turns", "seizes"}, t.relation),
		t.prevBeat.Kind == "fall" && t.relation != "alike" && !t.catching:
		return ""
	case t.catching:
		return text.Either(butBefore || strings.Contains(t.last.text, ", and ") || t.used["caught"] >= caughtMost, "", ", but ")
	case t.goodFor(b) != t.last.goodFor: // luck turns
		next := cmp.Or(t.beatAfter(b), &story.Beat{})
		isLastOfTwo := next.By != b.By || next.To != b.To // else a throw goes with what follows
		isThrow := t.prevBeat.Kind == "grapple" && b.Kind == "prone" && isLastOfTwo
		if butBefore || t.relation != "returns" && t.relation != "again" || t.prevBeat.Tries == 0 && !isThrow {
			return ""
		}
		return ", but "
	}
	return ", and "
}

// wordsMost is the most words of a sentence that a row is added to; one that somebody is caught in may have wordsCaught
// more, and a tale has at most caughtMost of those.
const wordsMost, wordsCaught, caughtMost = 24, 6, 3

// catches reports whether a beat is a blow at whoever has just struck, by a friend of the one who was struck: "Sae
// shoots Benkei down with the yumi, but is still bringing up her wakizashi when Yoichi fells her". If the first blow
// was a fall the second must be one too; a graze never is one.
func (t *Teller) catches(b *story.Beat) bool {
	a := t.prevBeat
	return (t.relation == "helps" || t.relation == "avenges" && b.Kind == "fall") && a != nil && a.Into == nil &&
		b.Into == nil && b.Hits > 0 && b.To == a.By &&
		t.Outcome(b) != "graze"
}

// relationOf returns how a beat follows the one told before it, and whom it helps or avenges: one of [story.Relations],
// helps, avenges, seizes (a blow after a hold) or goes on. It is what the plan says unless beats in between were not
// told: then it follows from the two that are.
func (t *Teller) relationOf(b *story.Beat) (rel, ally string) {
	a := t.prevBeat
	if a == nil || b.Tries == 0 && a.Tries == 0 && a.By != b.By {
		return b.Rel, ""
	}
	actor, foe := b.By, b.To
	if b.Into != nil { // of a counter, whoever it forestalls is the one who came to help
		actor, foe = foe, actor
	}
	side := func(who string) string { return t.person(who).Side }
	switch {
	case a.By == foe && a.To != "" && a.To != actor &&
		side(a.To) == side(actor) && side(foe) != side(actor) &&
		a.Round == b.Round && b.Tries > 0: // the foe has just acted against somebody on the actor's side
		if a.Kind == "fall" && b.Into == nil && b.Hits > 0 {
			return "avenges", a.To
		} else if a.Kind != "fall" && (a.Hits > 0 || a.Tries == 0) { // who has parried needs no help
			return "helps", a.To
		}
	case t.followsHold(a, b):
		return "seizes", ""
	case b.Kind == "bind" && a.By == b.By && a.To == b.To && a.Round == b.Round && a.Kind != "fall":
		return "goes on", ""
	case b.Rel == "joins" && t.foughtInScene[pair{b.By, b.To}]:
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

// followsHold reports whether a blow is struck at somebody of whom a friend of the striker has just taken hold.
func (t *Teller) followsHold(a, b *story.Beat) bool {
	return a.Kind == "grapple" && a.To == b.To && b.Hits > 0 && b.Into == nil && a.By != b.By &&
		t.person(a.By).Side == t.person(b.By).Side
}

// losses are the kinds of beats after which By is worse off.
var losses = []string{"disarmed", "broke", "sunk", "hurt", "thrown back", "backlash", "spell failed", "chant broken",
	"shaken", "rout", "leaves", "yields", "flees", "taken out", "stance lost"}

// goodFor returns the side that is better off after a beat; empty for [losses], which count as nobody's gain.
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

// pick returns the cheapest sentence that stands after a beat, of the rows of this kind; it has no clause if none fits.
// A row that begins with a comma goes on with the last sentence, if that takes more.
func (t *Teller) pick(kind string, b *story.Beat, features map[string]bool) (best sentence) {
	least := math.Inf(1)
	for i := range t.After {
		c := &t.After[i]
		goesOn := strings.HasPrefix(c.Says, ",")
		if c.Kind != kind || !c.asksFor(features) || goesOn && (t.last.isFull() || containsAny(t.last.text, ", and", ": ") ||
			strings.HasPrefix(c.Says, ", but") && strings.HasPrefix(t.last.text, "But ")) {
			continue
		}
		s := t.say(c, b, nil)
		isRepeated := func(who string) bool {
			return who != "" && slices.Contains(t.last.named, who) && strings.Contains(s.text, t.Name(who))
		}
		if goesOn && (isRepeated(b.By) || isRepeated(b.To)) { // "wounds Aki, which leaves Aki …"
			continue
		}
		if cost := t.cost(&s, b); cost < least {
			best, least = s, cost
		}
	}
	return best
}

// say returns a row as a sentence of its own.
func (t *Teller) say(c *clause, b *story.Beat, o *outcome) sentence {
	return t.sayAfter(&sentence{}, "", c.Says, c, b, o)
}

// sayAfter returns a sentence with a row added to it: conjunction stands between them, and says is the row, or the row
// without its {by}.
func (t *Teller) sayAfter(before *sentence, conjunction, says string, c *clause, b *story.Beat, o *outcome) sentence {
	if strings.HasPrefix(says, ",") { // it is added to the last sentence, and knows whom that names
		before = &sentence{named: t.last.named, asOwner: t.last.asOwner}
	}
	s := sentence{clause: c, out: o, clauses: before.clauses + 1, goesOn: conjunction != "",
		firstName: before.firstName, goodFor: t.goodFor(b), named: slices.Clone(before.named),
		asOwner: slices.Clone(before.asOwner), asPronoun: slices.Clone(before.asPronoun)}
	f := filler{sentence: s, t: t, b: b, begun: before.text != "", newClause: strings.HasPrefix(conjunction, ",")}
	if !strings.HasPrefix(says, "{by}") && !strings.HasPrefix(says, "{to}") { // another verb of its subject
		f.actor = before.subject
	}
	f.text = before.text + conjunction + strings.TrimSpace(f.fill(says))
	s = f.sentence
	if strings.Contains(c.Says, "{gets} {via}") { // "Ume goes down under Aki's cut": neither acts
		s.actor = ""
	}
	first, people := openingSlot(c.Says), map[string]string{"by": b.By, "to": b.To}
	if before.text == "" {
		s.fronts = !strings.HasPrefix(c.Says, "{") && strings.Contains(c.Says, ", ")
		if who := people[first[:min(2, len(first))]]; who != "" && strings.HasPrefix(s.text, t.Name(who)) {
			s.firstName = who
		}
	}
	if !containsAny(c.Says, subjectChanges...) {
		s.subject = people[first]
	}
	return s
}

// subjectChanges are the words of a row after which somebody else may act than at its beginning, so that no verb can be
// added to it: "Isamu has spent his breath on Riku, and Sayo knocks him out" begins with Isamu and ends with Sayo.
var subjectChanges = []string{", ", "who", " when ", " while ", " before "}

// containsAny reports whether a text contains one of several.
func containsAny(s string, among ...string) bool {
	return slices.ContainsFunc(among, func(part string) bool { return strings.Contains(s, part) })
}

// openings are the slots of people that rows begin with.
var openings = []string{"{by", "{to", "{by's", "{to's", "{by's strike", "{by's blow", "{by's weapon"}

// openingSlot returns the slot of a person that a row begins with; empty where it begins otherwise.
func openingSlot(says string) string {
	if slot, _, _ := strings.Cut(says, "}"); slices.Contains(openings, slot) {
		return slot[1:]
	}
	return ""
}
