package english

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// features returns the features of a beat that rows can ask for by "if" and "not": its causes (late, spent, feint …:
// [rules.Causes]), how it follows the beat before ([Teller.relation]), and those of the functions below. A feature that
// is missing from the map is false.
//
//	of the blow   featuresOfBlow   what kind of blow it is, and what is done against it
//	of the beat   featuresOfParts  which of its fields are set
//	of the tale   featuresOfTale   what has been told of the people in it, and how much hangs on it
//	of the last   featuresOfLast   what the sentence before makes possible: "tries again", "another"
//	of holds      featuresOfHold   who holds whom, as far as the tale has told it
func (t *Teller) features(b *story.Beat) map[string]bool {
	f := map[string]bool{t.relation: true}
	if t.relation == "meanwhile" && (t.prevBeat != nil && t.prevBeat.Kind == "fall" || t.isLastBeat(b)) {
		f[t.relation] = false // what follows a fall, or ends the fight, does not happen beside the rest of it
	}
	for _, c := range b.Causes {
		f[c] = true
	}
	f["spent"] = f["spent"] && t.winded != b.To && !t.hasJustSaid(b, "spent") // else it has just been told
	// A hold is a reason for a blow, unless the sentence before was about it: "Kiku grabs Chiyo and holds on, and Ichi's
	// katana wounds her" needs no "held by Kiku". Of a fall in a sentence of its own it is said again.
	justHeld := t.relation == "seizes" || b.Kind == "wound" &&
		(t.hasJustSaid(b, "holder") || t.prevBeat != nil && t.prevBeat.Kind == "grapple" && t.prevBeat.To == b.To)
	f["held"] = f["held"] && !justHeld
	// Whoever moves when the counter meets them moves toward, past or away: "Kuno comes too near, and Odo grazes him".
	if b.Into != nil && f["moving"] {
		f[cmp.Or(b.Into.Way, "toward")] = true
	} else {
		delete(f, "moving")
	}
	// The arguments are evaluated before anything is copied: "again" of a cause and "again" of the tale are two things.
	for _, more := range []map[string]bool{t.featuresOfBlow(b), t.featuresOfParts(b), t.featuresOfTale(b, f), t.featuresOfLast(b, f),
		t.featuresOfHold(b, f)} {
		maps.Copy(f, more)
	}
	return f
}

// featuresOfBlow returns the features that say what kind of blow a beat is, and what is done against it.
func (t *Teller) featuresOfBlow(b *story.Beat) map[string]bool {
	shot, answer, outcome := isShot(b), t.answerTo(b), t.Outcome(b)
	return map[string]bool{
		"single": b.Tries == 1, "several": b.Tries > 1, "two": b.Tries == 2, "many": b.Tries > 2,
		"shot": shot, "missile": shot || b.Family == "thrown", "unarmed": b.Family == "unarmed", "spell": b.Spell && b.Tries > 0,
		// The weapon can be what strikes: "Ichi's katana wounds her".
		"wields": t.isToldByWeapon(b),
		// There is a verb for it, so that a sentence needs no noun: "cuts Ume twice".
		"cuts": t.BlowVerbs[text.LastWord(t.Blow(b))] != "",
		// It is blows of several kinds, so there is no "a second cut".
		"mixed":  b.What == "" && b.Use == "",
		"animal": t.person(b.By).Being == "horse" || t.person(b.By).Being == "beast",
		"beast":  t.person(b.To).Being == "beast",
		"friend": b.Friend, "lying": b.Lying, "floored": b.Floored, "part": b.Part != "", "first": b.First, "felled": b.Kind == "fall",
		"slight": outcome == "graze", "hard hit": strings.HasSuffix(outcome, "deep"),
		// The striker has come for it. Whoever shoots or throws may have moved too, but not to reach anybody.
		"came": b.Came == "toward" && !shot && b.Family != "thrown",
		// The blow that it answers is known: "Anselm tries a thrust, but Eckart is faster and wounds him".
		"into blow": b.Into != nil && b.Into.What+b.Into.With != "",

		// The answer has no noun of its own, so nothing is said of it as a thing: no "his defence comes too late".
		"any defence":   answer.Noun == "defence",
		"sidestep":      strings.HasSuffix(answer.Noun, "step") || answer.Noun == "leap aside",
		"strikes first": answer.Name == "counter-attack",
		// A single weapon was being brought up: "Riku is still bringing up his wakizashi when Juro cuts him down".
		"weapon up": answer.usesWeapon() && b.Guard != "" && b.Guard != "unarmed" && !strings.HasSuffix(b.Guard, "s"),
	}
}

