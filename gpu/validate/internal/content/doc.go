// Package content follows what stands in memory, in the order in which work happens: data that views promise not to change, and queries that have
// ended, targets that were filled. It says where a promise is broken, and where a query is resolved or a target is used that holds nothing.
//
// Works are told as they are submitted and as their commands execute, and are looked at when every thread knows that they are
// finished, each after everything that certainly happens before it. So the answer does not depend on the time at which a
// command ran:
//
//	Submit ─▶ Executed … ─▶ Settle ─▶ work by work, in an order that the program allows ─▶ Finding ─▶ Explain
//
// Two promises of a root signature are followed (root signature 1.1, volatility of data):
//
//	recording   SetComputeRootDescriptorTable ············ Close
//	execution                    Set ─── Dispatch ─── Dispatch
//	            ├── DATA_STATIC ─────────────────────────────┤
//	                             ├── …_WHILE_SET_AT_EXECUTE ─┤
//
// Of depth-stencil buffers it follows which planes hold something that was written (planes.go): tests of the others are told. What was
// discarded holds nothing until it is written again (holes.go).
//
// The bytes count that a command really reads. Accesses that nothing orders are races, which package hazard finds.
//
// The package must not know calls, objects or rules of recording. A Ledger is used by one goroutine at a time.
package content
