package review

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Review is the analysis of a recorded fight. Every chance, 0 to 1, and every change of one is that of the first side,
// whoever decides or throws, so that all figures add up to the line of the chart. Changes of single steps are in
// thousandths of a win (mWP), sums are in wins. What a decision loses has no sign.
//
// Chances are exact values where these are known, else forecasts. In a system without forecasts they are the search's
// values, which are no chances: see Forecast.
type Review struct {
	// Back is set if a server shows the page: then it has links to the page of the fight and to the tale.
	Back              bool      `json:"-"`
	Record            string    `json:"record,omitempty"` // its file, as a shell takes it
	Title             string    `json:"title"`
	Sides             [2]string `json:"sides"`
	Over              bool      `json:"over"`
	Winner            string    `json:"winner,omitempty"` // a side
	Rounds            int       `json:"rounds"`
	Positions         int       `json:"positions"` // that were looked at
	PositionsInRecord int       `json:"of"`        // that the record has
	Nodes             int       `json:"nodes"`     // searched for each, at most
	Exact             bool      `json:"exact"`     // every value is exact
	Repeatable        bool      `json:"repeatable"`

	Begin  float64 `json:"begin" jsonschema:"the chance of the first side at the beginning, 0 to 1; where there is neither a forecast nor an exact value it is the value of the search, which is no chance"`
	Choice bySide  `json:"choice" jsonschema:"what decisions changed in the chance of the first side, a share of a win, -1 to 1"`
	Luck   bySide  `json:"luck" jsonschema:"what dice and draws changed in the chance of the first side, a share of a win, -1 to 1"`
	Edits  float64 `json:"edits" jsonschema:"what the GM, or who yielded, changed in the chance of the first side, a share of a win"`
	Rest   float64 `json:"rest" jsonschema:"what the values do not account for: end less begin, choice, luck and edits; a share of a win"`
	Error  float64 `json:"error" jsonschema:"the sum of the errors of the steps, a share of a win: the rest is never larger"`
	End    float64 `json:"end" jsonschema:"the chance of the first side at the end, 0 to 1, as begin"`

	// Forecast is that of the first side at the beginning, which is begin; absent if nothing was fitted for the system, or
	// if all values are exact.
	Forecast *agent.Forecast `json:"forecast,omitempty"`

	Verdict []string       `json:"verdict"` // two sentences
	Steps   []reviewedStep `json:"steps"`
	People  []personReview `json:"people"`
	Turns   []turningPoint `json:"turns"` // the largest first

	pictures []picture.Picture // before each step and at the end
	yields   bool              // somebody has yielded or fled
	// forecasts has the ranges of forecasts in the system; hasForecasts is false if there are none, and then no figure is
	// called a chance.
	forecasts    agent.ForecastMap
	hasForecasts bool
}

// editors returns who made the edits.
func (r *Review) editors() string { return "the GM" + text.Either(r.yields, " and who yielded", "") }

// bySide is what one cause changed in the chance of the first side: in First by decisions and throws of the first side,
// in Second by those of the second.
type bySide struct {
	First  float64 `json:"first"`
	Second float64 `json:"second"`
}

// Sum returns the change by both sides.
func (t bySide) Sum() float64 { return t.First + t.Second }

// add adds what a decision or a throw of a side changed.
func (t *bySide) add(side rules.Side, x float64) {
	if side == 1 {
		t.Second += x
	} else {
		t.First += x
	}
}

// Kinds of steps.
const (
	kindChoice = "choice" // a decision that is judged
	kindOnly   = "only"   // a decision that is not: see Why
	kindForced = "forced" // a decision that the GM made
	kindDice   = "dice"
	kindEdit   = "edit"
)

