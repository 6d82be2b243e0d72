//go:build unix

package serve

import (
	"cmp"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// crowd is many fights with streams that check what they hear.
type crowd struct {
	*site
	fights    []played
	breaks    atomic.Bool // the streams break after a few events, and go on
	steps     atomic.Int64
	heard     atomic.Int64
	broken    atomic.Int64
	listening sync.WaitGroup
}

const theLast = "the last step of this fight"

// follow reads a stream until the last step of so many fights: every step once and in order.
func (c *crowd) follow(path, key string, fights int, seed uint64) {
	r := rand.New(rand.NewPCG(53, seed))
	c.listening.Go(func() {
		next, mark := map[string]int{}, ""
		for fights > 0 {
			c.listen(path, key, mark, func(e sent) bool {
				if e.Mark != "" {
					mark = e.Mark
				}
				if e.Event == EventStep {
					c.heard.Add(1)
					of := Pushed{Step: &rules.Step{N: e.ID}}
					if path[0] == '?' { // of all fights
						reply{body: []byte(e.Data)}.into(c.t, &of)
					}
					if next[of.Fight]++; of.Step.N != next[of.Fight] {
						c.t.Errorf("%s%s: step %d comes for step %d", path, of.Fight, of.Step.N, next[of.Fight])
						next[of.Fight] = of.Step.N
					}
					if strings.Contains(e.Data, theLast) {
						fights--
					}
				}
				return fights == 0 || e.Event == EventEnd || c.breaks.Load() && r.IntN(3) == 0
			})
			c.broken.Add(1)
		}
	})
}

// add adds a fight with two streams.
func (c *crowd) add(path string, keys map[string]string, i int) {
	c.fights = append(c.fights, played{path: path, keys: keys})
	for j, who := range []string{"gm", "Kagami"} {
		c.follow(path, keys[who], 1, uint64(2*i+j))
	}
}

// spans are how long something took, many times.
type spans []time.Duration

// part returns what so many of a hundred were within.
func (s spans) part(of int) time.Duration {
	slices.Sort(s)
	return s[len(s)*of/100]
}

// act makes steps in all fights by turns.
func (c *crowd) act(rounds int) {
	for range rounds {
		for i := range c.fights {
			f := &c.fights[i]
			op, in := f.next(c.site)
			c.timed("POST", f.path+"/"+op, f.keys["gm"], in)
			c.steps.Add(1)
		}
	}
}

// end makes the last step in all fights and waits until all streams have heard of it.
func (c *crowd) end() {
	for i := range c.fights {
		c.timed("POST", c.fights[i].path+"/note", c.fights[i].keys["gm"], `{"words":"`+theLast+`"}`)
		c.steps.Add(1)
	}
	c.listening.Wait()
}

// held is what a program has.
type held struct{ heap, goroutines, files int64 }

// holds returns what the program has now.
func (c *crowd) holds() held {
	c.http.CloseIdleConnections()
	return held{heap(), int64(runtime.NumGoroutine()), int64(openFiles())}
}

// When 400 streams of 200 fights, and one of all of them, break after every third event, they still have every step once and in order, and when
// all is closed the memory, goroutines and files are as before.
func TestManyFightsAtOnce(t *testing.T) {
	rulestest.NeedsMore(t)
	c := &crowd{site: serving(t, Options{Idle: time.Second}, ServerOptions{})}
	f := c.Fights()
	all, err := f.followAll(bearer{f, ownersName}, "")
	if err != nil {
		t.Fatal(err)
	}
	c.begin(handsOn) // what is made once is made
	before := c.holds()
	c.follow("?after="+all.lastID(), c.Owner(), 200, 1000)
	for i := range 200 {
		path, keys := c.begin(handsOn)
		c.add(path, keys, i)
	}
	c.act(3)
	under := c.holds()
	c.breaks.Store(true)
	c.act(3)
	c.breaks.Store(false)
	c.end()
	t.Logf("%d steps were heard %d times in 401 streams, through %d connections", c.steps.Load(), c.heard.Load(), c.broken.Load())
	if c.heard.Load() != 3*c.steps.Load() || c.broken.Load() < 1000 {
		t.Error("a step was not heard three times")
	}
	for loaded := 1; loaded > 0; _, loaded = f.Count() {
		time.Sleep(10 * time.Millisecond)
	}
	after := c.holds()
	for range 50 { // connections close in their own time
		if after.goroutines <= before.goroutines && after.files <= before.files {
			break
		}
		time.Sleep(20 * time.Millisecond)
		after = c.holds()
	}
	t.Logf("before %+v, with all under way %+v, after %+v", before, under, after)
	if after.goroutines > before.goroutines || after.files > before.files || after.heap-before.heap > (under.heap-before.heap)/4 {
		t.Error("something is not given back")
	}
}

// With 200 fights under way and 400 streams an accepted step takes, besides its line to the disk, a few times what a request takes that does
// nothing, and one that is refused less. With TIMED=1 half of the steps may take 3 times as long, and 99 of 100 in 5 times.
func TestAStepTakesAFewTimesNothing(t *testing.T) {
	rulestest.NeedsMore(t)
	p := started(t, t.TempDir()) // a program of its own, as servers are
	defer func() { _ = p.cmd.Wait() }()
	defer func() { _ = p.cmd.Process.Kill() }()
	c := &crowd{site: &site{t, nil, p.url, &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 10}}}}
	defer c.http.CloseIdleConnections()
	for i := range 200 {
		text, ok := p.post("/fights", "", "", handsOn)
		var b BeginResponse
		if err := json.Unmarshal(text, &b); !ok || err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		keys := map[string]string{}
		for _, l := range b.Links {
			keys[cmp.Or(l.Seat, string(l.Role))] = l.Key
		}
		c.add(b.Path, keys, i)
	}
	line, err := os.Create(filepath.Join(t.TempDir(), "line"))
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	var steps, refused, nothing, disk spans
	for n := range 1000 {
		f := &c.fights[n%len(c.fights)]
		op, in := f.next(c.site)
		_, idle := c.timed("GET", "/healthz", f.keys["gm"], "")
		from := time.Now()
		if _, ok := p.post(f.path+"/"+op, f.keys["watcher"], "", in); ok {
			t.Fatalf("who watches may %s %s", op, in)
		}
		nothing, refused = append(nothing, idle), append(refused, time.Since(from))
		_, took := c.timed("POST", f.path+"/"+op, f.keys["gm"], in)
		from = time.Now()
		_, err := line.WriteString(strings.Repeat("x", 400))
		if err = errors.Join(err, line.Sync()); err != nil {
			t.Fatal(err)
		}
		steps, disk = append(steps, took), append(disk, time.Since(from))
	}
	for of, most := range map[int]float64{50: 3, 99: 5} {
		step, no, idle, line := steps.part(of), refused.part(of), nothing.part(of), disk.part(of)
		times := float64(step-line) / float64(idle)
		t.Logf("%d of 100 requests that do nothing take %v, steps %v, of which a line to the disk %v: %.1f times as long, without the disk %.1f times, refused %.1f times",
			of, idle, step, line, float64(step)/float64(idle), times, float64(no)/float64(idle))
		if rulestest.MayMeasureTime() && times > most {
			t.Errorf("a step takes too long, want at most %v times", most)
		}
	}
	c.end()
}
