package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// The routes of streams.
const (
	eventsRoute    = "GET /fights/{id}/events"
	allEventsRoute = "GET /events"
)

// isStream reports whether a route is one of streams.
func isStream(pattern string) bool {
	pattern = strings.Replace(pattern, stable, "", 1)
	return pattern == eventsRoute || pattern == allEventsRoute
}

// Handler answers a request, or returns what is wrong with it.
type Handler = func(http.ResponseWriter, *http.Request) error

// WithInput returns a handler that first takes a T from the request, such as the asker's access or the body, and passes it to answer. If
// that fails answer is not called.
func WithInput[T any](of func(*http.Request) (T, error), answer func(http.ResponseWriter, *http.Request, T) error) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		t, err := of(r)
		if err != nil {
			return err
		}
		return answer(w, r, t)
	}
}

// bodyOf returns a function for WithInput that checks with may whether the request is allowed, and then decodes its body.
func bodyOf[In any](may func(*http.Request) error) func(*http.Request) (In, error) {
	return func(r *http.Request) (in In, err error) {
		if err = may(r); err == nil {
			in, err = read[In](r)
		}
		return in, err
	}
}

// ifAllowed returns a handler that calls answer if may returns no error.
func ifAllowed(may func(*http.Request) error, answer Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := may(r); err != nil {
			return err
		}
		return answer(w, r)
	}
}

// ifLocal returns a handler that calls answer for requests of this machine; for others the path does not exist.
func (s *Server) ifLocal(answer Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if !IsLocal(r) {
			return s.nothing(w, r)
		}
		return answer(w, r)
	}
}

// fightOf returns the access that the key of a request gives to the fight in its path.
func (s *Server) fightOf(r *http.Request) (Access, error) { return s.Authorize(r, r.PathValue("id")) }

// stable is the prefix of the paths of this version of the server. The same paths without it answer as long as there is no other version.
var stable = "/v" + strconv.Itoa(version)

// withVersion returns a pattern with the prefix.
func withVersion(pattern string) string {
	method, path, _ := strings.Cut(pattern, " ")
	return method + " " + stable + path
}

func (s *Server) routes() {
	anybody := func(r *http.Request) error { return s.mayUse(r, false) }
	for _, r := range []struct {
		pattern string
		handle  Handler
	}{
		{"POST /fights", s.begin},
		{"GET /fights", WithInput(s.bearerOf, s.list)},
		{"GET /fights/{id}", WithInput(s.fightOf, s.brief)},
		{"DELETE /fights/{id}", WithInput(s.fightOf, s.remove)},
		{"GET /fights/{id}/links", WithInput(s.fightOf, s.listLinks)},
		{"POST /fights/{id}/links", WithInput(s.fightOf, s.makeLink)},
		{"DELETE /fights/{id}/links/{link}", WithInput(s.fightOf, s.revokeLink)},
		{eventsRoute, s.events},
		{allEventsRoute, WithInput(s.watcherOf, s.allEvents)},
		{"GET /fights/{id}/record", WithInput(s.fightOf, s.record)},
		{"GET /fights/{id}/tale", s.tale},
		{"GET /fights/{id}/position", s.position},
		{"POST /fights/{id}/{operation}", WithInput(s.fightOf, s.operation)},
		{"POST /tickets", WithInput(s.bearerOf, s.ticket)},
		{"GET /keys", ifAllowed(s.requireOwner, s.listKeys)},
		{"POST /keys", WithInput(bodyOf[LastingKeyRequest](s.requireOwner), s.makeKey)},
		{"DELETE /keys/{key}", ifAllowed(s.requireOwner, s.revokeKey)},
		{"GET /origins", ifAllowed(s.requireOwner, s.listOrigins)},
		{"POST /origins", WithInput(bodyOf[OriginRequest](s.requireOwner), s.allowOrigin)},
		{"DELETE /origins/{origin}", ifAllowed(s.requireOwner, s.forbidOrigin)},
		{"POST /odds", WithInput(bodyOf[OddsRequest](anybody), s.odds)},
		{"POST /advise", WithInput(bodyOf[AdviseRequest](anybody), s.advise)},
		{"POST /apply", WithInput(bodyOf[session.Apply](anybody), s.apply)},
		{"POST /check", WithInput(bodyOf[CheckRequest](anybody), s.check)},
		{"GET /openapi.json", ifAllowed(anybody, s.openapi)},
		{"GET /healthz", s.ifLocal(s.healthz)},
		{"GET /readyz", s.ifLocal(s.readyz)},
		{"GET /metrics", s.ifLocal(s.serveMetrics)},
		{"/", s.nothing},
	} {
		handle := func(w http.ResponseWriter, req *http.Request) {
			w.Header().Set("Kokyu-Version", strconv.Itoa(version))
			if !isStream(r.pattern) {
				_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(readTimeout + s.fights.o.MaxThinkTime)) // a recorder of a test has no deadlines
			}
			if err := r.handle(w, req); err != nil {
				if req.Context().Err() != nil {
					return // whoever asked has gone: there is nobody to answer
				}
				if code := CodeOf(err); StatusOf(code) >= http.StatusInternalServerError && code != Stopping && code != session.Cancelled {
					s.o.Log.Error("a request failed", "route", r.pattern, "err", err)
				}
				WriteProblem(w, err)
			}
		}
		s.mux.HandleFunc(r.pattern, handle)
		if r.pattern != "/" {
			s.mux.HandleFunc(withVersion(r.pattern), handle)
		}
	}
}

