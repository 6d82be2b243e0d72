package rows

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/book"
)

// The tables of document 004 that people read as lists. What the catalogue says of actions is not written twice: a status is
// shown with the actions whose rows name it, and the table of stamina is that of Recover Stamina.

// statuses are what the five are; the actions allowed in each are those of the catalogue.
var statuses = book.Table{
	Name: "statuses", What: "combat statuses and the actions they allow",
	In: "document 004, Combat Statuses", Row: "status",
	Columns: []book.Column{
		{Name: "is", Says: "What it is to be in it."},
		{Name: "allows", Says: "The actions that the catalogue allows in it."},
	},
	Rows: []book.Entry{
		{Name: "bound", Also: []string{"bind"}, Laws: "TP-22, TP-124, TP-20",
			Rulings: "R-TP-15, R-TP-16, R-TP-18, R-TP-23, R-TP-62",
			Cells:   []string{"blade against blade with one foe"}},
		{Name: "grappled", Laws: "TP-23, TP-56, TP-20", Rulings: "R-TP-23, R-TP-50, R-TP-59",
			Cells: []string{"hand to hand with one or more"}},
		{Name: "off guard", Laws: "TP-24, TP-20", Rulings: "R-TP-19, R-TP-51, R-TP-63",
			Cells: []string{"not ready; how most begin a fight"}},
		{Name: "on guard", Laws: "TP-25, TP-77, TP-20", Rulings: "R-TP-14, R-TP-19",
			Cells: []string{"ready; who began the fight or saw it coming begins so"}},
		{Name: "pinned", Laws: "TP-26, TP-65, TP-20", Rulings: "R-TP-52",
			Cells: []string{"held down, with next to nothing left to do"}},
	},
}

// terms are what else the document has a word for.
var terms = book.Table{
	Name: "terms", What: "other words of the document", Row: "term",
	Columns: []book.Column{{Name: "is", Says: "What it is."}},
	Rows: []book.Entry{
		{Name: "yield", Also: []string{"yielded", "flee", "fled"}, Laws: "TP-21", Rulings: "R-TP-69, R-TP-70",
			Cells: []string{"to be out of the fight of one's own will, as hurt as one is"}},
		{Name: "action round", Also: []string{"round", "round length", "length", "seconds"}, Laws: "TP-01 to TP-03, TP-13 to TP-15", Rulings: "R-TP-54",
			Cells: []string{"six seconds, in which everybody takes a turn"}},
		{Name: "action points", Also: []string{"AP", "AP cost"}, Laws: "TP-02, TP-05, TP-06, TP-08, TP-09, TP-13",
			Rulings: "R-TP-28, R-TP-58",
			Cells:   []string{"{action points} a round: what actions are paid with"}},
		{Name: "turn", Also: []string{"take turn", "perform actions"}, Laws: "TP-03 to TP-05, TP-13",
			Rulings: "R-TP-40",
			Cells:   []string{"one action after another, then Recover Stamina"}},
		{Name: "round counter", Also: []string{"update round counter"}, Laws: "TP-14, TP-15",
			Cells: []string{"0 at first, one more for each full round"}},
		{Name: "initiative", Laws: "TP-03", Rulings: "R-TP-28, R-TP-42, R-TP-64, K-01",
			Cells: []string{"the order of the turns"}},
		{Name: "proactive action", Also: []string{"proactive", "declare proactive action"}, Laws: "TP-16, TP-05",
			Cells: []string{"one of one's own turn"}},
		{Name: "reactive action", Also: []string{"reactive", "reaction", "declare reactive action", "response to"},
			Laws: "TP-17, TP-06", Rulings: "R-TP-20, R-TP-21, R-TP-56",
			Cells: []string{"one that answers what a foe does in its turn"}},
		{Name: "counter-tempo action", Also: []string{"counter-tempo", "declare counter-tempo action"},
			Laws: "TP-18, TP-19, TP-07 to TP-09", Rulings: "R-TP-03, R-TP-04, R-TP-08",
			Cells: []string{"one that takes the place of one's own action when a foe has answered it"}},
		{Name: "special action", Also: []string{"special", "special actions"}, Laws: "TP-157", Rulings: "R-TP-29",
			Cells: []string{"Recover Stamina, at the end of a turn"}},
		{Name: "resolve action", Also: []string{"unopposed", "result"}, Laws: "TP-10", Rulings: "R-TP-02, R-TP-12",
			Cells: []string{"the result is looked up in the action's table"}},
		{Name: "opposed", Also: []string{"opposable"}, Laws: "TP-11, TP-12", Rulings: "R-TP-10, R-TP-17",
			Cells: []string{"each result less the other's, and each looked up in its own table"}},
		{Name: "replacement", Also: []string{"replacement for"}, Laws: "TP-07 to TP-09, TP-19",
			Rulings: "R-TP-03, R-TP-04",
			Cells:   []string{"a counter-tempo action in place of one's own; only what it is dearer is paid"}},
		{Name: "difficulty threshold", Also: []string{"DT", "threshold", "outcome"}, Laws: "TP-10 to TP-12",
			Rulings: "R-TP-02",
			Cells:   []string{"the least result that reaches an outcome"}},
		{Name: "action check", Also: []string{"check"}, Laws: "TP-10 to TP-12",
			Rulings: "R-TP-31, R-TP-38, R-TP-41, R-TP-53",
			Cells:   []string{"dice, a skill and what adds to it; the document has no modifiers"}},
		{Name: "by weapon", Laws: "TP-41, TP-57, TP-71", Rulings: "R-TP-27, R-TP-65",
			Cells: []string{"the AP of the surface or the shot that is used"}},
		{Name: "combat defence", Also: []string{"armoured defence", "combat defence (armoured)"},
			Laws: "TP-58, TP-60, TP-61", Rulings: "R-TP-30",
			Cells: []string{"what hits; the armoured one what hits critically, past armour"}},
		{Name: "grapple defence", Cells: []string{"what a Pin has to reach"}, Laws: "TP-63", Rulings: "R-TP-30"},
		{Name: "base combat movement", Laws: "TP-33, TP-34, TP-39", Rulings: "R-TP-33, R-TP-57",
			Cells: []string{"how many squares one goes with a Move"}},
		{Name: "threatened area", Also: []string{"threaten", "threatens", "threatened"}, Laws: "TP-35",
			Rulings: "R-TP-22",
			Cells:   []string{"the squares that one can strike"}},
		{Name: "hit", Laws: "TP-58, TP-60, TP-72, TP-74", Rulings: "R-TP-09",
			Cells: []string{"damage, less what armour stops"}},
		{Name: "critical hit", Also: []string{"critical success"}, Laws: "TP-58, TP-61, TP-72, TP-75",
			Cells: []string{"damage that armour does not stop"}},
		{Name: "miss", Also: []string{"failure"}, Cells: []string{"nothing happens"}, Laws: "TP-59, TP-73"},
		{Name: "success", Cells: []string{"the action does what it is for"}, Laws: "TP-10"},
		{Name: "speed", Laws: "TP-103", Rulings: "R-TP-25",
			Cells: []string{"of a shot: who is farther off than so many squares may Dodge"}},
		{Name: "wound", Also: []string{"minor", "moderate", "severe", "critical wound", "fatal"},
			Laws: "TP-60, TP-61", Rulings: "R-TP-36, R-TP-37, R-TP-44, R-TP-45",
			Cells: []string{"what damage makes, by how much of it there is"}},
	},
}

