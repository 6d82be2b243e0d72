package clause

// doubles are verbs that double their last letter.
var doubles = set(`wrap let stab cut hit knock-out slip drop step stop rip grab trip pin jab chop nick-off bat swat slit let get put run win sit spin cap tap dip hem rob rub plot plan bar drag flit quit skid bob nod pat`)

// Classes are what claims can be of, and what a frame of a dialect can say it means.
var Classes = []string{"strikes", "hits", "misses", "wounds", "hurt", "bleeds", "staunches", "unhurt", "fells", "stands", "rises", "dies", "parries", "unparried", "deflects", "evades", "turned",
	"counters", "interrupts", "opens", "breaksguard", "wearsguard", "guards", "recovers", "stance", "losesstance", "moves", "hides", "passes", "repels", "waits", "rests", "loads", "draws", "picks",
	"drops", "keeps", "disarms", "fumbles", "grapples", "escapes", "pins", "holds", "binds", "presses", "winds", "feints", "fools", "unfooled", "staggers", "unhorses", "throws", "strains", "breaks",
	"closes", "withdraws", "scores", "wins", "leaves", "rides", "aims", "wards", "spends", "trypass", "tryparry", "merely", "tires", "getsin", "grounded", "readies", "still", "ends",
	"commands", "obeys", "routs", "rallies", "gives", "yields", "chants", "unchants", "casts", "rebounds", "steps", "backs", "tryescape"}

