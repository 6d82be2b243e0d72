package session

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/picture"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Operation is one thing that can be done with a session. Prompts and protocols are made from the list of operations
// and have no logic of their own.
type Operation struct {
	Name  string
	Also  []string     // other names it has in prompts
	Line  string       // what is typed at a prompt, "ban MANEUVER [for NAME] [\"why\"]"
	Help  string       // a sentence
	Whose Whose        // who may call it, and about whom
	Asks  bool         // whether it only answers a question about the fight and makes no step
	Turns bool         // whether it is about what the table is asked now, to which the program plays on first
	In    reflect.Type // of its input, a struct
	Out   reflect.Type // of what it returns

	call func(ctx context.Context, c Client, in any) (any, error)
	read func(words string) any
}

// Whose says who may call an operation, and about whom. The GM may call all, about anybody. A watcher may call those of
// Anybodys and Own that make no step.
type Whose uint8

const (
	GMs      Whose = iota // the GM alone
	Anybodys              // also a player, about anybody
	Asked                 // also the player whose seat decides now, or whose dice are waited for
	Own                   // also a player about its own seat: by its name, by that of its side, or without a name
)

// Client is a user of a session: the GM; with As, one seat, which receives only what it may know; or a watcher, who
// receives what all seats may know and makes no steps.
type Client struct {
	*Session
	As      string
	Watches bool

	typed bool // whether a person has typed the call; then words may be shortened
}

// isGM reports whether the client is the GM, who may know and do everything.
func (c Client) isGM() bool { return c.As == "" && !c.Watches }

// holder returns who the client is, for messages.
func (c Client) holder() string {
	switch {
	case c.Watches:
		return "a watcher"
	case c.As == "":
		return "the GM"
	}
	return c.As
}

// Call calls an operation with its input: a value of its type, or JSON as a [json.RawMessage]. Nil and empty JSON are
// the zero input. An operation that returns an error has made no step.
func (c Client) Call(ctx context.Context, name string, in any) (any, error) {
	o, err := OperationNamed(name)
	if err != nil {
		return nil, err
	}
	if err := c.checkMay(o); err != nil {
		return nil, err
	}
	sent, isSent := in.(json.RawMessage)
	if in != nil && !isSent {
		return c.run(ctx, o, in)
	}
	v := reflect.New(o.In)
	if len(sent) > 0 {
		if key := text.DoubledKey(sent); key != "" {
			return nil, newError(BadInput, "the input of "+o.Name+" is wrong: "+key+" is there twice", "it once")
		}
		dec := json.NewDecoder(bytes.NewReader(sent))
		dec.DisallowUnknownFields()
		if err := dec.Decode(v.Interface()); err != nil {
			return nil, newError(BadInput, "the input of "+o.Name+" is wrong: "+decoderMessage(err), "an object with "+fieldNames(o.In))
		}
		if dec.More() {
			return nil, newError(BadInput, "the input of "+o.Name+" is more than one object", "an object with "+fieldNames(o.In))
		}
		if err := CheckLeast(o.In, sent); err != nil {
			return nil, err
		}
	}
	return c.run(ctx, o, v.Elem().Interface())
}

// Least returns the least number that a member of an input may be, by its tag; ok is false if any number will do.
func Least(member reflect.StructField) (n int, ok bool) {
	n, err := strconv.Atoi(member.Tag.Get("least"))
	return n, err == nil
}

// CheckLeast returns an error if a number in the JSON of an input is below the least that it may be. A member that is
// not there is never too small, although its value is 0.
func CheckLeast(of reflect.Type, sent json.RawMessage) error {
	var members map[string]json.RawMessage
	if json.Unmarshal(sent, &members) != nil || of.Kind() != reflect.Struct { // the decoder of the input says what is wrong
		return nil
	}
	for member := range of.Fields() {
		least, has := Least(member)
		name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
		if !has {
			continue
		}
		for given, value := range members {
			if n, err := strconv.Atoi(string(value)); err == nil && n < least && strings.EqualFold(given, name) {
				return newError(BadInput, fmt.Sprintf("%s is %d", name, n), cmp.Or(member.Tag.Get("want"), fmt.Sprintf("%d or more", least))+", or no "+name)
			}
		}
	}
	return nil
}

// Line calls an operation with a line of a prompt, which begins with the name of the operation.
func (c Client) Line(ctx context.Context, line string) (any, error) {
	o, rest, err := FindSpoken(c.PlainLine(line))
	if err != nil {
		return nil, err
	}
	if err := c.checkMay(o); err != nil {
		return nil, err
	}
	if err := o.checkLine(rest); err != nil {
		return nil, withCode(BadInput, err)
	}
	c.typed = true
	if strings.Contains(o.Line, "NAME") || strings.Contains(o.Line, "SIDE") || strings.Contains(o.Line, "MANEUVER") {
		rest = c.unquote(rest)
	}
	return c.run(ctx, o, o.read(rest))
}

// run calls an operation that the client may call, unless it is about a combatant or a turn of somebody else.
func (c Client) run(ctx context.Context, o Operation, in any) (any, error) {
	if err := c.checkMayFor(o, in); err != nil {
		return nil, err
	}
	return o.call(ctx, c, in)
}

// PlainLine returns a line of a prompt in plain characters, see [text.Typed], with the name of its operation in lower
// case. The text of a note stays as it was typed.
func (s *Session) PlainLine(line string) string {
	typed := line
	var names []string
	for _, r := range s.Roster() {
		names = append(names, r.Name, r.Team)
	}
	line = text.Typed(line, names...)
	if o, rest, err := FindSpoken(line); err == nil {
		name := line[:len(line)-len(rest)]
		if at := strings.IndexFunc(strings.TrimSpace(typed), unicode.IsSpace); o.Name == "note" && at >= 0 {
			rest = strings.TrimSpace(strings.TrimSpace(typed)[at:])
		}
		return strings.ToLower(name) + rest
	}
	return line
}

