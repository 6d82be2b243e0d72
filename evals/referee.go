package evals

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// refereeMeans explains the figures of [refereeReport] in reports.
const refereeMeans = "Where no exact value can be had, options of a position are played out to the end on common dice by a search, the luck of the dice taken off. " +
	"The best option is chosen by one half of the playouts and the loss of the agent's measured on the other, and the other way round: the mean, in mWP, with its 95 % interval " +
	"over positions; what an agent chose beyond the options played out is not judged"

// refereeOptions is how many options of a position are played out.
const refereeOptions = 4

// refereeReport is an agent judged by playouts, see [refereeMeans].
type refereeReport struct {
	Encounters []refereeRow `json:"encounters"`
	All        refereeRow   `json:"all"`
	decisions  []refereeDecision
}

// refereeRow is the loss of an agent over some positions.
type refereeRow struct {
	Encounter string         `json:"encounter"`
	Positions int            `json:"positions"`
	Judged    int            `json:"judged"` // where the agent chose one of the options played out
	Lost      agent.Interval `json:"lost"`   // mWP a decision
	First     float64        `json:"first"`  // share where the agent's option is the best of both halves together, 0 to 1
}

// makeRefereePositions returns the positions for the referee: those of the suite's file or, if it has none, positions
// that are found and played out now.
func (r *Run) makeRefereePositions(ctx context.Context) ([]judgedPosition, error) {
	if len(r.Suite.Positions) > 0 {
		return r.storedPositions()
	}
	var list []judgedPosition
	for _, e := range r.Suite.Encounters {
		found, err := r.sampleContested(ctx, e)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	err := r.playOutOptions(ctx, list)
	if err == nil && r.Keep != nil {
		err = r.Keep(mapped(list, func(t judgedPosition) Position { return t.Position }))
	}
	return list, err
}

// storedPositions returns the positions of the suite's file, which must have been played out.
func (r *Run) storedPositions() (list []judgedPosition, err error) {
	for i, p := range r.Suite.Positions {
		if p.Standard == nil {
			return nil, fmt.Errorf("the position %s has not been played out, want its standard", quote(p.ID))
		}
		t := judgedPosition{Position: p}
		if t.fight, err = r.openPosition(p, r.Seed+uint64(i)); err != nil {
			return nil, err
		}
		for _, o := range p.Options {
			if !slices.ContainsFunc(t.fight.Options(), func(legal fight.Option) bool { return legal.Words == o }) {
				return nil, fmt.Errorf("the position %s has no option %s", quote(p.ID), quote(o))
			}
		}
		list = append(list, t)
	}
	return list, nil
}

// thinBy is n where the referee takes one in n of the decisions that it finds in an agent's play: decisions near each
// other are much alike.
const thinBy = 6

// passedOverFactor is by what factor more decisions are looked at than that would need, since answers and choices of
// two are passed over.
const passedOverFactor = 4

// sampleContested returns positions in the agent's own play of an encounter, with the options to play out. Only
// decisions within a breath or turn with three options or more are taken.
func (r *Run) sampleContested(ctx context.Context, e Encounter) (list []judgedPosition, err error) {
	found, err := ownPlay(r.Agents[0], "")(ctx, e, passedOverFactor*thinBy*r.Suite.Sample.Own, r.Seed)
	if err != nil {
		return nil, err
	}
	var finder agent.Finder
	met := 0
	for _, p := range found {
		judged := judgedPosition{Position: p}
		if judged.fight, err = r.openPosition(p, r.Seed); err != nil {
			return nil, err
		}
		options := judged.fight.Options()
		if len(options) < 3 || options[0].Phase == "reaction" {
			continue
		}
		// Counted before it is thinned: one in thinBy of those that could be taken, not of all decisions.
		if met++; met%thinBy != 0 || len(list) == r.Suite.Sample.Own {
			continue
		}
		look, err := finder.Search(ctx, judged.fight, search.Limits{Nodes: agent.NodesUsual})
		if err != nil {
			return nil, err
		}
		judged.Options = contenders(look, options)
		judged.Phase, judged.Data = optionOf(options, look.Best).Phase, dataOf(judged.fight)
		list = append(list, judged)
	}
	return list, nil
}

// contenders returns the words of the options to play out: those that a search values most (look.Options has the best
// first), and among them one that does nothing, if there is any.
func contenders(look search.Result, options []fight.Option) (words []string) {
	idle := func(o fight.Option) bool { return o.Phase == "end" || o.Phase == "wait" }
	ends := false
	for _, o := range look.Options {
		is := optionOf(options, o.Action)
		switch {
		case len(words) == refereeOptions:
		// The last place is kept for an option that does nothing, as long as none is in and there is one.
		case len(words) == refereeOptions-1 && !ends && slices.ContainsFunc(options, idle) && !idle(is):
		default:
			words = append(words, is.Words)
			ends = ends || idle(is)
		}
	}
	return words
}

// playOutOptions plays out the options of every position.
func (r *Run) playOutOptions(ctx context.Context, list []judgedPosition) error {
	player := &agent.Search{Limits: search.Limits{Nodes: r.Suite.Playouts.Nodes}}
	out := playingOut{player: player, each: r.Suite.Playouts.Each, luck: r.Suite.Luck, seed: r.Seed}
	return sampleBench(ctx, r.Question, "positions played out", len(list), out.bench(ctx, list), func(k int, s *standard) {
		list[k].Standard = s
	})
}

// playingOut says how options are played out.
type playingOut struct {
	player agent.Agent // plays both sides
	each   int         // playouts of each option
	luck   int         // nodes that value a throw
	seed   uint64
}

// bench returns the jobs of playing positions out, one for each position.
func (x playingOut) bench(ctx context.Context, positions []judgedPosition) jobs.Bench[*standard] {
	return jobs.Bench[*standard]{Kind: kindStandard,
		Doc: func() (any, error) {
			player, err := work.EncodeAgent(x.player)
			sent, failed := encodePositions(positions)
			return standardDoc{player, x.each, x.luck, x.seed, sent}, cmp.Or(err, failed)
		},
		Work: func() func(int) (*standard, error) {
			return func(k int) (*standard, error) { return x.standard(ctx, positions[k]) }
		}}
}

// kindStandard names the jobs of playing positions out.
const kindStandard = "standard"

// standardDoc is the document of positions that are played out: see [playingOut].
type standardDoc struct {
	Player    string         `json:"player"`
	Each      int            `json:"each"`
	Luck      int            `json:"luck"` // nodes that value a throw
	Seed      uint64         `json:"seed"`
	Positions []sentPosition `json:"items"`
}

// standardKind plays out positions for another machine.
var standardKind = jobs.Kind{Name: kindStandard, Open: work.Opener(func(ctx context.Context, doc standardDoc) (int, work.Workers[*standard], error) {
	x := playingOut{each: doc.Each, luck: doc.Luck, seed: doc.Seed}
	if x.each < 1 || x.each > PairsMax {
		return 0, nil, fmt.Errorf("%d playouts, want 1 to %d", x.each, PairsMax)
	}
	err := work.CheckLuck(doc.Luck)
	if err != nil {
		return 0, nil, err
	}
	if x.player, err = work.DecodeAgent(ctx, doc.Player); err != nil {
		return 0, nil, err
	}
	positions, err := decodePositions(doc.Positions)
	return len(positions), x.bench(ctx, positions).Work, err
})}

// standard plays the options of a position out. Playout k of every option is on the same dice, so that options differ
// by less luck. How much of the remaining luck is taken off is learned from the playouts before, of all options
// together.
func (x playingOut) standard(ctx context.Context, position judgedPosition) (*standard, error) {
	each := x.each
	s := &standard{Playouts: each}
	playouts := make([]*agent.Playouts, len(position.Options))
	for i, words := range position.Options {
		f := position.fight.Fork()
		options := f.Options()
		at := slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == words })
		if at < 0 {
			return nil, fmt.Errorf("the position %s has no option %s", quote(position.ID), quote(words))
		}
		after, err := f.After(options[at].Action)
		if err != nil {
			return nil, err
		}
		playouts[i] = agent.NewPlayouts(after)
	}
	var luck work.Weigher
	scores := make([][]float64, len(playouts))
	for k := range each {
		// The weight comes from the playouts before this one: a playout must not choose its own correction.
		weight := luck.Weight()
		for i, from := range playouts {
			o, err := from.Fight(ctx, [2]agent.Agent{x.player, x.player}, dice.Series(x.seed, k), &search.Limits{Nodes: x.luck})
			if err != nil {
				return nil, fmt.Errorf("%s: %w", position.ID, err)
			}
			scores[i] = append(scores[i], o.Score-weight*o.Luck)
			luck.Learn(o.Score, o.Luck)
		}
	}
	for _, list := range scores {
		var halves [2][]float64
		// Even and odd playouts, so that both halves have dice from all of the series.
		for k, x := range list {
			halves[k%2] = append(halves[k%2], x)
		}
		all := agent.IntervalOf(list)
		s.Halves = append(s.Halves, [2]float64{fourPlaces(agent.IntervalOf(halves[0]).Mean),
			fourPlaces(agent.IntervalOf(halves[1]).Mean)})
		s.Within = append(s.Within, fourPlaces(all.High-all.Mean))
	}
	return s, nil
}

