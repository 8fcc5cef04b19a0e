package packet

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// Limits of long packets, in waves and instructions of the emitted copies.
const (
	maxLong       = 128
	minLong       = 8
	maxLongInstrs = 1000
	maxMostInstrs = 1300 // of maxLong waves: the whole group is one round then
	maxTurnInstrs = 1300 // of the body of a turned loop, where most of the kernel's time goes
)

// Region is what a long packet is to run.
type Region struct {
	Waves   uint32      // of the group that have work in it
	Chain   []*ir.Instr // what it computes again of what others computed
	List    []*ir.Instr
	Turn    bool                 // it is the body of a turned loop
	Certain func(*ir.Instr) bool // an access is inside
	Done    func(*ir.Instr) bool // it is done before the waves run
	Abreast *Abreast             // nil: its groups run one after another
}

// Long chooses how many waves of a region without control flow one round takes, or none: the waves of long packets come one after another and share
// addresses, so their number costs no registers. The waves of a region that only the first of the group run may be fewer.
func (p *Places) Long(r *Region) *Packet {
	alone := &Packet{Size: 1}
	for _, in := range r.List {
		class := in.Op.Class()
		if (class == ir.Load || class == ir.Store) && !r.Done(in) {
			if _, _, ok := p.Place(alone, 0, in); !ok || !r.Certain(in) {
				return nil
			}
		}
	}
	least := uint32(minLong)
	if r.Waves < p.K.Waves() {
		least = 2
	}
	for size := r.Abreast.Waves(); size >= least; size /= 2 {
		if r.Waves%size != 0 || int(size)*len(r.List) > mostInstrs(size, r.Turn) {
			continue
		}
		if l := p.long(int(size)); l.IsPlain(p.K, r.Chain, p.Shapes) && l.IsPlain(p.K, r.List, p.Shapes) {
			return l
		}
	}
	return nil
}

func mostInstrs(size uint32, turn bool) int {
	switch {
	case turn:
		return maxTurnInstrs
	case size == maxLong:
		return maxMostInstrs
	}
	return maxLongInstrs
}

// long is findLong, once for each size.
func (p *Places) long(size int) *Packet {
	if l := p.longs[size]; l != nil {
		return l
	}
	if p.longs == nil {
		p.longs = make(map[int]*Packet)
	}
	p.longs[size] = findLong(p.K, size, p.Shapes, p.Forms)
	return p.longs[size]
}

// findLong analyses a packet whose waves run one after another, each from the start to the end, at constant distances in memory from the first.
func findLong(k *ir.Kernel, size int, shapes *shape.Shapes, forms *reach.Forms) *Packet {
	p := Find(k, size, shapes, forms)
	p.long = true
	return p
}

// IsPlain tells whether a long packet can run instructions: their integers are the same for all waves or at distances that are constants, and all
// else is arithmetic, and loads and stores.
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
