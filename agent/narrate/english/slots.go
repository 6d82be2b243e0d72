package english

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kokyu/rules/text"
)

// slot returns the phrase of a slot. Rows have no others, by a test.
func (f *filler) slot(name string) string { return slots[name](f) }

// slots are the phrases that rows are filled with: people, the blow, what is done against it and how often, and everything else. A phrase that
// may be empty begins with its space.
var slots map[string]func(f *filler) string

func init() { // of people: by name or by pronoun where nothing else is said (pronouns.go)
	slots = map[string]func(f *filler) string{
		"by": func(f *filler) string { return f.subject(f.b.By, f.b.To) },
		"to": func(f *filler) string {
			if !f.begun || f.actor == "" {
				return f.subject(f.b.To, f.b.By)
			}
			return f.object(f.b.To)
		},
		// By name in any case; by pronoun where the clause has named them; as who acts; as whom the verb is about.
		"by name":      func(f *filler) string { return f.nameActor(f.b.By) },
		"by still":     func(f *filler) string { return f.backReference(f.b.By) },
		"to still":     func(f *filler) string { return f.backReference(f.b.To) },
		"to acts":      func(f *filler) string { return f.subject(f.b.To, f.b.By) },
		"by acts":      func(f *filler) string { return f.subject(f.b.By, f.b.To) },
		"to object":    func(f *filler) string { return f.object(f.b.To) },
		"to once more": func(f *filler) string { return cmp.Or(objects[f.they(f.b.To)], f.t.Name(f.b.To)) }, // named just before
		"by object":    func(f *filler) string { return f.object(f.b.By) },
		"by's":         func(f *filler) string { return f.withActor(f.owner(f.b.By), f.b.By) },
		"to's":         func(f *filler) string { return f.owner(f.b.To) },
		"spent on":     func(f *filler) string { f.mention(f.b.Spent); return f.t.Name(f.b.Spent) },
		"ally":         func(f *filler) string { return f.t.Name(f.t.ally) },
		"ally's":       func(f *filler) string { return possessive(f.t.Name(f.t.ally)) },
		// Of whom a beat has besides: a side, who gives an order, who is left alone, who holds to or by.
		"side":     func(f *filler) string { return text.Escape(text.The(f.b.What)) },
		"lead":     func(f *filler) string { return f.t.Name(f.b.Lead) },
		"alone":    func(f *filler) string { return f.t.Name(f.b.Alone) },
		"holder":   func(f *filler) string { who, _ := f.t.holder(f.b); f.mention(who); return f.t.Name(who) },
		"holder's": func(f *filler) string { who, _ := f.t.holder(f.b); f.mention(who); return possessive(f.t.Name(who)) },
		"captor's": func(f *filler) string { who, _ := f.t.captor(f.b); f.mention(who); return possessive(f.t.Name(who)) },
		"captor":   func(f *filler) string { who, _ := f.t.captor(f.b); f.mention(who); return f.t.Name(who) },
		"our side": func(f *filler) string { side, _ := f.t.sideName(f.t.person(f.b.By).Side); return side },
		"at stake": func(f *filler) string { side, _ := f.t.sideName(f.t.Stake.For); return side },
		"foes": func(f *filler) string {
			if len(f.b.Foes) > 4 {
				return Count(len(f.b.Foes)) + " enemies"
			}
			return f.t.list(f.b.Foes)
		},
		"foes apart": func(f *filler) string { // as a number, for they have all been named
			foes := slices.DeleteFunc(slices.Clone(f.b.Foes), func(who string) bool { return f.t.person(who).maimed })
			if len(foes) == 0 {
				foes = f.b.Foes
			}
			if n := len(foes); n > 2 {
				return Count(n)
			}
			return f.t.list(foes)
		},
	}
}

