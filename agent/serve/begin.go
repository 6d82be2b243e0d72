package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/text"
	"kokyu/search"
)

// How a fight is opened: from an encounter or a record, until its files stand in the folder.

// Begin is what a new fight is begun with.
type Begin struct {
	// Encounter is the name of a built-in encounter, the text or the JSON of an encounter's file, or "random".
	Encounter json.RawMessage `json:"encounter" jsonschema:"a built-in encounter by its name, the YAML of an encounter's file as a text, the same as an object, or random"`
	// Text, if it is not nil, takes the place of Encounter for callers whose encounter is not JSON, such as forms.
	Text   *string           `json:"-"`
	System string            `json:"system,omitempty" jsonschema:"of a random encounter"`
	Seed   uint64            `json:"seed,omitempty" jsonschema:"of the dice; default: drawn. The same seed and choices give the same fight"`
	Seats  map[string]string `json:"seats,omitempty" jsonschema:"who plays a combatant or a side: human, search, greedy or random with settings; default: search"`
	Dice   []string          `json:"dice,omitempty" jsonschema:"whose dice are thrown at the table: combatants or sides, or all"`
	Ask    *bool             `json:"ask,omitempty" jsonschema:"whether the GM confirms what the program decides; default: true"`
	Level  string            `json:"level,omitempty" want:"a text, \"1\" to \"6\"" jsonschema:"how well the program plays: a text, 1 to 6"`
	Temper string            `json:"temper,omitempty" jsonschema:"how the program plays, as kokyu list tempers has it"`
	IDs    map[string]string `json:"ids,omitempty" jsonschema:"the client's own ids of combatants, by their names: they are kept and given back"`
	Voice  string            `json:"voice,omitempty" jsonschema:"how the fight is told; default: scent"`
}

func (in Begin) voiceOrDefault() string { return cmp.Or(in.Voice, voices[0]) }

// FightLinks is a new fight with its links: one for the GM, one for each seat and one for watchers.
type FightLinks struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	System string `json:"system"`
	Seed   uint64 `json:"seed"`
	Links  []Link `json:"links"`

	Combatants []Combatant      `json:"combatants"`
	Question   session.Question `json:"question" jsonschema:"what is asked first: a decision, answered with do or take, or dice, with dice or roll; of the kind over if nobody was asked until the end, and of none if the program still plays on"`
}

const (
	nodesMax  = 2_000_000        // the most nodes for one decision that a client can ask for
	budgetMax = 30 * time.Second // the longest time for one decision of a seat
)

// Begin begins a fight. Once it returns, the files are on disk, and the program plays on until somebody is asked.
func (f *Fights) Begin(ctx context.Context, in Begin) (FightLinks, error) {
	if err := f.mayOpen(); err != nil {
		return FightLinks{}, err
	}
	s, err := f.openSession(ctx, in)
	if err == nil {
		// The fight is unloaded when nobody uses it: a session whose record could not be read back would be lost then.
		err = s.CheckResumable()
	}
	if err != nil {
		return FightLinks{}, err
	}
	out := FightLinks{ID: newID(), Title: s.Title(), System: s.System().Name, Seed: s.Seed()}
	if out.Combatants, err = combatantsOf(s, in.IDs); err != nil {
		return FightLinks{}, err
	}
	s.Ask = in.Ask == nil || *in.Ask
	out.Question = s.Question()
	// The session that began the fight is closed once its record is written. The first use resumes the fight
	// from the record, as every later one does.
	out, err = f.keepFight(out, deskHead{Ask: s.Ask, Voice: in.voiceOrDefault()}, func(path string) error {
		return errors.Join(s.StartRecord(path), s.Close())
	})
	if err != nil || out.Question.Kind != "" {
		return out, err
	}
	// With lets the program play on after the call, even if the call does nothing. If the fight cannot be loaded, it
	// exists all the same, and whoever opens it is told why.
	_ = f.With(context.WithoutCancel(ctx), FullAccess(out.ID), func(session.Client) error { return nil })
	return out, nil
}

