package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/jobs/cluster"
	"kokyu/agent/work"
	"kokyu/rules/rulestest"
)

// serve starts a real server with its store in a folder; port -1 is any.
func serve(t testing.TB, dir string, port int, most int64) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, JetStreamMaxStore: most, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server does not start")
	}
	t.Cleanup(s.Shutdown)
	return s
}

const gib = 1 << 30

// options returns those of a test, with short leases.
func options(s *server.Server, name string) cluster.Options {
	return cluster.Options{URL: s.ClientURL(), Name: name, Build: "b1", Lease: time.Second}
}

// sums is work for tests: job k is Add and k. It notes how often each was done, and does of some what it is told.
type sums struct {
	mu   sync.Mutex
	did  map[int]int
	hook func(k int) error // may be nil
}

type sumsDoc struct {
	Add int `json:"add"`
}

func (s *sums) kinds() []jobs.Kind {
	return []jobs.Kind{{Name: "sum", Open: func(_ context.Context, data []byte) (jobs.MakeWorkers, error) {
		var doc sumsDoc
		if err := jobs.Decode(data, &doc); err != nil {
			return nil, err
		}
		return func() func(int) (any, error) {
			return func(k int) (any, error) {
				s.mu.Lock()
				if s.did == nil {
					s.did = map[int]int{}
				}
				s.did[k]++
				s.mu.Unlock()
				if s.hook != nil {
					if err := s.hook(k); err != nil {
						return nil, err
					}
				}
				return doc.Add + k, nil
			}
		}, nil
	}}}
}

// most returns how often a job was done that was done most often.
func (s *sums) most() (most, all int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.did {
		most, all = max(most, n), all+n
	}
	return most, all
}

// works has a worker work until the test ends or stop is called.
func works(t testing.TB, o cluster.Options, kinds []jobs.Kind) (w *cluster.Worker, stop func()) {
	return worksOn(t, 2, o, kinds)
}

func worksOn(t testing.TB, cores int, o cluster.Options, kinds []jobs.Kind) (w *cluster.Worker, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	w = &cluster.Worker{Options: o, Kinds: kinds, Cores: cores, Drain: 5 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-ended; err != nil {
				t.Errorf("a worker: %v", err)
			}
		})
	}
	t.Cleanup(stop)
	return w, stop
}

// asks has n sums done, and is them in their order.
func asks(t testing.TB, o cluster.Options, n, add int, see func(k int) bool) ([]int, error) {
	t.Helper()
	a, err := cluster.ConnectAsker(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var got []int
	ctx, end := context.WithTimeout(t.Context(), 50*time.Second)
	defer end()
	err = jobs.Do(ctx, &jobs.Pool{Build: o.Build, Remote: a}, n,
		jobs.Bench[int]{Kind: "sum", Doc: func() (any, error) { return sumsDoc{add}, nil }}, func(k, sum int) bool {
			got = append(got, sum)
			return see != nil && see(k)
		})
	return got, err
}

func want(n, add int) (list []int) {
	for k := range n {
		list = append(list, add+k)
	}
	return list
}

func same(t testing.TB, got []int, err error, n, add int) {
	t.Helper()
	if err != nil || !slices.Equal(got, want(n, add)) {
		t.Errorf("got %v, %v; want %v", got, err, want(n, add))
	}
}

// Two workers do what was asked for, each job once, and who asks again is told what is known: nobody works a second time. Other
// work on the same server is not disturbed.
func TestWorkIsDoneOnce(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), -1, gib)
	var one, two sums
	works(t, options(s, "one"), one.kinds())
	works(t, options(s, "two"), two.kinds())
	got, err := asks(t, options(s, "asker"), 400, 7, nil)
	same(t, got, err, 400, 7)
	most1, all1 := one.most()
	most2, all2 := two.most()
	if all1+all2 != 400 || most1 != 1 || most2 != 1 {
		t.Errorf("one did %d jobs, two %d, some %d times", all1, all2, max(most1, most2))
	}
	got, err = asks(t, options(s, "asker"), 410, 7, nil)
	same(t, got, err, 410, 7)
	if _, again := one.most(); again+func() int { _, n := two.most(); return n }() != 410 {
		t.Error("what was known was done again")
	}
	got, err = asks(t, options(s, "asker"), 5, 8, nil)
	same(t, got, err, 5, 8)
}

