package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// ownOperations returns the operations of this package: one that begins a fight, and those that need none.
// All but the first may be asked by anybody.
func ownOperations() []operation {
	begin := ownOperation("new", "Begins a fight.", (*client).begin)
	begin.Callers, begin.Asks = session.GMOnly, false
	return []operation{
		begin,
		ownOperation("fights", "The fights that are open to you, the last opened first.", (*client).fightList),
		ownOperation("odds", "The exact chances of a roll; nothing is thrown.", (*client).odds),
		ownOperation("explain", "Explains a maneuver, a stance, a status, a term or a list in every rule system that has it, or in one.", (*client).explain),
		ownOperation("law", "One law of a rule system by its number, in our words.", (*client).law),
		ownOperation("laws", "The laws of a rule system that have a word in them.", (*client).laws),
		ownOperation("check", "All mistakes in the text of an encounter, or that there are none.", (*client).check),
		ownOperation("encounters", "The built-in encounters, with their rule systems and titles.", (*client).encounters),
	}
}

// ownOperation makes an operation that anybody may ask, of a function with typed input and output. An
// unknown member of the input is an error that lists the members there are.
func ownOperation[In, Out any](name, help string, do func(*client, context.Context, In) (Out, error)) operation {
	return operation{session.Operation{Name: name, Help: help, Asks: true, Callers: session.Anybody, In: reflect.TypeFor[In]()},
		func(ctx context.Context, c *client, raw json.RawMessage) (any, error) {
			var in In
			dec := json.NewDecoder(bytes.NewReader(raw))
			dec.DisallowUnknownFields()
			if err := dec.Decode(&in); err != nil {
				return nil, problem("the input of "+name+" is wrong: "+session.DecoderMessage(err),
					"an object with "+strings.Join(session.KeysOf(reflect.TypeFor[In]()), ", "))
			}
			if err := session.CheckMembers(reflect.TypeFor[In](), raw); err != nil {
				return nil, err
			}
			return do(c, ctx, in)
		}}
}

// problem returns the error of a client's mistake: what is wrong, and what would be right.
func problem(what, want string) error { return serve.NewError(session.BadInput, what, want) }

// newFight is a new fight as a model may know it: without the keys of its links, with which it could act as a player.
type newFight struct {
	serve.FightLinks
	keys []serve.Link // with keys, for the host program
}

// begin begins a fight. The model gets its links without keys, and the host program with keys, to show to people.
func (c *client) begin(ctx context.Context, in serve.Begin) (out newFight, err error) {
	if c.link != nil {
		return out, serve.NewError(session.NotYours, "a link opens its own fight and begins none",
			"the owner's link, which kokyu serve prints as it starts")
	}
	if out.FightLinks, err = c.fights.BeginAndPlay(ctx, in); err != nil {
		return out, err
	}
	// A clone, or the keys for the host would be emptied with those for the model.
	out.keys, out.Links = out.Links, slices.Clone(out.Links)
	for i := range out.Links {
		out.Links[i].Key = ""
	}
	return out, nil
}

type noInput struct{}

// fightsMax is how many fights a list has at most: a model has no use for more, and its user pays for what it reads.
const fightsMax = 50

// fightList is the fights that a client may use.
type fightList struct {
	Fights []serve.Brief `json:"fights"`
	More   int           `json:"more,omitempty"` // how many older ones there are
}

// fightList returns the fights that are open to the client: to the holder of a link the one that the link opens.
func (c *client) fightList(_ context.Context, _ noInput) (out fightList, err error) {
	if c.link != nil {
		b, err := c.fights.Brief(c.link.Fight)
		return fightList{Fights: []serve.Brief{b}}, err
	}
	out.Fights, err = c.fights.List()
	if n := len(out.Fights); n > fightsMax {
		out.Fights, out.More = out.Fights[:fightsMax], n-fightsMax
	}
	return out, err
}

type oddsInput struct {
	Expr string `json:"expr"`
}

// odds answers a question about dice, in the words of any rule system.
func (c *client) odds(_ context.Context, in oddsInput) (dice.Answer, error) {
	return c.fights.Catalogue().Odds(in.Expr)
}

// wordInput is a word of the rules, of one system or of all.
type wordInput struct {
	Words  string `json:"words"`
	System string `json:"system,omitempty"`
}

// systemsNamed returns the systems that an input means: the named one, or all.
func systemsNamed(named string) ([]string, error) {
	if named == "" {
		return agent.Systems(), nil
	}
	_, err := agent.About(named)
	return []string{named}, err
}

// wordMeanings is what a word means, by the rule systems that have it.
type wordMeanings struct {
	Systems map[string]agent.Meaning `json:"systems"`
}

// explain explains a word in all systems that have it. If none has, the error is that of the system, which
// knows words that are spelt like it, or one for all systems if none was named.
func (c *client) explain(_ context.Context, in wordInput) (out wordMeanings, err error) {
	among, err := systemsNamed(in.System)
	if err != nil {
		return out, err
	}
	out.Systems = map[string]agent.Meaning{}
	for _, system := range among {
		if m, unknown := c.fights.Catalogue().Explain(system, in.Words); unknown != nil {
			err = unknown
		} else {
			out.Systems[system] = m
		}
	}
	switch {
	case len(out.Systems) > 0:
		return out, nil
	case len(among) > 1:
		err = serve.NewError(session.UnknownName, "no rule system has the word "+text.Quote(in.Words),
			"a maneuver, a stance, a status, a term, or a list such as weapons")
	}
	return out, err
}

