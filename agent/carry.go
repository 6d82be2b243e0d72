package agent

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Carry is what combatants carry from one fight into the next, as a file: Wounds, spent slots, lost weapons and all
// else that a pause does not restore. It has them by name, since another encounter gives them other seats.
type Carry struct {
	Version  int                       `yaml:"version"`
	System   string                    `yaml:"system"`
	After    string                    `yaml:"after,omitempty" clean:"name"`    // the title of the fight before
	Fighters map[string]book.CarryOver `yaml:"fighters" max:"100" clean:"name"` // by the name of a combatant

	doc           strict.Document
	encounterFile *strict.File // the encounter whose text contains it; nil if it has a file of its own
}

// CarryOf returns what all combatants carry out of the fight of a record, which must be over. The record is replayed,
// for what they carry follows from the last position and from the events before it.
func CarryOf(rec fight.Record) (Carry, error) {
	f, err := Begin(rec)
	if err != nil {
		return Carry{}, err
	}
	if err := Replay(f, rec); err != nil {
		return Carry{}, err
	}
	if _, _, over := f.Winner(); !over {
		return Carry{}, text.Problem{File: rec.Name, What: fmt.Sprintf("the fight is not over in round %d", f.Round()),
			Want: "the record of a finished fight"}
	}
	var told []rules.Event
	for _, step := range fight.StandingSteps(rec.Steps) {
		told = append(told, step.Events...)
	}
	c := Carry{Version: 1, System: rec.Header.System, After: Title(f), Fighters: map[string]book.CarryOver{}}
	carryOverOf := systemOf(f).carryOut(f.Moment, told)
	for i, r := range f.Roster() {
		c.Fighters[r.Name] = carryOverOf(rules.Seat(i))
	}
	return c, nil
}

// ReadCarry reads a carry file; name is used in messages.
func ReadCarry(name string, data []byte) (c Carry, err error) {
	if file := strict.Parse(name, data); IsRecord(name, data) || file.Holds("sides") {
		kind := kindOf(file)
		return c, wrongKindError(name, kind, "what combatants carry from a fight: kokyu carry RECORD prints that")
	}
	c.doc, _ = strict.Decode(name, data, &c)
	var bad strict.Complaints
	if c.Version != 1 {
		bad.Wrong(strict.Path{"version"}, fmt.Sprintf("version %d", c.Version), "1")
	}
	bad.OneOf(strict.Path{"system"}, "rule system", c.System, Systems())
	for _, who := range slices.Sorted(maps.Keys(c.Fighters)) {
		if casts := c.Fighters[who].Casts; casts != nil {
			bad = append(bad, checkSlots(casts).Under("fighters", who, "casts", "slots")...)
		}
	}
	return c, bad.In(c.doc)
}

// checkSlots complains about spell slots whose numbers do not match.
func checkSlots(c *book.Casting) (bad strict.Complaints) {
	for _, list := range slices.Sorted(maps.Keys(c.Slots)) {
		s := c.Slots[list]
		if len(s.Left) != len(s.Of) || len(s.Broken) > len(s.Of) {
			bad.Wrong(strict.Path{strict.Key(list)}, fmt.Sprintf("%d numbers left of %d", len(s.Left), len(s.Of)),
				"a number for each dan, as carry writes them")
			continue
		}
		for d, n := range s.Left {
			bad.Within(strict.Path{list, "left", d}, "slots", n, 0, s.Of[d])
		}
	}
	return bad
}

// Merge returns the carry merged with the one that its fight began with. Combatants who were absent are kept; broken
// slots, rites, lasting injuries and madness add up, since a fight only counts its own; and Wounds of hunger, which
// rest does not heal, stay Wounds of hunger.
func (c Carry) Merge(before Carry) (Carry, error) {
	if before.System != c.System {
		return c, text.Problems{before.doc.Problem(strict.Path{"system"},
			fmt.Sprintf("a carry of %s before a fight of %s", before.System, c.System), "one of the same rule system")}
	}
	fighters := map[string]book.CarryOver{}
	maps.Copy(fighters, before.Fighters)
	for name, one := range c.Fighters {
		was := before.Fighters[name]
		one.Mad = one.Mad || was.Mad
		if one.Wounds != nil {
			one.HungerWounds = min(max(one.HungerWounds, was.HungerWounds), *one.Wounds)
		}
		for _, injury := range was.Injuries {
			if !slices.Contains(one.Injuries, injury) {
				one.Injuries = append(one.Injuries, injury)
			}
		}
		if was := was.Casts; was != nil && one.Casts != nil {
			for list, slots := range one.Casts.Slots {
				slots.Broken = addEach(slots.Broken, was.Slots[list].Broken)
				slots.Rites += was.Slots[list].Rites
				one.Casts.Slots[list] = slots
			}
		}
		fighters[name] = one
	}
	c.Fighters = fighters
	return c, nil
}

// addEach returns the sums of two lists, number by number.
func addEach(a, b []int) []int {
	if len(a) < len(b) {
		a, b = b, a
	}
	sum := slices.Clone(a)
	for i, n := range b {
		sum[i] += n
	}
	return sum
}

// Encode returns the contents of a carry file.
func (c Carry) Encode() ([]byte, error) { return strict.Encode(c) }

