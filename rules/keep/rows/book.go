package rows

import (
	"fmt"
	"strconv"
	"sync"

	"kokyu/rules/book"
	"kokyu/rules/keep/data"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// The catalogue: the built-in rows, and over them those of a group's own files. Of rows with one name the later wins.

// System is the name encounters and records give this system.
const System = "keep"

// Shipped are the built-in encounters, laws and rulings.
var Shipped = book.Ship(data.Files, 5, "bridge", "sake-house", "stockade", "paddy", "pit", "banner", "shrine")

// DefaultBook returns the built-in catalogue. Its files are in an order in which rows come before those that name them.
var DefaultBook = sync.OnceValue(func() Book {
	return book.Catalogue[Book](data.Files, "weapons.yaml", "armours.yaml", "masteries.yaml",
		"techniques.yaml", "sheets.yaml")
})

// Words returns the lists of words that the tags of fields name.
func (b Book) Words() map[string]book.WordList {
	return Shipped.Words(System, map[string][]string{
		"skills": SkillNames, "sizes": SizeNames, "kinds": KindNames, "against": {"ignored", "doubled"}, "hooks": hookNames, "costs": CostNames[1:],
		"rings": RingNames, "moments": MomentNames, "effects": EffectNames, "targets": TargetNames, "needs": NeedNames, "marks": MarkNames,
		"covers": CoverNames[1:], "stances": StanceNames[1:], "attributes": AttributeNames, "boundaries": BoundaryNames, "statuses": StatusNames,
		"parts": FocusNames, "spent": SpentNames, "turns": TurnMarkNames,
	}, map[string][]string{
		"weapons": book.Keys(b.Weapons), "emphases": append(book.Keys(b.Weapons), Grappling), "armours": book.Keys(b.Armours),
		"armours or none": append(book.Keys(b.Armours), book.None), "techniques": book.Keys(b.Techniques), "spells": book.Keys(b.Spells),
		"objects": book.Keys(b.Objects), "sheets": book.Keys(b.Sheets),
	})
}

// checker gathers complaints about rows. Its methods check what depends on several fields; all else is in the tags of
// the fields (within, among, max).
type checker struct {
	book Book
	book.Checker
}

// Check returns what is wrong with some rows of the catalogue b, and with the names that they have for each other.
func (b Book) Check(rows Book) strict.Complaints {
	c := &checker{book: b, Checker: book.Checker{Lists: b.Words()}}
	book.EachOf("weapons", rows.Weapons, c.checkWeapon)
	book.EachOf("armours", rows.Armours, func(at strict.Path, a armour) {
		c.Fields(at, a)
		c.checkEffects(at, a.Effects, false)
	})
	book.FieldsOf(&c.Checker, "masteries", rows.Masteries)
	for kind, all := range map[string]map[string]Technique{"techniques": rows.Techniques, "spells": rows.Spells, "objects": rows.Objects} {
		book.EachOf(kind, all, func(at strict.Path, t Technique) { c.checkEffectRow(kind, at, t) })
	}
	book.EachOf("sheets", rows.Sheets, c.checkSheet)
	return c.Complaints
}

// checkWeapon checks a weapon: each of its uses has to hurt or to entangle, a bow needs a strength, and of several uses
// all but the first need a name.
func (c *checker) checkWeapon(at strict.Path, w Weapon) {
	c.Fields(at, w)
	if len(w.Uses) == 0 {
		c.Wrong(at, "a weapon that cannot strike", "uses: at least one")
	}
	for k, u := range w.Uses {
		c.Fields(at.And("uses", k), u)
		if n, err := strconv.Atoi(u.Entangle); u.Entangle != "" && u.Entangle != "damage" && (err != nil || n < 1 || n > 60 || strconv.Itoa(n) != u.Entangle) {
			c.Wrong(at.And("uses", k, "entangles"), fmt.Sprintf("%q is no number to escape", u.Entangle),
				"1 to 60, or damage for the damage roll")
		}
		if u.Damage == (Roll{}) && u.Entangle == "" {
			c.Wrong(at.And("uses", k), "a use that neither hurts nor entangles", "damage: as in 3k2")
		}
		if u.Kind == aimedKind && w.Pull == nil {
			c.Wrong(at.And("uses", k, "kind"), "an aimed weapon without a strength", "pull: the bow's")
		}
		if u.Name == "" {
			if k > 0 {
				c.Wrong(at.And("uses", k), "a use among several without a name", "name: a word of its own, as in thrown")
			}
		} else if _, err := text.CleanName(u.Name); err != nil {
			c.Unclean(at.And("uses", k, "name"), "the name of a use", err)
		}
	}
	c.checkEffects(at, w.Effects, false)
}

// checkSheet checks a combatant. A mook is of Insight Rank 1, and has no Void Points and no techniques.
func (c *checker) checkSheet(at strict.Path, r Sheet) {
	for _, name := range book.Keys(r.Attributes) {
		if c.OneOf(at.And("attributes", strict.Key(name)), "attribute", name, AttributeNames) {
			c.Num(at.And("attributes", name), name, r.Attributes[name], 1, 10)
		}
	}
	c.Fields(at, r)
	if r.Mook && r.Rank.N != 1 {
		c.Wrong(at.And("rank"), fmt.Sprintf("a mook of Insight Rank %d", r.Rank.N), "1")
	}
	if r.VoidPoints != nil {
		c.Num(at.And("void points"), "Void Points", *r.VoidPoints, 0, 10)
		if r.Mook && r.VoidPoints.N > 0 {
			c.Wrong(at.And("void points"), "a mook with Void Points", "0, or no mook")
		}
	}
	for _, name := range book.Keys(r.Skills) {
		if c.Skill(at.And("skills", strict.Key(name)), name, SkillNames, c.book.Weapons[name].Skill) {
			c.Num(at.And("skills", name), name, r.Skills[name], 0, 10)
		}
	}
	if len(r.Weapons) > WeaponsMax {
		c.Wrong(at.And("weapons"), fmt.Sprintf("%d weapons", len(r.Weapons)), "at most two, the one ready first")
	}
	if r.Ready != nil && *r.Ready == 2 {
		c.checkReadyPair(at.And("ready"), r)
	}
	if r.Mook && len(r.Techniques)+len(r.Spells) > 0 {
		c.Wrong(at.And("mook"), "a mook with a technique", "no techniques: and spells:, or no mook")
	}
}

// checkReadyPair checks two weapons that are ready at once: one hand each (R-RK-37).
func (c *checker) checkReadyPair(at strict.Path, r Sheet) {
	if !r.Dual {
		c.Wrong(at, "two weapons ready", "ready: 1, or dual: true")
	}
	for _, name := range r.Weapons {
		if c.book.Weapons[name].Size == LargeSize && len(r.Weapons) > 1 {
			c.Wrong(at, fmt.Sprintf("%s, a [Large] weapon, in one hand beside another", name), "weapons for one hand each")
		}
	}
}
