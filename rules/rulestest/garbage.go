package rulestest

// headroom is never written and costs no memory, but counts as kept: tests make much and keep little, and would collect
// their garbage every few megabytes. GOGC would do the same to those that keep hundreds of megabytes.
var headroom = make([]byte, headroomSize)

const headroomSize = 64 << 20
