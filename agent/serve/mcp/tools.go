package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// tool is a group of operations under one name. Its descriptions are all that an assistant knows of it.
type tool struct {
	name, title string
	says        string   // when to use it
	ops         []string // the first is meant if a call names none
	confirms    bool     // asks for confirm: true before it does something
}

// tools are all of them, in the order of an evening.
var tools = []tool{
	{name: "new_fight", title: "Begin a fight", ops: []string{"new"},
		says: "Begins a fight and returns its id, which every other tool takes as fight. Use it once at the start. Who is played by a " +
			"person is named in seats, as in {\"Masamune\": \"human\"} or {\"travellers\": \"human\"}; everybody else is played by kokyu."},
	{name: "state", title: "How a fight stands", ops: []string{"state", "view", "sheet", "board", "fights"},
		says: "How a fight stands: round, everybody's values, and what is asked next and of whom. Use it first when you join a fight, and " +
			"whenever you are not sure what is asked. Use op board to see where everybody stands, with svg for a drawing. Use op fights to find the id of a fight."},
	{name: "options", title: "What can be decided now", ops: []string{"options"},
		says: "All legal decisions of the seat that decides now, each with its cost and its exact chance. Use it before do when a person " +
			"plays that seat, to offer the choices. Never make up a decision that it does not list."},
	{name: "propose", title: "What would be best, and why", ops: []string{"propose", "advise", "why", "plans"},
		says: "Searches ahead; it may take seconds and changes nothing. Use propose for a foe that kokyu plays, when the GM confirms its " +
			"decisions: it is what do with op take will do. Use advise for a hint to a person, why to say what speaks against one " +
			"choice (\"why not …\"), plans for what a whole side intends."},
	{name: "do", title: "Decide", ops: []string{"do", "take", "all", "play"},
		says: "Makes a decision and lets the fight go on until somebody is asked again. Use do with the words of an option for what a person " +
			"chose, take for what propose proposes, all to take all that is proposed for a side this round, play to go on when nobody is asked."},
	{name: "dice", title: "Dice", ops: []string{"dice", "roll"},
		says: "Answers a question about dice. Use dice with the faces that real dice show, in the order they fell, when somebody at the table " +
			"throws them; use roll to let kokyu throw them. Never make up faces."},
	{name: "take_back", title: "Take back, mend", ops: []string{"undo", "redo", "cancel", "dice again"},
		says: "Corrects what was done by mistake: undo takes back the last choices (the same choice meets the same dice again), redo returns " +
			"them, cancel takes back a change that waits, dice again mends dice that were misread. Use it only when the people at the table ask for it."},
	{name: "gm", title: "The GM's changes", ops: []string{"edit", "add", "remove", "force", "ban", "allow",
		"auto", "ask", "seat", "players", "note", "ruling", "end"}, confirms: true,
		says: "Changes a fight by the GM's word, with a reason in why. Use it only when the GM asks for it, never to help one side. Without " +
			"confirm: true nothing is done: the answer says what would happen. Tell that to the GM, then call again with confirm: true and " +
			"the at of the answer. Only note is written at once. A ruling says its exact chance first, and throws with confirm: true; never make up faces."},
	{name: "concede", title: "Give up", ops: []string{"concede", "yield"}, confirms: true,
		says: "Gives up: concede ends the fight for a side, by the GM's word; a player gives up for its own seat alone, as with yield, which takes " +
			"one combatant out of it, as hurt as it is, who may flee where the rules let it. Use them only when the player or the GM says so, or " +
			"take a yield that propose proposes. Without confirm: true nothing is done."},
	{name: "odds", title: "Exact odds, and trying out", ops: []string{"odds", "apply"},
		says: "Answers about dice and positions outside the fight; nothing is changed. Use odds for a roll in words, apply to try one decision or " +
			"throw in a position that tale with op position printed. For the choices of a fight use options, which has their odds."},
	{name: "rules", title: "Rules and words", ops: []string{"explain", "help", "law", "laws"},
		says: "What the rules say. Use explain for a maneuver, a stance, a status, a weapon or a term; help for the same with the rows of a " +
			"fight; law for a numbered law, laws to look for laws by a word. Use it instead of what you remember: the rules here differ " +
			"from those of other games."},
	{name: "tale", title: "What happened", ops: []string{"tale", "events", "position"},
		says: "What has happened in a fight. Use tale to tell it: its lines say what the record has, so retell them but add no facts. " +
			"Use events for every step and number since a step, position for the encounter file that begins where the fight stands."},
	{name: "check_encounter", title: "Check an encounter", ops: []string{"check", "encounters"},
		says: "Reads the text of an encounter and lists all its mistakes with line and column, or says that nothing is wrong. Use it before " +
			"new_fight with a text of your own; use encounters for those that are built in. rules with op explain lists what an encounter " +
			"may contain: explain combatants, weapons, armours."},
}

