package web

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kokyu/agent/picture"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/dice"
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

	Dials  []session.Dial // of several: the numbers that any of them has
	States []string       // and the states

	Kinds  []string // rows that fight here
	Rows   []row    // all rows
	Words  []string // maneuvers
	Said   []session.Said
	Full   bool // no seat is free
	Fallen []string
}

// row is a row of the catalogue that can join.
type row struct{ Name, Strength string }

// gmAct is one of the GM's hand.
type gmAct struct{ Name, Word, Sign string }

// acts are those of the rail, the ones that are wanted most first.
var acts = []gmAct{{"ruling", "Ruling", "⚂"}, {"note", "Note", "✎"}, {"comes", "Comes", "+"}, {"goes", "Goes", "−"}, {"several", "Several", "⁂"}, {"forbid", "Forbid", "⊘"},
	{"plays", "Who plays", "☺"}, {"back", "Back to", "↶"}, {"dice", "Misread dice", "⚄"}, {"word", "A word", "?"}, {"end", "End", "■"}}

// Acts returns those of the rail.
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
				}
				return nil
			}
		}
		return noPage()
	})
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
		case "comes", "goes":
			p.joiners(c, d)
		case "several":
			d.several(c)
		case "forbid":
			for _, o := range c.Options() {
				word, _, _ := strings.Cut(o.Words, " > ")
				if !slices.Contains(d.Words, word) {
					d.Words = append(d.Words, word)
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
func (p *Pages) joiners(c session.Client, d *drawer) {
	for _, s := range d.Live.Picture.Seats {
		if !slices.Contains(d.Kinds, s.Kind) {
			d.Kinds = append(d.Kinds, s.Kind)
		}
		if s.Out != "" {
			d.Fallen = append(d.Fallen, s.Name)
		}
	}
	d.Full = len(d.Live.Picture.Seats) >= rules.SeatsMax
	lists, _ := p.fights.Catalogue().Lists(c.System().Name) // without them a row can be named
	for _, list := range lists {
		of := func(kind string) bool {
			return slices.ContainsFunc(list.Rows, func(r []string) bool { return r[0] == kind })
		}
		if !slices.ContainsFunc(d.Kinds, func(kind string) bool { return !of(kind) }) {
			d.Rows = strengths(list.Head, list.Rows)
			return
		}
	}
}

// strengthColumns is how many numbers of a row say how strong it is.
const strengthColumns = 4

func strengths(head []string, rows [][]string) (list []row) {
	for _, r := range rows {
		var says []string
		for i, value := range r[1:min(len(r), 1+strengthColumns)] {
			if i+1 < len(head) && value != "" {
				says = append(says, head[i+1]+" "+value)
			}
		}
		list = append(list, row{r[0], strings.Join(says, ", ")})
	}
	return list
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
	least := math.Inf(1) // what the best way to any place loses
	for at, of := range l.aimed {
		if at != "" && !l.IsSeat(at) {
			least = min(least, bestOf(of).Loss)
		}
	}
	return template.HTML(l.Picture.SVG(picture.Drawing{Bare: true, // escaped by the drawing
		Link:  func(seat string) string { return link("who", seat) },
		Badge: l.badge, Says: "the best chance of " + l.Question.Seat, Blow: [2]string{l.Blow.By, l.Blow.At},
		Hint: map[bool]string{true: "Press a combatant to change Wounds or states, or to act on it.", false: "Press a combatant: how it is, and what you can do to it."}[l.Role == serve.GM],
		Way: func(place string) *picture.Way {
			o := bestOf(l.At(place))
			if o == nil || l.IsSeat(place) {
				return nil
			}
			w := &picture.Way{Link: link("to", place), Cost: o.Costs, Chance: chanceOf(o), Words: o.Words + ", " + cmp.Or(o.Cost, "free"), Best: o.Worth != "" && o.Loss <= least}
			if o.Worth != "" {
				w.Worth, w.Words = fmt.Sprintf("−%.1f", o.Loss), w.Words+", "+o.Worth
			}
			return w
		}}))
}

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

// badge is the best chance of who decides at somebody.
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

// At returns what who decides may aim at somebody or do to come to a place.
func (l *live) At(name string) []option { return l.aimed[name] }
