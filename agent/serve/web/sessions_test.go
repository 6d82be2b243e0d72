package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kokyu/agent/serve"
)

// wire keeps all bytes that pages were sent, by the key of their link. Nothing is compressed, so that they can be searched.
type wire struct {
	mu   sync.Mutex
	sent map[string]*bytes.Buffer
}

func (w *wire) through(h http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		r.Header.Del("Accept-Encoding")
		key, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/at/"), "/")
		h.ServeHTTP(tee{rw, w, key}, r)
	})
}

// of returns what a page has been sent so far.
func (w *wire) of(address string) string {
	u, _ := url.Parse(address)
	w.mu.Lock()
	defer w.mu.Unlock()
	if b := w.sent[strings.Trim(strings.TrimPrefix(u.Path, "/at/"), "/")]; b != nil {
		return b.String()
	}
	return ""
}

type tee struct {
	http.ResponseWriter
	w   *wire
	key string
}

func (t tee) Write(b []byte) (int, error) {
	t.w.mu.Lock()
	if t.w.sent[t.key] == nil {
		t.w.sent[t.key] = &bytes.Buffer{}
	}
	t.w.sent[t.key].Write(b)
	t.w.mu.Unlock()
	return t.ResponseWriter.Write(b)
}

func (t tee) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// Tempo on two phones: one feints. Of all the bytes the other phone and a watcher are sent until it has answered, none tells; when
// it is shown, it is told to everybody.
func TestAFeintOnTwoPhones(t *testing.T) {
	long(t)
	w := &wire{sent: map[string]*bytes.Buffer{}}
	fights, s := servedThrough(t, t.TempDir(), w.through)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"crossing"`), Seed: 3, Seats: map[string]string{"Aldric": "human", "Bertran": "human"}})
	phones := map[string]context.Context{"Aldric": tab(t, ctx, at["Aldric"], 390), "Bertran": tab(t, ctx, at["Bertran"], 390), "*": tab(t, ctx, at["*"], 820)}
	chooses := func(who, words string) {
		t.Helper()
		until(t, phones[who], fmt.Sprintf(`[...document.querySelectorAll(".do [name=words]")].some(e => e.value.includes(%q))`, words))
		js[bool](t, phones[who], fmt.Sprintf(`[...document.querySelectorAll(".do")].find(d => d.querySelector("[name=words]").value.includes(%q)).querySelector("summary").click() || true`, words))
		taps(t, phones[who], `.do[open] button.go`)
	}
	first := ""
	for range 12 { // until somebody can declare a cut
		for first = ""; first == ""; {
			for _, who := range []string{"Aldric", "Bertran"} {
				if js[bool](t, phones[who], `document.querySelectorAll(".do").length > 0`) {
					first = who
				}
			}
		}
		if js[bool](t, phones[first], `[...document.querySelectorAll(".do [name=words]")].some(e => e.value.includes(" cut > "))`) {
			break
		}
		step := js[string](t, phones[first], `document.querySelector(".do [name=at]").value`)
		js[bool](t, phones[first], `([...document.querySelectorAll(".do")].find(d => /^(let|end the turn|no |stand)/.test(d.querySelector("[name=words]").value)) ?? document.querySelector(".do")).querySelector("summary").click() || true`)
		taps(t, phones[first], `.do[open] button.go`)
		until(t, phones[first], fmt.Sprintf(`document.querySelector(".do [name=at]")?.value !== %q`, step))
	}
	other := map[string]string{"Aldric": "Bertran", "Bertran": "Aldric"}[first]
	chooses(first, " cut > ")
	chooses(first, "feint")
	until(t, phones[other], `document.querySelectorAll(".do").length > 0`) // it must answer what it does not see
	if mine := w.of(at[first]); !strings.Contains(mine, "feint") {
		t.Error("who feints is not told of it: the search finds nothing where it must")
	}
	for _, who := range []string{other, "*"} {
		if i := strings.Index(w.of(at[who]), "feint"); i >= 0 {
			t.Errorf("%s is sent %.200q", who, w.of(at[who])[max(0, i-100):])
		}
	}
	js[bool](t, phones[other], `document.querySelector(".do summary").click() || true`)
	taps(t, phones[other], `.do[open] button.go`)
	for _, who := range []string{other, "*"} {
		sees(t, phones[who], "feint")
	}
}

// Keep with pools and a horse: the tens of a pool are tapped in the order in which they fall, one that is thrown again among them;
// the rider decides on her phone, and everybody sees whom she rides.
func TestPoolsAndAHorseInABrowser(t *testing.T) {
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"paddy"`), Seed: 1, Seats: map[string]string{"riders": "human"}, Dice: []string{"riders"}})
	gm, phone, watcher := tab(t, ctx, at[""], 1400), tab(t, ctx, at["Mitsu"], 390), tab(t, ctx, at["*"], 820)
	sees(t, phone, "initiative, 5k3")
	for _, face := range []string{"10", "4", "9", "8", "2", "1"} { // the ten is thrown again
		taps(t, phone, `[data-face="`+face+`"]`)
	}
	if v := js[string](t, phone, `document.querySelector("[name=faces]").value`); v != "10 4 9 8 2 1" {
		t.Errorf("the field has %q", v)
	}
	taps(t, phone, "form.throw button.go")
	sees(t, watcher, "10+4")
	for {
		until(t, gm, `!!document.querySelector("form[action$=roll]") || document.querySelectorAll(".do").length > 0`)
		if !js[bool](t, gm, `!!document.querySelector("form[action$=roll]")`) {
			break
		}
		step := js[string](t, gm, `document.querySelector("form[action$=roll] [name=at]").value`)
		presses(t, gm, "t") // the GM throws for the others
		until(t, gm, fmt.Sprintf(`document.querySelector("form[action$=roll] [name=at]")?.value !== %q`, step))
	}
	for range 12 { // the foes do what is proposed until the rider is asked
		if strings.Contains(strings.ToLower(shown(t, phone)), "mitsu decides") {
			break
		}
		until(t, gm, `!!document.querySelector("form[action$=take], form[action$=roll]") || document.querySelector("h2")?.textContent.includes("Mitsu") || document.querySelectorAll(".do").length > 0`)
		step := js[string](t, gm, `document.querySelector(".decide [name=at]")?.value ?? ""`)
		switch {
		case js[bool](t, gm, `!!document.querySelector("form[action$=roll]")`):
			presses(t, gm, "t")
		case js[bool](t, gm, `!!document.querySelector("form[action$=take]")`):
			presses(t, gm, kb.Enter)
		case strings.Contains(strings.ToLower(shown(t, gm)), "mitsu decides"):
			continue
		default:
			taps(t, gm, `.do summary`)
			taps(t, gm, `.do[open] button.go`)
		}
		until(t, gm, fmt.Sprintf(`document.querySelector(".decide [name=at]") && document.querySelector(".decide [name=at]").value !== %q`, step))
	}
	sees(t, phone, "Mitsu decides")
	for name, page := range map[string]context.Context{"gm": gm, "phone": phone, "watcher": watcher} {
		if says := js[string](t, page, `document.querySelector(".board").getAttribute("aria-label")`); !strings.Contains(says, "on Kage") ||
			!strings.Contains(says, "ridden by Mitsu") {
			t.Errorf("%s does not say who rides: %s", name, says)
		}
	}
}

