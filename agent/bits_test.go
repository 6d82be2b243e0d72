package agent

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"kokyu/rules"
)

// bitsOfEstimates is the sum over the bits of the estimates below, made on amd64. A change of what leaves say changes
// it, on every processor alike: it is replaced by what the test prints then.
const bitsOfEstimates = 0xbee226d163246ea5

// What a position is worth has the same bits on every processor, or the same fight would be played otherwise there: the
// estimates of every built-in encounter's first two hundred positions of a random fight. That no product and sum are
// fused is a test of rules/bitexact, and .ci/long looks at what the compiler makes of them for arm64.
func TestEstimatesHaveTheSameBitsOnEveryProcessor(t *testing.T) {
	h := fnv.New64a()
	put := func(v float64) { binary.Write(h, binary.LittleEndian, v) }
	n := 0
	for _, name := range Encounters() {
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
	if n < 1000 {
		t.Errorf("only %d positions", n)
	}
	if got := h.Sum64(); got != bitsOfEstimates {
		t.Errorf("the bits of %d positions' estimates sum up to %#x, want %#x", n, got, uint64(bitsOfEstimates))
	}
}
