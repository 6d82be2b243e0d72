package evals

import (
	"context"
	"fmt"
	"strings"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules/text"
)

// Series is a measure that takes samples of its own, a row of [AllSeries]. The row says what is measured, which flags
// it has and what it reports. All series share the rest: how samples are taken, on which machines and from which seeds
// ([Series.Take], [sampled]), how progress is reported, and how the report looks ([Page]).
type Series struct {
	Name       string
	Short      string    // its help in one line
	HelpValues []any     // values for the verbs in its long help, which is a file of the command
	Of         string    // what its arguments name: encounters or systems; empty: it takes none
	Usual      []string  // the default arguments; nil for systems: all
	Agents     []string  // the agents that are measured without --agent; nil: it has players of its own
	Flags      []ownFlag // the flags of its own
	Nodes      int       // the budget of a decision without --nodes; 0: that of the settings
	NoSeed     bool      // it has neither a seed nor a budget
	// ReportPath is set if the series draws a fight for each seed: the file of the repository in which runs of reported
	// seeds are logged by default, see [Series.IsReported].
	ReportPath string
	take       func(ctx context.Context, q Question) (Finding, error)
}

// ownFlag is a flag of a series: a number with its default and its range.
type ownFlag struct {
	Name, Help         string
	Usual, Least, Most int
}

// Question has the arguments and flags with which a series is called. A [Run] of a suite uses its agents, seed, cores,
// jobs and Progress.
type Question struct {
	Catalogue  agent.Catalogue
	Names      []string      // the arguments
	Encounters []Encounter   // the encounters that they name, for a series of encounters
	Agents     []agent.Agent // the agents that are measured; nil for a series that has players of its own
	Nodes      int           // the budget of a decision
	Seed       uint64        // the first seed
	Tables     *tables       // the folder of solved small fights; nil: none
	// Cores is how many cores are used without Jobs. It changes how long a measure takes, and nothing else.
	Cores    int
	Jobs     *jobs.Pool                   // where the work is done; nil: on the cores
	Progress func(what string, n, of int) // is told of each sample, one call at a time; may be nil

	// The values of the flags that a series can have. Each flag has the name of its field; a series uses those of its
	// Flags.
	Count, Fights, From, To, Review, Random, Level int

	series *Series // the series that is called
}

// Number returns the field for the number of a flag.
func (q *Question) Number(name string) *int {
	return map[string]*int{"count": &q.Count, "fights": &q.Fights, "from": &q.From, "to": &q.To, "review": &q.Review, "random": &q.Random,
		"level": &q.Level}[name]
}

// Finding is what a series has found.
type Finding struct {
	Report       Sectioned
	Measured     bool       // a sample was taken: there is something to report
	StoppedAfter string     // for a series that was stopped, how far it came: "after 3 of 40 fights"
	Unmet        string     // the requirements that the figures do not meet; empty: none
	Log          *LoggedRun // the line for the log of reported runs; nil for other series
}

// Sectioned is a report for people; as JSON it is for programs.
type Sectioned interface {
	Sections() []Section
}

// LoggedRun is a line of the log of runs with reported seeds. The log shows how often anybody has looked at these
// seeds.
type LoggedRun struct {
	Date    string            `json:"date"`
	Commit  string            `json:"commit"`
	Seeds   string            `json:"seeds"`
	Solved  int               `json:"solved,omitempty"`
	Fights  int               `json:"fights_each"`
	Stopped bool              `json:"stopped,omitempty"`
	Systems []string          `json:"systems,omitempty"` // nil for all
	Agents  []smallSum        `json:"agents"`
	Asked   []thresholdResult `json:"asked,omitempty"`
}

// Take takes the samples. If it is stopped, it returns the error and what was found so far.
func (s *Series) Take(ctx context.Context, q Question) (Finding, error) {
	if err := s.Check(q); err != nil {
		return Finding{}, err
	}
	q.series = s
	return s.take(ctx, q)
}