// evils are names that a page without escaping would run or break at.
var evils = []string{`<img src=x onerror=window.ran=1>`, `"><script>window.ran=1</script>`, `</textarea></svg><script>window.ran=1</script>`,
	`javascript:window.ran=1`, `{{.}}`, `' onfocus='window.ran=1' autofocus='`, `${window.ran=1}`, `&lt;b&gt;`}

// A hostile text in every field of every page: nothing runs, and nothing breaks.
func TestHostileTextInEveryField(t *testing.T) {
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	fighter := func(n int, row string) string {
		return fmt.Sprintf("{who: %s, name: %s, epithet: %[2]s, wants: %[2]s}", row, quote(evils[n]))
	}
	text := "version: 1\nsystem: breath\ntitle: " + quote(evils[0]) + "\nabout: " + quote(strings.Join(evils, " ")) + "\nsides:\n- name: " + quote(evils[0]) +
		"\n  fighters: [" + fighter(1, "ronin") + ", " + fighter(2, "ronin") + "]\n- name: " + quote(evils[5]) +
		"\n  fighters: [" + fighter(3, "bandit") + ", " + fighter(4, "bandit") + "]\n"
	encounter, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	at := opened(t, fights, s, serve.Begin{Encounter: encounter, Seed: 1, Seats: map[string]string{evils[0]: "human"}})
	unharmed := func(name string, page context.Context) {
		t.Helper()
		if js[bool](t, page, `window.ran !== undefined || !!document.querySelector("img[src=x], main script, [onfocus]")`) {
			t.Errorf("%s: something ran, or became markup", name)
		}
	}
	gm := tab(t, ctx, at[""], 1400)
	sees(t, gm, "decides")
	for _, op := range slices.Sorted(maps.Keys(acting)) {
		if slices.Contains([]string{"end", "remove", "undo", "redo", "allow"}, op) {
			continue
		}
		for _, evil := range evils[:3] {
			form := opens(t, gm, op)
			js[bool](t, gm, fmt.Sprintf(`(()=>{const f=document.querySelector(%q); for (const e of f.elements) if (e.tagName==="INPUT" && !["hidden","number","checkbox","radio"].includes(e.type)) e.value=%q;
				document.getElementById("said").replaceChildren();
				window.sent = false; f.addEventListener("htmx:finally:request", () => window.sent = true, {once: true});
				f.noValidate=true; f.requestSubmit(); return true})()`, form, evil))
			until(t, gm, `window.sent || document.getElementById("said").children.length > 0 || document.getElementById("drawer").children.length === 0`)
		}
	}
	note := "the last one " + evils[0]
	fills(t, gm, "note", map[string]string{"words": note})
	sees(t, gm, note)
	unharmed("the GM's", gm)
	for name, address := range at {
		page := tab(t, ctx, address, 390)
		sees(t, page, evils[1])
		unharmed("of "+name, page)
	}
	for _, address := range []string{at[""] + "links", at[""] + "tale", s.URL + "/", s.URL + "/build"} {
		act(t, gm, chromedp.Navigate(address))
		unharmed(address, gm)
	}
	for _, evil := range evils { // the builder's page is the last one
		js[bool](t, gm, fmt.Sprintf(`(()=>{for (const e of document.querySelectorAll("#build input:not([type=hidden]):not([type=checkbox]), #build textarea")) e.value=%q;
			document.querySelector("#build [name]").dispatchEvent(new Event("input", {bubbles: true})); return true})()`, evil))
		until(t, gm, fmt.Sprintf(`document.querySelector("#yaml pre").textContent.includes(%s)`, quote(strings.Trim(quote(evil), `"`))))
		unharmed("the builder filled in", gm)
	}
}

