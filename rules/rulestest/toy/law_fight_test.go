package toy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/rules/stage"
	"kokyu/rules/strict"
)

type (
	// Catalogue is that of the toy.
	Catalogue = stage.Rows[Row]
	fightOf   = fight.Fight
)

func overlay(rows Catalogue, name string, data []byte) (Catalogue, error) {
	return book.Overlay(rows, name, data)
}

func begun(encounter []byte, rows Catalogue) (*fight.Fight, error) {
	g, err := spec.Read(strict.Parse("encounter.yaml", encounter), rows)
	if err != nil {
		return nil, err
	}
	return fight.New(rules.System[State](g), fight.Header{System: spec.Name}), nil
}

// bout begins a fight in the front room: us and them are the insides of rows, over plain ones.
type bout struct{ rulestest.Bout }

func stand(t *testing.T, us, them []string, more ...string) *bout {
	t.Helper()
	text := "version: 1\nsystem: toy\ntitle: A Law\nrows:\n  version: 1\n  combatants:\n"
	sides := "sides:\n"
	for side, rows := range [][]string{us, them} {
		sides += fmt.Sprintf("  - {name: s%d, fighters: [", side)
		for k, inside := range rows {
			name := string("ABXY"[2*side+k])
			text += "  " + rulestest.Row(strings.ToLower(name), inside, "hit points: 10", "armour class: 15", fmt.Sprintf("initiative: %d", 9-4*side-k),
				"attacks: [{name: blow, bonus: 5, damage: 1d8+2}, {name: shot, bonus: 5, damage: 1d6, far: true}]")
			sides += fmt.Sprintf("{who: %s, at: front room}, ", strings.ToLower(name))
		}
		sides += "]}\n"
	}
	g := loaded(t, text+sides+strings.Join(more, "\n"))
	return &bout{rulestest.Bout{T: t, F: fight.New(rules.System[State](g), fight.Header{System: spec.Name})}}
}

// play makes decisions, words, and throws dice, []int.
func (b *bout) play(steps ...any) *bout {
	b.T.Helper()
	b.Play(func(step any) []int { return step.([]int) }, steps...)
	return b
}

// wantThrow is what the dice have to show now.
func (b *bout) wantThrow(goal string) {
	b.T.Helper()
	if c := b.F.Check(); c.GoalText() != goal {
		b.T.Errorf("the throw is %q, want %q", c.GoalText(), goal)
	}
}

func (b *bout) wantTurn(name string) {
	b.T.Helper()
	if got := b.F.Name(b.F.Turn().Seat); got != name {
		b.T.Errorf("it is %s's turn, want %s's", got, name)
	}
}

var plain = []string{""}

// TY-01
func TestTurnsAreInTheOrderOfInitiative(t *testing.T) {
	b := stand(t, []string{"initiative: 3", "initiative: 3"}, []string{"initiative: 7"})
	for _, name := range []string{"X", "A", "B", "X"} {
		b.wantTurn(name)
		b.play("end turn")
	}
}

// TY-02
func TestATurnIsAMoveAndAnAction(t *testing.T) {
	b := stand(t, plain, plain)
	b.Edit("X reaction=0")
	b.play("go to the back room", "dodge")
	if got := b.Words(); !slices.Equal(got, []string{"end turn"}) {
		t.Errorf("after a move and an action %q is legal, want the end of the turn", got)
	}
	b.play("end turn", "shot > A", []int{2, 3}) // the other way round: TY-02
	b.WantOffered(true, "go to the back room")
	b.WantOffered(false, "dodge", "shot > A")
}

// TY-03
func TestAnAttackHitsWithTheArmourClass(t *testing.T) {
	b := stand(t, plain, plain).play("blow > X")
	b.wantThrow("1d20+5 >= 15")
	b.play([]int{9})
	b.WantSheet("X", "hit points", "10 of 10")
	b = stand(t, plain, plain).play("blow > X", []int{10}, []int{1})
	b.WantSheet("X", "hit points", "7 of 10")
}

// TY-04
func TestATwentyHitsAndAOneMisses(t *testing.T) {
	b := stand(t, plain, []string{"armour class: 25"}).play("blow > X", []int{19}) // 24 against 25
	b.WantSheet("X", "hit points", "10 of 10")
	stand(t, plain, []string{"armour class: 25"}).play("trip > X", []int{20}).WantSheet("X", "is", "prone")
	stand(t, plain, []string{"armour class: 5"}).play("trip > X", []int{1}).WantSheet("X", "is", "")
}

// TY-05
func TestAHitTakesItsDamageAndAtNothingItFalls(t *testing.T) {
	b := stand(t, []string{"attacks: [{name: tap, bonus: 5, damage: 1d4-3}]"}, []string{"hit points: 2"}).play("tap > X", []int{15}, []int{1})
	b.WantSheet("X", "hit points", "1 of 2")
	b.play("end turn", "end turn", "tap > X", []int{15}, []int{4})
	if b.F.Turn().Kind != rules.Over || len(b.Events("down")) != 1 {
		t.Errorf("X has not fallen: %v", b.Told)
	}
}