func init() { // of the blow
	maps.Copy(slots, map[string]func(f *filler) string{
		// What it comes to, as by does it, as to does it, as the blow does it: "fells Aki", "goes down", "brings Aki down".
		"does": func(f *filler) string { return f.fill(f.out.By) },
		"gets": func(f *filler) string { return f.fill(f.out.To) },
		"ends": func(f *filler) string { f.actor = f.b.By; return f.fill(f.out.Blow) },
		"via":  func(f *filler) string { return cmp.Or(f.out.Via, "by") },
		"at":   func(f *filler) string { return at(f.b) },
		// What it is done with: " with a cut of the katana"; of the outcomes that say which blow it is only " with the katana".
		"with": func(f *filler) string {
			if f.out != nil && f.out.Bare && f.b.Tries == 1 {
				return f.slot("tool with")
			}
			return f.t.with(f.b)
		},
		"tool":      func(f *filler) string { return f.t.tool(f.b) },
		"tool with": func(f *filler) string { return strings.Replace(f.t.tool(f.b), " from ", " with ", 1) },
		"of tool":   func(f *filler) string { return f.t.ofTool(f.b) },
		"with one":  func(f *filler) string { return f.t.with(allHit(f.b, 1)) },
		"his blow":  (*filler).blowOfStriker,
		"with fresh": func(f *filler) string { // unless it is another of the same
			if with := f.t.with(f.b); !strings.HasPrefix(with, " with another") {
				return with
			}
			return ""
		},
		"by's blow": func(f *filler) string {
			return f.withActor(f.owner(f.b.By), f.b.By) + " " + f.t.Blow(f.b)
		},
		"by's weapon": func(f *filler) string {
			return f.withActor(f.owner(f.b.By), f.b.By) + " " + text.Escape(f.b.With)
		},
		"by's strike": func(f *filler) string { // the weapon where that has not been named, else the blow
			if f.t.wields(f.b) && f.t.tool(f.b) != "" {
				return f.slot("by's weapon")
			}
			return f.slot("by's blow") + f.t.tool(f.b)
		},
		"cuts": func(f *filler) string {
			return f.withActor(f.t.agree(f.t.BlowVerbs[text.LastWord(f.t.Blow(f.b))], f.b.By), f.b.By)
		},
		"strikes": func(f *filler) string {
			return f.withActor(f.t.agree(map[bool]string{true: "shoots", false: "strikes"}[slices.Contains(shots, f.b.Family)], f.b.By), f.b.By)
		},
		"into blow": func(f *filler) string { return f.t.Blow(attackAnswered(f.b)) },
		"an into blow": func(f *filler) string {
			blow := f.t.Blow(attackAnswered(f.b))
			return article(blow) + blow
		},
		"into": func(f *filler) string { // the weapon of the attack that it answers
			if weapon := f.b.Into.With; weapon != "" && f.b.Into.Family != "unarmed" && f.t.person(f.b.To).armed != weapon {
				return " with " + text.The(weapon)
			}
			return ""
		},
		"blow":     func(f *filler) string { return f.t.Blow(f.b) },
		"blows":    func(f *filler) string { return plural(f.t.Blow(f.b)) },
		"nth blow": func(f *filler) string { return f.t.nth(f.b.Tries) + " " + text.LastWord(f.t.Blow(f.b)) },
		"a blow":   func(f *filler) string { return f.t.aBlow(f.b) },
		"defend":   (*filler).defend,
		"against":  func(f *filler) string { return f.owner(f.b.To) + " " + text.Escape(f.b.Guard) },
	})
}

func init() { // of what is done against it, and how often
	maps.Copy(slots, map[string]func(f *filler) string{
		"guard": func(f *filler) string { return f.t.answer(f.b).Noun },
		"tries": func(f *filler) string { return f.agreeFirst(f.t.answer(f.b).Tries, f.b.To) },
		"hurries": func(f *filler) string {
			return f.agreeFirst(strings.Replace(f.t.answer(f.b).Tries, "tries to", "hurries to", 1), f.b.To)
		},
		"foils it":   func(f *filler) string { return f.foils("it") },
		"foils blow": func(f *filler) string { return f.foils(f.owner(f.b.By) + " " + f.t.Blow(f.b) + f.t.tool(f.b)) },
		"Times":      func(f *filler) string { return text.Capital(times(f.b.Tries)) },
		"times":      func(f *filler) string { return times(f.b.Tries) },
		"times hit":  func(f *filler) string { return times(f.b.Hits) },
		"times before": func(f *filler) string { // how often they were hit before the last one
			if p := f.t.person(f.b.To); p.wounds > 0 && f.t.fought[f.b.By+"|"+f.b.To] {
				return times(f.b.Hits-1) + " more"
			}
			return times(f.b.Hits - 1)
		},
		"times vain": func(f *filler) string { return times(f.b.Vainly) },
	})
}

func init() { // of everything else
	maps.Copy(slots, map[string]func(f *filler) string{
		"his weapon": func(f *filler) string {
			if weapon := text.Escape(f.b.With); text.The(weapon) != weapon {
				return f.withActor(f.owner(f.b.By)+" "+weapon, f.b.By)
			}
			return text.Escape(f.b.With)
		},
		"spell":   func(f *filler) string { return text.Escape(f.b.What) },
		"what":    func(f *filler) string { return text.Escape(f.b.What) },
		"spot":    func(f *filler) string { return f.t.spot(f.b) },
		"words":   func(f *filler) string { return text.Escape(f.b.Says) },
		"came":    func(f *filler) string { return f.t.RulingWords[f.b.Answer] },
		"ordered": func(f *filler) string { return f.t.OrderWords[f.b.What] },
		"reason":  func(f *filler) string { return f.t.ReasonWords[f.b.What] },
		"effect": func(f *filler) string {
			return strings.ReplaceAll(text.Escape(f.b.Does), "{to}", f.t.Name(cmp.Or(f.b.To, f.b.By)))
		},
		"other": func(f *filler) string { return Count(f.b.Other) },
		"count": func(f *filler) string { return Count(f.b.Tries) },
		"amount": func(f *filler) string {
			if n := max(f.b.Wounds, -f.b.Wounds); n != 1 {
				return Count(n) + " Wounds"
			}
			return "one Wound"
		},
	})
}
