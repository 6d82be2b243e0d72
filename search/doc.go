// Package search searches positions of any [rules.Game] ahead: expectimax over open decisions and exact dice. It does
// not depend on a rule system.
//
// # Depth
//
// Depth is counted in breaths. A breath is one seat's turn to act, with the reactions of others; that seat is its
// owner. A line is cut, and its position evaluated, only at a turn with Begins set, never between an attack and its
// answer. The evaluation is Leaf or Prepare of [rules.Hooks] if the game has them, else [rules.Game.Score]. Depth 1 is
// the breath under way to its end, reactions included; depth 2 adds the next breath. If the root is a turn that begins
// a breath, that breath is breath 1.
//
// # Exactness
//
// Every option of the root is searched with the full window [-1, 1], so its value is exact for its depth and width.
// Below the root the search uses a verified transposition table (permutations of a breath lead to equal positions),
// then alpha-beta and, at dice, Star2: the best known reply to each outcome bounds the value of that outcome before
// Star1 searches any outcome in full. All of these are exact. Sums are made in the order in which the game lists its
// outcomes, and rounding can only widen windows. So a value is the same to the last bit, however it is searched.
// Outcomes that lead to equal positions are merged, and what a leaf is worth is remembered for the stages to come.
//
// # Narrowing
//
// In a large fight a whole breath at full width is too much to search. Iterations run over stages of (depth, width):
//
//	exchange            every option until its exchange is settled: the owner of the breath decides again, or it ends
//	                    (decisions within the action under way are the plain ones: see Plain of [rules.Hooks])
//	depth 1, width w    w = 1, 2, 3, 5, 8, 13 ... at the later decisions of the breath, until nothing is left out
//	depth 2, width w    the first breath in full, w actions at each decision of the next breath's owner, and so on
//
// Some nodes are never narrowed: the root, dice, reactions (decisions of a seat other than the breath's owner), and
// nodes of any breath but the last of the stage. At a narrowed decision the search considers the w actions with the
// smallest mean loss so far, and also each action that ends the breath, so that stopping is always compared with going
// on. The loss of an action is how much worse it was than its best sibling. The mean loss of an action of a seat
// is learned from the finished stages and from a scout: before each depth the scout walks the most likely line and
// settles the exchange of every action on it. An unknown action has a mean loss of 0, so it is tried first. Within a
// stage the choice of actions depends on the position alone; what a stage has learned is used from the next stage on.
// So a narrowed value is as well defined as a full one. [Coverage] says how much was searched; [Result.Exact] is true
// if nothing was left out.
//
// In a model fight of 3 against 3 whose actions are listed in a bad order, 20,000 nodes lose 0.011 per decision against
// the full breath. Taking the first w actions instead loses 0.023. In a good order both lose 0.010.
//
// # Budgets
//
// A node is one Play. Values of an unfinished stage are discarded: all options of a [Result] come from one stage. With
// a budget of nodes, equal positions and limits give equal results. A search runs on one thread: the options of a root
// lead to the same positions, so a second thread with its own table would search them again, and one with a shared
// table would change which nodes are visited (evals/reports/strength.md). The time limit and the context are checked
// every 1,024 nodes; a result with a time limit is not reproducible. The budget also decides whether leaves are
// prepared: see Prepare of [rules.Hooks].
//
// # Secret choices
//
// A turn of kind [rules.Commit] and the answer to it are one matrix game. Its rows are the secrets, its columns the
// answers; each cell is the value of the position after both, searched with the full window. The value of the matrix
// game is what both sides can secure with mixed strategies (von Neumann 1928). The secret is revealed once it is
// answered, so every position has a value (Shapley 1953). Until all cells are known, only the pure-strategy security
// level of a side is used as a bound. No line is cut between a secret and its answer, and neither is ever narrowed.
//
// At the root the options are the secrets. Each has its value against the mixed strategy of the answers, and its
// probability in the mixed strategy from which the secret is drawn ([Option.Mix], [Result.Pick]). The side that answers
// searches the position before the choice, which is all it knows, with [Limits.Answer]. A game in which the legal
// answers depend on the secret is refused with [ErrCommit].
//
// # Where what is
//
//	search.go   limits, results, and the order of the options
//	stage.go    a search stage by stage, and the options of the root
//	node.go     the recursion; dice.go at dice, secret.go at secret choices (matrix.go), narrow.go chooses actions
//	table.go    the transposition table; leaves.go what leaves are worth
//	line.go     principal variations, and the scout
//	glance.go   values when the budget is too small for a first stage
//	solve.go    exact values: explore.go and graph.go make a graph of forms (form.go), sweep.go solves it,
//	            solved.go stores the solution in a file, solvedsecret.go answers for its secret choices
//	policy.go   the exact value of a player against a solution
//	perft.go    lines of play, counted
//
// This package is part of the supported surface: programs outside this module may import it.
package search
