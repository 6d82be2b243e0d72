package breath

import (
	"cmp"

	"kokyu/rules"
	"kokyu/rules/stage"
)

// phaseRow is a row of phases. Rows of dice are of two kinds. Where doubles mean nothing, need, total and
// settle are set, and Odds, Check and the event are made from them. Elsewhere take is set, with the row's own Odds and
// Check.
type phaseRow struct {
	stage.Phase[Game, State]
	what string                                                         // what the check is called
	take func(g *Game, s *State, sum int8, double bool, log *rules.Log) // takes the dice

	need   func(g *Game, s *State) int8                     // the sum that the two dice must show
	total  func(g *Game, s *State) int8                     // the number to reach with all that is added; nil if nothing is
	settle func(g *Game, s *State, ok bool, log *rules.Log) // takes the result of the check
}

// phases has a row for each phase: who decides or throws, what may be decided, what the dice lead to, and what a GM is
// told to wait for. Turn, Actions, Odds, Check and roll read it.
var phases [phaseCount]phaseRow

// The rows are set in init, since functions that they name read phases: in the declaration that would be a cycle.
func init() {
	const breath, spell, lull = theBreath, "the spell", theLull
	type row = stage.Phase[Game, State]
	// orDecline offers a decision, or to decline it.
	orDecline := func(yes uint16) func(*Game, *State, []rules.Action) []rules.Action {
		return func(_ *Game, _ *State, buf []rules.Action) []rules.Action {
			return append(buf, rules.Action{Do: yes, At: rules.Nobody}, rules.Action{Do: doDecline, At: rules.Nobody})
		}
	}
	always := func(n int8) func(*Game, *State) int8 { return func(*Game, *State) int8 { return n } }
	// plain is the decision that adds nothing, which a search may assume (rules.Hooks.Plain).
	plain := func(do uint16) *rules.Action { return &rules.Action{Do: do, At: rules.Nobody} }
	phases = [phaseCount]phaseRow{
		phOver:   {Phase: row{Kind: rules.Over, Seat: func(*Game, *State) rules.Seat { return rules.Nobody }}},
		phCount:  {Phase: row{Kind: rules.Decide, Seat: seatActing, Begins: func(*Game, *State) bool { return true }, Actions: (*Game).firstManeuvers}},
		phBreath: {Phase: row{Kind: rules.Decide, Seat: seatActing, UnderWay: breath, Actions: (*Game).nextManeuvers}},
		phOverload: {Phase: row{Kind: rules.Chance, Seat: seatActing, UnderWay: breath}, what: "overload",
			need: (*Game).overloadCheckNeed, total: always(overloadNeed), settle: (*Game).takeOverload},
		phForceWay: {Phase: row{Kind: rules.Chance, Seat: func(g *Game, s *State) rules.Seat { return rules.Seat(s.mover()) }, UnderWay: "the move"},
			what: "breakthrough", total: (*Game).moveNeed,
			need: func(g *Game, s *State) int8 { return g.moveNeed(s) - g.forceMod(s, s.mover()) }, settle: (*Game).takeForce},
		phStrike: {Phase: row{Kind: rules.Chance, Seat: seatStriking, Odds: (*Game).blowOdds, Check: (*Game).describeAttack},
			what: "attack", take: (*Game).takeAttack},
		phAnswer: {Phase: row{Kind: rules.Decide, Seat: seatStruck, Actions: (*Game).answerActions}},
		phDefend: {Phase: row{Kind: rules.Chance, Seat: seatAnswering, Odds: (*Game).blowOdds, Check: (*Game).describeDefence},
			what: "defense", take: (*Game).takeDefence},
		phStray: {Phase: row{Kind: rules.Chance, Seat: seatStriking}, what: "stray shot",
			need: func(g *Game, _ *State) int8 { return g.rule.Stray }, settle: (*Game).takeStray},
		phLot: {Phase: row{Kind: rules.Chance, Seat: seatStriking, Odds: (*Game).lotOdds, Check: (*Game).describeLot}, what: "lot"},
		phFate: {Phase: row{Kind: rules.Decide, Plain: plain(doKeepDice), Actions: shiftActions,
			Seat: func(g *Game, s *State) rules.Seat { return phases[s.pausedPhase].Seat(g, s) }}},
		phBleed: {Phase: row{Kind: rules.Chance, Seat: seatActing, UnderWay: lull}, what: "bleeding",
			need: func(g *Game, s *State) int8 { return g.bleedingNeed(s, int(s.actor)) }, settle: (*Game).takeBleeding},
		phResist: {Phase: row{Kind: rules.Decide, Seat: func(_ *Game, s *State) rules.Seat { return rules.Seat(1 - s.actor) },
			UnderWay: "the half-step", Plain: plain(doDecline), Actions: orDecline(doResistStep)}},
		phContest: {Phase: row{Kind: rules.Chance, Seat: seatActing, UnderWay: "the contest", Check: (*Game).describeContest,
			Odds: func(g *Game, s *State, buf []rules.Odds) []rules.Odds { return g.contestOdds(s, buf, true) }}},
		phGrip: {Phase: row{Kind: rules.Chance, Seat: seatStruck}, what: "wrist",
			need: (*Game).gripNeed, total: always(gripTarget), settle: (*Game).takeGrip},
		phKata: {Phase: row{Kind: rules.Decide, Seat: seatParrying, Plain: plain(doDecline), Actions: orDecline(doKataStrike)}},
		phRoar: {Phase: row{Kind: rules.Chance, Seat: seatActing, UnderWay: "the order", Check: (*Game).describeRoar,
			Odds: func(g *Game, s *State, buf []rules.Odds) []rules.Odds { // a double matters only if it succeeds
				need := roarNeed - g.fighters[s.actor].roarBonus
				return mergeThrows(buf, func(sum int8, double bool) int16 { return bit(sum >= need) * (1 + bit(double)) })
			}},
			what: "roar", take: (*Game).takeRoar},
		phRaiseMorale:  {Phase: row{Kind: rules.Decide, Seat: seatActing, UnderWay: lull, Actions: orDecline(doRaiseMorale)}},
		phSecondTarget: {Phase: row{Kind: rules.Decide, Seat: seatActing, UnderWay: spell, Actions: (*Game).secondTargetActions}},
		phAllySpell: {Phase: row{Kind: rules.Decide, Seat: (*Game).answeringAlly, UnderWay: spell, Plain: plain(doDeclineSpell),
			Actions: func(g *Game, s *State, buf []rules.Action) []rules.Action {
				return append(g.answerSpellActions(s, int(g.answeringAlly(s)), buf), rules.Action{Do: doDeclineSpell, At: rules.Nobody})
			}}},
		phSpellAnswer: {Phase: row{Kind: rules.Chance, UnderWay: spell, Odds: (*Game).castOdds, Check: (*Game).describeCast,
			Seat: func(g *Game, s *State) rules.Seat {
				return rules.Seat(g.casters[s.currentBlow().answer>>spellCasterShift].seat)
			}},
			what: "casting", take: (*Game).takeSpellAnswer},
		phCast: {Phase: row{Kind: rules.Chance, Seat: seatActing, UnderWay: spell, Odds: (*Game).castOdds, Check: (*Game).describeCast},
			what: "casting", take: (*Game).takeCast},
		phFocus: {Phase: row{Kind: rules.Chance, UnderWay: spell, Seat: seatKeepingFocus}, what: "focus", need: (*Game).focusNeed,
			total: func(g *Game, s *State) int8 { return g.focusNeed(s) + g.focusMod(s, int(seatKeepingFocus(g, s))) }, settle: (*Game).takeFocus},
		phBurn: {Phase: row{Kind: rules.Chance, Seat: seatActing, UnderWay: lull}, what: "fire",
			need: func(g *Game, s *State) int8 { return g.burnNeed(s, int(s.actor)) }, total: always(burnTarget), settle: (*Game).takeBurn},
		phUnseal: {Phase: row{Kind: rules.Chance, Seat: seatActing, UnderWay: lull}, what: "seal",
			need: (*Game).unsealNeed, total: always(sealTarget), settle: (*Game).takeUnseal},
	}
}

// The seats that decide or throw.

func seatActing(_ *Game, s *State) rules.Seat   { return rules.Seat(s.actor) }
func seatStriking(_ *Game, s *State) rules.Seat { return rules.Seat(s.currentBlow().striker) }
func seatStruck(_ *Game, s *State) rules.Seat   { return rules.Seat(s.currentBlow().target) }

func seatAnswering(g *Game, s *State) rules.Seat {
	i, _ := g.answererOf(s.currentBlow())
	return rules.Seat(i)
}

func seatParrying(g *Game, s *State) rules.Seat {
	i, _, _ := g.kataStriker(s)
	return rules.Seat(i)
}

func seatKeepingFocus(g *Game, s *State) rules.Seat {
	return rules.Seat(g.casters[g.focusCaster(s)].seat)
}

// Actions under way that a GM's change may have to wait for, as in phaseRow.UnderWay.
const theBreath, theLull = "the breath", "the lull"

// underWay returns what a GM's change has to wait for.
func underWay(s *State) string { return cmp.Or(phases[s.phase].UnderWay, "the blow") }
