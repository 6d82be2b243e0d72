// Package web serves the screen: pages for the GM, for players' phones and for watchers, made on the server as HTML and
// drawn as SVG. It holds no rule. A page shows what the operations of [session.Operations] return for its link, and a
// form of a page calls one of them.
//
// A link opens /at/KEY/. Its page is one live part, which is fetched again whenever the fight has changed: a stream of
// server-sent events says when. htmx swaps it in; without scripts the same forms work with full pages.
//
//	web.go     routes, headers, and who may come in
//	owner.go   the browser of whoever runs the server: the fights it can go on with, and all records as a file
//	start.go   the page without a fight: built-in encounters, random ones, files
//	build.go   the builder: a form made of the schema of an encounter's file
//	written.go from the form to the file, and back; from the text of a stat block to a row of the form
//	even.go    how the fight in the builder is likely to end, and what would make it even
//	live.go    what the live part shows
//	form.go    from the fields of a form to the input of an operation
//	word.go    what a word of the rules means, where it stands
//	drawer.go  what stands beside the board: cards and the GM's acts
//	watch.go   the stream that says when something has changed
//	tale.go    the tale as page, text and Markdown
//	review.go  a fight gone over
//	next.go    the next fight with what is left of one
//	dice.go    dice that are tapped or typed, also those that no rule asks for
//	share.go   links with QR codes
//	screen.go  the owner's screen, handed from one person at the table to another
//	oldrules.go fights whose records rules of another version wrote
package web
