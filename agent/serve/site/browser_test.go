package site

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// long skips a test that a browser takes half a minute for.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("LONG") == "" {
		t.Skip("LONG=1 looks at this in a browser")
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	if builtIn != "" {
		_ = os.RemoveAll(builtIn)
	}
	os.Exit(code)
}

var builtIn string // the folder of the program for browsers

// built is the program for browsers, which one test builds for all.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "kokyu-tab")
	if err != nil {
		return "", err
	}
	builtIn = dir
	if out, err := exec.Command(filepath.Join("..", "..", "..", ".ci", "tab"), dir).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return filepath.Join(dir, "kokyu.wasm"), nil
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
	sent  int      // bytes of bodies
	gone  bool     // it answers nothing
}

// counted is a response whose bytes are counted.
type counted struct {
	http.ResponseWriter
	h *host
}

func (c counted) Write(p []byte) (int, error) {
	c.h.mu.Lock()
	c.h.sent += len(p)
	c.h.mu.Unlock()
	return c.ResponseWriter.Write(p)
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
		serves.ServeHTTP(counted{w, h}, r)
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
			const look = async () => { let is = false; try { is = !!await (`+condition+`) } catch {} if (is || performance.now() > end) done(is); else setTimeout(look, 20) };
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

// downloads taps a link to a file, and returns what the browser has saved.
func downloads(t *testing.T, page context.Context, link string) string {
	t.Helper()
	dir := t.TempDir()
	_, err := chromedp.Run(page, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{Behavior: "allow", DownloadPath: dir})
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	taps(t, page, link)
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); js[bool](t, page, `new Promise((done) => setTimeout(done, 50, true))`) {
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 1 && !strings.HasSuffix(list[0].Name(), ".crdownload") {
			return read(t, dir, list[0].Name())
		}
	}
	t.Fatal("nothing is downloaded")
	return ""
}

// An evening at a plain file server, below a path: the front page, a fight that the program plays to its end, the tale, and the record,
// which the native program replays. First it takes 8 MB over the wire at most; then nobody is asked for anything. It can be installed.
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
	h.mu.Lock()
	if t.Logf("%d bytes were sent until then", h.sent); h.sent > 8_000_000 || h.sent < 1_000_000 {
		t.Errorf("%d bytes were sent, want 8 MB at most", h.sent)
	}
	h.mu.Unlock()
	_, err := chromedp.Run(page, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		found, err := cdp.Call(ctx, target, cdppage.GetInstallabilityErrors, cdp.Empty{})
		for _, e := range found.InstallabilityErrors {
			t.Errorf("it cannot be installed: %s", e.ErrorID)
		}
		return err
	}))
	if err != nil {
		t.Error(err)
	}
	start = time.Now()
	begins(t, page)
	sees(t, page, "Looked at ") // a proposal may end by time, and says how far it came
	t.Logf("the first proposal stands after %v", time.Since(start).Round(time.Millisecond))
	endsAlone(t, page)
	t.Logf("the fight is over after %v", time.Since(start).Round(time.Millisecond))
	taps(t, page, "Read the tale")
	until(t, page, `doc.querySelectorAll(".passage").length > 5`)
	record := downloads(t, page, "the record")

	const elsewhere = `[window, frame.contentWindow].flatMap((w) => w.performance.getEntriesByType("resource")).map((e) => e.name).filter((at) => !at.startsWith(location.origin)).join()`
	if others := js[string](t, page, elsewhere); others != "" {
		t.Errorf("others were asked: %s", others)
	}
	for _, path := range h.asked {
		if strings.Contains(path, "/table/") {
			t.Errorf("the host was asked for %s", path)
		}
	}
	rec, warnings, err := fight.ReadRecord("fight.jsonl", strings.NewReader(record))
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if diff, err := agent.FirstDifference(rec); err != nil || diff != nil {
		t.Errorf("the native program replays it differently: %v, %v", diff, err)
	}
	if other := agent.RulesDifference(rec); other != "" {
		t.Error(other)
	}
}