// reviewedStep is one step of the record.
type reviewedStep struct {
	N     int     `json:"n"` // its number in the record
	Round int     `json:"round"`
	Seat  string  `json:"seat,omitempty"`
	Side  string  `json:"side,omitempty"`
	Kind  string  `json:"kind"`            // choice, only, forced, dice, edit
	Phase string  `json:"phase,omitempty"` // of a decision: attack, reaction, reserve ...; of dice what they were for
	Do    string  `json:"do"`
	Says  string  `json:"says"` // the step in words
	Win   float64 `json:"win" jsonschema:"the chance of the first side before the step, 0 to 1, whoever decides; as begin"`

	Searched float64 `json:"searched" jsonschema:"the value of the search for the first side before the step, 0 to 1: no chance, and what decisions are judged by"`

	After float64 `json:"after" jsonschema:"the chance of the first side after the step, as win"`
	Luck  float64 `json:"luck_mwp" jsonschema:"what the dice or the draw changed in the chance of the first side, in thousandths of a win"`
	Edits float64 `json:"edits_mwp,omitempty" jsonschema:"what the GM, or who yielded, changed in the chance of the first side, in thousandths of a win"`
	Loss  float64 `json:"loss_mwp" jsonschema:"what the decision lost against the best one, for the side that decides, in thousandths of a win; never below 0"`
	Error float64 `json:"error_mwp" jsonschema:"by how much luck_mwp, edits_mwp and loss_mwp may be wrong, in thousandths of a win"`

	Options int       `json:"options,omitempty"`
	Spread  float64   `json:"spread_mwp,omitempty" jsonschema:"between the best and the worst option, in thousandths of a win"`
	Gap     float64   `json:"gap_mwp,omitempty" jsonschema:"between the best and the next best option, in thousandths of a win"`
	Better  string    `json:"better,omitempty" jsonschema:"the best option, where it was better than what was done"`
	Next    string    `json:"next_best,omitempty" jsonschema:"the best of the other options, where none was better; it may be worth as much"`
	Line    []string  `json:"line,omitempty"` // what was to be expected after the best
	Why     string    `json:"why,omitempty"`
	Seen    *coverage `json:"seen,omitempty"`

	// Extreme is not the p of a record, which is the chance of a success or failure as it came.
	Extreme float64 `json:"extreme,omitempty" jsonschema:"the chance of dice to do as well as they did or better; if they did badly, as badly or worse; 0 to 1"`
	Goal    string  `json:"goal,omitempty"` // of dice: what they had to reach, "2d10+3 >= 14"

	side      rules.Side
	isYield   bool // somebody stops fighting
	isJudged  bool // it was a decision, and enough was searched
	isCounted bool // there was something to lose
}

// coverage is how much the searches covered that judged a decision, see [agent.Coverage].
type coverage struct {
	Exact bool       `json:"exact"` // the values are exact
	Depth int        `json:"depth"` // breaths or turns searched in full, from the position
	Share [2]float64 `json:"share"` // of the breath under way and of the next one
	Nodes int        `json:"nodes"`

	Twice     bool       `json:"twice"` // the best was searched from its own next position too
	ThenDepth int        `json:"then_depth,omitempty"`
	ThenShare [2]float64 `json:"then_share,omitzero"`
	// Unsearched is set if what was done was searched only from its own next position, because it is like another option.
	Unsearched bool `json:"unsearched,omitempty"`
}

// Counts reports whether a step is a decision that is judged and in which there was something to lose. Levels are
// measured by these.
func (s reviewedStep) Counts() bool { return s.isCounted }

// whyNotJudged returns why a step's decision is not judged, empty if it is: nobody chose it, or nobody could choose
// otherwise.
func whyNotJudged(m moment, options int) string {
	switch {
	case m.step.N == 0:
		return "the record ends here"
	case isYield(m.step):
		return "somebody stopped fighting"
	case m.step.Edit != "":
		return "the GM changed it"
	case m.step.Word == fight.WordForce:
		return "the GM decided"
	case options == 1:
		return "there was nothing else to do"
	case m.isBanned(m.step.Do):
		return "the GM had forbidden it and let it pass"
	}
	return ""
}

