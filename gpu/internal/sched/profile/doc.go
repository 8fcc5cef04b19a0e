// Package profile says what a simulated machine is like: its engines, and what calls and work cost in virtual time, which
// follows from counts alone. Presets are a table; a cost is a line of arithmetic that saturates instead of running over.
//
// It must not know queues, commands or what happens next.
package profile
