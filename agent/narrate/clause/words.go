package clause

// The words. They are written from what fights are told with, from the open half of the corpus of true passages and from
// nothing else that is measured.

// nounLines are what things are: a kind, what of it they can be, the nouns.
const nounLines = `
w blade: sword katana uchigatana katzbalger monohoshizao zanbato parangu no-dachi sabre saber tachi longsword broadsword rapier nodachi greatsword backsword odachi
w blade short pole: blade
w blade short pole axe spear: edge steel
w blade short: hilt
w short: dagger knife/knives tanto kodachi wakizashi kaiken makiri dirk stiletto ninjato aiguchi sai jitte
w short makeshift: kama
w spear: spear spearhead spearpoint yari suyari lance pike javelin nage-yari jumonji
w spear pole: naginata
w spear pole staff axe: shaft haft
w spear blade short pole wooden: point tip
w staff: staff/staves quarterstaff bo jo tonfa stick shakujo vajra
w staff club: kanabo tetsubo
w staff wooden: wood
w wooden: bokken bokuto shinai
w bow: bow bowstring longbow yumi hankyu han-kyu dai-kyu
w bow crossbow: string quarrel
w gun: gun musket pistol rifle arquebus matchlock teppo tanegashima bajozutsu ozutsu muzzle powder barrel
w unarmed: fist knuckle
w claw: claw fang talon
w shield: shield buckler
w axe: axe/axes hatchet ono
w club: club mace cudgel maul hammer
w pole: halberd polearm sasumata sodegarami poleaxe glaive bardiche
w crossbow: crossbow
w thrown: shuriken dart uchine
w makeshift: tool hoe sickle oar ladder bench
w: weapon

b: blow stroke strike attack hit assault charge onset swing swipe chop lunge jab sweep cut slash thrust stab counter-attack counterattack counter counterblow riposte attempt
b unarmed: punch kick
b bow: arrow
b crossbow: bolt
b gun: bullet ball
b bow crossbow gun thrown: shot volley missile

r: wound gash scratch graze nick bruise blood bleeding injury hurt stain scar gore harm red redness bloodstain welt prick laceration

h wrist: wrist hand glove
h arm: arm elbow forearm shoulder biceps sleeve
h leg: leg thigh knee shin calf/calves ankle hip hamstring
h torso: rib chest belly side stomach flank waist torso breast gut heart
h face: face cheek brow eye jaw nose chin forehead temple mouth lip
h head: head skull ear scalp crown
h neck: neck throat collarbone nape
h back: back spine
h foot: foot/feet heel toe
h finger: finger thumb palm
h skin: body/bodies shoulderblade

k: flesh skin bone muscle sinew vein artery hide

g: guard parry defence defense block ward

n: nothing nobody none nowhere void emptiness
l: ground earth dirt
a: armour armor mail helmet helm cuirass breastplate plate harness
m: balance footing poise
s: stance posture
t: fight field combat duel bout battle contest match victory
e: enemy foe rank press opponent adversary
f: feint trick ruse bluff sham
o: hold grip grasp grapple clutch embrace lock bind clinch
z: breath strength energy stamina vigour will courage
q: horse mount saddle steed pony stirrup
x: opening gap

u: order command
v: spell chant incantation magic sorcery backlash

c ground=mud: mud mire
c ground=road place=road place=crossroads: road roadway highway
c ground=stone ground=rock: stone flagstone flag rock
c ground=cobbles ground=stone: cobble cobblestone
c ground=gravel: gravel pebble
c ground=sand: sand dune
c ground=grass: grass meadow turf
c ground=snow weather=snow: snow
c ground=ice: ice
c ground=boards ground=planks: board plank deck floorboard planking
c ground=tiles: tile
c weather=cloud: cloud
c ground=straw: straw hay
c ground=moss: moss
c ground=dust: dust
c place=bridge: bridge
c ground=mats: tatami mat
c ground=earth: soil clay
c ground=straw place=barn: barn
c weather=rain: rain drizzle downpour
c weather=wind: wind gust breeze
c weather=fog weather=mist: fog mist haze
c weather=storm: storm thunder lightning
c weather=clear light=day: sun sunlight sunshine
c weather=snow: snowfall blizzard snowflake
c light=dusk: dusk twilight sunset evening
c light=dawn: dawn daybreak sunrise morning
c light=night light=dark: night midnight darkness
c light=moon light=night: moon moonlight moonshine star starlight
c light=day: noon midday daylight day
c light=lamps: lamplight torchlight lamp lantern
c season=spring: spring
c season=summer: summer
c season=autumn: autumn
c season=winter: winter
c water=near water=river: river stream
c water=near water=sea: sea shore beach tide surf wave
c water=near water=paddy: paddy pond
c water=near: lake
c water=near water=river water=sea water=paddy: water
c place=ford: ford
c ground=planks ground=boards ground=mats ground=tiles roof=indoors: floor
c roof=indoors: room ceiling doorway house
c roof=indoors place=roof: roof
c place=hall: hall
c place=tavern: tavern inn
c place=gate: gate
c place=yard: yard
c place=alley: alley
c place=field: meadow
c trees=cedars trees=pines trees=bamboo: tree forest branch
c trees=bamboo: bamboo
c trees=reeds: reed
c trees=pines: pine
c trees=cedars: cedar
c roof=indoors place=tavern place=hall place=gate place=alley place=yard: wall door
c: torch
`

