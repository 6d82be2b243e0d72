package tempo

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/data"
	"kokyu/rules/tempo/rows"
	"kokyu/rules/text"
)

// Fuzz tests: bytes choose moves, bytes are data files, bytes change positions. What must hold after every step stands in
// [watch.look].

// watch follows one fight and says what is wrong with it.
type watch struct {
	g    *Game
	last State
}

// look checks a position against the laws that hold in every one, and against the one before.
func (w *watch) look(s *State) error {
	g := w.g
	stood := map[uint8]bool{}
	for i := range g.n {
		c, was := &s.seats[i], &w.last.seats[i]
		switch {
		case c.status == out && *c != seat{}:
			return fmt.Errorf("%s is out and something of it is left: %+v", g.name(i), *c)
		case c.status == out:
			continue
		case was.status == out:
			return fmt.Errorf("%s is back", g.name(i))
		case c.ap > g.apMax(c):
			return fmt.Errorf("%s has %d AP of %d", g.name(i), c.ap, g.apMax(c))
		case c.square == 0 || int(c.square) > g.ground.Squares() || g.ground.Wall[c.square] || stood[c.square]:
			return fmt.Errorf("%s stands on %d", g.name(i), c.square)
		case c.status >= bound && (c.partner == 0 || int(s.seats[c.partner-1].partner) != i+1):
			return fmt.Errorf("%s is %s and %+v", g.name(i), rows.StatusNames[c.status], *c)
		case c.status < bound && c.partner != 0:
			return fmt.Errorf("%s is %s with a partner", g.name(i), rows.StatusNames[c.status])
		case c.status == bound && c.hand == slotNone:
			return fmt.Errorf("%s is bound without a weapon", g.name(i))
		case c.reaction != 0 && s.phase <= phTurn:
			return fmt.Errorf("%s answers nothing", g.name(i))
		}
		stood[c.square] = true
		for k := range c.boxes {
			if c.boxes[k] < was.boxes[k] || c.boxes[k] > g.seats[i].boxes[k] {
				return fmt.Errorf("%s went from %v to %v", g.name(i), was.boxes, c.boxes)
			}
		}
	}
	for i := g.n; i < len(s.seats); i++ {
		if s.seats[i] != (seat{}) {
			return fmt.Errorf("the empty seat %d is %+v", i, s.seats[i])
		}
	}
	if v := g.Score(s); math.IsNaN(v) || v < -1 || v > 1 {
		return fmt.Errorf("the score is %v", v)
	}
	w.last = *s
	switch t := g.Turn(s); t.Kind {
	case rules.Chance:
		sum := 0.0
		for _, o := range g.Odds(s, nil) {
			sum += o.P
		}
		if math.Abs(sum-1) > 1e-12 {
			return fmt.Errorf("the odds add up to %v", sum)
		}
	case rules.Decide, rules.Commit:
		return w.decision(s, t)
	}
	return nil
}

func (w *watch) decision(s *State, t rules.Turn) error {
	g := w.g
	legal := g.Actions(s, nil)
	if len(legal) == 0 || !s.isInFight(int(t.Seat)) {
		return fmt.Errorf("%s must decide and has %d choices", g.name(int(t.Seat)), len(legal))
	}
	words := map[string]bool{}
	for _, a := range legal {
		said := g.Format(s, a)
		if words[text.Fold(said)] {
			return fmt.Errorf("%q is offered twice", said)
		}
		words[text.Fold(said)] = true
		if cost, have := g.Cost(s, a), int(s.seats[t.Seat].ap); cost < 0 || cost > have {
			return fmt.Errorf("%q costs %d of %d", said, cost, have)
		}
	}
	return nil
}

// walkOn plays at most so many steps and watches.
func walkOn(t *testing.T, g *Game, book rows.Book, c *rulestest.Choices, steps int) {
	t.Helper()
	w := &watch{g: g, last: g.Start()}
	rulestest.Watch(t, g, c, steps, w.look, loading(book))
}

