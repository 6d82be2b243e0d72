package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/picture"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// livePart is the data of the live part of a page, which shows the holder of a link how the fight stands.
type livePart struct {
	Base  string // the path of the link's pages: /at/KEY/
	Fight string
	Role  serve.Role
	As    string // the seat of a player's link
	Back  string // the path of the GM's page, where the owner's screen was handed to a player
	Own   bool   // whether it is the owner's screen, which can go to all fights

	Title    string
	Secret   []string // the paragraphs of the GM's own note; the GM's link alone has them
	Steps    int
	Waits    string // what the fight waits for, in words
	Picture  picture.Picture
	Question session.Question
	Subject  session.Subject // what the question is about
	Asked    string          // the id of the question, see [questionID]
	Winner   string
	Over     bool

	Mine     bool                // whether the client may answer the question
	byTarget map[string][]option // all options by what they are aimed at, "" for nothing
	// Best is the best after the proposal; without a proposal the likeliest, if there are many.
	Best     []option
	Groups   []optionGroup // the other options
	Others   int           // how many those are
	Proposal *proposal
	Thinking bool           // a proposal is being made
	Odds     string         // of the throw that the table is asked for
	Throw    *session.Throw // that throw
	Dice     throwForm      // and its form

	Sheet *session.Known // of a player's seat
	Yours []passage      // what has happened to a player's seat since its last choice
	Tale  []passage      // what else has happened, the last first
	More  bool           // the tale has more than is shown
	Chart template.HTML

	Redo         bool // there is something to redo
	Names, Teams []string
	People       []string             // whom people play, for the GM
	May          session.PlayerRights // what players may do for themselves
	Waiting      []session.Waiting    // changes that wait until they are possible
	Drawer       *drawer              // of a page that is shown whole with a drawer open
	formResult
}

// linkBase returns the path of the pages of the link that a request is made with: /at/KEY/.
func linkBase(r *http.Request) string { return "/at/" + r.PathValue("key") + "/" }

// formResult is what a page says of a form that was sent.
type formResult struct {
	Wrong  *message // what was wrong
	Answer string   // the answer of an operation, see answerText
	Ruling *ruling  // whose dice are to be thrown
}

// Does says as a verb what whoever is asked does now: "throws".
func (l *livePart) Does() string {
	switch {
	case l.Throw != nil:
		return "throws"
	case l.Subject.Own:
		return "goes on"
	case l.Subject.Acts:
		return "acts"
	}
	return "answers"
}

// TeamOf returns the side of whoever is asked, empty if it is nobody.
func (l *livePart) TeamOf() string {
	if s := l.Picture.Find(l.Question.Seat); s != nil {
		return s.Team
	}
	return ""
}

// LeftToSpend returns what whoever decides can pay maneuvers with: "8 of 10 Energy left". The rules say which number
// pays.
func (l *livePart) LeftToSpend() string {
	s := l.Picture.Find(l.Question.Seat)
	if s == nil || l.Question.Kind != session.Decision {
		return ""
	}
	for _, n := range s.Numbers {
		if term := n.Term(); term.Pays {
			return fmt.Sprintf("%d of %d %s", n.N, n.Max, term.Means)
		}
	}
	return ""
}

// Hints reports whether the link may ask what would be best.
func (l *livePart) Hints() bool { return l.Role == serve.GM || l.May.Hint }

// Standing returns the names of those who are still in the fight.
func (l *livePart) Standing() []string {
	in := text.Keep(l.Picture.Seats, func(s picture.Seat) bool { return s.Out == "" })
	return text.Each(in, func(s picture.Seat) string { return s.Name })
}

// IsSeat reports whether the target of a decision is a combatant, and not a place.
func (l *livePart) IsSeat(name string) bool { return slices.Contains(l.Names, name) }

// optionGroup is the options that are aimed at one combatant or place, or at nothing.
type optionGroup struct {
	At      string
	Options []option
}

