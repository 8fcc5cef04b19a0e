// Package explore runs through the schedules of a program that could do
// something else than the timeline, each kind of them once.
//
// Most schedules differ in nothing that can be seen: a copy on one queue and a
// dispatch on another that touch different bytes may change places. So a run is
// watched, step by step, and of two steps only those are turned round that
// touch the same thing, where nothing else orders them:
//
//	timeline   A: signals F=1      main: asks for F, gets 1      B: copies
//	                  └─────── unordered ──────┘
//	other                main: asks for F, gets 0     A: signals F=1      B: copies
//
// What is found in the new run is turned round in its turn, until nothing new
// comes: then every schedule is one of those that ran, but for the order of
// steps that have nothing to do with each other. (This is dynamic partial-order
// reduction, with the runs remembered by what happened before what, so that none
// of them is made twice.) Runs come in the order of how many turns lead to them,
// and the same ones in the same order every time.
//
// Two exceptions bound what would never end. A thread that asks for a value
// again and again at one place is believed after some times that it asks for
// ever (Exploration.Spins); and a wait with a timeout is ended by it where the
// clock allows that, and in no other schedule.
//
// Any schedule can be written down as a Token, and run again from it.
//
// The package must not know scripts, rules or commands: it sees steps and what
// they touch. An Exploration and a Run are used by one goroutine at a time;
// different Runs may go on at once.
package explore
