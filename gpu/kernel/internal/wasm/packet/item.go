package packet

import (
	"strconv"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// Anchor is an address that accesses of a packet share: all that have its key differ from it by constants.
type Anchor struct {
	Key   string
	Bytes int64 // the constant of the access
	// Items says that the address is that of the memory and Factor bytes for each item of the group before the packet: no value of the kernel is
	// needed for it.
	Items  bool
	Factor uint32
}

// Anchor is the shared address of a certain access, and how many bytes after it the access is.
//
//	group of 16 × 16, packets of 32 items: the first item of a packet begins a row
//	shared[16*y + k]     64 bytes a row, 4 an item      factor 4
//	shared[16*k + x]     x of the first item is 0       factor 0
func (p *Places) Anchor(w *Packet, wave int, in *ir.Instr) (a Anchor, ok bool) {
	a.Key, a.Bytes, ok = p.Place(w, wave, in)
	if !ok || in.Op.UsesBinding() || a.Bytes < 0 {
		return a, ok
	}
	if a.Factor, a.Items = itemFactor(p.K.NumThreads, ir.WaveSize*w.Size, p.Forms.Of(in.Args[0])); a.Items {
		a.Key = "items " + strconv.Itoa(int(a.Factor))
	}
	return a, true
}

// itemFactor is how many bytes a form has for each item before the packet, where the packets of a group of n begin at multiples of so many items: the
// first item of each of them is at 0 on the axes whose rows it begins, and its number follows from the last axis in use.
func itemFactor(n [3]uint32, items int, f reach.Form) (factor uint32, ok bool) {
	var coef [3]int64
	for _, t := range f.Terms {
		if t.Symbol < reach.Thread || t.Symbol >= reach.Counter || t.Factor != 0 {
			return 0, false
		}
		coef[t.Symbol-reach.Thread] += t.Coef
	}
	total, below := int(n[0]*n[1]*n[2]), 1
	for axis, c := range coef {
		length := below * int(n[axis])
		switch {
		case c == 0 || n[axis] == 1 || items%length == 0:
		case length == total && items%below == 0 && c > 0 && c%int64(below) == 0:
			factor += uint32(c / int64(below))
		default:
			return 0, false
		}
		below = length
	}
	return factor, true
}
