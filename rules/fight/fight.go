package fight

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/text"
)

// Fight is one fight under way: the position, the steps that led to it and, if it has one, its record. It hides the
// type of the position; commands, servers and agents use words. It is not safe for concurrent use.
//
// Every step is written to the record before the method that makes it returns. A step that cannot be recorded is not
// made, and the fight stops: every later step is refused with the same error.
type Fight struct {
	Moment            // the present position, with the path to it
	past     []Moment // the position after each step; past[0] is where this fight started or was forked
	origin   Moment   // where the fight of the header started, with its roster; also in a fork
	header   Header
	roster   []rules.Fighter
	steps    []rules.Step
	standing []int // the numbers of the steps that no undo has taken back, in order
	undone   []int // the numbers of the steps that a redo can return, the next one last
	sink     Sink
	crc      uint32 // the checksum of the last line in the sink
	// stopped is the [RecordError] of the first step that could not be recorded, after which no step is made; else nil.
	stopped error
	// hasLaterStep: some step is a [WordLater], standing or not. Without any, nothing looks for changes that wait.
	hasLaterStep bool
	handle       any                 // the value that [Fight.SetHandle] has attached; nil if none
	lastPlaces   map[string]fallenAt // what lastPlace has found, by the name of the combatant
	// repeating is the step of a record that is being replayed, else nil: commit keeps the position beside it as the
	// record has it.
	repeating *rules.Step
}

// Option is one legal decision.
type Option struct {
	rules.Action `json:"-"`
	Words        string `json:"do"`
	Phase        string `json:"phase"` // attack, reaction, reserve, move, stance, wait ...
	Cost         int    `json:"cost"`
}

// ID returns a name of the decision for programs. Whatever its words, it stays the same in every position until a
// combatant joins or leaves.
func (o Option) ID() string {
	a := o.Action
	return fmt.Sprintf("%x-%x-%x-%x-%x-%x", a.Do, a.With, a.At, uint16(a.N), a.Mode, a.To)
}

// New begins a fight at the start of a system. h is the header of its record. If its format is 0 the fight is new, and
// New fills in the format, the program's version and the first position.
func New[S comparable](sys rules.System[S], h Header) *Fight {
	f := &Fight{header: h, roster: sys.Roster(), Moment: Begin(sys)}
	f.past, f.origin = []Moment{f.Moment}, f.Moment
	if h.Kokyu == 0 { // a new fight, not one of a record
		f.header.Kokyu, f.header.Program = Version, program()
		f.header.Now, _ = f.Snapshot().JSON()
	}
	return f
}

// program is the version of the program as its build says, empty where it has none.
var program = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" {
		return ""
	}
	return info.Main.Version
})

// SetHandle attaches a value to the fight and its forks; Handle returns it. It is for a caller that knows the type of
// the positions and finds the fight again without it.
func (f *Fight) SetHandle(handle any) { f.handle = handle }

// Handle returns the value attached by [Fight.SetHandle], or nil.
func (f *Fight) Handle() any { return f.handle }

// Header returns the header of the fight's record.
func (f *Fight) Header() Header { return f.header }

// SetPlayers sets who plays each combatant (name and agent, in seat order) in the header. Call it before the first
// step.
func (f *Fight) SetPlayers(by rules.Pairs) { f.header.Seats = by }

// PresentHeader returns a header from which the fight could begin with its present combatants: Header if nobody has
// joined or left.
func (f *Fight) PresentHeader() (Header, error) {
	h, game := f.header, f.Game()
	if game == f.origin.Game() {
		return h, nil
	}
	var err error
	if h.Encounter, err = json.Marshal(game.File()); err == nil {
		h.Data, err = game.Data()
	}
	h.Now = nil
	return h, err
}

// Steps returns all steps so far, in order. The caller must not change them.
func (f *Fight) Steps() []rules.Step { return slices.Clip(f.steps) }

// Moves returns the number of standing steps that have changed the position. Notes and other words of the GM do not
// count: the dice and the draws of agents depend on this number, and a note must not change them.
func (f *Fight) Moves() (n int) {
	for _, step := range f.standing {
		if !f.steps[step-1].Says() {
			n++
		}
	}
	return n
}

// Roster lists the combatants in seat order.
func (f *Fight) Roster() []rules.Fighter { return slices.Clone(f.roster) }

// Name returns the name of a seat, empty for Nobody.
func (f *Fight) Name(seat rules.Seat) string {
	if int(seat) < len(f.roster) {
		return f.roster[seat].Name
	}
	return ""
}

// Check describes the dice a Chance turn waits for; on other turns it is zero.
func (f *Fight) Check() rules.Check {
	if f.Turn().Kind != rules.Chance {
		return rules.Check{}
	}
	return f.Moment.Check()
}

