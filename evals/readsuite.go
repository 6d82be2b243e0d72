package evals

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
	"kokyu/search"
)

// ReadSuite finds and reads a suite. A bare word is the name of a built-in one; a path, or a name with a suffix, is a
// file, whose own files are in the folder beside it. The error lists every mistake with its place.
func ReadSuite(ctx context.Context, arg string, c agent.Catalogue) (*Suite, error) {
	if !strings.ContainsAny(arg, "./\\") {
		data, err := embedded.ReadFile("suites/" + arg + ".yaml")
		if err == nil {
			return readSuite(ctx, arg+".yaml", data, c, builtin)
		}
		if _, err := os.Stat(arg); err != nil {
			return nil, text.Problem{What: "no suite is called " + quote(arg), Want: "a file, or " + text.OneOf(arg, Suites())}
		}
	}
	data, err := strict.ReadFile(arg)
	if err != nil {
		return nil, err
	}
	return ParseSuite(ctx, arg, data, filepath.Dir(arg), c)
}

// ParseSuite reads a suite from its text. name is what messages call it; its own files are in dir.
func ParseSuite(ctx context.Context, name string, data []byte, dir string, c agent.Catalogue) (*Suite, error) {
	return readSuite(ctx, name, data, c, func(name string) ([]byte, error) {
		return unpack(name, func(name string) ([]byte, error) {
			return strict.ReadLarge(filepath.Join(dir, name), PositionsSizeMax)
		})
	})
}

// readSuite reads a suite. beside reads its other files.
func readSuite(ctx context.Context, name string, data []byte, c agent.Catalogue,
	beside func(name string) ([]byte, error)) (*Suite, error) {
	// The defaults of what a suite leaves out.
	file := suiteFile{Fights: 40, Luck: 200, Seed: 1, Sample: sampleFile{Strays: 0.15}}
	doc, err := strict.Decode(name, data, &file)
	if err != nil {
		return nil, err
	}
	file.About = strings.Join(strings.Fields(file.About), " ")
	r := suiteReader{doc: doc, beside: beside, suite: &Suite{suiteFile: file, catalogue: c}}
	r.file = &r.suite.suiteFile
	r.hash("suite", data)
	// measures counts positions, which are read before; thresholds asks for measures that exist.
	r.encounters()
	r.long()
	r.positions()
	r.agents(ctx)
	r.measures()
	r.thresholds()
	if err := r.bad.Err(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(r.sums.String()))
	r.suite.Data = hex.EncodeToString(sum[:8])
	return r.suite, nil
}

// suiteReader reads a suite from its file. It goes on after a mistake, so that all of them are reported at once.
type suiteReader struct {
	doc    strict.Document
	suite  *Suite
	file   *suiteFile                        // that of the suite
	beside func(name string) ([]byte, error) // reads another file of the suite
	sums   strings.Builder                   // hashes of all that was read, for Suite.Data
	bad    text.Problems
}

// wrong adds a mistake at a path of the suite's file.
func (r *suiteReader) wrong(what, want string, path ...any) {
	r.bad = append(r.bad, r.doc.Problem(strict.Path(path), what, want))
}

// hash adds something that was read to what Suite.Data is a hash of: two runs with equal Data have measured the same.
func (r *suiteReader) hash(what string, data []byte) {
	fmt.Fprintf(&r.sums, "%s %x\n", what, sha256.Sum256(data))
}

// errors adds what is wrong in another file, or with finding it. path is where the suite names the file.
func (r *suiteReader) errors(err error, want string, path ...any) {
	ps, ok := errors.AsType[text.Problems](err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.wrong("there is no such file beside the suite", want, path...)
	case ok:
		r.bad = append(r.bad, ps...)
	default:
		r.wrong(err.Error(), want, path...)
	}
}

// encounters opens the encounters: built-in ones by their names, files beside the suite, and random ones.
func (r *suiteReader) encounters() {
	for i, arg := range r.file.Encounters {
		name, txt, err := arg+".yaml", []byte(nil), error(nil)
		switch {
		case slices.Index(r.file.Encounters, arg) < i:
			r.wrong("the encounter "+quote(arg)+" is there twice", "it once", "encounters", i)
			continue
		case IsRandomName(arg):
			r.drawEncounters(arg, i)
			continue
		case slices.Contains(agent.Encounters(), arg):
			_, txt, err = agent.ReadEncounter(arg)
		case strings.HasSuffix(arg, ".yaml") && filepath.IsLocal(arg):
			name = arg
			txt, err = r.beside(arg)
		default:
			r.wrong("there is no encounter "+quote(arg),
				"a .yaml file beside the suite, random ones as in random breath 1..200, or "+
					text.OneOf(arg, agent.Encounters()), "encounters", i)
			continue
		}
		if err != nil {
			r.errors(err, "a .yaml file beside the suite", "encounters", i)
			continue
		}
		f, err := r.suite.catalogue.NewFight(name, txt, agent.Setup{Seed: r.file.Seed})
		if err != nil {
			r.errors(err, "an encounter", "encounters", i)
			continue
		}
		r.hash("encounter", f.Header().Encounter)
		r.hash("data", f.Header().Data)
		r.suite.Encounters = append(r.suite.Encounters,
			Encounter{Name: strings.TrimSuffix(arg, ".yaml"), Fights: []*fight.Fight{f}})
	}
}

