package narrate

import (
	"cmp"
	"slices"
	"strings"

	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/text"
)

// waysMax is how many ways are offered for a fact.
const waysMax = 6

// waysOf returns the ways that say a fact: of those that fit and begin so, the ones that ask for most of it.
func (a *account) waysOf(kind string, tags []string, head string) (ways []*prompts.Way) {
	all := a.ways[kind]
	most := -1
	for i := range all {
		w := &all[i]
		switch {
		case !w.Fits(tags) || len(w.If) < most || !strings.HasPrefix(w.Say, head):
			continue
		case len(w.If) > most:
			most, ways = len(w.If), nil
		}
		ways = append(ways, w)
	}
	return ways[:min(len(ways), waysMax)]
}

// fact returns a telling with its ways, made for its place in a paragraph.
func (s *speaker) fact(id int, t *telling) Fact {
	f := Fact{ID: id, Kind: t.Kind, Required: t.must(), Steps: t.steps, Of: t.Fact, with: slices.Concat(t.also, t.tries)}
	if t.fixed != nil {
		f.Ways, f.made = t.fixed, slices.Clone(t.fixed)
		return f
	}
	if wrong := t.with("backlash"); wrong != nil {
		t.word = "the spell “" + wrong.What + "”"
		if s.account.cast[t.By+"|"+wrong.What] {
			t.word = "another “" + wrong.What + "”"
		}
	}
	before, other := s.before, s.other
	if !s.blown {
		other = ""
	}
	said, tags := s.phrases(t)
	head := ""
	lead := said.Lead != "" && t.Kind != "rallied" && t.Kind != "shielded"
	missed := t.missed != "" && !isFailed(&t.Fact)
	switch {
	case missed: // which goes before what they did then
		head = "{{.By}} "
	case lead: // at whose word it was goes before who did it
		head = "{{.By}}"
	}
	if slices.Contains(tags, "twice") { // which tells of both blows
		head = "{{.Tries}}"
	}
	ways := s.account.waysOf(t.Kind, tags, head)
	ways = s.fit(ways, tags, t)
	for i, w := range ways {
		words := s.first(s.wordSquad(s.blunt(strings.TrimSpace(w.Set(said)), t, &said), t, &said), t)
		if who := said.By + " "; missed && strings.HasPrefix(words, who) {
			words = said.By + t.missed + strings.TrimPrefix(words, said.By)
		}
		words = s.leading(words, t, &said, before, other) + s.burning(t)
		if over := func(f rules.Fact) bool { return f.Has("overload") }; t.Kind == "vain" && t.with("broke") == nil && slices.ContainsFunc(t.tries, over) {
			if strings.Contains(words, "without success") {
				words = strings.TrimSuffix(words, ".") + " and is almost out of breath."
			} else {
				words = s.costs(words, "they ") + "take almost all of {" + s.account.letter(t.By) + "}'s breath."
			}
		}
		if t.with("broke") != nil {
			if short := s.wordWinded(words, t); short != "" {
				words = short
			} else {
				words += " " + s.breathless(t, &said, i)
			}
		}
		f.Ways, f.made = append(f.Ways, s.agreeing(words)), append(f.made, w.Say)
		for _, tag := range w.If {
			if i == 0 {
				f.named = append(f.named, tag)
			}
		}
		f.named = slices.DeleteFunc(f.named, func(tag string) bool { return !slices.Contains(w.If, tag) })
	}
	if s.noun != "" && !slices.ContainsFunc(f.Ways, func(words string) bool { return strings.Contains(words, s.noun) }) { // no other is another one
		delete(s.struck, s.keys[0])
		delete(s.struck, s.keys[1])
	}
	if t.with("broke") != nil || t.Kind == "broke" {
		s.account.counted["unable"]++
	}
	if s.burning(t) != "" {
		s.account.counted["fire|"+t.What+"|"+t.To]++
	}
	if said.Lead != "" {
		s.led = append(s.led, said.Lead)
	}
	f.Cause = hinge(&t.Fact)
	return f
}