// measureByReferee judges an agent by the playouts.
func (r *Run) measureByReferee(ctx context.Context, a agent.Agent) (*refereeReport, error) {
	list := r.refereePositions
	decisions, err := takeSamples(ctx, r, a, "refereed", len(list), ruledJobs.bench(ctx, a, list))
	if len(decisions) == 0 && err != nil {
		return nil, err
	}
	found := &refereeReport{All: refereeRowOf("all", decisions), decisions: decisions}
	for _, e := range r.Suite.Encounters {
		own := text.Keep(decisions, func(x refereeDecision) bool { return x.Encounter == e.Name })
		found.Encounters = append(found.Encounters, refereeRowOf(e.Name, own))
	}
	return found, err
}

// refereeDecision is one decision, judged by playouts.
type refereeDecision struct {
	Encounter string  `json:"encounter"`
	Did       string  `json:"did"`
	Best      string  `json:"best"`     // by both halves together
	Judged    bool    `json:"judged"`   // what was done is one of the options played out
	Lost      float64 `json:"lost_mwp"` // it can be negative, if the halves disagree
}

// ruledJobs are decisions at positions that were played out.
var ruledJobs = positionJobs[refereeDecision]{kind: "ruled", judge: (*judgedAgent).judgeByPlayouts, refuse: func(t judgedPosition) error {
	if s := t.Standard; s == nil || len(s.Halves) == 0 || len(s.Halves) != len(t.Options) {
		return fmt.Errorf("the position %s has not been played out", quote(t.ID))
	}
	return nil
}}