// drawEncounters draws the random encounters of the i-th name. It refuses measures that need exact values of them,
// since nobody solves them.
func (r *suiteReader) drawEncounters(name string, i int) {
	e, err := DrawEncounter(r.suite.catalogue, name)
	if err != nil {
		if p, ok := errors.AsType[text.Problem](err); ok {
			r.wrong(p.What, p.Want, "encounters", i)
			return
		}
		what, want, _ := strings.Cut(err.Error(), ", want ")
		r.wrong(what, want, "encounters", i)
		return
	}
	for _, f := range e.Fights {
		r.hash("encounter", f.Header().Encounter)
		r.hash("data", f.Header().Data)
	}
	r.suite.Encounters = append(r.suite.Encounters, e)
	for k, m := range r.file.Measure {
		if of := measureOf(m); of != nil && !of.unsolved {
			var can []string
			for _, of := range measures {
				if of.unsolved {
					can = append(can, of.name)
				}
			}
			r.wrong("the measure "+m+" of random encounters, which nobody solves", text.List(can, "or"), "measure", k)
		}
	}
}

// long checks that the encounters which take minutes to solve are encounters of the suite.
func (r *suiteReader) long() {
	for i, arg := range r.file.Long {
		if !slices.Contains(r.file.Encounters, arg) {
			r.wrong("there is no encounter "+quote(arg), text.OneOf(arg, r.file.Encounters), "long", i)
		}
		r.file.Long[i] = strings.TrimSuffix(arg, ".yaml")
	}
}

// positions reads the file of positions, if the suite has one.
func (r *suiteReader) positions() {
	name := r.file.Positions
	if name == "" {
		return
	}
	if !strings.HasSuffix(name, ".jsonl") || !filepath.IsLocal(name) {
		r.wrong("positions is "+quote(name), "a .jsonl file beside the suite", "positions")
		return
	}
	data, err := r.beside(name)
	if err != nil {
		r.errors(err, "a .jsonl file beside the suite", "positions")
		return
	}
	r.hash("positions", data)
	names := mapped(r.file.Encounters, func(e string) string { return strings.TrimSuffix(e, ".yaml") })
	if r.suite.Positions, err = ReadPositions(name, data, names); err != nil {
		r.errors(err, "", "positions")
	}
}

// agents reads the agents that a suite names. The error of an agent's settings is one sentence, in which what would be
// right follows ", want".
func (r *suiteReader) agents(ctx context.Context) {
	for _, a := range []struct {
		key, spec string
		into      *agent.Agent
	}{{"agent", r.file.Agent, &r.suite.Agent}, {"against", r.file.Against, &r.suite.Against}} {
		if a.spec == "" {
			continue
		}
		mind, err := AgentOf(ctx, a.spec, agent.NodesUsual)
		if err != nil {
			what, want, _ := strings.Cut(err.Error(), ", want ")
			r.wrong(what, want, a.key)
		}
		*a.into = mind
	}
}

// AgentOf parses an agent for a measure. Its decisions must be reproducible, so a human and a search with a time limit
// are refused. nodes is the budget of an agent that names none.
func AgentOf(ctx context.Context, spec string, nodes int) (agent.Agent, error) {
	if strings.TrimSpace(spec) == "human" {
		return nil, fmt.Errorf("a human in a measure, want random, greedy or search")
	}
	mind, err := agent.Parse(ctx, spec, search.Limits{Nodes: nodes}, agent.Kinds)
	if err != nil {
		return nil, err
	}
	if b, ok := mind.(agent.BudgetedAgent); ok && (b.Budget().Time > 0 || b.Budget().Nodes == 0 && b.Budget().Depth == 0) {
		return nil, fmt.Errorf("the agent %s decides by the clock, want a budget of nodes, as in search nodes=20000: measures are repeatable", quote(spec))
	}
	return mind, nil
}

// measures checks that every measure exists and has what it needs.
func (r *suiteReader) measures() {
	for i, m := range r.file.Measure {
		switch {
		case measureOf(m) == nil:
			r.wrong("there is no measure "+quote(m),
				text.OneOf(m, mapped(measures, func(m *measure) string { return m.name })), "measure", i)
		case slices.Index(r.file.Measure, m) < i:
			r.wrong("the measure "+m+" is there twice", "it once", "measure", i)
		}
	}
	s := r.file.Sample
	if n := len(r.file.Encounters) * (s.Best + s.Own + s.Uniform); n+len(r.suite.Positions) > positionsMax {
		r.wrong(fmt.Sprintf("%d positions to look for", n), fmt.Sprintf("at most %d", positionsMax), "sample")
	}
	switch {
	case r.suite.judges() && r.file.Positions == "" && s.Best+s.Own+s.Uniform == 0:
		r.wrong("regret, value and leaf without positions", `"positions: FILE.jsonl", or "sample: {best: 200, own: 200}"`, "measure")
	case slices.Contains(r.file.Measure, "strength") && r.file.Against == "":
		r.wrong("strength without an agent to measure against", `"against: greedy"`, "measure")
	}
}

// thresholds checks that every threshold exists and that a measure of the suite has its figure.
func (r *suiteReader) thresholds() {
	known, of := boundable()
	for _, name := range slices.Sorted(maps.Keys(r.file.Thresholds)) {
		if m := of[name]; m == nil {
			r.wrong("there is no threshold "+quote(name), text.OneOf(name, known), "thresholds", strict.Key(name))
		} else if !slices.Contains(r.file.Measure, m.name) {
			r.wrong("the threshold "+name+" without the measure "+m.name, "both", "thresholds", strict.Key(name))
		}
	}
}