// leafless words of the list above that are better known as something else.
const lightWounds = `scratch graze nick bruise prick`
const graveWounds = `gash`

// wordLines are the small words, by class.
const wordLines = `
det:a an the this that these those some any each every no all one another more much many little few several both either what such
poss:its their his her whose own
pron:it they them itself themselves themself
conj:and but or nor yet
sub:while as when where before after until till because since though although if once than whether so then whereupon
rel:who which whom
prep:of by from with without at in into on onto upon to toward towards through across over under past beside behind beyond against along around round between among below beneath above near for off out inside outside up down amid during despite within about
part:away aside back down up off out forward forwards backward backwards astray wide short home by past over under through in apart together loose free again clear low high elsewhere here there ahead around round open on asunder sideways closer nearer overhead
adv:wrong not never then now soon still just only even also too almost nearly barely hardly scarcely narrowly simply merely quite very first last already again instead cleanly neatly suddenly quickly swiftly slowly lightly slightly deeply badly gravely grievously severely terribly seriously heavily hard wildly clumsily well quietly calmly steadily easily firmly tightly fast late early once twice perhaps at-last together straight directly forcefully fiercely savagely patiently carefully cautiously hastily readily precisely coolly abruptly immediately finally desperately successfully cruelly painfully mightily squarely fully completely wholly entirely partly somewhat rather enough so however therefore thus much more little sharply briskly smoothly softly gently harmlessly uselessly vainly briefly ever always otherwise
neg:not never cannot can't doesn't isn't don't won't
modal:can cannot could may might must shall should will would
be:is are be been being am isn't aren't
have:has have having
do:does do doesn't don't
`

// phraseLines are words that mean something only together: an adverb, a particle, a preposition, a noun or a predicate.
const phraseLines = `
off balance = part off-balance
on its way = part on-its-way
on the way = part on-its-way
in motion = part in-motion
changes position = verbs move
change position = verb move
takes a rest = verbs rest
take a rest = verb rest
the victor = adj victorious
the winner = adj victorious
false attack = noun feint
false blow = noun feint
false thrust = noun feint
false cut = noun feint
to the end = part to-the-end
to an end = part to-the-end
no further = part no-further
in disorder = adv quickly
in vain = part in-vain
to no effect = part in-vain
without success = part in-vain
out of reach = part out-of-reach
breaks ranks = verbs rout
break ranks = verb rout
loses heart = verbs rout
lose heart = verb rout
takes heart = verbs rally
take heart = verb rally
closes ranks = verbs rally
close ranks = verb rally
does as = verbs obey
do as = verb obey
acts on = verbs obey
act on = verb obey
takes effect = verbs succeed
take effect = verb succeed
takes cover = verbs hide
take cover = verb hide
goes into hiding = verbs hide
stands guard over = verbs protect
out of balance = part off-balance
off guard = adv off-guard
out of the way = part out-of-the-way
out of line = part out-of-line
practice sword = noun bokken
practice swords = noun bokken
wooden sword = noun bokken
take a few steps = verb walk
takes a few steps = verbs walk
takes a step = verbs walk
open to attack = adj open
without defence = adj open
out on the other side = adv over
out of the fight = adj out
out of sight = part unseen
out of action = adj out
out of the = prep from
out of = prep from
from the way = part out-of-the-way
in the way = part in-the-way
in the middle of = prep amid
in front of = prep before-of
in time = adv in-time
just in time = adv in-time
in haste = adv in-time
in return = adv in-return
in turn = adv in-return
at last = adv at-last
at the last moment = adv late
at the last instant = adv late
only just = adv only-just
all the same = adv also
after all = adv also
in pain = adj hurt
out cold = adj out
to death = adv fatally
with ease = adv easily
for good = adv for-good
for the moment = adv now
for a moment = adv now
for now = adv now
for an instant = adv now
at once = adv now
all at once = adv now
on guard = adj on-guard
on the ground = part on-the-ground
to the ground = part to-the-ground
to the floor = part to-the-ground
to the earth = part to-the-ground
onto the ground = part to-the-ground
to the boards = part to-the-boards
off both feet = part off-feet
off the feet = part off-feet
to both knees = part to-knees
to one knee = part to-knees
to the knees = part to-knees
wide open = adj open
without a guard = adj open
without any guard = adj open
without guard = adj open
no longer = neg no-longer
no more = neg no-more
any more = adv any-more
no one = noun nothing
nothing but = adv only
only air = noun nothing
empty air = noun nothing
thin air = noun nothing
the air = noun nothing
but air = noun nothing
the empty air = noun nothing
step by step = adv slowly
in front = adv ahead
a little = adv little
a bit = adv little
loss of blood = noun bleeding
front of = prep before-of
because of = prep after
along with = prep with
by means of = prep with
to the side = part aside
to one side = part aside
to the other side = part over
the other side = adv over
out of breath = adj breathless
by a hand = adv narrowly
by a hand's breadth = adv narrowly
by a hair = adv narrowly
by an inch = adv narrowly
hold of = noun hold-of
take hold of = verb grab
takes hold of = verbs grab
taking hold of = verbg grab
has hold of = verbs grab
lets go of = verbs release
let go of = verb release
letting go of = verbg release
takes aim = verbs aim
take aim = verb aim
loses hold of = verbs lose
breathes no more = verbs die
gives way = verbs yield
too much = adv too-much
too far = adv too-much
too hard = adv hard
too late = adv too-late
too fine a blow = noun attempt
as well = adv also
full of = prep with
in place = adv now
no longer able to = neg no-longer
instead of = prep without
rather than = prep without
`