// BeginAndPlay is [Fights.Begin] for a client that does not follow the fight: the question that it returns is the
// first that is asked after the program has played on.
func (f *Fights) BeginAndPlay(ctx context.Context, in Begin) (FightLinks, error) {
	out, err := f.Begin(ctx, in)
	if err != nil || out.Question.Kind != "" {
		return out, err
	}
	if q, err := f.NextQuestion(ctx, FullAccess(out.ID)); err == nil {
		out.Question = q
	}
	return out, nil
}

// openSession opens the session of a new fight, without a record.
func (f *Fights) openSession(ctx context.Context, in Begin) (*session.Session, error) {
	in.Seed = cmp.Or(in.Seed, drawSeed())
	if !slices.Contains(voices, in.voiceOrDefault()) {
		return nil, problem("voice is "+text.Quote(in.Voice), text.OneOf(in.Voice, voices))
	}
	name, data, err := f.encounterOf(in)
	if err != nil {
		return nil, err
	}
	character, err := agent.ReadCharacter(in.Level, in.Temper)
	if err != nil {
		return nil, err
	}
	agents := map[string]agent.Agent{}
	for who, spec := range in.Seats {
		if agents[who], err = session.Player(spec, f.readAgent); err != nil {
			return nil, err
		}
	}
	// In the setup of a session an empty name stands for everybody.
	byHand := slices.Clone(in.Dice)
	if slices.Contains(byHand, "all") {
		byHand = []string{""}
	}
	standard := agent.WithCharacter(&agent.Search{Limits: f.limits()}, character)
	return RunShort(ctx, f, "", func() (*session.Session, error) {
		return session.Open(*f.options.Catalogue, name, data, session.Setup{Seed: in.Seed,
			Standard: standard, Agents: agents, ByHand: byHand, Voice: in.voiceOrDefault()})
	})
}

// combatantsOf returns the combatants of a fight. ids has the client's own ids by their names: a name that nobody has
// is an error, and so is an id that is unfit or used twice.
func combatantsOf(s *session.Session, ids map[string]string) ([]Combatant, error) {
	list, unknown, seen := []Combatant{}, maps.Clone(ids), map[string]bool{}
	for _, r := range s.Roster() {
		list = append(list, Combatant{r.Name, r.Team, ids[r.Name]})
		delete(unknown, r.Name)
	}
	// Sorted, so that of several mistakes the same one is always reported.
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		id := ids[name]
		_, err := text.CleanName(id)
		_, isUnknown := unknown[name]
		switch {
		case isUnknown:
			if _, err = rules.SeatNamed(s.Roster(), name); err == nil {
				err = problem("ids names "+text.Quote(name), "the name in its own letters")
			}
			return nil, codedError{err, session.UnknownName}
		case err != nil:
			return nil, problem("the id of "+text.Quote(name)+" is "+text.Quote(id), "1 to 64 "+text.WantName)
		case seen[id]:
			return nil, problem("two combatants have the id "+text.Quote(id), "an id for each")
		}
		seen[id] = true
	}
	return list, nil
}

// keepFight makes the links of a new fight, one for the GM, one for each combatant and one for watchers,
// and writes its files. writeRecord writes the record.
func (f *Fights) keepFight(out FightLinks, head deskHead, writeRecord func(path string) error) (FightLinks, error) {
	var kept []keptLink
	add := func(role Role, seat string) {
		key, hash := newKey(out.ID)
		l := keptLink{linkID(len(kept)), role, seat, hash}
		kept = append(kept, l)
		out.Links = append(out.Links, l.withKey(key))
	}
	add(GM, "")
	for _, c := range out.Combatants {
		add(Player, c.Name)
	}
	add(Watcher, "")
	head.Title, head.System, head.Opened, head.Combatants = out.Title, out.System,
		time.Now().UTC().Truncate(time.Second), out.Combatants
	if err := f.writeFight(out.ID, head, kept, writeRecord); err != nil {
		return FightLinks{}, codedError{fmt.Errorf("the fight could not be kept: %w", err), Failed}
	}
	f.mu.Lock()
	f.known[out.ID] = true
	f.news.add(out.ID, fightOpened)
	f.mu.Unlock()
	f.options.Log.Info("fight opened", "fight", out.ID, "system", out.System)
	return out, nil
}

