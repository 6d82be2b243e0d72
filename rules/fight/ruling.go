package fight

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// Ruling is a throw that no rule asks for: the GM says who throws which dice against what. It does not change the
// position; what comes of it is the GM's to say.
type Ruling struct {
	Who     string    // a combatant
	Against string    // in a contest, the combatant who throws the other dice; may be empty
	What    string    // what it is for, "to push the statue over"; may be empty
	Test    dice.Expr // the dice, and what they have to reach
}

// rulingTextMax is how many characters say what a ruling is for.
const rulingTextMax = 200

// rulingStream names the dice of rulings. They depend on the seed and on how many rulings stand: a ruling changes no
// other dice, and the same ruling after an undo meets the same dice.
const rulingStream = "ruling"

// Rule throws the dice of a ruling and records what they come to; faces are those of dice thrown at the table, in the
// order of [dice.Expr.Dice]. Without any they are thrown from the seed.
func (f *Fight) Rule(r Ruling, faces ...int) (rules.Step, error) {
	if len(faces) == 0 {
		faces = f.throwForRuling(r.Test)
	}
	step, err := f.rulingStep(r, faces)
	if err != nil {
		return rules.Step{}, err
	}
	return f.commit(step, f.Moment) // a ruling changes nothing
}

// throwForRuling returns the dice of the seed for a ruling.
func (f *Fight) throwForRuling(t dice.Expr) []int {
	before := 0
	for _, step := range f.standing {
		if f.steps[step-1].Word == WordRuling {
			before++
		}
	}
	return t.Throw(dice.Stream{Seed: f.header.Seed, Name: rulingStream}.Die(int64(before + 1)))
}

// rulingStep returns the step of a ruling whose dice show these faces, without making it.
func (f *Fight) rulingStep(r Ruling, faces []int) (rules.Step, error) {
	if err := f.MayRule(r); err != nil {
		return rules.Step{}, err
	}
	shown, err := r.Test.Read(faces)
	if err != nil {
		return rules.Step{}, err
	}
	step := rules.Step{Word: WordRuling, For: r.Who, Against: r.Against, What: r.What,
		Throw: r.Test.String(), Roll: slices.Clone(faces)}
	step.P = roundOff(r.Test.Chance(shown.Result).P())
	step.Events = []rules.Event{{Kind: "ruling", Seat: r.Who, At: r.Against, What: r.What, Of: string(shown.Result), Total: shown.Total, Need: shown.Need,
		OK: shown.Result == dice.Success || shown.Result == dice.Win}}
	return step, nil
}

// MayRule returns what is wrong with a ruling, apart from its dice.
func (f *Fight) MayRule(r Ruling) error {
	names := rules.Names(f.roster)
	// A ruling is told in one line, so that a newline is as wrong as what does not print.
	unsafe := strings.IndexFunc(r.What, func(c rune) bool { return text.Unsafe(c) || c == '\n' || c == '\t' })
	switch {
	case !slices.Contains(names, r.Who):
		return text.Problem{What: fmt.Sprintf("nobody here is called %q", r.Who), Want: text.OneOf(r.Who, names)}
	case r.Against != "" && !slices.Contains(names, r.Against):
		return text.Problem{What: fmt.Sprintf("nobody here is called %q", r.Against), Want: text.OneOf(r.Against, names)}
	case r.Against != "" && !r.Test.Contest:
		return text.Problem{What: r.Against + " throws no dice in " + r.Test.String(),
			Want: "a contest, as in 2d10+3 vs 2d10+5, or nobody against whom it is"}
	case r.Against == r.Who:
		return text.Problem{What: r.Who + " throws against " + r.Who, Want: "somebody else, or nobody"}
	case !utf8.ValidString(r.What):
		return text.Problem{What: "what the ruling is for is not text", Want: "UTF-8"}
	case utf8.RuneCountInString(r.What) > rulingTextMax:
		return text.Problem{What: fmt.Sprintf("what the ruling is for has %d characters", utf8.RuneCountInString(r.What)),
			Want: fmt.Sprintf("at most %d", rulingTextMax)}
	case unsafe >= 0:
		c, _ := utf8.DecodeRuneInString(r.What[unsafe:])
		return text.Problem{What: fmt.Sprintf("what the ruling is for holds the character U+%04X", c),
			Want: "text on one line that prints"}
	}
	return nil
}

// rulingOf returns the ruling that a step records, or an error if it records none or cannot be read.
func rulingOf(s rules.Step) (Ruling, error) {
	if s.Word != WordRuling {
		return Ruling{}, fmt.Errorf("step %d is no ruling", s.N)
	}
	t, err := dice.ParseTest(s.Throw)
	if err != nil {
		return Ruling{}, err
	}
	return Ruling{Who: s.For, Against: s.Against, What: s.What, Test: t}, nil
}

// repeatRuling makes the ruling of a recorded step again, with the dice it had.
func (f *Fight) repeatRuling(s rules.Step) (rules.Step, error) {
	r, err := rulingOf(s)
	if err != nil {
		return rules.Step{}, err
	}
	if len(s.Roll) == 0 {
		return rules.Step{}, fmt.Errorf("a ruling without dice")
	}
	return f.Rule(r, s.Roll...)
}

// checkRuling checks that a ruling has a combatant and dice that can be read, and that no other step has a throw.
func checkRuling(s rules.Step) (what, want string) {
	switch {
	case s.Word != WordRuling && (s.Throw != "" || s.Against != ""):
		return `"throw" or "against" without a ruling`, `them only beside the "word" "ruling"`
	case s.Word != WordRuling:
		return "", ""
	case s.For == "" || len(s.Roll) == 0:
		return "a ruling without a combatant or without dice", `"for", "throw" and "roll"`
	}
	r, err := rulingOf(s)
	if err == nil {
		_, err = r.Test.Read(s.Roll)
	}
	if err != nil {
		return "the ruling cannot be read: " + err.Error(), "dice and what they show, as they were written"
	}
	return "", ""
}

// RulingText returns a ruling in words, with its dice and the chance of what came of them: "Tomoe, to push the statue
// over, 2d10+3 >= 14: 7+4+3=14, success (55 %)". Names are as the record has them.
func RulingText(s rules.Step) string {
	txt := s.For
	if s.Against != "" {
		txt += " against " + s.Against
	}
	if s.What != "" {
		txt += ", " + s.What
	}
	r, err := rulingOf(s)
	if err != nil || len(s.Events) == 0 {
		return txt + ", " + s.Throw
	}
	own, rest := handText(r.Test.Own, s.Roll)
	fell := own
	if r.Test.Contest {
		other, _ := handText(r.Test.Against, rest)
		fell += " against " + other
	}
	return fmt.Sprintf("%s, %v: %s, %s (%s)", txt, r.Test, fell, s.Events[0].Of, dice.InHundred(s.P))
}

// handText words the faces of a hand with their total, and returns the faces that are left for the other hand.
func handText(h dice.Hand, faces []int) (txt string, rest []int) {
	total, rest, _ := h.Read(faces) // it has been read
	own := faces[:len(faces)-len(rest)]
	if txt = h.DiceText(own); txt == "" { // no die is dropped
		txt = rules.SumText(total, own)
	}
	return txt, rest
}
