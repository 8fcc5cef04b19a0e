package kernel

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/touch"
)

var _ exec.Stages = (*Runner)(nil)

// Stage implements exec.Stages. A format that the program cannot be specialised for gives a *diag.Error.
func (r *Runner) Stage(ctx context.Context, program gpu.Shader, s *exec.StageRun) (exec.StageProgram, error) {
	k := kernelOf(program)
	pixel := (*pixelDraw)(nil)
	if k.ShaderStage() == gpu.StagePixel {
		pixel = &pixelDraw{outputs: s.Pixel, affine: s.Affine, memory: s.Memory, table: s.Table}
	}
	v, problems := k.variant(s.Formats, s.Mappings, s.Clamped, pixel)
	if problems != nil {
		return nil, &diag.Error{Diagnostics: problems}
	}
	r.fit(v.decl, &exec.Dispatch{Memory: s.Memory, Table: s.Table})
	p := idle.Taken(&r.idle, 1)
	*p = stageProgram{r: r, workers: p.workers, ctx: ctx, v: v, uses: k.signature.uses, pitch: s.Pitch, vertex: k.ShaderStage() == gpu.StageVertex,
		d: ir.Dispatch{Memory: s.Memory, Records: s.Table, Groups: [3]uint32{1, 1, 1}, Count: 1, Budget: s.Budget, Prints: MaxPrints}}
	if s.Report {
		p.d.Reports = MaxReports
	}
	form, tuning := formOf(v, s.Tuning, records{s.Memory, s.Table})
	var open []*ir.Instr
	if s.Track {
		p.known = v.closedForms(&p.d, 0)
		if open = p.known.Open; form != v {
			open = twins(v, form, open)
		}
	}
	p.seat(r.stageWorkers(p.uses))
	p.uniform, p.readsW = form.uniform(), form.readsW() || v.readsW()
	p.packs = !p.vertex && form.packs()
	var err error
	if p.session, err = r.executorOf(form).open(ctx, form, &p.d, len(p.workers), open); err != nil {
		p.free()
		return nil, err
	}
	if r.options.Verify && form != v && !p.uses.Has(gpu.WritesUAV) {
		p.verify, err = r.verify(ctx, v, tuning, &p.d, len(p.workers))
	}
	return p, err
}

// free gives back a program whose draw has ended, or has not begun.
func (p *stageProgram) free() {
	if p.known != nil {
		p.v.done(p.known)
	}
	p.r.idle = append(p.r.idle, p)
}

// seat makes room for workers that have nothing to say yet.
func (p *stageProgram) seat(workers int) {
	if cap(p.workers) < workers {
		p.workers = make([]stageWorker, workers)
	}
	p.workers = p.workers[:workers]
	clear(p.workers)
}

// Merger implements exec.Stages.
func (r *Runner) Merger(m *stage.Merge) stage.RunMerge { return r.executor.merger(m) }

// Coverer implements exec.Stages.
func (r *Runner) Coverer(c *stage.Cover) *stage.Covering { return r.executor.coverer(c) }

// SetUpper implements exec.Stages.
func (r *Runner) SetUpper(s *stage.SetUp) *stage.Triangles { return r.executor.setUpper(s) }

// stageWorkers is how many workers may run a program with these effects at the same time.
func (r *Runner) stageWorkers(uses gpu.StageUses) int {
	if uses.Has(gpu.WritesUAV) {
		return 1
	}
	return r.executor.workers()
}

// stageProgram is a vertex or pixel program during one draw.
type stageProgram struct {
	r       *Runner // which gets it back
	ctx     context.Context
	v       *variant
	d       ir.Dispatch // what the runs share
	uses    gpu.StageUses
	pitch   uint32
	vertex  bool
	session session
	workers []stageWorker
	known   *plan.Known // nil: accesses are not tracked
	uniform bool        // all items do the same
	readsW  bool        // some program that runs reads the plane of 1/w
	packs   bool        // waves may have pixels of several triangles
	verify  *verified   // nil: the variant is not verified
}

