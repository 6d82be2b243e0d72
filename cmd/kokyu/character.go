package main

import "kokyu/rules/text"

// aside sets what a temper adds beside a value.
func aside(sway string) string {
	if sway == "" {
		return ""
	}
	return "(" + text.Escape(sway) + ")"
}