// While the program is being loaded the page shows how far that is, and offers nothing that would not work yet.
func TestThePageShowsHowFarItIs(t *testing.T) {
	long(t)
	waits := make(chan struct{})
	goesOn := sync.OnceFunc(func() { close(waits) })
	defer goesOn()
	h := hosted(t, "", written(t, Options{}), changed(programExt, func(w http.ResponseWriter, r *http.Request, files http.Handler) {
		files.ServeHTTP(&halved{ResponseWriter: w, waits: waits}, r)
	}))
	page, _ := tab(t, browser(t), h.URL+"/")
	until(t, page, `document.getElementById("progress").value > 0.2 && document.getElementById("progress").value < 0.8`)
	sees(t, page, "The program is being loaded")
	if js[bool](t, page, `[...document.querySelectorAll("button")].some((b) => !b.disabled)`) {
		t.Error("a fight can be begun without a program")
	}
	goesOn()
	sees(t, page, "Ready.")
	if !js[bool](t, page, `document.getElementById("progress").hidden && [...document.querySelectorAll("button")].every((b) => !b.disabled)`) {
		t.Error("no fight can be begun")
	}
}

// halved is a response that waits in its middle.
type halved struct {
	http.ResponseWriter
	waits <-chan struct{}
	sent  int
}

func (h *halved) Write(p []byte) (int, error) {
	if h.sent += len(p); h.sent > 3_000_000 {
		h.ResponseWriter.(counted).ResponseWriter.(http.Flusher).Flush()
		<-h.waits
	}
	return h.ResponseWriter.Write(p)
}

// What a browser keeps goes to another one: the records of all fights in one file, which is taken back there.
func TestFightsGoToAnotherBrowser(t *testing.T) {
	long(t)
	h := hosted(t, "", written(t, Options{}), nil)
	from, _ := tab(t, browser(t), h.URL+"/")
	begins(t, from)
	taps(t, from, "Do it")
	sees(t, from, "Jubei the Cur (10")
	goes(t, from, "about:blank")
	goes(t, from, h.URL+"/")
	until(t, from, `!document.querySelector("[data-waits]").disabled`)
	taps(t, from, "All encounters")
	until(t, from, `doc.querySelector("details:has(#records)").open = true`)
	all := downloads(t, from, "The records of all fights")
	to, _ := tab(t, browser(t), h.URL+"/")
	until(t, to, `!document.querySelector("[data-waits]").disabled`)
	js[bool](t, to, fmt.Sprintf(`(async () => {
		const form = new FormData();
		form.append("records", new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt())], "fights.zip"));
		return (await fetch("table/records", {method: "POST", body: form})).ok;
	})()`, base64.StdEncoding.EncodeToString([]byte(all))))
	taps(t, to, "All encounters")
	sees(t, to, "Rain on the Nakasendo")
	until(t, to, `[...doc.querySelectorAll(".kept a")].some((a) => a.href.includes(".own/") && (a.click(), true))`)
	sees(t, to, "Jubei the Cur (10")
}

// Two tabs share one program. When the tab with it is closed the other one goes on with the same fight, and when all were closed a new
// one does; without a network too, and below no path.
func TestTabsShareAProgramAndComeBack(t *testing.T) {
	long(t)
	h := hosted(t, "", written(t, Options{}), nil)
	ctx := browser(t)
	first, closes := tab(t, ctx, h.URL+"/")
	begins(t, first)
	shell := js[string](t, first, `location.href`)
	second, _ := tab(t, ctx, h.URL+"/")
	goes(t, second, shell)
	sees(t, second, "Proposed for Jubei")
	if n := js[int](t, second, `navigator.locks.query().then((l) => l.held.length * 10 + l.pending.length)`); n != 11 {
		t.Errorf("%d programs run and wait, want one that runs and a tab that waits for it", n)
	}
	taps(t, second, "Do it")
	sees(t, first, "Jubei the Cur (10")
	sees(t, second, "Jubei the Cur (10")

	closes()
	until(t, second, `navigator.locks.query().then((l) => l.held.length === 1 && l.pending.length === 0)`)
	until(t, second, `[...doc.querySelectorAll("button")].some((b) => b.textContent.includes("Undo") && (b.click(), true))`)
	sees(t, second, "Nothing yet.")

	h.away(true) // the host is gone
	goes(t, second, "about:blank")
	goes(t, second, shell)
	sees(t, second, "Proposed for Jubei")
	taps(t, second, "Do it")
	sees(t, second, "Jubei the Cur (10")
	goes(t, second, h.URL+"/table/at/"+strings.SplitN(shell, "#at/", 2)[1])
	sees(t, second, "Jubei the Cur (10")
	if got := js[string](t, second, `location.href`); got != shell {
		t.Errorf("the address of a page of the program leads to %s, want %s", got, shell)
	}
	for _, path := range h.asked {
		if path != "/sw.js" && path != "/favicon.ico" { // the browser asks whether there is a newer one
			t.Errorf("%s was asked of the host", path)
		}
	}
}

