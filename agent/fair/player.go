package fair

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/text"
	"kokyu/search"
)

// UsualLevel is the default level of players: that of a good human player.
const UsualLevel = 4

// Player is how the combatants of one side are played: with the level and the temper of Character, where it has none
// with those of the encounter, else at the level Otherwise.
type Player struct {
	Character book.Character
	Otherwise int           // a level; 0 is the highest
	Limits    search.Limits // of the highest level
	Agent     agent.Agent   // plays instead of a search; may be nil
}

// ReadPlayer parses a player in the form of flags: "level=4 temper=bold", or an agent, "greedy".
func ReadPlayer(ctx context.Context, spec string, limits search.Limits) (Player, error) {
	player := Player{Otherwise: UsualLevel, Limits: limits}
	level, temper := "", ""
	for _, word := range strings.Fields(spec) {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "level":
			level = value
		case "temper":
			temper = value
		default:
			var err error
			player.Agent, err = agent.Parse(ctx, spec, limits, agent.Kinds)
			if err != nil {
				return player, text.Problem{What: err.Error(),
					Want: fmt.Sprintf("a level, as in level=%d, or an agent, as in greedy", UsualLevel)}
			}
			return player, nil
		}
		if value == "" {
			return player, text.Problem{What: fmt.Sprintf("the setting %q has no value", text.Escape(key)),
				Want: fmt.Sprintf("as in level=%d", UsualLevel)}
		}
	}
	var err error
	player.Character, err = agent.ReadCharacter(level, temper)
	return player, err
}

// characterOf returns how a combatant is played by p, some levels better than it should be.
func (p Player) characterOf(f rules.Fighter, better int) book.Character {
	c := p.Character.Or(f.Character).Or(book.Character{Level: p.Otherwise})
	c.Level = max(1, min(book.LevelMax, cmp.Or(c.Level, book.LevelMax)+better))
	return c
}

// agentOf returns the agent of a combatant.
func (p Player) agentOf(f rules.Fighter, better int) agent.Agent {
	if p.Agent != nil {
		return agent.WithCharacter(p.Agent, f.Character)
	}
	return (&agent.Search{Limits: p.Limits}).WithCharacter(p.characterOf(f, better))
}

// wordPlayers says how the combatants of a side are played: "level 4", "levels 2 to 4, some craven", "greedy".
func (p Player) wordPlayers(roster []rules.Fighter, side rules.Side) string {
	if p.Agent != nil {
		return p.Agent.String()
	}
	least, most := book.LevelMax, 1
	var tempers []string // "" for none
	for _, f := range roster {
		if f.Side == side {
			c := p.characterOf(f, 0)
			least, most = min(least, c.Level), max(most, c.Level)
			tempers = append(tempers, c.Temper)
		}
	}
	slices.Sort(tempers)
	tempers = slices.Compact(tempers)
	says := fmt.Sprintf("levels %d to %d", least, most)
	if least >= most {
		says = fmt.Sprintf("level %d", most)
	}
	if len(tempers) == 1 && tempers[0] != "" { // all have it
		return says + ", " + tempers[0]
	}
	for _, t := range tempers {
		if t != "" {
			says += ", some " + t
		}
	}
	return says
}
