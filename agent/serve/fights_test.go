package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// opened returns a folder of fights for a test.
func opened(t testing.TB, dir string, o Options) *Fights {
	t.Helper()
	if o.Nodes == 0 {
		o.Nodes = 300
	}
	o.Budget = time.Hour // the nodes end a search, never the clock
	f, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// begun begins a fight and returns who opens it as what: gm, watcher, or a seat by its name.
func begun(t testing.TB, f *Fights, in Begin) (FightLinks, map[string]Access) {
	t.Helper()
	if in.Encounter == nil {
		in.Encounter = json.RawMessage(`"mirror"`)
	}
	b, err := f.Begin(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	as := map[string]Access{}
	for _, l := range b.Links {
		a, err := f.Access(l.Key)
		if err != nil {
			t.Fatal(err)
		}
		name := l.Seat
		if name == "" {
			name = string(l.Role)
		}
		as[name] = a
	}
	return b, as
}

func people(names ...string) map[string]string {
	seats := map[string]string{}
	for _, n := range names {
		seats[n] = "human"
	}
	return seats
}

// calls calls an operation that works.
func calls(t testing.TB, f *Fights, a Access, op, in string) Answer {
	t.Helper()
	out, err := f.Call(t.Context(), a, op, json.RawMessage(in), Terms{})
	if err != nil {
		t.Fatalf("%s %s: %v", op, in, err)
	}
	return out
}

// A fight goes on after the folder was closed and opened again, with its links, to the step.
func TestAFightIsThereAfterAStart(t *testing.T) {
	dir := t.TempDir()
	f := opened(t, dir, Options{})
	b, as := begun(t, f, Begin{Seed: 5, Seats: people("Chikara", "Kagami")})
	calls(t, f, as["Chikara"], "do", `{"words":"thrust > Kagami"}`)
	before := calls(t, f, as["gm"], "state", ``).Out.(session.State)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again := opened(t, dir, Options{})
	known, loaded := again.Count()
	if known != 1 || loaded != 0 {
		t.Errorf("%d fights are known and %d loaded at the start, want 1 and 0", known, loaded)
	}
	gm, err := again.Access(b.Links[0].Key)
	if err != nil {
		t.Fatal(err)
	}
	after := calls(t, again, gm, "state", ``).Out.(session.State)
	if before.Steps < 1 || after.Steps < before.Steps || after.Seed != 5 {
		t.Errorf("%d steps and the seed %d after the start, want at least %d and 5", after.Steps, after.Seed, before.Steps)
	}
}

// A start removes what a program left unfinished that was killed while it opened or deleted a fight, and nothing else: links whose
// record is away for a moment are there again with it. The log says what is removed and what is kept.
func TestOnlyWhatIsUnfinishedIsRemoved(t *testing.T) {
	dir, away := t.TempDir(), t.TempDir()
	f := opened(t, dir, Options{})
	b, _ := begun(t, f, Begin{})
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	record, elsewhere := filepath.Join(dir, b.ID+recordExt), filepath.Join(away, "record")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	put := func(names ...string) {
		t.Helper()
		for _, name := range names {
			must(os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600))
		}
	}
	// Those of another program, and the states in which a kill leaves a fight that is opened, or deleted.
	others := []string{"notes.txt", "aaaaaaaaaaaa.notes.new", "aaaaaaaaaaaa.desk", "aaaaaaaaaaaa.jsonl.torn", "short.jsonl.new", "evening.desk.new"}
	unfinished := []string{"bbbbbbbbbbbb.jsonl.new", "cccccccccccc.jsonl.new", "cccccccccccc.desk.new",
		"dddddddddddd.jsonl.new", "dddddddddddd.desk", "eeeeeeeeeeee.desk.new"}
	put(others...)
	must(os.Mkdir(filepath.Join(dir, "ffffffffffff.jsonl.new"), 0o700))
	must(os.Symlink(elsewhere, filepath.Join(dir, "gggggggggggg.desk.new")))
	others = append(others, "ffffffffffff.jsonl.new", "gggggggggggg.desk.new")
	for _, now := range []struct {
		record     string // what it is
		make, mend func() error
		log        string
	}{
		{"a file", func() error { return nil }, func() error { return nil }, ""},
		{"absent", func() error { return os.Rename(record, elsewhere) }, func() error { return os.Rename(elsewhere, record) }, "record=absent"},
		{"a symlink", func() error { return errors.Join(os.Rename(record, elsewhere), os.Symlink(elsewhere, record)) },
			func() error { return errors.Join(os.Remove(record), os.Rename(elsewhere, record)) }, "record=\"a symlink\""},
		{"a symlink to nothing, beside an unfinished one", func() error {
			put(b.ID + ".jsonl.new")
			return errors.Join(os.Rename(record, elsewhere), os.Symlink(filepath.Join(away, "none"), record))
		}, func() error { return errors.Join(os.Remove(record), os.Rename(elsewhere, record)) }, "record=\"a symlink\""},
		{"a folder", func() error { return errors.Join(os.Rename(record, elsewhere), os.Mkdir(record, 0o700)) },
			func() error { return errors.Join(os.Remove(record), os.Rename(elsewhere, record)) }, "record=\"a folder\""},
		{"unreadable", func() error { return os.Chmod(record, 0) }, func() error { return os.Chmod(record, 0o600) }, ""},
	} {
		put(unfinished...)
		must(now.make())
		var logged bytes.Buffer
		f := opened(t, dir, Options{Log: logger(&logged)})
		must(f.Close())
		for _, name := range unfinished {
			if _, err := os.Lstat(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(logged.String(), "file="+name) {
				t.Errorf("%s: %s is kept (%v), or the log does not say that it is gone:\n%s", now.record, name, err, &logged)
			}
		}
		for _, name := range append(others, b.ID+deskExt) {
			if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
				t.Fatalf("the record is %s: %s is removed: %v", now.record, name, err)
			}
		}
		said := regexp.MustCompile(`(?m)^.*kept.*` + b.ID + `.*$`).FindString(logged.String())
		if (said == "") != (now.log == "") || !strings.Contains(said, now.log) {
			t.Errorf("the record is %s: the log says %q, want %q", now.record, said, now.log)
		}
		for _, name := range []string{"aaaaaaaaaaaa", "ffffffffffff.jsonl.new", "gggggggggggg.desk.new"} {
			if !regexp.MustCompile(`kept.*` + name).MatchString(logged.String()) {
				t.Errorf("the log does not say that %s is kept:\n%s", name, &logged)
			}
		}
		must(now.mend())
		f = opened(t, dir, Options{})
		for _, l := range b.Links {
			if _, err := f.Access(l.Key); err != nil {
				t.Errorf("after the record was %s, the link of %s%s opens nothing: %v", now.record, l.Role, l.Seat, err)
			}
		}
		if known, _ := f.Count(); known != 1 {
			t.Errorf("%d fights are known after the record was %s", known, now.record)
		}
		must(f.Close())
	}
}

// Of a desk only a last line that is torn is cut off, and of a file that is no desk nothing: no link is lost to an editor that leaves
// the end of the last line out, nor another file to a link that leads there.
func TestOnlyATornLineIsCut(t *testing.T) {
	dir := t.TempDir()
	f := opened(t, dir, Options{})
	b, as := begun(t, f, Begin{})
	path := f.path(b.ID, deskExt)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(whole, []byte("\n"))
	for name, c := range map[string]struct {
		text, left string
		links      int // -1: it is no desk
	}{
		"whole":          {string(whole), string(whole), len(b.Links)},
		"without an end": {strings.TrimSuffix(string(whole), "\n"), string(whole), len(b.Links)},
		"torn":           {string(whole) + `{"link":{"id":"l9"`, string(whole), len(b.Links)},
		"a torn number":  {string(whole) + `7`, string(whole), len(b.Links)},
		"a head":         {string(head), string(head) + "\n", 0},
		"half a head":    {string(head[:9]), string(head[:9]), -1},
		"notes":          {"buy rice\nand tea", "buy rice\nand tea", -1},
		"one line":       {"{}", "{}", -1},
		"spoiled":        {string(head) + "\nrice\n{", string(head) + "\nrice\n{", -1},
		"nothing":        {"", "", -1},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f := opened(t, dir, Options{})
		list, err := f.Links(as["gm"])
		if (err != nil) != (c.links < 0) || err == nil && len(list) != c.links {
			t.Errorf("%s: %d links, %v", name, len(list), err)
		}
		if left, _ := os.ReadFile(path); string(left) != c.left {
			t.Errorf("%s: %q is left of %q", name, left, c.text)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Only one program serves a folder.
func TestAFolderIsServedOnce(t *testing.T) {
	dir := t.TempDir()
	opened(t, dir, Options{})
	if _, err := Open(dir, Options{}); err == nil || !strings.Contains(err.Error(), "is served by another program") {
		t.Errorf("%v", err)
	}
}

// A key opens one fight. One that is wrong, revoked or of no fight opens nothing, and every one is refused in the same words.
func TestAKeyOpensItsFightAlone(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	b, as := begun(t, f, Begin{})
	c, _ := begun(t, f, Begin{})
	revoked := b.Links[1]
	if err := f.Revoke(t.Context(), as["gm"], revoked.ID); err != nil {
		t.Fatal(err)
	}
	_, secret, _ := strings.Cut(c.Links[0].Key, ".")
	says := map[string]bool{}
	for _, key := range []string{"", "x", b.ID, b.ID + ".", revoked.Key, b.ID + "." + secret, "aaaaaaaaaaaa." + secret, "../../etc/pass.x", c.Links[0].Key + "x"} {
		_, err := f.Access(key)
		if err == nil || CodeOf(err) != UnknownFight {
			t.Fatalf("the key %q: %v", key, err)
		}
		says[err.Error()] = true
	}
	if len(says) != 1 {
		t.Errorf("keys are refused in %d ways: %v", len(says), says)
	}
	made, err := f.Link(t.Context(), as["gm"], Player, strings.ToUpper(revoked.Seat))
	if err != nil || made.Seat != revoked.Seat {
		t.Fatalf("%+v, %v", made, err)
	}
	if a, err := f.Access(made.Key); err != nil || a.Seat != revoked.Seat || a.Role != Player {
		t.Errorf("%+v, %v", a, err)
	}
	kept, err := os.ReadFile(f.path(b.ID, deskExt))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range append(b.Links, made) {
		if _, secret, _ := strings.Cut(l.Key, "."); strings.Contains(string(kept), secret) {
			t.Errorf("the file holds the secret of %s", l.ID)
		}
	}
	if err := f.Revoke(t.Context(), as["gm"], b.Links[0].ID); err == nil {
		t.Error("the GM's only link was revoked")
	}
	if _, err := f.Link(t.Context(), as["watcher"], GM, ""); CodeOf(err) != session.NotYours {
		t.Errorf("a watcher makes a link: %v", err)
	}
}

// The same key makes a step once, also after a start, and returns the same steps. Another request with it is refused, and a
// request that made no step may be tried again.
func TestAKeyedCallIsMadeOnce(t *testing.T) {
	dir := t.TempDir()
	f := opened(t, dir, Options{})
	b, as := begun(t, f, Begin{Seats: people("Chikara", "Kagami"), Dice: []string{"all"}})
	gm := as["gm"]
	call := func(f *Fights, in string) (Answer, error) {
		return f.Call(t.Context(), gm, "note", json.RawMessage(in), Terms{Key: "k1"})
	}
	if _, err := call(f, `{"words":""}`); err == nil {
		t.Fatal("an empty note is made")
	}
	if _, err := call(f, `{"words":"rain"}`); CodeOf(err) != KeyReused {
		t.Errorf("another input with the key: %v", err)
	}
	gone := func(in string) (Answer, error) {
		return f.Call(t.Context(), gm, "do", json.RawMessage(in), Terms{Key: "k2"})
	}
	first, err := gone(`{"words":"thrust > Kagami"}`)
	if err != nil || first.Again {
		t.Fatal(err)
	}
	check := func(f *Fights, what string) {
		t.Helper()
		a, err := f.Call(t.Context(), gm, "do", json.RawMessage(`{"words":"thrust > Kagami"}`), Terms{Key: "k2", At: new(int)})
		if err != nil || !a.Again || rules.JSONText(a.Out.(session.StepsMade).Steps) != rules.JSONText(first.Out.(session.StepsMade).Steps) {
			t.Errorf("%s: %+v, %v", what, a, err)
		}
	}
	check(f, "repeated")
	calls(t, f, gm, "note", `{"words":"wind"}`)
	check(f, "repeated after another step")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = opened(t, dir, Options{})
	check(f, "repeated after a start")
	n := 0
	for _, s := range calls(t, f, gm, "events", "").Out.(session.Events).Steps {
		if s.Do == "thrust > Kagami" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%s: the step was made %d times", b.ID, n)
	}
}

// Two clients answer one question: the second is told what was done, and by whom.
func TestTheSecondAnswerIsToldOfTheFirst(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	_, as := begun(t, f, Begin{Seats: people("Chikara", "Kagami"), Dice: []string{"all"}})
	at := 0
	calls(t, f, as["Chikara"], "do", `{"words":"thrust > Kagami"}`)
	_, err := f.Call(t.Context(), as["gm"], "do", json.RawMessage(`{"words":"thrust > Kagami"}`), Terms{At: &at})
	if CodeOf(err) != session.Answered || !strings.Contains(err.Error(), "answered already: Chikara: thrust > Kagami, by Chikara's player") {
		t.Errorf("%v", err)
	}
	_, err = f.Call(t.Context(), as["Chikara"], "do", json.RawMessage(`{"words":"thrust > Kagami"}`), Terms{})
	late, ok := errors.AsType[LateError](err)
	if !ok || late.Last.By != "Chikara's player" || late.Last.Did != "Chikara: thrust > Kagami" || CodeOf(err) != session.NotNow {
		t.Errorf("%v, %+v", err, late)
	}
}

// A stream delivers every step once and in order, from where it is asked, then the question, then the GM's proposal.
func TestAStreamDeliversEachStepOnce(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	_, as := begun(t, f, Begin{Seed: 3})
	next := 1
	for round := range 5 {
		s, err := f.Follow(t.Context(), as["gm"], next-1)
		if err != nil {
			t.Fatal(err)
		}
		for {
			e, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if e.Event == EventStep {
				if e.ID != next {
					t.Fatalf("the stream delivers step %d, want %d", e.ID, next)
				}
				next++
			}
			if e.Event == EventProposal {
				if round%2 == 0 {
					calls(t, f, as["gm"], "take", "")
				}
				break
			}
		}
		s.Close()
	}
	if n := calls(t, f, as["gm"], "state", "").Out.(session.State).Steps; next-1 > n || next < 3 {
		t.Errorf("%d steps were delivered of %d", next-1, n)
	}
}

// However short the longest search of a client is, as long as others may have kept a search waiting, the program plays
// on and proposes by itself: a GM's stream would otherwise wait until somebody touched the fight.
func TestTheProgramsOwnWorkIsNotCutOff(t *testing.T) {
	f := opened(t, t.TempDir(), Options{MaxThinkTime: time.Nanosecond})
	_, as := begun(t, f, Begin{Seed: 3})
	if _, err := f.Call(t.Context(), as["gm"], "advise", nil, Terms{}); CodeOf(err) != session.Cancelled {
		t.Fatalf("a client's search: %v", err)
	}
	s, err := f.Follow(t.Context(), as["gm"], 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for {
		e, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if e.Event == EventProposal {
			return
		}
	}
}

// What is thought about ends when its question is gone, and holds up neither its fight nor another.
func TestThinkingEndsWithItsQuestion(t *testing.T) {
	f := opened(t, t.TempDir(), Options{Nodes: nodesMax})
	_, as := begun(t, f, Begin{})
	proposed := make(chan error, 1)
	go func() {
		_, err := f.Call(t.Context(), as["gm"], "propose", nil, Terms{})
		proposed <- err
	}()
	for f.thinking(as["gm"].Fight) == 0 { // until the search is under way
		select {
		case err := <-proposed:
			t.Fatalf("the search has ended: %v", err)
		default:
			runtime.Gosched()
		}
	}
	calls(t, f, as["gm"], "state", "")
	calls(t, f, as["gm"], "force", `{"name":"Chikara","do":"thrust > Kagami"}`)
	if err := <-proposed; !errors.Is(err, session.ErrChanged) || CodeOf(err) != session.Answered {
		t.Errorf("%v", err)
	}
}

// A step that is made while somebody else's search is under way, or by a change that has waited, is of who made or said it.
func TestAStepIsOfWhoMadeIt(t *testing.T) {
	f := opened(t, t.TempDir(), Options{Nodes: nodesMax})
	_, as := begun(t, f, Begin{Encounter: json.RawMessage(`"ambush"`), Seats: people("bandits", "travellers"), Dice: []string{"all"}})
	by := func(at int) string {
		t.Helper()
		_, err := f.Call(t.Context(), as["gm"], "note", json.RawMessage(`{"words":"rain"}`), Terms{At: &at})
		return err.Error()
	}
	advised := make(chan error, 1)
	go func() {
		_, err := f.Call(t.Context(), as["gm"], "advise", json.RawMessage(`{"nodes":2000000}`), Terms{})
		advised <- err
	}()
	for f.thinking(as["gm"].Fight) == 0 {
		select {
		case err := <-advised:
			t.Fatalf("the search has ended: %v", err)
		default:
			runtime.Gosched()
		}
	}
	calls(t, f, as["Jubei the Cur"], "do", `{"words":"thrust > Masamune"}`)
	if err := <-advised; CodeOf(err) != session.Answered {
		t.Errorf("%v", err)
	}
	if got := by(0); !strings.Contains(got, "Jubei the Cur: thrust > Masamune, by Jubei the Cur's player") {
		t.Error(got)
	}
	calls(t, f, as["Gonta"], "yield", "") // until the blow is over
	for range 9 {
		switch q := calls(t, f, as["gm"], "play", "").Out.(session.StepsMade).Question; q.Kind {
		case session.Dice:
			calls(t, f, as[q.Seat], "dice", rules.JSONText(session.Faces{Faces: slices.Repeat([]int{2}, len(q.Check.Dice))}))
		case session.Decision:
			open := calls(t, f, as[q.Seat], "options", "").Out.(session.Choices).Options
			calls(t, f, as[q.Seat], "do", rules.JSONText(session.Words{Words: open[0].Words}))
		}
		for _, step := range calls(t, f, as["gm"], "events", "").Out.(session.Events).Steps {
			if step.Edit == "Gonta yields" {
				if got := by(step.N - 1); !strings.Contains(got, "an edit, Gonta yields (its own choice), by Gonta's player") {
					t.Error(got)
				}
				return
			}
		}
	}
	t.Error("Gonta does not yield")
}

// thinking returns how many searches of a loaded fight are under way.
func (f *Fights) thinking(id string) int {
	f.mu.Lock()
	t := f.tables[id]
	f.mu.Unlock()
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.searches)
}

// Fights take turns: one that asks often, or has had its turn, waits for one that asks once.
func TestTheQueueIsFair(t *testing.T) {
	q := newQueue(1, 0)
	busy := q.enter("a")
	<-busy.ready
	var order []*turn
	for _, fight := range []string{"a", "a", "a", "b", "c", "b"} {
		order = append(order, q.enter(fight))
	}
	gone := q.enter("d")
	if !q.withdraw(gone) || q.withdraw(busy) {
		t.Error("a wait cannot be taken back, or one that is over can")
	}
	var got []int
	for range order {
		q.release()
		for i, turn := range order {
			select {
			case <-turn.ready:
				if !slices.Contains(got, i) {
					got = append(got, i)
				}
			default:
			}
		}
	}
	if want := []int{3, 4, 0, 5, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("the turns come to %v, want %v", got, want)
	}
	if q.length() != 0 {
		t.Errorf("%d wait still", q.length())
	}
}

// Whoever asks at a table for a second of thinking has it within that and a second more, whatever others think about: forty who have
// thought for long, and forty who begin with it.
func TestAProposalComesInTimeWhateverOthersAsk(t *testing.T) {
	const look = 2 * time.Millisecond // between two looks at the clock
	for _, before := range []time.Duration{0, time.Minute} {
		var now atomic.Int64
		var stands sync.Mutex // holds up the time
		q := newQueue(1, 0)
		q.now = func() time.Time { return time.Unix(0, now.Load()) }
		think := func(ctx context.Context, until func() bool) {
			pause := search.PauseOf(ctx)
			for ctx.Err() == nil && !until() {
				stands.Lock()
				now.Add(int64(look)) // one thinks at a time
				stands.Unlock()
				pause()
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		begun, asked := make(chan struct{}), make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			_ = q.run(ctx, "first", func(ctx context.Context) error {
				close(begun)
				<-asked
				think(ctx, func() bool { return false })
				return nil
			})
		})
		<-begun
		wait := func(n int) {
			for q.length() < n {
				runtime.Gosched()
			}
		}
		for i := range 40 {
			all.Go(func() {
				_ = q.run(ctx, fmt.Sprint(i), func(ctx context.Context) error {
					think(ctx, func() bool { return false })
					return nil
				})
			})
		}
		wait(40)
		took := make(chan time.Duration, 1)
		propose := func() { // it waits when this returns
			stands.Lock()
			defer stands.Unlock()
			from := now.Load()
			all.Go(func() {
				_ = q.run(ctx, "the table", func(ctx context.Context) error {
					end := now.Load() + int64(time.Second)
					think(ctx, func() bool { return now.Load() > end })
					took <- time.Duration(now.Load() - from)
					return nil
				})
			})
			wait(41)
		}
		if before == 0 {
			propose()
			close(asked)
		} else {
			close(asked)
			for now.Load() < int64(before) {
				runtime.Gosched()
			}
			propose()
		}
		if got := <-took; got > 2*time.Second {
			t.Errorf("with forty who have thought for %v a proposal of a second takes %v", before, got)
		}
		stop()
		all.Wait()
	}
}

// Files that others have written are read one at a time: who sends many waits for itself, and what nobody waits for is not read.
func TestFilesAreReadInTurn(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	_, as := begun(t, f, Begin{})
	begun, end := make(chan bool), make(chan bool)
	var all sync.WaitGroup
	all.Go(func() {
		_, _ = RunShort(t.Context(), f, "a", func() (int, error) { close(begun); <-end; return 0, nil })
	})
	<-begun
	read := 0 // by whose turn it is, one at a time
	for range filesWaitingMax {
		all.Go(func() {
			if _, err := RunShort(t.Context(), f, "a", func() (int, error) { read++; return 0, nil }); err != nil {
				t.Error(err)
			}
		})
	}
	for f.fileQueue.length() < filesWaitingMax {
		runtime.Gosched()
	}
	if _, err := RunShort(t.Context(), f, "a", func() (int, error) { read++; return 0, nil }); CodeOf(err) != TooMany {
		t.Errorf("one more of the same link: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := RunShort(gone, f, "b", func() (int, error) { read++; return 0, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone: %v", err)
	}
	applying := f.fileQueue.length()
	all.Go(func() {
		_, _ = f.Call(t.Context(), as["watcher"], "apply", json.RawMessage(`{"position":"mirror"}`), Terms{})
	})
	for f.fileQueue.length() == applying {
		runtime.Gosched()
	}
	close(end)
	if all.Wait(); read != filesWaitingMax {
		t.Errorf("%d files were read, want %d", read, filesWaitingMax)
	}
}

// A fight that nobody uses is let go, and read again when somebody does.
func TestAnIdleFightIsLetGo(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	_, as := begun(t, f, Begin{Seats: people("Chikara", "Kagami"), Dice: []string{"all"}})
	for range 3 {
		calls(t, f, as["gm"], "note", `{"words":"rain"}`)
		f.mu.Lock()
		table := f.tables[as["gm"].Fight]
		f.mu.Unlock()
		f.unload(table)
		if _, loaded := f.Count(); loaded != 0 {
			t.Fatal("the fight is loaded still")
		}
	}
	if n := calls(t, f, as["gm"], "state", "").Steps; n != 3 {
		t.Errorf("%d steps, want 3", n)
	}
}

// Deleting a fight ends its streams with a last event and leaves nothing behind. While its record is away it is not deleted.
func TestADeletedFightIsGone(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	b, as := begun(t, f, Begin{Seats: people("Chikara", "Kagami")})
	s, err := f.Follow(t.Context(), as["Kagami"], 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := f.Delete(as["Kagami"]); CodeOf(err) != session.NotYours {
		t.Errorf("a player deletes the fight: %v", err)
	}
	record, away := f.path(b.ID, recordExt), filepath.Join(t.TempDir(), "record")
	if err := os.Rename(record, away); err != nil {
		t.Fatal(err)
	}
	if err := f.Delete(as["gm"]); err == nil {
		t.Error("a fight is deleted whose record is away")
	}
	if err := os.Rename(away, record); err != nil {
		t.Fatal(err)
	}
	calls(t, f, as["gm"], "state", "")
	if err := f.Delete(as["gm"]); err != nil {
		t.Fatal(err)
	}
	for {
		e, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if e.Event == EventEnd {
			break
		}
	}
	if _, err := s.Next(t.Context()); !errors.Is(err, context.Canceled) {
		t.Errorf("the stream goes on: %v", err)
	}
	if _, err := f.Access(b.Links[0].Key); CodeOf(err) != UnknownFight {
		t.Errorf("%v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(f.dir, b.ID+"*")); len(left) != 0 {
		t.Errorf("%v is left", left)
	}
}

// A client cannot make the server read or write a file of its choice.
func TestAClientReachesNoFile(t *testing.T) {
	f := opened(t, t.TempDir(), Options{})
	for _, in := range []string{`"version: 1\nsystem: breath\ndata: ../rows\ntitle: T\nsides:\n- {name: a, fighters: [{who: ronin}]}\n- {name: b, fighters: [{who: bandit}]}\n"`, `"/etc/passwd"`, `"./x.yaml"`, `"../mirror"`, `"mirror.yaml"`,
		`"version: 1\nsystem: breath\ncarry: /etc/passwd\ntitle: T\nsides:\n- {name: a, fighters: [{who: ronin}]}\n- {name: b, fighters: [{who: bandit}]}\n"`} {
		if _, err := f.Begin(t.Context(), Begin{Encounter: json.RawMessage(in)}); err == nil || strings.Contains(err.Error(), "root:") {
			t.Errorf("%s: %v", in, err)
		}
	}
	if _, err := f.Begin(t.Context(), Begin{Encounter: json.RawMessage(`"mirror"`), Seats: map[string]string{"Kagami": "solved /etc/passwd"}}); err == nil ||
		!strings.Contains(err.Error(), "no agent") {
		t.Errorf("%v", err)
	}
	_, as := begun(t, f, Begin{Seats: people("Chikara", "Kagami")})
	for _, name := range []string{"/tmp/x.jsonl", "../x.jsonl", "a/b.jsonl", `a\\b.jsonl`, ".x.jsonl", "x.txt"} {
		if _, err := f.Call(t.Context(), as["gm"], "save", json.RawMessage(fmt.Sprintf(`{"file":%q}`, name)), Terms{}); err == nil {
			t.Errorf("a record is saved as %s", name)
		}
	}
	calls(t, f, as["gm"], "save", `{"file":"evening.jsonl"}`)
	file, err := os.Open(filepath.Join(f.dir, savedDir, "evening.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, _, err := fight.ReadRecord("evening.jsonl", file); err != nil {
		t.Error(err)
	}
}

// Links are numbered in the order in which they are made, and no number is given twice: not after one was revoked.
func TestLinksAreNumberedAsTheyAreMade(t *testing.T) {
	d := &desk{}
	for _, want := range []string{"l1", "l2", "l3"} {
		id := linkID(d.linksMade)
		if d.apply(deskLine{Link: &keptLink{ID: id}}); id != want {
			t.Errorf("%s, want %s", id, want)
		}
	}
	if d.apply(deskLine{Revoke: "l3"}); linkID(d.linksMade) != "l4" || len(d.links) != 2 {
		t.Errorf("%s, %d links", linkID(d.linksMade), len(d.links))
	}
}