// Winner returns the winning side of a fight that is over; draw reports that nobody won.
func (f *Fight) Winner() (side rules.Side, draw, over bool) {
	if f.Turn().Kind != rules.Over {
		return 0, false, false
	}
	switch v := f.Score(); {
	case v > 0:
		return 0, false, true
	case v < 0:
		return 1, false, true
	}
	return 0, true, true
}

// Options returns the legal decisions in the system's order; none if the fight does not wait for a decision.
func (f *Fight) Options() []Option {
	if !f.waitsForDecision() {
		return nil
	}
	return f.Moment.Options()
}

// waitsForDecision reports whether somebody has to decide.
func (f *Fight) waitsForDecision() bool {
	k := f.Turn().Kind
	return k == rules.Decide || k == rules.Commit
}

// Do makes a decision, in words as Options gives them.
func (f *Fight) Do(words string) (rules.Step, error) {
	a, err := f.parse(words)
	if err != nil {
		return rules.Step{}, err
	}
	return f.Play(a)
}

// parse returns the legal decision that words describe.
func (f *Fight) parse(words string) (rules.Action, error) {
	if err := f.mayDecide(); err != nil {
		return rules.Action{}, err
	}
	return f.Moment.parse(words)
}

// Play makes a decision. All decisions are checked against the rules here and nowhere else. For dice use Roll or Dice.
func (f *Fight) Play(a rules.Action) (rules.Step, error) { return f.play(a, rules.Step{}) }

// play makes a decision. as is its step so far, to which the decision and its events are added.
func (f *Fight) play(a rules.Action, as rules.Step) (rules.Step, error) {
	if err := f.mayDecide(); err != nil {
		return rules.Step{}, err
	}
	t, legal := f.Turn(), f.Actions()
	if !slices.Contains(legal, a) {
		all := make([]string, len(legal))
		for i, l := range legal {
			all[i] = f.Format(l)
		}
		return rules.Step{}, fmt.Errorf("%+v is not legal now; %s has %d choices: %s", a, f.Name(t.Seat),
			len(all), text.QuoteList(all, 7))
	}
	as.Seat, as.Do, as.Secret = f.Name(t.Seat), f.Format(a), t.Kind == rules.Commit
	var log rules.Log
	next := f.Next(a, &log)
	as.Events = log.Events
	return f.commit(as, next)
}

// Untimely is the error of a step that is possible at another time, but not now: a decision while dice are waited for,
// an undo before the first step.
type Untimely struct{ error }

// untimely returns an [Untimely].
func untimely(format string, args ...any) error { return Untimely{fmt.Errorf(format, args...)} }

// RecordError is the error of a fight that has stopped because a step could not be recorded.
type RecordError struct{ error }

// Unwrap returns why the step could not be recorded.
func (u RecordError) Unwrap() error { return u.error }

// mayDecide returns an error unless the fight waits for a decision.
func (f *Fight) mayDecide() error {
	switch t := f.Turn(); {
	case f.stopped != nil:
		return f.stopped
	case t.Kind == rules.Over:
		return untimely("the fight is over: there is nothing to decide")
	case t.Kind == rules.Chance:
		return untimely("the dice decide now: %s, want a roll, or what they show", f.throwText())
	}
	return nil
}

// Roll throws the dice the fight waits for. Their faces are a function of the seed and of Moves: undoing and making the
// same choice again gives the same dice, and a resumed fight gets the dice that it would have had.
func (f *Fight) Roll() (rules.Step, error) {
	if err := f.mayRoll(); err != nil {
		return rules.Step{}, err
	}
	shown, a, err := f.Throw(f.header.Seed, f.Moves()+1)
	if err != nil {
		return rules.Step{}, err
	}
	return f.commit(f.rollStep(shown, a))
}

// NextFaces returns the faces that [Fight.Roll] would throw, nil if the fight waits for no dice.
func (f *Fight) NextFaces() []int {
	if f.mayRoll() != nil {
		return nil
	}
	shown, _, _ := f.Throw(f.header.Seed, f.Moves()+1)
	return shown
}

// Dice uses the faces of dice thrown at a table, in the order of Check.
func (f *Fight) Dice(faces ...int) (rules.Step, error) {
	step, next, err := f.tableStep(faces)
	if err != nil {
		return rules.Step{}, err
	}
	return f.commit(step, next)
}

