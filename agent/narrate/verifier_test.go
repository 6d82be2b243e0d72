package narrate_test

import (
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
)

// paragraph is a paragraph of breath with facts written as a frame, the letters and the family of the weapon.
func paragraph(facts ...string) narrate.Paragraph {
	p := narrate.Paragraph{Setting: map[string]string{"weather": "rain", "ground": "mud"}}
	for i, line := range facts {
		w := append(strings.Fields(line), "", "", "")
		f := narrate.Fact{ID: string(rune('a' + i)), By: w[1], To: strings.Trim(w[2], "-"), Required: true,
			Moment: narrate.Facts{Frame: w[0], Family: w[3], Actor: true, Weapon: w[3] != ""}}
		p.Facts = append(p.Facts, f)
	}
	return p
}

// Whatever is set behind a true sentence and is not so, the passage is refused.
func TestNothingFalseIsToldBehindATruth(t *testing.T) {
	v := narrate.NewVerifier(agent.Dialect("breath"))
	for _, c := range []struct {
		fact, truth string
		lies        []string
	}{
		{"wound A B blade", "{A} cuts {B} with the sword.", []string{
			"{B}'s blood splashes {A}'s sleeve and the wound is huge.", "{A} bleeds too.", "Blood wets {A}.", "{A} is bleeding.", "A cut opens on {A}.", "{B} bleeds badly.", "{B} has a terrible gash.",
			"The wound is severe.", "It is a deep wound.", "It goes to the bone.", "{B} is unhurt.", "It leaves no mark.", "No blood flows.", "{B} does not bleed.", "{B} feels nothing.", "It is nothing.",
			"{B} has no wound.", "There is no wound.", "{B} is not wounded.", "The cut misses.", "{A} misses {B}.", "{B} parries it.", "{B} evades {A}.", "{B} falls.", "{B} drops.", "{B} is dead.", "{B} dies.",
			"{B} goes down.", "{B} lies on the ground.", "That is the end for {B}.", "{B} perishes.", "{B} is finished.", "{A} kills {B}.", "{B} cuts {A}.", "{B} strikes {A}.", "{B} hits {A} in return.",
			"{B} drops the sword.", "{A} loses the sword.", "{A} stabs {B} with the dagger.", "{A} swings the club.", "{A}'s axe gleams.", "{B}'s spear hangs low.", "The snow is red.", "Snow falls.", "The night is cold.",
			"The sun shines.", "It is dark.", "{A} hits {B} in the leg.", "{B}'s throat bleeds.", "{B} clutches an arm.", "{C} watches.", "A friend watches.", "{A} plans a thrust.", "{A} will strike again.",
			"{A} has a parry ready.", "{B} is out of breath.", "{A} feints.", "It is a feint.", "{B} flees.", "{B} runs across the road.", "{A} wins.", "{A} rests.", "{B} breaks free.", "{A} grabs {B}.",
			"{B} loses balance.", "{B} stands open.", "{B}'s guard breaks.", "{A} reloads the gun.", "{A} hides.", "Death takes {B}.", "{B} meets an end.", "{B} pays with all there is.", "{B} hits the mud.",
			"{B} kneels and is no more.", "{B} is knocked out.", "{B} stays down.", "{B} does not get up.", "{B} cannot rise.", "Nothing of it touches {B}.", "{B} avoids it.", "{A} only grazes the air.",
			"{B}'s arm is cut.", "{A} strikes {B} dead.", "{A} cuts {B} down.", "{A} runs {B} through.", "{B} is run through.", "{A} takes a wound from {B}.", "{B} gives {A} a wound.", "{A} is hit.", "Two blows land on {A}.",
		}},
		{"held A B staff", "{A} parries {B}'s blow with the staff.", []string{
			"{A} bleeds.", "{B} bleeds.", "{A} is hit.", "{B} falls.", "The parry fails.", "{B}'s blow lands.", "{B} wounds {A}.", "{A} wounds {B}.", "{A} hits {B}.", "{A} strikes {B}.", "The staff breaks.",
			"{A} is pushed back.", "{B} drops the sword.", "{B}'s sword rings.", "{A} ducks.", "The arm bleeds.", "Blood drips.", "There is blood.", "A wound opens.", "{B} misses {A} with the spear.", "{A} counters.",
		}},
		{"miss A B blade", "{A}'s cut misses {B}.", []string{
			"{B} parries.", "{B} bleeds.", "It hits {B}.", "{A} hits {B}.", "{B} is cut.", "{A}'s sword touches {B}.", "{B} falls.", "{A} falls.", "{A} stumbles.", "{B} strikes {A}.", "It draws blood.",
			"It grazes {B}.", "{B} is not missed.", "{A} does not miss.", "The sword finds {B}.", "{A}'s axe misses too.", "{B} counters.", "{B} is scratched.", "{B} loses blood.",
		}},
		{"fall A B spear", "{A}'s spear brings {B} down.", []string{
			"{B} stands.", "{B} gets up.", "{B} is unhurt.", "{B} rises.", "{B} keeps both feet.", "{B} is still standing.", "{B} fights on.", "{B} only staggers.", "{B} is merely wounded.", "{B} dies.",
			"{A} falls.", "{A} goes down with {B}.", "{A} bleeds.", "{B} is dead.", "It is only a scratch.", "It misses {B}.", "{B} parries it.", "{B} evades it.", "{B} does not fall.", "{B} remains on both feet.",
		}},
		{"critical A B blade", "{A} wounds {B} deeply.", []string{
			"{B} is barely hurt.", "The wound is a small one.", "It is a graze.", "{B} has only a scratch.", "The cut is shallow.", "It hardly bleeds.", "{B} escapes with a scratch.", "No harm is done.", "It does no harm.",
			"There is no harm in it.", "{B} is scarcely touched.", "The blade only nicks {B}.", "It is not much.", "It is not deep.", "{B} is not badly hurt.", "The wound is light.", "{B} shrugs it off.", "No mark is left.",
			"{B} is none the worse.", "{B} comes out of it whole.", "No blood is drawn.", "{B} takes no wound.", "{B} suffers nothing.", "{B} suffers little.", "It leaves {B} unhurt.", "{B} remains unhurt.", "Without harm {B} stands there.",
			"{B} is safe.", "{B} stays whole.", "{B} stays unhurt.", "{B} walks away from it.", "{B} seems unhurt.",
		}},
	} {
		p := paragraph(c.fact)
		if got := v.Check(p, narrate.Whole(p, c.truth)); !got.OK {
			t.Errorf("%s: refused %q: %v", c.fact, c.truth, got.Reasons)
		}
		for _, lie := range c.lies {
			for _, text := range []string{c.truth + " " + lie, strings.TrimSuffix(c.truth, ".") + ", and " + strings.TrimSuffix(lie, ".") + "."} {
				text = strings.ReplaceAll(strings.ReplaceAll(text, ", and It ", ", and it "), ", and The ", ", and the ")
				text = strings.ReplaceAll(strings.ReplaceAll(text, ", and There ", ", and there "), ", and No ", ", and no ")
				if got := v.Check(p, narrate.Whole(p, text)); got.OK {
					t.Errorf("%s: told %q, claims %v", c.fact, text, got.Sentences)
				}
			}
		}
	}
}

