package session

import (
	"fmt"
	"strconv"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/picture"
	"kokyu/rules"
)

// Nothing is the input of operations that need none. The names of these types are those of their schemas.
type Nothing struct{}

func readNothing(string) Nothing { return Nothing{} }

// Words is an input of one text.
type Words struct {
	Words string `json:"words"`
}

func readWords(text string) Words { return Words{text} }

// topic is a word to explain; without one, the operations are listed.
type topic struct {
	Words string `json:"words,omitempty"`
}

func readTopic(text string) topic { return topic{text} }

// count is a number; 0 is what was left out, and means 1.
type count struct {
	N int `json:"n,omitempty" least:"1"`
}

func readCount(text string) count { return count{readNumber(text)} }

// Who is the input of one name. An empty name means everybody, or the seat that the question is about. It may be that
// of a side, where an operation is about several.
type Who struct {
	Name string `json:"name,omitempty"`
	Why  string `json:"why,omitempty"`
}

// readName reads a name with nothing after it.
func readName(text string) Who { return Who{Name: strings.Trim(text, `" `)} }

func readNameAndReason(text string) Who {
	text, why := splitReason(text)
	return Who{text, why}
}

// readNeededName reads a name and a reason. Quotation marks without a name before them are taken for the name, so that
// the operation reports an unknown name.
func readNeededName(text string) Who {
	w := readNameAndReason(text)
	if w.Name == "" {
		w.Name, w.Why = w.Why, ""
	}
	return w
}

// do is a decision, by its words or, for programs, by the id that the operation options returns.
type do struct {
	Words string `json:"words,omitempty"`
	ID    string `json:"id,omitempty"`
}

func readDo(text string) do { return do{Words: text} }

// Faces is the faces of dice and, if they correct others, the reason.
type Faces struct {
	Faces []int  `json:"faces"`
	Why   string `json:"why,omitempty"`
}

// readFaces reads the faces of dice and, if there is one, a reason.
func readFaces(text string) Faces {
	text, why := splitReason(text)
	faces, _ := ReadFaces(text) // checkFaces has looked at it
	return Faces{faces, why}
}

// ReadFaces reads the faces of dice. The error names a word that is none.
func ReadFaces(text string) (faces []int, err error) {
	for word := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, newError(BadDice, fmt.Sprintf("%q is no face of a die", word),
				"whole numbers with spaces between, as in 7 9")
		}
		faces = append(faces, n)
	}
	return faces, nil
}

// Looked is the input of advise: the budget of its search in nodes; 0 means the default.
type Looked struct {
	Nodes int `json:"nodes,omitempty" least:"1" jsonschema:"how far to search; default: the setting advise-nodes or, on a server, as for a proposal"`
}

func readLook(text string) Looked { return Looked{readNumber(text)} }

// Ban is a maneuver to forbid or allow, for whom, and the reason. The maneuver is named as options words it, without
// its aim: "thrust" bans "thrust > Aki" too.
type Ban struct {
	Do  string `json:"do"`
	For string `json:"for,omitempty"` // a combatant or a side; empty for the whole fight
	Why string `json:"why,omitempty"`
}

// readBan reads "MANEUVER for NAME" and a reason. The last " for " counts, since a maneuver may contain the word.
func readBan(text string) Ban {
	text, why := splitReason(text)
	b := Ban{Do: text, Why: why}
	if at := strings.LastIndex(text, " for "); at >= 0 {
		b.Do, b.For = strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+len(" for "):])
	}
	b.Do = strings.Trim(b.Do, `"`)
	return b
}

type force struct {
	Name string `json:"name"`
	Do   string `json:"do"`
	Why  string `json:"why,omitempty"`
}

func readForce(text string) force {
	text, why := splitReason(text)
	return force{Name: text, Why: why}
}

// hands is a seat and who plays it from here on.
type hands struct {
	Name  string `json:"name"`
	Plays string `json:"plays"`
	Why   string `json:"why,omitempty"`
}

func readHands(text string) hands {
	text, why := splitReason(text)
	name, plays, _ := strings.Cut(text, "=")
	return hands{strings.TrimSpace(name), strings.TrimSpace(plays), why}
}

// edit is changes of combatants, as "energy=5", "wounds-=1", "+bleeding". Name may be a side, or several with commas.
type edit struct {
	Name    string   `json:"name"`
	Changes []string `json:"changes"`
	Why     string   `json:"why,omitempty"`
}

func readEdit(text string) edit {
	text, why := splitReason(text)
	if text == "" { // only quotation marks, which are no reason here but an unknown name
		text, why = `"`+why+`"`, ""
	}
	return edit{Name: text, Why: why}
}

// add is combatants who join and their side. The line is one of an encounter's side, as "bandit" or "{who: bandit,
// name: Kuro, zone: second rear}", or "2 like Gonta". The side may be left out if all of that row are on one side.
type add struct {
	Line string `json:"line,omitempty"`
	Who  string `json:"who,omitempty" jsonschema:"in place of a line: a row of the catalogue"`
	Name string `json:"name,omitempty" jsonschema:"what it is called then; without one as its row is"`
	Side string `json:"side,omitempty"`
	Why  string `json:"why,omitempty"`
	From string `json:"from,omitempty" jsonschema:"the text of an encounter file, whose own rows the line may name"`
}

