package web

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	keys "github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kokyu/agent/serve"
	"kokyu/rules/rulestest"
)

// posts returns what another GM's client does. It is no mistake if the fight cannot be changed now.
func posts(t *testing.T, at, op string, in url.Values) (done bool) {
	t.Helper()
	r, err := http.PostForm(at+"do/"+url.PathEscape(op), in)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if _, err := io.Copy(io.Discard, r.Body); err != nil || r.StatusCode != http.StatusOK && r.StatusCode != http.StatusUnprocessableEntity {
		t.Fatalf("%s %v: %s, %v", op, in, r.Status, err)
	}
	return r.StatusCode == http.StatusOK
}

// steps returns the lines of a fight's record, without its header.
func steps(t *testing.T, at string) []string {
	t.Helper()
	r, err := http.Get(at + "fight.jsonl")
	return strings.Split(strings.TrimSpace(second(bodyOf(t, r, err))), "\n")[1:]
}

// swaps are what another client does to a page that stands, each so that it can be done again.
var swaps = []struct {
	name string
	do   func(t *testing.T, at string, n int)
}{
	{"edit", func(t *testing.T, at string, n int) {
		posts(t, at, "edit", url.Values{"name": {"Tomoe"}, "changes": {fmt.Sprint("energy=", 1+n%9)}, "why": {fmt.Sprint("other ", n)}})
	}},
	{"note", func(t *testing.T, at string, n int) {
		posts(t, at, "note", url.Values{"words": {fmt.Sprint("other ", n)}})
	}},
	{"undo", func(t *testing.T, at string, n int) { posts(t, at, "undo", nil) }},
	{"ban", func(t *testing.T, at string, n int) {
		posts(t, at, "ban", url.Values{"do": {"walk"}})
		posts(t, at, "allow", url.Values{"do": {"walk"}})
	}},
	{"join", func(t *testing.T, at string, n int) {
		posts(t, at, "add", url.Values{"line": {fmt.Sprintf("{who: bandit, name: Late %d}", n)}, "side": {"bandits"}})
		posts(t, at, "remove", url.Values{"name": {fmt.Sprint("Late ", n)}})
	}},
	{"players", func(t *testing.T, at string, n int) {
		posts(t, at, "players", url.Values{[]string{"hint", "undo"}[n%2]: {"on"}})
	}},
}

const (
	fieldsOf   = `[...document.querySelectorAll("input:not([type=hidden]), textarea, select, [contenteditable]")]`
	unfolds    = `document.querySelectorAll("details:not([name])").forEach(d => d.open = true) || true`
	countsLive = `window.lives === undefined && (window.lives = 0, document.addEventListener("htmx:after:swap", e => e.detail.ctx.sourceElement?.id === "live" && window.lives++)), true`
)

