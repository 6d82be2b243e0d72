package english

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// features returns what rows can ask for of a beat: its causes (late, spent, feint …, [rules.Causes]), how it follows the beat before
// ([Teller.rel]) and what the functions below find.
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
	for _, more := range []map[string]bool{t.featuresOfBlow(b), t.featuresOfParts(b), t.featuresOfTale(b, f), t.featuresOfLast(b, f), t.featuresOfHold(b, f)} {
		maps.Copy(f, more)
	}
	return f
}

// featuresOfBlow returns those that say what kind of blow a beat is, and what is done against it.
func (t *Teller) featuresOfBlow(b *story.Beat) map[string]bool {
	shot, answer, outcome := slices.Contains(shots, b.Family), t.answer(b), t.Outcome(b)
	return map[string]bool{
		"single": b.Tries == 1, "several": b.Tries > 1, "two": b.Tries == 2, "many": b.Tries > 2,
		"shot": shot, "missile": shot || b.Family == "thrown", "unarmed": b.Family == "unarmed", "spell": b.Spell && b.Tries > 0,
		"wields": t.wields(b),                                 // its weapon can be what strikes: "Riku's kanabo"
		"cuts":   t.BlowVerbs[text.LastWord(t.Blow(b))] != "", // there is a verb for it
		"mixed":  b.What == "" && b.Use == "",                 // it is blows of several kinds
		"animal": t.person(b.By).Being == "horse" || t.person(b.By).Being == "beast",
		"beast":  t.person(b.To).Being == "beast",
		"friend": b.Friend, "lying": b.Lying, "floored": b.Floored, "part": b.Part != "", "first": b.First, "felled": b.Kind == "fall",
		"slight": outcome == "graze", "hard hit": strings.HasSuffix(outcome, "deep"),
		"came":      b.Came == "toward" && !shot && b.Family != "thrown",
		"into blow": b.Into != nil && b.Into.What+b.Into.With != "", // it is known which blow it answers

		"any defence":   answer.Noun == "defence", // no word for what is done against it
		"sidestep":      strings.HasSuffix(answer.Noun, "step") || answer.Noun == "leap aside",
		"strikes first": answer.Name == "counter-attack",
		"weapon up":     slices.Contains([]string{"parry", "block"}, answer.Noun) && b.Guard != "" && b.Guard != "unarmed" && !strings.HasSuffix(b.Guard, "s"),
	}
}

// featuresOfParts returns those that say which of its parts a beat has, and what they are.
func (t *Teller) featuresOfParts(b *story.Beat) map[string]bool {
	_, place := t.placeOf(b.Spot)
	return map[string]bool{
		"by": b.By != "", "to": b.To != "", "spot": b.Spot != "", "does": b.Does != "", "lead": b.Lead != "", "says": b.Says != "",
		"what":     t.OrderWords[b.What] != "" || b.What != "" && b.Kind != "order",
		"reason":   t.ReasonWords[b.What] != "",
		"tried":    strings.HasPrefix(b.What, "to "), // a ruling of what somebody does: "to jump the wall"
		"loses":    b.Kind == "word" && b.Wounds > 0, // Wounds, by the word of the GM
		"gains":    b.Kind == "word" && b.Wounds < 0,
		"guarding": b.Kind == "broke" && b.To == "" && (strings.HasPrefix(b.What, "reserve ") || strings.HasSuffix(b.What, " stance")),
		"regains":  b.Kind == "armed" && len(b.Needs) > 0,                              // the weapon that was dropped
		"besieged": b.Vainly > 1,                                                       // thrown back more than once
		"behind":   t.behind(b.Spot) != "" && t.behind(b.Spot) != b.By,                 // the spot is at the back of one alone
		"home":     place != nil && place.Name == t.person(b.By).Side,                  // and that of their own side
		"followed": slices.Contains(t.Follow, b.By) || slices.Contains(t.Follow, b.To), // by the tale
	}
}

