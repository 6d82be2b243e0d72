package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kokyu/agent"
	"kokyu/agent/fair"
	"kokyu/agent/narrate"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules/text"
)

// get fetches a page.
func get(t *testing.T, address string) (status int, body string) {
	t.Helper()
	req, err := http.NewRequest("GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	return fetched(t, req)
}

// post sends a form as htmx does, for what has come of it.
func post(t *testing.T, address string, form url.Values) (status int, body string) {
	t.Helper()
	req, err := http.NewRequest("POST", address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("HX-Request", "true")
	return fetched(t, req)
}

// fetched returns the answer to a request.
func fetched(t *testing.T, req *http.Request) (status int, body string) {
	t.Helper()
	res, err := http.DefaultClient.Do(req)
	return bodyOf(t, res, err)
}

// bodyOf returns what a client was answered.
func bodyOf(t *testing.T, res *http.Response, err error) (status int, body string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

// Each link shows what its holder may do: the GM everything, a player its own choices when it is asked, a watcher nothing to press.
func TestEachLinkHasItsOwnPage(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human", "bandits": "human"}})
	for who, want := range map[string]struct{ has, hasNot []string }{
		"":              {[]string{"The GM&#39;s hand", "for players", "Do it: thrust &gt; Tomoe", "Jubei the Cur decides"}, nil},
		"Jubei the Cur": {[]string{"Do it: thrust &gt; Tomoe", "Your sheet"}, []string{"hand", "for players", "Proposed"}},
		"Tomoe":         {[]string{"Your sheet", "For Jubei the Cur."}, []string{"Do it:", "for players"}},
		"*":             {[]string{"For Jubei the Cur."}, []string{"Do it:", "Your sheet", "for players", "do/undo"}},
	} {
		status, body := get(t, at[who])
		if status != http.StatusOK {
			t.Fatalf("%q: status %d", who, status)
		}
		for _, text := range want.has {
			if !strings.Contains(body, text) && !strings.Contains(strings.ReplaceAll(body, "'", "&#39;"), text) {
				t.Errorf("the page of %q lacks %q", who, text)
			}
		}
		for _, text := range want.hasNot {
			if strings.Contains(body, `>`+text) || strings.Contains(body, text) && text != "hand" {
				t.Errorf("the page of %q has %q", who, text)
			}
		}
	}
	// A player can neither do what is the GM's nor answer for another.
	for op, form := range map[string]url.Values{"undo": {}, "edit": {"name": {"Tomoe"}, "changes": {"wounds=9"}}, "do": {"words": {"thrust > Tomoe"}}} {
		if status, body := post(t, at["Tomoe"]+"do/"+op, form); status < 400 || !strings.Contains(body, "Not done:") {
			t.Errorf("%s of Tomoe's player is answered with %d", op, status)
		}
	}
	for _, page := range []string{"links", "fight.jsonl"} {
		if status, _ := get(t, at["Tomoe"]+page); status != http.StatusNotFound {
			t.Errorf("a player gets %s with status %d", page, status)
		}
	}
	for _, address := range []string{s.URL + "/at/aaaaaaaaaaaa.AAAAAAAAAAAAAAAAAAAAAA/", s.URL + "/at/x/now",
		s.URL + "/at/../../etc/passwd", s.URL + "/static/../web.go"} {
		if status, _ := get(t, address); status != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", address, status)
		}
	}
	if status, body := get(t, at[""]+"nix"); status != http.StatusNotFound || !strings.Contains(body, "there is no such page") {
		t.Errorf("a wrong address below a link that stands: %d\n%s", status, body)
	}
}

// Every form calls an operation of the table with members of its input; the pages have no other way to do anything.
func TestFormsAreOperations(t *testing.T) {
	formed := regexp.MustCompile(`(?s)<form [^>]*action="[^"]*do/([a-z%0-9]+)"[^>]*>(.*?)</form>`)
	named := regexp.MustCompile(`name="([^"]+)"`)
	used := map[string]bool{}
	err := fs.WalkDir(files, "pages", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		page, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		for _, form := range formed.FindAllStringSubmatch(string(page), -1) {
			op, err := url.PathUnescape(form[1])
			if err != nil {
				return err
			}
			o, err := session.OperationNamed(op)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			used[o.Name] = true
			var members []string
			for f := range o.In.Fields() {
				member, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				members = append(members, member)
			}
			for _, field := range named.FindAllStringSubmatch(form[2], -1) {
				if f := field[1]; f != "at" && f != "die{{$i}}" && !slices.Contains(members, f) {
					t.Errorf("%s: the form of %s has a field %q, its input %v", name, op, f, members)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// What has no form is said here, with the reason.
	without := map[string]string{
		"state": "the page shows it", "view": "the page shows it", "board": "the page shows it", "options": "the page shows it", "propose": "the page shows it",
		"events": "the stream says when there is more", "tale": "a page of its own", "position": "for programs",
		"apply": "for programs", "plans": "the proposals come one by one",
		"help": "what stands under a choice looks words up",
		"play": "the server plays on by itself", "sheet": "the page shows it", "force": "choosing for a seat does it",
		"concede": "the GM ends a fight", "save": "the record is a link",
	}
	for _, o := range session.Operations() {
		if _, left := without[o.Name]; !used[o.Name] && !left {
			t.Errorf("no form calls %s: give it one, or say why here", o.Name)
		}
	}
}

// What is written on a page is text, whatever people are called: no name becomes markup.
func TestNamesAreTextOnEveryPage(t *testing.T) {
	fights, s := served(t)
	const evil = `<img src=x onerror=alert(1)>`
	encounter, err := json.Marshal("version: 1\nsystem: breath\ntitle: '" + evil + "'\nabout: '" + evil +
		"'\nsides:\n- {name: '<b>a', fighters: [{who: ronin, name: '\"><script>x'}]}\n- {name: 'b</textarea>', fighters: [{who: bandit, name: '" + evil + "'}]}\n")
	if err != nil {
		t.Fatal(err)
	}
	at := opened(t, fights, s, serve.Begin{Encounter: encounter, Seed: 1, Seats: map[string]string{"<b>a": "human", "b</textarea>": "human"}})
	gm := at[""]
	if _, err := http.PostForm(gm+"do/note", url.Values{"words": {evil}}); err != nil {
		t.Fatal(err)
	}
	pages := []string{s.URL + "/", gm + "links", gm + "tale", gm + "now"}
	for _, address := range at {
		pages = append(pages, address)
	}
	for _, address := range pages {
		_, body := get(t, address)
		for _, bad := range []string{"<img src=x", "<script>x", "<b>a", "b</textarea>"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s has the markup %s", path.Base(address), bad)
			}
		}
	}
	// What a form says comes back as text too.
	for _, form := range []url.Values{{"text": {"</textarea>" + evil}}, {"encounter": {evil}}} {
		if _, body := post(t, s.URL+"/open", form); strings.Contains(body, "<img src=x") || strings.Contains(body, "</textarea><img") {
			t.Errorf("%v comes back as markup", form)
		}
	}
	if _, body := post(t, gm+"do/edit", url.Values{"name": {evil + "x"}, "changes": {evil}}); strings.Contains(body, "<img src=x") {
		t.Error("an error has markup")
	}
}

// Whoever answers a secret choice sees the same bytes whatever was chosen.
func TestAFeintLooksLikeAnAttack(t *testing.T) {
	fights, s := served(t)
	seen := map[string]map[string]string{}
	for _, secret := range []string{"melee attack", "feint"} {
		at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"crossing"`), Seed: 3, Seats: map[string]string{"Aldric": "human", "Bertran": "human"}})
		asked := ""
		cut := regexp.MustCompile(`name="words" value="([^"]* cut &gt; [^"]*)"`)
		step := regexp.MustCompile(`name="words" value="((?:let|end the turn|no |stand)[^"]*)"`)
		for range 12 { // until somebody can declare a cut
			post(t, at[""]+"do/play", nil) // once the program has thrown the dice
			_, body := get(t, at[""]+"now")
			for name := range at {
				if name != "" && name != "*" && strings.Contains(body, "<h2>"+name+" decides") {
					asked = name
				}
			}
			choice := cut.FindStringSubmatch(body)
			if choice == nil {
				choice = step.FindStringSubmatch(body)
			}
			if choice == nil {
				t.Fatalf("no way to a cut:\n%s", body)
			}
			if status, body := post(t, at[asked]+"do/do", url.Values{"words": {htmlText(choice[1])}}); status != http.StatusOK {
				t.Fatalf("%s: %d %s", choice[1], status, body)
			}
			if cut.MatchString(choice[0]) {
				break
			}
		}
		if status, _ := post(t, at[asked]+"do/do", url.Values{"words": {secret}}); status != http.StatusOK {
			t.Fatalf("%s cannot be chosen: %d", secret, status)
		}
		seen[secret] = map[string]string{}
		for who, address := range at {
			if who == asked || who == "" {
				continue
			}
			_, body := get(t, address+"now")
			u, _ := url.Parse(address)
			seen[secret][who] = strings.ReplaceAll(body, u.Path, "/at/KEY/")
		}
	}
	for who, body := range seen["feint"] {
		if body != seen["melee attack"][who] {
			t.Errorf("the page of %q tells a feint from an attack", who)
		}
	}
}

// A place that can be gone to is a link of the board, for whoever is asked and for nobody else; behind it stands what leads there,
// with its price, and it is done from there. A combatant's card has what can be done to it.
func TestAMoveIsMadeOnTheBoard(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human", "bandits": "human"}})
	const way = `to/second%20rear"`
	for who, asked := range map[string]bool{"": true, "Jubei the Cur": true, "Tomoe": false, "*": false} {
		if _, page := get(t, at[who]+"now"); strings.Contains(page, way) != asked || strings.Contains(page, `class="badge"`) != asked {
			t.Errorf("what can be chosen on the board of %q: want %v", who, asked)
		}
	}
	_, place := get(t, at["Jubei the Cur"]+"to/second%20rear")
	for _, want := range []string{"Jubei the Cur may", `value="walk &gt; second rear"`, "costs 2", `value="sprint &gt; second rear"`, "costs 3"} {
		if !strings.Contains(place, want) {
			t.Errorf("at the place there is no %s", want)
		}
	}
	if _, card := get(t, at["Jubei the Cur"]+"who/Tomoe"); !strings.Contains(card, `value="thrust &gt; Tomoe"`) || !strings.Contains(card, "hits 55 %") {
		t.Error("the card of a foe does not have what can be done to it")
	}
	if status, _ := get(t, at[""]+"to/nowhere"); status != http.StatusNotFound {
		t.Errorf("a place that is none: status %d", status)
	}
	if status, _ := post(t, at["Jubei the Cur"]+"do/do", url.Values{"at": {"0"}, "words": {"walk > second rear"}}); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	if _, card := get(t, at[""]+"who/Jubei%20the%20Cur"); !strings.Contains(card, "; second rear") {
		t.Error("he has not gone")
	}
}

// Two screens that answer one question: the second is told that it came too late, and nothing is done twice.
func TestTwoScreensAnswerOnce(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human", "bandits": "human"}})
	form := url.Values{"at": {"0"}, "words": {"thrust > Tomoe"}}
	if status, _ := post(t, at[""]+"do/do", form); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	status, body := post(t, at["Jubei the Cur"]+"do/do", form)
	if status < 400 || !strings.Contains(body, "Not done:") {
		t.Errorf("the second answer: status %d", status)
	}
	_, tale := get(t, at[""]+"tale")
	if n := strings.Count(tale, "(10→8) thrust &gt; Tomoe"); n > 1 {
		t.Errorf("the thrust was made %d times", n)
	}
}

// A page asks nobody but its server, runs no script of its own text, and is light: at most 150 KB at first, 12 KB a step.
func TestPagesAreLightAndClosed(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"arioka"`), Seed: 1})
	measure := func(address string) (n int, body string) {
		req, _ := http.NewRequest("GET", address, nil)
		req.Header.Set("Accept-Encoding", "gzip")
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		b, _ := io.ReadAll(res.Body)
		if p := res.Header.Get("Content-Security-Policy"); p != policy {
			t.Errorf("%s has the policy %q", address, p)
		}
		return len(b), string(b)
	}
	for _, page := range []string{s.URL + "/", at[""], at["*"]} {
		sum, _ := measure(page)
		_, body := get(t, page)
		for _, ref := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(body, -1) {
			if strings.Contains(ref[1], "://") {
				t.Errorf("%s refers to %s", page, ref[1])
			}
			if strings.HasPrefix(ref[1], "/static/") {
				n, _ := measure(s.URL + ref[1])
				sum += n
			}
		}
		if regexp.MustCompile(`<script[^>]*>[^<]|\son[a-z]+=|style="`).MatchString(body) {
			t.Errorf("%s has a script or a style in its text", page)
		}
		if sum > 150<<10 {
			t.Errorf("%s loads %d bytes, want at most 150 KB", page, sum)
		}
		t.Logf("%s: %d bytes at first", strings.TrimPrefix(page, s.URL)[:1], sum)
	}
	if n, _ := measure(at[""] + "now"); n > 12<<10 {
		t.Errorf("a step sends %d bytes, want at most 12 KB", n)
	} else {
		t.Logf("a step: %d bytes", n)
	}
}

// The vendored library is what was vendored.
func TestVendoredSums(t *testing.T) {
	sums, err := fs.ReadFile(files, "static/htmx/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(sums)) {
		want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		data, err := fs.ReadFile(files, "static/htmx/"+name)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(data)); got != want {
			t.Errorf("%s has the sum %s, want %s", name, got, want)
		}
		n++
	}
	if n != 2 {
		t.Errorf("%d sums, want 2", n)
	}
	if keys, _ := fs.ReadFile(files, "static/keys.js"); bytes.Count(keys, []byte("\n")) > 200 {
		t.Error("keys.js has more than 200 lines")
	}
}

