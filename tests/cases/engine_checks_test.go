package cases

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// check is a check that Diligent Engine makes of its user, as an assertion, an error, a warning or an exception, and the cases that try it here.
type check struct {
	what  string
	cases string // their names, joined by "; "; "": there is no case
	why   string // there is none
}

// engineChecks are those of Diligent Engine, in the order of its source: mapping, contexts, binding, heaps, lifetimes. "a dynamic buffer" and the
// like are those of the back end for Direct3D 12.
var engineChecks = []check{
	// Dynamic buffers and mapping.
	{what: "a buffer is mapped already", cases: "mapped twice in one context; mapped in two contexts at once"},
	{what: "a buffer is unmapped that is not mapped", cases: "unmapped without a map; unmapped in another context than mapped"},
	{what: "a buffer is unmapped with another type than mapped", why: "UnmapBuffer takes no type"},
	{what: "READ of what is not STAGING", cases: "a default buffer mapped for READ; a dynamic buffer mapped for READ"},
	{what: "READ without CPU_ACCESS_READ", cases: "a staging buffer mapped against its access"},
	{what: "READ with DISCARD", cases: "a staging buffer for READ mapped with DISCARD"},
	{what: "WRITE of what is neither STAGING nor DYNAMIC", cases: "a default buffer is mapped"},
	{what: "WRITE without CPU_ACCESS_WRITE", cases: "a staging buffer for READ mapped for WRITE; written through a mapping for READ"},
	{what: "READ_WRITE", cases: "a staging buffer mapped for READ_WRITE"},
	{what: "a dynamic buffer with neither DISCARD nor NO_OVERWRITE", cases: "a dynamic buffer mapped without a flag"},
	{what: "a dynamic buffer with both flags", cases: "DISCARD together with NO_OVERWRITE"},
	{what: "DISCARD or NO_OVERWRITE of other buffers", cases: "a default buffer is mapped; a staging buffer mapped with NO_OVERWRITE"},
	{what: "NO_OVERWRITE of a buffer with a resource", cases: "NO_OVERWRITE of a buffer that UnmapBuffer writes as a whole"},
	{what: "a staging buffer read without a wait", cases: "a staging buffer read behind Flush; a staging buffer read with DO_NOT_WAIT behind Flush"},
	{what: "a dynamic buffer used before it is mapped in the context", cases: "bound and never mapped; contents of another context"},
	{what: "contents of an earlier frame", cases: "contents of the last frame"},
	{what: "a dynamic buffer whose number another one has got", why: "objects are known by identity; a mapped buffer that was released is GS0641"},
	{what: "FinishFrame while mapped", cases: "a frame ended while a buffer is mapped; a frame ended while texels are mapped"},
	{what: "a dynamic buffer with first contents", cases: "a dynamic buffer with first contents"},
	{what: "a dynamic buffer without CPU_ACCESS_WRITE", cases: "a dynamic buffer that the CPU reads"},
	{what: "a default buffer with CPU access", cases: "a default buffer with CPU access"},
	{what: "a staging buffer with bind flags", cases: "a staging buffer that is bound"},
	{what: "a staging buffer with both accesses, or none", cases: "a staging buffer for both directions; a staging buffer without CPU access"},
	{what: "a dynamic buffer with a resource, of several contexts", cases: "a dynamic buffer that shaders write, of two contexts"},
	{what: "UpdateBuffer of other usages", cases: "a dynamic buffer updated; a staging buffer updated; an immutable buffer updated"},
	{what: "UpdateBuffer out of bounds, or of nothing", cases: "one byte behind the end updated; nothing updated"},
	{what: "CopyBuffer out of bounds", cases: "a copy from behind the end; a copy to behind the end"},
	{what: "CopyBuffer to a dynamic buffer", cases: "a copy to a dynamic buffer"},
	{what: "copies in a render pass", why: "render passes of the engine level are refused by name"},
	{what: "a dynamic texture not for WRITE", cases: "a dynamic texture mapped for READ"},
	{what: "a subresource that is not there, mapped already, or not mapped", cases: "a subresource that a texture does not have; one subresource mapped twice; another subresource unmapped than mapped"},
	{what: "a dynamic buffer in a variable that takes none", cases: "a dynamic buffer in a variable that takes none"},
	// Contexts and command lists.
	{what: "FinishFrame of a deferred context with commands", cases: "a frame ended while a deferred context records; a deferred frame ended before its list was executed"},
	{what: "FinishFrame of an immediate context with commands", cases: "a frame ended with commands that were not flushed"},
	{what: "FinishFrame while queries measure", cases: "a frame ended while a query measures; a deferred frame ended while a query measures; two queries that measure at the end of a frame"},
	{what: "a deferred context destroyed with commands", cases: "a device released while a deferred context records"},
	{what: "an immediate context destroyed with commands", cases: "a device released with commands that were not flushed; a device released while a query measures; a device released while a query measures that lives"},
	{what: "Flush of a deferred context", cases: "Flush on a deferred context"},
	{what: "Flush while queries measure", cases: "a query in two lists"},
	{what: "Begin of an immediate context, twice, or for no immediate context", cases: "Begin on an immediate context; Begin twice; Begin for a deferred context; Begin for a context of another device"},
	{what: "FinishCommandList of an immediate context, or without Begin", cases: "FinishCommandList on an immediate context; FinishCommandList without Begin"},
	{what: "FinishCommandList while queries measure", cases: "a list finished while a query measures"},
	{what: "a command without Begin", cases: "commands on a deferred context that does not record"},
	{what: "a command that the queue does not know", cases: "a dispatch on a context of a COPY queue; a draw on a context of a COPY queue; a draw on a context of a COMPUTE queue; a clear on a context of a COMPUTE queue; mip levels on a context of a COPY queue"},
	{what: "ExecuteCommandLists on a deferred context, or of none", cases: "ExecuteCommandLists on a deferred context; no lists executed"},
	{what: "a list executed twice", cases: "a list executed twice; one list twice in one call"},
	{what: "a list destroyed unexecuted", cases: "a list released without execution; a device released with a list that was not executed"},
	{what: "a list of another queue", cases: "a list of one context executed by another of the same type; a list of another device"},
	{what: "InvalidateState with commands", cases: "a dispatch behind InvalidateState; everything bound anew behind InvalidateState"},
	{what: "WaitForIdle on a deferred context", cases: "WaitForIdle on a deferred context"},
	{what: "EnqueueSignal or DeviceWaitForFence on a deferred context", cases: "EnqueueSignal on a deferred context; DeviceWaitForFence on a deferred context"},
	{what: "LockCommandQueue on a deferred context", why: "threads are simulated: there is no lock, and the queue below has no name in scripts"},
	{what: "a swap chain used behind its context", cases: "a swap chain presented behind its release; a swap chain resized behind its release; a device that ends before its swap chain"},
	{what: "a pipeline on a context that its mask does not have", cases: "a pipeline on a context that its mask does not have"},
	// Resource binding.
	{what: "a pipeline without its binding object", cases: "a dispatch without CommitShaderResources; what was bound is forgotten by Flush"},
	{what: "a binding object of another signature", cases: "a binding object of another pipeline"},
	{what: "a binding object released while committed", cases: "a binding object released while it is committed"},
	{what: "resources changed behind the commit", cases: "a dynamic variable set behind CommitShaderResources; a binding object changed between two recordings of threads"},
	{what: "a variable without a resource", cases: "a variable without a resource"},
	{what: "a static variable without a resource", cases: "a static variable without a resource"},
	{what: "a variable set again without ALLOW_OVERWRITE", cases: "a mutable variable set twice; a static variable set behind a binding object"},
	{what: "a variable set to nothing", cases: "nothing set into a variable"},
	{what: "static resources initialised twice", why: "a binding object takes them when it is made, once"},
	{what: "an offset that is misaligned or out of range", cases: "a buffer moved to the middle of 256 bytes; a buffer moved behind its end"},
	{what: "a resource of another kind than the variable", cases: "a texture for a buffer; a buffer without UNORDERED_ACCESS for a shader that writes it"},
	// Heaps and memory.
	{what: "dynamic descriptors run out", cases: "dynamic descriptors run out within a frame; dynamic descriptors come back with each frame"},
	{what: "static descriptors run out", cases: "static descriptors run out; static descriptors come back"},
	{what: "more views than a CPU heap has", cases: "views of a small heap make it grow"},
	{what: "sizes of heaps that Direct3D 12 does not have", cases: "a GPU heap with one sampler more than Direct3D 12 has; a GPU heap with all samplers that Direct3D 12 has; a chunk larger than the dynamic descriptors; a ring that is no power of two; a page that is no power of two"},
	{what: "a heap destroyed with live allocations", cases: "a device released with a buffer that is not; a device released while the GPU works"},
	{what: "a context destroyed without FinishFrame", cases: "a device released with everything released; a frame that never ends"},
	{what: "allocators of size 0, odd alignments, rings out of order", why: "inside the engine: the models of packages heaps and lifetime hold them"},
	// Lifetimes, queues, fences and queries.
	{what: "a release behind the queues", cases: "an object released behind its device"},
	{what: "a mask without a context of the device", cases: "a mask of no context of the device"},
	{what: "a release queue not empty at its end", cases: "a device released while the GPU works; a device released with a buffer that is not"},
	{what: "a barrier for an object whose mask does not have the context", cases: "a barrier for a buffer that its mask keeps from the context"},
	{what: "first contents by a context that cannot", cases: "first contents uploaded by a deferred context; first contents uploaded by a context that the mask does not have"},
	{what: "a signal that does not rise", cases: "a signal that does not rise"},
	{what: "a wait for more than was enqueued", cases: "a wait for a value that was not enqueued; the CPU waits for more than the fence will have; the CPU waits for more than was enqueued and not flushed"},
	{what: "a signal by the CPU", cases: "the CPU signals a fence of the engine"},
	{what: "a device that was removed", why: "GS0521 is of the level below, and in rulebook/traps"},
	{what: "a query begun twice, ended elsewhere, not begun, read early, released", cases: "a query begun twice; a query ended on another context; a query ended that does not measure; a query read that was never ended; a query released while it measures"},
	{what: "a pool of queries that is exhausted", why: "a query has a heap of its own"},
	{what: "more queues than a mask has bits", cases: "a device of more contexts than a mask has bits; a device of as many contexts as a mask has bits"},
}

// TestEngineChecks: each check of Diligent Engine has cases that exist, or a reason.
func TestEngineChecks(t *testing.T) {
	there := map[string]bool{}
	for _, file := range []string{"engine/rules.lua", "engine/calls.lua", "engine/checks.lua"} {
		listing, _ := run(t, file, nil)
		for line := range strings.Lines(listing) {
			name, _, _ := strings.Cut(line, "\t")
			there[name] = true
		}
	}
	seen := map[string]bool{}
	for _, c := range engineChecks {
		require.False(t, seen[c.what], "%s stands twice", c.what)
		seen[c.what] = true
		require.Equal(t, c.cases == "", c.why != "", "%s: cases or a reason", c.what)
		for name := range strings.SplitSeq(c.cases, "; ") {
			require.True(t, name == "" || there[name], "%s: there is no case %q", c.what, name)
		}
	}
}
