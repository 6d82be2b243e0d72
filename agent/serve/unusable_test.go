package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"kokyu/rules/fight"
)

// What is wrong with the files of a fight is told to its GM, with file and line; others are told that, and its record can be read as it is.
func TestWhatIsWrongWithAFightsFilesIsSaid(t *testing.T) {
	s := serving(t, Options{Nodes: 50}, ServerOptions{})
	path, keys := s.begin(`{"encounter":"ambush","seed":7,"ask":false}`)
	gm, id := keys["gm"], strings.TrimPrefix(path, "/fights/")
	record := s.Fights().path(id, recordExt)
	answers := func(method, path, key string, status int) []byte {
		t.Helper()
		r := s.ask(method, path, key, "")
		if r.status != status {
			t.Fatalf("%s %s: %d %s, want %d", method, path, r.status, r.body, status)
		}
		return r.body
	}
	answers("POST", path+"/play", gm, 200)
	if err := s.Fights().unloadNow(id); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	torn := bytes.Replace(whole, lines[4], bytes.Replace(lines[4], []byte(`"n":4`), []byte(`"n":5`), 1), 1)
	if bytes.Equal(torn, whole) {
		t.Fatalf("line 5 is %s", lines[4])
	}
	if err := os.WriteFile(record, torn, 0o600); err != nil {
		t.Fatal(err)
	}
	var p ProblemDetails
	if err := json.Unmarshal(answers("POST", path+"/state", gm, 409), &p); err != nil {
		t.Fatal(err)
	}
	if p.Code != UnusableFiles || len(p.Errors) != 1 || p.Errors[0].File != id+recordExt || p.Errors[0].Line != 5 || p.Detail == "" {
		t.Errorf("the GM of a damaged record gets %+v", p)
	}
	for _, key := range []string{keys["Tomoe"], keys["watcher"]} {
		if text := string(answers("POST", path+"/state", key, 409)); !strings.Contains(text, `"unusable"`) || strings.Contains(text, "line") || strings.Contains(text, recordExt) {
			t.Errorf("others get %s", text)
		}
	}
	if got := answers("GET", path+"/record", gm, 200); !bytes.Equal(got, torn) {
		t.Error("the record is not what is on disk")
	}
	answers("GET", path+"/record", keys["Tomoe"], 403)
	if err := os.WriteFile(record, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	answers("POST", path+"/state", gm, 200)
	path, _ = s.begin(`{"encounter":"mirror"}`)
	other := strings.TrimPrefix(path, "/fights/")
	s.Fights().mu.Lock()
	delete(s.Fights().desks, other)
	s.Fights().mu.Unlock()
	if err := os.Remove(s.Fights().path(other, deskExt)); err != nil {
		t.Fatal(err)
	}
	if text := string(answers("POST", "/fights/"+other+"/state", s.Owner(), 409)); !strings.Contains(text, other+deskExt) ||
		!strings.Contains(text, "the file is not there") {
		t.Errorf("of a fight without its desk: %s", text)
	}
	if text := string(answers("GET", "/fights", s.Owner(), 200)); !strings.Contains(text, id) || strings.Contains(text, other) {
		t.Errorf("the list of the others: %s", text)
	}
}

// A full disk has its code, wherever it is met, and a file that is closed to the server its sentence.
func TestAFullDiskHasItsCode(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "/secret/place/a.jsonl", Err: syscall.ENOSPC}
	for _, err := range []error{full, fmt.Errorf("the step: %w", full), codedError{full, Failed}} {
		if p := problemOf(err); p.Code != NoRoom || p.Status != http.StatusInsufficientStorage || strings.Contains(p.Detail+p.Want, "secret") {
			t.Errorf("%v: %+v", err, p)
		}
	}
	p := problemOf(unusableError("/secret/place/a.jsonl", &fs.PathError{Op: "open", Path: "/secret/place/a.jsonl", Err: syscall.EACCES}))
	if p.Code != UnusableFiles || p.Status != 409 || p.Errors[0].File != "a.jsonl" || p.Detail != "the server may not read and write the file" {
		t.Errorf("%+v", p)
	}
	p = problemOf(unusableError("/secret/a.jsonl", &fight.Difference{File: "/secret/a.jsonl", Line: 7, What: "p", Got: "0.5", Want: "0.4"}))
	if p.Errors[0].Line != 7 || p.Errors[0].File != "a.jsonl" || strings.Contains(fmt.Sprint(p), "secret") {
		t.Errorf("%+v", p)
	}
}

// A search that the server's end cuts off says so, in a fight and without one.
func TestASearchThatIsCutOffSaysSo(t *testing.T) {
	f := opened(t, t.TempDir(), Options{Nodes: 50, MaxThinkTime: time.Minute})
	b, as := begun(t, f, Begin{Encounter: json.RawMessage(`"oni"`), Seed: 1})
	begin, errs := make(chan struct{}), make(chan error, 2)
	go func() {
		errs <- f.RunSearch(t.Context(), "", func(ctx context.Context) error { close(begin); <-ctx.Done(); return ctx.Err() })
	}()
	<-begin
	go func() {
		_, err := f.Call(t.Context(), as["gm"], "advise", json.RawMessage(`{"nodes":2000000}`), Terms{})
		errs <- err
	}()
	for f.thinking(b.ID) == 0 {
		runtime.Gosched()
	}
	f.Stop()
	for range 2 {
		if err := <-errs; CodeOf(err) != Stopping || !strings.Contains(err.Error(), "the server is stopping") {
			t.Error(err)
		}
	}
}

// unloadNow lets go of a fight that nobody uses.
func (f *Fights) unloadNow(id string) error {
	f.mu.Lock()
	t := f.tables[id]
	f.mu.Unlock()
	return t.close(f.stoppedError())
}
