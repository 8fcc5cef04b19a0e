// Package track knows what has happened before what: values in, answers out, no words.
//
// Order follows CPU threads, queues, fences and events through the calls that a program makes, and answers one question: is a
// piece of work certainly finished, as far as this thread can know? It never looks at a clock. An edge exists only where
// every signal that could end a wait gives it:
//
//	CPU main  ──Submit──────────────WaitCPU(F, 1)──▶ knows that A is finished, and nothing about B
//	              │                      ▲
//	queue Q   ───[A]──Signal(F, 1)───────┘──[B]──▶
//
// Every thread and every queue is an agent; a queue that several threads use is one for each of them, its strands. A Clock holds, for each agent, the
// number of its items that are covered. Items of a strand (work, signals, waits) are numbered from 1. What a queue wait gives is worked out when
// somebody observes something after it, because its signal may be issued after it.
//
// The package must not know states, rules, words, devices or the scheduler. An Order is used by one goroutine at a time.
package track
