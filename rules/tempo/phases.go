package tempo

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/stage"
	"kokyu/rules/tempo/rows"
)

// phases has a row for each phase: whose decision or throw it is, what may be decided, what is done with it, and how
// people read it. The functions stand in the files of their sections of the document.
var phases [phaseCount]stage.Phase[Game, State]

func init() { // the functions of a row ask what another says
	const opening, action = "the opening of the fight", "the action"
	plain := func(do uint16) *rules.Action { return &rules.Action{Do: do, At: rules.Nobody} }
	phases = [phaseCount]stage.Phase[Game, State]{
		phOver: {Kind: rules.Over, Seat: func(*Game, *State) rules.Seat { return rules.Nobody }, UnderWay: opening, DecisionKind: "dice"},
		// The opening of the fight: who wins the initiative, and who begins where the winner may choose that.
		phInitiative: {Kind: rules.Chance, Seat: func(g *Game, _ *State) rules.Seat { return rules.Seat(g.order[0]) }, UnderWay: opening, DecisionKind: "dice",
			Odds: (*Game).initiativeOdds, Check: (*Game).describeInitiative, Throw: (*Game).throwInitiative, Read: (*Game).readInitiative,
			Words: func(g *Game, _ *State, a rules.Action) string { return g.name(int(a.At)) },
			Play:  (*Game).takeInitiative},
		phBegin: {Kind: rules.Decide, Seat: whoActs, UnderWay: opening, DecisionKind: "opening",
			Actions: (*Game).listBeginners, Words: (*Game).beginWords,
			Play: func(g *Game, s *State, a rules.Action, log *rules.Log) { g.begin(s, int(a.At), log) }},
		// A turn between two actions. Here a position can be written down, changed by a GM, or go on with another roster.
		phTurn: {Kind: rules.Decide, Seat: whoActs, Begins: func(*Game, *State) bool { return true }, UnderWay: action,
			Actions: (*Game).listProactive, Words: (*Game).declarationWords, Play: (*Game).declare,
			Cost: func(g *Game, s *State, a rules.Action) int { return int(g.declarationPrice(s, a)) }},
		// An action under way: its secret, its answers, what replaces it, the dice, damage, and the steps that its
		// outcome allows.
		phSecret: {Kind: rules.Commit, Seat: whoActs, UnderWay: action, DecisionKind: "feint", Plain: plain(doEarnest),
			Actions: func(_ *Game, _ *State, buf []rules.Action) []rules.Action {
				return append(buf, rules.Action{Do: doEarnest, At: rules.Nobody}, rules.Action{Do: doFeign, At: rules.Nobody})
			},
			Words: func(_ *Game, _ *State, a rules.Action) string { return intents[a.Do-doEarnest] },
			Play:  (*Game).takeIntent},
		phReact: {Kind: rules.Decide, Seat: whoAnswers, UnderWay: action, DecisionKind: "reaction", Plain: plain(doNothing),
			Actions: func(g *Game, s *State, buf []rules.Action) []rules.Action {
				return append(g.listReactions(s, int(s.by), buf, unlimited), rules.Action{At: rules.Nobody})
			},
			Words: func(g *Game, s *State, a rules.Action) string { return g.usingWords(int(s.by), a) },
			Cost:  func(g *Game, s *State, a rules.Action) int { return int(g.price(s, int(s.by), a.Do, a.With)) },
			Play:  (*Game).takeReaction},
		phTempo: {Kind: rules.Decide, Seat: whoActs, UnderWay: action, DecisionKind: "counter-tempo", Plain: plain(doKeep),
			Actions: func(g *Game, s *State, buf []rules.Action) []rules.Action {
				return append(g.listCounterTempos(s, buf, unlimited), rules.Action{Do: doKeep, At: rules.Nobody})
			},
			Words: func(g *Game, s *State, a rules.Action) string { return g.usingWords(int(s.actor), a) },
			Cost:  func(g *Game, s *State, a rules.Action) int { return int(g.surcharge(s, a.Do, a.With)) },
			Play:  (*Game).takeCounterTempo},
		phCheck: {Kind: rules.Chance, Seat: (*Game).thrower, UnderWay: action, DecisionKind: "dice",
			Odds: (*Game).checkOdds, Check: (*Game).describeCheck, Throw: (*Game).throwResults, Read: (*Game).readResults,
			Words: (*Game).verdictWords, Play: (*Game).takeCheck},
		phDamage: {Kind: rules.Chance, Seat: whoAnswers, UnderWay: action, DecisionKind: "dice",
			Odds: (*Game).damageOdds, Check: (*Game).describeDamage, Throw: (*Game).throwDamage, Read: (*Game).readDamage,
			Words: func(g *Game, s *State, a rules.Action) string {
				return rows.CategoryNames[g.damageCategory(new(g.damageRoll(s)), a.N)] + " wound"
			},
			Play: (*Game).takeDamage},
		phStep: {Kind: rules.Decide, Seat: whoAnswers, UnderWay: action, DecisionKind: "move",
			Actions: func(g *Game, s *State, buf []rules.Action) []rules.Action { return g.listSteps(s, buf, unlimited) },
			Words:   (*Game).stepWords, Play: (*Game).takeStep},
		// The end of the turn.
		phStamina: {Kind: rules.Chance, Seat: whoActs, UnderWay: "the turn", DecisionKind: "dice",
			Odds: (*Game).recoveryOdds, Check: (*Game).describeRecovery, Throw: (*Game).throwResults, Read: (*Game).readRecovery,
			Words: func(g *Game, s *State, a rules.Action) string {
				return fmt.Sprintf("%d AP", g.apAfter(s, g.recoveryResult(s, a.N)))
			},
			Play: (*Game).takeRecovery},
	}
}

func whoActs(_ *Game, s *State) rules.Seat { return rules.Seat(s.actor) }

func whoAnswers(_ *Game, s *State) rules.Seat { return rules.Seat(s.by) }
