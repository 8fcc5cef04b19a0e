// Package ahead emits reads of memory that will be needed soon, as a prefetch.
//
// An unrolled loop whose body loads several rows reads them side by side. Processors prefetch a single stream, but not several streams that each
// advance by a few bytes. So the waves also read a word of each cache line of later rows, in memory order:
//
//	now      ▪▪▪▪▪▪▪▪············   each wave reads its place in every row of the turn
//	         ▪▪▪▪▪▪▪▪············
//	later    ▪               ▪      and one line further on
//
// It must not know which loops want that.
package ahead

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// lineBytes is how much a processor fetches at once.
const lineBytes = 64

// turns is how far the look goes: what is read of the next turn comes too late.
const turns = 2

// near is how many bytes a view may have for nobody to look ahead: what fits into the second cache of any processor comes from there in time, and
// to look at it takes a fifth of what its bytes take.
const near = 512 << 10

// wide is how many bytes of a row make each row a page of its own for a wave: processors fetch ahead within pages.
const wide = 4096

// AnyWide tells whether some rows are so wide that they should be read in the order of memory, however small their view is.
func AnyWide(rows []Rows) bool {
	return slices.ContainsFunc(rows, func(r Rows) bool { return r.Row >= wide })
}

// Look is what the waves of a packet look at. What they read is stored in the worker block, where nobody wants it: the runtime drops loads without a
// use.
type Look struct {
	at   asm.Local // where wave 0 looks
	step int       // bytes from wave to wave
	sink asm.Local
}

// Rows are what a turn loads.
type Rows struct {
	Count int    // of rows
	Row   int    // bytes of one
	Waves int    // of the group, which read a row
	Here  func() // pushes where the first wave of the packet reads in the first row
	Base  func() // pushes where the view begins
	Size  func() // pushes its bytes: the prefetch stays inside them
}

// AnyFar pushes whether some view is so large that looking ahead pays.
func AnyFar(a asm.Func, rows []Rows) {
	for i, r := range rows {
		r.Size()
		a.I32(near)
		a.Op(enc.I32GtU)
		if i > 0 {
			a.Op(enc.I32Or)
		}
	}
}

// At begins the looks of a packet of size waves, of which wave is the number of the first.
func At(a asm.Func, rows Rows, wave asm.Local, size int) Look {
	l := Look{step: rows.Count * rows.Row / rows.Waves, at: a.Local(enc.I32)}
	span := uint32(l.step * size)
	rows.Here()
	here := a.Keep(enc.I32)
	a.Get(here, wave)
	a.I32(uint32(l.step - rows.Row/rows.Waves))
	a.Op(enc.I32Mul, enc.I32Add)
	a.I32(uint32(turns * rows.Count * rows.Row))
	a.Op(enc.I32Add)
	a.Tee(l.at)
	a.Get(here, l.at)
	a.I32(span)
	a.Op(enc.I32Add)
	rows.Base()
	rows.Size()
	a.Op(enc.I32Add, enc.I32LeU, enc.Select)
	a.Tee(l.at)
	a.Mem(enc.I32Load8U, span-1) // the runtime checks its own bounds once for all
	a.Op(enc.Drop)
	a.I32(0)
	l.sink = a.Keep(enc.I32)
	return l
}

// Wave is the share of a wave of the packet: the lines that begin in its bytes.
func (l Look) Wave(a asm.Func, wave int) {
	first := (l.step*wave + lineBytes - 1) / lineBytes * lineBytes
	for at := first; at < l.step*(wave+1); at += lineBytes {
		a.Get(l.sink, l.at)
		a.Mem(enc.I32Load, uint32(at))
		a.Op(enc.I32Or)
		a.Set(l.sink)
	}
}

// End ends the looks of a packet. worker is the address of the worker block.
func (l Look) End(a asm.Func, worker asm.Local) {
	a.Get(worker, l.sink)
	a.Mem(enc.I32Store, block.FieldSink)
}