// tableStep returns the step of dice thrown at a table, and the position after it, without making it.
func (f *Fight) tableStep(faces []int) (step rules.Step, next Moment, err error) {
	if err := f.mayRoll(); err != nil {
		return step, nil, err
	}
	if len(faces) == 0 {
		return step, nil, fmt.Errorf("no dice were told: %s", f.throwText())
	}
	a, err := f.read(faces)
	if err != nil {
		return step, nil, err
	}
	step, next = f.rollStep(slices.Clone(faces), a)
	return step, next, nil
}

// mayRoll returns an error unless the fight waits for dice.
func (f *Fight) mayRoll() error {
	switch t := f.Turn(); {
	case f.stopped != nil:
		return f.stopped
	case t.Kind == rules.Over:
		return untimely("the fight is over: there is nothing to roll")
	case t.Kind != rules.Chance:
		return untimely("%s decides now: there is nothing to roll", f.Name(t.Seat))
	}
	return nil
}

// throwText words the dice the fight waits for: "Kojiro's attack, 2d10+8 against 12", or as the system says it.
func (f *Fight) throwText() string { return f.Moment.Check().ThrowText(f.roster) }

// rollStep returns the step of dice that show these faces and come to an outcome, and the position after it, without
// making it.
func (f *Fight) rollStep(shown []int, a rules.Action) (step rules.Step, next Moment) {
	var log rules.Log
	next = f.Next(a, &log, shown...)
	step = rules.Step{Seat: f.Name(f.Turn().Seat), Roll: shown, Do: f.Format(a), Events: log.Events}
	step.P = f.chance(step.Events, next)
	return step, next
}

// chance returns P of a step of dice: the chance of the success or failure in its check event or, where dice only
// count, of the position next to which they lead. The chances of outcomes that lead to equal positions are added:
// nobody can tell them apart.
func (f *Fight) chance(events []rules.Event, next Moment) float64 {
	c, p := f.Moment.Check(), 0.0
	i := slices.IndexFunc(events, func(e rules.Event) bool { return e.Kind == "check" })
	switch {
	case i < 0:
		here, to := f.Fresh(false), next.Key()
		for _, o := range f.Moment.Outcomes() {
			if here.Next(o.Action, nil).Key() == to {
				p += o.P
			}
		}
		return roundOff(min(p, 1))
	case c.Den == 0 && events[i].OK:
		return c.P
	case c.Den == 0:
		return roundOff(1 - c.P)
	case events[i].OK:
		return float64(c.Num) / float64(c.Den)
	}
	return float64(c.Den-c.Num) / float64(c.Den)
}

// roundOff rounds a chance to twelve places, so that a record shows 0.21 and not 0.20999999999999996.
func roundOff(p float64) float64 { return math.Round(p*1e12) / 1e12 }

// GMsWord is the reason in the record for a change for which the GM gives none.
const GMsWord = "the GM's word"

// GivenReason returns the reason that a person has given for a change; empty for [GMsWord] and [NerveReason].
func GivenReason(why string) string {
	if why == GMsWord || nerveReason.MatchString(why) {
		return ""
	}
	return why
}

// Edit applies a GM's change to the position, whatever the fight waits for: one that the system knows, or one of those
// that [JoinEdit], [LeaveEdit], [YieldEdit], [ConcedeEdit] and [WinEdit] word. It is recorded with its reason.
func (f *Fight) Edit(change, reason string) (rules.Step, error) {
	return f.edit(change, reason, nil, 0)
}

// edit makes a GM's edit and records it. rows is a catalogue for a combatant that joins, or nil. keptAt is the step
// that kept the edit while it waited, 0 if it did not wait.
func (f *Fight) edit(change, reason string, rows json.RawMessage, keptAt int) (rules.Step, error) {
	step, next, err := f.change(change, reason, rows)
	if err != nil {
		return rules.Step{}, err
	}
	step.KeptAt = keptAt
	return f.commit(step, next)
}

// change returns the step of an edit, and the position after it, without making it. With a [rules.Busy] error the step
// has the rows that the edit would use.
func (f *Fight) change(change, reason string, rows json.RawMessage) (step rules.Step, next Moment, err error) {
	switch {
	case strings.TrimSpace(change) == "":
		return step, nil, fmt.Errorf("an edit that changes nothing: say what should be, as in \"Kojiro energy=4\"")
	case !utf8.ValidString(change) || !utf8.ValidString(reason):
		return step, nil, fmt.Errorf("an edit that is not text: say it in UTF-8")
	case strings.TrimSpace(reason) == "":
		return step, nil, fmt.Errorf("an edit without a reason: say why, the record keeps it")
	}
	step = rules.Step{Edit: change, Why: reason}
	next, step.Events, step.Rows, err = f.NextByEdit(change, reason, rows)
	return step, next, err
}

