// Package trace describes what happened on the simulated machine: events as data, and their text form.
//
// An Event is one thing that happened at a virtual time. The machine hands over its events in the order in which they happened; the writers in this
// package write each at once and keep none.
//
//	time us  engine     who           what          details
//	  0.000             main          thread start
//	 12.300  copy 0     upload        start         CopyBufferRegion, command 1 of "copy"       scene.lua:28:8
//	 15.100             upload        signal        fence "F" = 3                               scene.lua:29:8
//
// The package must not know the device or the scheduler: the device turns the records of the scheduler into events. It knows
// no scripts either: places are looked up through a function.
package trace
