package work

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// FightDoc is a fight in a document of jobs: its record up to the position from which jobs play on, with the rows and
// rulings it uses.
type FightDoc string

// Encode writes a fight. It fails if the record lacks steps that led to the position, since nobody could reach it from
// the record.
func Encode(f *fight.Fight) (FightDoc, error) {
	h := f.Header()
	h.Seats = nil // who plays does not change what jobs compute, and equal documents share their results
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

// Begin returns the fight in the position that it had when Encode was called.
func (s FightDoc) Begin() (*fight.Fight, error) {
	const name = "a fight from elsewhere"
	rec, torn, err := agent.ReadRecord(name, bytes.NewReader([]byte(s)))
	if err := cmp.Or(err, torn); err != nil {
		return nil, err
	}
	f, err := agent.Begin(rec)
	if err != nil {
		return nil, err
	}
	return f, fight.Replay(f, rec)
}

// EncodeAgent writes an agent. It fails if the agent has a time limit, since its decisions could not be repeated.
func EncodeAgent(a agent.Agent) (string, error) {
	s := a.String()
	if agent.HasTimeLimit(a) {
		return "", text.Problem{What: fmt.Sprintf("the agent %q decides by the clock", text.Escape(s)),
			Want: "a budget of nodes, as in search nodes=20000: only what is repeatable can be kept or done elsewhere"}
	}
	return s, nil
}

// portableKinds returns the kinds of agents that any machine can play: all but "solved", which reads a table from a
// file.
func portableKinds() []agent.Kind {
	return text.Keep(agent.Kinds, func(k agent.Kind) bool { return k.Name != "solved" })
}

// DecodeAgent reads an agent that EncodeAgent wrote.
func DecodeAgent(ctx context.Context, s string) (agent.Agent, error) {
	if len(s) > 4096 {
		return nil, fmt.Errorf("an agent of %d bytes, want at most 4096", len(s))
	}
	a, err := agent.Parse(ctx, s, search.Limits{}, portableKinds())
	if err != nil {
		return nil, err
	}
	if agent.HasTimeLimit(a) {
		return nil, fmt.Errorf("the agent %q decides by the clock", text.Escape(s))
	}
	return a, nil
}

// EncodeAgents writes several agents.
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

// decodeAgents reads agents that EncodeAgents wrote.
func decodeAgents(ctx context.Context, sent []string) (list []agent.Agent, err error) {
	for _, s := range sent {
		a, err := DecodeAgent(ctx, s)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// DecodePair reads the two agents of a document.
func DecodePair(ctx context.Context, sent []string) (pair [2]agent.Agent, err error) {
	if len(sent) != len(pair) {
		return pair, fmt.Errorf("%d agents, want %d", len(sent), len(pair))
	}
	list, err := decodeAgents(ctx, sent)
	copy(pair[:], list)
	return pair, err
}

// resultsVersion must be raised when the form of results changes: then [BuildID] changes.
const resultsVersion = 2

// digestAgents are the agents whose first decisions BuildID hashes.
var digestAgents = []string{"search nodes=300", "greedy"}

// BuildID returns an identifier of this program: 16 hexadecimal digits, a hash of its version and of what digestAgents
// decide at the beginning of one encounter of each system (see [agent.Digest]). Builds with the same identifier are
// taken to have the same results. A version alone does not tell two builds of a developer apart.
func BuildID(ctx context.Context, version string) (string, error) {
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
	hash := sha256.New()
	fmt.Fprintf(hash, "results %d, version %q", resultsVersion, version)
	for _, spec := range digestAgents {
		a, err := DecodeAgent(ctx, spec)
		if err != nil {
			return "", err
		}
		d, err := agent.Digest(ctx, a, fights)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, ", %q", d)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}
