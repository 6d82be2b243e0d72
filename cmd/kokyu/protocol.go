package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/text"
)

// protocolVersion is the version of what kokyu table --json speaks.
const protocolVersion = 1

// requestMax is the longest request in bytes.
const requestMax = 1 << 20

// request is one line of standard input.
type request struct {
	ID       int             `json:"id" jsonschema:"a whole number above that of the request before"`
	Op       string          `json:"op" jsonschema:"an operation by its name"`
	In       json.RawMessage `json:"in,omitempty" jsonschema:"its input"`
	Protocol int             `json:"protocol,omitempty" jsonschema:"the version the client speaks, if it wants to be sure"`
}

// response is the answer to a request: an output or an error. Requests without a readable id are answered with 0.
type response struct {
	ID    int    `json:"id"`
	Out   any    `json:"out,omitempty"`
	Error *fault `json:"error,omitempty"`
}

// greeting is the first line of standard output.
type greeting struct {
	Event      string     `json:"event"` // hello
	Protocol   int        `json:"protocol"`
	Title      string     `json:"title"`
	System     string     `json:"system"`
	Seed       uint64     `json:"seed,omitempty"` // the GM's alone: the dice to come follow from it
	Record     string     `json:"record"`
	As         string     `json:"as"` // the seat whose client this is; empty for the GM's
	Seats      []seatLine `json:"seats"`
	Operations []string   `json:"operations"`
}

// pushed is what happens, as it happens: a step with what is told once it stands, or the question the table is asked now.
type pushed struct {
	Event    string            `json:"event"` // step, question
	Step     *rules.Step       `json:"step,omitempty"`
	Tale     []narrate.Line    `json:"tale,omitempty"`
	Question *session.Question `json:"question,omitempty"`
}

// program is a session as a program on the other end of a pipe has it: another face of the table of operations.
type program struct {
	*app
	client session.Client
	last   int // the id of the request before
	pushed int // steps the client knows of
}

// serve answers requests until there are no more. Nothing a client can say ends it.
func (p *program) serve(ctx context.Context) error {
	if err := p.greet(); err != nil {
		return err
	}
	if err := p.playOn(ctx); err != nil {
		return err
	}
	lines := requests(p.in)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, open := <-lines:
			if !open {
				return nil
			}
			if err := p.answer(ctx, line); err != nil {
				return err
			}
		}
	}
}

func (p *program) greet() error {
	g := greeting{Event: "hello", Protocol: protocolVersion, Title: p.client.Title(), System: p.client.System().Name, Seed: p.client.Seed(), Record: p.client.Record(), As: p.client.As}
	if p.client.As != "" {
		g.Seed = 0
	}
	for i, r := range p.client.Roster() {
		g.Seats = append(g.Seats, seatLine{r.Name, r.Kind, r.Team, p.client.Seats()[i].String()})
	}
	for _, o := range session.Operations() {
		if p.client.As == "" || o.Seat {
			g.Operations = append(g.Operations, o.Name)
		}
	}
	p.pushed = len(p.client.Steps(0))
	return p.streamed(g)
}

// answer answers one request, pushes the steps it made and plays on.
func (p *program) answer(ctx context.Context, line requestLine) error {
	req, err := p.read(line)
	var out any
	if err == nil {
		out, err = p.client.Call(ctx, req.Op, req.In)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return p.streamed(response{ID: req.ID, Error: &faultsOf(err)[0]})
	}
	if err := errors.Join(p.push(ctx), p.streamed(response{ID: req.ID, Out: out})); err != nil {
		return err
	}
	if _, made := out.(session.Made); made {
		return p.playOn(ctx)
	}
	return nil
}

// read reads a request, and refuses what is none.
func (p *program) read(line requestLine) (req request, err error) {
	if line.long {
		return req, mistake("a request is longer than 1 MiB", "at most 1 MiB on one line")
	}
	dec := json.NewDecoder(bytes.NewReader(line.text))
	dec.DisallowUnknownFields()
	err = dec.Decode(&req)
	switch id := req.ID; {
	case err == nil && dec.More():
		err = mistake("a line holds more than a request", "one JSON object")
	case err != nil:
		err = mistake("a line is no request", `one JSON object with id, op and in, as in {"id":1,"op":"options"}`)
	case id <= p.last:
		req.ID = 0
		return req, mistake(fmt.Sprintf("the id %d was used before, or is below one that was", id), fmt.Sprintf("a whole number above %d", p.last))
	case req.Protocol != 0 && req.Protocol != protocolVersion:
		err = mistake(fmt.Sprintf("the protocol has no version %d", req.Protocol), fmt.Sprint(protocolVersion))
	}
	p.last = max(p.last, req.ID)
	return req, err
}

// playOn plays until somebody at the table is asked, and pushes every step as soon as it stands.
func (p *program) playOn(ctx context.Context) error {
	err := p.client.Run(ctx, func(rules.Step) error { return p.push(ctx) })
	if err != nil && !errors.Is(err, session.ErrAsked) {
		return err
	}
	q := p.client.Question()
	return p.streamed(pushed{Event: "question", Question: &q})
}