// stageWorker collects what the runs of one worker had to say.
type stageWorker struct {
	items, instructions, outside, printed uint64
	said                                  []said
	faults                                []fault
	err                                   error
	kept                                  keeping
	_                                     [64]byte // workers write at the same time: not into one cache line
}

// said is a report or a print of one run, with the place of its work item, which is gone after the run.
type said struct {
	batch  uint64
	item   uint32
	place  [3]uint32
	report *ir.Report
	print  *ir.PrintRecord
}

type fault struct {
	batch uint64
	ir.Fault
}

// Workers implements exec.StageProgram.
func (p *stageProgram) Workers() int { return len(p.workers) }

// Affine implements exec.StageProgram.
func (p *stageProgram) Affine() bool { return p.v.affine() }

// Run implements exec.StageProgram.
func (p *stageProgram) Run(worker int, batch uint64, input, output, items uint32) bool {
	groups := (items + stage.Group - 1) / stage.Group
	return p.RunAs(worker, batch, input, output, items, stage.Counted{Items: uint64(items), Groups: uint64(groups)})
}

// RunAs implements exec.StageProgram.
func (p *stageProgram) RunAs(worker int, batch uint64, input, output, items uint32, as stage.Counted) bool {
	if items == 0 {
		return true
	}
	w := &p.workers[worker]
	if p.repeats(w, output, items) {
		return true
	}
	p.pad(input, items)
	groups := (items + stage.Group - 1) / stage.Group
	r, err := p.session.run(worker, ir.StageIO{Input: input, Output: output, Pitch: p.pitch, Items: items}, groups)
	w.items += as.Items
	if w.instructions += r.Instructions; as.Groups != uint64(groups) {
		w.instructions += r.Instructions/uint64(groups)*as.Groups - r.Instructions // all groups cost the same
	}
	if p.verify != nil && err == nil && r.Fault == nil {
		err = p.verify.compare(p, worker, input, output, items, &r)
	}
	if err == nil && r.Fault == nil && r.OutOfBounds == 0 && r.Printed == 0 {
		p.keep(w, output, groups, r.Instructions)
		return true
	}
	p.listen(w, batch, input, &r)
	if err != nil {
		w.err = err
		return false
	}
	if r.Fault != nil {
		w.faults = append(w.faults, fault{batch, *r.Fault})
	}
	return r.Fault == nil
}

// pad fills what lies after the last item, up to the end of its group, so that nothing there takes longer than the items themselves: vertices with
// the last one's inputs, quads with the last one's record, all pixels of it helpers.
func (p *stageProgram) pad(input, items uint32) {
	end := (items + stage.Group - 1) / stage.Group * stage.Group
	mem := p.d.Memory
	if p.vertex {
		for c := range p.v.decl.Stage.Inputs {
			plane := mem[input+c*p.pitch:]
			last := binary.LittleEndian.Uint32(plane[4*(items-1):])
			for i := items; i < end; i++ {
				binary.LittleEndian.PutUint32(plane[4*i:], last)
			}
		}
		return
	}
	quads := mem[input:]
	last := quads[(items-1)/ir.WaveSize*ir.QuadBytes:][:ir.QuadBytes]
	for i := (items + ir.WaveSize - 1) / ir.WaveSize; i < end/ir.WaveSize; i++ {
		q := quads[i*ir.QuadBytes:][:ir.QuadBytes]
		copy(q, last)
		binary.LittleEndian.PutUint32(q[ir.QuadMask:], 0)
	}
}

// maxSaid bounds what a worker remembers between looks at what will be kept of it.
const maxSaid = 8 * MaxPrints

// listen notes what a run said.
func (p *stageProgram) listen(w *stageWorker, batch uint64, input uint32, r *ir.Result) {
	w.outside += r.OutOfBounds
	w.printed += r.Printed
	for i := range r.Reports {
		one := &r.Reports[i]
		item := uint32(one.Group)*stage.Group + one.Item
		w.said = append(w.said, said{batch: batch, item: item, place: p.place(input, item), report: one})
	}
	for i := range r.Prints {
		one := &r.Prints[i]
		item := uint32(one.Group)*stage.Group + one.Item
		w.said = append(w.said, said{batch: batch, item: item, place: p.place(input, item), print: one})
	}
	if len(w.said) > maxSaid {
		w.said = first(w.said)
	}
}

