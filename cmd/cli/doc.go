// Package cli holds what kokyu and kokyu-lab share: the settings and the shell of a command, the reading of arguments,
// printing and failing, and the commands that both have.
package cli
