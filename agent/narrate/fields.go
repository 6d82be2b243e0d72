package narrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/text"
)

// What a way can say of a fact: its fields as phrases, people and texts of files as slots.

// telling is a fact that is to be told, with what belongs to it in the same sentence.
type telling struct {
	rules.Fact
	steps   []int
	tries   []rules.Fact // of the same kind, just before it, told with it
	also    []rules.Fact // told by its sentence as well: the spell that a blow was, the order it was done at, the breath it broke
	weight  float64
	side    string   // a side, where the fact is of one
	word    string   // a text of a file or of the GM
	many    int      // how many are meant: who stand against one
	nth     int      // which time it is in this tale, where that is counted
	lying   bool     // the other one has gone down before, and has not risen
	foes    []string // who stand against By
	came    string   // of a ruling: the result of its dice
	friend  bool     // the other one is of the same side
	steed   bool     // it is a horse's doing
	had     bool     // the weapon that is taken is one that they have held before
	relost  bool     // the weapon had been lost before, and nobody has told that it was taken up
	mixed   bool     // the blows told together have come to different things
	floored bool     // the other one has been thrown to the ground
	rose    bool     // By has got up again, from the ground
	lead    string   // at whose word it is done
	missed  string   // how often By has missed before, to stand after the name: " misses once, then"
	fallen  bool     // By has gone down before, and has not risen
	each    bool     // and the other way round, just before
	fixed   []string // its words, where they are made elsewhere, slots open: several ways, or one
}

// must reports whether it is told whatever else is.
func (t *telling) must() bool {
	return t.Must() || t.fixed != nil || t.Kind == "turn" && t.What == lastRound || slices.ContainsFunc(t.also, func(f rules.Fact) bool { return f.Must() })
}

// blow reports whether it is one.
func (t *telling) blow() bool {
	k := rules.KindOfFact(t.Kind)
	return k != nil && k.Blow
}

// with returns what of a kind is told in the same sentence, nil if nothing.
func (t *telling) with(kind string) *rules.Fact {
	for i := range t.also {
		if t.also[i].Kind == kind {
			return &t.also[i]
		}
	}
	return nil
}

// speaker makes phrases for the facts of one paragraph: a weapon is named where it has not been, and a blow that comes again
// is another one.
type speaker struct {
	*Paragraph
	account  *account
	struck   map[string]bool // "by|to|maneuver" of blows that have been told
	armed    map[string]bool // "by|weapon" of weapons named in this paragraph
	aliased  map[string]bool // who has been called by what they are
	before   string          // who acted in the fact before
	other    string          // and the other one there
	blown    bool            // that was a blow at the other one
	led      []string        // at whose orders something has been done in this paragraph
	only     string          // whom it was of alone
	again    map[string]bool // blows that have been told as the next one
	noun     string          // what this blow is called, if it is one
	keys     [2]string       // of struck, of this blow
	chanted  string          // "by|spell" of the spell that was cast in the fact before
	stale    bool            // this blow is one of those
	missed   bool            // a blow has been told as coming after a miss
	returned bool            // a blow has been told as the answer to another
	texts    int             // slots for texts so far
}

func (a *account) speaker(p *Paragraph) *speaker {
	return &speaker{Paragraph: p, account: a, struck: map[string]bool{}, armed: map[string]bool{}, again: map[string]bool{}, aliased: map[string]bool{}}
}

// person returns somebody as the sentence calls them: by name, and once a paragraph by what they are, where that cannot be
// somebody else and no pronoun is known.
func (s *speaker) person(name string) string {
	if alias := s.alias(name); alias != "" {
		s.aliased[name] = true
		return s.slot(s.account.letter(name)+" the", alias)
	}
	return s.plainly(name)
}

// plainly returns somebody by name.
func (s *speaker) plainly(name string) string {
	if name == "" {
		return ""
	}
	letter := s.account.letter(name)
	if they := s.account.they[name]; they != "" {
		s.slot(letter+" they", they)
		s.slot(letter+" him", map[string]string{"she": "her", "he": "him"}[they])
	}
	return s.slot(letter, s.account.calls(name))
}

// alias returns what somebody may be called here besides their name, if anything: after a sentence of them alone it cannot be
// somebody else. Where it would be an owner's name, the name stands, see [Paragraph.Fill].
func (s *speaker) alias(name string) string {
	if name == "" || s.aliased[name] || s.only != name || s.account.they[name] != "" {
		return ""
	}
	if side := s.account.lasts[name]; side != "" {
		return "the last of " + side
	}
	return s.account.alias(name)
}

