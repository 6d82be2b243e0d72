package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kokyu/rules/strict"
)

// folder returns a folder with files: an encounter and what stands beside it.
func folder(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, txt := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(txt), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const besideRows = "version: 1\ncombatants:\n  sword saint: {grade: elite, courage: 3, physique: 1, armour: light, weapons: [uchigatana], skills: {swordsmanship: 5}}\n" +
	"  page: {grade: minion, weapons: [tanto]}\n"

func besideEncounter(data string) string {
	return "version: 1\nsystem: breath\ntitle: Yard\n" + data +
		"\nsides:\n  - {name: a, fighters: [{who: sword saint}]}\n  - {name: b, fighters: [{who: bandit}]}\n"
}

// An encounter finds the rows of the folders it names, wherever the program was started; its record keeps them, so that who
// goes on with it has those whom nobody was yet; a position has the rows it uses.
func TestAnEncounterNamesFoldersBesideIt(t *testing.T) {
	for _, data := range []string{"data: rows", "data: [rows]", "data: [more/rows, ./rows]"} {
		dir := folder(t, map[string]string{"rows/a.yaml": besideRows, "more/rows/b.yaml": "version: 1\ncombatants:\n  page: {grade: mob, weapons: [tanto]}\n"})
		name := filepath.Join(dir, "yard.yaml")
		f, err := Builtin().NewFight(name, []byte(besideEncounter(data)), Setup{})
		if err != nil {
			t.Fatal(data, err)
		}
		if txt := string(position(t, f)); strings.Contains(txt, "data:") || strings.Contains(txt, "page:") || !strings.Contains(txt, "sword saint:") {
			t.Errorf("%s: the position is\n%s", data, txt)
		}
		same(t, reload(t, "position", position(t, f)), position(t, f))
		again, err := Reopen(f.Header())
		if err != nil {
			t.Fatal(err)
		}
		same(t, position(t, again), position(t, f))
		if err := Builtin().CheckLine(f, "{who: bandit, weapons: [tanto], courage: 1}"); err != nil {
			t.Error(err)
		}
		c, err := Builtin().WithRecordRows(f.Header())
		if err != nil {
			t.Fatal(err)
		}
		rows, err := c.Rows("breath")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := again.Join("b", "{who: page}", rows, "the bell"); err != nil {
			t.Error(err)
		}
	}
}

// What cannot be read is said with its place; who sends an encounter names no folder of this machine.
func TestWhatIsWrongWithAFolderIsSaid(t *testing.T) {
	files := map[string]string{"rows/a.yaml": besideRows, "wrong/b.yaml": "version: 1\ncombatants:\n  page: {grade: king, weapons: [tanto]}\n",
		"empty/readme.txt": "none"}
	for n := range folderFilesMax + 1 {
		files[fmt.Sprintf("many/%d.yaml", n)] = "version: 1\n"
	}
	files["large/a.yaml"] = besideRows + strings.Repeat("# much\n", folderBytesMax/7)
	dir := folder(t, files)
	for data, want := range map[string]string{
		"data: nowhere":             `yard.yaml:4:7: there is no folder "nowhere" beside this file: want a folder of catalogue files, as in data: rows`,
		"data: " + dir:              `a folder beside this file`,
		"data: empty":               `the folder "empty" holds no .yaml files`,
		"data: many":                `the folders of data: hold 33 files: want at most 32`,
		"data: large":               `: want at most 262144`,
		"data: wrong":               `b.yaml:3:17: unknown grade "king"`,
		"data: [a, b, c, d, e]":     `5 folders: want at most 4`,
		"data: {rows: 1}":           `data`,
		"data: rows\nrounds: 99999": `rounds is 99999`,
	} {
		_, err := Builtin().NewFight(filepath.Join(dir, "yard.yaml"), []byte(besideEncounter(data)), Setup{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is %v, want %s", data, err, want)
		}
	}
	_, err := Builtin().ForOthers().NewFight(filepath.Join(dir, "yard.yaml"), []byte(besideEncounter("data: rows")), Setup{})
	if want := `yard.yaml:4:7: data: would read a folder of the machine that plays the fight: want rows: with the rows themselves`; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("sent by others: %v, want %s", err, want)
	}
}

// A file that is no record and too large to be looked into is called too large, and not a record that has no header.
func TestAFileTooLargeForARecordIsCalledSo(t *testing.T) {
	text := strings.NewReader("version: 1\n" + strings.Repeat("#\n", strict.SizeMax/2))
	if _, _, err := ReadRecord("big.yaml", text); err == nil || !strings.Contains(err.Error(), "big.yaml: the file has") {
		t.Error(err)
	}
}

// A record is anybody's file: rows in its header that no catalogue could have are refused.
func TestRowsOfARecordAreChecked(t *testing.T) {
	dir := folder(t, map[string]string{"rows/a.yaml": besideRows})
	f, err := Builtin().NewFight(filepath.Join(dir, "yard.yaml"), []byte(besideEncounter("data: rows")), Setup{})
	if err != nil {
		t.Fatal(err)
	}
	h := f.Header()
	for _, rows := range []string{`{"combatants":{"page":{"grade":"king","weapons":["tanto"]}}}`, `{"combatants":[]}`, `{"weapons":{"club":{}}}`} {
		h.Rows = []byte(rows)
		if _, err := Builtin().WithRecordRows(h); err == nil {
			t.Errorf("%s is taken", rows)
		}
	}
}
