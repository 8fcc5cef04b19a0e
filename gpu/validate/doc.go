// Package validate holds every rule of the API: what a call may be, in which state, after what.
//
// A Validator is a layer of the device. It sees calls as data (gpu.Call), keeps its own picture of the objects they make, and
// answers with diagnostics. It never sees the device, the scheduler or the executor, and they never see it.
//
//	Check(call) ── tables by call kind, and by Op for commands ──► rules ──► say… (words_*.go) ──► []*diag.Diagnostic
//	Record(call) ── the picture of the objects (shadow.go, bodies, recorded) and the order (track) follow what was done
//	Explain(incident) ── words for what went wrong while work ran
//
// Rules are kept by family and subject: stateless_* look at a call and the descriptions of its objects, and at the protocol
// of lists; state_* at resource states inside a list; sync_* at fences; lifetime_* at what the GPU still needs. Advice
// stands with the rules that see its occasion. What they say stands in words_*. Rules with a picture of their own have
// packages: descriptions (creation), draws (graphics), states in the order of execution (course, standing), accesses that
// nothing orders (hazard, conflict), work that goes wrong (incident). A rule for which the device has to be able to rely on
// the answer has a code GS03xx or GS08xx; work that breaks another rule still has a defined result.
//
// Whether work is finished is decided by package track from the order of calls, never by what happened to be finished.
//
// A Validator is used by one goroutine at a time. Checking and recording a command allocates nothing in the long run.
package validate
