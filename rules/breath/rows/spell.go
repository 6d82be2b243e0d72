package rows

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Document 002 §The Spells: a row says how a spell is cast, at whom, and what it does, by a closed list of effects
//

// Spell is one spell of a list.
type Spell struct {
	List    string         `yaml:"list" json:"list" among:"spell lists!" doc:"The skill whose spell it is: sorcery, exorcism, barrier, prophecy."`
	Dan     Num            `yaml:"dan" json:"dan" doc:"Its dan: 1, 3, 5, 7, 9, or 11 for a Tatsujin's rite."`
	Form    Form           `yaml:"form" json:"form" doc:"How it is cast: 2, 2+2 prep, 4+4 dispersed, 2+2 prep +3 dispersed."`
	Number  *Num           `yaml:"number,omitempty" json:"number,omitempty" within:"2..30" doc:"What its check must reach, where that is not its dan's number."`
	Against string         `yaml:"against,omitempty" json:"against,omitempty" among:"against" as:"word" doc:"defense: the check must reach each target's Defense; wisdom: the target's Wisdom is added to the number."`
	Answer  bool           `yaml:"answer,omitempty" json:"answer,omitempty" doc:"The target may answer with a defence technique."`
	At      string         `yaml:"at,omitempty" json:"at,omitempty" words:"targets" doc:"Whom or what it is cast at, from a closed list."`
	Reach   Num            `yaml:"reach,omitempty" json:"reach,omitzero" within:"0..9" doc:"How many steps between zones it reaches; 0 is the caster's own."`
	Reacts  bool           `yaml:"reacts,omitempty" json:"reacts,omitempty" doc:"It is cast as an answer to a blow that has hit, outside the breath."`
	Before  bool           `yaml:"before,omitempty" json:"before,omitempty" doc:"It may be cast before the fight, for its slot alone; a Tatsujin's rite is cast then or never."`
	For     string         `yaml:"for,omitempty" json:"for,omitempty" among:"terms" as:"term" doc:"How long what it gives or takes lasts."`
	Effects SpellEffects   `yaml:"does,omitempty" json:"does,omitzero" doc:"What it does, from a closed list."`
	Perks   map[string]Num `yaml:"perks,omitempty" json:"perks,omitempty" words:"schools and classes" doc:"By school or class, how much less its activation costs."`
	Fight   string         `yaml:"fight,omitempty" json:"fight,omitempty" among:"none" as:"word" doc:"none for a spell that can be learnt and has no use in a fight."`
	Source  string         `yaml:"source,omitempty" json:"source,omitempty" doc:"Where what is not a number here comes from."`
}

