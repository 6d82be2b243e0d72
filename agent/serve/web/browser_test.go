package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kokyu/agent/serve"
)

// served returns a server of a new folder of fights with the pages.
func served(t *testing.T) (*serve.Fights, *httptest.Server) {
	t.Helper()
	return servedThrough(t, t.TempDir(), func(h http.Handler) http.Handler { return h })
}

// servedThrough returns a server of a folder of fights whose requests go through something else.
func servedThrough(t *testing.T, dir string, through func(http.Handler) http.Handler) (*serve.Fights, *httptest.Server) {
	t.Helper()
	fights, handler := handled(t, dir)
	s := httptest.NewServer(through(handler))
	t.Cleanup(func() { stops(t, fights, s) })
	return fights, s
}

// owners are the keys of those who run servers, by their fights.
var owners sync.Map

// handled returns a folder of fights and what answers requests about them, with the pages.
func handled(t *testing.T, dir string) (*serve.Fights, http.Handler) {
	t.Helper()
	fights, err := serve.Open(dir, serve.Options{Nodes: 2000})
	if err != nil {
		t.Fatal(err)
	}
	server := serve.NewServer(fights, serve.ServerOptions{})
	Mount(server, Options{})
	owners.Store(fights, server.Owner())
	return fights, server.Handler()
}

// stops ends a server as a signal does.
func stops(t *testing.T, fights *serve.Fights, s *httptest.Server) {
	fights.Stop()
	s.CloseClientConnections()
	s.Close()
	if err := fights.Close(); err != nil {
		t.Error(err)
	}
}

// opened begins a fight and returns the addresses of its pages: the GM's as "", those of seats by name, the watcher's as "*".
func opened(t *testing.T, fights *serve.Fights, s *httptest.Server, in serve.Begin) map[string]string {
	t.Helper()
	b, err := fights.Begin(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]string{}
	for _, l := range b.Links {
		name := l.Seat
		if l.Role == serve.Watcher {
			name = "*"
		}
		at[name] = s.URL + "/at/" + l.Key + "/"
	}
	return at
}

// long skips a test without LONG=1.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("LONG") == "" {
		t.Skip("LONG=1 looks at this in a browser")
	}
}

// chrome is the one browser of all tests, empty where there is none.
var chrome struct {
	sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if chrome.stop != nil {
		chrome.stop()
	}
	os.Exit(code)
}

// browser returns a running browser; it skips the test where there is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" || testing.Short() {
		t.Skip("no chromium on this machine, or -short: the pages were not looked at by a browser")
	}
	chrome.Do(func() {
		o := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-background-networking", true),
			chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true))
		ctx, end := chromedp.NewExecAllocator(context.Background(), o...)
		ctx, cancel := chromedp.NewContext(ctx)
		chrome.ctx, chrome.stop = ctx, func() { cancel(); end() }
		_, chrome.err = chromedp.Run(ctx, chromedp.Navigate("about:blank"))
	})
	if chrome.err != nil {
		t.Fatalf("the browser does not start: %v", chrome.err)
	}
	return chrome.ctx
}

// tab opens a page on a device of its own: it shares neither connections nor anything else with other tabs.
func tab(t *testing.T, ctx context.Context, url string, width int64) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	act(t, ctx, chromedp.EmulateViewport(width, 900))
	act(t, ctx, chromedp.Navigate(url))
	return ctx
}

func act(t *testing.T, ctx context.Context, a chromedp.Action[chromedp.Void]) {
	t.Helper()
	if _, err := chromedp.Run(ctx, a); err != nil {
		t.Fatal(err)
	}
}

// sees waits until the page shows a text.
func sees(t *testing.T, ctx context.Context, want string) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`document.body.textContent.toLowerCase().includes(%q)`, strings.ToLower(want)))
}

// until waits until a script's condition is true of a page, which may be loaded anew meanwhile.
func until(t *testing.T, ctx context.Context, condition string) {
	t.Helper()
	const look = `new Promise(done => {
		const finish = (v) => { seen.disconnect(); clearTimeout(late); done(v) };
		const seen = new MutationObserver(() => (%[1]s) && finish(true));
		const late = setTimeout(() => finish(%[1]s), 5000);
		seen.observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
		if (%[1]s) finish(true);
	})`
	for end := time.Now().Add(40 * time.Second); time.Now().Before(end); { // busy machines
		if ok, _ := chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(look, condition), chromedp.EvalAwaitPromise)); ok {
			return
		}
	}
	t.Fatalf("%s is not true of\n%s", condition, shown(t, ctx))
}

