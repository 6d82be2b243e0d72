//go:build unix

package cluster_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kokyu/agent/jobs"
	"kokyu/agent/jobs/cluster"
	"kokyu/rules/rulestest"
)

// serverVariable makes this test's program a server: its store and its port.
const serverVariable = "KOKYU_TEST_SERVER"

func TestMain(m *testing.M) {
	dir, port, is := strings.Cut(os.Getenv(serverVariable), "|")
	if !is {
		flag.Parse()
		if err := flag.Set("test.parallel", "16"); err != nil { // they wait for leases, not for a core
			panic(err)
		}
		os.Exit(m.Run())
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		os.Exit(1)
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: n, JetStream: true, StoreDir: dir, JetStreamMaxStore: gib, NoLog: true})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s.Start()
	s.WaitForShutdown()
}

// processes are programs that a test has started.
type processes struct {
	testing.TB
	bin string
	url string
	dir string
	env []string
}

func (p *processes) start(name string, out *bytes.Buffer, args ...string) *exec.Cmd {
	p.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), p.env...)
	if out != nil {
		cmd.Stdout = out
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd
}

// serve starts a server as a process and waits until it answers.
func (p *processes) serve(port int) *exec.Cmd {
	p.Helper()
	p.env = []string{fmt.Sprintf("%s=%s|%d", serverVariable, filepath.Join(p.dir, "store"), port)}
	defer func() { p.env = nil }()
	cmd := p.start(os.Args[0], nil)
	for range 600 {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = c.Close()
			return cmd
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.Fatal("the server does not start")
	return nil
}

func (p *processes) worker() *exec.Cmd {
	return p.start(p.bin, nil, "work", "--nats", p.url, "--cores", "1", "--lease", "3s")
}

// status returns how the work stands, as kokyu-lab work --status --json says.
func (p *processes) status() (s cluster.Status) {
	out, err := exec.Command(p.bin, "work", "--nats", p.url, "--lease", "3s", "--status", "--json").Output()
	if err == nil {
		err = json.Unmarshal(out, &s)
	}
	if err != nil {
		p.Logf("status: %v %s", err, out)
	}
	return s
}

func (p *processes) done() (done, aside int) {
	for _, b := range p.status().Builds {
		done, aside = done+b.Done, aside+b.Aside
	}
	return done, aside
}

// Five hundred fights by three workers, each a process of its own, of which one is killed every few seconds and one is stopped for
// longer than its lease; the server is killed and started again with its store; who asks is killed and asks again. The report is
// that of one core, every result is there once, and a poisoned job is set aside. LONG=1 only.
func TestProcessesThatDie(t *testing.T) {
	if !rulestest.Long() {
		t.Skip("takes minutes; LONG=1 runs it")
	}
	p := &processes{TB: t, bin: filepath.Join(t.TempDir(), "kokyu"), dir: t.TempDir()}
	if out, err := exec.Command("go", "build", "-o", p.bin, "kokyu/cmd/kokyu-lab").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	_ = free.Close()
	p.url = fmt.Sprintf("nats://127.0.0.1:%d", port)
	const fights = 500
	ask := []string{"fight", "oni", "--count", fmt.Sprint(fights), "--nodes", "600", "--swap"}
	begun := time.Now()
	one, err := exec.Command(p.bin, append(ask, "--threads", "1")...).Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("one core alone: %.1f s", time.Since(begun).Seconds())

	s := p.serve(port)
	begun = time.Now()
	victim, sleeper := p.worker(), p.worker()
	p.worker()
	var report bytes.Buffer
	asker := p.start(p.bin, &report, append(ask, "--nats", p.url)...)
	ended := make(chan error, 1)
	go func() { ended <- asker.Wait() }()
	poisoned, kills, served, asked, slept := false, 0, 0, 0, time.Time{}
	for killed := time.Now(); ; {
		select {
		case err := <-ended:
			if err != nil && report.Len() == 0 && asked == 1 && asker.ProcessState.ExitCode() == -1 {
				asker = p.start(p.bin, &report, append(ask, "--nats", p.url)...)
				go func() { ended <- asker.Wait() }()
				asked = 2
				continue
			}
			done, aside := p.done()
			t.Logf("three workers: %.1f s; %d killed, the server %d times, the asker %d times, one stopped for %.1f s; %d results, %d set aside",
				time.Since(begun).Seconds(), kills, served, min(asked, 1), 6.0, done, aside)
			if err != nil || report.String() != string(one) {
				t.Errorf("%v: the report is\n%s\nwant\n%s", err, report.String(), one)
			}
			if done != fights || kills < 2 || served != 1 || asked != 2 || slept.IsZero() {
				t.Errorf("%d results, want %d once each", done, fights)
			}
			for range 60 { // the poisoned job has its tries behind it soon
				if _, aside = p.done(); aside == 1 {
					return
				}
				time.Sleep(time.Second)
			}
			t.Errorf("%d jobs were set aside, want the poisoned one", aside)
			return
		case <-time.After(500 * time.Millisecond):
		}
		if time.Since(killed) > 3*time.Second {
			_ = victim.Process.Kill()
			_ = victim.Wait()
			victim, kills, killed = p.worker(), kills+1, time.Now()
		}
		done, _ := p.done()
		switch {
		case !poisoned && done > 20:
			poisoned = p.poison()
		case slept.IsZero() && done > 60:
			slept = time.Now()
			_ = sleeper.Process.Signal(syscall.SIGSTOP)
			time.AfterFunc(6*time.Second, func() { _ = sleeper.Process.Signal(syscall.SIGCONT) })
		case served == 0 && done > 140:
			served = 1
			_ = s.Process.Kill()
			_ = s.Wait()
			s = p.serve(port)
		case asked == 0 && done > 220:
			asked = 1
			_ = asker.Process.Kill()
		}
	}
}

// poison puts a job into the queue that nobody can do: what it has in common with others is not there.
func (p *processes) poison() bool {
	st := p.status()
	if len(st.Builds) == 0 {
		return false
	}
	nc, err := nats.Connect(p.url)
	if err != nil {
		return false
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return false
	}
	j := jobs.Job{Kind: "fight", Build: st.Builds[0].Build, Bench: jobs.Hash([]byte("poison")), N: 1}
	data, err := jobs.Encode(j)
	if err == nil {
		_, err = js.Publish(p.Context(), fmt.Sprintf("kokyu.work.%s.%s.%s", j.Build, j.Bench, j.ID()), data)
	}
	return err == nil
}

// What sharing out costs: how many jobs that are nothing a core does in a minute, and of work in jobs of 100 ms the time that the
// same work takes without a server, as a share of the time with it.
func BenchmarkOverhead(b *testing.B) {
	s := serve(b, b.TempDir(), -1, gib)
	o := options(s, "one")
	o.Lease = 30 * time.Second
	var w sums
	worksOn(b, 1, o, w.kinds())
	b.Run("nothing", func(b *testing.B) {
		got, err := asks(b, o, b.N, 1, nil)
		if err != nil || len(got) != b.N {
			b.Fatal(err)
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Minutes(), "jobs/min")
	})
	w.hook = func(int) error { time.Sleep(100 * time.Millisecond); return nil }
	b.Run("100ms", func(b *testing.B) {
		begun := time.Now()
		err := jobs.Do(b.Context(), nil, b.N, jobs.Bench[int]{Work: func() func(int) (int, error) {
			return func(k int) (int, error) { return k, w.hook(k) }
		}}, func(int, int) bool { return false })
		alone := time.Since(begun)
		if err != nil {
			b.Fatal(err)
		}
		b.ResetTimer()
		got, err := asks(b, o, b.N, 2, nil)
		if err != nil || len(got) != b.N {
			b.Fatal(err)
		}
		b.ReportMetric(alone.Seconds()/b.Elapsed().Seconds(), "ratio")
	})
}
