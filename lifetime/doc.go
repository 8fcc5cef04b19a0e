// Package lifetime decides when something that a GPU may still use can be destroyed or reused. It numbers submissions, tracks what the GPU has
// completed, and keeps released objects until nothing in flight can refer to them.
//
// Nothing is reference-counted per command. Instead a release is stamped with a number: an object released while the next submission of a queue is
// number N cannot be used by a submission after N, because nobody has it any more to record it with. So it is destroyed when submission N has
// completed: later than necessary perhaps, but never too early. This requires one thing of the caller: an object is released after the last command
// that uses it was recorded for submission N or earlier, and for a list recorded separately (a deferred one), after that list was submitted.
//
//	CPU   draw(B)   release B      submit list N                              purge
//	      list N    pair (B, N)    next number: N+1, signals N+1              B is destroyed here
//	──────┴─────────┴──────────────┴───────────────────────────────────────────┴──────────▶
//	GPU                      … list N-1 │ list N                      │
//	fence                               N                             N+1
//
// # Parts
//
//   - Domain: queues that share objects. It purges, and counts.
//   - Queue: the numbers of one queue. They advance only in Submit, which as one step numbers, runs the submission, and hands over what was released
//     before.
//   - ReleaseQueue: released objects of one kind. An object may wait for several queues; it is destroyed when the last
//     one has passed.
//   - Pool: command allocators, recording contexts, pages: given back with a submission and taken again when it has completed.
//
// # In an engine
//
// An engine makes one Domain with the fences of its queues, a ReleaseQueue for each kind of object and a Pool for each kind of reusable thing. Then a
// frame is
//
//	allocator, err := allocators.Get()                      // one that the GPU has finished with, or a new one
//	…                                                       // record; textures.Release(old, lifetime.MaskOf(0)) after its last command
//	s, err := queue.Submit(func(value uint64) error { … })  // execute the lists, signal value after them
//	allocators.Put(allocator, s)                            // comes back when s has completed
//	n, err := queue.Purge()                                 // destroys what the GPU has passed
//
// and the end is PurgeAll when the GPU is idle, Drop of the pools, and Close, which names what was forgotten. The example "Engine" is a complete
// engine of this kind.
//
// # Numberings
//
// Modern (the default) is two-stage. Submissions of a queue are numbered from 0; fence values, from 1, are a second count, since
// a transient submission signals a value and takes no number.
//
//	             release                submit: number n, value v            purge: completed c
//	object ────▶ stale list (number) ─────────────────────▶ release queue (value) ───────────▶ destroyed
//	                                   number <= n                            value <= c
//
// Seed has one counter: the fence holds the number of completed lists, list N signals N+1, and a released object waits in the
// release queue with the number of the next list until that number is less than the count. It has no stale list.
//
// # Transient submissions
//
// Uploading the initial contents of a resource takes a submission of its own, in the middle of the recording of list N. It must not affect what was
// released meanwhile: those objects belong to list N, which is not even submitted yet. SubmitTransient takes no number and hands nothing over.
// Objects of the transient submission itself are released after it and go with list N.
//
// # Threads
//
// Every method may be called from several goroutines, and destroy functions may release further objects: they are called without a lock. A Submit
// holds its queue's Locker while it runs the submission. If goroutines must not block that way (in a simulation that hands control from one to the
// other), Options.Locker supplies another kind of lock.
//
// The package must not know what a device is: a GPU is a Fence with a completed value. It must not know heaps either, nor
// anything of the objects that it keeps.
package lifetime
