package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"kokyu/rules/text"
)

// alone takes every variable and folder of this machine away from a test.
func alone(t *testing.T) string {
	t.Helper()
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, prefix) {
			t.Setenv(name, "")
			os.Unsetenv(name)
		}
	}
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("HOME", dir)
	return dir
}

func write(t *testing.T, dir, text string) string {
	t.Helper()
	path := filepath.Join(dir, "settings.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDefaultsStandAloneAndAreValid(t *testing.T) {
	alone(t)
	c, standing, err := Load(nil, "")
	want := Config{Seed: 1, Nodes: 20000, AdviseNodes: 500000, Voice: "scent", Colour: "auto", Log: "warn", NATS: nats{Prefix: "kokyu"},
		Model: model{Provider: "ollama", Timeout: 2 * time.Minute, Calls: 8, Tokens: 100_000}}
	if err != nil || c != want {
		t.Fatalf("got %+v, %v, want %+v", c, err, want)
	}
	for _, s := range standing {
		if s.From != "default" {
			t.Errorf("%s comes from %s, want default", s.Key, s.From)
		}
		if s.Help == "" {
			t.Errorf("%s does not say what it is for", s.Key)
		}
	}
}

func TestFlagsWinOverVariablesOverTheFile(t *testing.T) {
	path := write(t, alone(t), "seed: 2\nnodes: 3\ntime: 4s\n")
	t.Setenv("KOKYU_SEED", "5")
	t.Setenv("KOKYU_NODES", "6")
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	Flag(flags, "seed", "seed")
	Flag(flags, "nodes", "nodes")
	if err := flags.Parse([]string{"--seed", "7"}); err != nil {
		t.Fatal(err)
	}
	c, standing, err := Load(flags, path)
	if err != nil || c.Seed != 7 || c.Nodes != 6 || c.Time != 4*time.Second || c.AdviseNodes != 500000 {
		t.Fatalf("got %+v, %v", c, err)
	}
	from := map[string]string{}
	for _, s := range standing {
		from[s.Key] = s.From
	}
	for key, want := range map[string]string{"seed": "--seed", "nodes": "KOKYU_NODES", "time": path + ":3", "advise-nodes": "default"} {
		if from[key] != want {
			t.Errorf("%s comes from %q, want %q", key, from[key], want)
		}
	}
}

// One flag name may set different keys in different commands.
func TestAFlagSetsTheKeyItIsBoundTo(t *testing.T) {
	alone(t)
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	Flag(flags, "nodes", "advise-nodes")
	if err := flags.Parse([]string{"--nodes", "9"}); err != nil {
		t.Fatal(err)
	}
	c, _, err := Load(flags, "")
	if err != nil || c.AdviseNodes != 9 || c.Nodes != 20000 {
		t.Fatalf("got %+v, %v", c, err)
	}
}

// Each of these a layering library lets pass, or reads as something else.
func TestWhatAFileMayNotSay(t *testing.T) {
	for text, want := range map[string]string{
		"sede: 3\n":                             `settings.yaml:1:1: unknown key "sede": want one of`,
		"Seed: 3\n":                             `did you mean seed?`,
		"seed: 3\nSEED: 4\n":                    `settings.yaml:2:1: unknown key "SEED"`,
		"seed: 3\nseed: 4\n":                    `settings.yaml:2:1: key "seed" is here twice`,
		"search.depth: 3\n":                     `unknown key "search.depth"`,
		"seed: {depth: 3}\n":                    `settings.yaml:1:7: not a value`,
		"seed: 010\n":                           `settings.yaml:1:7: seed is "010": want a whole number`,
		"seed: 0x10\n":                          `seed is "0x10": want a whole number`,
		"nodes: 1e5\n":                          `nodes is "1e5": want a whole number`,
		"nodes: 2.5\n":                          `nodes is "2.5"`,
		"nodes: -1\n":                           `nodes is "-1"`,
		"nodes: true\n":                         `nodes is "true"`,
		"seed: banana\n":                        `seed is "banana": want a whole number from 0 to 18446744073709551615`,
		"time: 5\n":                             `settings.yaml:1:7: time is "5": want a time with its unit`,
		"time: -5s\n":                           `time is "-5s"`,
		"voice-timeout: 0s\n":                   `voice-timeout is "0s": want a time with its unit, from 1s to`,
		"voice: sent\n":                         `voice is "sent": want one of scent, law, none, model; did you mean scent?`,
		"voice-url: http://models.example/v1\n": `settings.yaml:1:12: voice-url is "http://models.example/v1": want https`,
		"voice-url: localhost:1234\n":           `want an address such as`,
		"a: &a 1\nseed: *a\n":                   `borrowed from elsewhere`,
		"seed: 1\n---\nx: 1\n":                  `one document to a file`,
		"seed:\n":                               `not a value`,
	} {
		path := write(t, alone(t), text)
		_, _, err := Load(nil, path)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want …%s…", text, err, want)
		}
	}
}

func TestAllMistakesAreReportedAtOnce(t *testing.T) {
	path := write(t, alone(t), "seed: x\nnodes: y\n")
	t.Setenv("KOKYU_TIME", "5")
	_, _, err := Load(nil, path)
	for _, want := range []string{`KOKYU_TIME is "5"`, "settings.yaml:1:7: seed", "settings.yaml:2:8: nodes"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want …%s…", err, want)
		}
	}
}