// send answers with a value as JSON.
func send(w http.ResponseWriter, status int, v any) error {
	var b bytes.Buffer
	if err := Line(&b, v); err != nil {
		return coded{err, Failed}
	}
	return sendText(w, status, "application/json", b.Bytes())
}

// answer sends what a call returned, as JSON or with no content, unless that is an error.
func answer(w http.ResponseWriter, status int, out any, err error) error {
	switch {
	case err != nil:
		return err
	case status == http.StatusNoContent:
		w.WriteHeader(status)
		return nil
	}
	return send(w, status, out)
}

// sendText answers with a text of a media type that no browser may keep or take for another one.
func sendText(w http.ResponseWriter, status int, kind string, body []byte) error {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body) // whoever asked may be gone
	return nil
}

// body reads a body whole.
func body(r *http.Request) ([]byte, error) {
	b, err := io.ReadAll(r.Body)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, codedError(TooLarge, "the body is too large", fmt.Sprintf("at most %d bytes", bodyMax))
	}
	if err != nil {
		return nil, codedError(BadRequest, "the body cannot be read", "a whole one")
	}
	return b, nil
}

// read reads the body of a request as one JSON object; an empty body is the empty object.
func read[T any](r *http.Request) (in T, err error) {
	b, err := body(r)
	if err != nil {
		return in, err
	}
	return decodeBody[T](b)
}

// decodeBody does what read does with a body that was read before.
func decodeBody[T any](b []byte) (in T, err error) {
	if len(bytes.TrimSpace(b)) == 0 {
		return in, nil
	}
	if key := text.DoubledKey(b); key != "" {
		return in, codedError(session.BadInput, key+" is there twice", "it once")
	}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&in); err != nil {
		return in, notJSON(err)
	}
	if dec.More() {
		return in, codedError(BadRequest, "the body holds more than one JSON object", "one")
	}
	return in, nil
}

// notJSON returns the problem of a body that the decoder refuses.
func notJSON(err error) error {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return codedError(session.BadInput, fmt.Sprintf("%q holds a %s", e.Field, e.Value), "the form that /openapi.json describes")
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return codedError(session.BadInput, "the field "+field+" is unknown", "the form that /openapi.json describes")
	}
	return codedError(BadRequest, "the body is no JSON", "one JSON object")
}

// BeginResponse is the answer to a new fight.
type BeginResponse struct {
	FightLinks
	Path string `json:"path"` // of the fight on this server
}

