package english

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
)

// cost returns how dear a sentence is: long, worn, or like the one before. Some of it is drawn by lot, by the seed: tales of one kind of
// fight are not told in one way.
func (t *Teller) cost(s *sentence, b *story.Beat, goesOn bool) float64 {
	c := s.clause
	cost := c.Cost + cmp.Or(c.Wear, wearUsual)*float64(t.used[c.Says])
	if c.Like != "" {
		cost += wearAlike * float64(t.used["like "+c.Like])
	}
	if s.out != nil {
		cost += 0.9 * float64(t.used[s.out.By+s.out.Blow])
		if s.out.More {
			cost -= 0.7
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
		cost += 3
	}
	if b.Hits > 0 {
		cost += t.unsaid(c, b)
	}
	switch {
	case goesOn:
		words -= len(strings.Fields(t.last.text))
		if cost -= 1.2; t.last.subject == b.By && t.rel != "again" {
			cost -= 2.5
		}
		if s.out != nil && s.out == t.last.out { // the same words twice
			cost += 3
		}
		if len(c.If) > 1 && len(t.last.clause.If) > 1 { // two reasons are two sentences
			cost += 1.5
		}
		if slices.ContainsFunc(t.last.clause.If, func(f string) bool { return t.Worth[f] > 1.9 && slices.Contains(c.If, f) }) { // twice the same reason
			cost += 3
		}
	case s.fronts && t.last.fronts: // one such sentence after the other is hard to read
		cost += 3
	case s.firstName != "" && b.Tries == 0:
		cost += 2.3
	case s.firstName != "":
		cost += 13.2
		if s.firstName == t.last.firstName {
			cost++
		}
	}
	if d := words - len(strings.Fields(t.last.text)); !goesOn && t.last.text != "" { // sentences of one length are a list
		switch {
		case max(d, -d) <= 2:
			cost += 0.8
		case max(d, -d) >= 6:
			cost -= 0.5
		}
	}
	if !goesOn && opener(s.text) == opener(t.last.text) && s.firstName == "" { // "Now … Now …"
		cost += 2
	}
	for _, who := range []string{b.By, b.To} {
		if who != "" && strings.Count(s.text, t.Name(who)) > 1 {
			cost += 1.8
		}
	}
	cost += 1.6 * float64(t.echoes(s.text, t.last.text, goesOn))
	h := fnv.New32a()
	h.Write([]byte(c.Says))
	h.Write([]byte{byte(t.seed), byte(t.variant("row", 251)), byte(b.ID)})
	noise := 0.8
	if b.Tries > 0 {
		noise = 2.6
	}
	return cost + float64(words)/10 + noise*float64(h.Sum32()%1000)/1000
}

// usualCost is what it costs to say of a wound that who is hit has not put anything against it: that is nothing new.
const usualCost = 1.5

// wearUsual is what it costs to tell something in a way in which it has been told before, and likens in one that has much in common with it.
const wearUsual, wearAlike = 2.2, 1.5

// unsaid returns what it costs that a blow is told without what has made it possible.
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

// woundBears is how much of what a cause is worth a wound can do without, where a fall cannot.
const woundBears = 8

// echoes returns how many words of a sentence sound like one before it in the sentence, or in the end of the last one.
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
