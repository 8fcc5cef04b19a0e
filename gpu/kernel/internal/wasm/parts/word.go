package parts

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// WordKind is what a quantity of a record is made of.
type WordKind uint8

// The kinds of quantities.
const (
	WordPlain  WordKind = iota // a word of the record
	WordRoom                   // word - arg, at least 0: how many bases of arg+1 neighbours lie inside
	WordExtent                 // a size of mip 0: at least 1, or 0 where there are no levels
	WordMipAt                  // address of the first texel of mip 0
	WordConst                  // constant at byte arg, 0 outside
)

// Word names a quantity of a record with a fixed place in the table.
type Word struct {
	Kind   WordKind
	Record uint32
	Word   uint32
	Arg    uint32
}

// LoadWord pushes a quantity of the table of records.
func LoadWord(a asm.Func, records asm.Local, key Word) {
	at := func(word uint32) {
		a.Get(records)
		a.Mem(enc.I32Load, key.Record*ir.RecordBytes+4*word)
	}
	switch key.Kind {
	case WordPlain:
		at(key.Word)
	case WordRoom:
		extentOrWord(a, key.Word, at)
		Room(a, func() { a.I32(key.Arg) })
	case WordExtent:
		extentOrWord(a, key.Word, at)
	case WordMipAt:
		at(ir.WordBase)
		at(ir.WordMip0)
		a.Op(enc.I32Add)
	case WordConst:
		at(ir.WordSize)
		a.I32(key.Arg + 3)
		a.Op(enc.I32GtU)
		a.Choose(enc.I32, func() {
			at(ir.WordBase)
			a.Mem(enc.I32Load, key.Arg)
		}, func() { a.I32(0) })
	}
}

// extentOrWord pushes a word; a size of a texture as ir.Record.Extent gives it for mip 0.
func extentOrWord(a asm.Func, word uint32, at func(uint32)) {
	if word < ir.WordWidth || word > ir.WordDepth {
		at(word)
		return
	}
	at(word)
	a.I32(1)
	at(word)
	a.Op(enc.Select)
	a.I32(0)
	at(ir.WordMips)
	a.Op(enc.Select)
}

// Room pops n and pushes n - used, or 0 where n is less.
func Room(a asm.Func, used func()) {
	n := a.Keep(enc.I32)
	a.Get(n)
	used()
	a.Op(enc.I32Sub)
	a.I32(0)
	a.Get(n)
	used()
	a.Op(enc.I32GtU, enc.Select)
}