// A text with mistakes is shown with their places and begins nothing; one without begins a fight.
func TestAnEncounterIsCheckedAsItIsTyped(t *testing.T) {
	fights, s := served(t)
	_, body := post(t, s.URL+"/open/check",
		url.Values{"text": {"version: 1\nsystem: breath\ntitle: T\nsides:\n- {name: a, fighters: [{who: ronim}]}\n- {name: b, fighters: [{who: bandit}]}\n"}})
	if !strings.Contains(body, "line 5, column ") || !strings.Contains(body, "ronin") {
		t.Errorf("%s", body)
	}
	before, _ := fights.Count()
	if status, body := post(t, s.URL+"/open", url.Values{"text": {"version: 1\nsystem: breath\n"}}); status != http.StatusUnprocessableEntity ||
		!strings.Contains(body, "line ") {
		t.Errorf("status %d", status)
	}
	if now, _ := fights.Count(); now != before {
		t.Error("a fight was opened")
	}
	const mine = "title: mine"
	if _, body := get(t, s.URL+"/open/tempo?text="+url.QueryEscape(mine)); !strings.Contains(body, mine+"</textarea>") || !strings.Contains(body, "What is written here stays.") {
		t.Errorf("what is written is replaced:\n%s", body)
	}
	if _, body := post(t, s.URL+"/open", url.Values{"encounter": {"ambush"}, "people": {"Nobody", "travellers"}, "seed": {"12"}, "dice": {"table"}}); !strings.Contains(body,
		`value="travellers" checked`) || !strings.Contains(body, `value="12"`) || !strings.Contains(body, `"table" selected`) {
		t.Errorf("a refusal loses what was filled in:\n%.900s", body)
	}
	for _, system := range []string{"breath", "tempo", "keep"} {
		_, starter := get(t, s.URL+"/open/"+system)
		_, txt, _ := strings.Cut(starter, `">`)
		txt, _, _ = strings.Cut(txt, "</textarea>")
		if _, body := post(t, s.URL+"/open/check", url.Values{"text": {htmlText(txt)}}); !strings.Contains(body, "Nothing is wrong") {
			t.Errorf("the starter of %s: %s", system, body)
		}
	}
}

