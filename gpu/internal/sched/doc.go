// Package sched is the clock of the simulated machine: virtual time, engines,
// queues, fences, events and CPU threads. It is the only place that decides
// what happens next.
//
// # Method
//
// A deterministic discrete-event simulation in integer nanoseconds. Every CPU
// thread has its own clock and every GPU has a heap of events; the thing with
// the smallest time goes next:
//
//	main    |--record--|-submit-|------- blocked in WaitFence -------|--record--
//	worker        |-------------- Work ---------------|
//	queue                   '~latency~[batch: cmd cmd cmd]'signal
//	                                                       '~latency~> main
//
// A simulated CPU thread is a goroutine that runs only while it holds the
// baton. Exactly one goroutine holds it, so nothing here needs a lock, a
// blocking call may happen at any depth of the stack, and the goroutine order
// of the Go runtime cannot be observed. The holder of the baton also runs the
// GPU's events, when their time comes, on its own goroutine.
//
// # Order at one instant
//
// Ties are broken by a fixed order: GPU events before CPU threads; GPUs in
// order of creation; events of one GPU in the order they were scheduled, and
// the choice of the next queue for an engine after all other events of that
// instant; the running thread before other threads; these in order of
// creation. A wait that is satisfied at the instant of its timeout is
// satisfied.
//
// # Queues
//
// A queue is a first-in first-out line of batches, signals, waits and other
// operations. Only commands need an engine. Queues of one kind share the
// engines of that kind: the highest priority first, then in turns. A command
// is never interrupted; between two commands a queue of higher priority goes
// first and pays for the preemption. Priorities are strict: a queue of low
// priority starves for as long as others have work.
//
// # Policies
//
// Everything that stands in a heap may legally happen next: time only orders
// it. A Policy other than Timeline therefore chooses freely among the ready
// queues, the pending events and the runnable threads. Time stays monotone:
// what is chosen late happens late.
//
// # What it must not know
//
// Resources, commands, scripts and the wording of messages. It carries opaque
// tags for the layers above and returns stalls as data.
//
// # Concurrency
//
// Every call must come from the goroutine of the running thread, or from a
// callback (Batch, Op, Observer, Policy) while it runs; nothing is safe for
// use by other goroutines. Callbacks must not block and must not charge time.
package sched