// What a dialect says its frames mean can be read, is of frames it has, and is there for every moment of a fight that has
// somebody in it, but for those of which plain English has no word that would not say more.
func TestEveryFrameMeansSomething(t *testing.T) {
	silent := strings.Fields("step_held at_issoku")
	for _, system := range agent.Systems() {
		d := agent.Dialect(system)
		narrate.NewVerifier(d) // it would break over a meaning that cannot be read
		frames := map[string]bool{}
		for _, f := range d.Frames {
			frames[f.Name] = true
			if f.Needs != "" && d.Means[f.Name] == "" && !slices.Contains(silent, f.Name) {
				t.Errorf("%s: the frame %s means nothing", system, f.Name)
			}
		}
		for name := range d.Means {
			if !frames[name] {
				t.Errorf("%s: %q means something and is no frame", system, name)
			}
		}
	}
}

// A name is a slot before anything is read, wherever it stands as a word, and a name again in what is said of it.
func TestAChroniclesNamesAreSlots(t *testing.T) {
	c, err := narrate.NewChronicle(narrate.Options{Roster: []rules.Fighter{{Name: "Ann"}, {Name: "Ann Lee", Side: 1}, {Name: "the cuts"}}}, agent.Dialect("breath"), nil)
	if err != nil {
		t.Fatal(err)
	}
	open := c.Open("Ann Lee and Ann's hand; Anna, the cuts.")
	if want := "{B} and {A}'s hand; Anna, {C}."; open != want {
		t.Errorf("got %s, want %s", open, want)
	}
	if got, want := c.Names(open), "Ann Lee and Ann's hand; Anna, the cuts."; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
