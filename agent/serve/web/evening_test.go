package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kokyu/agent/serve"
	"kokyu/rules/rulestest"
)

// js runs a script in a page.
func js[T any](t *testing.T, ctx context.Context, script string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return v
}

// taps clicks an element, which must be there.
func taps(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	if !js[bool](t, ctx, fmt.Sprintf(`(()=>{const e=document.querySelector(%q); if(e) e.click(); return !!e})()`, selector)) {
		t.Fatalf("there is no %s on\n%s", selector, shown(t, ctx))
	}
}

// tapsDie taps a face of a die with a pointer, as a finger does.
func tapsDie(t *testing.T, ctx context.Context, die int, face string) {
	t.Helper()
	act(t, ctx, chromedp.Click(fmt.Sprintf(`input[name=die%d][value="%s"]`, die, face)))
}

// opensCard taps a combatant on the board, which opens its card.
func opensCard(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	js[bool](t, ctx, fmt.Sprintf(`document.querySelector('.board a[href$="who/%s"]').dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}))`, url.PathEscape(name)))
	until(t, ctx, fmt.Sprintf(`document.querySelector("#whocard")?.getAttribute("aria-label") === %q`, name))
}

// acting is which act of the GM's hand has the form of an operation.
var acting = map[string]string{"ruling%20odds": "ruling", "note": "note", "add": "comes", "remove": "goes", "yield": "goes", "ban": "forbid", "allow": "forbid",
	"seat": "plays", "ask": "plays", "players": "plays", "undo": "back", "redo": "back", "dice%20again": "dice", "end": "end"}

// opens opens the act of the GM's hand that has the form of an operation, and returns how that is found.
func opens(t *testing.T, ctx context.Context, op string) (form string) {
	t.Helper()
	js[bool](t, ctx, `document.getElementById("drawer").replaceChildren() || true`) // as it was before is not what is waited for
	taps(t, ctx, `.rail a[href$="act/`+acting[op]+`"]`)
	form = `#drawer form[action$="do/` + op + `"]:not(:has(.dial))`
	until(t, ctx, fmt.Sprintf(`!!document.querySelector(%q)`, form))
	return form
}

// fills in the form of the GM's hand that calls an operation, and sends it.
func fills(t *testing.T, ctx context.Context, op string, fields map[string]string) {
	t.Helper()
	form := opens(t, ctx, op)
	js[bool](t, ctx, `document.getElementById("said").replaceChildren() || true`)
	for name, value := range fields {
		js[bool](t, ctx, fmt.Sprintf(`(()=>{const f=document.querySelector(%q).elements[%q]; f.value=%q; return true})()`, form, name, value))
	}
	taps(t, ctx, form+" button")
}