// option is one decision as a page shows it.
type option struct {
	N     int // its number among all options, from 1
	Words string
	Short string // Words without the target
	say.Price
	Costs int
	At    string  // the target: a combatant or a place
	P     float64 // its chance as a number
	Takes bool    // whether the chance is of something bad for whoever decides, as to be hit
	Worth string  // how it compares with the best; empty if the search has not looked at it
	Loss  float64 // against the best, in points: hundredths of the chance to win
	Key   string  // the key of the keyboard that opens it
}

// proposal is what the program would do.
type proposal struct {
	option
	Plan   []string // what is to follow
	Why    string
	Looked int    // how many positions the search has looked at
	Label  string // of the outlook
	// Outlook is the chance to win in words; without a forecast it says which side the search prefers.
	Outlook string
	Choices map[string]rankedChoice // what the advice says of options, by their words
}

// rankedChoice is an option as the advice ranks it.
type rankedChoice struct {
	Rank  int // from 1
	Worth string
	Loss  float64 // in points
}

// passage is a few lines of the tale with the law lines that they rest on.
type passage struct {
	N         int    // from 1
	Step      int    // the last step that it tells
	Head      string // the heading above it, if it is another than before
	Tale, Law []string
	Note      bool // it is a note of the GM
	Mine      bool // it mentions the seat of the link
}

const passagesMax = 6

func (p *Pages) showLinkPage(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	return p.showLink(w, r, a, http.StatusOK, "at.html", formResult{})
}

// showLivePart shows the live part alone. An open page asks for it with one request after the other, so that an older
// live part never replaces a newer one.
func (p *Pages) showLivePart(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	return p.showLink(w, r, a, http.StatusOK, "now.html", formResult{})
}

