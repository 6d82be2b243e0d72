package book

import "kokyu/rules/text"

// Motive is why two sides fight, and what the first of each wants: told, and of no weight for anything else.
type Motive struct {
	About string
	Wants [2]string
}

// motives are those of encounters that nobody planned: true anywhere, whoever fights, and however it ends.
var motives = []Motive{
	{"A letter is on its way, and somebody has been paid to see that it does not arrive.", [2]string{"to deliver the letter", "to have the letter"}},
	{"An old debt is to be settled today, in silver or otherwise.", [2]string{"to be paid", "to owe nothing any more"}},
	{"A brother was killed last year, and those who are blamed for it have been found.", [2]string{"to avenge a brother", "to be left alone"}},
	{"Two lords claim the same village, and each has sent people to say so.", [2]string{"the village for one lord", "the village for the other"}},
	{"There has been a duel, and not everybody thinks that it was fair.", [2]string{"to clear a name", "to keep the victory"}},
	{"A stolen sword has been seen again.", [2]string{"to have the sword back", "to keep the sword"}},
	{"A toll is asked where nobody has asked one before.", [2]string{"to pass without paying", "to be paid the toll"}},
	{"A witness is to speak before the judge tomorrow, and some would rather that it did not come to that.", [2]string{"to bring the truth to court", "to keep the matter quiet"}},
	{"Two schools have quarrelled over which of them is the better.", [2]string{"to show what the old school is worth", "to show what the new school is worth"}},
	{"A barn was burnt, and the tracks have led here.", [2]string{"to punish whoever burnt the barn", "to get away with it"}},
	{"A marriage was promised and broken off.", [2]string{"an apology", "to hear no more of it"}},
	{"Both sides have been hired by the same merchant, who will pay only one.", [2]string{"the whole pay", "to be the one who is paid"}},
	{"A boundary stone was moved in the night.", [2]string{"the stone back where it was", "the field as it is now"}},
	{"Somebody has laughed at the wrong moment.", [2]string{"to hear nobody laugh again", "to have the last laugh"}},
	{"A reward is out for one of those who meet here.", [2]string{"the reward", "to see another morning in freedom"}},
}

// Motive returns one.
func (d Draw) Motive() Motive { return OneOf(d, motives) }

// VersusTitle returns a title for a fight of these people: "Juro's Three against Tetsu".
func VersusTitle(people [2][]string) string {
	var sides [2]string
	for side, names := range people {
		switch len(names) {
		case 1, 2:
			sides[side] = text.List(names, "and")
		default:
			sides[side] = names[0] + "'s " + []string{"Three", "Four", "Five", "Six"}[min(len(names), 6)-3]
		}
	}
	return sides[0] + " against " + sides[1]
}