// A game is chosen, then its fight, then who plays it; the same leads to a random fight, drawn before it begins, and to one's own.
func TestAFightIsChosenInThreeSteps(t *testing.T) {
	fights, s := served(t)
	_, first := get(t, s.URL+"/")
	if strings.Contains(first, "who plays?") || !strings.Contains(first, `href="/?system=tempo#which"`) || strings.Contains(first, "encounter=crossing") {
		t.Error("what is to be chosen first is not what the page begins with")
	}
	_, second := get(t, s.URL+"/?system=tempo")
	if !strings.Contains(second, `href="/?system=tempo&amp;encounter=crossing#begin"`) || strings.Contains(second, "encounter=ambush") {
		t.Error("the fights of the game do not follow")
	}
	if _, third := get(t, s.URL+"/?system=tempo&encounter=crossing"); !strings.Contains(third, "The Crossing: who plays?") || !strings.Contains(third, `name="people" value="Bertran"`) {
		t.Error("who plays does not follow")
	}
	m, _ := fair.MeasureOf("crossing")
	if _, third := get(t, s.URL+"/?system=tempo&encounter=crossing"); !strings.Contains(second, ">"+text.Capital(m.Says())+"<") || !strings.Contains(third, m.Whole()[1:]) {
		t.Errorf("how often it is won is not said: %s", m.Whole())
	}
	for _, system := range agent.Systems() {
		_, drawn := get(t, s.URL+"/?system="+system+"&encounter=random&seed=7")
		seed, name := regexp.MustCompile(`name="seed" value="7"`).MatchString(drawn), regexp.MustCompile(`name="people" value="([^"]+)"> ([^<]+)<`).FindStringSubmatch(drawn)
		if !seed || name == nil {
			t.Fatalf("%s: no random fight is drawn", system)
		}
		status, _ := post(t, s.URL+"/open", url.Values{"system": {system}, "encounter": {"random"}, "seed": {"7"}, "people": {htmlText(name[1])}})
		if status != http.StatusOK {
			t.Errorf("%s: %q cannot be played: status %d", system, name[1], status)
		}
	}
	own := "version: 1\nsystem: keep\ntitle: Mine\nsides:\n- {name: red, fighters: [{who: bandit, name: Aki}]}\n- {name: blue, fighters: [{who: bandit, name: Ume}]}\n"
	before, _ := fights.Count()
	_, ready := post(t, s.URL+"/open/own", url.Values{"text": {own}})
	if !strings.Contains(ready, "Mine: who plays?") || !strings.Contains(ready, `name="people" value="Ume"`) || !strings.Contains(ready, "hidden>version: 1") {
		t.Errorf("one's own does not lead to who plays:\n%.2000s", ready)
	}
	if _, wrong := post(t, s.URL+"/open/own", url.Values{"text": {strings.Replace(own, "bandit", "bandti", 1)}}); !strings.Contains(wrong, "line 5, column") || strings.Contains(wrong, "who plays?") {
		t.Error("a mistake is not said")
	}
	if now, _ := fights.Count(); now != before {
		t.Error("a fight was opened")
	}
	for q, want := range map[string]int{"encounter=nothing": 404, "encounter=../agent/unplanned.go": 404, "encounter=random&seed=x": 200, "system=none": 200, "encounter=%00&system=%ff": 404} {
		if status, _ := get(t, s.URL+"/?"+q); status != want {
			t.Errorf("%s: status %d, want %d", q, status, want)
		}
	}
}

