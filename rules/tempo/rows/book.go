package rows

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/tempo/data"
	"kokyu/rules/text"
)

// The catalogue: the built-in rows, and over them those of a table's own files. Of rows with one name the later wins.

// System is the name encounters and records give this system.
const System = "tempo"

// Shipped are the built-in encounters, laws and rulings.
var Shipped = book.Ship(data.Files, 4, "crossing", "crossing-small", "brawl", "archers")

// DefaultBook returns the built-in catalogue: a file for each subject, in an order in which rows come before those that
// name them.
var DefaultBook = sync.OnceValue(func() Book {
	return book.Catalogue[Book](data.Files, "actions.yaml", "damage.yaml", "armours.yaml",
		"weapons.yaml", "combatants.yaml")
})

// Words returns the lists of words that tags of fields name.
func (b Book) Words() map[string]book.WordList {
	return Shipped.Words(System, map[string][]string{
		"kinds": {proactive, reactive, counterTempo, Special}, "statuses": StatusNames, "statuses in the fight": inFight, "statuses at the start": atStart,
		"actions": knownActions, "replaceable": replaceable, "grips": GripNames, "skills": weaponSkills, "damage": DamageNames, "boundaries": BoundaryNames,
	}, map[string][]string{
		"armours": book.Keys(b.Armours), "armours or none": append(book.Keys(b.Armours), book.None), "shields": book.Keys(b.Shields),
		"shields or none": append(book.Keys(b.Shields), book.None), "weapons": book.Keys(b.Weapons), "combatants": book.Keys(b.Combatants),
	})
}

// checker gathers complaints about rows. Most is said by the tags of fields (within, among, max); its methods check
// what depends on several fields.
type checker struct {
	book Book
	book.Checker
}

// Check returns what is wrong with some rows and with the names that they have for each other. b is the whole
// catalogue, the rows laid over it included; rows are those of it that are to be checked.
func (b Book) Check(rows Book) strict.Complaints {
	c := &checker{book: b, Checker: book.Checker{Lists: b.Words()}}
	for _, name := range book.Keys(rows.Actions) {
		at := strict.Path{"actions", strict.Key(name)}
		if c.OneOf(at, "action", name, knownActions) {
			c.checkAction(strict.Path{"actions", name}, name, rows.Actions[name])
		}
	}
	for _, name := range book.Keys(rows.Damage) {
		if c.OneOf(strict.Path{"damage", strict.Key(name)}, "kind of damage", name, DamageNames) {
			c.checkDamage(strict.Path{"damage", name}, name, rows.Damage[name])
		}
	}
	book.EachOf("weapons", rows.Weapons, c.checkWeapon)
	book.FieldsOf(&c.Checker, "shields", rows.Shields)
	for _, name := range book.Keys(rows.Armours) {
		at, a := strict.Path{"armours", name}, rows.Armours[name]
		c.Fields(at, a)
		for _, kind := range book.Keys(a.Stops) {
			if c.OneOf(at.And("protection", strict.Key(kind)), "kind of damage", kind, DamageNames) {
				c.Num(at.And("protection", kind), "protection", a.Stops[kind], 0, 20)
			}
		}
	}
	book.EachOf("combatants", rows.Combatants, c.checkCombatant)
	return c.Complaints
}

// checkDamage checks from how much damage of a kind each category of wounds begins.
func (c *checker) checkDamage(at strict.Path, name string, from []Num) {
	if len(from) != len(CategoryNames)-1 {
		c.Wrong(at, fmt.Sprintf("%s has %d thresholds", name, len(from)), "5: minor, moderate, severe, critical, fatal")
		return
	}
	for k, n := range from {
		c.Num(at.And(k), "damage", n, 1, book.NumMax)
		if k > 0 && n.N <= from[k-1].N {
			c.Wrong(at.And(k), fmt.Sprintf("a %s wound from %d, a %s one from %d: out of order",
				CategoryNames[k+1], n.N, CategoryNames[k], from[k-1].N), "rising thresholds")
		}
	}
}

