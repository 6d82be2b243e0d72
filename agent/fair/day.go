package fair

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Limits of a day.
const (
	fightsOfDayMax = 12  // fights in one day
	daysMax        = 600 // times that a day is played
)

// Stage is one fight of a day, and the rest before it.
type Stage struct {
	// Question says where the fight begins, whose chance it is and who plays; nothing else of it is used.
	Question Question
	Rests    []book.Rest // before it
}

// Day is several fights of one party, each begun as the one before left it. The other fields are as in [Question].
type Day struct {
	Stages   []Stage
	Within   float64
	Seed     uint64
	Cores    int
	Jobs     *jobs.Pool
	Time     time.Duration
	Progress func(Progress)
}

// DayAnswer is the answer of many playouts of a [Day]. A day ends where the party loses a fight, or nobody of it
// stands. After a draw it goes on. Shares are of all days, also of those that ended before: the party does not come
// through a fight to which nobody comes.
type DayAnswer struct {
	Party      string         `json:"party"`
	End        agent.Interval `json:"end"` // share in which the party comes through the last fight
	Word       string         `json:"word"`
	Bounds     []wordBound    `json:"bounds"`
	Days       int            `json:"days"`
	Within     float64        `json:"within"`
	Enough     bool           `json:"enough"`
	Repeatable bool           `json:"repeatable"`
	Seed       uint64         `json:"seed"`
	Stages     []stageAnswer  `json:"stages"`
}

// stageAnswer is one fight over all days. Shares are of all days.
type stageAnswer struct {
	Title   string         `json:"title"`
	Rests   []string       `json:"rests"` // before it
	Begun   float64        `json:"begun"`
	Through agent.Interval `json:"through"` // the party comes through it
	Members []memberAfter  `json:"members"` // of the party
}

// memberAfter is a member of the party after a fight that the party came through.
type memberAfter struct {
	Name       string      `json:"name"`
	Stands     float64     `json:"stands"` // share of the days in which the party came through the fight
	Remainders []Remainder `json:"left"`   // means over the days in which it stands
}

// Check says what is wrong with a day. All fights must be of one system, the party of each must share a name with that
// of the first, and all but the first must be files, since a fight under way cannot be begun with a carry.
func (d *Day) Check() error {
	if n := len(d.Stages); n < 1 || n > fightsOfDayMax {
		return text.Problem{What: fmt.Sprintf("a day of %d fights", n), Want: fmt.Sprintf("1 to %d", fightsOfDayMax)}
	}
	first := d.Stages[0].Question
	for i := range d.Stages {
		q := &d.Stages[i].Question
		if err := q.Check(); err != nil {
			return err
		}
		title := text.Escape(agent.Title(q.Fight))
		switch {
		case q.Source == nil && i > 0:
			return text.Problem{What: fmt.Sprintf("%s is under way", title),
				Want: "only the first fight of a day may have begun"}
		case q.Fight.Header().System != first.Fight.Header().System:
			return text.Problem{What: fmt.Sprintf("%s is a fight of %s", title, q.Fight.Header().System),
				Want: "one rule system: that of the first fight, " + first.Fight.Header().System}
		case !slices.ContainsFunc(q.party(), func(name string) bool { return slices.Contains(first.party(), name) }):
			return text.Problem{What: fmt.Sprintf("nobody of the party of the first fight is in the party of %s", title),
				Want: "the same names: " + text.Escape(strings.Join(first.party(), ", "))}
		}
	}
	return nil
}

// party returns the names of the question's party.
func (q *Question) party() []string {
	return rules.Names(text.Keep(q.Fight.Roster(), func(f rules.Fighter) bool { return f.Side == q.Party }))
}

// stageEnd is how one fight of a day ended. A playout of a day is a list of them, as far as the party came. Files of
// results have its keys.
type stageEnd struct {
	Through bool                    `json:"through"`
	Ends    map[string]agent.Ending `json:"ends"` // of the party
}

// dayDoc is the document of the jobs of a day. Kept results are found again by it.
type dayDoc struct {
	Stages []stageDoc `json:"stages"`
	Seed   uint64     `json:"seed"`
}

// stageDoc is one fight of a [dayDoc].
type stageDoc struct {
	Fight work.FightDoc `json:"fight"`
	File  string        `json:"file,omitempty"` // that it is begun anew from
	Party rules.Side    `json:"party"`
	Seats []string      `json:"seats"`
	Rests []string      `json:"rests"`
}