// Check returns an error if a number of a question is out of its range.
func (s *Series) Check(question Question) error {
	wrong := func(what, want string) error { return text.Problem{What: what, Want: want} }
	for _, a := range s.Flags {
		least := a.Least
		// A range of levels has at least two.
		if a.Name == "to" {
			least = question.From + 1
		}
		if n := *question.Number(a.Name); n < least || n > a.Most {
			return wrong(fmt.Sprintf("--%s is %d", a.Name, n), fmt.Sprintf("%d to %d", least, a.Most))
		}
	}
	if s.ReportPath != "" {
		switch last := question.lastSeed(); {
		case question.Seed < 1 || last < question.Seed:
			return wrong(fmt.Sprintf("--seed is %d", question.Seed), "the seed of the first of them, from 1")
		// Runs of reported seeds are logged, others are not: a run is all of one kind.
		case question.Seed < reportFrom && last >= reportFrom:
			return wrong(fmt.Sprintf("seeds from %d to %d", question.Seed, last),
				fmt.Sprintf("seeds below %d, which are not reported, or from there on, which are", reportFrom))
		}
	}
	if question.Nodes == 0 && !s.NoSeed {
		return wrong("--nodes is 0", "a budget: measures are reproducible")
	}
	return nil
}

// reportFrom is the first seed for reports. Seeds below 1000 are for fits, those from 1000 on for choices between fits:
// what is reported must not have been fitted to or chosen by.
const reportFrom = 2000

// IsReported reports whether a run has to be logged.
func (s *Series) IsReported(q Question) bool { return s.ReportPath != "" && q.Seed >= reportFrom }

// lastSeed returns the seed of the last draw.
func (q Question) lastSeed() uint64 { return q.Seed + uint64(q.Count) - 1 }

// line returns the command that makes the report again. It names all settings, since defaults may change.
func (q Question) line() string {
	words := []string{"kokyu-lab eval", q.series.Name}
	for _, n := range q.Names {
		if strings.Contains(n, " ") {
			n = "'" + n + "'" // for a shell
		}
		words = append(words, n)
	}
	for _, a := range q.series.Flags {
		words = append(words, fmt.Sprintf("--%s %d", a.Name, *q.Number(a.Name)))
	}
	if !q.series.NoSeed {
		words = append(words, fmt.Sprintf("--nodes %d --seed %d", q.Nodes, q.Seed))
	}
	return strings.Join(append(words, "--report md"), " ")
}

// systems returns the systems that the arguments name, all systems if they name none.
func (q Question) systems() []string {
	if len(q.Names) == 0 {
		return agent.Systems()
	}
	return q.Names
}

// tell calls Progress, if there is one, with n samples taken of all.
func (q Question) tell(what string, n, all int) {
	if q.Progress != nil {
		q.Progress(what, n, all)
	}
}

// sampled takes n samples on this machine, each by its number, and calls add with each, in order. If results are kept,
// a kept sample is used when the series is called with an equal Question.
func sampled[T any](ctx context.Context, q Question, what string, n int,
	worker func() func(k int) (T, error), add func(k int, t T)) error {
	return sampleBench(ctx, q, what, n, jobs.Bench[T]{Kind: q.series.Name, Local: true, Doc: q.doc, Work: worker}, add)
}

// sampleBench takes the first n samples of a bench, wherever they can be taken, and calls add with each, in order.
func sampleBench[T any](ctx context.Context, q Question, what string, n int,
	bench jobs.Bench[T], add func(k int, t T)) error {
	return jobs.Do(ctx, work.Pool(q.Jobs, q.Cores), n, bench, func(k int, t T) bool {
		add(k, t)
		q.tell(what, k+1, n)
		return false
	})
}

// doc returns what the samples of one run have in common: kept samples are found by it.
func (q Question) doc() (any, error) {
	doc := struct {
		Line       string
		Agents     []string
		Encounters []sentEncounter
		Rows       []jobs.ID
	}{Line: q.line()}
	var err error
	if doc.Agents, err = work.EncodeAgents(q.Agents...); err != nil {
		return nil, err
	}
	if doc.Encounters, err = encodeEncounters(q.Encounters); err != nil || q.Encounters != nil {
		return doc, err
	}
	doc.Rows, err = hashRows(q.Catalogue, q.systems())
	return doc, err
}

// hashRows returns a hash of the rows of each system, by which two catalogues can be told apart.
func hashRows(c agent.Catalogue, systems []string) (list []jobs.ID, err error) {
	for _, system := range systems {
		rows, err := c.Rows(system)
		if err != nil {
			return nil, err
		}
		list = append(list, jobs.Hash(rows))
	}
	return list, nil
}
