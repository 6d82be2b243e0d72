package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"reflect"
	"strconv"
	"strings"
	"time"

	vm "github.com/VictoriaMetrics/metrics"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

const (
	eventsRoute    = "GET /fights/{id}/events"
	allEventsRoute = "GET /events"
	operationRoute = "POST /fights/{id}/{operation}"
)

// isStream reports whether a route, with the version prefix or without, answers with a stream of events.
// Streams have no deadline, take tickets, and are not timed.
func isStream(pattern string) bool {
	pattern = strings.Replace(pattern, versionPrefix, "", 1)
	return pattern == eventsRoute || pattern == allEventsRoute
}

// Handler answers a request. An error that it returns is the answer instead, see [WriteProblem].
type Handler = func(http.ResponseWriter, *http.Request) error

// WithInput returns a handler that takes a T from the request with input, such as the access of its key or
// the fields of its form, and passes it to answer. If input returns an error, that is the answer.
func WithInput[T any](input func(*http.Request) (T, error), answer func(http.ResponseWriter, *http.Request, T) error) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		t, err := input(r)
		if err != nil {
			return err
		}
		return answer(w, r, t)
	}
}

// localOnly returns a handler that calls answer for requests of this machine; for others there is nothing at
// the path. Metrics and the like are for whoever runs the server.
func (s *Server) localOnly(answer Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if !IsLocal(r) {
			return s.noPath(w, r)
		}
		return answer(w, r)
	}
}

// accessToFight returns the access that the key of a request gives to the fight in its path.
func (s *Server) accessToFight(r *http.Request) (Access, error) {
	return s.Authorize(r, r.PathValue("id"))
}

// mountRoutes mounts all routes, with the prefix of the version and without it, and what answers at other paths.
func (s *Server) mountRoutes() {
	all := append(s.routes(),
		route{pattern: operationRoute, handle: WithInput(s.accessToFight, s.operation)},
		route{pattern: "/", handle: s.noPath})
	for _, r := range all {
		handle := func(w http.ResponseWriter, req *http.Request) {
			w.Header().Set("Kokyu-Version", strconv.Itoa(version))
			if !isStream(r.pattern) {
				// Reading the request, a search, and waits before and after it, in which the program plays on. The response of a
				// test has no deadlines; its error does not matter.
				deadline := time.Now().Add(readTimeout + 3*s.fights.options.MaxThinkTime)
				_ = http.NewResponseController(w).SetWriteDeadline(deadline)
			}
			if err := r.handle(w, req); err != nil {
				if req.Context().Err() != nil {
					return // the client has gone
				}
				code := CodeOf(err)
				if StatusOf(code) >= http.StatusInternalServerError && code != Stopping && code != session.Cancelled {
					s.fights.options.Log.Error("a request failed", "route", r.pattern, "err", err)
				}
				WriteProblem(w, err)
			}
		}
		s.mux.HandleFunc(r.pattern, handle)
		if r.pattern != "/" {
			s.mux.HandleFunc(strings.Replace(r.pattern, " ", " "+versionPrefix, 1), handle)
		}
	}
}

// BeginResponse is the answer to a new fight.
type BeginResponse struct {
	FightLinks
	Path string `json:"path"` // of the fight on this server
}

// begin begins a fight from the encounter in the body, which may be YAML. With an Idempotency-Key it begins
// one fight, however often the request is sent.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) error {
	if err := s.mayBegin(r); err != nil {
		return err
	}
	sent, err := readBody(r)
	if err != nil {
		return err
	}
	terms, err := termsOf(r)
	if err != nil {
		return err
	}
	var in Begin
	if strings.Contains(r.Header.Get("Content-Type"), "yaml") {
		// Without a newline a body of one line would be the name of a built-in encounter.
		in.Text = new(string(sent) + "\n")
	} else if in, err = decodeBody[Begin](sent); err != nil {
		return err
	}
	b, again, err := s.openings.once(r.Header.Get("Authorization"), terms.Key, hashOf(r.Header.Get("Content-Type"), string(sent)),
		func() (FightLinks, error) { return s.fights.BeginAndPlay(r.Context(), in) })
	if err != nil {
		return err
	}
	if again {
		w.Header().Set("Idempotency-Replayed", "true")
	}
	path := strings.TrimSuffix(r.URL.Path, "/") + "/" + b.ID
	w.Header().Set("Location", path)
	return send(w, http.StatusCreated, BeginResponse{b, publicURLOf(r).base + path})
}

