package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent/narrate"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/text"
)

// client is who calls the tools.
type client struct {
	fights *serve.Fights
	link   *serve.Access // that it holds; nil: it is the program's own user, for whom all fights are open
}

// role returns what the client is in a fight that is open to it.
func (c *client) role() serve.Role {
	if c.link == nil {
		return serve.GM
	}
	return c.link.Role
}

// answer is what a tool returns as structure.
type answer struct {
	Text   string          `json:"text"`
	Fight  string          `json:"fight,omitempty"`
	Op     string          `json:"op,omitempty"`
	At     *int            `json:"at,omitempty"`
	Out    json.RawMessage `json:"out,omitempty"`
	Then   json.RawMessage `json:"then,omitempty"`
	Told   []narrate.Line  `json:"told,omitempty"`
	Would  json.RawMessage `json:"would,omitempty"`
	Left   string          `json:"left_out,omitempty"`
	Errors []serve.Fault   `json:"errors,omitempty"`

	more []string     // lines below the text, for clients that show no structure
	keys []serve.Link // for the host, which the model never sees
}

// keysMeta is where in _meta the host finds the links of a new fight, with their keys.
const keysMeta = "kokyu/links"

// outputSchema is the same for all tools. It holds for errors too: some clients refuse a result that does not fit it.
var outputSchema = &jsonschema.Schema{Type: "object", Required: []string{"text"}, Properties: map[string]*jsonschema.Schema{
	"text":     {Type: "string", Description: "What the answer says, in a sentence."},
	"fight":    {Type: "string", Description: "The id of the fight."},
	"op":       {Type: "string", Description: "The operation that was called."},
	"at":       {Type: "integer", Description: "How many steps the fight has now."},
	"out":      {Type: "object", Description: "The output of the operation, as kokyu schema protocol describes it."},
	"then":     {Type: "object", Description: "The steps that followed by themselves, and what is asked now."},
	"told":     {Type: "array", Items: &jsonschema.Schema{Type: "object"}, Description: "Lines of the tale, and of the numbers, that are new."},
	"would":    {Type: "object", Description: "What the operation would do. Nothing is done yet."},
	"left_out": {Type: "string", Description: "What was too long, and how to get it."},
	"errors":   {Type: "array", Items: &jsonschema.Schema{Type: "object"}, Description: "Why nothing was done: what is wrong, and what would be right."},
}, PropertyOrder: []string{"text", "fight", "op", "at", "out", "then", "told", "would", "left_out", "errors"}}

// request is a call of a tool, taken apart.
type request struct {
	op      operation
	fight   string
	at      *int
	confirm bool
	in      json.RawMessage // what is left: the operation's own input
}

// read takes a call apart. Members that are null are taken for left out, as models send them.
func (t *tool) read(ops []operation, raw json.RawMessage) (r request, err error) {
	in := map[string]json.RawMessage{}
	if len(bytes.TrimSpace(raw)) > 0 {
		if err := json.Unmarshal(raw, &in); err != nil {
			return r, problem("the arguments of "+t.Name+" are no object", "an object, as in {\"fight\": \"…\"}")
		}
	}
	maps.DeleteFunc(in, func(_ string, v json.RawMessage) bool { return string(bytes.TrimSpace(v)) == "null" })
	take := func(name string, into any, want string) {
		if v, ok := in[name]; ok && err == nil {
			if json.Unmarshal(v, into) != nil {
				err = problem(name+" is "+text.Escape(string(v)), want)
			}
			delete(in, name)
		}
	}
	op := ops[0].name
	take("op", &op, "a text")
	i := slices.IndexFunc(ops, func(o operation) bool { return o.name == op })
	if i < 0 && err == nil {
		var names []string
		for _, o := range ops {
			names = append(names, o.name)
		}
		return r, problem("op is "+text.Quote(op), text.OneOf(op, names))
	}
	if err != nil {
		return r, err
	}
	r.op = ops[i]
	if r.op.own == nil {
		take("fight", &r.fight, "the id of a fight, as a text")
	} else if slices.ContainsFunc(ops, func(o operation) bool { return o.own == nil }) {
		delete(in, "fight") // a tool that has both
	}
	if !r.op.asks && r.op.own == nil {
		take("at", &r.at, "the number of steps that you know of")
	}
	if t.Confirms {
		take("confirm", &r.confirm, "true or false")
	}
	if err != nil {
		return r, err
	}
	r.in, err = json.Marshal(in)
	return r, err
}

