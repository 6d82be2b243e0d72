package narrate

import (
	"fmt"
	"math"
	"strings"

	"kokyu/rules"
	"kokyu/rules/strict"
)

// law words the events of one passage exactly: a clause for each maneuver, in it what followed from it.
type law struct {
	clauses []string
	open    bool   // the last clause ends where dice belong
	actor   string // whose blow or maneuver the last clause is
	target  string
	broken  bool // its overload failed

	turn  bool   // it tells a turn of actions, not a breath
	first bool   // and who has the first one
	goal  string // where the declared action is to end
	odds  int    // the step whose chance has been told
}

// line is the clauses, those told twice in a row counted: "reserve parry ×3 · thrust > Sute".
func (l *law) line() string {
	var parts []string
	for i := 0; i < len(l.clauses); {
		n := i
		for n < len(l.clauses) && l.clauses[n] == l.clauses[i] {
			n++
		}
		part := l.clauses[i]
		if n-i > 1 {
			part = fmt.Sprintf("%s ×%d", part, n-i)
		}
		parts, i = append(parts, part), n
	}
	return strings.Join(parts, " · ")
}

// begin opens a clause.
func (l *law) begin(text string) {
	l.clauses = append(l.clauses, text)
	l.open = true
}

// and goes on in the clause under way.
func (l *law) and(text string) {
	if len(l.clauses) == 0 {
		l.begin(text)
		l.open = false
		return
	}
	l.clauses[len(l.clauses)-1] += "; " + text
	l.open = false
}

// dice adds a check to what it is for, or under its own name where other dice came between.
func (l *law) dice(name, text string) {
	if l.open && len(l.clauses) > 0 {
		l.clauses[len(l.clauses)-1] += " " + text
		l.open = false
		return
	}
	l.and(name + " " + text)
}

// event adds one event of a step; roll is what the dice show.
func (l *law) event(e rules.Event, s rules.Step, roll []int) {
	if l.turn {
		l.turnEvent(e, s, roll)
		return
	}
	seat, at, what := strict.Escape(e.Seat), strict.Escape(e.At), strict.Escape(e.What)
	switch e.Kind {
	case "declare":
		l.actor, l.target, l.broken = e.Seat, e.At, false
		switch {
		case e.At != "":
			what += " > " + at
		case e.To != "":
			what += " > " + strict.Escape(e.To)
		}
		l.begin(what)
	case "overload":
		l.and(fmt.Sprintf("overload by %d", e.N))
		l.open = true
	case "react":
		text := what + " reserved"
		if e.Paid > 0 {
			text = fmt.Sprintf("%s in haste (%d)", what, e.Paid)
		}
		if e.Seat != l.target {
			text = seat + " " + text
		}
		l.and(text)
		l.open = true
	case "check":
		l.dice(what, check(e, s, roll))
		l.broken = l.broken || e.What == "overload" && !e.OK
	case "wound":
		if e.What == "bleeding" { // in the lull: nobody's maneuver
			l.begin(l.wound(e))
			break
		}
		l.and(l.wound(e))
	case "down":
		l.clauses[len(l.clauses)-1] += ", " + seat + " down"
	case "counter":
		l.and(fmt.Sprintf("%s strikes back: %s > %s", seat, what, at))
		l.open = true
	case "status":
		l.status(e)
	case "distance":
		l.distance(e)
	case "contest":
		l.contest(e, s, roll)
	case "guard":
		l.and(l.guard(e))
	case "break":
		l.clauses[len(l.clauses)-1] += ", " + seat + "'s guard is broken"
	case "opening":
		l.and(l.opening(e))
	case "location":
		if e.OK {
			l.and(l.who(e.Seat, "hurt at the "+what))
		}
	case "point":
		l.and(fmt.Sprintf("%s (%d more to concede)", plural(e.N, "point"), e.Left))
	case "fate":
		l.and(fmt.Sprintf("%s's fate: %d and %d", seat, e.N, e.Left))
	case "stance":
		if !e.OK && !l.says("release "+what) {
			l.and(l.who(e.Seat, "loses "+what))
		}
	case "spend": // what a broken overload takes; a price is in the passage's sum
		if l.broken && e.Seat == l.actor && e.N > 0 {
			l.and(fmt.Sprintf("the last %d Energy lost", e.N))
		}
	}
}

// says whether the clause under way has a text in it.
func (l *law) says(text string) bool {
	return len(l.clauses) > 0 && strings.Contains(l.clauses[len(l.clauses)-1], text)
}

// who puts a name before what happens to somebody, unless it is the passage's actor.
func (l *law) who(name, text string) string {
	if name == l.actor {
		return text
	}
	return strict.Escape(name) + " " + text
}

// distance says where the pair now stands; by whom and how where the clause does not.
func (l *law) distance(e rules.Event) {
	text := strict.Escape(e.To)
	if e.What == "the blades lock" {
		text = "the blades lock"
	}
	if l.open { // "half-step in: near range"
		l.clauses[len(l.clauses)-1] += ": " + text
		l.open = false
		return
	}
	l.and(text)
}