// fightView is the answer to a question about a fight, with the role and the seat of the link that asked.
type fightView struct {
	Brief
	Role Role   `json:"role"`
	Seat string `json:"seat,omitempty"`
	Asks bool   `json:"asks,omitempty" jsonschema:"the key may only ask: call what makes no step"`

	Combatants []Combatant `json:"combatants"` // with which it began
}

// view answers what a fight is, and what the link that asks opens it as. The fight is not loaded for that.
func (s *Server) view(_ *http.Request, a Access, _ noBody) (v fightView, err error) {
	b, err := s.fights.Brief(a.Fight)
	if err != nil {
		return v, err
	}
	d, err := s.fights.desk(a.Fight)
	if err != nil {
		return v, err
	}
	combatants := append([]Combatant{}, d.head.Combatants...) // as JSON a list, not null, also of a fight of an older version
	return fightView{b, a.Role, a.Seat, a.Asks, combatants}, nil
}

func (s *Server) remove(_ *http.Request, a Access, _ noBody) (noBody, error) {
	return noBody{}, s.fights.Delete(a)
}

type linkList struct {
	Links []Link `json:"links"`
}

func (s *Server) listLinks(_ *http.Request, a Access, _ noBody) (linkList, error) {
	links, err := s.fights.Links(a)
	return linkList{links}, err
}

type linkRequest struct {
	Role Role   `json:"role"`
	Seat string `json:"seat,omitempty"`
}

func (s *Server) makeLink(r *http.Request, a Access, in linkRequest) (Link, error) {
	return s.fights.Link(r.Context(), a, in.Role, in.Seat)
}

func (s *Server) revokeLink(r *http.Request, a Access, _ noBody) (noBody, error) {
	return noBody{}, s.fights.Revoke(r.Context(), a, r.PathValue("link"))
}

type keyList struct {
	Keys []lastingKey `json:"keys"`
}

type lastingKeyRequest struct {
	Name  string    `json:"name" jsonschema:"what it is for"`
	Scope keyScope  `json:"scope" jsonschema:"watch; propose: ask all that the GM may; seat; gm"`
	Seat  string    `json:"seat,omitempty" jsonschema:"of the scope seat: the combatant, wherever one has this name"`
	Fight string    `json:"fight,omitempty" jsonschema:"the only fight that it opens; default: all"`
	Until time.Time `json:"until,omitzero" jsonschema:"when it ends; default: never"`
}

// ownerOf returns the owner as the sender of a request, or an error if the request does not have the
// owner's key. Also on this machine the key is needed: lasting keys outlive the program that asks for them.
func (s *Server) ownerOf(r *http.Request) (b bearer, err error) {
	if !s.IsOwner(KeyOf(r)) {
		return b, NewError(session.NotYours, "keys and origins are the owner's", "the owner's link, which kokyu serve prints when it starts")
	}
	return bearer{s.fights, ownersName}, nil
}

func (s *Server) listKeys(*http.Request, bearer, noBody) (keyList, error) {
	return keyList{s.fights.lasting.list()}, nil
}

func (s *Server) makeKey(_ *http.Request, _ bearer, in lastingKeyRequest) (lastingKey, error) {
	return s.fights.lasting.make(keyTerms(in))
}

func (s *Server) revokeKey(r *http.Request, _ bearer, _ noBody) (noBody, error) {
	return noBody{}, s.fights.revokeLasting(r.Context(), r.PathValue("key"))
}