// checkLine returns an error if the line of an operation has too much, or no number where one must be.
func (o Operation) checkLine(rest string) error {
	wrong := func(what string) error {
		return text.Problem{What: fmt.Sprintf("%q behind %s is %s", rest, o.Name, what), Want: o.Line}
	}
	switch reflect.Zero(o.In).Interface().(type) {
	case Nothing, boardInput:
		if rest != "" {
			return wrong("too much")
		}
	case count, back, Since, Looked:
		n, err := strconv.Atoi(rest)
		least, _ := Least(o.In.Field(0))
		switch {
		case rest == "":
		case err != nil:
			return wrong("no number")
		case n < least:
			return wrong(fmt.Sprintf("less than %d", least))
		}
	case PlayerRights:
		seen := map[string]bool{}
		for _, w := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' }) {
			if w != "hint" && w != "undo" || seen[w] {
				return wrong("not what players may do")
			}
			seen[w] = true
		}
	case Faces:
		return checkFaces(rest)
	case ruling:
		if _, shown, ok := cutShows(rest); ok {
			return checkFaces(shown)
		}
	}
	if strings.HasSuffix(o.Line, `["why"]`) && strings.Count(rest, `"`)%2 > 0 {
		return text.Problem{What: "a quotation mark is not closed", Want: "one at the end of the reason, as in \"the rope breaks\""}
	}
	return nil
}

// checkFaces returns an error for a word of a line that is no face of a die.
func checkFaces(line string) error {
	line, _ = splitReason(line)
	for word := range strings.FieldsSeq(line) {
		if _, err := strconv.Atoi(word); err != nil {
			return newError(BadDice, fmt.Sprintf("%q is no face of a die", word), "whole numbers with spaces between, as in 7 9")
		}
	}
	return nil
}

// unquote removes the quotation marks from the names of combatants and sides where there can be no reason: at the
// beginning of a line, and after "for" and ">".
func (s *Session) unquote(line string) string {
	for at := 0; at < len(line); at++ {
		before := strings.TrimRight(line[:at], " ")
		if line[at] != '"' || before != "" && !strings.HasSuffix(before, ">") && !strings.HasSuffix(before, " for") {
			continue
		}
		inside, after, closed := strings.Cut(line[at+1:], `"`)
		_, noSeat := s.seat(inside)
		_, noSide := s.side(inside)
		if closed && (noSeat == nil || noSide == nil) {
			line = line[:at] + inside + after
		}
	}
	return line
}

// checkMay returns an error unless the client may call an operation.
func (c Client) checkMay(o Operation) error {
	if c.May(o) {
		return nil
	}
	var names []string
	for _, o := range Operations() {
		if c.May(o) {
			names = append(names, o.Name)
		}
	}
	whose := "a player's"
	if o.Whose == GMs {
		whose = "the GM's"
	}
	return newError(NotYours, o.Name+" is "+whose+" to call, not "+c.holder()+"'s", text.OneOf("", names))
}

// May reports whether the client may call an operation at all. A call can still be refused because it is somebody
// else's turn, or because it is about somebody else.
func (c Client) May(o Operation) bool {
	switch {
	case c.isGM():
		return true
	case c.Watches:
		return o.Asks && (o.Whose == Anybodys || o.Whose == Own)
	}
	return o.Whose != GMs
}

// checkMayFor returns an error for a call about somebody other than the client, or while somebody else is asked.
func (c Client) checkMayFor(o Operation, in any) error {
	switch {
	case o.Whose == Asked:
		return c.checkTurn()
	case o.Whose != Own || c.isGM():
		return nil
	}
	name, own := "", c.As
	find := func(name string) (string, error) {
		seat, err := c.seat(name)
		return c.Name(seat), err
	}
	switch in := in.(type) {
	case Who:
		name = in.Name
	case yield:
		name = in.Name
	case end:
		name, own, find = in.Side, c.ownTeam(), c.side
	}
	if name == "" {
		return nil
	}
	name, err := find(name)
	if err != nil || name == own {
		return err
	}
	return newError(NotYours, "the "+o.Name+" of "+name+" is another's to call", cmp.Or(own, "no name: as one who watches"))
}

// ownTeam returns the side of the client's seat, empty if it has none.
func (c Client) ownTeam() string {
	if i := slices.Index(c.names(), c.As); i >= 0 {
		return c.Roster()[i].Team
	}
	return ""
}