// checkAction checks a row of combat actions. Its kind, and whether its price depends on the weapon, are the
// document's; it is allowed and answers only what the engine knows how to carry out; and the thresholds of its outcome
// table rise.
func (c *checker) checkAction(at strict.Path, name string, d Deed) {
	is := Actions[slices.Index(ActionNames, name)]
	if d.Kind != is.Kind {
		c.Wrong(at.And("kind"), fmt.Sprintf("%s of the kind %q", name, d.Kind), is.Kind)
	}
	switch {
	case d.AP.Word == "weapon" && name != reload:
	case d.AP.Word != "":
		c.Wrong(at.And("ap"), fmt.Sprintf("%s costs %q", name, d.AP.Word), "a number of AP, or weapon")
	case is.Strikes && name != unarmedAttack:
		c.Wrong(at.And("ap"), fmt.Sprintf("%s costs %d whatever strikes", name, d.AP.N), "weapon: each surface has its price")
	case name == recoverStamina && d.AP.N != 0:
		c.Wrong(at.And("ap"), fmt.Sprintf("%s costs %d", name, d.AP.N), "0")
	case name != recoverStamina && name != reload:
		c.Num(at.And("ap"), name+": AP", d.AP.Num, 1, 12)
	}
	for k, st := range d.Status {
		if !slices.Contains(is.Statuses, st) {
			c.Wrong(at.And("status", k), fmt.Sprintf("%s is not an action of one who is %s", name, st),
				text.OneOf(st, is.Statuses))
		}
	}
	if len(d.Status) == 0 {
		c.Wrong(at.And("status"), name+" is allowed in no status", "at least one of "+strings.Join(is.Statuses, ", "))
	}
	for k, a := range d.Answers {
		if len(is.Answers) == 0 {
			c.Wrong(at.And("answers", k), name+" is no answer to anything", "no answers: here")
		} else if !slices.Contains(is.Answers, a) {
			c.Wrong(at.And("answers", k), fmt.Sprintf("%s does not answer %s", name, a), text.OneOf(a, is.Answers))
		}
	}
	for k, r := range d.Replaces {
		if is.Kind != counterTempo || !slices.Contains(replaceable, r) {
			c.Wrong(at.And("replaces", k), fmt.Sprintf("%s does not replace %s", name, r),
				text.OneOf(r, replaceable)+", in a counter-tempo action")
		}
	}
	if d.Inverted && is.Fixed {
		c.Wrong(at.And("inverted"), name+" has no check to invert", "inverted: only where dice are thrown")
	}
	c.checkOutcomes(at, is, d.Outcomes)
}

// checkOutcomes checks an outcome table: it has the outcomes of the action, the lowest first, and rising thresholds.
func (c *checker) checkOutcomes(at strict.Path, is Action, rows []Row) {
	put := func(k int, more ...any) strict.Path { return at.And("outcomes", k).And(more...) }
	name, want := is.Name, is.Outcomes
	if name == recoverStamina {
		c.checkRecoveries(put, name, rows)
		return
	}
	if len(rows) != len(want) {
		c.Wrong(at.And("outcomes"), fmt.Sprintf("%s has %d outcomes", name, len(rows)),
			fmt.Sprintf("%d: %s", len(want), strings.Join(want, ", ")))
		return
	}
	for k, r := range rows {
		if r.Is != want[k] {
			c.Wrong(put(k, "is"), fmt.Sprintf("outcome %d of %s is %q", k+1, name, r.Is),
				fmt.Sprintf("%q: the lowest first", want[k]))
		}
		if r.AP != nil {
			c.Wrong(put(k, "ap"), "AP regained by "+name, "ap: only in recover stamina")
		}
		c.checkRising(put, k, name, rows)
	}
}

// checkRising complains about a threshold that is not above the one of the row before.
func (c *checker) checkRising(put func(int, ...any) strict.Path, k int, name string, rows []Row) {
	from := rows[k].From
	switch {
	case k == 0:
		if from != (Mark{}) {
			c.Wrong(put(0, "from"), fmt.Sprintf("the lowest outcome of %s begins at %v", name, from),
				"no from: it is always reached")
		}
	case from == (Mark{}):
		c.Wrong(put(k), fmt.Sprintf("outcome %d of %s has no from", k+1, name), "the least result, as in from: 1")
	case from.Word == "weapon":
		c.Wrong(put(k, "from"), "a threshold of weapon", "a number, combat defence, armoured defence or grapple defence")
	case from.Word == "" && (from.N < -60 || from.N > 60):
		c.Wrong(put(k, "from"), fmt.Sprintf("a threshold of %d", from.N), "-60 to 60")
	case k > 1 && !isAbove(rows[k-1].From, from):
		c.Wrong(put(k, "from"), fmt.Sprintf("outcome %d of %s begins at %v, the one before it at %v: out of order", k+1, name, from, rows[k-1].From),
			"rising thresholds, the lowest outcome first")
	}
}

// isAbove reports whether threshold high is above low for every target. An armoured Combat Defence counts as above the
// plain one, since armour never lowers it.
func isAbove(low, high Mark) bool {
	if low.Word == "" && high.Word == "" {
		return high.N > low.N
	}
	return low.Word == "combat defence" && high.Word == "armoured defence"
}

