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

// starting is what the page without a fight shows.
type starting struct {
	Kept     []begun // fights to go on with, and those played before them, for their owner
	More     []begun
	Fights   int
	Owned    bool     // by whoever looks
	Phones   []string // the addresses at which phones reach the server
	Settled  bool     // it cannot be changed here
	Systems  []shelf
	System   string  // that is looked at
	Chosen   *chosen // the fight that is about to begin
	Text     string  // of an encounter that is being written
	Problems []place
	Checked  bool
	Said     *said
	Stays    bool       // the text that is written is not replaced
	Form     url.Values // what is chosen and filled in
}

// firstCards is how many fights of a system are shown before the others.
const firstCards = 4

// First returns the fights of the system that are shown first.
func (s starting) First() []card {
	return encounterCards(s.System)[:min(firstCards, len(encounterCards(s.System)))]
}

// Rest returns its other fights.
func (s starting) Rest() []card { return encounterCards(s.System)[len(s.First()):] }

// Chose reports whether a fight is the one that is about to begin.
func (s starting) Chose(name string) bool { return s.Chosen != nil && s.Chosen.Name == name }

// ChoseRest reports whether that is one of the others.
func (s starting) ChoseRest() bool {
	return slices.ContainsFunc(s.Rest(), func(c card) bool { return s.Chose(c.Name) })
}

// shelf is the built-in encounters of a system.
type shelf struct {
	System string
	Says   string // what its fights are like
	Cards  []card
}

// card is an encounter.
type card struct {
	Name, Title, About string
	Sides              []side
	Measured, Whole    string // how often the first side wins, of a built-in one
}

// side is who fights on one.
type side struct {
	Name   string
	People []string
}

// chosen is a fight that is about to begin.
type chosen struct {
	card
	Text  string // of one's own
	Board picture.Picture
	Asked asked
}

// asked is how a fight is to be played.
type asked struct {
	Sides  []side
	Form   url.Values // what is filled in
	Levels []agent.Level
	Drawn  uint64 // the seed that a random fight is drawn with
}

// Known returns who fights, so that it is known while a file that is being written has mistakes.
func (a asked) Known() (list []string) {
	for _, s := range a.Sides {
		for _, name := range s.People {
			list = append(list, s.Name+"\t"+name)
		}
	}
	return list
}

// recall takes who fights from the form.
func (a *asked) recall() {
	for _, known := range a.Form["known"] {
		team, name, _ := strings.Cut(known, "\t")
		if i := len(a.Sides) - 1; i < 0 || a.Sides[i].Name != team {
			a.Sides = append(a.Sides, side{Name: team})
		}
		i := len(a.Sides) - 1
		a.Sides[i].People = append(a.Sides[i].People, name)
	}
}

// Plays reports whether the program is to play at a level; unless it is said it plays at the last one.
func (a asked) Plays(level int) bool {
	return a.Has("level", strconv.Itoa(level)) || a.Form.Get("level") == "" && level == len(a.Levels)
}

// Has reports whether a field has a value.
func (a asked) Has(name, value string) bool { return slices.Contains(a.Form[name], value) }

// place is a mistake in the text of an encounter, with the line it stands in.
type place struct {
	Line, Col int
	Text      string
	said
}

