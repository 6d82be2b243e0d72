// Package site writes the static folder of a program that runs in a browser: whoever opens it on any web host has the
// pages of kokyu serve, with the program in a thread of their own tab and the fights in their own browser.
package site

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"maps"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kokyu/agent/serve"
	"kokyu/agent/serve/web"
	"kokyu/rules/text"
)

//go:embed files
var files embed.FS

// Options are what a site is made of.
type Options struct {
	Wasm   string   // the file of the program, with wasm_exec.js beside it
	Frames []string // the origins of pages that may show the site in a frame, as https://www.owlbear.rodeo
	Base   string   // the path of the site on its host, as /kokyu; only owlbear.json contains it
}

// Command is the command that builds the program for a site, in the folder of the source.
const Command = ".ci/tab DIR"

// report is what Write has written.
type report struct {
	Files   []string `json:"files"`
	Bytes   int      `json:"bytes"`   // of all files
	Program int      `json:"program"` // bytes of the program, compressed as browsers fetch it
}

// policy is the security policy of the site's own files: the program is WebAssembly, and nothing comes from elsewhere.
// Who may frame a page only a header can say, see siteFiles.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'self'; object-src 'none'"

// Write writes a site into a folder: a new or an empty one, or one with a site, which is replaced. Errors are worded
// for whoever has typed the options.
func Write(dir string, o Options) (report, error) {
	for _, f := range o.Frames {
		at, err := url.Parse(f)
		if err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "" || at.Scheme+"://"+at.Host != f {
			return report{}, text.Problem{What: "the page that may frame the site is " + text.Quote(f),
				Want: "an origin, as in https://www.owlbear.rodeo"}
		}
	}
	if err := serve.CheckBase(o.Base); err != nil {
		return report{}, text.Problem{What: "the path of the site is " + text.Quote(o.Base),
			Want: "a path that begins with / and does not end with it, as in /kokyu"}
	}
	contents, err := siteFiles(o)
	if err != nil {
		return report{}, err
	}
	if err := prepareFolder(dir); err != nil {
		return report{}, err
	}
	out := report{Files: slices.Sorted(maps.Keys(contents))}
	// The worker is written last. A browser that gets the new worker fetches the files that it names, which
	// must be there then.
	others := text.Keep(out.Files, func(name string) bool { return name != workerName })
	for _, name := range append(others, workerName) {
		if err := writeWhole(filepath.Join(dir, name), contents[name]); err != nil {
			return report{}, err
		}
		out.Bytes += len(contents[name])
		if strings.HasSuffix(name, programExt) {
			out.Program = len(contents[name])
		}
	}
	// The program has another name with each version; those of earlier versions go.
	old, err := filepath.Glob(filepath.Join(dir, "kokyu-*"+programExt))
	for _, path := range old {
		if contents[filepath.Base(path)] == nil {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return out, err
}

const (
	workerName = "sw.js" // the service worker; a folder with it is a site
	programExt = ".wasm.gz"
)

// prepareFolder makes the folder of a site. It returns an error for a folder that holds something else, so
// that a wrong name on the command line overwrites nothing.
func prepareFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	list, err := os.ReadDir(dir)
	if err != nil || len(list) == 0 {
		return err
	}
	sw, err := os.ReadFile(filepath.Join(dir, workerName))
	if err != nil || !bytes.HasPrefix(sw, []byte(firstLine)) {
		return text.Problem{What: text.Quote(dir) + " is not empty",
			Want: "a new folder, an empty one, or one with a site that kokyu has written"}
	}
	return nil
}

// firstLine begins the service worker of every site that Write has written.
const firstLine = "// The service worker of kokyu"

// writeWhole writes a file; it appears whole or stays as it was.
func writeWhole(path string, data []byte) error {
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// siteFiles returns the files of a site, by name. The worker names the files that it keeps for use without
// a network, and a hash of them, so that a browser notices a new version.
func siteFiles(o Options) (map[string][]byte, error) {
	wasm, err := os.ReadFile(o.Wasm)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(wasm, []byte("\x00asm")) {
		return nil, text.Problem{What: text.Quote(o.Wasm) + " is no WebAssembly",
			Want: "what " + Command + " builds in the folder of the source"}
	}
	exec, err := os.ReadFile(filepath.Join(filepath.Dir(o.Wasm), "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	program, err := compress(wasm)
	if err != nil {
		return nil, err
	}
	contents := map[string][]byte{"wasm_exec.js": exec, "icon.svg": web.Icon(),
		"icon-192.png": icon(192), "icon-512.png": icon(512)}
	entries, err := fs.ReadDir(files, "files")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if contents[e.Name()], err = files.ReadFile("files/" + e.Name()); err != nil {
			return nil, err
		}
	}
	name := "kokyu-" + shortHash(program) + programExt
	frames := strings.Join(o.Frames, " ")
	var page bytes.Buffer
	err = template.Must(template.New("").Parse(string(contents["index.html"]))).Execute(&page, map[string]any{
		"Policy": policy, "Program": name, "Size": len(program), "Frames": frames})
	if err != nil {
		return nil, err
	}
	contents["index.html"] = page.Bytes()
	kept := slices.DeleteFunc(slices.Sorted(maps.Keys(contents)), func(name string) bool {
		return name == workerName || name == "owlbear.json"
	})
	var all bytes.Buffer
	for _, name := range kept {
		all.Write(contents[name])
	}
	// A page cannot say in itself who may frame it: only a header can. The worker sends it, and hosts that
	// read _headers do.
	framed := policy + "; frame-ancestors " + cmp.Or(frames, "'none'")
	says, err := json.Marshal(map[string]any{"cache": shortHash(append(all.Bytes(), name+framed...)), "files": append(kept, "./"),
		"program": name, "policy": framed})
	if err != nil {
		return nil, err
	}
	contents[workerName] = bytes.Replace(contents[workerName], []byte("{/* kokyu site writes these */}"), says, 1)
	contents[name] = program
	contents["owlbear.json"] = bytes.ReplaceAll(contents["owlbear.json"], []byte(`"/`), []byte(`"`+o.Base+`/`))
	contents["_headers"] = fmt.Appendf(nil,
		"/*\n  Content-Security-Policy: %s\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n", framed)
	return contents, nil
}

// shortHash returns a hash for file names, 16 hexadecimal digits.
func shortHash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// compress returns data as gzip, in which the program is kept whatever the host does.
func compress(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(data)
	}
	if err == nil {
		err = z.Close()
	}
	return b.Bytes(), err
}

// icon draws the icon as a PNG of this size in pixels, for systems that take no SVG: a breath in a red
// disc.
func icon(size int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	red, paper := color.NRGBA{0xa3, 0x27, 0x1f, 0xff}, color.NRGBA{0xfb, 0xf8, 0xf1, 0xff}
	for y := range size {
		for x := range size {
			// The drawing is 32 units wide, as that of icon.svg, with 0 in its middle.
			u, v := (float64(x)+.5)*32/float64(size)-16, (float64(y)+.5)*32/float64(size)-16
			switch r := math.Hypot(u, v); {
			case u > -7 && u < 7 && math.Abs(v-2.5*math.Sin(-u*math.Pi/5)) < 1.5:
				img.SetNRGBA(x, y, paper)
			case r < 15:
				img.SetNRGBA(x, y, red)
			}
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // cannot fail: it writes into memory
	return b.Bytes()
}
