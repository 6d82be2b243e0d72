package session

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"kokyu/rules/text"
)

// Operation is one thing that can be done with a session. Prompts and protocols are made from the list of them.
type Operation struct {
	Name    string
	Also    []string // other names it has in prompts
	Line    string   // what is typed at a prompt, "ban MANEUVER [for NAME] [\"why\"]"
	Help    string   // a sentence
	Callers Callers  // who may call it, and about whom
	Asks    bool     // whether it only answers a question about the fight and makes no step
	// Turns is set if the operation concerns the present [Question]. A server first lets the program play on to that
	// question: a propose right after a fight had begun was refused, since the fight waited for dice of the program.
	Turns bool
	In    reflect.Type // of its input, a struct
	Out   reflect.Type // of what it returns

	call func(ctx context.Context, c Client, in any) (any, error)
	read func(words string) any // makes the input from the words after the name at a prompt
}

// Callers says who may call an operation, and about whom. The GM may call all, about anybody. A watcher may call those
// of Anybody and OwnSeat that make no step. One list says it for all faces: with a check in each, a player's concede
// ended the fight for the whole side.
type Callers uint8

const (
	GMOnly    Callers = iota // the GM alone
	Anybody                  // also a player, about anybody
	AskedSeat                // also the player whose seat decides now, or whose dice are waited for
	OwnSeat                  // also a player about its own seat: by its name, by that of its side, or without a name
)

// op makes an operation of the function do. The types of input and output are erased here alone: every face walks one
// list of operations, and makes schemas from In and Out.
func op[In, Out any](name, line, help string, whose Callers, read func(words string) In,
	do func(Client, context.Context, In) (Out, error)) Operation {
	return Operation{Name: name, Line: strings.TrimSpace(name + " " + line), Help: help, Callers: whose, Turns: whose == AskedSeat,
		In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		call: func(ctx context.Context, c Client, in any) (any, error) { return do(c, ctx, in.(In)) },
		read: func(words string) any { return read(words) }}
}

// Operations returns everything that can be done with a session, in the order in which help lists it.
func Operations() []Operation {
	operations.Do(func() { operations.all = slices.Clip(listOperations()) })
	return operations.all
}

// operations is the list, made once: every call looks its operation up in it.
var operations struct {
	sync.Once
	all []Operation
}