// What has the focus keeps it, with its selection and what was typed, whatever another client does; no letter of it is a command.
// So for every field of every page: MORE=1 does one kind of swap to each, LONG=1 all kinds.
func TestWhatHasTheFocusKeepsIt(t *testing.T) {
	rulestest.NeedsMore(t)
	fights, s := served(t)
	ctx := browser(t)
	people := map[string]string{"travellers": "human"}
	begin := func(encounter string, in serve.Begin) map[string]string {
		in.Encounter, in.Seed = []byte(fmt.Sprintf("%q", encounter)), 1
		return opened(t, fights, s, in)
	}
	ambush, hand := begin("ambush", serve.Begin{Seats: people}), begin("ambush", serve.Begin{Seats: people, Dice: []string{"all"}})
	tapped := begin("ambush", serve.Begin{Seats: people, Dice: []string{"all"}})
	posts(t, tapped[""], "take", nil) // its dice are asked for
	asked := begin("ambush", serve.Begin{Seats: people})
	posts(t, asked[""], "all", url.Values{"name": {"bandits"}})
	for name, c := range map[string]struct {
		url, at string // the page, and the GM's link of its fight
		ready   string // the act of the GM's hand that is opened
	}{
		"the GM's":      {ambush[""], ambush[""], ""},
		"a ruling":      {hand[""], hand[""], "ruling%20odds"},
		"dice":          {tapped[""], tapped[""], ""},
		"a phone asked": {asked["Masamune"], asked[""], ""},
		"a phone":       {ambush["Tomoe"], ambush[""], ""},
		"a watcher's":   {ambush["*"], ambush[""], ""},
		"the links":     {ambush[""] + "links", ambush[""], ""},
		"the start":     {s.URL + "/", ambush[""], ""},
		"the builder":   {s.URL + "/build?from=ambush", ambush[""], ""},
	} {
		t.Run(name, func(t *testing.T) {
			page := tab(t, ctx, c.url, 1400)
			until(t, page, `document.readyState === "complete" && !document.querySelector("[data-rests]")`)
			if c.ready != "" {
				fills(t, page, c.ready, map[string]string{"throw": "3d10 >= 14"})
				until(t, page, `!!document.querySelector("#said .ruling")`)
			}
			js[bool](t, page, countsLive)
			js[bool](t, page, unfolds)
			streams := js[bool](t, page, `!!document.getElementById("live")`)
			for i := range js[int](t, page, fieldsOf+`.length`) {
				for k, swap := range swaps {
					if os.Getenv("LONG") == "" && (k != i%len(swaps) || !streams && i%8 != 0) {
						continue
					}
					letters := "uath" // a digit is what a die shows
					if kept := js[string](t, page, fmt.Sprintf(`(()=>{const el = %s[%d]; window.field = el; el.focus();
						if (el.matches("input:not([type=radio]):not([type=checkbox]):not([type=file]):not([type=number]), textarea")) { el.value = "1ua h"; el.setSelectionRange(1, 3); }
						return document.activeElement === el ? "" : "cannot be focused: " + el.outerHTML})()`, fieldsOf, i)); kept != "" {
						t.Fatal(kept)
					}
					n := len(steps(t, c.at))
					if swap.name == "undo" {
						swaps[1].do(t, c.at, n)
					}
					before := js[int](t, page, `window.lives`)
					value := js[string](t, page, `String(window.field.value)`)
					swap.do(t, c.at, n)
					if len(steps(t, c.at)) == n { // not now
						swaps[1].do(t, c.at, n)
					}
					if streams {
						until(t, page, fmt.Sprintf(`window.lives > %d`, before))
					}
					done := len(steps(t, c.at))
					act(t, page, chromedp.KeyEvent(letters))
					if streams { // past the rest of keys
						until(t, page, `!document.querySelector("[data-rests=fresh]")`)
						act(t, page, chromedp.KeyEvent(letters))
					}
					state := js[string](t, page, `(()=>{const el = window.field; if (document.activeElement !== el) return "the focus is on " + document.activeElement.outerHTML.slice(0, 200) + " and not on " + el.outerHTML;
						if (el.selectionStart == null || el.type === "number") return "";
						return el.value.startsWith("1uath") && el.value.endsWith(" h") ? "" : "it holds " + el.value})()`)
					if state != "" {
						t.Errorf("%s, field %d (%s): %s", swap.name, i, value, state)
					}
					if now := len(steps(t, c.at)); now != done {
						t.Fatalf("%s, field %d: letters typed into it made %d steps: %s", swap.name, i, now-done, steps(t, c.at)[now-1])
					}
					js[bool](t, page, `window.field.blur() || true`)
				}
			}
		})
	}
}

