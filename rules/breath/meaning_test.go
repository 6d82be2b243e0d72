package breath

import (
	"strings"
	"testing"

	"kokyu/rules/fight"
)

// means returns what a decision sets going.
func (b *bout) means(words string) string {
	b.t.Helper()
	o, ok := b.option(words)
	if !ok {
		b.t.Fatalf("%q is not open: %q", words, b.words())
	}
	sys, s, _ := fight.At[State](b.f)
	return sys.(*Game).meaning(&s, o.Action)
}

func (b *bout) wantMeans(words string, want ...string) {
	b.t.Helper()
	got := b.means(words)
	for _, w := range want {
		if !strings.Contains(got, w) {
			b.t.Errorf("%s: got %q, want %q in it", words, got, w)
		}
	}
	if len(want) == 0 && got != "" {
		b.t.Errorf("%s: got %q, want nothing: its words say all", words, got)
	}
}

// An order says what the squad will do; a cut says all itself.
func TestAnOrderIsExplained(t *testing.T) {
	b := theLine("", "").begin(t)
	b.wantMeans("order Spears: strike > Levies", "Spears (5 men) make one roll at +", "against Defense 10", "the first of two")
	b.wantMeans("order Spears: charge > Levies", "their one attack of the round", "Defense is 2 lower")
	b.wantMeans("order Spears: advance > second front", "try to force their way")
	b.wantMeans("order Spears: withdraw", "their formation is over")
	b.wantMeans("order Spears: close ranks", "lands on Musashi falls on Spears")
	b.wantMeans("order all: shield wall", "2 squads hear it")
	b.wantMeans("horizontal cut > Kojiro")
	b.play("order Spears: shield wall")
	b.wantMeans("order Spears: spear wall", "strike the first enemy of a round", "the second of two")
}

// What a stage begins is said with what is still to pay, and the last with what a failure loses.
func TestAStageIsExplained(t *testing.T) {
	b := chanting(t, "talisman burst, goma flame king, great fireball", "")
	b.wantMeans("cast great fireball > Kojiro", "one of 5 slots of 1 dan")
	b.wantMeans("begin talisman burst", "The first of 2 stages of talisman burst", "a slot of 3 dan goes now", "2 Energy more in a later breath")
	b.wantMeans("begin goma flame king", "4 Energy more in a later round")
	b.wantMeans("force goma flame king > the scene", "8 Energy in one breath", "exhausts")
	b.play("begin talisman burst", "end the breath")
	b.until("Seimei counts")
	b.wantMeans("complete talisman burst > Kojiro", "The last of 2 stages", "2 Energy are paid already")
	b.play("let go of talisman burst", "begin goma flame king", "end the breath")
	b.until("Seimei counts")
	b.wantMeans("hurry goma flame king > the scene", "before its round", "exhausts")
}