// Undo takes back the last n standing steps, including edits. Nothing is erased: the undo is a step itself, and until
// another step is made Redo restores the steps.
func (f *Fight) Undo(n int) (rules.Step, error) {
	if err := checkCount("take back", n, len(f.standing)); err != nil {
		return rules.Step{}, err
	}
	return f.commit(rules.Step{Undo: n}, f.past[f.stepBefore(n)])
}

// Redo restores the last n steps that an undo took back.
func (f *Fight) Redo(n int) (rules.Step, error) {
	if err := checkCount("return", n, len(f.undone)); err != nil {
		return rules.Step{}, err
	}
	return f.commit(rules.Step{Redo: n}, f.past[f.undone[len(f.undone)-n]])
}

// stepBefore returns the number of the last step that stands after an undo of n steps, 0 for the start.
func (f *Fight) stepBefore(n int) int {
	if n == len(f.standing) {
		return 0
	}
	return f.standing[len(f.standing)-n-1]
}

// checkCount returns an error unless there are n steps to undo or to redo.
func checkCount(verb string, n, most int) error {
	switch {
	case most == 0:
		return untimely("there is no step to %s", verb)
	case n < 1 || n > most:
		return untimely("%d steps to %s, want 1 to %d", n, verb, most)
	}
	return nil
}

// Record writes every step to a sink from now on, and first what the sink lacks: the header and all steps so far, if it
// is new. What the sink already has must be this fight, line by line.
func (f *Fight) Record(to Sink) error {
	held, heldCRC := to.Held()
	if held > 1+len(f.steps) {
		return fmt.Errorf("the record has %d steps and the fight %d: replay the record first", held-1, len(f.steps))
	}
	crc := uint32(0)
	for i := range 1 + len(f.steps) {
		var v any = f.header
		if i > 0 {
			v = lineOf(f.steps[i-1])
		}
		line, sum, err := sealLine(v, crc)
		if err != nil {
			return fmt.Errorf("line %d cannot be recorded: %w", i+1, err)
		}
		crc = sum
		if i == 0 {
			// What reading refuses is not written: a fight would else go on with a record that nobody can open.
			if _, _, err := ReadRecord("header", bytes.NewReader(line)); err != nil {
				return fmt.Errorf("the record could not be read again: %w", err)
			}
		}
		switch {
		case i >= held:
			if err := to.Append(line); err != nil {
				return err
			}
		case i == held-1 && crc != heldCRC:
			return fmt.Errorf("the record holds another fight: line %d has the checksum %08x, want %08x", held, heldCRC, crc)
		}
	}
	f.sink, f.crc = to, crc
	return nil
}

// nextNumber returns the number of the next step.
func (f *Fight) nextNumber() int { return len(f.steps) + 1 }

// commit records a step and makes next, the position to which it leads, the present one. Every step is made here, and
// is in the record before it is in the fight: a step that cannot be recorded has not happened, and stops the fight.
func (f *Fight) commit(step rules.Step, next Moment) (rules.Step, error) {
	if f.stopped != nil {
		return rules.Step{}, f.stopped
	}
	step.N = f.nextNumber()
	if step.N > RecordStepsMax {
		return rules.Step{}, fmt.Errorf("the fight has %d steps: no record holds more", RecordStepsMax)
	}
	if f.repeating != nil {
		step.Now = f.repeating.Now
	} else {
		step.Now = f.positionChange(step, next, f.standing[:len(f.standing)-step.Mend])
	}
	if f.sink != nil {
		line, crc, err := sealLine(lineOf(step), f.crc)
		if err == nil {
			err = f.sink.Append(line)
		}
		if err != nil {
			f.stopped = RecordError{fmt.Errorf("step %d could not be recorded, so the fight stops here: %w", step.N, err)}
			return rules.Step{}, f.stopped
		}
		f.crc = crc
	}
	f.steps, f.hasLaterStep = append(f.steps, step), f.hasLaterStep || step.Word == WordLater
	f.Moment = next
	f.past = append(f.past, next)
	if step.Do == "" || step.Mend > 0 { // the roster may have changed
		f.roster = f.Moment.Roster()
	}
	switch {
	case step.Undo > 0:
		moveLast(&f.standing, &f.undone, step.Undo)
	case step.Redo > 0:
		moveLast(&f.undone, &f.standing, step.Redo)
	default:
		f.standing, f.undone = append(f.standing[:len(f.standing)-step.Mend], step.N), f.undone[:0]
	}
	return step, nil
}

// moveLast moves the last n elements of from to the end of to, the last one first.
func moveLast[T any](from, to *[]T, n int) {
	for range n {
		last := len(*from) - 1
		*to, *from = append(*to, (*from)[last]), (*from)[:last]
	}
}