// Rest returns the carry after a rest, to which the system's rules are applied combatant by combatant, in the order of
// their names. Days of rest may also cost something.
func (c Carry) Rest(r book.Rest) (Carry, error) {
	about, err := About(c.System)
	if err == nil && (r.WithoutFood || r.WithoutSleep) && !about.FastingMatters {
		err = text.Problem{What: "days without food or sleep in " + c.System, Want: "a carry of keep, or days alone"}
	}
	if err != nil {
		return c, err
	}
	fighters := map[string]book.CarryOver{}
	for _, name := range slices.Sorted(maps.Keys(c.Fighters)) {
		own := r
		if r.Calls != nil {
			own.Calls = &book.RestCalls{Throw: r.Calls.Throw, Tell: func(says string) { r.Calls.Tell(name + ", " + says) }}
		}
		fighters[name] = about.AfterRest(c.Fighters[name], own)
	}
	c.Fighters = fighters
	return c, nil
}

// applyTo returns the encounter of a fight with its combatants as the carry has them.
func (c Carry) applyTo(f *fight.Fight) ([]byte, error) {
	seats, bad := c.checkFighters(f)
	if len(bad) > 0 {
		return nil, bad.In(c.doc)
	}
	data, bad, err := systemOf(f).carryIn(f, seats, c.Fighters)
	if len(bad) > 0 {
		return nil, bad.In(c.doc)
	}
	return data, err
}

// checkFighters checks the carry against a fight, and returns the seats whose combatants are in it. A combatant of the
// carry who is not in the fight is no mistake: a carry is kept through a whole campaign.
func (c Carry) checkFighters(f *fight.Fight) (seats []rules.Seat, bad strict.Complaints) {
	if bad = c.checkSystem(f.Header().System); len(bad) > 0 {
		return nil, bad
	}
	for i, r := range f.Roster() {
		one, ok := c.Fighters[r.Name]
		at := strict.Path{"fighters", r.Name}
		switch {
		case !ok:
			continue
		case one.Who != r.Kind:
			bad.Wrong(append(at, "who"), fmt.Sprintf("%s was carried as %s and fights here as %s", r.Name, one.Who, r.Kind),
				"the row it was carried by")
		case one.Down:
			bad.Wrong(append(at, "down"), r.Name+" fell in "+cmp.Or(c.After, "the fight before"),
				"one who stands: leave out whoever fell, give somebody new another name, "+
					"or take the line down: away and put right what is left to "+r.Name)
		}
		seats = append(seats, rules.Seat(i))
	}
	if len(seats) == 0 {
		bad.Wrong(strict.Path{"fighters"}, "a carry of nobody who fights here",
			"one that names a combatant of this encounter")
	}
	return seats, bad
}

// encounterCarry reads the carry under the key carry: of an encounter, nil if there is none. The value is the path of a
// file or, if it has several lines, the carry itself: a server reads no file of its machine for others.
func (c Catalogue) encounterCarry(sys *system, file *strict.File) (_ *Carry, err error) {
	path := ""
	if !file.Holds("carry") || !file.Peek("carry", &path) {
		return nil, nil // a mistake in it is reported when the encounter is read
	}
	wrong := func(what, want string) (*Carry, error) {
		return nil, text.Problems{file.Problem(strict.Path{"carry"}, what, want)}
	}
	switch {
	case strings.Contains(path, "\n"):
	case c.fromOthers:
		return wrong("carry: would read a file of the machine that plays the fight",
			"what stands in that file, below carry: | and two spaces further in")
	case path == "":
		return wrong("a carry without a file", "carry: and its name")
	case file.Holds("now"):
		return wrong("carry: beside now:", "one of them: now: says how everybody is")
	case file.Holds("since"):
		return wrong("carry: beside since:", "one of them: what has happened since then goes into the record")
	}
	data, within := []byte(path), file
	if !strings.Contains(path, "\n") {
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(file.Name), path)
		}
		within = nil
		if data, err = strict.ReadFile(path); err != nil {
			bad, _ := errors.AsType[text.Problems](err)
			return wrong(fmt.Sprintf("carry: %q: %s", path, bad[0].What), "a file that kokyu carry wrote")
		}
	}
	carry, err := ReadCarry(path, data)
	if err == nil {
		err = carry.checkSystem(sys.Name).In(carry.doc)
	}
	carry.encounterFile = within
	return &carry, carry.placeErrors(err)
}

// placeErrors returns the mistakes of a carry with their places: those of its own file or, if its lines stand in an
// encounter, of that file.
func (c Carry) placeErrors(err error) error {
	list, ok := errors.AsType[text.Problems](err)
	if c.encounterFile == nil || !ok {
		return err
	}
	var in text.Problems
	for _, p := range list {
		in = append(in, c.encounterFile.Problem(strict.Path{"carry"},
			fmt.Sprintf("in line %d of what is carried: %s", p.Line, p.What), p.Want))
	}
	return in
}

// checkSystem complains about a carry of another system.
func (c Carry) checkSystem(system string) (bad strict.Complaints) {
	if c.System != system {
		bad.Wrong(strict.Path{"system"}, fmt.Sprintf("a carry of %s in a fight of %s", c.System, system),
			"one of the same rule system")
	}
	return bad
}

// BeginWithCarry begins the fight f anew, with its combatants as a carry has them. f must be at its beginning.
func (c Catalogue) BeginWithCarry(f *fight.Fight, carry Carry) (*fight.Fight, error) {
	sys := systemOf(f)
	data, err := carry.applyTo(f)
	if err != nil {
		return nil, err
	}
	return sys.begin(c.rows(sys), strict.Parse(Title(f), data), Setup{Seed: f.Header().Seed})
}
