package record

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Merged is an entry of the merger's list: a quad, or a row of them side by side.
type Merged struct {
	Shape uint32 // place in the round: the caller's
	Cover uint32 // a byte for each pixel: the samples that count
	X, Y  int32
	Row   int // whole quads side by side, with this one
}

// Merge writes an entry.
func Merge(to []byte, m *Merged) {
	to = to[:stage.MergeEntry]
	binary.LittleEndian.PutUint64(to, uint64(m.Shape)|uint64(m.Cover)<<32)
	binary.LittleEndian.PutUint64(to[8:], uint64(uint32(m.X)|uint32(m.Y)<<16)|uint64(m.Row)<<32)
}

// MergedAt reads an entry.
func MergedAt(from []byte) Merged {
	from = from[:stage.MergeEntry]
	head, tail := binary.LittleEndian.Uint64(from), binary.LittleEndian.Uint64(from[8:])
	return Merged{uint32(head), uint32(head >> 32), int32(tail & 0xffff), int32(tail >> 16 & 0xffff), int(tail >> 32)}
}
