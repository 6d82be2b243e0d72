package english

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
)

// What a sentence costs and gains; ten words cost 1. What a row costs by itself, and what its features are worth,
// stands in clauses.yaml. The figures have no meaning but the order that they put sentences in: the cheapest is told.
// They were set by what readers of tales marked; kokyu-lab eval narration counts what a change does to them, as how
// many sentences begin with a name.
const (
	rowWear      = 2.2 // for each time its row has been told, where that says nothing else
	likeWear     = 1.5 // for each time a row that it is like has been told
	likeNearWear = 3   // and more for each time in the same paragraph
	outcomeWear  = 0.9 // for each time its outcome has been told

	usualCost    = 1.5  // for saying of a wound what is usual: that nothing was put up against it
	repeatCost   = 3    // for the row, the outcome or the reason of the last sentence
	sameCost     = 6    // for each time the same sentence has been told
	echoCost     = 1.6  // for each word that sounds like one just heard
	twiceCost    = 1.8  // for a name that stands in it twice
	openerCost   = 2    // for beginning as the last one did: "Now … Now …"
	nameCost     = 18.3 // for beginning with a name, if it tells a blow: most rows do
	factCost     = 2.3  // the same if it tells something else
	sameNameCost = 1.0  // more than nameCost if the last one began with the same name
	evenCost     = 0.8  // for being as long as the last one, give or take two words
	unevenGain   = 0.5  // for differing from it by six words or more

	againGain      = 0.7 // for "again", if somebody is hit again
	goesOnGain     = 1.2 // for continuing the last sentence
	seizesGain     = 4   // for telling a hold with the blow that it made possible
	subjectGain    = 2.5 // for continuing it with the same subject
	twoReasonsCost = 1.5 // for adding a second reason to it

	heldCost    = 17  // for each of [explained] left unsaid
	remarkWorth = 1.5 // for a remark in passing ([Teller.mayRemark])
	blowNoise   = 2.6 // the most that is added at random to the cost of telling a blow ([Teller.noise])
	factNoise   = 0.8 // the same of anything else
	woundBears  = 18  // how much of the cost of an untold cause a wound is spared; a fall bears all of it
)

// cost returns the cost of telling a beat by a sentence. A sentence is dear that is long, whose row or outcome has been
// told often, that is like the one before, or that leaves out what made the blow possible.
func (t *Teller) cost(s *sentence, b *story.Beat) float64 {
	c := s.clause
	cost := c.Cost + cmp.Or(c.Wear, rowWear)*float64(t.used[c.Says])
	if c.Like != "" {
		cost += likeWear*float64(t.used["like "+c.Like]) + likeNearWear*float64(t.likes[c.Like])
	}
	if s.out != nil {
		cost += outcomeWear * float64(t.used[s.out.By+s.out.Blow])
		if s.out.More {
			cost -= againGain
		}
	}
	for _, f := range c.If {
		if slices.Contains(t.UsualCauses, f) && b.Kind != "fall" {
			cost += usualCost
		} else {
			cost -= t.Worth[f]
		}
	}
	if c == t.last.clause {
		cost += repeatCost
	}
	if b.Hits > 0 && !(s.goesOn && t.relation == "seizes") { // else the hold says it
		cost += t.unsaidCost(c, b)
	}
	words := len(strings.Fields(s.text))
	if s.goesOn {
		words -= len(strings.Fields(t.last.text)) // which were paid for when it was begun
		cost += t.joiningCost(s, b)
	} else {
		cost += t.beginningCost(s, b, words)
	}
	for _, who := range []string{b.By, b.To} {
		if who != "" && strings.Count(s.text, t.Name(who)) > 1 {
			cost += twiceCost
		}
	}
	cost += echoCost * float64(t.countEchoes(s.text, t.last.text, s.goesOn))
	return cost + float64(words)/10 + t.noise(c, b)
}

// joiningCost returns what it costs to continue the last sentence; negative if that is better than a new one.
func (t *Teller) joiningCost(s *sentence, b *story.Beat) float64 {
	cost := -goesOnGain
	if t.last.subject == b.By && t.relation != "again" {
		cost -= subjectGain
	}
	if t.relation == "seizes" {
		cost -= seizesGain
	}
	if s.out != nil && s.out == t.last.out {
		cost += repeatCost
	}
	reasons, before := s.clause.If, t.last.clause.If
	if len(reasons) > 1 && len(before) > 1 {
		cost += twoReasonsCost
	}
	if slices.ContainsFunc(before, func(f string) bool { return t.Worth[f] > 1.9 && slices.Contains(reasons, f) }) {
		cost += repeatCost
	}
	return cost
}

// beginningCost returns what it costs to begin a sentence of so many words after the last one.
func (t *Teller) beginningCost(s *sentence, b *story.Beat, words int) float64 {
	cost := sameCost * float64(t.used["text "+s.text])
	switch {
	case s.fronts && t.last.fronts:
		cost += repeatCost
	case s.firstName != "" && b.Tries == 0:
		cost += factCost
	case s.firstName != "":
		cost += nameCost
		if s.firstName == t.last.firstName {
			cost += sameNameCost
		}
	}
	if t.last.text != "" {
		longer := words - len(strings.Fields(t.last.text))
		switch {
		case max(longer, -longer) <= 2:
			cost += evenCost
		case max(longer, -longer) >= 6:
			cost -= unevenGain
		}
	}
	if opener(s.text) == opener(t.last.text) && s.firstName == "" {
		cost += openerCost
	}
	return cost
}

// noise returns a random part of a cost, drawn from the seed of the tale so that two tales of the same fight differ.
func (t *Teller) noise(c *clause, b *story.Beat) float64 {
	most := factNoise
	if b.Tries > 0 {
		most = blowNoise
	}
	h := fnv.New32a()
	h.Write([]byte(c.Says))
	h.Write([]byte{byte(t.seed), byte(t.variant("row", 251)), byte(b.ID)})
	return most * float64(h.Sum32()%1000) / 1000
}

// unsaidCost returns the cost of what a row leaves out of the causes of a blow: that of the dearest, less that of the
// dearest which the row names. A reader wants to know why somebody could fall, and less why they were wounded: hence
// woundBears.
func (t *Teller) unsaidCost(c *clause, b *story.Beat) float64 {
	dearest, named := 0.0, 0.0
	for _, cause := range b.Causes {
		dearest = max(dearest, t.UntoldCost[cause])
		if slices.Contains(c.If, cause) {
			named = max(named, t.UntoldCost[cause])
		}
	}
	if b.Kind != "fall" {
		dearest -= woundBears
	}
	return max(0, dearest-named)
}

// countEchoes returns how many words of a sentence begin with the same four letters as an earlier one, in the same
// sentence or among the last six words of the sentence before: "strikes" after "strike", "wounded" after "wound". Names
// and [lexicon.CommonWords] are no echoes.
func (t *Teller) countEchoes(s, last string, goesOn bool) (n int) {
	var heard []string
	if words := strings.Fields(last); !goesOn {
		heard = words[max(0, len(words)-6):]
	}
	for _, word := range strings.Fields(s) {
		word = strings.Trim(word, ",.:;“”")
		if len(word) < 4 || word != strings.ToLower(word) || slices.Contains(t.CommonWords, word) {
			continue
		}
		if slices.ContainsFunc(heard, func(h string) bool { return strings.HasPrefix(h, word[:min(4, len(word))]) }) {
			n++
		}
		heard = append(heard, word)
	}
	return n
}

// opener returns the first word of a sentence.
func opener(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return strings.ToLower(word)
}
