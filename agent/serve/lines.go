package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"kokyu/agent/narrate"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/text"
)

// version is the version of the protocol, over the pipe and over HTTP.
const version = 1

// requestMax is the longest request in bytes.
const requestMax = 1 << 20

// Seat is a combatant and the agent that plays it.
type Seat struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Side  string `json:"side"`
	Agent string `json:"agent"`
}

// Seats returns the combatants of a session, in seat order.
func Seats(s *session.Session) (seats []Seat) {
	for i, r := range s.Roster() {
		seats = append(seats, Seat{r.Name, r.Kind, r.Team, s.Seats()[i].String()})
	}
	return seats
}

// idMax is the highest id of a request: a float64 holds it exactly, as in a client's JSON, and also the id after it.
const idMax = 1<<53 - 2

// request is one line of input.
type request struct {
	ID       int             `json:"id" jsonschema:"a whole number above that of the request before"`
	Op       string          `json:"op" jsonschema:"an operation by its name"`
	In       json.RawMessage `json:"in,omitempty" jsonschema:"its input"`
	Protocol int             `json:"protocol,omitempty" jsonschema:"the version the client speaks, if it wants to be sure"`
}

// response is the answer to a request: an output or an error. It has no id if that of the request is unfit.
type response struct {
	ID    int    `json:"id,omitempty"`
	Out   any    `json:"out,omitempty"`
	Error *Fault `json:"error,omitempty"`
}

// greeting is the first line of output.
type greeting struct {
	Event      string   `json:"event"` // hello
	Protocol   int      `json:"protocol"`
	Title      string   `json:"title"`
	System     string   `json:"system"`
	Seed       uint64   `json:"seed,omitempty"` // the GM's alone: the dice to come follow from it
	Record     string   `json:"record"`
	As         string   `json:"as"` // the seat whose client this is; empty for the GM
	Seats      []Seat   `json:"seats"`
	Operations []string `json:"operations"`
}

// Pushed is what a client is told without asking: a step with its tale, or the question that the table is asked now. A
// server also pushes proposals, and why a stream ends.
type Pushed struct {
	Event    string            `json:"event"`           // EventStep or one of those beside it
	Fight    string            `json:"fight,omitempty"` // in a stream of all fights: which
	Step     *rules.Step       `json:"step,omitempty"`
	Tale     []narrate.Line    `json:"tale,omitempty"`
	Question *session.Question `json:"question,omitempty"`
	Proposal *session.Proposal `json:"proposal,omitempty"` // for the question
	// Steps is sent by a server with a question or proposal: after how many steps it is asked.
	Steps *int   `json:"steps,omitempty"`
	Error *Fault `json:"error,omitempty"` // of the events end and gap: why
}

// Lines serves a session to one program. It reads one request per line from in, and writes to out a response with the
// same id and every step and question. A wrong request gets an error as its response. Lines returns at the end of in,
// when out cannot be written, or when the context is done.
func Lines(ctx context.Context, client session.Client, in io.Reader, out io.Writer) error {
	return (&pipe{client: client, in: in, out: out}).serve(ctx)
}

// pipe is the state of [Lines]: the session, and what the client at the other end has been told.
type pipe struct {
	client session.Client
	in     io.Reader
	out    io.Writer
	last   int // the id of the last request
	steps  *session.Follower
}