// PathOf returns an operation's name as paths have it: "dice-again" for "dice again". No name has a hyphen itself.
func PathOf(operation string) string { return strings.ReplaceAll(operation, " ", "-") }

// operation calls the operation of [session.Operations] that the path names, with the body as its input.
func (s *Server) operation(w http.ResponseWriter, r *http.Request, a Access) error {
	in, err := readBody(r)
	if err != nil {
		return err
	}
	if in = bytes.TrimSpace(in); len(in) > 0 && !json.Valid(in) {
		return NewError(BadRequest, "the body is no JSON", "one JSON object")
	}
	terms, err := termsOf(r)
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(r.PathValue("operation"), "-", " ")
	out, err := s.fights.CallAndPlay(r.Context(), a, name, json.RawMessage(in), terms)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", strconv.Quote(strconv.Itoa(out.Steps)))
	if out.Again {
		w.Header().Set("Idempotency-Replayed", "true")
	}
	return send(w, http.StatusOK, out.Out)
}

const idempotencyKeyMax = 200

// termsOf returns the conditions in the headers Idempotency-Key and If-Match of a request. The ETag of an
// answer is the number of steps of the fight: sent back in If-Match it says what the client knows of.
func termsOf(r *http.Request) (t Terms, err error) {
	if t.Key = r.Header.Get("Idempotency-Key"); len(t.Key) > idempotencyKeyMax {
		return t, NewError(BadRequest, "the Idempotency-Key is too long", fmt.Sprintf("at most %d characters", idempotencyKeyMax))
	}
	match := strings.TrimPrefix(r.Header.Get("If-Match"), "W/")
	if match == "" || match == "*" {
		return t, nil
	}
	n, err := strconv.Atoi(strings.Trim(match, `"`))
	if err != nil || n < 0 {
		return t, NewError(BadRequest, "If-Match is "+text.Quote(match), `the ETag of an answer: the number of steps that the client knows of, as in "12"`)
	}
	t.At = &n
	return t, nil
}

// record sends the record as it is on disk, to the GM alone: it holds secret decisions and the seed of the dice.
func (s *Server) record(w http.ResponseWriter, r *http.Request, a Access) error {
	if a.Role != GM {
		return NewError(session.NotYours, "the record is the GM's, not "+a.holder()+"'s", "events, which has what each may know")
	}
	data, err := s.fights.Record(r.Context(), a)
	if err != nil {
		return err
	}
	return sendText(w, http.StatusOK, "application/x-ndjson", data)
}

func (s *Server) position(w http.ResponseWriter, r *http.Request) error {
	return s.show(w, r, "position", nil, func(out any) error {
		return sendText(w, http.StatusOK, "application/yaml", []byte(out.(session.Position).Position))
	})
}

