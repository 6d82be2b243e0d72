package rows

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/breath/data"
	"kokyu/rules/text"
)

// Document is the tables of documents 000, 002 and 003, which a group's own files cannot change and from which the
// engine takes its numbers. Tables of weapons, traits, schools and classes are made from the rows of the catalogue.
var Document = book.ReadTables(data.Files)

var (
	Maneuvers     = Document.Table("maneuvers") // those open to everybody, by the words of decisions
	OrderTable    = Document.Table("orders")    // in the order of [Orders]
	ladderTable   = Document.Table("rungs")     // in the order of [Rungs]
	LocationTable = Document.Table("locations") // in the order of [Locations]
	GuardTable    = Document.Table("guard")
	TerrainTable  = Document.Table("terrain") // in the order of [Terrains]
	danTable      = Document.Table("dans")    // in the order of [SpellDans]
	slotTable     = Document.Table("slots")   // by the dan from which a row counts
	ZeroTable     = Document.Table("zero energy")
	StateTable    = Document.Table("states") // in the order of [States]
	TermTable     = Document.Table("terms")  // other words of the documents, and the numbers in their sentences
	SkillTable    = Document.Table("skills") // in the order of [skillNames]
)

// mainSkill stands for the skill of the main weapon in a technique of another.
const mainSkill = "main"

// skillNames are the skills for which the rules themselves ask.
var skillNames = SkillTable.Names()

// tables returns the tables of the documents and those made from the catalogue, in the order in which they are listed.
func (b Book) tables() []book.Table {
	return []book.Table{b.maneuvers(), orders(), b.limits(), ZeroTable, b.skills(), ladderTable, b.bands(), LocationTable, GuardTable, TerrainTable,
		dans(), slotTable, b.traditions("schools", "school", b.Schools),
		b.traditions("classes", "class", b.Classes), StateTable, TermTable}
}

// fillColumn returns a copy of a table in which each cell of a column begins with what fill returns for its row.
func fillColumn(t book.Table, column string, fill func(e book.Entry) string) book.Table {
	k := slices.IndexFunc(t.Columns, func(c book.Column) bool { return c.Name == column })
	t.Rows = slices.Clone(t.Rows)
	for i, e := range t.Rows {
		e.Cells = slices.Clone(e.Cells)
		e.Cells[k] = strings.TrimSpace(fill(e) + " " + e.Cells[k])
		t.Rows[i] = e
	}
	return t
}

// maneuvers returns the table of maneuvers, with the Energy of entering the Outside by the traits that open it.
func (b Book) maneuvers() book.Table {
	var costs []string
	for _, name := range book.Keys(b.Traits) {
		if n := b.Traits[name].Outside; n != nil {
			costs = append(costs, n.String()+" "+name)
		}
	}
	return fillColumn(Maneuvers, "energy", func(e book.Entry) string {
		if e.Name == "enter the outside" {
			return strings.Join(costs, ", ")
		}
		return ""
	})
}

// orders returns the table of orders, each with the Energy of an order.
func orders() book.Table {
	price := Maneuvers.Entry("squad order").Numbers
	return fillColumn(OrderTable, "energy", func(book.Entry) string {
		return fmt.Sprintf("%s, %s", price["energy"], price["wise"])
	})
}

// dans returns the table of spell dans, each with the Energy that its usual form costs in all.
func dans() book.Table {
	return fillColumn(danTable, "energy", func(e book.Entry) string {
		form, _, _ := strings.Cut(e.Cells[0], " or ")
		if n := Form(form).Energy(); n > 0 {
			return fmt.Sprintf("%d seed", n)
		}
		return ""
	})
}

// limits returns the table of what raises the limit of a breath: a skill, traits and armours.
func (b Book) limits() book.Table {
	t := book.Table{
		Name: "limits", What: "what makes a breath hold more than 5 Energy",
		In: "document 000, One-Breath Expansion", Row: "source",
		Columns: []book.Column{{Name: "adds", Says: "What it adds to the one-breath limit."}, {Name: "where", Says: "When and where."}},
	}
	speed := SkillTable.Entry("speed").Numbers
	add := func(name string, n int, source, where, laws, rulings string) {
		t.Rows = append(t.Rows, book.Entry{Name: name, Cells: []string{fmt.Sprintf("+%d %s", n, source), where},
			Laws: laws + ", EB-105 to EB-107", Rulings: rulings})
	}
	add("speed licence", speed["licence"].N, speed["licence"].Source, "with 3 points of Speed", "EB-100", "")
	add("speed master", speed["master"].N, speed["master"].Source, "with 4 points of Speed", "EB-101", "")
	for _, name := range book.Keys(b.Traits) {
		r := b.Traits[name]
		for _, n := range []struct {
			Num
			where, laws, rulings string
		}{{r.Limit, "", "EB-13", ""}, {r.CoreLimit, "in the Core", "EB-102", ""}, {r.Descent, "for the round it is called", "EB-103", "R-179"}} {
			if n.N != 0 {
				add(name, n.N, n.Source, n.where, n.laws, n.rulings)
			}
		}
	}
	for _, name := range book.Keys(b.Armours) {
		if r := b.Armours[name]; r.Limit.N != 0 {
			add(name+" armour", r.Limit.N, r.Limit.Source, "at Defense "+r.Defense.String(), "EB-104", "")
		}
	}
	return t
}