// Bytes choose moves in every encounter.
func FuzzFights(f *testing.F) {
	for n := range 8 {
		f.Add(uint8(n), []byte{byte(17 * n), 3, 200, 41, 7})
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		names := rows.Shipped.Encounters()
		k := int(which) % (len(names) + 1)
		if k == len(names) {
			g, err := Load("everything.yaml", []byte(skirmish), rows.DefaultBook())
			if err != nil {
				t.Fatal(err)
			}
			walkOn(t, g, rows.DefaultBook(), rulestest.NewChoices(data), 1500)
			return
		}
		walkOn(t, builtin(t, names[k]), rows.DefaultBook(), rulestest.NewChoices(data), 1500)
	})
}

// Bytes are an encounter: it loads and can be fought, or its mistakes have places.
func FuzzEncounters(f *testing.F) {
	f.Add([]byte(encounter))
	f.Add([]byte(skirmish))
	for _, name := range rows.Shipped.Encounters() {
		data, _ := rows.Shipped.Encounter(name)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := Load("fuzz.yaml", data, rows.DefaultBook())
		if err != nil {
			rulestest.WantRefusal(t, err)
			return
		}
		walkOn(t, g, rows.DefaultBook(), rulestest.NewChoices(data), 60)
	})
}

// Bytes are a catalogue file.
func FuzzCatalogues(f *testing.F) {
	names, err := fs.Glob(data.Files, "*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		file, err := data.Files.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Add([]byte(perftRows))
	f.Fuzz(func(t *testing.T, data []byte) {
		book, err := book.Overlay(rows.DefaultBook(), "fuzz.yaml", data)
		if err != nil {
			rulestest.WantRefusal(t, err)
			return
		}
		if len(data) < 20_000 {
			g, err := Load("skirmish.yaml", []byte(skirmish), book)
			if err != nil {
				rulestest.WantRefusal(t, err)
				return
			}
			walkOn(t, g, book, rulestest.NewChoices(data), 60)
		}
	})
}

// Bytes change a position: what still loads can be fought on without a panic, and prints and loads again.
func FuzzPositions(f *testing.F) {
	var texts [][]byte
	r := rand.New(rand.NewPCG(7, 0))
	for _, name := range []string{"crossing", "brawl", "archers"} {
		g := builtin(f, name)
		s, way := g.Start(), rules.StartPath(g)
		for n := range 1500 {
			if n%37 == 5 {
				text, err := way.Position(g)
				if err != nil {
					f.Fatal(err)
				}
				texts = append(texts, text)
			}
			if g.Turn(&s).Kind == rules.Over {
				break
			}
			before, a := s, rulestest.AnyMove(r, g, &s)
			g.Play(&s, a, nil)
			way = way.WithAction(g, &before, a, &s)
		}
	}
	for k := range 40 {
		f.Add(uint16(k*3), uint16(k*37), "damage", uint16(k))
		f.Add(uint16(k*5), uint16(k*91), "bound", uint16(k))
	}
	f.Fuzz(func(t *testing.T, which, line uint16, word string, value uint16) {
		text := bytes.Clone(texts[int(which)%len(texts)])
		lines := bytes.Split(text, []byte("\n"))
		from := bytes.Index(text, []byte("\nnow:"))
		first := bytes.Count(text[:from], []byte("\n")) + 1
		k := first + int(line)%(len(lines)-first)
		key, _, ok := bytes.Cut(lines[k], []byte(":"))
		if !ok {
			return
		}
		words := [][]byte{fmt.Appendf(nil, "%d", value%15), []byte(rows.StatusNames[int(value)%len(rows.StatusNames)]),
			[]byte(rows.PhaseNames[int(value)%len(rows.PhaseNames)]),
			[]byte(rows.ActionNames[int(value)%len(rows.ActionNames)]), []byte("c3"), []byte(word)}
		lines[k] = append(append(bytes.Clone(key), ": "...), words[int(value)%len(words)]...)
		text = bytes.Join(lines, []byte("\n"))
		g, err := Load("fuzz.yaml", text, rows.DefaultBook())
		if err != nil {
			rulestest.WantRefusal(t, err)
			return
		}
		s := g.Start()
		rulestest.SameAgain(t, g, loading(rows.DefaultBook()))
		c := rulestest.NewChoices([]byte(word))
		for range 200 {
			if g.Turn(&s).Kind == rules.Over {
				return
			}
			a, _, err := rulestest.Next(c, g, &s)
			if err != nil {
				t.Fatal(err)
			}
			g.Format(&s, a)
			var log rules.Log
			g.Play(&s, a, &log)
		}
	})
}
