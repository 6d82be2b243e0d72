package agent

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// The estimate of a position says little of how often a fight is won. An even encounter is therefore one that was fought out:
// first by cheap searches, which tell soon that one side wins too often, then by those that a forecast assumes. As long as it
// is uneven one thing about it is changed, as the estimate says that it should be.

// Even is a random encounter that each side wins about as often.
type Even struct {
	Text            []byte
	Fight           *fight.Fight
	Win             float64 // how often the first side won the fights of it with [ForecastNodes], 0 to 1; a draw is half a win
	Fights          int     // those fights
	EncountersTried int     // encounters that were fought out for it, itself among them
	FightsPlayed    int     // fights of all of them
}

// EvenWithin is how often each side of an even encounter is meant to win at least and at most, when it is fought out.
var EvenWithin = [2]float64{0.35, 0.65}

// Bounds of the way to an even encounter.
const (
	evenDraws    = 12      // draws that are changed until they are even
	evenChanges  = 10      // changes of one draw
	evenVariants = 24      // among which a change is chosen
	evenBatch    = 8       // fights between two looks at how they ended
	evenSeed     = 1 << 40 // of the dice: far from the seeds of people, whose fights would else be those that were chosen
)

// evenStage is one strength of searches by which an encounter is fought out.
type evenStage struct {
	nodes  int
	fights int
	off    float64 // how far from a half the share of wins may be
	draws  float64 // the largest share of draws
	alien  float64 // standard deviation of its share of wins about that of searches of [ForecastNodes]
	slack  float64 // how much farther a few fights may be from even, times the root of their number
	sure   float64 // standard deviations inside of [EvenWithin] that make more fights needless; 0: all are fought
}

var evenStages = []evenStage{
	{nodes: 300, fights: 16, off: 0.20, draws: 0.5, alien: 0.12, slack: 0.75},
	{nodes: ForecastNodes, fights: 256, off: 0.08, draws: 0.3, slack: 0.5, sure: 2.25},
}

// DrawEven returns a random encounter of a system that was fought out and found even: each side won about half of the fights, and
// few were drawn. It is what [Catalogue.DrawEncounter] draws, changed until it is even, or the next draw. The same seed, rows and
// program give the same text on every machine and any number of cores; another version of the search may give another one.
// Done, if it is not nil, is told how many encounters and fights there were so far. The error lists the known systems, or says
// that no encounter was found.
func (c Catalogue) DrawEven(ctx context.Context, system string, seed uint64, cores int, done func(tried, fights int)) (Even, error) {
	i, err := systemIndex(system)
	if err != nil {
		return Even{}, err
	}
	x := evening{catalogue: c, system: i, seed: seed, cores: cores, done: done}
	for k, n := 0, 0; n < evenDraws; n++ {
		d, err := c.level(i, seed, k)
		if err != nil {
			return Even{}, err
		}
		k = d.k + 1
		if even, err := x.settle(ctx, d); even || err != nil {
			return x.Even, err
		}
	}
	return Even{}, fmt.Errorf("none of %d encounters of %s that seed %d draws is even when it is fought out, want another seed", x.EncountersTried, system, seed)
}

// evening is the way from a draw to an even encounter.
type evening struct {
	Even
	catalogue Catalogue
	system    int
	seed      uint64
	cores     int
	done      func(tried, fights int)
	changes   int // that were looked at
}

// uneven is an encounter that was fought out.
type uneven struct {
	draft
	estimate float64 // log odds of the first side by the estimate
	played   float64 // the same by fights
}

// settle fights a draw out, and changes it as long as it is uneven.
func (x *evening) settle(ctx context.Context, d draft) (even bool, err error) {
	var tried []uneven
	for range evenChanges {
		share, verdict, err := x.prove(ctx, d.fight)
		if err != nil || verdict == evenIdle {
			return false, err
		}
		if verdict == evenFound {
			x.Text, x.Fight = d.text, d.fight
			return true, nil
		}
		tried = append(tried, uneven{d, logOdds((1 + d.fight.Score()) / 2), logOdds(share)})
		if d, err = x.change(tried); err != nil {
			return false, err
		}
	}
	return false, nil
}

