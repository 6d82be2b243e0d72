package stage

import (
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

// The words of a system that a Spec describes (what [rules.Words] and [rules.Boards] ask), and its description.

// Format words a decision, or where the fight waits for dice the class of their outcome, which is a.To: see outcome.
func (g *Game[R]) Format(s *State, a rules.Action) string {
	if c := g.pendingCast(s); c != nil {
		if int(a.To) < len(c.ClassWords) {
			return c.ClassWords[a.To]
		}
		return strings.TrimSpace(fmt.Sprint(a.To, " ", c.Unit))
	}
	d := &g.spec.Deeds[a.Do]
	words := d.Name
	if d.Words != nil {
		words = d.Words(g, s, a)
	}
	if d.Moves || d.NamesPlace {
		words += " " + g.spec.Places[a.To]
	}
	if a.At != rules.Nobody {
		words += " > " + g.Name(int(a.At))
	}
	return words
}

// Phase returns the kind of a decision.
func (g *Game[R]) Phase(_ *State, a rules.Action) string { return g.spec.Deeds[a.Do].Kind }

// Cost returns what a decision costs at once.
func (g *Game[R]) Cost(s *State, a rules.Action) int {
	if cost := g.spec.Deeds[a.Do].Cost; cost != nil {
		return cost(g, s, a)
	}
	return 0
}

// Check describes the dice that the fight waits for, with the chance of a success where the cast has a number to reach.
func (g *Game[R]) Check(s *State) rules.Check {
	cast := g.pendingCast(s)
	d := cast.Dice(g, s)
	c := rules.Check{Seat: rules.Seat(g.spec.Decider(g, s)), At: rules.Seat(cast.Against(g, s)), What: cast.Name,
		Dice: slices.Repeat([]int{int(d.Sides)}, int(d.N)), Mod: int(d.Mod), P: 1}
	if kept := d.keptWord(); kept != "" {
		own, _ := c.Pools()
		c.Says = "the " + kept + " of " + own
	}
	if cast.Need == nil {
		return c
	}
	c.Need, c.Success = cast.Need(g, s), rules.Success{Verb: cast.Verb, Passive: cast.Passive}
	if c.Says != "" {
		c.Says += fmt.Sprintf(" >= %d", c.Need)
	}
	var ways [totalMax + 1]float64
	least, most, all := d.countWays(&ways)
	sum := 0.0
	for total := least; total <= most; total++ {
		if g.outcome(cast, s, d, total).To > 0 {
			sum += ways[total]
		}
	}
	c.Num, c.Den, _ = dice.Lowest(big.NewRat(int64(sum), int64(all))) // it fits: see countWays
	c.P = sum / all
	return c
}

// Read returns the outcome of dice that were thrown at a table.
func (g *Game[R]) Read(s *State, shown []int) (rules.Action, error) {
	c := g.pendingCast(s)
	d := c.Dice(g, s)
	total, err := d.totalOf(shown)
	if err != nil {
		return rules.Action{}, err
	}
	return g.outcome(c, s, d, total), nil
}

// Sheet returns a combatant's values, its place and its conditions; of one out of the fight, how it is out.
func (g *Game[R]) Sheet(s *State, seat rules.Seat) (sheet rules.Sheet) {
	c, is := &s.Seats[seat], []string{}
	for k, v := range g.spec.Values {
		switch {
		case v.Unbounded:
			sheet = append(sheet, rules.Entry{Name: v.Name, Value: fmt.Sprint(c.Values[k])})
		case !v.Condition:
			sheet = append(sheet, rules.Entry{Name: v.Name, Value: fmt.Sprintf("%d of %d", c.Values[k], g.Seats[seat].Most[k])})
		case c.Values[k] > 0:
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

// Board returns a position in places and numbers. Its count starts with the actor; a system with NextActor has none,
// since its order depends on what happens.
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
				case v.Unbounded:
					stand.Numbers = append(stand.Numbers, rules.Number{Name: v.Name, N: int(c.Values[k])})
				case !v.Condition:
					stand.Numbers = append(stand.Numbers, rules.Number{Name: v.Name, N: int(c.Values[k]),
						Max: int(g.Seats[i].Most[k])})
				case c.Values[k] > 0:
					stand.States = append(stand.States, rules.State{Name: v.Name})
				}
			}
		}
		b.Stands = append(b.Stands, stand)
	}
	// The count goes around the cycle once, from the actor on.
	for k := range g.cycle {
		if i := int(g.cycle[(int(g.rank[s.Actor])+k)%len(g.cycle)]); s.Ending == rules.EndNone && g.spec.NextActor == nil && g.IsUp(s, i) {
			b.Upcoming = append(b.Upcoming, rules.UpcomingTurn{Seat: rules.Seat(i)})
		}
	}
	return b
}