// decoderMessage returns the message of a decoder's error without the name of its package.
func decoderMessage(err error) string {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return OtherType(e)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// OtherType returns the message for JSON that holds a value of another type than it should: "n" holds a text, not a
// whole number.
func OtherType(e *json.UnmarshalTypeError) string {
	whole := "what was sent"
	if e.Field != "" {
		whole = strconv.Quote(e.Field)
	}
	holds, _, _ := strings.Cut(e.Value, " ") // of "number 1.5", which is no whole number
	holds = cmp.Or(map[string]string{"string": "a text", "array": "a list", "bool": "true or false", "object": "an object", "number": "a number"}[holds], e.Value)
	if _, number, is := strings.Cut(e.Value, "number "); is {
		holds = "the number " + number
	}
	want := map[reflect.Kind]string{reflect.String: "a text, in quotation marks", reflect.Slice: "a list", reflect.Map: "an object", reflect.Struct: "an object",
		reflect.Bool: "true or false"}[e.Type.Kind()]
	return whole + " holds " + holds + ", not " + cmp.Or(want, "a whole number")
}

// fieldNames returns the names of the fields of an input, for messages.
func fieldNames(t reflect.Type) string {
	var names []string
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	if len(names) == 0 {
		return "nothing in it"
	}
	return strings.Join(names, ", ")
}

// OperationNamed returns the operation with a name, or with another name that it has in prompts. The error lists
// similar names.
func OperationNamed(name string) (Operation, error) {
	var names []string
	for _, o := range Operations() {
		if o.Name == name || slices.Contains(o.Also, name) {
			return o, nil
		}
		names = append(append(names, o.Name), o.Also...)
	}
	return Operation{}, newError(UnknownOperation, fmt.Sprintf("there is no operation %q", name), text.OneOf(name, names))
}

// FindSpoken returns the operation with whose name a line begins, and the rest of the line. Of several such names the
// longest counts.
func FindSpoken(line string) (found Operation, rest string, err error) {
	line = strings.TrimSpace(line)
	longest := ""
	for _, o := range Operations() {
		for _, name := range append([]string{o.Name}, o.Also...) {
			if len(line) < len(name) || len(name) <= len(longest) || !strings.EqualFold(line[:len(name)], name) {
				continue
			}
			if after := line[len(name):]; after == "" || after[0] == ' ' || name == "?" {
				found, longest = o, name
			}
		}
	}
	if longest == "" {
		first, _, _ := strings.Cut(line, " ")
		_, err = OperationNamed(first)
		return found, "", err
	}
	return found, strings.TrimSpace(line[len(longest):]), nil
}

// op makes an operation of the function do; read makes its input from the words after the name at a prompt.
func op[In, Out any](name, line, help string, whose Whose, read func(words string) In, do func(Client, context.Context, In) (Out, error)) Operation {
	return Operation{Name: name, Line: strings.TrimSpace(name + " " + line), Help: help, Whose: whose, Turns: whose == Asked, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		call: func(ctx context.Context, c Client, in any) (any, error) { return do(c, ctx, in.(In)) },
		read: func(words string) any { return read(words) }}
}

// Nothing is the input of operations that need none.
type Nothing struct{}

func readNothing(string) Nothing { return Nothing{} }

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

// Made is the result of an operation that makes steps: the steps that it has made, and the next question.
type Made struct {
	Steps    []rules.Step `json:"steps"` // as the client may know them
	Question Question     `json:"question"`
	Waiting  []Waiting    `json:"waiting,omitempty"` // changes that are made when what is under way is over
}

// Words is an input of one text.
type Words struct {
	Words string `json:"words"`
}

// Topic is a word to explain; none means all that there is.
type Topic struct {
	Words string `json:"words,omitempty"`
}

func readTopic(text string) Topic { return Topic{text} }

func readWords(text string) Words { return Words{text} }

// do is a decision, by its words or, for programs, by the id that the operation options returns.
type do struct {
	Words string `json:"words,omitempty"`
	ID    string `json:"id,omitempty"`
}

func readDo(text string) do { return do{Words: text} }

// Who is the input of one name. An empty name means everybody, or the seat that the question is about.
type Who struct {
	Name string `json:"name,omitempty"`
	Why  string `json:"why,omitempty"`
}

// readWho reads a name with nothing after it.
func readWho(text string) Who { return Who{Name: strings.Trim(text, `" `)} }

func readWhoAndWhy(text string) Who {
	text, why := splitReason(text)
	return Who{text, why}
}

// Faces is the faces of dice and, if they correct others, the reason.
type Faces struct {
	Faces []int  `json:"faces"`
	Why   string `json:"why,omitempty"`
}

// Ban is a maneuver to forbid or allow, for whom, and the reason.
type Ban struct {
	Do  string `json:"do"`
	For string `json:"for,omitempty"` // a combatant or a side; empty for the whole fight
	Why string `json:"why,omitempty"`
}

// force is a decision that the GM makes for a seat.
type force struct {
	Name string `json:"name"`
	Do   string `json:"do"`
	Why  string `json:"why,omitempty"`
}

// edit is changes of combatants, as "energy=5", "wounds-=1", "+bleeding". The name may be that of a side, or several
// with commas.
type edit struct {
	Name    string   `json:"name"`
	Changes []string `json:"changes"`
	Why     string   `json:"why,omitempty"`
}

// add is combatants who join and their side. The line is one of an encounter's side, as "bandit" or "{who: bandit,
// name: Kuro, zone: second rear}", or "2 like Gonta". The side may be left out if all combatants of that row are on one
// side.
type add struct {
	Line string `json:"line,omitempty"`
	Who  string `json:"who,omitempty" jsonschema:"in place of a line: a row of the catalogue"`
	Name string `json:"name,omitempty" jsonschema:"what it is called then; without one as its row is"`
	Side string `json:"side,omitempty"`
	Why  string `json:"why,omitempty"`
	From string `json:"from,omitempty" jsonschema:"the text of an encounter file, whose own rows the line may name"`
}

// Plans is what some combatants would do, each in its next breath or turn.
type Plans struct {
	Name  string       `json:"name"`
	Plans []agent.Plan `json:"plans"`
}

// hands is a seat and who plays it from here on.
type hands struct {
	Name  string `json:"name"`
	Plays string `json:"plays"`
	Why   string `json:"why,omitempty"`
}

// count is a number; 0 is what was left out, and means 1.
type count struct {
	N int `json:"n,omitempty" least:"1"`
}

// back is how much to undo: a number of choices, or an exact number of steps.
type back struct {
	N     int `json:"n,omitempty" least:"1"`
	Steps int `json:"steps,omitempty" least:"1"`
}

// end is a side and a reason. For the operation end it is the side that has won, none for a draw; for concede the side
// that has lost, which a player may leave out.
type end struct {
	Side string `json:"side,omitempty"`
	Why  string `json:"why,omitempty"`
}

// Since asks for the steps after the first so many; with a limit, for a page of them.
type Since struct {
	Since int `json:"since,omitempty" least:"0"`
	Limit int `json:"limit,omitempty" least:"1" want:"1 to 1000" jsonschema:"at most so many steps, 1 to 1000; default: all"`
}

// PageMax is the largest number of steps of a page.
const PageMax = 1000

// page returns the number of the last step of a page, and the Since of the next page, 0 if there is none. steps is how
// many steps there are in all.
func (in Since) page(steps int) (end, next int, err error) {
	switch at := max(in.Since, 0); {
	case in.Limit < 0 || in.Limit > PageMax:
		return 0, 0, newError(BadInput, fmt.Sprintf("limit is %d", in.Limit), fmt.Sprintf("1 to %d, or none for all", PageMax))
	case in.Limit > 0 && in.Limit < steps-at:
		return at + in.Limit, at + in.Limit, nil
	}
	return max(steps, in.Since), 0, nil
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

// File is a path.
type File struct {
	File string `json:"file"`
}

// Looked is the input of advise: the budget of its search in nodes; 0 means the default.
type Looked struct {
	Nodes int `json:"nodes,omitempty" least:"1"`
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

// ownChoice is the reason that the record gives for a player's change, if the player gives none.
const ownChoice = "its own choice"

// reason returns the reason for the record. A player cannot give the GM's word as its reason.
func (c Client) reason(why string) string {
	trimmed := strings.TrimSpace(why)
	switch {
	case !c.isGM() && (trimmed == "" || text.Fold(trimmed) == text.Fold(fight.GMsWord)):
		return ownChoice
	case trimmed == "":
		return fight.GMsWord
	}
	return why
}

// madeBy returns the result of a call that has made a step, or its error. First it makes the changes that have waited
// until now, which are part of the result.
func (c Client) madeBy(step rules.Step, err error) (Made, error) {
	for err == nil && c.CanSettle() {
		_, err = c.Settle()
	}
	if err != nil {
		return Made{}, err
	}
	return c.madeSince(step.N - 1), nil
}

// madeByChoice is madeBy for a step that somebody at the table chose; it notes that, see isChosen.
func (c Client) madeByChoice(step rules.Step, err error) (Made, error) {
	if err == nil {
		c.chosenSteps = append(c.chosenSteps, step.N)
	}
	return c.madeBy(step, err)
}

// madeSince returns the result of a call that began after the first n steps.
func (c Client) madeSince(n int) Made { return Made{c.stepsSince(n), c.Question(), c.WaitingChanges()} }

// stepsSince returns the steps after the first n, as the client may know them.
func (c Client) stepsSince(n int) []rules.Step {
	steps := c.StepsAfter(0)
	if !c.isGM() {
		steps = fight.SeenBy(steps, c.As)
	}
	if n < len(steps) {
		return steps[max(n, 0):]
	}
	return []rules.Step{} // not nil, which would be null as JSON
}

// checkTurn returns an error if somebody else is asked: a seat decides, throws and is advised for itself alone.
func (c Client) checkTurn() error {
	turn := c.Turn()
	if c.As == "" || turn.Kind == rules.Over || turn.Kind == rules.Chance && c.Name(turn.Seat) == "" || c.Name(turn.Seat) == c.As {
		return nil
	}
	if asked, told := c.diceToAskFor(); turn.Kind == rules.Chance && len(told) > 0 && c.Name(asked) == c.As {
		return nil
	}
	return newError(NotYours, "it is "+c.Name(turn.Seat)+"'s turn", "the turn of "+c.As)
}

func (c Client) state(ctx context.Context, _ Nothing) (State, error) {
	st := State{Title: c.Title(), System: c.System().Name, Seed: c.Seed(), Round: c.Round(), Steps: len(c.StepsAfter(0)),
		Question: c.Question(), May: c.PlayersMay(), Waiting: c.WaitingChanges(), Board: c.picture()}
	st.Winner, _ = c.Winner()
	if !c.isGM() {
		v, err := c.view(ctx, Who{})
		st.Sheets, st.Seed = v.Sheets, 0
		return st, err
	}
	for i, r := range c.Roster() {
		st.Sheets = append(st.Sheets, Known{r, c.agentOf(rules.Seat(i)).String(), c.Sheet(rules.Seat(i))})
	}
	return st, nil
}

func (c Client) view(_ context.Context, in Who) (View, error) {
	if c.Watches {
		return c.viewOf(rules.Nobody, "")
	}
	return c.View(cmp.Or(in.Name, c.As))
}

func (c Client) options(context.Context, Nothing) (Choices, error) {
	v, err := c.allowedView()
	if err != nil {
		return Choices{}, c.undecidedError()
	}
	return Choices{v.Name(), v.PricedOptions()}, nil
}

func (c Client) do(_ context.Context, in do) (Made, error) {
	switch {
	case in.ID != "" && in.Words != "":
		return Made{}, newError(BadInput, "a decision is named by its words and by an id", "one of them")
	case in.ID != "":
		return c.madeByChoice(c.decide(in.ID, optionWithID))
	}
	return c.madeByChoice(c.decide(in.Words, c.optionFinder()))
}

// optionFinder returns the function that finds decisions by words; only words that a person has typed may be shortened.
func (c Client) optionFinder() func([]fight.Option, string) (fight.Option, error) {
	if c.typed {
		return agent.OptionNamed
	}
	return agent.OptionWorded
}

// optionWithID returns the option with an id.
func optionWithID(options []fight.Option, id string) (fight.Option, error) {
	i := slices.IndexFunc(options, func(o fight.Option) bool { return o.ID() == id })
	if i < 0 {
		return fight.Option{}, text.Problem{What: fmt.Sprintf("no decision that is open now has the id %q", id), Want: "an id that options gives now"}
	}
	return options[i], nil
}

// proposedGroup returns the combatant or side that a name means. It is an error if the GM confirms decisions of nobody
// in it.
func (c Client) proposedGroup(name string) (string, error) {
	whom, err := c.seatOrSide(name)
	if err != nil {
		return "", err
	}
	if c.Ask && c.isProgramOf(whom) {
		return whom, nil
	}
	return "", text.Problem{What: "nothing is proposed for " + name, Want: "the name or the side of those who are proposed for"}
}

// isProgramOf reports whether the program plays a combatant, or anybody of a side; empty: of the fight.
func (s *Session) isProgramOf(name string) bool {
	for i := range s.Roster() {
		if seat := rules.Seat(i); s.isMeant(seat, name) && !IsPerson(s.agentOf(seat)) {
			return true
		}
	}
	return false
}

// plans returns what the combatants of a name would do next.
func (c Client) plans(ctx context.Context, in Who) (Plans, error) {
	name, err := c.proposedGroup(in.Name)
	if err != nil {
		return Plans{}, err
	}
	// What the search needs is copied, by seat: others may use the session while it runs.
	var planned []bool
	var characters []book.Character
	var isBanned []func(fight.Option) bool
	for i := range c.Roster() {
		seat := rules.Seat(i)
		planned = append(planned, c.isMeant(seat, name) && !IsPerson(c.agentOf(seat)))
		characters = append(characters, c.character(seat))
		isBanned = append(isBanned, c.isBannedFor(seat))
	}
	out, f, limits := Plans{Name: name}, c.Copy(), c.budget(c.Turn().Seat)
	out.Plans, err = runAside(ctx, c.Session, func(ctx context.Context) ([]agent.Plan, error) {
		return agent.Plans(ctx, f, limits, func(seat rules.Seat) bool { return planned[seat] },
			func(seat rules.Seat) book.Character { return characters[seat] },
			func(seat rules.Seat, o fight.Option) bool { return isBanned[seat](o) })
	})
	if out.Plans == nil {
		out.Plans = []agent.Plan{}
	}
	return out, err
}

// all takes what is proposed for a side or a combatant until the round is over.
func (c Client) all(ctx context.Context, in Who) (Made, error) {
	name, err := c.proposedGroup(in.Name)
	if err != nil {
		return Made{}, err
	}
	c.taking = autoTaking{name, c.Round()}
	c.chosenSteps = append(c.chosenSteps, len(c.StepsAfter(0))+1) // so that an undo leads back to here
	return c.play(ctx, Nothing{})
}

// play makes steps until somebody is asked.
func (c Client) play(ctx context.Context, _ Nothing) (Made, error) {
	n := len(c.StepsAfter(0))
	for range agent.StepsMax {
		_, err := c.Next(ctx)
		if errors.Is(err, ErrChanged) {
			continue // somebody else has made a step
		}
		if errors.Is(err, ErrAsked) || errors.Is(err, agent.ErrNothingToDecide) {
			break
		}
		if err != nil {
			return Made{}, err
		}
	}
	return c.madeSince(n), nil
}

func (c Client) roll(context.Context, Nothing) (Made, error) {
	return c.madeBy(c.Roll())
}

func (c Client) dice(_ context.Context, in Faces) (Made, error) {
	step, err := c.throwAsTold(in.Faces)
	return c.madeBy(step, withCode(BadDice, err))
}

func (c Client) diceAgain(_ context.Context, in Faces) (Made, error) {
	step, err := c.Mend(c.reason(in.Why), in.Faces...)
	return c.madeBy(step, withCode(BadDice, err))
}

func (c Client) advise(ctx context.Context, in Looked) (agent.Advice, error) {
	if err := c.mayAskHints(); err != nil {
		return agent.Advice{}, err
	}
	lim := c.Advice
	if in.Nodes > agent.NodesMax {
		return agent.Advice{}, text.Problem{What: fmt.Sprintf("nodes is %d", in.Nodes), Want: fmt.Sprintf("1 to %d", agent.NodesMax)}
	}
	if in.Nodes > 0 {
		lim.Nodes, lim.Time = in.Nodes, 0
	}
	if _, err := c.allowedView(); err != nil {
		return agent.Advice{}, c.undecidedError()
	}
	return c.Advise(ctx, lim)
}

func (c Client) propose(ctx context.Context, _ Nothing) (Proposal, error) { return c.Propose(ctx) }

func (c Client) why(ctx context.Context, in Words) (agent.Comparison, error) {
	if err := c.mayAskHints(); err != nil {
		return agent.Comparison{}, err
	}
	v, err := c.allowedView()
	if err != nil {
		return agent.Comparison{}, c.undecidedError()
	}
	// A proposal and what speaks against it are of searches with the same budget, so that they do not contradict each other.
	f, lim, words := c.Copy(), c.budget(v.Seat()), strings.Trim(in.Words, `" `)
	if _, err := agent.OptionNamed(v.Options(), words); err != nil {
		return agent.Comparison{}, withCode(UnknownChoice, err)
	}
	return runAside(ctx, c.Session, func(ctx context.Context) (agent.Comparison, error) { return v.WhyNot(ctx, f, words, lim) })
}

func (c Client) help(_ context.Context, in Topic) (Help, error) {
	in.Words = strings.Trim(in.Words, `" `)
	if in.Words == "" {
		var h Help
		for _, o := range Operations() {
			if c.May(o) {
				h.Operations = append(h.Operations, OperationDoc{o.Name, o.Line, o.Help})
			}
		}
		return h, nil
	}
	switch i, err := text.Which(in.Words, c.names()); {
	case err != nil:
		return Help{}, withCode(UnknownName, err)
	case i >= 0:
		return c.explainSeat(rules.Seat(i))
	}
	m, err := c.catalogue.Explain(c.System().Name, in.Words)
	if o, wrong := OperationNamed(in.Words); wrong == nil {
		usage := agent.Meaning{Word: o.Line, Says: o.Help}
		if err == nil && text.Fold(m.Word) == text.Fold(in.Words) { // it is also a word of the rules
			usage.More, usage.Laws, usage.Rulings, usage.Where = append([]string{m.Says}, m.More...), m.Laws, m.Rulings, m.Where
		}
		return Help{Meaning: usage}, nil
	}
	if v, lookErr := c.allowedView(); err != nil && lookErr == nil {
		if option, wrong := agent.OptionNamed(v.Options(), in.Words); wrong == nil {
			return Help{Meaning: agent.Meaning{Word: option.Words, Says: fmt.Sprintf("%s, a decision that costs %d.", option.Phase, option.Cost)}}, nil
		}
	}
	return Help{Meaning: m}, err
}

// explainSeat explains a combatant by its sheet.
func (c Client) explainSeat(seat rules.Seat) (Help, error) {
	known, err := c.sheet(context.Background(), Who{Name: c.Name(seat)})
	if err != nil {
		return Help{}, err
	}
	k := known.Sheets[0]
	parts := []string{k.Kind, k.Team}
	for _, e := range k.Sheet {
		parts = append(parts, e.Name+" "+e.Value)
	}
	return Help{Meaning: agent.Meaning{Word: k.Name, Says: strings.Join(parts, ", ")}}, nil
}

func (c Client) sheet(ctx context.Context, in Who) (Sheets, error) {
	st, err := c.state(ctx, Nothing{})
	if err != nil || in.Name == "" {
		return Sheets{st.Sheets}, err
	}
	seat, err := c.seat(in.Name)
	if err != nil {
		return Sheets{}, err
	}
	return Sheets{st.Sheets[seat : seat+1]}, nil
}

// say adds an instruction of the GM to the record: its word, as [fight.WordBan], for whom, what it names, and why. An
// empty name, or "fight", means everybody.
func (c Client) say(word, name, what, why string) (Made, error) {
	name, err := c.seatOrSide(name)
	if err != nil {
		return Made{}, err
	}
	return c.madeBy(c.Say(rules.Step{Word: word, For: name, What: what, Why: why}))
}

func (c Client) ban(_ context.Context, in Ban) (Made, error) {
	if err := c.checkManeuver(in.Do); err != nil {
		return Made{}, err
	}
	return c.say(fight.WordBan, in.For, in.Do, in.Why)
}

// checkManeuver returns an error for a maneuver that nobody has. Without it a misspelt ban would be recorded and do
// nothing.
func (c Client) checkManeuver(maneuver string) error {
	if maneuver == yieldWord || maneuver != "" && c.catalogue.Knows(c.System().Name, maneuver) {
		return nil
	}
	var open []string
	for _, o := range c.Options() {
		head, _, _ := strings.Cut(o.Words, " > ")
		if maneuver != "" && fight.IsManeuver(o.Words, maneuver) {
			return nil
		}
		if !slices.Contains(open, head) {
			open = append(open, head)
		}
	}
	return newError(UnknownChoice, fmt.Sprintf("no maneuver is called %q", maneuver), text.OneOf(maneuver, open))
}

func (c Client) allow(_ context.Context, in Ban) (Made, error) {
	name, err := c.seatOrSide(in.For)
	if err != nil {
		return Made{}, err
	}
	var banned []string
	for _, b := range c.ordersNow().bans {
		banned = append(banned, b.What)
		if text.Fold(b.What) == text.Fold(in.Do) && (name == "" || b.For == name) {
			return c.say(fight.WordAllow, in.For, in.Do, in.Why)
		}
	}
	if len(banned) == 0 {
		return Made{}, text.Problem{What: fmt.Sprintf("%q is not banned", in.Do), Want: "something that is: nothing is now"}
	}
	return Made{}, text.Problem{What: fmt.Sprintf("%q is not banned", in.Do), Want: text.OneOf(in.Do, banned)}
}

func (c Client) force(_ context.Context, in force) (Made, error) {
	if in.Do == "" {
		in.Name, in.Do = c.splitName(in.Name)
	}
	seat, err := c.seat(in.Name)
	if err != nil {
		return Made{}, err
	}
	turn := c.Turn()
	if turn.Kind == rules.Over || turn.Kind == rules.Chance {
		return Made{}, c.undecidedError()
	}
	if turn.Seat != seat {
		return Made{}, newError(NotNow, c.Name(seat)+" does not decide now", c.Name(turn.Seat)+", who does")
	}
	o, err := c.optionFinder()(c.Options(), in.Do)
	if err != nil {
		return Made{}, withCode(UnknownChoice, err)
	}
	return c.madeByChoice(c.Force(o.Words, c.reason(in.Why)))
}

// auto lets those decide by themselves whom the program plays.
func (c Client) auto(_ context.Context, in Who) (Made, error) {
	name, err := c.seatOrSide(in.Name)
	if err == nil && !c.isProgramOf(name) {
		err = newError(NotNow, "a person decides for "+cmp.Or(name, "everybody"), "seat "+cmp.Or(name, "NAME")+"=search, to let the program decide")
	}
	if err != nil {
		return Made{}, err
	}
	return c.say(fight.WordAuto, in.Name, "", in.Why)
}

func (c Client) ask(_ context.Context, in Who) (Made, error) {
	c.Ask, c.taking = true, autoTaking{}
	return c.say(fight.WordAsk, in.Name, "", in.Why)
}

// edit makes all changes or none, as one step. The name of a side means those of it who are still in the fight.
func (c Client) edit(_ context.Context, in edit) (Made, error) {
	line, changes, seen := in.Name, []string(nil), map[string]bool{}
	for more := true; more; {
		seats, rest, err := c.cutNames(line)
		if err != nil {
			return Made{}, err
		}
		rest, line, more = cutSemicolon(rest)
		list := Changes(rest)
		if len(in.Changes) > 0 {
			if list = in.Changes; more || rest != "" {
				_, err := c.seat(in.Name)
				return Made{}, c.unknownOrComing(in.Name, err)
			}
		}
		for _, seat := range seats {
			for _, change := range list {
				if change, err = c.changeOf(seat, change, len(seats) > 1, seen); err != nil {
					return Made{}, err
				}
				changes = append(changes, change)
			}
		}
	}
	return c.change(in.Why, nil, rules.JoinChanges(changes))
}

// changeOf returns one change of a combatant as a record has it. several tells whether it is one of several combatants
// with this change; seen has the changes before it.
func (c Client) changeOf(seat rules.Seat, change string, several bool, seen map[string]bool) (string, error) {
	name := c.Name(seat)
	key, value, valued := strings.Cut(strings.TrimSpace(change), "=")
	if change = strings.ToLower(strings.TrimSpace(key)); valued {
		change += "=" + strings.TrimSpace(value)
	}
	key = strings.Trim(strings.ToLower(key), "+- ")
	switch changed := name + " " + key; {
	case change == "":
		want := cmp.Or(c.wantedInstead(name, "?"), "a change of somebody who is in the fight")
		return "", newError(BadInput, "it is not said what of "+name+"'s changes", want)
	case seen[changed]:
		return "", newError(BadInput, "the change of "+key+" is said twice for "+name, "it once")
	case several && rules.IsYield(change):
		return "", newError(BadInput, "several are to stop fighting", "yield with the name of each, one at a time")
	default:
		seen[changed] = true
	}
	return name + " " + change, nil
}

// cutNames returns the combatants that a text names at its beginning, and the rest of it: "Aki, Tomoe +bleeding". The
// name of a side means those of it who are still in the fight.
func (c Client) cutNames(text string) (seats []rules.Seat, rest string, err error) {
	for more := true; more; {
		var name string
		name, rest = c.splitName(text)
		seat, err := c.seat(name)
		if err == nil {
			seats = append(seats, seat)
		} else if side, noSide := c.side(name); noSide != nil {
			return nil, "", c.unknownOrComing(name, err)
		} else {
			stands := c.Fight.Board().Stands
			for i, r := range c.Roster() {
				if r.Team == side && stands[i].Out == "" {
					seats = append(seats, rules.Seat(i))
				}
			}
		}
		if text, more = strings.CutPrefix(rest, ","); !more {
			text, more = strings.CutPrefix(rest, "and ")
		}
		text = strings.TrimSpace(text)
	}
	if len(seats) == 0 {
		err = withCode(NotNow, errors.New("nobody of that side is left in the fight, want an undo first"))
	}
	return seats, rest, err
}

// add lets the combatants of a line join. Their rows are those of the catalogue or, with From, of that file.
func (c Client) add(_ context.Context, in add) (Made, error) {
	line, alike, times, err := c.joinLine(in)
	if err != nil {
		return Made{}, err
	}
	side, err := c.sideToJoin(line, cmp.Or(in.Side, alike))
	if err != nil {
		return Made{}, err
	}
	rows, err := c.joinRows(in.From)
	if err != nil {
		return Made{}, err
	}
	var joining []string
	for _, line := range placeLines(c.Fight, side, line, times, rows) {
		if in.From == "" {
			err = c.catalogue.CheckLine(c.Fight, line)
		}
		if err != nil {
			return Made{}, err
		}
		joining = append(joining, fight.JoinEdit(side, line))
	}
	return c.change(in.Why, rows, joining...)
}

// sideToJoin returns the side that a line joins: the given one, else that of all combatants of the same row.
func (s *Session) sideToJoin(line, side string) (string, error) {
	joiner := readJoinerLine(line)
	var candidates []string
	for _, r := range s.Roster() {
		if r.Kind == joiner.Who && !slices.Contains(candidates, r.Team) {
			candidates = append(candidates, r.Team)
		}
	}
	sides := s.Sides()
	switch {
	case side != "":
		return s.side(side)
	case line == "":
		return "", text.Problem{What: "nobody is named who joins", Want: "a row of the catalogue, as in add " + s.Roster()[0].Kind + " for " + sides[0]}
	case len(candidates) != 1:
		return "", text.Problem{What: "it is not said whose side they join", Want: fmt.Sprintf("for %s or for %s behind it", sides[0], sides[1])}
	}
	return candidates[0], nil
}

func (c Client) remove(_ context.Context, in Who) (Made, error) {
	seat, err := c.seat(in.Name)
	if err != nil {
		return Made{}, err
	}
	return c.change(in.Why, nil, fight.LeaveEdit(c.Name(seat)))
}

func (c Client) hands(_ context.Context, in hands) (Made, error) {
	name, err := c.seatOrSide(in.Name)
	if err != nil {
		return Made{}, err
	}
	if name == "" {
		return Made{}, text.Problem{What: "nobody is named", Want: "a seat and who plays it, as in " + c.Roster()[0].Name + "=greedy"}
	}
	if strings.TrimSpace(in.Plays) == "" {
		return Made{}, text.Problem{What: "it is not said who plays " + name, Want: "an agent behind =, as in seat " + name + "=human"}
	}
	a, err := c.readPlayer(in.Plays)
	if err != nil {
		return Made{}, err
	}
	return c.madeBy(c.Say(rules.Step{Word: fight.WordSeat, For: name, What: a.String(), Why: in.Why}))
}

func (c Client) note(_ context.Context, in Words) (Made, error) {
	note := strings.TrimSpace(in.Words)
	if bare := strings.Trim(note, `"`); !strings.Contains(bare, `"`) {
		note = bare
	}
	return c.madeBy(c.Say(rules.Step{Word: fight.WordNote, What: note}))
}

func (c Client) undo(_ context.Context, in back) (Made, error) {
	if c.As != "" {
		if in.N > 1 || in.Steps > 0 {
			return Made{}, newError(NotYours, "more than one choice is to be taken back", "a player's own last one")
		}
		n, err := c.stepsToOwnChoice()
		if err != nil {
			return Made{}, err
		}
		return c.madeBy(c.Undo(n))
	}
	c.taking = autoTaking{} // so that the GM is asked again
	if in.Steps > 0 {
		return c.madeBy(c.Undo(in.Steps))
	}
	n, err := c.stepsToChoice(max(1, in.N))
	if err != nil {
		return Made{}, err
	}
	return c.madeBy(c.Undo(n))
}

// stepsToChoice returns how many steps back the n-th last choice is.
func (s *Session) stepsToChoice(n int) (int, error) {
	standing, chosen := fight.StandingSteps(s.Fight.Steps()), 0
	for steps := 1; steps <= len(standing); steps++ {
		if s.isChosen(standing[len(standing)-steps]) {
			chosen++
		}
		if chosen == n {
			return steps, nil
		}
	}
	if chosen == 0 {
		return 0, newError(NotNow, "there is no earlier choice to take back", "a choice")
	}
	return 0, newError(BadInput, fmt.Sprintf("%s to take back, and there are %d", text.Count(n, "choice"), chosen), fmt.Sprintf("1 to %d", chosen))
}

// isChosen reports whether somebody at the table chose a step: the table was asked where it was made, or it is the GM's
// own.
func (s *Session) isChosen(t rules.Step) bool {
	if _, _, yields := fight.YieldOf(t); yields && t.N > s.stepsAtResume || t.KeptAt > 0 { // a change that waits is chosen when it is said, not when it is made
		return slices.Contains(s.chosenSteps, t.N)
	}
	if t.Edit != "" || t.Word != "" {
		return true
	}
	if t.N <= s.stepsAtResume {
		seat, err := s.seat(t.Seat)
		return t.Do != "" && len(t.Roll) == 0 && err == nil && (s.Ask || IsPerson(s.agentOf(seat)))
	}
	return slices.Contains(s.chosenSteps, t.N)
}

func (c Client) redo(_ context.Context, in count) (Made, error) {
	return c.madeBy(c.Redo(max(1, in.N)))
}

func (c Client) concede(ctx context.Context, in end) (Made, error) {
	if !c.isGM() {
		return c.yield(ctx, yield{Why: in.Why})
	}
	side, err := c.side(in.Side)
	if err != nil {
		return Made{}, err
	}
	return c.madeBy(c.Edit(fight.ConcedeEdit(side), c.reason(in.Why)))
}

func (c Client) end(_ context.Context, in end) (Made, error) {
	side := in.Side
	switch {
	case side == "" && in.Why == "":
		sides := c.Sides()
		return Made{}, text.Problem{What: "it is not said how the fight ends",
			Want: fmt.Sprintf("who has won, as in end %s, or why it is a draw, as in end \"the bell rings\"", sides[0])}
	case side != "":
		var err error
		if side, err = c.side(side); err != nil && text.Fold(in.Side) != "draw" {
			return Made{}, err
		}
	}
	return c.madeBy(c.Edit(fight.WinEdit(side), c.reason(in.Why)))
}

func (c Client) events(_ context.Context, in Since) (Events, error) {
	end, next, err := in.page(len(c.StepsAfter(0)))
	if err != nil {
		return Events{}, err
	}
	steps := c.stepsSince(in.Since)
	return Events{steps[:min(len(steps), end-max(in.Since, 0))], next}, nil
}

func (c Client) tale(ctx context.Context, in Since) (Tale, error) {
	end, next, err := in.page(len(c.StepsAfter(0)))
	if err != nil {
		return Tale{}, err
	}
	lines, err := narrate.Tell(c.narrateOptions(), agent.Dialect(c.Header().System), c.stepsSince(0))
	page := []narrate.Line{}
	for _, l := range lines {
		if l.Step > in.Since && l.Step <= end {
			page = append(page, l)
		}
	}
	return Tale{page, next}, err
}

func (c Client) position(context.Context, Nothing) (Position, error) {
	if !c.isGM() {
		if v, err := agent.Look(c.Fight); err == nil { // otherwise the fight waits for dice or is over, and nothing is secret
			text, err := v.Position()
			return Position{string(text)}, err
		}
	}
	text, err := c.Position()
	return Position{string(text)}, err
}

func (c Client) save(_ context.Context, in File) (File, error) {
	return in, c.Save(in.File)
}

// names returns the names of all combatants, by seat.
func (s *Session) names() []string { return rules.Names(s.Roster()) }

// splitName cuts the combatant or side with whose name a text begins off it, the longest such name.
func (s *Session) splitName(text string) (name, rest string) {
	if quoted, ok := strings.CutPrefix(text, `"`); ok { // unquote has left it: it is nobody's name
		name, rest, _ = strings.Cut(quoted, `"`)
		return name, strings.TrimSpace(rest)
	}
	names := s.names()
	if _, err := s.seat(text); err == nil {
		return text, ""
	}
	for _, side := range s.Sides() {
		if !slices.Contains(names, side) {
			names = append(names, side)
		}
	}
	switch i, rest, err := rules.SplitChange(text, names); {
	case err != nil: // the name is several people's
		return strings.TrimSpace(strings.TrimSuffix(text, rest)), rest
	case i >= 0:
		return names[i], rest
	}
	if at := strings.IndexAny(text, " ,;"); at >= 0 {
		return text[:at], strings.TrimSpace(text[at:])
	}
	return text, ""
}

// cutSemicolon cuts a text at the first semicolon outside quotation marks.
func cutSemicolon(text string) (before, after string, found bool) {
	quoted := false
	at := strings.IndexFunc(text, func(r rune) bool {
		quoted = quoted != (r == '"')
		return r == ';' && !quoted
	})
	if at < 0 {
		return text, "", false
	}
	return strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+1:]), true
}

// Changes splits a line of changes at blanks and commas outside quotation marks, and removes those marks.
func Changes(text string) (list []string) {
	quoted, part := false, ""
	for _, r := range text + " " {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted && strings.HasSuffix(part, "="): // wounds= 2
		case r == ' ' && !quoted && (part == "+" || part == "-"): // - bleeding
		case (r == ' ' || r == ',') && !quoted:
			if part != "" {
				list = append(list, part)
			}
			part = ""
		case r == '=' && (part == "" || part == "+" || part == "-") && len(list) > 0: // wounds =2, wounds -= 2
			part, list = list[len(list)-1]+part+"=", list[:len(list)-1]
		default:
			part += string(r)
		}
	}
	if part = strings.TrimSpace(part); part != "" { // after a quotation mark that is never closed
		list = append(list, part)
	}
	if list == nil {
		list = []string{""}
	}
	return list
}

// splitReason cuts a reason in quotation marks off the end of a line.
func splitReason(text string) (rest, why string) {
	text = strings.TrimSpace(text)
	if head, ok := strings.CutSuffix(text, `"`); ok {
		if at := strings.LastIndex(head, `"`); at >= 0 && (at == 0 || head[at-1] == ' ') {
			return strings.TrimSpace(head[:at]), head[at+1:]
		}
	}
	return text, ""
}
