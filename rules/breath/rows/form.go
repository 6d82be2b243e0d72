package rows

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Document 002 §Base Structure: the notation of a casting, as in 2, 2+2 prep, 4+4 dispersed or 2+2 prep +3 dispersed
// (SP-09 to SP-13, SP-16). The grammar:
//
//	form  = group {" +" group}
//	group = cost {"+" cost} [" prep" | " dispersed"]

// Form is how a spell is cast: its stages in the printed notation. A Form that has been read from a file has no
// mistakes.
type Form string

// Stage is one payment of a casting; the last is the activation (SP-21).
type Stage struct {
	Energy int8
	After  Pause
}

// Pause is what lies between a stage and the one before it.
type Pause uint8

const (
	PauseNone   Pause = iota // the first stage
	PauseBreath              // a later breath: prep
	PauseRound               // a later round: dispersed
)

// pauses are the pauses before the stages of a group, by its word.
var pauses = map[string]Pause{"prep": PauseBreath, "dispersed": PauseRound}

const (
	StagesMax  = 6 // of one casting
	wantForm   = "a form like 2, 2+2 prep, 4+4 dispersed or 2+2 prep +3 dispersed"
	wantCost   = "a cost of 1 to 9 Energy, as in 2+2 prep"
	wantGroups = "prep or dispersed after its costs"
)

// ParseForm reads the notation. wrong says what is amiss and at which character, want what would be right; both are
// empty for a sound form. A group may have its word left out only if it is a single cost and the whole form, as in "2".
func ParseForm(txt string) (stages []Stage, wrong, want string) {
	at := 0
	for k, group := range strings.Split(txt, " +") {
		costs, word, spaced := strings.Cut(group, " ")
		pause, known := pauses[word]
		several := strings.Contains(costs, "+")
		switch {
		case costs == "":
			return nil, fmt.Sprintf("no cost at character %d of the form %q", at+1, txt), wantCost
		case spaced && !known:
			return nil, fmt.Sprintf("%q at character %d of the form %q", word, at+len(costs)+2, txt),
				text.OneOf(word, []string{"dispersed", "prep"})
		case !spaced && (k > 0 || several):
			return nil, fmt.Sprintf("the form %q does not say when its stages come", txt), wantGroups
		case spaced && k == 0 && !several && group == txt:
			return nil, fmt.Sprintf("the form %q has one stage, which waits for none", txt), "a bare cost, as in 2"
		}
		for _, cost := range strings.Split(costs, "+") {
			if len(cost) != 1 || cost[0] < '1' || cost[0] > '9' {
				what := text.Either(cost == "", "no cost", strconv.Quote(cost))
				return nil, fmt.Sprintf("%s at character %d of the form %q", what, at+1, txt), wantCost
			}
			stages = append(stages, Stage{Energy: int8(cost[0] - '0'), After: pause})
			at += len(cost) + 1
		}
		at += len(group) - len(costs) + 1
	}
	if len(stages) > StagesMax {
		return nil, fmt.Sprintf("the form %q has %d stages", txt, len(stages)), fmt.Sprintf("at most %d", StagesMax)
	}
	stages[0].After = PauseNone
	return stages, "", ""
}

// Stages returns the stages in order.
func (f Form) Stages() []Stage {
	stages, _, _ := ParseForm(string(f))
	return stages
}

// Energy returns what all stages cost together (SP-08).
func (f Form) Energy() (sum int) {
	for _, st := range f.Stages() {
		sum += int(st.Energy)
	}
	return sum
}

// IsDispersed reports whether a stage waits for a later round (SP-27).
func (f Form) IsDispersed() bool {
	return slices.ContainsFunc(f.Stages(), func(st Stage) bool { return st.After == PauseRound })
}

// UnmarshalNode reads a form from a person's file.
func (f *Form) UnmarshalNode(node *strict.Node) {
	text := node.Text()
	if text == "" {
		node.Problem("no form of casting", wantForm)
		return
	}
	if _, wrong, want := ParseForm(text); wrong != "" {
		node.Problem(wrong, want)
		return
	}
	*f = Form(text)
}

// UnmarshalJSON reads a form from a record.
func (f *Form) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	if _, wrong, want := ParseForm(text); wrong != "" {
		return fmt.Errorf("%s, want %s", wrong, want)
	}
	*f = Form(text)
	return nil
}

// Forms returns the notation as a pattern, for editors.
func (Form) Forms() []book.Form {
	const group = `[1-9](\+[1-9])*`
	return []book.Form{
		{Number: true, Least: 1, Most: 9},
		{Pattern: "^" + group + "( (prep|dispersed)( \\+" + group + " (prep|dispersed))*)?$", Says: "stages of a casting: 2+2 prep"},
	}
}