// htmlText returns the text of escaped markup.
func htmlText(s string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(s)
}

// On another machine the page without a link is not there.
func TestOnlyThisMachineOpensFights(t *testing.T) {
	fights, err := serve.Open(t.TempDir(), serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer fights.Close()
	pages := Mount(serve.NewServer(fights, serve.ServerOptions{}), Options{})
	for _, c := range []struct {
		from, host, header string
		status             int
	}{
		{"127.0.0.1:4000", "localhost", "", 200}, {"192.0.2.7:4000", "localhost", "", 404}, {"127.0.0.1:4000", "table.example", "", 404},
		{"127.0.0.1:4000", "localhost", "X-Forwarded-For", 404}, {"127.0.0.1:4000", "localhost", "Forwarded", 404},
	} {
		for _, path := range []string{"/", "/build", "/open/breath"} {
			r := httptest.NewRequest("GET", "http://"+c.host+path, nil)
			if r.RemoteAddr = c.from; c.header != "" {
				r.Header.Set(c.header, "for=192.0.2.7")
			}
			w := httptest.NewRecorder()
			pages.ServeHTTP(w, r)
			if w.Code != c.status {
				t.Errorf("%s %v: %d", path, c, w.Code)
			}
		}
	}
}

// A finished fight leads to its tale, told as a whole, in the forms that can be pasted elsewhere, and the GM to its review.
func TestAfterTheFight(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"mirror"`), Seed: 1, Ask: new(false)})
	post(t, at[""]+"do/play", nil)
	_, body := get(t, at[""])
	for _, want := range []string{"The fight is over", `tale">Read the tale`, "/review"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	_, again := get(t, at[""]+"again")
	before, _ := fights.Count()
	if status, _ := post(t, s.URL+"/open", url.Values{"text": filledIn(t, again)["text"][1:], "people": {"Kagami"}}); status != http.StatusOK ||
		!strings.Contains(again, "The Same Sword Twice: who plays?") {
		t.Errorf("it cannot be fought again: %d", status)
	}
	if now, _ := fights.Count(); now != before+1 {
		t.Error("no fight was opened")
	}
	if status, _ := get(t, at["*"]+"again"); status != http.StatusForbidden && status != http.StatusNotFound {
		t.Errorf("who watches may begin one: status %d", status)
	}
	if status, left := get(t, at[""]+"after.yaml"); status != http.StatusOK || !strings.Contains(left, "fighters:") || !strings.Contains(left, "Kagami:") {
		t.Errorf("what is left: %d %s", status, left)
	} else if _, err := agent.ReadCarry("after.yaml", []byte(left)); err != nil {
		t.Error(err)
	}
	if status, _ := get(t, at["*"]+"after.yaml"); status != http.StatusNotFound {
		t.Errorf("who watches is sent what is left: %d", status)
	}
	for as, want := range map[string]string{"": `<h2>Round`, "text": "Kagami", "markdown": "# The Same Sword Twice\n", "fragment": "<article",
		"discord": "**The Same Sword Twice**", "pdf": "tale?paste=fragment"} {
		if status, body := get(t, at["*"]+"tale?as="+as); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("the tale as %q: %d\n%s", as, status, body)
		}
	}
}