// showLink shows the page of a link or its live part, with what has come of a form that was sent.
func (p *Pages) showLink(w http.ResponseWriter, r *http.Request, a serve.Access, status int,
	name string, result formResult) error {
	l, err := p.livePartOf(r, a)
	if _, other := errors.AsType[session.OtherRulesError](err); other && name == "at.html" && result == (formResult{}) {
		if is, err := p.showOldRules(w, r, a); is || err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	l.formResult = result
	return p.show(w, r, status, name, l)
}

// livePartOf collects what the holder of an access may see of the fight, all of it while nobody else uses the fight.
// Only who may answer the question gets its choices, and only the GM the proposal.
func (p *Pages) livePartOf(r *http.Request, a serve.Access) (*livePart, error) {
	ctx := r.Context()
	l := &livePart{Base: linkBase(r), Fight: a.Fight, Role: a.Role, As: a.Seat}
	_, seat, own := cutOwnerKey(r.PathValue("key"))
	if l.Own = own && seat == ""; own && seat != "" {
		l.Back = ownerPath(a.Fight, "")
	}
	return l, p.fights.With(ctx, a, func(c session.Client) error {
		state, err := call[session.State](ctx, c, "state")
		if err != nil {
			return err
		}
		l.May, l.Waiting = state.May, state.Waiting
		if a.Role == serve.GM {
			l.Secret = strings.Split(c.Secret(), "\n")
			for i, plays := range c.Seats() {
				if session.IsPerson(plays) {
					l.People = append(l.People, c.Name(rules.Seat(i)))
				}
			}
		}
		l.Title, l.Steps, l.Question, l.Winner = state.Title, state.Steps, state.Question, state.Winner
		l.Asked = questionID(c, state.Question)
		l.Subject = c.Subject()
		l.Picture, l.Waits, l.Over = state.Board, state.Board.Waits(), state.Question.Kind == session.Over
		for _, k := range state.Sheets {
			l.Names = append(l.Names, k.Name)
			if k.Name == a.Seat {
				l.Sheet = &k
			}
		}
		sides := c.Sides()
		l.Teams = sides[:]
		if err := l.fillTale(ctx, c); err != nil {
			return err
		}
		l.Mine = a.Role == serve.GM || a.Role == serve.Player && l.Question.Seat == a.Seat
		if !l.Mine || l.Over {
			return nil
		}
		if a.Role == serve.GM {
			proposed, points := p.fights.Outlook(a.Fight)
			steps := c.StepsAfter(0)
			l.Redo, l.Chart = fight.CountUndone(steps) > 0, chartOf(l.Teams, points, fight.StandingSteps(steps), l.Steps)
			l.fillProposal(proposed)
		}
		return l.fillQuestion(ctx, c)
	})
}

// questionID returns an id for a question, made of the number of answers before it and what it asks: it
// stays the same until somebody answers the question, whatever else is said or changed. A page keeps what
// is unfolded and typed as long as the id stays.
func questionID(c session.Client, q session.Question) string {
	answers := 0
	for _, step := range c.StandingSteps() {
		if step.Do != "" {
			answers++
		}
	}
	of := q.Kind + q.Seat
	if q.Check != nil {
		of += fmt.Sprint(q.Check.What, q.Check.Dice)
	}
	return fmt.Sprintf("%d-%s", answers, elementID(of))
}

func (l *livePart) fillQuestion(ctx context.Context, c session.Client) error {
	switch l.Question.Kind {
	case session.Dice:
		l.Throw = l.Question.Check
		l.Odds, l.Dice = say.DiceRequest(l.Throw), throwFormOf(l.Throw.Dice, l.Throw.Whose, l.Throw.Open)
	case session.Decision:
		choices, err := call[session.Choices](ctx, c, "options")
		if err != nil {
			return err
		}
		l.groupOptions(choices.Options)
	}
	return nil
}

// groupOptions groups the options by target, in the order in which the targets first occur. The words of a
// decision have the target behind " > ".
func (l *livePart) groupOptions(options []agent.PricedOption) {
	l.byTarget = map[string][]option{}
	for i, priced := range options {
		o := priceOf(priced)
		o.N = i + 1
		if l.Proposal != nil {
			known := l.Proposal.Choices[o.Words]
			o.Worth, o.Loss = known.Worth, known.Loss
		}
		o.Short, o.At, _ = strings.Cut(o.Words, " > ")
		l.byTarget[o.At] = append(l.byTarget[o.At], o)
		g := slices.IndexFunc(l.Groups, func(g optionGroup) bool { return g.At == o.At })
		if g < 0 {
			g, l.Groups = len(l.Groups), append(l.Groups, optionGroup{At: o.At})
		}
		l.Groups[g].Options = append(l.Groups[g].Options, o)
		if l.Proposal != nil && l.Proposal.Words == o.Words {
			l.Proposal.option = o
		}
	}
	l.pickBest(len(options))
	key := 0
	for _, g := range append([]optionGroup{{Options: l.Best}}, l.Groups...) { // in the order of the page
		for i := range g.Options {
			if key++; key < 10 {
				g.Options[i].Key = fmt.Sprint(key)
			}
		}
	}
}

const (
	nextBest    = 2    // options beside a proposal
	bestOfMany  = 3    // options that come first where nothing is proposed
	leastBest   = 0.05 // the least chance of these
	optionsMany = 8    // the most options that are not folded where nothing is proposed
)

// pickBest moves the best of n options from the groups to Best. After a proposal these are the next in the
// advice. Without one they are the likeliest: first one for each target, then a second one, and so on, so
// that not all of them are at the easiest foe.
func (l *livePart) pickBest(n int) {
	var all []option
	for _, g := range l.Groups {
		all = append(all, g.Options...)
	}
	most := bestOfMany
	switch {
	case l.Proposal != nil:
		all = slices.DeleteFunc(all, func(o option) bool {
			return o.Words == l.Proposal.Words || l.Proposal.Choices[o.Words].Rank == 0
		})
		slices.SortStableFunc(all, func(a, b option) int {
			return l.Proposal.Choices[a.Words].Rank - l.Proposal.Choices[b.Words].Rank
		})
		most = nextBest
	case n <= optionsMany:
		return
	default:
		before := map[string]int{} // how many likelier options there are at the same target, by the words of an option
		seen := map[string]int{}   // how many options were counted so far, by target
		all = slices.DeleteFunc(all, func(o option) bool { return o.Chance != "" && o.P < leastBest })
		slices.SortStableFunc(all, func(a, b option) int { return cmp.Compare(b.P, a.P) })
		for _, o := range all {
			before[o.Words] = seen[o.At]
			seen[o.At]++
		}
		slices.SortStableFunc(all, func(a, b option) int { return before[a.Words] - before[b.Words] })
	}
	l.Best = slices.Clone(all[:min(most, len(all))])
	for i := range l.Groups {
		l.Groups[i].Options = slices.DeleteFunc(l.Groups[i].Options, func(o option) bool {
			return l.Proposal != nil && l.Proposal.Words == o.Words || slices.ContainsFunc(l.Best, func(b option) bool {
				return b.Words == o.Words
			})
		})
		l.Others += len(l.Groups[i].Options)
	}
	l.Groups = slices.DeleteFunc(l.Groups, func(g optionGroup) bool { return len(g.Options) == 0 })
}

// Folded reports whether the options in Groups are folded.
func (l *livePart) Folded() bool { return len(l.Best) > 0 }

// priceOf returns an option with its price and exact chances.
func priceOf(o agent.PricedOption) option {
	out := option{Words: o.Words, Short: o.Words, Costs: o.Cost, Price: say.PriceOf(o)}
	if c := cmp.Or(o.Check, o.Against, o.Lands); c != nil {
		out.P, out.Takes = c.P, c.Takes
	}
	return out
}

// fillTale fills in the last passages of the tale, the last one first. What has happened to a player's seat
// since its last choice stands apart: it is what the player decides by.
func (l *livePart) fillTale(ctx context.Context, c session.Client) error {
	tale, err := call[session.Tale](ctx, c, "tale")
	if err != nil {
		return err
	}
	lastChosen := 0
	if l.Sheet != nil {
		lastChosen = lastChoice(c.StepsAfter(0), l.As)
	}
	for _, p := range slices.Backward(passages(withNotes(l.Role, tale.Lines))) {
		p.Mine = l.Sheet != nil && slices.ContainsFunc(slices.Concat(p.Tale, p.Law), func(line string) bool {
			return mentions(line, l.As)
		})
		list := &l.Tale
		// A passage without law lines only says who somebody is.
		if p.Mine && p.Step > lastChosen && (p.Note || len(p.Law) > 0) {
			list = &l.Yours
		}
		if len(*list) == passagesMax {
			l.More = true
			continue
		}
		*list = append(*list, p)
	}
	return nil
}

// lastChoice returns the number of the step in which a combatant last chose, 0 if it has not.
func lastChoice(steps []rules.Step, name string) int {
	for _, s := range slices.Backward(fight.StandingSteps(steps)) {
		if s.Seat == name && s.Do != "" {
			return s.N
		}
	}
	return 0
}

// withNotes returns the lines of a tale with the GM's notes and edits worded for a page of a role. Orders of the GM to
// the program are left out for others.
func withNotes(role serve.Role, lines []narrate.Line) (list []narrate.Line) {
	for _, line := range lines {
		if line.Kind == narrate.Note {
			if role != serve.GM && strings.HasPrefix(line.Text, "the GM: ") {
				continue
			}
			line.Text = strings.TrimPrefix(line.Text, "note: ")
			if change, edited := strings.CutPrefix(line.Text, "edit: "); edited {
				line.Text = strings.ReplaceAll(change, "=", " ")
			}
		}
		list = append(list, line)
	}
	return list
}

// mentions reports whether a line mentions a combatant: whether it has the first word of the name as a
// word. A tale calls somebody by the first name.
func mentions(line, name string) bool {
	first, _, _ := strings.Cut(name, " ")
	isBetween := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }
	return slices.Contains(strings.FieldsFunc(line, isBetween), first)
}

