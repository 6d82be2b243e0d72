package book

import (
	"strings"

	"kokyu/rules/text"
)

// Motive is why two sides fight, what the first of each wants and fears, and what it comes to if that side wins: told, and of no weight for
// anything else.
type Motive struct {
	About string
	Wants [2]string
	Fears [2]string
	Won   [2]string
}

// motives are those of encounters that nobody planned: true anywhere, whoever fights, and however it ends. {one} and {two} are the
// first of the sides.
var motives = []Motive{
	{"{one} carries a letter that {two} has been paid to stop.",
		[2]string{"to deliver the letter", "to have the letter"},
		[2]string{"that too many know of it", "that it is too late to stop it"},
		[2]string{"the letter goes on its way", "the letter does not arrive"}},
	{"{two} has owed {one} silver for three years, and {one} has stopped asking politely.",
		[2]string{"to be paid", "to be rid of the debt"},
		[2]string{"that there is no silver left", "that no excuse is left"},
		[2]string{"the debt is settled", "nobody asks for the silver again"}},
	{"{one}'s brother was killed last year, and the trail has led to {two}.",
		[2]string{"revenge", "to be left alone"},
		[2]string{"that the brother will go unavenged", "that the dead man has not been forgotten"},
		[2]string{"{one}'s brother is avenged", "{one}'s brother is not avenged"}},
	{"Two lords claim the same village: {one} has been sent by the old one, {two} by the new one.",
		[2]string{"to keep the village for the old lord", "to take the village for the new lord"},
		[2]string{"that the old lord's time is over", "that the village will not change hands"},
		[2]string{"the village stays with the old lord", "the village has a new lord"}},
	{"{two} won a duel last month, and {one} says that it was not won fairly.",
		[2]string{"to clear the loser's name", "to keep the victory"},
		[2]string{"that nobody will listen", "that the truth will come out"},
		[2]string{"nobody boasts of that duel again", "the duel counts as it was fought"}},
	{"A sword was stolen from {one}'s house, and {two} has been seen with it.",
		[2]string{"to have the sword back", "to keep the sword"},
		[2]string{"that the sword is lost for good", "that it will have to be given back"},
		[2]string{"the sword goes home", "the sword does not go home"}},
	{"{two} asks a toll where nobody has asked one before, and {one} will not pay it.",
		[2]string{"to pass without paying", "to be paid the toll"},
		[2]string{"that everybody will have to pay from now on", "that nobody will pay"},
		[2]string{"the road is free again", "from now on the toll is paid"}},
	{"The judge hears {one} tomorrow, and {two} would rather that the judge heard nothing.",
		[2]string{"to bring the truth to court", "to keep the matter quiet"},
		[2]string{"that nobody will speak tomorrow", "that the judge will hear everything"},
		[2]string{"the judge will hear the truth", "the judge will hear nothing"}},
	{"{one} comes from an old school of arms and {two} from a new one, and each says that theirs is the better.",
		[2]string{"to show what the old school is worth", "to show what the new school is worth"},
		[2]string{"that the old school has been outgrown", "that the new school is only new"},
		[2]string{"the old school keeps its name", "the new school has made its name"}},
	{"A barn was burnt in the night, and the tracks have led {one} to {two}.",
		[2]string{"to punish whoever did it", "to get away with it"},
		[2]string{"that nobody will ever pay for it", "that the tracks were too plain"},
		[2]string{"the barn is paid for", "nobody pays for the barn"}},
	{"A marriage was promised and broken off. {one} has come for the one house, {two} for the other.",
		[2]string{"an apology", "to hear no more of it"},
		[2]string{"that the insult will stand", "that it will never be over"},
		[2]string{"the insult is answered", "nobody speaks of the marriage again"}},
	{"One merchant has hired both {one} and {two}, and will pay only those who are left.",
		[2]string{"the whole pay", "to be the one who is paid"},
		[2]string{"that the others were the better bargain", "that the merchant has changed his mind"},
		[2]string{"the merchant pays once, as promised", "the merchant pays, but not both"}},
	{"A boundary stone was moved in the night: {one} wants it moved back, and {two} says that it was always there.",
		[2]string{"the stone back where it was", "the field as it is now"},
		[2]string{"that nobody remembers where it stood", "that somebody remembers where it stood"},
		[2]string{"the stone goes back where it was", "the stone stays where it is now"}},
	{"{two} has laughed at {one} at the wrong moment.",
		[2]string{"never to be laughed at again", "to have the last laugh"},
		[2]string{"that others will laugh as well", "that the laugh will be a dear one"},
		[2]string{"nobody is laughing now", "nobody will forget that laugh"}},
	{"There is a reward for {two}, and {one} has come to earn it.",
		[2]string{"the reward", "to see another morning in freedom"},
		[2]string{"that the reward is not worth it", "that somebody will earn it"},
		[2]string{"the reward is earned", "the reward is still to be earned"}},
}

// Motive returns one for these people.
func (d Draw) Motive(people [2][]string) Motive {
	m := OneOf(d, motives)
	names := strings.NewReplacer("{one}", people[0][0], "{two}", people[1][0])
	m.About = names.Replace(m.About)
	for i := range m.Won {
		m.Won[i] = names.Replace(m.Won[i])
	}
	return m
}

// Give sets what the first of a side wants and fears, and what it comes to if they win.
func (m Motive) Give(side int, first *Person) {
	first.Wants, first.Fears, first.Won = m.Wants[side], m.Fears[side], m.Won[side]
}

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
