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

// client is the caller of the tools: the user of the program, or the holder of a link.
type client struct {
	fights *serve.Fights
	// link is its access; nil for the program's own user, for whom all fights are open.
	link *serve.Access
}

// clientKey is the key of the client in the context of a request. The library makes one server for each
// role and passes on only contexts, so that a tool learns from there who calls it.
type clientKey struct{}

func withClient(ctx context.Context, c *client) context.Context {
	return context.WithValue(ctx, clientKey{}, c)
}

func clientOf(ctx context.Context) *client { return ctx.Value(clientKey{}).(*client) }

// role returns what the client is in a fight that is open to it.
func (c *client) role() serve.Role {
	if c.link == nil {
		return serve.GM
	}
	return c.link.Role
}

// answer is the structured result of a tool, see outputSchema. Text says in a sentence what the other fields hold.
type answer struct {
	Text   string          `json:"text"`
	Fight  string          `json:"fight,omitempty"`
	Op     string          `json:"op,omitempty"`
	At     *int            `json:"at,omitempty"` // a pointer, so that 0 is not left out
	Out    json.RawMessage `json:"out,omitempty"`
	Then   json.RawMessage `json:"then,omitempty"`
	Told   []narrate.Line  `json:"told,omitempty"`
	Would  json.RawMessage `json:"would,omitempty"`
	Left   string          `json:"left_out,omitempty"`
	Errors []serve.Fault   `json:"errors,omitempty"`

	more []string     // lines below the text, for clients that show the model no structure
	keys []serve.Link // for the host program; the model never sees them
}

// keysMeta is the key in _meta under which the host program finds the links of a new fight, with their
// keys. Hosts do not show _meta to the model.
const keysMeta = "kokyu/links"

// outputSchema is the schema of every tool's result. Errors fit it, too: some clients refuse a result that
// does not fit, and their model would never learn what was wrong.
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

// request is a parsed call of a tool.
type request struct {
	op      operation
	fight   string          // as the client wrote it: the id of a fight, the key of a link, or nothing
	at      *int            // how many steps the client knows of; nil if it does not say
	confirm bool            // the client has seen what the call would do, and wants it
	in      json.RawMessage // the other members: the operation's own input
}

// parse parses a call of a tool with these operations. It takes its own members off the input and leaves the rest to
// the operation. Members that are null count as left out: models send them so.
func (t *tool) parse(ops []operation, raw json.RawMessage) (r request, err error) {
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
	op := ops[0].Name
	take("op", &op, "a text")
	i := slices.IndexFunc(ops, func(o operation) bool { return o.Name == op })
	if i < 0 && err == nil {
		return r, problem("op is "+text.Quote(op), text.OneOf(op, text.Each(ops, operationName)))
	}
	if err != nil {
		return r, err
	}
	r.op = ops[i]
	if r.op.isOfFight() {
		take("fight", &r.fight, "the id of a fight, as a text")
	} else if slices.ContainsFunc(ops, operation.isOfFight) {
		delete(in, "fight") // the operation needs none, but the tool has others that do
	}
	if r.op.isOfFight() && !r.op.Asks {
		take("at", &r.at, "the number of steps that you know of")
	}
	if t.Confirms {
		take("confirm", &r.confirm, "true or false")
	}
	if err != nil {
		return r, err
	}
	if err := checkMembers(ops, r.op, in); err != nil {
		return r, err
	}
	r.in, err = json.Marshal(in)
	return r, err
}

// checkMembers returns an error for a member that only another operation of the tool takes, and names that
// operation. Members that no operation takes are left to the operation that is called, which refuses them.
func checkMembers(ops []operation, called operation, in map[string]json.RawMessage) error {
	for _, name := range slices.Sorted(maps.Keys(in)) {
		if slices.Contains(session.KeysOf(called.In), name) {
			continue
		}
		var others []string
		for _, o := range ops {
			if slices.Contains(session.KeysOf(o.In), name) {
				others = append(others, "op "+o.Name)
			}
		}
		if others != nil {
			return problem(name+" is nothing that op "+called.Name+" takes", name+" with "+text.List(others, "or"))
		}
	}
	return nil
}

// call calls a tool. Operations of this package need no fight. Of the others, those that must be confirmed
// are only rehearsed until the client confirms them.
func (c *client) call(ctx context.Context, t *tool, ops []operation, raw json.RawMessage) (a answer, err error) {
	r, err := t.parse(ops, raw)
	if err != nil {
		return a, err
	}
	a.Op = r.op.Name
	if !r.op.isOfFight() {
		out, err := r.op.call(ctx, c, r.in)
		if err != nil {
			return a, err
		}
		if begun, ok := out.(newFight); ok {
			a.Fight, a.keys = begun.ID, begun.keys
		}
		return a, a.setOutput(out, serve.FullAccess(a.Fight))
	}
	access, err := c.access(r.fight)
	if err != nil {
		return a, err
	}
	a.Fight = access.Fight
	if t.needsConfirm(r.op.Name) && !r.confirm {
		return a, c.rehearse(ctx, access, r, &a)
	}
	return a, c.operate(ctx, access, r, &a)
}

