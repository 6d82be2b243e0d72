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

// own returns the operations of this package: those that begin a fight or need none.
func own() []operation {
	begin := mine("new", "Begins a fight.", false, (*client).begin)
	begin.asks, begin.seat, begin.watches = false, false, false
	return []operation{
		begin,
		mine("fights", "The fights that are open to you, the last opened first.", true, (*client).fightList),
		mine("odds", "The exact chances of a roll; nothing is thrown.", true, (*client).odds),
		mine("explain", "Explains a maneuver, a stance, a status, a term or a list in every rule system that has it, or in one.", true, (*client).explain),
		mine("law", "One law of a rule system by its number, in our words.", true, (*client).law),
		mine("laws", "The laws of a rule system that have a word in them.", true, (*client).laws),
		mine("check", "All mistakes in the text of an encounter, or that there are none.", true, (*client).check),
		mine("encounters", "The built-in encounters, with their rule systems and titles.", true, (*client).encounters),
	}
}

// mine makes an operation of a typed function. The input of one that asks has no unknown members.
func mine[In, Out any](name, help string, asks bool, do func(*client, context.Context, In) (Out, error)) operation {
	return operation{name: name, help: help, asks: asks, seat: true, watches: true, in: reflect.TypeFor[In](),
		own: func(ctx context.Context, c *client, raw json.RawMessage) (any, error) {
			var in In
			dec := json.NewDecoder(bytes.NewReader(raw))
			dec.DisallowUnknownFields()
			if err := dec.Decode(&in); err != nil {
				return nil, problem("the input of "+name+" is wrong: "+strings.TrimPrefix(err.Error(), "json: "),
					"an object with "+strings.Join(memberNames(reflect.TypeFor[In]()), ", "))
			}
			return do(c, ctx, in)
		}}
}

// problem returns the error for something a client did: what, and what would be right.
func problem(what, want string) error { return serve.NewError(session.BadInput, what, want) }

// begunFight is a new fight as a model may know it: its links have no keys.
type begunFight struct {
	serve.FightLinks
	keys []serve.Link // for the host
}

// begin begins a fight. The keys of its links are kept out of what a model reads; the host gets them apart, to show them to people.
func (c *client) begin(ctx context.Context, in serve.Begin) (out begunFight, err error) {
	if c.link != nil {
		return out, serve.NewError(session.NotYours, "a link opens its own fight and begins none", "the owner's link, which kokyu serve prints as it starts")
	}
	if out.FightLinks, err = c.fights.New(ctx, in); err != nil {
		return out, err
	}
	out.keys, out.Links = out.Links, slices.Clone(out.Links)
	for i := range out.Links {
		out.Links[i].Key = ""
	}
	return out, nil
}

type nothing struct{}

// fightsMax is how many fights a list has.
const fightsMax = 50

// fightList are the fights that a client may use.
type fightList struct {
	Fights []serve.Brief `json:"fights"`
	More   int           `json:"more,omitempty"` // that are older
}