func readAdd(text string) add {
	text, why := splitReason(text)
	a := add{Line: text, Why: why}
	if at := strings.LastIndex(text, " for "); at > strings.LastIndex(text, "}") {
		a.Line, a.Side = strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+len(" for "):])
	}
	return a
}

// back is how much to undo: a number of choices, or an exact number of steps.
type back struct {
	N     int `json:"n,omitempty" least:"1"`
	Steps int `json:"steps,omitempty" least:"1"`
}

func readBack(text string) back { return back{N: readNumber(text)} }

// end is a side and a reason. For the operation end it is the side that has won, none for a draw; for concede the side
// that has lost, which a player may leave out.
type end struct {
	Side string `json:"side,omitempty"`
	Why  string `json:"why,omitempty"`
}

func readEnd(text string) end {
	side := readNameAndReason(text)
	return end{side.Name, side.Why}
}

func readConcede(text string) end {
	side := readNeededName(text)
	return end{side.Name, side.Why}
}

// Since asks for the steps after the first so many; with a limit, for a page of them. The tag least is the least number
// that a member may be, and want what its error wants, see [CheckMembers].
type Since struct {
	Since int `json:"since,omitempty" least:"0"`
	Limit int `json:"limit,omitempty" least:"1" want:"1 to 1000" jsonschema:"at most so many steps, 1 to 1000; default: all"`
}

func readSince(text string) Since { return Since{Since: readNumber(text)} }

// PageMax is the largest number of steps of a page.
const PageMax = 1000

// page returns the number of the last step of a page, and the Since of the next page, 0 if there is none, where the
// fight has so many steps. Events and tale both count steps, so that a client can read both with one cursor.
func (in Since) page(steps int) (end, next int, err error) {
	switch at := max(in.Since, 0); {
	case in.Limit < 0 || in.Limit > PageMax:
		return 0, 0, newError(BadInput, fmt.Sprintf("limit is %d", in.Limit),
			fmt.Sprintf("1 to %d, or none for all", PageMax))
	case in.Limit > 0 && in.Limit < steps-at:
		return at + in.Limit, at + in.Limit, nil
	}
	return max(steps, in.Since), 0, nil
}

// File is a path.
type File struct {
	File string `json:"file"`
}

func readFile(text string) File { return File{text} }

// State is how the fight stands: for the GM all of it, for others what they may know.
type State struct {
	Title    string       `json:"title"`
	System   string       `json:"system"`
	Seed     uint64       `json:"seed,omitempty"` // for the GM only: it determines the dice to come
	Round    int          `json:"round"`
	Steps    int          `json:"steps"`
	Question Question     `json:"question"`
	Winner   string       `json:"winner"` // a side; empty for a draw, or while the fight goes on
	Sheets   []Known      `json:"sheets"`
	May      PlayerRights `json:"may" jsonschema:"what players may do for themselves"`

	Waiting []Waiting `json:"waiting,omitempty" jsonschema:"changes that are made when what is under way is over"`

	Board picture.Picture `json:"board"` // the same in numbers, with places
}

// Choices are the open decisions of the seat to move, with their odds.
type Choices struct {
	Seat    string               `json:"seat"`
	Options []agent.PricedOption `json:"options"`
}

// StepsMade is the result of an operation that makes steps: those, and the next question, which need not be asked for.
type StepsMade struct {
	Steps    []rules.Step `json:"steps"` // as the client may know them
	Question Question     `json:"question"`
	Waiting  []Waiting    `json:"waiting,omitempty"` // changes that are made when what is under way is over
}

// Plans is what some combatants would do, each in its next breath or turn.
type Plans struct {
	Name  string       `json:"name"`
	Plans []agent.Plan `json:"plans"`
}

// Events is steps with their events.
type Events struct {
	Steps []rules.Step `json:"steps"`
	Next  int          `json:"next,omitempty" jsonschema:"the since of the next page"`
}

// Tale is lines of the tale.
type Tale struct {
	Lines []narrate.Line `json:"lines"`
	Next  int            `json:"next,omitempty" jsonschema:"the since of the next page"`
}

// Position is an encounter file that starts at the present position.
type Position struct {
	Position string `json:"position"`
}

// Sheets is what is known of some combatants.
type Sheets struct {
	Sheets []Known `json:"sheets"`
}

// Help is the meaning of a word or, without a word, the list of operations.
type Help struct {
	Meaning    agent.Meaning  `json:"meaning"`
	Operations []OperationDoc `json:"operations,omitempty"`
}

// OperationDoc is one operation in words.
type OperationDoc struct {
	Name string `json:"name"`
	Line string `json:"line"`
	Help string `json:"help"`
}