// him returns somebody who has been named in the same sentence, as its object.
func (s *speaker) him(name string) string {
	switch s.account.they[name] {
	case "she":
		return "her"
	case "he":
		return "him"
	}
	if s.account.troops[name] {
		return "them"
	}
	return s.plainly(name)
}

// free returns a text of a file, in a slot of its own.
func (s *speaker) free(txt string) string {
	if txt == "" {
		return ""
	}
	s.texts++
	return s.slot(fmt.Sprintf("w%d", s.texts), txt)
}

// the returns a text with the article it takes.
func (s *speaker) the(txt string) string {
	return strings.TrimSuffix(text.The(txt), txt) + s.free(txt)
}

// own returns what somebody has: her long sword, Kusanagi.
func (s *speaker) own(name, thing string) string {
	if text.The(thing) == thing {
		return s.free(thing)
	}
	return s.his(name) + " " + s.free(thing)
}

// phrases returns the phrases of a fact.
func (s *speaker) phrases(t *telling) (said prompts.Said, tags []string) {
	said.By, said.To, said.Him = s.plainly(t.By), s.plainly(t.To), s.him(t.To)
	if len(t.tries) == 0 { // such a sentence is long
		said.By = s.person(t.By)
	}
	if order := t.with("order"); order != nil {
		said.Lead = s.plainly(order.By)
		if t.Kind == "shielded" {
			said.To = s.plainly(order.To)
		}
	} else if t.lead != "" {
		said.Lead = s.plainly(t.lead)
	}
	s.blow(t, &said)
	s.answer(t, &said)
	if t.Part != "" {
		at := " in the "
		switch {
		case t.Kind == "point":
			at = " at the "
		case slices.Contains([]string{"head", "hand", "foot", "wrist", "back", "shoulder"}, t.Part):
			at = " on the "
		}
		said.At = at + s.free(t.Part)
	}
	said.Falls, said.Down = "goes down", "down"
	switch {
	case isKilled(t.Fate):
		said.Falls, said.Down = "falls dead", "dead"
	case t.Fate == "crippled":
		said.Falls, said.Down = "goes down, crippled", "crippled"
	case t.floored: // who is on the ground does not go down
		said.Falls = "does not get up again"
	}
	said.What, said.Spot, said.Word, said.Side = s.free(t.What), s.spot(t), s.free(t.word), s.side(t)
	if t.Kind == "order" && t.What != "" { // which is said aloud
		said.What = s.free(text.Capital(t.What))
	}
	if reason := reasons[t.What]; t.Kind == "shaken" && reason != "" {
		if said.What = reason; t.What == "a leader lost" && s.account.led != "" {
			said.What = "for " + s.plainly(s.account.led) + " has fallen"
		} else if s.account.troops[t.By] {
			said.What = strings.NewReplacer(" its ", " their ", " it ", " them ").Replace(reason + " ")
			said.What = strings.TrimSpace(said.What)
		}
	}
	if t.Kind == "turn" {
		said.Word = s.turn(t)
	}
	if t.came != "" {
		said.Outcome = cameTo[t.came]
	}
	if t.Kind == "alone" || len(t.foes) == 1 {
		said.Word = s.foes(t)
	}
	said.Does, said.Count = s.does(t), count(max(t.many, len(t.tries)))
	if said.Times == "" {
		said.Times = times(len(t.tries) + 1)
		if t.nth > len(t.tries)+1 { // and before
			said.Times = timesMore(len(t.tries) + 1)
		}
	}
	s.before, s.other, s.only, s.chanted = t.By, t.To, "", ""
	if t.Kind == "spell" {
		s.chanted = t.By + "|" + t.What
	}
	s.blown = t.blow() && t.Kind != "feint" && t.Kind != "feint stopped"
	if t.To == "" {
		s.only = t.By
	}
	return said, s.tagsOf(t, &said)
}

// turn says how the fight stands.
func (s *speaker) turn(t *telling) string {
	switch t.What {
	case evenNow:
		return "now it is " + count(t.many) + " against " + count(t.many)
	case bothHurt:
		return "now both are wounded"
	}
	side, _ := s.ofSide(t.side)
	return "one more round, and " + side + " will have won"
}

// spot returns a place as the sentence has it, of whose side it is for By: the enemy rear.
func (s *speaker) spot(t *telling) string {
	part, of, is := strings.Cut(t.Spot, " of ")
	if !is {
		return s.free(t.Spot)
	}
	own := s.account.sideOf(t.By)
	switch part = strings.TrimPrefix(part, "the "); {
	case own == "":
	case of == text.The(own):
		if his := map[string]string{"she": "her", "he": "his"}[s.account.they[t.By]]; his != "" {
			return his + " own side"
		}
		side, _ := s.ofSide(own)
		if t.Kind == "move" {
			return "the " + part + " of " + side
		}
		return side
	case of == text.The(s.account.against(own)):
		return "the enemy's " + strings.Replace(part, "front", "front line", 1)
	}
	return s.free(t.Spot)
}