// passages returns the lines of a tale as passages: each line of the tale, or note, with the law lines
// since the one before. Paragraphs that follow each other at once, as those of the opening, are one
// passage: the page shows the last passage first, and would show them the wrong way round. Law lines behind
// the last line of the tale, those of a breath under way, are a passage without a tale.
func passages(lines []narrate.Line) (list []passage) {
	var law []string
	for _, line := range lines {
		switch line.Kind {
		case narrate.Law:
			law = append(law, line.Text)
		default:
			p := passage{N: len(list) + 1, Step: line.Step, Tale: strings.Split(line.Text, "\n"), Law: law,
				Note: line.Kind == narrate.Note}
			if last := len(list) - 1; last >= 0 && law == nil && !p.Note && !list[last].Note && list[last].Step == p.Step {
				list[last].Tale = append(list[last].Tale, p.Tale...)
				continue
			}
			list, law = append(list, p), nil
		}
	}
	if len(law) > 0 {
		list = append(list, passage{N: len(list) + 1, Step: lines[len(lines)-1].Step, Law: law})
	}
	return list
}

// doOperation calls an operation with the fields of a form and shows what has come of it: to htmx only
// that, for the page then fetches its live part; else the whole page.
func (p *Pages) doOperation(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	in, err := fields(r)
	if err != nil {
		return err
	}
	status := http.StatusOK
	out, err := p.call(r.Context(), a, r.PathValue("op"), in)
	result := formResult{Answer: answerText(out)}
	if odds, is := out.(session.RulingOdds); is {
		result.Ruling = &ruling{linkBase(r), odds, throwFormOf(odds.Sides, odds.Whose, odds.Open)}
	}
	if err != nil {
		result.Wrong, status = new(messageOf(err)), serve.StatusOf(serve.CodeOf(err))
	}
	switch {
	case isSwap(r):
		w.Header().Set("HX-Trigger", "changed")
		return p.show(w, r, status, "said.html", result)
	case result == formResult{}:
		return redirect(w, r, linkBase(r))
	}
	return p.showLink(w, r, a, status, "at.html", result)
}

