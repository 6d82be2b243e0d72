package evals

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"kokyu/agent"
)

// Suite is a set of measures with thresholds, read and checked. Its fields of the same names as in its file have what
// the words there stand for.
type Suite struct {
	suiteFile  // as it is written; what some of its words stand for has the same names here
	Encounters []Encounter
	Positions  []Position
	Agent      agent.Agent     // unless another one is asked for
	Against    agent.Agent     // whom strength is measured against
	Data       string          // hash of everything the suite was read from
	catalogue  agent.Catalogue // the rows that its fights use
}

// suiteFile is a suite as a file has it:
//
//	version: 1
//	name: duel
//	measure: [regret, value]
//	encounters: [mirror, gate.yaml]   # built-in ones, files beside the suite, random ones
//	sample: {best: 200, own: 200}     # or positions: FILE.jsonl
//	agent: search nodes=20000
//	thresholds: {regret-mean: 1}
type suiteFile struct {
	Version    int      `yaml:"version" must:"be there" limit:"1..1"`
	Name       string   `yaml:"name" must:"be there" clean:"name"`
	About      string   `yaml:"about"`
	Measure    []string `yaml:"measure" must:"be there" max:"8"`
	Encounters []string `yaml:"encounters" must:"be there" max:"64"`
	// Long are encounters that take minutes to solve: the measure way needs their tables.
	Long       []string           `yaml:"long" max:"64"`
	Positions  string             `yaml:"positions" max:"255"`
	Sample     sampleFile         `yaml:"sample"`
	Agent      string             `yaml:"agent" must:"be there" max:"200"`
	Against    string             `yaml:"against" max:"200"`
	Fights     int                `yaml:"fights" limit:"1..100000"` // of each encounter; pairs of them for strength
	Luck       int                `yaml:"luck" limit:"0..1000000"`  // nodes that value a throw where strength is measured
	Seed       uint64             `yaml:"seed"`                     // unless another one is asked for
	Thresholds map[string]float64 `yaml:"thresholds" max:"16"`      // by the names of the bounds of its measures
}

// sampleFile says how many positions to find in every encounter, by how they are found; Own is for each agent measured.
type sampleFile struct {
	Best    int     `yaml:"best" limit:"0..20000"`
	Own     int     `yaml:"own" limit:"0..20000"`
	Uniform int     `yaml:"uniform" limit:"0..20000"`
	Strays  float64 `yaml:"strays" limit:"0..1"`
}

//go:embed suites/*.yaml positions
var embedded embed.FS

// Suites lists the built-in suites.
func Suites() []string {
	files, err := embedded.ReadDir("suites")
	if err != nil { // they are embedded
		panic(err)
	}
	return mapped(files, func(f fs.DirEntry) string { return strings.TrimSuffix(f.Name(), ".yaml") })
}

// builtin returns a file of a built-in suite.
func builtin(name string) ([]byte, error) {
	return unpack(name, func(name string) ([]byte, error) { return embedded.ReadFile(path.Join("positions", name)) })
}

// unpack returns the content of a file or, if there is none, of the compressed file with .gz after its name: positions
// as text are fifteen times as large.
func unpack(name string, read func(name string) ([]byte, error)) ([]byte, error) {
	data, err := read(name)
	if err == nil {
		return data, nil
	}
	packed, wrong := read(name + ".gz")
	if wrong != nil {
		return nil, err // of the file that was asked for
	}
	from, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("%s.gz: %w", name, err)
	}
	data, err = io.ReadAll(io.LimitReader(from, PositionsSizeMax+1))
	if err != nil {
		return nil, fmt.Errorf("%s.gz: %w", name, err)
	}
	if len(data) > PositionsSizeMax {
		return nil, fmt.Errorf("%s.gz holds more than %d bytes", name, PositionsSizeMax)
	}
	return data, nil
}