func TestEveryKeyHearsItsVariable(t *testing.T) {
	for key, value := range map[string]string{"seed": "9", "nodes": "9", "advise-nodes": "9", "time": "9s", "threads": "9",
		"voice": "law", "colour": "never", "data": "d", "log": "info", "voice-provider": "openai", "voice-model": "m", "voice-url": "https://m.example",
		"voice-key": "A_KEY", "voice-timeout": "9s", "voice-calls": "9", "voice-tokens": "9",
		"nats": "nats://here", "nats-creds": "c", "nats-ca": "a", "nats-prefix": "p"} {
		alone(t)
		name := prefix + strings.ToUpper(strings.ReplaceAll(key, "-", "_"))
		t.Setenv(name, value)
		_, standing, err := Load(nil, "")
		found := false
		for _, s := range standing {
			found = found || s.Key == key && s.Value == value && s.From == name
		}
		if err != nil || !found {
			t.Errorf("%s=%s: %+v, %v", name, value, standing, err)
		}
	}
	if n := len(Keys()); n != 20 {
		t.Errorf("%d keys, this test knows 20", n)
	}
}

func TestAVariableThatIsNoSettingIsRefused(t *testing.T) {
	alone(t)
	t.Setenv("KOKYU_SEDE", "9")
	_, _, err := Load(nil, "")
	if want := "KOKYU_SEDE is no setting"; err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "KOKYU_SEED?") {
		t.Errorf("got %v, want …%s…", err, want)
	}
}

// As shells and other programs have it.
func TestAnEmptyVariableIsNone(t *testing.T) {
	alone(t)
	t.Setenv("KOKYU_SEED", "")
	c, standing, err := Load(nil, "")
	if err != nil || c.Seed != 1 || standing[0].From != "default" {
		t.Errorf("got %+v, %+v, %v", c, standing[0], err)
	}
}

func TestANamedFileMustBeThereTheUsualOneNeedNot(t *testing.T) {
	dir := alone(t)
	if _, _, err := Load(nil, filepath.Join(dir, "none.yaml")); err == nil {
		t.Error("a file that was named and is not there: no error")
	}
	if err := os.MkdirAll(filepath.Join(dir, "kokyu"), 0o755); err != nil {
		t.Fatal(err)
	}
	usual := filepath.Join(dir, "kokyu", "config.yaml")
	if err := os.WriteFile(usual, []byte("seed: 77\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if c, _, err := Load(nil, ""); err != nil || c.Seed != 77 {
		t.Skipf("the usual folder is elsewhere on this system: %+v, %v", c, err)
	}
}

// A key that is written where its variable should be named is shown nowhere: not in the sentence, not with the line, not in
// the list of settings.
func TestAKeyInTheWrongPlaceIsNotShown(t *testing.T) {
	const key = "sk-0123456789abcdef"
	for name, set := range map[string]func() string{
		"address":  func() string { return write(t, alone(t), "voice-url: https://me:"+key+"@models.example\n") },
		"file":     func() string { return write(t, alone(t), "voice-key: "+key+"\n") },
		"variable": func() string { alone(t); t.Setenv("KOKYU_VOICE_KEY", key); return "" },
	} {
		_, standing, err := Load(nil, set())
		if err == nil || !strings.Contains(err.Error(), "is \"(secret)\": want") || strings.Contains(fmt.Sprintf("%v %+v", err, standing), key[:6]) {
			t.Errorf("%s: %v, %+v", name, err, standing)
		}
		var bad text.Problems
		if errors.As(err, &bad) && strings.Contains(fmt.Sprintf("%+v", bad), key[:6]) {
			t.Errorf("%s: %+v", name, bad)
		}
	}
}

// Records go where the user's data is; a variable that is no absolute path names no place.
func TestEveningsAreWithTheUsersData(t *testing.T) {
	home, data := alone(t), t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	if dir, err := Folder("evenings"); err != nil || dir != filepath.Join(data, "kokyu", "evenings") {
		t.Errorf("%s, %v", dir, err)
	}
	for _, other := range []string{"", "data"} {
		t.Setenv("XDG_DATA_HOME", other)
		if dir, err := Folder("evenings"); err != nil || !strings.HasPrefix(dir, home+string(filepath.Separator)) ||
			!strings.HasSuffix(dir, filepath.Join("kokyu", "evenings")) {
			t.Errorf("%q: %s, %v", other, dir, err)
		}
	}
	if runtime.GOOS != "windows" {
		t.Setenv("HOME", "")
		if dir, err := Folder("evenings"); err == nil {
			t.Errorf("without a home: %s", dir)
		}
	}
}

// Each system keeps a user's data at its own place.
func TestDataIsWhereTheSystemKeepsIt(t *testing.T) {
	home := filepath.Join("home", "aki")
	for system, want := range map[string]string{
		"linux": filepath.Join(home, ".local", "share"), "freebsd": filepath.Join(home, ".local", "share"),
		"darwin": filepath.Join(home, "Library", "Application Support"), "windows": filepath.Join(home, "AppData", "Local"),
	} {
		t.Setenv("LocalAppData", "")
		if got := dataFolder(system, home); got != want {
			t.Errorf("%s: %s, want %s", system, got, want)
		}
		t.Setenv("LocalAppData", "elsewhere")
		if got := dataFolder(system, home); (got == "elsewhere") != (system == "windows") {
			t.Errorf("%s: %s where LocalAppData is set", system, got)
		}
	}
}
