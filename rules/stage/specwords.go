package stage

import (
	"cmp"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/strict"
)

// The words of a system that a Spec describes, and its description.

// Format words a decision, or the class of what the dice show.
func (g *Game[R]) Format(s *State, a rules.Action) string {
	if c := g.cast(s); c != nil {
		if int(a.To) < len(c.Words) {
			return c.Words[a.To]
		}
		return strings.TrimSpace(fmt.Sprint(a.To, " ", c.Counts))
	}
	d := &g.spec.Deeds[a.Do]
	words := d.Name
	if d.Words != nil {
		words = d.Words(g, s, a)
	}
	if d.Goes || d.Into {
		words += " " + g.spec.Places[a.To]
	}
	if a.At != rules.Nobody {
		words += " > " + g.Name(int(a.At))
	}
	return words
}

// Parse reads a decision.
func (g *Game[R]) Parse(s *State, text string) (rules.Action, error) { return rules.Match(g, s, text) }

// Phase returns the kind of a decision.
func (g *Game[R]) Phase(_ *State, a rules.Action) string { return g.spec.Deeds[a.Do].Kind }

// Cost returns what a decision costs at once.
func (g *Game[R]) Cost(s *State, a rules.Action) int {
	if cost := g.spec.Deeds[a.Do].Cost; cost != nil {
		return cost(g, s, a)
	}
	return 0
}

// Check describes the dice.
func (g *Game[R]) Check(s *State) rules.Check {
	cast := g.cast(s)
	d := cast.Dice(g, s)
	c := rules.Check{Seat: rules.Seat(g.spec.Turn(g, s)), At: rules.Seat(cast.against(g, s)), What: cast.Name,
		Dice: slices.Repeat([]int{int(d.Sides)}, int(d.N)), Mod: int(d.Mod), P: 1}
	if kept := d.kept(); kept != "" {
		own, _ := c.Pools()
		c.Says = "the " + kept + " of " + own
	}
	if cast.Need == nil {
		return c
	}
	c.Need, c.Success = cast.Need(g, s), rules.Success{Does: cast.Does, Takes: cast.Takes}
	if c.Says != "" {
		c.Says += fmt.Sprintf(" >= %d", c.Need)
	}
	var shows [facesMax + 1]float64
	least, most, all := d.ways(&shows)
	sum := 0.0
	for face := least; face <= most; face++ {
		if g.outcome(cast, s, d, face).To > 0 {
			sum += shows[face]
		}
	}
	lowest, _ := dice.Lowest(big.NewRat(int64(sum), int64(all))) // six dice of twenty sides fit
	c.Num, c.Den, c.P = lowest.Num, lowest.Den, sum/all
	return c
}

// Read returns what dice on a table come to.
func (g *Game[R]) Read(s *State, shown []int) (rules.Action, error) {
	c := g.cast(s)
	d := c.Dice(g, s)
	face, err := d.show(shown)
	if err != nil {
		return rules.Action{}, err
	}
	return g.outcome(c, s, d, face), nil
}

// Sheet returns a combatant's values, where it is and its conditions.
func (g *Game[R]) Sheet(s *State, seat rules.Seat) (sheet rules.Sheet) {
	c, is := &s.Seats[seat], []string{}
	for k, v := range g.spec.Values {
		switch {
		case v.Free:
			sheet = append(sheet, rules.Entry{Name: v.Name, Value: fmt.Sprint(c.Of[k])})
		case !v.Condition:
			sheet = append(sheet, rules.Entry{Name: v.Name, Value: fmt.Sprintf("%d of %d", c.Of[k], g.Seats[seat].Most[k])})
		case c.Of[k] > 0:
			is = append(is, v.Name)
		}
	}
	if c.Out != in {
		is = []string{outWords[c.Out]}
	} else {
		sheet = append(sheet, rules.Entry{Name: "at", Value: g.spec.Places[c.Place]})
	}
	if len(is) > 0 {
		sheet = append(sheet, rules.Entry{Name: "is", Value: strings.Join(is, ", ")})
	}
	return sheet
}

// Board returns a position in places and numbers.
func (g *Game[R]) Board(s *State) (b rules.Board) {
	b.Ground = rules.Ground{Kind: "zones"}
	if len(g.spec.Places) == 1 {
		b.Ground.Kind = "scene"
	}
	for _, at := range g.spec.Places {
		b.Ground.Places = append(b.Ground.Places, rules.Place{At: at})
	}
	for i := range g.Seats {
		c := &s.Seats[i]
		stand := rules.Stand{Out: outWords[c.Out]}
		if c.Out == in {
			stand.At = g.spec.Places[c.Place]
			for k, v := range g.spec.Values {
				switch {
				case v.Free:
					stand.Numbers = append(stand.Numbers, rules.Number{Of: v.Name, N: int(c.Of[k])})
				case !v.Condition:
					stand.Numbers = append(stand.Numbers, rules.Number{Of: v.Name, N: int(c.Of[k]), Max: int(g.Seats[i].Most[k])})
				case c.Of[k] > 0:
					stand.States = append(stand.States, rules.State{Is: v.Name})
				}
			}
		}
		b.Stands = append(b.Stands, stand)
	}
	for k := range g.cycle {
		if i := int(g.cycle[(int(g.rank[s.Actor])+k)%len(g.cycle)]); s.Ending == rules.EndNone && g.spec.Next == nil && g.Up(s, i) {
			b.Count = append(b.Count, rules.Count{Seat: rules.Seat(i)})
		}
	}
	return b
}

