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

// live is everything that the live part of a page shows, for one link.
type live struct {
	Base  string // of the addresses of this link: /at/KEY/
	Fight string
	Role  serve.Role
	As    string
	Back  string // of the GM's page, where the owner's screen was handed over
	Own   bool   // it is the owner's screen, which has all fights

	Title    string
	Secret   []string // the GM's own note, a paragraph each; of no other link
	Steps    int
	Waits    string // what the fight waits for, in words
	Picture  picture.Picture
	Question session.Question
	Blow     session.Blow // what whoever is asked decides about
	Asked    string       // which question it is: the same while nobody has answered it, whatever else is said or changed
	Winner   string
	Over     bool

	Mine     bool                // the client decides or throws
	aimed    map[string][]option // all of them by what they are aimed at, "" for nobody
	Best     []option            // those that come next to the proposal; of many without one the likeliest
	Groups   []group             // the others
	Others   int                 // how many they are
	Proposal *proposal
	Thinking bool
	Odds     string // of the throw
	Throw    *session.Throw
	Dice     thrown // of the throw

	Sheet *session.Known // of a player's seat
	Yours []passage      // what was done to a player's seat, and came of what it did, since it last chose
	Tale  []passage      // the others
	More  bool           // of the tale, before what is shown
	Chart template.HTML

	Redo         bool // what was taken back can be returned
	Names, Teams []string
	People       []string             // whom people play, for the GM
	May          session.PlayerRights // what players may do for themselves
	Waiting      []session.Waiting
	Drawer       *drawer // what stands beside the board, of a page that is shown whole
	answered
}

// answered is what has come of a form.
type answered struct {
	Said  *said  // what was wrong with it
	Heard string // what an operation that makes no step has answered, or what the dice of a ruling came to

	Ruling *ruling // whose dice are to be thrown
}

// Does says what whoever is asked does now.
func (l *live) Does() string {
	switch {
	case l.Throw != nil:
		return "throws"
	case l.Blow.Own:
		return "goes on"
	case l.Blow.Acts:
		return "acts"
	}
	return "answers"
}

// TeamOf returns the side of who decides.
func (l *live) TeamOf() string {
	if s := l.Picture.Find(l.Question.Seat); s != nil {
		return s.Team
	}
	return ""
}

