package fair

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Limits and defaults of a question.
const (
	WithinUsual = 5    // points to each side of the answer
	fightsMax   = 2000 // of one answer
	fightsLeast = 48   // before an answer may be narrow enough
	fightsStep  = 16   // how often that is asked
	compareMax  = 48   // fights of one comparison
	luckNodes   = 200  // of the search that values a throw
)

// Question is an encounter with the party whose chances are asked for.
type Question struct {
	// Fight is at the position that every fight starts from.
	Fight *fight.Fight
	// Source is the encounter's file; nil for a fight under way. Only a file can be changed: without it there is no
	// Target, and of what decides the fight only combatants are tried.
	Source *Source
	// Party is the side whose chance to win is asked for.
	Party rules.Side
	// Players play the party and its foes, in this order, whichever side the party is.
	Players [2]Player
	// Within is how far the ends of the 95 % interval may be from the answer, in win chance. Fights are added until they
	// are no farther. Half of it takes about four times the fights.
	Within float64
	// Decides asks what decides the fight, too.
	Decides bool
	// Target is a chance to win, between 0 and 1; changes of the encounter that reach it are looked for. 0 is none.
	Target float64
	// Seed is that of the series of seeds, one for each fight, see [dice.Series].
	Seed uint64
	// Cores change how long it takes, and nothing else. Jobs, if it is not nil, is where the fights are fought instead.
	Cores int
	Jobs  *jobs.Pool
	// Time ends it; 0 is no limit. An answer that was ended by it is not repeatable.
	Time     time.Duration
	Progress func(Progress) // may be nil
}

// Progress is how far an answer has come. It is told after every fight, one call at a time.
type Progress struct {
	Task   string         // what is being fought
	Fights int            // of it so far
	Win    agent.Interval // of the party, as far as it is known
}

// Answer is the answer to a [Question]. Chances and shares run from 0 to 1; an [agent.Interval] is at 95 %. kokyu fair
// --json prints it, so its fields are in the order in which people read them.
type Answer struct {
	Title   string    `json:"title"`
	Party   string    `json:"party"`
	Foes    string    `json:"foes"`
	Players [2]string `json:"players"` // who plays the party, and its foes
	// Win is the party's chance, the luck of the dice taken off; a draw is half a win. Wins and Draws below count the
	// fights as they ended, so that their share may be another.
	Win agent.Interval `json:"win"`
	// Forecast is the forecast of the fight, which takes no fights; nil if nothing was fitted for its system.
	Forecast   *agent.Forecast `json:"forecast,omitempty"`
	Word       string          `json:"word"` // for Win, see wordBounds
	Bounds     []wordBound     `json:"bounds"`
	Fights     int             `json:"fights"`
	Wins       int             `json:"wins"` // of the party, in those fights
	Draws      int             `json:"draws"`
	Within     float64         `json:"within"` // as asked
	Enough     bool            `json:"enough"` // the interval is as narrow as asked
	Repeatable bool            `json:"repeatable"`
	Seed       uint64          `json:"seed"`

	Nobody agent.Interval `json:"nobody_falls"` // share of the fights
	All    agent.Interval `json:"all_fall"`
	// Falls is the share of the fights in which so many of the party fell, from nobody on.
	Falls     []float64      `json:"falls"`
	Members   []member       `json:"members"`
	Rounds    agent.Interval `json:"rounds"`
	Decisions float64        `json:"decisions"` // a fight
	Throws    float64        `json:"throws"`    // of dice, a fight
	Minutes   float64        `json:"minutes"`   // at a table: see [MinutesSay]

	// Decides has each combatant, weapon and rule taken away, the largest effect first. Levels is the party played one
	// level worse and better: how much of the answer rests on who plays.
	Decides []Effect `json:"decides,omitempty"`
	Levels  []Effect `json:"levels,omitempty"`

	Target *target `json:"target,omitempty"`

	base fightScores // of the fights
}

// member is what happened to a combatant of either side over all fights.
type member struct {
	Name       string         `json:"name"`
	Kind       string         `json:"kind"`
	Party      bool           `json:"party"`
	Falls      agent.Interval `json:"falls"` // share of the fights
	To         []takenOutBy   `json:"to"`    // to whom, the most often first
	When       []float64      `json:"when"`  // share of the fights in which it fell in round 1, 2 ...
	Remainders []Remainder    `json:"left"`  // where it stands at the end
}

// takenOutBy is who took a combatant out, and in which share of the fights. The name is empty where no combatant did.
type takenOutBy struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"`
}

// Remainder is what a combatant has left on average at the end of the fights in which it did not fall.
type Remainder struct {
	Name string  `json:"name"` // wounds, energy, slots of sorcery, lost weapons ...
	Mean float64 `json:"mean"`
	Of   float64 `json:"of,omitempty"` // how much it could have
}

// Effect is what one change does to the party's chance to win. Without a fight, as where the change leaves nobody to
// fight, only Change, Sort and Why are set, and the intervals are left out of JSON.
type Effect struct {
	Change  string         `json:"change"`          // "without Jubei"
	Sort    string         `json:"sort,omitempty"`  // what is taken away: combatant, weapon, rule
	Win     agent.Interval `json:"win,omitzero"`    // with it
	Effect  agent.Interval `json:"effect,omitzero"` // the difference, on the same seeds
	Certain bool           `json:"certain"`
	Fights  int            `json:"fights"`
	Why     string         `json:"why,omitempty"` // it was not fought
}

// ErrStopped is the error of an answer whose fights were ended before the first was over.
var ErrStopped = errors.New("stopped before a fight was over")

