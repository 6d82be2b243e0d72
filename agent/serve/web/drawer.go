package web

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"kokyu/agent/picture"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// drawer is what stands beside the board: the card of a combatant, what can be chosen for a place, or an act of the GM.
// A page fetches it, and only its own forms change it, so that what is typed there stays while the fight goes on.
type drawer struct {
	Base  string
	Act   string // the Name of the act that is open, see [acts]
	Place string // for which something can be chosen
	Steps int
	Live  *livePart

	Seat  *picture.Seat // of a card
	Card  session.Card
	Plays string // who plays it

	Dials  []session.Dial // of the act several: the numbers that any combatant has
	States []string       // and the states

	Kinds  []joiner // of the act comes: those who fight here
	Rows   []joiner // rows of the catalogue whose names contain Like, or the lines of From
	Like   string   // also the word of the act word
	From   string   // the text of a file that somebody comes from
	Means  *meaning // of Like, of the act word
	Closed string   // why nobody can come
	Fallen []string // the fallen whose seats could be freed then

	For    string // of the act forbid: whose maneuvers Words are; empty: everybody's
	Words  []string
	Banned []session.Ban

	Threw   string               // of the act dice: what the last dice were thrown for
	Shown   string               // and their faces
	Choices []session.PastChoice // of the act back: the choices that can be gone back to
}

// joiner is somebody who can come: one like those here, a row of the catalogue, or a line of a file.
type joiner struct {
	Name, Kind, Strength string
	Letter, Line         string
	Side                 rules.Side
}

// gmAct is something that the GM can do at any time, with a button on the rail. When is a class of the style sheet.
type gmAct struct{ Name, Word, Sign, When string }

// acts are the buttons of the rail, those wanted most first. On a phone the late ones stand behind "More".
var acts = []gmAct{{"ruling", "Dice for a ruling", "⚂", ""}, {"note", "Write a note", "✎", ""}, {"comes", "Somebody comes", "+", ""},
	{"back", "Back to before", "↶", ""},
	{"more", "More", "⋯", "slim"}, {"goes", "Somebody goes", "−", "late"}, {"several", "Change several", "⁂", "late"},
	{"forbid", "Forbid a maneuver", "⊘", "late"},
	{"plays", "Who plays whom", "☺", "late"}, {"dice", "Misread dice", "⚄", "late"},
	{"word", "Explain a word", "?", "late"}, {"end", "End the fight", "■", "late"}}

// Acts returns the buttons of the GM's rail.
func (l *livePart) Acts() []gmAct { return acts }

// choicesShown is how many choices the act back offers to go back to.
const choicesShown = 20

// fillCard fills in the card of a combatant. Only the GM's has what it can be changed to, and who plays it.
func (p *Pages) fillCard(r *http.Request, c session.Client, d *drawer) error {
	for i := range d.Live.Picture.Seats {
		if s := &d.Live.Picture.Seats[i]; s.Name == r.PathValue("name") {
			d.Seat = s
			if d.Live.Role == serve.GM {
				d.Card = c.Card(rules.Seat(i))
				d.Plays = p.playedBy(c, d.Live.Fight, rules.Seat(i))
			}
			return nil
		}
	}
	return noPageError()
}

// playedBy returns who plays a combatant and, for a person, whether the phone is here.
func (p *Pages) playedBy(c session.Client, fight string, seat rules.Seat) string {
	if !session.IsPerson(c.Seats()[seat]) {
		return "the program"
	}
	links, err := p.fights.Links(serve.FullAccess(fight))
	if err == nil && p.isHere(fight, c.Name(seat), links) {
		return "a person, whose phone is here"
	}
	return "a person"
}

// fillPlace fills in what can be chosen for a place: one of the field, or one that only a choice names.
func fillPlace(r *http.Request, _ session.Client, d *drawer) error {
	d.Place = r.PathValue("place")
	isPlace := slices.ContainsFunc(d.Live.Picture.Ground.Places, func(at rules.Place) bool { return at.At == d.Place })
	if !isPlace && len(d.Live.At(d.Place)) == 0 {
		return noPageError()
	}
	return nil
}

// fillAct fills in one of the GM's acts. For acts that are not named here the template has all that it needs.
func (p *Pages) fillAct(r *http.Request, c session.Client, d *drawer) error {
	d.Act = r.PathValue("act")
	if d.Live.Role != serve.GM || !slices.ContainsFunc(acts, func(a gmAct) bool { return a.Name == d.Act }) {
		return noPageError()
	}
	switch d.Act {
	case "comes":
		return p.collectJoiners(c, d, r)
	case "several":
		d.collectChangeable(c)
	case "forbid":
		d.For = r.URL.Query().Get("for")
		d.Words, d.Banned = c.Maneuvers(d.For), c.Bans()
	case "dice":
		for _, step := range slices.Backward(c.StandingSteps()) {
			if len(step.Roll) > 0 {
				d.Threw, d.Shown = say.Dice(step), strings.Trim(fmt.Sprint(step.Roll), "[]")
				break
			}
		}
	case "word":
		if d.Like = strings.TrimSpace(r.URL.Query().Get("words")); d.Like != "" {
			d.Means = meaningOf(r.Context(), c, d.Like)
		}
	case "back":
		d.Choices = c.PastChoices(choicesShown)
	}
	return nil
}