// A tale stands ready to be copied in each form, a message of Discord apart, and so does each link: as text that can be selected, with a
// button whose answer is read out.
func TestWhatIsTakenElsewhereCanBeCopied(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Ask: new(false)})
	post(t, at[""]+"do/play", nil)
	piece := regexp.MustCompile(`<textarea id="piece-\d+" readonly rows="10">\n([^<]*)</textarea>`)
	for _, form := range taleForms {
		_, plain := get(t, at["*"]+"tale?as="+form.Name)
		_, page := get(t, at["*"]+"tale?paste="+form.Name)
		var pieces []string
		for _, found := range piece.FindAllStringSubmatch(page, -1) {
			pieces = append(pieces, htmlText(found[1]))
			if n := utf8.RuneCountInString(pieces[len(pieces)-1]); form.Name == "discord" && n > 2000 {
				t.Errorf("a message of %d characters", n)
			}
		}
		if got := strings.Join(pieces, "\n\n---\n\n"); strings.TrimSpace(got) != strings.TrimSpace(plain) || len(pieces) == 0 || len(pieces) > 1 && form.Name != "discord" {
			t.Errorf("%s to be copied is\n%s\nwant\n%s", form.Says, got, plain)
		}
		if n := strings.Count(page, `>Copy</button><span class="faint" role="status"></span>`); n != len(pieces) || !strings.Contains(page, `data-copies="piece-1"`) {
			t.Errorf("%s: %d buttons for %d pieces", form.Says, n, len(pieces))
		}
	}
	at = opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})
	_, links := post(t, at[""]+"links", url.Values{"for": {"Tomoe", "*watcher"}})
	if n := len(regexp.MustCompile(`id="url-([^"]+)">http[^<]+</a> <button type="button" data-copies="url-`).FindAllString(links, -1)); n != 2 {
		t.Errorf("%d of 2 links can be copied:\n%s", n, links)
	}
}

