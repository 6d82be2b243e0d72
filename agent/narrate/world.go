package narrate

import (
	"slices"
	"strings"
)

// Where a fight is, in words.

// setting is an encounter's own words, by aspect.
type setting map[string]string

// is reports whether an aspect is known to be one of these.
func (s setting) is(aspect string, words ...string) bool { return slices.Contains(words, s[aspect]) }

// scene returns the setting in a sentence or two; nothing if no place is known.
func (s setting) scene() string {
	if s["place"] == "" {
		return ""
	}
	water := waters[s["water"]]
	switch {
	case s.is("place", "bridge") && s.is("water", "river"):
		water = " over a river"
	case s.is("place", "ford"):
		water = ""
	}
	where := placed[s["place"]] + water + trees[s["trees"]] + before(", ", s.when()) + "."
	under := grounds[s["ground"]]
	sky := skies[s["weather"]]
	if s.is("roof", "indoors") {
		sky = ""
	}
	switch {
	case sky != "" && under != "":
		where += " " + sky + ", and there " + under + " underfoot."
	case sky != "":
		where += " " + sky + "."
	case under != "":
		where += " There " + under + " underfoot."
	}
	return where
}

// when returns the time of day and of the year: "at dusk in autumn".
func (s setting) when() string {
	light, season := lights[s["light"]], s["season"]
	if season != "" {
		season = "in " + season
	}
	return strings.TrimSpace(light + " " + season)
}

// What the aspects of a setting are called.
var (
	placed = map[string]string{"road": "A road", "crossroads": "A place where two roads cross",
		"gate": "The ground before a gate", "alley": "A narrow alley", "hall": "A practice hall",
		"yard": "A swept yard", "roof": "A roof without a rail", "beach": "A beach", "pass": "The top of a pass", "bridge": "A bridge", "ford": "A river ford",
		"tavern": "A tavern full of tables", "field": "An open field", "pit": "A pit with a lid on it"}
	trees  = map[string]string{"cedars": " between cedars", "pines": " among pines", "bamboo": " with bamboo on both sides", "reeds": " with reeds on both sides"}
	waters = map[string]string{"sea": " by the sea", "river": " on a river", "paddy": " between flooded paddies"}
	lights = map[string]string{"day": "by day", "dawn": "at first light", "dusk": "at dusk", "night": "at night", "lamps": "by lamplight"}
	skies  = map[string]string{"clear": "The sky is clear", "cloud": "The sky is grey", "rain": "It is raining",
		"snow": "It is snowing", "fog": "There is fog", "wind": "A wind is blowing"}
	grounds = map[string]string{"earth": "is bare earth", "mud": "is mud", "grass": "is grass", "sand": "is sand", "gravel": "is gravel", "stone": "is stone",
		"planks": "are planks", "tiles": "are tiles", "mats": "are mats", "rock": "is rock"}
)
