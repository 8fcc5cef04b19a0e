package jit

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// keyOf is a kernel and a variant of it as a string that no other kernel has: every field, in order. It stands for the text of the kernel, which
// takes ten times longer to make.
func keyOf(k *ir.Kernel, report bool) string {
	w := keyWriter(make([]byte, 0, 4096))
	w.flag(report)
	w.text(k.Name)
	w.numbers(uint64(k.NumThreads[0]), uint64(k.NumThreads[1]), uint64(k.NumThreads[2]), uint64(k.Site), uint64(k.NumValues()),
		uint64(k.Stage.Kind), uint64(k.Stage.Inputs), uint64(k.Stage.Outputs))
	for v := range k.NumValues() {
		w.numbers(uint64(k.Type(ir.Value(v))))
	}
	w.numbers(uint64(len(k.Bindings)))
	for i := range k.Bindings {
		b := &k.Bindings[i]
		w.text(b.Name)
		w.text(b.Element)
		w.numbers(uint64(b.Kind), uint64(b.Shape), uint64(b.Register), uint64(b.Space), uint64(b.Count), uint64(b.Stride), uint64(b.Format),
			uint64(b.CounterOf), uint64(b.Site))
		w.numbers(uint64(len(b.Constants)))
		for _, c := range b.Constants {
			w.text(c.Name)
			w.numbers(uint64(c.Offset), uint64(c.Numeric))
		}
	}
	for _, list := range [][]ir.Array{k.Shared, k.Locals} {
		w.numbers(uint64(len(list)))
		for _, a := range list {
			w.text(a.Name)
			w.numbers(uint64(a.Offset), uint64(a.Bytes), uint64(a.Align), uint64(a.Stride), uint64(a.Site))
			w.flag(a.Table)
		}
	}
	w.numbers(uint64(len(k.Formats)))
	for _, f := range k.Formats {
		w.text(f)
	}
	w.block(k.Body)
	return string(w)
}

// keyWriter collects bytes. Every list comes after its length.
type keyWriter []byte

func (w *keyWriter) numbers(list ...uint64) {
	for _, n := range list {
		*w = binary.AppendUvarint(*w, n)
	}
}

func (w *keyWriter) flag(on bool) {
	if on {
		w.numbers(1)
		return
	}
	w.numbers(0)
}

func (w *keyWriter) text(s string) {
	w.numbers(uint64(len(s)))
	*w = append(*w, s...)
}

func (w *keyWriter) values(vs []ir.Value) {
	w.numbers(uint64(len(vs)))
	for _, v := range vs {
		w.numbers(uint64(v))
	}
}

func (w *keyWriter) block(b *ir.Block) {
	w.values(b.Params)
	w.numbers(b.Saved, uint64(len(b.Instrs)))
	for _, in := range b.Instrs {
		w.numbers(uint64(in.Op), uint64(in.Imm), uint64(uint32(in.Binding)), uint64(in.Offset), uint64(in.Width),
			uint64(in.Site), uint64(len(in.Blocks)))
		w.flag(in.Signed)
		w.flag(in.Mark)
		w.values(in.Args)
		w.values(in.Results)
		for _, nested := range in.Blocks {
			w.block(nested)
		}
	}
	w.values(b.Yield)
}