// access returns the client's access to the fight that a call means: by its id, or by the key of a link,
// which has a dot. A call that says nothing means the only fight there is.
func (c *client) access(fight string) (serve.Access, error) {
	switch {
	case strings.Contains(fight, "."):
		return c.fights.Access(fight)
	case c.link != nil && (fight == "" || fight == c.link.Fight):
		return *c.link, nil
	case c.link != nil:
		return serve.Access{}, serve.NewError(serve.UnknownFight, "the fight "+text.Quote(fight)+" is not open to you",
			c.link.Fight+", or a link that opens another")
	case fight != "":
		return serve.FullAccess(fight), nil
	}
	list, err := c.fights.List()
	switch {
	case err != nil:
		return serve.Access{}, err
	case len(list) == 0:
		return serve.Access{}, serve.NewError(serve.UnknownFight, "there is no fight yet", "new_fight first")
	case len(list) == 1:
		return serve.FullAccess(list[0].ID), nil
	}
	known := text.Each(list[:min(len(list), 5)], func(b serve.Brief) string {
		return b.ID + " (" + text.Escape(b.Title) + ")"
	})
	return serve.Access{}, serve.NewError(serve.UnknownFight, "it is not said which fight is meant",
		"fight: "+strings.Join(known, ", or ")+"; state with op fights lists all")
}

// operate calls an operation of a session. If it makes steps, operate also lets the fight go on until
// somebody is asked, so that a model need not call play after each decision.
func (c *client) operate(ctx context.Context, access serve.Access, r request, a *answer) error {
	out, err := c.fights.Call(ctx, access, r.op.Name, r.in, serve.Terms{At: r.at})
	if err != nil {
		return err
	}
	a.At = &out.Steps
	made, ok := out.Out.(session.StepsMade)
	if !ok {
		return a.setOutput(out.Out, access)
	}
	before, last := out.Steps, out.Steps
	if n := len(made.Steps); n > 0 {
		before, last = made.Steps[0].N-1, made.Steps[n-1].N
	}
	// The output of play is not used: others may make steps too, so that addFollowing reads them from the record.
	_, err = c.fights.Call(ctx, access, "play", nil, serve.Terms{})
	if err != nil && ctx.Err() == nil && serve.CodeOf(err) != session.NotYours {
		a.more = append(a.more, "The fight does not go on: "+err.Error())
	}
	// The operation was carried out: a client that has stopped waiting is told, or it would try again.
	return c.fights.With(context.WithoutCancel(ctx), access, func(s session.Client) error {
		made.Question, made.Waiting = s.Question(), s.WaitingChanges()
		if err := a.setOutput(made, access); err != nil {
			return err
		}
		return a.addFollowing(ctx, s, access, before, last)
	})
}

// addFollowing adds the steps that followed by themselves, the tale of all new steps, and what is asked
// now. The fight had before steps before the call, and made steps after the operation.
func (a *answer) addFollowing(ctx context.Context, s session.Client, asker serve.Access, before, made int) error {
	out, err := s.Call(ctx, "events", session.Since{Since: made})
	if err != nil {
		return err
	}
	then := session.StepsMade{Steps: out.(session.Events).Steps, Question: s.Question()}
	a.At = new(s.StepCount())
	kept, left := firstSteps(then.Steps)
	if left > 0 {
		a.noteStepsLeft(left, made+len(kept))
	}
	then.Steps = kept
	if a.Then, err = marshal(then); err != nil {
		return err
	}
	a.more = append(a.more, text.Each(then.Steps, say.NumberedStep)...)
	if err := a.addTale(ctx, s, before); err != nil {
		return err
	}
	a.Text += " " + presentQuestion(s, asker)
	return nil
}

// addTale adds the lines that are told of the steps after a number: the tale as far as it goes, and of the
// breath under way, which is told as a whole later, the law lines. The last toldMax lines are kept.
func (a *answer) addTale(ctx context.Context, s session.Client, before int) error {
	f, err := s.Follow(before)
	if err != nil {
		return err
	}
	for _, h := range f.NewSteps() {
		a.Told = append(a.Told, h.Tale...)
	}
	out, err := s.Call(ctx, "tale", session.Since{Since: before})
	if err != nil {
		return err
	}
	for _, l := range out.(session.Tale).Lines {
		if l.Kind == narrate.Law && !slices.ContainsFunc(a.Told, func(t narrate.Line) bool { return t.Text == l.Text }) {
			a.Told = append(a.Told, l)
		}
	}
	if n := len(a.Told) - toldMax; n > 0 {
		a.Told = a.Told[n:]
		a.noteLeft(fmt.Sprintf("the first %d lines of the tale: tale with since %d has them", n, before))
	}
	a.more = append(a.more, text.Each(a.Told, func(l narrate.Line) string { return l.Text })...)
	return nil
}

