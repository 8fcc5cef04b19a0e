package exec

import "github.com/gpuscript/gpuscript/gpu/internal/mem"

// The machine's own VRAM. One dispatch runs at a time, so one table of records and one set of constant blocks serve all.
//
//	constants: 64 blocks of 256 bytes, one a root parameter     table: records
const (
	constantBlock = 256 // bytes: 64 DWORDs is the most that a parameter has
	constantBytes = maxParameters * constantBlock
	firstRecords  = 256 // records that New makes room for
)

type scratch struct {
	constants uint64
	table     uint64
	records   uint32 // capacity of the table
}

func (s *scratch) init(space *mem.Space) (err error) {
	if s.constants, err = space.Alloc(constantBytes, constantBlock); err != nil {
		return err
	}
	if s.table, err = space.Alloc(firstRecords*RecordBytes, RecordBytes); err != nil {
		space.Free(s.constants)
		return err
	}
	s.records = firstRecords
	return nil
}

// reserve makes room for count records and says whether there is enough VRAM.
func (s *scratch) reserve(space *mem.Space, count uint32) bool {
	if count <= s.records {
		return true
	}
	table, err := space.Alloc(uint64(count)*RecordBytes, RecordBytes)
	if err != nil {
		return false
	}
	space.Free(s.table)
	s.table, s.records = table, count
	return true
}

func (s *scratch) free(space *mem.Space) {
	space.Free(s.constants)
	space.Free(s.table)
}
