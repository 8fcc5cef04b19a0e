// Package words keeps the words of records that a kernel needs: they do not change during a dispatch and are loaded once per call.
//
// A module is generated twice. The first pass notes which words are needed where; the second loads them at the start of the call, at the position of
// Load.
//
// It must not know what the words are for.
package words

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// Table is for one kernel and one goroutine.
type Table struct {
	order []parts.Word // what is wanted, in the order in which it was
	all   map[parts.Word]*word
}

// word is what is known of a word.
type word struct {
	wide           bool      // its vector is wanted, too
	scalar, vector asm.Local // of this pass; 0: none yet
}

// Restart begins a pass.
func (t *Table) Restart() {
	if t.all == nil {
		t.all = make(map[parts.Word]*word)
	}
	for _, w := range t.all {
		w.scalar, w.vector = 0, 0
	}
}

// Load writes the loads of what earlier passes wanted.
func (t *Table) Load(a asm.Func, records asm.Local) {
	for _, key := range t.order {
		w := t.all[key]
		parts.LoadWord(a, records, key)
		w.scalar = a.Keep(enc.I32)
		if w.wide {
			a.Get(w.scalar)
			a.Op(enc.I32x4Splat)
			w.vector = a.Keep(enc.V128)
		}
	}
}

// Scalar is the local of a word.
func (t *Table) Scalar(a asm.Func, key parts.Word) asm.Local {
	w := t.all[key]
	if w == nil {
		w = &word{}
		t.all[key] = w
		t.order = append(t.order, key)
	}
	if w.scalar == 0 { // first pass
		w.scalar = a.Local(enc.I32)
	}
	return w.scalar
}

// Vector is the local of a vector with a word, which Scalar was asked for, in every lane.
func (t *Table) Vector(a asm.Func, key parts.Word) asm.Local {
	w := t.all[key]
	w.wide = true
	if w.vector == 0 { // first pass
		w.vector = a.Local(enc.V128)
	}
	return w.vector
}
