package evals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
	"kokyu/search"
)

// fate is what became of a draw: of one random encounter. A seed draws encounters until one is taken as its small
// fight, and [tables] remember the fate of each.
type fate string

// A draw is taken, or thrown away by the first of these rules that applies.
const (
	fateTaken    fate = "taken"
	fateUnsound  fate = "no sound encounter"
	fateStateful fate = "too many states"
	fateWide     fate = "too many positions"  // between decisions, or at the ends of one exchange
	fateDecided  fate = "decided already"     // best play wins less than 5 or more than 95 of 100 fights
	fateIdle     fate = "nothing hangs on it" // random decisions lose less than 10 mWP a fight
)

// fates lists them in the order of the rules.
var fates = []fate{fateTaken, fateUnsound, fateStateful, fateWide, fateDecided, fateIdle}

// The bounds of the last two fates.
const (
	decidedBelow = 0.05  // win chance of either side
	idleBelow    = 0.010 // loss of random decisions in a fight, as a share of a win
)

// How many draws are looked at, and how closely.
const (
	smallDraws = 60 // how many are drawn at most until one is taken
	coinFights = 8  // how many fights an agent that decides at random fights, to see whether decisions matter
)

// smallSolving are the limits of solving one draw.
var smallSolving = search.SolveLimits{States: 1_000_000, Inner: 10_000_000, Memory: 2 << 30, Threads: 1}

// judgeSolved returns whether a solved fight is taken: neither side may have won it already, and it must matter what is
// decided in it.
func judgeSolved(ctx context.Context, f *fight.Fight, table *agent.Tablebase) (fate, error) {
	value, ok := table.Value(f)
	if !ok {
		return "", errors.New("its start has no exact value")
	}
	if min(value, 1-value) < decidedBelow {
		return fateDecided, nil
	}
	// An agent that decides at random loses something wherever decisions matter.
	coin, lost := &judgedAgent{agent: agent.Random{}}, 0.0
	for k := range coinFights {
		w, err := coin.playJudged(ctx, Encounter{Name: "a coin", Fights: []*fight.Fight{f}}, table, uint64(k+1))
		if err != nil {
			return "", err
		}
		lost += w.loss() / coinFights / 1000
	}
	if lost < idleBelow {
		return fateIdle, nil
	}
	return fateTaken, nil
}

// Limits of a folder of tables.
const (
	tablesFilesMax = 20_000
	tablesBytesMax = 8 << 30
)

// tablesVersion is part of every key. It is raised when the solver would give other values or a verdict would be
// another, so that older files are not used.
const tablesVersion = 1

// tables is a folder that remembers what became of draws of small fights. A draw has a verdict in KEY.json and, if it
// was taken, its solution in KEY.table. KEY is a hash of all that decides the verdict: the encounter, its rows, how a
// few random fights go by its rules, the limits and tablesVersion. It is safe for concurrent use. A nil *tables
// remembers nothing.
type tables struct {
	Folder string // its path

	mu    sync.Mutex // guards the fields below
	files int        // how many files there are
	bytes int64      // the size of all files
}

// OpenTables opens a folder of tables and counts what is in it. The folder is made if it is not there. Without a name
// it returns nil.
func OpenTables(folder string) (*tables, error) {
	if folder == "" {
		return nil, nil
	}
	t := &tables{Folder: folder}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, text.Problem{What: fmt.Sprintf("no tables can be kept in %q", text.Escape(folder)),
			Want: "a folder that can be written"}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, text.Problem{What: fmt.Sprintf("no tables can be read in %q", text.Escape(folder)), Want: "a folder"}
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			t.files, t.bytes = t.files+1, t.bytes+info.Size()
		}
	}
	return t, nil
}

// drawFile is the file of one draw. The table of a draw that was taken is in a file beside it.
type drawFile struct {
	Version int  `json:"kokyu_draw"`
	Fate    fate `json:"fate"`
}

