package kernel

import (
	"context"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/race"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/taint"
)

// Options configure a Runner. The zero value is useful.
type Options struct {
	Interpreter bool // never compile
	Workers     int  // most goroutines of a dispatch; 0: GOMAXPROCS. Results do not depend on it
	Verify      bool // run the kernel beside each variant of a Tuning, and compare; not of draws whose programs write into resources
}

// The most reports and prints of one dispatch that a Runner keeps; it counts all.
const (
	MaxReports = 64
	MaxPrints  = 1000
)

// Runner runs kernels on one address space. It implements exec.Kernels. It is used by one goroutine at a time.
type Runner struct {
	options  Options
	executor executor
	current  ir.Dispatch // of Run; kept, because executors keep its address
	result   ir.Result   // of Run, likewise
	wording  wording
	idle     []*stageProgram // of draws that have ended
}

var _ exec.Kernels = (*Runner)(nil)

// NewRunner makes a runner that interprets until Attach gives it the address space that it compiles for.
func NewRunner(o Options) *Runner { return &Runner{options: o, executor: interpreter{}} }

// Attach makes the runner compile for a space, which all later dispatches must use. It is called once, before the first one.
// It fails when the compiler cannot be set up; where the platform has none, the runner goes on interpreting.
func (r *Runner) Attach(space *mem.Space) error {
	e, err := newExecutor(space, r.options)
	if err != nil {
		return err
	}
	r.executor = e
	return nil
}

// Prepare starts to make the machine code of a program for the formats that its declared types have by nature, and returns at once. report says that
// its dispatches will ask for reports. The first dispatch waits for what is not ready, and makes what was not prepared. It may be called while a
// dispatch runs, and changes nothing but when the work is done.
func (r *Runner) Prepare(program gpu.Shader, report bool) {
	r.executor.prepare(kernelOf(program).natural, report)
}

// executorOf is what runs a variant: the interpreter those that machine code would take too long to make of.
func (r *Runner) executorOf(v *variant) executor {
	if v.large() {
		return interpreter{}
	}
	return r.executor
}

// Close ends preparations, frees machine code and gives scratch memory back. It must be called before the space is closed.
func (r *Runner) Close() error { return r.executor.close() }

// Bindings implements exec.Kernels.
func (r *Runner) Bindings(program gpu.Shader) []exec.Binding { return kernelOf(program).bindings }

// Facts say from which bindings' data it follows what a program does. They hold for all its variants, which leave accesses out and add none.
func (r *Runner) Facts(program gpu.Shader) *taint.Facts { return kernelOf(program).natural.facts() }

func kernelOf(program gpu.Shader) *Kernel {
	k, ok := program.(*Kernel)
	if !ok {
		panic(fmt.Sprintf("BUG: kernel: %T is no kernel", program))
	}
	return k
}

// Run implements exec.Kernels: it runs all groups of a dispatch. A format that the kernel cannot be specialised for gives a *diag.Error.
func (r *Runner) Run(ctx context.Context, program gpu.Shader, d *exec.Dispatch, out *exec.Result) error {
	k := kernelOf(program)
	v, problems := k.variant(d.Formats, d.Mappings, d.Clamped, nil)
	if problems != nil {
		return &diag.Error{Diagnostics: problems}
	}
	if !d.Fitted {
		r.fit(v.decl, d)
	}
	run := &r.current
	run.Memory, run.Records, run.Groups, run.Budget = d.Memory, d.Table, d.Groups, d.Budget
	run.First, run.Count = 0, uint64(d.Groups[0])*uint64(d.Groups[1])*uint64(d.Groups[2])
	run.Reports, run.Prints, run.Rough, run.Bound = 0, MaxPrints, d.Uncounted, d.Bound
	if d.Report {
		run.Reports = MaxReports
	}
	var races []incident.GroupRace
	if d.Report && d.Rehearse {
		races = findRaces(ctx, v, run)
	}
	form, tuning := formOf(v, d.Tuning, records{d.Memory, d.Table})
	result := &r.result
	*result = ir.Result{}
	var accesses []exec.Access
	var err error
	if r.options.Verify && form != v {
		accesses, err = r.compared(ctx, v, form, tuning, run, d.Track, result)
	} else {
		accesses, err = r.run(ctx, v, form, run, d.Track, result)
	}
	if err != nil {
		return err
	}
	if f := result.Fault; f != nil && f.Kind == ir.Canceled {
		return context.Cause(ctx)
	}
	out.Accesses, out.Races, out.Same = accesses, races, r.wording.last.number
	out.WorkItems = run.Count * uint64(v.decl.Threads())
	fill(out, v, run, result)
	return nil
}

