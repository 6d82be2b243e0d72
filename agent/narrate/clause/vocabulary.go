package clause

// knownWords are words that are nothing of a fight: they may stand in pictures and around what happens.
const knownWords = `
able final account flat across afternoon age anger answer ash autumn bag ball bark barn basket bed beginning bell bellows bend bird bird's bit blind book boat bottom bough bow-string bowl box bramble branch bread
breath bridge broom brush bucket calm candle care cart case cause centre chance charge cloak cloth cloud coal coat coin cold collar colour company copper cord corner cost courtesy crane crop crow cup
current curtain darkness debt delay dew difference direction distance door doorstep doubt dream dress drum ear earnest ease east echo edge-on effort ember empty end ending envelope error eternity exit eye-lid fabric face-down
fan fault feather fence few field-mouse fig fire firm first fish flame flower foam fold foot-print footprint force form fox friendliness front fruit fuel future game garden garment gate gesture gift glance glass glow goods grace grain grief
gutter half hail harbour haste hat haze head-on hearth heat hedge heron hint hinge home honour hook hope hour house hurry hush idea inch ink instant iron island jar journey judgement key kind knock knot ladder-rung lane language
last leaf leaves length lesson letter lid life lift light line lip list load log luck lull lure manner mark market meal measure meeting memory message mind mirror mist mistake moment money month mood motion mountain mouth movement music
name narrow need needle nerve nest net night noise north number oath odd office oil old order other pace page pain pair paper part path patience pattern pause peace peg pen pile pin pine place plain plan plate play plough plum pocket pole-star position post pot price
pride promise proof pulse purse quarrel question quiet rain-coat reach reason reed rest reward rhythm rib-bone rice ring river road room rope row rule rush rust sail sake salt scale scene seam season seed self sense shadow shape sharp sheet shop shore shoulder-width shrug side sign
signature silence silk silver size skill sky smile smoke snow soft song sort sound source south space spark speech speed spiders splinter spot square stage start state statue step stillness stone stop storm story stranger straw street stride string stroke style subject sum surf surprise surface
table tail task taste tea tear thing thought thread threshold thunder tide tile time tip tone tongue tooth top town trace track trade trail trap treasure tree trouble truth turn twig type use vain valley value view village vine visit voice wait walk wall warmth warning wash wave way wax
weather web week weight well west wet wheel whole width will wind window wine wing winter wire wisdom word work world worth year yard young
black blue brown clean close coarse crooked curved cool common direct dry dull eager early east easy empty even exact fair familiar famous far fast fat fine first flat foreign forward free fresh full further gentle glad gold golden graceful gradual green grey half happy hard high hollow honest hot huge humble idle inner
keen kind large last late lazy lean less level likely lonely long loose loud low main mean mere mild more most naked narrow native natural near neat new next nice noble normal numb obvious old open opposite ordinary other outer own pale past perfect plain polite poor possible pretty private proper proud pure purple quick quiet rapid rare raw ready
real rich right rigid ripe rough round rude safe same savage second sharp short shy sick silent silver simple single slack sleepy slim slow smooth sober soft solid sour stale steady steep stiff strange strict strong stubborn sudden sure sweet swift tall tame tender tense thick tidy tight tiny tough true ugly upper usual vague various vast vivid warm weak wet white wide wild wise yellow
limit strain sight better victor false underfoot dark bare good great higher lower greater shorter longer larger wider heavier easier lighter louder
tighter stiffer brighter farther worse oldest finest earliest clever rotten ragged broad different alone burning unfinished undisturbed unbroken
leather hole beam habit draught sluice pier cupboard bank screen note charm air wick steam slope sill nail favourite carpenter banner awning stripe stretch stove stave
stalk stair sheaf root rail pit oxen kitchen hoop hem handful furrow egg dough ditch dam cuff creak crack column chair brushstroke bead bar baker anchor acquaintance
witness umbrella trunk thistle thaw strand storehouse stitch stall spoon soup smith sleet seal scroll pan loom lodging leak law keystone kerb jug incense hill herd hen
gale farm ebb eave dike crease certainty cask bargain argument arch ant channel exchange withdrawal threat tax thickness stalks possession measuring print pennies mouthful knowledge
scabbard sheath fighting practice counter-attack resistance pressure tally blind stubbornness doing harm touch point points war enemy's nowhere something anything everything ones worthwhile instantly footwork footing midair swing's blade's moment's hand's breath's hair's thumb's door's night's day's opponent's rhythm's
hoof hooves cobbler bit bridle dust-cloud afternoon-light tip's bowstring's half-step breadth span ease clang ring's clash hum twang roar grunt cry shout scream groan sigh howl laughter sweat tears eyelid lashes hair brows
time's lightning-fast again's question's story's flesh's else elsewhere's nothing's own's such's towards's around's
`
