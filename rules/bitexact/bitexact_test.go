package bitexact

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"
)

// near reports whether two numbers are within some units in the last place of each other.
func near(a, b float64, ulps float64) bool {
	return a == b || math.Abs(a-b) <= ulps*0x1p-52*math.Max(math.Abs(a), math.Abs(b))
}

func TestTheFunctionsAreThoseOfMathToAFewUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		x := (r.Float64() - 0.5) * 80
		if got, want := Exp(x), math.Exp(x); !near(got, want, 3) {
			t.Fatalf("Exp(%v) is %v, want %v", x, got, want)
		}
		y := math.Exp(x)
		if got, want := Log(y), math.Log(y); !near(got, want, 3) && math.Abs(got-want) > 0x1p-53 {
			t.Fatalf("Log(%v) is %v, want %v", y, got, want)
		}
		if got, want := Tanh(x/10), math.Tanh(x/10); math.Abs(got-want) > 0x1p-51 {
			t.Fatalf("Tanh(%v) is %v, want %v", x/10, got, want)
		}
		z := r.Float64()*1.998 - 0.999
		if got, want := Atanh(z), math.Atanh(z); math.Abs(got-want) > 0x1p-48 {
			t.Fatalf("Atanh(%v) is %v, want %v", z, got, want)
		}
		b, e := r.Float64()*3, r.Float64()*12-6
		if got, want := Pow(b, e), math.Pow(b, e); !near(got, want, 64) {
			t.Fatalf("Pow(%v, %v) is %v, want %v", b, e, got, want)
		}
		n := float64(r.IntN(40))
		if got, want := Pow(b, n), math.Pow(b, n); !near(got, want, 40) {
			t.Fatalf("Pow(%v, %v) is %v, want %v", b, n, got, want)
		}
	}
}

func TestTheEndsOfTheirRanges(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ got, want float64 }{
		{Exp(0), 1}, {Exp(-inf), 0}, {Exp(inf), inf}, {Exp(-800), 0}, {Exp(800), inf},
		{Log(1), 0}, {Log(0), -inf}, {Log(inf), inf},
		{Tanh(0), 0}, {Tanh(40), 1}, {Tanh(-40), -1}, {Atanh(0), 0},
		{Pow(0, 0), 1}, {Pow(0, 2.5), 0}, {Pow(0, -2.5), inf}, {Pow(2, -3), 0.125}, {Pow(0, 3), 0},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	if !math.IsNaN(Log(-1)) || !math.IsNaN(Exp(math.NaN())) {
		t.Error("what is no number has become one")
	}
}

// The sum was made on amd64: any processor whose arithmetic differs in one bit of one of 40,000 numbers fails here.
func TestTheBitsAreTheSameOnEveryProcessor(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	h := fnv.New64a()
	put := func(x float64) { binary.Write(h, binary.LittleEndian, x) }
	for range 10_000 {
		x := float64(r.Float64()*40) - 20
		put(Exp(x))
		put(Log(r.Float64() + 1e-9))
		put(Tanh(x))
		put(Pow(r.Float64(), x))
	}
	if got, want := h.Sum64(), uint64(0xf28f9074e6676cb6); got != want {
		t.Errorf("the sum of the bits is %#x, want %#x", got, want)
	}
}

// What the bits cost: both functions beside those of math in the same run.
func BenchmarkFunctions(b *testing.B) {
	var sum float64
	for name, f := range map[string]func(float64) float64{"exp": Exp, "math.exp": math.Exp, "log": Log, "math.log": math.Log} {
		b.Run(name, func(b *testing.B) {
			x := 0.1
			for b.Loop() {
				sum += f(x)
				if x += 0.001; x > 20 {
					x = 0.1
				}
			}
		})
	}
	_ = sum
}

// Of a lead all lasts while there is time enough, nothing when there is none, and half of it where half is undecided.
func TestWhatLastsGoesFromTheEndToTheLead(t *testing.T) {
	for _, c := range []struct{ v, end, rate, rounds, want float64 }{
		{0.8, 0, 1, 1e6, 0.8}, {0.8, 0, 1, 0, 0}, {0.8, -1, 0, 20, -1}, {0.8, 0, math.Ln2, 1, 0.4}, {0.8, -1, math.Ln2 / 2, 2, -0.1},
	} {
		if got := TimeLimited(c.v, c.end, c.rate, c.rounds); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("of %v to end %v, at %v in %v rounds: %v, want %v", c.v, c.end, c.rate, c.rounds, got, c.want)
		}
	}
}
