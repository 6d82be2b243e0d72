// Package review analyses a recorded fight, as chess and backgammon programs do: what each decision was worth and what
// would have been better, what the dice gave and to whom, where the fight turned, and how well each person played. It
// writes the result as a page, as Markdown and as data.
//
// # How a fight adds up
//
// The chance to win changes step by step from that of the start to the result, and every change has one cause:
//
//	a decision  choice  the value of the option taken less that of the best option: never positive for the side that decides
//	a throw     luck    the value of what the dice showed less the mean over all they could show
//	a secret    luck    the value after secret and answer, less the values of both against the mixed strategies
//	the GM      edits   the change of value by an edit or by a decision that the GM made
//
// All values of a step come from one evaluation of the position before it, so that luck has the expectation zero for
// every evaluation, however inaccurate. With exact values the sums satisfy end = begin + choice + luck + edits. With
// values of a search the sums differ by a rest, and each step states how large its share of the rest may be.
//
// # How a position is judged
//
// The differences between the values that a search gives to several options are far more accurate than its value of a
// whole fight. So the chance at a position is the game's exact value or a forecast, and what a step changed comes from
// searches. The difference between the two is the rest. See chain.go. The value of a search would not do for the
// chance: of brawl it is 56 % and 45 % alternately, as the search ends with a turn of the one side or of the other.
//
// # Where what is
//
//	question.go  the question; assess.go the values of each position, chain.go what each step changed
//	review.go    the review: its steps judged and added up; people.go by person, levels.go which level that is
//	whatif.go    how a fight goes on after another decision
//	recorded.go  what a record alone says, without rules
//	say.go       all of it in words, verdict.go in two sentences; html.go and markdown.go as pages
package review
