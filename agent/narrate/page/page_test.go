package page

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/picture"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// A page is inert whatever people are called: names and titles are words in it, in the text, in the chart and in the notes.
func TestNamesAreWordsOnThePage(t *testing.T) {
	const evil = `K<script>alert(1)</script>"'jiro&amp;`
	told := &Tale{Title: evil, Sides: []side{{Name: evil, Who: []string{evil}}, {Name: "other", Who: []string{"B"}}},
		Over: true, Winner: evil, Rounds: 3, Steps: 2,
		Passages: []narrate.Passage{{Text: "It begins.", From: 1, To: 1, Law: []string{}},
			{Text: evil + " goes down.", From: 1, To: 2, Law: []string{"R1 " + evil}, Fortune: true}},
		Chances: &Chances{Of: evil, From: "a test", After: []chanceAfter{{0, .5, "about even"}, {1, .25, "even or worse"}, {2, 0, "0 %"}}}}
	for _, law := range []string{"none", "notes", "inline"} {
		var page bytes.Buffer
		if err := told.HTML(&page, law); err != nil {
			t.Fatal(err)
		}
		text := page.String()
		for _, wrong := range []string{"<script", "alert(1)</", "ZgotmplZ", "javascript:", "http"} {
			if strings.Contains(strings.ReplaceAll(text, "http-equiv", ""), wrong) {
				t.Errorf("--law %s: the page has %q in it:\n%s", law, wrong, text)
			}
		}
		if want := "K&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;jiro&amp;amp;"; strings.Count(text, want) < 6 {
			t.Errorf("--law %s: the name is %d times on the page, want it escaped in six places", law, strings.Count(text, want))
		}
		if !strings.Contains(text, `content="default-src 'none'; style-src 'unsafe-inline'"`) || !strings.Contains(text, `<circle cx="640.0" cy="160.0"`) {
			t.Errorf("--law %s: no policy, or no mark where the fight turns:\n%s", law, text)
		}
		balanced(t, text)
	}
}

// The chart says of each mark what it is: who falls, once, and that the fight ends; and where rounds begin.
func TestMarksSayWhatTheyAre(t *testing.T) {
	passage := func(text string, round, step int) narrate.Passage {
		return narrate.Passage{Text: text, Steps: []int{step}, Round: round, From: step, To: step, Fortune: round > 0}
	}
	told := &Tale{Title: "T", Over: true, Steps: 6, Passages: []narrate.Passage{passage("It begins.", 0, 1), passage("It turns.", 1, 2),
		passage("Two fall.", 2, 4), passage("The last.", 2, 6), passage("Quiet.", 2, 6)},
		Chances: &Chances{Of: "side", From: "a test", After: []chanceAfter{{0, .5, "50 %"}, {3, .6, "60 %"}, {5, .9, "90 %"}, {6, 1, "100 %"}}},
		Fallen:  map[int][]string{4: {"A", "B"}, 6: {"C"}}, Began: map[int]int{1: 0, 2: 3}}
	var page strings.Builder
	if err := told.HTML(&page, "notes"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<li><a href="#p2">the fight turns</a>, 60 %</li>`, `<li><a href="#p3">A and B fall</a>, 90 %</li>`,
		`<li><a href="#p4">C falls; the end</a>, 100 %</li>`,
		`>round 2</text>`, "<h2>Round 1</h2>\n<section class=\"passage fortune\" id=\"p2\">", "<h2>Round 2</h2>\n<section class=\"passage fortune\" id=\"p3\">"} {
		if strings.Count(page.String(), want) != 1 {
			t.Errorf("want %s once in\n%s", want, page.String())
		}
	}
	balanced(t, page.String())
}

// A heading names every round that a passage tells of, and a passage of rounds that stand in a heading has none.
func TestAHeadingNamesEveryRoundOfItsPassage(t *testing.T) {
	told := &Tale{Began: map[int]int{1: 1, 2: 5, 3: 9, 4: 13}}
	before := 0
	for _, c := range []struct {
		round, step int
		heading     string
	}{{1, 4, "Round 1"}, {1, 6, "Rounds 1 and 2"}, {2, 8, ""}, {2, 14, "Rounds 2 to 4"}, {4, 16, ""}} {
		heading, last := told.Heading(narrate.Passage{Text: "So it goes.", Round: c.round, Steps: []int{c.step}}, before)
		if before = last; heading != c.heading {
			t.Errorf("round %d to step %d: %q, want %q", c.round, c.step, heading, c.heading)
		}
	}
}

// balanced wants every tag closed.
func balanced(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta"}, xml.HTMLEntity
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, page)
		}
	}
}

// In Markdown too a name is only a name.
func TestNamesAreWordsInMarkdown(t *testing.T) {
	told := &Tale{Title: "[a](http://b) *c*", Sides: []side{{Name: "<b>", Who: []string{"# d"}}},
		Passages: []narrate.Passage{{Text: "`e` _f_", Law: []string{"| g |"}}}}
	var page strings.Builder
	if err := told.Markdown(&page, "notes"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`# \[a\](http://b) \*c\*`, `*&lt;b\> (\# d)*`, "\\`e\\` \\_f\\_[^1]", `[^1]: \| g \|`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %s in\n%s", want, page.String())
		}
	}
}