// call calls a tool.
func (c *client) call(ctx context.Context, t *tool, ops []operation, raw json.RawMessage) (a answer, err error) {
	r, err := t.read(ops, raw)
	if err != nil {
		return a, err
	}
	a.Op = r.op.name
	if r.op.own != nil {
		out, err := r.op.own(ctx, c, r.in)
		if err != nil {
			return a, err
		}
		if begun, ok := out.(begunFight); ok {
			a.Fight, a.keys = begun.ID, begun.keys
		}
		return a, a.has(out)
	}
	access, err := c.access(r.fight)
	if err != nil {
		return a, err
	}
	a.Fight = access.Fight
	if t.wants(r.op.name) && !r.confirm {
		return a, c.rehearse(ctx, access, r, &a)
	}
	return a, c.operate(ctx, access, r, &a)
}

// access returns the fight that a call means, as the client may use it: by its id, by a link, or the only one.
func (c *client) access(fight string) (serve.Access, error) {
	switch {
	case strings.Contains(fight, "."):
		return c.fights.Access(fight)
	case c.link != nil && (fight == "" || fight == c.link.Fight):
		return *c.link, nil
	case c.link != nil:
		return serve.Access{}, serve.NewError(serve.UnknownFight, "the fight "+text.Quote(fight)+" is not open to you", c.link.Fight+", or a link that opens another")
	case fight != "":
		return serve.Whole(fight), nil
	}
	list, err := c.fights.List()
	switch {
	case err != nil:
		return serve.Access{}, err
	case len(list) == 0:
		return serve.Access{}, serve.NewError(serve.UnknownFight, "there is no fight yet", "new_fight first")
	case len(list) == 1:
		return serve.Whole(list[0].ID), nil
	}
	var known []string
	for _, b := range list[:min(len(list), 5)] {
		known = append(known, b.ID+" ("+text.Escape(b.Title)+")")
	}
	return serve.Access{}, serve.NewError(serve.UnknownFight, "it is not said which fight is meant",
		"fight: "+strings.Join(known, ", or ")+"; state with op fights lists all")
}

// operate calls an operation of a session. After one that makes steps it waits until somebody is asked.
func (c *client) operate(ctx context.Context, access serve.Access, r request, a *answer) error {
	out, err := c.fights.Call(ctx, access, r.op.name, r.in, serve.Terms{At: r.at})
	if err != nil {
		return err
	}
	a.At = &out.Steps
	if err := a.has(out.Out); err != nil {
		return err
	}
	made, ok := out.Out.(session.Made)
	if !ok {
		return nil
	}
	before := out.Steps - len(made.Steps)
	_, err = c.fights.Call(ctx, access, "play", nil, serve.Terms{}) // what follows, others may make: it is read below, from the record
	if err != nil && ctx.Err() == nil && serve.CodeOf(err) != session.NotYours {
		a.more = append(a.more, "The fight does not go on: "+err.Error())
	}
	return c.fights.With(context.WithoutCancel(ctx), access, func(s session.Client) error { return a.follow(ctx, s, before, out.Steps) })
}

// follow adds what has happened since a step, and what is asked now.
func (a *answer) follow(ctx context.Context, s session.Client, before, made int) error {
	out, err := s.Call(ctx, "events", session.Since{Since: made})
	if err != nil {
		return err
	}
	then := session.Made{Steps: out.(session.Events).Steps, Question: s.Question()}
	a.At = steps(s)
	kept, left := cutTo(then.Steps)
	if left > 0 {
		a.leave(left, made+len(kept))
	}
	then.Steps = kept
	if a.Then, err = write(then); err != nil {
		return err
	}
	for _, step := range then.Steps {
		a.more = append(a.more, say.NumberedStep(step))
	}
	if err := a.tell(ctx, s, before); err != nil {
		return err
	}
	a.Text += " " + sayQuestion(s)
	return nil
}

// tell adds the lines that are told of the steps since one.
func (a *answer) tell(ctx context.Context, s session.Client, before int) error {
	f, err := s.Follow(before)
	if err != nil {
		return err
	}
	for _, h := range f.Hear() {
		a.Told = append(a.Told, h.Tale...)
	}
	out, err := s.Call(ctx, "tale", session.Since{Since: before})
	if err != nil {
		return err
	}
	for _, l := range out.(session.Tale).Lines { // the numbers of what is still under way
		if l.Kind == narrate.Law && !slices.ContainsFunc(a.Told, func(t narrate.Line) bool { return t.Text == l.Text }) {
			a.Told = append(a.Told, l)
		}
	}
	if n := len(a.Told) - toldMax; n > 0 {
		a.Told = a.Told[n:]
		a.noteLeft(fmt.Sprintf("the first %d lines of the tale: tale with since %d has them", n, before))
	}
	for _, l := range a.Told {
		a.more = append(a.more, l.Text)
	}
	return nil
}

