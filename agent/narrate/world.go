package narrate

import (
	"slices"
	"strings"
)

// Where a fight is, in words.

// setting is an encounter's own words, by aspect.
type setting map[string]string

// is says whether an aspect is known to be one of these.
func (s setting) is(aspect string, words ...string) bool { return slices.Contains(words, s[aspect]) }

// scene is the setting in words, a few to each aspect; nothing if no place is known.
func (s setting) scene() string {
	if s["place"] == "" {
		return ""
	}
	where := placed[s["place"]] + trees[s["trees"]] + waters[s["water"]] + "."
	var when []string
	for _, word := range []string{s["season"], lights[s["light"]], skies[s["weather"]]} {
		if word != "" && (word != skies[s["weather"]] || !s.is("roof", "indoors")) {
			when = append(when, word)
		}
	}
	if len(when) > 0 {
		where += " " + capital(strings.Join(when, ", ")) + "."
	}
	if under := grounds[s["ground"]]; under != "" {
		where += " " + under
	}
	return where
}

// What the aspects of a setting are called.
var (
	placed = map[string]string{"road": "A road", "crossroads": "A place where two roads cross", "gate": "The front of a gate", "alley": "An alley two people wide", "hall": "A practice hall",
		"yard": "A swept yard", "roof": "A roof, and on it no rail", "beach": "A beach", "pass": "The top of a pass", "bridge": "A bridge", "ford": "A ford",
		"tavern": "A tavern, the tables in everybody's way", "field": "An open field", "pit": "A pit with a lid on it"}
	trees   = map[string]string{"cedars": " between cedars", "pines": " among pines", "bamboo": " with bamboo to the left and right of it", "reeds": " with reeds to the left and right of it"}
	waters  = map[string]string{"sea": ", the sea beside it", "river": ", a river below", "paddy": ", flooded paddies to either side"}
	lights  = map[string]string{"day": "full day", "dawn": "first light", "dusk": "dusk", "night": "night", "lamps": "lamplight"}
	skies   = map[string]string{"clear": "clear sky", "cloud": "a grey sky", "rain": "rain", "snow": "snow", "fog": "fog", "wind": "wind"}
	grounds = map[string]string{"earth": "Bare earth underfoot.", "mud": "Mud underfoot.", "grass": "Grass underfoot.", "sand": "Sand underfoot.", "gravel": "Gravel underfoot.",
		"stone": "Stone underfoot.", "planks": "Planks underfoot.", "tiles": "Tiles underfoot.", "mats": "Mats underfoot.", "rock": "Rock underfoot."}
)
