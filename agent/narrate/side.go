package narrate

import "kokyu/rules/text"

// WonBy says who won; no side is a draw.
func WonBy(side string) string {
	if side == "" {
		return "Nobody wins"
	}
	return "Won by " + text.The(side)
}
