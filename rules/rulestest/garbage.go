package rulestest

// headroom makes the garbage collector run less often: tests allocate much and keep little, and would collect every few
// megabytes. It is never written, so it costs no memory. A higher GOGC would also affect tests that keep hundreds of
// megabytes.
var headroom = make([]byte, headroomSize)

const headroomSize = 64 << 20
