package narrate

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/agent/narrate/clause"
)

// meaning is what a frame says has happened, in claims of plain English.
type meaning struct {
	tells []claimed // any of them tells the moment
	holds []claimed // all that is so by it
}

// claimed is a claim about the actor and the target of a moment.
type claimed struct {
	class  string
	by, to string // actor, target or -
	weight string // lightly, gravely, or neither; anyhow allows all
}

// about is the claim about the people of a fact.
func (m claimed) about(f Fact) clause.Claim {
	c := clause.Claim{Class: m.class, By: m.who(f, m.by), To: m.who(f, m.to)}
	switch m.weight {
	case "lightly":
		c.Weight = clause.Light
	case "gravely":
		c.Weight = clause.Grave
	}
	return c
}

func (m claimed) who(f Fact, role string) string {
	switch role {
	case "actor":
		return f.By
	case "target":
		return f.To
	}
	return ""
}

// fits says whether a sentence's claim is this one: it may leave people out, but not set others in their place.
func (m claimed) fits(f Fact, c clause.Claim) bool {
	if m.class != c.Class {
		return false
	}
	by, to := m.who(f, m.by), m.who(f, m.to)
	if c.By != "" && c.By != by || c.To != "" && c.To != to {
		return false
	}
	switch c.Weight {
	case clause.Light:
		return m.weight == "lightly" || m.weight == "anyhow"
	case clause.Grave:
		return m.weight == "gravely" || m.weight == "anyhow"
	}
	return true
}

// meaningOf reads what a dialect says a frame means: claims separated by commas, those that tell it before a semicolon, what
// else is so after it: "actor breaksguard target; - opens target".
func meaningOf(text string) (m meaning, err error) {
	for i, part := range strings.SplitN(text, ";", 2) {
		for one := range strings.SplitSeq(part, ",") {
			words := strings.Fields(one)
			if len(words) == 0 {
				continue
			}
			words = append(words, "", "", "")
			c := claimed{by: words[0], class: words[1], to: words[2], weight: words[3]}
			if c.to != "actor" && c.to != "target" && c.to != "-" && c.to != "" {
				return m, fmt.Errorf("%q in %q, want actor or target", c.to, one)
			}
			if !slices.Contains(clause.Classes, c.class) {
				return m, fmt.Errorf("%q in %q, want one of %v", c.class, one, clause.Classes)
			}
			if i == 0 {
				m.tells = append(m.tells, c)
			}
			m.holds = append(m.holds, c)
		}
	}
	for i := 0; i < len(m.holds); i++ { // it grows by what follows, and what follows from that
		for _, c := range implied(m.holds[i]) {
			if !slices.Contains(m.holds, c) {
				m.holds = append(m.holds, c)
			}
		}
	}
	for _, c := range slices.Clone(m.tells) {
		m.tells = append(m.tells, sameAs(c)...)
	}
	return m, nil
}

// implied is what follows from a claim in any fight: whoever wounds hits, and whoever hits strikes. Rows are a class and what
// follows, x being who does it and y the other one.
var implications = map[string]string{
	"wounds":      "x hits y, - hurt y, y bleeds, y unparried x",
	"hits":        "x strikes y, y unparried x, x getsin",
	"fells":       "x hits y, x wounds y anyhow, - grounded y",
	"bleeds":      "- hurt x",
	"misses":      "x strikes y, - unhurt y, y evades x, x deflects, y backs",
	"parries":     "y strikes x, - unhurt x, y deflects, x guards, x binds y",
	"evades":      "y strikes x, y misses x, - unhurt x, y deflects, x withdraws y, x backs",
	"commands":    "y obeys x",
	"obeys":       "y commands x, x moves",
	"routs":       "x leaves, x yields",
	"unchants":    "x chants",
	"casts":       "x chants",
	"rebounds":    "x unchants",
	"turned":      "x hits y, - unhurt y",
	"scores":      "x hits y",
	"counters":    "x strikes y, y strikes x",
	"interrupts":  "x strikes y, y strikes x, x counters y",
	"breaks":      "x tires",
	"breaksguard": "x wearsguard y, x strikes y",
	"staggers":    "x strikes y, - opens y",
	"throws":      "x grapples y, - grounded y",
	"unhorses":    "x strikes y, x hits y, - grounded y",
	"pins":        "x holds y, x grapples y, - still y, - grounded y, x presses y",
	"grapples":    "x holds y",
	"disarms":     "y drops, x strikes y",
	"feints":      "x fools y",
	"fumbles":     "- opens x, x strikes y",
	"recovers":    "x guards",
	"rides":       "x moves",
	"leaves":      "x moves",
	"wins":        "- ends -",
	"guards":      "x readies",
	"draws":       "x readies",
	"picks":       "x readies",
	"waits":       "- still x",
}

func implied(c claimed) (list []claimed) {
	list = follow(c, implications[c.class])
	if c.class == "wounds" && c.weight != "anyhow" { // nothing worse than a wound
		list = append(list, claimed{class: "merely", by: "-", to: c.to})
	}
	return list
}

// synonyms are other claims that tell the same.
var synonyms = map[string]string{
	"wounds":    "- hurt y, y bleeds, x hits y",
	"fells":     "- grounded y",
	"throws":    "- grounded y",
	"guards":    "x readies",
	"draws":     "x readies",
	"picks":     "x readies",
	"pins":      "- still y",
	"scores":    "x hits y",
	"bleeds":    "- hurt x",
	"waits":     "- still x",
	"feints":    "x fools y",
	"misses":    "- unhurt y, y evades x, y backs",
	"parries":   "y deflects",
	"evades":    "y misses x, y deflects, x withdraws y, x backs",
	"grapples":  "x holds y",
	"commands":  "y obeys x",
	"obeys":     "y commands x",
	"routs":     "x leaves, x yields",
	"disarms":   "y drops",
	"staunches": "x staunches -",
}

func sameAs(c claimed) (list []claimed) {
	text := synonyms[c.class]
	if c.class == "wounds" && c.weight == "gravely" { // that it hit is less than it did
		text = "- hurt y, y bleeds"
	}
	return follow(c, text)
}

// follow sets a claim's people into a row.
func follow(c claimed, row string) (list []claimed) {
	role := map[string]string{"x": c.by, "y": c.to, "-": "-", "": ""}
	for one := range strings.SplitSeq(row, ",") {
		words := strings.Fields(one)
		if len(words) == 0 {
			continue
		}
		words = append(words, "", "", "")
		made := claimed{class: words[1], by: role[words[0]], to: role[words[2]], weight: words[3]}
		if made.weight == "" && (made.class == "wounds" || made.class == "hurt" || made.class == "bleeds") {
			made.weight = c.weight
		}
		list = append(list, made)
	}
	return list
}