// fit returns those of some ways that read well of a fact; all of them, where none does.
func (s *speaker) fit(ways []*prompts.Way, tags []string, t *telling) []*prompts.Way {
	without := func(bad func(w *prompts.Way) bool) {
		if few := slices.DeleteFunc(slices.Clone(ways), bad); len(few) > 0 {
			ways = few
		}
	}
	if t.fallen || t.rose { // whoever is down and acts is the subject, see [speaker.leading]
		if few := s.account.waysOf(t.Kind, tags, "{{.By}} "); len(few) > 0 {
			ways = few
		}
	}
	if strings.HasPrefix(s.him(t.To), "{") { // "catches Oak with a blow and wounds Oak"
		without(func(w *prompts.Way) bool {
			return w.Has("Him") || t.Wounds > 0 && s.dull(t) && strings.Contains(w.Say, "and draws blood")
		})
	}
	if s.stale { // the next blow after the next is another one
		without(func(w *prompts.Way) bool { return strings.Contains(w.Say, "{{.Blow}}") })
	}
	return ways
}

// first says of a fact that it is the first blood, or the first point, where its way does not.
func (s *speaker) first(words string, t *telling) string {
	blood := "first blood"
	if s.dull(t) && t.Kind == "wound" { // a bruise is none
		blood = "the first wound"
	}
	if t.Match {
		blood = "the first point"
	}
	switch {
	case !t.First || strings.Contains(words, "first blood") || strings.Contains(words, "first point"):
		return words
	case strings.Contains(words, "more than a point"): // which is the first as well
		return words
	case strings.Contains(words, "draws blood"):
		return strings.Replace(words, "draws blood", "draws "+blood, 1)
	case strings.ContainsAny(words, ":;"):
		return words + " It is " + blood + "."
	}
	return strings.TrimSuffix(words, ".") + ": " + blood + "."
}

// leading puts before a sentence at whose word it was done, or that it answers the one before.
func (s *speaker) leading(words string, t *telling, said *prompts.Said, before, other string) string {
	head := "{" + s.account.letter(t.By) + "}"
	switch {
	case said.Lead != "" && (t.Kind == "loaded" || t.Kind == "rallied" || t.Kind == "shielded" ||
		s.account.counted["order|"+said.Lead] > ordersTold): // nothing new comes of it
		return words
	case said.Lead != "" && isFailed(&t.Fact) && (t.Kind != "stopped" || len(t.tries) > 0):
		return s.wordOrdered(words, t, said)
	case said.Lead != "":
		return "At " + said.Lead + "'s order, " + words
	case t.fallen && before != t.By && strings.HasPrefix(words, head) && !strings.HasPrefix(words, head+"'s"):
		return "From the ground, " + words
	case t.rose && strings.HasPrefix(words, head+" "):
		if his := owner[s.account.they[t.By]]; his != "" {
			return "Back on " + his + " feet, " + words
		}
		return "Up again, " + words
	case t.blow() && !vain(&t.Fact) && t.To != "" && t.To == before && t.By == other && !s.returned && t.Kind != "feint" &&
		t.Kind != "feint stopped" && strings.HasPrefix(words, head+" ") && !t.Has("counter") && !t.Has("overload"):
		s.returned = true
		return "In return " + words
	}
	return words
}

// isFailed reports whether nothing came of a blow.
func isFailed(f *rules.Fact) bool {
	return isFoiled(f.Kind) || f.Kind == "feint stopped"
}

// wordOrdered tells a blow of which nothing came as what somebody had been ordered to: nobody orders a miss. Who gives many orders
// is not told to have given each of them.
func (s *speaker) wordOrdered(words string, t *telling, said *prompts.Said) string {
	who, does := "{"+s.account.letter(t.By)+"}", "attack "
	if shot(t.Family) {
		does = "shoot at "
	}
	order := said.Lead + " orders " + who + " to " + does + said.To
	switch {
	case s.account.counted["order|"+said.Lead] > 0:
		return words
	case t.Kind != "miss" || len(t.tries) > 0 || t.Has("fumble") || t.Has("overreach"):
		return order + ". " + words
	case s.account.troops[t.By]:
		return order + ", but they miss."
	}
	return order + ", but " + cmp.Or(s.account.they[t.By], who) + " misses."
}