// findRaces looks for work items of some groups that are in each other's way.
func findRaces(ctx context.Context, v *variant, d *ir.Dispatch) []incident.GroupRace {
	program := v.program()
	if v.plain == nil {
		return nil
	}
	found := race.Find(ctx, program, v.plain, d)
	if found == nil {
		return nil
	}
	return []incident.GroupRace{{Binding: found.Binding, Array: found.Array, Declared: found.Declared,
		Element: uint64(found.Element), Before: found.Before,
		First: groupAccess(v.decl, d, &found.First), Second: groupAccess(v.decl, d, &found.Second)}}
}

// groupAccess is an access of a work item.
func groupAccess(k *ir.Kernel, d *ir.Dispatch, a *race.Access) incident.GroupAccess {
	return incident.GroupAccess{Site: a.Site, Group: d.GroupID(a.Group), Item: itemID(k, d, a.Group, a.Item), Write: a.Class != ir.Load,
		Atomic: a.Class == ir.Atomic}
}

// run runs a form of a variant, which is the variant itself or one that does the same, and gives, where that is asked for, what it touched.
func (r *Runner) run(ctx context.Context, v, form *variant, d *ir.Dispatch, track bool, out *ir.Result) ([]exec.Access, error) {
	if !track {
		r.wording.last = worded{}
		return nil, r.executorOf(form).run(ctx, form, d, out)
	}
	before := r.wording.before(v, d.Bound)
	known := v.closedForms(d, before.known) // before the run: it may write the constants that they depend on
	defer v.done(known)
	if len(known.Open) == 0 {
		err := r.executorOf(form).run(ctx, form, d, out)
		switch {
		case out.Fault == nil:
			return r.wording.same(known, d, v, d.Bound, before), err
		case known.Watched != nil:
			return hulls(known.Watched, d), err
		}
		return inexact(r.wording.knownAccesses(known, d)), err
	}
	open := known.Open
	if form != v {
		open = twins(v, form, open)
	}
	d.Rough = d.Rough && v.rough(known)
	result, seen, ok, err := r.executorOf(form).watch(ctx, form, d, open)
	*out = result
	switch {
	case err != nil:
		return nil, err
	case !ok || result.Fault != nil:
		return hulls(known, d), nil
	}
	v.settle(d, known, seen) // before they are joined with what is known, in their memory
	return r.wording.again(known, d, seen, v, d.Bound, before), nil
}

// fit makes the records of the table what the kernel's bindings see, in place.
func (r *Runner) fit(k *ir.Kernel, d *exec.Dispatch) {
	at := d.Table
	for i := range k.Bindings {
		b := &k.Bindings[i]
		for range b.Count {
			words := d.Memory[at : at+ir.RecordBytes]
			at += ir.RecordBytes
			if !b.Shape.IsBuffer() && !b.Shape.IsTexture() {
				continue
			}
			if ir.RecordWord(words, ir.WordSize) != 0 && ir.RecordWord(words, ir.WordStride) != b.Stride {
				rec := ir.LoadRecord(words).Fit(b)
				rec.Put(words)
			}
		}
	}
}
