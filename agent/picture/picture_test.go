package picture

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/rules/text"
)

// kilobytesMax is how large a drawing may be.
const kilobytesMax = 40

// opened begins a fight: a built-in encounter by its name, or a file.
func opened(t *testing.T, name string, file string) *fight.Fight {
	t.Helper()
	data := []byte(file)
	if file == "" {
		var err error
		if name, data, err = agent.ReadEncounter(name); err != nil {
			t.Fatal(err)
		}
	}
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// played makes so many steps: always the option at a place, and the dice of the seed.
func played(t *testing.T, f *fight.Fight, steps int) *fight.Fight {
	t.Helper()
	for n := range steps {
		if err := step(f, n); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// step makes the n-th step of a fight, if it is not over.
func step(f *fight.Fight, n int) error {
	var err error
	switch f.Turn().Kind {
	case rules.Over:
	case rules.Chance:
		_, err = f.Roll()
	default:
		options := f.Options()
		_, err = f.Play(options[n*7%len(options)].Action)
	}
	return err
}

// hostile is a fight of the most combatants there are, with names that try to be something else.
const hostile = `
version: 1
system: breath
title: "</text></svg><script>alert(1)</script> & 'n'"
zones: {first rear: {}, first front: {cover: 2}, core: {}, second front: {high: true}, second rear: {slow: true}, flank: {}, outside: {}}
sides:
  - name: "<b>good & brave</b>"
    fighters:
      - {who: hatamoto, name: "<script>alert('x')</script>"}
      - {who: ronin, name: "宮本武蔵 玄信宮本武蔵 玄信"}
      - {who: ronin, name: "مرحبا بالعالم"}
      - {who: ronin, name: "🗡️🗡️"}
      - {who: ronin, name: "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"}
      - {who: ronin, name: "]]>--><!--", zone: flank}
  - name: "second\" onload=\"x"
    fighters:
      - bandit: 4
      - {who: bandit archer, name: "Z̴̧a̸l̶g̵o", zone: outside}
      - {who: bandit archer, name: "' or 1=1", zone: second rear}
`

// A text board of each system, as it begins and in the middle of a fight, is as people were shown it.
func TestTextBoards(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps int
	}{
		{"ambush", 0}, {"ambush", 60}, {"ganryu", 25}, {"tedori", 30}, {"strings", 40}, {"mirror", 0},
		{"archers", 30}, {"crossing", 40}, {"stockade", 60}, {"paddy", 80}, {"sake-house", 90},
	} {
		f := played(t, opened(t, c.name, ""), c.steps)
		p := Of(f, agent.Title(f))
		var b strings.Builder
		for _, columns := range []int{100, 56} {
			fmt.Fprintf(&b, "%d columns\n\n%s\n", columns, p.Text(columns))
		}
		rulestest.Golden(t, filepath.Join("testdata", fmt.Sprintf("%s-%d.txt", c.name, c.steps)), b.String())
	}
}

// No line of a text board is wider than the screen, whatever the names are; nothing in it moves a cursor.
func TestTextBoardsFitTheScreen(t *testing.T) {
	f := opened(t, "hostile.yaml", hostile)
	p := Of(f, agent.Title(f))
	for _, columns := range []int{40, 61, 80, 132, 400} {
		for line := range strings.Lines(p.Text(columns)) {
			line = strings.TrimSuffix(line, "\n")
			if n := text.Cells(line); n > columns {
				t.Errorf("%d cells on a screen of %d: %s", n, columns, line)
			}
			if line != text.Escape(line) {
				t.Errorf("a line that is not escaped: %q", line)
			}
		}
	}
}

// every is each built-in encounter, some random ones of each system, and the hostile one, along a fight.
func every(t *testing.T, see func(name string, p Picture)) {
	t.Helper()
	look := func(name string, f *fight.Fight) {
		for n := range 120 {
			if n%20 == 0 {
				see(fmt.Sprintf("%s, step %d", name, n), Of(f, agent.Title(f)))
			}
			if err := step(f, n); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	for _, name := range agent.Encounters() {
		look(name, opened(t, name, ""))
	}
	for _, system := range agent.Systems() {
		for seed := range uint64(rulestest.Few(3, 40)) {
			_, f, err := agent.Builtin().DrawEncounter(system, 1+seed)
			if err != nil {
				t.Fatal(err)
			}
			look(fmt.Sprintf("random %s %d", system, 1+seed), f)
		}
	}
	look("hostile", opened(t, "hostile.yaml", hostile))
}

// A drawing is well-formed XML of known elements without scripts, links or handlers, at most 40 KB; it says in words what it
// shows.
func TestDrawingsAreSafeAndSmall(t *testing.T) {
	known := []string{"svg", "style", "title", "rect", "circle", "path", "text", "g"}
	attributes := []string{"xmlns", "class", "viewBox", "role", "aria-label", "d", "x", "y", "cx", "cy", "r", "rx", "width", "height", "font-size"}
	largest := 0
	every(t, func(name string, p Picture) {
		for _, d := range []Drawing{{}, {Bare: true}, {Bare: true, Field: true}, {Bare: true, Width: Broad}, {Bare: true, Width: Slim}} {
			svg := p.SVG(d)
			if slim := strings.Contains(svg, `viewBox="0 0 360 `); slim != (d.Width == Slim) {
				t.Errorf("%s, cut %q: for a phone a drawing is 360 units wide, and only then:\n%.120s", name, d.Width, svg)
			}
			if largest = max(largest, len(svg)); len(svg) > kilobytesMax<<10 {
				t.Errorf("%s: %d bytes, want at most %d KB", name, len(svg), kilobytesMax)
			}
			elements, said := 0, ""
			for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
				token, err := dec.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				start, ok := token.(xml.StartElement)
				if !ok {
					continue
				}
				if elements++; !slices.Contains(known, start.Name.Local) {
					t.Errorf("%s: an element %q", name, start.Name.Local)
				}
				for _, a := range start.Attr {
					if !slices.Contains(attributes, a.Name.Local) {
						t.Errorf("%s: an attribute %q", name, a.Name.Local)
					}
					if a.Name.Local == "aria-label" {
						said = a.Value
					}
				}
			}
			for i := range p.Seats {
				words := p.Seats[i].words()
				if d.Field {
					words = p.Seats[i].Letter + " " + p.Seats[i].Name + ", " + p.Seats[i].At
				}
				if !strings.Contains(said, text.Escape(words)) {
					t.Errorf("%s: who cannot see the drawing is not told %q", name, words)
				}
			}
			if hasStyle := strings.Contains(svg, "<style>"); hasStyle == d.Bare || elements < 10 {
				t.Errorf("%s: %d elements, a style sheet: %v", name, elements, hasStyle)
			}
		}
	})
	t.Logf("the largest drawing has %d bytes", largest)
}

// A map on which every square has everything is drawn within the limit too, with everybody on it.
func TestTheLargestMapIsSmallEnough(t *testing.T) {
	file := "version: 1\nsystem: keep\ntitle: All of It\nlegend: {W: {mire: true, height: 3, cover: full}, V: {rough: true, height: 1, cover: some}}\nmap:\n"
	for y := range 16 {
		file += fmt.Sprintf("  - %q\n", strings.Repeat([]string{"WV", "VW"}[y%2], 8))
	}
	file += "exits: [a1, p16]\nsides:\n  - {name: one, fighters: [{who: ronin, name: Aki, at: a1}, {who: ronin, name: Goro, at: b1}, {who: ronin, name: Hana, at: c1}, {who: ronin, name: Ichi, at: d1}]}\n" +
		"  - {name: two, fighters: [{who: archer, name: Kuro, at: p16}, {who: archer, name: Ni, at: o16}, {who: archer, name: San, at: n16}, {who: archer, name: Shi, at: m16}]}\n"
	f := opened(t, "all.yaml", file)
	p := Of(f, agent.Title(f))
	n := len(p.SVG(Drawing{}))
	if n > kilobytesMax<<10 {
		t.Errorf("%d bytes, want at most %d KB", n, kilobytesMax)
	}
	t.Logf("the largest map has %d bytes", n)
}

// Nobody's letter is another's, and each is short enough for a token.
func TestLettersAreOnesOwn(t *testing.T) {
	every(t, func(name string, p Picture) {
		seen := map[string]bool{}
		for _, s := range p.Seats {
			if seen[s.Letter] || s.Letter == "" || utf8.RuneCountInString(s.Letter) > 3 {
				t.Errorf("%s: %s has the letter %q", name, s.Name, s.Letter)
			}
			seen[s.Letter] = true
		}
	})
	var roster []rules.Fighter
	for _, name := range []string{"Bandit 1", "Bandit 2", "Masamune", "Mori", "M", "mm", "Mm Mm", "?", "Ōta", "12"} {
		roster = append(roster, rules.Fighter{Name: name})
	}
	want := []string{"B1", "B2", "M", "Mo", "5", "Mm", "7", "8", "Ō", "10"}
	if got := letters(roster); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Who falls lies where it stood, whatever is taken back and returned; what was looked at before changes nothing.
func TestTheFallenLieWhereTheyStood(t *testing.T) {
	fell := 0
	for _, name := range []string{"ambush", "arioka", "strings", "stockade"} {
		f := opened(t, name, "")
		before := Of(f, "")
		for n := range 200 {
			if n%17 == 16 {
				if _, err := f.Undo(min(5, len(fight.StandingSteps(f.Steps())))); err != nil {
					t.Fatal(err)
				}
				if _, err := f.Redo(2); err != nil {
					t.Fatal(err)
				}
				before = Of(f, "")
			}
			if err := step(f, n); err != nil {
				t.Fatal(err)
			}
			now := Of(f, "")
			for i, s := range now.Seats {
				if was := before.Seats[i]; s.Out == "down" && was.Out == "" {
					if fell++; s.At != was.At || s.At == "" {
						t.Errorf("%s: %s stood at %q and lies at %q", name, s.Name, was.At, s.At)
					}
				}
			}
			if before = now; n%40 != 39 {
				continue
			}
			again := opened(t, name, "")
			for _, s := range f.Steps() {
				if _, err := again.Repeat(s); err != nil {
					t.Fatal(err)
				}
			}
			if fresh := Of(again, ""); !reflect.DeepEqual(fresh, now) {
				t.Fatalf("%s, step %d: the board is\n%s, and looked at for the first time\n%s", name, n, now.Text(80), fresh.Text(80))
			}
		}
	}
	if fell < 5 {
		t.Errorf("%d fell, want some to look at", fell)
	}
}

// What is chosen in secret changes nothing that is shown, in numbers, text or drawing.
func TestSecretsAreNotOnTheBoard(t *testing.T) {
	secrets := 0
	for seed := range 6 {
		f := opened(t, "crossing", "")
		for n := range 200 {
			if f.Turn().Kind == rules.Commit {
				var shown []string
				for _, o := range f.Options() {
					after, err := f.After(o.Action)
					if err != nil {
						t.Fatal(err)
					}
					p := Of(after, "")
					shown = append(shown, p.Text(80)+p.SVG(Drawing{})+rules.JSONText(p))
				}
				if secrets++; len(shown) < 2 || len(slices.Compact(shown)) != 1 {
					t.Fatalf("step %d: the board shows what was chosen in secret", n)
				}
			}
			if err := step(f, n+seed); err != nil {
				t.Fatal(err)
			}
		}
	}
	if secrets == 0 {
		t.Error("nothing was chosen in secret")
	}
}

// What a decision is aimed at is marked, be it a combatant or a place, and the words say it.
func TestAProposalIsMarked(t *testing.T) {
	f := opened(t, "ambush", "")
	p := Of(f, "Rain")
	aimed, led := false, false
	for _, o := range f.Options() {
		q := p.Propose(f, o)
		a := q.Proposal
		svg := q.SVG(Drawing{})
		if strings.Contains(svg, ` aimed" x`) != (a.At != "" || a.To != "") || !strings.Contains(q.Text(80), "Proposed for Jubei the Cur: "+o.Words) {
			t.Errorf("%s: %+v", o.Words, a)
		}
		aimed, led = aimed || a.At == "Tomoe", led || a.To == "second rear"
	}
	if !aimed || !led {
		t.Errorf("aimed at somebody: %v, somewhere: %v", aimed, led)
	}
	if strings.Contains(p.SVG(Drawing{}), ` aimed" x`) {
		t.Error("a mark without a proposal")
	}
}

// An arrow is drawn only where it covers nothing that is to be read.
func TestAnArrowCoversNoWord(t *testing.T) {
	words := regexp.MustCompile(`<text class="([^"]*)" x="(\d+)" y="(\d+)"[^>]*>([^<]*)<`)
	curve := regexp.MustCompile(`class="halo" d="M(\S+) (\S+)Q(\S+) (\S+) (\S+) (\S+)"`)
	number := func(s string) (x float64) {
		_, _ = fmt.Sscan(s, &x)
		return x
	}
	drawn := map[string]int{}
	for _, name := range agent.Encounters() {
		f := opened(t, name, "")
		for n := range rulestest.Few(16, 60) {
			for i, o := range f.Options() {
				if (i+n)%rulestest.Few(11, 1) != 0 {
					continue
				}
				svg := Of(f, "").Propose(f, o).SVG(Drawing{Bare: true})
				m := curve.FindStringSubmatch(svg)
				if m == nil {
					continue
				}
				drawn[f.Board().Ground.Kind]++
				for _, w := range words.FindAllStringSubmatch(svg, -1) {
					left, y, wide := number(w[2]), number(w[3]), 5*float64(utf8.RuneCountInString(html.UnescapeString(w[4])))
					switch {
					case strings.Contains(w[1], "mid"), w[1] == "letter":
						left -= wide / 2
					case strings.Contains(w[1], "end"):
						left -= wide
					}
					for i := range 21 {
						u := float64(i) / 20
						at := func(k int) float64 {
							return (1-u)*(1-u)*number(m[1+k]) + 2*u*(1-u)*number(m[3+k]) + u*u*number(m[5+k])
						}
						if x, at := at(0), at(1); x > left && x < left+wide && at > y-8 && at < y {
							t.Fatalf("%s, step %d, %s: the arrow covers %q", name, n, o.Words, w[4])
						}
					}
				}
			}
			if err := step(f, n); err != nil {
				t.Fatal(err)
			}
		}
	}
	if drawn["squares"] == 0 {
		t.Errorf("arrows drawn: %v", drawn)
	}
}

// The drawings in the documentation are those that the program makes.
func TestDocumentationPictures(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "img")
	if _, err := os.Stat(dir); err != nil {
		t.Fatal(err)
	}
	f := opened(t, "ambush", "")
	p := Of(f, agent.Title(f))
	for _, o := range f.Options() {
		if o.Words == "thrust > Tomoe" {
			rulestest.Golden(t, filepath.Join(dir, "ambush.svg"), p.Propose(f, o).SVG(Drawing{}))
		}
	}
	for name, steps := range map[string]int{"stockade": 60, "ganryu": 25} {
		f := played(t, opened(t, name, ""), steps)
		p := Of(f, agent.Title(f))
		rulestest.Golden(t, filepath.Join(dir, name+".svg"), p.SVG(Drawing{}))
	}
}