// A change in the middle of a blow waits on the GM's page, where it can be taken back, and on nobody else's; a form that is refused
// says what was expected, and apart from that what the last step was.
func TestAChangeThatWaitsIsOnTheGMsPage(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Dice: []string{"all"},
		Seats: map[string]string{"travellers": "human", "bandits": "human"}})
	if status, body := post(t, at[""]+"do/do", url.Values{"words": {"thrust > Tomoe"}}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	const waits = "when the breath is over: Shuten joins the bandits"
	if status, body := post(t, at[""]+"do/add", url.Values{"line": {"{who: bandit, name: Shuten}"}, "side": {"bandits"},
		"why": {"from the bushes"}}); status != http.StatusOK || !strings.Contains(body, "This waits, "+waits+".") {
		t.Errorf("%d %s", status, body)
	}
	if _, now := get(t, at[""]+"now"); !strings.Contains(now, waits) || !strings.Contains(now, `name="n" value="2"`) {
		t.Errorf("the GM is not shown what waits:\n%s", now)
	}
	for _, who := range []string{"Tomoe", "Jubei the Cur", "*"} {
		for _, page := range []string{"now", "tale"} {
			if _, body := get(t, at[who]+page); strings.Contains(body, "Shuten") {
				t.Errorf("the %s of %q tells what waits", page, who)
			}
		}
	}
	if _, body := post(t, at[""]+"do/dice", url.Values{"faces": {"seven 2"}}); !strings.Contains(body,
		"&#34;seven&#34; is no face of a die. Expected: whole numbers with spaces between, as in 7 9.") {
		t.Errorf("a word for a die: %s", body)
	}
	if _, body := post(t, at[""]+"do/edit", url.Values{"name": {"Tomoe"}, "changes": {"wounds=2 Wounds=3"}}); !strings.Contains(body,
		"the change of wounds is said twice for Tomoe. Expected: it once.") {
		t.Errorf("said twice: %s", body)
	}
	if _, body := post(t, at[""]+"do/edit", url.Values{"name": {"Tomoe"}, "changes": {"energy=4\u00a0zone=“second front”"}}); !strings.Contains(body,
		"Tomoe energy=4; Tomoe zone=second front") {
		t.Errorf("quotation marks in a field: %s", body)
	}
	post(t, at[""]+"do/cancel", url.Values{"n": {"3"}})
	if _, body := post(t, at[""]+"do/do", url.Values{"words": {"thrust > Tomoe"}}); !strings.Contains(body, "Expected: a roll, or what they show.") ||
		!strings.Contains(body, "The last step is 4: not done: Tomoe energy=4") {
		t.Errorf("a choice where dice are asked for: %s", body)
	}
	if status, body := post(t, at[""]+"do/dice", url.Values{"faces": {"2 2"}}); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	post(t, at[""]+"do/do", url.Values{"words": {"end the breath"}})
	for _, who := range []string{"", "Tomoe", "*"} {
		if _, now := get(t, at[who]+"now"); !strings.Contains(now, "Shuten") || strings.Contains(now, waits) {
			t.Errorf("%q does not see who has come:\n%s", who, now)
		}
	}
}