// Check says what is wrong with a question.
func (q *Question) Check() error {
	side, draw, over := q.Fight.Winner()
	switch {
	case over && draw:
		return text.Problem{What: "the fight is over before it begins: nobody wins",
			Want: "an encounter that has to be fought"}
	case over:
		winner := text.Escape(text.The(q.team(side)))
		return text.Problem{What: "the fight is over before it begins: it is won by " + winner,
			Want: "an encounter that has to be fought"}
	}
	return nil
}

// team returns the name of a side.
func (q *Question) team(side rules.Side) string { return teamOf(q.Fight, side) }

// teamOf returns the name of a side of a fight.
func teamOf(f *fight.Fight, side rules.Side) string {
	roster := f.Roster()
	return roster[slices.IndexFunc(roster, func(r rules.Fighter) bool { return r.Side == side })].Team
}

// PartyNamed returns the side with a name, the first one for an empty name.
func PartyNamed(f *fight.Fight, name string) (rules.Side, error) {
	if name == "" {
		return f.Roster()[0].Side, nil
	}
	team, err := rules.SideNamed(f.Roster(), name)
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(f.Roster(), func(r rules.Fighter) bool { return r.Team == team })
	return f.Roster()[i].Side, nil
}

// start is the start of a series of fights. All series of a question use the same seeds, so that the k-th fights of two
// can be compared.
type start struct {
	fight  *fight.Fight
	better int // levels that the party is played better by
}

// Run fights until the answer is as narrow as asked, or the time is up. Without a time limit the same question has the
// same answer on any number of cores. If ctx is done it returns its error with what is known until then; [ErrStopped]
// is returned if that is nothing.
func (q *Question) Run(ctx context.Context) (*Answer, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	// Three contexts: caller is that of the caller, ctx also ends with the time limit, and main with the share of the time
	// for the fight itself. Otherwise no time would be left for what comes after.
	caller, main := ctx, ctx
	if q.Time > 0 {
		share := q.Time
		if q.Decides || q.Target > 0 {
			share = q.Time * 6 / 10
		}
		var end, stop context.CancelFunc
		ctx, end = context.WithTimeout(ctx, q.Time)
		defer end()
		main, stop = context.WithTimeout(ctx, share)
		defer stop()
	}
	a, err := q.answer(main)
	if a.Fights == 0 {
		return nil, stopError(err)
	}
	canGoOn := func() bool { return (err == nil || isTimeUp(err)) && caller.Err() == nil }
	if q.Decides && canGoOn() {
		err = q.findDecisive(ctx, a)
	}
	if q.Target > 0 && canGoOn() {
		err = q.findChanges(ctx, a, q.Target)
	}
	if isTimeUp(err) && caller.Err() == nil {
		a.Repeatable, err = false, nil
	}
	return a, err
}

// isTimeUp reports whether an error is that a time limit was reached: then what has been found is an answer.
func isTimeUp(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// stopError returns the error if no fight was over: [ErrStopped] in place of the error of a context, which would read
// as if something had gone wrong.
func stopError(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || isTimeUp(err) {
		return ErrStopped
	}
	return err
}

// answer fights the encounter itself. The answer is never nil: with an error it has what is known until then.
func (q *Question) answer(ctx context.Context) (*Answer, error) {
	roster := q.Fight.Roster()
	answer := &Answer{Title: agent.Title(q.Fight), Party: q.team(q.Party), Foes: q.team(1 - q.Party), Bounds: wordBounds,
		Within: q.Within, Seed: q.Seed, Repeatable: true,
		Players: [2]string{q.Players[0].wordPlayers(roster, q.Party), q.Players[1].wordPlayers(roster, 1-q.Party)}}
	var finder agent.FightSearcher
	forecast, err := finder.Forecast(ctx, q.Fight)
	if err != nil {
		return answer, err
	}
	if forecast != nil {
		answer.Forecast = new(forecast.For(q.Party))
	}
	t := newTally(roster, q.Party)
	err = q.fights(ctx, start{fight: q.Fight}, fightsMax, func(k int, got agent.Account) bool {
		t.add(got)
		answer.base.add(q.score(got))
		n := k + 1
		if q.Progress != nil {
			q.Progress(Progress{Task: "the fight", Fights: n, Win: answer.base.chance()})
		}
		answer.Enough = n >= fightsLeast && n%fightsStep == 0 && halfWidth(answer.base.chance()) <= q.Within
		return answer.Enough
	})
	answer.Repeatable = !isTimeUp(err)
	t.writeTo(answer)
	answer.Win = answer.base.chance()
	answer.Word = Word(answer.Win.Mean)
	return answer, err
}

// ForecastText returns the forecast in a sentence, empty without one.
func (a *Answer) ForecastText() string {
	if a.Forecast == nil {
		return ""
	}
	return fmt.Sprintf("The forecast without fighting, %v.", *a.Forecast)
}

// score returns what the party scored in a fight, and its luck. Fights count both for side 0.
func (q *Question) score(got agent.Account) (score, luck float64) {
	if q.Party == 1 {
		return 1 - got.Score, -got.Luck
	}
	return got.Score, got.Luck
}

// seats returns the agents of the combatants in a start.
func (q *Question) seats(g start) (seats agent.Seating) {
	for _, f := range g.fight.Roster() {
		player, better := q.Players[1], 0
		if f.Side == q.Party {
			player, better = q.Players[0], g.better
		}
		seats = append(seats, player.agentOf(f, better))
	}
	return seats
}

// fights fights at most n times from a start, and calls use with each fight in order until it returns true. Series from
// different starts have the same seeds and the same budget for valuing luck.
func (q *Question) fights(ctx context.Context, g start, n int, use func(k int, got agent.Account) (stop bool)) error {
	return jobs.Do(ctx, work.Pool(q.Jobs, q.Cores), n, work.Accounts(ctx, g.fight, q.seats(g), luckNodes, q.Seed), use)
}