// Leads returns the place a decision leads to.
func (g *Game[R]) Leads(_ *State, a rules.Action) string {
	if g.spec.Deeds[a.Do].Goes {
		return g.spec.Places[a.To]
	}
	return ""
}

// Scenery returns what only tales use.
func (g *Game[R]) Scenery() rules.Scenery { return g.Scene(g.Rounds()) }

// Harm returns how much Life each side has lost.
func (g *Game[R]) Harm(s *State) (lost [2]int) {
	for i := range g.Seats {
		lost[g.Seats[i].Side] += int(g.Seats[i].Most[Life]) - int(s.Seats[i].Of[Life])
	}
	return lost
}

// Plight returns the condition of a seat.
func (g *Game[R]) Plight(s *State, seat rules.Seat) rules.Plight {
	c := &s.Seats[seat]
	p := rules.Plight{Out: c.Out != in, Left: int(c.Of[Life]), Of: int(g.Seats[seat].Most[Life]), Life: g.spec.Values[Life].Name}
	for k, v := range g.spec.Values {
		p.Helpless = p.Helpless || v.Helpless && c.Of[k] > 0
	}
	return p
}

// Reaches reports whether one could strike at the other.
func (g *Game[R]) Reaches(s *State, by, at rules.Seat) bool {
	return g.Up(s, int(by)) && g.Up(s, int(at)) && (g.spec.Reach == nil || g.spec.Reach(g, s, int(by), int(at)))
}

// Motive returns the purpose of a decision: whom it strikes or helps, and whether it leads nearer to the nearest foe.
func (g *Game[R]) Motive(s *State, a rules.Action) rules.Motive {
	d := &g.spec.Deeds[a.Do]
	m := rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody, Rests: d.Idle}
	switch {
	case d.Strikes:
		m.Strikes = a.At
	case d.Helps:
		m.Helps = a.At
	case d.Goes:
		was, is := g.Nearest(s, int(s.Actor), int(s.Seats[s.Actor].Place)), g.Nearest(s, int(s.Actor), int(a.To))
		m.Nears = int8(cmp.Compare(was, is))
	}
	return m
}

// Nearest returns how far the nearest foe of a seat is from a place; 99 if there is none.
func (g *Game[R]) Nearest(s *State, i, place int) int {
	least := 99
	for k := range g.Seats {
		if g.Foes(i, k) && g.Up(s, k) {
			least = min(least, max(place-int(s.Seats[k].Place), int(s.Seats[k].Place)-place))
		}
	}
	return least
}

// About returns the system's description.
func (sp *Spec[R]) About() rules.About[State, *Game[R], Rows[R]] {
	var row R
	a := rules.About[State, *Game[R], Rows[R]]{
		About: book.About{
			Name:        sp.Name,
			Shipped:     sp.shipped,
			Schemas:     book.Schemas(Encounter[R]{}, Rows[R]{}),
			OddsSamples: []book.Sample{{Question: sp.Name + " 12", Says: "a throw of " + sp.Asked.String() + " that needs 12"}},
			Span:        "turn",
			Capped:      []string{cappedWords},
			Smaller:     "fewer combatants with less " + sp.Values[Life].Name + ", then fewer rounds",
		},
		Rows:    sp.Rows,
		Load:    sp.Read,
		Reload:  sp.Reload,
		Lists:   func(rows Rows[R]) []book.List { return sp.lists(rows, row) },
		Words:   sp.vocabulary,
		Phrases: func(func() Rows[R]) []dice.Phrase { return []dice.Phrase{sp.phrase()} },
		Dialect: func() rules.Dialect { return rules.Dialect{Life: strings.TrimSuffix(sp.Values[Life].Name, "s")} },
		People:  book.PeopleOf[Line[R], R, Rows[R]](),
		Unplanned: func(rows Rows[R], d book.Draw) any {
			return sp.draw(rows, d, "", d.Sides(SeatsMax/2), nil)
		},
		Altered: sp.altered,
	}
	for _, d := range sp.Deeds {
		if d.Idle {
			a.Idle = append(a.Idle, d.Name)
		}
		if d.Goes && !slices.Contains(a.Paced, d.Kind) {
			a.Paced = append(a.Paced, d.Kind)
		}
	}
	if sp.Tiny != nil {
		a.Small = func(rows Rows[R], sides [2]int, d book.Draw) any {
			return sp.draw(rows, d, "A Small Fight Nobody Planned", sides, sp.Tiny)
		}
	}
	return a
}

// vocabulary returns which words the fields of its files take.
func (sp *Spec[R]) vocabulary(rows Rows[R]) map[string]book.Word {
	return sp.shipped.Words(sp.Name, map[string][]string{"places": sp.Places}, map[string][]string{"combatants": book.Keys(rows.Combatants)})
}

