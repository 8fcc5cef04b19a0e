// Package anchor lets accesses share addresses: one address serves all that differ from it by constants.
//
//	x[i]  x[i+4]  x[i+64]        at = x + 4 i        load [at+0]  load [at+16]  load [at+256]
//
// The runtime compares each address with the size of its memory, but not a second access at a lower offset from the same address in one block. So the
// last byte that a block touches is accessed first.
//
// It must not know kernels: an address has a key, which identifies its non-constant part, and the constant of its closed form.
package anchor

import (
	"maps"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// maxDistance bounds constant offsets.
const maxDistance = 1 << 24

// Table holds the addresses that are known at a place of a function. The zero value holds none.
type Table struct {
	at   map[string]address
	ends map[string]int64 // by key: the end of the bytes that accesses of the block touch
}

type address struct {
	local  asm.Local
	origin int64
}

// Inner is the table of a block: it has what is known around the block; nothing that the block computes is known after it.
func (t *Table) Inner() *Table {
	if t == nil {
		return &Table{}
	}
	return &Table{at: maps.Clone(t.at)}
}

// Reaches notes that the block touches bytes up to the constant end.
func (t *Table) Reaches(key string, end int64) {
	if t.ends == nil {
		t.ends = make(map[string]int64)
	}
	t.ends[key] = max(t.ends[key], end)
}

// Of gives a local with an address and the offset of constant from it. base pushes the address of the constant origin where one has to be computed;
// area is what is added to all addresses of accesses.
func (t *Table) Of(a asm.Func, key string, constant, origin int64, area uint32, base func()) (at asm.Local, offset uint32) {
	known, ok := t.at[key]
	if distance := constant - known.origin; !ok || distance < 0 || distance > maxDistance {
		base()
		known = t.add(a, key, a.Keep(enc.I32), origin, area)
	}
	return known.local, uint32(constant - known.origin)
}

// add makes an address known, and touches the end of what the block accesses after it.
func (t *Table) add(a asm.Func, key string, at asm.Local, constant int64, area uint32) address {
	known := address{at, constant}
	if t.at == nil {
		t.at = make(map[string]address)
	}
	t.at[key] = known
	if end := t.ends[key] - constant; end > 0 && end <= maxDistance {
		a.Touch(at, area+uint32(end)-1)
	}
	return known
}

// Carried is an address that a loop carries.
type Carried struct {
	Key      string
	At       asm.Local
	Constant int64
	Area     uint32
	Step     uint32 // what is added to it in every iteration
}

// Use makes carried addresses known to a turn, whose table there must be if there are some.
func (t *Table) Use(a asm.Func, list []Carried) {
	for _, c := range list {
		t.add(a, c.Key, c.At, c.Constant, c.Area)
	}
}

// Move moves them on for the next turn.
func Move(a asm.Func, list []Carried) {
	for _, c := range list {
		a.Add(c.At, c.Step)
	}
}
