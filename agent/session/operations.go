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

// Operation is one thing that can be done with a session. Prompts and protocols are made from the list of them and have no
// logic of their own.
type Operation struct {
	Name  string
	Also  []string     // other names it has in prompts
	Line  string       // how a prompt takes it, "ban MANEUVER [for NAME] [\"why\"]"
	Help  string       // a sentence
	Whose Whose        // who may call it, and about whom
	Asks  bool         // it makes no step: it answers a question about the fight
	In    reflect.Type // a struct
	Out   reflect.Type

	call func(ctx context.Context, c Client, in any) (any, error)
	read func(words string) any
}

// Whose says who may call an operation, and about whom. The GM may call all of them about anybody, somebody who watches those of
// Anybodys and Own that make no step.
type Whose uint8

// Whose operations are.
const (
	GMs      Whose = iota // the GM's alone
	Anybodys              // a player's too, about anybody
	Asked                 // a player's too, whose seat decides now or whose dice are waited for
	Own                   // a player's too, about its own seat: by its name, by that of its side, or by none
)

// Client is a user of a session: the GM; with a name, one seat, which receives only what that seat may know; or somebody who
// watches, who receives what all seats may know and cannot make a step.
type Client struct {
	*Session
	As      string
	Watches bool

	spoken bool // somebody has typed it, who may shorten words
}

// everything reports whether the client is the GM, who may know and do everything.
func (c Client) everything() bool { return c.As == "" && !c.Watches }

// label returns the client in messages.
func (c Client) label() string {
	switch {
	case c.Watches:
		return "a watcher"
	case c.As == "":
		return "the GM"
	}
	return c.As
}

// Call calls an operation with its input: a value of its type, or JSON that somebody has sent. Nil and no JSON at all are the empty
// input. An operation that returns an error makes no step.
func (c Client) Call(ctx context.Context, name string, in any) (any, error) {
	o, err := OperationNamed(name)
	if err != nil {
		return nil, err
	}
	if err := c.may(o); err != nil {
		return nil, err
	}
	sent, isSent := in.(json.RawMessage)
	if in != nil && !isSent {
		return c.run(ctx, o, in)
	}
	v := reflect.New(o.In)
	if len(sent) > 0 {
		if key := text.DoubledKey(sent); key != "" {
			return nil, as(BadInput, text.Problem{What: "the input of " + o.Name + " is wrong: " + key + " is there twice", Want: "it once"})
		}
		dec := json.NewDecoder(bytes.NewReader(sent))
		dec.DisallowUnknownFields()
		if err := dec.Decode(v.Interface()); err != nil {
			return nil, as(BadInput, text.Problem{What: "the input of " + o.Name + " is wrong: " + decoderMessage(err), Want: "an object with " + fields(o.In)})
		}
		if dec.More() {
			return nil, as(BadInput, text.Problem{What: "the input of " + o.Name + " is more than one object", Want: "an object with " + fields(o.In)})
		}
	}
	return c.run(ctx, o, v.Elem().Interface())
}

// Line calls an operation with a line of a prompt, which begins with the name of the operation.
func (c Client) Line(ctx context.Context, line string) (any, error) {
	o, rest, err := FindSpoken(c.PlainLine(line))
	if err != nil {
		return nil, err
	}
	if err := c.may(o); err != nil {
		return nil, err
	}
	if err := o.reads(rest); err != nil {
		return nil, as(BadInput, err)
	}
	c.spoken = true
	if strings.Contains(o.Line, "NAME") || strings.Contains(o.Line, "SIDE") || strings.Contains(o.Line, "MANEUVER") {
		rest = c.unquote(rest)
	}
	return c.run(ctx, o, o.read(rest))
}

// run calls an operation that the client may call, unless it may not for whom the input names.
func (c Client) run(ctx context.Context, o Operation, in any) (any, error) {
	if err := c.mayFor(o, in); err != nil {
		return nil, err
	}
	return o.call(ctx, c, in)
}

// PlainLine returns a line of a prompt in plain signs, see [text.Typed], and the name of its operation in small letters. A note stays as it
// was typed.
func (s *Session) PlainLine(line string) string {
	typed := line
	var names []string
	for _, r := range s.Roster() {
		names = append(names, r.Name, r.Team)
	}
	line = text.Typed(line, names...)
	if o, rest, err := FindSpoken(line); err == nil {
		said := line[:len(line)-len(rest)]
		if at := strings.IndexFunc(strings.TrimSpace(typed), unicode.IsSpace); o.Name == "note" && at >= 0 {
			rest = strings.TrimSpace(strings.TrimSpace(typed)[at:])
		}
		return strings.ToLower(said) + rest
	}
	return line
}