// featuresOfParts returns the features that say which fields of a beat are set, and what they hold.
func (t *Teller) featuresOfParts(b *story.Beat) map[string]bool {
	_, place := t.placeOf(b.Spot)
	return map[string]bool{
		"by": b.By != "", "to": b.To != "", "spot": b.Spot != "", "does": b.Does != "", "lead": b.Lead != "", "says": b.Says != "",
		"what":   t.OrderWords[b.What] != "" || b.What != "" && b.Kind != "order",
		"reason": t.ReasonWords[b.What] != "",
		"tried":  strings.HasPrefix(b.What, "to "), // a ruling on what somebody does: "to jump the wall"
		// By the GM's word somebody loses or gets back Wounds, and is or is no longer in a state.
		"loses":     b.Kind == "word" && b.Wounds > 0,
		"gains":     b.Kind == "word" && b.Wounds < 0,
		"becomes":   b.Kind == "word" && b.Answer == "+",
		"out":       b.Kind == "word" && b.What == "out",
		"no longer": b.Kind == "word" && b.Answer == "-",
		// Breath ran out over a guard, not over an attack.
		"guarding": b.Kind == "broke" && b.To == "" &&
			(strings.HasPrefix(b.What, "reserve ") || strings.HasSuffix(b.What, " stance")),
		"regains":  b.Kind == "armed" && len(b.Needs) > 0,                              // the weapon that was dropped
		"besieged": b.Vainly > 1,                                                       // thrown back more than once
		"behind":   t.aloneAtRear(b.Spot) != "" && t.aloneAtRear(b.Spot) != b.By,       // the spot is at the back of one who is alone
		"home":     place != nil && place.Name == t.person(b.By).Side,                  // the spot is their own side's
		"followed": slices.Contains(t.Follow, b.By) || slices.Contains(t.Follow, b.To), // by the tale
	}
}

// featuresOfTale returns the features that say where a beat stands in the tale, and how much hangs on it. f holds its
// causes and relation.
func (t *Teller) featuresOfTale(b *story.Beat, f map[string]bool) map[string]bool {
	fall := b.Kind == "fall"
	return map[string]bool{
		"begins": t.prevBeat == nil && t.scenesTold == 0,
		"last":   t.End.Why == "none stands" && fall && b.Own == 0 && t.isLastBeat(b),
		// A fall that the reader should stop at: of a leader, of the last but one of a side, or of the last.
		"weighs":        fall && (t.isLeader(b.To) || b.Alone != "" || b.Own == 0),
		"worn":          fall && b.Before+b.Hits > 3 && t.person(b.To).wounds >= 2, // down after many wounds, some of which have been told
		"whole":         b.Before == 0 && b.Hits == 1,                              // nothing had wounded {to} before
		"struck before": t.foughtInScene[pair{b.By, b.To}],
		// The two have struck at each other, or the last beat was at the same one, who cannot be unawares then: a reader
		// marked a man as caught off guard who had been shot twice and was charging.
		"faced":    t.prevBeat != nil && t.prevBeat.To == b.To || t.fought[pair{b.By, b.To}] || t.fought[pair{b.To, b.By}],
		"disarmed": t.person(b.To).disarmed && b.Unarmed,
		"up":       t.person(b.By).floored && b.Into == nil, // from the ground
		"again":    f["again"] || b.Nth > 1 && (b.Kind != "grapple" || t.used["held "+b.By+"|"+b.To] > 0),
		// "Aki comes to Goro's aid and scratches Ichi", and "Grim comes to Falk's aid, but Corvin's cut is faster".
		"helps":    t.relation == "helps" && b.Into == nil,
		"to helps": t.relation == "helps" && b.Into != nil,
		// "Isamu has spent his breath on Riku, and Sayo knocks him out", and "Sae has spent her breath on Yoichi, who
		// fells her". It has to have been told that they struck at that one.
		"spent on":     f["spent"] && b.Spent != b.By && t.fought[pair{b.To, b.Spent}],
		"spent here":   f["spent"] && b.Spent == b.By && t.fought[pair{b.To, b.By}],
		"fended":       f["spent"] && t.canFend(b),
		"maimed":       t.person(b.By).maimed && b.Into == nil,
		"missed first": t.missedFirst,
		// A fall has left them alone, and this sentence is to say so: "Murashige, the last of them, is too slow".
		"stands alone": t.standsAlone != nil && t.standsAlone.Alone == b.By && b.Into == nil,
		"last of them": t.standsAlone != nil && t.standsAlone.Alone == b.To && fall,
		"shooter":      t.person(b.To).shoots,
		// Whoever shoots strikes with bare hands.
		"too near": t.person(b.By).shoots && b.Into == nil && b.Family == "unarmed",
		"switched": t.hasSwitched(b),
		"barely":   b.Kind == "sunk" && t.person(b.By).nearly,
	}
}

// canFend reports whether another such answer as {to} has given before would be one to this blow, and has a noun that
// people use: "Jorun has no breath left for another dodge".
func (t *Teller) canFend(b *story.Beat) bool {
	fended := t.answerNamed(b.Fended, b.To)
	return fended.Noun == "dodge" || fended.usesWeapon() && !isShot(b)
}

