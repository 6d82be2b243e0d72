// Package shape decides whether a sentence may stand between the facts of a passage because it states no fact itself.
//
// A list of forbidden words is not enough: "The point comes back wet." contains none and still says that somebody was hit.
// So a sentence must have one of two fixed shapes. A [Saying] is true of any fight ("A hurried hand closes on the wrong
// thing."): it begins with a general subject and never refers to a weapon, a limb or a blow of this fight. A [Place] shows a
// thing of the setting ("Rain stands in the wheel tracks."), with no person and no weapon in it.
//
// Within a shape, a word that states an event needs a fact that licenses it. words.txt lists the words by class, and
// licences.txt says what licenses which. Check refuses all it does not know and says why, for the author. It does not judge
// whether a sentence is good: the images of package prompts were also read by people.
package shape