// Leads returns the place a decision leads to.
func (g *Game[R]) Leads(_ *State, a rules.Action) string {
	if g.spec.Deeds[a.Do].Moves {
		return g.spec.Places[a.To]
	}
	return ""
}

// Scenery returns what only tales use.
func (g *Game[R]) Scenery() rules.Scenery { return g.Scene(g.Rounds()) }

// Harm returns how much Life each side has lost.
func (g *Game[R]) Harm(s *State) (lost [2]int) {
	for i := range g.Seats {
		lost[g.Seats[i].Side] += int(g.Seats[i].Most[Life]) - int(s.Seats[i].Values[Life])
	}
	return lost
}

// Plight returns how badly off a combatant is: whether it is out, how much of its Life is left, and whether it is
// helpless.
func (g *Game[R]) Plight(s *State, seat rules.Seat) rules.Plight {
	c := &s.Seats[seat]
	p := rules.Plight{Out: c.Out != in, LifeLeft: int(c.Values[Life]), LifeMax: int(g.Seats[seat].Most[Life]),
		LifeName: g.spec.Values[Life].Name}
	for k, v := range g.spec.Values {
		p.Helpless = p.Helpless || v.Helpless && c.Values[k] > 0
	}
	return p
}

// Reaches reports whether one combatant could strike at the other.
func (g *Game[R]) Reaches(s *State, by, at rules.Seat) bool {
	return g.IsUp(s, int(by)) && g.IsUp(s, int(at)) && (g.spec.Reach == nil || g.spec.Reach(g, s, int(by), int(at)))
}

// Motive returns the purpose of a decision: whom it strikes, and whether it leads nearer to the nearest foe.
func (g *Game[R]) Motive(s *State, a rules.Action) rules.Motive {
	d := &g.spec.Deeds[a.Do]
	m := rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody, Rests: d.Idle}
	switch {
	case d.Strikes:
		m.Strikes = a.At
	case d.Moves:
		m.Nears = g.field(s).Nears(int(s.Actor), a.To)
	}
	return m
}

// field returns who stands where. The distance of two places is how many places apart they are in their row.
func (g *Game[R]) field(s *State) rules.Field {
	return rules.Field{
		Seats:     len(g.Seats),
		Place:     func(i int) uint8 { return s.Seats[i].Place },
		Distance:  func(a, b uint8) uint8 { return max(a, b) - min(a, b) },
		AreFoes:   g.AreFoes,
		IsInFight: func(i int) bool { return g.IsUp(s, i) },
	}
}

// About returns the system's description.
func (sp *Spec[R]) About() rules.About[State, *Game[R], Rows[R]] {
	a := rules.About[State, *Game[R], Rows[R]]{
		About: book.About{
			Name:           sp.Name,
			Shipped:        sp.shipped,
			Schemas:        book.Schemas(Encounter[R]{}, Rows[R]{}),
			OddsSamples:    []book.Sample{{Question: sp.Name + " 12", Says: "a throw of " + sp.OddsDice.String() + " that needs 12"}},
			TurnWord:       "turn",
			TimeoutReasons: []string{rules.WhyTimeUp},
			SmallerHint:    "fewer combatants with less " + sp.Values[Life].Name + ", then fewer rounds",
		},
		Rows:   sp.Rows,
		Load:   sp.Read,
		Reload: sp.Reload,
		Lists:  sp.lists,
		Words: func(rows Rows[R]) map[string]book.WordList {
			return sp.shipped.Words(sp.Name, map[string][]string{"places": sp.Places},
				map[string][]string{"combatants": book.Keys(rows.Combatants)})
		},
		Phrases: func(func() Rows[R]) []dice.Phrase { return []dice.Phrase{sp.phrase()} },
		Dialect: func() rules.Dialect { return rules.Dialect{LifeWord: strings.TrimSuffix(sp.Values[Life].Name, "s")} },
		People:  book.PeopleOf[Line[R], R, Rows[R]](),
		DrawEncounter: func(rows Rows[R], d book.Draw) any {
			return sp.drawEncounter(rows, d, "", d.Sides(seatsMax/2), nil)
		},
		Alter: sp.alter,
	}
	for _, d := range sp.Deeds {
		if d.Idle {
			a.IdleDecisions = append(a.IdleDecisions, d.Name)
		}
		if d.Moves && !slices.Contains(a.MovePhases, d.Kind) {
			a.MovePhases = append(a.MovePhases, d.Kind)
		}
	}
	if sp.Shrink != nil {
		a.DrawSmall = func(rows Rows[R], sides [2]int, d book.Draw) any {
			return sp.drawEncounter(rows, d, "A Small Fight Nobody Planned", sides, sp.Shrink)
		}
	}
	return a
}