// reads says what a line of an operation has too much, or what is no number in it.
func (o Operation) reads(rest string) error {
	word := func(what string) error {
		return text.Problem{What: fmt.Sprintf("%q behind %s is %s", rest, o.Name, what), Want: o.Line}
	}
	switch reflect.Zero(o.In).Interface().(type) {
	case Nothing, Drawn:
		if rest != "" {
			return word("too much")
		}
	case Count, Back, Since, Looked:
		if _, err := strconv.Atoi(rest); err != nil && rest != "" {
			return word("no number")
		}
	case PlayerRights:
		said := map[string]bool{}
		for _, w := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' }) {
			if w != "hint" && w != "undo" || said[w] {
				return word("not what players may do")
			}
			said[w] = true
		}
	case Faces:
		return checkFaces(rest)
	case Ruling:
		if _, shown, ok := cutLast(rest, " shows "); ok {
			return checkFaces(shown)
		}
	}
	if strings.HasSuffix(o.Line, `["why"]`) && strings.Count(rest, `"`)%2 > 0 {
		return text.Problem{What: "a quotation mark is not closed", Want: "one at the end of the reason, as in \"the rope breaks\""}
	}
	return nil
}

// checkFaces says which word of a line is no face of a die.
func checkFaces(line string) error {
	line, _ = splitReason(line)
	for word := range strings.FieldsSeq(line) {
		if _, err := strconv.Atoi(word); err != nil {
			return as(BadDice, text.Problem{What: fmt.Sprintf("%q is no face of a die", word), Want: "whole numbers with spaces between, as in 7 9"})
		}
	}
	return nil
}

// unquote takes the quotation marks off the names of combatants and sides where no reason can stand: at the beginning of a
// line, and behind "for" and ">".
func (s *Session) unquote(line string) string {
	for at := 0; at < len(line); at++ {
		before := strings.TrimRight(line[:at], " ")
		if line[at] != '"' || before != "" && !strings.HasSuffix(before, ">") && !strings.HasSuffix(before, " for") {
			continue
		}
		inside, after, closed := strings.Cut(line[at+1:], `"`)
		_, nobody := s.seat(inside)
		_, no := s.side(inside)
		if closed && (nobody == nil || no == nil) {
			line = line[:at] + inside + after
		}
	}
	return line
}

// may refuses an operation that is not the client's to call.
func (c Client) may(o Operation) error {
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
	return as(NotYours, text.Problem{What: o.Name + " is " + whose + " to call, not " + c.label() + "'s", Want: text.OneOf("", names)})
}

// May reports whether the client may call an operation at all. A seat may still be refused when it is another's turn, or for another.
func (c Client) May(o Operation) bool {
	switch {
	case c.everything():
		return true
	case c.Watches:
		return o.Asks && (o.Whose == Anybodys || o.Whose == Own)
	}
	return o.Whose != GMs
}

// mayFor refuses a call that is about another than the client, or while another is asked.
func (c Client) mayFor(o Operation, in any) error {
	switch {
	case o.Whose == Asked:
		return c.mine()
	case o.Whose != Own || c.everything():
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
	case Yield:
		name = in.Name
	case End:
		name, own, find = in.Side, c.team(), c.side
	}
	if name == "" {
		return nil
	}
	name, err := find(name)
	if err != nil || name == own {
		return err
	}
	return as(NotYours, text.Problem{What: "the " + o.Name + " of " + name + " is another's to call", Want: cmp.Or(own, "no name: as one who watches")})
}

// team returns the side of the client's own seat, empty if it has none.
func (c Client) team() string {
	for _, r := range c.Roster() {
		if r.Name == c.As {
			return r.Team
		}
	}
	return ""
}

