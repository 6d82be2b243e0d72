package rows

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Effects of techniques, spells and small objects, of weapons and armours. The document says when effects begin (RK-02,
// RK-09, RK-13, RK-25), how long they last (RK-26, RK-27) and what using them may cost (RK-34), but has none itself:
// rows bring them, in the words of the closed lists here.

// Technique is a row of techniques, spells or small objects.
type Technique struct {
	Cost    string   `yaml:"cost,omitempty" json:"cost,omitempty" among:"costs" doc:"What using it costs, or what is paid between the beginning and the end of a spell."`
	Number  *Num     `yaml:"number,omitempty" json:"number,omitempty" within:"0..60" doc:"Of a spell, the number that completing it has to reach; none if not said."`
	Ring    string   `yaml:"ring,omitempty" json:"ring,omitempty" among:"rings" doc:"The ring of that test: the Insight Rank and the ring are rolled, the ring is kept."`
	Once    bool     `yaml:"once,omitempty" json:"once,omitempty" doc:"It can be used once a fight; a small object always."`
	Effects []Effect `yaml:"effects" json:"effects" max:"4" doc:"What it does."`
	Source  string   `yaml:"source,omitempty" json:"source,omitempty" doc:"Where what is not a number here comes from."`
}

// Effect is one thing that a row does.
type Effect struct {
	When  string   `yaml:"when,omitempty" json:"when,omitempty" among:"moments" as:"moment" doc:"What sets it off; being used if not said."`
	Does  string   `yaml:"does" json:"does" words:"effects" doc:"What it does."`
	By    Num      `yaml:"by,omitempty" json:"by,omitzero" doc:"By how much, of what is a number."`
	Dice  Roll     `yaml:"dice,omitempty" json:"dice,omitzero" doc:"By how much, of what is a roll."`
	On    string   `yaml:"on,omitempty" json:"on,omitempty" among:"targets" as:"target" doc:"On whom; on oneself if not said."`
	Feet  *feet    `yaml:"feet,omitempty" json:"feet,omitempty" doc:"How near they have to be; anywhere if not said."`
	Needs []string `yaml:"needs,omitempty" json:"needs,omitempty" max:"4" among:"needs" as:"need" doc:"What else has to be so, all of it."`
	Lasts string   `yaml:"lasts,omitempty" json:"lasts,omitempty" doc:"How long: turn, round, as many rounds more as in 2 rounds, encounter; at once and over if not said."`
}

// usedWhen is the word for effects that their owner uses.
const usedWhen = "used"

// MomentNames are the moments that set effects off, used first.
var MomentNames = []string{usedWhen, "encounter", "round", "turn", "readying"}

// EffectNames are what effects do: first those that add dice to a roll, then those that add a number, as long as they
// last, then those that happen at once.
var EffectNames = []string{"attack", "damage", "tests", "ATN", "reduction", "initiative", "water",
	"void points", "heal", "hurt", "free raises", "stand", "steady", "blind", "stun", "fell", "quell"}

// How many of EffectNames, from the first on, are of a kind.
const (
	rolledEffects   = 3  // those that add dice
	lastingEffects  = 7  // those that last
	numberedEffects = 11 // those with dice or a number
)

// TargetNames are the seats that an effect may be on. Of the last two the user names one.
var TargetNames = []string{"self", "friends", "foes", "friend", "foe"}

// NeedNames are what an effect may need besides.
var NeedNames = []string{"wounded", "unhurt", "armed", "unarmed", "outnumbered", "beside a friend", "a foe in reach", "mounted",
	"in water", "in air", "in earth", "in fire", "in void"}

// CostNames are what using something may cost, none first.
var CostNames = []string{"", "free", "simple", "complex", "7 syllables", "17 syllables"}

// MarkNames are the marks of how far one has come with a spell or a small object, or that something has been used up.
var MarkNames = []string{"drawn", "begun", "paid", "used"}

// RingNames are the rings.
var RingNames = []string{"air", "earth", "fire", "water", "void"}

// The words of lasts: besides a number of rounds.
const (
	TurnLasts      = "turn"
	roundLasts     = "round"
	EncounterLasts = "encounter"
)

// Rounds returns how many rounds an effect has left when it begins (RK-27): 0 if it ends with the Readying Phase of its
// round, N of "N rounds". ok is false if it does not last for rounds.
func (e *Effect) Rounds() (n int, ok bool) {
	digits, word, _ := strings.Cut(e.Lasts, " ")
	if e.Lasts == roundLasts {
		return 0, true
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil && n >= 1 && n <= roundsMost && strconv.Itoa(n) == digits &&
		word == text.Either(n == 1, "round", "rounds")
}

// roundsMost is the most rounds an effect lasts.
const roundsMost = 20

// Brings reports whether a sheet brings effects into a fight: its own, or those of what it carries and wears.
func (b Book) Brings(sheet string) bool {
	r := b.Sheets[sheet]
	armed := slices.ContainsFunc(r.Weapons, func(name string) bool { return len(b.Weapons[name].Effects) > 0 })
	return armed || len(b.Armours[r.Armour].Effects) > 0 || len(r.Techniques)+len(r.Spells)+len(r.Objects) > 0
}

// checkEffectRow checks a row of techniques, spells or objects.
func (c *checker) checkEffectRow(kind string, at strict.Path, t Technique) {
	c.Fields(at, t)
	if (t.Number != nil || t.Ring != "") && kind != "spells" {
		c.Wrong(at.And("number"), "a test to complete what is no spell", "none")
	}
	if (t.Number != nil) != (t.Ring != "") {
		c.Wrong(at, "a test with a number alone, or with a ring alone", "both, as in number: 15 and ring: air")
	}
	if len(t.Effects) == 0 {
		c.Wrong(at, "it does nothing", "effects: at least one")
	}
	used := slices.ContainsFunc(t.Effects, func(e Effect) bool { return e.isUsed() })
	switch {
	case used && t.Cost == "" && kind != "spells":
		c.Wrong(at.And("cost"), "it is used and costs nothing", "one of free, simple, complex, 7 syllables, 17 syllables")
	case !used && (t.Cost != "" || t.Once):
		c.Wrong(at.And("effects"), "a cost and nothing that is used", "an effect without when:")
	case !used && kind != "techniques":
		c.Wrong(at.And("effects"), "nothing that is used", "an effect without when:")
	}
	c.checkEffects(at, t.Effects, true)
}

// isUsed reports whether the owner of an effect uses it, instead of a moment setting it off.
func (e *Effect) isUsed() bool { return e.When == "" || e.When == usedWhen }

// checkEffects checks the effects of a row; used is whether a row of its kind can be used.
func (c *checker) checkEffects(at strict.Path, effects []Effect, used bool) {
	for k := range effects {
		e := &effects[k]
		at := at.And("effects", k)
		c.Fields(at, *e)
		if e.isUsed() && !used {
			c.Wrong(at.And("when"), "a piece of equipment that is used", "one of encounter, round, turn, readying")
		}
		if i := slices.Index(TargetNames, e.On); i > 2 && !e.isUsed() {
			c.Wrong(at.And("on"), "one who is named, of an effect that nobody uses", "one of self, friends, foes")
		}
		if c.OneOf(at.And("does"), "effect", e.Does, EffectNames) {
			c.checkEffect(at, e, slices.Index(EffectNames, e.Does))
		}
	}
}

// checkEffect checks how much an effect does, and for how long; does is its index in EffectNames.
func (c *checker) checkEffect(at strict.Path, e *Effect, does int) {
	switch {
	case does < rolledEffects:
		if e.Dice == (Roll{}) {
			c.Wrong(at.And("dice"), fmt.Sprintf("%s by nothing", e.Does), "dice: as in 1k0 or 0k0+5")
		}
		if e.By != (Num{}) {
			c.Wrong(at.And("by"), fmt.Sprintf("%s by a number", e.Does), "dice: as in 0k0+5")
		}
	case e.Dice != (Roll{}):
		c.Wrong(at.And("dice"), fmt.Sprintf("%s by dice", e.Does), "by: and a number")
	case does < lastingEffects:
		if c.Within(at.And("by"), e.Does, e.By.N, -30, 30); e.By.N == 0 {
			c.Wrong(at.And("by"), fmt.Sprintf("%s by nothing", e.Does), "by: -30 to 30")
		}
	case does < numberedEffects:
		c.Within(at.And("by"), e.Does, e.By.N, 1, 30)
	case e.By != (Num{}):
		c.Wrong(at.And("by"), fmt.Sprintf("%s by a number", e.Does), "no by:")
	}
	_, rounds := e.Rounds()
	switch {
	case does >= lastingEffects && e.Lasts != "":
		c.Wrong(at.And("lasts"), fmt.Sprintf("%s that lasts", e.Does), "no lasts: it is done at once")
	case does < lastingEffects && !rounds && e.Lasts != TurnLasts && e.Lasts != EncounterLasts:
		c.Wrong(at.And("lasts"), fmt.Sprintf("%q is no time", e.Lasts), "turn, round, 1 round to 20 rounds, or encounter")
	case e.When == "encounter" && e.Does == "hurt":
		c.Wrong(at.And("when"), "a fight that begins with a Wound", "one of round, turn, readying, or no when:")
	case e.Lasts == TurnLasts && e.Does == "initiative":
		c.Wrong(at.And("lasts"), "initiative for a turn", "round, 1 round to 20 rounds, or encounter")
	case e.Lasts == TurnLasts && !e.isUsed() && e.When != "turn":
		c.Wrong(at.And("lasts"), "what lasts for a turn and begins outside of one", "when: turn, or something that is used")
	}
}

// amountWords words how much an effect does, in lists.
func (e *Effect) amountWords() string {
	switch {
	case e.Dice != (Roll{}):
		return " " + GainText(e.Dice) + Num{Source: e.Dice.Source}.Letter()
	case e.By != (Num{}) && slices.Index(EffectNames, e.Does) < lastingEffects:
		return " " + e.By.Bonus()
	case e.By != (Num{}):
		return " " + e.By.Short()
	}
	return ""
}

// GainText words what a pool gains: "+1k0", "-5", "+0k1+3".
func GainText(r Roll) string {
	dice := text.Either(r.Roll != 0 || r.Keep != 0, fmt.Sprintf("+%dk%d", r.Roll, r.Keep), "")
	return dice + text.Either(r.Add != 0 || dice == "", fmt.Sprintf("%+d", r.Add), "")
}

// targetWords words whom an effect is on.
func (e *Effect) targetWords() string {
	who := cmp.Or(e.On, TargetNames[0])
	if e.Feet != nil {
		who += " within " + e.Feet.Short() + " ft"
	}
	return who
}

// lastsWords words how long an effect lasts.
func (e *Effect) lastsWords() string {
	if e.Lasts == TurnLasts || e.Lasts == roundLasts || e.Lasts == EncounterLasts {
		return "this " + e.Lasts
	}
	return cmp.Or(e.Lasts, "at once")
}

// momentWords words what sets an effect off.
func (e *Effect) momentWords() string { return cmp.Or(e.When, usedWhen) }

// effectRows returns a line for each effect of a row. Only the first line has the cells of head, so that a list names
// the row once.
func effectRows(head []string, effects []Effect) (rows [][]string) {
	for k := range effects {
		e := &effects[k]
		rows = append(rows, append(slices.Clone(head), e.momentWords(), e.Does+e.amountWords(), e.targetWords(),
			e.lastsWords(), strings.Join(e.Needs, ", ")))
		head = make([]string, len(head))
	}
	return rows
}

// techniqueRows returns techniques, spells or objects as people read them.
func techniqueRows(all map[string]Technique) (rows [][]string) {
	for _, name := range book.Keys(all) {
		t := all[name]
		cost := text.Either(t.Once, strings.TrimPrefix(t.Cost+", once", ", "), t.Cost)
		test := ""
		if t.Number != nil {
			test = t.Ring + " against " + t.Number.Short()
		}
		rows = append(rows, effectRows([]string{name, cost, test}, t.Effects)...)
	}
	return rows
}