// foes returns those who stand against somebody, by name while they are few.
func (s *speaker) foes(t *telling) string {
	if n := len(t.foes); n == 0 || n > foesNamed {
		return count(max(t.many, n)) + " enemies"
	}
	var names []string
	for _, name := range t.foes {
		names = append(names, s.plainly(name))
	}
	return text.List(names, "and")
}

// foesNamed is how many enemies are named at most.
const foesNamed = 4

// name returns whose slot this is.
func (s *speaker) name(slot string) string { return s.account.nameOf(strings.Trim(slot, "{}")) }

// home reports whether a place is of By's own side.
func (s *speaker) home(t *telling) bool {
	_, of, is := strings.Cut(t.Spot, " of ")
	own := s.account.sideOf(t.By)
	return is && own != "" && of == text.The(own)
}

// side returns the side of a fact, after the only one of it, or after who joins it.
func (s *speaker) side(t *telling) string {
	if t.side == "" || t.Kind != "alone" {
		return s.free(t.side)
	}
	if of := s.account.folk(t.side); of != "" {
		return "of " + s.free(of)
	}
	return "on " + cmp.Or(map[string]string{"she": "her", "he": "his"}[s.account.they[t.By]], "that") + " side"
}

// does returns what a spell or a technique does, as its row says it.
func (s *speaker) does(t *telling) string {
	switch t.Kind {
	case "spell", "effect":
	case "order":
		return ordersTo[t.What]
	case "broke":
		return effort(t)
	case "hurt": // by its own spell, which is named
		if s.account.scenery.Does[t.What] != "" && len(t.Causes) == 0 {
			return t.What
		}
		return ""
	default:
		return ""
	}
	says, who := s.account.scenery.Does[t.What], cmp.Or(t.To, t.By)
	him := s.plainly(who)
	if s.account.they[who] != "" && t.To == "" && t.Kind == "spell" {
		says = strings.ReplaceAll(strings.TrimPrefix(says, "{to}"), "{to}", s.him(who))
		if strings.HasPrefix(s.account.scenery.Does[t.What], "{to}") {
			says = "{to}" + says
		}
		him = "{" + s.account.letter(who) + " they}"
	}
	if side, several := s.ofSide(s.account.sideOf(t.By)); several {
		says = strings.Replace(says, " on that side", " on "+side+"' side", 1)
	} else if s.account.single(s.account.sideOf(t.By)) == "" {
		says = strings.Replace(says, " on that side", " on "+side, 1)
	}
	return strings.ReplaceAll(says, "{to}", him)
}

// ordersTo are what squads are ordered to do, where an order has a name of its own.
var ordersTo = map[string]string{"advance": "to advance", "charge": "to charge", "withdraw": "to withdraw", "close ranks": "to close ranks",
	"shield wall": "to form a shield wall", "spear wall": "to form a spear wall", "strike": "to attack", "volley fire": "to shoot", "reload": "to load"}

// effort returns what took more than a breath holds and was no blow, as a subject. It is empty where that would be no English.
func effort(t *telling) string {
	if t.To != "" || t.What == "" {
		return ""
	}
	for _, e := range efforts {
		if strings.HasPrefix(t.What, e.what) {
			return e.doing
		}
	}
	return ""
}

var efforts = []struct{ what, doing string }{{"walk", "Hurrying on"}, {"sprint", "Running"}, {"enter core", "Hurrying on"}, {"leave core", "Hurrying on"},
	{"force core", "Hurrying on"}, {"breakthrough", "The attempt to break through"}, {"half-step in", "Stepping in"}, {"half-step out", "Stepping back"},
	{"pick up", "Picking up a weapon"}, {"reload", "Loading"}, {"push out", "Pushing free"}, {"cast ", "Casting a spell"}, {"order ", "Giving orders"},
	{"command ", "Giving orders"}, {"roar", "The roar"}}

// reasons are why a squad wavers.
var reasons = map[string]string{"a leader lost": "for a leader has fallen", "the fallen": "for many of its people have fallen",
	"a squad lost beside them": "for the squad beside it is gone", "nobody leads them": "for nobody leads it any more", "a roar": "frightened by a roar",
	"a blow gone wrong": "for its blow has gone wrong"}

