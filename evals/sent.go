package evals

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"kokyu/agent"
	"kokyu/evals/jobs"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// Fights, agents and positions as the documents of jobs hold them: another machine, which knows nothing but the document, begins
// the same fights with them. What comes from the net may hold anything; it is read as strictly as a record from a file.

// Sent is a fight as it is sent: its record up to where jobs begin, the rows and rulings it uses included.
type Sent string

// Send writes a fight. The error says that what it came from is not in it, so that nobody else could begin it.
func Send(f *fight.Fight) (Sent, error) {
	h := f.Header()
	h.Seats = nil
	var out bytes.Buffer
	if err := fight.WriteRecord(&out, h, f.Steps()); err != nil {
		return "", err
	}
	again, err := Sent(out.String()).Begin()
	if err == nil && !again.Same(f) {
		err = fmt.Errorf("the steps to the position of %s are missing", agent.Title(f))
	}
	return Sent(out.String()), err
}

// Begin begins the fight anew, where Send was called.
func (s Sent) Begin() (*fight.Fight, error) {
	const name = "a fight from elsewhere"
	rec, warnings, err := fight.ReadRecord(name, bytes.NewReader([]byte(s)))
	if err != nil {
		return nil, err
	}
	if len(warnings) > 0 {
		return nil, fmt.Errorf("%s", warnings[0])
	}
	f, err := agent.Begin(rec)
	if err != nil {
		return nil, err
	}
	return f, fight.Replay(f, rec)
}

// sentEncounter is an Encounter as it is sent.
type sentEncounter struct {
	Name   string `json:"name"`
	First  uint64 `json:"first,omitempty"` // the seed of the first fight, where there are several
	Fights []Sent `json:"fights"`
}

func sendEncounters(list []Encounter) (sent []sentEncounter, err error) {
	for _, e := range list {
		s := sentEncounter{Name: e.Name, First: e.first}
		fights := e.fights
		if len(fights) == 0 {
			fights = []*fight.Fight{e.Fight}
		}
		for _, f := range fights {
			one, err := Send(f)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", e.Name, err)
			}
			s.Fights = append(s.Fights, one)
		}
		sent = append(sent, s)
	}
	return sent, nil
}

func beginEncounters(sent []sentEncounter) (list []Encounter, err error) {
	if len(sent) < 1 || len(sent) > EncountersMax {
		return nil, fmt.Errorf("%d encounters, want 1 to %d", len(sent), EncountersMax)
	}
	for _, s := range sent {
		if n := len(s.Fights); n < 1 || n > UnplannedMax {
			return nil, fmt.Errorf("%d fights of one encounter, want 1 to %d", n, UnplannedMax)
		}
		e := Encounter{Name: s.Name, first: s.First}
		for _, one := range s.Fights {
			f, err := one.Begin()
			if err != nil {
				return nil, err
			}
			e.fights = append(e.fights, f)
		}
		e.Fight = e.fights[0]
		if len(e.fights) == 1 {
			e.fights = nil
		}
		list = append(list, e)
	}
	return list, nil
}

// SendAgent writes an agent. The error says that it cannot be played elsewhere, or not twice alike.
func SendAgent(a agent.Agent) (string, error) {
	s := a.String()
	if agent.Timed(a) {
		return "", text.Problem{What: fmt.Sprintf("the agent %q decides by the clock", text.Escape(s)), Want: "a budget of nodes, as in search nodes=20000: only what is repeatable can be kept or done elsewhere"}
	}
	return s, nil
}

// sentKinds are the agents that can be played for others: solved reads a file of its own machine.
func sentKinds() (kinds []agent.Kind) {
	for _, k := range agent.Kinds {
		if k.Name != "solved" {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// BeginAgent reads an agent as SendAgent wrote it.
func BeginAgent(ctx context.Context, s string) (agent.Agent, error) {
	if len(s) > 4096 {
		return nil, fmt.Errorf("an agent of %d bytes", len(s))
	}
	a, err := agent.Parse(ctx, s, search.Limits{Threads: 1}, sentKinds())
	if err != nil {
		return nil, err
	}
	if agent.Timed(a) {
		return nil, fmt.Errorf("the agent %q decides by the clock", text.Escape(s))
	}
	return a, nil
}

func sendAgents(list ...agent.Agent) (sent []string, err error) {
	for _, a := range list {
		s, err := SendAgent(a)
		if err != nil {
			return nil, err
		}
		sent = append(sent, s)
	}
	return sent, nil
}

// beginPair reads the two agents of a document.
func beginPair(ctx context.Context, sent []string) (pair [2]agent.Agent, err error) {
	if len(sent) != 2 {
		return pair, fmt.Errorf("%d agents, want 2", len(sent))
	}
	for i, s := range sent {
		if pair[i], err = BeginAgent(ctx, s); err != nil {
			return pair, err
		}
	}
	return pair, nil
}

// resultsVersion changes when results of the same build would have another form.
const resultsVersion = 1

// digested are the agents whose first decisions tell one build from another.
var digested = []string{"search nodes=300", "greedy"}

var build struct {
	sync.Mutex
	of map[string]string // by version
}

// Build identifies this program by its version and by what its agents make of where an encounter of each system begins, see
// [agent.Digest]: another build with the same 16 digits has the same results.
func Build(ctx context.Context, version string) (string, error) {
	build.Lock()
	defer build.Unlock()
	if known := build.of[version]; known != "" {
		return known, nil
	}
	var fights []*fight.Fight
	for _, system := range agent.Systems() {
		name, data, err := agent.ReadEncounter(agent.Encounters(system)[0])
		if err != nil {
			return "", err
		}
		f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 1})
		if err != nil {
			return "", err
		}
		fights = append(fights, f)
	}
	h := sha256.New()
	fmt.Fprintf(h, "results %d, version %q", resultsVersion, version)
	for _, spec := range digested {
		a, err := BeginAgent(ctx, spec)
		if err != nil {
			return "", err
		}
		d, err := agent.Digest(ctx, a, fights)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, ", %q", d)
	}
	if build.of == nil {
		build.of = map[string]string{}
	}
	build.of[version] = hex.EncodeToString(h.Sum(nil)[:8])
	return build.of[version], nil
}

// Kinds are the jobs of this package that can be done for others.
func Kinds() []jobs.Kind {
	return []jobs.Kind{fightKind, pairKind, choiceKind, forecastKind, courseKind, standardKind, ruledKind, tuneKind, accountKind, playKind, fateKind}
}

// opener reads a document of one type and returns what makes workers. A worker without an input refuses one.
func opener[D, T any](open func(ctx context.Context, doc D) (func() func(k int) (T, error), error)) func(context.Context, []byte) (jobs.Opened, error) {
	return func(ctx context.Context, data []byte) (jobs.Opened, error) {
		var doc D
		if err := jobs.Decode(data, &doc); err != nil {
			return nil, fmt.Errorf("the document cannot be read: %w", err)
		}
		work, err := open(ctx, doc)
		if err != nil {
			return nil, err
		}
		return func() func(int, json.RawMessage) (any, error) {
			w := work()
			return func(k int, input json.RawMessage) (any, error) {
				if len(input) > 0 {
					return nil, fmt.Errorf("job %d has an input, which this kind does not", k)
				}
				return w(k)
			}
		}, nil
	}
}

// numbered refuses a job whose number is none of the bench's.
func numbered[T any](n int, work func(k int) (T, error)) func(k int) (T, error) {
	return func(k int) (t T, err error) {
		if k < 0 || k >= n {
			return t, fmt.Errorf("there is no job %d, want 0 to %d", k, n-1)
		}
		return work(k)
	}
}