// crashes ends the process of a tab.
func crashes(t *testing.T, page context.Context) {
	t.Helper()
	crashed := make(chan struct{})
	err := chromedp.Listen(page, func(e any) {
		if _, is := e.(*inspector.EventTargetCrashed); is {
			close(crashed)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = chromedp.Run(page, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, cdppage.Crash, cdp.Empty{}) // which has no answer
			return err
		}))
	}()
	<-crashed
}

// without takes something from the worker of a site, as a browser that has not got it.
func without(lines string) func(http.Handler) http.Handler {
	return changed("/worker.js", func(w http.ResponseWriter, r *http.Request, files http.Handler) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintln(w, lines)
		files.ServeHTTP(unranged{w}, r)
	})
}

// unranged lets something stand before a file.
type unranged struct{ http.ResponseWriter }

func (u unranged) WriteHeader(int) { u.Header().Del("Content-Length") }

// What a browser may lack that keeps files.
const (
	noPrivateFiles = `delete StorageManager.prototype.getDirectory;`
	noDatabase     = `Object.defineProperty(self, "indexedDB", {value: undefined});`
)

// A tab that is killed while it notes one thing after the other loses none of those that were answered, and no fight that was begun: the
// process of the page, the worker and the program ends at no moment that anybody has chosen. That is so with private files, and with the
// database of a browser that has none.
func TestAKilledTabLosesNothing(t *testing.T) {
	long(t)
	t.Run("private files", func(t *testing.T) { kills(t, nil) })
	t.Run("database", func(t *testing.T) { kills(t, without(noPrivateFiles)) })
}