// begin begins a fight.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) error {
	if err := s.mayUse(r, true); err != nil {
		return err
	}
	sent, err := body(r)
	if err != nil {
		return err
	}
	terms, err := termsOf(r)
	if err != nil {
		return err
	}
	var in Begin
	if strings.Contains(r.Header.Get("Content-Type"), "yaml") {
		in.Text = new(string(sent) + "\n") // with a newline a body of one line is a text, too: without one it would be the name of a built-in encounter
	} else if in, err = decodeBody[Begin](sent); err != nil {
		return err
	}
	b, again, err := s.begun.once(r.Context(), r.Header.Get("Authorization"), terms.Key, digest(r.Header.Get("Content-Type"), string(sent)),
		func() (FightLinks, error) { return s.fights.New(r.Context(), in) })
	if err != nil {
		return err
	}
	if again {
		w.Header().Set("Idempotency-Replayed", "true")
	}
	path := strings.TrimSuffix(r.URL.Path, "/") + "/" + b.ID
	w.Header().Set("Location", path)
	return send(w, http.StatusCreated, BeginResponse{b, reachOf(r).base + path})
}

// FightView is a fight as the holder of a link has it, with the role and the seat of the link.
type FightView struct {
	Brief
	Role Role   `json:"role"`
	Seat string `json:"seat,omitempty"`

	Combatants []Combatant `json:"combatants"` // with which it began
}

func (s *Server) brief(w http.ResponseWriter, r *http.Request, a Access) error {
	b, err := s.fights.Brief(a.Fight)
	if err != nil {
		return err
	}
	who, err := s.fights.Combatants(a.Fight)
	return answer(w, http.StatusOK, FightView{b, a.Role, a.Seat, who}, err)
}

func (s *Server) remove(w http.ResponseWriter, r *http.Request, a Access) error {
	return answer(w, http.StatusNoContent, nil, s.fights.Delete(r.Context(), a))
}

// Links is a list of links.
type Links struct {
	Links []Link `json:"links"`
}

func (s *Server) listLinks(w http.ResponseWriter, r *http.Request, a Access) error {
	links, err := s.fights.Links(a)
	return answer(w, http.StatusOK, Links{links}, err)
}

// LinkRequest is a link to make.
type LinkRequest struct {
	Role Role   `json:"role"`
	Seat string `json:"seat,omitempty"`
}

func (s *Server) makeLink(w http.ResponseWriter, r *http.Request, a Access) error {
	in, err := read[LinkRequest](r)
	if err != nil {
		return err
	}
	l, err := s.fights.Link(r.Context(), a, in.Role, in.Seat)
	return answer(w, http.StatusCreated, l, err)
}

func (s *Server) revokeLink(w http.ResponseWriter, r *http.Request, a Access) error {
	return answer(w, http.StatusNoContent, nil, s.fights.Revoke(r.Context(), a, r.PathValue("link")))
}

// Keys is a list of lasting keys.
type Keys struct {
	Keys []LastingKey `json:"keys"`
}

// LastingKeyRequest is a lasting key to make.
type LastingKeyRequest struct {
	Name  string    `json:"name" jsonschema:"what it is for"`
	Scope Scope     `json:"scope" jsonschema:"watch; propose: ask all that the GM may; seat; gm"`
	Seat  string    `json:"seat,omitempty" jsonschema:"of the scope seat: the combatant, wherever one has this name"`
	Fight string    `json:"fight,omitempty" jsonschema:"the only fight that it opens; default: all"`
	Until time.Time `json:"until,omitzero" jsonschema:"when it ends; default: never"`
}

// requireOwner returns an error unless the request has the owner's key.
func (s *Server) requireOwner(r *http.Request) error {
	if key, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); !s.IsOwner(key) {
		return codedError(session.NotYours, "keys and origins are the owner's", "the owner's link, which kokyu serve prints when it starts")
	}
	return nil
}

func (s *Server) listKeys(w http.ResponseWriter, _ *http.Request) error {
	return send(w, http.StatusOK, Keys{s.fights.lasting.list()})
}

func (s *Server) makeKey(w http.ResponseWriter, _ *http.Request, in LastingKeyRequest) error {
	k, err := s.fights.lasting.make(LastingKey{Name: in.Name, Scope: in.Scope, Seat: in.Seat, Fight: in.Fight, Until: in.Until})
	return answer(w, http.StatusCreated, k, err)
}