// collectChangeable collects the numbers and states that can be changed for several at once: all that
// anybody has who is still in the fight.
func (d *drawer) collectChangeable(c session.Client) {
	for i, s := range d.Live.Picture.Seats {
		if s.Out != "" {
			continue
		}
		card := c.Card(rules.Seat(i))
		for _, n := range card.Numbers {
			if !slices.ContainsFunc(d.Dials, func(of session.Dial) bool { return of.Key == n.Key }) {
				d.Dials = append(d.Dials, n)
			}
		}
		for _, s := range card.Switch {
			if strings.ContainsAny(s.Change[:1], "+-") && !slices.Contains(d.States, s.State) { // as "+bleeding"
				d.States = append(d.States, s.State)
			}
		}
	}
}

// collectJoiners collects who could come: one like each of those here, and the lines of a file or the rows of the
// catalogue. If all seats are taken, it also collects the fallen whose seats could be freed.
func (p *Pages) collectJoiners(c session.Client, d *drawer, r *http.Request) error {
	list := p.fightersList(c)
	for i, s := range d.Live.Picture.Seats {
		if slices.ContainsFunc(d.Kinds, func(k joiner) bool { return k.Kind == s.Kind && k.Side == s.Side }) {
			continue
		}
		d.Kinds = append(d.Kinds, joiner{Name: s.Name, Kind: s.Kind, Strength: strengthOf(list, s.Kind),
			Letter: s.Letter, Side: s.Side})
		if err := c.CheckJoin(rules.Seat(i)); err != nil {
			d.Closed = messageOf(err).String()
			for _, name := range c.RemovableFor(rules.Seat(i)) {
				if !slices.Contains(d.Fallen, name) {
					d.Fallen = append(d.Fallen, name)
				}
			}
		}
	}
	form, err := fields(r)
	if err != nil {
		return err
	}
	file, err := uploadedText(r)
	if err != nil {
		return err
	}
	if d.From = unixLines(cmp.Or(file, form.Get("from"))); strings.TrimSpace(d.From) != "" {
		d.Rows, err = joinersInFile(d.From, list)
		return err
	}
	d.Like = strings.TrimSpace(r.URL.Query().Get("like"))
	for _, row := range list.Rows {
		if strings.Contains(text.Fold(row[0]), text.Fold(d.Like)) {
			d.Rows = append(d.Rows, joiner{Kind: row[0], Strength: strengthOf(list, row[0]), Letter: initial(row[0])})
		}
	}
	return nil
}

// fightersList returns the list of the catalogue that has the rows of all who fight here, whatever a system calls it.
// It is empty if there is none, as for rows of the encounter's own.
func (p *Pages) fightersList(c session.Client) book.List {
	lists, _ := p.fights.Catalogue().Lists(c.System().Name) // without lists a row can still be named
	for _, list := range lists {
		if !slices.ContainsFunc(c.Roster(), func(r rules.Fighter) bool { return strengthOf(list, r.Kind) == "" }) {
			return list
		}
	}
	return book.List{}
}

// strengthColumns is how many columns of a list, after the name, say how strong a row is.
const strengthColumns = 4

// strengthOf words how strong a row of a list is; empty if the list has no such row.
func strengthOf(list book.List, kind string) string {
	var says []string
	for _, r := range list.Rows {
		if r[0] != kind {
			continue
		}
		for i, value := range r[1:min(len(r), 1+strengthColumns)] {
			if i+1 < len(list.Head) && value != "" {
				says = append(says, list.Head[i+1]+" "+sourceLetter.ReplaceAllString(value, "$1"))
			}
		}
	}
	return strings.Join(says, " · ")
}

// drawerOf returns a handler that shows a drawer, which fill fills in: alone for htmx, else with the whole page.
func (p *Pages) drawerOf(fill func(*http.Request, session.Client, *drawer) error) serve.Handler {
	return serve.WithInput(p.access, func(w http.ResponseWriter, r *http.Request, a serve.Access) error {
		l, err := p.livePartOf(r, a)
		if err != nil {
			return err
		}
		d := &drawer{Base: l.Base, Steps: l.Steps, Live: l}
		if err := p.fights.With(r.Context(), a, func(c session.Client) error { return fill(r, c, d) }); err != nil {
			return err
		}
		if isSwap(r) {
			return p.show(w, r, http.StatusOK, "drawer.html", d)
		}
		l.Drawer = d
		return p.show(w, r, http.StatusOK, "at.html", l)
	})
}