// serve answers requests one after the other until in ends. The program plays on at the beginning and after each
// request that made a step, so that the client is always told what is asked.
func (p *pipe) serve(ctx context.Context) error {
	if err := p.greet(); err != nil {
		return err
	}
	if err := p.playOn(ctx); err != nil {
		return err
	}
	lines := readLines(p.in)
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

// greet writes the greeting. Only the GM is told the seed, from which the dice to come follow. Steps of a
// record that is resumed are not pushed again: the program follows the session from its last step on.
func (p *pipe) greet() error {
	g := greeting{Event: "hello", Protocol: version, Title: p.client.Title(), System: p.client.System().Name,
		Seed: p.client.Seed(), Record: p.client.RecordPath(), As: p.client.As}
	if p.client.As != "" {
		g.Seed = 0
	}
	g.Seats = Seats(p.client.Session)
	for _, o := range session.Operations() {
		if p.client.May(o) {
			g.Operations = append(g.Operations, o.Name)
		}
	}
	var err error
	if p.steps, err = p.client.Follow(p.client.StepCount()); err != nil {
		return err
	}
	return WriteLine(p.out, g)
}

// answer answers one request. The steps that it made are pushed before the response, so that a client which
// waits for the response has them all; then the program plays on.
func (p *pipe) answer(ctx context.Context, line requestLine) error {
	req, err := p.read(line)
	var out any
	if err == nil {
		out, err = p.client.Call(ctx, req.Op, req.In)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return WriteLine(p.out, response{ID: req.ID, Error: &FaultsOf(err)[0]})
	}
	if err := errors.Join(p.push(), WriteLine(p.out, response{ID: req.ID, Out: out})); err != nil {
		return err
	}
	if _, made := out.(session.StepsMade); made {
		return p.playOn(ctx)
	}
	return nil
}

// read decodes a request and checks its id and version. Ids must rise, so that a client that mixes up its
// answers gets an error. Such a response has no id.
func (p *pipe) read(line requestLine) (req request, err error) {
	if line.long {
		return req, NewError(TooLarge, "a request is longer than 1 MiB", "at most 1 MiB on one line")
	}
	dec := json.NewDecoder(bytes.NewReader(line.text))
	dec.DisallowUnknownFields()
	err = dec.Decode(&req)
	switch id := req.ID; {
	case err == nil && dec.More():
		err = NewError(BadRequest, "a line holds more than a request", "one JSON object")
	case err != nil: // last stays: a line that cannot be read uses up no id
		return req, NewError(BadRequest, "a line is no request: "+session.DecoderMessage(err),
			`one JSON object with id, op and in, as in {"id":1,"op":"options"}`)
	case int64(id) > idMax:
		req.ID = 0
		return req, NewError(BadRequest, fmt.Sprintf("the id is %d", id),
			fmt.Sprintf("a whole number up to %d", int64(idMax)))
	case id < 1:
		req.ID = 0
		return req, NewError(BadRequest, "the request has no id, or one below 1",
			fmt.Sprintf("a whole number above %d", p.last))
	case id <= p.last:
		req.ID = 0
		return req, NewError(BadRequest, fmt.Sprintf("the id %d was used before, or is below one that was", id),
			fmt.Sprintf("a whole number above %d", p.last))
	case req.Protocol != 0 && req.Protocol != version:
		err = NewError(BadVersion, fmt.Sprintf("the protocol has no version %d", req.Protocol), fmt.Sprint(version))
	default:
		err = session.CheckMembers(reflect.TypeFor[request](), line.text)
	}
	p.last = max(p.last, req.ID)
	return req, err
}

// playOn plays until somebody at the table is asked, pushes every step as soon as it stands, and then the
// question. Also at the end of the fight there is a question, of the kind over.
func (p *pipe) playOn(ctx context.Context) error {
	err := p.client.Run(ctx, func(rules.Step) error { return p.push() })
	if err != nil && !errors.Is(err, session.ErrAsked) {
		return err
	}
	q := p.client.Question()
	return WriteLine(p.out, Pushed{Event: EventQuestion, Question: &q})
}

// push writes the steps that the program has not been told yet, without what it may not know.
func (p *pipe) push() error {
	for _, h := range p.steps.NewSteps() {
		if err := WriteLine(p.out, Pushed{Event: EventStep, Step: &h.Step, Tale: h.Tale}); err != nil {
			return err
		}
	}
	return nil
}

// WriteLine writes a value as JSON on one line.
func WriteLine(out io.Writer, v any) error { return writeJSON(out, v, "") }

// WriteObject writes a value as indented JSON.
func WriteObject(out io.Writer, v any) error { return writeJSON(out, v, "  ") }

// writeJSON writes a value as JSON. It leaves < and > readable, for many decisions have them, and escapes what
// does not print: the output may go to a terminal.
func writeJSON(out io.Writer, v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := out.Write(text.EscapeJSON(b.Bytes()))
	return err
}

// requestLine is one line of input, or only the fact that it was too long.
type requestLine struct {
	text []byte
	long bool
}

// readLines returns a channel of the lines of an input that are not empty; it is closed at the end of the
// input. Reading has a goroutine of its own, because a read from a pipe cannot be cancelled by a context.
// The goroutine stays behind if the context ends first.
func readLines(in io.Reader) <-chan requestLine {
	lines := make(chan requestLine)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, 1<<16)
		for {
			line, long, err := ReadLine(r, requestMax)
			if long || len(bytes.TrimSpace(line)) > 0 {
				lines <- requestLine{line, long}
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

// ReadLine reads the next line. If it has more than maxBytes bytes, long is true and the rest is dropped, so that the
// next call begins with the next line and no line fills the memory.
func ReadLine(r *bufio.Reader, maxBytes int) (line []byte, long bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxBytes; !long {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}

// Names of events. A stream of all fights has no proposals.
const (
	EventStep     = "step"     // each step once, in order
	EventQuestion = "question" // whenever it has changed
	EventProposal = "proposal" // when it is ready, to the GM alone
	EventEnd      = "end"      // the last of a fight: it was deleted, the link revoked, or the server is stopping
	EventGap      = "gap"      // in a stream of all fights: events were left out
)