// isYield reports whether somebody yields or flees with a step, by the word of the GM or of its own accord.
func isYield(s rules.Step) bool {
	_, _, ok := fight.YieldOf(s)
	return ok
}

// reviewOf returns the review of the positions that were assessed, of all that the record has.
func reviewOf(moments []moment, assessed []assessment, nodes, all int) *Review {
	last := len(moments) - 1
	f := moments[last].position
	review := &Review{Title: agent.Title(f), Rounds: f.Round(), Positions: len(moments), PositionsInRecord: all,
		Nodes: nodes, Exact: true, Steps: []reviewedStep{}, People: []personReview{}, Turns: []turningPoint{}}
	for _, who := range moments[0].position.Roster() {
		review.Sides[who.Side] = who.Team
	}
	if side, draw, over := f.Winner(); over {
		review.Over = true
		if !draw {
			review.Winner = review.Sides[side]
		}
	}
	for i, m := range moments {
		review.Exact = review.Exact && assessed[i].exact
		review.pictures = append(review.pictures, m.picture)
		if i < last {
			review.Steps = append(review.Steps, stepOf(m, assessed[i], assessed[i+1]))
			review.yields = review.yields || isYield(m.step)
		}
	}
	review.forecasts, review.hasForecasts = agent.Forecaster(f.Header().System)
	win := chances(assessed)
	list := changesOf(moments, assessed, review.Steps, win)
	for i := range review.Steps {
		review.Steps[i].Searched = assessed[i].value
		review.Steps[i].setChange(list[i], win[i], win[i+1])
	}
	review.addUp(list, win)
	review.People = reviewPeople(review.Steps, moments)
	review.Turns = turningPoints(review.Steps)
	review.Verdict = review.sayVerdict()
	return review
}

// addUp adds up the changes of the steps by their causes. What they do not account for is the rest. The errors are
// added, not their squares, since they are not independent: what a search gets wrong once it gets wrong again.
func (r *Review) addUp(list []stepChange, win []float64) {
	r.Begin, r.End = win[0], win[len(win)-1]
	for i, change := range list {
		s := &r.Steps[i]
		r.Choice.add(s.side, change.choice)
		r.Luck.add(s.side, change.luck)
		r.Edits += change.edits
		r.Error += s.Error / 1000
	}
	r.Rest = r.End - r.Begin - r.Choice.Sum() - r.Luck.Sum() - r.Edits
}

// stepOf returns a step in words and judged. here is the assessment of the position where it was made, then that of the
// next one.
func stepOf(m moment, here, then assessment) reviewedStep {
	turn := m.position.Turn()
	s := reviewedStep{N: m.step.N, Round: m.position.Round(), Seat: m.step.Seat, Do: m.step.Do}
	if m.step.Edit != "" {
		s.Kind, s.Do, s.Why, s.isYield = kindEdit, m.step.Edit, m.step.Why, isYield(m.step)
		s.Says = fmt.Sprintf("%s%s (%s)", text.Either(s.isYield, "", "the GM: "), s.editWords(), s.Why)
		return s
	}
	who := m.position.Roster()[turn.Seat]
	s.Side, s.side = who.Team, who.Side
	if turn.Kind == rules.Chance {
		c := m.position.Check()
		s.Kind, s.Phase, s.Goal = kindDice, c.What, c.GoalText()
		s.Says = fmt.Sprintf("%s's %s, %s: %s", s.Seat, c.What, s.Goal, s.Do)
		s.Extreme = here.likelihood(s.side)
		return s
	}
	options := m.position.Options()
	s.Kind, s.Says, s.Options = kindChoice, s.Seat+": "+s.Do, len(options)
	if i := slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == s.Do }); i >= 0 {
		s.Phase = options[i].Phase
	}
	switch s.Why = whyNotJudged(m, len(options)); {
	case m.step.Word == fight.WordForce:
		s.Kind = kindForced
	case s.Why != "":
		s.Kind = kindOnly
	case here.best < 0:
		s.Kind, s.Why = kindOnly, "too little was searched to judge it"
	default:
		s.judge(m, here, then)
	}
	return s
}

