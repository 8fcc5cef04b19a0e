package kernel

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"sync/atomic"

	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// compared is run of a form that is verified: the variant itself runs first, and what it leaves is put aside, compared and put back.
func (r *Runner) compared(ctx context.Context, v, form *variant, t *Tuning, d *ir.Dispatch, track bool, out *ir.Result) ([]exec.Access, error) {
	before := snapshot(v.decl, d)
	accesses, err := r.run(ctx, v, v, d, track, out)
	if err != nil || out.Fault != nil {
		return accesses, err
	}
	after := snapshot(v.decl, d)
	before.restore(d.Memory)
	var other ir.Result
	if _, err := r.run(ctx, v, form, d, false, &other); err != nil {
		return nil, err
	}
	if what := unlike(out, &other, after, snapshot(v.decl, d)); what != "" {
		t.differs = append(t.differs, fmt.Sprintf("%s of %q", what, v.decl.Name))
	}
	after.restore(d.Memory)
	out.Instructions = other.Instructions // the time is that of the variant
	return accesses, nil
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

// verified runs a program of a draw beside the variant that was chosen for it. Programs that write into resources are left out: what they did stays.
type verified struct {
	session session
	tuning  *Tuning
	planes  uint32
	name    string
	differs atomic.Bool
}

// verify opens the program itself.
func (r *Runner) verify(ctx context.Context, v *variant, t *Tuning, d *ir.Dispatch, workers int) (*verified, error) {
	s, err := r.executorOf(v).open(ctx, v, d, workers, nil)
	return &verified{session: s, tuning: t, planes: v.decl.Stage.Outputs, name: v.decl.Name}, err
}

// compare runs what the variant has run, and leaves that in the place of its outputs. Workers may call it at the same time.
func (f *verified) compare(p *stageProgram, worker int, input, output, items uint32, variant *ir.Result) error {
	groups := (items + stage.Group - 1) / stage.Group
	left := f.outputs(p, output, items)
	r, err := f.session.run(worker, ir.StageIO{Input: input, Output: output, Pitch: p.pitch, Items: items}, groups)
	if err == nil && unlike(&r, variant, f.outputs(p, output, items), left) != "" {
		f.differs.Store(true)
	}
	return err
}

// outputs copies the results of items.
func (f *verified) outputs(p *stageProgram, output, items uint32) (all pieces) {
	for range f.planes {
		all = append(all, piece{output, bytes.Clone(p.d.Memory[output : output+4*items])})
		output += p.pitch
	}
	return all
}

// end ends the session and tells the tuning.
func (f *verified) end() {
	f.session.close(0)
	if f.differs.Load() {
		f.tuning.differs = append(f.tuning.differs, fmt.Sprintf("the results of %q", f.name))
	}
}
