// Package tiny is a very small sampled language model, and what it takes to train and to serve it. It is a test narrator
// and no part of the product: it exists so that the model voice, its guard, the verifier and the templates behind them meet
// text that a model made up, without a key, a network or a download.
//
// It is a transformer of three layers and some 0.19 million weights over whole words. It reads a few facts, as words of
// closed lists, and writes one line with slots. The command tiny/train teaches it our own lines; its two snapshots are the
// same model early (it babbles) and late (it mostly says a line it has learned, and at times a mixture of two: fluent and
// wrong in one fact). What it says about anything but these lines is nothing. The snapshots know the lines as they were when
// they were made; a line changed since is one more that is refused.
//
//	net.go       the transformer forward, a row at a time
//	back.go      and backward, for training
//	words.go     facts and lines as tokens
//	snapshot.go  weights in eight bits, with the words they speak
//	say.go       sampling a line
//	serve.go     the model behind an OpenAI-shaped address
//
// The command tiny/measure makes the report of kokyu eval narration with both snapshots among the voices.
package tiny
