package fair

import (
	"os"
	"path/filepath"
	"testing"

	"kokyu/agent"
)

// The folders of rows that an encounter names are found from wherever the changed encounter is written.
func TestASourceThatMovesFindsItsRows(t *testing.T) {
	dir := t.TempDir()
	for _, rows := range []string{"rows", "more"} {
		if err := os.MkdirAll(filepath.Join(dir, "fights", rows), 0o755); err != nil {
			t.Fatal(err)
		}
		page := "version: 1\ncombatants:\n  " + rows + " page: {grade: minion, weapons: [tanto]}\n"
		if err := os.WriteFile(filepath.Join(dir, "fights", rows, "pages.yaml"), []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "kept", "tonight"), 0o755); err != nil {
		t.Fatal(err)
	}
	for data, fighter := range map[string]string{"rows": "rows page", "[rows, ./more]": "more page"} {
		name := filepath.Join(dir, "fights", "yard.yaml")
		file := "version: 1\nsystem: breath\ntitle: Yard\ndata: " + data + "\nsides:\n  - {name: a, fighters: [{who: " + fighter +
			"}]}\n  - {name: b, fighters: [{who: bandit}]}\n"
		for _, to := range []string{"yard2.yaml", "../yard.yaml", "../kept/tonight/yard.yaml"} {
			s, err := NewSource(agent.Builtin(), name, []byte(file))
			if err != nil {
				t.Fatal(err)
			}
			moved := filepath.Join(dir, "fights", to)
			if err := s.MoveTo(moved); err != nil {
				t.Fatal(err)
			}
			out, err := s.file()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Catalogue.NewFight(moved, out, agent.Setup{}); err != nil {
				t.Errorf("data: %s, written to %s: %v\n%s", data, to, err, out)
			}
		}
	}
}