// bench returns playouts of the day as jobs. Only this machine can do them: the files of a day are begun with the rows
// that are here.
func (d *Day) bench(ctx context.Context) jobs.Bench[[]stageEnd] {
	return jobs.Bench[[]stageEnd]{Kind: "day", Local: true, Ends: true,
		Doc: func() (any, error) {
			doc := dayDoc{Seed: d.Seed}
			for _, s := range d.Stages {
				q := s.Question
				one := stageDoc{Party: q.Party}
				var err error
				if one.Fight, err = work.Encode(q.Fight); err != nil {
					return nil, err
				}
				if q.Source != nil {
					file, err := q.Source.file()
					if err != nil {
						return nil, err
					}
					one.File = string(file)
				}
				if one.Seats, err = work.EncodeAgents(q.seats(start{fight: q.Fight})...); err != nil {
					return nil, err
				}
				one.Rests = s.restsInWords()
				doc.Stages = append(doc.Stages, one)
			}
			return doc, nil
		},
		Work: func() func(k int) ([]stageEnd, error) {
			return func(k int) ([]stageEnd, error) { return d.playDay(ctx, k) }
		}}
}

// Run plays the day until the share of days in which the party comes through all fights is known as well as asked. What
// it returns when it is ended early is as with [Question.Run].
func (d *Day) Run(ctx context.Context) (*DayAnswer, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	caller := ctx
	if d.Time > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, d.Time)
		defer end()
	}
	answer := &DayAnswer{Party: d.Stages[0].Question.team(d.Stages[0].Question.Party), Bounds: wordBounds,
		Within: d.Within, Seed: d.Seed, Repeatable: true}
	seen, begun, through := 0, make([]int, len(d.Stages)), make([]int, len(d.Stages))
	members := make([]map[string]*seatTally, len(d.Stages))
	for i := range members {
		members[i] = map[string]*seatTally{}
	}
	err := jobs.Do(ctx, work.Pool(d.Jobs, d.Cores), daysMax, d.bench(ctx), func(k int, day []stageEnd) bool {
		seen++
		for i, got := range day {
			begun[i]++
			if !got.Through {
				break
			}
			through[i]++
			for name, end := range got.Ends {
				if members[i][name] == nil {
					members[i][name] = &seatTally{}
				}
				if !end.Plight.Out {
					members[i][name].addStanding(end)
				}
			}
		}
		answer.End = agent.Wilson(float64(through[len(d.Stages)-1])/float64(seen), float64(seen))
		if d.Progress != nil {
			d.Progress(Progress{Task: "the day", Fights: seen, Win: answer.End})
		}
		answer.Enough = seen >= fightsLeast && seen%fightsStep == 0 && halfWidth(answer.End) <= d.Within
		return answer.Enough
	})
	if seen == 0 {
		return nil, stopError(err)
	}
	answer.Days, answer.Word = seen, Word(answer.End.Mean)
	for i, s := range d.Stages {
		answer.Stages = append(answer.Stages, s.sumUp(seen, begun[i], through[i], members[i]))
	}
	if isTimeUp(err) && caller.Err() == nil {
		answer.Repeatable, err = false, nil
	}
	return answer, err
}

// sumUp returns the answer for a fight: how many of the days came to it (begun) and through it, and what was left of
// whom of the party.
func (s *Stage) sumUp(days, begun, through int, members map[string]*seatTally) stageAnswer {
	out := stageAnswer{Title: agent.Title(s.Question.Fight), Rests: append([]string{}, s.restsInWords()...),
		Begun:   float64(begun) / float64(days),
		Through: agent.Wilson(float64(through)/float64(days), float64(days)), Members: []memberAfter{}}
	for _, name := range s.Question.party() {
		if m := members[name]; m != nil {
			out.Members = append(out.Members, memberAfter{name, float64(m.stood) / float64(through), m.remainders()})
		}
	}
	return out
}

// restsInWords words the rests before a fight.
func (s *Stage) restsInWords() []string { return text.Each(s.Rests, wordRest) }