// push tells the client the steps it does not know of yet, without what it may not know.
func (p *program) push(ctx context.Context) error {
	all := p.client.Steps(0)
	seen := all
	if p.client.As != "" {
		seen = rules.Seen(all, p.client.As)
	}
	for ; p.pushed < len(all); p.pushed++ {
		step := seen[p.pushed]
		if err := p.streamed(pushed{Event: "step", Step: &step, Tale: p.client.Told(ctx, all[p.pushed])}); err != nil {
			return err
		}
	}
	return nil
}

// requestLine is one line of input, or that it was too long.
type requestLine struct {
	text []byte
	long bool
}

// requests hands the lines of an input over one by one; of one that is too long only that it was.
func requests(in io.Reader) <-chan requestLine {
	lines := make(chan requestLine)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, 1<<16)
		var line requestLine
		for {
			part, err := r.ReadSlice('\n')
			if line.long = line.long || len(line.text)+len(part) > requestMax; !line.long {
				line.text = append(line.text, part...)
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if line.long || len(bytes.TrimSpace(line.text)) > 0 {
				lines <- line
			}
			if line = (requestLine{}); err != nil {
				return
			}
		}
	}()
	return lines
}

// optionShape is how JSON has an option with its odds; what it is inside is left out.
type optionShape struct {
	Do       string      `json:"do"`
	Phase    string      `json:"phase"`
	Cost     int         `json:"cost"`
	Check    *agent.Odds `json:"check,omitempty"`
	Against  *agent.Odds `json:"against,omitempty"`
	Overload *agent.Odds `json:"overload,omitempty"`
}

// shapes are how JSON has types that write themselves.
var shapes = &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[rules.Pairs]():     {Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "string"}},
	reflect.TypeFor[json.RawMessage](): {},
	reflect.TypeFor[agent.Priced]():    plain[optionShape](),
}}

// plain is the schema of a type that always has one.
func plain[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err)
	}
	return s
}

// protocolSchema is the schema of the lines of both directions: what is sent, and what comes back.
func protocolSchema() (*jsonschema.Schema, error) {
	var sent, back []*jsonschema.Schema
	for _, o := range session.Operations() {
		in, err := jsonschema.ForType(o.In, shapes)
		if err != nil {
			return nil, err
		}
		s, err := jsonschema.For[request](shapes)
		if err != nil {
			return nil, err
		}
		s.Title, s.Description = o.Name, o.Help
		s.Properties["op"], s.Properties["in"] = &jsonschema.Schema{Enum: []any{o.Name}}, in
		sent = append(sent, s)
		out, err := jsonschema.ForType(o.Out, shapes)
		if err != nil {
			return nil, err
		}
		answer, err := jsonschema.For[response](shapes)
		if err != nil {
			return nil, err
		}
		answer.Title, answer.Properties["out"] = "answer of "+o.Name, out
		back = append(back, answer)
	}
	for _, t := range []reflect.Type{reflect.TypeFor[greeting](), reflect.TypeFor[pushed]()} {
		s, err := jsonschema.ForType(t, shapes)
		if err != nil {
			return nil, err
		}
		back = append(back, s)
	}
	return &jsonschema.Schema{Title: fmt.Sprintf("kokyu table --json, protocol %d", protocolVersion), Type: "object",
		Properties: map[string]*jsonschema.Schema{"sent": {AnyOf: sent}, "back": {AnyOf: back}}}, nil
}

// recordSchema is the schema of the lines of a record: the header, and the steps.
func recordSchema() (*jsonschema.Schema, error) {
	header, err := jsonschema.For[struct {
		rules.Header
		CRC string `json:"crc"`
	}](shapes)
	if err != nil {
		return nil, err
	}
	step, err := jsonschema.For[struct {
		rules.Step
		CRC string `json:"crc"`
	}](shapes)
	if err != nil {
		return nil, err
	}
	header.Title, step.Title = "the first line", "every other line"
	return &jsonschema.Schema{Title: "a line of a kokyu record", AnyOf: []*jsonschema.Schema{header, step}}, nil
}

// tableProtocol speaks JSON lines with a program.
func (a *app) tableProtocol(ctx context.Context, name string, flags fightFlags, as string) error {
	if as != "" {
		flags.ask = false
	}
	var s *session.Session
	var err error
	if flags.resume != "" {
		s, _, err = a.resumed(ctx, flags)
	} else {
		s, _, err = a.opened(ctx, name, flags)
	}
	if err != nil {
		return err
	}
	defer s.Close()
	if as != "" {
		i := slices.IndexFunc(s.Roster(), func(r rules.Fighter) bool { return text.Folded(r.Name) == text.Folded(as) })
		if i < 0 {
			_, err := agent.Seat(s.Roster(), nil, map[string]agent.Agent{as: nil})
			if err == nil {
				err = mistake("--as "+quoted(as)+" is a side", "one combatant")
			}
			return err
		}
		as = s.Roster()[i].Name
		if !session.IsPerson(s.Seats()[i]) {
			return mistake("--as "+quoted(as)+" of a seat that plays by itself", "--seat "+shell(as)+"=human too")
		}
	}
	err = (&program{app: a, client: session.Client{Session: s, As: as}}).serve(ctx)
	if errors.Is(err, context.Canceled) {
		return interrupted{fmt.Sprintf("stopped in round %d after %s. %s", s.Round(), plural(len(s.Steps(0)), "step"), text.Escape((&bout{app: a, Session: s, ask: true}).kept()))}
	}
	return err
}