// blow sets what a blow is called and what it is done with, and the blows before it that are told with it.
func (s *speaker) blow(t *telling, said *prompts.Said) {
	weapon, use := s.account.scenery.Arm(t.With)
	if use == "" && (t.Family == "unarmed" || t.Family == "claw") {
		use = weapon
	}
	noun := nounOf(t.What, t.Family, use)
	if noun == "disarm" && slices.Contains([]string{"wound", "wounds", "fall", "disarmed"}, t.Kind) {
		noun = "blow" // nobody is wounded with a disarm
	}
	if t.Family == "thrown" && weapon != "" {
		weapon = strings.Replace(strings.TrimPrefix(strings.TrimSuffix(weapon, " thrown"), "throwing "), "knives", "knife", 1)
		noun = "thrown " + weapon
	}
	if weapon != "" {
		said.Weapon = s.the(weapon)
	}
	name := s.free(noun)
	_, spell := s.account.scenery.Does[t.What]
	if spell {
		name = "“" + name + "”"
	}
	said.Tool = s.tool(t, weapon, noun)
	if spell {
		said.Tool = ""
	}
	s.wordWeapon(t, said, weapon)
	key := t.By + "|" + t.To + "|" + noun
	s.stale = false
	again := (t.blow() && s.struck[key] || t.Kind == "disarmed" && t.To == "" && s.struck[t.By+"||"+noun]) && len(t.tries) == 0 && !t.Has("feint")
	said.Blow, said.ABlow = name, article(noun)+name
	switch {
	case again:
		said.Blow, said.ABlow = "next "+name, "another "+name
		if spell {
			said.Blow, said.ABlow = "spell "+name, "the same spell"
		}
		s.stale = !spell && s.again[key]
		s.again[key] = true
	case spell:
		said.Blow, said.ABlow = "spell "+name, "the spell "+name
	}
	if cast := t.with("spell") != nil; spell && t.blow() { // one that has been cast before is another now
		if cast && s.account.cast[t.By+"|"+t.What] {
			said.Blow, said.ABlow = "next "+name, "another "+name
		}
		s.account.cast[t.By+"|"+t.What] = true
	}
	if spell && t.blow() && s.chanted == t.By+"|"+t.What { // the sentence before names it
		said.Blow, said.ABlow = "spell", "the spell"
	}
	if tool := said.Tool; family(t) { // "a kick of the kick"
		said.Tool = ""
	} else if slices.Contains(compounds, noun) && tool != "" && !again { // a throat cut of the kaiken is no English
		said.ABlow = article(weapon) + s.free(weapon) + " " + name
	} else {
		said.ABlow += strings.Replace(tool, " with ", map[bool]string{true: " with ", false: " of "}[noun == "feint"], 1)
	}
	struck := s.struck[key]
	if s.noun = ""; t.blow() && t.To != "" {
		s.noun, s.keys = name, [2]string{key, t.By + "||" + noun}
		s.struck[s.keys[0]], s.struck[s.keys[1]] = true, true
	}
	if len(t.tries) > 0 && t.blow() {
		s.sayVain(t, said, plural(name, noun), noun, struck)
	}
}

// wordWeapon words a weapon that is drawn or lost: whose it is, and whether they have had it.
func (s *speaker) wordWeapon(t *telling, said *prompts.Said, weapon string) {
	switch had := s.account.had[t.By+"|"+weapon]; {
	case weapon == "":
	case t.Kind == "disarmed":
		said.Weapon = s.own(t.By, weapon)
		t.relost = s.account.lost[t.By+"|"+weapon]
	case t.Kind == "armed" && s.account.lost[t.By+"|"+weapon]:
		said.Weapon = s.own(t.By, weapon) + " again"
		delete(s.account.lost, t.By+"|"+weapon)
	case t.Kind == "armed" && had:
		t.had = true
	case t.Kind == "armed":
		said.Weapon = article(weapon) + s.free(weapon)
	}
	if weapon != "" {
		s.account.had[t.By+"|"+weapon] = true
	}
	if weapon != "" && (t.Kind == "disarmed" || t.Family == "thrown") {
		s.account.lost[t.By+"|"+weapon] = true
	}
}

// his returns somebody who has been named as an owner: their pronoun, or an article where none is known.
func (s *speaker) his(name string) string {
	if his := owner[s.account.they[name]]; his != "" {
		return his
	}
	return "the"
}

// family reports whether a blow is of a body, which has no other name.
func family(t *telling) bool { return t.Family == "unarmed" || t.Family == "claw" }

