// Package engine is a rendering engine's core on the explicit level: devices and contexts that look after lifetimes, descriptors, dynamic memory and
// resource states, as Diligent Engine does on Direct3D 12 (articles "Managing Resource Lifetimes" and "Managing Descriptor Heaps").
//
//	RenderDevice ── creates ──▶ Buffer, Texture, views, Sampler, PipelineState, ShaderResourceBinding, Fence
//	    │  release queues, descriptor heaps, page pool
//	    ├─ DeviceContext 0 … n-1   immediate: one for each queue; commands go to the queue with Flush
//	    └─ DeviceContext n …       deferred: Begin … FinishCommandList ─▶ CommandList ─▶ ExecuteCommandLists
//
// # A frame
//
//	record      commands go into a list of the context; dynamic memory and descriptors come from pages and chunks
//	            that the context took for this frame
//	Flush       the engine's barriers, own commands and deferred lists go out in one submission, which signals
//	            the queue's fence with the next value; what was released before is paired with it
//	FinishFrame pages and chunks go to the release queues; everything dynamic is void
//	purge       at each Flush: what the GPU has passed is destroyed, or can be used again
//
// With the numbering SEED the articles' form of all this runs: the fence counts lists, upload space is a ring of each context that grows, the
// dynamic descriptors of a list go back when it is executed, and the end of a frame submits nothing but purges.
//
// # Lifetimes
//
// Release gives an object up at once for the application and late for the GPU: package lifetime keeps it. The engine holds no
// reference for recorded commands, but it remembers which objects a list uses: a list that needs a released object is refused
// when it is executed, and so is a command that does.
//
// # States
//
// The engine follows the state of each resource by list, subresource by subresource where they differ: the state that a list needs it in first, and
// the one in which it leaves it. Barriers inside a list are recorded as commands need them; barriers between lists are found when lists are executed,
// because only then their order is known, and go in front. So deferred contexts may record in any order.
//
// # Bindings
//
// A pipeline takes its variables from its shaders and a resource layout, or from pipeline resource signatures, up to eight, each at a place of its
// own. A binding object is made for one of these and holds the resources; contexts keep one for each place, those of draws apart from those of
// dispatches, until Flush, FinishCommandList or InvalidateState.
//
// # Threads
//
// The machine below is a simulation that one thread at a time drives, and so is the engine: simulated CPU threads
// (device.Adapter.Go) hand it to each other at calls. Each context belongs to one of them at a time. Nothing waits for a Go lock.
//
// # Where things are
//
// Descriptions, enumerations and arguments are values of package desc; swap chains are package swapchain, which is written on this package's public
// API. Inside, internal/objects is the life of every object, internal/fences fences, internal/record one recording with its states, internal/queues
// the queues with their pools and submissions and internal/submit one of them, internal/memory the heaps and the memory of frames, internal/binding
// what stands in the variables of shaders, internal/mapped what the CPU sees, internal/measure queries, internal/promise what breaks NO_OVERWRITE,
// internal/layout its places, internal/mips the draws of GenerateMips, internal/words what messages say, and internal/retell what the level below
// finds, in the same words.
//
// What Diligent has and this package refuses by name: ray tracing, render passes, sparse resources, tile pipelines.
//
// The package must not know more of the device than its public API, and nothing of scripts but their places (gpu.Site).
package engine
