package keep

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/stage"
)

// phases has a row for each phase: whose decision or throw it is, what may be decided, what that does, and its words
// for people.
var phases [phaseCount]stage.Phase[Game, State]

func init() { // no literal above: the functions of a row read the table themselves
	const opening, round, contest = "the opening of the fight", "the beginning of the round", "the contest"
	plain := func(do uint16) *rules.Action { return new(bareAction(do)) }
	always := func(*Game, *State) bool { return true }
	either := func(yes, no uint16) func(*Game, *State, []rules.Action) []rules.Action {
		return func(_ *Game, _ *State, buf []rules.Action) []rules.Action {
			return append(buf, bareAction(yes), bareAction(no))
		}
	}
	phases = [phaseCount]stage.Phase[Game, State]{
		phOver: {Kind: rules.Over, Seat: func(*Game, *State) rules.Seat { return rules.Nobody }, UnderWay: opening, DecisionKind: "dice"},
		// The opening of the fight: Initiative Values, ties, and the stances of round 1 (RK-03 to RK-07).
		phInitiative: {Kind: rules.Chance, Seat: seatBy, UnderWay: opening, DecisionKind: "dice",
			Odds: (*Game).initiativeOdds, Check: (*Game).describeRoll, Play: (*Game).takeInitiative,
			Words: func(_ *Game, _ *State, a rules.Action) string { return fmt.Sprint(a.N) }},
		phTie: {Kind: rules.Chance, Seat: seatBy, UnderWay: opening, DecisionKind: "dice",
			Odds: (*Game).tieOdds, Check: (*Game).describeTie, Play: (*Game).takeTieWinner,
			Words: func(g *Game, _ *State, a rules.Action) string { return g.name(int(a.At)) + " first" }},
		phOpening: {Kind: rules.Decide, Seat: seatBy, Begins: always, UnderWay: opening, DecisionKind: "stance",
			Actions: func(g *Game, s *State, buf []rules.Action) []rules.Action { return g.listStances(s, int(s.by), buf) },
			Play:    (*Game).takeOpening},
		// The beginning of a round: Void Points, from the lowest Initiative Value up (R-RK-50).
		phRound: {Kind: rules.Decide, Seat: seatBy, Begins: always, UnderWay: round, DecisionKind: "void", Actions: (*Game).listVoidUses, Play: (*Game).takeVoidUse},
		// A turn: its stance, except in round 1, then actions until the actor has nothing more to do.
		phStance: {Kind: rules.Decide, Seat: seatActing, Begins: always, DecisionKind: "stance",
			Actions: func(g *Game, s *State, buf []rules.Action) []rules.Action { return g.listStances(s, int(s.actor), buf) },
			Play:    (*Game).chooseStance},
		phAct: {Kind: rules.Decide, Seat: seatActing, Begins: func(g *Game, s *State) bool { return s.firstRound != 0 && g.isUntouched(s) },
			Actions: func(g *Game, s *State, buf []rules.Action) []rules.Action {
				return g.listNeverminds(s, g.turnActions(s, buf, everySquare))
			},
			Play: (*Game).takeAction},
		// A test: what is called on the roll, then the dice.
		phCall: {Kind: rules.Decide, Seat: seatBy, DecisionKind: "call", Plain: plain(doRoll), Actions: (*Game).listCalls, Play: (*Game).takeCall},
		phTest: {Kind: rules.Chance, Seat: seatBy, DecisionKind: "dice",
			Odds: (*Game).testOdds, Check: (*Game).describeTest, Words: (*Game).testWords, Play: (*Game).takeTest},
		// A contest: what each contender adds, then the dice of all.
		phEffort: {Kind: rules.Decide, Seat: seatBy, UnderWay: contest, DecisionKind: "reaction", Plain: plain(doNoMore),
			Actions: func(g *Game, s *State, buf []rules.Action) []rules.Action { return g.listEfforts(s, int(s.by), buf) },
			Play:    (*Game).takeEffort},
		phContest: {Kind: rules.Chance, Seat: seatActing, UnderWay: contest, DecisionKind: "dice",
			Odds: (*Game).contestWinOdds, Check: (*Game).describeContest, Words: (*Game).winnerWords, Play: (*Game).takeWinner},
		// Damage: what the attacker adds, the dice, and a Void Point of the target against it.
		phStrike: {Kind: rules.Decide, Seat: seatActing, DecisionKind: "damage", Plain: plain(doRoll), Actions: (*Game).listDamageGains, Play: (*Game).takeGain},
		phDamage: {Kind: rules.Chance, Seat: seatActing, DecisionKind: "dice",
			Odds: (*Game).damageOdds, Check: (*Game).describeDamage, Play: (*Game).takeDamage,
			Words: func(_ *Game, _ *State, a rules.Action) string { return fmt.Sprintf("%d damage", max(0, int(a.N))) }},
		phEndure: {Kind: rules.Decide, Seat: func(_ *Game, s *State) rules.Seat { return rules.Seat(s.at) }, DecisionKind: "reaction", Plain: plain(doTake),
			Actions: either(doTake, doEndure), Play: (*Game).takeEndure},
		// What follows an attack: where a Push or Pull leads, and the attack that an Extra Attack has given.
		phShove: {Kind: rules.Decide, Seat: seatActing, DecisionKind: "move", Plain: plain(doStay), Actions: (*Game).listShoves, Play: (*Game).takeShove},
		phExtra: {Kind: rules.Decide, Seat: seatActing, UnderWay: "the action", DecisionKind: "attack",
			Actions: func(g *Game, s *State, buf []rules.Action) []rules.Action {
				return append(g.listAttacks(s, buf), bareAction(doEnd))
			},
			Play: (*Game).takeExtraAttack},
		// The end of a grapple, asked of all who are in it.
		phAgree: {Kind: rules.Decide, Seat: seatBy, DecisionKind: "grapple", Plain: plain(doRefuse),
			Actions: either(doAgree, doRefuse), Play: (*Game).takeAgreement},
		// The order of effects, of a round and of a turn. Nothing else is under way then.
		phFirst: {Kind: rules.Decide, Seat: seatBy, Begins: func(_ *Game, s *State) bool { return s.answered == 0 && s.orderPass == 0 },
			UnderWay: round, DecisionKind: "upkeep", Actions: (*Game).listFirstOrLast, Play: (*Game).takeFirstOrLast},
		phWhich: {Kind: rules.Decide, Seat: seatActing, DecisionKind: "upkeep", Actions: (*Game).listTurnEffects, Play: (*Game).takeFirstEffect},
	}
}

func seatActing(_ *Game, s *State) rules.Seat { return rules.Seat(s.actor) }

func seatBy(_ *Game, s *State) rules.Seat { return rules.Seat(s.by) }