// A walk through an evening: one GM types notes and numbers while another client changes the fight at random. The record holds what
// the two asked for and nothing else. MORE=1 makes 40 changes, LONG=1 240.
func TestNoStepThatNobodyAskedFor(t *testing.T) {
	rulestest.NeedsMore(t)
	const seed = 7
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})[""]
	gm := tab(t, ctx, at, 1400)
	sees(t, gm, "Proposed for")
	js[bool](t, gm, unfolds)
	changes, notes := 40, 0
	if os.Getenv("LONG") != "" {
		changes = 240
	}
	foreign := 0
	for n := range changes {
		if n%4 == 0 { // a note is begun, or a number
			op := []string{"note", "remove", "redo", "ban", "end"}[n/4%5]
			if op == "redo" { // which is there only after something has been taken back
				was := len(steps(t, at))
				posts(t, at, "note", url.Values{"words": {"to be taken back"}})
				posts(t, at, "undo", nil)
				foreign += len(steps(t, at)) - was
			}
			form := opens(t, gm, op)
			js[bool](t, gm, fmt.Sprintf(`document.querySelector(%q).querySelector("input:not([type=hidden])").focus() || true`, form))
		}
		was := len(steps(t, at))
		swap := swaps[rng.IntN(len(swaps))]
		if swap.name == "undo" && was == 0 {
			swap = swaps[1]
		}
		swap.do(t, at, n)
		foreign += len(steps(t, at)) - was
		act(t, gm, chromedp.KeyEvent([]string{"u", "a", "h", "1", "2", "ua", "t"}[rng.IntN(7)]))
		if n%20 == 3 { // the note is sent
			js[bool](t, gm, fmt.Sprintf(`document.querySelector(%q).querySelector("input").focus() || true`, opens(t, gm, "note")))
			act(t, gm, chromedp.KeyEvent(" own"+kb.Enter))
			notes++
			for len(steps(t, at)) < foreign+notes {
				until(t, gm, `true`)
			}
		}
	}
	all := steps(t, at)
	if len(all) != foreign+notes {
		t.Errorf("%d steps, of which %d are another's and %d notes", len(all), foreign, notes)
	}
	for _, step := range all {
		if strings.Contains(step, `"do":`) {
			t.Errorf("nobody decided %s", step)
		}
	}
	t.Logf("%d changes by another client in %d steps, %d notes", changes, foreign, notes)
}

// Keys of other things than the one that is meant: a digit is what a die shows and opens no choice, Enter in a setting of the start
// page begins no fight, and a key that is held down is pressed once.
func TestAKeyPressesOneThing(t *testing.T) {
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})[""]
	gm := tab(t, ctx, at, 1400)
	sees(t, gm, "Proposed for")
	fills(t, gm, "ruling%20odds", map[string]string{"name": "Tomoe", "throw": "2d10+3 >= 14"})
	until(t, gm, `!!document.querySelector("form.throw[data-whole]")`)
	js[bool](t, gm, `document.activeElement.blur() || true`)
	presses(t, gm, "3")
	if n := js[int](t, gm, `document.querySelectorAll(".do[open]").length`); n != 0 {
		t.Error("a digit for the dice of a ruling opens a choice")
	}
	js[bool](t, gm, unfolds)
	js[bool](t, gm, fmt.Sprintf(`document.querySelector(%q).querySelector("input").focus() || true`, opens(t, gm, "note")))
	presses(t, gm, "held")
	for _, again := range []bool{false, true, true} {
		act(t, gm, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, keys.DispatchKeyEvent,
				keys.DispatchKeyEventParams{Type: "keyDown", Key: "Enter", Code: "Enter", Text: "\r", AutoRepeat: &again})
			return err
		}))
	}
	sees(t, gm, "held")
	until(t, gm, `!document.querySelector(".htmx-request")`)
	if all := steps(t, at); len(all) != 1 {
		t.Errorf("a key that was held down has made %d steps", len(all))
	}

	start := tab(t, ctx, s.URL+"/", 1400)
	presses(t, start, kb.Enter)
	if address := js[string](t, start, `location.pathname`); address != "/" {
		t.Errorf("Enter begins a fight that nobody has chosen at %s", address)
	}
}
