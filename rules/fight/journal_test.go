package fight_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest/feint"
)

// badDisk is a disk in memory whose call number fail goes wrong; a short write leaves half of the line behind.
type badDisk struct {
	data  []byte
	calls int
	fail  int
	short bool
	stuck bool // once wrong, everything is
}

func (d *badDisk) wrong() bool {
	d.calls++
	return d.fail > 0 && (d.calls == d.fail || d.stuck && d.calls > d.fail)
}

func (d *badDisk) WriteAt(b []byte, at int64) (int, error) {
	bad := d.wrong()
	if bad && d.short {
		b = b[:len(b)/2]
	}
	if !bad || d.short {
		d.data = append(d.data[:at], b...)
	}
	switch {
	case bad && d.short:
		return len(b), io.ErrShortWrite
	case bad:
		return 0, syscall.ENOSPC
	}
	return len(b), nil
}

func (d *badDisk) Sync() error {
	if d.wrong() {
		return syscall.EIO
	}
	return nil
}

func (d *badDisk) Truncate(n int64) error {
	if d.wrong() {
		return syscall.EIO
	}
	d.data = d.data[:n]
	return nil
}

func (d *badDisk) Close() error { return nil }

// Whatever call of the disk fails, what was promised is there, the step that failed did not happen, and the fight says so
// and stops.
func TestFailingDiskLosesNothingThatWasPromised(t *testing.T) {
	for fail := 3; fail < 12; fail++ { // 1 and 2 write and sync the header
		for _, short := range []bool{false, true} {
			for _, stuck := range []bool{false, true} {
				d := &badDisk{fail: fail, short: short, stuck: stuck}
				f := newFight()
				if err := f.Record(fight.NewFileOn(d, "duel.jsonl")); err != nil {
					t.Fatal(err)
				}
				stopped := step(f)
				for stopped == nil && len(f.Steps()) < 20 {
					stopped = step(f)
				}
				name := fmt.Sprintf("call %d, short %v, stuck %v", fail, short, stuck)
				if stopped == nil || !strings.Contains(stopped.Error(), "could not be recorded, so the fight stops here: duel.jsonl takes no more lines") {
					t.Errorf("%s: the fight goes on: %v", name, stopped)
				}
				if again := step(f); again == nil || again.Error() != stopped.Error() {
					t.Errorf("%s: then %v, want %v", name, again, stopped)
				}
				rec, warnings, err := fight.ReadRecord("duel.jsonl", bytes.NewReader(d.data))
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				want := len(f.Steps())
				if stuck && len(rec.Steps) == want+1 {
					continue // written whole, neither synced nor cut: a step nobody was told of
				}
				if len(rec.Steps) != want || !stuck && len(warnings) > 0 {
					t.Errorf("%s: %d steps on disk, %d promised, %v", name, len(rec.Steps), want, warnings)
				}
			}
		}
	}
}

func step(f *fight.Fight) error {
	if f.Turn().Kind == rules.Chance {
		return second(f.Roll())
	}
	return second(f.Do(f.Options()[0].Words))
}

// A torn line is copied aside and cut; the fight goes on behind the last whole one. Each torn line keeps its own copy.
func TestOpenAppendCutsATornLine(t *testing.T) {
	file := play(t, 7).Bytes()
	path := filepath.Join(t.TempDir(), "duel.jsonl")
	lines := bytes.SplitAfter(file, []byte("\n"))
	for i, torn := range []string{`{"n":8,"re`, strings.Repeat("\x00", 100), string(lines[8][:len(lines[8])-1])} {
		whole := bytes.Join(lines[:8], nil)
		if err := os.WriteFile(path, append(bytes.Clone(whole), torn...), 0o644); err != nil {
			t.Fatal(err)
		}
		to, rec, warnings, err := fight.OpenAppend(path)
		if err != nil {
			t.Fatal(err)
		}
		copied := path + ".torn"
		if i > 0 {
			copied += fmt.Sprint(i + 1)
		}
		if len(rec.Steps) != 7 || len(warnings) != 1 || !strings.Contains(warnings[0].String(), "duel.jsonl:9: ") || !strings.Contains(warnings[0].What, copied) {
			t.Errorf("%d steps, %v", len(rec.Steps), warnings)
		}
		if kept, err := os.ReadFile(copied); string(kept) != torn {
			t.Errorf("%s holds %q (%v), want %q", copied, kept, err, torn)
		}
		f := fight.New(feint.New(), rec.Header)
		if err := errors.Join(fight.Replay(f, rec), f.Record(to), second(f.Redo(1)), to.Close()); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); !bytes.Equal(got, file) {
			t.Errorf("resumed, the file is\n%s\nwant\n%s", got, file)
		}
	}
}

// Damage is refused, and the file stays as it is.
func TestOpenAppendTouchesNothingDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "duel.jsonl")
	damaged := bytes.Replace(play(t, 7).Bytes(), []byte(`"left":3`), []byte(`"left":4`), 1)
	damaged = append(damaged, "torn"...)
	if err := os.WriteFile(path, damaged, 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, _, err := fight.OpenAppend(path)
	refused(t, err, "duel.jsonl:2:176: the checksum")
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, damaged) {
		t.Errorf("the file was changed (%v)", err)
	}
	if _, err := os.Stat(path + ".torn"); err == nil {
		t.Error("a copy was made of a file that was refused")
	}
}

func TestOpenAppendNeedsAFile(t *testing.T) {
	dir := t.TempDir()
	_, _, _, err := fight.OpenAppend(dir)
	refused(t, err, "this is a directory: want")
	_, _, _, err = fight.OpenAppend(filepath.Join(dir, "none.jsonl"))
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	_, err = fight.Create(filepath.Join(dir, "none", "duel.jsonl"))
	refused(t, err, "cannot be written: there is no folder")
	if runtime.GOOS == "windows" {
		return
	}
	empty := filepath.Join(dir, "empty.jsonl")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, _, err = fight.OpenAppend(empty)
	refused(t, err, "ends before its header does")
}

// A record that never got its first line is not there: its name is free for the next try.
func TestARecordWithoutItsHeaderIsTakenAway(t *testing.T) {
	path := filepath.Join(t.TempDir(), "duel.jsonl")
	for range 2 {
		file, err := fight.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the empty file is still there: %v", err)
	}
}

func BenchmarkStepInMemory(b *testing.B) {
	for b.Loop() {
		f := newFight()
		if err := f.Record(fight.NewSink(io.Discard)); err != nil {
			b.Fatal(err)
		}
		for f.Turn().Kind != rules.Over {
			if err := step(f); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkReadRecord(b *testing.B) {
	file := play(b, 7).Bytes()
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		if _, _, err := fight.ReadRecord("x", bytes.NewReader(file)); err != nil {
			b.Fatal(err)
		}
	}
}
