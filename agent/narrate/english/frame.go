package english

import (
	"cmp"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// opening returns where and why they fight, and who wants what.
func (t *Teller) opening() (paragraphs []string) {
	if t.Length == "short" {
		if about := firstSentences(t.About, 1); about != "" {
			return []string{text.Escape(about)}
		}
		return []string{t.sideBySide()}
	}
	var parts []string
	if place := t.place(); place != "" {
		parts = append(parts, place)
	}
	if about := firstSentences(t.About, 3); about != "" {
		parts = append(parts, text.Escape(about))
	}
	if who := t.sideBySide(); who != "" {
		parts = append(parts, who)
	}
	if stake := t.stake(); stake != "" {
		parts = append(parts, stake)
	}
	if len(parts) > 0 {
		paragraphs = append(paragraphs, strings.Join(parts, " "))
	}
	if wishes := t.wishes(); wishes != "" {
		paragraphs = append(paragraphs, wishes)
	}
	return paragraphs
}

// firstSentences returns the first sentences of a text, of at most forty words and so many: the first one in any case, if anybody
// would read it.
func firstSentences(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	end, words, count := 0, 0, 0
	for i, r := range s {
		if r == ' ' {
			words++
		}
		if count == most || words > 40 && count > 0 {
			break
		}
		if strings.ContainsRune(".!?", r) && (i+1 == len(s) || s[i+1] == ' ') {
			end = i + 1
			count++
		}
	}
	if end == 0 && s != "" {
		s += "."
		end = len(s)
	}
	if len(strings.Fields(s[:end])) > 80 {
		return ""
	}
	return s[:end]
}

func (t *Teller) place() string {
	p := t.Places[t.Place["place"]]
	if p == "" {
		return ""
	}
	if w := t.Waters[t.Place["water"]]; w != "" && t.Place["place"] != "ford" {
		if t.Place["place"] == "bridge" && t.Place["water"] == "river" {
			w = "over a river"
		}
		p += " " + w
	}
	if tr := t.Trees[t.Place["trees"]]; tr != "" {
		p += " " + tr
	}
	var when []string
	if l := t.Lights[t.Place["light"]]; l != "" {
		when = append(when, l)
	}
	if s := t.Place["season"]; s != "" {
		when = append(when, "in "+s)
	}
	if sky := t.Skies[t.Place["weather"]]; sky != "" && t.Place["roof"] != "indoors" {
		when = append(when, sky)
	}
	if len(when) > 0 {
		p += ", " + strings.Join(when, ", ")
	}
	return strings.Replace(p, ", in "+t.Place["season"], " in "+t.Place["season"], 1) + "."
}

func (t *Teller) sideName(side string) (name string, several bool) {
	var people []string
	for _, s := range t.Sides {
		if s.Name == side {
			people = s.Who
		}
	}
	if len(people) == 1 {
		return t.name(people[0]), t.plural(people[0])
	}
	leader := ""
	for _, who := range people {
		if leader == "" || t.of(leader).Wants == "" && t.of(who).Wants != "" {
			leader = who
		}
	}
	both := !slices.ContainsFunc(people, func(who string) bool { return t.End.Why != "" && t.of(who).Out != "" })
	bare := strings.TrimPrefix(side, "the ")
	if bare == strings.ToLower(bare) && strings.HasSuffix(bare, "s") && !strings.HasSuffix(bare, "ss") {
		return text.Escape(text.The(side)), true
	}
	if len(people) == 2 && both {
		return t.name(people[0]) + " and " + t.name(people[1]), true
	}
	if len(people) > 0 {
		return possessive(t.name(leader)) + " side", false
	}
	return text.Escape(text.The(side)), false
}

func (t *Teller) stake() string {
	g := t.Stake
	if g.For == "" {
		return ""
	}
	side, several := t.sideName(g.For)
	who := t.name(g.Who)
	switch g.Goal {
	case "last":
		return text.Capital(side) + among(several, " have", " has") + " to hold out for " + t.count(g.Rounds) + " rounds."
	case "down":
		if g.Within > 0 {
			return text.Capital(side) + among(several, " have ", " has ") + t.count(g.Within) + " rounds to bring " + who + " down."
		}
		return text.Capital(side) + among(several, " want ", " wants ") + who + " down."
	case "protect":
		return "If " + who + " goes down, " + side + among(several, " have", " has") + " lost."
	case "escape":
		return text.Capital(side) + among(several, " want", " wants") + " to get away."
	}
	return ""
}

// wishes introduces everybody, side by side: those who want something with their wish, as long as there is room, the others
// beside them.
func (t *Teller) wishes() string {
	var parts []string
	for i, s := range t.Sides {
		var wants, others, plain []string
		first := ""
		for _, who := range s.Who {
			p := t.of(who)
			room := len(t.Cast) <= 5 || len(wants) < 1 || slices.Contains(t.Follow, who)
			if p.Wants != "" && room && len(strings.Fields(p.Wants)) <= 12 {
				first = cmp.Or(first, who)
				wants = append(wants, t.introduced(who)+" wants "+text.Escape(p.Wants)+t.dread(p))
			} else if len(t.Cast) <= 6 {
				others = append(others, strings.TrimSuffix(t.introduced(who), ","))
			} else {
				plain = append(plain, who)
			}
		}
		if len(plain) > 0 {
			others = append(others, t.list(plain))
		}
		for _, horse := range s.Horses {
			others = append(others, "the horse "+t.name(horse))
		}
		if len(wants) == 0 {
			continue
		}
		if i > 0 && len(wants) == 1 && len(others) == 0 && len(parts) > 0 {
			parts[0] = strings.TrimSuffix(parts[0], ".") + "; " + wants[0] + "."
			continue
		}
		line, lead := strings.Join(wants, ". ")+".", t.name(first)
		if k := len(others); k > 0 {
			leader, list, one := lead, text.List(others, "and"), k == 1 && len(plain) < 2
			if slices.ContainsFunc(others, func(s string) bool { return strings.Contains(s, ", ") }) && k > 1 {
				if list = strings.Join(others[:k-1], "; ") + "; and " + others[k-1]; k == 2 {
					list = others[0] + ", and " + others[1]
				}
			}
			if len(plain) < 2 && strings.Contains(others[k-1], ", ") {
				list += ","
			}
			if way := (int(t.seed%2) + i) % 2; way == 0 && !strings.Contains(list, ";") {
				line += " " + text.Capital(list) + among(one, " fights", " fight") + " beside " + leader + "."
			} else {
				line += " Beside " + leader + among(one, " stands ", " stand ") + strings.TrimSuffix(list, ",") + "."
			}
		}
		parts = append(parts, line)
	}
	return strings.Join(parts, " ")
}

// introduced returns a name with what the encounter says of whose it is, where that is short.
func (t *Teller) introduced(who string) string {
	if p := t.of(who); p.Epithet != "" && len(strings.Fields(p.Epithet)) <= 7 {
		return t.name(who) + ", " + text.Escape(p.Epithet) + ","
	}
	return t.name(who)
}

// dread returns what somebody fears where it comes true, or yet may.
func (t *Teller) dread(p *known) string {
	ended := t.End.Why != ""
	if p.Fears == "" || ended && (p.Feared == 0 || p.Out == "") || !ended && len(strings.Fields(p.Fears)) > 4 {
		return ""
	}
	t.used["fears "+p.Name]++
	return ", but fears " + text.Escape(p.Fears)
}

// sideBySide says who fights whom where nobody has said why.
func (t *Teller) sideBySide() string {
	var sides []string
	for _, s := range t.Sides {
		var who []string
		for _, name := range s.Who {
			if p := t.of(name); len(t.Cast) <= 6 && p.Kind != "" && p.Being == "person" {
				who = append(who, t.name(name)+" the "+text.Escape(p.Kind))
				continue
			}
			who = append(who, t.name(name))
		}
		sides = append(sides, text.List(who, "and"))
	}
	if len(sides) != 2 || t.About != "" || slices.ContainsFunc(t.Cast, func(p story.Person) bool { return p.Wants != "" }) {
		return ""
	}
	one := len(t.Sides[0].Who) == 1 && !t.plural(t.Sides[0].Who[0])
	return text.Capital(sides[0]) + among(one, " meets ", " meet ") + sides[1] + "."
}

// ending returns how it ends, how everybody is, and what it comes to.
func (t *Teller) ending() string {
	e := t.End
	side, several := t.sideName(e.Winner)
	parts := []string{t.reason(side, several)}
	state := t.left()
	how, one := strings.CutPrefix(state, side+" is still standing, ")
	first := strings.TrimSuffix(parts[0], ".")
	switch {
	case e.Why == "points":
	case one && how == "unhurt.":
		parts[0] = first + ", unhurt."
	case one:
		parts[0] = first + ", but is " + how
	case strings.HasPrefix(state, side+" are still standing, both "): // the side is called by their names
		parts[0] = first + ", " + strings.TrimPrefix(state, side+" are still standing, ")
	case state != "" && t.Length != "short":
		parts = append(parts, state)
	}
	for _, more := range []string{t.lasted(), t.others()} {
		if t.Length == "short" {
			break
		}
		if more != "" {
			parts = append(parts, more)
		}
	}
	if e.Comes != "" {
		parts = append(parts, text.Escape(text.Capital(e.Comes))+".")
	}
	return strings.Join(parts, " ")
}

// reason returns who has won, and why.
func (t *Teller) reason(side string, several bool) string {
	e := t.End
	loser, many := t.sideName(e.Loser)
	said := text.Escape(strings.TrimSuffix(e.Says, "."))
	row := clause{Says: "{winner} {has} won"}
	for _, c := range t.Ends {
		fits := c.Kind == e.Why && slices.Contains(c.If, "draw") == (e.Winner == "") && (said != "" || !slices.Contains(c.If, "says"))
		if fits && len(c.If) >= len(row.If) {
			row = c
		}
	}
	words := strings.NewReplacer("{winner}", side, "{has}", among(several, "have", "has"), "{loser}", loser, "{gives}", among(many, "give", "gives"),
		"{who}", t.name(e.Who), "{rounds}", t.count(e.Rounds), "{words}", said, "{others}", t.list(e.Others)).Replace(row.Says)
	return text.Capital(words) + "."
}

// lasted says how near the losers came to what they only had to outlast; nothing where that was not it.
func (t *Teller) lasted() string {
	e, g := t.End, t.Stake
	if g.Goal != "last" || g.For != e.Loser || e.Why != "none stands" || g.Rounds < 2 || e.Round > g.Rounds {
		return ""
	}
	if e.Round == g.Rounds {
		return "It was over in the last of " + t.count(g.Rounds) + " rounds."
	}
	loser, many := t.sideName(e.Loser)
	return text.Capital(loser) + among(many, " have", " has") + " not lasted " + t.count(g.Rounds) + " rounds: it was over in the " +
		t.Ordinals[min(e.Round, len(t.Ordinals)-1)] + "."
}

// others says who of the losers is still standing, where that is not said by the reason of the end.
func (t *Teller) others() string {
	e := t.End
	k := len(e.Others)
	if k == 0 || k > 4 || slices.Contains([]string{"yields", "points", "concedes", "leaderless"}, e.Why) || k == 1 && t.used["alone "+e.Others[0]] > 0 {
		return ""
	}
	words := t.list(e.Others) + among(k > 1 || t.plural(e.Others[0]), " are", " is") + " still standing"
	if e.Winner != "" { // else they are of both sides
		words = "On the other side " + words
	}
	if k == 1 && t.of(e.Others[0]).deep {
		words += ", badly hurt"
	}
	return text.Capital(words) + "."
}

// left says who of the winners is left, and how: "Hanbei and Yoichi are left, both unhurt".
func (t *Teller) left() string {
	stand := map[string][]string{}
	for _, who := range t.End.Stand {
		p, how := t.of(who), ""
		if p.Of > 0 && p.Being != "squad" {
			switch share := float64(p.Left) / float64(p.Of); {
			case share >= 1:
				how = "unhurt"
			case share < 0.5 && p.deep:
				how = "badly hurt"
			default:
				how = "wounded"
			}
		}
		stand[how] = append(stand[how], who)
	}
	names, all := t.names(t.End.Stand), 0
	for _, p := range t.Cast {
		if p.Side == t.End.Winner && p.Being != "horse" && (!p.Called || p.Out == "") {
			all++
		}
	}
	order := slices.DeleteFunc([]string{"unhurt", "wounded", "badly hurt", ""}, func(how string) bool { return stand[how] == nil })
	many := len(names) > 1 || len(names) == 1 && t.plural(t.End.Stand[0])
	are := among(many, " are", " is")
	fewer := len(names) < all
	switch {
	case len(names) == 0:
		return ""
	case len(order) > 1:
		var parts []string
		for _, how := range order {
			list := t.list(stand[how]) + among(len(stand[how]) > 1 || t.plural(stand[how][0]), " are ", " is ")
			parts = append(parts, list+cmp.Or(how, "still standing"))
		}
		return text.Capital(text.List(parts, "and")) + "."
	case fewer && order[0] == "":
		return "Only " + t.list(t.End.Stand) + are + " left."
	case fewer && len(t.End.Others) > 0:
	case fewer:
		return "Only " + t.list(t.End.Stand) + are + " left, " + both(len(names)) + order[0] + "."
	case order[0] == "":
		return text.Capital(t.list(t.End.Stand)) + are + " still standing."
	}
	return t.list(t.End.Stand) + are + " still standing, " + both(len(names)) + order[0] + "."
}

func both(n int) string {
	switch {
	case n == 1:
		return ""
	case n == 2:
		return "both "
	}
	return "all "
}

// among returns the form of a verb for many or for one.
func among(many bool, plural, singular string) string {
	if many {
		return plural
	}
	return singular
}