func (c *client) fightList(_ context.Context, _ nothing) (out fightList, err error) {
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

// rolled is a question about dice.
type rolled struct {
	Roll string `json:"roll"`
}

func (c *client) odds(_ context.Context, in rolled) (dice.Answer, error) {
	return c.fights.Catalogue().Odds(in.Roll)
}

// word is a word of the rules, of one system or of all.
type word struct {
	Words  string `json:"words"`
	System string `json:"system,omitempty"`
}

// systems returns the systems that an input means.
func systems(named string) ([]string, error) {
	if named == "" {
		return agent.Systems(), nil
	}
	_, err := agent.About(named)
	return []string{named}, err
}

// explained is what a word means, by rule system.
type explained struct {
	Systems map[string]agent.Meaning `json:"systems"`
}

// explain explains a word in all systems that have it. It is an error only where none has.
func (c *client) explain(_ context.Context, in word) (out explained, err error) {
	among, err := systems(in.System)
	if err != nil {
		return out, err
	}
	out.Systems = map[string]agent.Meaning{}
	for _, system := range among {
		m, wrong := c.fights.Catalogue().Explain(system, in.Words)
		if wrong != nil {
			err = wrong
			continue
		}
		out.Systems[system] = m
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

// numbered is a law by its number; its rule system may be left out.
type numbered struct {
	Number string `json:"number"`
	System string `json:"system,omitempty"`
}

// lawList are laws of a rule system.
type lawList struct {
	System string     `json:"system"`
	Laws   []lawShape `json:"laws"`
	More   int        `json:"more,omitempty"`
}

// lawShape is a law as an assistant needs it.
type lawShape struct {
	Law    string `json:"law"`
	Says   string `json:"says"`
	Status string `json:"status"`
	ReadBy string `json:"read_by,omitempty"` // the ruling that reads it against its letter
}

func shapeOf(l book.Law) lawShape { return lawShape{l.ID, l.Says, l.Status, l.ReadBy} }

func (c *client) law(_ context.Context, in numbered) (out lawList, err error) {
	among, err := systems(in.System)
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
	return out, serve.NewError(session.UnknownName, "no law has the number "+text.Quote(in.Number), text.OneOf(in.Number, ids)+"; op laws looks for a word")
}

// lawsMax is how many laws an answer has.
const lawsMax = 20

func (c *client) laws(_ context.Context, in word) (out lawList, err error) {
	if in.System == "" || strings.TrimSpace(in.Words) == "" {
		return out, problem("laws without a rule system or a word", "system: "+strings.Join(agent.Systems(), ", ")+"; words: what the law is about")
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

// draft is the text of an encounter, or the same as an object.
type draft struct {
	Encounter json.RawMessage `json:"encounter"`
}

// checked is what is wrong with an encounter, and who is in it if nothing is.
type checked struct {
	Errors []serve.Fault `json:"errors"`
	Title  string        `json:"title,omitempty"`
	System string        `json:"system,omitempty"`
	Seats  []serve.Seat  `json:"seats,omitempty"`
}

// check reads an encounter. Its mistakes are the answer and no error.
func (c *client) check(ctx context.Context, in draft) (checked, error) {
	data, err := in.text()
	if err != nil {
		return checked{}, err
	}
	return serve.RunShort(ctx, c.fights, "assistants", func() (checked, error) {
		s, err := session.Open(c.fights.Catalogue(), "encounter", data, session.Setup{Seed: 1, Standard: agent.Greedy{}, Voice: "none"})
		if err != nil {
			return checked{Errors: serve.FaultsOf(err)}, nil
		}
		return checked{Errors: []serve.Fault{}, Title: s.Title(), System: s.System().Name, Seats: serve.Seats(s)}, nil
	})
}

// text returns the text of the encounter.
func (in draft) text() ([]byte, error) {
	raw := bytes.TrimSpace(in.Encounter)
	if len(raw) > 0 && raw[0] == '{' {
		return raw, nil // JSON is YAML
	}
	var words string
	if err := json.Unmarshal(raw, &words); err != nil || strings.TrimSpace(words) == "" {
		return nil, problem("no encounter is given", "encounter: the text of an encounter file, or the name of a built-in one")
	}
	if slices.Contains(agent.Encounters(), words) {
		_, data, err := agent.ReadEncounter(words)
		return data, err
	}
	return []byte(words), nil
}

// encounterList are the built-in encounters.
type encounterList struct {
	Encounters []builtin `json:"encounters"`
}

type builtin struct {
	Name   string `json:"name"`
	System string `json:"system"`
	Title  string `json:"title"`
	Sides  string `json:"sides"` // who is against whom
}

func (c *client) encounters(context.Context, nothing) (out encounterList, err error) {
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
		out.Encounters = append(out.Encounters, builtin{name, agent.Of(f).Name, agent.Title(f),
			strings.Join(sides[0], ", ") + " against " + strings.Join(sides[1], ", ")})
	}
	return out, nil
}