func kills(t *testing.T, through func(http.Handler) http.Handler) {
	t.Helper()
	answered := make(chan string)
	dir := written(t, Options{})
	h := hosted(t, "", dir, func(files http.Handler) http.Handler {
		if through != nil {
			files = through(files)
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if said, ok := strings.CutPrefix(r.URL.Path, "/answered/"); ok {
				select {
				case answered <- said:
				case <-r.Context().Done():
				}
				return
			}
			files.ServeHTTP(w, r)
		})
	})
	ctx := browser(t)
	opens := func() (context.Context, context.CancelFunc) {
		page, closes := tab(t, ctx, h.URL+"/")
		until(t, page, `!document.querySelector("[data-waits]").disabled`)
		return page, closes
	}
	const posts = `const post = (at, body) => fetch("table/" + at, {method: "POST", headers: {"Content-Type": "application/x-www-form-urlencoded"}, body});
		const kept = async (fight) => (await (await fetch("table/at/" + fight + ".own/fight.jsonl")).text()); `
	page, closes := opens()
	fight := js[string](t, page, `(async () => { `+posts+`return (await post("open", "encounter=mirror&people=Kagami")).url.match(/at.(\w+)/)[1] })()`)
	chance := rand.New(rand.NewPCG(55, 1))
	said, fights := 0, map[string]bool{fight: true}
	times := rulestest.Few(6, 200)
	for kill := range times {
		js[bool](t, page, fmt.Sprintf(`(async () => { `+posts+`
			for (let n = %d; ; n++) {
				const done = n %% 7 ? await post("at/%s.own/do/note", "words=note " + n + ".") : await post("open", "encounter=mirror");
				await fetch("answered/%d/" + (!done.ok ? "error " + done.status : n %% 7 ? n : done.url.match(/at.(\w+)/)[1]));
			}
		})(), true`, said+1, fight, kill))
		for heard := 1 + chance.IntN(9); heard > 0; {
			of, got, _ := strings.Cut(<-answered, "/")
			if of != fmt.Sprint(kill) {
				continue // the last word of a tab that is gone
			}
			heard--
			said++
			if strings.HasPrefix(got, "error") {
				t.Fatal(got)
			} else if len(got) == len(fight) {
				fights[got] = true
			} else if got != fmt.Sprint(said) {
				t.Fatalf("%s is answered, want %d", got, said)
			}
		}
		if kill%2 == 0 { // the process ends, or the tab is closed
			crashes(t, page)
		} else {
			closes()
		}
		page, closes = opens()
		until(t, page, `navigator.locks.query().then((l) => l.held.length === 1 && l.pending.length === 0)`) // it is another program
		record := js[string](t, page, fmt.Sprintf(`(async () => { `+posts+`return kept(%q) })()`, fight))
		for n := 1; n <= said; n++ {
			if n%7 != 0 && !strings.Contains(record, fmt.Sprintf(`"note %d."`, n)) {
				t.Fatalf("after kill %d the note %d of %d is lost: %s", kill+1, n, said, record[max(0, len(record)-500):])
			}
		}
		for id := range fights {
			if kill%25 != 0 && kill != times-1 {
				break // all of them are looked at now and then
			}
			if got := js[string](t, page, fmt.Sprintf(`(async () => { `+posts+`return kept(%q) })()`, id)); !strings.HasPrefix(got, `{"kokyu"`) {
				t.Fatalf("after kill %d the fight %s is lost: %s", kill+1, id, got)
			}
		}
	}
	t.Logf("%d kills: %d notes and %d fights that were answered are kept", times, said, len(fights))
}

// changed returns what makes a host answer some paths in another way.
func changed(suffix string, change func(w http.ResponseWriter, r *http.Request, files http.Handler)) func(http.Handler) http.Handler {
	return func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, suffix) {
				change(w, r, files)
				return
			}
			files.ServeHTTP(w, r)
		})
	}
}

func typed(as string) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, files http.Handler) {
		w.Header().Set("Content-Type", as)
		files.ServeHTTP(w, r)
	}
}

// Hosts send files in many ways. What cannot be helped is told in a sentence; a type of the program that is not WebAssembly's can.
func TestHostsAndBrowsersThatAreNotAsTheyShould(t *testing.T) {
	long(t)
	dir := written(t, Options{})
	ctx := browser(t)
	for name, c := range map[string]struct {
		through func(http.Handler) http.Handler
		lacks   string // is taken from the browser
		sees    string
	}{
		"script as text": {changed(".js", typed("text/plain")), "", "The host must send .js as text/javascript."},
		"a page for everything": {changed(programExt, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
			fmt.Fprint(w, "<!doctype html><p>Not here.")
		}), "", `which begins with "<!doctype html>`},
		"no program":          {changed(programExt, func(w http.ResponseWriter, r *http.Request, _ http.Handler) { http.NotFound(w, r) }), "", "the host answers 404 to kokyu-"},
		"the program as text": {changed(programExt, typed("text/plain")), "", "Ready."},
		"the program encoded": {changed(programExt, func(w http.ResponseWriter, r *http.Request, files http.Handler) {
			w.Header().Set("Content-Encoding", "gzip")
			files.ServeHTTP(w, r)
		}), "", "Ready."},
		"a browser of 2019":   {nil, "delete window.DecompressionStream", "It lacks streams of gzip (DecompressionStream)."},
		"without a safe line": {nil, "Object.defineProperty(window, 'isSecureContext', {value: false}); delete Navigator.prototype.serviceWorker", "It lacks a secure address: https, or localhost; service workers."},
		"a private window":    {nil, "", "Ready."},
		"no private files":    {without(noPrivateFiles), "", "Ready."},
		"no files to write":   {without(`delete FileSystemFileHandle.prototype.createSyncAccessHandle;`), "", "Ready."},
		"closed files":        {without(`StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("no", "SecurityError"));`), "", "Ready."},
		"keeps nothing":       {without(noPrivateFiles + noDatabase), "", "this window keeps nothing, as a private one (it has no private files; it has no database): open the page in another window."},
	} {
		t.Run(name, func(t *testing.T) {
			h := hosted(t, "/x", dir, c.through)
			page, cancel := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
			defer cancel()
			if c.lacks != "" {
				_, err := chromedp.Run(page, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
					_, err := cdp.Call(ctx, target, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: c.lacks})
					return err
				}))
				if err != nil {
					t.Fatal(err)
				}
			}
			goes(t, page, h.URL+"/x/")
			sees(t, page, c.sees)
		})
	}
}

