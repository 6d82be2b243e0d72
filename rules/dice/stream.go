package dice

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Stream is a sequence of throws: throw number index is a function of Seed, Name and index alone. Streams of different
// names are independent, and a record resumes at any index.
type Stream struct {
	Seed uint64
	Name string // "dice", "agent Kojiro"
}

// Throw returns throw number index: one die for each entry of sides, showing 1 to that many, each face equally likely.
// It panics on a die without sides.
func (s Stream) Throw(index int, sides []int) []int {
	die, shown := s.Die(int64(index)), make([]int, len(sides))
	for i, n := range sides {
		shown[i] = die(n)
	}
	return shown
}

// Die returns the die of throw number index, which shows 1 to the number of sides each time it is thrown.
func (s Stream) Die(index int64) func(sides int) int {
	r := s.Rand(index)
	return func(sides int) int { return 1 + int(r.Uint32N(uint32(sides))) } // not IntN: the same on every machine
}

// Series returns the seed of fight k of a series of fights. It is not the sum of seed and k, with which the series of
// two near seeds would share fights.
func Series(seed uint64, k int) uint64 {
	return Stream{Seed: seed, Name: "series"}.Rand(int64(k)).Uint64() >> 11 // exact where a number is a float64
}

// Rand returns the source of throw number index, for choices that are not dice.
func (s Stream) Rand(index int64) *rand.Rand {
	var key [16]byte
	binary.LittleEndian.PutUint64(key[:8], s.Seed)
	binary.LittleEndian.PutUint64(key[8:], uint64(index))
	hash := sha256.Sum256(append(key[:], s.Name...))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(hash[:8]), binary.LittleEndian.Uint64(hash[8:16])))
}
