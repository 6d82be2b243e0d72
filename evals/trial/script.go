package trial

import (
	"fmt"
	"strings"

	"kokyu/rules/breath/rows"
)

// A script says who is there in a small fight, and what everybody does.

// trial is a small fight whose people do what is written, and nothing else.
type trial struct {
	says    string // what it is, for people
	zones   string // the zones: block on one line
	names   []string
	players []player // the first of them ours
	ours    int
	rounds  int
	begins  string                // what differs at the start, as the seats: of a position say it; empty for nothing
	before  string                // the rite of the first of ours, as its before: list says it; empty for none
	takes   int                   // the Energy that one takes
	called  string                // who is called by a spell and counts for nobody
	counts  func([]sheet) float64 // what is measured of a position; nil is standing
}

// player is one of a trial. Who is a post stands for anybody: a Wound it loses is counted and given back at once, so that
// nobody's fall hides what a blow is worth. The digest of a report is of all that a player says, the names of these fields
// among it.
type player struct {
	name    string
	who     string // a row of the catalogue; empty for one of its own
	row     string // the inside of that one
	zone    string
	line    string // what else its line of the side says
	post    bool
	breaths []breath
	answers []act
}

// breath is what one breath of a round holds, in order. What is not open is passed over; a breath of which nothing is does not
// begin.
type breath struct {
	round int
	deeds []act
}

// act is a decision in words, of several the first that is open. Weighed acts are what the trial is about.
type act struct {
	words   []string
	weighed bool
}

// people are those who may be there in a trial, by their names.
type people map[string]*player

// add brings one in, a post in the common zone.
func (p people) add(name, row string) { p[name] = &player{name: name, row: row, post: true} }

// trial is what a script says, from a first round on. Its parts, divided by "/", are who is there on either side, with "@" not
// in the common zone, and what each does in a round, counted from the first: its breaths by ";", their acts by ",", of several
// the first that is open by "|", what is weighed with "*". "cut X" is a horizontal cut, "cuts X" a breath of two of them; in
// the rounds "*" it is one breath in the first and two in each of two more.
func (p people) trial(says string, first, rounds int, script string) trial {
	t := trial{says: says, zones: plainZones, rounds: first + rounds - 1}
	for part := range strings.SplitSeq(script, "/") {
		head, does, acts := strings.Cut(part, ": ")
		name, rest, _ := strings.Cut(head, " ")
		switch {
		case !acts:
			for _, who := range strings.Split(rest, ", ") {
				who, zone, placed := strings.Cut(who, "@")
				if !placed {
					zone = front
				}
				p[who].zone = zone
				t.names = append(t.names, who)
			}
			if name == "us" {
				t.ours = len(t.names)
			}
		case rest == "answers":
			p[name].answers = append(p[name].answers, actOf(does))
		case rest == "*":
			for r := range 3 {
				for range min(1+r, 2) {
					p[name].breathes(first+r, does)
				}
			}
		default:
			for script := range strings.SplitSeq(does, "; ") {
				p[name].breathes(first+int(rest[0]-'0'), script)
			}
		}
	}
	for _, who := range t.names {
		t.players = append(t.players, *p[who])
	}
	return t
}

// breathes adds a breath.
func (p *player) breathes(round int, script string) {
	b := breath{round: round}
	for d := range strings.SplitSeq(script, ", ") {
		if at, two := strings.CutPrefix(d, "cuts "); two {
			cut := actOf("cut " + strings.ReplaceAll(at, "|", "|cut "))
			b.deeds = append(b.deeds, cut, cut)
			continue
		}
		b.deeds = append(b.deeds, actOf(d))
	}
	p.breaths = append(p.breaths, b)
}

// actOf reads one act of a script.
func actOf(text string) (d act) {
	text, d.weighed = strings.CutPrefix(text, "*")
	for _, words := range strings.Split(text, "|") {
		if at, cut := strings.CutPrefix(words, "cut "); cut {
			words = "horizontal cut > " + at
		}
		d.words = append(d.words, words)
	}
	return d
}

// kind is what the row of a player is called.
func (p player) kind() string {
	if p.who != "" {
		return p.who
	}
	return strings.ToLower(p.name) + " of the trial"
}

// rows are the trial's own, as a catalogue file.
func (t trial) rows() []byte {
	var b strings.Builder
	b.WriteString("version: 1\ncombatants:\n")
	for _, p := range t.players {
		if p.who == "" {
			fmt.Fprintf(&b, "  %s: {%s}\n", p.kind(), p.row)
		}
	}
	return []byte(b.String())
}

// encounter is the trial as a file. Doubles do nothing besides a Fumble and a critical, as in the plain fight of two weapons.
func (t trial) encounter() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\nsystem: %s\ntitle: What Energy Brings\nrounds: %d\nrulings: {retribution: \"off\", mandate: \"off\"}\nzones: %s\nsides:\n", rows.System, t.rounds, t.zones)
	for i, p := range t.players {
		if i == 0 || i == t.ours {
			fmt.Fprintf(&b, "  - name: %s\n    fighters:\n", map[bool]string{true: "us", false: "them"}[i == 0])
		}
		line := p.line
		if i == 0 && t.before != "" {
			line += ", before: [" + t.before + "]"
		}
		fmt.Fprintf(&b, "      - {who: %s, name: %s, zone: %s%s}\n", p.kind(), p.name, p.zone, line)
	}
	return []byte(b.String())
}

// file is the trial as it begins.
func (t trial) file() []byte {
	if t.begins == "" {
		return t.encounter()
	}
	return fmt.Appendf(t.encounter(), "now: {seats: {%s}}\n", t.begins)
}