// A site that is written anew while a fight is under way disturbs nobody; the next time the page is loaded the new one is taken, and the
// fight goes on.
func TestASiteIsWrittenAnewDuringAFight(t *testing.T) {
	long(t)
	dir := written(t, Options{})
	h := hosted(t, "", dir, nil)
	page, _ := tab(t, browser(t), h.URL+"/")
	begins(t, page)
	before := js[string](t, page, `caches.keys().then(String)`)
	wasm, _ := built()
	if _, err := Write(dir, Options{Wasm: wasm, Frames: []string{"https://table.example"}}); err != nil {
		t.Fatal(err)
	}
	js[bool](t, page, `navigator.serviceWorker.ready.then((r) => r.update()).then(() => true)`)
	until(t, page, `navigator.serviceWorker.ready.then((r) => r.waiting)`)
	taps(t, page, "Do it")
	sees(t, page, "Jubei the Cur (10")
	// What is asked of a worker that goes is answered at once: what it holds open would keep the newer one waiting.
	until(t, page, `navigator.serviceWorker.controller.postMessage({goes: true}), fetch("table/static/icon.svg").then((r) => r.status === 503)`)
	if _, err := chromedp.Run(page, chromedp.Reload()); err != nil {
		t.Fatal(err)
	}
	until(t, page, fmt.Sprintf(`caches.keys().then((all) => all.length === 1 && String(all) !== %q)`, before))
	sees(t, page, "Jubei the Cur (10")
}

// within runs a script in the frame of a page whose address contains at, whatever its origin is.
func within[T any](t *testing.T, ctx context.Context, at, script string) (v T, ok bool) {
	t.Helper()
	_, err := chromedp.Run(ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		tree, err := cdp.Call(ctx, target, cdppage.GetFrameTree, cdp.Empty{})
		if err != nil {
			return err
		}
		for list := tree.FrameTree.ChildFrames; len(list) > 0; {
			f := list[0]
			if list = append(list[1:], f.ChildFrames...); !strings.Contains(f.Frame.URL, at) {
				continue
			}
			world, err := cdp.Call(ctx, target, cdppage.CreateIsolatedWorld, cdppage.CreateIsolatedWorldParams{FrameID: f.Frame.ID})
			if err != nil {
				return err
			}
			out, err := cdp.Call(ctx, target, runtime.Evaluate, runtime.EvaluateParams{Expression: script, ContextID: world.ExecutionContextID, ReturnByValue: new(true), AwaitPromise: new(true)})
			if err == nil && out.Result != nil && out.ExceptionDetails == nil {
				ok = json.Unmarshal(out.Result.Value, &v) == nil
			}
			return err
		}
		return nil
	}))
	return v, ok && err == nil
}