// burning says of a spell that wounds that it leaves a fire: whoever is burned later has been told of it.
func (s *speaker) burning(t *telling) string {
	if !t.blow() || isFailed(&t.Fact) || t.To == "" || !strings.Contains(s.account.scenery.Does[t.What], "fire is left burning") ||
		s.account.counted["fire|"+t.What+"|"+t.To] > 0 {
		return ""
	}
	who := s.him(t.To)
	if s.account.they[t.By] == s.account.they[t.To] { // it would be either
		who = s.plainly(t.To)
	}
	return " The spell leaves fire burning around " + who + "."
}

// ordersTold is how many passages tell at whose word squads act; after that everybody knows.
const ordersTold = 2

// costs begins what several blows cost, after what they came to; what is the subject of it.
func (s *speaker) costs(words, what string) string {
	if strings.Contains(words, ":") {
		return words + " " + text.Capital(what)
	}
	return strings.TrimSuffix(words, ".") + ", and " + strings.TrimPrefix(what, "they ")
}

// wordWinded says of the one who struck, in the same sentence, that the blow took more than a breath holds, where the sentence is
// of nothing else: empty where it is not.
func (s *speaker) wordWinded(words string, t *telling) string {
	who := "{" + s.account.letter(t.By) + "}"
	again, left := "", "out of breath and open to attack."
	switch {
	case t.nth > 1:
		again, left = "again ", "out of breath."
	case s.account.counted["unable"] > 0: // what that means has been told
		left = "out of breath."
	}
	effort := "the effort "
	if isLoosed(t.Family) {
		effort = "the effort of shooting "
	}
	if t.Kind == "vain" && t.nth > 1 && strings.HasPrefix(words, who+" ") {
		return strings.TrimSuffix(words, ".") + " and is out of breath again."
	}
	if t.Kind == "vain" {
		return s.costs(words, effort) + again + "leaves " + who + " " + left
	}
	if t.Kind != "miss" && t.Kind != "wound" && t.Kind != "armed" || t.Has("fumble") ||
		strings.ContainsAny(strings.TrimSuffix(words, "."), ".,:;") || strings.Contains(words, " and ") {
		return ""
	}
	switch {
	case t.nth > 1 && strings.HasPrefix(words, who+" "):
		return strings.TrimSuffix(words, ".") + " and is out of breath again."
	case strings.HasPrefix(words, who+" "):
		return strings.TrimSuffix(words, ".") + " and is left " + left
	case strings.HasPrefix(words, who+"'s ") && t.Kind == "miss":
		return strings.TrimSuffix(words, ".") + ", and " + effort + again + "leaves " + who + " " + left
	}
	return ""
}

// breathless returns what a blow that was more than a breath holds cost, after the sentence that says what came of it.
func (s *speaker) breathless(t *telling, said *prompts.Said, i int) string {
	tags := []string{"after"}
	if t.Has("fumble") { // which leaves them open already
		tags = append(tags, "fumble")
	}
	if t.nth > 1 {
		tags = append(tags, "again")
	}
	if isLoosed(t.Family) {
		tags = append(tags, "shot")
	}
	if s.account.counted["unable"] > 0 {
		tags = append(tags, "told")
	}
	ways, of := s.account.waysOf("broke", tags, ""), *said
	of.Blow = strings.TrimPrefix(said.Blow, "next ")
	if t.Kind == "through" || t.What == "" && of.Blow == "" { // which is no attack
		of.Blow = "effort"
	}
	if len(ways) == 0 {
		return ""
	}
	return strings.Replace(ways[(i+t.Step)%len(ways)].Set(of), "The effort of the effort", "The effort", 1)
}

// blunts are the families of weapons that do not go in.
var blunts = []string{"unarmed", "staff", "club", "shield", "makeshift", "wooden"}

// dull reports whether a blow has no edge in it.
func (s *speaker) dull(t *telling) bool {
	_, spell := s.account.scenery.Does[t.What]
	return spell || slices.Contains(blunts, t.Family)
}

// blunt words a wound that has no edge in it: a fist and a fire draw no blood.
func (s *speaker) blunt(words string, t *telling, said *prompts.Said) string {
	if !s.dull(t) {
		return words
	}
	hurts := "bruises"
	if _, spell := s.account.scenery.Does[t.What]; spell {
		hurts = "lightly hurts"
	}
	return strings.NewReplacer("draws blood", "wounds "+said.Him, "goes deep", "hits hard", "grazes", hurts, "scratches", hurts).Replace(words)
}