// adjLines are predicates: what they claim of whom they are said.
const adjLines = `
fells:down out flat motionless finished defeated beaten fallen felled
dies:dead slain killed lifeless
opens:open defenceless defenseless unguarded exposed
guards:ready on-guard
tires:breathless gasping panting exhausted tired weary spent
unhurt:safe fine well unhurt unharmed untouched unscathed whole unwounded unbloodied unmarked uninjured
hurt:bloody bloodied wounded hurt injured bruised
stands:upright standing
wins:victorious
escapes:free loose
:calm still quiet silent steady cold warm wet slow quick near close far late early patient alert careful surprised startled clear lost heavy hard strong firm low high long short gone new old difficult awake
`

const lightWords = `light lightly slight slightly shallow small little thin faint minor superficial barely hardly scarcely trifling`
const heavyWords = `deep deeply bad badly grave gravely grievous grievously severe severely terrible terribly serious seriously heavily mortal mortally horrible gaping awful awfully dreadful dreadfully cruel cruelly ghastly crippling fatal fatally ruinous bone bones`

const lightVerbs = `scratch graze nick prick bruise`
const graveVerbs = `maul maim mangle impale cripple`

// bannedLines are what no passage may hold, and why.
const bannedLines = `
a secret:secretly secret reserve intends intend intending intention plans plan planning plot plots hidden bluff bluffs bluffing pretends pretend pretending pretence next later afterwards shall will would might may could should tomorrow hopes hope wants want wishes wish decides decide knows know real really scheme schemes
somebody else:man men woman women boy girl child children stranger strangers somebody someone anybody anyone everybody everyone monk monks soldier soldiers captain captains bandit bandits warrior warriors samurai ronin brother brothers sister sisters father mother son daughter friend friends ally allies comrade comrades companion companions crowd crowds onlooker onlookers villager villagers peasant peasants archer archers guardsman guardsmen guards rider riders horseman horsemen master masters servant servants lord lady king queen merchant merchants priest priests thief thieves fighter fighters swordsman swordsmen dog dogs wolf wolves bear bears demon demons ghost ghosts spirit spirits beast beasts people person audience spectator spectators third others hunter hunters farmer farmers innkeeper passer-by traveller travellers
`

// helpers are verbs that say of another verb how far it has come.
const helpers = `
fail:fail
try:try attempt struggle seek
begin:begin/began/begun start
true:manage continue keep/kept come/came/come get/got/got go/went/gone
stop:stop cease
ready:prepare ready
intent:mean/meant plan intend hope want wish decide threaten
`