// tabsTo presses Tab until the focus is on what a selector says, as somebody without a pointer does.
func tabsTo(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	for range 150 {
		if js[bool](t, ctx, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			return
		}
		presses(t, ctx, kb.Tab)
	}
	t.Fatalf("Tab never comes to %s", selector)
}

// The whole by keyboard alone: a fight is begun, foes' and players' decisions are made, dice told, a sheet changed, a step taken
// back, the fight ended and the tale read, without a pointer.
func TestTheWholeByKeyboard(t *testing.T) {
	long(t)
	_, s := served(t)
	ctx := browser(t)
	page := tab(t, ctx, s.URL+"/", 1400)
	tabsTo(t, page, `[href*="encounter=ambush"]`)
	presses(t, page, kb.Enter)
	sees(t, page, "who plays?")
	tabsTo(t, page, "[name=people][value=travellers]")
	presses(t, page, " ")
	tabsTo(t, page, "[name=dice]")
	presses(t, page, "o") // of the table
	tabsTo(t, page, "#begin button.go")
	presses(t, page, kb.Enter)
	sees(t, page, "Proposed for Jubei")
	tabsTo(t, page, `.board a[href$="who/Masamune"]`)
	presses(t, page, kb.Enter)
	until(t, page, `!!document.querySelector("#whocard")`)
	js[bool](t, page, `document.querySelector("#whocard").focus() || true`)
	tabsTo(t, page, `#whocard [value="wounds-=1"]`)
	presses(t, page, kb.Enter)
	until(t, page, `document.querySelector(".board").textContent.includes("5/6")`)
	js[bool](t, page, `document.activeElement.blur() || true`) // as Escape or a look elsewhere does
	presses(t, page, "u")
	until(t, page, `document.querySelector(".board").textContent.includes("6/6")`)
	sees(t, page, "Proposed for Jubei")

	keys := 0
	press := func(key string) { presses(t, page, key); keys++ }
	press(kb.Enter) // a foe's decision: one key
	until(t, page, `!!document.querySelector("form.throw")`)
	t.Logf("a foe's decision: %d key", keys)
	press("7")
	press("0")
	if v := js[string](t, page, `[...document.querySelectorAll(".dice :checked")].map(e => e.value).join(" ")`); v != "7 10" {
		t.Errorf("the dice show %q", v)
	}
	press(kb.Enter)
	sees(t, page, "7+10")
	for !strings.Contains(strings.ToLower(shown(t, page)), "masamune decides") {
		step := js[string](t, page, `document.querySelector(".decide [name=at]").value`)
		switch {
		case js[bool](t, page, `!!document.querySelector("form.throw")`):
			press("t")
		case js[bool](t, page, `!!document.querySelector("form[action$=take]")`):
			press(kb.Enter)
		case js[bool](t, page, `document.querySelectorAll(".do").length > 0`): // somebody else of the travellers answers
			press("1")
			press(kb.Enter)
		}
		until(t, page, fmt.Sprintf(`document.querySelector(".decide [name=at]") && document.querySelector(".decide [name=at]").value !== %q && !document.querySelector(".decide").textContent.includes("thinking")`, step))
	}
	keys = 0
	press("1")
	press(kb.Enter)
	until(t, page, `!!document.querySelector("form.throw") && !document.querySelector("[data-rests]")`)
	press("9")
	press("8")
	if v := js[string](t, page, `[...document.querySelectorAll(".dice :checked")].map(e => e.value).join(" ")`); v != "9 8" {
		t.Errorf("the dice show %q", v)
	}
	press(kb.Enter)
	sees(t, page, "9+8")
	t.Logf("a player's decision with dice of the table: %d keys; by tapping it is 4 taps", keys)

	tabsTo(t, page, `.rail a[href$="act/end"]`)
	presses(t, page, kb.Enter)
	until(t, page, `!!document.querySelector("#drawer [name=why]")`)
	tabsTo(t, page, `#drawer form[action$="do/end"] [name=why]`)
	presses(t, page, "it is late")
	presses(t, page, kb.Enter)
	sees(t, page, "The fight is over")
	tabsTo(t, page, `a.go[href$=tale]`)
	presses(t, page, kb.Enter)
	sees(t, page, "Back to the fight")
}

