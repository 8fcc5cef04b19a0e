package packet

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Rows are the loads of a turned loop's body that go to whole rows, one after the other: a row is the words that the items of the group load
// together.
//
//	            items of the group ──▶
//	First  ───▶ ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪  Count rows that a turn loads; memory is quick when it is read in its own order,
//	            ▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪▪  which several rows at once are not
//	            ···································  what the next turn loads
type Rows struct {
	First *ir.Instr // the load from the first row
	Count int       // rows, at least 2
	Bytes int64     // of a row
}

// Rows lists the rows that the loads of a region go to, where they follow each other in memory.
func (p *Places) Rows(list []*ir.Instr) (out []Rows) {
	type load struct {
		in    *ir.Instr
		bytes int64
	}
	var keys []string
	loads := make(map[string][]load)
	alone := &Packet{Size: 1}
	for _, in := range list {
		if in.Op != ir.OpLoadBuf || in.Args[2] != 0 || in.Offset != 0 || p.K.Bindings[in.Binding].Stride != 4 {
			continue
		}
		key, bytes, ok := p.Place(alone, 0, in)
		if !ok {
			continue
		}
		if loads[key] == nil {
			keys = append(keys, key)
		}
		loads[key] = append(loads[key], load{in, bytes})
	}
	row := 4 * int64(p.K.Threads())
	for _, key := range keys {
		rows := loads[key]
		slices.SortStableFunc(rows, func(a, b load) int { return int(a.bytes - b.bytes) })
		follow := true
		for i, l := range rows {
			follow = follow && l.bytes == rows[0].bytes+int64(i)*row
		}
		if follow && len(rows) > 1 {
			out = append(out, Rows{rows[0].in, len(rows), row})
		}
	}
	return out
}