// unreachable are the operations of a session that no tool has, with the reason.
var unreachable = map[string]string{
	"save": "it writes a file with a name that the assistant makes up; every step is in the record of the fight already, and the " +
		"resource fight://ID/record has it",
	"new rules":   "whether a fight goes on under other rules than it began with is for people to say, on the screen or over HTTP",
	"ruling odds": "the tool gm has it: ruling without confirm: true",
}

// wants reports whether a call of an operation needs confirm: true. A note changes nothing.
func (t *tool) wants(op string) bool { return t.confirms && op != "note" }

// members say what the members of inputs are. What one means in a tool alone stands behind the tool's name.
var members = map[string]string{
	"fight":     "The id of the fight, or a link that opens it. It may be left out if there is only one.",
	"op":        "What is to be done; see above.",
	"at":        "The at of the answer that you act on, a number of steps. If the fight has gone on since, nothing is done and you are told what happened.",
	"id":        "do: the id of an option, in the place of words.",
	"confirm":   "true: do it. Without it the answer says what would be done.",
	"why":       "The reason, in the GM's words. The record keeps it.",
	"faces":     "What the dice show, in the order they fell, as in [7, 9].",
	"n":         "How many; 1 if it is left out.",
	"steps":     "undo: an exact number of steps, in the place of n.",
	"for":       "ban, allow: a combatant or a side; everybody if it is left out.",
	"changes":   "edit: each change, as in [\"energy=5\", \"wounds-=1\", \"+bleeding\", \"zone=second front\"]; of several at once if name is a side, or names behind commas.",
	"hint":      "players: whether they may ask what would be best for them.",
	"undo":      "players: whether they may take back their own last choice.",
	"flee":      "yield: it leaves the field, where the rules let it.",
	"throw":     "ruling: the dice and what they have to reach, as in \"2d10+3 >= 14\", \"7k3 >= 25\" or, against those of another, \"2d10+3 vs 2d10+5\".",
	"against":   "ruling: who throws the other dice of a contest.",
	"what":      "ruling: what it is for, as in \"to push the statue over\".",
	"line":      "add: a line of an encounter, as in \"bandit\" or \"{who: bandit, name: Kuro, zone: second rear}\".",
	"who":       "add: in place of a line, a row of the catalogue; name is what it is called then.",
	"from":      "add: the text of an encounter file whose own rows the line may name.",
	"plays":     "seat: who plays it from here on, as in \"human\", \"search nodes=20000\", \"greedy\", \"human dice=hand\".",
	"nodes":     "advise: how many positions to look at; more is slower.",
	"svg":       "board: with a drawing, at most 40 KB.",
	"since":     "Only what came after this step.",
	"limit":     "tale, events: at most so many steps; the next of the answer is the since of the steps behind them.",
	"position":  "apply: an encounter file, as tale with op position prints it.",
	"seed":      "A number that determines the dice; drawn if it is left out.",
	"ids":       "new_fight: ids of your own for combatants, by their names; the answer gives them back.",
	"seats":     "Who plays a combatant or a side, by name: human, search, greedy or random, as in {\"Masamune\": \"human\"}. kokyu plays the rest.",
	"ask":       "Whether the GM confirms what kokyu decides for its seats; true if it is left out. With false they decide by themselves.",
	"level":     "How well kokyu plays, 1 to 6; as well as it can if it is left out.",
	"temper":    "How kokyu plays; rules with the words tempers lists them.",
	"voice":     "How the fight is told: scent (numbers and a tale; if it is left out), law (numbers) or none.",
	"roll":      "odds: the question, as in \"2d10+5 >= 14\", \"2d10+3 vs 2d10+5\", \"2d20kh1+1d4\" or \"6k3 >= 20\".",
	"number":    "law: its number, as in EB-33.",
	"encounter": "The name of a built-in encounter (check_encounter with op encounters lists them), the text of an encounter file, or random.",

	"new_fight.system":          "The rule system of a random encounter: breath, tempo or keep.",
	"new_fight.dice":            "Whose dice are thrown at the table: combatants or sides, or [\"all\"]. kokyu throws the others.",
	"state.name":                "view, sheet: a combatant by its name.",
	"propose.name":              "plans: a side, or a combatant.",
	"propose.words":             "why: the choice, in the words of options.",
	"do.name":                   "all: a side, or a combatant.",
	"do.words":                  "do: the decision, in the words of options.",
	"gm.name":                   "A combatant by its name; for auto, ask and seat also a side.",
	"gm.words":                  "note: what is to be written.",
	"gm.do":                     "force: a decision in the words of options. ban, allow: a maneuver.",
	"gm.side":                   "add: the side that they join. end: the side that has won; a draw if it is left out.",
	"concede.side":              "concede: the side that gives up. A player's seat does so alone: its side, or nothing.",
	"concede.name":              "yield: the combatant who yields; whoever decides now, or your own seat, if it is left out.",
	"odds.do":                   "apply: a decision that is open in the position.",
	"odds.dice":                 "apply: the faces of a throw that the position waits for.",
	"rules.words":               "explain, help: a word of the rules. laws: a word that the law has.",
	"rules.system":              "breath, tempo or keep; explain and law look in all of them if it is left out.",
	"check_encounter.encounter": "check: the text of an encounter file, YAML or JSON.",
}