// The field is drawn where places change or somebody falls, and only there; who stands where is said in words as well, and a
// name is never markup.
func TestTheFieldIsDrawn(t *testing.T) {
	const evil = `<b>"x`
	out := map[bool]string{true: "down"}
	seat := func(letter, name string, side rules.Side, at string, down bool) picture.Seat {
		return picture.Seat{Name: name, Letter: letter, Side: side, Stand: rules.Stand{At: at, Out: out[down]}}
	}
	stand := func(at string, down bool) []picture.Seat {
		return []picture.Seat{seat("X", evil, 0, at, down), seat("B", "Bea", 1, "core", false)}
	}
	passage := func(n int) narrate.Passage {
		return narrate.Passage{Text: "So it goes.", Steps: []int{n}, From: n, To: n}
	}
	tale := &Tale{Title: "T", Passages: []narrate.Passage{passage(1), passage(2), passage(3), passage(4)},
		Field: &field{Ground: rules.Ground{Kind: "zones", Places: []rules.Place{{At: "first rear"}, {At: "core"}}},
			After: [][]picture.Seat{stand("first rear", false), stand("first rear", false), stand("core", false), stand("core", true)}}}
	var page strings.Builder
	if err := tale.HTML(&page, "none"); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(page.String(), `<figure class="field">`); n != 3 {
		t.Errorf("%d pictures, want 3: the second passage changes nothing", n)
	}
	if strings.Contains(page.String(), evil) || !strings.Contains(page.String(), "first rear; B Bea, core") || strings.Count(page.String(), `class="cross"`) != 1 {
		t.Errorf("the page is\n%s", page.String())
	}
	tale.Field = &field{Ground: rules.Ground{Kind: "squares", Wide: 3, High: 2, Places: []rules.Place{{At: "c1", Features: []string{"wall"}}}},
		After: [][]picture.Seat{{seat("X", evil, 0, "a1", false), seat("B", "Bea", 1, "b2", true)}, {seat("B", "Bea", 1, "nowhere", false)}, nil, nil}}
	page.Reset()
	if err := tale.HTML(&page, "none"); err != nil {
		t.Fatal(err)
	}
	if strings.Count(page.String(), `class="wall"`) != 2 || !strings.Contains(page.String(), "B Bea (down)") || strings.Contains(page.String(), evil) {
		t.Errorf("the page is\n%s", page.String())
	}
}

// What programs read of the field has lists and no null, also where no square is special.
func TestAFieldHasNoNull(t *testing.T) {
	for _, name := range []string{"crossing-small", "bridge"} {
		file, data, err := agent.ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := agent.Builtin().NewFight(file, data, agent.Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		tale := &Tale{}
		tale.readRecord(fight.Record{Header: f.Header()})
		if text := rules.JSONText(tale.Field); tale.Field == nil || strings.Contains(text, "null") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// A message is never too long, calls nobody, and loses nothing; a fragment is balanced and inert.
func TestATaleFitsWhereItIsPut(t *testing.T) {
	long := strings.Repeat("Aki wounds @everyone with a cut. ", 200)
	told := &Tale{Title: "T", Over: true, Sides: []side{{Name: "one", Who: []string{`<b>Aki \< &lt;`}}}, Passages: []narrate.Passage{{Text: long},
		{Text: strings.Repeat("x", 4500)}}}
	var all strings.Builder
	if err := told.Discord(&all); err != nil {
		t.Fatal(err)
	}
	if want := `*one (\<b\>Aki \\\< \&lt;)*`; !strings.Contains(all.String(), want) { // Discord shows &lt; as it stands
		t.Errorf("no %s in %.100s", want, all.String())
	}
	messages := strings.Split(all.String(), "\n---\n")
	for _, m := range messages {
		if n := len([]rune(strings.TrimSpace(m))); n > 2000 {
			t.Errorf("a message of %d characters", n)
		}
	}
	if len(messages) < 5 || strings.Contains(all.String(), "@e") || strings.Count(all.String(), "cut.") != 200 || strings.Count(all.String(), "x") != 4500 {
		t.Errorf("%d messages, %d cuts, %d x", len(messages), strings.Count(all.String(), "cut."), strings.Count(all.String(), "x"))
	}
	var part strings.Builder
	if err := told.Fragment(&part, "none"); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(part.String(), "<b>") || strings.Contains(part.String(), "<html") || strings.Contains(part.String(), "<p></p>") {
		t.Error(part.String())
	}
	balanced(t, part.String())
}