// again serves a folder at an address, as a server does that is started anew.
func again(t *testing.T, dir, address string) (fights *serve.Fights, s *httptest.Server, stop func()) {
	t.Helper()
	fights, handler := handled(t, dir)
	s = httptest.NewUnstartedServer(handler)
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s.Listener.Close()
	s.Listener = l
	s.Start()
	return fights, s, sync.OnceFunc(func() { stops(t, fights, s) })
}

// A phone that slept, a server that was started anew and two GM's tabs: pages come back by themselves, nothing is lost, and nothing
// is done twice.
func TestPagesComeBack(t *testing.T) {
	long(t)
	dir := t.TempDir()
	fights, s, stop := again(t, dir, "127.0.0.1:0")
	address := s.Listener.Addr().String()
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})
	gm, gm2, phone := tab(t, ctx, at[""], 1400), tab(t, ctx, at[""], 820), tab(t, ctx, at["Tomoe"], 390)
	defer func() { stop() }()

	// The phone sleeps: its page is hidden, and its stream closed.
	const hidden = `(()=>{Object.defineProperty(document,"hidden",{configurable:true,get:()=>%v}); document.dispatchEvent(new Event("visibilitychange")); return true})()`
	until(t, phone, `!!document.querySelector("#stream")._htmx?.sse?.reader`)
	js[bool](t, phone, fmt.Sprintf(hidden, true))
	until(t, phone, `!document.querySelector("#stream")._htmx?.sse?.reader`)
	for _, page := range []context.Context{gm, gm2} {
		sees(t, page, "Proposed for Jubei")
	}

	// Two tabs of the GM take the same proposal at once: it is made once, one of them is told so, and both agree.
	for _, page := range []context.Context{gm, gm2} {
		js[bool](t, page, `document.querySelector("[data-key=Enter]").click() || true`)
	}
	for _, page := range []context.Context{gm, gm2} {
		sees(t, page, "3+1+1=5")
	}
	same := func() {
		t.Helper()
		step := `(document.querySelector("#live [name=at]").value + document.querySelector(".log").textContent)`
		until(t, gm2, step+fmt.Sprintf(` === %s`, quote(js[string](t, gm, step))))
	}
	same()
	told := 0
	for _, page := range []context.Context{gm, gm2} {
		if strings.Contains(js[string](t, page, `document.getElementById("said").textContent`), "Not done:") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("%d of two tabs are told that they came too late", told)
	}
	if text := shown(t, phone); strings.Contains(text, "3+1+1=5") {
		t.Error("a phone that sleeps has heard something: the test shows nothing")
	}
	js[bool](t, phone, fmt.Sprintf(hidden, false))
	sees(t, phone, "3+1+1=5")

	// The server stops. The pages say so; what is pressed meanwhile is not done, and said.
	stop()
	until(t, phone, `!document.getElementById("away").hidden`)
	js[bool](t, gm, `document.querySelector("[data-key=u]").click() || true`)
	until(t, gm, `!document.getElementById("away").hidden`)
	_, _, stop = again(t, dir, address)
	for _, page := range []context.Context{gm, gm2, phone} {
		until(t, page, `document.getElementById("away").hidden`)
		sees(t, page, "3+1+1=5")
	}
	sees(t, gm, "Proposed for")
	presses(t, gm, "u")
	for _, page := range []context.Context{gm, gm2, phone} {
		sees(t, page, "Nothing yet.")
	}
	same()
}

