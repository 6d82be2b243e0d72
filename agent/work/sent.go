package work

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// Fights and agents as the documents of jobs hold them: another machine, which knows nothing but the document, begins the same
// fights with them. What comes from the net may hold anything; it is read as strictly as a record from a file.

// FightDoc is a fight as it is sent: its record up to where jobs begin, the rows and rulings it uses included.
type FightDoc string

// Encode writes a fight. The error says that what it came from is not in it, so that nobody else could begin it.
func Encode(f *fight.Fight) (FightDoc, error) {
	h := f.Header()
	h.Seats = nil
	var out bytes.Buffer
	if err := fight.WriteRecord(&out, h, f.Steps()); err != nil {
		return "", err
	}
	again, err := FightDoc(out.String()).Begin()
	if err == nil && !again.Same(f) {
		err = fmt.Errorf("the steps to the position of %s are missing", agent.Title(f))
	}
	return FightDoc(out.String()), err
}

// Begin begins the fight anew, where Send was called.
func (s FightDoc) Begin() (*fight.Fight, error) {
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

// EncodeAgent writes an agent. The error says that it cannot be played elsewhere, or not twice alike.
func EncodeAgent(a agent.Agent) (string, error) {
	s := a.String()
	if agent.HasTimeLimit(a) {
		return "", text.Problem{What: fmt.Sprintf("the agent %q decides by the clock", text.Escape(s)),
			Want: "a budget of nodes, as in search nodes=20000: only what is repeatable can be kept or done elsewhere"}
	}
	return s, nil
}

// portableKinds returns the agents that can be played for others: solved reads a file of its own machine.
func portableKinds() (kinds []agent.Kind) {
	for _, k := range agent.Kinds {
		if k.Name != "solved" {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// DecodeAgent reads an agent as SendAgent wrote it.
func DecodeAgent(ctx context.Context, s string) (agent.Agent, error) {
	if len(s) > 4096 {
		return nil, fmt.Errorf("an agent of %d bytes", len(s))
	}
	a, err := agent.Parse(ctx, s, search.Limits{Threads: 1}, portableKinds())
	if err != nil {
		return nil, err
	}
	if agent.HasTimeLimit(a) {
		return nil, fmt.Errorf("the agent %q decides by the clock", text.Escape(s))
	}
	return a, nil
}

func EncodeAgents(list ...agent.Agent) (sent []string, err error) {
	for _, a := range list {
		s, err := EncodeAgent(a)
		if err != nil {
			return nil, err
		}
		sent = append(sent, s)
	}
	return sent, nil
}

// DecodePair reads the two agents of a document.
func DecodePair(ctx context.Context, sent []string) (pair [2]agent.Agent, err error) {
	if len(sent) != 2 {
		return pair, fmt.Errorf("%d agents, want 2", len(sent))
	}
	for i, s := range sent {
		if pair[i], err = DecodeAgent(ctx, s); err != nil {
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

// BuildID identifies this program by its version and by what its agents make of where an encounter of each system begins, see
// [agent.Digest]: another build with the same 16 digits has the same results.
func BuildID(ctx context.Context, version string) (string, error) {
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
		a, err := DecodeAgent(ctx, spec)
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
