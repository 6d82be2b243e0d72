// Package search looks ahead in any [rules.Game]: expectimax over open decisions and exact dice. It knows no system.
//
// # Depth
//
// Depth is counted in breaths, and a line is cut only where one begins: at a turn with Begins set the game judges the
// position, by the Leaf or Prepare of its [rules.Hooks] if it has them and else by [rules.Game.Score], never between an attack and its answer.
// Depth 1 is the breath under way to its end, reactions included; depth 2 adds the next breath. A turn that begins a
// breath and is searched from opens breath 1 itself.
//
// # Exactness
//
// Every option of the root is searched with the full window [-1, 1], so its value is exact for its depth and width.
// Below the root a verified transposition table comes first (permutations of a breath lead to equal positions), then
// alpha-beta and, at the dice, Star2: the best reply known to each outcome bounds it before Star1 searches any in
// full. All of it is exact: sums are made in the order the game lists its outcomes, and windows are only ever widened
// by rounding, so values agree to the last bit however they are searched. Outcomes that lead to one position are one.
//
// # Narrowing
//
// In a wide fight a whole breath at full width is out of reach. Iterations run over stages of (depth, width):
//
//	exchange            every option until its exchange is settled: the owner of the breath decides again, or it ends
//	depth 1, width w    w = 1, 2, 3, 5, 8, 13 ... at the later decisions of the breath, until nothing is left out
//	depth 2, width w    the first breath in full, w actions at each decision of the next breath's owner, and so on
//
// Never narrowed: the root, the dice, the reactions (decisions of a seat whose breath it is not) and every breath but
// the last one of the stage. A narrowed decision looks at the w actions with the smallest mean loss so far, and also
// at each action known to end the breath, so that stopping here is always compared with going on. The mean loss of
// an action of a seat is learned from the finished stages (how much worse than its best sibling it was) and from a
// scout, which before each depth walks the likeliest line, settling the exchange of every action on the way. Unknown
// actions count as lossless: they are tried, and become known. What a stage has learned is used from the next stage
// on; within a stage the choice depends on the position alone, so that a narrowed value is as well defined as a full
// one. [Seen] says what was looked at; [Result.Exact] that nothing was left out.
//
// On a stand-in fight of 3 against 3 with the game's actions in an unlucky order, 20,000 nodes lost 0.011 a decision
// against the full breath so, and 0.023 when the first w actions were taken; in a lucky order 0.010 either way.
//
// # Budgets
//
// A node is one Play. Values of an unfinished stage are thrown away: all options of a [Result] come from one stage.
// Under a budget of nodes equal positions and limits give equal results, whatever the number of threads: root options
// are dealt to parts by a fixed rule, each part has its own table and its own share of the budget, and results are
// joined in fixed order. A time limit and the context are looked at every 1,024 nodes; a time limit makes a result
// unrepeatable. The budget also says whether leaves may have something worked out for them: see [rules.Hooks].
//
// # Secret choices
//
// A turn of kind [rules.Commit] and the answer to it are one matrix game: its rows are the secrets, its columns the
// answers, its cells what both together lead to, each searched with the full window. It is worth what both sides can
// secure by mixing (von Neumann 1928), and since the secret is open once it is answered, values still belong to
// positions (Shapley 1953). Only what a side secures by pure play is used as a bound before all cells are known. No line
// is cut between a secret and its answer, and neither is ever narrowed.
//
// At the root the options are the secrets, each worth what it is against the mix of the answers, with the mix to draw
// from ([Option.Mix], [Result.Pick]). Who has to answer searches the position before the choice, which is all it knows,
// with [Limits.Answer]. A game whose secret can be told from the answers open to it is refused: [ErrCommit].
package search
