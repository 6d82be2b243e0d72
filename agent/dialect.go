package agent

import (
	"kokyu/rules"
	"kokyu/rules/breath"
	"kokyu/rules/tempo"
)

// Dialect is how a system's events are told; the empty one, which tells plainly, of a system that says nothing of it.
func Dialect(system string) rules.Dialect {
	switch system {
	case breath.System:
		return breath.Dialect()
	case tempo.System:
		return tempo.Dialect()
	}
	return rules.Dialect{}
}
