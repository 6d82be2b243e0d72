package tiny

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
)

// A snapshot is a line of JSON, its words and what is known of its making, and then the weights in blocks: the largest of
// the block as a float32, and each weight as a share of it in a signed byte.
type header struct {
	Tiny  int      `json:"tiny"` // version
	Made  string   `json:"made"` // by what, from what
	Words []string `json:"words"`
}

const block = width

// Write is the model as a snapshot; made says where it comes from.
func (m *Model) Write(made string) []byte {
	head, err := json.Marshal(header{Tiny: 1, Made: made, Words: m.words})
	if err != nil {
		panic(err) // strings only
	}
	b := bytes.NewBuffer(append(head, '\n'))
	for at := 0; at < len(m.net.all); at += block {
		var most float32
		for _, v := range m.net.all[at : at+block] {
			most = max(most, v, -v)
		}
		b.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(most)))
		for _, v := range m.net.all[at : at+block] {
			b.WriteByte(byte(int8(math.Round(float64(v / max(most, 1e-20) * 127)))))
		}
	}
	return b.Bytes()
}

// Open reads the snapshot of a file.
func Open(path string) (*Model, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	line, rest, _ := bytes.Cut(data, []byte("\n"))
	var head header
	if err := json.Unmarshal(line, &head); err != nil || head.Tiny != 1 {
		return nil, fmt.Errorf("%s: no snapshot of a tiny model: %v", path, err)
	}
	m := newModel(head.Words)
	if want := len(m.net.all) / block * (4 + block); len(rest) != want {
		return nil, fmt.Errorf("%s: %d bytes of weights, want %d", path, len(rest), want)
	}
	for at := 0; at < len(m.net.all); at += block {
		most := math.Float32frombits(binary.LittleEndian.Uint32(rest))
		for i, c := range rest[4 : 4+block] {
			m.net.all[at+i] = most * float32(int8(c)) / 127
		}
		rest = rest[4+block:]
	}
	return m, nil
}