// An evening with a GM's screen and two phones: proposals taken by key, dice tapped, a choice made on a phone, an undo, an edit,
// somebody who comes late, a word explained, a connection that breaks, the end and the tale. The GM's part is done by keys.
func TestAnEveningInABrowser(t *testing.T) {
	rulestest.NeedsMore(t)
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1,
		Seats: map[string]string{"travellers": "human"}, Dice: []string{"travellers"}})
	gm := tab(t, ctx, at[""], 1400)
	phones := map[string]context.Context{}
	for _, name := range []string{"Masamune", "Tomoe"} {
		phones[name] = tab(t, ctx, at[name], 390)
	}
	sees(t, gm, "Proposed for Jubei")
	presses(t, gm, kb.Enter) // one key for a foe's decision
	sees(t, gm, "3+1+1=5")
	if n := js[int](t, gm, `(()=>{const keys=["u","u","u"]; for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown",{key,bubbles:true})); return keys.length})()`); n != 3 {
		t.Fatal("no keys")
	} // three at once, of which one is heard
	sees(t, gm, "Nothing yet.") // the step is taken back
	sees(t, gm, "Proposed for Jubei")
	presses(t, gm, "a") // all of the bandits, this round
	began := time.Now()
	sees(t, phones["Masamune"], "Masamune decides")
	t.Logf("after %v a phone is asked", time.Since(began).Round(time.Millisecond))

	phone := phones["Masamune"]
	fills(t, gm, "add", map[string]string{"who": "bandit", "name": "Kuro", "side": "bandits", "why": "a late one"})
	sees(t, phone, "Kuro")

	// A player's cut: a tap, another to confirm, two for the dice.
	if text := shown(t, phone); !strings.Contains(text, "72 %") || !strings.Contains(text, "costs 2") {
		t.Errorf("no chance or price stands on the phone:\n%s", text)
	}
	taps(t, phone, `.do[name=choice] summary`)
	taps(t, phone, `.do[open] button.go`)
	sees(t, phone, "Dice of Masamune")
	sees(t, gm, "Dice of Masamune")
	s.CloseClientConnections() // the net is gone for a moment: pages come back by themselves
	tapsDie(t, phone, 0, "9")
	tapsDie(t, phone, 1, "8")
	sees(t, gm, "9+8")
	sees(t, phones["Tomoe"], "9+8")

	opensCard(t, gm, "Tomoe")
	taps(t, gm, `#whocard [value="wounds-=1"]`)
	taps(t, gm, `#whocard [value="wounds-=1"]`) // sent while the first is under way: both count
	sees(t, phones["Tomoe"], "2 of 4")
	fills(t, gm, "dice%20again", map[string]string{"faces": "9 99"})
	sees(t, gm, "Not done:")
	if _, err := http.PostForm(at[""]+"do/note", url.Values{"words": {"from another screen"}}); err != nil {
		t.Fatal(err)
	}
	sees(t, gm, "from another screen")
	sees(t, gm, "Not done:") // what is said stands until the next form
	taps(t, gm, `.rail a[href$="act/word"]`)
	until(t, gm, `document.activeElement.name === "words"`)
	presses(t, gm, "overload"+kb.Enter)
	until(t, gm, `!!document.querySelector("#drawer .laws")`)
	if js[bool](t, phone, `!!document.querySelector(".rail, a[href$=links]")`) {
		t.Error("the GM's hand is on a phone")
	}

	fills(t, gm, "end", map[string]string{"side": "travellers", "why": "the bandits run"})
	sees(t, gm, "The fight is over")
	sees(t, phone, "Won by the travellers")
	act(t, phone, chromedp.Navigate(at["Masamune"]+"tale"))
	sees(t, phone, "thrust")
	for name, page := range map[string]context.Context{"gm": gm, "phone": phone} {
		if n := js[int](t, page, `performance.getEntriesByType("resource").filter(r => !r.name.startsWith(location.origin)).length`); n != 0 {
			t.Errorf("%s: %d requests to others", name, n)
		}
		if wide := js[bool](t, page, `document.documentElement.scrollWidth > document.documentElement.clientWidth`); wide {
			t.Errorf("%s: the page is wider than the screen", name)
		}
	}
}

// Dice that were tapped are not carried into the next throw, where one tap would send them.
func TestDiceAreTappedForOneThrow(t *testing.T) {
	fights, s := served(t)
	ctx := browser(t)
	unasked := false // the program decides, and one throw comes after the other
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Dice: []string{"all"}, Ask: &unasked})
	gm := tab(t, ctx, at[""], 390)
	throw := ""
	for _, tapped := range []string{"8", "7", "6"} {
		until(t, gm, fmt.Sprintf(`![%q, ""].includes(document.querySelector("form.throw")?.id ?? "")`, throw))
		throw = js[string](t, gm, `document.querySelector("form.throw").id`)
		if n := js[int](t, gm, `document.querySelectorAll(".dice input:checked").length`); n != 0 {
			t.Fatalf("%d dice are tapped before anybody has", n)
		}
		for die := range js[int](t, gm, `document.querySelectorAll("form.throw fieldset").length`) {
			tapsDie(t, gm, die, tapped)
		}
		sees(t, gm, tapped+"+"+tapped)
	}
}

