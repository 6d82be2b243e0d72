package breath

import (
	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/breath/rows"
)

// What estimates add up, and the weights they give to it. To deal and to bear are explained in score.go.

// weights are the numbers of the estimate. Each is 0 or more. The tags name the kinds of fights a weight is tuned for,
// the word for it in their YAML files and its range.
type weights struct {
	Steep    float64 `groups:"steep 0.3 to 3" alone:"steep 0 to 3"`     // how sharply the ratio of powers decides
	Rest     float64 `groups:"rest 0 to 1.5"`                           // share of the Energy left that becomes Wounds before the round ends
	Held     float64 `groups:"held 0 to 2"`                             // share of what reservations could stop that they do stop
	Haste    float64 `groups:"haste 0 to 2"`                            // the same of answers in haste by those who have closed
	Shaken   float64 `groups:"shaken 0 to 0.9" alone:"shaken 0 to 3"`   // share of bearing lost while Defenseless
	Bleeding float64 `groups:"bleeding 0 to 3" alone:"bleeding 0 to 2"` // Wounds a bleeding one will lose
	Unarmed  float64 `groups:"unarmed 0 to 1"`                          // share of dealing left when disarmed or unloaded
	Nearly   float64 `groups:"nearly 0 to 0.9"`                         // share of dealing lost by one on its last Wound; with each Wound more, half of that
	Guard    float64 `groups:"guard 0 to 2" alone:"guard 0 to 2"`       // a held stance that strikes, in Wounds
	Idle     float64 `groups:"idle 0 to 0.95"`                          // share of dealing lost by one who reaches nobody from where it stands
	Safe     float64 `groups:"safe 0 to 6"`                             // what one whom nobody reaches bears more, as a share
	Third    float64 `alone:"third 0 to 1"`                             // in a fight of one against one: a third reservation, in Wounds
	Strained float64 `groups:"strained 0 to 2" alone:"strained 0 to 1"` // the strained limit in the next breath, in Wounds
	Waited   float64 `groups:"waited 0 to 2"`                           // having let another pass, in Wounds
	Race     float64 `groups:"race 0.2 to 5"`                           // how sharply the time left decides whether a side is felled by then
	Mark     float64 `groups:"mark 0 to 4"`                             // how much the one to be downed or protected counts
	Even     float64 `groups:"even 0 to 3"`                             // the share of its Wounds that favours nobody: above 1 it helps to want it down

	// For groups.
	Whole  float64 `groups:"whole 0 to 1"`   // share of the Energy left that counts only in whole blows
	Bend   float64 `groups:"bend 0 to 2"`    // how much less a point of Energy counts where few are left, since the last ones are hardly a blow
	Vigour float64 `groups:"vigour 0 to 3"`  // what a round's Energy is worth besides the Wounds it deals
	Many   float64 `groups:"many 0 to 3"`    // how sharply numbers decide, beyond what they deal and bear
	Lone   float64 `groups:"lone 0 to 4"`    // what it costs to have all dealing in one
	Blunt  float64 `groups:"blunt 0 to 0.9"` // how much less dealing decides than bearing, as a share
	Stub   float64 `groups:"stub 0 to 1"`    // share lost of Energy that is too little for a blow, where there is nowhere to walk either
	Cover  float64 `groups:"cover 0 to 10"`  // added to Held for one alone, whom the foes must strike; for each of n, this divided by n squared
	Apart  float64 `groups:"apart 0 to 1"`   // share of a lead lost where nobody can strike anybody from where they stand
	Pace   float64 `groups:"pace 0 to 10"`   // how likely a round decides, so that a lead counts less the fewer rounds are left; 0 for all of it
	Still  float64 `groups:"still 0 to 1"`   // share of what its Energy counts as lost by one who reaches nobody from where it stands

	// For duels.
	Reach   float64 // share of dealing left at a rung where nothing can attack
	Hurt    float64 `duel:"hurt 0 to 1"`    // share of dealing lost with each point that struck locations take from attacks
	Lame    float64 `duel:"lame 0 to 1"`    // share of dealing lost with a struck leg
	Ladder  float64 `duel:"ladder 0 to 4"`  // how sharply the shares that locations and guard leave decide
	Calm    float64 `duel:"calm 0 to 1"`    // share of bearing lost with all of one's guard
	Opening float64 `duel:"opening 0 to 1"` // share of bearing lost besides while the guard is broken

	pays [rows.EnergyMax + 1]float64 // by points of Energy left: what they count as
}

// withPays returns the weights with what Energy counts as by Bend: ten points as ten, fewer as less, more as more.
func (w weights) withPays() weights {
	for e := range w.pays {
		w.pays[e] = float64(e)
		if w.Bend != 0 && e > 0 {
			w.pays[e] *= bitexact.Pow(float64(e)/energyUsual, w.Bend)
		}
	}
	return w
}

