package site

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// built is the program for browsers, which one test builds for all.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "kokyu-tab")
	if err != nil {
		return "", err
	}
	wasm := filepath.Join(dir, "kokyu.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", wasm, "kokyu/cmd/kokyu-tab")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	exec, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return "", err
	}
	return wasm, os.WriteFile(filepath.Join(dir, "wasm_exec.js"), exec, 0o644)
})

// written returns the folder of a site.
func written(t *testing.T, o Options) string {
	t.Helper()
	wasm, err := built()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	o.Wasm = wasm
	done, err := Write(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if done.Bytes > 8_000_000 {
		t.Errorf("the site has %d bytes, want 8 MB at most", done.Bytes)
	}
	return dir
}

// host is a plain file server, at a path below its root.
type host struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string // the paths of requests
	gone  bool     // it answers nothing
}

func (h *host) away(gone bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gone, h.asked = gone, nil
}

func hosted(t *testing.T, path, dir string, through func(http.Handler) http.Handler) *host {
	t.Helper()
	h := &host{}
	var serves http.Handler = http.StripPrefix(path, http.FileServer(http.Dir(dir)))
	if through != nil {
		serves = through(serves)
	}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.asked = append(h.asked, r.URL.Path)
		gone := h.gone
		h.mu.Unlock()
		if gone {
			panic(http.ErrAbortHandler)
		}
		serves.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	return h
}

// browser starts one with a profile of its own.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine: the site was not looked at by a browser")
	}
	o := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	ctx, end := chromedp.NewExecAllocator(context.Background(), o...)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(func() { cancel(); end() })
	if _, err := chromedp.Run(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// tab opens a page in the same browser.
func tab(t *testing.T, ctx context.Context, url string) (context.Context, context.CancelFunc) {
	t.Helper()
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	goes(t, ctx, url)
	return ctx, cancel
}

func goes(t *testing.T, ctx context.Context, url string) {
	t.Helper()
	if _, err := chromedp.Run(ctx, chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
}

// js runs a script in the page, in which doc is the document of the program's page.
func js[T any](t *testing.T, ctx context.Context, script string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](inFrame+script, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return v
}

const inFrame = `var doc = document.getElementById("table")?.contentDocument ?? document; `

// until waits until a condition is true.
func until(t *testing.T, ctx context.Context, condition string) {
	t.Helper()
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); {
		ok, _ := chromedp.Run(ctx, chromedp.Evaluate[bool](inFrame+`new Promise((done) => {
			const end = performance.now() + 2000;
			const look = () => { let is = false; try { is = !!(`+condition+`) } catch {} if (is || performance.now() > end) done(is); else setTimeout(look, 20) };
			look();
		})`, chromedp.EvalAwaitPromise))
		if ok {
			return
		}
	}
	shown, _ := chromedp.Run(ctx, chromedp.Evaluate[string](inFrame+`document.body.innerText + "\n--\n" + doc.body?.innerText`))
	t.Fatalf("%s is not true of\n%s", condition, shown)
}

func sees(t *testing.T, ctx context.Context, want string) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`(document.querySelector("main").innerText + doc.body.textContent).toLowerCase().includes(%q)`, strings.ToLower(want)))
}

// taps clicks the button or link that shows a text.
func taps(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`[...document.querySelectorAll("button, a"), ...doc.querySelectorAll("button, a")].some((b) => !b.disabled && b.textContent.includes(%[1]q) && (b.click(), true))`, text))
}

// begins opens the site at an address and begins a fight; opened says when.
func begins(t *testing.T, page context.Context) {
	t.Helper()
	until(t, page, `!document.querySelector("[data-waits]").disabled`)
	taps(t, page, "Begin a fight")
	sees(t, page, "Proposed for Jubei")
}

// endsAlone lets the program decide for both sides until the fight is over.
func endsAlone(t *testing.T, page context.Context) {
	t.Helper()
	until(t, page, `doc.body.textContent.includes("The fight is over") || [...doc.querySelectorAll("button")].some((b) => b.textContent.includes("Automatic from now") && b.click())`)
}

// An evening at a plain file server, below a path: the front page, a fight that the program plays to its end, the tale, and the record,
// which the native program replays.
func TestAnEveningInATab(t *testing.T) {
	rulestest.NeedsMore(t)
	h := hosted(t, "/games/kokyu", written(t, Options{}), nil)
	ctx := browser(t)
	start := time.Now()
	page, _ := tab(t, ctx, h.URL+"/games/kokyu/")
	until(t, page, `!document.querySelector("[data-waits]").disabled`)
	if ready := time.Since(start); ready > 15*time.Second {
		t.Errorf("ready after %v", ready)
	} else {
		t.Logf("ready to choose a fight after %v", ready.Round(time.Millisecond))
	}
	start = time.Now()
	begins(t, page)
	t.Logf("the first proposal stands after %v", time.Since(start).Round(time.Millisecond))
	endsAlone(t, page)
	t.Logf("the fight is over after %v", time.Since(start).Round(time.Millisecond))
	record := js[string](t, page, `fetch(document.getElementById("table").contentWindow.location.href + "fight.jsonl").then((r) => r.text())`)
	taps(t, page, "Read the tale")
	until(t, page, `doc.querySelectorAll(".passage").length > 5`)

	rec, warnings, err := fight.ReadRecord("fight.jsonl", strings.NewReader(record))
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if diff, err := agent.Parts(rec); err != nil || diff != nil {
		t.Errorf("the native program replays it differently: %v, %v", diff, err)
	}
	if other := agent.OtherRules(rec); other != "" {
		t.Error(other)
	}
}
