package book

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"kokyu/rules/strict"
)

// What an encounter and its rows say for tales only: no rule reads any of it.

// Scene is where an encounter takes place. Each aspect is one word of a closed list. No tale mentions an aspect that is
// left out.
type Scene struct {
	Place   string `yaml:"place,omitempty" json:"place,omitempty" oneof:"road crossroads gate alley hall yard roof beach pass bridge ford tavern field pit" doc:"What kind of place it is."`
	Ground  string `yaml:"ground,omitempty" json:"ground,omitempty" oneof:"earth mud grass sand gravel stone planks tiles mats rock" doc:"What they stand on."`
	Weather string `yaml:"weather,omitempty" json:"weather,omitempty" oneof:"clear cloud rain snow fog wind" doc:"What the sky does, where there is one."`
	Light   string `yaml:"light,omitempty" json:"light,omitempty" oneof:"day dawn dusk night lamps" doc:"What they see by."`
	Season  string `yaml:"season,omitempty" json:"season,omitempty" oneof:"spring summer autumn winter" doc:"The time of the year."`
	Roof    string `yaml:"roof,omitempty" json:"roof,omitempty" oneof:"indoors outdoors" doc:"Whether they fight under a roof."`
	Water   string `yaml:"water,omitempty" json:"water,omitempty" oneof:"none sea river paddy" doc:"The water beside them."`
	Trees   string `yaml:"trees,omitempty" json:"trees,omitempty" oneof:"none cedars pines bamboo reeds" doc:"What grows beside them."`
}

// Words returns the words of the scene by aspect, without those outside the lists, which a record may have.
func (s *Scene) Words() map[string]string {
	if s == nil {
		return nil
	}
	words := map[string]string{}
	for f, v := range reflect.ValueOf(*s).Fields() {
		aspect := strict.KeyOf(f)
		if slices.Contains(strings.Fields(f.Tag.Get("oneof")), v.String()) {
			words[aspect] = v.String()
		}
	}
	return words
}

// Person is what a tale may say of a combatant. The texts were written by a person: a tale uses them unchanged, and no
// language model sees them.
type Person struct {
	Epithet string `yaml:"epithet,omitempty" json:"epithet,omitempty" clean:"name" doc:"What a tale may call them, as in: the cur of the pass." group:"For the tale"`
	Wants   string `yaml:"wants,omitempty" json:"wants,omitempty" clean:"name" doc:"What they want, after the word wants: to be home before dark."`
	They    string `yaml:"they,omitempty" json:"they,omitempty" oneof:"she he it" doc:"What a tale may call them after their name: she, he or it. Without it, and where the row does not say it, a tale repeats the name."`
	Fears   string `yaml:"fears,omitempty" json:"fears,omitempty" clean:"name" doc:"What they fear, after the word fears: the captain's stick."`
	Won     string `yaml:"won,omitempty" json:"won,omitempty" clean:"name" doc:"What it comes to if their side wins, a sentence for the end: the road over the pass is free. It must be true however they win."`

	Being Being `yaml:"-" json:"-"` // what the row says of all its kind
}

// Being is what a tale may say of every combatant of a row.
type Being struct {
	Is       string `yaml:"is,omitempty" json:"is,omitempty" oneof:"person beast thing" doc:"What it is: person, beast or thing, as a puppet is; a person if not said. A beast or a thing is called it where nothing else is said."`
	They     string `yaml:"they,omitempty" json:"they,omitempty" oneof:"she he it" doc:"What a tale may call them after their name, where the line of an encounter does not say it."`
	TaleName string `yaml:"called,omitempty" json:"called,omitempty" clean:"name" doc:"How a tale calls the one person whose row it is: Musashi. Any other row is a noun: the bandit."`
}

// As returns a person with the Being of its row, b, which may be nil.
func (p Person) As(b *Being) Person {
	if b == nil {
		return p
	}
	p.Being = *b
	if p.They = cmp.Or(p.They, b.They); p.They == "" && (b.Is == "beast" || b.Is == "thing") {
		p.They = "it"
	}
	return p
}

// Words returns the words of Of that are in the list; a record may have others.
func (m *Make) Words() (of []string) {
	if m == nil {
		return nil
	}
	f, _ := reflect.TypeFor[Make]().FieldByName("Of")
	known := strings.Fields(f.Tag.Get("oneof"))
	for _, word := range m.Of {
		if slices.Contains(known, word) {
			of = append(of, word)
		}
	}
	return of
}

// Make is what a weapon is made of and does, where its family does not say it.
type Make struct {
	Of     []string `yaml:"of" must:"be there" json:"of" max:"6" oneof:"edge point weight steel wood iron fist claw shot" doc:"What it is made of and does: edge, point, weight, steel, wood, iron, fist, claw, shot."`
	Source string   `yaml:"source" must:"be there" json:"source" oneof:"seed site ruling house" doc:"Where that comes from."`
}

// MarshalYAML writes both keys; yaml would take the tag must for a mistake.
func (m Make) MarshalYAML() (any, error) {
	return struct {
		Of     []string `yaml:"of,flow"`
		Source string   `yaml:"source"`
	}(m), nil
}
