package agent

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// bitsOfEstimates is, by system, the sum over the bits of the estimates below, made on amd64. A change of what leaves say changes
// it, on every processor alike: it is replaced by what the test prints then.
var bitsOfEstimates = map[string]uint64{"breath": 0x2aca89fc1187ed1d, "tempo": 0x8c92d45c64833968, "keep": 0xd4cd7b04a3eaaf04}

// What a position is worth has the same bits on every processor, or the same fight would be played otherwise there: the
// estimates of every built-in encounter's first two hundred positions of a random fight. That no product and sum are
// fused is a test of rules/bitexact, and .ci/long looks at what the compiler makes of them for arm64.
func TestEstimatesHaveTheSameBitsOnEveryProcessor(t *testing.T) {
	for _, system := range Systems() {
		t.Run(system, func(t *testing.T) {
			want := rulestest.TableEntry(t, bitsOfEstimates, system)
			if got, n := bitsOf(t, system); got != want || n < 400 {
				t.Errorf("the bits of %d positions' estimates sum up to %#x, want %#x", n, got, want)
			}
		})
	}
}

// bitsOf returns the sum of a system's encounters, and of how many positions it is.
func bitsOf(t *testing.T, system string) (sum uint64, n int) {
	h := fnv.New64a()
	put := func(v float64) { binary.Write(h, binary.LittleEndian, v) }
	for _, name := range Encounters(system) {
		file, data, err := ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Builtin().NewFight(file, data, Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(7, 7))
		for step := 0; step < 200 && f.Turn().Kind != rules.Over; step++ {
			put(f.Score())
			if step%10 == 0 {
				put(f.Leaf())
			}
			n++
			if f.Turn().Kind == rules.Chance {
				_, err = f.Roll()
			} else {
				options := f.Options()
				_, err = f.Play(options[r.IntN(len(options))].Action)
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	return h.Sum64(), n
}