// Purse returns what who decides has left to pay with: "8 of 10 Energy left".
func (l *live) Purse() string {
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

// Hints reports whether whoever looks may ask what would be best.
func (l *live) Hints() bool { return l.Role == serve.GM || l.May.Hint }

// IsSeat reports whether a target is a combatant, and not a place.
func (l *live) IsSeat(name string) bool { return slices.Contains(l.Names, name) }

// group is the options that are aimed at one combatant or place, or at nobody.
type group struct {
	At      string
	Options []option
}

// option is one decision as a page shows it.
type option struct {
	N     int // of all options, from 1
	Words string
	Short string // without what it is aimed at
	say.Price
	Costs int
	At    string  // what it is aimed at: a combatant or a place
	P     float64 // its chance as a number
	Takes bool    // the chance is of what is done to who decides, as to be hit
	Worth string  // against the best, where it has been looked at
	Loss  float64 // so many points, if it has been
	Key   string  // that chooses it
}

// proposal is what the program would do.
type proposal struct {
	option
	Plan    []string // what is to follow
	Why     string
	Looked  int               // at so many positions, whatever ended it: the nodes or the time
	Label   string            // of the outlook
	Outlook string            // the chance to win in words or, where it does not foretell one, whom the search holds to be better
	Choices map[string]ranked // what is known of each
}

// ranked is a choice as the advice has it.
type ranked struct {
	Rank  int // from 1
	Worth string
	Loss  float64 // in points
}

// passage is a few lines of the tale with the law lines that they rest on.
type passage struct {
	N         int    // from 1
	Step      int    // up to which it tells
	Head      string // what it stands under, if that is new
	Tale, Law []string
	Note      bool
	Mine      bool // it names whoever looks
}

// passagesMax is how many passages of the tale a live part shows; all of them have a page.
const passagesMax = 6

// at shows the page of a link.
func (p *Pages) at(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	return p.page(w, r, a, http.StatusOK, "at.html", answered{})
}

// now shows the live part alone. It is the only way in which a page that stands is brought up to date: a page asks for one live
// part after the other, so that an older one never covers a newer one.
func (p *Pages) now(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	return p.page(w, r, a, http.StatusOK, "now.html", answered{})
}

// page shows the page of a link or its live part.
func (p *Pages) page(w http.ResponseWriter, r *http.Request, a serve.Access, status int, name string, of answered) error {
	l, err := p.look(r.Context(), r, a)
	if _, other := errors.AsType[session.OtherRules](err); other && name == "at.html" && of == (answered{}) {
		if is, err := p.showKept(w, r, a); is || err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	l.answered = of
	return p.show(w, r, status, name, l)
}

// look collects what a link may see of its fight.
func (p *Pages) look(ctx context.Context, r *http.Request, a serve.Access) (*live, error) {
	l := &live{Base: "/at/" + r.PathValue("key") + "/", Fight: a.Fight, Role: a.Role, As: a.Seat}
	of, seat, own := cutOwn(r.PathValue("key"))
	if l.Own = own && seat == ""; own && seat != "" {
		l.Back = ownBase(of, "")
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
		l.Asked = nameQuestion(c, state.Question)
		l.Blow = c.Answers()
		l.Picture, l.Waits, l.Over = state.Board, state.Board.Waits(), state.Question.Kind == session.Over
		for _, k := range state.Sheets {
			l.Names = append(l.Names, k.Name)
			if k.Name == a.Seat {
				l.Sheet = &k
			}
		}
		sides := c.Sides()
		l.Teams = sides[:]
		if err := l.tell(ctx, c); err != nil {
			return err
		}
		l.Mine = a.Role == serve.GM || a.Role == serve.Player && l.Question.Seat == a.Seat
		if !l.Mine || l.Over {
			return nil
		}
		if a.Role == serve.GM {
			w, steps := p.watch(a.Fight), c.Steps(0)
			l.Redo, l.Chart = fight.CountUndone(steps) > 0, chartOf(l.Teams, w.points, fight.StandingSteps(steps), l.Steps)
			w.show(l)
		}
		return l.ask(ctx, c)
	})
}

// nameQuestion names a question by the answers before it and by what it asks.
func nameQuestion(c session.Client, q session.Question) string {
	answers := 0
	for _, step := range fight.StandingSteps(c.Steps(0)) {
		if step.Do != "" {
			answers++
		}
	}
	of := q.Kind + q.Seat
	if q.Check != nil {
		of += fmt.Sprint(q.Check.What, q.Check.Dice)
	}
	return fmt.Sprintf("%d-%s", answers, idOf(of))
}

// ask fills in what the client is asked.
func (l *live) ask(ctx context.Context, c session.Client) error {
	switch l.Question.Kind {
	case session.Dice:
		l.Throw = l.Question.Check
		l.Odds, l.Dice = say.DiceRequest(l.Throw), thrownOf(l.Throw.Dice, l.Throw.Whose, l.Throw.Open)
	case session.Decision:
		choices, err := call[session.Choices](ctx, c, "options")
		if err != nil {
			return err
		}
		l.choose(choices.Options)
	}
	return nil
}

// choose groups the options by what they are aimed at, in the order in which a target first comes up.
func (l *live) choose(options []agent.PricedOption) {
	l.aimed = map[string][]option{}
	for i, priced := range options {
		o := priceOf(priced)
		o.N = i + 1
		if l.Proposal != nil {
			known := l.Proposal.Choices[o.Words]
			o.Worth, o.Loss = known.Worth, known.Loss
		}
		o.Short, o.At, _ = strings.Cut(o.Words, " > ")
		l.aimed[o.At] = append(l.aimed[o.At], o)
		g := slices.IndexFunc(l.Groups, func(g group) bool { return g.At == o.At })
		if g < 0 {
			g, l.Groups = len(l.Groups), append(l.Groups, group{At: o.At})
		}
		l.Groups[g].Options = append(l.Groups[g].Options, o)
		if l.Proposal != nil && l.Proposal.Words == o.Words {
			l.Proposal.option = o
		}
	}
	l.pickBest(len(options))
	key := 0
	for _, list := range append([][]option{l.Best}, optionsOf(l.Groups)...) { // in the order in which they stand
		for i := range list {
			if key++; key < 10 {
				list[i].Key = fmt.Sprint(key)
			}
		}
	}
}

func optionsOf(groups []group) (lists [][]option) {
	for _, g := range groups {
		lists = append(lists, g.Options)
	}
	return lists
}

const (
	nextBest    = 2    // that stand beside a proposal
	bestOfMany  = 3    // that stand first where nothing is proposed
	leastBest   = 0.05 // the least chance of one of those
	optionsMany = 8    // from which on the others are folded then
)

// pickBest takes the best choices out of the groups: those that lose least or, where nothing is proposed, the likeliest, of a target one
// before of any a second.
func (l *live) pickBest(n int) {
	var all []option
	for _, g := range l.Groups {
		all = append(all, g.Options...)
	}
	most := bestOfMany
	switch {
	case l.Proposal != nil:
		all = slices.DeleteFunc(all, func(o option) bool { return o.Words == l.Proposal.Words || l.Proposal.Choices[o.Words].Rank == 0 })
		slices.SortStableFunc(all, func(a, b option) int { return l.Proposal.Choices[a.Words].Rank - l.Proposal.Choices[b.Words].Rank })
		most = nextBest
	case n <= optionsMany:
		return
	default:
		second, seen := map[string]int{}, map[string]int{}
		all = slices.DeleteFunc(all, func(o option) bool { return o.Chance != "" && o.P < leastBest })
		slices.SortStableFunc(all, func(a, b option) int { return cmp.Compare(b.P, a.P) })
		for _, o := range all {
			second[o.Words] = seen[o.At]
			seen[o.At]++
		}
		slices.SortStableFunc(all, func(a, b option) int { return second[a.Words] - second[b.Words] })
	}
	l.Best = slices.Clone(all[:min(most, len(all))])
	for i := range l.Groups {
		l.Groups[i].Options = slices.DeleteFunc(l.Groups[i].Options, func(o option) bool {
			return l.Proposal != nil && l.Proposal.Words == o.Words || slices.ContainsFunc(l.Best, func(b option) bool { return b.Words == o.Words })
		})
		l.Others += len(l.Groups[i].Options)
	}
	l.Groups = slices.DeleteFunc(l.Groups, func(g group) bool { return len(g.Options) == 0 })
}

// Folded reports whether the others are folded.
func (l *live) Folded() bool { return len(l.Best) > 0 }

// priceOf returns an option with its price and exact chances.
func priceOf(o agent.PricedOption) option {
	out := option{Words: o.Words, Short: o.Words, Costs: o.Cost, Price: say.PriceOf(o)}
	if c := cmp.Or(o.Check, o.Against, o.Lands); c != nil {
		out.P, out.Takes = c.P, c.Takes
	}
	return out
}

// tell collects the last passages of the tale: lines of the tale with the law lines before them.
func (l *live) tell(ctx context.Context, c session.Client) error {
	tale, err := call[session.Tale](ctx, c, "tale")
	if err != nil {
		return err
	}
	acted := 0
	if l.Sheet != nil {
		acted = lastChoice(c.Steps(0), l.As)
	}
	for _, p := range slices.Backward(passages(l.withNotes(tale.Lines))) { // the last one first: it is what has just happened
		p.Mine = l.Sheet != nil && slices.ContainsFunc(append(slices.Clone(p.Tale), p.Law...), func(line string) bool { return names(line, l.As) })
		list := &l.Tale
		if p.Mine && p.Step > acted && (p.Note || len(p.Law) > 0) { // who somebody is has not happened to them
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

// lastChoice returns the step in which somebody last chose; 0 if they have not.
func lastChoice(steps []rules.Step, name string) int {
	for _, s := range slices.Backward(fight.StandingSteps(steps)) {
		if s.Seat == name && s.Do != "" {
			return s.N
		}
	}
	return 0
}

// withNotes returns the lines of a tale with notes of what the GM did. Instructions of the GM to the program are shown to the GM alone.
func (l *live) withNotes(lines []narrate.Line) (list []narrate.Line) {
	for _, line := range lines {
		if line.Kind == narrate.Note {
			if l.Role != serve.GM && strings.HasPrefix(line.Text, "the GM: ") {
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

// names reports whether a line has somebody's name, or the first word of it, as a word.
func names(line, name string) bool {
	first, _, _ := strings.Cut(name, " ")
	return slices.ContainsFunc(strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }),
		func(word string) bool { return word == first })
}

// passages returns lines of tale and notes, each with the law lines since the one before.
func passages(lines []narrate.Line) (list []passage) {
	var law []string
	for _, line := range lines {
		switch line.Kind {
		case narrate.Law:
			law = append(law, line.Text)
		default:
			list = append(list, passage{N: len(list) + 1, Step: line.Step, Tale: strings.Split(line.Text, "\n"), Law: law, Note: line.Kind == narrate.Note})
			law = nil
		}
	}
	if len(law) > 0 {
		list = append(list, passage{N: len(list) + 1, Step: lines[len(lines)-1].Step, Law: law})
	}
	return list
}

// do calls an operation with the fields of a form and says what has come of it. What has changed the page then asks for, if
// htmx has sent the form; else it is shown at once.
func (p *Pages) do(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	in, err := fields(r)
	if err != nil {
		return err
	}
	var of answered
	status := http.StatusOK
	out, err := p.call(r.Context(), a, r.PathValue("op"), in)
	of.Heard = hears(out)
	if odds, is := out.(session.RulingOdds); is {
		of.Ruling = &ruling{"/at/" + r.PathValue("key") + "/", odds, thrownOf(odds.Sides, odds.Whose, odds.Open)}
	}
	if err != nil {
		of.Said, status = new(sentence(err)), serve.StatusOf(serve.CodeOf(err))
	}
	switch {
	case isSwap(r):
		w.Header().Set("HX-Trigger", "changed")
		return p.show(w, r, status, "said.html", of)
	case of == answered{}:
		http.Redirect(w, r, "/at/"+r.PathValue("key")+"/", http.StatusSeeOther)
		return nil
	}
	return p.page(w, r, a, status, "at.html", of)
}

// call calls an operation. The field at says which question the form was made for, so that two screens never answer one twice.
func (p *Pages) call(ctx context.Context, a serve.Access, name string, form map[string][]string) (any, error) {
	o, err := session.OperationNamed(name)
	if err != nil {
		return nil, err
	}
	if err := readTapped(form); err != nil {
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

// readTapped adds the dice that were tapped to the faces of a form: each is a field, in which what stands twice is added up.
func readTapped(form map[string][]string) error {
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

// Throwers names whose dice a throw is of.
func (l *live) Throwers() string {
	if whose := slices.Compact(slices.Clone(l.Throw.Whose)); 0 < len(whose) && len(whose) <= throwersMax {
		return text.List(whose, "and")
	}
	return cmp.Or(l.Question.Seat, "the fight")
}

// throwersMax is how many of them are named.
const throwersMax = 3

// hears returns what an operation that makes no step has answered, in a sentence or two, or what the dice of a ruling came to.
func hears(out any) string {
	switch out := out.(type) {
	case session.Made:
		return fell(out)
	case agent.Comparison, agent.Advice:
		sentence, _ := say.Answer(out)
		return sentence
	case session.Help:
		sentence, _ := say.Meaning(out.Meaning)
		return strings.Join(append([]string{sentence}, out.Meaning.More...), " ")
	}
	return ""
}

// call calls an operation of a session for its typed output.
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
