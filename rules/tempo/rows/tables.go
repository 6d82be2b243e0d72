package rows

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/tempo/data"
)

// Document has the tables of document 004 that are not in the catalogue. What the catalogue says is not written twice:
// a status is listed with the actions whose rows name it, and the table of stamina is the outcome table of Recover
// Stamina.
var Document = book.ReadTables(data.Files)

// statuses returns the statuses with the actions that the catalogue allows in each, in the document's order.
func (b Book) statuses() book.Table {
	t := Document.Table("statuses")
	t.Rows = slices.Clone(t.Rows)
	for i := range t.Rows {
		e := &t.Rows[i]
		var allowed []string
		for _, name := range knownActions {
			if d, ok := b.Actions[name]; ok && slices.Contains(d.Status, e.Name) {
				allowed = append(allowed, name)
			}
		}
		e.Cells = []string{e.Cells[0], strings.Join(allowed, ", ")}
	}
	return t
}

// stamina returns the outcome table of Recover Stamina, from the worst result to the best.
func (b Book) stamina() book.Table {
	t := book.Table{
		Name: "stamina", What: "what a result of Recover Stamina regains",
		In: "document 004, Recover Stamina", Row: "outcome",
		Columns: []book.Column{{Name: "from", Says: "The least result that reaches it."}, {Name: "AP", Says: "How many action points it regains."}},
	}
	for k, r := range b.Actions[recoverStamina].Outcomes {
		e := book.Entry{Name: r.Is, Cells: []string{"", ""}, Laws: fmt.Sprintf("TP-%d, TP-157", staminaLaw+k),
			Rulings: "R-TP-01, R-TP-29, R-TP-53"}
		if k > staminaLast {
			e.Laws = "TP-157"
		}
		if r.AP != nil {
			e.Cells[1] = r.AP.String()
			if r.Is == "reduced" {
				e.Name = fmt.Sprintf("reduced AP recovery: %d", r.AP.N)
			}
		}
		if r.From.Source != "" {
			e.Cells[0] = fmt.Sprintf("%d %s", r.From.N, r.From.Source)
		}
		t.Rows = append(t.Rows, e)
	}
	return t
}

// The laws of the rows of stamina have numbers that follow each other: staminaLaw is that of the first row, staminaLast
// the last row that has one.
const (
	staminaLaw  = 158
	staminaLast = 9
)

// skills returns the skills of checks (R-TP-31) with what is checked with each: the weapons that name it in this
// catalogue, and what the ruling says of the others.
func (b Book) skills() book.Table {
	t := book.Table{
		Name: "skills", What: "skills of checks; a skill that a row does not name is 0",
		In: "ruling R-TP-31", Row: "skill",
		Columns: []book.Column{{Name: "for", Says: "What is checked with it: the weapons whose rows name it, or what the ruling says."}},
	}
	ruled := map[string]string{
		"wrestling": "grappling, escaping, pinning, struggling", "footwork": "combat moves, withdrawing, retreating, dodging, evading",
		"endurance": "recovering stamina", "reactions": "the initiative",
	}
	for _, skill := range SkillNames {
		uses := []string{}
		for _, name := range book.Keys(b.Weapons) {
			if b.Weapons[name].Skill == skill {
				uses = append(uses, name)
			}
		}
		if ruled[skill] != "" {
			uses = append(uses, ruled[skill])
		}
		if skill == "brawling" {
			uses = append(uses, "empty hands")
		}
		t.Rows = append(t.Rows, book.Entry{Name: skill, Cells: []string{strings.Join(uses, ", ")},
			Laws: "TP-10", Rulings: "R-TP-31"})
	}
	return t
}
