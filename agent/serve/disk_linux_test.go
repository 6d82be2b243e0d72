package serve

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kokyu/rules/rulestest"
)

// inNamespace is in the environment of this program when it runs again with namespaces of its own.
const inNamespace = "SERVE_TEST_NAMESPACE"

// again runs a test again as the root of namespaces of its own, as unshare(1) makes them, and reports whether this is that run. Where the
// system makes none the test is skipped.
func again(t *testing.T, unshare string) bool {
	t.Helper()
	if os.Getenv(inNamespace) != "" {
		return true
	}
	if out, err := exec.Command("unshare", unshare, "true").CombinedOutput(); err != nil {
		t.Skipf("this system makes no namespaces: %v %s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("unshare", unshare, self, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), inNamespace+"=1")
	out, err := cmd.CombinedOutput()
	if t.Logf("%s", out); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("in its own namespaces: %v", err)
	}
	return false
}

// mounted returns a folder in memory of so many KiB.
func mounted(t *testing.T, kib int) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dk", kib)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// On a disk that is full nothing is acknowledged that is not there, and each refusal says that there is no room: a fight is not opened, a
// step not made, a key not kept. What there is can be read, and with room and another start everything goes on, to the step.
func TestADiskThatIsFull(t *testing.T) {
	rulestest.NeedsMore(t)
	if !again(t, "-rm") {
		return
	}
	dir := mounted(t, 512)
	filler := filepath.Join(dir, "filler")
	f, err := Open(filepath.Join(dir, "fights"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(f, ServerOptions{Rate: 1 << 20, RateLink: 1 << 20})
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	ask := &site{t, s, web.URL, web.Client()}
	path, keys := ask.begin(handsOn)
	var made lastingKey
	ask.ask("POST", "/keys", s.Owner(), `{"name":"a","scope":"gm"}`).into(t, &made)
	for i := range 3 {
		ask.ask("POST", path+"/note", keys["gm"], fmt.Sprintf(`{"words":"note %d"}`, i))
	}
	before, err := os.ReadFile(filepath.Join(f.dir, lastingFile))
	if err != nil {
		t.Fatal(err)
	}
	fill := func() {
		t.Helper()
		out, err := os.OpenFile(filler, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		for _, size := range []int{64 << 10, 4 << 10, 1} {
			for err = nil; err == nil; _, err = out.Write(make([]byte, size)) {
			}
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
		}
	}
	fill()
	refused := func(r reply) {
		t.Helper()
		if r.status != http.StatusInsufficientStorage || !strings.Contains(string(r.body), "on the server's disk") || strings.Contains(string(r.body), dir) {
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	refused(ask.ask("POST", "/fights", "", handsOn))
	refused(ask.ask("POST", "/keys", s.Owner(), `{"name":"b","scope":"gm"}`))
	refused(ask.ask("POST", "/origins", s.Owner(), `{"origin":"https://table.example"}`))
	acknowledged := 3
	for n := 0; n < 100; n++ { // a page of the disk that is begun has room still
		r := ask.ask("POST", path+"/note", keys["gm"], fmt.Sprintf(`{"words":"%d %s"}`, n, strings.Repeat("x", 200)))
		if r.status == http.StatusOK {
			acknowledged++
			continue
		}
		refused(r)
		break
	}
	for _, get := range []string{"/fights", path, path + "/tale", path + "/record", "/keys", "/openapi.json"} {
		if r := ask.ask("GET", get, s.Owner(), ""); r.status != http.StatusOK {
			t.Errorf("%s: %d %s", get, r.status, r.body)
		}
	}
	if now, err := os.ReadFile(filepath.Join(f.dir, lastingFile)); err != nil || string(now) != string(before) {
		t.Errorf("the keys are now %q, %v", now, err)
	}
	if err := errors.Join(f.Close(), os.Remove(filler)); err != nil && CodeOf(err) != NoRoom {
		t.Error(err)
	}
	f, err = Open(f.dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	left, err := os.ReadDir(f.dir)
	if err != nil || len(left) != 4 { // a lock, keys, a record and its desk
		t.Errorf("%v, %v", left, err)
	}
	a, err := f.Access(keys["gm"])
	if err != nil {
		t.Fatal(err)
	}
	if n := calls(t, f, a, "note", `{"words":"there is room"}`).Steps; n != acknowledged+1 {
		t.Errorf("%d steps, %d were acknowledged before", n, acknowledged)
	}
	if _, ok := f.lasting.ofSecret(made.Key); !ok {
		t.Error("the key is gone")
	}
	t.Logf("%d steps were acknowledged", acknowledged)
}

// A folder that cannot be written to is told so, in a sentence, and nothing in it is changed.
func TestAFolderThatCannotBeWritten(t *testing.T) {
	rulestest.NeedsMore(t)
	if !again(t, "-rm") {
		return
	}
	dir := mounted(t, 512)
	f, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	begun(t, f, Begin{})
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{dir, filepath.Join(dir, "new")} {
		if _, err := Open(dir, Options{}); err == nil || !strings.Contains(err.Error(), "the folder of fights cannot be ") || !strings.Contains(err.Error(), "read-only") {
			t.Errorf("%v", err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 3 {
		t.Errorf("%v, %v", left, err)
	}
}