// evenVerdict is what fights say of an encounter.
type evenVerdict uint8

const (
	evenFound evenVerdict = iota
	evenOff               // one side wins too often
	evenIdle              // too many fights are drawn
)

// prove fights an encounter out, stage after stage, until one finds it uneven. The share is that of the first side.
func (x *evening) prove(ctx context.Context, f *fight.Fight) (share float64, v evenVerdict, err error) {
	x.EncountersTried++
	known, certain := 0., 0. // the share by the stages before, and one over its variance
	for _, s := range evenStages {
		mind := &Search{Limits: search.Limits{Nodes: s.nodes, Threads: 1}, Character: book.Character{Level: book.LevelMax}}
		won, draws, n := 0., 0, 0
		for n < s.fights {
			t, err := Match{Fight: f, Agents: [2]Agent{mind, mind}, Count: evenBatch, Seed: evenSeed + uint64(n), Cores: x.cores}.Play(ctx)
			if err != nil {
				return 0, evenOff, err
			}
			won, draws, n = won+float64(t.Wins[0])+float64(t.Draws)/2, draws+t.Draws, n+t.Fights
			x.FightsPlayed += t.Fights
			if x.done != nil {
				x.done(x.EncountersTried, x.FightsPlayed)
			}
			slack := float64(s.slack * (1/math.Sqrt(float64(n)) - 1/math.Sqrt(float64(s.fights))))
			if float64(draws)/float64(n) > s.draws+slack {
				return 0, evenIdle, nil
			}
			own := 1 / (0.25/float64(n) + float64(s.alien*s.alien))
			// Half a win for either side is added: a side that has won no fight yet may still win one.
			share = (float64(known*certain) + float64((won+0.5)/float64(n+1)*own)) / (certain + own)
			off := math.Abs(share - 0.5)
			if off > s.off+slack {
				return share, evenOff, nil
			}
			if inside := EvenWithin[1] - 0.5 - off; s.sure > 0 && inside >= s.sure/math.Sqrt(certain+own) {
				break
			}
		}
		known, certain = share, 1/(0.25/float64(n)+float64(s.alien*s.alien))
		x.Win, x.Fights = won/float64(n), n
	}
	return share, evenFound, nil
}

// change returns another encounter than those that were tried, made of the one among them that is nearest to even, and of some such
// changes the one by which the estimate moves most nearly as it should.
func (x *evening) change(tried []uneven) (best draft, err error) {
	from := slices.MinFunc(tried, func(a, b uneven) int { return cmp.Compare(math.Abs(a.played), math.Abs(b.played)) })
	aim := from.estimate - from.played
	for _, other := range tried {
		// Between one that is too strong and one that is too weak, where the estimate agrees.
		if steep := (other.played - from.played) / (other.estimate - from.estimate); other.played*from.played < 0 && steep > 0 {
			aim = from.estimate - from.played/steep
		}
	}
	off := math.Inf(1)
	stream := dice.Stream{Seed: x.seed, Name: "changed encounter of " + Systems()[x.system]}
	rows := x.catalogue.rows(x.system)
	for n := range evenVariants {
		x.changes++
		d := book.Draw{Rand: stream.Rand(int64(x.changes))}
		file := systems[x.system].alter(rows, from.file, d)
		if n%2 == 1 {
			file = systems[x.system].alter(rows, file, d)
		}
		v, err := x.catalogue.read(x.system, x.seed, draft{file: file, k: from.k})
		if err != nil || slices.ContainsFunc(tried, func(u uneven) bool { return bytes.Equal(u.text, v.text) }) {
			continue // not everything that is drawn can be
		}
		if by := math.Abs(logOdds((1+v.fight.Score())/2) - aim); by < off {
			best, off = v, by
		}
	}
	if best.fight == nil {
		return from.draft, nil
	}
	return best, nil
}
