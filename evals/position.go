package evals

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"kokyu/rules/text"
)

// Position is a decision of a suite: one line of a file of positions, as
//
//	{"id":"best-mirror-1-0003","encounter":"mirror","source":"best","phase":"attack","position":"...","options":["cut > Kojiro"],"values":[0.51]}
type Position struct {
	ID        string    `json:"id"`                // it stays the same: results of different runs are compared by it
	Encounter string    `json:"encounter"`         // one of its suite's
	Source    string    `json:"source"`            // how it was found: see [sources]
	Phase     string    `json:"phase"`             // of the best option
	About     string    `json:"about,omitempty"`   // the idea of a puzzle
	Data      string    `json:"data,omitempty"`    // hash of the rows with which its values were computed, see [dataOf]
	Position  string    `json:"position"`          // the encounter file that starts there
	Options   []string  `json:"options,omitempty"` // the decisions Values are of, in words
	Values    []float64 `json:"values,omitempty"`  // exact win chances of side 0, 0..1, after each
	// Worth is the win chance of side 0 that leaves are fitted to, at a position of self-play; else nil.
	Worth *float64 `json:"-"`
}

// How positions are found.
const (
	sourceBest    = "best"    // in fights of best play with some random decisions
	sourceOwn     = "own"     // in fights of an agent
	sourceUniform = "uniform" // evenly among all that can be reached
	sourcePuzzle  = "puzzle"  // by hand
)

// sources are all of them, in the order of messages.
var sources = []string{sourceBest, sourceOwn, sourceUniform, sourcePuzzle}

// Limits of a file of positions.
const (
	positionsMax     = 20_000
	PositionsSizeMax = 32 << 20 // bytes
	positionLineMax  = 64 << 10
)

// ReadPositions reads positions as JSON lines from a source that may hold anything. Its error lists all mistakes with
// their lines; name is what messages call the source. encounters are those that positions may belong to, nil for any.
func ReadPositions(name string, data []byte, encounters []string) (list []Position, err error) {
	var bad text.Problems
	lines := map[string]int{} // by id, the line that has it
	scan := bufio.NewScanner(bytes.NewReader(data))
	scan.Buffer(nil, positionLineMax)
	line := 0
	for scan.Scan() {
		line++
		wrong := func(what, want string) {
			bad = append(bad, text.Problem{File: name, Line: line, Col: 1, What: what, Want: want})
		}
		if len(list) == positionsMax {
			wrong(fmt.Sprintf("the file holds more than %d positions", positionsMax), "fewer")
			break
		}
		var position Position
		dec := json.NewDecoder(bytes.NewReader(scan.Bytes()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&position); err != nil {
			wrong("the line is no position: "+err.Error(), `one JSON object with "id", "encounter", "source", "phase" and "position"`)
			continue
		}
		if _, err := dec.Token(); !errors.Is(err, io.EOF) {
			wrong("the line goes on after its object", "one JSON object a line")
		}
		if _, err := text.CleanName(position.ID); err != nil {
			wrong("the id is "+quote(position.ID), "1 to 64 letters, digits and signs")
		} else if lines[position.ID] > 0 {
			wrong(fmt.Sprintf("the id %s is here twice, first on line %d", quote(position.ID), lines[position.ID]),
				"it once: results are compared by id")
		} else {
			lines[position.ID] = line
		}
		if encounters != nil && !slices.Contains(encounters, position.Encounter) {
			wrong("there is no encounter "+quote(position.Encounter), text.OneOf(position.Encounter, encounters))
		}
		if !slices.Contains(sources, position.Source) {
			wrong("the source is "+quote(position.Source), text.OneOf(position.Source, sources))
		}
		if len(position.Values) != len(position.Options) {
			wrong(fmt.Sprintf("%d values of %d options", len(position.Values), len(position.Options)),
				"a value for each option, or neither")
		}
		for _, v := range position.Values {
			// Written so that NaN, which compares false with everything, is refused too.
			if !(v >= 0 && v <= 1) {
				wrong(fmt.Sprintf("a value is %v", v), "a win chance from 0 to 1")
			}
		}
		list = append(list, position)
	}
	if err := scan.Err(); err != nil {
		bad = append(bad, text.Problem{File: name, Line: line + 1, Col: 1, What: "the line cannot be read: " + err.Error(),
			Want: fmt.Sprintf("at most %d bytes", positionLineMax)})
	}
	return list, bad.Err()
}

// WritePositions writes positions as JSON lines.
func WritePositions(w io.Writer, list []Position) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, p := range list {
		if err := enc.Encode(p); err != nil {
			return err
		}
	}
	return nil
}