// operation is one that a tool has, of a session or of this package.
type operation struct {
	name, help string
	asks       bool // makes no step
	seat       bool // a seat may call it
	watches    bool // a watcher may
	in         reflect.Type
	own        func(ctx context.Context, c *client, in json.RawMessage) (any, error) // of this package; nil for one of a session
}

// findOperation finds an operation.
func findOperation(name string) operation {
	for _, o := range own() {
		if o.name == name {
			return o
		}
	}
	o, err := session.OperationNamed(name)
	if err != nil {
		panic(err) // the table above is wrong, which a test would have found
	}
	return operation{name: o.Name, help: o.Help, asks: o.Asks, seat: serve.Player.May(o), watches: serve.Watcher.May(o), in: o.In}
}

// face is a tool as one role has it: what is left of its operations, and how the protocol describes it.
type face struct {
	*tool
	ops       []operation
	described *sdk.Tool
}

var faces struct {
	sync.Mutex
	of map[serve.Role][]face
}

// facesOf returns the tools of a role, made once: over HTTP every request has a server of its own.
func facesOf(role serve.Role) ([]face, error) {
	faces.Lock()
	defer faces.Unlock()
	if list := faces.of[role]; list != nil {
		return list, nil
	}
	var list []face
	for i := range tools {
		t := &tools[i]
		ops := t.of(role)
		if len(ops) == 0 {
			continue
		}
		described, err := t.describe(ops)
		if err != nil {
			return nil, fmt.Errorf("the tool %s: %w", t.name, err)
		}
		list = append(list, face{t, ops, described})
	}
	if faces.of == nil {
		faces.of = map[serve.Role][]face{}
	}
	faces.of[role] = list
	return list, nil
}

