package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"kokyu/agent"
	"kokyu/rules/book"
	"kokyu/rules/text"
)

// character are the flags that say how those are played who play by themselves, whatever the encounter says of it.
type character struct {
	set           *pflag.FlagSet
	level, temper string
}

func (c *character) flags(f *pflag.FlagSet) {
	c.set = f
	f.StringVar(&c.level, "level", "", "the level of the combatants that the program plays, `1..6`; 6 is full strength")
	f.StringVar(&c.temper, "temper", "", "the `TEMPER` of those combatants: what they want besides winning (kokyu list tempers)")
}

// read is what the flags say; what they say nothing of is empty.
func (c *character) read() (book.Character, error) {
	switch {
	case c.set.Changed("level") && c.level == "":
		return book.Character{}, mistake("--level is empty", fmt.Sprintf("1 to %d", book.LevelMax))
	case c.set.Changed("temper") && c.temper == "":
		return book.Character{}, mistake("--temper is empty", text.OneOf("", book.Tempers()))
	}
	return agent.ReadCharacter(c.level, c.temper)
}

// aside sets what a temper adds beside a value.
func aside(sway string) string {
	if sway == "" {
		return ""
	}
	return "(" + text.Escape(sway) + ")"
}
