// Package review goes over a recorded fight, as chess and backgammon programs do: what each decision was worth and what would
// have been better, what the dice gave and to whom, where the fight turned, and how well each person played. It writes the
// result as a page, as Markdown and as data.
//
// # How a fight adds up
//
// The chance to win changes step by step from that of the start to the result, and every change has one cause:
//
//	a decision  choice  the value of what was done less that of the best there was: never positive for who decides
//	a throw     luck    the value of what the dice showed less the mean over all they could show
//	a secret    luck    what the secret and its answer came to together, less what either was worth against the other's odds
//	the GM      edits   the change of value by an edit or by a decision that the GM made
//
// All values of a step come from one evaluation of the position before it, so that luck has the expectation zero for every
// evaluation, however inaccurate. With exact values the sums satisfy end = begin + choice + luck + edits. The values of a search
// leave a rest, and each step states how large its part of that may be.
//
// # How a position is judged
//
// The differences between what a search says of several options are far more accurate than its value of a whole fight. So the
// chance at a position is the mean of two judgements, weighted by their errors: the search from there, and what came of it, that
// is the end of the record less the luck and the losses since. The second is what backgammon programs call a luck-adjusted
// result. See chain.go.
package review