// of returns what is left of a tool's operations for a role.
func (t *tool) of(role serve.Role) (ops []operation) {
	for _, name := range t.ops {
		if o := findOperation(name); o.mayBeCalled(role) {
			ops = append(ops, o)
		}
	}
	return ops
}

// mayBeCalled reports whether a role may call an operation at all.
func (o operation) mayBeCalled(by serve.Role) bool {
	switch by {
	case serve.GM:
		return true
	case serve.Player:
		return o.seat
	}
	return o.watches
}

// describe returns a tool as the protocol has it.
func (t *tool) describe(ops []operation) (*sdk.Tool, error) {
	in, err := t.input(ops)
	if err != nil {
		return nil, err
	}
	reads, takes := true, t.confirms || t.name == "take_back"
	for _, o := range ops {
		reads = reads && o.asks
	}
	no := false
	return &sdk.Tool{Name: t.name, Title: t.title, Description: t.description(ops), InputSchema: in, OutputSchema: outputSchema,
		Annotations: &sdk.ToolAnnotations{Title: t.title, ReadOnlyHint: reads, DestructiveHint: &takes, IdempotentHint: reads, OpenWorldHint: &no}}, nil
}

// description says when to use the tool, and what its operations are.
func (t *tool) description(ops []operation) string {
	var b strings.Builder
	b.WriteString(t.says)
	if len(ops) == 1 {
		return b.String()
	}
	b.WriteString("\n")
	for i, o := range ops {
		fmt.Fprintf(&b, "\nop %s", o.name)
		if names := memberNames(o.in); len(names) > 0 {
			fmt.Fprintf(&b, " (%s)", strings.Join(names, ", "))
		}
		if i == 0 {
			b.WriteString(", if op is left out")
		}
		fmt.Fprintf(&b, ": %s", o.help)
	}
	return b.String()
}

// memberNames returns the members of an input.
func memberNames(t reflect.Type) (names []string) {
	for f := range t.Fields() {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// input returns the schema of a tool's input: the members of all its operations, all of them optional, since each operation has its
// own sentence for what is missing.
func (t *tool) input(ops []operation) (*jsonschema.Schema, error) {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	add := func(name string, of *jsonschema.Schema) {
		says := members[t.name+"."+name]
		if says == "" {
			says = members[name]
		}
		of.Description = says
		s.Properties[name] = of
		s.PropertyOrder = append(s.PropertyOrder, name)
	}
	fights, steps, confirms := false, false, false
	for _, o := range ops {
		fights = fights || o.own == nil
		steps = steps || o.own == nil && !o.asks
		confirms = confirms || t.wants(o.name)
	}
	if fights {
		add("fight", &jsonschema.Schema{Type: "string"})
	}
	if len(ops) > 1 {
		var names []any
		for _, o := range ops {
			names = append(names, o.name)
		}
		add("op", &jsonschema.Schema{Type: "string", Enum: names})
	}
	for _, o := range ops {
		of, err := jsonschema.ForType(o.in, nil)
		if err != nil {
			return nil, err
		}
		for _, name := range memberNames(o.in) {
			if s.Properties[name] == nil {
				add(name, plainly(name, of.Properties[name]))
			}
		}
	}
	if steps {
		add("at", &jsonschema.Schema{Type: "integer"})
	}
	if confirms {
		add("confirm", &jsonschema.Schema{Type: "boolean"})
	}
	return s, nil
}

// plainly returns a schema without null beside its type: clients that read schemas strictly know one type alone. An encounter may be
// an object too, but a text is what models write best.
func plainly(name string, s *jsonschema.Schema) *jsonschema.Schema {
	if name == "encounter" {
		return &jsonschema.Schema{Type: "string"}
	}
	if len(s.Types) > 0 {
		s.Types = slices.DeleteFunc(s.Types, func(t string) bool { return t == "null" })
		if len(s.Types) == 1 {
			s.Type, s.Types = s.Types[0], nil
		}
	}
	return s
}