// phrase returns the question "NAME 12".
func (sp *Spec[R]) phrase() dice.Phrase {
	return dice.Phrase{Name: sp.Name, Sample: sp.Name + " 12",
		Values: []dice.Value{{Most: 99, Missing: "the number to reach is missing"}},
		Answer: func(_ dice.Expr, v map[string]int) dice.Answer {
			d := sp.OddsDice
			return dice.Expr{Own: dice.Hand{Terms: []dice.Term{{Count: int(d.N), Sides: int(d.Sides), Keep: int(d.Keep)}}, Mod: int(d.Mod)},
				Compare: dice.AtLeast, Need: v[""]}.Answer()
		}}
}

// lists returns the combatants, the values and the deeds as people read them.
func (sp *Spec[R]) lists(rows Rows[R]) []book.List {
	people := book.List{Name: "combatants", What: "who can fight", Head: []string{"name"},
		Means: []string{""}, Items: rows.Combatants}
	for f := range reflect.TypeFor[R]().Fields() {
		people.Head, people.Means = append(people.Head, strict.KeyOf(f)), append(people.Means, f.Tag.Get("doc"))
	}
	// The columns are the fields of R in their order, so that a new field of a row is a new column.
	people.Rows = book.Cells(rows.Combatants, func(_ string, row R) (line []string) {
		for _, v := range reflect.ValueOf(row).Fields() {
			line = append(line, cell(v))
		}
		return line
	})
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

// cell words one value of a row for a list: the items of a slice are joined, and nil is empty.
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

// First names for the combatants of random encounters, and those of them that are women's.
var (
	firstNames  = []string{"Ada", "Bo", "Cass", "Dov", "Eli", "Fern", "Gus", "Hale", "Ivo", "Jun", "Kit", "Lark"}
	womensNames = []string{"Ada", "Cass", "Fern", "Jun", "Lark"}
)

// drawEncounter returns a random encounter with sides of so many combatants; nil if the catalogue has none. Nothing
// balances the sides. With shrink it has this title and is made small by it; without, it is named after its people and
// the quarrel they have.
func (sp *Spec[R]) drawEncounter(rows Rows[R], d book.Draw, title string, sides [2]int,
	shrink func(Rows[R], *Encounter[R], book.Draw)) any {
	if len(rows.Combatants) == 0 {
		return nil
	}
	f := Encounter[R]{Head: book.Head{Version: 1, System: sp.Name, Title: title, Setting: d.Scene(),
		Rounds: new(d.Between(8, 12))}}
	// One draw names everybody: no two combatants of a random encounter have the same name.
	names, kinds := book.Some(d, firstNames, sides[0]+sides[1]), book.Keys(rows.Combatants)
	teams, people := [2]string{"red", "blue"}, [2][]string{}
	for side, n := range sides {
		t := team[R]{Name: teams[side]}
		for range n {
			line := Line[R]{Row: book.OneOf(d, kinds), Name: names[0], Person: book.PersonNamed(womensNames, names[0])}
			t.Fighters, people[side], names = append(t.Fighters, line), append(people[side], names[0]), names[1:]
		}
		f.Sides = append(f.Sides, t)
	}
	if d.Chance(40) {
		f.Objective = d.Goal(teams, people)
	}
	// A small encounter is for solvers and has no story.
	if shrink != nil {
		shrink(rows, &f, d)
		return f
	}
	f.Title, f.About = d.Quarrel(teams, people, f.Objective, func(side, i int) (*book.Person, *book.Being) {
		return &f.Sides[side].Fighters[i].Person, nil
	})
	return f
}

// alter returns a random encounter with one thing changed: one combatant more or less, of another row, or a little
// better or worse.
func (sp *Spec[R]) alter(rows Rows[R], was any, d book.Draw) any {
	f, kinds := was.(Encounter[R]), book.Keys(rows.Combatants)
	f.Sides = book.Alter(d, f.Sides, f.Objective, book.Alteration[Line[R]]{
		Most: seatsMax / 2,
		Add: func(_ int, all []Line[R]) Line[R] {
			who, name := book.OneOf(d, kinds), book.Other(d, firstNames, all, func(l Line[R]) string { return l.Name })
			return Line[R]{Row: who, Name: name, Person: book.PersonNamed(womensNames, name)}
		},
		Adjust: func(l *Line[R]) bool {
			if sp.Adjust != nil {
				sp.Adjust(rows, l, d)
			}
			return sp.Adjust != nil
		},
		Replace: func(_ int, was Line[R]) Line[R] {
			return Line[R]{Row: book.OneOf(d, kinds), Name: was.Name, Person: was.Person}
		},
	})
	return f
}
