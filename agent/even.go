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

// The estimate of a position says little about how often a fight is won. So an even encounter is found by fights: first
// with cheap searches, which soon show that one side wins too often, then with searches of the size that forecasts
// assume. As long as an encounter is uneven, it is changed in the way that moves the estimate by as much as the fights
// are off.

// Even is a random encounter that both sides win about equally often.
type Even struct {
	Text  []byte
	Fight *fight.Fight
	// Win is how often the first side won, 0 to 1, in fights with searches of [ForecastNodes]; a draw is half a win.
	Win             float64
	Fights          int // how many of these there were
	EncountersTried int // including this one
	FightsPlayed    int // of all of them
}

// evenMost is the largest share of its fights that a side of an even encounter should win. It has a type so that it is
// rounded before anything is subtracted from it: the same seed gives the same encounter as ever.
const evenMost float64 = 0.65

const (
	evenDraws    = 12 // draws of encounters, of which each is changed until it is even
	evenChanges  = 10 // changes of one draw
	evenVariants = 24 // variants among which a change is chosen
	evenBatch    = 8  // fights after which their results are judged
	// evenSeed is the seed of the dice. It is far from seeds that people choose: their fights must not be those by which
	// the encounter was found even.
	evenSeed = 1 << 40
)

// evenStage is a series of fights with searches of one strength. The first is cheap and rough, and rejects most drafts;
// the last has the strength that forecasts assume, and as many fights as it takes to be sure.
type evenStage struct {
	nodes    int
	fights   int
	offMax   float64 // how far the share of wins may be from a half
	drawsMax float64 // the largest share of draws
	bias     float64 // standard deviation of its share of wins from that of searches of [ForecastNodes]
	// earlySlack widens both limits before all fights are fought: by this over the square root of their number, less what
	// that is for all fights.
	earlySlack float64
	// sureAt is how many standard deviations below [evenMost] end the stage early; 0: never.
	sureAt float64
}

var evenStages = []evenStage{
	{nodes: 300, fights: 16, offMax: 0.20, drawsMax: 0.5, bias: 0.12, earlySlack: 0.75},
	{nodes: ForecastNodes, fights: 256, offMax: 0.08, drawsMax: 0.3, earlySlack: 0.5, sureAt: 2.25},
}

// DrawEven returns a random encounter of a system of whose fights each side won about half, and few were drawn. It is
// what [Catalogue.DrawEncounter] draws, changed until it is even, or a later draw. The same seed, rows and program give
// the same text on every machine and any number of cores; another version of the search may give another one. done, if
// it is not nil, is called with how many encounters and fights there were so far. The error lists the known systems, or
// says that no even encounter was found.
func (c Catalogue) DrawEven(ctx context.Context, system string, seed uint64, cores int,
	done func(tried, fights int)) (Even, error) {
	sys, err := systemNamed(system)
	if err != nil {
		return Even{}, err
	}
	x := evenFinder{catalogue: c, system: sys, seed: seed, cores: cores, done: done}
	for k, n := 0, 0; n < evenDraws; n++ {
		d, err := c.drawBalanced(sys, seed, k)
		if err != nil {
			return Even{}, err
		}
		k = d.draw + 1
		if even, err := x.makeEven(ctx, d); even || err != nil {
			return x.Even, err
		}
	}
	return Even{}, fmt.Errorf("none of %d encounters of %s that seed %d draws is even when it is fought out, "+
		"want another seed", x.EncountersTried, system, seed)
}

// evenFinder is the state of a search for an even encounter.
type evenFinder struct {
	Even
	catalogue Catalogue
	system    *system
	seed      uint64
	cores     int
	done      func(tried, fights int)
	changes   int // variants that were drawn
}

// triedDraft is a draft with the result of its fights.
type triedDraft struct {
	draft
	estimate float64 // log odds of the first side's win by the estimate
	played   float64 // log odds of it by the fights
}

// makeEven fights a draft out, and changes it as long as one side wins too often. It gives up at once if too many
// fights are drawn.
func (x *evenFinder) makeEven(ctx context.Context, d draft) (even bool, err error) {
	var tried []triedDraft
	for range evenChanges {
		share, verdict, err := x.fightOut(ctx, d.fight)
		if err != nil || verdict == evenTooManyDraws {
			return false, err
		}
		if verdict == evenFound {
			x.Text, x.Fight = d.text, d.fight
			return true, nil
		}
		tried = append(tried, triedDraft{d, logOdds((1 + d.fight.Score()) / 2), logOdds(share)})
		d = x.changeDraft(tried)
	}
	return false, nil
}

