package agent

import (
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

// Advice is the result of a search for one decision, in words and numbers. Win chances are for the advised side, 0 to 1;
// losses are in thousandths of a win (mWP).
type Advice struct {
	Seat     string   `json:"seat"`
	Position string   `json:"position"` // pasteable: what this advice is about
	Best     string   `json:"best"`
	Plan     []string `json:"plan"` // the best maneuver and the rest of the planned breath
	Win      float64  `json:"win"`  // the search's value against best reply, which the options are compared by; no chance unless it is exact
	// Forecast is how often the side wins when both play on; null if nothing was fitted for its system, or if win is looked up.
	Forecast *Forecast `json:"forecast"`
	// Mix is what to draw from, the likeliest first: of a secret, of the answer to one, and of a level below the highest.
	Mix      []Share  `json:"mix,omitempty"`
	Options  []Choice `json:"options"`  // every legal decision, best first; as a character chooses, if there is one
	Check    *Odds    `json:"check"`    // of the best maneuver, if it is rolled for
	Overload *Odds    `json:"overload"` // the check before it, if it strains
	Reply    string   `json:"reply"`    // what the other side is expected to do next
	Why      string   `json:"why"`
	Model    string   `json:"model"` // of the opponent
	Coverage Coverage `json:"seen"`

	Character book.Character `json:"character,omitzero"` // whose choice it is; nobody's in particular if it is empty
}

// Choice is one legal decision with its value.
type Choice struct {
	Do       string   `json:"do"`
	Win      float64  `json:"win"`
	Loss     float64  `json:"loss_mwp"`
	PV       []string `json:"pv"`
	Coverage Coverage `json:"seen"` // of what begins with it

	Temper float64  `json:"temper,omitempty"` // what a temper adds when it chooses, in win chance; no part of win
	For    []string `json:"for,omitempty"`    // and what for
}

// Outlook returns the chance to win in words: the forecast or, where there is none, the exact value. Of a value that is neither it says
// whom the search holds to be better, and whether it sees no difference between the choices.
func (a Advice) Outlook() string {
	const even, near = 0.5, 0.05
	switch {
	case a.Forecast != nil:
		return a.Forecast.String()
	case a.Exact():
		return percent(a.Win)
	case a.Win > even+near:
		return "the search holds " + a.Seat + "'s side to be better" + a.indifferent()
	case a.Win < even-near:
		return "the search holds the side against " + a.Seat + " to be better" + a.indifferent()
	}
	return "the search holds it to be about even" + a.indifferent()
}

// asGood is the loss, in thousandths of a win, below which a choice is told to be as good as the best.
const asGood = 0.5

// indifferent says that all choices are worth the same; empty if they are not, if they are drawn by lot, or if nothing beyond them was
// searched.
func (a Advice) indifferent() string {
	searched := a.Coverage.Depth > 0 || a.Coverage.Share[0] > 0
	if !searched || len(a.Options) < 2 || len(a.Mix) > 0 || slices.ContainsFunc(a.Options, func(c Choice) bool { return c.Loss >= asGood }) {
		return ""
	}
	return ", whatever " + a.Seat + " does now"
}

// Foretells reports whether the outlook is a chance to win, and not only whom the search holds to be better.
func (a Advice) Foretells() bool { return a.Forecast != nil || a.Exact() }

// Exact reports whether the value is the game's own, and so a chance.
func (a Advice) Exact() bool { return a.Coverage.Exact || a.Coverage.Tablebase }

// Sway returns in words what a temper adds to a choice, "cruel +0.04: the weakest foe"; empty if it adds nothing.
func (a Advice) Sway(c Choice) string {
	return sway{c.Temper, c.For}.words(a.Character.Temper)
}

// Share is one decision of a mixed strategy with its chance.
type Share struct {
	Do string  `json:"do"`
	P  float64 `json:"p"`
}

// Odds is a check in words, with its exact chance.
type Odds struct {
	What string  `json:"what"`
	Need string  `json:"need"` // "2d10+5 >= 14"
	Num  int64   `json:"num"`
	Den  int64   `json:"den"` // 0 if the chance has no fraction or the check cannot fail
	P    float64 `json:"p"`   // 0 to 1; also 1 if the check cannot fail, as a throw of damage
	Word string  `json:"word" jsonschema:"what p is the chance of, said of who decides or throws: hits, is hit, holds; empty where the dice only count"`

	Takes bool   `json:"-"` // it is the chance of somebody of the other side
	Wards bool   `json:"-"` // the throw wards off what the chance is of
	Else  string `json:"-"` // what comes instead, where nobody would guess it
}

// Chance returns the chance with its word, "hits 79 %"; empty where the dice only count. Names in it are data.
func (o *Odds) Chance() string {
	if o == nil || o.Word == "" {
		return ""
	}
	return o.Word + " " + dice.InHundred(o.P)
}

// Coverage says how much of the tree was searched, in all or below one choice. Choices are searched to different extents.
type Coverage struct {
	Nodes     int        `json:"nodes"`
	Depth     int        `json:"depth"` // breaths searched in full
	Share     [2]float64 `json:"share"` // of this breath and of the next one
	Exact     bool       `json:"exact"` // every line ended with the fight
	Tablebase bool       `json:"table"` // the values are looked up in a solved table
	// Glance: the budget was too small to settle the exchange of each option; the others' values are what they do at once, unanswered.
	Glance bool `json:"glance,omitempty"`
	// Representatives: of equivalent decisions, such as moves to similar squares, only one was searched.
	Representatives bool `json:"spared,omitempty"`
}

// ModelBestReply names the opponent that all values assume.
const ModelBestReply = "best reply"

// Advise searches the decision that the fight waits for and returns the best one. The fight must wait for a decision.
func Advise(ctx context.Context, f *fight.Fight, lim search.Limits) (Advice, error) {
	return AdviseAs(ctx, f, lim, book.Character{}, func(fight.Option) bool { return false })
}

// AdviseAs is Advise for a seat that plays with a character and to which some decisions are closed, see [View.Without].
func AdviseAs(ctx context.Context, f *fight.Fight, lim search.Limits, as book.Character,
	closed func(fight.Option) bool) (Advice, error) {
	if err := decides(f); err != nil {
		return Advice{}, err
	}
	v, err := Look(f)
	if err != nil {
		return Advice{}, err
	}
	a, err := advise(ctx, f, v.Without(closed), lim, as)
	if err != nil {
		return a, err
	}
	a.Forecast, err = v.Forecast(ctx)
	return a, err
}

// planAdvice is AdviseAs without a forecast.
func planAdvice(ctx context.Context, f *fight.Fight, lim search.Limits, as book.Character, closed func(fight.Option) bool) (Advice, error) {
	v, err := Look(f)
	if err != nil {
		return Advice{}, err
	}
	return advise(ctx, f, v.Without(closed), lim, as)
}

func advise(ctx context.Context, f *fight.Fight, v View, lim search.Limits, as book.Character) (Advice, error) {
	lim.Nodes = level(as).limitNodes(lim.Nodes)
	r, err := v.Search(ctx, lim)
	if err != nil {
		return Advice{}, err
	}
	return advice(f, v, r, as)
}

// Advise looks up the decision that the fight waits for. The errors are those of [Tablebase.Bounds].
func (t *Tablebase) Advise(f *fight.Fight) (Advice, error) {
	if err := decides(f); err != nil {
		return Advice{}, err
	}
	p, err := bind(f)
	if err != nil {
		return Advice{}, err
	}
	r, err := p.lookUp(t, linePlies)
	if err != nil {
		return Advice{}, err
	}
	a, err := advice(f, View{player: p}, r, book.Character{})
	a.Coverage.Tablebase = true
	for i := range a.Options {
		a.Options[i].Coverage.Tablebase = true
	}
	return a, err
}

func decides(f *fight.Fight) error {
	if turn := f.Turn(); turn.Kind != rules.Decide && turn.Kind != rules.Commit {
		return fmt.Errorf("the fight waits for %s, want a position where somebody decides", turn.Kind)
	}
	return nil
}

// advice words what was found, as a character chooses among it; losses are against the highest value, which is not the first one's where
// something is preferred to it.
func advice(f *fight.Fight, v View, found search.Result, as book.Character) (Advice, error) {
	p, r := v.player, v.chooseAs(found, as)
	turn := f.Turn()
	position, err := p.Position()
	if err != nil {
		return Advice{}, err
	}
	a := Advice{Seat: f.Name(turn.Seat), Position: string(position), Model: ModelBestReply, Character: as,
		Coverage: seenOf(r.Coverage, r.Solved)}
	side := f.Side(turn.Seat)
	a.Win = win(r.Value, side)
	words := map[rules.Action]string{}
	for _, o := range f.Options() {
		words[o.Action] = o.Words
	}
	sways := v.sways(r, as)
	top := win(found.Value, side)
	if !found.IsMixed() {
		for _, o := range r.Options {
			top = max(top, win(o.Value, side))
		}
	}
	for i, o := range r.Options {
		w := win(o.Value, side)
		loss := max(0, 1000*(top-w))
		a.Options = append(a.Options, Choice{Do: words[o.Action], Win: w, Loss: loss, PV: lineWords(p, o.Line),
			Coverage: seenOf(o.Coverage, r.Solved), Temper: sways[i].points, For: sways[i].why})
	}
	a.Mix = shares(a.Options, r)
	a.Best = a.Options[0].Do
	line := p.follow(r.Options[0].Line)
	a.Plan = plan(line, turn.Seat)
	a.Check, a.Overload = v.checks(line)
	a.Reply = reply(f, line, side)
	if found.IsMixed() {
		a.Why = mixWords(f, a)
		return a, nil
	}
	a.Why = strings.TrimSpace(a.character() + " " + a.preference(p, r) + v.why(f, r, a, line))
	if means := p.meaning(r.Options[0].Action); means != "" {
		a.Why = means + " " + a.Why
	}
	return a, nil
}

func seenOf(s search.Coverage, exact bool) Coverage {
	return Coverage{Nodes: s.Nodes, Depth: s.Depth, Share: s.Share, Exact: exact, Glance: s.Glance, Representatives: s.Representatives}
}

// shares returns the decisions a mix leaves anything to.
func shares(options []Choice, r search.Result) (mix []Share) {
	for i, o := range r.Options {
		if o.Mix > 1e-9 {
			mix = append(mix, Share{options[i].Do, o.Mix})
		}
	}
	return mix
}

// win returns a value as a chance of winning for a side.
func win(v float64, side rules.Side) float64 {
	if side == 1 {
		v = -v
	}
	return min(1, max(0, (v+1)/2)) // a mean over dice is rounded
}

// plan returns the seat's own decisions until another breath begins, but for what comes to nothing: of equal lines a search tells
// any, and takes none of that.
func plan(line []Moment, seat rules.Seat) (do []string) {
	for _, m := range line {
		switch {
		case m.Dice:
		case m.Seat != seat && len(do) > 0 && m.Begins:
			return do
		case m.Seat == seat:
			if m.Begins && len(do) > 0 {
				return do
			}
			if !m.NoEffect || len(do) == 0 {
				do = append(do, m.Do)
			}
		}
	}
	return do
}

// checks returns the odds of the first maneuver: its own check, and the overload's before it. Of a secret one it is what
// follows the answer to expect.
func (v View) checks(line []Moment) (check, overload *Odds) {
	first := 1
	if line[0].Secret {
		first = 2
	}
	var thrown []rules.Check
	for _, m := range line[min(first, len(line)):] {
		if !m.Dice {
			break
		}
		thrown = append(thrown, m.Check)
	}
	return sortChecks(thrown, v.Seat(), v.Roster())
}

// strain is the check that comes before a maneuver for what it takes too much.
const strain = "overload"

// sortChecks returns the first check that is the maneuver's own, and the overload's before it.
func sortChecks(thrown []rules.Check, reader rules.Seat, roster []rules.Fighter) (check, overload *Odds) {
	for _, c := range thrown {
		o := OddsOf(c, reader, roster)
		if c.What != strain {
			return &o, overload
		}
		overload = &o
	}
	return nil, overload
}

// OddsOf words a check for the seat that reads it.
func OddsOf(c rules.Check, reader rules.Seat, roster []rules.Fighter) Odds {
	told, by := c.ShownChance(), c.By()
	return Odds{What: c.What, Need: c.Goal(), Word: c.Word(reader, roster), Num: told.Num, Den: told.Den, P: told.P,
		Takes: int(max(by, reader)) < len(roster) && roster[by].Side != roster[reader].Side, Wards: c.HitChance != nil, Else: c.Failure}
}

// reply returns the other side's first expected decision.
func reply(f *fight.Fight, line []Moment, side rules.Side) string {
	for _, m := range line {
		if !m.Dice && f.Side(m.Seat) != side {
			return f.Name(m.Seat) + ": " + m.Do
		}
	}
	return ""
}

// mixWords says why a mix is one, with the chance of each: who is predictable is punished. Where one choice is right whatever the other
// side does nothing is drawn.
func mixWords(f *fight.Fight, a Advice) string {
	unseen, punished := "the other side answers without seeing it", "a choice it could foresee"
	if f.Turn().Kind == rules.Decide {
		unseen, punished = "what is to be answered is secret", "an answer that could be foreseen"
	}
	switch {
	case len(a.Options) == 1:
		return "There is nothing else to do."
	case len(a.Mix) == 1:
		return fmt.Sprintf("Nothing is drawn by lot here: %s, and still nothing else is worth more.", unseen)
	}
	var parts []string
	for _, s := range a.Mix[:min(len(a.Mix), mixTold)] {
		parts = append(parts, fmt.Sprintf("%q %s", s.Do, dice.InHundred(s.P)))
	}
	if n := len(a.Mix) - mixTold; n > 0 {
		parts = append(parts, text.Count(n, "other"))
	}
	return fmt.Sprintf("Drawn by lot on purpose (%s): %s, and %s would be punished.", strings.Join(parts, ", "), unseen, punished)
}

// mixTold is how many of a mix are told with their chances.
const mixTold = 6

// character says what a character makes of the choice: what its temper gives for it, and how often its level makes it.
func (a Advice) character() (says string) {
	first := a.Options[0]
	if first.Temper != 0 {
		reasons := strings.Join(first.For, ", ")
		says = fmt.Sprintf("Being %s gives it %s points (%s)", a.Character.Temper, text.Signed(100*first.Temper, 1), reasons)
		if first.Loss >= asGood {
			says += fmt.Sprintf(" and costs %.1f", first.Loss/10)
		}
		says += ". "
	}
	if len(a.Mix) > 0 {
		says += fmt.Sprintf("Level %d does %q %s of the time.", a.Character.Level, a.Best, dice.InHundred(a.Mix[0].P))
	}
	return says
}

// preference says why the first choice stands before one of a higher value, where no character chooses; empty where none has one.
func (a Advice) preference(p player, r search.Result) string {
	first := a.Options[0]
	if first.Loss < asGood || first.Temper != 0 || len(a.Mix) > 0 || a.Character.Level > 0 && a.Character.Level < book.LevelMax {
		return ""
	}
	i := slices.IndexFunc(a.Options, func(c Choice) bool { return c.Loss == 0 })
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("The search values %q %s higher, but it %s. ", a.Options[i].Do, text.Points(fmt.Sprintf("%.1f", first.Loss/10)), p.fault(r.Options[i]))
}

// why says what changes if the best is not done: what it waits for, what another choice costs, and where the two
// expected lines part.
func (v View) why(f *fight.Fight, r search.Result, a Advice, line []Moment) string {
	if len(a.Options) == 1 {
		return "There is nothing else to do."
	}
	p := v.player
	other, chance := v.contrast(r, a, line)
	c, then := a.Options[other], reply(f, p.follow(r.Options[other].Line), f.Side(line[0].Seat))
	loss := c.Loss - a.Options[0].Loss
	switch {
	case loss <= -asGood: // it is said why it is not preferred
		return ""
	case loss < asGood:
		return fmt.Sprintf("It hardly matters: %q is as good%s.", c.Do, parts(a, then))
	}
	falls := "the chance to win"
	if _, fitted := Forecaster(p.system()); !fitted && !a.Exact() {
		falls = "what the search makes of it"
	}
	if chance != "" {
		chance = ", which " + chance
	}
	change := fmt.Sprintf("%q instead%s, %s falls by %s", c.Do, chance, falls, text.Points(fmt.Sprintf("%.1f", loss/10)))
	waits := awaits(f, line, r.Options[0].Action)
	if waits == "" {
		return "With " + change + parts(a, then) + "."
	}
	if then == a.Reply {
		then = ""
	}
	return "It waits for " + sentence(waits) + ": with " + change + parts(a, then) + "."
}

// contrast returns the option that the best is set against, which is what a person asks about first: if the best does nothing itself,
// the best that does something; if another would come off more likely, that one, with its chance; else the next best.
func (v View) contrast(r search.Result, a Advice, line []Moment) (option int, chance string) {
	if line[0].Activity == 0 {
		acts := func(o search.Option) bool {
			return slices.ContainsFunc(v.player.follow(o.Line[:1]), func(m Moment) bool { return m.Activity > 0 })
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
	if of := oddsOf(a.Best); of != nil && of.Word != "" && !of.Takes {
		for i, c := range a.Options {
			if o := oddsOf(c.Do); o != nil && o.Word == of.Word && o.P > of.P {
				return i, o.Chance()
			}
		}
	}
	return 1, ""
}

// parts says where the expected line of another decision parts from the best one's, by the other side's reply to it.
func parts(a Advice, then string) (text string) {
	switch {
	case then == "":
		return ""
	case then == a.Reply:
		return ", with " + sentence(then) + " to be expected either way"
	}
	text = ", for then " + sentence(then) + " is to be expected"
	if a.Reply != "" {
		text += " rather than " + sentence(a.Reply)
	}
	return text
}

// awaits returns what a decision waits for that only keeps something ready or lets others go first: the first deed of the other side
// that is expected after it.
func awaits(f *fight.Fight, line []Moment, a rules.Action) string {
	held := func(o fight.Option) bool { return o.Action == a && slices.Contains(Of(f).HoldPhases, o.Phase) }
	if !slices.ContainsFunc(f.Options(), held) {
		return ""
	}
	deed := func(m Moment) bool { return m.Activity > 0 && f.Side(m.Seat) != f.Side(line[0].Seat) }
	if i := slices.IndexFunc(line, deed); i >= 0 {
		return f.Name(line[i].Seat) + ": " + line[i].Do
	}
	return ""
}

func sentence(reply string) string {
	who, do, _ := strings.Cut(reply, ": ")
	return fmt.Sprintf("%s's %q", who, do)
}

func percent(p float64) string { return fmt.Sprintf("%.1f %%", 100*p) }