// A page whose scripts come slowly is brought up to date all the same: htmx does not begin before its extension is there.
func TestSlowScripts(t *testing.T) {
	release := make(chan struct{})
	fights, s := servedThrough(t, t.TempDir(), func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "hx-sse.min.js") {
				<-release
			}
			h.ServeHTTP(w, r)
		})
	})
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})
	gm := tab(t, ctx, "about:blank", 1400)
	js[bool](t, gm, fmt.Sprintf(`(location.href = %q) && true`, at[""]))
	until(t, gm, `typeof htmx === "object"`)
	for range 3 { // whatever it would do at once it has done then
		if _, err := chromedp.Run(gm, chromedp.Evaluate[bool](`new Promise(done => setTimeout(() => done(true)))`, chromedp.EvalAwaitPromise)); err != nil {
			t.Fatal(err)
		}
	}
	close(release)
	sees(t, gm, "Proposed for")
}

// Axe finds nothing against WCAG 2.2 AA on any page. AXE names the file axe.min.js of npm's axe-core, and PAGES a folder with
// more pages, those that commands write; .ci/long fetches the one and makes the others.
func TestEveryoneCanUseThePages(t *testing.T) {
	file := os.Getenv("AXE")
	if file == "" {
		t.Skip("AXE names no axe.min.js: accessibility was not checked")
	}
	axe, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"Masamune": "human"}, Dice: []string{"all"}})
	keep := opened(t, fights, s, serve.Begin{Encounter: []byte(`"paddy"`), Seed: 1, Dice: []string{"all"}})
	tempo := opened(t, fights, s, serve.Begin{Encounter: []byte(`"crossing"`), Seed: 1, Dice: []string{"all"}})
	page := tab(t, ctx, at[""], 390) // one for all: a browser opens six connections to a server, and each page's stream keeps one
	sees(t, page, "Proposed for")
	over := opened(t, fights, s, serve.Begin{Encounter: []byte(`"mirror"`), Seed: 1, Ask: new(false)})
	act(t, page, chromedp.Navigate(over[""]))
	sees(t, page, "The fight is over")
	pages := map[string]string{"start": s.URL + "/", "who plays": s.URL + "/?system=breath&encounter=ambush", "several": at[""] + "act/several",
		"a place": at[""] + "to/second%20rear", "the GM's": at[""], "a player's": at["Masamune"], "a watcher's": at["*"], "a card": at[""] + "who/Tomoe", "somebody comes": at[""] + "act/comes", "back to": at[""] + "act/back", "a ruling": at[""] + "act/ruling", "the links": at[""] + "links",
		"the tale": over[""] + "tale", "pools": keep[""], "colours": tempo[""], "what is forbidden": at[""] + "act/forbid", "a word": at["Masamune"] + "word/parry",
		"nothing": s.URL + "/at/x/", "over": over[""], "the next fight": over[""] + "next?fight=crossroads", "no next fight": over[""] + "next?fight=gate&asked=on",
		"the review": over[""] + "review?now", "the builder": s.URL + "/build",
		"the builder of keep": s.URL + "/build?from=paddy", "the builder of tempo": s.URL + "/build?system=tempo"}
	files, err := filepath.Glob(filepath.Join(os.Getenv("PAGES"), "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if file, err = filepath.Abs(file); err != nil {
			t.Fatal(err)
		}
		pages[filepath.Base(file)] = "file://" + file
	}
	for name, address := range pages {
		for _, scheme := range []string{"light", "dark"} {
			act(t, page, chromedp.Navigate(address))
			act(t, page, media(scheme))
			js[bool](t, page, `document.querySelectorAll("details:not([name])").forEach(d => d.open = true) || true`) // what is folded is looked at too
			js[bool](t, page, string(axe)+";true")
			found, err := chromedp.Run(page, chromedp.Evaluate[string](`axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}).then(r =>
				r.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.html).join(" | ")).join("\n"))`, chromedp.EvalAwaitPromise))
			if err != nil {
				t.Fatal(err)
			}
			if found != "" {
				t.Errorf("%s page, %s:\n%s", name, scheme, found)
			}
		}
	}
}