// Where the results say that it is enough, what has not begun is taken back.
func TestEnoughIsEnough(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), -1, gib)
	var w sums
	works(t, options(s, "one"), w.kinds())
	got, err := asks(t, options(s, "asker"), 100_000, 0, func(k int) bool { return k == 19 })
	same(t, got, err, 20, 0)
	if _, all := w.most(); all > 600 {
		t.Errorf("%d jobs were done where 20 were enough", all)
	}
	if st, err := cluster.Look(t.Context(), options(s, "looker")); err != nil || len(st.Builds) != 1 || st.Builds[0].Queued != 0 {
		t.Errorf("%+v, %v", st, err)
	}
}

// A job that fails each time, or breaks what does it, is set aside with its error; all others are done. Asked again it is
// tried again.
func TestAPoisonedJobIsSetAside(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), -1, gib)
	broken := true
	var w sums
	w.hook = func(k int) error {
		switch {
		case broken && k == 7:
			panic("seven")
		case broken && k == 9:
			return errors.New("nine")
		}
		return nil
	}
	var said []string
	o := options(s, "one")
	var mu sync.Mutex
	o.Say = func(what string) { mu.Lock(); said = append(said, what); mu.Unlock() }
	_, stop := works(t, o, w.kinds())
	got, err := asks(t, options(s, "asker"), 40, 0, nil)
	stop()
	aside, ok := errors.AsType[*jobs.Aside](err)
	if !ok || aside.First != 7 || aside.Count != 2 || !strings.Contains(aside.Fault, "seven") || !slices.Equal(got, want(7, 0)) {
		t.Errorf("got %v, %v", got, err)
	}
	if w.did[7] != cluster.TriesUsual || w.did[9] != cluster.TriesUsual || len(w.did) != 40 {
		t.Errorf("tried %d and %d times, of %d jobs", w.did[7], w.did[9], len(w.did))
	}
	mu.Lock()
	if len(said) != 2 || !strings.HasPrefix(said[0], "a job was set aside: ") {
		t.Errorf("said %q", said)
	}
	mu.Unlock()
	broken = false
	works(t, o, w.kinds())
	got, err = asks(t, options(s, "asker"), 40, 0, nil)
	same(t, got, err, 40, 0)
}

// A worker that dies with a job in hand, or is silent for longer than its lease, loses it to another.
func TestALeaseEndsWithItsWorker(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), -1, gib)
	taken := make(chan struct{})
	go func() { // takes a job and is never heard of again
		nc, err := nats.Connect(s.ClientURL())
		if err != nil {
			return
		}
		t.Cleanup(nc.Close)
		js, _ := jetstream.New(nc)
		for {
			if c, err := js.Consumer(t.Context(), "kokyu-work", "build-b1"); err == nil {
				if _, err := c.Next(jetstream.FetchMaxWait(time.Second)); err == nil {
					close(taken)
					return
				}
			}
			if t.Context().Err() != nil {
				return
			}
		}
	}()
	done := make(chan []int)
	go func() {
		got, err := asks(t, options(s, "asker"), 12, 1, nil)
		if err != nil {
			t.Errorf("the asker: %v", err)
		}
		done <- got
	}()
	<-taken
	var w sums
	works(t, options(s, "one"), w.kinds())
	same(t, <-done, nil, 12, 1)
}

// The server is stopped and started again with its store while there is work: nothing is lost, and both sides say so.
func TestAServerComesBack(t *testing.T) { // not beside others: their servers may take its port while it is down
	rulestest.NeedsMore(t)
	dir := t.TempDir()
	s := serve(t, dir, -1, gib)
	port := s.Addr().(*net.TCPAddr).Port
	half, back := make(chan struct{}), make(chan struct{})
	atHalf := sync.OnceFunc(func() { close(half) }) // the job is done twice if its lease ends meanwhile
	var w sums
	w.hook = func(k int) error {
		if k == 30 {
			atHalf()
			<-back
		}
		return nil
	}
	var mu sync.Mutex
	var said []string
	o := options(s, "one")
	o.Lease = 5 * time.Second
	o.Say = func(what string) { mu.Lock(); said = append(said, what); mu.Unlock() }
	works(t, o, w.kinds())
	go func() {
		<-half
		s.Shutdown()
		s.WaitForShutdown()
		serve(t, dir, port, gib)
		close(back)
	}()
	got, err := asks(t, o, 60, 3, nil)
	same(t, got, err, 60, 3)
	mu.Lock()
	defer mu.Unlock()
	all := strings.Join(said, "\n")
	if !strings.Contains(all, "the connection to the server is lost") || !strings.Contains(all, "connected to the server again") {
		t.Errorf("said %q", said)
	}
}

