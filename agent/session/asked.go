package session

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/text"
)

// state returns how the fight stands. Others than the GM get the sheets of their view, and no seed, which tells the
// dice to come.
func (c Client) state(ctx context.Context, _ Nothing) (State, error) {
	st := State{Title: c.Title(), System: c.System().Name, Seed: c.Seed(), Round: c.Round(), Steps: c.StepCount(),
		Question: c.Question(), May: c.PlayersMay(), Waiting: c.WaitingChanges(), Board: c.picture()}
	st.Winner, _ = c.Winner()
	if !c.isGM() {
		v, err := c.view(ctx, Who{})
		st.Sheets, st.Seed = v.Sheets, 0
		return st, err
	}
	for i, r := range c.Roster() {
		st.Sheets = append(st.Sheets, Known{r, c.agentOf(rules.Seat(i)).String(), c.Sheet(rules.Seat(i))})
	}
	return st, nil
}

// view returns what one seat may know: of a player its own, for checkMayFor has refused another's name.
func (c Client) view(_ context.Context, in Who) (View, error) {
	if c.Watches {
		return c.viewOf(rules.Nobody, "")
	}
	return c.View(cmp.Or(in.Name, c.As))
}

// options returns the open decisions without those that the GM has banned. They are the same for the GM and for the
// seat that decides: odds against a secret choice are those against the action that is declared.
func (c Client) options(context.Context, Nothing) (Choices, error) {
	v, err := c.allowedView()
	if err != nil {
		return Choices{}, c.undecidedError()
	}
	return Choices{v.Name(), v.PricedOptions()}, nil
}

// sheet returns what the client may know of one combatant, or of all without a name.
func (c Client) sheet(ctx context.Context, in Who) (Sheets, error) {
	st, err := c.state(ctx, Nothing{})
	if err != nil || in.Name == "" {
		return Sheets{st.Sheets}, err
	}
	seat, err := c.seat(in.Name)
	if err != nil {
		return Sheets{}, err
	}
	return Sheets{st.Sheets[seat : seat+1]}, nil
}

// mayAskHints returns an error for a player to whom the GM gives no hints.
func (c Client) mayAskHints() error {
	if c.As == "" || c.PlayersMay().Hint {
		return nil
	}
	return newError(NotYours, "the GM gives players no hints", "a choice of your own, or players hint from the GM")
}

// advise returns advice on the present decision. A number of nodes replaces the whole budget, its time limit included:
// with the same number the same position has the same advice on every machine.
func (c Client) advise(ctx context.Context, in Looked) (agent.Advice, error) {
	if err := c.mayAskHints(); err != nil {
		return agent.Advice{}, err
	}
	lim := c.Advice
	if in.Nodes > agent.NodesMax {
		return agent.Advice{}, text.Problem{What: fmt.Sprintf("nodes is %d", in.Nodes),
			Want: fmt.Sprintf("1 to %d", agent.NodesMax)}
	}
	if in.Nodes > 0 {
		lim.Nodes, lim.Time = in.Nodes, 0
	}
	if _, err := c.allowedView(); err != nil {
		return agent.Advice{}, c.undecidedError()
	}
	return c.Advise(ctx, lim)
}

// why compares an open decision with the best one. Its words may be shortened by programs too: nothing is made of them.
func (c Client) why(ctx context.Context, in Words) (agent.Comparison, error) {
	if err := c.mayAskHints(); err != nil {
		return agent.Comparison{}, err
	}
	v, err := c.allowedView()
	if err != nil {
		return agent.Comparison{}, c.undecidedError()
	}
	// A proposal and what speaks against it are of searches with the same budget, so that they do not contradict each
	// other: with that of advice, 'walk > second rear' was proposed, and 'why not thrust > Tomoe' was "the best there is".
	f, lim, words := c.Copy(), c.budget(v.Seat()), strings.Trim(in.Words, `" `)
	if words == "" {
		return agent.Comparison{}, newError(BadInput, "it is not said why not what", "a choice, as in why not "+v.Options()[0].Words)
	}
	if _, err := agent.OptionByPrefix(v.Options(), words); err != nil {
		return agent.Comparison{}, err
	}
	return runSearch(ctx, c.Session, func(ctx context.Context) (agent.Comparison, error) {
		return v.WhyNot(ctx, f, words, lim)
	})
}