// A live part that was asked for before a step hangs. The tab that is told that it came too late shows the step within a second all
// the same, and what hung never covers it; without a form the page asks again by itself. A server that is stopping answers with an
// error: the page keeps what it shows and says so.
func TestALivePartThatIsLate(t *testing.T) {
	long(t)
	var late atomic.Pointer[chan struct{}] // answers that are made now are sent when it is closed
	var down atomic.Bool
	held := make(chan struct{}, 100)
	fights, s := servedThrough(t, t.TempDir(), func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			wait := late.Load()
			switch {
			case !strings.HasSuffix(r.URL.Path, "/now"):
				h.ServeHTTP(w, r)
			case down.Load():
				http.Error(w, "the server is stopping", http.StatusServiceUnavailable)
			case wait != nil:
				late.CompareAndSwap(wait, nil) // this one only
				answer := httptest.NewRecorder()
				h.ServeHTTP(answer, r)
				held <- struct{}{}
				<-*wait
				maps.Copy(w.Header(), answer.Header())
				w.WriteHeader(answer.Code)
				_, _ = w.Write(answer.Body.Bytes())
			default:
				h.ServeHTTP(w, r)
			}
		})
	})
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})
	a, err := fights.Access(strings.Trim(strings.TrimPrefix(at[""], s.URL+"/at/"), "/"))
	if err != nil {
		t.Fatal(err)
	}
	does := func(op, in string) {
		t.Helper()
		if _, err := fights.Call(t.Context(), a, op, json.RawMessage(in), serve.Terms{}); err != nil {
			t.Fatal(err)
		}
	}
	gm := tab(t, browser(t), at[""], 1400)
	hangs := func() (release func()) {
		wait := make(chan struct{})
		late.Store(&wait)
		js[bool](t, gm, `htmx.trigger(document.body, "changed") || true`)
		<-held
		release = sync.OnceFunc(func() { close(wait) })
		t.Cleanup(release)
		return release
	}
	sees(t, gm, "Proposed for Jubei")
	until(t, gm, `!!document.querySelector("#stream")._htmx?.sse?.reader && !document.querySelector("#live.htmx-request")`)

	release := hangs()
	js[bool](t, gm, `(() => {
		const button = document.querySelector("[data-key=Enter]"), shows = (text) => document.body.textContent.includes(text);
		window.late = () => button.click();
		new MutationObserver(() => {
			if (shows("Not done:")) window.told ??= performance.now();
			if (shows("3+1+1=5")) window.shown ??= performance.now(); else if (window.shown) window.older = true;
		}).observe(document, {subtree: true, childList: true, characterData: true});
		return true;
	})()`)
	does("do", `{"words": "thrust > Tomoe"}`)
	js[bool](t, gm, `window.late() || true`)
	sees(t, gm, "3+1+1=5")
	if ms := js[float64](t, gm, `window.shown - (window.told ?? -1e9)`); ms > 1000 {
		t.Errorf("the step is shown %.0f ms after the refusal, want at most 1000", ms)
	}
	release()
	does("note", `{"words": "a note after it"}`)
	sees(t, gm, "a note after it")
	if js[bool](t, gm, `!!window.older`) {
		t.Error("an older live part has covered a newer one")
	}

	hangs()
	does("note", `{"words": "a second note"}`)
	sees(t, gm, "a second note")

	down.Store(true)
	js[bool](t, gm, `htmx.trigger(document.body, "changed") || true`)
	until(t, gm, `!document.getElementById("away").hidden`)
	if !js[bool](t, gm, `document.body.textContent.includes("a second note") && !!document.querySelector("[data-key=u]")`) {
		t.Errorf("a server that is stopping has taken what the page shows:\n%s", shown(t, gm))
	}
	down.Store(false)
	until(t, gm, `document.getElementById("away").hidden`)
}

