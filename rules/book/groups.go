package book

// Groups are the headings under which a form shows the fields of a combatant, in its order. The group of a field is
// that of its tag, or of the one before it.
var Groups = []string{"Strength", "What it has", "How it begins", "How it plays", "Whom it leads or follows",
	"For the tale", "Rarely needed"}