func (s *Server) revokeKey(w http.ResponseWriter, r *http.Request) error {
	return answer(w, http.StatusNoContent, nil, s.fights.RevokeLasting(r.Context(), r.PathValue("key")))
}

// PathOf returns how paths write the name of an operation: "dice-again".
func PathOf(operation string) string { return strings.ReplaceAll(operation, " ", "-") }

// operationOf returns the operation that a path names. No name of one has a hyphen.
func operationOf(path string) string { return strings.ReplaceAll(path, "-", " ") }

// operation calls an operation of the table.
func (s *Server) operation(w http.ResponseWriter, r *http.Request, a Access) error {
	in, err := body(r)
	if err != nil {
		return err
	}
	if in = bytes.TrimSpace(in); len(in) > 0 && !json.Valid(in) {
		return codedError(BadRequest, "the body is no JSON", "one JSON object")
	}
	terms, err := termsOf(r)
	if err != nil {
		return err
	}
	out, err := s.fights.Call(r.Context(), a, operationOf(r.PathValue("operation")), json.RawMessage(in), terms)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", strconv.Quote(strconv.Itoa(out.Steps)))
	if out.Again {
		w.Header().Set("Idempotency-Replayed", "true")
	}
	return send(w, http.StatusOK, out.Out)
}

// keyMax is the longest Idempotency-Key.
const keyMax = 200

// termsOf returns the conditions that the headers of a request say.
func termsOf(r *http.Request) (t Terms, err error) {
	if t.Key = r.Header.Get("Idempotency-Key"); len(t.Key) > keyMax {
		return t, codedError(BadRequest, "the Idempotency-Key is too long", fmt.Sprintf("at most %d characters", keyMax))
	}
	match := strings.TrimPrefix(r.Header.Get("If-Match"), "W/")
	if match == "" || match == "*" {
		return t, nil
	}
	n, err := strconv.Atoi(strings.Trim(match, `"`))
	if err != nil || n < 0 {
		return t, codedError(BadRequest, "If-Match is "+text.Quote(match), `the ETag of an answer: the number of steps that the client knows of, as in "12"`)
	}
	t.At = &n
	return t, nil
}

