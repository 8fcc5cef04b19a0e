// Package background is the runtime's side of background processing: the modes, the pool of tasks that a driver hands over, commits, and what is told
// of them (source: Direct3D 12, background shader optimizations).
//
//	application ── Processor.SetMode(mode, action, event) ──▶ Driver.SetMode ── Processor.Queue(task) …
//	                                                                                  │ first in, first out
//	queue      [t5][t4][t3] ──▶ workers, two of them at idle priority; with a boost more, at normal priority
//	clock      t1 ├──────Run──────┤Finish                 a task takes what its Cost says, in virtual time
//	           t2    ├──────Run──────┤Finish
//	commit        {t1 t2 t3} ─────────────── all of them are done ──▶ the event
//
// A task has two halves. Run does the work: on a goroutine of its own, at any real time between its virtual start and its virtual end, so it touches
// nothing that others see. Finish makes the result seen, at the virtual end, on the goroutine of the clock. So the same calls give the same events in
// every run, however many cores there are. Exactly one of Run (with Finish) and Cancel happens to a task that was taken.
//
//	queued ──▶ running ──▶ done                 Run, then Finish; a panic in them is an outcome, not an end
//	   └─────▶ cancelled                        background work is disabled, or the device goes: Cancel
//
// The package must not know devices, kernels or scripts: time comes through a Clock, what is optimised is the business of a Driver. Queue and Stats
// are safe for concurrent use as far as the Clock is; all else belongs to the goroutine of the clock.
package background
