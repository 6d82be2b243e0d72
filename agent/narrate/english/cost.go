package english

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
)

// What a sentence costs and gains; ten words cost 1. What a row costs by itself, and what its features are worth,
// stands in clauses.yaml. Only the order matters that they put sentences in.
const (
	rowWear      = 2.2 // for each time its row has been told, where that says nothing else
	likeWear     = 1.5 // for each time a row that it is like has been told
	likeNearWear = 3   // and more for each time in the same paragraph
	outcomeWear  = 0.9 // for each time its outcome has been told

	usualCost  = 1.5  // for saying of a wound what is usual: that nothing was put up against it
	repeatCost = 3    // for the row, the outcome or the reason of the last sentence
	sameCost   = 6    // for each time the same sentence has been told
	echoCost   = 1.6  // for each word that sounds like one just heard
	twiceCost  = 1.8  // for a name that stands in it twice
	openerCost = 2    // for beginning as the last one did: "Now … Now …"
	nameCost   = 15.2 // for beginning with a name, if it tells a blow: most rows do
	factCost   = 2.3  // the same if it tells something else
	evenCost   = 0.8  // for being as long as the last one, give or take two words
	unevenGain = 0.5  // for differing from it by six words or more

	againGain      = 0.7 // for "again", if somebody is hit again
	goesOnGain     = 1.2 // for continuing the last sentence
	seizesGain     = 4   // for telling a hold with the blow that it made possible
	subjectGain    = 2.5 // for continuing it with the same subject
	twoReasonsCost = 1.5 // for adding a second reason to it

	heldCost    = 9   // for not saying how somebody who was held can act
	remarkWorth = 1.5 // for a remark in passing ([Teller.mayRemark])
	woundBears  = 15  // how much of the cost of an untold cause a wound is spared; a fall bears all of it
)

// cost returns the cost of telling a beat by a sentence. A sentence is dear that is long, whose row or outcome has been
// told often, that is like the one before, or that leaves out what made the blow possible. Up to 2.6 is drawn from the
// seed, so that two tales of the same fight differ.
func (t *Teller) cost(s *sentence, b *story.Beat) float64 {
	c, goesOn := s.clause, s.goesOn
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
	words := len(strings.Fields(s.text))
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
	if !goesOn {
		cost += sameCost * float64(t.used["text "+s.text])
	}
	if b.Hits > 0 && !(goesOn && t.rel == "seizes") { // else the hold says it
		cost += t.unsaidCost(c, b)
	}
	switch {
	case goesOn:
		words -= len(strings.Fields(t.last.text))
		if cost -= goesOnGain; t.last.subject == b.By && t.rel != "again" {
			cost -= subjectGain
		}
		if t.rel == "seizes" {
			cost -= seizesGain
		}
		if s.out != nil && s.out == t.last.out {
			cost += repeatCost
		}
		if len(c.If) > 1 && len(t.last.clause.If) > 1 {
			cost += twoReasonsCost
		}
		if slices.ContainsFunc(t.last.clause.If, func(f string) bool { return t.Worth[f] > 1.9 && slices.Contains(c.If, f) }) {
			cost += repeatCost
		}
	case s.fronts && t.last.fronts:
		cost += repeatCost
	case s.firstName != "" && b.Tries == 0:
		cost += factCost
	case s.firstName != "":
		cost += nameCost
		if s.firstName == t.last.firstName {
			cost++
		}
	}
	if longer := words - len(strings.Fields(t.last.text)); !goesOn && t.last.text != "" {
		switch {
		case max(longer, -longer) <= 2:
			cost += evenCost
		case max(longer, -longer) >= 6:
			cost -= unevenGain
		}
	}
	if !goesOn && opener(s.text) == opener(t.last.text) && s.firstName == "" {
		cost += openerCost
	}
	for _, who := range []string{b.By, b.To} {
		if who != "" && strings.Count(s.text, t.Name(who)) > 1 {
			cost += twiceCost
		}
	}
	cost += echoCost * float64(t.countEchoes(s.text, t.last.text, goesOn))
	h := fnv.New32a()
	h.Write([]byte(c.Says))
	h.Write([]byte{byte(t.seed), byte(t.variant("row", 251)), byte(b.ID)})
	noise := 0.8
	if b.Tries > 0 {
		noise = 2.6
	}
	return cost + float64(words)/10 + noise*float64(h.Sum32()%1000)/1000
}

// unsaidCost returns the cost of what a row leaves out of the causes of a blow: that of the dearest, less that of the
// dearest which the row names.
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
// sentence or among the last six words of the sentence before.
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
