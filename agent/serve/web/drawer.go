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
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// The drawer stands beside the board: the card of a combatant, or one of the acts of the GM's hand. A page asks for it and nothing else
// changes it but its own acts, so that what is typed there stays.

// drawer is what it shows.
type drawer struct {
	Base  string
	Act   string // that is open; empty: a card
	Place string // of what is chosen for a place
	Steps int
	Live  *live

	Seat *picture.Seat // of a card
	Card session.Card

	Plays string // who plays it

	Dials  []session.Dial // of several: the numbers that any of them has
	States []string       // and the states

	Kinds  []row    // who fights here
	Rows   []row    // rows of the catalogue that are called so
	Like   string   // how those are called
	From   string   // a file that somebody comes from
	Closed string   // why nobody can come
	Fallen []string // whose seat could be freed then
	For    string   // whose maneuvers those are; empty: of everybody
	Words  []string // maneuvers
	Banned []session.Ban
	Threw  string // what the last dice were thrown for
	Shown  string // and what they show
	Said   []session.Said
}

// row is somebody who can come: like one of those here, a row of the catalogue, or a line of a file.
type row struct {
	Name, Kind, Strength string
	Letter, Line, Team   string
	Side                 rules.Side
}

// gmAct is one of the GM's hand.
type gmAct struct{ Name, Word, Sign, When string }

// acts are those of the rail, the ones that are wanted most first. On a phone those that are late stand behind "More".
var acts = []gmAct{{"ruling", "Dice for a ruling", "⚂", ""}, {"note", "Write a note", "✎", ""}, {"comes", "Somebody comes", "+", ""},
	{"back", "Back to before", "↶", ""},
	{"more", "More", "⋯", "slim"}, {"goes", "Somebody goes", "−", "late"}, {"several", "Change several", "⁂", "late"}, {"forbid", "Forbid a maneuver", "⊘", "late"},
	{"plays", "Who plays whom", "☺", "late"}, {"dice", "Misread dice", "⚄", "late"}, {"word", "Explain a word", "?", "late"}, {"end", "End the fight", "■", "late"}}

// Acts returns the GM's acts that the rail has.
func (l *live) Acts() []gmAct { return acts }

// saidMax is how many choices can be gone back to by name.
const saidMax = 20

// who shows the card of a combatant.
func (p *Pages) who(w http.ResponseWriter, r *http.Request) error {
	return p.showDrawer(w, r, func(c session.Client, d *drawer) error {
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
		return noPage()
	})
}

// playedBy says who plays a combatant, and of a person whether the phone is here.
func (p *Pages) playedBy(c session.Client, fight string, seat rules.Seat) string {
	if !session.IsPerson(c.Seats()[seat]) {
		return "the program"
	}
	links, err := p.fights.Links(serve.Whole(fight))
	if err == nil && p.isHere(fight, c.Name(seat), links) {
		return "a person, whose phone is here"
	}
	return "a person"
}

// to shows what there is to choose for a place.
func (p *Pages) to(w http.ResponseWriter, r *http.Request) error {
	return p.showDrawer(w, r, func(c session.Client, d *drawer) error {
		d.Place = r.PathValue("place")
		if !slices.ContainsFunc(d.Live.Picture.Ground.Places, func(at rules.Place) bool { return at.At == d.Place }) && len(d.Live.At(d.Place)) == 0 {
			return noPage()
		}
		return nil
	})
}

// act shows one of the GM's acts.
func (p *Pages) act(w http.ResponseWriter, r *http.Request) error {
	return p.showDrawer(w, r, func(c session.Client, d *drawer) error {
		d.Act = r.PathValue("act")
		if d.Live.Role != serve.GM || !slices.ContainsFunc(acts, func(a gmAct) bool { return a.Name == d.Act }) {
			return noPage()
		}
		switch d.Act {
		case "comes":
			return p.joiners(c, d, r)
		case "several":
			d.several(c)
		case "forbid":
			d.For = r.URL.Query().Get("for")
			d.Words, d.Banned = c.Maneuvers(d.For), c.Bans()
		case "dice":
			for _, step := range slices.Backward(fight.StandingSteps(c.Steps(0))) {
				if len(step.Roll) > 0 {
					d.Threw, d.Shown = say.Dice(step), strings.Trim(fmt.Sprint(step.Roll), "[]")
					break
				}
			}
		case "back":
			d.Said = c.Choices(saidMax)
		}
		return nil
	})
}