// phrase is the question "NAME 12".
func (sp *Spec[R]) phrase() dice.Phrase {
	return dice.Phrase{Name: sp.Name, Sample: sp.Name + " 12",
		Values: []dice.Value{{Most: 99, Missing: "the number to reach is missing"}},
		Answer: func(_ dice.Expr, v map[string]int) dice.Answer {
			d := sp.Asked
			return dice.Expr{Own: dice.Hand{Terms: []dice.Term{{Count: int(d.N), Sides: int(d.Sides), Keep: int(d.Keep)}}, Mod: int(d.Mod)},
				Compare: dice.AtLeast, Need: v[""]}.Answer()
		}}
}

// lists returns the rows, the values and the deeds as people read them.
func (sp *Spec[R]) lists(rows Rows[R], row R) []book.List {
	people := book.List{Name: "combatants", What: "who can fight", Head: []string{"name"}, Means: []string{""}, Items: rows.Combatants}
	t := reflect.TypeOf(row)
	for f := range t.Fields() {
		people.Head, people.Means = append(people.Head, strict.KeyOf(f)), append(people.Means, f.Tag.Get("doc"))
	}
	for _, name := range book.Keys(rows.Combatants) {
		line, v := []string{name}, reflect.ValueOf(rows.Combatants[name])
		for i := range t.NumField() {
			line = append(line, cell(v.Field(i)))
		}
		people.Rows = append(people.Rows, line)
	}
	values := book.List{Name: "values", What: "what a combatant has, and what it can be", Head: []string{"name", "short", "means"},
		Means: []string{"", "What it is called where there is little room.", "What it is."}}
	for _, v := range sp.Values {
		values.Rows = append(values.Rows, []string{v.Name, v.Short, v.Means})
	}
	deeds := book.List{Name: "deeds", What: "what may be decided", Head: []string{"name", "kind", "means"},
		Means: []string{"", "The kind of decision it is.", "What it does."}}
	for _, d := range sp.Deeds {
		deeds.Rows = append(deeds.Rows, []string{d.Name, d.Kind, d.Means})
	}
	values.Items, deeds.Items = values.Rows, deeds.Rows
	return []book.List{people, values, deeds}
}

// cell returns a value of a row in one line.
func cell(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Slice:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, cell(v.Index(i)))
		}
		return strings.Join(parts, ", ")
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
	}
	return fmt.Sprint(v.Interface())
}

// Those of random encounters who have no other name.
var (
	drawn = []string{"Ada", "Bo", "Cass", "Dov", "Eli", "Fern", "Gus", "Hale", "Ivo", "Jun", "Kit", "Lark"}
	women = []string{"Ada", "Cass", "Fern", "Jun", "Lark"}
)

// draw returns a random encounter, made small where that is asked for; nil where there is nobody to fight. Its sides are as strong
// as chance has them.
func (sp *Spec[R]) draw(rows Rows[R], d book.Draw, title string, sides [2]int, small func(Rows[R], *Encounter[R], book.Draw)) any {
	if len(rows.Combatants) == 0 {
		return nil
	}
	f := Encounter[R]{Head: book.Head{Version: 1, System: sp.Name, Title: title, Setting: d.Scene(), Rounds: new(d.Between(8, 12))}}
	names, kinds := book.Some(d, drawn, sides[0]+sides[1]), book.Keys(rows.Combatants)
	teams, people := [2]string{"red", "blue"}, [2][]string{}
	for side, n := range sides {
		t := Team[R]{Name: teams[side]}
		for range n {
			line := Line[R]{Who: book.OneOf(d, kinds), Name: names[0], Person: book.Given(women, names[0])}
			t.Fighters, people[side], names = append(t.Fighters, line), append(people[side], names[0]), names[1:]
		}
		f.Sides = append(f.Sides, t)
	}
	if d.Often(40) {
		f.Objective = d.Goal(teams, people)
	}
	if small != nil {
		small(rows, &f, d)
		return f
	}
	f.Title, f.About = d.Motivate(teams, people, f.Objective, func(side, i int) (*book.Person, *book.Being) { return &f.Sides[side].Fighters[i].Person, nil })
	return f
}

// altered returns such an encounter with one thing changed.
func (sp *Spec[R]) altered(rows Rows[R], was any, d book.Draw) any {
	f, kinds := was.(Encounter[R]), book.Keys(rows.Combatants)
	f.Sides = book.Alter(d, f.Sides, f.Objective, book.Alteration[Line[R]]{
		Most: SeatsMax / 2,
		More: func(_ int, all []Line[R]) Line[R] {
			who, name := book.OneOf(d, kinds), book.Other(d, drawn, all, func(l Line[R]) string { return l.Name })
			return Line[R]{Who: who, Name: name, Person: book.Given(women, name)}
		},
		Means: func(l *Line[R]) bool {
			if sp.Alter != nil {
				sp.Alter(rows, l, d)
			}
			return sp.Alter != nil
		},
		Row: func(_ int, was Line[R]) Line[R] {
			return Line[R]{Who: book.OneOf(d, kinds), Name: was.Name, Person: was.Person}
		},
	})
	return f
}