// shown returns what the page shows.
func shown(t *testing.T, ctx context.Context) string {
	t.Helper()
	body, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`))
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// presses presses a key, once keys act.
func presses(t *testing.T, ctx context.Context, key string) {
	t.Helper()
	until(t, ctx, `!document.querySelector("[data-rests=fresh]")`)
	act(t, ctx, chromedp.KeyEvent(key))
}

// TestScreens writes pictures of the pages into the folder that SCREENS names, for people to look at. ONLY names the pages, with
// commas; all without it. With DOCS=1 it writes those of the documentation instead: SCREENS=docs/img DOCS=1.
func TestScreens(t *testing.T) {
	dir := os.Getenv("SCREENS")
	if dir == "" {
		t.Skip("SCREENS names no folder")
	}
	fights, s := served(t)
	ctx := browser(t)
	human := map[string]string{"travellers": "human"}
	pages := []struct {
		name  string
		begin serve.Begin
		path  string // of the page, behind the link
		as    string // whose link
		waits string
		then  func(page context.Context, at map[string]string)
	}{
		{"gm", serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: human}, "", "", "if both sides play their best", nil},
		{"later", serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1}, "", "", "Proposed for", func(page context.Context, at map[string]string) {
			step := "-"
			for range 9 {
				until(t, page, fmt.Sprintf(`![%q, undefined].includes(document.querySelector("form[action$=take] [name=at]")?.value)`, step))
				step = js[string](t, page, `document.querySelector("form[action$=take] [name=at]").value`)
				presses(t, page, kb.Enter)
			}
			sees(t, page, "Chance of")
			sees(t, page, "Proposed for")
		}},
		{"asked", serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: human}, "", "", "Proposed for", func(page context.Context, at map[string]string) {
			presses(t, page, "a")
			sees(t, page, "Masamune decides")
		}},
		{"player", serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: human}, "", "Masamune", "Waiting", func(page context.Context, at map[string]string) {
			if _, err := http.PostForm(at[""]+"do/all", url.Values{"name": {"bandits"}}); err != nil {
				t.Fatal(err)
			}
			sees(t, page, "Masamune decides")
			js[bool](t, page, `document.querySelectorAll(".do summary")[1].click() || true`)
		}},
		{"dice", serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Dice: []string{"all"}}, "", "",
			"Proposed for", func(page context.Context, at map[string]string) {
				presses(t, page, kb.Enter)
				sees(t, page, "dice of Jubei")
			}},
		{"ruling", serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: human}, "", "", "Proposed for", func(page context.Context, at map[string]string) {
			fills(t, page, "ruling%20odds", map[string]string{"name": "Tomoe", "throw": "2d10+3 >= 14", "what": "to push the statue over"})
			sees(t, page, "11/20")
		}},
		{"card", serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: human}, "", "", "Proposed for", func(page context.Context, at map[string]string) {
			opensCard(t, page, "Tomoe")
		}},
		{"comes", serve.Begin{Encounter: []byte(`"archers"`), Seed: 1, Seats: map[string]string{"Hild": "human"}}, "", "", "Proposed for", func(page context.Context, at map[string]string) {
			opens(t, page, "add")
		}},
		{"answer", serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"bandits": "human"}, Dice: []string{"all"}}, "", "", "decides", func(page context.Context, at map[string]string) {
			posts(t, at[""], "do", url.Values{"words": {"thrust > Tomoe"}})
			posts(t, at[""], "dice", url.Values{"faces": {"10 9"}})
			sees(t, page, "Tomoe answers")
			sees(t, page, "Proposed for Tomoe")
		}},
		{"pools", serve.Begin{Encounter: []byte(`"paddy"`), Seed: 1, Dice: []string{"all"}, Ask: new(false)}, "", "", "a die that is thrown on", nil},
		{"duel", serve.Begin{Encounter: []byte(`"ganryu"`), Seed: 1}, "", "", "Proposed for", nil},
		{"crowd", serve.Begin{Encounter: []byte(`"arioka"`), Seed: 1}, "", "", "Proposed for", nil},
		{"squares", serve.Begin{Encounter: []byte(`"archers"`), Seed: 1, Seats: map[string]string{"Hild": "human"}}, "", "", "Proposed for", nil},
		{"over", serve.Begin{Encounter: []byte(`"mirror"`), Seed: 1, Ask: new(false)}, "", "*", "The fight is over", nil},
		{"tale", serve.Begin{Encounter: []byte(`"mirror"`), Seed: 1, Ask: new(false)}, "tale", "", "", func(page context.Context, at map[string]string) {
			act(t, page, chromedp.Navigate(at[""]))
			sees(t, page, "The fight is over")
			act(t, page, chromedp.Navigate(at[""]+"tale"))
		}},
		{"links", serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1}, "links", "", "Links", func(page context.Context, at map[string]string) {
			taps(t, page, "button[name=for]")
			sees(t, page, "http://")
		}},
		{"start", serve.Begin{}, "", "", "Build an encounter", nil},
		{"home", serve.Begin{}, "", "", "Build an encounter", func(page context.Context, at map[string]string) {
			for _, encounter := range []string{"ambush", "crossing", "archers"} {
				opened(t, fights, s, serve.Begin{Encounter: []byte(`"` + encounter + `"`), Seed: 1})
			}
			owner, _ := owners.Load(fights)
			act(t, page, chromedp.Navigate(s.URL+"/own/"+owner.(string)))
			until(t, page, `document.querySelectorAll(".keptone svg").length > 2`)
		}},
		{"build", serve.Begin{}, "build?from=ambush", "", "Nothing is wrong", nil},
		{"build-keep", serve.Begin{}, "build?from=paddy", "", "Nothing is wrong", nil},
		{"build-tempo", serve.Begin{}, "build?system=tempo", "", "Nothing is wrong", nil},
	}
	for _, p := range pages {
		if only := os.Getenv("ONLY"); only != "" && !slices.Contains(strings.Split(only, ","), p.name) {
			continue
		}
		at := map[string]string{"": s.URL + "/"}
		if p.begin.Encounter != nil {
			at = opened(t, fights, s, p.begin)
		}
		shown, docs := inDocs[p.name]
		if docs = docs && os.Getenv("DOCS") != ""; !docs && os.Getenv("DOCS") != "" {
			continue
		}
		page := tab(t, ctx, at[p.as]+p.path, 1400)
		sees(t, page, p.waits)
		if p.then != nil {
			p.then(page, at)
		}
		if docs {
			act(t, page, chromedp.EmulateViewport(shown.wide, shown.high))
			if err := os.WriteFile(filepath.Join(dir, shown.file), webp(t, page, 65), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{1400, 820, 390, 320, 3840} {
				act(t, page, chromedp.EmulateViewport(width, map[bool]int64{true: 1500, false: 2160}[width < 2000]))
				act(t, page, media(scheme))
				shot, err := chromedp.Run(page, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", p.name, width, scheme))
				if err := os.WriteFile(file, shot, 0o644); err != nil {
					t.Fatal(err)
				}
				if wide := js[bool](t, page, `document.documentElement.scrollWidth > document.documentElement.clientWidth`); wide {
					t.Errorf("%s: the page is wider than %d pixels", p.name, width)
				}
			}
		}
	}
}

// inDocs are the pictures of the documentation.
var inDocs = map[string]struct {
	file       string
	wide, high int64
}{"gm": {"screen.webp", 1400, 1130}, "player": {"player.webp", 390, 1000}, "build": {"build.webp", 1400, 1000}}

// webp returns a picture of what a page shows.
func webp(t *testing.T, ctx context.Context, quality int64) (shot []byte) {
	t.Helper()
	act(t, ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		res, err := cdp.Call(ctx, target, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: &quality})
		if err == nil {
			shot = res.Data
		}
		return err
	}))
	return shot
}

// media makes the page think that its viewer prefers light or dark.
func media(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	})
}