// place says which vertex (its number and its instance) or pixel (x, y and sample) a work item is.
func (p *stageProgram) place(input, item uint32) [3]uint32 {
	word := func(at uint32) uint32 { return binary.LittleEndian.Uint32(p.d.Memory[at:]) }
	if p.vertex {
		numbers := input + (p.v.decl.Stage.Inputs-2)*p.pitch + 4*item
		return [3]uint32{word(numbers), word(numbers + p.pitch), 0}
	}
	quad, lane := input+item/ir.WaveSize*ir.QuadBytes, item%ir.WaveSize
	pixel := func(n uint32) uint32 {
		return uint32(int32(math.Floor(float64(math.Float32frombits(word(quad + 4*(n+lane)))))))
	}
	return [3]uint32{pixel(stage.QuadX), pixel(stage.QuadY), word(quad + 4*stage.QuadSample)}
}

// first sorts what was said by batch and item, and keeps what an exec.Result can hold.
func first(all []said) []said {
	slices.SortStableFunc(all, func(a, b said) int {
		switch {
		case a.batch != b.batch && a.batch < b.batch, a.batch == b.batch && a.item < b.item:
			return -1
		case a.batch == b.batch && a.item == b.item:
			return 0
		}
		return 1
	})
	reports, prints := 0, 0
	return slices.DeleteFunc(all, func(s said) bool {
		if s.report != nil {
			reports++
			return reports > MaxReports
		}
		prints++
		return prints > MaxPrints
	})
}

// End implements exec.StageProgram.
func (p *stageProgram) End() (exec.Result, error) {
	work := uint64(0)
	for i := range p.workers {
		work += p.workers[i].items
	}
	seen, complete := p.session.close(work)
	if p.verify != nil {
		p.verify.end()
	}
	defer p.free()
	var out exec.Result
	var all []said
	var faults []fault
	for i := range p.workers {
		w := &p.workers[i]
		if w.err != nil {
			return exec.Result{}, w.err
		}
		out.WorkItems += w.items
		out.Instructions += w.instructions
		out.OutOfBounds += w.outside
		out.Printed += w.printed
		all, faults = append(all, w.said...), append(faults, w.faults...)
	}
	if len(faults) > 0 {
		f := slices.MinFunc(faults, func(a, b fault) int { return int(int64(a.batch) - int64(b.batch)) })
		if f.Kind == ir.Canceled {
			return exec.Result{}, context.Cause(p.ctx)
		}
		out.Hung, out.HungSite = true, f.Site
	}
	out.Accesses = p.accesses(seen, complete && len(faults) == 0, out.WorkItems)
	countBytes(&out)
	p.words(&out, first(all))
	return out, nil
}

// accesses is what the draw's runs touched; an upper bound where they were not watched to their end.
func (p *stageProgram) accesses(seen []touch.Seen, complete bool, items uint64) []exec.Access {
	switch {
	case p.known == nil || items == 0:
		return nil
	case !complete:
		return hulls(p.known, &p.d)
	case len(p.known.Open) == 0:
		return knownAccesses(nil, p.known, &p.d)
	}
	return (&wording{}).seenAccesses(p.known, &p.d, seen)
}

// words makes the reports and prints of the result.
func (p *stageProgram) words(out *exec.Result, all []said) {
	var list []ir.Report
	var places [][3]uint32
	for _, s := range all {
		if s.report != nil {
			list, places = append(list, *s.report), append(places, s.place)
			continue
		}
		out.Prints = append(out.Prints, exec.Print{Site: s.print.Site, Item: s.place,
			Text: formatPrint(p.v.decl.Formats[s.print.Format], s.print.Args)})
	}
	out.Reports = reports(p.v.decl, list, func(i int) [3]uint32 { return places[i] })
}