// steps returns how many there are.
func steps(s session.Client) *int {
	n := len(s.Steps(0))
	return &n
}

// rehearse says what an operation would do, and does nothing.
func (c *client) rehearse(ctx context.Context, access serve.Access, r request, a *answer) error {
	return c.fights.With(ctx, access, func(s session.Client) error {
		a.At = steps(s)
		if r.at != nil && *r.at != *a.At {
			return serve.NewError(session.Answered, fmt.Sprintf("the fight has %d steps, not %d", *a.At, *r.at),
				"a look with state at what has happened, then another call")
		}
		if r.op.name == "ruling" { // whose dice would be known before they are thrown
			odds, err := s.Call(ctx, "ruling odds", r.in)
			if err != nil {
				return err
			}
			says, _ := words(odds)
			a.Text = fmt.Sprintf("Nothing is thrown yet. %s With confirm: true and at: %d it is thrown.", says, *a.At)
			a.Would, err = write(odds)
			return err
		}
		as := s.Rehearsal()
		out, err := as.Call(ctx, r.op.name, r.in)
		if err != nil {
			return err
		}
		if a.Would, err = write(out); err != nil {
			return err
		}
		made := out.(session.Made)
		a.Text = fmt.Sprintf("Nothing is done yet. With confirm: true and at: %d, %s would do this:", *a.At, r.op.name)
		for _, step := range made.Steps {
			a.more = append(a.more, say.NumberedStep(step))
		}
		if s.As == "" {
			a.more = append(a.more, changes(s, as)...)
		}
		if r.op.name == "concede" || r.op.name == "yield" || r.op.name == "end" {
			a.more = append(a.more, sayQuestion(as))
		}
		a.Text += " " + strings.Join(a.more, " ")
		a.more = nil
		return nil
	})
}

// The longest lists of an answer: what a model reads costs whoever asks.
const (
	stepsBytesMax = 48 << 10 // of steps as JSON
	toldMax       = 120      // lines
	textMax       = 48 << 10 // bytes of text
)

// has gives an answer its output, cut where it is too long.
func (a *answer) has(out any) (err error) {
	switch o := out.(type) {
	case session.Made:
		o.Steps = a.cutSteps(o.Steps)
		out = o
	case session.Events:
		o.Steps = a.cutSteps(o.Steps)
		out = o
	case session.View:
		if steps, left := cutTo(o.Steps); left > 0 {
			o.Steps = o.Steps[len(o.Steps)-len(steps):] // the last are those that matter
			a.noteLeft(fmt.Sprintf("the first %d steps: tale with op events has them", left))
		}
		out = o
	}
	a.Out, err = write(out)
	a.Text, a.more = words(out)
	return err
}

func (a *answer) cutSteps(steps []rules.Step) []rules.Step {
	kept, left := cutTo(steps)
	if left > 0 {
		a.leave(left, kept[len(kept)-1].N)
	}
	return kept
}

// leave says that steps were left out.
func (a *answer) leave(n, since int) {
	a.noteLeft(fmt.Sprintf("the last %d steps: tale with op events and since %d has them", n, since))
}

func (a *answer) noteLeft(what string) {
	if a.Left != "" {
		a.Left += "; "
	}
	a.Left += what
}

// cutTo keeps as many of the first steps as are short enough together, one at least.
func cutTo(steps []rules.Step) (kept []rules.Step, left int) {
	size := 0
	for i, s := range steps {
		line, err := json.Marshal(s)
		if size += len(line); err != nil || size > stepsBytesMax && i > 0 {
			return steps[:i], len(steps) - i
		}
	}
	return steps, 0
}

// write returns an output as the pipe writes it.
func write(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	err := serve.Line(&b, v)
	return bytes.TrimSpace(b.Bytes()), err
}

// refuse returns an error as an answer: the sentences of all that is wrong.
func (a answer) refuse(err error) answer {
	a = answer{Fight: a.Fight, Op: a.Op}
	a.Errors = serve.FaultsOf(err)
	var parts []string
	for i := range a.Errors {
		f := &a.Errors[i]
		parts = append(parts, faultWords(*f))
	}
	a.Text = strings.Join(parts, "\n")
	if late, ok := errors.AsType[serve.Late](err); ok {
		a.Text += fmt.Sprintf(". The last step is %d: %s.", late.Last.Step, late.Last.Did)
	}
	return a
}
