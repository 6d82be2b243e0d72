// Package dice computes exact chances of dice, and rolls dice.
//
// Chances are counted: a distribution has the number of equally likely ways to each total, sums and comparisons add and
// multiply these whole numbers, and only the result is divided. [Dist] is a distribution of any total, exploding and
// geometric dice included; for 2d10, the throw of most rules, [TwoD10AtLeast] has the counts in closed form. [Pool] is
// ten-sided dice rolled and kept, exploding or not, and [Curve] its chances in floating point, for games to look up.
//
// [Stream] rolls: every throw is a function of a seed, a name and an index, so a record can be resumed anywhere.
// [Parse] reads the language in which all systems ask for odds: "2d10+5 >= 14", "2d6+1d8", "2d20kh1+5 >= 15", "7k3 vs
// 5k3". [Ask] answers such questions and those of a system's own [Phrase] values; [ParseTest] is for dice that are
// thrown.
//
// It is part of the supported surface: programs outside this module may import it.
package dice