// lossBetween returns what a side loses with one value in place of another, in mWP; nothing if it gains.
func lossBetween(better, taken float64, side rules.Side) float64 {
	return max(0, 1000*(agent.ForSide(better, side)-agent.ForSide(taken, side)))
}

// judge sets what a decision lost. The first search, from before the decision, has values of the best option and of the
// one taken. If there is a second search, of the position after the best option, its value is compared with that of the
// next position of the record; the loss is then the mean of both differences, and the error half of their difference.
func (s *reviewedStep) judge(m moment, here, then assessment) {
	best := here.outcomes[here.best]
	s.isJudged = true
	s.Seen = &coverage{Exact: here.exact, Depth: here.coverage.Depth, Share: here.coverage.Share,
		Nodes: here.coverage.Nodes, Unsearched: here.taken < 0}
	if here.exact {
		s.Seen.Share = [2]float64{1, 1}
	}
	first := 0.0
	switch {
	case here.taken < 0: // one of several alike, of which the search looked at another
	case here.secret: // the best is worth what the position is
		first = lossBetween(here.value, here.outcomes[here.taken].value, s.side)
	default:
		first = lossBetween(best.value, here.outcomes[here.taken].value, s.side)
	}
	s.Loss = first
	if here.bestAfter != nil {
		second := lossBetween(*here.bestAfter, then.value, s.side)
		if here.taken < 0 {
			first = second
		}
		s.Loss, s.Error = (first+second)/2, math.Abs(first-second)/2
		s.Seen.Twice, s.Seen.ThenDepth, s.Seen.ThenShare = true, here.bestAfterCoverage.Depth, here.bestAfterCoverage.Share
	}
	var losses []float64
	for _, n := range here.outcomes {
		losses = append(losses, lossBetween(best.value, n.value, s.side))
	}
	slices.Sort(losses)
	s.Spread = max(losses[len(losses)-1], s.Loss)
	if len(losses) > 1 {
		s.Gap = losses[1]
	}
	s.isCounted = s.Spread > somethingToLose
	s.Line = text.Each(best.line, func(m agent.LineStep) string { return m.Do })
	s.explain(m, here)
}

// explain says in a sentence what was better or, if it was the best, what the next best was. For a secret choice and
// for the answer to one it names nothing: against the other side's mix several are worth the same.
func (s *reviewedStep) explain(m moment, here assessment) {
	best := here.outcomes[here.best]
	if here.taken == here.best || s.Loss < negligibleLoss {
		if here.secret {
			s.Why = "Against the odds of a good opponent nothing is worth more."
			return
		}
		i := slices.IndexFunc(here.outcomes, func(n outcome) bool { return n.words != s.Do })
		if i < 0 {
			return
		}
		s.Next = here.outcomes[i].words
		gap := lossBetween(best.value, here.outcomes[i].value, s.side)
		if here.taken == here.best && gap >= negligibleLoss {
			s.Why = fmt.Sprintf("The next best, \"%s\", wins %s less.", s.Next, wordPoints(gap))
		} else {
			s.Why = fmt.Sprintf("\"%s\" is worth as much.", s.Next)
		}
		return
	}
	s.Better = best.words
	s.Why = fmt.Sprintf("\"%s\" wins %s more", s.Better, wordPoints(s.Loss))
	after, instead := "", answerOnLine(m.position, best.line, s.side)
	if here.taken >= 0 {
		after = answerOnLine(m.position, here.outcomes[here.taken].line, s.side)
	}
	switch {
	case after != "" && after != instead:
		s.Why += fmt.Sprintf(": after \"%s\", %s is to be expected", s.Do, after)
		if instead != "" {
			s.Why += ", and not " + instead
		}
	case instead != "":
		s.Why += fmt.Sprintf(", with %s to be expected either way", instead)
	}
	s.Why += "."
}