// The opening reads from its first paragraph to its last, though the log has the last passage first.
func TestTheOpeningReadsInItsOrder(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human", "bandits": "human"}})
	for _, do := range []string{"thrust > Tomoe", "take the blow", "end the breath"} {
		post(t, at[""]+"do/do", url.Values{"words": {do}})
	}
	var told session.Tale
	list, err := fights.List()
	if err != nil {
		t.Fatal(err)
	}
	if err := fights.With(t.Context(), serve.FullAccess(list[0].ID), func(c session.Client) error {
		out, err := c.Call(t.Context(), "tale", nil)
		told = out.(session.Tale)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	_, page := get(t, at["Tomoe"]+"now")
	page, places := html.UnescapeString(page), []int{}
	for _, l := range told.Lines[:2] {
		places = append(places, strings.Index(page, strings.Split(l.Text, "\n")[0][:40]))
	}
	if told.Lines[0].Kind != narrate.Tale || told.Lines[1].Kind != narrate.Tale || places[0] < 0 || places[0] > places[1] {
		t.Errorf("the opening stands at %v in\n%s", places, page)
	}
}

// The way back offers a redo only where there is something to redo.
func TestWhatWasTakenBackIsRedone(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"mirror"`), Seed: 1, Seats: map[string]string{"Chikara": "human", "Kagami": "human"}})
	post(t, at[""]+"do/do", url.Values{"words": {"thrust > Kagami"}})
	if _, back := get(t, at[""]+"act/back"); strings.Contains(back, "do/redo") {
		t.Errorf("nothing was taken back: %s", back)
	}
	post(t, at[""]+"do/undo", nil)
	if _, back := get(t, at[""]+"act/back"); !strings.Contains(back, "<button>Redo</button>") {
		t.Errorf("a choice was taken back: %s", back)
	}
}

// A phone says what has happened to its combatant since that last chose, apart from what else has happened, and nothing twice.
func TestAPhoneSaysWhatHappenedToIt(t *testing.T) {
	fights, s := served(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human", "bandits": "human"}})
	yours := func(name string) (yours, others string) {
		_, page := get(t, at[name]+"now")
		_, log, _ := strings.Cut(page, `class="log"`)
		yours, others, is := strings.Cut(log, "What else has happened")
		if !is {
			return "", log
		}
		return yours, others
	}
	if of, _ := yours("Tomoe"); of != "" {
		t.Errorf("before anything has happened: %s", of)
	}
	for _, do := range []string{"thrust > Tomoe", "take the blow", "end the breath"} {
		post(t, at[""]+"do/do", url.Values{"words": {do}})
	}
	of, others := yours("Tomoe")
	if !strings.Contains(of, "Jubei") || !strings.Contains(of, "Tomoe") || strings.Contains(others, "thrust &gt; Tomoe") {
		t.Errorf("to Tomoe has happened\n%s\nand else\n%s", of, others)
	}
	if of, _ := yours("Masamune"); of != "" {
		t.Errorf("to Masamune has happened\n%s", of)
	}
	if _, page := get(t, at[""]+"now"); strings.Contains(page, "What happened to you") {
		t.Error("the GM is nobody to whom something happens")
	}
	for _, who := range []string{"Masamune", "Tomoe"} {
		if status, _ := post(t, at[who]+"do/do", url.Values{"words": {"wait"}}); status != http.StatusOK {
			t.Fatalf("%s cannot wait", who)
		}
	}
	if later, _ := yours("Tomoe"); later != "" {
		t.Errorf("after she has chosen there is still\n%s", later)
	}
}