// listOperations makes the list. Its columns are those of op: the name, what is typed after it (a word in brackets may
// be left out), the help, who may call it, how a line is read, and what it does. A line with a reason ends in ["why"]:
// checkLine looks for that.
func listOperations() []Operation {
	return []Operation{
		op("state", "", "How the fight stands, and what the table is asked now.", Anybody, readNothing, Client.state).asking(),
		op("view", "[NAME]", "What one seat may know, secrets of others left out.", OwnSeat, readName, Client.view).asking(),
		op("board", "", "Where everybody stands, with numbers, states, who is next and what is proposed.", Anybody, readBoardInput, Client.board).asking(),
		op("options", "", "The legal decisions with what each takes, its exact chance and the overload it risks.",
			AskedSeat, readNothing, Client.options).asking().withNames("odds"),
		op("do", "MANEUVER", "Makes a decision of the seat to move, in the words options gives; for programs also by its id.", AskedSeat, readDo, Client.do),
		op("propose", "", "What kokyu would do for the seat to decide, with its worth, its odds, one reason and the next best.", GMOnly, readNothing, Client.propose).asking().ofTurn(),
		op("take", "", "Makes the decision kokyu proposes.", GMOnly, readNothing, Client.take).ofTurn(),
		op("plans", "NAME", "What everybody of a side would do with the next breath or turn, if the dice fall as is likeliest.", GMOnly, readName, Client.plans).asking().ofTurn(),
		op("all", "NAME", "Takes what is proposed for a side or a combatant until the round is over.", GMOnly, readName, Client.all).ofTurn(),
		op("play", "", "Goes on until somebody at the table is asked.", Anybody, readNothing, Client.play).ofTurn(),
		op("roll", "", "Throws the dice that are waited for, from the fight's seed.", AskedSeat, readNothing, Client.roll),
		op("dice", "FACES", "Tells what dice on the table show, in the order they fell. At a prompt the next throw of the same breath may stand behind a comma: 7 9, 3 4.", AskedSeat, readFaces, Client.dice),
		op("dice again", "FACES [\"why\"]", "Mends the last dice that were misread: these take their place and that of all that followed.", GMOnly, readFaces, Client.diceAgain),
		op("advise", "[NODES]", "What would be best for this choice, its odds and why.", AskedSeat, readLook, Client.advise).asking().withNames("hint"),
		op("why", "MANEUVER", "What speaks against a choice: what it would lose, and the reply that punishes it.", AskedSeat, readWords, Client.why).asking().withNames("why not"),
		op("help", "[WORD]", "Explains a maneuver, a stance, a status, a term or a list: its row, its laws, the rulings that read them; alone, what can be done here.", Anybody, readTopic, Client.help).asking().withNames("?"),
		op("sheet", "[NAME]", "Shows one combatant, or all.", Anybody, readName, Client.sheet).asking(),
		op("ban", "MANEUVER [for NAME] [\"why\"]", "Closes a maneuver to a combatant, a side or the whole fight.", GMOnly, readBan, Client.ban),
		op("allow", "MANEUVER [for NAME] [\"why\"]", "Opens a maneuver that was banned.", GMOnly, readBan, Client.allow),
		op("force", "NAME MANEUVER [\"why\"]", "Decides in the place of whoever decides now.", GMOnly, readForce, Client.force).ofTurn(),
		op("auto", "[NAME] [\"why\"]", "Lets a combatant or a side decide by itself until further notice.", GMOnly, readNameAndReason, Client.auto),
		op("ask", "[NAME] [\"why\"]", "Asks the GM again about what a combatant or a side does.", GMOnly, readNameAndReason, Client.ask),
		op("edit", "NAME[, NAME] CHANGES [\"why\"]",
			"Changes combatants, as in edit Ume wounds=2 zone=\"second front\": all the changes or none. wounds-=1 changes by so much. The name of a side means all of it who are still in the fight; other changes stand behind a semicolon: edit Aki, Ume +bleeding; bandits energy=0.", GMOnly, readEdit, Client.edit),
		op("add", "LINE [for SIDE] [\"why\"]",
			"Lets somebody join in the middle of the fight, as a line of an encounter file has it: add bandit, or add {who: bandit, name: Kuro, zone: second rear} for bandits, or add 2 like Gonta. On a map they come in beside their own.", GMOnly, readAdd, Client.add),
		op("remove", "NAME [\"why\"]", "Takes a combatant out of the fight, as if it had never been there from here on.", GMOnly, readNeededName, Client.remove),
		op("seat", "NAME=AGENT [\"why\"]", "Gives a seat to somebody else: human, search nodes=20000, greedy, with dice=hand for dice of the table.",
			GMOnly, readHands, Client.giveSeat),
		op("players", "[hint] [undo]", "Says what players may do for themselves besides deciding: hint asks what would be best for them, undo takes back their own last choice. Alone: neither.", GMOnly, readRights, Client.players),
		op("note", "TEXT", "Writes a note that everybody reads.", GMOnly, readWords, Client.note),
		op("ruling odds", "NAME [against NAME] DICE [\"what for\"]", "The exact chance of a ruling before its dice are thrown.",
			GMOnly, readRuling, Client.rulingOdds).asking(),
		op("ruling", "NAME [against NAME] DICE [\"what for\"] [shows FACES]",
			"Throws dice that no rule asks for, as in ruling Tomoe 2d10+3 >= 14 \"to push the statue over\": any dice against a number, or, with vs, against those of another. Nothing else changes; what comes of it is the GM's to say.", GMOnly, readRuling, Client.ruling),
		op("cancel", "[STEP]", "Takes back a change that waits until what is under way is over: the one that this step keeps, or the last.",
			OwnSeat, readCount, Client.cancel),
		op("undo", "[N]", "Takes back the last choices; the same choice meets the same dice. A player takes back its own last one, if the GM allows it.",
			OwnSeat, readBack, Client.undo),
		op("redo", "[N]", "Returns steps that were taken back.", GMOnly, readCount, Client.redo),
		op("concede", "SIDE [\"why\"]", "Ends the fight for a side that gives up. A player gives up for its own seat alone, which then yields; with the last that fights on the side is beaten.", OwnSeat, readConcede, Client.concede),
		op("end", "[SIDE] [\"why\"]", "Ends the fight by the GM's word, won by a side; without one it is a draw.", GMOnly, readEnd, Client.end),
		op("yield", "[NAME] [flees] [\"why\"]",
			"Takes somebody out of the fight who stops fighting, as hurt as it is; who flees leaves the field, where the rules let it. A player yields for itself.",
			OwnSeat, readYield, Client.yield),
		op("events", "[STEP]", "The steps after one, with their events.", Anybody, readSince, Client.events).asking(),
		op("tale", "[STEP]", "What is told of the fight after a step.", Anybody, readSince, Client.tale).asking().withNames("log"),
		op("position", "", "The encounter file that begins here, for every command that takes one.", Anybody, readNothing, Client.position).asking(),
		op("apply", "{\"position\": …, \"do\": …}",
			"A position and a decision or dice: the position after them, the events and what is legal there. The fight at the table is not touched.",
			Anybody, readApply, Client.apply).asking(),
		op("new rules", "", "Lets a kept fight go on that other rules wrote.", GMOnly, readNothing, Client.newRules),
		op("save", "FILE.jsonl", "Writes the record so far into a new file.", GMOnly, readFile, Client.save).asking(),
	}
}

// withNames gives an operation other names for prompts.
func (o Operation) withNames(names ...string) Operation {
	o.Also = names
	return o
}

// asking marks an operation that makes no step.
func (o Operation) asking() Operation {
	o.Asks = true
	return o
}

// ofTurn marks an operation of what the table is asked now, see [Operation].
func (o Operation) ofTurn() Operation {
	o.Turns = true
	return o
}

// OperationNamed returns the operation with a name. The error lists similar names; for one of the names that prompts have
// it says which operation is meant.
func OperationNamed(name string) (Operation, error) {
	var names []string
	for _, o := range Operations() {
		switch {
		case o.Name == name:
			return o, nil
		case slices.Contains(o.Also, name):
			return Operation{}, newError(UnknownOperation, fmt.Sprintf("%q is a word of the prompt, not an operation", name), fmt.Sprintf("%q", o.Name))
		}
		names = append(names, o.Name)
	}
	return Operation{}, newError(UnknownOperation, fmt.Sprintf("there is no operation %q", name), text.OneOf(name, names))
}