// Board returns the drawing of the field, in a broad and a slim form, of which the style sheet shows one. A
// combatant in it opens its card; a place that whoever decides may go to opens what can be chosen for it.
func (l *livePart) Board() template.HTML {
	link := func(to, name string) string {
		at := template.HTMLEscapeString(l.Base + to + "/" + url.PathEscape(name))
		return fmt.Sprintf(`href="%s" hx-get="%[1]s" hx-target="#drawer" hx-swap="innerHTML" hx-sync="#drawer:replace"`, at)
	}
	hint := "Press a combatant: how it is, and what you can do to it."
	if l.Role == serve.GM {
		hint = "Press a combatant to change Wounds or states, or to act on it."
	}
	drawn := picture.Drawing{Bare: true, Hint: hint,
		Link:  func(seat string) string { return link("who", seat) },
		Badge: l.badge, Says: l.badgeMeaning(), Blow: [2]string{l.Subject.By, l.Subject.At},
		Destination: func(place string) *picture.Destination {
			o := bestOf(l.At(place))
			if o == nil || l.IsSeat(place) {
				return nil
			}
			w := &picture.Destination{Link: link("to", place), Cost: o.Costs, Chance: chanceOf(o),
				Words: o.Words + ", " + cmp.Or(o.Cost, "free")}
			if o.Worth != "" {
				w.Words += ", " + o.Worth
				if w.Best = o.Loss < asBest; w.Best {
					w.Worth = "best"
				} else {
					w.Worth = text.Signed(-o.Loss, 1)
				}
			}
			return w
		}}
	var both strings.Builder
	for _, drawn.Width = range []picture.WidthClass{picture.Broad, picture.Slim} {
		both.WriteString(l.Picture.SVG(drawn))
	}
	return template.HTML(both.String()) // escaped by the drawing
}

// asBest is the loss in points below which a choice is shown as best: one decimal shows no loss.
const asBest = 0.05

// chanceOf returns the chance of a choice that is not certain, in words.
func chanceOf(o *option) string {
	if o.Chance == "" || o.P == 1 {
		return ""
	}
	return dice.InHundred(o.P)
}

// CanMove reports whether whoever decides may go to a place.
func (l *livePart) CanMove() bool {
	for at := range l.byTarget {
		if at != "" && !l.IsSeat(at) {
			return true
		}
	}
	return false
}

// bestOf returns the first of the choices that lose least; nil if there are none.
func bestOf(of []option) (best *option) {
	for i := range of {
		if best == nil || of[i].Loss < best.Loss {
			best = &of[i]
		}
	}
	return best
}

// badge returns the best chance that whoever decides has at a combatant, in words.
func (l *livePart) badge(seat string) string {
	p := 0.0
	for _, o := range l.At(seat) {
		if o.Chance != "" {
			p = max(p, o.P)
		}
	}
	if p == 0 {
		return ""
	}
	return dice.InHundred(p)
}

// badgeMeaning says what the badges mean: "the best chance that Jubei hits".
func (l *livePart) badgeMeaning() string {
	word := ""
	for at, options := range l.byTarget {
		for _, o := range options {
			says, _, _ := strings.Cut(o.Chance, " "+dice.InHundred(o.P)) // "hits" of "hits 62 %"
			if !l.IsSeat(at) || says == "" {
				continue
			}
			if word != "" && says != word {
				return "how likely " + l.Question.Seat + "'s best choice there comes off"
			}
			word = says
		}
	}
	return "the best chance that " + l.Question.Seat + " " + word
}

// At returns the choices that are aimed at a combatant, or lead to a place.
func (l *livePart) At(name string) []option { return l.byTarget[name] }

func initial(name string) string {
	for _, r := range name {
		return string(unicode.ToUpper(r))
	}
	return ""
}

// joinersInFile returns the combatants of an encounter's file, each as a line that can be added to another
// fight. Its place is left out of the line: it means nothing on another field.
func joinersInFile(file string, list book.List) (rows []joiner, err error) {
	var of struct {
		Sides []struct{ Fighters []yaml.Node }
	}
	_ = yaml.Unmarshal([]byte(file), &of) // an error shows in that nobody is found
	for _, side := range of.Sides {
		for _, n := range side.Fighters {
			c := joiner{Kind: n.Value}
			var kept []*yaml.Node
			for i := 0; i+1 < len(n.Content); i += 2 {
				switch key, value := n.Content[i].Value, n.Content[i+1]; key {
				case "at", "zone":
					continue
				case "who":
					c.Kind = value.Value
				case "name":
					c.Name = value.Value
				default:
					if len(n.Content) == 2 {
						c.Kind = key + " ×" + value.Value
					}
				}
				kept = append(kept, n.Content[i], n.Content[i+1])
			}
			n.Content, n.Style = kept, yaml.FlowStyle
			line, err := yaml.Marshal(&n)
			if err != nil {
				return nil, err
			}
			c.Line, c.Strength, c.Letter = strings.TrimSpace(string(line)), strengthOf(list, c.Kind),
				initial(cmp.Or(c.Name, c.Kind))
			rows = append(rows, c)
		}
	}
	if len(rows) == 0 {
		return nil, serve.NewError(session.BadFile, "nobody is found in the file", "an encounter, as the builder saves one")
	}
	return rows, nil
}