// featuresOfTale returns those that say where a beat stands in the tale, and how much hangs on it; f are the causes and the relation.
func (t *Teller) featuresOfTale(b *story.Beat, f map[string]bool) map[string]bool {
	fall := b.Kind == "fall"
	return map[string]bool{
		"begins":        t.prev == nil && t.told == 0,
		"last":          t.End.Why == "none stands" && fall && b.Own == 0 && b.ID == t.lastBeat(),
		"weighs":        fall && (t.leads(b.To) || b.Alone != "" || b.Own == 0),
		"worn":          fall && b.Before+b.Hits > 3 && t.person(b.To).wounds >= 2, // down by many wounds, which have been told
		"whole":         b.Before == 0 && b.Hits == 1,                              // nothing had wounded them before
		"wanted":        t.isFirstAtStake(b),
		"struck before": t.fought[b.By+"|"+b.To],
		"disarmed":      t.disarmed[b.To] && b.Unarmed,
		"up":            t.floored[b.By] && b.Into == nil, // from the ground
		"again":         f["again"] || b.Nth > 1 && (b.Kind != "grapple" || t.used["held "+b.By+"|"+b.To] > 0),
		"helps":         t.rel == "helps" && b.Into == nil,
		"to helps":      t.rel == "helps" && b.Into != nil,                           // whom by forestalls
		"spent on":      f["spent"] && b.Spent != b.By && t.fought[b.To+"|"+b.Spent], // their breath, on somebody else
		"spent here":    f["spent"] && b.Spent == b.By && t.fought[b.To+"|"+b.By],    // or on by
	}
}

// isFirstAtStake reports whether a blow is the first at whoever the one side has to bring down, or must not lose.
func (t *Teller) isFirstAtStake(b *story.Beat) bool {
	side := t.person(b.By).Side
	return b.To == t.Stake.Who && b.To != "" && t.used["wanted"] == 0 && side != t.person(b.To).Side && (side == t.Stake.For) == (t.Stake.Goal != "protect")
}

// featuresOfLast returns those that come of the beat told before, and of its sentence.
func (t *Teller) featuresOfLast(b *story.Beat, f map[string]bool) map[string]bool {
	last, sentence, is := cmp.Or(t.prev, &story.Beat{}), strings.ToLower(t.last.text), t.prev != nil
	open := is && !t.last.closed
	feint := slices.Contains(last.Causes, "feint") && strings.Contains(t.last.text, "feint") && last.To == b.To
	back := open && last.By == b.To && last.To == b.By // they strike back and forth
	return map[string]bool{
		// Another blow of the same name.
		"next": f["again"] && t.lastBlow == b.By+"|"+b.To+"|"+text.LastWord(t.Blow(b)),
		// To tries again what was forestalled before.
		"tries again": f["again"] && b.Into != nil && !f["moving"] && is && last.Into != nil && last.Into.Way == "",
		// To comes on, though struck on the way.
		"comes on":  b.Into != nil && is && last.To == b.To && last.Into != nil && last.Into.Way == "toward",
		"shots":     slices.Contains(shots, last.Family),
		"missed":    is && last.Tries > 0 && last.Hits == 0,
		"same":      is && last.What == b.What,
		"same spot": last.Kind == b.Kind && last.Spot == b.Spot,
		"it":        is && last.Kind == "disarmed" && last.By == b.By,
		// By feints again at the same one, or where another has.
		"feint again": feint && last.By == b.By,
		"same feint":  feint && last.By != b.By && last.Into == nil && last.Hits > 0,
		// Who strikes has just been hit.
		"stung": back && last.Hits > 0,
		// Who was better off by the last sentence is worse off now.
		"flips": back && last.Kind != "fall" && t.last.goodFor != "" && t.last.goodFor != t.goodFor(b) && !strings.Contains(sentence, "but "),
		"other": is && last.By != b.By && last.Round == b.Round && (last.To == b.To || last.Kind == "fall" && b.Kind == "fall"),
		"turns": t.rel == "turns" && last.Alone == "",
	}
}

// justSaid reports whether the last sentence was about a blow at the same one, and said why it was possible.
func (t *Teller) justSaid(b *story.Beat, why string) bool {
	return t.prev != nil && t.prev.To == b.To && t.last.clause != nil && slices.Contains(t.last.clause.If, why)
}

// featuresOfHold returns those of holds that have been told.
func (t *Teller) featuresOfHold(b *story.Beat, f map[string]bool) map[string]bool {
	held, holding := t.holder(b)
	captor, still := t.captor(b)
	return map[string]bool{
		"holder":  f["held"] && held != "" && !holding, // somebody holds to
		"holding": f["held"] && holding,                // to holds somebody
		"captive": captor != "" && still,               // somebody else than to holds by
		"freed":   captor != "" && !still,              // and no longer
		"lets go": t.holds(b.By, b.To, b),
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