// lookUp returns the key of a draw and what the folder remembers of it. verdict is empty if that is nothing.
func (t *tables) lookUp(ctx context.Context, f *fight.Fight,
	lim search.SolveLimits) (key jobs.ID, verdict fate, table *agent.Tablebase, err error) {
	if t == nil {
		return "", "", nil, nil
	}
	if key, err = tableKey(ctx, f, lim); err != nil {
		return "", "", nil, err
	}
	path := t.path(key, ".json")
	data, err := strict.ReadLarge(path, 1<<10)
	if _, gone := os.Stat(path); errors.Is(gone, fs.ErrNotExist) {
		return key, "", nil, nil
	}
	var known drawFile
	if err == nil {
		err = json.Unmarshal(data, &known)
	}
	if err != nil || known.Version != tablesVersion || !slices.Contains(fates, known.Fate) {
		return key, "", nil, text.Problem{What: fmt.Sprintf("%q does not say what became of a draw", text.Escape(path)),
			Want: "what kokyu wrote there, or no file: then it is solved again"}
	}
	if known.Fate != fateTaken {
		return key, known.Fate, nil, nil
	}
	path = t.path(key, ".table")
	if table, err = agent.OpenTablebase(ctx, path); err != nil {
		return key, "", nil, err
	}
	if _, _, err := table.Bounds(f); err != nil {
		return key, "", nil, text.Problem{What: fmt.Sprintf("%q: %s", text.Escape(path), err),
			Want: "the table of this draw, or neither it nor the file beside it: then it is solved again"}
	}
	return key, fateTaken, table, nil
}

// store writes what became of a draw. The table comes first: a run that is stopped in between leaves no verdict without
// its table.
func (t *tables) store(ctx context.Context, key jobs.ID, verdict fate, table *agent.Tablebase) error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := os.Stat(t.path(key, ".json")); err == nil { // another core was done with the same draw first
		return nil
	}
	if t.files+2 > tablesFilesMax || t.bytes > tablesBytesMax {
		return text.Problem{What: fmt.Sprintf("%q is full: %d files of %d MiB in all", text.Escape(t.Folder), t.files, t.bytes>>20),
			Want: fmt.Sprintf("at most %d files and %d MiB: another folder, or one with old files taken out",
				tablesFilesMax, tablesBytesMax>>20)}
	}
	if verdict == fateTaken {
		path := t.path(key, ".table")
		// A run that was stopped between the two has left a table.
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := table.Save(ctx, path); err != nil {
			return err
		}
		t.countFile(path)
	}
	path := t.path(key, ".json")
	err := strict.WriteNew(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(drawFile{tablesVersion, verdict}) })
	t.countFile(path)
	return err
}

// countFile counts a file that was written.
func (t *tables) countFile(path string) {
	if info, err := os.Stat(path); err == nil {
		t.files, t.bytes = t.files+1, t.bytes+info.Size()
	}
}

// path returns a file of a draw.
func (t *tables) path(key jobs.ID, suffix string) string {
	return filepath.Join(t.Folder, string(key)+suffix)
}

// tableKey returns the key of a draw.
func tableKey(ctx context.Context, f *fight.Fight, lim search.SolveLimits) (jobs.ID, error) {
	h := f.Header()
	rules, err := fingerprint(ctx, f)
	if err != nil {
		return "", err
	}
	return jobs.Hash(fmt.Appendf(nil, "draw %d, states %d, inner %d, memory %d, %s, %s\n%s\n%s", tablesVersion,
		lim.States, lim.Inner, lim.Memory, h.System, rules, h.Encounter, h.Data)), nil
}

// fingerprint returns a hash of four random fights, decision by decision. It tells one version of the rules from
// another even if the rows are the same: rules are code, which no hash of a file shows.
func fingerprint(ctx context.Context, f *fight.Fight) (jobs.ID, error) {
	var text []byte
	for seed := range uint64(4) {
		again, draw := f.Again(seed), dice.Stream{Seed: seed, Name: "fingerprint"}.Rand(0)
		if err := fightOn(ctx, again, func(_ int, options []fight.Option) (rules.Action, error) {
			text = fmt.Appendf(text, "%d options\n", len(options))
			return options[int(draw.Uint32N(uint32(len(options))))].Action, nil
		}, func(step rules.Step) error {
			line, err := json.Marshal(step)
			text = append(text, line...)
			return err
		}); err != nil && !errors.Is(err, errNotEnded) {
			return "", err
		}
		text = fmt.Appendf(text, "%x\n", math.Float64bits(again.Score()))
	}
	return jobs.Hash(text), nil
}
