// Package profile is the driver's side of background processing: it counts what pipelines are given, decides which of it hardly ever changes, and
// queues the making of variants that take it for granted.
//
//	a submission retires ──▶ Pipeline.Retired: windows of samples, a top list for each constant
//	                              │ 256 samples, or a commit: a value has nine in ten of them
//	                              ▼
//	                         task ──Run──▶ Code.Specialize ──Finish──▶ Target.Install, if the pipeline still lives and nothing was discarded
//	                                                                       └ a variant has constants of its own that are worth knowing: it is measured, too
//
// Windows. Samples are counted in windows of Threshold. A full window is decided about and then begins anew, so the counts never go stale. A commit
// decides about what there is: only shares count, so a part of a window gives what the whole one would have given (rule A3).
//
// Steady state. Whether further measurements are wanted is answered with yes while tasks are under way, before anything was seen, and while a window
// fills that would lead to something new. A window that got no sample since it was asked last does not count. Every decision is tried once for a
// piece of code, and there are at most MaxVariants of them, so that the answer becomes no as soon as the work repeats itself.
//
// Lives. A task holds a cell, never the pipeline: Destroy empties the cell, and what comes too late is dropped. Discarding counts a generation up.
//
// The package must not know devices or kernels: code is an interface, and so is what it is installed in. It belongs to the goroutine of the clock;
// Run of its tasks touches Code alone.
package profile