// plural is several blows of one name.
func plural(name, noun string) string {
	switch {
	case noun == "" || strings.HasSuffix(noun, "s"):
		return "blows"
	case strings.HasSuffix(noun, "sh") || strings.HasSuffix(noun, "ch"):
		return name + "es"
	}
	return name + "s"
}

// tool returns the weapon of a blow, where the blow's own name does not say it: the first time that somebody uses it, when it is
// another than before, and where somebody falls by it.
func (s *speaker) tool(t *telling, weapon, noun string) string {
	fell := t.Kind == "fall" && !s.armed[t.By+"|"+weapon] && !strings.HasSuffix(noun, "arrow") // which everybody knows what it is shot from
	for _, word := range strings.Fields(strings.ToLower(t.By)) {
		if strings.Contains(" "+weapon+" ", " "+word+" ") { // the tiger's claws are its own
			return ""
		}
	}
	if begins, _, many := strings.Cut(noun, " "); many && strings.HasPrefix(weapon, begins+" ") { // an oar sweep with the oar sword
		return ""
	}
	if weapon == "" || weapon == "unarmed" || strings.Contains(noun, weapon) || s.account.armed[t.By] == weapon && !fell {
		return ""
	}
	if !t.blow() && t.Kind != "broke" && t.Kind != "aim" || t.Kind == "miss" && (s.account.squads[t.By] || t.with("order") != nil) {
		return ""
	}
	s.account.armed[t.By], s.armed[t.By+"|"+weapon] = weapon, true
	if isLoosed(t.Family) {
		return " from " + s.the(weapon)
	}
	return " with " + s.the(weapon)
}

// answer sets a defence as a noun, as how something is done, and as what somebody does.
func (s *speaker) answer(t *telling, said *prompts.Said) {
	name := t.Answer
	name = cmp.Or(plainer[name], name)
	said.Answer, said.Attempt, said.Hurry, said.Late, said.Foils = "defence", "answers", "answers in haste", "answers too late", "stops"
	switch name {
	case "":
		return
	case "harry":
		s.knock(t, said)
		return
	}
	first, rest, several := strings.Cut(name, " ")
	if doing := gerunds[first]; doing != "" {
		if several {
			rest = " " + s.free(rest)
		}
		verb := first + objects[name]
		if first == "retreat" {
			verb = "step back"
		}
		said.How = "by " + doing + objects[name] + rest
		said.Foil = " " + said.How
		switch first {
		case "deflect":
			said.Foils, said.Foil = "deflects", ""
		case "turn":
			said.Foils, said.Foil = "turns", " aside"
		case "skitter", "slip", "spring", "slide", "retreat":
			said.Foils = "avoids"
		}
		said.Attempt, said.Hurry = "tries to "+verb+rest, "hurries to "+verb+rest
		said.Late = "tries too late to " + verb + rest
		return
	}
	slot := s.free(name)
	said.Answer, said.How = slot, "with "+article(name)+slot
	does := defends(name)
	switch does {
	case "":
		does, said.Answer = "ward off the blow", "defence"
	case "ward off the blow":
		said.Answer = "defence"
	case "parry", "block":
		if said.Answer = does; isLoosed(t.Family) { // nobody parries a bullet
			does, said.Answer = "ward off the "+cmp.Or(heads[t.Family], "blow"), "defence"
			said.Foils, said.Foil = "wards", " off"
		}
	case "dodge":
		said.Answer = does
	case "get out of the way":
		said.Answer = "defence"
	}
	said.Attempt, said.Hurry, said.Late = "tries to "+does, "hurries to "+does, "tries too late to "+does
	if said.Foils == "wards" {
		return
	}
	if name == "counter-attack" {
		said.Attempt, said.Hurry, said.Late = "tries to strike back", "hurries to strike back", "strikes back too late"
	}
	if verb := foils[name]; verb != "" {
		said.Foils = verb
		if name == "ward" {
			said.Foil = " off"
		}
		return
	}
	if does := defends(name); does != "" && does != "ward off the blow" {
		said.Foil = " " + said.How
	}
}

// defends returns a defence as a verb, by the last word of its name: a cross parry is to parry. It is empty for other names.
func defends(name string) string {
	words := strings.Fields(name)
	switch last := words[len(words)-1]; last {
	case "parry", "block", "dodge":
		return last
	case "ward":
		return "ward off the blow"
	case "evade":
		return "get out of the way"
	}
	return ""
}

