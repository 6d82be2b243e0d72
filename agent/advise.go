package agent

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// Advice is the result of a search for one decision, in words and numbers. Win chances are for the advised side, 0 to
// 1; losses are in thousandths of a win (mWP).
type Advice struct {
	Seat     string   `json:"seat"`
	Position string   `json:"position"` // as an encounter file: what this advice is about
	Best     string   `json:"best"`
	Plan     []string `json:"plan"` // the best decision and the rest of the planned breath or turn
	// Win is the search's value against best reply, for comparing options. It is a chance only if [Advice.Exact].
	Win float64 `json:"win" jsonschema:"the value of the search for the side that decides, 0 to 1; a chance only where seen has exact or table"`
	// Forecast is how often the side wins when both play on. It is nil if no forecast was fitted for the system, or if Win
	// is looked up in a tablebase.
	Forecast *Forecast `json:"forecast"`
	// Mix is what to draw from, the likeliest first: for a secret choice, the answer to one, and a level below the
	// highest.
	Mix []Share `json:"mix,omitempty"`
	// Options are the legal decisions, of some that are alike only one (see [Coverage]), the best first; with a character in
	// the order in which it prefers them. Those without effect are last, see [Advice.ByWorth].
	Options  []Choice `json:"options"`
	Check    *Odds    `json:"check"`    // of the best decision, as in its [PricedOption]; nil if nothing is thrown for it
	Against  *Odds    `json:"against"`  // see [PricedOption]; nil if no foe throws first against it
	Overload *Odds    `json:"overload"` // see [PricedOption]; nil if it does not overload
	Reply    string   `json:"reply"`    // what the other side is expected to do next
	Why      string   `json:"why"`
	Model    string   `json:"model"` // of the opponent
	Coverage Coverage `json:"seen"`

	Character book.Character `json:"character,omitzero"` // that the choice was made for; empty: for none
}

// Choice is one legal decision with its value.
type Choice struct {
	Do       string   `json:"do"`
	Win      float64  `json:"win" jsonschema:"as of the advice, after this decision"`
	Loss     float64  `json:"loss_mwp" jsonschema:"against the highest win, in thousandths of a win"`
	PV       []string `json:"pv"`
	Coverage Coverage `json:"seen"` // of the lines that begin with it
	// NoEffect is set if it does nothing as things stand.
	NoEffect bool `json:"no_effect,omitempty"`

	Temper float64  `json:"temper,omitempty" jsonschema:"what the temper adds to win, which does not contain it: 0.04 is 4 points"`
	For    []string `json:"for,omitempty"` // the wants for which the temper adds it
}

// ByWorth returns the places of the options: the first, then the others in the order of their values. A character prefers
// them in its own order, and a mix has that of its shares, which are kept.
func (a Advice) ByWorth() []int {
	places := make([]int, len(a.Options))
	for i := range places {
		places[i] = i
	}
	if len(places) > 1 && len(a.Mix) == 0 && a.Character == (book.Character{}) {
		slices.SortStableFunc(places[1:], func(i, k int) int { return cmp.Compare(a.Options[i].Loss, a.Options[k].Loss) })
	}
	return places
}

// Outlook returns the chance to win in words: the forecast or, without one, the exact value. Of a search's estimate it
// only says which side it prefers, and whether it sees no difference between the choices.
func (a Advice) Outlook() string {
	const even, near = 0.5, 0.05
	switch {
	case a.Forecast != nil:
		return a.Forecast.String()
	case a.Exact():
		return fmt.Sprintf("%.1f %%", 100*a.Win)
	case a.Win > even+near:
		return "the search holds " + a.Seat + "'s side to be better" + a.indifferenceWords()
	case a.Win < even-near:
		return "the search holds the side against " + a.Seat + " to be better" + a.indifferenceWords()
	}
	return "the search holds it to be about even" + a.indifferenceWords()
}

// asGoodLoss is the loss, in thousandths of a win, below which a choice counts as good as the best.
const asGoodLoss = 0.5

// indifferenceWords says that all choices are worth the same; it is empty if they are not, if they are drawn by lot, or
// if the search has not looked beyond them. Without it "the search holds the other side to be better" would read as if
// a choice had made it so.
func (a Advice) indifferenceWords() string {
	searched := a.Coverage.Depth > 0 || a.Coverage.Share[0] > 0
	isWorse := func(c Choice) bool { return c.Loss >= asGoodLoss }
	if !searched || len(a.Options) < 2 || len(a.Mix) > 0 || slices.ContainsFunc(a.Options, isWorse) {
		return ""
	}
	return ", whatever " + a.Seat + " does now"
}