// shelves are the built-in encounters, read once: they do not change.
var shelves = sync.OnceValue(func() (list []shelf) {
	for _, system := range agent.Systems() {
		s := shelf{System: system}
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

// encounterCards returns the built-in encounters of a system.
func encounterCards(system string) []card {
	list := shelves()
	if i := slices.IndexFunc(list, func(s shelf) bool { return s.System == system }); i >= 0 {
		return list[i].Cards
	}
	return nil
}

func builtin(name string) (*fight.Fight, error) {
	file, data, err := agent.ReadEncounter(name)
	if err != nil {
		return nil, err
	}
	return agent.Builtin().NewFight(file, data, agent.Setup{Seed: 1})
}

func cardOf(name string, f *fight.Fight) card {
	c := card{Name: name, Title: agent.Title(f), About: f.Scenery().About, Sides: sidesOf(f)}
	if m, ok := fair.MeasureOf(name); ok {
		c.Measured, c.Whole = text.Capital(m.Says()), text.Capital(m.Whole())
	}
	return c
}

func sidesOf(f *fight.Fight) (sides []side) {
	for _, r := range f.Roster() {
		i := slices.IndexFunc(sides, func(s side) bool { return s.Name == r.Team })
		if i < 0 {
			i, sides = len(sides), append(sides, side{Name: r.Team})
		}
		sides[i].People = append(sides[i].People, r.Name)
	}
	return sides
}

// mayOpen refuses who may only come in by a link.
func (p *Pages) mayOpen(r *http.Request) error {
	if p.o.MayOpen != nil && !p.o.MayOpen(r) && !p.owns(r) {
		return noPage()
	}
	return nil
}

// queryOfOpener returns the query of a request that may open fights; of another one it returns the error.
func (p *Pages) queryOfOpener(r *http.Request) (url.Values, error) {
	return r.URL.Query(), p.mayOpen(r)
}

// opening reads the form of who may open fights.
func (p *Pages) opening(r *http.Request) (url.Values, error) {
	if err := p.mayOpen(r); err != nil {
		return nil, err
	}
	return fields(r)
}

// start shows what a fight can begin with, and the fights there are.
func (p *Pages) start(w http.ResponseWriter, r *http.Request, q url.Values) error {
	if q.Get("encounter") == random && q.Get("seed") == "" { // so that it is the same one where the page is loaded anew
		q.Set("seed", strconv.FormatUint(rand.Uint64N(seedMax)+1, 10))
		http.Redirect(w, r, "/?"+q.Encode()+"#begin", http.StatusSeeOther)
		return nil
	}
	return p.begin(w, r, http.StatusOK, starting{Form: q})
}

func (p *Pages) begin(w http.ResponseWriter, r *http.Request, status int, s starting) error {
	var err error
	if s.Kept, s.More, s.Fights, err = p.keptFights(r); err != nil {
		return err
	}
	s.Owned = p.owns(r)
	s.Phones, s.Settled = p.phones()
	s.Systems = shelves()
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

// random is the name of an encounter that is drawn.
const random = "random"

// choose makes the fight ready that is chosen, a random one or a built-in one.
func (p *Pages) choose(ctx context.Context, s starting) (*chosen, error) {
	c := &chosen{}
	name := s.Form.Get("encounter")
	if name != random && !slices.Contains(agent.Encounters(), name) {
		return nil, noPage()
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
	c.ready(name, f, s.Form)
	return c, nil
}

// seedMax is the largest seed that is drawn here: one that can be read out.
const seedMax = 99_999

func (c *chosen) ready(name string, f *fight.Fight, form url.Values) {
	c.card, c.Board = cardOf(name, f), picture.Of(f, "")
	c.Asked.Sides, c.Asked.Form, c.Asked.Levels = c.Sides, form, agent.Levels()
}

// openOwn makes an encounter ready that somebody has written, or says what is wrong with it.
func (p *Pages) openOwn(w http.ResponseWriter, r *http.Request, form url.Values) error {
	_, txt, err := beginning(r, form)
	if err != nil {
		return err
	}
	s := starting{Text: txt, Form: form, Checked: true}
	f, err := p.readFight(r.Context(), unix(txt)+"\n")
	if err != nil {
		s.Problems = places(txt, err)
		return p.begin(w, r, http.StatusUnprocessableEntity, s)
	}
	s.Chosen = &chosen{Text: txt}
	s.Chosen.ready("", f, form)
	return p.begin(w, r, http.StatusOK, s)
}

// drawPicture returns the picture of a built-in encounter.
func (p *Pages) drawPicture(w http.ResponseWriter, r *http.Request) error {
	name, ok := strings.CutSuffix(r.PathValue("name"), ".svg")
	if !ok || !slices.Contains(agent.Encounters(), name) {
		return noPage()
	}
	f, err := builtin(name)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") // a drawing has its own style sheet
	w.Header().Set("Cache-Control", "public, max-age=3600")
	return send(w, r, http.StatusOK, []byte(picture.Of(f, "").SVG(picture.Drawing{Field: true})))
}

// open begins a fight and goes to its GM's page.
func (p *Pages) open(w http.ResponseWriter, r *http.Request, form url.Values) error {
	in, txt, err := beginning(r, form)
	if err != nil {
		return err
	}
	begun, err := p.fights.New(r.Context(), in)
	if err != nil {
		s := starting{Text: txt, Form: form}
		if txt != "" {
			s.Problems = places(txt, err)
			s.Checked = true
		} else {
			s.Said = new(sentence(err))
			if name := form.Get("encounter"); name != random && !slices.Contains(agent.Encounters(), name) {
				form.Del("encounter")
			}
		}
		return p.begin(w, r, http.StatusUnprocessableEntity, s)
	}
	p.enter(w, r, begun)
	return nil
}

// enter goes to the GM's page of a new fight: in the owner's browser to the one that can be gone back to.
func (p *Pages) enter(w http.ResponseWriter, r *http.Request, of serve.FightLinks) {
	key := of.Links[0].Key
	if p.owns(r) {
		key = of.ID + ownKey
	}
	http.Redirect(w, r, "/at/"+key+"/", http.StatusSeeOther)
}

// again makes the fight of a link ready to be fought once more, from its beginning.
func (p *Pages) again(w http.ResponseWriter, r *http.Request, rec fight.Record) error {
	s := starting{Form: url.Values{"system": {rec.Header.System}}, Chosen: &chosen{Text: string(rec.Header.Encounter)}}
	f, err := p.readFight(r.Context(), s.Chosen.Text)
	if err != nil {
		return err
	}
	s.Chosen.ready("", f, s.Form)
	return p.begin(w, r, http.StatusOK, s)
}

// beginning returns what a form wants a fight to begin with; txt is the encounter if the form holds its text or file.
func beginning(r *http.Request, form url.Values) (in serve.Begin, txt string, err error) {
	get := form.Get
	in = serve.Begin{System: get("system"), Level: get("level"), Seats: map[string]string{}}
	if seed := get("seed"); seed != "" {
		n, err := number("seed", seed)
		if err != nil {
			return in, "", err
		}
		in.Seed = uint64(max(0, n))
	}
	if txt, err = uploadedText(r, "file"); err != nil {
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

// checkText says what is wrong with the text of an encounter, as it is typed.
func (p *Pages) checkText(w http.ResponseWriter, r *http.Request, form url.Values) error {
	txt := strings.ReplaceAll(form.Get("text"), "\r\n", "\n")
	s := starting{Text: txt}
	if strings.TrimSpace(txt) != "" {
		_, err := p.readFight(r.Context(), txt+"\n")
		s.Problems, s.Checked = places(txt, err), true
	}
	return p.show(w, r, http.StatusOK, "problems.html", s)
}

// readFight begins the fight of an encounter's text. Texts are read one at a time: see RunShort of package serve.
func (p *Pages) readFight(ctx context.Context, text string) (*fight.Fight, error) {
	return serve.RunShort(ctx, p.fights, "pages", func() (*fight.Fight, error) {
		return p.fights.Catalogue().NewFight("encounter", []byte(text), agent.Setup{Seed: 1})
	})
}

// places returns the mistakes of a text, each with its line.
func places(txt string, err error) (list []place) {
	if err == nil {
		return nil
	}
	lines := strings.Split(txt, "\n")
	for _, f := range serve.FaultsOf(err) {
		at := place{Line: f.Line, Col: f.Col, said: said{What: f.What, Want: f.Want}}
		if f.Line > 0 && f.Line <= len(lines) {
			at.Text = text.Escape(lines[f.Line-1])
		}
		list = append(list, at)
	}
	return list
}

// smallest returns the file of a small encounter of a system.
func smallest(system string) ([]byte, error) {
	about, err := agent.About(system)
	if err != nil {
		return nil, noPage()
	}
	text, err := about.FirstEncounter("encounter.yaml", "My fight")
	return []byte(text), err
}

// starter returns the text of a small encounter of a system to begin from.
func (p *Pages) starter(w http.ResponseWriter, r *http.Request, q url.Values) error {
	small, err := smallest(r.PathValue("system"))
	if err != nil {
		return err
	}
	s := starting{Text: q.Get("text")}
	if s.Stays = strings.TrimSpace(s.Text) != ""; !s.Stays {
		s.Text = string(small)
	}
	return p.show(w, r, http.StatusOK, "text.html", s)
}
