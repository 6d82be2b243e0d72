package session

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// orders is what the GM has ordered for the rest of the fight with ban, allow, auto, ask, seat and players.
type orders struct {
	bans      fight.Bans
	automatic map[string]bool        // by combatant: whether it decides without asking the GM
	seats     map[string]agent.Agent // by combatant: its new agent
	rights    *PlayerRights          // what players may do; nil if the GM has not said
}

// ordersNow returns the orders that are in force. They follow from the steps that stand, so that an undo takes back an
// order as it does a decision, and a resumed session has those of its record. They are computed again only if steps
// since the last call can have changed them: every question and every picture asks for them.
func (s *Session) ordersNow() *orders {
	steps := s.Fight.Steps()
	changed := slices.ContainsFunc(steps[min(s.ordersUpTo, len(steps)):], func(t rules.Step) bool {
		return t.Says() || t.Edit != "" || t.Undo > 0 || t.Redo > 0 || t.Mend > 0
	})
	s.ordersUpTo = len(steps)
	if !changed && s.orders.automatic != nil {
		return &s.orders
	}
	s.orders = orders{automatic: map[string]bool{}, seats: map[string]agent.Agent{}}
	for _, t := range fight.StandingSteps(steps) {
		if t.Says() {
			s.orders.apply(t, s)
		}
	}
	return &s.orders
}

// apply adds one order of the GM. A later one about the same seat replaces an earlier one. Whoever joins a side is
// under the orders that the side has had before.
func (o *orders) apply(t rules.Step, s *Session) {
	o.bans = o.bans.After(t)
	if t.Word == fight.WordPlayers {
		o.rights = new(readRights(t.What))
	}
	for _, r := range s.Roster() {
		if t.For != "" && t.For != r.Name && t.For != r.Team {
			continue
		}
		switch t.Word {
		case fight.WordAuto:
			o.automatic[r.Name] = true
		case fight.WordAsk:
			delete(o.automatic, r.Name)
		case fight.WordSeat:
			if a, err := s.readPlayer(t.What); err == nil { // it was checked when it was said
				o.seats[r.Name] = agent.WithCharacter(a, r.Character)
			}
		}
	}
}

// agentOf returns the agent of a seat: the last one that the GM has given it, else its agent at the beginning. A
// combatant that has joined since is played by the agent of the first combatant of its side. Agents are looked up by
// name, since a seat's number changes when somebody before it leaves.
func (s *Session) agentOf(seat rules.Seat) agent.Agent {
	name := s.Name(seat)
	if a := s.ordersNow().seats[name]; a != nil {
		return a
	}
	at := slices.IndexFunc(s.startRoster, func(r rules.Fighter) bool { return r.Name == name })
	if at < 0 {
		at = slices.IndexFunc(s.startRoster, func(r rules.Fighter) bool { return r.Side == s.Side(seat) })
	}
	return s.startAgents[at]
}

// isBannedFor returns a function that reports whether the GM has banned a decision for a seat. It holds the bans of the
// moment of the call, so that a search that runs aside can use it while the GM speaks.
func (s *Session) isBannedFor(seat rules.Seat) func(fight.Option) bool {
	if s.Name(seat) == "" {
		return func(fight.Option) bool { return false }
	}
	who, bans := s.Roster()[seat], s.ordersNow().bans
	return func(o fight.Option) bool { return bans.Forbids(who, o.Words) }
}

// isNamedBy reports whether a name means a seat: its own name, that of its side, or none.
func (s *Session) isNamedBy(seat rules.Seat, name string) bool {
	r := s.Roster()[seat]
	return name == "" || name == r.Name || name == r.Team
}

// say adds an instruction of the GM to the record: its word, as [fight.WordBan], for whom, what it names, and why. An
// empty name, or "fight", means everybody. The record has names as the roster has them, however they were typed.
func (c Client) say(word, name, what, why string) (StepsMade, error) {
	name, err := c.seatOrSide(name)
	if err != nil {
		return StepsMade{}, err
	}
	return c.resultOf(c.Say(rules.Step{Word: word, For: name, What: what, Why: why}))
}