// SpellEffects is the closed list of the effects of spells.
type SpellEffects struct {
	Wounds     Num    `yaml:"wounds,omitempty" json:"wounds,omitzero" within:"0..9" doc:"Wounds to each it hits."`
	Yoma       Num    `yaml:"yoma wounds,omitempty" json:"yoma_wounds,omitzero" within:"0..9" doc:"Wounds to a yoma, where they differ."`
	Beside     Num    `yaml:"beside,omitempty" json:"beside,omitzero" within:"0..9" doc:"Wounds to one more foe in the target's zone whose Defense the same roll reaches."`
	Burn       bool   `yaml:"burn,omitempty" json:"burn,omitempty" doc:"In the next lull 2d10 and Physique against 9, or a Wound."`
	Fire       Num    `yaml:"fire,omitempty" json:"fire,omitzero" within:"0..3" doc:"Rounds for which fire lies in the zone: a burn to all there each lull."`
	Exposed    Num    `yaml:"exposed,omitempty" json:"exposed,omitzero" within:"0..9" doc:"What the target's Defense loses."`
	HeldFast   bool   `yaml:"held fast,omitempty" json:"held_fast,omitempty" doc:"The target does not move until its next breath ends."`
	Mirage     bool   `yaml:"mirage,omitempty" json:"mirage,omitempty" doc:"The first attack of each of the target's breaths misses half the time: when the dice sum is odd."`
	Seize      bool   `yaml:"seize,omitempty" json:"seize,omitempty" doc:"The target loses its next round and strikes once at whom the caster names."`
	Seal       bool   `yaml:"seal,omitempty" json:"seal,omitempty" doc:"The target neither acts nor is harmed while the caster holds it."`
	Repel      bool   `yaml:"repel,omitempty" json:"repel,omitempty" doc:"The target leaves the fight."`
	Cleanse    bool   `yaml:"cleanse,omitempty" json:"cleanse,omitempty" doc:"Ends what ails the target: Defenseless (not exhaustion's), exposed, bleeding, burning and what spells have laid on it."`
	Ward       bool   `yaml:"ward,omitempty" json:"ward,omitempty" doc:"The next Wounds the target does not lose, as many as the ruling says."`
	Barrier    Num    `yaml:"barrier,omitempty" json:"barrier,omitzero" within:"0..30" doc:"The Wounds a barrier of the caster's side takes in its zones."`
	Knot       Num    `yaml:"knot,omitempty" json:"knot,omitzero" within:"0..9" doc:"Wounds added to the own side's barrier."`
	Gate       Num    `yaml:"gate,omitempty" json:"gate,omitzero" within:"0..19" doc:"What foes must reach to enter the zone, till the end of the next round or for the fight; yoma two more."`
	Defense    Num    `yaml:"defense,omitempty" json:"defense,omitzero" within:"0..9" doc:"What is added to Defense; Direct ignores it."`
	Attack     Num    `yaml:"attack,omitempty" json:"attack,omitzero" within:"-9..9" doc:"What is added to attack rolls."`
	Limit      Num    `yaml:"limit,omitempty" json:"limit,omitzero" within:"0..9" doc:"What is added to the one-breath limit."`
	Answering  Num    `yaml:"answering,omitempty" json:"answering,omitzero" within:"0..9" doc:"What is added to the next defence roll."`
	Dimmed     Num    `yaml:"dimmed,omitempty" json:"dimmed,omitzero" within:"0..9" doc:"What attacks on the target lose."`
	YomaDimmed Num    `yaml:"yoma dimmed,omitempty" json:"yoma_dimmed,omitzero" within:"0..9" doc:"What attacks of yoma on the target, or into the barrier, lose."`
	Sure       bool   `yaml:"sure,omitempty" json:"sure,omitempty" doc:"The first attack of the target's next breath cannot be answered."`
	Hush       bool   `yaml:"hush,omitempty" json:"hush,omitempty" doc:"The target cannot answer blows."`
	Reveal     bool   `yaml:"reveal,omitempty" json:"reveal,omitempty" doc:"Nobody hides in the zone and yoma there lose their evasion."`
	Shift      bool   `yaml:"shift,omitempty" json:"shift,omitempty" doc:"Once in the fight the target may shift one of its dice by one."`
	Lightfoot  bool   `yaml:"lightfoot,omitempty" json:"lightfoot,omitempty" doc:"The target leaps as by Lightfoot."`
	Call       string `yaml:"call,omitempty" json:"call,omitempty" among:"combatants" words:"" as:"combatant" doc:"The row of the unit that is called into a seat of the encounter."`
	Negate     bool   `yaml:"negate,omitempty" json:"negate,omitempty" doc:"The blow that has hit is negated."`
	Dispel     bool   `yaml:"dispel,omitempty" json:"dispel,omitempty" doc:"Ends one casting, held boon or barrier of the other side."`
	OnceARound bool   `yaml:"once a round,omitempty" json:"once_a_round,omitempty" doc:"It is not cast twice in a round at one target."`
}

// Tatsujin stands for the dan of a Tatsujin, which is above all numbered ones.
const Tatsujin = 11

// SpellDans are the dans that have spells and slots (SP-05).
var SpellDans = []int{1, 3, 5, 7, 9, Tatsujin}

// SpellLists are the skills that open a list at three points (SP-01).
var SpellLists = []string{"sorcery", "exorcism", "barrier", "prophecy"}

// targetNumbers are the numbers that the checks of spells must reach, by dan (SP-20).
var targetNumbers = func() map[int]int {
	all := map[int]int{}
	for k, dan := range SpellDans {
		all[dan] = danTable.Num(danTable.Rows[k].Name, "number")
	}
	return all
}()

// SpellTargets are the words of a spell's key "at".
var SpellTargets = []string{"foe", "yoma", "ally", "self", "self or ally", "zone", "all in a zone", "yoma in a zone",
	"foes around", "aura", "own side", "barrier", "blow", "unit", "workings"}

// beforeTargets are the SpellTargets at which a spell may be cast before the fight.
var beforeTargets = []string{"foe", "yoma", "ally", "self", "self or ally", "zone", "own side", "unit"}

// SpellTerms say how long a spell's effects last. A row without a term goes by its effects.
var SpellTerms = []string{"breath", "lull", "next round", "fight", "held", "barrier"}

// TargetNumber returns the number that the spell's check must reach, its own or that of its dan (SP-17, SP-20), without
// a target's Wisdom. It means nothing for a spell against Defense.
func (s Spell) TargetNumber() int {
	if s.Number != nil {
		return s.Number.N
	}
	return targetNumbers[s.Dan.N]
}