// show calls an operation that changes nothing and passes its output to answer, which sends it. If the client
// has the present answer already (If-None-Match), it gets only that it still stands.
func (s *Server) show(w http.ResponseWriter, r *http.Request, op string, in any, answer func(out any) error) error {
	a, err := s.accessToFight(r)
	if err != nil {
		return err
	}
	out, err := s.fights.Call(r.Context(), a, op, in, Terms{})
	if err != nil {
		return err
	}
	tag := strconv.Quote(strconv.Itoa(out.Steps))
	w.Header().Set("ETag", tag)
	for known := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if known = strings.TrimPrefix(strings.TrimSpace(known), "W/"); known == tag || known == "*" {
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	return answer(out.Out)
}

type oddsRequest struct {
	Expr string `json:"expr" jsonschema:"a question, as in 2d10+5 >= 14"`
}

// odds answers a question about dice. It takes turns with searches: the exact odds of many exploding dice take time.
func (s *Server) odds(r *http.Request, _ bearer, in oddsRequest) (out dice.Answer, err error) {
	err = s.fights.RunSearch(r.Context(), r.Header.Get("Authorization"), func(context.Context) (err error) {
		out, err = s.fights.Catalogue().Odds(in.Expr)
		return err
	})
	return out, err
}

// adviseRequest asks what is best in a position.
type adviseRequest struct {
	Position string `json:"position" jsonschema:"a built-in encounter by its name, or the text of an encounter or position"`
	Seat     string `json:"seat,omitempty" jsonschema:"whose next decision; default: whoever decides next"`
	Nodes    int    `json:"nodes,omitempty" least:"1" jsonschema:"how far to search; default: as for a proposal"`
}

// advise answers what is best in a position. If another seat is asked about, the program first plays on until it
// decides. With a number of nodes there is no limit of time but that of every search, so that the same question has the
// same answer.
func (s *Server) advise(r *http.Request, _ bearer, in adviseRequest) (out agent.Advice, err error) {
	limits := s.fights.limits()
	switch {
	case in.Nodes > nodesMax:
		return out, problem(fmt.Sprintf("nodes is %d", in.Nodes), fmt.Sprintf("1 to %d", nodesMax))
	case in.Nodes > 0:
		limits.Nodes, limits.Time = in.Nodes, 0
	}
	name, data, err := s.fights.encounterOf(Begin{Text: &in.Position, Seed: 1})
	if err != nil {
		return out, err
	}
	f, err := RunShort(r.Context(), s.fights, r.Header.Get("Authorization"), func() (*fight.Fight, error) {
		return s.fights.Catalogue().NewFight(name, data, agent.Setup{})
	})
	if err != nil {
		return out, err
	}
	seat := rules.Nobody
	if in.Seat != "" {
		if seat, err = rules.SeatNamed(f.Roster(), in.Seat); err != nil {
			return out, err
		}
	}
	err = s.fights.RunSearch(r.Context(), r.Header.Get("Authorization"), func(ctx context.Context) (err error) {
		if _, err := agent.PlayUntil(ctx, f, seat, limits); err != nil {
			return err
		}
		turn := f.Turn()
		if turn.Kind != rules.Decide && turn.Kind != rules.Commit {
			return NewError(session.NotNow, "nobody decides there", "a position where somebody does")
		}
		out, err = agent.AdviseAs(ctx, f, limits, f.Roster()[turn.Seat].Character, func(fight.Option) bool { return false })
		return err
	})
	return out, err
}

// apply answers with the position after a decision or dice. The server keeps nothing of it.
func (s *Server) apply(r *http.Request, _ bearer, in session.Apply) (session.ApplyResult, error) {
	return RunShort(r.Context(), s.fights, r.Header.Get("Authorization"), func() (session.ApplyResult, error) {
		return s.applier.Apply(in)
	})
}

type checkRequest struct {
	Name string `json:"name,omitempty" jsonschema:"what messages call the file"`
	Text string `json:"text,omitempty" jsonschema:"an encounter, a catalogue file or a record"`
}

// checkResponse is what a file is and what is wrong with it.
type checkResponse struct {
	Kind   string  `json:"kind"` // encounter, catalogue, record
	Errors []Fault `json:"errors"`
}

// check answers what is wrong with a file. Mistakes are its answer, not an error.
func (s *Server) check(r *http.Request, _ bearer, in checkRequest) (checkResponse, error) {
	return RunShort(r.Context(), s.fights, r.Header.Get("Authorization"), func() (checkResponse, error) {
		kind, err := s.fights.Catalogue().Check(cmp.Or(in.Name, "file"), []byte(in.Text))
		faults := []Fault{} // none, as JSON: a list and not null
		if err != nil {
			faults = FaultsOf(err)
		}
		return checkResponse{kind, faults}, nil
	})
}

// healthz answers that the program runs, for whoever would restart it otherwise.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) error {
	return sendText(w, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
}

// readyz answers whether the server takes requests: no longer once it is stopping.
func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) error {
	if s.fights.ctx.Err() != nil {
		return s.fights.stoppedError()
	}
	return sendText(w, http.StatusOK, "text/plain; charset=utf-8", []byte("ready\n"))
}

