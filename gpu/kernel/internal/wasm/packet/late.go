package packet

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// LateStore is a store of results whose NaNs are looked for after the last wave of a packet.
type LateStore struct {
	Store *ir.Instr
	Runs  []Run // of the waves, which store words side by side
}

// Run are consecutive waves whose words follow each other in memory.
type Run struct{ First, Count int }

// minRun is how long the runs are on average at least: each is repaired by a call.
const minRun = 4

// Late are the float32 results that a long packet may store as they are, when it looks for NaNs after its last wave, among all of them at once: a NaN
// is stored as ir.NaN32, and looking for one takes as long as the arithmetic of a short kernel. The key is the instruction that makes bits of the
// result, its only user a store. Nothing of the packet reads what is stored before it is repaired.
func (p *Places) Late(w *Packet, list []*ir.Instr, stays func(ir.Value) bool) map[*ir.Instr]LateStore {
	uses, bits := make(map[ir.Value]int), make(map[ir.Value]*ir.Instr)
	for _, in := range list {
		for _, a := range in.Args {
			uses[a]++
		}
		if in.Op == ir.OpFToBits {
			bits[in.Result()] = in
		}
	}
	out := make(map[*ir.Instr]LateStore)
	for i, in := range list {
		v := in.Args[max(len(in.Args), 1)-1:]
		if len(v) == 0 || in.Op != ir.OpStoreBuf || bits[v[0]] == nil || uses[v[0]] != 1 || stays(v[0]) {
			continue
		}
		if runs := p.runs(w, in); len(runs) > 0 && len(runs)*minRun <= w.Size && !p.isReadElsewhere(list, i) {
			out[bits[v[0]]] = LateStore{in, runs}
		}
	}
	return out
}

// runs cuts the waves of a packet where the words that they store do not follow each other; none where they are not known, or lie apart in a wave.
func (p *Places) runs(w *Packet, in *ir.Instr) (out []Run) {
	if in.Width != 4 || in.Offset != 0 || in.Args[2] != 0 || p.K.Bindings[in.Binding].Stride != 4 || p.Shapes.Of[in.Args[1]].Step != 1 {
		return nil
	}
	next := int64(0)
	for wave := range w.Size {
		_, bytes, ok := p.Place(w, wave, in)
		switch {
		case !ok:
			return nil
		case wave > 0 && bytes == next:
			out[len(out)-1].Count++
		default:
			out = append(out, Run{wave, 1})
		}
		next = bytes + 4*ir.WaveSize
	}
	return out
}

// isReadElsewhere tells whether another access to the binding of the store at place i of a list may see what it stores: any but a load of the same
// words before.
func (p *Places) isReadElsewhere(list []*ir.Instr, i int) bool {
	alone, store := &Packet{Size: 1}, list[i]
	key, bytes, _ := p.Place(alone, 0, store)
	for n, in := range list {
		if n == i || !in.Op.UsesBinding() || in.Binding != store.Binding {
			continue
		}
		k, b, ok := p.Place(alone, 0, in)
		if !ok || in.Op != ir.OpLoadBuf || n > i || k != key || b != bytes || in.Offset != 0 || p.Shapes.Of[in.Args[1]].Step != 1 {
			return true
		}
	}
	return false
}
