// Package device is the software GPU as an API: devices, queues, lists, fences, resources and descriptors. It creates,
// records and submits; others decide what is allowed and do the work.
//
//	            ┌─ layers: validate …   Check before, Record after
//	a method ── issue ─┤
//	            └─ the deed ─┬─ create:  an object, an identity, a range of VRAM (mem)
//	                         ├─ record:  a gpu.Command in the list's one slice
//	                         └─ submit:  a batch for a queue of the virtual clock (sched)
//	                                        └─ at its virtual start, command by command: exec does it on VRAM
//
// An Adapter is the machine: VRAM, the clock, simulated CPU threads and events. A Device is a GPU of it with queues of its
// own. What goes wrong while work runs is an incident: a layer words it, and the call returns it
// at which the script knows that the work is finished; the next call, where it removed the device.
//
// The package must not know the rules: there is no check of an argument here. A broken precondition is a layer that is
// missing. It must not know Lua either. An Adapter and everything of it belong to one goroutine at a time; simulated CPU
// threads (Adapter.Go) hand it to each other.
package device
