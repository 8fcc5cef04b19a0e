// Package hazard finds accesses to the same bytes that nothing orders. Values in, conflicts out: it must not know words, rules
// of calls, devices or the executor.
//
//	Submit ─▶ work ──Executed──▶ spans by memory ──Settle──▶ admitted, compared with all others ──▶ Conflict
//	CPU    ─▶ work ──────────────▲                               └─▶ dropped when nothing can be unordered with it any more
//
// A work is one submission of a queue, or what a CPU thread does between two calls that others can learn of. It is compared
// when every thread knows that it has finished, or at the end of the script: then its order is final. So the verdict, and the
// call at which it is given, follow from the program and never from the schedule.
//
// Memory is bounded by the work in flight. A Detector is used by one goroutine at a time.
package hazard