// A worker of another build does not touch the work, and says so; the asker says that nobody is there.
func TestAnotherBuildIsRefused(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), -1, gib)
	ctx, end := context.WithCancel(t.Context())
	heard := make(chan string, 10)
	o := options(s, "asker")
	go func() {
		a, err := cluster.ConnectAsker(ctx, o)
		if err != nil {
			return
		}
		defer a.Close()
		_ = jobs.Do(ctx, &jobs.Pool{Build: "b1", Remote: a}, 3, jobs.Bench[int]{Kind: "sum", Doc: func() (any, error) { return sumsDoc{1}, nil }},
			func(int, int) bool { return false })
	}()
	for { // until it has asked
		if st, err := cluster.Look(t.Context(), o); err == nil && len(st.Builds) == 1 && st.Builds[0].Queued == 3 {
			break
		}
	}
	other := options(s, "other")
	other.Build, other.Say = "b2", func(what string) { heard <- what }
	var w sums
	works(t, other, w.kinds())
	if got := <-heard; got != "3 jobs wait for a worker of build b1; this is build b2 and does not do them, as its results could be others" {
		t.Errorf("it says %q", got)
	}
	if _, all := w.most(); all != 0 {
		t.Errorf("it did %d jobs", all)
	}
	end()
}

// Whatever somebody puts into the streams: no worker ends, nothing is done that was not asked for, and the asker is told.
func TestHostileMessagesHarmNobody(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), -1, gib)
	var w sums
	worker, _ := works(t, options(s, "one"), w.kinds())
	got, err := asks(t, options(s, "asker"), 3, 0, nil)
	same(t, got, err, 3, 0)
	nc, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	bench := jobs.Hash([]byte(`{"add":5}`))
	job := func(j jobs.Job) (string, []byte) {
		data, _ := json.Marshal(j)
		return fmt.Sprintf("kokyu.work.b1.%s.%s", j.Bench, j.ID()), data
	}
	good := jobs.Job{Kind: "sum", Build: "b1", Bench: bench, N: 1}
	subject, data := job(good)
	sends := 0
	send := func(subject string, data []byte) {
		t.Helper()
		if _, err := js.Publish(t.Context(), subject, data); err != nil {
			t.Fatal(err)
		}
		sends++
	}
	send("kokyu.work.b1.x", []byte("{"))
	send("kokyu.work.b1."+strings.Repeat("y.", 20)+"z", nil)
	send("kokyu.work.b1.more", append(data[:len(data)-1:len(data)-1], `,"input":{}}`...)) // a job has nothing but its number
	send(subject+"0", data)
	send("kokyu.work.b1.big.one", make([]byte, jobs.JobMax+1000))
	for _, j := range []jobs.Job{{Kind: "sum", Build: "b2", Bench: bench}, {Kind: "sum", Build: "b1", Bench: "../../etc/passwd"},
		{Kind: "sum", Build: "b1", Bench: bench, N: -1},
		{Kind: strings.Repeat("k", 60), Build: "b1", Bench: bench}} {
		_, data := job(j)
		send(fmt.Sprintf("kokyu.work.b1.%d.bad", sends), data)
	}
	send(subject, data) // its bench is not there
	lied := jobs.Hash([]byte("another"))
	objects, err := js.ObjectStore(t.Context(), "kokyu-benches")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := objects.PutBytes(t.Context(), string(lied), []byte(`{"add":6}`)); err != nil {
		t.Fatal(err)
	}
	send(job(jobs.Job{Kind: "sum", Build: "b1", Bench: lied}))
	send(job(jobs.Job{Kind: "no such kind", Build: "b1", Bench: bench}))
	for { // until all of them are set aside
		st, err := cluster.Look(t.Context(), options(s, "looker"))
		if err != nil {
			t.Fatal(err)
		}
		if st.Builds[0].Aside == sends && st.Builds[0].Queued+st.Builds[0].Running == 0 {
			break
		}
	}
	if _, all := w.most(); all != 3 {
		t.Errorf("%d jobs were done", all)
	}
	// A result that is none is the job's fault, and nobody else's.
	id := jobs.Job{Kind: "sum", Build: "b1", Bench: bench, N: 2}.ID()
	send(fmt.Sprintf("kokyu.results.b1.%s.%s", bench, id), []byte(`{"by":"\u001b[31m","ms":1,"result":"no number"}`))
	got, err = asks(t, options(s, "asker"), 4, 5, nil)
	aside, ok := errors.AsType[*jobs.Aside](err)
	if !ok || aside.First != 2 || aside.Count != 1 || !slices.Equal(got, want(2, 5)) {
		t.Errorf("got %v, %v", got, err)
	}
	_ = worker
}