// HasWinChance reports whether the outlook is a chance to win. Otherwise it only says which side the search prefers.
func (a Advice) HasWinChance() bool { return a.Forecast != nil || a.Exact() }

// Exact reports whether Win is the value of the game, and so a chance, not an estimate.
func (a Advice) Exact() bool { return a.Coverage.Exact || a.Coverage.Tablebase }

// TemperWords returns in words what the temper adds to a choice, "cruel +4.0 points: the weakest foe"; empty if it adds
// nothing.
func (a Advice) TemperWords(c Choice) string {
	return temperBonus{c.Temper, c.For}.inWords(a.Character.Temper)
}

// Share is one decision of a mixed strategy with its chance.
type Share struct {
	Do string  `json:"do"`
	P  float64 `json:"p" jsonschema:"0 to 1, how often to draw it"`
}

// Coverage says how much of the tree was searched, in all or below one choice: choices are searched to different
// depths.
type Coverage struct {
	Nodes     int        `json:"nodes"`
	Depth     int        `json:"depth"` // breaths searched in full
	Share     [2]float64 `json:"share"` // of this breath and of the next one
	Exact     bool       `json:"exact"` // every line ended with the fight
	Tablebase bool       `json:"table"` // the values are looked up in a solved table
	// Glance is set if the budget was too small to search each option to the end of its exchange (an attack with its
	// answers). Options that were not searched have the value of what they do at once, without an answer.
	Glance          bool `json:"glance,omitempty"`
	Representatives bool `json:"spared,omitempty" jsonschema:"of decisions that are alike, as moves to similar squares, only one was searched and is among the options"`
}

// modelBestReply names the opponent that all values assume.
const modelBestReply = "best reply"

// AdviseAs searches the decision that the fight waits for, and returns the one that a character takes; without a
// character the best. Some decisions may be banned, see [View.Without]. The fight must wait for a decision.
func AdviseAs(ctx context.Context, f *fight.Fight, limits search.Limits, as book.Character,
	isBanned func(fight.Option) bool) (Advice, error) {
	if err := checkDecides(f); err != nil {
		return Advice{}, err
	}
	v, err := Look(f)
	if err != nil {
		return Advice{}, err
	}
	a, err := searchAdvice(ctx, f, v.Without(isBanned), limits, as)
	if err != nil {
		return a, err
	}
	a.Forecast, err = v.forecast(ctx)
	return a, err
}

// searchAdvice returns the advice of a search, without a forecast.
func searchAdvice(ctx context.Context, f *fight.Fight, v View, limits search.Limits,
	as book.Character) (Advice, error) {
	limits.Nodes = levelOf(as).limitNodes(limits.Nodes)
	r, err := v.SearchWith(ctx, limits, nil)
	if err != nil {
		return Advice{}, err
	}
	return adviceOf(f, v, r, as)
}

// Advise looks up the decision that the fight waits for. The errors are those of [Tablebase.Bounds].
func (t *Tablebase) Advise(f *fight.Fight) (Advice, error) {
	if err := checkDecides(f); err != nil {
		return Advice{}, err
	}
	p, err := bind(f)
	if err != nil {
		return Advice{}, err
	}
	r, err := t.lookUp(p, linePlies)
	if err != nil {
		return Advice{}, err
	}
	a, err := adviceOf(f, View{player: p}, r, book.Character{})
	a.Coverage.Tablebase = true
	for i := range a.Options {
		a.Options[i].Coverage.Tablebase = true
	}
	return a, err
}

// checkDecides returns an error unless the fight waits for a decision.
func checkDecides(f *fight.Fight) error {
	if turn := f.Turn(); turn.Kind != rules.Decide && turn.Kind != rules.Commit {
		return fmt.Errorf("the fight waits for %s, want a position where somebody decides", turn.Kind)
	}
	return nil
}