// featuresOfLast returns the features that follow from the beat told before, and from its sentence.
func (t *Teller) featuresOfLast(b *story.Beat, f map[string]bool) map[string]bool {
	last, sentence, isLater := cmp.Or(t.prevBeat, &story.Beat{}), strings.ToLower(t.last.text), t.prevBeat != nil
	feint := slices.Contains(last.Causes, "feint") && strings.Contains(t.last.text, "feint") && last.To == b.To
	exchange := isLater && !t.last.closed && last.By == b.To && last.To == b.By // they strike back and forth
	return map[string]bool{
		// It is another blow of the same name, of the same striker at the same one: "another thrust".
		"next": f["again"] && t.lastBlow == t.blowKey(b),
		// {to} tries again what was forestalled before: "He tries again, and again Berta's cut is faster".
		"tries again": f["again"] && b.Into != nil && !f["moving"] && isLater && last.Into != nil && last.Into.Way == "",
		// {to} comes on, though struck on the way.
		"comes on":  b.Into != nil && isLater && last.To == b.To && last.Into != nil && last.Into.Way == "toward",
		"shots":     isShot(last),
		"missed":    isLater && last.Tries > 0 && last.Hits == 0,
		"same":      isLater && last.What == b.What,
		"same spot": last.Kind == b.Kind && last.Spot == b.Spot,
		"it":        isLater && last.Kind == "disarmed" && last.By == b.By,
		// {by} feints again at the same one, or as another has.
		"feint again": feint && last.By == b.By,
		"same feint":  feint && last.By != b.By && last.Into == nil && last.Hits > 0,
		// {by} has just been hit.
		"stung": exchange && last.Hits > 0,
		// Whoever was better off after the last sentence is worse off now, which "But" says: "But Daigo hurts Tetsu".
		"flips": exchange && last.Kind != "fall" && t.last.goodFor != "" && t.last.goodFor != t.goodFor(b) &&
			!strings.Contains(sentence, "but "),
		"other": isLater && last.By != b.By && last.Round == b.Round && (last.To == b.To || last.Kind == "fall" && b.Kind == "fall"),
		"turns": t.relation == "turns" && last.Alone == "",
	}
}

// hasJustSaid reports whether the last sentence was about a blow at the same one, and gave this reason for it.
func (t *Teller) hasJustSaid(b *story.Beat, why string) bool {
	return t.prevBeat != nil && t.prevBeat.To == b.To && t.last.clause != nil && slices.Contains(t.last.clause.If, why)
}

// featuresOfHold returns the features that follow from holds that have been told.
func (t *Teller) featuresOfHold(b *story.Beat, f map[string]bool) map[string]bool {
	held, holding := t.holder(b)
	captor, lasts := t.captor(b)
	escaped, how := t.escaped(b)
	return map[string]bool{
		"holder":  f["held"] && held != "" && !holding, // somebody holds {to}
		"holding": f["held"] && holding,                // {to} holds somebody
		"captive": captor != "" && lasts,               // somebody other than {to} holds {by}
		"freed":   captor != "" && !lasts,              // or held, and does no longer
		"lets go": t.holds(b.By, b.To, b),
		// {by} held somebody else, who has got free, or whom {by} has let go.
		"lost hold": escaped != "" && how == "escape",
		"released":  escaped != "" && how == "let go",
		// {by} takes hold of {to}, and nobody was told that the last hold has ended.
		"still held": b.Kind == "grapple" && t.held[pair{b.By, b.To}].until > 0,
	}
}

// holder returns who holds the one a blow is struck at, or else, with holding true, whom that one holds; nobody if the
// tale has told neither.
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

// holds reports whether the tale has told that one took hold of another, and the hold lasts when a beat begins.
func (t *Teller) holds(by, to string, b *story.Beat) bool {
	h, told := t.held[pair{by, to}]
	return told && (h.until == 0 || len(b.Steps) == 0 || b.Steps[0] <= h.until)
}

// captor returns who has taken hold of the one who acts in a beat, and whether the hold lasts; nobody if the tale has
// told no such hold, or the one who is held acts against whoever holds on.
func (t *Teller) captor(b *story.Beat) (who string, lasts bool) {
	for _, p := range t.Cast {
		_, told := t.held[pair{p.Name, b.By}]
		if lasts := t.holds(p.Name, b.By, b); told && b.To != "" && !(lasts && p.Name == b.To) {
			return p.Name, lasts
		}
	}
	return "", false
}

// escaped returns whom the one who strikes in a beat was told to hold, who is still in the fight and held no longer, and
// how the hold has ended; nobody if there is no such person.
func (t *Teller) escaped(b *story.Beat) (who, how string) {
	for _, p := range t.Cast {
		h, told := t.held[pair{b.By, p.Name}]
		if told && p.Name != b.To && b.Tries > 0 && b.Into == nil && !t.person(p.Name).fallen && !t.holds(b.By, p.Name, b) {
			return p.Name, h.ends
		}
	}
	return "", ""
}

// hasSwitched reports whether a blow is struck with another weapon than the striker was told to have, so that a reader
// asks where it comes from. Of a sword and a knife one may have both in hand.
func (t *Teller) hasSwitched(b *story.Beat) bool {
	by, blades := t.person(b.By), []string{"blade", "short"}
	return by.armed != "" && b.With != by.armed && t.isToldByWeapon(b) && b.Into == nil &&
		!(slices.Contains(blades, by.armedFamily) && slices.Contains(blades, b.Family))
}
