package serve

import (
	"os"
	"path/filepath"
	"testing"
)

// The mark of the owner's browser is the same for the next server of the folder; one that a kill has left empty is made anew.
func TestTheOwnersMarkLasts(t *testing.T) {
	dir := t.TempDir()
	mark := func() string {
		m, err := opened(t, dir, Options{}).OwnerSecret()
		if err != nil || m == "" {
			t.Fatalf("%q, %v", m, err)
		}
		return m
	}
	first := mark()
	if again, err := os.ReadFile(filepath.Join(dir, "owner")); err != nil || string(again) != first {
		t.Errorf("kept %q, %v, want %q", again, err, first)
	}
	if err := os.Truncate(filepath.Join(dir, "owner"), 0); err != nil {
		t.Fatal(err)
	}
	f := &Fights{dir: dir}
	if next, err := f.OwnerSecret(); err != nil || next == "" || next == first {
		t.Errorf("after a kill: %q, %v", next, err)
	}
}
