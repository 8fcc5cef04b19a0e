// Package exec executes recorded commands on bytes.
//
// A Machine holds VRAM, a way to find objects by their identity (Env) and a way to run kernels (Kernels). Do executes one command at once and
// completely: a copy moves its bytes, a clear writes them, a dispatch runs its kernel; commands that only set state change the Bindings of their
// list. It returns counts, from which the scheduler computes virtual time, and the kernel's reports and prints.
//
//	device ── Command ──▶ Machine.Do ──┬─ copy*.go, clear.go, query.go ──▶ VRAM
//	                          │        ├─ dispatch.go: root arguments ─▶ descriptors ─▶ records ──▶ Kernels.Run
//	                          │        └─ draw.go: the same for two programs, vertices ─▶ Stages ─▶ raster ─▶ Stages ─▶ targets
//	                          ▼
//	                       Outcome (bytes, work items, instructions, views, reports, faults)
//
// A GPU virtual address is an offset in VRAM. Textures are kept in the layout of gpu.ResourceDesc.Footprints. Descriptors are 64-byte records in the
// memory of their heap (descriptor.go) and are read when the command executes, so a stale one is noticed then, whatever was recorded.
//
// Everything here trusts its caller: calls were validated when they were recorded and submitted. A broken precondition panics with "BUG: …". What is
// known only at execution (a descriptor that was never written, a resource destroyed in the meantime) is returned as a Fault and treated as the null
// descriptor, so that the run stays defined.
//
// Results do not depend on the number of cores: work is split by destination only, and never where ranges overlap.
//
// The package must not know the device, queues, virtual time, validation or the wording of messages. A Machine is not
// safe for concurrent use; the pure functions (ViewOf, QueryBytes) are.
package exec
