package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// program makes files that look like the program for browsers.
func program(t *testing.T, says string) (wasm string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"kokyu.wasm": "\x00asm" + says, "wasm_exec.js": "// Go's"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "kokyu.wasm")
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A site names all its files, and is written anew with a new program, whose worker is another one then. A folder with other things in it
// stays as it is.
func TestASiteIsWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "site")
	first, err := Write(dir, Options{Wasm: program(t, "one")})
	if err != nil {
		t.Fatal(err)
	}
	worker := read(t, dir, "sw.js")
	for _, name := range first.Files {
		if read(t, dir, name); !strings.Contains(worker, `"`+name+`"`) && name != "sw.js" && name != "_headers" && name != "owlbear.json" {
			t.Errorf("the service worker keeps no %s", name)
		}
	}
	if !strings.Contains(read(t, dir, "_headers"), "frame-ancestors 'none'") {
		t.Error("whoever likes may frame the site")
	}
	again, err := Write(dir, Options{Wasm: program(t, "two"), Frames: []string{"https://table.example"}})
	if err != nil || len(again.Files) != len(first.Files) || read(t, dir, "sw.js") == worker {
		t.Errorf("a second one: %v, %v", again, err)
	}
	if programs, _ := filepath.Glob(filepath.Join(dir, "*"+programExt)); len(programs) != 1 {
		t.Errorf("the programs are %v", programs)
	}
	for _, name := range []string{"_headers", "sw.js", "index.html"} {
		if !strings.Contains(read(t, dir, name), "https://table.example") {
			t.Errorf("%s does not say who may frame the site", name)
		}
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(other, Options{Wasm: program(t, "")}); err == nil || !strings.Contains(err.Error(), "is not empty: want a new folder") {
		t.Errorf("over other files: %v", err)
	}
	if list, _ := os.ReadDir(other); len(list) != 1 {
		t.Errorf("%v was changed", list)
	}
}

// What we wrote of script is at most 250 lines; no file names another host, and icons have the sizes that the manifest says.
func TestTheSiteIsSmallAndClosed(t *testing.T) {
	made, err := siteFiles(Options{Wasm: program(t, "")})
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for name, text := range made {
		if name == "wasm_exec.js" {
			continue
		}
		if strings.HasSuffix(name, ".js") {
			lines += bytes.Count(text, []byte("\n"))
		}
		if found := regexp.MustCompile(`https?://[^ "']+`).FindAllString(string(text), -1); len(found) > 0 && fmt.Sprint(found) != "[http://www.w3.org/2000/svg]" {
			t.Errorf("%s names %v", name, found)
		}
	}
	for _, allows := range []string{"'unsafe-eval'", "'unsafe-inline'", "*", "http"} {
		if strings.Contains(policy, allows) || !strings.Contains(string(made["index.html"]), "Content-Security-Policy") {
			t.Errorf("the policy allows %s, or is not in the page", allows)
		}
	}
	if lines > 250 {
		t.Errorf("%d lines of script, want 250 at most", lines)
	}
	for _, size := range []int{192, 512} {
		img, err := png.Decode(bytes.NewReader(icon(size)))
		if err != nil || img.Bounds().Dx() != size || !strings.Contains(string(made["manifest.webmanifest"]), fmt.Sprintf(`"icon-%[1]d.png", "sizes": "%[1]dx%[1]d"`, size)) {
			t.Errorf("the icon of %d: %v", size, err)
		}
	}
}

// The front page says in three sentences what it is, for which games, and that nothing leaves the tab; its first button begins a fight.
func TestTheFrontPageSaysWhatItIs(t *testing.T) {
	made, err := siteFiles(Options{Wasm: program(t, "")})
	if err != nil {
		t.Fatal(err)
	}
	before, form, _ := strings.Cut(string(made["index.html"]), "<form")
	said := regexp.MustCompile(`<p>([^<]*)</p>`).FindAllStringSubmatch(before, -1)
	if len(said) != 3 {
		t.Fatalf("it says %q", said)
	}
	for i, want := range []string{"plays the foes of a fight", "three tabletop systems", "nothing leaves it"} {
		if sentence := said[i][1]; !strings.Contains(sentence, want) || strings.Count(sentence, ".") != 1 || !strings.HasSuffix(sentence, ".") {
			t.Errorf("%q is no sentence with %q", sentence, want)
		}
	}
	if button := regexp.MustCompile(`<button[^>]*>[^<]*`).FindString(form); !strings.HasSuffix(button, ">Begin a fight") || strings.Contains(button, "formaction") {
		t.Errorf("its first button is %s", button)
	}
}

// The manifest of an extension has what Owlbear Rodeo's documentation asks: a name of at most 45 letters, a version, the version 1 of
// manifests, a description of at most 128, and of the action a title, an icon, the page and its size; paths are those of the host.
func TestTheManifestForOwlbearRodeo(t *testing.T) {
	for _, base := range []string{"", "/games/kokyu"} {
		made, err := siteFiles(Options{Wasm: program(t, ""), Base: base})
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Name, Version, Description, Icon string
			Manifest                         int `json:"manifest_version"`
			Action                           struct {
				Title, Icon, Popover string
				Width, Height        int
			}
		}
		if err := json.Unmarshal(made["owlbear.json"], &m); err != nil {
			t.Fatal(err)
		}
		if m.Name == "" || len(m.Name) > 45 || m.Description == "" || len(m.Description) > 128 || m.Version == "" || m.Manifest != 1 ||
			m.Icon != base+"/icon.svg" || m.Action.Title == "" || m.Action.Icon != m.Icon || m.Action.Popover != base+"/" || m.Action.Width != 320 || m.Action.Height < 1 {
			t.Errorf("the manifest is %+v", m)
		}
	}
}
