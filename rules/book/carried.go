package book

// CarryOver is what a combatant takes from one fight into the next, as files have it. The doc tags say to which system
// a field belongs; other systems leave it out.
type CarryOver struct {
	Who           string   `yaml:"who" doc:"The row it fought by."`
	Down          bool     `yaml:"down,omitempty" doc:"That it fell."`
	Wounds        *int     `yaml:"wounds,omitempty" limit:"0..255" doc:"Wounds: in breath those left, of a group or a squad its heads; in keep those taken."`
	Boxes         []int    `yaml:"boxes,omitempty" max:"3" doc:"In tempo, the filled boxes: minor, moderate, severe."`
	Gold          *int     `yaml:"gold,omitempty" limit:"0..15" doc:"The gold it can still spend."`
	Faith         *int     `yaml:"faith,omitempty" limit:"0..15" doc:"The Faith it can still spend."`
	Cohesion      int      `yaml:"cohesion,omitempty" limit:"0..5" doc:"Of a squad, its Cohesion."`
	Void          *Pool    `yaml:"void,omitempty" doc:"In keep, its Void Points."`
	Body          *Body    `yaml:"body,omitempty" doc:"In keep, what days of hunger, sleeplessness and rest ask of it."`
	HungryDays    int      `yaml:"hungry days,omitempty" limit:"0..99" doc:"In keep, the days it has gone without food and water."`
	HungerWounds  int      `yaml:"starved,omitempty" limit:"0..255" doc:"In keep, those of its Wounds that are of hunger: rest does not heal them."`
	SleeplessDays int      `yaml:"sleepless days,omitempty" limit:"0..99" doc:"In keep, the days it has gone without sleep."`
	Casts         *Casting `yaml:"casts,omitempty" doc:"Of a caster, how it casts and with which slots."`
	Injuries      []string `yaml:"hurt,omitempty" max:"5" doc:"In breath, the injuries of its duels that last: wrist, arm, leg, face."`
	LostWeapons   []string `yaml:"lost weapons,omitempty" max:"2" doc:"The weapons it has not any more: strike out what was found again."`
	Mad           bool     `yaml:"mad,omitempty" doc:"In breath, that a spell has turned on it and it may be mad till the next interlude; no rule says more."`
}

// Pool is an amount that can be spent, and its most.
type Pool struct {
	Left int `yaml:"left" limit:"0..99" doc:"How many are left."`
	Of   int `yaml:"of" limit:"0..99" doc:"Of how many."`
}

// Body has the traits of a combatant of keep that the tests of days between fights need: hunger, sleeplessness and
// recovery.
type Body struct {
	Earth     int  `yaml:"earth" limit:"1..10" doc:"Its Earth Ring."`
	Stamina   int  `yaml:"stamina" limit:"1..10" doc:"Its Stamina."`
	Willpower int  `yaml:"willpower" limit:"1..10" doc:"Its Willpower."`
	Rank      int  `yaml:"rank" limit:"1..8" doc:"Its Insight Rank."`
	Mook      bool `yaml:"mook,omitempty" doc:"That it has the Wounds of a mook."`
}

// Casting is how a caster casts, which does not change between fights, and its slots, which a rest gives back.
type Casting struct {
	Mode   string           `yaml:"mode" doc:"spells, or core for the core's own techniques."`
	Class  string           `yaml:"class,omitempty" doc:"Its mystical class."`
	School string           `yaml:"school,omitempty" doc:"Its mystical school."`
	Slots  map[string]Slots `yaml:"slots,omitempty" doc:"Its slots, by list."`
}

// Slots are the slots of one spell list: five numbers, for 1, 3, 5, 7 and 9 dan.
type Slots struct {
	Left   []int `yaml:"left" limit:"0..15" max:"5" doc:"Those left."`
	Of     []int `yaml:"of" limit:"0..15" max:"5" doc:"All of them."`
	Broken []int `yaml:"broken,omitempty" limit:"0..15" max:"5" doc:"Those lost to an interruption: they return in an interlude only."`
	Rites  int   `yaml:"rites,omitempty" limit:"0..9" doc:"A Tatsujin's slots that rites have used up since the last long rest."`
}

// Rest is the time between two fights.
type Rest struct {
	Hours        int // of rest, 0 and more
	Interlude    bool
	Days         int  // whole days, 0 and more
	WithoutFood  bool // or water
	WithoutSleep bool

	Calls *RestCalls // needed if Days is not 0
}

// RestCalls are functions of the caller that whole days of rest call.
type RestCalls struct {
	Throw func(sides int) int // throws one die
	Tell  func(says string)   // reports one result of a day, a sentence
}

// longRestHours is the least hours of a long rest (SP-06).
const longRestHours = 8

// Long reports whether a rest restores anything.
func (r Rest) Long() bool {
	return r.Interlude || r.Hours >= longRestHours || r.Days > 0 && !r.WithoutSleep
}