// contest is "53 %: 7+9+3=19 vs 4+8+2=14 won".
func (l *law) contest(e rules.Event, s rules.Step, roll []int) {
	own, other := fmt.Sprint(e.Total), fmt.Sprint(e.Need)
	if half := len(roll) / 2; len(roll) == 4 {
		own, other = sum(e, roll[:half]), sum(rules.Event{Total: e.Need}, roll[half:])
	}
	word := "lost"
	switch {
	case e.OK:
		word = "won"
	case e.Total == e.Need:
		word = "tied"
	}
	text := fmt.Sprintf("%s vs %s %s", own, other, word)
	if s.P > 0 && len(s.Roll) > 0 {
		text = fmt.Sprintf("%.0f %%: ", math.Round(100*s.P)) + text
	}
	l.dice(strict.Escape(e.What), text)
}

// guard is "guard -1 (4 left)", or "Kojiro guard +1 (5)" in the lull, with the name of who was not the target, and why where no blow says it.
func (l *law) guard(e rules.Event) string {
	if e.OK {
		return fmt.Sprintf("%s guard +%d (%d)", strict.Escape(e.Seat), e.N, e.Left)
	}
	text := fmt.Sprintf("guard -%d (%d left)", e.N, e.Left)
	if e.Seat != l.target {
		text = strict.Escape(e.Seat) + " " + text
	}
	switch e.What {
	case "the distance is lost", "a near miss", "standing off":
		text += ", " + strict.Escape(e.What)
	}
	return text
}

// wound is "2 Wounds (3 left)", with the name of who was not the target.
// opening words a Critical window used, and an opening that is past: no guard means that it stays.
func (l *law) opening(e rules.Event) string {
	if e.Left == 0 {
		return l.who(e.Seat, "has had its opening used")
	}
	return l.who(e.Seat, fmt.Sprintf("closes its opening (guard %d)", e.Left))
}

func (l *law) wound(e rules.Event) string {
	text := plural(e.N, "Wound")
	if e.What == "bleeding" {
		text = "bleeds " + text
	}
	if e.What == "stray shot" {
		text = "the shot strays: " + text
	}
	if e.Left > 0 {
		text += fmt.Sprintf(" (%d left)", e.Left)
	}
	if e.Seat != l.target || e.What == "bleeding" {
		text = strict.Escape(e.Seat) + " " + text
	}
	return text
}

// status tells states that matter to who plays on.
func (l *law) status(e rules.Event) {
	switch {
	case e.What == "disarmed" && e.OK:
		l.and(strict.Escape(e.Seat) + " loses the " + strict.Escape(e.With))
	case e.OK && e.What != "unloaded":
		l.and(strict.Escape(e.Seat) + " " + strict.Escape(e.What))
	case !e.OK && e.What == "hidden" && e.Seat != l.actor:
		l.and(strict.Escape(e.Seat) + " found")
	}
}

// check is "64 %: 7+9+3=19 vs 12 hit"; without the chance where it was decided before these dice counted.
func check(e rules.Event, s rules.Step, roll []int) string {
	text := fmt.Sprintf("%s vs %d %s", sum(e, roll), e.Need, verdict(e))
	if s.P > 0 && len(s.Roll) > 0 {
		text = chance(e, s) + ": " + text
	}
	return text
}

// chance is the chance of success, whatever the dice then showed.
func chance(e rules.Event, s rules.Step) string {
	p := s.P
	if !e.OK {
		p = 1 - p
	}
	return fmt.Sprintf("%.0f %%", math.Round(100*p))
}

// sum is the dice, what is added to them, and the total.
func sum(e rules.Event, roll []int) string {
	var parts []string
	rest := e.Total
	for _, die := range roll {
		parts = append(parts, fmt.Sprint(die))
		rest -= die
	}
	text := strings.Join(parts, "+")
	if rest != 0 && text != "" {
		text += fmt.Sprintf("%+d", rest)
	}
	if len(parts) < 2 && rest == 0 {
		return fmt.Sprint(e.Total)
	}
	return fmt.Sprintf("%s=%d", text, e.Total)
}

func verdict(e rules.Event) string {
	words := map[string][4]string{ // success, failure, success and failure with a double
		"attack":       {"hit", "miss", "critical", "fumble"},
		"defense":      {"holds", "fails", "holds", "fumble"},
		"overload":     {"held", "broken", "held", "broken"},
		"breakthrough": {"through", "thrown back", "through", "thrown back"},
		"bleeding":     {"stops", "bleeds on", "stops", "bleeds on"},
		"wrist":        {"keeps hold", "lets go", "keeps hold", "lets go"},
		"stray shot":   {"hits a friend", "harmless", "hits a friend", "harmless"},
	}
	word, ok := words[e.What]
	if !ok {
		word = [4]string{"success", "failure", "success", "failure"}
	}
	i := 0
	if !e.OK {
		i++
	}
	if e.Double {
		i += 2
	}
	return word[i]
}

func plural(n int, word string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, word)
	}
	return fmt.Sprintf("%d %ss", n, word)
}
