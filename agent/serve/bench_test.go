package serve

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kokyu/agent/session"
)

const (
	benchFights  = 200
	benchStreams = 2 // of each fight
)

// BenchmarkSteps has 200 fights open with 400 streams and sends steps that need no thinking, decisions and dice of people, from two
// clients: the time of an answer, half and 99 of 100 of them, steps a second, and whether each stream had every step once.
func BenchmarkSteps(b *testing.B) {
	s := serving(b, Options{}, ServerOptions{Streams: 1000})
	s.http.Transport.(interface{ CloseIdleConnections() }).CloseIdleConnections()
	var fights []played
	for range benchFights {
		path, keys := s.begin(handsOn)
		fights = append(fights, played{path: path, keys: keys})
	}
	var streams sync.WaitGroup
	var delivered, missed atomic.Int64
	for i := range fights {
		for _, who := range []string{"gm", "Kagami"}[:benchStreams] {
			streams.Go(func() {
				last := 0
				s.listen(fights[i].path, fights[i].keys[who], "", func(e sent) bool {
					if e.Event == EventStep {
						if e.ID != last+1 {
							missed.Add(1)
						}
						last = e.ID
						delivered.Add(1)
					}
					return e.Event == EventEnd
				})
			})
		}
	}
	var mu sync.Mutex
	var took []time.Duration
	var next, made atomic.Int64
	b.ResetTimer()
	start := time.Now()
	var clients sync.WaitGroup
	for c := range 2 {
		clients.Go(func() {
			for next.Add(1) <= int64(b.N) {
				f := &fights[(int(next.Load())/2*2+c)%benchFights]
				f.mu.Lock()
				op, in := f.next(s)
				body, d := s.timed("POST", f.path+"/"+op, f.keys["gm"], in)
				f.mu.Unlock()
				var out session.StepsMade
				if json.Unmarshal(body, &out) == nil {
					made.Add(int64(len(out.Steps)))
				}
				mu.Lock()
				took = append(took, d)
				mu.Unlock()
			}
		})
	}
	clients.Wait()
	all := time.Since(start)
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(len(took))/all.Seconds(), "steps/s")
	s.Fights().Stop()
	streams.Wait()
	if missed.Load() > 0 {
		b.Errorf("%d steps came out of order", missed.Load())
	}
	b.ReportMetric(float64(delivered.Load())/float64(max(1, made.Load()*benchStreams)), "delivered")
}

// played is a fight in which people decide and throw.
type played struct {
	mu   sync.Mutex
	path string
	keys map[string]string
}

// next returns a step that can be made: dice, or the first decision that is open; a note where nothing is.
func (f *played) next(s *site) (op, in string) {
	var st session.State
	asks := func(op string, out any) {
		body, _ := s.timed("POST", f.path+"/"+op, f.keys["gm"], "")
		reply{body: body}.into(s.t, out)
	}
	asks("state", &st)
	switch q := st.Question; q.Kind {
	case session.Dice:
		faces := make([]string, len(q.Check.Dice))
		for i, sides := range q.Check.Dice {
			faces[i] = fmt.Sprint(1 + (st.Steps+i)%sides)
		}
		return "dice", `{"faces":[` + strings.Join(faces, ",") + `]}`
	case session.Decision:
		var open session.Choices
		asks("options", &open)
		if len(open.Options) > 0 {
			body, _ := json.Marshal(session.Words{Words: open.Options[0].Words})
			return "do", string(body)
		}
	}
	return "note", `{"words":"rain"}`
}

// BenchmarkIdleFight is the memory of a loaded fight of forty steps that nobody uses, with two streams that wait.
func BenchmarkIdleFight(b *testing.B) {
	for b.Loop() {
		f := opened(b, b.TempDir(), Options{})
		before := heap()
		var streams []*Stream
		for range benchFights {
			_, as := begun(b, f, Begin{Seats: people("Chikara", "Kagami"), Dice: []string{"all"}, Voice: "scent"})
			for range 40 {
				calls(b, f, as["gm"], "note", `{"words":"rain"}`)
			}
			for _, who := range []string{"gm", "Kagami"} {
				s, err := f.Follow(b.Context(), as[who], 0)
				if err != nil {
					b.Fatal(err)
				}
				for range 41 { // the steps and the question
					if _, err := s.Next(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
				streams = append(streams, s)
			}
		}
		b.ReportMetric(float64(heap()-before)/benchFights/1024, "KiB/fight")
		for _, s := range streams {
			s.Close()
		}
	}
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkStart opens a folder of 1,000 fights.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	f := opened(b, dir, Options{})
	one, _ := begun(b, f, Begin{})
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	for range 999 {
		id := newID()
		for _, ext := range []string{recordExt, deskExt} {
			data, err := os.ReadFile(f.path(one.ID, ext))
			if err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(f.path(id, ext), data, 0o600); err != nil {
				b.Fatal(err)
			}
		}
	}
	for b.Loop() {
		f, err := Open(dir, Options{})
		if err != nil {
			b.Fatal(err)
		}
		s := NewServer(f, ServerOptions{})
		if known, _ := f.Count(); known != 1000 || s.Handler() == nil {
			b.Fatalf("%d fights", known)
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
