//go:build unix

package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// served names the folder that this program serves instead of testing, when it is started by a test to be killed.
const served = "SERVE_TEST_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(served); dir != "" {
		f, err := Open(dir, Options{Nodes: 300})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			os.Exit(2)
		}
		fmt.Println("http://" + l.Addr().String())
		_ = NewServer(f, ServerOptions{Rate: 1_000_000, RateLink: 1_000_000}).Serve(context.Background(), l)
		os.Exit(0)
	}
	code := m.Run()
	if code == 0 {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		if err := goleak.Find(goleak.IgnoreTopFunction("net/http.(*persistConn).readLoop"),
			goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop")); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines are left:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// process is a server that can be killed.
type process struct {
	cmd *exec.Cmd
	url string
}

func started(t *testing.T, dir string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env, cmd.Stderr = append(os.Environ(), served+"="+dir), os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server does not start: %v", err)
	}
	return &process{cmd, strings.TrimSpace(line)}
}

// note is a note that a client made or wanted to make.
type note struct{ fight, words, key string }

// post sends a request; ok says that it was acknowledged.
func (p *process) post(path, key, idempotent, body string) (answer []byte, ok bool) {
	r, err := http.NewRequest("POST", p.url+path, strings.NewReader(body))
	if err != nil {
		return nil, false
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Idempotency-Key", idempotent)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, false
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	return answer, err == nil && resp.StatusCode < 300
}

// A server is killed at random moments under load, and started again: nothing that it acknowledged is missing, nothing that it did
// not is half there, and what was under way is made once when it is sent again with its key. 200 times with LONG=1.
func TestKilledAtAnyMoment(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	dir, rand := t.TempDir(), rand.New(rand.NewPCG(31, 1))
	kept := map[string]note{} // acknowledged, by their words
	links := map[string]string{}
	var under []note // not acknowledged when the server was killed
	for life := range rulestest.Few(6, 200) {
		p := started(t, dir)
		for _, n := range under {
			if _, ok := p.post("/fights/"+n.fight+"/note", links[n.fight], n.key, fmt.Sprintf(`{"words":%q}`, n.words)); !ok {
				t.Fatalf("a request that is sent again is refused")
			}
			kept[n.words] = n
		}
		under = load(t, p, life, 20+rand.IntN(60), time.Duration(rand.IntN(2000))*time.Microsecond, links, kept)
	}
	p := started(t, dir)
	defer func() { _ = p.cmd.Wait() }()
	defer func() { _ = p.cmd.Process.Kill() }()
	for _, n := range under {
		if _, ok := p.post("/fights/"+n.fight+"/note", links[n.fight], n.key, fmt.Sprintf(`{"words":%q}`, n.words)); !ok {
			t.Fatal("a request that is sent again is refused")
		}
		kept[n.words] = n
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*"+unfinishedExt)); err != nil || len(left) > 0 {
		t.Errorf("%v is left: %v", left, err)
	}
	desks, err := filepath.Glob(filepath.Join(dir, "*"+deskExt))
	for _, desk := range desks {
		if _, err := os.Stat(strings.TrimSuffix(desk, deskExt) + recordExt); err != nil {
			t.Errorf("a fight that was opened when the server was killed has left its links: %v", err)
		}
	}
	if err != nil || len(desks) < len(links) {
		t.Errorf("%d desks of %d fights: %v", len(desks), len(links), err)
	}
	var steps int
	for id := range links {
		file, err := os.Open(filepath.Join(dir, id+recordExt))
		if err != nil {
			t.Fatalf("an acknowledged fight: %v", err)
		}
		rec, warnings, err := fight.ReadRecord(id, file)
		file.Close()
		if err != nil || len(warnings) > 0 {
			t.Fatalf("%s: %v %v", id, err, warnings)
		}
		seen := map[string]bool{}
		for _, s := range rec.Steps {
			n, was := kept[s.What]
			if !was || n.fight != id || seen[s.What] {
				t.Errorf("%s: the note %q is there twice, or nobody made it", id, s.What)
			}
			seen[s.What] = true
			steps++
		}
	}
	if steps != len(kept) || steps == 0 {
		t.Errorf("%d steps are in the records, %d were acknowledged", steps, len(kept))
	}
	t.Logf("%d fights, %d steps", len(links), steps)
}

// load lets four clients work until some steps are acknowledged, kills the server a moment later, and returns what was under way.
func load(t *testing.T, p *process, life, steps int, moment time.Duration, links map[string]string, kept map[string]note) (under []note) {
	t.Helper()
	var mu sync.Mutex
	var busy sync.WaitGroup
	enough := make(chan struct{})
	acknowledged := 0
	for c := range 4 {
		busy.Go(func() {
			var id, key string
			for i := 0; ; i++ {
				if i%8 == 0 { // another fight
					body, ok := p.post("/fights", "", "", `{"encounter":"mirror","seats":{"Chikara":"human","Kagami":"human"},"dice":["all"],"voice":"none"}`)
					if !ok {
						return
					}
					var b BeginResponse
					if json.Unmarshal(body, &b) != nil {
						return
					}
					id, key = b.ID, b.Links[0].Key
					mu.Lock()
					links[id] = key
					mu.Unlock()
				}
				n := note{id, fmt.Sprintf("life %d client %d step %d", life, c, i), fmt.Sprintf("%d-%d-%d", life, c, i)}
				body, ok := p.post("/fights/"+id+"/note", key, n.key, fmt.Sprintf(`{"words":%q}`, n.words))
				mu.Lock()
				if !ok || !bytes.Contains(body, []byte(n.words)) {
					under = append(under, n)
					mu.Unlock()
					return
				}
				kept[n.words] = n
				if acknowledged++; acknowledged == steps {
					close(enough)
				}
				mu.Unlock()
			}
		})
	}
	<-enough
	time.Sleep(moment) // the moment is what is random
	_ = p.cmd.Process.Kill()
	busy.Wait()
	_ = p.cmd.Wait()
	return under
}