// judgeByPlayouts returns the agent's decision at a position, judged. One half of the playouts chooses the best option
// and the other half compares it with the agent's, and the other way round. If the same playouts did both, the best
// option would seem better than it is: it would be the one with the most luck.
func (m *judgedAgent) judgeByPlayouts(ctx context.Context, t judgedPosition) (refereeDecision, error) {
	a, _, err := m.choose(ctx, t.fight.Fork())
	if err != nil {
		return refereeDecision{}, fmt.Errorf("the position %s: %w", quote(t.ID), err)
	}
	options, side := t.fight.Options(), t.fight.Side(t.fight.Turn().Seat)
	did := optionOf(options, a).Words
	x := refereeDecision{Encounter: t.Encounter, Did: did, Best: t.Options[t.Standard.best(side, 0, 1)]}
	at := slices.Index(t.Options, did)
	if x.Judged = at >= 0; x.Judged {
		for half := range 2 {
			best := t.Standard.best(side, half)
			x.Lost += 1000 * (agent.ForSide(t.Standard.Halves[best][1-half], side) - agent.ForSide(t.Standard.Halves[at][1-half], side)) / 2
		}
	}
	return x, nil
}

// refereeRowOf sums decisions up.
func refereeRowOf(name string, list []refereeDecision) refereeRow {
	v := refereeRow{Encounter: name, Positions: len(list)}
	var lost []float64
	first := 0
	for _, x := range list {
		if !x.Judged {
			continue
		}
		lost = append(lost, x.Lost)
		if x.Did == x.Best {
			first++
		}
	}
	v.Judged, v.Lost, v.First = len(lost), agent.IntervalOf(lost), float64(first)/float64(max(1, len(lost)))
	return v
}

// sections returns the referee's judgement as a part of a report.
func (x *refereeReport) sections(agentName string) []Section {
	return []Section{{Title: "The referee on " + agentName, Lines: []string{refereeMeans + "."},
		Head: []string{"encounter", "positions", "judged", "lost a decision", "95 % interval", "the best"},
		Rows: mapped(append(slices.Clone(x.Encounters), x.All), func(v refereeRow) []string {
			return []string{v.Encounter, fmt.Sprint(v.Positions), fmt.Sprint(v.Judged), mwp(v.Lost.Mean),
				mwp(v.Lost.Low) + " to " + mwp(v.Lost.High), percent(v.First)}
		})}}
}
