package fight

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kokyu/rules"
)

// Instructions of the GM. They do not change the position. They stay in the record until they are undone, and whoever
// runs the fight obeys them.

// The words of [SaidKinds] that code refers to.
const (
	WordNote  = "note"
	WordBan   = "ban"
	WordAllow = "allow"
	WordForce = "force"
	WordAuto  = "auto"
	WordAsk   = "ask"
	WordSeat  = "seat"

	WordPlayers = "players"
	WordRuling  = "ruling"
	WordRules   = "rules"

	WordLater   = "later"
	WordDropped = "dropped"
)

// SaidKind describes one of those words: its meaning, and whether it needs For and What.
type SaidKind struct {
	Name      string
	Means     string // one line
	For, What bool
}

// SaidKinds is the closed list of the words. Three of them stand in steps that are more than a word, and are not made
// by Say: a forced decision ([Fight.Force]), a ruling with its dice ([Fight.Rule]), and changes that wait
// ([Fight.Change]).
var SaidKinds = []SaidKind{
	{WordNote, "something to remember", false, true},
	{WordBan, "a maneuver nobody, or nobody of these, may choose from here on", false, true},
	{WordAllow, "what was banned is open again", false, true},
	{WordForce, "a decision made by the GM in its seat's place", false, false},
	{WordAuto, "these decide for themselves until they are to be asked about again", false, false},
	{WordAsk, "the GM is asked about what these do", false, false},
	{WordSeat, "somebody else plays these from here on", true, true},
	{WordPlayers, "what players may do for themselves besides deciding: hint, undo or nothing", false, true},
	{WordRuling, "dice were thrown that no rule asks for", true, false},
	{WordRules, "the fight goes on under other rules than before, those with this digest", false, true},
	{WordLater, "changes that wait until what is under way is over", false, false},
	{WordDropped, "changes that waited and are not made", false, false},
}

// saidKind returns the index of a word in [SaidKinds], -1 if it is none of them.
func saidKind(word string) int {
	return slices.IndexFunc(SaidKinds, func(k SaidKind) bool { return k.Name == word })
}

// Say records a step with the Word, For, What and Why of s and ignores its other fields.
func (f *Fight) Say(s rules.Step) (rules.Step, error) {
	i := saidKind(s.Word)
	switch {
	case i < 0, slices.Contains([]string{WordForce, WordRuling, WordLater, WordDropped}, s.Word):
		return rules.Step{}, fmt.Errorf("%q is no instruction of a GM, want one of the words of a table", s.Word)
	case !utf8.ValidString(s.For) || !utf8.ValidString(s.What) || !utf8.ValidString(s.Why):
		return rules.Step{}, fmt.Errorf("a %s that is not text: say it in UTF-8", s.Word)
	case SaidKinds[i].What == (strings.TrimSpace(s.What) == ""), SaidKinds[i].For && s.For == "":
		return rules.Step{}, fmt.Errorf("a %s without what it is about, want a few words behind it", s.Word)
	case s.For != "" && !slices.ContainsFunc(f.roster, func(r rules.Fighter) bool { return r.Name == s.For || r.Team == s.For }):
		return rules.Step{}, fmt.Errorf("nobody here is called %q", s.For)
	}
	return f.commit(rules.Step{Word: s.Word, For: s.For, What: s.What, Why: s.Why}, f.Moment)
}

// Force makes a decision, in words, for the seat to move. It is recorded as made by the GM, with the reason.
func (f *Fight) Force(words, reason string) (rules.Step, error) {
	if !utf8.ValidString(reason) {
		return rules.Step{}, fmt.Errorf("a reason that is not text: say it in UTF-8")
	}
	a, err := f.parse(words)
	if err != nil {
		return rules.Step{}, err
	}
	return f.play(a, rules.Step{Word: WordForce, Why: reason})
}

// Mend corrects the last standing throw, also that of a ruling: a step with what the dice really show replaces it and
// every step after it.
func (f *Fight) Mend(reason string, faces ...int) (rules.Step, error) {
	// The last throw may be some steps back: decisions that followed from it are replaced with it.
	for back := 1; back <= len(f.standing); back++ {
		if len(f.steps[f.standing[len(f.standing)-back]-1].Roll) > 0 {
			return f.mend(back, reason, faces)
		}
	}
	return rules.Step{}, untimely("no dice have been thrown: there is nothing to mend")
}

// mend replaces the last standing steps, as many as back says, by one step with other dice.
func (f *Fight) mend(back int, reason string, faces []int) (rules.Step, error) {
	switch {
	case back < 1 || back > len(f.standing):
		return rules.Step{}, fmt.Errorf("the dice take the place of %d steps, want 1 to %d", back, len(f.standing))
	case strings.TrimSpace(reason) == "":
		return rules.Step{}, fmt.Errorf("dice mended without a reason: say why, the record keeps it")
	case !utf8.ValidString(reason):
		return rules.Step{}, fmt.Errorf("a reason that is not text: say it in UTF-8")
	}
	at := f.past[f.stepBefore(back)]
	then := &Fight{header: f.header, roster: at.Roster(), Moment: at} // the fight before these steps
	step, next, err := then.mendedStep(f.steps[f.standing[len(f.standing)-back]-1], faces)
	if err != nil {
		return rules.Step{}, err
	}
	step.Mend, step.Why = back, reason
	return f.commit(step, next)
}

// mendedStep returns the step of a throw with other dice, and the position after it, without making it.
func (f *Fight) mendedStep(thrown rules.Step, faces []int) (step rules.Step, next Moment, err error) {
	if thrown.Word != WordRuling {
		return f.tableStep(faces)
	}
	r, err := rulingOf(thrown)
	if err != nil {
		return step, nil, err
	}
	if len(faces) == 0 {
		return step, nil, fmt.Errorf("no dice were told: %s", r.Test)
	}
	step, err = f.rulingStep(r, faces)
	return step, f.Moment, err
}
