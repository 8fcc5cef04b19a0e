package packet

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// Limits of long packets, in waves and instructions of the emitted copies.
const (
	maxLong       = 64
	minLong       = 8
	maxLongTurn   = 64 // of turned loops
	maxLongInstrs = 640
)

// Long chooses how many waves of a region without control flow one round takes, or none: the waves of long packets come one after another and share
// addresses, so their number costs no registers. chain is what the region computes again of what others computed; turn tells that it is the body
// of a turned loop; certain, that an access is inside.
func (p *Places) Long(chain, list []*ir.Instr, turn bool, certain func(*ir.Instr) bool) *Packet {
	alone := &Packet{Size: 1}
	for _, in := range list {
		if class := in.Op.Class(); class == ir.Load || class == ir.Store {
			if _, _, ok := p.Place(alone, 0, in); !ok || !certain(in) {
				return nil
			}
		}
	}
	size := maxLong
	if turn {
		size = maxLongTurn
	}
	for ; size >= minLong; size /= 2 {
		if p.K.Waves()%uint32(size) != 0 || size*len(list) > maxLongInstrs {
			continue
		}
		if l := FindLong(p.K, size, p.Shapes, p.Forms); l.IsPlain(p.K, chain, p.Shapes) && l.IsPlain(p.K, list, p.Shapes) {
			return l
		}
	}
	return nil
}

// FindLong analyses a packet whose waves run one after another, each from the start to the end, at constant distances in memory from the first.
func FindLong(k *ir.Kernel, size int, shapes *shape.Shapes, forms *reach.Forms) *Packet {
	p := Find(k, size, shapes, forms)
	p.long = true
	return p
}

// IsPlain tells whether a long packet can run instructions: their integers are the same for all waves or at distances that are constants, and all else
// is arithmetic, and loads and stores.
func (p *Packet) IsPlain(k *ir.Kernel, list []*ir.Instr, shapes *shape.Shapes) bool {
	for _, in := range list {
		r := in.Result()
		switch class := in.Op.Class(); {
		case len(in.Blocks) > 0 || class > ir.Store:
			return false
		case class == ir.Load || class == ir.Store || in.Op == ir.OpConst:
		case class == ir.System || k.Type(r) != ir.F32 && !shapes.Of[r].Varies:
			if _, fixed := p.Delta(r, 1); !fixed && !p.Alike(r) {
				return false
			}
		}
	}
	return true
}