// Three ways to stop fighting, in a browser: a craven foe offers it and the GM takes it, a player does it on her phone, and the GM
// says it of a foe. Everybody sees each of them, and who has yielded decides nothing any more.
func TestYieldsInABrowser(t *testing.T) {
	long(t)
	fights, s := served(t)
	ctx := browser(t)
	const ford = `{"version": 1, "system": "breath", "title": "The Ford", "sides": [
		{"name": "travellers", "fighters": [{"who": "samurai", "name": "Aki"}, {"who": "samurai", "name": "Hana"}]},
		{"name": "bandits", "temper": "craven", "fighters": [{"who": "bandit", "name": "Gonta", "energy": 12}, {"who": "bandit", "name": "Sute"}, {"who": "bandit", "name": "Ichi"}]}]}`
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(ford), Seed: 3, Seats: map[string]string{"travellers": "human"}})
	gm, phone, watcher := tab(t, ctx, at[""], 390), tab(t, ctx, at["Hana"], 390), tab(t, ctx, at["*"], 820)
	everybody := func(words string) {
		t.Helper()
		for _, page := range []context.Context{gm, phone, watcher} {
			sees(t, page, words)
		}
	}

	sees(t, gm, "Proposed for Gonta")
	sees(t, gm, "craven: ")
	if js[bool](t, phone, `document.body.innerText.includes("craven")`) {
		t.Error("a player sees why a foe would yield before it has")
	}
	taps(t, gm, `form[action$="do/take"] button`)
	everybody("Gonta yields")

	js[bool](t, phone, `document.querySelector("details.menu summary").click() || true`)
	taps(t, phone, `details.menu[open] form button`)
	everybody("Hana yields (its own choice)")
	fills(t, gm, "yield", map[string]string{"name": "Sute", "why": "has seen enough"})
	everybody("Sute yields (has seen enough)")
	fills(t, gm, "yield", map[string]string{"name": "Ichi", "why": "alone"})
	everybody("Won by the travellers")
	for _, page := range []context.Context{gm, phone, watcher} {
		if js[bool](t, page, `!!document.querySelector(".do, details.menu form")`) {
			t.Error("a fight that is over offers something")
		}
	}
}
