package book

// Groups are the headings of the form for a combatant, in its order. A field is under the heading in its group tag,
// else under that of the field before it.
var Groups = []string{"Strength", "What it has", "How it begins", "How it plays", "Whom it leads or follows",
	"For the tale", "Rarely needed"}
