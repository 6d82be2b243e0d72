package english

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// features returns what clauses can ask for of a beat.
func (t *Teller) features(b *story.Beat) map[string]bool {
	f := map[string]bool{t.rel: true}
	if t.rel == "meanwhile" && (t.prev != nil && t.prev.Kind == "fall" || t.End.Why != "" && b.ID == t.lastBeat()) { // what comes of it is not beside it
		f[t.rel] = false
	}
	for _, c := range b.Causes {
		f[c] = true
	}
	f["spent"] = f["spent"] && t.winded != b.To && !t.justSaid(b, "spent") // else it has been told
	f["held"] = f["held"] && !(b.Kind == "wound" && (t.justSaid(b, "holder") || t.prev != nil && t.prev.Kind == "grapple" && t.prev.To == b.To))
	if b.Into != nil && f["moving"] {
		f[cmp.Or(b.Into.Way, "toward")] = true
	} else {
		delete(f, "moving")
	}
	for _, more := range []map[string]bool{t.featuresSoFar(b, f), t.featuresOfWeight(b), t.featuresOfParts(b), t.featuresOfBlow(b), t.featuresOfLinks(b, f)} {
		maps.Copy(f, more)
	}
	return f
}

// featuresOfBlow returns those features of a beat that say what kind of blow it is.
func (t *Teller) featuresOfBlow(b *story.Beat) map[string]bool {
	shot, answer := slices.Contains(shots, b.Family), t.answer(b)
	return map[string]bool{
		"shot": shot, "missile": shot || b.Family == "thrown", "unarmed": b.Family == "unarmed", "wields": t.wields(b),
		"single": b.Tries == 1, "several": b.Tries > 1, "two": b.Tries == 2, "many": b.Tries > 2, "first": b.First,
		"felled": b.Kind == "fall", "floored": b.Floored, "animal": t.person(b.By).Being == "horse" || t.person(b.By).Being == "beast", "friend": b.Friend, "lying": b.Lying, "spell": b.Spell && b.Tries > 0, "part": b.Part != "",
		"into blow": b.Into != nil && b.Into.What+b.Into.With != "", "cuts": t.BlowVerbs[text.LastWord(t.Blow(b))] != "",
		"any defence": answer.Noun == "defence", "sidestep": strings.HasSuffix(answer.Noun, "step") || answer.Noun == "leap aside",
		"strikes first": answer.Name == "counter-attack", "beast": t.person(b.To).Being == "beast",
		"came": b.Came == "toward" && !shot && b.Family != "thrown",
	}
}

// featuresOfParts returns those features of a beat that say which of its parts it has.
func (t *Teller) featuresOfParts(b *story.Beat) map[string]bool {
	return map[string]bool{
		"by": b.By != "", "to": b.To != "", "spot": b.Spot != "", "does": b.Does != "", "lead": b.Lead != "", "says": b.Says != "",
		"what":   t.OrderWords[b.What] != "" || b.What != "" && b.Kind != "order",
		"reason": t.ReasonWords[b.What] != "", "tried": strings.HasPrefix(b.What, "to "),
		"loses": b.Kind == "word" && b.Wounds > 0, "gains": b.Kind == "word" && b.Wounds < 0,
		"followed": slices.Contains(t.Follow, b.By) || slices.Contains(t.Follow, b.To),
	}
}

// featuresOfLinks returns those features of a beat that come of the one told before it.
func (t *Teller) featuresOfLinks(b *story.Beat, f map[string]bool) map[string]bool {
	last := cmp.Or(t.prev, &story.Beat{})
	alone := t.prev != nil && !t.last.closed
	feint := slices.Contains(last.Causes, "feint") && strings.Contains(t.last.text, "feint") && last.To == b.To
	return map[string]bool{
		"again":       f["again"] || b.Nth > 1 && (b.Kind != "grapple" || t.used["held "+b.By+"|"+b.To] > 0),
		"shots":       slices.Contains(shots, last.Family),
		"missed":      t.prev != nil && last.Tries > 0 && last.Hits == 0,
		"same":        t.prev != nil && last.What == b.What,
		"same spot":   last.Kind == b.Kind && last.Spot == b.Spot,
		"feint again": feint && last.By == b.By,
		"same feint":  feint && last.By != b.By && last.Into == nil && last.Hits > 0,
		"stung":       alone && last.Hits > 0 && last.By == b.To && last.To == b.By,
		"flips": alone && last.Kind != "fall" && b.By == last.To && b.To == last.By && t.last.goodFor != "" && t.last.goodFor != t.goodFor(b) &&
			!strings.Contains(strings.ToLower(t.last.text), "but "),
		"other":    t.prev != nil && last.By != b.By && last.Round == b.Round && (last.To == b.To || last.Kind == "fall" && b.Kind == "fall"),
		"turns":    t.rel == "turns" && last.Alone == "",
		"to helps": t.rel == "helps" && b.Into != nil, "helps": t.rel == "helps" && b.Into == nil,
		"spent on": f["spent"] && b.Spent != b.By && t.fought[b.To+"|"+b.Spent], "spent here": f["spent"] && b.Spent == b.By && t.fought[b.To+"|"+b.By],
	}
}