// checkRecoveries checks the outcomes of Recover Stamina: a better result never regains less.
func (c *checker) checkRecoveries(put func(int, ...any) strict.Path, name string, rows []Row) {
	if len(rows) < 2 {
		c.Wrong(put(0), fmt.Sprintf("%s has %d outcomes", name, len(rows)), "a failure and at least one recovery")
		return
	}
	last := 0
	for k, r := range rows {
		c.checkRising(put, k, name, rows)
		switch {
		case r.AP == nil:
			c.Wrong(put(k), "an outcome of "+name+" without ap", "ap: what is regained")
		case r.AP.N < last || r.AP.N > 24:
			c.Wrong(put(k, "ap"), fmt.Sprintf("%d AP regained", r.AP.N), fmt.Sprintf("%d to 24, rising", last))
		default:
			last = r.AP.N
		}
		if r.From.Word != "" {
			c.Wrong(put(k, "from"), "a threshold in words", "a number")
		}
	}
}

// checkWeapon checks a weapon, which either strikes with surfaces or shoots.
func (c *checker) checkWeapon(at strict.Path, w Weapon) {
	c.Fields(at, w)
	switch {
	case len(w.Surfaces) == 0 && len(w.Attacks) == 0:
		c.Wrong(at, "a weapon that cannot strike", "surfaces:, or attacks: of a ranged weapon")
	case len(w.Surfaces) > 0 && len(w.Attacks) > 0:
		c.Wrong(at.And("attacks"), "a weapon that both strikes and shoots", "two weapons")
	}
	for k, f := range w.Surfaces {
		c.Fields(at.And("surfaces", k), f)
		if f.Damage.Dice == 0 {
			c.Wrong(at.And("surfaces", k), "a surface without damage", "damage: as in 2d6+1")
		}
		if len(f.Reach) != 2 || f.Reach[0].N < 0 || f.Reach[1].N < max(1, f.Reach[0].N) || f.Reach[1].N > 6 {
			c.Wrong(at.And("surfaces", k, "reach"), "a reach that is none",
				"the least and the most squares, as in [1, 2]; at most 6")
		}
		c.checkSurface(at.And("surfaces", k, "name"), f.Name, len(w.Surfaces))
	}
	for k, f := range w.Attacks {
		c.Fields(at.And("attacks", k), f)
		if f.Damage.Dice == 0 {
			c.Wrong(at.And("attacks", k), "an attack without damage", "damage: as in 2d6+1")
		}
		c.checkSurface(at.And("attacks", k, "name"), f.Name, len(w.Attacks))
	}
	if len(w.Attacks) > 0 {
		if w.Shots == nil || w.Reload == nil {
			c.Wrong(at, "a ranged weapon without shots or reload", "shots: and reload:")
			return
		}
		c.Num(at.And("shots"), "shots", *w.Shots, 1, 99)
		c.Num(at.And("reload"), "reload", *w.Reload, 1, 60)
		for k, f := range w.Attacks {
			if f.Uses != nil && f.Uses.N > w.Shots.N {
				c.Wrong(at.And("attacks", k, "uses"), fmt.Sprintf("%d shots of %d", f.Uses.N, w.Shots.N),
					"no more than a full load")
			}
		}
	}
}

// checkSurface checks the name of one of several surfaces.
func (c *checker) checkSurface(at strict.Path, name string, of int) {
	if name == "" && of == 1 {
		return
	}
	if _, err := text.CleanName(name); err != nil {
		c.Wrong(at, "a surface among several without a plain name", "name: a word of its own, as in cut")
	}
}

// checkCombatant checks a combatant: at most two weapons, skills that there are, boxes that a wound chart can have.
func (c *checker) checkCombatant(at strict.Path, r Combatant) {
	c.Fields(at, r)
	if len(r.Weapons) > 2 {
		c.Wrong(at.And("weapons"), fmt.Sprintf("%d weapons", len(r.Weapons)), "at most two, the one in hand first")
	}
	for _, s := range book.Keys(r.Skills) {
		if c.Skill(at.And("skills", strict.Key(s)), s, SkillNames, c.book.Weapons[s].Skill) {
			c.Num(at.And("skills", s), s, r.Skills[s], 0, 20)
		}
	}
	if r.Boxes != nil {
		var boxes []int
		for _, b := range r.Boxes {
			boxes = append(boxes, b.N)
		}
		if what, want := WrongBoxes(boxes); what != "" {
			c.Wrong(at.And("boxes"), what, want)
		}
	}
}

// boxesMax is how many boxes of a category a wound chart may have.
const boxesMax = 9

// WrongBoxes returns what is wrong with a wound chart and what is wanted instead; both are empty for one that is right.
func WrongBoxes(boxes []int) (what, want string) {
	want = fmt.Sprintf("minor, moderate, severe and critical boxes, 1 to %d each and one critical, as in [4, 3, 2, 1]", boxesMax)
	switch {
	case len(boxes) != 4:
		return fmt.Sprintf("a wound chart of %d categories", len(boxes)), want
	case slices.Min(boxes) < 1 || slices.Max(boxes) > boxesMax:
		return "a wound chart out of range", want
	case boxes[3] != 1:
		return fmt.Sprintf("%d critical boxes: a Critical wound takes out of the fight", boxes[3]), want
	}
	return "", ""
}