// adviceOf puts the result of a search into words, with the options in the order in which a character prefers them.
// Losses are against the highest value, which need not be that of the first option: in 32 of 228 positions of eight
// fights it was not. preferenceWords says why.
func adviceOf(f *fight.Fight, v View, found search.Result, as book.Character) (Advice, error) {
	p, r := v.player, v.chooseAs(found, as)
	turn := f.Turn()
	position, err := p.Position()
	if err != nil {
		return Advice{}, err
	}
	a := Advice{Seat: f.Name(turn.Seat), Position: string(position), Model: modelBestReply, Character: as,
		Coverage: coverageOf(r.Coverage, r.Solved)}
	side := f.Side(turn.Seat)
	a.Win = win(r.Value, side)
	words := map[rules.Action]string{}
	for _, o := range f.Options() {
		words[o.Action] = o.Words
	}
	bonuses := v.temperBonuses(r, as)
	highest := win(found.Value, side) // of a mix no option alone need reach it
	if !found.IsMixed() {
		for _, o := range r.Options {
			highest = max(highest, win(o.Value, side))
		}
	}
	for i, o := range r.Options {
		chance := win(o.Value, side)
		loss := max(0, 1000*(highest-chance))
		line := p.describeLine(o.Line)
		a.Options = append(a.Options, Choice{Do: words[o.Action], Win: chance, Loss: loss,
			PV:       text.Each(line, func(m LineStep) string { return m.Do }),
			NoEffect: line[0].NoEffect, Coverage: coverageOf(o.Coverage, r.Solved), Temper: bonuses[i].points, For: bonuses[i].why})
		if o.Mix > 1e-9 { // less is rounding
			a.Mix = append(a.Mix, Share{words[o.Action], o.Mix})
		}
	}
	a.Best = a.Options[0].Do
	line := p.describeLine(r.Options[0].Line)
	a.Plan = planOf(line, turn.Seat)
	a.Check, a.Against, a.Overload = v.checksOf(r.Options[0].Action)
	a.Reply = replyIn(f, line, side)
	if found.IsMixed() {
		a.Why = explainMix(f, a)
		return a, nil
	}
	a.Why = strings.TrimSpace(a.characterWords() + " " + a.preferenceWords(p, r) + v.explain(f, r, a, line))
	if meaning := p.Meaning(r.Options[0].Action); meaning != "" {
		a.Why = meaning + " " + a.Why
	}
	return a, nil
}

func coverageOf(s search.Coverage, exact bool) Coverage {
	return Coverage{Nodes: s.Nodes, Depth: s.Depth, Share: s.Share, Exact: exact, Glance: s.Glance,
		Representatives: s.Representatives}
}

// planOf returns the seat's own decisions in a line until the next breath begins. Later decisions without an effect are
// left out: a search returns any one of equal lines, and such a decision would puzzle whoever reads the plan.
func planOf(line []LineStep, seat rules.Seat) (do []string) {
	for _, m := range line {
		switch {
		case m.Dice:
		case m.Begins && len(do) > 0:
			return do
		case m.Seat == seat && (!m.NoEffect || len(do) == 0):
			do = append(do, m.Do)
		}
	}
	return do
}

// replyIn returns the other side's first decision in a line: "Kagami: parry".
func replyIn(f *fight.Fight, line []LineStep, side rules.Side) string {
	return firstStepWords(f, line, func(m LineStep) bool { return !m.Dice && f.Side(m.Seat) != side })
}

// firstStepWords returns the first step of a line that meets a condition, in words; empty if none does.
func firstStepWords(f *fight.Fight, line []LineStep, meets func(LineStep) bool) string {
	if i := slices.IndexFunc(line, meets); i >= 0 {
		return f.Name(line[i].Seat) + ": " + line[i].Do
	}
	return ""
}

// explainMix says why a choice is drawn by lot, with the chances: a predictable choice would be punished. Where one
// choice is best whatever the other side does, nothing is drawn.
func explainMix(f *fight.Fight, a Advice) string {
	secrecy, punished := "the other side answers without seeing it", "a choice it could foresee"
	if f.Turn().Kind == rules.Decide {
		secrecy, punished = "what is to be answered is secret", "an answer that could be foreseen"
	}
	switch {
	case len(a.Options) == 1:
		return "There is nothing else to do."
	case len(a.Mix) == 1:
		return fmt.Sprintf("Nothing is drawn by lot here: %s, and still nothing else is worth more.", secrecy)
	}
	told := a.Mix[:min(len(a.Mix), mixSharesTold)]
	parts := text.Each(told, func(s Share) string { return fmt.Sprintf("\"%s\" %s", s.Do, dice.InHundred(s.P)) })
	if n := len(a.Mix) - mixSharesTold; n > 0 {
		parts = append(parts, text.Count(n, "other"))
	}
	return fmt.Sprintf("Drawn by lot on purpose (%s): %s, and %s would be punished.",
		strings.Join(parts, ", "), secrecy, punished)
}

