package rulestest

// Practice is a fight of breath that no change of the catalogue touches, with its rows: Aki, who begins, against Boku.
const (
	PracticeRows = `
version: 1
weapons:
  practice sword:
    family: blade
    skill: swordsmanship
    attack:
      - {name: cut, energy: 2, check: courage}
      - {name: stab, energy: 2, check: finesse}
    defense:
      - {name: parry, energy: 1, check: courage}
combatants:
  pupil: {grade: minion, energy: 12, wounds: 5, defense: 13, weapons: [practice sword]}
  teacher: {grade: minion, energy: 10, wounds: 5, defense: 13, weapons: [practice sword]}
`
	Practice = `
version: 1
system: breath
title: Practice
sides:
  - {name: pupils, fighters: [{who: pupil, name: Aki}]}
  - {name: teachers, fighters: [{who: teacher, name: Boku}]}
`
)
