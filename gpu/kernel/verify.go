package kernel

import (
	"bytes"
	"context"
	"fmt"
	"reflect"

	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// tuned is run; where variants are verified, the variant itself runs first, and what it leaves is put aside, compared and put back.
func (r *Runner) tuned(ctx context.Context, v, form *variant, t *Tuning, d *ir.Dispatch, track bool) (ir.Result, []exec.Access, error) {
	if !r.options.Verify || form == v {
		return r.run(ctx, v, form, d, track)
	}
	before := snapshot(v.decl, d)
	result, accesses, err := r.run(ctx, v, v, d, track)
	if err != nil || result.Fault != nil {
		return result, accesses, err
	}
	after := snapshot(v.decl, d)
	before.restore(d.Memory)
	other, _, err := r.run(ctx, v, form, d, track)
	if err != nil {
		return other, nil, err
	}
	if what := unlike(&result, &other, after, snapshot(v.decl, d)); what != "" {
		t.differs = append(t.differs, fmt.Sprintf("%s of %q", what, v.decl.Name))
	}
	after.restore(d.Memory)
	result.Instructions = other.Instructions // the time is that of the variant
	return result, accesses, nil
}

// piece is a copy of bytes of memory.
type piece struct {
	at    uint32
	bytes []byte
}

type pieces []piece

// snapshot copies what a dispatch may write.
func snapshot(k *ir.Kernel, d *ir.Dispatch) (all pieces) {
	record := d.Records
	for i := range k.Bindings {
		b := &k.Bindings[i]
		for range b.Count {
			words := d.Memory[record:]
			record += ir.RecordBytes
			if at, size := ir.RecordWord(words, ir.WordBase), ir.RecordWord(words, ir.WordSize); b.Kind == ir.UAV && size > 0 {
				all = append(all, piece{at, bytes.Clone(d.Memory[at : uint64(at)+uint64(size)])})
			}
		}
	}
	return all
}

func (p pieces) restore(memory []byte) {
	for _, one := range p {
		copy(memory[one.at:], one.bytes)
	}
}

// unlike says which results of two runs differ, but for their costs; "" where none do.
func unlike(a, b *ir.Result, left, right pieces) string {
	switch {
	case !reflect.DeepEqual(left, right):
		return "the bytes"
	case a.OutOfBounds != b.OutOfBounds || !reflect.DeepEqual(a.Reports, b.Reports):
		return "the accesses outside"
	case a.Printed != b.Printed || !reflect.DeepEqual(a.Prints, b.Prints):
		return "the prints"
	case (a.Fault == nil) != (b.Fault == nil):
		return "the end"
	}
	return ""
}