// record sends the record as it is on disk; it holds secrets.
func (s *Server) record(w http.ResponseWriter, r *http.Request, a Access) error {
	if a.Role != GM {
		return codedError(session.NotYours, "the record is the GM's, not "+a.by()+"'s", "events, which has what each may know")
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

// show calls an operation that changes nothing, and answers with send.
func (s *Server) show(w http.ResponseWriter, r *http.Request, op string, in any, send func(out any) error) error {
	a, err := s.fightOf(r)
	if err != nil {
		return err
	}
	out, err := s.fights.Call(r.Context(), a, op, in, Terms{})
	if err != nil {
		return err
	}
	w.Header().Set("ETag", strconv.Quote(strconv.Itoa(out.Steps)))
	return send(out.Out)
}

// OddsRequest is a question about dice.
type OddsRequest struct {
	Expr string `json:"expr" jsonschema:"a question, as in 2d10+5 >= 14"`
}

func (s *Server) odds(w http.ResponseWriter, r *http.Request, in OddsRequest) error {
	var out dice.Answer
	err := s.fights.RunSearch(r.Context(), r.Header.Get("Authorization"), func(context.Context) (err error) {
		out, err = s.fights.Catalogue().Odds(in.Expr)
		return err
	})
	return answer(w, http.StatusOK, out, err)
}

// AdviseRequest is a position to advise about.
type AdviseRequest struct {
	Position string `json:"position" jsonschema:"a built-in encounter by its name, or the text of an encounter or position"`
	Seat     string `json:"seat,omitempty" jsonschema:"whose next decision; default: whoever decides next"`
	Nodes    int    `json:"nodes,omitempty" jsonschema:"how far to search; default: the server's"`
}

func (s *Server) advise(w http.ResponseWriter, r *http.Request, in AdviseRequest) error {
	lim := s.fights.limits()
	switch {
	case in.Nodes < 0 || in.Nodes > nodesMax:
		return problem(fmt.Sprintf("nodes is %d", in.Nodes), fmt.Sprintf("1 to %d", nodesMax))
	case in.Nodes > 0:
		lim.Nodes, lim.Time = in.Nodes, 0
	}
	name, data, err := s.fights.encounter(Begin{Text: &in.Position, Seed: 1})
	if err != nil {
		return err
	}
	f, err := RunShort(r.Context(), s.fights, r.Header.Get("Authorization"), func() (*fight.Fight, error) {
		return s.fights.Catalogue().NewFight(name, data, agent.Setup{})
	})
	if err != nil {
		return err
	}
	seat := rules.Nobody
	if in.Seat != "" {
		if seat, err = rules.SeatNamed(f.Roster(), in.Seat); err != nil {
			return coded{err, session.UnknownName}
		}
	}
	var out agent.Advice
	err = s.fights.RunSearch(r.Context(), r.Header.Get("Authorization"), func(ctx context.Context) (err error) {
		if _, err := agent.PlayUntil(ctx, f, seat, lim); err != nil {
			return err
		}
		turn := f.Turn()
		if turn.Kind != rules.Decide && turn.Kind != rules.Commit {
			return codedError(session.NotNow, "nobody decides there", "a position where somebody does")
		}
		out, err = agent.AdviseAs(ctx, f, lim, f.Roster()[turn.Seat].Character, func(fight.Option) bool { return false })
		return err
	})
	return answer(w, http.StatusOK, out, err)
}

// sharedApplier is an Applier, which keeps memory between calls, guarded by a lock.
type sharedApplier struct {
	mu sync.Mutex
	session.Applier
}

func (s *Server) apply(w http.ResponseWriter, r *http.Request, in session.Apply) error {
	out, err := RunShort(r.Context(), s.fights, r.Header.Get("Authorization"), func() (session.ApplyResult, error) {
		s.applier.mu.Lock()
		defer s.applier.mu.Unlock()
		return s.applier.Apply(in)
	})
	return answer(w, http.StatusOK, out, err)
}

// CheckRequest is a file to check.
type CheckRequest struct {
	Name string `json:"name,omitempty" jsonschema:"what messages call the file"`
	Text string `json:"text" jsonschema:"an encounter, a catalogue file or a record"`
}

// CheckResponse is what a file is and what is wrong with it.
type CheckResponse struct {
	Kind   string  `json:"kind"` // encounter, catalogue, record
	Errors []Fault `json:"errors"`
}

func (s *Server) check(w http.ResponseWriter, r *http.Request, in CheckRequest) error {
	out, err := RunShort(r.Context(), s.fights, r.Header.Get("Authorization"), func() (CheckResponse, error) {
		kind, err := s.fights.Catalogue().Check(cmp.Or(in.Name, "file"), []byte(in.Text))
		if err != nil {
			return CheckResponse{kind, FaultsOf(err)}, nil
		}
		return CheckResponse{kind, []Fault{}}, nil
	})
	return answer(w, http.StatusOK, out, err)
}

func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) error {
	return sendText(w, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
}

func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) error {
	if s.fights.ctx.Err() != nil {
		return s.fights.stoppedError()
	}
	return sendText(w, http.StatusOK, "text/plain; charset=utf-8", []byte("ready\n"))
}

func (s *Server) serveMetrics(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	s.metrics.handler().ServeHTTP(w, r)
	return nil
}

// nothing answers for paths where nothing is, and for methods that a path does not have.
func (s *Server) nothing(w http.ResponseWriter, r *http.Request) error {
	var methods []string
	for _, m := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = m
		if _, pattern := s.mux.Handler(other); m != r.Method && strings.HasPrefix(pattern, m+" ") {
			methods = append(methods, m)
		}
	}
	if len(methods) == 0 || s.mayUse(r, false) != nil {
		return codedError(UnknownPath, "nothing is at this path", "a path that /openapi.json lists")
	}
	w.Header().Set("Allow", strings.Join(methods, ", "))
	return codedError(WrongMethod, "the path does not take "+text.Quote(r.Method), strings.Join(methods, " or "))
}
