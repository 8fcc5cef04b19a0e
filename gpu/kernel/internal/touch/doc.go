// Package touch finds out which bytes a kernel touches by watching it run.
//
//	kernel + accesses to watch ──New──▶ Watch: the kernel with a store to a map beside each of these accesses
//	Watch + dispatch ──Size, Begin──▶ a table of records that ends with those of the maps ──(run)──▶ Spans: what the maps say
//
// A map mirrors one binding for one kind of access: a view of the same elements or texels, with one byte for each granule of the original, the
// largest power of two that all watched accesses are multiples of. A mark is an ordinary store of ones with the operands of the access, so executors
// check and vectorise it like one. An access outside its view leaves no mark that counts: compiled code, which has no branch for a mark, puts it into
// an element after the map. A mark has no cost and is never reported (ir.Instr.Mark).
//
//	view   │ 0…3 │ 4…7 │ 8…11 │ …       load of [4, 8)  ──▶  map  │ 0 │ 1 │ 0 │ …
//
// If a map is large compared with the work, a second, small map says which of its blocks have marks, so that the rest is neither read nor cleared
// (block.go).
//
// Where each work item comes to each access once at most, items note elements in lists instead, which cost less to write and to read (notes.go).
//
// The four texels of a linear filter are one mark if the texture repeats or is clamped (cell.go).
//
// In constant buffers only the first of an access's four bytes is marked, because views may end in the middle of an element.
//
// The package must not know executors, devices or Lua. Its functions may be called by any number of goroutines; runs on one piece of memory exclude
// each other.
package touch
