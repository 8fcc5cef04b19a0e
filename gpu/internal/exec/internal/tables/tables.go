// Package tables is the VRAM in which programs find their bindings. Only one dispatch or draw runs at a time, so one table of records and one set of
// constant blocks serve all.
//
//	constants: 64 blocks of 256 bytes, one a root parameter     table: records
//
// It must not know what is stored there.
package tables

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/record"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
)

// Sizes of the memory.
const (
	Parameters    = gpu.MaxRootSignatureDWORDs // of a root signature, at most: each costs one DWORD or more
	ConstantBlock = 256                        // bytes: 64 DWORDs is the most that a parameter has
	FirstRecords  = 256                        // records that Init makes room for
)

// Tables are addresses in VRAM. The zero value has none.
type Tables struct {
	Constants uint64
	Table     uint64
	records   uint32 // capacity of the table
}

// Init takes the memory. It fails where there is too little.
func (t *Tables) Init(space *mem.Space) (err error) {
	if t.Constants, err = space.Alloc(Parameters*ConstantBlock, ConstantBlock); err != nil {
		return err
	}
	if t.Table, err = space.Alloc(FirstRecords*record.Bytes, record.Bytes); err != nil {
		space.Free(t.Constants)
		return err
	}
	t.records = FirstRecords
	return nil
}

// Reserve makes room for count records and says whether there is enough VRAM. Those that were there are lost.
func (t *Tables) Reserve(space *mem.Space, count uint32) bool {
	if count <= t.records {
		return true
	}
	table, err := space.Alloc(uint64(count)*record.Bytes, record.Bytes)
	if err != nil {
		return false
	}
	space.Free(t.Table)
	t.Table, t.records = table, count
	return true
}