// decoderMessage returns the message of a decoder's error without the name of its package.
func decoderMessage(err error) string {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf("%q holds a %s", e.Field, e.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// fields names those of an input.
func fields(t reflect.Type) string {
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

// OperationNamed returns the operation with a name, or with another name that it has in prompts. The error lists similar names.
func OperationNamed(name string) (Operation, error) {
	var names []string
	for _, o := range Operations() {
		if o.Name == name || slices.Contains(o.Also, name) {
			return o, nil
		}
		names = append(append(names, o.Name), o.Also...)
	}
	return Operation{}, as(UnknownOperation, text.Problem{What: fmt.Sprintf("there is no operation %q", name), Want: text.OneOf(name, names)})
}

// FindSpoken returns the operation with whose name a line begins, the longest if there are several, and the rest of the line.
func FindSpoken(line string) (found Operation, rest string, err error) {
	line = strings.TrimSpace(line)
	said := ""
	for _, o := range Operations() {
		for _, name := range append([]string{o.Name}, o.Also...) {
			if len(line) < len(name) || len(name) <= len(said) || !strings.EqualFold(line[:len(name)], name) {
				continue
			}
			if after := line[len(name):]; after == "" || after[0] == ' ' || name == "?" {
				found, said = o, name
			}
		}
	}
	if said == "" {
		first, _, _ := strings.Cut(line, " ")
		_, err = OperationNamed(first)
		return found, "", err
	}
	return found, strings.TrimSpace(line[len(said):]), nil
}

// op makes an operation of a typed function.
func op[In, Out any](name, line, help string, whose Whose, read func(words string) In, do func(Client, context.Context, In) (Out, error)) Operation {
	return Operation{Name: name, Line: strings.TrimSpace(name + " " + line), Help: help, Whose: whose, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		call: func(ctx context.Context, c Client, in any) (any, error) { return do(c, ctx, in.(In)) },
		read: func(words string) any { return read(words) }}
}

// Inputs and outputs.

// Nothing is the input of operations that need none.
type Nothing struct{}

func nothing(string) Nothing { return Nothing{} }

// State is the state of the fight: for the GM all of it, for a seat what it may know.
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

	Board picture.Picture `json:"board"` // the same in numbers, and where everybody stands
}

// Choices are the open decisions of the seat to move, with their odds.
type Choices struct {
	Seat    string               `json:"seat"`
	Options []agent.PricedOption `json:"options"`
}

// Made is the steps that were made, and the next question.
type Made struct {
	Steps    []rules.Step `json:"steps"`
	Question Question     `json:"question"`
	Waiting  []Waiting    `json:"waiting,omitempty"` // changes that are made when what is under way is over
}

// Words is an input of one text.
type Words struct {
	Words string `json:"words"`
}

func words(text string) Words { return Words{text} }

// Do is a decision, by its words or, for programs, by the id that options gives.
type Do struct {
	Words string `json:"words,omitempty"`
	ID    string `json:"id,omitempty"`
}

func readDo(text string) Do { return Do{Words: text} }

// Who is an input of one name. Empty means everybody, or the seat that the question is about.
type Who struct {
	Name string `json:"name"`
	Why  string `json:"why,omitempty"`
}

// readWho returns a name with nothing behind it.
func readWho(text string) Who { return Who{Name: strings.Trim(text, `" `)} }

func who(text string) Who {
	text, why := splitReason(text)
	return Who{text, why}
}

// Faces is the faces of dice and, for corrected dice, the reason.
type Faces struct {
	Faces []int  `json:"faces"`
	Why   string `json:"why,omitempty"`
}

// Ban is a maneuver to forbid, to whom, and the reason.
type Ban struct {
	Do  string `json:"do"`
	For string `json:"for,omitempty"` // a combatant or a side; empty for the whole fight
	Why string `json:"why,omitempty"`
}

// Force is a decision that the GM makes for a seat.
type Force struct {
	Name string `json:"name"`
	Do   string `json:"do"`
	Why  string `json:"why,omitempty"`
}

// Edit is changes of combatants, "energy=5", "wounds-=1", "+bleeding". The name may be that of a side, or several behind commas.
type Edit struct {
	Name    string   `json:"name"`
	Changes []string `json:"changes"`
	Why     string   `json:"why,omitempty"`
}

// Add is a line of an encounter's side, "bandit" or "{who: bandit, name: Kuro, zone: second rear}", or "2 like Gonta", and the side; the
// side can be left out if all combatants of that row are on one side.
type Add struct {
	Line string `json:"line,omitempty"`
	Who  string `json:"who,omitempty" jsonschema:"in place of a line: a row of the catalogue"`
	Name string `json:"name,omitempty" jsonschema:"what it is called then; without one as its row is"`
	Side string `json:"side,omitempty"`
	Why  string `json:"why,omitempty"`
	From string `json:"from,omitempty" jsonschema:"the text of an encounter file, whose own rows the line may name"`
}

// Plans is what the combatants of a name would do, each with its next breath or turn.
type Plans struct {
	Name  string       `json:"name"`
	Plans []agent.Plan `json:"plans"`
}

// Hands is a seat and who plays it from here on.
type Hands struct {
	Name  string `json:"name"`
	Plays string `json:"plays"`
	Why   string `json:"why,omitempty"`
}

// Count is a number; 0 means 1.
type Count struct {
	N int `json:"n,omitempty"`
}

// Back is how much to undo: a number of choices, or an exact number of steps.
type Back struct {
	N     int `json:"n,omitempty"`
	Steps int `json:"steps,omitempty"`
}

// End is a side, and a reason: to end, the side that has won, none for a draw; to concede, the side that has lost, of a player its own
// or none.
type End struct {
	Side string `json:"side,omitempty"`
	Why  string `json:"why,omitempty"`
}

// Since asks for the steps after a step, a page of them at a time if there is a limit.
type Since struct {
	Since int `json:"since,omitempty"`
	Limit int `json:"limit,omitempty" jsonschema:"at most so many steps, 1 to 1000; default: all"`
}

// PageMax is the longest page.
const PageMax = 1000

// page returns the step at which a page of so many steps ends, and where the next one begins: 0 if it is the last.
func (in Since) page(steps int) (end, next int, err error) {
	switch at := max(in.Since, 0); {
	case in.Limit < 0 || in.Limit > PageMax:
		return 0, 0, as(BadInput, text.Problem{What: fmt.Sprintf("limit is %d", in.Limit), Want: fmt.Sprintf("1 to %d, or none for all", PageMax)})
	case in.Limit > 0 && in.Limit < steps-at:
		return at + in.Limit, at + in.Limit, nil
	}
	return max(steps, in.Since), 0, nil
}

// Events are steps with their events.
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

// Sheets is what is known of combatants.
type Sheets struct {
	Sheets []Known `json:"sheets"`
}

// File is a path.
type File struct {
	File string `json:"file"`
}

// Looked asks for advice with a budget of nodes; 0 means the default.
type Looked struct {
	Nodes int `json:"nodes,omitempty"`
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

// unsaid is the reason of a GM who gives none.
const unsaid = "the GM's word"

// ownChoice is the reason of a player who gives none: the GM has said nothing.
const ownChoice = "its own choice"

// reason returns the reason of a step: as was said, else by whose word it is. No player has the GM's.
func (c Client) reason(why string) string {
	said := strings.TrimSpace(why)
	switch {
	case !c.everything() && (said == "" || text.Fold(said) == text.Fold(unsaid)):
		return ownChoice
	case said == "":
		return unsaid
	}
	return why
}

// makeOf returns what a step comes to for a client, with the changes that have waited for it, and what is next.
func (c Client) makeOf(step rules.Step, err error) (Made, error) {
	for err == nil && c.CanSettle() {
		_, err = c.Settle()
	}
	if err != nil {
		return Made{}, err
	}
	return c.madeSince(step.N - 1), nil
}

// chose does what makeOf does with a decision that somebody at the table made.
func (c Client) chose(step rules.Step, err error) (Made, error) {
	if err == nil {
		c.asked = append(c.asked, step.N)
	}
	return c.makeOf(step, err)
}

func (c Client) madeSince(n int) Made { return Made{c.stepsSince(n), c.Question(), c.WaitingChanges()} }

// stepsSince returns the steps after the n-th, as the client may know them.
func (c Client) stepsSince(n int) []rules.Step {
	steps := c.Steps(0)
	if !c.everything() {
		steps = fight.SeenBy(steps, c.As)
	}
	if n < len(steps) {
		return steps[max(n, 0):]
	}
	return []rules.Step{} // for programs a list, and nothing in it
}

// mine refuses what is another seat's: a seat decides, throws and is advised for itself alone.
func (c Client) mine() error {
	turn := c.Turn()
	if c.As == "" || turn.Kind == rules.Over || turn.Kind == rules.Chance && c.Name(turn.Seat) == "" || c.Name(turn.Seat) == c.As {
		return nil
	}
	if asked, told := c.diceToTell(); turn.Kind == rules.Chance && len(told) > 0 && c.Name(asked) == c.As {
		return nil
	}
	return as(NotYours, text.Problem{What: "it is " + c.Name(turn.Seat) + "'s turn", Want: "the turn of " + c.As})
}

func (c Client) state(ctx context.Context, _ Nothing) (State, error) {
	st := State{Title: c.Title(), System: c.System().Name, Seed: c.Seed(), Round: c.Round(), Steps: len(c.Steps(0)),
		Question: c.Question(), May: c.PlayersMay(), Waiting: c.WaitingChanges(), Board: c.picture()}
	st.Winner, _ = c.Winner()
	if !c.everything() {
		v, err := c.view(ctx, Who{})
		st.Sheets, st.Seed = v.Sheets, 0
		return st, err
	}
	for i, r := range c.Roster() {
		st.Sheets = append(st.Sheets, Known{r, c.plays(rules.Seat(i)).String(), c.Sheet(rules.Seat(i))})
	}
	return st, nil
}

func (c Client) view(_ context.Context, in Who) (View, error) {
	if in.Name == "" {
		in.Name = c.As
	}
	if c.Watches {
		return c.SpectatorView()
	}
	return c.View(in.Name)
}

func (c Client) options(context.Context, Nothing) (Choices, error) {
	v, err := c.look()
	if err != nil {
		return Choices{}, c.undecidedError()
	}
	return Choices{v.Name(), v.PricedOptions()}, nil
}

func (c Client) do(_ context.Context, in Do) (Made, error) {
	switch {
	case in.ID != "" && in.Words != "":
		return Made{}, as(BadInput, text.Problem{What: "a decision is named by its words and by an id", Want: "one of them"})
	case in.ID != "":
		return c.chose(c.decide(in.ID, withID))
	}
	return c.chose(c.decide(in.Words, c.finds()))
}

// finds returns how decisions are found by words: those that are typed may be short.
func (c Client) finds() func([]fight.Option, string) (fight.Option, error) {
	if c.spoken {
		return agent.OptionNamed
	}
	return agent.OptionWorded
}

// withID returns the option with an id.
func withID(options []fight.Option, id string) (fight.Option, error) {
	i := slices.IndexFunc(options, func(o fight.Option) bool { return o.ID() == id })
	if i < 0 {
		return fight.Option{}, text.Problem{What: fmt.Sprintf("no decision that is open now has the id %q", id), Want: "an id that options gives now"}
	}
	return options[i], nil
}

func (c Client) take(ctx context.Context, _ Nothing) (Made, error) {
	return c.chose(c.Take(ctx))
}

// group returns whom a name means, somebody the GM is asked about at least.
func (c Client) group(name string) (string, error) {
	whom, err := c.whom(name)
	if err != nil {
		return "", err
	}
	for i := range c.Roster() {
		if seat := rules.Seat(i); c.Ask && c.isOf(seat, whom) && !IsPerson(c.plays(seat)) {
			return whom, nil
		}
	}
	return "", text.Problem{What: "nothing is proposed for " + name, Want: "the name or the side of those who are proposed for"}
}

// plans returns what those of a name would do next.
func (c Client) plans(ctx context.Context, in Who) (Plans, error) {
	name, err := c.group(in.Name)
	if err != nil {
		return Plans{}, err
	}
	var of []bool // everything that the search needs, by seat
	var characters []book.Character
	var closed []func(fight.Option) bool
	for i := range c.Roster() {
		seat := rules.Seat(i)
		of, characters, closed = append(of, c.isOf(seat, name) && !IsPerson(c.plays(seat))), append(characters, c.character(seat)), append(closed, c.bannedFor(seat))
	}
	out, f, lim := Plans{Name: name}, c.Copy(), c.budget(c.Turn().Seat)
	err = c.aside(ctx, func(ctx context.Context) (err error) {
		out.Plans, err = agent.Plans(ctx, f, lim, func(seat rules.Seat) bool { return of[seat] }, func(seat rules.Seat) book.Character { return characters[seat] },
			func(seat rules.Seat, o fight.Option) bool { return closed[seat](o) })
		return err
	})
	if out.Plans == nil {
		out.Plans = []agent.Plan{}
	}
	return out, err
}

// all takes what is proposed for a side or a combatant until the round is over.
func (c Client) all(ctx context.Context, in Who) (Made, error) {
	name, err := c.group(in.Name)
	if err != nil {
		return Made{}, err
	}
	c.taking = taking{name, c.Round()}
	c.asked = append(c.asked, len(c.Steps(0))+1) // an undo leads back to here
	return c.play(ctx, Nothing{})
}

// play goes on by itself until somebody is asked.
func (c Client) play(ctx context.Context, _ Nothing) (Made, error) {
	n := len(c.Steps(0))
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
	return c.makeOf(c.Roll())
}

func (c Client) dice(_ context.Context, in Faces) (Made, error) {
	step, err := c.takeTold(in.Faces)
	return c.makeOf(step, as(BadDice, err))
}

func (c Client) again(_ context.Context, in Faces) (Made, error) {
	step, err := c.Mend(c.reason(in.Why), in.Faces...)
	return c.makeOf(step, as(BadDice, err))
}

func (c Client) advise(ctx context.Context, in Looked) (agent.Advice, error) {
	if err := c.mayAskHints(); err != nil {
		return agent.Advice{}, err
	}
	lim := c.Advice
	if in.Nodes < 0 || in.Nodes > agent.NodesMax {
		return agent.Advice{}, text.Problem{What: fmt.Sprintf("nodes is %d", in.Nodes), Want: fmt.Sprintf("1 to %d", agent.NodesMax)}
	}
	if in.Nodes > 0 {
		lim.Nodes, lim.Time = in.Nodes, 0
	}
	if _, err := c.look(); err != nil {
		return agent.Advice{}, c.undecidedError()
	}
	return c.Advise(ctx, lim)
}

func (c Client) propose(ctx context.Context, _ Nothing) (Proposal, error) { return c.Propose(ctx) }

func (c Client) why(ctx context.Context, in Words) (agent.Comparison, error) {
	if err := c.mayAskHints(); err != nil {
		return agent.Comparison{}, err
	}
	v, err := c.look()
	if err != nil {
		return agent.Comparison{}, c.undecidedError()
	}
	f, lim, words := c.Copy(), c.Advice, strings.Trim(in.Words, `" `)
	if _, err := agent.OptionNamed(v.Options(), words); err != nil {
		return agent.Comparison{}, as(UnknownChoice, err)
	}
	var out agent.Comparison
	err = c.aside(ctx, func(ctx context.Context) (err error) {
		out, err = v.WhyNot(ctx, f, words, lim)
		return err
	})
	return out, err
}

func (c Client) help(_ context.Context, in Words) (Help, error) {
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
		return Help{}, as(UnknownName, err)
	case i >= 0:
		return c.who(rules.Seat(i))
	}
	m, err := c.catalogue.Explain(c.System().Name, in.Words)
	if o, wrong := OperationNamed(in.Words); wrong == nil {
		of := agent.Meaning{Word: o.Line, Says: o.Help}
		if err == nil && text.Fold(m.Word) == text.Fold(in.Words) { // a word of the rules too
			of.More, of.Laws, of.Rulings, of.Where = append([]string{m.Says}, m.More...), m.Laws, m.Rulings, m.Where
		}
		return Help{Meaning: of}, nil
	}
	if v, lookErr := c.look(); err != nil && lookErr == nil {
		if option, wrong := agent.OptionNamed(v.Options(), in.Words); wrong == nil {
			return Help{Meaning: agent.Meaning{Word: option.Words, Says: fmt.Sprintf("%s, a decision that costs %d.", option.Phase, option.Cost)}}, nil
		}
	}
	return Help{Meaning: m}, err
}

// who explains a combatant by its sheet.
func (c Client) who(seat rules.Seat) (Help, error) {
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

func (c Client) say(word, name, what, why string) (Made, error) {
	name, err := c.whom(name)
	if err != nil {
		return Made{}, err
	}
	return c.makeOf(c.Say(rules.Step{Word: word, For: name, What: what, Why: why}))
}

func (c Client) ban(_ context.Context, in Ban) (Made, error) {
	if err := c.isKnown(in.Do); err != nil {
		return Made{}, err
	}
	return c.say(fight.WordBan, in.For, in.Do, in.Why)
}

// isKnown refuses a maneuver that nobody has: a ban that means nothing would be kept in silence.
func (c Client) isKnown(maneuver string) error {
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
	return as(UnknownChoice, text.Problem{What: fmt.Sprintf("no maneuver is called %q", maneuver), Want: text.OneOf(maneuver, open)})
}

func (c Client) allow(_ context.Context, in Ban) (Made, error) {
	name, err := c.whom(in.For)
	if err != nil {
		return Made{}, err
	}
	var banned []string
	for _, b := range c.standing().bans {
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

func (c Client) force(_ context.Context, in Force) (Made, error) {
	if in.Do == "" {
		in.Name, in.Do = c.split(in.Name)
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
		return Made{}, as(NotNow, text.Problem{What: c.Name(seat) + " does not decide now", Want: c.Name(turn.Seat) + ", who does"})
	}
	o, err := c.finds()(c.Options(), in.Do)
	if err != nil {
		return Made{}, as(UnknownChoice, err)
	}
	return c.chose(c.Force(o.Words, c.reason(in.Why)))
}

func (c Client) auto(_ context.Context, in Who) (Made, error) {
	return c.say(fight.WordAuto, in.Name, "", in.Why)
}

func (c Client) ask(_ context.Context, in Who) (Made, error) {
	c.Ask, c.taking = true, taking{}
	return c.say(fight.WordAsk, in.Name, "", in.Why)
}

// edit makes all changes or none, as one step. A side is those of it who are still in the fight.
func (c Client) edit(_ context.Context, in Edit) (Made, error) {
	whole, changes, said := in.Name, []string(nil), map[string]bool{}
	for more := true; more; {
		seats, rest, err := c.cutNames(whole)
		if err != nil {
			return Made{}, err
		}
		rest, whole, more = cutUnquoted(rest, ';')
		list := Changes(rest)
		if len(in.Changes) > 0 {
			if list = in.Changes; more || rest != "" {
				_, err := c.seat(in.Name)
				return Made{}, c.unknownOrComing(in.Name, err)
			}
		}
		for _, seat := range seats {
			for _, change := range list {
				if change, err = c.changeOf(seat, change, len(seats) > 1, said); err != nil {
					return Made{}, err
				}
				changes = append(changes, change)
			}
		}
	}
	return c.change(in.Why, nil, rules.JoinChanges(changes))
}

// changeOf returns one change of a combatant's as a record has it; said are those before it.
func (c Client) changeOf(seat rules.Seat, change string, several bool, said map[string]bool) (string, error) {
	name := c.Name(seat)
	key, value, valued := strings.Cut(strings.TrimSpace(change), "=")
	if change = strings.ToLower(strings.TrimSpace(key)); valued {
		change += "=" + strings.TrimSpace(value)
	}
	key = strings.Trim(strings.ToLower(key), "+- ")
	switch of := name + " " + key; {
	case change == "":
		return "", as(BadInput, text.Problem{What: "it is not said what of " + name + "'s changes", Want: c.knownChanges(seat)})
	case said[of]:
		return "", as(BadInput, text.Problem{What: key + " of " + name + "'s is said twice", Want: "it once"})
	case several && rules.IsYield(change):
		return "", as(BadInput, text.Problem{What: "several are to stop fighting", Want: "yield with the name of each, one at a time"})
	default:
		said[of] = true
	}
	return name + " " + change, nil
}

// cutNames returns the seats of the combatants and sides that a text begins with, and the rest of it: "Aki, Tomoe +bleeding". Of a side it is those who are still in the
// fight.
func (c Client) cutNames(text string) (seats []rules.Seat, rest string, err error) {
	for more := true; more; {
		var name string
		name, rest = c.split(text)
		seat, err := c.seat(name)
		if err == nil {
			seats = append(seats, seat)
		} else if side, no := c.side(name); no != nil {
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
		err = as(NotNow, errors.New("nobody of that side is left in the fight, want an undo first"))
	}
	return seats, rest, err
}

// knownChanges returns the changes that the system knows, for somebody who has said none.
func (c Client) knownChanges(seat rules.Seat) string {
	f := c.Fork()
	_, err := f.Edit(c.Name(seat)+" ?", unsaid)
	if err == nil {
		return "a change"
	}
	_, want, _ := strings.Cut(err.Error(), ", want ")
	return cmp.Or(want, "a change of somebody who is in the fight")
}

// add lets the combatants of a line join: with their rows, where the fight has not used those yet.
func (c Client) add(_ context.Context, in Add) (Made, error) {
	line, alike, err := c.lineOf(in)
	if err != nil {
		return Made{}, err
	}
	side, err := c.sideJoined(line, cmp.Or(in.Side, alike))
	if err != nil {
		return Made{}, err
	}
	rows, err := c.rowsOf(in.From)
	if err != nil {
		return Made{}, err
	}
	var joining []string
	for _, line := range placeLines(c.Fight, side, line, rows) {
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

// sideJoined returns the side that a line joins: as was said, else that of all who are so.
func (s *Session) sideJoined(line, side string) (string, error) {
	one := read(line)
	var theirs []string
	for _, r := range s.Roster() {
		if r.Kind == one.Who && !slices.Contains(theirs, r.Team) {
			theirs = append(theirs, r.Team)
		}
	}
	sides := s.Sides()
	switch {
	case side != "":
		return s.side(side)
	case line == "":
		return "", text.Problem{What: "nobody is named who joins", Want: "a row of the catalogue, as in add " + s.Roster()[0].Kind + " for " + sides[0]}
	case len(theirs) != 1:
		return "", text.Problem{What: "it is not said whose side they join", Want: fmt.Sprintf("for %s or for %s behind it", sides[0], sides[1])}
	}
	return theirs[0], nil
}

func (c Client) remove(_ context.Context, in Who) (Made, error) {
	seat, err := c.seat(in.Name)
	if err != nil {
		return Made{}, err
	}
	return c.change(in.Why, nil, fight.LeaveEdit(c.Name(seat)))
}

func (c Client) hands(_ context.Context, in Hands) (Made, error) {
	name, err := c.whom(in.Name)
	if err != nil {
		return Made{}, err
	}
	if name == "" {
		return Made{}, text.Problem{What: "nobody is named", Want: "a seat and who plays it, as in " + c.Roster()[0].Name + "=greedy"}
	}
	if strings.TrimSpace(in.Plays) == "" {
		return Made{}, text.Problem{What: "it is not said who plays " + name, Want: "an agent behind =, as in seat " + name + "=human"}
	}
	a, err := c.player(in.Plays)
	if err != nil {
		return Made{}, err
	}
	return c.makeOf(c.Say(rules.Step{Word: fight.WordSeat, For: name, What: a.String(), Why: in.Why}))
}

func (c Client) note(_ context.Context, in Words) (Made, error) {
	said := strings.TrimSpace(in.Words)
	if bare := strings.Trim(said, `"`); !strings.Contains(bare, `"`) {
		said = bare
	}
	return c.makeOf(c.Say(rules.Step{Word: fight.WordNote, What: said}))
}

func (c Client) undo(_ context.Context, in Back) (Made, error) {
	if in.N < 0 || in.Steps < 0 {
		return Made{}, text.Problem{What: "less than nothing is to be taken back", Want: "1 or more"}
	}
	if c.As != "" {
		if in.N > 1 || in.Steps > 0 {
			return Made{}, as(NotYours, text.Problem{What: "more than one choice is to be taken back", Want: "a player's own last one"})
		}
		n, err := c.own()
		if err != nil {
			return Made{}, err
		}
		return c.makeOf(c.Undo(n))
	}
	c.taking = taking{} // whoever takes back wants to be asked
	if in.Steps > 0 {
		return c.makeOf(c.Undo(in.Steps))
	}
	n, err := c.back(max(1, in.N))
	if err != nil {
		return Made{}, err
	}
	return c.makeOf(c.Undo(n))
}

// back returns how many steps it is to the question n choices ago.
func (s *Session) back(n int) (int, error) {
	standing := fight.StandingSteps(s.Fight.Steps())
	for steps := 1; steps <= len(standing); steps++ {
		t := standing[len(standing)-steps]
		if s.isChosen(t) {
			n--
		}
		if n == 0 {
			return steps, nil
		}
	}
	return 0, as(NotNow, text.Problem{What: "there is no earlier choice to take back", Want: "a choice"})
}

// isChosen reports whether a step that stands is one somebody at the table chose: the table was asked where it was made, or it is
// the GM's own.
func (s *Session) isChosen(t rules.Step) bool {
	if _, _, yields := fight.YieldOf(t); yields && t.N > s.resumed || t.KeptAt > 0 { // a change that has waited was chosen when it was said
		return slices.Contains(s.asked, t.N)
	}
	if t.Edit != "" || t.Word != "" {
		return true
	}
	if t.N <= s.resumed {
		seat, err := s.seat(t.Seat)
		return t.Do != "" && len(t.Roll) == 0 && err == nil && (s.Ask || IsPerson(s.plays(seat)))
	}
	return slices.Contains(s.asked, t.N)
}

func (c Client) redo(_ context.Context, in Count) (Made, error) {
	return c.makeOf(c.Redo(max(1, in.N)))
}

func (c Client) concede(ctx context.Context, in End) (Made, error) {
	if !c.everything() {
		return c.yield(ctx, Yield{Why: in.Why})
	}
	side, err := c.side(in.Side)
	if err != nil {
		return Made{}, err
	}
	return c.makeOf(c.Concede(side, c.reason(in.Why)))
}

func (c Client) end(_ context.Context, in End) (Made, error) {
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
	return c.makeOf(c.End(side, c.reason(in.Why)))
}

func (c Client) events(_ context.Context, in Since) (Events, error) {
	end, next, err := in.page(len(c.Steps(0)))
	if err != nil {
		return Events{}, err
	}
	steps := c.stepsSince(in.Since)
	return Events{steps[:min(len(steps), end-max(in.Since, 0))], next}, nil
}

func (c Client) tale(ctx context.Context, in Since) (Tale, error) {
	end, next, err := in.page(len(c.Steps(0)))
	if err != nil {
		return Tale{}, err
	}
	lines, err := c.tell(c.stepsSince(0))
	told := []narrate.Line{}
	for _, l := range lines {
		if l.Step > in.Since && l.Step <= end {
			told = append(told, l)
		}
	}
	return Tale{told, next}, err
}

func (c Client) position(context.Context, Nothing) (Position, error) {
	if c.everything() {
		text, err := c.Position()
		return Position{string(text)}, err
	}
	v, err := agent.Look(c.Fight)
	if err != nil { // dice, or the end: nothing is secret then
		text, err := c.Position()
		return Position{string(text)}, err
	}
	text, err := v.Position()
	return Position{string(text)}, err
}

func (c Client) save(_ context.Context, in File) (File, error) {
	return in, c.Save(in.File)
}

// names returns the names of all combatants, by seat.
func (s *Session) names() []string { return rules.Names(s.Roster()) }

// split takes the combatant or the side a text begins with off it, the longest name first.
func (s *Session) split(text string) (name, rest string) {
	if quoted, ok := strings.CutPrefix(text, `"`); ok { // nobody's name, else the marks were off
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

// cutUnquoted cuts a text at the first such sign outside quotation marks.
func cutUnquoted(text string, sign rune) (before, after string, found bool) {
	quoted := false
	at := strings.IndexFunc(text, func(r rune) bool {
		quoted = quoted != (r == '"')
		return r == sign && !quoted
	})
	if at < 0 {
		return text, "", false
	}
	return strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+1:]), true
}

// Changes splits a line of changes where a blank or comma is not between quotation marks, which are taken off.
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
	if part = strings.TrimSpace(part); part != "" { // a mark that is never closed
		list = append(list, part)
	}
	if list == nil {
		list = []string{""}
	}
	return list
}

// splitReason splits a reason in quotation marks off the end of a line.
func splitReason(text string) (rest, why string) {
	text = strings.TrimSpace(text)
	if head, ok := strings.CutSuffix(text, `"`); ok {
		if at := strings.LastIndex(head, `"`); at >= 0 && (at == 0 || head[at-1] == ' ') {
			return strings.TrimSpace(head[:at]), head[at+1:]
		}
	}
	return text, ""
}
