package packet

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Late are the float32 results that a long packet may store as they are, when it looks for NaNs behind its last wave, at all of them at once:
// a NaN is stored as ir.NaN32, and looking for one takes as long as the arithmetic of a short kernel. The key is the instruction that makes bits of the
// result, its only user a store. The waves store words side by side, in an order that nothing of the packet reads before it is repaired.
func (p *Places) Late(w *Packet, list []*ir.Instr, stays func(ir.Value) bool) map[*ir.Instr]*ir.Instr {
	uses, bits := make(map[ir.Value]int), make(map[ir.Value]*ir.Instr)
	for _, in := range list {
		for _, a := range in.Args {
			uses[a]++
		}
		if in.Op == ir.OpFToBits {
			bits[in.Result()] = in
		}
	}
	out := make(map[*ir.Instr]*ir.Instr)
	for i, in := range list {
		v := in.Args[max(len(in.Args), 1)-1:]
		if len(v) == 0 || in.Op != ir.OpStoreBuf || bits[v[0]] == nil || uses[v[0]] != 1 || stays(v[0]) {
			continue
		}
		if p.sideBySide(w, in) && !p.isReadElsewhere(list, i) {
			out[bits[v[0]]] = in
		}
	}
	return out
}

// sideBySide tells whether the waves of a packet store words that follow each other.
func (p *Places) sideBySide(w *Packet, in *ir.Instr) bool {
	if in.Width != 4 || in.Offset != 0 || in.Args[2] != 0 || p.K.Bindings[in.Binding].Stride != 4 || p.Shapes.Of[in.Args[1]].Step != 1 {
		return false
	}
	_, first, ok := p.Place(w, 0, in)
	for wave := 1; wave < w.Size && ok; wave++ {
		var bytes int64
		_, bytes, ok = p.Place(w, wave, in)
		ok = ok && bytes == first+4*ir.WaveSize*int64(wave)
	}
	return ok
}

// isReadElsewhere tells whether another access to the binding of the store at place i of a list may see what it stores: any but a load of the same words before.
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