// justSaid reports whether the last sentence was about a blow at the same one, and said why it was possible.
func (t *Teller) justSaid(b *story.Beat, why string) bool {
	return t.prev != nil && t.prev.To == b.To && t.last.clause != nil && slices.Contains(t.last.clause.If, why)
}

// featuresOfWeight returns those features of a beat that say how much hangs on it, and where it stands in the tale.
func (t *Teller) featuresOfWeight(b *story.Beat) map[string]bool {
	return map[string]bool{
		"weapon up": slices.Contains([]string{"parry", "block"}, t.answer(b).Noun) && b.Guard != "" && b.Guard != "unarmed" && !strings.HasSuffix(b.Guard, "s"),
		"slight":    t.Outcome(b) == "graze", "struck before": t.fought[b.By+"|"+b.To],
		"hard hit": strings.HasSuffix(t.Outcome(b), "deep"),
		"weighs":   b.Kind == "fall" && (t.leads(b.To) || b.Alone != "" || b.Own == 0),
		"comes on": b.Into != nil && t.prev != nil && t.prev.To == b.To && t.prev.Into != nil && t.prev.Into.Way == "toward",
		"besieged": b.Vainly > 1, "behind": t.behind(b.Spot) != "" && t.behind(b.Spot) != b.By, "mixed": b.What == "" && b.Use == "",
		"begins": t.prev == nil && t.told == 0, "last": t.End.Why == "none stands" && b.Kind == "fall" && b.Own == 0 && b.ID == t.lastBeat(), "whole": b.Before == 0 && b.Hits == 1, "wanted": t.wanted(b),
	}
}

// wanted reports whether a blow is the first at whoever the one side has to bring down.
func (t *Teller) wanted(b *story.Beat) bool {
	side := t.person(b.By).Side
	return b.To == t.Stake.Who && b.To != "" && t.used["wanted"] == 0 && side != t.person(b.To).Side && (side == t.Stake.For) == (t.Stake.Goal != "protect")
}

// featuresSoFar returns those features of a beat that come of what has been told before it.
func (t *Teller) featuresSoFar(b *story.Beat, f map[string]bool) map[string]bool {
	felled := b.Kind == "fall"
	_, place := t.placeOf(b.Spot)
	held, holding := t.holder(b)
	captor, still := t.captor(b)
	return map[string]bool{
		"next":        f["again"] && t.lastBlow == b.By+"|"+b.To+"|"+text.LastWord(t.Blow(b)),
		"disarmed":    t.disarmed[b.To] && b.Unarmed,
		"captive":     captor != "" && still,
		"freed":       captor != "" && !still,
		"lets go":     t.holds(b.By, b.To, b),
		"up":          t.floored[b.By] && b.Into == nil,
		"holder":      f["held"] && held != "" && !holding,
		"holding":     f["held"] && holding,
		"worn":        felled && b.Before+b.Hits > 3 && t.person(b.To).wounds >= 2,
		"guarding":    b.Kind == "broke" && b.To == "" && (strings.HasPrefix(b.What, "reserve ") || strings.HasSuffix(b.What, " stance")),
		"regains":     b.Kind == "armed" && len(b.Needs) > 0,
		"it":          t.prev != nil && t.prev.Kind == "disarmed" && t.prev.By == b.By,
		"tries again": f["again"] && b.Into != nil && !f["moving"] && t.prev != nil && t.prev.Into != nil && t.prev.Into.Way == "",
		"home":        place != nil && place.Name == t.person(b.By).Side,
	}
}

// holder returns who has been told to hold whoever a blow hits, and else whom that one holds; nobody where neither has been told.
func (t *Teller) holder(b *story.Beat) (who string, holding bool) {
	for _, p := range t.Cast {
		switch {
		case p.Name == b.By:
		case t.holds(p.Name, b.To, b):
			return p.Name, false
		case t.holds(b.To, p.Name, b):
			who, holding = p.Name, true
		}
	}
	return who, holding
}

// holds reports whether one has been told to take hold of another, and holds them still when a beat begins.
func (t *Teller) holds(by, to string, b *story.Beat) bool {
	until, told := t.held[by+"|"+to]
	return told && (until == 0 || len(b.Steps) == 0 || b.Steps[0] <= until)
}

// captor returns who has been told to take hold of whoever acts against somebody else, and whether they hold them still; nobody where no
// such hold has been told.
func (t *Teller) captor(b *story.Beat) (who string, still bool) {
	for _, p := range t.Cast {
		if _, told := t.held[p.Name+"|"+b.By]; told && p.Name != b.To && b.To != "" {
			return p.Name, t.holds(p.Name, b.By, b)
		}
	}
	return "", false
}
