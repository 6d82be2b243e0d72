// Package narrate tells a fight twice: exactly, in law lines with every chance, die and cost, and as a tale.
//
// What may be told is decided here, in Go, from the events of the record: [Facts] say who, what, with what and how
// unlikely. A [Voice] only words them. The template voice chooses among the lines of the package prompts: offline,
// without a key, and the same for the same record. [Verify] is what any words must pass, whoever wrote them: nobody
// bleeds on a miss, nobody falls who stands, no blade where there was a bow. Secret events are never looked at.
package narrate
