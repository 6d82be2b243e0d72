package english

import (
	"cmp"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// slot returns the phrase of a slot. That rows name only slots below is held by a test.
func (f *filler) slot(name string) string { return slots[name](f) }

// slots are the phrases that rows are filled with, by name. It is set by init because some of them call slot, which
// reads it.
var slots map[string]func(f *filler) string

func init() { slots = phrases }

// phrases are the slots. A phrase that may be empty begins with its space.
var phrases = map[string]func(f *filler) string{
	// People: by name or pronoun, as [filler] chooses, if nothing else is said.
	"by": func(f *filler) string { return f.subject(f.b.By, f.b.To) },
	"to": func(f *filler) string {
		if !f.begun || f.actor == "" {
			return f.subject(f.b.To, f.b.By)
		}
		return f.object(f.b.To)
	},
	// Always by name; by pronoun if the clause has mentioned them, or just before; as who acts; as the object.
	"by name":      func(f *filler) string { return f.withActor(f.mention(f.b.By), f.b.By) },
	"by still":     func(f *filler) string { return f.backReference(f.b.By) },
	"to still":     func(f *filler) string { return f.backReference(f.b.To) },
	"to acts":      func(f *filler) string { return f.subject(f.b.To, f.b.By) },
	"to object":    func(f *filler) string { return f.object(f.b.To) },
	"to once more": func(f *filler) string { return cmp.Or(objects[f.pronounOf(f.b.To)], f.t.Name(f.b.To)) },
	"by object":    func(f *filler) string { return f.object(f.b.By) },
	"by's":         func(f *filler) string { return f.withActor(f.owner(f.b.By), f.b.By) },
	"to's":         func(f *filler) string { return f.owner(f.b.To) },
	"spent on":     func(f *filler) string { return f.mention(f.b.Spent) },
	"escaped":      func(f *filler) string { who, _ := f.t.escaped(f.b); return f.mention(who) },
	"ally":         func(f *filler) string { return f.t.Name(f.t.ally) },
	"ally's":       func(f *filler) string { return possessive(f.t.Name(f.t.ally)) },
	// Others in a beat: a side, who gives an order, who is left alone, who holds {to} or {by}.
	"side":     func(f *filler) string { return text.Escape(text.The(f.b.What)) },
	"lead":     func(f *filler) string { return f.t.Name(f.b.Lead) },
	"alone":    func(f *filler) string { return f.mention(f.b.Alone) },
	"holder":   func(f *filler) string { who, _ := f.t.holder(f.b); return f.mention(who) },
	"captor":   func(f *filler) string { who, _ := f.t.captor(f.b); return f.mention(who) },
	"captor's": func(f *filler) string { return possessive(f.slot("captor")) },
	"our side": func(f *filler) string { side, _ := f.t.SideName(f.t.person(f.b.By).Side); return side },
	"at stake": func(f *filler) string { side, _ := f.t.SideName(f.t.Stake.For); return side },
	"foes": func(f *filler) string {
		if len(f.b.Foes) > 4 {
			return Count(len(f.b.Foes)) + " enemies"
		}
		return f.t.listNames(f.b.Foes)
	},
	// Three or more as a number, for the tale has named them all. Who is crippled may be past fighting, and is not
	// counted, unless nobody else is left.
	"foes apart": func(f *filler) string {
		foes := text.Keep(f.b.Foes, func(who string) bool { return !f.t.person(who).maimed })
		if len(foes) == 0 {
			foes = f.b.Foes
		}
		if n := len(foes); n > 2 {
			return Count(n)
		}
		return f.t.listNames(foes)
	},

	// The blow: what it comes to, with the striker, the one struck, or the blow as the subject: "fells Aki", "goes down",
	// "brings Aki down".
	"does":    func(f *filler) string { return f.fill(f.out.By) },
	"gets":    func(f *filler) string { return f.fill(f.out.To) },
	"ends":    func(f *filler) string { f.actor = f.b.By; return f.fill(f.out.Blow) },
	"via":     func(f *filler) string { return cmp.Or(f.out.Via, "by") },
	"at":      func(f *filler) string { return partHit(f.b) },
	"in part": func(f *filler) string { return text.Either(f.b.Part == "", "", " in the "+f.b.Part) }, // where a point goes in
	// What it is done with: " with a cut of the katana"; only " with the katana" if the outcome says what blow it
	// is.
	"with": func(f *filler) string {
		if f.out != nil && f.out.Bare && f.b.Tries == 1 {
			return f.slot("tool with")
		}
		return f.t.withBlow(f.b)
	},
	"tool":      func(f *filler) string { return f.t.withWeapon(f.b) },
	"tool with": func(f *filler) string { return f.t.weaponAfter("with", f.b) },
	"of tool":   func(f *filler) string { return f.t.ofWeapon(f.b) },
	"with one":  func(f *filler) string { return f.t.withBlow(withHits(f.b, 1)) },
	"his blow":  (*filler).blowOfStriker,
	"with fresh": func(f *filler) string { // as "with", but nothing if it is another blow of the same kind
		if with := f.t.withBlow(f.b); !strings.HasPrefix(with, " with another") {
			return with
		}
		return ""
	},
	"by's blow": func(f *filler) string {
		return f.slot("by's") + " " + f.t.Blow(f.b)
	},
	"by's weapon": func(f *filler) string {
		return f.slot("by's") + " " + text.Escape(f.b.With)
	},
	"by's strike": func(f *filler) string { // the weapon if it has not been named yet, else the blow
		if f.t.isToldByWeapon(f.b) && f.t.withWeapon(f.b) != "" {
			return f.slot("by's weapon")
		}
		return f.slot("by's blow") + f.t.withWeapon(f.b)
	},
	"cuts": func(f *filler) string {
		return f.withActor(f.t.agree(f.t.BlowVerbs[text.LastWord(f.t.Blow(f.b))], f.b.By), f.b.By)
	},
	"strikes": func(f *filler) string {
		return f.withActor(f.t.agree(text.Either(isShot(f.b), "shoots", "strikes"), f.b.By), f.b.By)
	},
	"into blow": func(f *filler) string { return f.t.Blow(attackAnswered(f.b)) },
	"an into blow": func(f *filler) string {
		blow := f.t.Blow(attackAnswered(f.b))
		return article(blow) + blow
	},
	"into": func(f *filler) string { // the weapon of the attack that the blow answers
		if weapon := f.b.Into.With; weapon != "" && f.b.Into.Family != "unarmed" && f.t.person(f.b.To).armed != weapon {
			return " with " + text.The(weapon)
		}
		return ""
	},
	"blow":  func(f *filler) string { return f.t.Blow(f.b) },
	"blows": func(f *filler) string { return plural(f.t.Blow(f.b)) },
	"nth blow": func(f *filler) string {
		return f.t.Ordinals[min(f.b.Tries, len(f.t.Ordinals)-1)] + " " + text.LastWord(f.t.Blow(f.b))
	},
	"a blow":  func(f *filler) string { return f.t.aBlow(f.b) },
	"defend":  (*filler).defenceWords,
	"react":   (*filler).reactionWords,
	"against": func(f *filler) string { return f.owner(f.b.To) + " " + text.Escape(f.b.Guard) },

	// What is done against a blow, and how often.
	"fended":   func(f *filler) string { return f.t.answerNamed(f.b.Fended, f.b.To).Noun },
	"guard":    func(f *filler) string { return f.t.answerTo(f.b).Noun },
	"tries":    func(f *filler) string { return f.t.agree(f.t.answerTo(f.b).Tries, f.b.To) },
	"foils it": func(f *filler) string { return f.foilWords("it") },
	"foils blow": func(f *filler) string {
		return f.foilWords(f.owner(f.b.By) + " " + f.t.Blow(f.b) + f.t.withWeapon(f.b))
	},
	"Times": func(f *filler) string { return text.Capital(times(f.b.Tries)) },
	"times": func(f *filler) string { return times(f.b.Tries) },
	"times before": func(f *filler) string { // how often {to} was hit before the last blow
		if p := f.t.person(f.b.To); p.wounds > 0 && f.t.foughtInScene[pair{f.b.By, f.b.To}] {
			return times(f.b.Hits-1) + " more"
		}
		return times(f.b.Hits - 1)
	},
	"times vain": func(f *filler) string { return times(f.b.Vainly) },

	// Everything else.
	"his weapon": func(f *filler) string {
		weapon := text.Escape(f.b.With)
		if f.pronounOf(f.b.By) == "" { // else it would be "Aki drops Aki's katana"
			return text.The(weapon)
		} else if text.The(weapon) != weapon {
			return f.withActor(f.owner(f.b.By)+" "+weapon, f.b.By)
		}
		return weapon
	},
	"spell":   func(f *filler) string { return text.Escape(f.b.What) },
	"what":    func(f *filler) string { return text.Escape(f.b.What) },
	"spot":    func(f *filler) string { return f.t.spotName(f.b) },
	"words":   func(f *filler) string { return text.Escape(f.b.Says) },
	"came":    func(f *filler) string { return f.t.RulingWords[f.b.Answer] },
	"ordered": func(f *filler) string { return f.t.OrderWords[f.b.What] },
	"reason":  func(f *filler) string { return f.t.ReasonWords[f.b.What] },
	"effect": func(f *filler) string {
		return strings.ReplaceAll(text.Escape(f.b.Does), "{to}", f.t.Name(cmp.Or(f.b.To, f.b.By)))
	},
	"other":  func(f *filler) string { return Count(f.b.Other) },
	"count":  func(f *filler) string { return Count(f.b.Tries) },
	"number": func(f *filler) string { return Count(len(cmp.Or(f.t.standsAlone, &story.Beat{}).Foes)) },
	"amount": func(f *filler) string {
		if n := max(f.b.Wounds, -f.b.Wounds); n != 1 {
			return Count(n) + " Wounds"
		}
		return "one Wound"
	},
}