// call calls an operation with the fields of a form. The field at has the number of steps for which the form was made:
// if the question has changed since, the call fails, so that two screens never answer it twice.
func (p *Pages) call(ctx context.Context, a serve.Access, name string, form map[string][]string) (any, error) {
	o, err := session.OperationNamed(name)
	if err != nil {
		return nil, err
	}
	if err := addTappedFaces(form); err != nil {
		return nil, err
	}
	in, err := input(o, form)
	if err != nil {
		return nil, err
	}
	var terms serve.Terms
	if at := form["at"]; len(at) == 1 {
		n, err := number("at", at[0])
		if err != nil {
			return nil, err
		}
		terms.At = &n
	}
	out, err := p.fights.Call(ctx, a, name, in, terms)
	if err != nil {
		return nil, err
	}
	return out.Out, nil
}

// addTappedFaces adds the dice that were tapped to the faces of a form. Each die is a field, die0, die1 and so on, with
// several values for a prismatic die, which are added up. A die that was not tapped is left out.
func addTappedFaces(form map[string][]string) error {
	for n := 0; ; n++ {
		name := "die" + strconv.Itoa(n)
		shown, tapped := form[name]
		if !tapped {
			return nil
		}
		shown = slices.DeleteFunc(shown, func(face string) bool { return face == "" })
		sum := 0
		for _, face := range shown {
			n, err := number(name, face)
			if err != nil {
				return err
			}
			sum += n
		}
		if len(shown) > 0 {
			form["faces"] = append(form["faces"], strconv.Itoa(sum))
		}
	}
}

// Throwers returns whose dice a throw is of, in words.
func (l *livePart) Throwers() string {
	if whose := slices.Compact(slices.Clone(l.Throw.Whose)); 0 < len(whose) && len(whose) <= throwersMax {
		return text.List(whose, "and")
	}
	return cmp.Or(l.Question.Seat, "the fight")
}

// throwersMax is how many combatants Throwers names.
const throwersMax = 3

// answerText returns what a page says of an operation's output; empty where the page shows it anyway.
func answerText(out any) string {
	switch out := out.(type) {
	case session.StepsMade:
		return rulingText(out)
	case agent.Comparison, agent.Advice:
		sentence, _ := say.Answer(out)
		return sentence
	}
	return ""
}

// call calls an operation of a session and returns its output as an Out.
func call[Out any](ctx context.Context, c session.Client, name string) (out Out, err error) {
	v, err := c.Call(ctx, name, nil)
	if err != nil {
		return out, err
	}
	out, ok := v.(Out)
	if !ok {
		return out, errors.New("the operation " + name + " answers with another type")
	}
	return out, nil
}
