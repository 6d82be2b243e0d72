package english

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
)

// What a sentence costs and gains, in the price of ten words. What a row costs by itself, and what its features are worth, stands in
// clauses.yaml.
const (
	rowWear     = 2.2 // for each time its row has been told, where that says nothing else
	likeWear    = 1.5 // for each time a row that it is like has been told
	outcomeWear = 0.9 // for each time its outcome has been told

	usualCost  = 1.5  // of saying of a wound what is usual: that nothing was put against it
	repeatCost = 3    // of the row, the outcome or the reason of the last sentence
	echoCost   = 1.6  // of a word that sounds like one just heard
	twiceCost  = 1.8  // of a name that stands in it twice
	openerCost = 2    // of beginning as the last one did: "Now … Now …"
	nameCost   = 13.2 // of beginning with a name, where it tells a blow: it is what most rows do
	factCost   = 2.3  // and where it tells something else
	evenCost   = 0.8  // of being as long as the last one, but for two words
	unevenGain = 0.5  // of differing from it by six or more

	againGain      = 0.7 // of "again", where somebody is hit again
	goesOnGain     = 1.2 // of going on with the last sentence
	subjectGain    = 2.5 // and with its subject
	twoReasonsCost = 1.5 // but with a second reason

	heldCost   = 9   // of not saying how somebody can act who was held
	stateWorth = 1.5 // of saying by the way how somebody is
	woundBears = 8   // how much of the cost of an untold cause is not asked of a wound
)

// cost returns how dear it is to tell a beat by a sentence: by a long one, by a row or an outcome that is worn, like the one before, or without
// what made it possible. Up to 2.6 is drawn by lot from the seed, so that two tales of the same fight differ.
func (t *Teller) cost(s *sentence, b *story.Beat, goesOn bool) float64 {
	c := s.clause
	cost := c.Cost + cmp.Or(c.Wear, rowWear)*float64(t.used[c.Says])
	if c.Like != "" {
		cost += likeWear * float64(t.used["like "+c.Like])
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
	if b.Hits > 0 {
		cost += t.unsaid(c, b)
	}
	switch {
	case goesOn:
		words -= len(strings.Fields(t.last.text))
		if cost -= goesOnGain; t.last.subject == b.By && t.rel != "again" {
			cost -= subjectGain
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
	if d := words - len(strings.Fields(t.last.text)); !goesOn && t.last.text != "" {
		switch {
		case max(d, -d) <= 2:
			cost += evenCost
		case max(d, -d) >= 6:
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
	cost += echoCost * float64(t.echoes(s.text, t.last.text, goesOn))
	h := fnv.New32a()
	h.Write([]byte(c.Says))
	h.Write([]byte{byte(t.seed), byte(t.variant("row", 251)), byte(b.ID)})
	noise := 0.8
	if b.Tries > 0 {
		noise = 2.6
	}
	return cost + float64(words)/10 + noise*float64(h.Sum32()%1000)/1000
}

// unsaid returns what it costs that a row names none of the causes of a blow: what the dearest of them costs.
func (t *Teller) unsaid(c *clause, b *story.Beat) (cost float64) {
	for _, cause := range b.Causes {
		if slices.Contains(c.If, cause) {
			return 0
		}
		cost = max(cost, t.UntoldCost[cause])
	}
	if b.Kind != "fall" {
		return max(0, cost-woundBears)
	}
	return cost
}

// echoes returns how many words of a sentence begin with the four letters of one before it, in the sentence or in the last six of the one
// before.
func (t *Teller) echoes(s, last string, goesOn bool) (n int) {
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
