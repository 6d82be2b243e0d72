package evals

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/evals/trial"
	"kokyu/rules/text"
)

// WorthOutside is how many rows of a kind may lie outside their bounds.
const WorthOutside = 6

// Worth weighs a system's rows of one kind by what they bring for their Energy.
type Worth struct {
	trial.Worth
	Only  []string // the rows weighed
	Cores int      // changes how long it takes, nothing else
}

// NewWorth is a system's way to weigh of that name, with all its rows. The error says which there are.
func NewWorth(c agent.Catalogue, system, name string) (Worth, error) {
	ways, err := trial.Worths(c, system)
	if err != nil {
		return Worth{}, err
	}
	var names []string
	for _, w := range ways {
		if w.Name == name {
			return Worth{Worth: w, Only: w.Rows()}, nil
		}
		names = append(names, w.Name)
	}
	if len(names) == 0 {
		return Worth{}, text.Problem{What: "nothing of " + shown(system) + " is weighed by its Energy", Want: "another system"}
	}
	return Worth{}, text.Problem{What: shown(name) + " of " + system + " are not weighed", Want: text.OneOf(name, names)}
}

// WorthReport is what was found. The same rows give the same report.
type WorthReport struct {
	Command string          `json:"command,omitempty"` // what makes it again
	Digest  string          `json:"rows"`              // of the rows and of what they were weighed in
	Worths  []trial.Weighed `json:"worths"`
	Outside []string        `json:"outside"` // rows outside the bounds
	Passed  bool            `json:"passed"`

	title string
	lines []string
}

// Check says what is wrong with what is asked for.
func (w Worth) Check() error {
	known := w.Rows()
	for i, row := range w.Only {
		switch {
		case !slices.Contains(known, row):
			return text.Problem{What: "none of the " + w.Name + " that are weighed is " + shown(row), Want: text.OneOf(row, known)}
		case slices.Index(w.Only, row) < i:
			return text.Problem{What: shown(row) + " is there twice", Want: "it once"}
		}
	}
	return nil
}

// Run weighs every row.
func (w Worth) Run(ctx context.Context) (WorthReport, error) {
	r := WorthReport{Digest: w.Fingerprint(), Outside: []string{}, title: w.Title, lines: w.Lines}
	if err := w.Check(); err != nil {
		return r, err
	}
	worker := func() func(k int) (trial.Weighed, error) {
		return func(k int) (trial.Weighed, error) { return w.Weigh(w.Only[k]) }
	}
	err := jobs.Ordered(ctx, len(w.Only), w.Cores, worker, func(_ int, got trial.Weighed) bool {
		r.Worths = append(r.Worths, got)
		if got.Outside() {
			r.Outside = append(r.Outside, got.Row)
		}
		return false
	})
	r.Passed = len(r.Outside) <= WorthOutside && !slices.ContainsFunc(r.Worths, func(x trial.Weighed) bool { return x.Why == "" && slices.Contains(r.Outside, x.Row) })
	return r, err
}

// Fingerprint tells rows, and what they are weighed in, apart.
func (w Worth) Fingerprint() string {
	var all strings.Builder
	for _, row := range w.Only {
		fmt.Fprintf(&all, "%s: %s\n", row, w.Row(row))
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(all.String())))[:16]
}

// Sections are the report in words, in order.
func (r WorthReport) Sections() []Section {
	all := Section{Title: r.title, Lines: r.lines, Head: []string{"", "of", "Energy", "Wounds", "kept", "a cut's", "beside it"}}
	if r.Command != "" {
		all.Lines = append(slices.Clone(all.Lines), madeBy(r.Command, r.Digest))
	}
	for _, w := range r.Worths {
		all.Rows = append(all.Rows, []string{w.Row, w.Of, fmt.Sprintf("%.1f", w.Takes), fmt.Sprintf("%.2f", w.Gains), fmt.Sprintf("%.2f", w.Kept), fmt.Sprintf("%.2f", w.Cut), fmt.Sprintf("%.2f", w.Beside)})
	}
	return []Section{all, r.outsideSection(), r.sceneSection()}
}

// outsideSection names the rows outside the bounds, and why.
func (r WorthReport) outsideSection() Section {
	s := Section{Title: fmt.Sprintf("Outside %.1f to %.1f", trial.WorthLeast, trial.WorthMost)}
	for _, w := range r.Worths {
		if slices.Contains(r.Outside, w.Row) {
			why := w.Why
			if why == "" {
				why = "nobody has said why"
			}
			s.Lines = append(s.Lines, fmt.Sprintf("%s, %.2f: %s.", w.Row, w.Beside, why))
		}
	}
	if len(s.Lines) == 0 {
		s.Lines = []string{"None."}
	}
	return s
}

// sceneSection says what each row was weighed in, those of one scene together.
func (r WorthReport) sceneSection() Section {
	s := Section{Title: "What each is for"}
	rows := map[string][]string{}
	var scenes []string
	for _, w := range r.Worths {
		if rows[w.Scene] == nil {
			scenes = append(scenes, w.Scene)
		}
		rows[w.Scene] = append(rows[w.Scene], w.Row)
	}
	for _, scene := range scenes {
		s.Lines = append(s.Lines, fmt.Sprintf("%s: %s.", strings.Join(rows[scene], ", "), scene))
	}
	return s
}