func (f *Fights) mayOpen() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.stopped:
		return f.stoppedError()
	case len(f.known) >= f.options.Fights:
		return NewError(TooMany, fmt.Sprintf("there are %d fights", len(f.known)),
			fmt.Sprintf("at most %d: delete one first", f.options.Fights))
	}
	return nil
}

// drawSeed returns a random seed below 2^53, which a client holds exactly where its numbers are float64. It
// is odd and so never 0, which stands for no seed in [Begin].
func drawSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:])>>11 | 1
}

// encounterOf returns the text of the encounter that a fight begins with, and the name of its file for messages.
func (f *Fights) encounterOf(in Begin) (name string, data []byte, err error) {
	nameOrText := ""
	switch raw := bytes.TrimSpace(in.Encounter); {
	case in.Text != nil:
		nameOrText = *in.Text
	case len(raw) == 0 || string(raw) == "null":
		return "", nil, problem("no encounter is named",
			"encounter: a built-in one ("+text.OneOf("", agent.Encounters())+"), the text of a file, or random")
	case raw[0] == '{':
		return "encounter", raw, nil // JSON is YAML
	case json.Unmarshal(raw, &nameOrText) != nil:
		return "", nil, problem("encounter is neither a text nor an object", "a name, the text of a file, or an object")
	}
	if nameOrText == "random" {
		data, _, err := f.options.Catalogue.DrawEncounter(cmp.Or(in.System, agent.DefaultSystem), in.Seed)
		return "random", data, err
	}
	name, data, err = agent.SentEncounter(nameOrText, "random")
	return cmp.Or(name, "encounter"), data, err
}

// limits returns the search limits of one decision. A proposal takes two searches: each has half its budget.
func (f *Fights) limits() search.Limits {
	return search.Limits{Nodes: f.options.Nodes, Time: f.options.Budget / 2}
}

// readAgent reads an agent that a client may seat. The kind solved is refused because its settings name a
// file of this machine, and searches are kept within the limits.
func (f *Fights) readAgent(spec string) (agent.Agent, error) {
	kinds := text.Keep(agent.Kinds, func(k agent.Kind) bool { return k.Name != "solved" })
	human := agent.Kind{Name: session.Person{}.String(), Read: func(context.Context, string, search.Limits) (agent.Agent, error) {
		return nil, fmt.Errorf("human takes no settings but dice=hand")
	}}
	a, err := agent.Parse(f.ctx, spec, f.limits(), append(kinds, human))
	if s, ok := a.(*agent.Search); ok && err == nil {
		if s.Limits.Nodes > nodesMax {
			return nil, problem(fmt.Sprintf("nodes is %d", s.Limits.Nodes), fmt.Sprintf("at most %d here", nodesMax))
		}
		if s.Limits.Time == 0 || s.Limits.Time > budgetMax {
			s.Limits.Time = min(f.options.Budget/2, budgetMax)
		}
	}
	return a, err
}

// writeFight writes the files of a new fight in an order in which a program that is killed leaves no fight
// by half: first the record under an unfinished name, then the desk, and last it renames the record, which
// makes it a fight. A desk beside an unfinished record belongs to no fight, and [Fights.scanFolder] removes
// both. [Fights.Delete] takes the same steps backwards.
func (f *Fights) writeFight(id string, head deskHead, links []keptLink, writeRecord func(path string) error) error {
	err := writeRecord(f.path(id, recordExt+unfinishedExt))
	if err == nil {
		err = createDesk(f.path(id, deskExt), head, links)
	}
	if err == nil {
		err = os.Rename(f.path(id, recordExt+unfinishedExt), f.path(id, recordExt))
	}
	if err != nil {
		for _, ext := range []string{deskExt, recordExt + unfinishedExt} {
			if gone := os.Remove(f.path(id, ext)); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
		return err
	}
	return syncFolder(f.dir)
}