func (s *Server) serveMetrics(w http.ResponseWriter, _ *http.Request) error {
	var b bytes.Buffer
	s.metrics.WritePrometheus(&b)
	vm.WriteProcessMetrics(&b)
	return sendText(w, http.StatusOK, "text/plain; version=0.0.4; charset=utf-8", b.Bytes())
}

// acceptsMethod reports whether the path of a request takes a method. The pattern of operations has a wildcard, so that
// it matches every name; a path that names no operation takes no method.
func (s *Server) acceptsMethod(r *http.Request, method string) bool {
	other := r.Clone(r.Context())
	other.Method = method
	_, pattern := s.mux.Handler(other)
	if pattern == operationRoute || pattern == strings.Replace(operationRoute, " ", " "+versionPrefix, 1) {
		_, err := session.OperationNamed(strings.ReplaceAll(path.Base(r.URL.Path), "-", " "))
		return err == nil
	}
	return strings.HasPrefix(pattern, method+" ")
}

// noPath answers for unknown paths, and for methods that a path does not take; the error of the latter
// lists the methods that it does. Whoever may not use the server learns no paths.
func (s *Server) noPath(w http.ResponseWriter, r *http.Request) error {
	var methods []string
	for _, m := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		if m != r.Method && s.acceptsMethod(r, m) {
			methods = append(methods, m)
		}
	}
	if _, err := s.senderOf(r); err != nil || len(methods) == 0 {
		return NewError(UnknownPath, "nothing is at this path", "a path that /openapi.json lists")
	}
	// HEAD is answered as GET, without the body.
	w.Header().Set("Allow", strings.Replace(strings.Join(methods, ", "), "GET", "GET, HEAD", 1))
	return NewError(WrongMethod, "the path does not take "+text.Quote(r.Method), strings.Join(methods, " or "))
}

// route is a path of the server with a method: who answers it, and its description in the OpenAPI 3.1 document. Both
// have the same Go types, so that what is answered is what is described.
type route struct {
	id            string // of the operation, a verb and what it is done to
	pattern       string
	summary       string
	handle        Handler      // nil if the handler of another pattern answers
	in, out       reflect.Type // of the bodies; nil for none
	status        int          // of an answer that is no error; 0: 200
	mediaType     string       // of the answer, if not JSON
	parameters    []string     // of the request, names in parameterDocs
	withoutLink   bool         // whether it needs no link on the server's own machine
	answerHeaders []string     // names in answerHeaderDocs
	example       example
}

// example is a request and, if it is always the same, its answer.
type example struct{ in, out string }

// noBody is the body of a request or an answer that has none.
type noBody struct{}

// newJSONRoute returns a route whose requests and answers are JSON. sender returns whose request it is, or
// the error that is the answer instead; answer carries the request out. A request without a body has the
// input noBody, and an answer without one the output noBody and the status 204.
func newJSONRoute[Sender, In, Out any](of route, sender func(*http.Request) (Sender, error),
	answer func(*http.Request, Sender, In) (Out, error)) route {
	if in := reflect.TypeFor[In](); in != reflect.TypeFor[noBody]() {
		of.in = in
	}
	if of.out = reflect.TypeFor[Out](); of.out == reflect.TypeFor[noBody]() {
		of.out, of.status = nil, http.StatusNoContent
	}
	of.handle = WithInput(sender, func(w http.ResponseWriter, r *http.Request, who Sender) error {
		var in In
		var err error
		if of.in != nil {
			if in, err = readJSON[In](r); err != nil {
				return err
			}
		}
		out, err := answer(r, who, in)
		switch {
		case err != nil:
			return err
		case of.out == nil:
			w.WriteHeader(of.status)
			return nil
		}
		return send(w, cmp.Or(of.status, http.StatusOK), out)
	})
	return of
}