// knock sets the answer of who harries an attack: it is knocked aside, and the words take turns.
func (s *speaker) knock(t *telling, said *prompts.Said) {
	words := knocks[s.account.counted["harry"]%len(knocks)]
	s.account.counted["harry"]++
	struck := cmp.Or(heads[t.Family], "blow")
	if struck == "spear" && !strings.Contains(t.With, "spear") && !strings.Contains(t.With, "yari") { // a naginata
		struck = "shaft"
	}
	if struck == "staff" && strings.Contains(t.With, "kanabo") {
		struck = "club"
	}
	away := words.verb + " the " + struck + words.off
	said.Answer, said.Attempt, said.Hurry, said.Late = "defence", "tries to "+away, "hurries to "+away, "tries too late to "+away
	said.Foils, said.Foil = words.verb+"s", words.off
}

// knocks are what may be done to an attack that is harried.
var knocks = []struct{ verb, off string }{{"knock", " aside"}, {"beat", " aside"}, {"turn", " aside"}, {"knock", " away"}}

// heads are what comes at somebody of a weapon, by family, where it is no mere blow.
var heads = map[string]string{"blade": "blade", "short": "blade", "wooden": "sword", "spear": "spear", "staff": "staff", "pole": "shaft", "axe": "axe",
	"club": "club", "shield": "shield", "bow": "arrow", "crossbow": "bolt", "gun": "shot"}

// foils are answers that are verbs as well.
var foils = map[string]string{"parry": "parries", "block": "blocks", "dodge": "dodges", "evade": "evades", "deflect": "deflects", "ward": "wards"}

// gerunds are the verbs that maneuvers are called by, where a verb leads.
var gerunds = map[string]string{"bar": "barring", "catch": "catching", "crowd": "crowding", "keep": "keeping", "level": "levelling", "plant": "planting",
	"slide": "sliding", "slip": "slipping", "shoulder": "shouldering", "spring": "springing", "turn": "turning", "wave": "waving", "deflect": "deflecting",
	"skitter": "skittering", "wind": "winding", "retreat": "stepping back"}

// plainer are what answers are called whose names are pictures, or no English after "tries".
var plainer = map[string]string{"turn off": "turn aside", "wind": "turn aside", "turn the shaft": "block",
	"thin as smoke": "dodge", "empty robe": "dodge", "forearm like a beam": "block",
	"bound prongs": "block", "shoulder in": "block", "shield defense": "block"}

// objects are what a verb needs that a maneuver is called by.
var objects = map[string]string{"skitter": " away", "deflect": " the blow", "slip": " the blow", "wave off": " the blow", "slide off": " the blow",
	"catch in the cross": " the blow", "turn aside": " the blow", "catch on the crook": " the blow"}

// imperatives are verbs that lead the name of an attack: "Aki's find the seam" is no English.
var imperatives = []string{"beat", "clutch", "drag", "find", "hook", "hurl", "pluck", "swing", "trip", "weigh", "over", "rend", "loose", "command"}

// nounOf returns a maneuver as a noun. What is called by no name of its own, or by a verb, goes by what it is done with, and how
// that is used.
func nounOf(what, family, use string) string {
	first, _, several := strings.Cut(what, " ")
	switch {
	case what == "loose":
		return "arrow"
	case what == "counter-fire":
		return "answering shot"
	case what == "press" || what == "double" || what == "knockdown":
		return nounOf("", family, use)
	case plainNames[what] != "":
		return plainNames[what]
	case what == "volley fire":
		return "volley"
	case what == "empty hand" && family != "unarmed" && family != "":
		return nounOf("", family, use)
	case what != "" && !(several && slices.Contains(imperatives, first)):
		return what
	case slices.Contains([]string{"cut", "thrust", "bash", "slash", "stab", "smash", "kick", "bite", "punch"}, use):
		return use
	case family == "unarmed":
		return "punch"
	}
	return strokes[family]
}

// plainNames are what attacks are called whose names are no nouns of English.
var plainNames = map[string]string{"rend": "claw stroke", "needle arm": "needle-arm stab", "barrel whip": "blow", "check": "blow",
	"empty hand": "punch", "spear thrust": "thrust", "throat cut": "cut", "indoor thrust": "thrust", "sleeve stab": "stab",
	"gap stab": "stab", "companion cut": "cut", "gnaw": "bite", "aimed shot": "shot"}

// compounds are blows that are named after what they go for: the weapon stands before their name.
var compounds = []string{"shoulder cut", "crown strike"}

// shot reports whether a weapon of a family reaches from afar.
func shot(family string) bool {
	return slices.Contains([]string{"bow", "gun", "crossbow", "thrown"}, family)
}

// isLoosed reports whether it is one that is held while its arrow or ball flies.
func isLoosed(family string) bool { return shot(family) && family != "thrown" }