// skills returns the table of skills: those of the rules and any others for which the catalogue asks, each with the
// weapons and traits that ask for it.
func (b Book) skills() book.Table {
	uses := map[string][]string{}
	add := func(skill, use string) {
		if skill != "" && skill != mainSkill && !slices.Contains(uses[skill], use) {
			uses[skill] = append(uses[skill], use)
		}
	}
	for _, name := range book.Keys(b.Weapons) {
		add(b.Weapons[name].Skill, name)
		for _, t := range slices.Concat(b.Weapons[name].Attack, b.Weapons[name].Defense, b.Weapons[name].Upkeep) {
			add(t.Skill, name)
		}
	}
	for _, name := range book.Keys(b.Traits) {
		r := b.Traits[name]
		for _, skill := range book.Keys(r.Needs) {
			add(skill, name)
		}
		if r.Kata != nil {
			add(r.Kata.Skill, name)
		}
	}
	t := SkillTable
	t.Rows = slices.Clone(t.Rows)
	for i := range t.Rows {
		e := &t.Rows[i]
		all := slices.DeleteFunc(append(slices.Clone(e.Cells), uses[e.Name]...), func(s string) bool { return s == "" })
		e.Cells = []string{strings.Join(all, ", ")}
		delete(uses, e.Name)
	}
	for _, skill := range book.Keys(uses) {
		t.Rows = append(t.Rows, book.Entry{Name: skill, Cells: []string{strings.Join(uses[skill], ", ")}, Laws: "EB-16"})
	}
	return t
}

// bands returns the table of weapons with attacks and what each rung of a duel adds to their dice.
func (b Book) bands() book.Table {
	t := book.Table{Name: "bands", What: "where on the ladder of a duel a weapon is at home, and what it suffers elsewhere",
		In: "document 003, Ideal Range by Weapon", Row: "weapon"}
	for _, rung := range Rungs {
		t.Columns = append(t.Columns, book.Column{Name: rung,
			Says: "What attacks with it suffer there: 0 at home; nothing where it does not attack."})
	}
	for _, name := range book.Keys(b.Weapons) {
		w := b.Weapons[name]
		if len(w.Attack) == 0 {
			continue
		}
		source := "ruling"
		if w.Band != nil {
			source = w.Band.Source
		}
		e := book.Entry{Name: name, Laws: "MA-13 to MA-18", Rulings: "R-61, R-63, R-120", Also: w.Also}
		from, to := w.HomeRungs()
		for rung := range Rungs {
			cell := ""
			if off, reaches := BandPenalty(from, to, rung); reaches && off != 0 {
				cell = fmt.Sprintf("%d seed", off)
			} else if reaches {
				cell = "0 " + source
			}
			e.Cells = append(e.Cells, cell)
		}
		t.Rows = append(t.Rows, e)
	}
	return t
}

// HomeRungs returns the farthest and the nearest rung at which a weapon is at home, as indexes of Rungs: its band, else
// one by its family and tags. Long weapons and spears are at home from far range on, blades and staves from
// issoku itto, short arms from near range, daggers and hands from close fighting; what is shot or thrown needs far
// range.
func (w Weapon) HomeRungs() (from, to int) {
	rung := func(name string) int { return int(text.IndexOrZero(Rungs, name)) }
	tag := func(name string) bool { return slices.Contains(w.Tags, name) }
	switch {
	case w.Band != nil:
		return rung(w.Band.From), rung(w.Band.To)
	case tag("ranged"):
		return rung("far range"), rung("far range")
	case tag("long"), w.Family == "spear":
		return rung("far range"), rung("issoku itto")
	case tag("tanto"), w.Family == "unarmed", w.Family == "claw", tag("natural"):
		return rung("close fighting"), rung("tsubazeriai")
	case w.Family == "short":
		return rung("near range"), rung("close fighting")
	}
	return rung("issoku itto"), rung("near range")
}

// OffBandPenalty is what one rung outside the band adds to an attack's dice, below 0 (MA-15).
var OffBandPenalty = TermTable.Num("ideal range", "off")

// BandPenalty returns what a rung adds to the dice of attacks with a weapon at home from one rung to another: 0 in its
// band (MA-14), OffBandPenalty one rung outside (MA-15). reaches is false farther off (MA-16), and among locked blades
// for a weapon not at home there (MA-20, R-62).
func BandPenalty(from, to, rung int) (n int, reaches bool) {
	switch away := max(from-rung, rung-to, 0); {
	case away == 0:
		return 0, true
	case away == 1 && Rungs[rung] != "tsubazeriai":
		return OffBandPenalty, true
	}
	return 0, false
}

// traditions returns the table of schools or of classes and the slots they add.
func (b Book) traditions(name, row string, rows map[string]Tradition) book.Table {
	t := book.Table{
		Name: name, What: "mystical " + name + " and the slots they add", In: "document 002, Licensed Perks and Class Additional Slots", Row: row,
		Columns: []book.Column{
			{Name: "slots", Says: book.Says(Tradition{}, "slots")},
			{Name: "lists", Says: book.Says(Tradition{}, "lists")},
			{Name: "dans", Says: book.Says(Tradition{}, "dans")},
		},
	}
	laws := map[string]string{"school": "SP-42, SP-43", "class": "SP-45, SP-44"}[row]
	for _, name := range book.Keys(rows) {
		r := rows[name]
		var dans []string
		for _, d := range r.Dans {
			dans = append(dans, strings.TrimSuffix(DanName(d), " dan"))
		}
		t.Rows = append(t.Rows, book.Entry{Name: name, Cells: []string{"+" + r.Slots.String(), strings.Join(r.Lists, ", "), strings.Join(dans, ", ")},
			Also: r.Also, Laws: laws, Rulings: "R-152"})
	}
	return t
}