// ban closes a maneuver. It holds until allow opens it for the same seat, side or everybody.
func (c Client) ban(_ context.Context, in Ban) (StepsMade, error) {
	if err := c.checkManeuver(in.Do); err != nil {
		return StepsMade{}, err
	}
	return c.say(fight.WordBan, in.For, in.Do, in.Why)
}

// checkManeuver returns an error for a maneuver that nobody has: a misspelt ban would be recorded and do nothing.
func (c Client) checkManeuver(maneuver string) error {
	if maneuver == yieldWord || maneuver != "" && c.catalogue.Knows(c.System().Name, maneuver) {
		return nil
	}
	options := c.Options()
	isNamed := func(o fight.Option) bool { return fight.IsManeuver(o.Words, maneuver) }
	if maneuver != "" && slices.ContainsFunc(options, isNamed) {
		return nil
	}
	open := text.Each(options, maneuverOf)
	return newError(UnknownChoice, fmt.Sprintf("no maneuver is called %q", maneuver), text.OneOf(maneuver, open))
}

// allow opens a maneuver that is banned for whoever is named. That there is such a ban is checked, since a record in
// which a misspelt word was allowed would say that something had changed.
func (c Client) allow(_ context.Context, in Ban) (StepsMade, error) {
	name, err := c.seatOrSide(in.For)
	if err != nil {
		return StepsMade{}, err
	}
	var banned []string
	for _, b := range c.ordersNow().bans {
		banned = append(banned, b.What)
		if text.Fold(b.What) == text.Fold(in.Do) && (name == "" || b.For == name) {
			return c.say(fight.WordAllow, in.For, in.Do, in.Why)
		}
	}
	if len(banned) == 0 {
		return StepsMade{}, text.Problem{What: fmt.Sprintf("%q is not banned", in.Do),
			Want: "something that is: nothing is now"}
	}
	return StepsMade{}, text.Problem{What: fmt.Sprintf("%q is not banned", in.Do), Want: text.OneOf(in.Do, banned)}
}

// Maneuvers returns the maneuvers that the GM can forbid a combatant, a side, or everybody if the name is empty: first
// what can be chosen now, then what their weapons give them, then what everybody can do.
func (c Client) Maneuvers(name string) (words []string) {
	stands := c.Fight.Board().Stands
	var weapons []string
	for i := range c.Roster() {
		if stands[i].Out != "" || !c.isNamedBy(rules.Seat(i), name) {
			continue
		}
		if weapons = append(weapons, stands[i].Weapon); c.Turn().Seat == rules.Seat(i) {
			words = append(words, text.Each(c.Options(), maneuverOf)...)
		}
	}
	lists, _ := c.catalogue.Lists(c.System().Name) // without lists there is still what can be chosen now
	for _, list := range lists {
		weapon, technique := "", slices.Index(list.Head, "technique")
		for _, row := range list.Rows {
			if row[0] != "" { // a row without a name continues the one above it
				weapon = row[0]
			}
			if technique > 0 && slices.Contains(weapons, weapon) {
				words = append(words, row[technique])
			}
		}
	}
	for _, list := range lists {
		if list.Name == "maneuvers" || list.Name == "actions" {
			words = append(words, text.Each(list.Rows, func(row []string) string { return row[0] })...)
		}
	}
	return slices.DeleteFunc(text.Unique(words), func(word string) bool { return word == "" })
}

// maneuverOf returns the words of an option without those after ">", as the foe or the place that it is aimed at.
func maneuverOf(o fight.Option) string {
	head, _, _ := strings.Cut(o.Words, " > ")
	return head
}

// Bans returns the forbidden decisions, each with the combatant or side that it is forbidden to.
func (c Client) Bans() (list []Ban) {
	for _, b := range c.ordersNow().bans {
		list = append(list, Ban{Do: b.What, For: b.For, Why: b.Why})
	}
	return list
}