// help explains a word: the name of a combatant first, then an operation (with what the rules say of the same word), a
// word of the rules, and last a decision that is open now.
func (c Client) help(_ context.Context, in topic) (Help, error) {
	in.Words = strings.Trim(in.Words, `" `)
	if in.Words == "" {
		var h Help
		for _, o := range Operations() {
			if c.May(o) {
				h.Operations = append(h.Operations, OperationDoc{o.Name, o.Line, o.Help})
			}
		}
		return h, nil
	}
	switch i, err := text.FindByName(in.Words, c.names()); {
	case err != nil:
		return Help{}, withCode(UnknownName, err)
	case i >= 0:
		return c.explainSeat(rules.Seat(i))
	}
	m, err := c.catalogue.Explain(c.System().Name, in.Words)
	if o, wrong := OperationNamed(in.Words); wrong == nil {
		usage := agent.Meaning{Word: o.Line, Says: o.Help}
		if err == nil && text.Fold(m.Word) == text.Fold(in.Words) { // it is also a word of the rules
			usage.More, usage.Laws, usage.Rulings, usage.Where = append([]string{m.Says}, m.More...), m.Laws, m.Rulings, m.Where
		}
		return Help{Meaning: usage}, nil
	}
	if v, lookErr := c.allowedView(); err != nil && lookErr == nil {
		if option, wrong := agent.OptionByPrefix(v.Options(), in.Words); wrong == nil {
			says := fmt.Sprintf("%s, a decision that costs %d.", option.Phase, option.Cost)
			return Help{Meaning: agent.Meaning{Word: option.Words, Says: says}}, nil
		}
	}
	return Help{Meaning: m}, err
}

// explainSeat explains a combatant by its sheet.
func (c Client) explainSeat(seat rules.Seat) (Help, error) {
	known, err := c.sheet(context.Background(), Who{Name: c.Name(seat)})
	if err != nil {
		return Help{}, err
	}
	k := known.Sheets[0]
	values := text.Each(k.Sheet, func(e rules.Entry) string { return e.Name + " " + e.Value })
	parts := append([]string{k.Kind, k.Team}, values...)
	return Help{Meaning: agent.Meaning{Word: k.Name, Says: strings.Join(parts, ", ")}}, nil
}

// events returns a page of the steps as the client may know them. Steps that were taken back are among them, with the
// undo that did it: a program that follows reads each once.
func (c Client) events(_ context.Context, in Since) (Events, error) {
	end, next, err := in.page(c.StepCount())
	if err != nil {
		return Events{}, err
	}
	steps := c.StepsSince(in.Since)
	return Events{steps[:min(len(steps), end-max(in.Since, 0))], next}, nil
}

// tale tells the whole fight and returns a page of it: a sentence depends on those before it.
func (c Client) tale(_ context.Context, in Since) (Tale, error) {
	end, next, err := in.page(c.StepCount())
	if err != nil {
		return Tale{}, err
	}
	lines, err := narrate.Tell(c.narrateOptions(), agent.Dialect(c.Header().System), c.StepsSince(0))
	page := []narrate.Line{}
	for _, l := range lines {
		if l.Step > in.Since && l.Step <= end {
			page = append(page, l)
		}
	}
	return Tale{page, next}, err
}

// position returns the encounter file that begins here. For a client other than the GM it is that of the view of the
// seat to move, without a secret that waits for its answer.
func (c Client) position(context.Context, Nothing) (Position, error) {
	if !c.isGM() {
		if v, err := agent.Look(c.Fight); err == nil { // otherwise the fight waits for dice or is over, and nothing is secret
			text, err := v.Position()
			return Position{string(text)}, err
		}
	}
	text, err := c.Position()
	return Position{string(text)}, err
}

// save writes the record so far, as the GM has it, into a new file.
func (c Client) save(_ context.Context, in File) (File, error) {
	return in, c.Save(in.File)
}
