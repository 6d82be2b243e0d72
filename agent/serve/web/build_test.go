package web

import (
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// The rare fields of a combatant stand under headings, in words, each with what its row says: in every system every one of them.
func TestRareFieldsStandUnderHeadingsWithTheValuesOfTheRow(t *testing.T) {
	_, s := served(t)
	for system, c := range map[string]struct{ who, key, label, value string }{
		"breath": {"hatamoto", "courage", "Courage", "1"},
		"tempo":  {"spearman", "boxes", "The boxes of the wound chart", "4, 3, 2, 1"},
		"keep":   {"bandit", "void", "The Void Ring", "1"}, // its Void Points, which have a column of that name, are 0
	} {
		form := url.Values{"system": {system}, "row": {"sides/0", "sides/0/fighters/0"}, "sides/0/fighters/0/who": {c.who}}
		_, page := post(t, s.URL+"/build", form)
		_, more, _ := strings.Cut(page, `<details class="more"`)
		more, _, _ = strings.Cut(more, "</details>")
		at := 0
		for _, group := range []string{"Strength", "What it has", "How it plays", "For the tale", "Rarely needed"} {
			next := strings.Index(more, "<legend>"+group+"</legend>")
			if next <= at {
				t.Errorf("%s: %q is not in its place:\n%.3000s", system, group, more)
			}
			at = next
		}
		if strings.Contains(more, "<legend></legend>") || strings.Count(more, "<legend>Strength<") != 1 {
			t.Errorf("%s: a field stands under no heading, or a heading twice", system)
		}
		field := regexp.MustCompile(`<span>` + regexp.QuoteMeta(c.label) + `</span>\s*<input hx-morph-skip name="sides/0/fighters/0/` + c.key + `" value=""[^>]* placeholder="` + c.value + `"`)
		if !field.MatchString(more) {
			t.Errorf("%s: %q is not shown with %s:\n%.6000s", system, c.label, c.value, more)
		}
		if system == "breath" && !strings.Contains(more, `<option value="">lord</option>`) {
			t.Error("the grade of the row is not shown")
		}
	}
}

// builtins returns the forms of the built-in rows.
func builtins(system string) (*blankForm, error) { return newBlankForm(agent.Builtin(), system) }

// Every built-in encounter and every starter goes into the form and comes out of it as the same encounter: nothing of a file is
// lost on the way.
func TestTheBuilderHoldsEveryEncounter(t *testing.T) {
	texts := map[string][]byte{}
	for _, name := range agent.Encounters() {
		_, data, err := agent.ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = data
	}
	for _, system := range agent.Systems() {
		about, err := agent.About(system)
		if err != nil {
			t.Fatal(err)
		}
		texts["new "+system] = []byte(about.Starter)
	}
	for name, data := range texts {
		b, err := readForm(builtins, "", data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text := b.write().String()
		want, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, err := agent.Builtin().NewFight(name, []byte(text), agent.Setup{Seed: 1})
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
			continue
		}
		if g, w := string(got.Header().Encounter), string(want.Header().Encounter); g != w {
			t.Errorf("%s comes out as\n%s\nwant\n%s\n%s", name, g, w, text)
		}
	}
}

// filledIn returns the fields of a page of the builder, as a browser would send them.
func filledIn(t *testing.T, body string) url.Values {
	t.Helper()
	form := url.Values{}
	for _, m := range regexp.MustCompile(`<input([^>]*)>`).FindAllStringSubmatch(body, -1) {
		name := regexp.MustCompile(`name="([^"]*)"`).FindStringSubmatch(m[1])
		value := regexp.MustCompile(`value="([^"]*)"`).FindStringSubmatch(m[1])
		switch {
		case name == nil:
		case strings.Contains(m[1], "checkbox"):
			if value == nil {
				value = []string{"", "on"}
			}
			if strings.Contains(m[1], " checked") {
				form.Add(htmlText(name[1]), htmlText(value[1]))
			}
		case value != nil:
			form.Add(htmlText(name[1]), htmlText(value[1]))
		}
	}
	for _, m := range regexp.MustCompile(`(?s)<(?:select|textarea)[^>]* name="([^"]*)"[^>]*>(.*?)</(?:select|textarea)>`).FindAllStringSubmatch(body, -1) {
		if !strings.Contains(m[2], "<option") {
			form.Add(htmlText(m[1]), htmlText(m[2]))
		} else if picked := regexp.MustCompile(`<option selected>([^<]*)<|<option value="([^"]*)" selected>`).FindStringSubmatch(m[2]); picked != nil {
			form.Add(htmlText(m[1]), htmlText(picked[1]+picked[2]))
		}
	}
	return form
}

// yamlOf returns the file that a page of the builder shows.
func yamlOf(body string) string {
	_, text, _ := strings.Cut(body, `<pre tabindex="0">`)
	text, _, _ = strings.Cut(text, "</pre>")
	return htmlText(text)
}

// The form of each system is filled in, a line is added and taken out, and the file that is saved begins the fight.
func TestTheBuilderBuilds(t *testing.T) {
	fights, s := served(t)
	for _, system := range agent.Systems() {
		_, body := get(t, s.URL+"/build?system="+system)
		form := filledIn(t, body)
		if !strings.Contains(body, "Nothing is wrong with it.") {
			t.Fatalf("%s: the first form is wrong:\n%s", system, yamlOf(body))
		}
		if strings.Contains(body, "Add another side") || !strings.Contains(body, "Add another fighter") {
			t.Errorf("%s: a third side, or no further fighter, is offered", system)
		}
		if !strings.Contains(body, "<svg") {
			t.Errorf("%s: no picture", system)
		}
		if !regexp.MustCompile(`name="sides/0/fighters/0/[^"]+" value=""[^>]* placeholder="[^"]+"`).MatchString(body) {
			t.Errorf("%s: what the row has does not stand in the empty fields", system)
		}
		form.Set("title", "Built: by \"rows\"")
		form.Set("add", "sides/1/fighters")
		_, body = post(t, s.URL+"/build", form)
		form = filledIn(t, body)
		rows := form["row"]
		who := form.Get("sides/1/fighters/0/who")
		added := ""
		for _, row := range rows {
			if strings.HasPrefix(row, "sides/1/fighters/") {
				added = row
			}
		}
		form.Set("system", system)
		form.Set(added+"/who", who)
		form.Set(added+"/name", "Added")
		_, body = post(t, s.URL+"/build", form)
		if text := yamlOf(body); !strings.Contains(text, "name: Added\n") || !strings.Contains(text, `title: "Built: by \"rows\""`) {
			t.Errorf("%s: the file is\n%s", system, text)
		}
		form.Set("drop", added)
		_, body = post(t, s.URL+"/build", form)
		if strings.Contains(yamlOf(body), "name: Added\n") {
			t.Errorf("%s: the line stays", system)
		}
		form.Del("drop")
		form["row"] = filledIn(t, body)["row"]
		form.Set("system", system)
		res, err := http.PostForm(s.URL+"/build/file", form)
		if err != nil {
			t.Fatal(err)
		}
		data, _ := io.ReadAll(res.Body)
		res.Body.Close()
		saved := string(data)
		if of := res.Header.Get("Content-Disposition"); of != `attachment; filename="built-by-rows.yaml"` {
			t.Errorf("%s: it is saved as %s", system, of)
		}
		if kind, err := agent.Builtin().Check("saved.yaml", []byte(saved)); kind != "encounter" || err != nil {
			t.Errorf("%s: the saved file: %v", system, err)
		}
		if _, page := post(t, s.URL+"/build/text", form); !strings.Contains(page, "Built: by") {
			t.Errorf("%s: the text is not taken on", system)
		}
		before, _ := fights.Count()
		res, err = http.PostForm(s.URL+"/build/open", form)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if now, _ := fights.Count(); now != before+1 || !strings.Contains(res.Request.URL.Path, "/at/") {
			t.Errorf("%s: no fight begins: %s", system, res.Status)
		}
	}
}

// A stat block as text becomes a line of a side: a name, a row, numbers and lists; what is not understood is said, line by line.
func TestAStatBlockIsRead(t *testing.T) {
	_, s := served(t)
	for system, c := range map[string]struct{ block, want, unread string }{
		"breath": {"Kuma the Bear\nronin\nWounds 5, Energy: 9; Defense 13\nWEAPONS: nodachi, tanto\nhates cats", "    - who: ronin\n        name: Kuma the Bear\n", "hates cats"},
		"tempo":  {"Otto\nbandit\nweapon = long sword\n", "- who: bandit\n        name: Otto\n", ""},
		"keep":   {"Name: Rin\nbandit\nvoid 1\nCharisma 12", "- who: bandit\n        name: Rin\n", "Charisma 12"},
		// A line without a row says so at the field that is empty.
		"breath ": {"Goblin\nHP 7, AC 15", "- who: \"\"\n        name: Goblin\n", "HP 7, AC 15"},
		"tempo ":  {"Goblin\nHP 7", "- who: \"\"\n        name: Goblin\n", "HP 7"},
		"keep ":   {"Goblin\nHP 7", "- who: \"\"\n        name: Goblin\n", "HP 7"},
	} {
		system = strings.TrimSpace(system)
		_, body := get(t, s.URL+"/build?system="+system)
		form := filledIn(t, body)
		form.Set("system", system)
		form.Set("paste", c.block)
		form.Set("read", "sides/1/fighters")
		_, body = post(t, s.URL+"/build", form)
		if text := yamlOf(body); !strings.Contains(text, c.want) {
			t.Errorf("%s: read as\n%s", system, text)
		}
		if says := strings.Contains(body, "was not understood"); says != (c.unread != "") || !strings.Contains(body, htmlOf(c.unread)) {
			t.Errorf("%s: %q is not said to be unread", system, c.unread)
		}
		says := strings.Contains(body, `fighters%2f2%2fwho">who: names no combatant. Expected: one of `)
		if without := strings.HasPrefix(c.want, `- who: ""`); says != without {
			t.Errorf("%s: the empty row is said to be one: %t", system, says)
		}
	}
}

func htmlOf(s string) string { return template.HTMLEscapeString(s) }

// A mistake is named beside the drawing, with the way to its field; the drawing stays, of the fight without what is wrong.
func TestMistakesAndDrawingAreInView(t *testing.T) {
	_, s := served(t)
	for from, wrong := range map[string]struct{ field, value, says, gone, stays string }{
		"ambush":     {"sides/1/fighters/3/who", "bandit acher", "did you mean bandit archer?</a>", ">Oyuki<", ">Sute<"},
		"brawl":      {"sides/0/fighters/0/count", "many", "many", "", ">Corvin<"},
		"sake-house": {"rounds", "-4", "-4", "", ">Kuma<"},
	} {
		_, body := get(t, s.URL+"/build?from="+from)
		form := filledIn(t, body)
		form.Set(wrong.field, wrong.value)
		_, body = post(t, s.URL+"/build", form)
		_, beside, _ := strings.Cut(body, `aria-label="What it comes to"`)
		for _, want := range []string{`<a href="#` + strings.ReplaceAll(elementID(wrong.field), "/", "%2f") + `">`, wrong.says, "Without what is wrong:", "<svg", wrong.stays} {
			if !strings.Contains(beside, want) {
				t.Errorf("%s: no %q beside the form:\n%s", from, want, beside)
			}
		}
		if _, drawn, _ := strings.Cut(beside, "<svg"); wrong.gone != "" && strings.Contains(drawn[:strings.Index(drawn, "</svg>")], wrong.gone) {
			t.Errorf("%s: %s is drawn", from, wrong.gone)
		}
	}
}

// What is rarely filled in of a combatant stands under more, each field in words and not by its key.
func TestRareFieldsAreInWords(t *testing.T) {
	_, s := served(t)
	labels := regexp.MustCompile(`<label class="f [^>]*><span>([^<]*)</span>`)
	for from, want := range map[string][]string{
		"ambush": {"The armour", "How well it is played, 1 to 6", "Whom it attacks by nature"},
		"brawl":  {"Whether it saw it coming", "Its Base Combat Movement in squares", "The side that wins when the rounds are over"},
		"paddy":  {"The name of the steed it sits on", "Days without food and water", "Rows of squares of five feet"},
	} {
		_, body := get(t, s.URL+"/build?from="+from)
		found := map[string]bool{}
		for _, label := range labels.FindAllStringSubmatch(body, -1) {
			found[label[1]] = true
		}
		for _, words := range append(want, "who", "count", "What the encounter is called") {
			if !found[words] {
				t.Errorf("%s: no field is called %q", from, words)
			}
		}
		for _, key := range []string{"armour", "won", "at the cap", "rides", "boxes", "goes", "gm", "allied"} {
			if found[key] {
				t.Errorf("%s: a field is called by its key %q", from, key)
			}
		}
	}
}

// Fights that are played out narrow the forecast, a few at a time and for as long as somebody waits for it: the same fights always, until
// it is sure enough.
func TestFightsThatArePlayedOutNarrowTheForecast(t *testing.T) {
	_, s := served(t)
	_, body := get(t, s.URL+"/build?from=mirror")
	form := filledIn(t, body)
	form.Set("system", "breath")
	form.Set("sides/1/fighters/0/wounds", "1")
	form.Set("sides/1/fighters/0/energy", "5")
	_, line := post(t, s.URL+"/build/foretell", form)
	went := []string{line}
	for played := 0; strings.Contains(line, "being played out"); went = append(went, line) {
		on := regexp.MustCompile(`hx-vals='\{"of":"(\w+)","played":"(\d+)","won":"(\d+)","drawn":"(\d+)"}'`).FindStringSubmatch(line)
		if on == nil || on[2] != strconv.Itoa(played) {
			t.Fatalf("after %d fights: %s", played, line)
		}
		for i, name := range []string{"of", "played", "won", "drawn"} {
			form.Set(name, on[i+1])
		}
		played += playoutsStep
		_, line = post(t, s.URL+"/build/foretell", form)
	}
	width := func(line string) int {
		low, high := 0, 0
		of := regexp.MustCompile(`likely (\d+) % to (\d+) %`).FindStringSubmatch(line)
		if of == nil {
			t.Fatalf("no range: %s", line)
		}
		low, _ = strconv.Atoi(of[1])
		high, _ = strconv.Atoi(of[2])
		return high - low
	}
	if first, last := width(went[0]), width(line); len(went) < 2 || last >= first || !strings.Contains(line, fmt.Sprintf("Forecast and %d fights played out", playoutsStep*(len(went)-1))) ||
		last > 2*100*narrowEnough+1 && len(went)-1 < playoutsMax/playoutsStep {
		t.Errorf("%d steps from a range of %d to one of %d: %s", len(went)-1, first, last, line)
	}
	form.Set("played", "0")
	form.Set("won", "0")
	form.Set("drawn", "0")
	if _, again := post(t, s.URL+"/build/foretell", form); again != went[1] {
		t.Errorf("the same fights played out again:\n%s\nwant\n%s", again, went[1])
	}
	other := maps.Clone(form)
	other.Set("sides/1/fighters/0/wounds", "2")
	if _, says := post(t, s.URL+"/build/foretell", other); !strings.Contains(says, "Forecast if both") {
		t.Errorf("fights of one encounter count for another: %s", says)
	}
	for name, bad := range map[string]string{"played": "many", "won": "-1", "drawn": "101"} {
		wrong := maps.Clone(form)
		wrong.Set(name, bad)
		if status, says := post(t, s.URL+"/build/foretell", wrong); status != http.StatusUnprocessableEntity || !strings.Contains(says, name+" is ") {
			t.Errorf("%s=%s: status %d, %s", name, bad, status, says)
		}
	}
}

// The builder says how the fight that is filled in is likely to end, with a word for it where that is a number, and looks for changes
// that make it even: one search at a time, told how far it has come, and ended when it is asked.
func TestTheBuilderForetells(t *testing.T) {
	_, s := served(t)
	_, body := get(t, s.URL+"/build?from=mirror")
	form := filledIn(t, body)
	form.Set("system", "breath")
	form.Set("sides/1/fighters/0/wounds", "1")
	form.Set("sides/1/fighters/0/energy", "5")
	if _, line := post(t, s.URL+"/build/foretell", form); !regexp.MustCompile(`>(&gt;)?\d\d % for the first: (a walk|easy)<.*likely \d+ % to \d+ %`).MatchString(line) {
		t.Errorf("against one of a single Wound and little Energy: %s", line)
	}
	wrong := maps.Clone(form)
	wrong.Set("sides/0/fighters/0/who", "nobody such")
	if status, line := post(t, s.URL+"/build/foretell", wrong); status != http.StatusOK || strings.Contains(line, "%") || strings.Contains(line, "played") {
		t.Errorf("status %d, of a fight with a mistake: %s", status, line)
	}
	slight := maps.Clone(form)
	slight.Set("sides/1/fighters/0/armour", "tin")
	if _, line := post(t, s.URL+"/build/foretell", slight); !strings.Contains(line, "Without what is wrong, forecast if both sides play their best") || strings.Contains(line, "played") {
		t.Errorf("without what is wrong: %s", line)
	}
	if _, says := post(t, s.URL+"/build/even", wrong); !strings.Contains(says, "The mistakes come first.") {
		t.Errorf("%s", says)
	}
	began := regexp.MustCompile(`hx-get="/build/even/(\d+)"`)
	first := began.FindStringSubmatch(second(post(t, s.URL+"/build/even", form)))
	then := began.FindStringSubmatch(second(post(t, s.URL+"/build/even", form)))
	if first == nil || then == nil || first[1] == then[1] {
		t.Fatalf("%v, then %v", first, then)
	}
	if _, says := get(t, s.URL+"/build/even/"+first[1]); !strings.Contains(says, "Another fight is being looked at.") {
		t.Errorf("%s", says)
	}
	for says := ""; !strings.Contains(says, "stopped before") && !strings.Contains(says, "Fought out"); _, says = get(t, s.URL+"/build/even/"+then[1]) {
		post(t, s.URL+"/build/even/"+then[1], nil)
	}
}

func second(_ int, body string) string { return body }

// A change that makes a fight even is measured, and fills the form.
func TestTheBuilderMakesAFightEven(t *testing.T) {
	rulestest.NeedsMore(t)
	_, s := served(t)
	_, body := get(t, s.URL+"/build?from=mirror")
	form := filledIn(t, body)
	form.Set("system", "breath")
	form.Set("sides/1/fighters/0/wounds", "1")
	id := regexp.MustCompile(`hx-get="/build/even/(\d+)"`).FindStringSubmatch(second(post(t, s.URL+"/build/even", form)))
	says := ""
	for ; !strings.Contains(says, "Fought out at level 4"); _, says = get(t, s.URL+"/build/even/"+id[1]) {
	}
	change := regexp.MustCompile(`(?s)name="file" value="([^"]*)">([^<]+)</button> <span>(\d+) %`).FindStringSubmatch(says)
	if change == nil {
		t.Fatalf("no change: %s", says)
	}
	t.Logf("%s: %s %%", change[2], change[3])
	status, used := http.StatusTooManyRequests, ""
	for status == http.StatusTooManyRequests { // what asked how far it is was fast
		status, used = post(t, s.URL+"/build/use", url.Values{"file": {htmlText(change[1])}})
	}
	if !strings.Contains(used, "Nothing is wrong with it.") || yamlOf(used) == yamlOf(body) {
		t.Errorf("%d: the form is filled with\n%s", status, yamlOf(used))
	}
}

// What is wrong stands at the field it is about, and a fight with it does not begin.
func TestTheBuilderShowsMistakesAtTheirFields(t *testing.T) {
	fights, s := served(t)
	_, body := get(t, s.URL+"/build?from=ambush")
	form := filledIn(t, body)
	form.Set("system", "breath")
	for path, c := range map[string]struct{ value, says string }{
		"sides/0/fighters/0/who":     {"hatamato", "hatamoto"},
		"sides/1/fighters/1/weapons": {"yari, naginta", "naginata"},
		"sides/1/fighters/1/count":   {"many", "number"},
		"sides/1/level":              {"9", "6"},
		"objective/for":              {"nobody here", "bandits"},
		"setting/ground":             {"cheese", "mud"},
		"rest":                       {"rulings: {fete: off}", "fate"},
	} {
		wrong := maps.Clone(form)
		wrong.Set(path, c.value)
		_, body := post(t, s.URL+"/build", wrong)
		label := regexp.MustCompile(`(?s)id="` + regexp.QuoteMeta(elementID(path)) + `".*?</label>`).FindString(body)
		if !strings.Contains(label, `<span class="w">`) || !strings.Contains(label, c.says) {
			t.Errorf("%s: at the field stands %s\nall that is said: %v", path, label, regexp.MustCompile(`<(?:span|p) class="w[^>]*>[^<]*`).FindAllString(body, -1))
		}
		before, _ := fights.Count()
		if status, _ := post(t, s.URL+"/build/open", wrong); status != http.StatusUnprocessableEntity {
			t.Errorf("%s: open answers %d", path, status)
		}
		if now, _ := fights.Count(); now != before {
			t.Errorf("%s: a fight begins", path)
		}
	}
}

// Whatever is sent, the answer is a page: the text of fields is text, in the page and in the file, and there is a limit to lines.
func TestTheBuilderTakesAnything(t *testing.T) {
	fights, s := served(t)
	const evil = `"><img src=x onerror=alert(1)> '{[ ]}: # & * ! | > % @ ` + "`\t\u2028\x01\nsides: []"
	_, body := get(t, s.URL+"/build?from=ambush")
	form := filledIn(t, body)
	form.Set("system", "breath")
	everything, kinds := url.Values{}, map[string]bool{}
	for name, v := range form {
		everything[name] = v
		if name == "row" || name == "system" {
			continue
		}
		everything.Set(name, evil)
		if kind := path.Base(name); !kinds[kind] { // one field of each kind alone, where the others are right
			kinds[kind] = true
			sent := maps.Clone(form)
			sent.Set(name, evil)
			if status, body := post(t, s.URL+"/build", sent); status >= 500 || strings.Contains(body, "<img src=x") {
				t.Errorf("a hostile %s: status %d", name, status)
			}
		}
	}
	for _, path := range []string{"/build", "/build/open", "/build/text", "/build/file"} {
		status, body := post(t, s.URL+path, everything)
		if status >= 500 || path != "/build/file" && strings.Contains(body, "<img src=x") {
			t.Errorf("%s with hostile fields: status %d", path, status)
		}
	}
	form.Set("title", evil)
	_, body = post(t, s.URL+"/build", form)
	if f, err := agent.Builtin().NewFight("x", []byte(yamlOf(body)), agent.Setup{Seed: 1}); err == nil && len(f.Roster()) != 6 {
		t.Errorf("a title has become more than a title: %v", f.Roster())
	}
	for _, sent := range []url.Values{
		{}, {"system": {"chess"}}, {"system": {"breath"}, "add": {"nowhere"}},
		{"system": {"breath"}, "row": {"sides/x", "sides/-1", "sides/99999999999", "sides/0", "sides/0"}},
		{"system": {"breath"}, "row": {"sides/0", "sides/1"}, "sides/0/fighters/0/who": {"bandit"}}, {"system": {"breath"}, "drop": {""}},
		{"system": {"breath"}, "row": make([]string, 100000/10)},
	} {
		for _, path := range []string{"/build", "/build/open", "/build/file"} {
			if status, _ := post(t, s.URL+path, sent); status >= 500 {
				t.Errorf("%s with %.80v: status %d", path, sent, status)
			}
		}
	}
	many := url.Values{"system": {"breath"}, "row": {"sides/0"}}
	for n := range rowsMax + 10 {
		many["row"] = append(many["row"], "sides/0/fighters/"+strings.Repeat("0", n))
	}
	if _, body := post(t, s.URL+"/build", many); strings.Count(body, `value="sides/0/fighters/`) > 3*rowsMax {
		t.Error("more lines than there may be")
	}
	if n, _ := fights.Count(); n > 200 {
		t.Errorf("%d fights were opened", n)
	}
}

// A GM builds an encounter with the keyboard and the list of rows, sees a mistake at its field and mends it, saves the file and
// begins the fight.
func TestTheBuilderInABrowser(t *testing.T) {
	long(t)
	_, s := served(t)
	ctx := browser(t)
	page := tab(t, ctx, s.URL+"/build?system=breath", 1400)
	sees(t, page, "Nothing is wrong with it.")
	types := func(path, text string) {
		t.Helper()
		js[bool](t, page, fmt.Sprintf(`(()=>{const e=document.querySelector('[name="%s"]'); e.focus(); e.select(); return true})()`, path))
		presses(t, page, text)
	}
	types("title", "The Well at Noon")
	types("sides/1/fighters/0/who", "bandid")
	until(t, page, `/bandit/.test(document.getElementById("f-sides/1/fighters/0/who").querySelector(".at").textContent)`)
	if !js[bool](t, page, `document.querySelector(".go").disabled`) {
		t.Error("a fight with a mistake can be begun")
	}
	types("sides/1/fighters/0/who", "bandit")
	sees(t, page, "Nothing is wrong with it.")
	act(t, page, chromedp.Click(`[name=add][value="sides/0/fighters"]`))       // a pointer takes the focus from what was typed in
	until(t, page, `document.activeElement.name === "sides/0/fighters/2/who"`) // the new line is where one goes on
	presses(t, page, "sohei\tBenkei")
	sees(t, page, "name: Benkei")
	until(t, page, `[...document.querySelectorAll(".fieldpart text")].some(e => e.textContent === "Benkei")`) // the picture has it
	if v := js[string](t, page, `document.querySelector("[name=title]").value`); v != "The Well at Noon" {
		t.Errorf("the title has become %q", v)
	}
	file, err := chromedp.Run(page, chromedp.Evaluate[string](`fetch("/build/file", {method: "POST", body: new URLSearchParams(new FormData(document.getElementById("build")))})
		.then(async r => r.headers.get("Content-Disposition") + await r.text())`, chromedp.EvalAwaitPromise))
	if err != nil || !strings.Contains(file, "attachment") || !strings.Contains(file, "name: Benkei") {
		t.Errorf("the file is %v %s", err, file)
	}
	taps(t, page, `.go`)
	sees(t, page, "Proposed for")
	sees(t, page, "The Well at Noon")
	sees(t, page, "Benkei")
}

func BenchmarkBuilder(b *testing.B) {
	_, data, err := agent.ReadEncounter("arioka")
	if err != nil {
		b.Fatal(err)
	}
	begin := func(text string) (*fight.Fight, error) {
		return agent.Builtin().NewFight("encounter", []byte(text), agent.Setup{Seed: 1})
	}
	form, err := readForm(builtins, "", data)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		built, err := newBuilder(form.blankForm, form.form)
		if err != nil {
			b.Fatal(err)
		}
		built.page(begin)
	}
}

// In a browser the forecast narrows by itself; it begins anew where the form changes, of whose fight it is.
func TestTheForecastBeginsAnewWhereTheFormChanges(t *testing.T) {
	long(t)
	_, s := served(t)
	page := tab(t, browser(t), s.URL+"/build?from=oni", 1400)
	sees(t, page, "fights played out")
	js[bool](t, page, `(() => {
		window.told = [];
		const look = () => {
			const says = document.getElementById("foretold").textContent;
			if (says && says !== told.at(-1)) told.push(says);
		};
		new MutationObserver(look).observe(document.body, {subtree: true, childList: true});
		const field = document.querySelector("[name='sides/1/fighters/1/count']");
		field.value = "1";
		field.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	})()`)
	const first = `told.findIndex((text) => text.includes("Forecast if both sides play their best"))`
	const counted = `(told.slice(` + first + `).find((text) => text.includes("fights played out")) ?? "")`
	until(t, page, first+` >= 0 && `+counted+` !== ""`)
	if says := js[string](t, page, counted); !strings.Contains(says, fmt.Sprintf("and %d fights", playoutsStep)) {
		t.Errorf("after the change it goes on with %q, want %d fights", says, playoutsStep)
	}
}