// Tables are the tables of the document beside the rows of the catalogue.
func (b Book) Tables() []book.Table {
	return []book.Table{b.statuses(), b.stamina(), b.skills(), terms}
}

// statuses are the statuses with the actions that the catalogue allows in them, in the document's order.
func (b Book) statuses() book.Table {
	t := statuses
	t.Rows = slices.Clone(t.Rows)
	for i := range t.Rows {
		e := &t.Rows[i]
		var allowed []string
		for _, name := range knownActions {
			if d, ok := b.Actions[name]; ok && slices.Contains(d.Status, e.Name) {
				allowed = append(allowed, name)
			}
		}
		e.Cells = append(slices.Clone(e.Cells), strings.Join(allowed, ", "))
	}
	return t
}

// stamina is the outcome table of Recover Stamina, from the worst result to the best.
func (b Book) stamina() book.Table {
	t := book.Table{
		Name: "stamina", What: "what a result of Recover Stamina regains",
		In: "document 004, Recover Stamina", Row: "outcome",
		Columns: []book.Column{{Name: "from", Says: "The least result that reaches it."}, {Name: "AP", Says: "How many action points it regains."}},
	}
	for k, r := range b.Actions[recoverStamina].Outcomes {
		e := book.Entry{Name: r.Is, Cells: []string{"", ""}, Laws: fmt.Sprintf("TP-%d, TP-157", staminaLaw+k), Rulings: "R-TP-01, R-TP-29, R-TP-53"}
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

// The laws of the rows of stamina follow each other: that of the first row, and how many follow.
const (
	staminaLaw  = 158
	staminaLast = 9
)

// skills are those of checks (R-TP-31).
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
		t.Rows = append(t.Rows, book.Entry{Name: skill, Cells: []string{strings.Join(uses, ", ")}, Laws: "TP-10", Rulings: "R-TP-31"})
	}
	return t
}

// Sections are the headings of the document that are no row of a table.
var Sections = []book.Section{
	{Name: "Combat Rules", In: "document 004", Laws: "TP-01 to TP-15"},
	{Name: "The Action Round", Also: []string{"action round"}, In: "document 004", Laws: "TP-01 to TP-15"},
	{Name: "Combat Actions", In: "document 004", Laws: "TP-16 to TP-20"},
	{Name: "Combat Statuses", Also: []string{"status", "allowed status"}, In: "document 004", Laws: "TP-21 to TP-26"},
	{Name: "Actions", In: "document 004", Laws: "TP-27 to TP-156"},
	{Name: "Special Actions", In: "document 004", Laws: "TP-157 to TP-167"},
}