// energyWorth returns what Energy left counts as, in points, for one whose best blow costs blow, 0 for no blow. walks
// says that there are zones to walk to, so that Energy too little for a blow still pays for a step.
func (w *weights) energyWorth(energy, blow int8, walks bool) float64 {
	e := min(max(int(energy), 0), rows.EnergyMax)
	left := w.pays[e]
	if blow == 0 {
		return left
	}
	left -= float64(w.Whole * (left - w.pays[e-e%int(blow)]))
	if e < int(blow) && !walks {
		left = float64(left * (1 - w.Stub))
	}
	return left
}

// burden returns what the states in is cost one who has them, in Wounds.
func (w *weights) burden(is flags) (n float64) {
	if is&isBleeding != 0 {
		n += w.Bleeding
	}
	if is&isStrained != 0 {
		n += w.Strained
	}
	if is&hasWaited != 0 {
		n += w.Waited
	}
	return n
}

// scoreWeights are the weights of Score. They were proposed by fits to how fights of the search against itself ended,
// and chosen by matches. Leaves of one against one have weights fitted by kokyu-lab eval fit, see duelWeights.
var scoreWeights = (weights{Steep: 1.3, Rest: 0.8, Held: 0.8, Haste: 0.5, Shaken: 0.35, Bleeding: 1, Unarmed: 0.54,
	Nearly: 0.6, Guard: 0.3, Idle: 0.6, Safe: 2, Strained: 0.1, Waited: 0.15, Race: 1.5, Mark: 1.2, Even: 0.5,
	Third: 0.2,
	Reach: 0.5, Hurt: 0.09, Lame: 0.05, Ladder: 1.3, Calm: 0.35, Opening: 0.3}).withPays()

// The numbers of the estimate that are no weights. They were set by hand and never fitted; the weights were fitted and
// turned by play with them in place (evals/reports/tune.md).
const (
	energyUsual  = 10   // Energy left that counts as it is whatever Bend is
	pierceMax    = 4    // points of armour that a blow is taken to pierce, at most, though it pierce all
	hitLeast     = 0.05 // chance to be hit, at least, where toughness is worked out
	defenseUsual = 12   // the Defense against which a combatant's attacks are compared
	woundless    = 0.35 // Wounds that a blow without any is worth
	fatalShare   = 0.1  // share of the Wounds more on a critical that counts
	loadEnergy   = 3    // Energy that loading adds to the price of a blow that empties a gun
	bearsLeast   = 0.1  // Wounds that one who stands bears, at least
	bareAll      = 4.0  // points of Defense lost that count as all of Shaken
	dealsLeast   = 0.05 // share of dealing that a duelist keeps, at least
	shareLeast   = 0.1  // the same of dealing when struck, and of bearing without a guard
	powerLeast   = 1e-3 // what is added to a power or to bearing, so that none is 0
)

// sideZones are the zones where a side stands and those it reaches from there, a bit each.
type sideZones struct{ stands, reaches uint8 }

// tally is what one side has together, by addition over its combatants.
type tally struct {
	deal        float64 // Wounds it deals in a round
	mostOfOne   float64 // the part of deal that is one combatant's, the greatest
	bear        float64 // Wounds it can bear
	roundDeals  float64 // Wounds that its Energy in the count will deal before the round ends
	answersStop float64 // Wounds that its answers will stop before the round ends
	standing    float64 // combatants who stand
	energy      float64 // Energy in the count
}

// countOne counts one who stands.
func (t *tally) countOne(deal, bear float64) {
	t.deal += deal
	t.mostOfOne = max(t.mostOfOne, deal)
	t.bear += bear
	t.standing++
}

// strengthAtEnd returns what a side will still bear when the round is over: less the more the foes will deal till then,
// but never nothing.
func (t *tally) strengthAtEnd(foe *tally, w *weights) float64 {
	return float64(t.bear * bitexact.Exp(-max(0, float64(w.Rest*foe.roundDeals)-t.answersStop)/(t.bear+powerLeast)))
}

// fellingOrder is one side in the order in which the foes would fell it: the highest deal for its bear first.
type fellingOrder struct {
	n    int
	deal [rules.SeatsMax]float64 // Wounds that each deals in a round
	bear [rules.SeatsMax]float64 // Wounds that each can bear
}

// insert inserts one more combatant, behind all of the same ratio: an insertion sort, since there are twelve at most.
func (l *fellingOrder) insert(deal, bear float64) {
	k := l.n
	for ; k > 0 && l.deal[k-1]*bear < deal*l.bear[k-1]; k-- {
		l.deal[k], l.bear[k] = l.deal[k-1], l.bear[k-1]
	}
	l.deal[k], l.bear[k] = deal, bear
	l.n++
}

// power returns the Wounds that a side deals until its last has fallen, if its foes take one Wound in a unit of time.
func (l *fellingOrder) power() (p float64) {
	stood := 0.0
	for k := range l.n {
		stood += l.bear[k]
		p += float64(l.deal[k] * stood)
	}
	return p
}
