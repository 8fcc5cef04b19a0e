package packet

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// Places knows where the accesses of a kernel go. It is for one goroutine.
type Places struct {
	K      *ir.Kernel
	Forms  *reach.Forms
	Shapes *shape.Shapes
	longs  map[int]*Packet // by size
	keys   map[*ir.Instr]string
}

// Place is the closed form of a certain access: key names what is not constant in its address.
func (p *Places) Place(w *Packet, wave int, in *ir.Instr) (key string, bytes int64, ok bool) {
	part := func(v ir.Value) (reach.Form, int64, bool) {
		if v == 0 {
			return reach.Form{Known: true}, 0, true
		}
		f := p.Forms.Of(v)
		if p.Shapes.Konst[v] != nil {
			return f, 0, f.Known
		}
		d, ok := w.Delta(v, wave)
		return f, int64(int32(d)), f.Known && ok
	}
	switch in.Op {
	case ir.OpLoadShared, ir.OpStoreShared:
		f, d, ok := part(in.Args[0])
		return p.key(in, "shared", f), f.Const + d, ok
	case ir.OpLoadBuf, ir.OpStoreBuf:
		f, d, ok := part(in.Args[1])
		return p.key(in, "buffer", f), (f.Const + d) * int64(p.K.Bindings[in.Binding].Stride), ok
	case ir.OpLoadTex, ir.OpStoreTex:
		x, dx, okX := part(in.Args[1])
		y, dy, okY := part(in.Args[2])
		z, dz, okZ := part(in.Args[3])
		key := fmt.Sprint(in.Binding, in.Args[0], x.Terms, y.Terms, y.Const+dy, z.Terms, z.Const+dz)
		return key, (x.Const + dx) * int64(p.K.Bindings[in.Binding].Stride), okX && okY && okZ
	}
	return "", 0, false
}

// key names an access to an array or a buffer; it is the same for all waves.
func (p *Places) key(in *ir.Instr, kind string, f reach.Form) string {
	if k, ok := p.keys[in]; ok {
		return k
	}
	if p.keys == nil {
		p.keys = make(map[*ir.Instr]string)
	}
	k := fmt.Sprint(kind, f.Terms)
	if in.Op.UsesBinding() {
		k = fmt.Sprint(kind, in.Binding, in.Args[0], f.Terms)
	}
	p.keys[in] = k
	return k
}

// Reach is how many bytes a wave touches from its first item's on.
func (p *Places) Reach(in *ir.Instr) int64 {
	v, stride := in.Args[0], int64(1)
	if in.Op.UsesBinding() {
		v, stride = in.Args[1], int64(p.K.Bindings[in.Binding].Stride)
	}
	if v == 0 {
		return int64(in.Width)
	}
	return 3*int64(p.Shapes.Of[v].Step)*stride + int64(in.Width)
}

// ascends tells whether items that follow each other in the order of GroupIndex are step apart.
func (p *Places) ascends(f reach.Form, step int32) bool {
	var coef [3]int64
	for _, t := range f.Terms {
		if t.Symbol < reach.Thread || t.Symbol >= reach.Counter {
			continue
		}
		if t.Factor != 0 {
			return false
		}
		coef[t.Symbol-reach.Thread] = t.Coef
	}
	n, items := p.K.NumThreads, int64(1)
	for axis, c := range coef {
		if n[axis] > 1 && c != int64(step)*items {
			return false
		}
		items *= int64(n[axis])
	}
	return f.Known
}