// TY-06
func TestAdvantageKeepsTheBetterDieAndCancelsOut(t *testing.T) {
	b := stand(t, plain, plain)
	b.Edit("X prone=1")
	b.play("blow > X")
	b.wantThrow("the highest of 2d20+5 >= 15")
	b.play([]int{3, 10}) // 15 hits
	if e := b.Events("check"); len(e) != 1 || e[0].Total != 15 || !e[0].OK {
		t.Errorf("the check is %+v, want 15 from the 10", e)
	}
	b = stand(t, plain, plain)
	b.Edit("X dodging=1")
	b.play("blow > X")
	b.wantThrow("the lowest of 2d20+5 >= 15")
	b.play([]int{20, 2})
	if b.Events("check")[0].OK {
		t.Error("the 20 counts")
	}
	b = stand(t, plain, plain)
	b.Edit("X dodging=1", "X prone=1", "X dazed=1") // two for it, one against it
	b.play("blow > X")
	b.wantThrow("1d20+5 >= 15")
}

// TY-07
func TestFoesStrikeAtWhoLeavesTheirRoom(t *testing.T) {
	b := stand(t, plain, []string{"", ""}).play("go to the back room")
	b.wantTurn("X")
	b.play("strike > A", []int{15}, []int{3}) // 5 of 10
	b.wantTurn("Y")
	b.play("let it go")
	b.WantSheet("A", "at", "back room")
	b.WantSheet("A", "hit points", "5 of 10")
	b.WantSheet("X", "reaction", "0 of 1")
	b.WantSheet("Y", "reaction", "1 of 1")
	b.play("end turn")
	b.WantSheet("X", "reaction", "1 of 1") // its own turn
	b = stand(t, []string{"hit points: 3"}, plain).play("go to the back room", "strike > A", []int{15}, []int{8})
	if e := b.Events("move"); len(e) > 0 {
		t.Errorf("who has fallen moves: %v", e)
	}
}

// TY-08
func TestProneIsWorseFromTheGround(t *testing.T) {
	b := stand(t, plain, plain)
	b.Edit("A prone=1")
	b.WantOffered(false, "go to the back room")
	b.play("blow > X")
	b.wantThrow("the lowest of 2d20+5 >= 15")
	b.play([]int{1, 1}, "get up")
	b.WantSheet("A", "is", "")
	b.WantSheet("A", "move", "0 of 1")
	b = stand(t, plain, plain)
	b.Edit("X prone=1", "X at=cellar")
	b.play("shot > X")
	b.wantThrow("the lowest of 2d20+5 >= 15")
}

// TY-09
func TestDazedIsWithoutMoveAndReaction(t *testing.T) {
	b := stand(t, plain, plain)
	b.Edit("X dazed=1")
	b.play("blow > X")
	b.wantThrow("the highest of 2d20+5 >= 15")
	b.play([]int{1, 1}, "go to the back room") // nobody strikes
	b.wantTurn("A")
	b.play("end turn")
	b.WantOffered(false, "go to the back room")
	b.play("end turn")
	b.WantSheet("X", "is", "")
}

// TY-10
func TestDodgingLastsToOnesOwnTurn(t *testing.T) {
	b := stand(t, plain, []string{"blast: {name: roar, damage: 2d6, save: 12, times: 1}"}).play("dodge", "end turn", "blow > A")
	b.wantThrow("the lowest of 2d20+5 >= 15")
	b.play([]int{1, 1}, "end turn")
	b.WantSheet("A", "is", "")
	b.play("dodge", "end turn", "blast the front room", []int{1, 1})
	b.wantThrow("the highest of 2d20 >= 12")
}

// TY-11
func TestABlastStrikesAllInARoom(t *testing.T) {
	b := stand(t, []string{"blast: {name: roar, damage: 2d6, save: 12, times: 1}"}, []string{"", ""}).
		play("blast the front room", []int{3, 4}, []int{12}, []int{11}, []int{13})
	b.WantSheet("A", "hit points", "7 of 10") // a friend, and itself
	b.WantSheet("X", "hit points", "3 of 10")
	b.WantSheet("X", "is", "dazed")
	b.WantSheet("Y", "hit points", "7 of 10")
	b.WantSheet("A", "blasts", "0 of 1")
	b.play("end turn", "end turn", "end turn")
	b.WantOffered(false, "blast the front room")
}

// TY-12
func TestADraughtGivesBackHitPoints(t *testing.T) {
	b := stand(t, []string{"draughts: 2"}, plain)
	b.WantOffered(false, "drink")
	b.Edit("A hit points=1")
	b.play("drink", []int{2, 3})
	b.WantSheet("A", "hit points", "8 of 10")
	b.WantSheet("A", "draughts", "1 of 2")
	b.play("end turn", "end turn", "drink", []int{4, 4})
	b.WantSheet("A", "hit points", "10 of 10")
}

// TY-13
func TestATripPutsOnTheGround(t *testing.T) {
	b := stand(t, plain, plain).play("trip > X", []int{15})
	b.WantSheet("X", "is", "prone")
	b.WantSheet("X", "hit points", "10 of 10")
	b.play("end turn", "end turn")
	b.WantOffered(false, "trip > X")
}

// R-TY-1
func TestAFightIsOverAfterItsRounds(t *testing.T) {
	b := stand(t, plain, plain, "rulings: {rounds: 1}").play("end turn", "end turn")
	if e := b.Events("end"); len(e) != 1 || e[0].Seat != "" || e[0].What != "the rounds are over" {
		t.Errorf("the end is %+v, want nobody's", e)
	}
}