// lawInput is the number of a law; the rule system may be left out.
type lawInput struct {
	Number string `json:"number"`
	System string `json:"system,omitempty"`
}

type lawList struct {
	System string     `json:"system"`
	Laws   []lawShape `json:"laws"`
	More   int        `json:"more,omitempty"` // how many more there are
}

type lawShape struct {
	Law    string `json:"law"`
	Says   string `json:"says"`
	Status string `json:"status"`
	ReadBy string `json:"read_by,omitempty"` // the ruling that reads it against its letter
}

func shapeOf(l book.Law) lawShape { return lawShape{l.ID, l.Says, l.Status, l.ReadBy} }

// law returns the law with a number, of the first system that has it.
func (c *client) law(_ context.Context, in lawInput) (out lawList, err error) {
	among, err := systemsNamed(in.System)
	if err != nil {
		return out, err
	}
	var ids []string
	for _, system := range among {
		about, err := agent.About(system)
		if err != nil {
			return out, err
		}
		for _, l := range about.Laws() {
			if text.Fold(l.ID) == text.Fold(in.Number) {
				return lawList{System: system, Laws: []lawShape{shapeOf(l)}}, nil
			}
			ids = append(ids, l.ID)
		}
	}
	return out, serve.NewError(session.UnknownName, "no law has the number "+text.Quote(in.Number),
		text.OneOf(in.Number, ids)+"; op laws looks for a word")
}

// lawsMax is how many laws an answer lists.
const lawsMax = 20

// laws returns the first lawsMax laws of a system that have a word in them, and counts the others.
func (c *client) laws(_ context.Context, in wordInput) (out lawList, err error) {
	if in.System == "" || strings.TrimSpace(in.Words) == "" {
		return out, problem("laws without a rule system or a word",
			"system: "+strings.Join(agent.Systems(), ", ")+"; words: what the law is about")
	}
	about, err := agent.About(in.System)
	if err != nil {
		return out, err
	}
	out = lawList{System: in.System, Laws: []lawShape{}}
	for _, l := range about.Laws() {
		if !strings.Contains(text.Fold(l.Says), text.Fold(in.Words)) {
			continue
		}
		if len(out.Laws) == lawsMax {
			out.More++
			continue
		}
		out.Laws = append(out.Laws, shapeOf(l))
	}
	return out, nil
}

// encounterInput is the text of an encounter, or the same as an object.
type encounterInput struct {
	Encounter json.RawMessage `json:"encounter"`
}

// checkResult is what is wrong with an encounter or, if nothing is, who is in it.
type checkResult struct {
	Errors []serve.Fault `json:"errors"`
	Title  string        `json:"title,omitempty"`
	System string        `json:"system,omitempty"`
	Seats  []serve.Seat  `json:"seats,omitempty"`
}

// check reads an encounter. Mistakes in it are the answer, not an error.
func (c *client) check(ctx context.Context, in encounterInput) (checkResult, error) {
	data, err := in.text()
	if err != nil {
		return checkResult{}, err
	}
	return serve.RunShort(ctx, c.fights, "assistants", func() (checkResult, error) {
		s, err := session.Open(c.fights.Catalogue(), "encounter", data,
			session.Setup{Seed: 1, Standard: agent.Greedy{}, Voice: "none"})
		if err != nil {
			return checkResult{Errors: serve.FaultsOf(err)}, nil
		}
		return checkResult{Errors: []serve.Fault{}, Title: s.Title(), System: s.System().Name, Seats: serve.Seats(s)}, nil
	})
}

// text returns the text of the encounter: of a built-in one by its name, an object as it is, and any other text.
func (in encounterInput) text() ([]byte, error) {
	raw := bytes.TrimSpace(in.Encounter)
	if len(raw) > 0 && raw[0] == '{' {
		return raw, nil // JSON is YAML
	}
	var words string
	if err := json.Unmarshal(raw, &words); err != nil || strings.TrimSpace(words) == "" {
		return nil, problem("no encounter is given",
			"encounter: the text of an encounter file, or the name of a built-in one")
	}
	if slices.Contains(agent.Encounters(), words) {
		_, data, err := agent.ReadEncounter(words)
		return data, err
	}
	return []byte(words), nil
}

type encounterList struct {
	Encounters []builtinEncounter `json:"encounters"`
}

type builtinEncounter struct {
	Name   string `json:"name"`
	System string `json:"system"`
	Title  string `json:"title"`
	Sides  string `json:"sides"` // who is against whom
}

func (c *client) encounters(context.Context, noInput) (out encounterList, err error) {
	for _, name := range agent.Encounters() {
		file, data, err := agent.ReadEncounter(name)
		if err != nil {
			return out, err
		}
		f, err := c.fights.Catalogue().NewFight(file, data, agent.Setup{Seed: 1})
		if err != nil {
			return out, fmt.Errorf("%s: %w", name, err)
		}
		var sides [2][]string
		for _, r := range f.Roster() {
			sides[r.Side] = append(sides[r.Side], r.Name)
		}
		out.Encounters = append(out.Encounters, builtinEncounter{name, agent.AboutFight(f).Name, agent.Title(f),
			strings.Join(sides[0], ", ") + " against " + strings.Join(sides[1], ", ")})
	}
	return out, nil
}