// wordSquad words what a blow does to a squad: it is not one body that is wounded.
func (s *speaker) wordSquad(words string, t *telling, said *prompts.Said) string {
	if !s.account.squads[t.To] || !t.blow() {
		return words
	}
	r := []string{"draws blood", "brings some of them down", "goes deep", "hits hard"}
	for _, whom := range []string{said.To, said.Him} {
		r = append(r, "wounds "+whom+" deeply", "hits "+whom+" hard", "wounds "+whom+" badly", "hits "+whom+" hard", "wounds "+whom,
			"hits "+whom, "grazes "+whom, "hits "+whom, "scratches "+whom, "hits "+whom)
	}
	return strings.NewReplacer(r...).Replace(words)
}

// plurals are the verbs of ways as squads do them: the Guns waver. A test holds it against the ways.
var plurals = map[string]string{"goes": "go", "is": "are", "has": "have", "does": "do", "falls": "fall", "wavers": "waver", "breaks": "break",
	"runs": "run", "steadies": "steady", "closes": "close", "takes": "take", "tries": "try", "hurries": "hurry", "answers": "answer", "stops": "stop",
	"parries": "parry", "blocks": "block", "dodges": "dodge", "evades": "evade", "deflects": "deflect", "wards": "ward", "loses": "lose",
	"wounds": "wound", "lands": "land", "comes": "come", "attacks": "attack", "moves": "move", "shoots": "shoot", "misses": "miss", "strikes": "strike",
	"draws": "draw", "loads": "load", "aims": "aim", "bruises": "bruise", "hurts": "hurt", "keeps": "keep", "scratches": "scratch",
	"beats": "beat", "wants": "want", "rises": "rise", "leaves": "leave", "joins": "join",
	"yields": "yield", "flees": "flee",
	"stands": "stand", "waits": "wait", "gets": "get", "overpowers": "overpower", "finds": "find",
	"bleeds": "bleed", "drops": "drop", "catches": "catch", "forces": "force",
	"follows": "follow", "feints": "feint", "hits": "hit", "spends": "spend", "picks": "pick",
	"changes": "change", "fights": "fight", "knocks": "knock", "pushes": "push",
	"kills": "kill", "grazes": "graze", "brings": "bring", "puts": "put", "fumbles": "fumble", "grabs": "grab", "holds": "hold", "was": "were", "makes": "make",
	"turns": "turn", "tightens": "tighten", "throws": "throw", "scores": "score", "succeeds": "succeed", "fails": "fail", "fools": "fool",
	"stays": "stay", "gives": "give", "rallies": "rally", "wrestles": "wrestle"}

// agreeing makes the verbs of those who are several plural: those after their name as the subject, up to the next subject.
func (s *speaker) agreeing(words string) string {
	if len(s.account.troops) == 0 {
		return words
	}
	tokens := strings.Split(words, " ")
	several := false // who acts is
	for i, token := range tokens {
		if strings.HasPrefix(token, "{") {
			letter, rest, _ := strings.Cut(token[1:], "}")
			next := ""
			if i+1 < len(tokens) {
				next = strings.Trim(tokens[i+1], ",.;:")
			}
			switch begins := i == 0 || strings.ContainsAny(tokens[i-1], ",.;:") || tokens[i-1] == "and" || tokens[i-1] == "but"; {
			case s.account.nameOf(letter) == "": // no person
			case rest == "" && plurals[next] != "" && (i == 0 || tokens[i-1] != "at"), rest == "," && next == "who":
				several = s.account.troops[s.account.nameOf(letter)]
			case begins:
				several = false
			}
			if strings.ContainsAny(rest, ".;:") {
				several = false
			}
			continue
		}
		bare := strings.TrimRight(token, ",.;:")
		if many := plurals[bare]; several && many != "" && i > 0 &&
			(strings.HasSuffix(tokens[i-1], "}") || slices.Contains(links, strings.TrimRight(tokens[i-1], ","))) {
			tokens[i] = many + token[len(bare):]
		}
		if strings.ContainsAny(token[len(bare):], ".;:") {
			several = false
		}
	}
	return strings.Join(tokens, " ")
}

// links are the words that a verb can follow besides its subject.
var links = []string{"and", "but", "who", "only", "just", "still", "answer", "late", "stop", "haste", "unready", "lightly"}
