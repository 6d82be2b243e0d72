package web

import (
	"cmp"
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kokyu/agent"
	"kokyu/agent/fair"
	"kokyu/agent/picture"
	"kokyu/agent/serve"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// startPage is the data of start.html, the page without a fight, and of the parts of it.
type startPage struct {
	Kept       []keptFight // the owner's fights to go on with, with their pictures
	More       []keptFight // those played before them
	Fights     int         // how many there are, for those who are not the owner, too
	Owned      bool        // whether it is the owner who looks
	Phones     []string    // the addresses at which phones reach the server
	FixedReach bool        // who can reach the server cannot be changed here
	Systems    []systemEncounters
	System     string         // whose encounters are shown
	Chosen     *preparedFight // the fight that is about to begin
	Text       string         // of an encounter that is being written
	Problems   []textMistake  // in Text
	Checked    bool           // whether Problems is known
	Wrong      *message
	KeepsText  bool       // Text was there before and is not replaced by the small encounter
	Form       url.Values // what is chosen and filled in
}

// firstCards is how many fights of a system are shown before the others.
const firstCards = 4

// First returns the encounters of the system that are shown first; the others are folded.
func (s startPage) First() []encounterCard {
	return encounterCards(s.System)[:min(firstCards, len(encounterCards(s.System)))]
}

// Rest returns its other encounters.
func (s startPage) Rest() []encounterCard { return encounterCards(s.System)[len(s.First()):] }

// Chose reports whether an encounter is the one that is about to begin, whose card is open.
func (s startPage) Chose(name string) bool { return s.Chosen != nil && s.Chosen.Name == name }

// ChoseRest reports whether the encounter that is about to begin is folded; all of these are then unfolded.
func (s startPage) ChoseRest() bool {
	return slices.ContainsFunc(s.Rest(), func(c encounterCard) bool { return s.Chose(c.Name) })
}

// systemEncounters has the built-in encounters of a system.
type systemEncounters struct {
	System string
	Says   string // what its fights are like
	Cards  []encounterCard
}

// encounterCard is an encounter as a page lists it.
type encounterCard struct {
	Name, Title, About string
	Sides              []sideNames
	Measured, Whole    string // how often the first side of a built-in encounter wins, in short and as a sentence
}

type sideNames struct {
	Name   string
	People []string
}

// preparedFight is a fight that is about to begin, with the form that begins it.
type preparedFight struct {
	encounterCard
	Text  string // of an encounter that is not built in
	Board picture.Picture
	Asked setupForm
}

// setupForm is the part of a form that says how a fight is to be played.
type setupForm struct {
	Sides  []sideNames
	Form   url.Values // what is filled in
	Levels []agent.Level
	Drawn  uint64 // the seed of a random encounter
}

// Known returns the sides and combatants as values of a hidden field. From there recallSides takes them while the file
// has mistakes and cannot be read, so that who plays whom need not be chosen again.
func (a setupForm) Known() (list []string) {
	for _, s := range a.Sides {
		for _, name := range s.People {
			list = append(list, s.Name+"\t"+name)
		}
	}
	return list
}

// recallSides takes the sides and combatants from the hidden field.
func (a *setupForm) recallSides() {
	for _, known := range a.Form["known"] {
		team, name, _ := strings.Cut(known, "\t")
		if i := len(a.Sides) - 1; i < 0 || a.Sides[i].Name != team {
			a.Sides = append(a.Sides, sideNames{Name: team})
		}
		i := len(a.Sides) - 1
		a.Sides[i].People = append(a.Sides[i].People, name)
	}
}

// Plays reports whether the form sets the program to a level; the last level, the strongest, is the default.
func (a setupForm) Plays(level int) bool {
	return a.Has("level", strconv.Itoa(level)) || a.Form.Get("level") == "" && level == len(a.Levels)
}

// Has reports whether a field of the form has a value.
func (a setupForm) Has(name, value string) bool { return slices.Contains(a.Form[name], value) }

type textMistake struct {
	Line, Col int
	Text      string
	message
}

// encountersBySystem returns the built-in encounters, which are read once.
var encountersBySystem = sync.OnceValue(func() (list []systemEncounters) {
	for _, system := range agent.Systems() {
		s := systemEncounters{System: system}
		if about, err := agent.About(system); err == nil {
			s.Says = about.Says
		}
		for _, name := range agent.Encounters(system) {
			if f, err := builtin(name); err == nil {
				s.Cards = append(s.Cards, cardOf(name, f))
			}
		}
		list = append(list, s)
	}
	return list
})

func encounterCards(system string) []encounterCard {
	list := encountersBySystem()
	if i := slices.IndexFunc(list, func(s systemEncounters) bool { return s.System == system }); i >= 0 {
		return list[i].Cards
	}
	return nil
}

// builtin returns the fight of a built-in encounter at its beginning.
func builtin(name string) (*fight.Fight, error) {
	file, data, err := agent.ReadEncounter(name)
	if err != nil {
		return nil, err
	}
	return agent.Builtin().NewFight(file, data, agent.Setup{Seed: 1})
}

// cardOf returns the card of an encounter; name is empty for one that is not built in.
func cardOf(name string, f *fight.Fight) encounterCard {
	c := encounterCard{Name: name, Title: agent.Title(f), About: f.Scenery().About, Sides: sidesOf(f)}
	if m, ok := fair.MeasureOf(name); ok {
		c.Measured, c.Whole = text.Capital(m.Says()), text.Capital(m.Whole())
	}
	return c
}

func sidesOf(f *fight.Fight) (sides []sideNames) {
	for _, r := range f.Roster() {
		i := slices.IndexFunc(sides, func(s sideNames) bool { return s.Name == r.Team })
		if i < 0 {
			i, sides = len(sides), append(sides, sideNames{Name: r.Team})
		}
		sides[i].People = append(sides[i].People, r.Name)
	}
	return sides
}

// mayOpen returns an error for requests that may not open fights: only those of this machine and of the
// owner's browser may. Others come in by a link.
func (p *Pages) mayOpen(r *http.Request) error {
	if !serve.IsLocal(r) && !p.isOwner(r) {
		return noPageError()
	}
	return nil
}

// queryOfOpener returns the query of a request that may open fights; for others it returns an error.
func (p *Pages) queryOfOpener(r *http.Request) (url.Values, error) {
	return r.URL.Query(), p.mayOpen(r)
}

// openerForm returns the form of a request that may open fights; for others it returns an error.
func (p *Pages) openerForm(r *http.Request) (url.Values, error) {
	if err := p.mayOpen(r); err != nil {
		return nil, err
	}
	return fields(r)
}

// showStartPage shows what a fight can begin with, and which fights there are.
func (p *Pages) showStartPage(w http.ResponseWriter, r *http.Request, q url.Values) error {
	// The address gets a seed, so that a reload shows the same encounter.
	if q.Get("encounter") == random && q.Get("seed") == "" {
		q.Set("seed", strconv.FormatUint(rand.Uint64N(seedMax)+1, 10))
		return redirect(w, r, "/?"+q.Encode()+"#begin")
	}
	return p.showStart(w, r, http.StatusOK, startPage{Form: q})
}

// showStart shows the start page. s has what the caller knows; showStart fills in the rest.
func (p *Pages) showStart(w http.ResponseWriter, r *http.Request, status int, s startPage) error {
	var err error
	if s.Kept, s.More, s.Fights, err = p.keptFights(r); err != nil {
		return err
	}
	s.Owned = p.isOwner(r)
	s.Phones, s.FixedReach = p.server.LANAddresses(), p.options.Alone
	s.Systems = encountersBySystem()
	if s.System = s.Form.Get("system"); !slices.Contains(agent.Systems(), s.System) {
		s.System = agent.DefaultSystem
	}
	if s.Chosen == nil && s.Form.Get("encounter") != "" {
		if s.Chosen, err = p.choose(r.Context(), s); err != nil {
			return err
		}
	}
	return p.show(w, r, status, "start.html", s)
}

// random stands in a form for an encounter that is drawn.
const random = "random"

// choose prepares the built-in or random encounter that the form names.
func (p *Pages) choose(ctx context.Context, s startPage) (*preparedFight, error) {
	c := &preparedFight{}
	name := s.Form.Get("encounter")
	if name != random && !slices.Contains(agent.Encounters(), name) {
		return nil, noPageError()
	}
	f, err := serve.RunShort(ctx, p.fights, "pages", func() (*fight.Fight, error) {
		if name != random {
			return builtin(name)
		}
		if c.Asked.Drawn, _ = strconv.ParseUint(s.Form.Get("seed"), 10, 64); c.Asked.Drawn == 0 {
			c.Asked.Drawn = rand.Uint64N(seedMax) + 1
		}
		_, f, err := p.fights.Catalogue().DrawEncounter(s.System, c.Asked.Drawn)
		return f, err
	})
	if err != nil {
		return nil, err
	}
	c.prepare(name, f, s.Form)
	return c, nil
}

// seedMax is the largest seed that is drawn here: one that can be read out at a table.
const seedMax = 99_999

// prepare fills in what is shown of a fight, and the form with what was filled in before.
func (c *preparedFight) prepare(name string, f *fight.Fight, form url.Values) {
	c.encounterCard, c.Board = cardOf(name, f), picture.Of(f, "")
	c.Asked.Sides, c.Asked.Form, c.Asked.Levels = c.Sides, form, agent.Levels()
}

// openWritten prepares an encounter that somebody has written, or shows its mistakes.
func (p *Pages) openWritten(w http.ResponseWriter, r *http.Request, form url.Values) error {
	_, txt, err := beginFromForm(r, form)
	if err != nil {
		return err
	}
	s := startPage{Text: txt, Form: form, Checked: true}
	f, err := p.readFight(r.Context(), unixLines(txt)+"\n")
	if err != nil {
		s.Problems = textMistakes(txt, err)
		return p.showStart(w, r, http.StatusUnprocessableEntity, s)
	}
	s.Chosen = &preparedFight{Text: txt}
	s.Chosen.prepare("", f, form)
	return p.showStart(w, r, http.StatusOK, s)
}

func (p *Pages) drawPicture(w http.ResponseWriter, r *http.Request) error {
	name, ok := strings.CutSuffix(r.PathValue("name"), ".svg")
	if !ok || !slices.Contains(agent.Encounters(), name) {
		return noPageError()
	}
	f, err := builtin(name)
	if err != nil {
		return err
	}
	// A drawing has its own style sheet in it.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	return send(w, r, http.StatusOK, "image/svg+xml", []byte(picture.Of(f, "").SVG(picture.Drawing{Field: true})))
}

// open begins a fight and redirects to its GM's page. If it fails, the start page shows why, with the form as it was.
func (p *Pages) open(w http.ResponseWriter, r *http.Request, form url.Values) error {
	in, txt, err := beginFromForm(r, form)
	if err != nil {
		return err
	}
	begun, err := p.fights.Begin(r.Context(), in)
	if err != nil {
		s := startPage{Text: txt, Form: form}
		if txt != "" {
			s.Problems = textMistakes(txt, err)
			s.Checked = true
		} else {
			s.Wrong = new(messageOf(err))
			if name := form.Get("encounter"); name != random && !slices.Contains(agent.Encounters(), name) {
				form.Del("encounter")
			}
		}
		return p.showStart(w, r, http.StatusUnprocessableEntity, s)
	}
	return p.goToFight(w, r, begun)
}

// goToFight redirects to the GM's page of a new fight: the owner's browser to the address that opens it again later.
func (p *Pages) goToFight(w http.ResponseWriter, r *http.Request, begun serve.FightLinks) error {
	key := begun.Links[0].Key
	if p.isOwner(r) {
		key = begun.ID + ownerKeyMark
	}
	return redirect(w, r, "/at/"+key+"/")
}

// prepareAgain prepares the fight of a link to be fought once more. Its record has the file of the encounter.
func (p *Pages) prepareAgain(w http.ResponseWriter, r *http.Request, rec fight.Record) error {
	s := startPage{Form: url.Values{"system": {rec.Header.System}},
		Chosen: &preparedFight{Text: string(rec.Header.Encounter)}}
	f, err := p.readFight(r.Context(), s.Chosen.Text)
	if err != nil {
		return err
	}
	s.Chosen.prepare("", f, s.Form)
	return p.showStart(w, r, http.StatusOK, s)
}

// beginFromForm returns what a form says that a fight begins with. txt is the text of the encounter, from a
// file that was sent along or from the field; empty if the form names an encounter.
func beginFromForm(r *http.Request, form url.Values) (in serve.Begin, txt string, err error) {
	get := form.Get
	in = serve.Begin{System: get("system"), Level: get("level"), Seats: map[string]string{}}
	if seed := get("seed"); seed != "" {
		n, err := number("seed", seed)
		if err != nil {
			return in, "", err
		}
		in.Seed = uint64(max(0, n))
	}
	if txt, err = uploadedText(r); err != nil {
		return in, "", err
	}
	txt = cmp.Or(txt, get("text"))
	encounter := get("encounter")
	if encounter == "" && strings.TrimSpace(txt) != "" {
		encounter = strings.ReplaceAll(txt, "\r\n", "\n") + "\n"
	}
	for _, name := range form["people"] {
		if name != "" {
			in.Seats[name] = "human"
		}
	}
	if who := get("dice"); who != "" && who != "program" {
		in.Dice = []string{"all"}
	}
	in.Text = &encounter
	return in, txt, nil
}

// checkText shows the mistakes in the text of an encounter while it is typed. An empty text has none.
func (p *Pages) checkText(w http.ResponseWriter, r *http.Request, form url.Values) error {
	txt := strings.ReplaceAll(form.Get("text"), "\r\n", "\n")
	s := startPage{Text: txt}
	if strings.TrimSpace(txt) != "" {
		_, err := p.readFight(r.Context(), txt+"\n")
		s.Problems, s.Checked = textMistakes(txt, err), true
	}
	return p.show(w, r, http.StatusOK, "problems.html", s)
}

// readFight begins a fight with the text of an encounter, in the queue of [serve.RunShort].
func (p *Pages) readFight(ctx context.Context, text string) (*fight.Fight, error) {
	return serve.RunShort(ctx, p.fights, "pages", func() (*fight.Fight, error) {
		return p.fights.Catalogue().NewFight("encounter", []byte(text), agent.Setup{Seed: 1})
	})
}

// textMistakes returns the mistakes that an error has of a text, with their lines.
func textMistakes(txt string, err error) (list []textMistake) {
	if err == nil {
		return nil
	}
	lines := strings.Split(txt, "\n")
	for _, f := range serve.FaultsOf(err) {
		at := textMistake{Line: f.Line, Col: f.Col, message: message{What: f.What, Want: f.Want}}
		if f.Line > 0 && f.Line <= len(lines) {
			at.Text = text.Escape(lines[f.Line-1])
		}
		list = append(list, at)
	}
	return list
}

// smallestEncounter returns the file of a small encounter of a system.
func smallestEncounter(system string) ([]byte, error) {
	about, err := agent.About(system)
	if err != nil {
		return nil, noPageError()
	}
	text, err := about.FirstEncounter("encounter.yaml", "My fight")
	return []byte(text), err
}

// showStarter shows the text of a small encounter of a system to begin from, unless something is written already.
func (p *Pages) showStarter(w http.ResponseWriter, r *http.Request, q url.Values) error {
	small, err := smallestEncounter(r.PathValue("system"))
	if err != nil {
		return err
	}
	s := startPage{Text: q.Get("text")}
	if s.KeepsText = strings.TrimSpace(s.Text) != ""; !s.KeepsText {
		s.Text = string(small)
	}
	return p.show(w, r, http.StatusOK, "text.html", s)
}
