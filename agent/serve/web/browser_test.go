package web

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kokyu/agent/serve"
)

// served is a server of a new folder of fights with the pages.
func served(t *testing.T) (*serve.Fights, *httptest.Server) {
	t.Helper()
	fights, err := serve.Open(t.TempDir(), serve.Options{Nodes: 2000})
	if err != nil {
		t.Fatal(err)
	}
	server := serve.NewServer(fights, serve.ServerOptions{})
	pages := New(fights, Options{MayOpen: serve.IsLocal, Stream: server.CountStream})
	for _, route := range pages.Routes() {
		server.Mount(route, pages)
	}
	s := httptest.NewServer(server.Handler())
	t.Cleanup(func() {
		fights.Stop()
		s.CloseClientConnections()
		s.Close()
		if err := fights.Close(); err != nil {
			t.Error(err)
		}
	})
	return fights, s
}

// opened begins a fight and returns the addresses of its pages: the GM's as "", those of seats by name, the watcher's as "*".
func opened(t *testing.T, fights *serve.Fights, s *httptest.Server, in serve.Begin) map[string]string {
	t.Helper()
	b, err := fights.New(t.Context(), in)
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

// browser starts a browser, or skips the test where there is none.
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
	o := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), o...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if _, err := chromedp.Run(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	return ctx
}

// tab opens a page in a tab of its own.
func tab(t *testing.T, ctx context.Context, url string, width int64) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(ctx)
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

// shown is what the page shows.
func shown(t *testing.T, ctx context.Context) string {
	t.Helper()
	body, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`))
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// presses presses a key.
func presses(t *testing.T, ctx context.Context, key string) {
	t.Helper()
	act(t, ctx, chromedp.KeyEvent(key))
}

// TestScreens writes pictures of the pages into the folder that SCREENS names, for people to look at.
func TestScreens(t *testing.T) {
	dir := os.Getenv("SCREENS")
	if dir == "" {
		t.Skip("SCREENS names no folder")
	}
	fights, s := served(t)
	ctx := browser(t)
	at := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Seats: map[string]string{"travellers": "human"}})
	gm := tab(t, ctx, at[""], 1400)
	sees(t, gm, "Proposed for")
	presses(t, gm, "a")
	sees(t, gm, "Masamune decides")
	dice := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1, Dice: []string{"all"}})
	gmDice := tab(t, ctx, dice[""], 1400)
	sees(t, gmDice, "Proposed for")
	presses(t, gmDice, kb.Enter)
	sees(t, gmDice, "dice of")
	fresh := opened(t, fights, s, serve.Begin{Encounter: []byte(`"ambush"`), Seed: 1})
	gmFresh := tab(t, ctx, fresh[""], 1400)
	sees(t, gmFresh, "Proposed for")
	player := tab(t, ctx, at["Masamune"], 390)
	sees(t, player, "Masamune decides")
	start := tab(t, ctx, s.URL+"/", 1400)
	links := tab(t, ctx, at[""]+"links", 820)
	tale := tab(t, ctx, at["*"], 820)
	for name, page := range map[string]context.Context{"gm": gmFresh, "asked": gm, "dice": gmDice, "player": player, "start": start, "links": links, "watcher": tale} {
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{1400, 820, 390} {
				act(t, page, chromedp.EmulateViewport(width, 900))
				act(t, page, media(scheme))
				shot, err := chromedp.Run(page, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(dir, name+"-"+scheme+"-"+map[int64]string{1400: "1400", 820: "820", 390: "390"}[width]+".png")
				if err := os.WriteFile(file, shot, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// media makes the page think that its viewer prefers light or dark.
func media(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	})
}