// worn are weapons that are drawn from a belt or a sheath.
var worn = []string{"tanto", "wakizashi", "katana", "uchigatana", "kaiken", "dagger", "knife", "short sword", "long sword", "sword", "rapier"}

// strokes are what a blow with a weapon of a family is called.
var strokes = map[string]string{"": "blow", "blade": "cut", "spear": "thrust", "short": "stab",
	"staff": "blow", "bow": "shot", "gun": "shot", "unarmed": "blow",
	"claw": "stroke", "shield": "blow", "thrown": "throw", "makeshift": "blow", "wooden": "cut", "axe": "stroke", "club": "blow", "pole": "stroke",
	"crossbow": "shot"}

// article returns that of a noun, with a space behind it; of a name of its own there is none.
func article(noun string) string {
	switch {
	case noun != "" && text.The(noun) == noun:
		return ""
	case noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) && !strings.HasPrefix(noun, "one-"):
		return "an "
	}
	return "a "
}

func isKilled(fate string) bool { return fate == "killed" || fate == "dead" }

// sayVain says what came to nothing before a fact, or all of several blows that did.
func (s *speaker) sayVain(t *telling, said *prompts.Said, blows, noun string, again bool) {
	var outcomes []string
	for _, f := range t.tries {
		outcomes = append(outcomes, outcome(&f))
	}
	n := len(outcomes)
	said.Times, said.Next = times(n), "the "+ordinal(n+1)
	head := "first"
	if again { // there have been such blows
		head, said.Next = "next", "another"
		s.again[t.By+"|"+t.To+"|"+strings.Trim(noun, "“”")] = true
	}
	same := len(slices.Compact(slices.Clone(outcomes))) == 1
	if isFailed(&t.Fact) && t.Kind != "vain" {
		said.Times = times(n + 1)
	}
	switch {
	case t.Kind == "wounds" && slices.ContainsFunc(t.tries, func(f rules.Fact) bool { return f.Wounds == 0 }):
		hits := len(t.tries)
		for _, f := range t.tries {
			if f.Wounds == 0 {
				hits--
			}
		}
		said.Blows = count(hits) + " of " + count(n) + " " + blows + strings.Replace(said.Tool, " with ", " of ", 1)
		return
	case t.Kind == "wounds":
		said.Blows = count(n) + " " + blows + strings.Replace(said.Tool, " with ", " of ", 1)
		if again {
			said.Blows = count(n) + " more " + blows + strings.Replace(said.Tool, " with ", " of ", 1)
		}
		return
	case t.Kind == "trade":
		return
	case t.Kind == "vain":
		said.Blows = count(n) + " " + blows + strings.Replace(said.Tool, " with ", " of ", 1)
		if again {
			said.Blows = "next " + said.Blows
		}
		t.mixed = !same || slices.ContainsFunc(t.tries, func(f rules.Fact) bool { return f.What != t.What })
		said.Outcome = allBecame(outcomes)
		return
	case n == 1 && t.tries[0].Wounds > 0:
		said.Tries = fmt.Sprintf("%s's %s %s%s wounds %s", said.By, head, strings.TrimPrefix(said.Blow, "next "), said.Tool, said.To)
		said.Tool = ""
	case slices.ContainsFunc(outcomes, func(o string) bool { return o != "wide" && o != "just wide" }) || t.Has("feint") || t.Has("overload") || t.Has("critical"):
	case s.missed: // once is enough
	default:
		t.missed, s.missed = " misses "+times(n)+", then", true
	}
}

// allBecame returns what several blows came to that all came to the same, as a predicate: "are both parried".
func allBecame(outcomes []string) string {
	all := map[bool]string{true: "both", false: "all"}[len(outcomes) == 2]
	is := become[outcomes[0]][1]
	if rest, ok := strings.CutPrefix(is, "are "); ok {
		return "are " + all + " " + rest
	}
	return all + " " + is
}

// outcome returns a word for what a blow without effect came to.
func outcome(f *rules.Fact) string {
	switch f.Kind {
	case "stopped":
		for _, known := range []struct{ in, is string }{{"parry", "parried"}, {"block", "blocked"}, {"dodge", "dodged"}, {"evade", "evaded"}, {"slip", "slipped"},
			{"deflect", "deflected"}, {"ward", "warded off"}, {"shove", "shoved aside"}, {"harry", "knocked aside"}, {"turn", "turned aside"}} {
			if strings.Contains(f.Answer, known.in) {
				return known.is
			}
		}
		return "stopped"
	case "turned":
		return "harmless"
	case "near":
		return "just wide"
	case "feint stopped":
		return "seen through"
	}
	return "wide"
}

