package fight

import (
	"encoding/json"
	"strings"

	"kokyu/rules"
)

// joinedBy stands in an edit by which combatants join a side, after the name of the side.
const joinedBy = " joined by "

// JoinEdit returns the edit by which combatants join a side; line is in the form of an encounter file.
func JoinEdit(team, line string) string { return team + joinedBy + line }

// LeaveEdit returns the edit by which a combatant leaves.
func LeaveEdit(name string) string { return name + " " + rules.EditLeaves }

// Join lets combatants join the side with this name. The line is in the form of an encounter file, "{who: bandit, name:
// Kuro}". rows is a catalogue of rows that the fight has not used so far, in the form of a header's Data; it may be
// nil. The step is an edit with its reason and the new rows.
func (f *Fight) Join(team, line string, rows json.RawMessage, reason string) (rules.Step, error) {
	team, err := rules.SideNamed(f.roster, team)
	if err != nil {
		return rules.Step{}, err
	}
	return f.edit(JoinEdit(team, strings.TrimSpace(line)), reason, rows, 0)
}
