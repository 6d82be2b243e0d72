// Package shape says whether a sentence may stand between the facts of a passage without saying one itself.
//
// A list of words does not stop a liar who speaks plainly: "The point comes back wet." So there are two fixed shapes, and
// what has neither is refused. A [Saying] is true of any fight ("A hurried hand closes on the wrong thing."): it begins
// with its own general subject and never points at a weapon, a limb or a blow of this one. A [Place] shows a thing that the
// setting has ("Rain stands in the wheel tracks."): nobody is in it, and no weapon.
//
// Within a shape, words that say what happens need the fact that licenses them. words.txt has the words by class,
// licences.txt what licenses which. Check refuses whatever it does not know, and says why in words for an author. What it
// lets through is not thereby good, or even sense: the bank of package prompts was read by people as well.
package shape