// evenVerdict is the result of fighting an encounter out.
type evenVerdict uint8

const (
	evenFound        evenVerdict = iota
	evenOneSided                 // one side wins too often
	evenTooManyDraws             // too many fights are drawn
)

// fightOut fights an encounter out, stage after stage, until one finds it uneven. It returns the first side's share of
// wins, the mean of all stages weighted by their precision: fights of weak searches tell something of those of strong
// ones, but less than their number says (bias). Limits are wider while few fights are fought (earlySlack), so that an
// even encounter is not given up for a run of luck.
func (x *evenFinder) fightOut(ctx context.Context, f *fight.Fight) (share float64, v evenVerdict, err error) {
	x.EncountersTried++
	known, precision := 0., 0. // the share by the stages before, and one over its variance
	for _, s := range evenStages {
		player := &Search{Limits: search.Limits{Nodes: s.nodes}, Character: book.Character{Level: book.LevelMax}}
		won, draws, n := 0., 0, 0
		for n < s.fights {
			match := Match{Fight: f, Agents: [2]Agent{player, player}, Count: evenBatch,
				Seed: evenSeed + uint64(n), Cores: x.cores}
			t, err := match.Play(ctx)
			if err != nil {
				return 0, evenOneSided, err
			}
			won, draws, n = won+float64(t.Wins[0])+float64(t.Draws)/2, draws+t.Draws, n+t.Fights
			x.FightsPlayed += t.Fights
			if x.done != nil {
				x.done(x.EncountersTried, x.FightsPlayed)
			}
			slack := float64(s.earlySlack * (1/math.Sqrt(float64(n)) - 1/math.Sqrt(float64(s.fights))))
			if float64(draws)/float64(n) > s.drawsMax+slack {
				return 0, evenTooManyDraws, nil
			}
			own := 1 / (0.25/float64(n) + float64(s.bias*s.bias)) // the precision of this stage
			// Half a win is added for each side: one that has won no fight yet may still win one.
			share = (float64(known*precision) + float64((won+0.5)/float64(n+1)*own)) / (precision + own)
			off := math.Abs(share - 0.5)
			if off > s.offMax+slack {
				return share, evenOneSided, nil
			}
			if inside := evenMost - 0.5 - off; s.sureAt > 0 && inside >= s.sureAt/math.Sqrt(precision+own) {
				break
			}
		}
		known, precision = share, 1/(0.25/float64(n)+float64(s.bias*s.bias))
		x.Win, x.Fights = won/float64(n), n
	}
	return share, evenFound, nil
}

// changeDraft returns a variant of the draft among those tried whose fights were nearest to even: of several random
// variants the one whose estimate is nearest to that of an even encounter. It is none of those tried, if there is
// another.
func (x *evenFinder) changeDraft(tried []triedDraft) (best draft) {
	byOdds := func(a, b triedDraft) int { return cmp.Compare(math.Abs(a.played), math.Abs(b.played)) }
	from := slices.MinFunc(tried, byOdds)
	aim := from.estimate - from.played
	for _, other := range tried {
		// Interpolate between a draft that is too strong and one that is too weak, if the estimate has the same order.
		slope := (other.played - from.played) / (other.estimate - from.estimate)
		if other.played*from.played < 0 && slope > 0 {
			aim = from.estimate - from.played/slope
		}
	}
	off := math.Inf(1)
	stream := dice.Stream{Seed: x.seed, Name: "changed encounter of " + x.system.Name}
	rows := x.catalogue.rows(x.system)
	for n := range evenVariants {
		x.changes++
		d := book.Draw{Rand: stream.Rand(int64(x.changes))}
		file := x.system.alter(rows, from.file, d)
		if n%2 == 1 {
			file = x.system.alter(rows, file, d)
		}
		v, err := x.catalogue.beginDraft(x.system, x.seed, draft{file: file, draw: from.draw})
		if err != nil || slices.ContainsFunc(tried, func(u triedDraft) bool { return bytes.Equal(u.text, v.text) }) {
			continue // a draw may break a rule of its system
		}
		if by := math.Abs(logOdds((1+v.fight.Score())/2) - aim); by < off {
			best, off = v, by
		}
	}
	if best.fight == nil {
		return from.draft
	}
	return best
}