// mixSharesTold is how many decisions of a mix are told with their chances.
const mixSharesTold = 6

// characterWords says what a character makes of the choice: what its temper adds to it, and how often its level makes
// it.
func (a Advice) characterWords() (says string) {
	first := a.Options[0]
	if first.Temper != 0 {
		reasons := strings.Join(first.For, ", ")
		says = fmt.Sprintf("Being %s gives it %s points (%s)", a.Character.Temper, text.Signed(100*first.Temper, 1), reasons)
		says += text.Either(first.Loss >= asGoodLoss, fmt.Sprintf(" and costs %.1f", first.Loss/10), "") + ". "
	}
	if len(a.Mix) > 0 {
		says += fmt.Sprintf("Level %d does \"%s\" %s of the time.", a.Character.Level, a.Best, dice.InHundred(a.Mix[0].P))
	}
	return says
}

// preferenceWords says why the first choice comes before one of a higher value, if no character is the reason.
func (a Advice) preferenceWords(p *player, r search.Result) string {
	first, level := a.Options[0], a.Character.Level
	isOfCharacter := first.Temper != 0 || len(a.Mix) > 0 || level > 0 && level < book.LevelMax
	if first.Loss < asGoodLoss || isOfCharacter {
		return ""
	}
	i := slices.IndexFunc(a.Options, func(c Choice) bool { return c.Loss == 0 })
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("The search values \"%s\" %s higher, but it %s. ", a.Options[i].Do,
		lossWords(first.Loss), p.faultWords(r.Options[i]))
}

// lossWords returns thousandths of a win as points of a hundred: "8.3 points".
func lossWords(mwp float64) string { return text.Points(fmt.Sprintf("%.1f", mwp/10)) }

// explain compares the best choice with another: what the best waits for, what the other costs, and which reply is
// expected to each.
func (v View) explain(f *fight.Fight, r search.Result, a Advice, line []LineStep) string {
	if len(a.Options) == 1 {
		return "There is nothing else to do."
	}
	p := v.player
	other, chance := v.contrast(r, a, line)
	c, then := a.Options[other], replyIn(f, p.describeLine(r.Options[other].Line), f.Side(line[0].Seat))
	loss := c.Loss - a.Options[0].Loss
	switch {
	case loss <= -asGoodLoss: // preferenceWords says why the other is not preferred
		return ""
	case loss < asGoodLoss:
		return fmt.Sprintf("It hardly matters: \"%s\" is as good%s.", c.Do, replyDifference(a, then))
	}
	figure := "the chance to win"
	if _, fitted := Forecaster(p.header.System); !fitted && !a.Exact() {
		figure = "what the search makes of it"
	}
	if chance != "" {
		chance = ", which " + chance
	}
	change := fmt.Sprintf("\"%s\" instead%s, %s falls by %s", c.Do, chance, figure, lossWords(loss))
	waits := awaitedAct(f, line, r.Options[0].Action)
	if waits == "" {
		return "With " + change + replyDifference(a, then) + "."
	}
	if then == a.Reply {
		then = ""
	}
	return "It waits for " + quoteReply(waits) + ": with " + change + replyDifference(a, then) + "."
}

// contrast returns the option to compare the best with: the one that a person asks about first. If the best does
// nothing itself, that is the best option that does something. If an option is likelier to succeed, it is that one, and
// chance says how likely: two readers asked why the red oni smashes Tsuna at 45 % and not Raiko at 79 %. Otherwise it
// is the second best.
func (v View) contrast(r search.Result, a Advice, line []LineStep) (option int, chance string) {
	if line[0].Activity == 0 {
		acts := func(o search.Option) bool {
			return slices.ContainsFunc(v.player.describeLine(o.Line[:1]), func(m LineStep) bool { return m.Activity > 0 })
		}
		if i := slices.IndexFunc(r.Options, acts); i > 0 {
			return i, ""
		}
		return 1, ""
	}
	priced := v.PricedOptions()
	oddsOf := func(do string) *Odds {
		if i := slices.IndexFunc(priced, func(o PricedOption) bool { return o.Words == do }); i >= 0 {
			return priced[i].Check
		}
		return nil
	}
	if best := oddsOf(a.Best); best != nil && best.Word != "" && !best.Takes {
		for i, c := range a.Options {
			if o := oddsOf(c.Do); o != nil && o.Word == best.Word && o.P > best.P {
				return i, o.Chance()
			}
		}
	}
	return 1, ""
}

