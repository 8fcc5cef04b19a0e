// Package mem is VRAM: one linear address space that host code sees as a []byte and compiled kernels as their
// WebAssembly memory.
//
//	0        64 KiB                                                     limit (at most 4 GiB - 64 KiB)
//	+--------+-----------+--------+-------------------------+-----------+
//	| guard  | allocated |  free  |        allocated        |   fresh   |
//	+--------+-----------+--------+-------------------------+-----------+
//	  never    in use      poison   in use                    zero, not committed
//	  handed out
//
// The region is reserved as a whole when it is created, and committed by the system when it is touched (on Windows when it is allocated). Its address
// never changes, so any number of WebAssembly instances can be given the same bytes.
//
// # Contents of memory
//
// A fresh range, one that was never allocated before, reads zero: it is not touched, so a large allocation costs nothing. A freed range is poisoned
// with Poison at once, so that a stale address shows wherever it is used. In a freed range longer than poisonWhole only the first and the last
// poisonEdge bytes are poisoned; the pages between them go back to the system and read zero. The rule depends only on sizes, so contents are the same
// in every run.
//
// The package must not know resources, heaps, descriptors or kernels: it deals in offsets and lengths. A Space is not
// safe for concurrent use, except that Bytes may be called and its result be used at any time; the bytes themselves are
// the caller's to synchronise.
package mem