// rehearse says what an operation would do, by calling it on a copy of the session that has no record.
// Nothing of it is kept: at the second call, with confirm, the operation is carried out from the beginning.
func (c *client) rehearse(ctx context.Context, access serve.Access, r request, a *answer) error {
	return c.fights.With(ctx, access, func(s session.Client) error {
		a.At = new(s.StepCount())
		if r.at != nil && *r.at != *a.At {
			return serve.NewError(session.Answered, fmt.Sprintf("the fight has %d steps, not %d", *a.At, *r.at),
				"a look with state at what has happened, then another call")
		}
		// The dice follow from the seed and the number of the step: a copy would show what the real throw will.
		if r.op.Name == "ruling" {
			odds, err := s.Call(ctx, "ruling odds", r.in)
			if err != nil {
				return err
			}
			says, _ := inWords(odds, access)
			a.Text = fmt.Sprintf("Nothing is thrown yet. %s With confirm: true and at: %d it is thrown.", says, *a.At)
			a.Would, err = marshal(odds)
			return err
		}
		copied := s.Rehearsal()
		out, err := copied.Call(ctx, r.op.Name, r.in)
		if err != nil {
			return err
		}
		if a.Would, err = marshal(out); err != nil {
			return err
		}
		made := out.(session.StepsMade)
		a.Text = fmt.Sprintf("Nothing is done yet. With confirm: true and at: %d, %s would do this:", *a.At, r.op.Name)
		says := text.Each(made.Steps, func(step rules.Step) string {
			return text.Capital(strings.TrimSuffix(say.NumberedStep(step), ".")) + "."
		})
		if s.As == "" { // only the GM is shown everybody's sheets
			says = append(says, sheetChanges(s, copied)...)
		}
		if r.op.Name == "concede" || r.op.Name == "yield" || r.op.Name == "end" { // the fight may be over then
			says = append(says, presentQuestion(copied, access))
		}
		a.Text += " " + strings.Join(says, " ")
		return nil
	})
}

// Limits of an answer: its user pays for what a model reads.
const (
	stepsBytesMax = 48 << 10 // of steps as JSON
	toldMax       = 120      // lines of the tale
	textMax       = 48 << 10 // bytes of text
)

// setOutput sets the output of an answer, and the words for it. Steps beyond the limit are left out: of a
// view the first ones, because what a seat should decide depends on the last, of everything else the last,
// which can be read on from there.
func (a *answer) setOutput(out any, asker serve.Access) (err error) {
	switch o := out.(type) {
	case session.StepsMade:
		o.Steps = a.cutSteps(o.Steps)
		out = o
	case session.Events:
		o.Steps = a.cutSteps(o.Steps)
		out = o
	case session.View:
		if steps, left := firstSteps(o.Steps); left > 0 {
			o.Steps = o.Steps[len(o.Steps)-len(steps):]
			a.noteLeft(fmt.Sprintf("the first %d steps: tale with op events has them", left))
		}
		out = o
	}
	a.Out, err = marshal(out)
	a.Text, a.more = inWords(out, asker)
	return err
}

// cutSteps returns the first steps, as firstSteps does, and notes how many were left out.
func (a *answer) cutSteps(steps []rules.Step) []rules.Step {
	kept, left := firstSteps(steps)
	if left > 0 {
		a.noteStepsLeft(left, kept[len(kept)-1].N)
	}
	return kept
}

// noteStepsLeft notes that the last n steps were left out, which come after step since.
func (a *answer) noteStepsLeft(n, since int) {
	a.noteLeft(fmt.Sprintf("the last %d steps: tale with op events and since %d has them", n, since))
}

func (a *answer) noteLeft(what string) {
	if a.Left != "" {
		a.Left += "; "
	}
	a.Left += what
}

// firstSteps returns the first steps, as many as fit into stepsBytesMax but at least one, and how many are
// left. With none a client that reads on step by step would never come to an end.
func firstSteps(steps []rules.Step) (kept []rules.Step, left int) {
	size := 0
	for i, s := range steps {
		line, err := json.Marshal(s)
		if size += len(line); err != nil || size > stepsBytesMax && i > 0 {
			return steps[:i], len(steps) - i
		}
	}
	return steps, 0
}

// marshal returns a value as JSON in the form that the pipe has, without a newline.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	err := serve.WriteLine(&b, v)
	return bytes.TrimSpace(b.Bytes()), err
}

// withError returns the answer with an error in the place of the output.
func (a answer) withError(err error) answer {
	a = answer{Fight: a.Fight, Op: a.Op}
	a.Errors = serve.FaultsOf(err)
	a.Text = strings.Join(text.Each(a.Errors, faultWords), "\n")
	if late, ok := errors.AsType[serve.LateError](err); ok {
		a.Text += fmt.Sprintf(". The last step is %d: %s.", late.Last.Step, late.Last.Did)
	}
	return a
}
