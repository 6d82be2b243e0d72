// Package dice is the exact arithmetic of dice and the rolling of them.
//
// Chances are counted, not computed: a distribution says in how many equally likely ways each total can fall, sums and
// comparisons add and multiply those whole numbers, and a chance is divided out once, at the very end. [Dist] carries
// any total, exploding and geometric dice included; of 2d10, the throw most rules are made of, [TwoD10AtLeast] has the
// counts in closed form. [Pool] is ten-sided dice rolled and kept, exploding or not, and [Curve] its chances as
// numbers, for games to look up.
//
// [Stream] rolls: every throw is a function of a seed, a name and an index, so a record can be taken up anywhere.
// [Parse] reads the one language in which all systems ask for odds: "2d10+5 >= 14", "2d6+1d8", "2d20kh1+5 >= 15", "7k3
// vs 5k3". [Ask] answers, and reads the [Phrase] of a system's own as well; [ParseTest] is for dice that are thrown.
//
// It is part of the supported surface: programs outside this module may import it.
package dice