// wordRest words a rest, as a GM would say it; ReadRest reads a shorter form.
func wordRest(r book.Rest) string {
	switch {
	case r.Interlude:
		return "an interlude"
	case r.Days > 0:
		return wordCount(r.Days, "day")
	case r.Hours == 1:
		return "an hour of rest"
	}
	return fmt.Sprintf("%d hours of rest", r.Hours)
}

// playDay plays day k: its fights as far as the party comes. Its result is a function of the seed and k, so that days
// can be played in any order and on any core. Each stage has dice of its own, for rests and for fights.
func (d *Day) playDay(ctx context.Context, k int) (day []stageEnd, err error) {
	carry := agent.Carry{Version: 1, System: d.Stages[0].Question.Fight.Header().System,
		Fighters: map[string]book.CarryOver{}}
	for i := range d.Stages {
		s := &d.Stages[i]
		rng := rand.New(rand.NewPCG(dice.Series(d.Seed, k), uint64(i)))
		for _, r := range s.Rests {
			r.Calls = &book.RestCalls{Throw: func(sides int) int { return 1 + rng.IntN(sides) }, Tell: func(string) {}}
			if carry, err = carry.Rest(r); err != nil {
				return nil, err
			}
		}
		from, err := s.fightWith(carry)
		if err != nil {
			return nil, err
		}
		if from == nil {
			return append(day, stageEnd{}), nil
		}
		q := s.Question
		q.Seed = dice.Series(dice.Series(d.Seed, k), i)
		got, err := agent.NewPlayouts(from).Account(ctx, q.seats(start{fight: from}), q.Seed, nil)
		if err != nil {
			return nil, err
		}
		score, _ := q.score(got)
		now := stageEnd{Ends: map[string]agent.Ending{}}
		for seat, f := range from.Roster() {
			if f.Side == q.Party {
				now.Ends[f.Name] = got.Ends[seat]
				carry.Fighters[f.Name] = got.Ends[seat].CarryOver
				now.Through = now.Through || score > 0 && !got.Ends[seat].Plight.Out
			}
		}
		day = append(day, now)
		if !now.Through {
			break
		}
	}
	return day, nil
}

// fightWith returns the fight as the party comes to it: without those who fell, and with what is left of the others.
// Members whom the carry does not have begin as in the file. The fight is nil if nobody comes.
func (s *Stage) fightWith(carry agent.Carry) (*fight.Fight, error) {
	f, someoneComes := s.Question.Fight, false
	present := carry // of those who come
	present.Fighters = map[string]book.CarryOver{}
	source := s.Question.Source
	for _, name := range s.Question.party() {
		one, known := carry.Fighters[name]
		switch {
		case known && one.Down:
			if isAlone(f.Roster(), s.Question.Party) {
				return nil, nil
			}
			source = source.without(rules.Seat(slices.Index(rules.Names(f.Roster()), name)))
			var err error
			if f, err = source.begin(f.Header().Seed); err != nil {
				return nil, err
			}
		case known:
			present.Fighters[name] = one
			someoneComes = true
		default:
			someoneComes = true
		}
	}
	switch {
	case !someoneComes || f.Turn().Kind == rules.Over:
		return nil, nil
	case len(present.Fighters) == 0:
		return f, nil
	}
	return s.Question.Source.Catalogue.BeginWithCarry(f, present)
}

// ReadRest parses a rest between two fights: "rest 8" for hours, "rest 2 days", "interlude". ok is false if txt is
// neither a rest nor an attempt at one, but the name of an encounter.
func ReadRest(txt string) (rest book.Rest, ok bool, err error) {
	words := strings.Fields(txt)
	switch {
	case len(words) == 1 && words[0] == "interlude":
		return book.Rest{Interlude: true}, true, nil
	case len(words) == 0 || words[0] != "rest":
		return rest, false, nil
	}
	if n, err := strconv.Atoi(words[min(1, len(words)-1)]); err == nil && n > 0 && n <= 365 && len(words) <= 3 {
		switch unit := words[len(words)-1]; {
		case len(words) == 2, unit == "hours", unit == "hour":
			return book.Rest{Hours: n}, true, nil
		case unit == "days", unit == "day":
			return book.Rest{Days: n}, true, nil
		}
	}
	return rest, true, text.Problem{What: fmt.Sprintf("the rest %q", text.Escape(txt)),
		Want: "rest 8 (hours), rest 2 days, or interlude"}
}