// UsableInFight reports whether a spell has a use in a fight.
func (s Spell) UsableInFight() bool { return s.Fight != "none" }

// checkSpell checks a spell's row for what the tags of its fields do not say.
func (c *checker) checkSpell(at strict.Path, s Spell) {
	c.Fields(at, s)
	if !slices.Contains(SpellDans, s.Dan.N) {
		c.Wrong(at.And("dan"), fmt.Sprintf("dan %d", s.Dan.N), "1, 3, 5, 7, 9, or 11 for a Tatsujin's rite")
	}
	if s.Form == "" {
		c.Wrong(at.And("form"), "a spell without its form", wantForm)
	}
	for _, name := range book.Keys(s.Perks) {
		c.Num(at.And("perks", name), "a perk", s.Perks[name], 1, 9)
		if _, school := c.book.Schools[name]; !school {
			c.OneOf(at.And("perks", strict.Key(name)), "school or class", name,
				append(book.Keys(c.book.Schools), book.Keys(c.book.Classes)...))
		}
	}
	if s.Fight != "" {
		return // it has no use in a fight, or the word is wrong
	}
	c.OneOf(at.And("at"), "target", s.At, SpellTargets)
	if s.Effects == (SpellEffects{}) {
		c.Wrong(at.And("does"), "a spell that does nothing", "does: with its effects, or fight: none")
	}
	if s.Dan.N == Tatsujin && !s.Before {
		c.Wrong(at.And("fight"), "a Tatsujin's rite in a fight",
			"before: true or fight: none, as a rite takes a session (SP-14)")
	}
	if s.Before && (s.Against == "defense" || s.For == "held" || !slices.Contains(beforeTargets, s.At)) {
		c.Wrong(at.And("before"), "a spell before the fight that a fight must have",
			"for what lasts, at: "+strings.Join(beforeTargets, ", "))
	}
	if s.Reacts && (s.At != "blow" || len(s.Form.Stages()) > 1) {
		c.Wrong(at.And("reacts"), "an answer that is no instant at a blow", "at: blow and a form of one stage (SP-15)")
	}
	if s.At == "blow" && !s.Reacts {
		c.Wrong(at.And("at"), "a spell at a blow that does not react", "reacts: true")
	}
	c.checkDoes(at.And("does"), s)
}

// checkDoes checks whether the effects fit what the spell is cast at and how long it lasts.
func (c *checker) checkDoes(at strict.Path, s Spell) {
	d := s.Effects
	c.Fields(at, d)
	held := s.For == "held"
	several := s.At == "aura" || s.At == "foes around"
	switch {
	case several && !held:
		c.Wrong(append(at[:len(at)-1], "for"), "a boon on more than one that is not held", "for: held (R-161)")
	case held && !several && !d.Seal:
		c.Wrong(append(at[:len(at)-1], "for"), "a spell that is held at "+s.At, "at: aura or foes around, or a seal")
	case d.Seal && !held:
		c.Wrong(append(at[:len(at)-1], "for"), "a seal that nobody holds", "for: held (R-164)")
	case s.For == "barrier" && d.Barrier.N == 0:
		c.Wrong(append(at[:len(at)-1], "for"), "as long as a barrier that it does not raise", "barrier: with its Wounds")
	case several && d.withoutHeld(s.At) != SpellEffects{}:
		effect := givenWords(d.withoutHeld(s.At))[0]
		if n := strings.IndexAny(effect, "-0123456789"); n > 0 {
			effect = effect[:n-1]
		}
		c.Wrong(at, effect+" held over "+s.At, "what can be held over them: "+heldWords[s.At])
	}
}

// heldWords are the effects that a spell on several may hold over them, by what it is cast at. withoutHeld has
// the same as fields.
var heldWords = map[string]string{
	"aura":        "defense, attack, limit, answering, dimmed, yoma dimmed, sure, lightfoot",
	"foes around": "mirage, hush, exposed, attack below 0",
}

// withoutHeld returns the effects that cannot be held over several.
func (d SpellEffects) withoutHeld(at string) SpellEffects {
	if at == "aura" {
		d.Defense, d.Limit, d.Answering, d.Dimmed, d.YomaDimmed, d.Sure, d.Lightfoot = Num{}, Num{},
			Num{}, Num{}, Num{}, false, false
	} else {
		d.Mirage, d.Hush, d.Exposed = false, false, Num{}
	}
	if (d.Attack.N > 0) == (at == "aura") {
		d.Attack = Num{}
	}
	return d
}