// Where the server has no room left that is said in a sentence, and where the work goes on too.
func TestAFullDiskIsTold(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), -1, 64<<10)
	doc := jobs.Bench[int]{Kind: "sum", Doc: func() (any, error) { return map[string]string{"add": strings.Repeat("x", 200<<10)}, nil }}
	a, err := cluster.ConnectAsker(t.Context(), options(s, "asker"))
	if err == nil {
		defer a.Close()
		err = jobs.Do(t.Context(), &jobs.Pool{Build: "b1", Remote: a}, 3, doc, func(int, int) bool { return false })
	}
	if err == nil || !strings.Contains(err.Error(), "has no room left") || !strings.Contains(err.Error(), "free some of its disk") {
		t.Errorf("%v", err)
	}
}

// What cannot be is said before anything is contacted.
// What a worker counts is read as Prometheus reads it.
func TestFiguresAreShown(t *testing.T) {
	m := cluster.NewMetrics()
	m.Began()
	m.Began()
	m.CountJob(cluster.Counts{Done: 1}, 3*time.Millisecond)
	if _, err := cluster.Listen("0.0.0.0:0"); err == nil {
		t.Error("the figures are shown to every machine")
	}
	l, err := cluster.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- m.Serve(ctx, l) }()
	answer, err := http.Get("http://" + l.Addr().String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	for _, line := range []string{`kokyu_jobs_total{end="done"} 1`, `kokyu_jobs_total{end="aside"} 0`,
		"kokyu_jobs_running 1", "kokyu_job_seconds_count 1", "kokyu_job_seconds_sum 0.003"} {
		if !strings.Contains(string(page), line+"\n") {
			t.Errorf("the figures have no line %s: %v", line, err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("stopped: %v", err)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for _, c := range []struct {
		o    cluster.Options
		says string
	}{
		{cluster.Options{URL: "http://here"}, `the server is "http://here": want nats://HOST:4222`},
		{cluster.Options{URL: "nats://me:secret@here"}, "credentials in it"},
		{cluster.Options{URL: "nats://here", Prefix: "a.b"}, `the prefix is "a.b"`},
		{cluster.Options{URL: "nats://127.0.0.1:1", Credentials: filepath.Join(t.TempDir(), "none")}, "no credentials can be read"},
		{cluster.Options{URL: "nats://127.0.0.1:1", Authority: filepath.Join(t.TempDir(), "none")}, "no certificate can be read"},
		{cluster.Options{URL: "nats://127.0.0.1:1"}, "no server can be reached at nats://127.0.0.1:1"},
	} {
		if _, err := cluster.ConnectAsker(t.Context(), c.o); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
}

// A match of real fights has the report of one core.
func TestAMatchOnAServer(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), -1, gib)
	works(t, options(s, "one"), work.Kinds())
	works(t, options(s, "two"), work.Kinds())
	name, data, err := agent.ReadEncounter("crossroads")
	if err != nil {
		t.Fatal(err)
	}
	f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	report := func(p *jobs.Pool) string {
		m := agent.Match{Fight: f, Agents: [2]agent.Agent{agent.Greedy{}, agent.Random{}}, Count: 12, Swap: true, Seed: 2}
		got, err := work.PlayMatch(t.Context(), m, p)
		if err != nil {
			t.Fatal(err)
		}
		out, err := jobs.Encode(got)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	a, err := cluster.ConnectAsker(t.Context(), options(s, "asker"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if one, far := report(nil), report(&jobs.Pool{Build: "b1", Remote: a}); one != far {
		t.Errorf("on a server: %s\nhere: %s", far, one)
	}
}