// force decides for whoever decides now, whatever the GM's own bans say. At a prompt Name has the decision too.
func (c Client) force(_ context.Context, in force) (StepsMade, error) {
	if in.Do == "" {
		in.Name, in.Do = c.splitName(in.Name)
	}
	seat, err := c.seat(in.Name)
	if err != nil {
		return StepsMade{}, err
	}
	turn := c.Turn()
	if turn.Kind == rules.Over || turn.Kind == rules.Chance {
		return StepsMade{}, c.undecidedError()
	}
	if turn.Seat != seat {
		return StepsMade{}, newError(NotNow, c.Name(seat)+" does not decide now", c.Name(turn.Seat)+", who does")
	}
	o, err := c.finder()(c.Options(), in.Do)
	if err != nil {
		return StepsMade{}, err
	}
	return c.resultOfChoice(c.Force(o.Words, c.reason(in.Why)))
}

// auto lets those decide by themselves whom the program plays.
func (c Client) auto(_ context.Context, in Who) (StepsMade, error) {
	name, err := c.seatOrSide(in.Name)
	if err == nil && !c.isPlayedByProgram(name) {
		err = newError(NotNow, "a person decides for "+cmp.Or(name, "everybody"),
			"seat first, which gives "+cmp.Or(name, "somebody")+" to the program")
	}
	if err != nil {
		return StepsMade{}, err
	}
	return c.say(fight.WordAuto, in.Name, "", in.Why)
}

// ask has the GM asked again. That ends what all has begun, and turns on the asking of a session that began without it.
func (c Client) ask(_ context.Context, in Who) (StepsMade, error) {
	c.Ask, c.taking = true, autoTaking{}
	return c.say(fight.WordAsk, in.Name, "", in.Why)
}

// giveSeat gives a seat or a side to another player. The description of the player is what the record keeps, in the
// form in which a resumed session reads it.
func (c Client) giveSeat(_ context.Context, in hands) (StepsMade, error) {
	name, err := c.seatOrSide(in.Name)
	if err != nil {
		return StepsMade{}, err
	}
	if name == "" {
		return StepsMade{}, text.Problem{What: "nobody is named",
			Want: "a seat and who plays it, as in " + c.Roster()[0].Name + "=greedy"}
	}
	if strings.TrimSpace(in.Plays) == "" {
		return StepsMade{}, text.Problem{What: "it is not said who plays " + name,
			Want: "a person or an agent: human, search, greedy or random"}
	}
	a, err := c.readPlayer(in.Plays)
	if err != nil {
		return StepsMade{}, err
	}
	return c.resultOf(c.Say(rules.Step{Word: fight.WordSeat, For: name, What: a.String(), Why: in.Why}))
}

// PlayerRights is what players may do for themselves besides deciding.
type PlayerRights struct {
	Hint bool `json:"hint,omitempty"` // ask what would be best for them, and what speaks against a choice
	Undo bool `json:"undo,omitempty"` // take back their own last choice
}

// String returns the rights as a record has them: "hint, undo", or "nothing".
func (a PlayerRights) String() string {
	return cmp.Or(strings.Join(text.If(a.Hint, "hint").If(a.Undo, "undo"), ", "), "nothing")
}

// readRights reads the rights. Unknown words give none.
func readRights(line string) PlayerRights {
	words := rightsIn(line)
	return PlayerRights{Hint: slices.Contains(words, "hint"), Undo: slices.Contains(words, "undo")}
}

// rightsIn returns the words of a line, which may have commas between them as a record has.
func rightsIn(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' })
}

// PlayersMay returns the present rights of players: those that the GM gave last, else [Session.Players].
func (s *Session) PlayersMay() PlayerRights {
	if may := s.ordersNow().rights; may != nil {
		return *may
	}
	return s.Players
}

func (c Client) players(_ context.Context, in PlayerRights) (StepsMade, error) {
	return c.resultOf(c.Say(rules.Step{Word: fight.WordPlayers, What: in.String()}))
}