// several collects what can be changed of those who are in the fight.
func (d *drawer) several(c session.Client) {
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
			if strings.ContainsAny(s.Change[:1], "+-") && !slices.Contains(d.States, s.State) {
				d.States = append(d.States, s.State)
			}
		}
	}
}

// joiners collects who could come, and whose seat could be freed.
func (p *Pages) joiners(c session.Client, d *drawer, r *http.Request) error {
	list := p.listOf(c)
	for i, s := range d.Live.Picture.Seats {
		if slices.ContainsFunc(d.Kinds, func(k row) bool { return k.Kind == s.Kind && k.Side == s.Side }) {
			continue
		}
		d.Kinds = append(d.Kinds, row{Name: s.Name, Kind: s.Kind, Strength: strengthOf(list, s.Kind), Letter: s.Letter, Side: s.Side})
		if err := c.Comes(rules.Seat(i)); err != nil {
			d.Closed = sentence(err).String()
			for _, name := range c.CarriedOff(rules.Seat(i)) {
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
	file, err := uploadedText(r, "file")
	if err != nil {
		return err
	}
	if d.From = unix(cmp.Or(file, form.Get("from"))); strings.TrimSpace(d.From) != "" {
		d.Rows, err = comersOf(d.From, list)
		return err
	}
	d.Like = strings.TrimSpace(r.URL.Query().Get("like"))
	for _, of := range list.Rows {
		if strings.Contains(text.Fold(of[0]), text.Fold(d.Like)) {
			d.Rows = append(d.Rows, row{Kind: of[0], Strength: strengthOf(list, of[0]), Letter: initial(of[0])})
		}
	}
	return nil
}

// listOf returns the list of the catalogue whose rows fight here.
func (p *Pages) listOf(c session.Client) book.List {
	lists, _ := p.fights.Catalogue().Lists(c.System().Name) // without them a row can be named
	for _, list := range lists {
		if !slices.ContainsFunc(c.Roster(), func(r rules.Fighter) bool { return strengthOf(list, r.Kind) == "" }) {
			return list
		}
	}
	return book.List{}
}

// strengthColumns is how many numbers of a row say how strong it is.
const strengthColumns = 4

// strengthOf says how strong a row of a list is; empty if it has none of that name.
func strengthOf(list book.List, kind string) string {
	var says []string
	for _, r := range list.Rows {
		if r[0] != kind {
			continue
		}
		for i, value := range r[1:min(len(r), 1+strengthColumns)] {
			if i+1 < len(list.Head) && value != "" {
				says = append(says, list.Head[i+1]+" "+sourced.ReplaceAllString(value, "$1"))
			}
		}
	}
	return strings.Join(says, " · ")
}

// showDrawer shows the drawer with what fill puts into it: alone for htmx, else with the whole page.
func (p *Pages) showDrawer(w http.ResponseWriter, r *http.Request, fill func(session.Client, *drawer) error) error {
	a, err := p.access(r)
	if err != nil {
		return err
	}
	l, err := p.look(r.Context(), r, a)
	if err != nil {
		return err
	}
	d := &drawer{Base: l.Base, Steps: l.Steps, Live: l}
	if err := p.fights.With(r.Context(), a, func(c session.Client) error { return fill(c, d) }); err != nil {
		return err
	}
	if isSwap(r) {
		return p.show(w, r, http.StatusOK, "drawer.html", d)
	}
	l.Drawer = d
	return p.show(w, r, http.StatusOK, "at.html", l)
}

// Board returns the drawing of the field, in which every combatant opens its card, and every place that whoever decides may go to
// what there is to choose for it.
func (l *live) Board() template.HTML {
	link := func(to, name string) string {
		return fmt.Sprintf(`href="%s" hx-get="%[1]s" hx-target="#drawer" hx-swap="innerHTML" hx-sync="#drawer:replace"`, template.HTMLEscapeString(l.Base+to+"/"+url.PathEscape(name)))
	}
	drawn := picture.Drawing{Bare: true,
		Link:  func(seat string) string { return link("who", seat) },
		Badge: l.badge, Says: l.badgeSays(), Blow: [2]string{l.Blow.By, l.Blow.At},
		Hint: map[bool]string{true: "Press a combatant to change Wounds or states, or to act on it.", false: "Press a combatant: how it is, and what you can do to it."}[l.Role == serve.GM],
		Way: func(place string) *picture.Way {
			o := bestOf(l.At(place))
			if o == nil || l.IsSeat(place) {
				return nil
			}
			w := &picture.Way{Link: link("to", place), Cost: o.Costs, Chance: chanceOf(o), Words: o.Words + ", " + cmp.Or(o.Cost, "free")}
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
	for _, drawn.Cut = range []picture.Cut{picture.Broad, picture.Slim} { // the style sheet shows one
		both.WriteString(l.Picture.SVG(drawn))
	}
	return template.HTML(both.String()) // escaped by the drawing
}

// asBest is below how many points of loss a place is as good as the best choice, as one decimal shows it.
const asBest = 0.05

// chanceOf returns the chance of what is not certain.
func chanceOf(o *option) string {
	if o.Chance == "" || o.P == 1 {
		return ""
	}
	return dice.InHundred(o.P)
}

// Ways reports whether there is a place to go to.
func (l *live) Ways() bool {
	for at := range l.aimed {
		if at != "" && !l.IsSeat(at) {
			return true
		}
	}
	return false
}

// bestOf returns the choice that loses least, of several the first; nil of none.
func bestOf(of []option) (best *option) {
	for i := range of {
		if best == nil || of[i].Loss < best.Loss {
			best = &of[i]
		}
	}
	return best
}

// badge returns the best chance that who decides has at somebody.
func (l *live) badge(seat string) string {
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

// badgeSays says what that is: "the best chance that Jubei hits".
func (l *live) badgeSays() string {
	word := ""
	for at, of := range l.aimed {
		for _, o := range of {
			says, _, _ := strings.Cut(o.Chance, " "+dice.InHundred(o.P))
			if l.IsSeat(at) && says != "" && word != "" && says != word {
				return "how likely " + l.Question.Seat + "'s best choice there comes off"
			}
			if l.IsSeat(at) && says != "" {
				word = says
			}
		}
	}
	return "the best chance that " + l.Question.Seat + " " + word
}

// At returns what who decides may aim at somebody or do to come to a place.
func (l *live) At(name string) []option { return l.aimed[name] }

// initial returns the first letter of a name, as a capital.
func initial(name string) string {
	for _, r := range name {
		return string(unicode.ToUpper(r))
	}
	return ""
}

// comersOf returns the lines of an encounter's file, each as somebody who can come into another fight: without the place it has there.
func comersOf(file string, list book.List) (rows []row, err error) {
	var of struct {
		Sides []struct{ Fighters []yaml.Node }
	}
	_ = yaml.Unmarshal([]byte(file), &of) // what is wrong with it is said where nobody is found in it
	for _, side := range of.Sides {
		for _, n := range side.Fighters {
			c := row{Kind: n.Value}
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
			c.Line, c.Strength, c.Letter = strings.TrimSpace(string(line)), strengthOf(list, c.Kind), initial(cmp.Or(c.Name, c.Kind))
			rows = append(rows, c)
		}
	}
	if len(rows) == 0 {
		return nil, serve.NewError(session.BadFile, "nobody is found in the file", "an encounter, as the builder saves one")
	}
	return rows, nil
}