// replyDifference says how then, the reply that is expected to another decision, differs from that to the best.
func replyDifference(a Advice, then string) string {
	switch {
	case then == "":
		return ""
	case then == a.Reply:
		return ", with " + quoteReply(then) + " to be expected either way"
	}
	return ", for then " + quoteReply(then) + " is to be expected" +
		text.Either(a.Reply != "", " rather than "+quoteReply(a.Reply), "")
}

// awaitedAct returns what a decision waits for: the first act of the other side in the line. It is empty unless the
// decision only holds something ready or lets others go first.
func awaitedAct(f *fight.Fight, line []LineStep, a rules.Action) string {
	isHold := func(o fight.Option) bool { return o.Action == a && slices.Contains(AboutFight(f).HoldPhases, o.Phase) }
	if !slices.ContainsFunc(f.Options(), isHold) {
		return ""
	}
	own := f.Side(line[0].Seat)
	return firstStepWords(f, line, func(m LineStep) bool { return m.Activity > 0 && f.Side(m.Seat) != own })
}

// quoteReply returns a reply of replyIn in a sentence: `Kagami's "parry"`.
func quoteReply(reply string) string {
	who, do, _ := strings.Cut(reply, ": ")
	return fmt.Sprintf("%s's \"%s\"", who, do)
}

// Advice returns the advice of the search that made a decision, as [AdviseAs] would word it; ok is false if no search
// made it. With a time limit a second search could disagree: in ganryu the cut at the torso was proposed, the cut at
// the arm called best, and the torso "instead" said to lose 1.6 points.
func (d Decision) Advice(ctx context.Context, f *fight.Fight, v View,
	as book.Character) (a Advice, ok bool, err error) {
	if d.result == nil {
		return a, false, nil
	}
	if a, err = adviceOf(f, v, *d.result, as); err == nil {
		a.Forecast, err = v.forecast(ctx)
	}
	return a, true, err
}

// Comparison compares a decision with the best one.
type Comparison struct {
	Do    string  `json:"do"`
	Win   float64 `json:"win" jsonschema:"as of an option of an advice"`
	Best  string  `json:"best"`
	Loss  float64 `json:"loss_mwp" jsonschema:"against the best, in thousandths of a win"`
	Reply string  `json:"reply"` // the other side's expected answer; may be empty
	Says  string  `json:"says"`
}

// WhyNot compares an open decision, given in words, with the best one. The error is that of words that are not an open
// decision.
func (v View) WhyNot(ctx context.Context, f *fight.Fight, words string, lim search.Limits) (Comparison, error) {
	option, err := OptionByPrefix(v.Options(), words)
	if err != nil {
		return Comparison{}, err
	}
	r, err := v.SearchWith(ctx, lim, nil)
	if err != nil {
		return Comparison{}, err
	}
	side := f.Side(v.Seat())
	i := slices.IndexFunc(r.Options, func(o search.Option) bool { return o.Action == option.Action })
	best := slices.IndexFunc(v.Options(), func(o fight.Option) bool { return o.Action == r.Best })
	c := Comparison{Do: option.Words, Best: v.Options()[best].Words, Win: win(r.Options[i].Value, side),
		Reply: replyIn(f, v.player.describeLine(r.Options[i].Line), side)}
	c.Loss = max(0, 1000*(win(r.Value, side)-c.Win))
	switch {
	case option.Action == r.Best:
		c.Says = "It is the best there is."
	case c.Loss < asGoodLoss:
		c.Says = fmt.Sprintf("It is as good as \"%s\".", c.Best)
	default:
		c.Says = fmt.Sprintf("It wins %s less than \"%s\".", lossWords(c.Loss), c.Best)
	}
	if c.Reply != "" && option.Action != r.Best {
		c.Says += fmt.Sprintf(" Then %s is to be expected.", quoteReply(c.Reply))
	}
	return c, nil
}