// answerOnLine returns the other side's first decision on a line: `Kojiro's "parry"`.
func answerOnLine(f *fight.Fight, line []agent.LineStep, side rules.Side) string {
	for _, m := range line {
		if !m.Dice && f.Side(m.Seat) != side && f.Name(m.Seat) != "" {
			return fmt.Sprintf("%s's \"%s\"", f.Name(m.Seat), m.Do)
		}
	}
	return ""
}

// wordPoints words thousandths of a win as points of a hundred: "12.3 points".
func wordPoints(mwp float64) string { return text.Points(fmt.Sprintf("%.1f", mwp/10)) }

// setChange sets what a step changed, and the chances before and after it. Its error is at least what the causes do not
// account for.
func (s *reviewedStep) setChange(change stepChange, before, after float64) {
	s.Win, s.After = before, after
	s.Luck, s.Edits = 1000*change.luck, 1000*change.edits
	accounted := change.choice + change.luck + change.edits
	s.Error = 1000 * max(change.err, math.Abs(after-before-accounted))
}

// turningPoint is a step where the fight turned.
type turningPoint struct {
	Step   int     `json:"step"`
	Round  int     `json:"round"`
	Seat   string  `json:"seat"`
	Side   string  `json:"side"`
	Cause  string  `json:"cause"` // choice, dice, secret, GM, yield
	Points float64 `json:"points_mwp" jsonschema:"what it changed in the chance of the first side, in thousandths of a win"`
	Says   string  `json:"says"`
	Why    string  `json:"why"`

	at int // among the steps
}

// How many turning points are told, and how much one must have moved.
const (
	turningPointsMax  = 6
	turningPointLeast = 30.0 // mWP
)

// turningPoints returns where the chance moved most, the largest move first. A step has its largest cause alone; for an
// answer to a secret that is luck, unless the answer itself lost more.
func turningPoints(steps []reviewedStep) []turningPoint {
	all := []turningPoint{}
	for i, s := range steps {
		t := turningPoint{Step: s.N, Round: s.Round, Seat: s.Seat, Side: s.Side, Says: s.Says, Why: s.Why, at: i}
		switch {
		case s.isYield:
			t.Cause, t.Points, t.Why = "yield", s.Edits, "Nothing to throw and nothing to choose: somebody stopped fighting."
		case s.Kind == kindEdit || s.Kind == kindForced:
			t.Cause, t.Points, t.Why = "GM", s.Edits, "Neither dice nor choice: the GM's doing."
		case s.Kind == kindDice:
			t.Cause, t.Points, t.Why = "dice", s.Luck, "Nothing to choose here: "+wordOdds(s)+"."
		case s.isJudged && math.Abs(s.Luck) > s.Loss:
			t.Cause, t.Points, t.Why = "secret", s.Luck, "A secret and its answer: neither knew what the other chose."
		case s.isJudged:
			t.Cause, t.Points = "choice", -agent.Sign(s.side)*s.Loss
		}
		if math.Abs(t.Points) >= turningPointLeast {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b turningPoint) int { return cmp.Compare(math.Abs(b.Points), math.Abs(a.Points)) })
	return all[:min(len(all), turningPointsMax)]
}

// wordOdds says how likely such a throw was or a better one. The chance of the exact sum would be small even for an
// ordinary throw: 33 points of luck were "1 in 159".
func wordOdds(s reviewedStep) string {
	as := text.Either(agent.Sign(s.side)*s.Luck < 0, "badly", "well")
	switch {
	case s.Extreme <= 0:
		return "the dice decided"
	case s.Extreme > 0.35:
		return fmt.Sprintf("%.0f in 100 such throws go so %s", 100*s.Extreme, as)
	}
	return fmt.Sprintf("one such throw in %.0f goes so %s", 1/s.Extreme, as)
}