// become is an outcome as a verb, of one blow and of several.
var become = map[string][2]string{
	"wide": {"goes wide", "go wide"}, "just wide": {"goes just wide", "go just wide"}, "harmless": {"does no harm", "do no harm"},
}

func init() {
	for _, is := range []string{"parried", "blocked", "dodged", "evaded", "slipped", "deflected", "warded off", "shoved aside", "knocked aside", "turned aside",
		"stopped", "seen through"} {
		become[is] = [2]string{"is " + is, "are " + is}
	}
}

// numbers are small numbers in words.
var numbers = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

func count(n int) string {
	if n < len(numbers) {
		return numbers[n]
	}
	return fmt.Sprint(n)
}

// times returns how often.
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return count(n) + " times"
}

// ordinal returns a number in words: "third"; "next" of a large one.
func ordinal(n int) string {
	small := []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n < len(small) {
		return small[n]
	}
	return "next"
}

// timesMore returns how often again.
func timesMore(n int) string {
	switch n {
	case 1:
		return "once more"
	case 2:
		return "twice more"
	}
	return count(n) + " more times"
}

// How deep a wound is, as a share of what there was.
const (
	grazeMost = 0.2
	deepLeast = 0.5
)

// tagsOf returns the causes of a fact and what else a way may ask for.
func (s *speaker) tagsOf(t *telling, said *prompts.Said) (tags []string) {
	tags = slices.Clone(t.Causes)
	add := func(is bool, tag string) {
		if is {
			tags = append(tags, tag)
		}
	}
	add(shot(t.Family), "shot")
	add(t.Family == "unarmed", "unarmed")
	add(t.Family == "claw", "claw")
	add(t.Depth > 0 && t.Depth <= grazeMost, "graze")
	add(t.Depth >= deepLeast, "deep")
	add(isKilled(t.Fate), "killed")
	add(t.Fate == "repelled", "repelled")
	add(t.Answer != "", "answered")
	add(t.Fate == "crippled", "crippled")
	add(t.First, "first")
	add(t.relost || t.nth > 1 && t.Kind != "disarmed" && (t.Kind != "guard broken" || t.nth > len(t.tries)+1), "again")
	add(t.many == 1, "single")
	add(t.Answer == "harry" || t.Answer == "evade" || t.Answer == "dodge" || t.Answer == "counter-attack" ||
		gerunds[strings.SplitN(t.Answer, " ", 2)[0]] != "", "gerund")
	add(t.lying, "lying")
	add(len(t.tries) > 0 && !t.blow(), "many")
	add(len(t.tries) > 0 && isFailed(&t.Fact) && t.Kind != "vain", "tries")
	add(t.mixed, "mixed")
	add(t.Kind == "broke" && len(t.tries) == 0 && s.account.counted["unable"] > 0 || t.Kind == "lock broken" && t.nth > 0, "told")
	add(s.account.squads[t.By], "squad")
	add(t.floored, "floored")
	add(said.Lead != "", "lead")
	add(t.Kind == "broke" && t.To == "" && (strings.HasPrefix(t.What, "reserve ") || strings.HasSuffix(t.What, " stance")), "guarding")
	add(t.Kind == "broke" && t.To == "" && strings.HasPrefix(t.What, "give "), "giving")
	add(t.Kind == "fall" && len(t.tries) > 0 && t.tries[0].Wounds > 0, "twice")
	add(t.By != "", "by")
	add(t.To != "", "to")
	add(said.Tool != "", "tool")
	add(t.What != "", "what")
	add(t.Spot != "", "spot")
	add(t.word != "", "word")
	add(t.Part != "", "part")
	add(said.Does != "", "does")
	add(t.friend, "friend")
	add(t.steed, "steed")
	add(t.had, "had")
	add(t.Kind == "armed" && slices.Contains(worn, t.With) && !strings.HasSuffix(said.Weapon, " again"), "drawn")
	add(len(t.foes) == 1 && (t.Kind == "through" || t.Kind == "thrown back"), "past")
	add(t.Kind == "through" && strings.HasPrefix(t.Spot, "the front of "), "front")
	add((t.Kind == "through" || t.Kind == "thrown back") && s.home(t), "back")
	add(t.Kind == "order" && t.What == "take over", "command")
	add(t.each, "mutual")
	add(t.Match, "practice")
	add(t.What == "draw", "drawn")
	add(t.Kind == "ruling" && strings.HasPrefix(t.What, "to "), "tried")
	add(t.Kind == "end" && t.By == "", "draw")
	return tags
}