// verbLines are verbs and what they claim. A line that ends with a colon has the verbs; those after it are tried in turn:
// S: and O: are the kinds the subject and the object must be of, a lone - that there is no object, + a particle, @ a
// preposition with the kinds after it. After the arrow: the class, who does it and to whom, of S, O, @ (what the preposition
// leads to), 2 (the second object) and - (nobody named). A verb none of whose lines fits cannot be read.
const verbLines = `
cut/cut slash slice stab pierce lacerate rip tear/tore/torn maul claw bite/bit/bitten gore wound injure maim mangle bloody scratch graze nick prick scrape hurt/hurt impale cripple slit/slit pierce puncture carve gouge cleave/cleft/cleft hew/hewed/hewn skewer sting/stung lance:
S:p @through:e > passes S
@into:b > interrupts S @
S:p +free/loose @from/of:po > escapes S @
S:p +free/loose > escapes S
O:n > misses S
+down O:p > fells S O
S:pwby O:phka > wounds S O
@into/through/across/deep/on:phk S:pwby > wounds S @
S:w +through > hits S
S:pw +deep > wounds S
- @at/for:ph > strikes S @
S:pw O:k > wounds S O
- S:b > wounds S
- S:pw > strikes S

bruise batter pummel pound thump whack smack bash clobber elbow:
O:n > misses S
+down O:p > fells S O
O:ph > wounds S O
- S:pw > strikes S

attack assail assault charge rush:
@without:i O:p > misses S O
O:p > strikes S O
- @at:p > strikes S @
- S:p > strikes S

thrust/thrust lunge jab swing/swung/swung chop hack kick punch stamp flail poke:
S:pw +deep > strikes S
O:n > misses S
+down O:p > fells S O
S:pw O:p +back > presses S O
S:pw O:ph > hits S O
@past/by/beside/over/beyond:p > misses S @
@at/toward/towards/for:ph > strikes S @
@into/through:ph > wounds S @
O:w > strikes S
- S:pwb > strikes S

shoot/shot fire loose:
+down O:p > fells S O
O:bw @at/toward/towards:p > strikes S @
@past/over/by/beyond/beside:p > misses S @
@at/toward/towards/on:p > strikes S @
S:pw O:ph > hits S O
S:p O:bw > strikes S
- S:pw > strikes S

aim:
O:b @at/toward/towards:ph > strikes S @
O:w @at/toward/towards:ph > aims S @
@at/toward/towards:ph > aims S @
- S:p > aims S

hit/hit:
+short > misses S
+back . > counters S
S:pwb . > hits S
hit/hit strike/struck/struck:
S:v O:p > rebounds S O
O:n > misses S
S:p O:lc > grounded - S
+down/dead O:p > fells S O
+aside/away O:b > parries S O
O:a > hits S O
O:w @from/out/off:phop > disarms S @
O:w @from/out/off:h > disarms S O
S:bp O:w > parries O S
+back @at/against:p > counters S @
+back O:p > counters S O
O:b > parries S O
S:pwby O:ph > hits S O
@at/toward/towards:ph > strikes S @
@against/on:a > hits S @
+back > counters S
+short > misses S
@amid:b > interrupts S @
- S:pwb > strikes S

find/found/found reach touch catch/caught/caught:
S:u O:p > commands S O
S:p O:w @in:o > binds S O
O:n > misses S
S:p O:z > rests S
S:p O:p @in:o > grapples S O
S:pw O:b > parries S O
S:w O:w > binds S O
S:p O:w > parries S O
S:bwpy O:ph > hits S O
S:p O:m > recovers S
S:bw > misses-if-not S

land:
S:p O:b @on/against:ph > hits S @
S:p @in/on/onto:lc > grounded - S
+on-the-ground/to-the-ground S:p > grounded - S
S:bw @on/against:ph > hits S @
S:b @on/against:w > parries @ S
S:bw - > hits S
S:p O:b > hits S

connect:
S:bw @with/on:ph > hits S @
S:bw - > hits S

sink/sank/sunk bury drive/drove/driven plunge:
+back/backward/backwards/off O:p > presses S O
S:w @into/in/through/deep:phk > wounds S @
S:p O:w @into/in/through:phk > wounds S @
S:p - > fells @ S
S:p @to/on/onto/into:lc > fells - S

slam crash smash thud:
O:g > breaksguard S O
S:bwp @into/against/on:pha > hits S @
O:ph > hits S O
O:w @from:h > disarms S @

beat/beat/beaten hammer:
O:p @to:b > interrupts S O
@off:b > parries S @
+down O:g > breaksguard S O
O:g > wearsguard S O
+aside/away/off/back/wide O:b > parries S O
+to-the-ground/down/to-the-boards O:p > fells S O
@to/on/onto:lc O:p > fells S O
O:w @from/out:hpo > disarms S @
+back O:p > presses S O
O:ph > hits S O

knock:
+down/to-the-ground/to-the-boards/flat/out O:p > fells S O
+aside/off/away O:w > parries S O
@to/onto:lc O:p > fells S O
+aside/away/off/wide O:b > parries S O
O:b > parries S O
O:p @off/from:q > unhorses S O
O:w @from/out/off:hpo > disarms S @
O:w > disarms S O
+off-balance O:p > staggers S O
+off-feet O:p > throws S O
+back O:p > presses S O
@at/on/against:a > hits S @
O:ph > hits S O

miss:
S:p . > misses S
O:ph > misses S O
- > misses S

pass:
S:p O:z @to:p > gives S @
pass fly/flew/flown slide/slid hiss whistle sail skid whip sing/sang/sung whisper go/went/gone:
S:bwy @past/by/over/beyond/beside/wide/behind:p > misses S @
S:bwy +wide/past/over/overhead/astray/by/elsewhere/short > misses S
S:bwy +aside/off/away > deflects S
S:bw @off/along/from:wga > deflects S
S:bw @through/into/across:phk > wounds S @
S:w @from/out/off:hop > drops @
S:p +down/under > fells @ S
S:g +up > guards S
S:g +down > breaksguard - S
S:p @under/behind:b > evades S @
S:p @past/through:ge > passes S
S:p @across/over/to/through/along:lcti > moves S
S:p @beyond/past:zi > strains S
S:p +on > 
S:bwy +on > 
S:p @for/at:p > strikes S @
S:b +home > hits S
S:w . > drops S
S:p +on . > stands S
S:p +ahead/forward/forwards/in/first/back . > 
S:y +over/past/wide . > misses
S:p . > stands S

glance:
S:bw @off/from:ap > turned S @
+off/aside S:bw > turned S

slip:
S:p +away . > escapes S
S:w +away . > drops S
S:p @from/out:h > escapes S @
S:v @from:p > unchants @
S:w @from/through/out:hop > drops @
S:p @from/out/of:o > escapes S @
S:p @from:p > escapes S @
S:p +free/loose > escapes S
+unseen S:p > hides S
S:p +away @from:po > escapes S @
S:bw @past/through:g > getsin S
S:bw +through > hits S
S:p @past/through:e > passes S
S:p @under/past/from:b > evades S @
S:p - . > staggers - S

fall/fell/fallen:
S:v +apart > unchants S
S:p +apart > routs S
S:e +apart > routs S
S:p @from/out:s > losesstance S
S:w +to-the-ground/down/on-the-ground > drops S
S:b +short @of:p > misses S @
S:bw +short > misses S
S:p @for:fb > fools @ S
S:p @from/off:q > unhorses - S
S:w @from/out:hop > drops @
S:p @to/under/before/beneath/after/at/by:pbw > fells @ S
S:g > breaksguard - S
S:p +to-the-ground/on-the-ground/to-the-boards/to-knees > grounded - S
S:p @to/on/onto/into:lc > grounded - S
S:p > fells - S

drop collapse crumple topple slump fold keel crash-down:
O:v > unchants S
S:p O:w > drops S
S:p O:g > opens - S
S:bwp O:p > fells S O
S:p @under/from/after/before/beneath/to:pbw > fells @ S
S:p @from:r > fells - S
S:p +to-the-ground/on-the-ground/to-the-boards/to-knees > grounded - S
S:p > fells - S

lie/lay/lain sprawl:
S:p > fells - S
buckle tumble pitch:
S:p > fells - S

die perish expire:
S:p > dies - S
S:b > deflects S
kill slay/slew/slain murder behead slaughter butcher:
O:p > dies S O
- > dies S

fell floor defeat vanquish overcome/overcame/overcome overwhelm subdue crush:
O:p > fells S O
inflict deal/dealt deliver:
O:r @on/upon/to:p > wounds S @
O:b @on/upon/to:p > hits S @
O:p 2:r > wounds S O
O:p 2:b > hits S O
make/made:
O:i . > fumbles S
O:p . > 
send/sent:
O:p +on-its-way > commands S O
O:w > disarms S O
+aside/away/wide O:b > parries S O
+to-the-ground/down O:p > grounded - O
@to/onto:lc O:p > grounded - O
wrap/wrapped:
O:h @around/about/round:p > grapples S @
struggle:
+free/loose @of/from:po > escapes S @
+free/loose > escapes S
S:p . > 
scramble:
S:p . > 

bring/brought lay/laid put/put:
O:v > casts S
O:t +over/to-the-end @for:p > fells S @
O:i @to:t > fells S @
O:i @between:p > withdraws S @
+up O:g > guards S
O:g +up > guards S
O:bw @on/in/into:w > loads S
+down/low/to-the-ground/on-the-ground O:p > fells S O
@to/on/onto:lc O:p > fells S O
O:w > 

end:
S:v . > 
S:t . > ends
O:yb @for:p > fells S @
O:t @for:p > fells S @
O:p > fells S O

finish:
O:v > casts S
O:b >
O:p > fells S O
S:p . > 

stay remain:
S:p +still . > waits S
S:p +down > fells - S
S:p +on-the-ground > fells - S
S:p +up > stands S
S:o > holds S
S:p . > 
S:wb . > 

stand/stood:
S:p @without:w > drops S
S:p @in:s > stance S
S:p @before-of:p > wards S @
S:p @for:bfyirw > !
S:p +to-the-ground/to-the-boards > !
S:p +open > 
S:p > stands S
S:w > 

rise/rose/risen:
S:p > rises S

get/got/got:
O:z @from:p > gives @ S
O:w +ready > loads S
S:p +away @from/out:po > escapes S @
+free/loose/clear @of/from:po > escapes S @
+free/loose/clear > escapes S
+out-of-the-way @of:bw > evades S @
+out-of-the-way > evades S
S:p @past/through:w > getsin S
S:p +up > rises S
O:r @from:pwb > wounds @ S
O:r > hurt - S
O:s > stance S
O:o @on/of:p > grapples S @
S:p @past/through:e > passes S
S:bwp @past/through:g > getsin S
S:p +through > hits S
S:p +off/away @with:r > hurt - S
S:p +ready > 
O:w @against/on/from:p > scores S @
S:bw +home > hits S
S:bw +through > hits S
S:p O:w > 

parry block:
O:bfw > parries S O
O:p > parries S O
- S:pw > parries S

stop halt intercept smother absorb thwart repel repulse hinder:
S:e O:p > presses S O
O:p @in/amid:b > interrupts S O
O:v > unchants O
S:p . > rests S
S:a O:wb > turned O S
O:bf > parries S O
S:r > staunches S
O:w > parries S O
O:p > parries S O

bounce skid ricochet:
S:bw @off/from:awg > turned S @
+off S:bw > turned S

circle:
S:p . > steps S
steer wheel:
O:p . > commands S O
O:p @from:i > commands S O
S:p O:q > 
turn deflect brush sweep/swept slap bat swat redirect:
S:v @on/against/upon:p > rebounds S @
S:p - . >
O:w @at/toward/towards:p > strikes S @
O:bf > parries S O
+aside/away/off/back/wide O:pbfw > parries S O
S:p O:q > 
S:bw +aside/away > deflects S
@off/along:wga S:bw > deflects S

push shove force shoulder:
S:p @past/beyond:i . > strains S
S:p +on @beyond/past:i > strains S
S:p . > 
+to-the-ground O:p > pins S O
O:p @to/onto:lc > pins S O
+back/backward/backwards/off O:p > presses S O
+aside/away O:b > parries S O
S:p @past/through:e > passes S
O:p > presses S O
+closer > closes S

meet/met:

S:b O:b > counters S O
S:b O:w > parries O S
O:b > parries S O
O:n > misses S
O:f > parries S O
O:w > parries S O

do/did/done:
S:b O:p 2:r > wounds S O
S:p +enough . > rests S
O:p . > rests O
S:b O:n > turned S
S:p O:n > waits S
O:r @to:p > wounds S @
O:r > wounds S
S:w . >

fail:
S:p . > misses S
S:v > unchants S
S:g > unparried S
S:b > misses S

evade dodge duck sidestep avoid elude:
O:bw > evades S O
O:p > evades S O
@under/away/from/past/below/beneath/aside:bw > evades S @
- S:p > evades S

jump leap/leapt hop roll dart spring/sprang/sprung dance twist sway lean weave step roll-aside shift slide-aside:
+back @from:p > withdraws S @
O:w @from/out/off:hpo > disarms S @
S:p +out-of-reach > evades S
S:p +aside/back . > backs S
S:p +forward/forwards/sideways . > steps S
+out-of-the-way @of:bw > evades S @
+out-of-the-way > evades S
@under/over/from:b > evades S @
@under/over:w > evades S @
+aside/away @from:pw > evades S @
+free/loose > escapes S
@from/of:o > escapes S @
S:p @before-of:p > wards S @
S:p @between:p > wards S @
S:p @into/in:s > stance S
S:p @across:lc > moves S
S:p . > 
S:p @toward/towards/at:p > 
S:p @to/from/into:bpw > 
S:w . >

counter answer retaliate riposte reply:
O:pb > counters S O
@with:bw > counters S
@against:p > counters S @
S:pw - > counters S

come/came/come:
S:v @to:n > unchants S
S:v @at/to/upon/on:p > rebounds S @
S:n @of/from:v > casts @
S:b @to:n > misses S
S:w +out > draws S
S:w @beside/past/over:pz > misses S @
+in/forward/forwards/on/up/closer/back S:p . > steps S
S:n @of/from:b > hits @
S:b . > 
+closer @to:p > closes S @
S:g +down > breaksguard - S
S:g +up/back > recovers S
S:p +down > fells - S
S:w +down/out/back/away > 
S:bw @at/toward/towards/for/against:p > strikes S @
S:p @at/for:p > strikes S @
S:w @into:h > draws @
S:bw @from:p > strikes @

counter-attack counterattack:
O:pb > counters S O
- S:p > counters S
interrupt forestall preempt:
O:v > unchants O
O:pb > interrupts S O

break/broke/broken smash-through:
+off/apart S:v > unchants S
@off:v > unchants S
S:v > unchants S
O:v > unchants O
+apart S:e > routs S
S:e > routs S
O:s > losesstance O
O:o > escapes S O
O:g > breaksguard S O
@through/past:g S:pbw > getsin S
S:bw +through > hits S
+free/loose @of/from:po > escapes S @
@from/of:o > escapes S @
+free/loose > escapes S
@through/past:e > passes S
S:p +through > passes S
S:b @on/against:wg > parries @ S
S:g > breaksguard - S
S:p @under:i > yields S
S:p . > yields S
S:p O:o > escapes S O
O:k > wounds S O

open:
S:r @on/in/across:ph > hurt - @
O:r @in/on/across:ph > wounds S @
O:r > wounds S
O:phk > wounds S O
S:h > drops S
S:g > opens - S

leave/left:
O:b @in/on/across/upon:ph > wounds S @
O:r @in/on/across/upon:ph > wounds S @
O:p @with:r > wounds S O
O:p @with:b > wounds @ O
O:p 2:r > wounds S O
O:r > wounds S
O:p +open > opens - O
O:p @without:g > opens - O
O:p 2:i . > 
O:p . > 
O:t > leaves S
@from:t > leaves S
O:bw >

draw/drew/drawn pull unsheathe unsheath:
O:z @on/upon:z > spends S
O:p @off/from:q > unhorses S O
S:p O:w +back > loads S
O:r @from:ph > wounds S @
O:r > wounds S
+out-of-line O:g > feints S O
O:g > feints S O
O:w > draws S
+free/loose > escapes S
S:p +back > 

give/gave/given:
O:p 2:u > commands S O
O:u @to:p > commands S @
O:u > commands S
O:p 2:z > gives S O
O:z @to:p > gives S @
+up O:s > losesstance S
O:l . > 
O:p 2:b > hits S O
2:r O:p > wounds S O
+up O:g > fools - S
O:r @to:p > wounds S @
+back O:p > presses - O
+up O:t > leaves S

take/took/taken:
S:p O:w +away > disarms S O
S:v O:o > casts S
+up O:v > chants S
S:p O:z . > rests S
O:r @from:pwb > wounds @ S
O:b @from:pw > wounds @ S
O:b @on/with:w > parries S O
O:b S:w > parries S O
O:r > hurt - S
O:b S:p > hits O S
O:g > guards S
O:s > stance S
O:m @from/of:p > staggers S @
O:m > staggers S O
O:o @of/on:p > grapples S @
+out O:p > fells S O
@in/on/through/across:h O:w S:p > wounds O S
O:w @from:hop > disarms S @
O:w @from/off:lc > picks S
O:w +up > picks S

suffer receive sustain:
O:v > rebounds - S
O:z @from:p > gives @ S
O:u > obeys S
O:r @from:pwb > wounds @ S
O:b @from:pw > wounds @ S
O:r > hurt - S
O:b > hits O S

have/had own:
O:p @in:o > grapples S @
O:p @in:i > aims S O
O:z . >
O:w @in:h > readies S
O:r > hurt - S
O:g > guards S
O:o @on/of:p > holds S @
O:h > 
O:w +again > picks S
O:w >

lose/lost:
O:v > unchants S
O:r > bleeds S
O:w > drops S
O:o @of/on:w > drops S
O:m > staggers - S
O:g > opens - S
O:s > losesstance S
S:p O:p > escapes O S
O:z > bleeds S

bleed/bled/bled:
S:ph > bleeds S
S:r > bleeds S
limp wince:
S:p > hurt - S

reel stagger totter stumble teeter:
S:p @from/under/at:bwp > staggers @ S
S:p @over:w > fumbles S
S:p @with:w > fumbles S
O:p S:pbw > staggers S O
S:p > staggers - S

drip run/ran/run flow pour spatter spill stream trickle seep spread/spread well:
S:b @into/against:gw > parries @ S
S:p O:p +down > fells S O
+through O:p S:pw > wounds S O gravely
S:p O:w @into/through:ph > wounds S @
S:p +away/off . > leaves S
S:p +forward/forwards/on/up/in/over/across/ahead . > steps S
S:p . > leaves S
S:p @from:tp > leaves S
S:r O:ph > hurt - O
S:r @from/of/down/over/across/along/on/onto:ph > hurt - @
S:r > hurt
S:p @across/over/to/through/along:lcti > moves S
S:p @past/through:e > passes S
S:p @at:p > strikes S @

appear show/showed/shown:
S:r @on/across/in/upon:ph > hurt - @

close:
S:e > rallies S
+in @on/upon/with:p > closes S @
S:p @with/on:p > closes S @
S:r > staunches S
S:h @on/around/about:p > grapples S @

raise lift hoist:
O:v > chants S
S:p O:p . > holds S O
O:g > guards S
O:w > readies S
O:h >

hold/held keep/kept:
+off O:p > parries S O
O:s . > stance S
S:p +together > rallies S
+down O:p > pins S O
+away/off O:w > parries S O
+back > waits S
O:o @of/on:p > holds S @
O:g > guards S
O:w +ready > guards S
S:w O:w > binds S O
O:w @ready:i > guards S
S:a > unhurt - -
S:o > holds S
O:t > wins S
S:p O:p +there/still/fast > holds S O
S:p O:p @in:o > holds S O
S:p O:p > holds S O
O:w > 
S:g @against:pb > parries S @
S:g > parries S
S:p . > stands S

ready prepare:
O:g > guards S
O:w > readies S

defend:
S:p @against/from:bp > parries S @
S:p > guards S
ward fend:
@off:bp > parries S @
+off O:bp > parries S O
set/set:
O:p +in-motion > commands S O
O:w @against:b > parries S @
stick/stuck:
O:w @into/in:ph > wounds S @
flinch start:
S:p . >

protect guard shield cover shelter:
O:p > wards S O
S:p > guards S

settle:
@into/in:s > stance S
@behind:g > guards S
S:p . >

change adopt assume:
O:s > stance S

load reload:
O:w > loads S
- S:p > loads S
ram:
O:w > loads S
cock:
O:w > loads S

pick:
+up O:w > picks S
retrieve recover regain:
O:w > picks S
O:g > recovers S
O:m > recovers S
O:z > rests S
- S:p > rests S

release:
O:w > drops S
O:p > escapes O S

disarm:
O:p > disarms S O
wrest wrench strip:
O:w @from:hpo > disarms S @
+free/loose @from/of:poh > escapes S @
+free/loose > escapes S

grab seize grapple clutch grip clinch:
O:w @from/off:lc > picks S
O:p > grapples S O
O:w > draws S
S:p @with:p > grapples S @

pin trap:
O:p > pins S O
O:wb > binds S O

bind/bound lock:
O:wb > binds S O
@with:w > binds S @

press:
+back O:p > presses S O
O:p > presses S O
@on:p > presses S @

wind/wound:
O:w > loads S
@from/of/out/around:ow > winds S
spoil foil:
O:b > parries S O

feint:
@at/against/to:p > feints S @
- S:p > feints S
fool deceive trick mislead:
O:p > fools S O

wear/wore/worn grind/ground:
+down/away O:g > wearsguard S O
@at:g > wearsguard S @
weaken shake/shook/shaken loosen thin:
O:g > wearsguard S O
S:g @under:pb > wearsguard @ S
S:g > wearsguard - S

rest pause:
S:p > rests S
hide vanish disappear:
S:p > hides S
back:
+away @from:p > withdraws S @
walk move back cross stride/strode/stridden sprint dash hurry:
S:p @at/on/from/by:u > obeys S @
S:p O:p > commands S O
+back @from:p > withdraws S @
@past/through:e S:p > passes S
+out-of-the-way @of:bw > evades S @
+out-of-the-way > evades S
@from:b > evades S @
+aside/away/back @from:pw > evades S @
S:p @at:p > strikes S @
S:p > moves S

spill:
O:r > wounds S
retreat withdraw/withdrew/withdrawn:
S:p @from:p > withdraws S @
flee/fled retreat withdraw/withdrew/withdrawn escape:
S:p O:o > escapes S O
S:p @from:po > escapes S @
S:p O:t > leaves S
S:p @from:t > leaves S
S:p > leaves S

ride/rode/ridden gallop spur canter:
S:p > rides S

win/won:

O:ty > wins S
- S:p > wins S

gather summon:
O:z +again > rests S
O:z > spends S
overreach overexert overextend:
S:p > strains S
score:
S:p O:t > wins S
@on/against:ph > scores S @
S:p > scores S
tap:
O:ph > scores S O
trip:
O:p > throws S O
S:p > throws - S
throw/threw/thrown hurl fling/flung toss flip:
S:pe O:p +back > presses S O
S:p O:w +up > guards S
+off-balance O:p > staggers S O
O:p @off/from:q > unhorses S O
+to-the-ground/down/off-feet/to-the-boards/over O:p > throws S O
@to/onto/on/into/in:lc O:p > throws S O
O:b @at:p > strikes S @
O:w @at:p > strikes S @
O:w @across/into/before-of/in:bi > parries S -
O:w +in-the-way > parries S -
S:p O:p > throws S O
unhorse unseat:
O:p > unhorses S O

fight/fought:
S:p @through:i > passes S
S:p @past/through:e > passes S
S:p > stands S
bide:
S:p > waits S
react:
S:p @to:f > fools - S
fake:
O:b > feints S
let/let:
S:p O:p +go > escapes O S
O:bp . > 
tighten:
O:o @on/of:p > holds S @
O:o > holds S
watch:
S:p @over:p > wards S @
S:p > 
wait:
S:p > waits S
misjudge:
S:p > fumbles S
yield:
S:p @before/to:p > presses @ S
S:g > breaksguard - S
S:p . > 
cheat:
S:p > fools S

stir wake/woke/woken:
S:p @at/on/from/by:u > obeys S @
S:p . > steps S
react:
S:p . > 

obey heed:
O:u > obeys S O
O:p > obeys S O
- S:p > obeys S
follow:
O:u > obeys S O
command order direct lead/led bid/bid:
+forward/forwards/back/away/up/off/out/in/aside/ahead O:p > !
O:p . > commands S O
O:p @with/by/from:ui > commands S O
O:p > commands S O
call shout cry yell:
O:u > commands S
+out/over @to/at:p > commands S @
@to/at:p > commands S @
+up O:z > spends S
S:p > commands S
say/said speak/spoke/spoken utter murmur:
O:v > chants S
O:i . > 

hand lend/lent pass grant:
O:p 2:z > gives S O
O:z @to:p > gives S @
share:
O:z @with:p > gives S @
strengthen:
O:p > gives S O
spend/spent:
O:z @on/for:u > commands S
O:z > spends S
go/went/gone:
S:z @to:p > gives S @
S:t @to:p > wins @
S:p @into/to:s > stance S
S:b +no-further > deflects S
S:w @over/past/beside:ph > misses S @
S:b +wrong > fumbles S
enter:
O:s > stance S

rout:
O:p > routs O
O:e > routs O
- S:p > routs S
scatter dissolve melt panic disband:
S:p > routs S
S:e > routs S
rally steady:
S:p > rallies S
S:e > rallies S
form:
S:p +up > rallies S
S:e +up > rallies S

begin/began/begun start:
O:v > chants S
S:v > chants S
chant:
O:v > chants S
- S:p > chants S
cast/cast work complete:
O:v > casts S
S:v > casts S
- S:p > casts S
succeed:
S:v > casts S
S:b > 
falter:
S:v > unchants S
S:p . > 
backfire recoil rebound:
S:v @on/upon/against:p > rebounds S @
S:v > rebounds S
strain:
S:p > strains S
burst/burst:
@past/through:e S:p > passes S
unbalance:
O:p > staggers S O
level point train:
O:w @at:p > aims S @
advance:
S:p > moves S
carry:
S:q O:p > rides O
`

// freeVerbs claim nothing of a fight.
const freeVerbs = `look/looked see/saw/seen hear/heard/heard feel/felt/felt breathe listen seem face think/thought remember notice gasp pant grunt stare manage
need learn move-on lower begin/began/begun start continue arrive try point say/said speak/spoke/spoken mean/meant follow return bend/bent hang/hung shine/shone ring/rang/rung
use work help hesitate tremble shiver glare nod frown settle-down approach advance`