// A page that the site names frames it, 320 pixels wide, with the proposal and the board; a page that it does not name does not.
func TestAPageOfAnotherOriginFramesTheSite(t *testing.T) {
	long(t)
	var site string
	frames := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!doctype html><title>A table</title><iframe src="%s" width="320" height="600"></iframe>`, site)
		})
	}
	named, other := hosted(t, "", "", frames), hosted(t, "", "", frames)
	h := hosted(t, "", written(t, Options{Frames: []string{named.URL}}), nil)
	site = h.URL + "/"
	ctx := browser(t)
	page, _ := tab(t, ctx, named.URL)
	waits := func(at, condition string) {
		t.Helper()
		for end := time.Now().Add(60 * time.Second); time.Now().Before(end); {
			if is, ok := within[bool](t, page, at, condition); is && ok {
				return
			}
		}
		said, _ := within[string](t, page, at, `document.body.innerText`)
		t.Fatalf("%s is not true of\n%s", condition, said)
	}
	waits(h.URL, `!document.querySelector("[data-waits]").disabled && (document.querySelector("[data-waits]").click(), true)`)
	waits("/table/at/", `document.body.textContent.includes("Proposed for Jubei") && !!document.querySelector(".fieldpart svg")`)
	waits("/table/at/", `document.documentElement.scrollWidth <= 320 && innerWidth === 320`)
	page, _ = tab(t, ctx, other.URL)
	waits("chrome-error:", `true`)
	if said, ok := within[string](t, page, h.URL, `document.body.innerText`); ok {
		t.Errorf("a page that is not named shows\n%s", said)
	}
}

// While the program thinks, the pages answer: no task of a page takes long, and what else is asked is answered meanwhile.
func TestThePagesAnswerWhileTheProgramThinks(t *testing.T) {
	long(t)
	h := hosted(t, "", written(t, Options{}), nil)
	page, _ := tab(t, browser(t), h.URL+"/")
	begins(t, page)
	found := js[map[string]float64](t, page, `(async () => {
		const at = document.getElementById("table").contentWindow.location.href, found = {longest: 0, answered: 0, slowest: 0, thought: 0};
		for (const w of [window, document.getElementById("table").contentWindow])
			new w.PerformanceObserver((list) => { for (const e of list.getEntries()) found.longest = Math.max(found.longest, e.duration) }).observe({type: "longtask"});
		const post = async (op, body) => (await fetch(at + "do/" + op, {method: "POST", headers: {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}, body})).text();
		await post("seat", "name=bandits&plays=search+nodes=2000000");
		const start = performance.now();
		await post("auto", "name=bandits");
		for (;;) {
			const begun = performance.now();
			const shown = await (await fetch(at + "now", {headers: {"HX-Request": "true"}})).text();
			found.thought = performance.now() - start;
			if (shown.includes("R1 Jubei") || found.thought > 60000) return found;
			found.answered++;
			found.slowest = Math.max(found.slowest, performance.now() - begun);
		}
	})()`)
	t.Logf("thinking took %.0f ms; meanwhile %.0f pages were answered, the slowest in %.0f ms; the longest task of a page took %.0f ms",
		found["thought"], found["answered"], found["slowest"], found["longest"])
	if found["thought"] < 1000 || found["answered"] < 3 || found["longest"] > 100 { // 50 where nothing else runs
		t.Errorf("%v", found)
	}
}

// A browser that is full says so, and what was answered stays.
func TestABrowserThatIsFull(t *testing.T) {
	long(t)
	t.Run("private files", func(t *testing.T) { fills(t, nil) })
	t.Run("database", func(t *testing.T) { fills(t, without(noPrivateFiles)) })
}

func fills(t *testing.T, through func(http.Handler) http.Handler) {
	t.Helper()
	h := hosted(t, "", written(t, Options{}), through)
	page, _ := tab(t, browser(t), h.URL+"/")
	begins(t, page)
	full := func(size *float64) {
		t.Helper()
		_, err := chromedp.Run(page, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: h.URL, QuotaSize: size})
			return err
		}))
		if err != nil {
			t.Fatal(err)
		}
	}
	const notes = `(async () => {
		const at = document.getElementById("table").contentWindow.location.href;
		for (let n = 1; n < 3000; n++) {
			const r = await fetch(at + "do/note", {method: "POST", headers: {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}, body: "words=" + "so it is written ".repeat(20) + n});
			if (!r.ok) return n + ": " + await r.text();
		}
		return "never";
	})()`
	full(new(float64(1)))
	said := js[string](t, page, notes)
	full(nil)
	if !strings.Contains(strings.ToLower(said), "no space left on device") {
		t.Errorf("a full browser says %s", said)
	}
	if record := js[string](t, page, `fetch(document.getElementById("table").contentWindow.location.href + "fight.jsonl").then((r) => r.text())`); !strings.HasPrefix(record, `{"kokyu"`) {
		t.Errorf("the record is %s", record)
	}
}

// The front page and the pages that only a site has pass axe, where AXE names its file, and are no wider than a small phone.
func TestEveryoneCanUseTheSite(t *testing.T) {
	long(t)
	h := hosted(t, "", written(t, Options{}), nil)
	page, _ := tab(t, browser(t), h.URL+"/")
	until(t, page, `!document.querySelector("[data-waits]").disabled`)
	axe, err := os.ReadFile(os.Getenv("AXE"))
	looks := func(name string) {
		t.Helper()
		if err != nil {
			return
		}
		run := string(axe) + `;axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html).join(" | ")).join("\n"))`
		found, ok := "", true
		if js[bool](t, page, `document.body.className === ""`) {
			found = js[string](t, page, run)
		} else { // it stands in a frame
			found, ok = within[string](t, page, "/table/", run)
		}
		if found != "" || !ok {
			t.Errorf("%s: axe finds %s", name, found)
		}
	}
	if _, err := chromedp.Run(page, chromedp.EmulateViewport(320, 640)); err != nil {
		t.Fatal(err)
	}
	if js[bool](t, page, `document.documentElement.scrollWidth > 320`) {
		t.Error("the front page is wider than 320 pixels")
	}
	looks("the front page")
	begins(t, page)
	looks("a fight in its frame")
	goes(t, page, "about:blank")
	goes(t, page, h.URL+"/#")
	until(t, page, `!document.querySelector("[data-waits]").disabled`)
	taps(t, page, "All encounters")
	sees(t, page, "Go on with")
	sees(t, page, "Take fights along")
	goes(t, page, "about:blank")
	goes(t, page, h.URL+"/#phone/")
	sees(t, page, "Scan it with the camera")
	looks("the page that asks for a code")
	js[bool](t, page, fmt.Sprintf(`fetch("table/open", {method: "POST", headers: {"Content-Type": "application/x-www-form-urlencoded"},
		body: new URLSearchParams({system: "breath", text: %q, people: "Aki"})}).then((r) => { frame.src = r.url; return true })`, gate))
	taps(t, page, "Links for players")
	sees(t, page, "A phone in the same network")
	looks("the page of links")
	taps(t, page, "A phone for Aki")
	until(t, page, `doc.querySelector("textarea[readonly]")`)
	if js[bool](t, page, `doc.documentElement.scrollWidth > 320`) {
		t.Error("the page with a code is wider than 320 pixels")
	}
	looks("the page with a code")
}

// What a browser has kept in its database moves to its private files when it comes to have those.
func TestADatabaseMovesToPrivateFiles(t *testing.T) {
	long(t)
	lacks := true
	h := hosted(t, "", written(t, Options{}), func(files http.Handler) http.Handler {
		old := without(noPrivateFiles)(files)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/sw.js" { // nothing is kept of the site itself
				w.Header().Set("Cache-Control", "no-store")
			}
			if lacks {
				old.ServeHTTP(w, r)
			} else {
				files.ServeHTTP(w, r)
			}
		})
	})
	page, _ := tab(t, browser(t), h.URL+"/")
	begins(t, page)
	taps(t, page, "Do it")
	sees(t, page, "Jubei the Cur (10")
	const databases = `indexedDB.databases().then((all) => all.length)`
	if n := js[int](t, page, databases); n != 1 {
		t.Fatalf("there are %d databases", n)
	}
	lacks = false
	js[bool](t, page, `(async () => { for (const name of await caches.keys()) await (await caches.open(name)).delete("/worker.js"); return true })()`)
	if _, err := chromedp.Run(page, chromedp.Reload()); err != nil {
		t.Fatal(err)
	}
	sees(t, page, "Jubei the Cur (10")
	until(t, page, databases+`.then((n) => n === 0)`)
	taps(t, page, "Do it")
	if _, err := chromedp.Run(page, chromedp.Reload()); err != nil {
		t.Fatal(err)
	}
	sees(t, page, "Jubei the Cur (10")
}
