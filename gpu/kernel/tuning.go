package kernel

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/special"
)

// MaxConstants is how many numbers of a piece of code are measured.
const MaxConstants = special.Most

// Code is a kernel for the formats of some views: generic, or one that takes numbers of constant buffers for granted. It does not change and is safe
// for concurrent use.
type Code struct {
	base  *variant    // the generic form
	form  *variant    // what runs
	facts []fact      // what must hold for that, by place
	ahead func(*Code) // told of every variant of it that is made; nil: nobody wants to know
	// numbers are those worth knowing that are not known yet.
	numbers func() []special.Constant

	mu       sync.Mutex
	children map[string]*Code // by what they know more
}

// fact is a number of a constant buffer that has a value.
type fact struct {
	special.Constant
	value uint32
}

func newCode(base, form *variant, facts []fact) *Code {
	c := &Code{base: base, form: form, facts: facts, children: map[string]*Code{}}
	c.numbers = sync.OnceValue(func() []special.Constant {
		return slices.DeleteFunc(special.Find(form.program()), c.knows)
	})
	return c
}

func (c *Code) knows(n special.Constant) bool {
	return slices.ContainsFunc(c.facts, func(f fact) bool { return f.Constant == n })
}

// Generic says that the code takes nothing for granted.
func (c *Code) Generic() bool { return len(c.facts) == 0 }

// Constants names the numbers that are worth knowing, as the shader declares them: at most MaxConstants.
func (c *Code) Constants() []string {
	var names []string
	for _, n := range c.numbers() {
		names = append(names, c.name(n))
	}
	return names
}

// name is the name of a number, or its place where it has none.
func (c *Code) name(n special.Constant) string {
	b := &c.base.decl.Bindings[n.Binding]
	for i := range b.Constants {
		if d := &b.Constants[i]; d.Offset == n.Offset {
			return d.Name
		}
	}
	return fmt.Sprintf("%s+%d", b.Name, n.Offset)
}

// Instructions is the length of the code.
func (c *Code) Instructions() int {
	n := 0
	c.form.program().Body.Walk(func(*ir.Instr) { n++ })
	return n
}

// Specialize makes the code for which numbers of Constants, by index, have values. It gives the same results, accesses, reports and prints at lower
// costs. ok is false where nothing is saved.
func (c *Code) Specialize(values map[int]uint32) (made *Code, ok bool) {
	numbers := c.numbers()
	facts, known, key := slices.Clone(c.facts), map[special.Constant]uint32{}, []byte(nil)
	for i, n := range numbers {
		if v, ok := values[i]; ok {
			facts, known[n] = append(facts, fact{n, v}), v
			key = binary.LittleEndian.AppendUint32(append(key, byte(i)), v)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if made, ok := c.children[string(key)]; ok {
		return made, made != nil
	}
	program, ok := special.Assume(c.form.program(), known)
	if ok {
		made = newCode(c.base, optimised(c.base, program), facts)
		if made.ahead = c.ahead; c.ahead != nil {
			c.ahead(made)
		}
	}
	c.children[string(key)] = made
	return made, ok
}

// optimised is a variant that is optimised already.
func optimised(base *variant, program *ir.Kernel) *variant {
	if err := ir.Verify(program); err != nil {
		panic(fmt.Sprintf("BUG: kernel: a bad variant of %q: %v", program.Name, err))
	}
	return &variant{decl: base.decl, program: func() *ir.Kernel { return program }, uniform: sync.OnceValue(func() bool { return uniform(program) }),
		readsW: sync.OnceValue(func() bool { return readsW(program) }),
		packs:  sync.OnceValue(func() bool { return packs(program) }),
		affine: base.affine,
		large:  sync.OnceValue(func() bool { return tooLarge(program) })}
}

// twinned is what twins found last: dispatches of a form ask for the same again and again.
type twinned struct{ of, are []*ir.Instr }

// twins are the accesses of a form that come from accesses of its variant, so that the same ones are watched in both.
func twins(v, form *variant, accesses []*ir.Instr) []*ir.Instr {
	form.mu.Lock()
	defer form.mu.Unlock()
	if last := &form.twins; last.are != nil && slices.Equal(last.of, accesses) {
		return last.are
	}
	wanted, n := map[uint32]bool{}, uint32(0)
	v.program().Body.Walk(func(in *ir.Instr) {
		n++
		if slices.Contains(accesses, in) {
			wanted[n] = true
		}
	})
	found := []*ir.Instr{}
	form.program().Body.Walk(func(in *ir.Instr) {
		if wanted[in.Origin] {
			found = append(found, in)
		}
	})
	form.twins = twinned{slices.Clone(accesses), found}
	return found
}

// Tuning is what a pipeline has beside its kernels: variants that are in use, and measurements. It belongs to the goroutine of the runner; dispatches
// and draws hand it through exec.Dispatch and exec.StageRun.
type Tuning struct {
	generic  []generic // for the formats that were seen
	variants []*Code   // those that know most first
	ahead    func(*Code)
	used     map[*Code]uint64
	uses     uint64 // of the programs of the pipeline
	taken    uint64 // of its variants
	interval uint32
	seen     []Measurement
	differs  []string
}

// generic is the code of a program as it is.
type generic struct {
	*Code
	uses uint64 // of it and its variants, since measuring began
}

// records are those of the views that a program is given: in memory, from an address on.
type records struct {
	memory []byte
	table  uint32
}

// Measurement is one use of a piece of code: the values of the numbers that are worth knowing, in their order.
type Measurement struct {
	Code   *Code
	Values [MaxConstants]uint32
}

// NewTuning makes the tuning of a pipeline. ahead, which may be nil, gets every variant as soon as it is made, on the goroutine that makes it.
func NewTuning(ahead func(*Code)) *Tuning { return &Tuning{ahead: ahead, used: map[*Code]uint64{}} }

// Measure has one of so many uses of each program measured from now on, the next one first where none was; 0: none.
func (t *Tuning) Measure(interval uint32) {
	if t.interval != interval {
		t.interval = interval
		for i := range t.generic {
			t.generic[i].uses = 0
		}
	}
}

// Measurements gives what was measured since it was asked last. The slice is valid until the next use.
func (t *Tuning) Measurements() []Measurement {
	seen := t.seen
	t.seen = t.seen[:0]
	return seen
}

// Differences tells in which variants gave other results than the kernel since it was asked last, where the runner looks for that.
func (t *Tuning) Differences() []string {
	d := t.differs
	t.differs = nil
	return d
}

// Install puts a variant into use. The next dispatch for which its numbers hold takes it, unless one that knows more fits, too.
func (t *Tuning) Install(c *Code) {
	at := 0
	for at < len(t.variants) && len(t.variants[at].facts) >= len(c.facts) {
		at++
	}
	t.variants = slices.Insert(t.variants, at, c)
	t.used[c] = t.uses
}

// Remove takes a variant out of use.
func (t *Tuning) Remove(c *Code) {
	t.variants = slices.DeleteFunc(t.variants, func(v *Code) bool { return v == c })
	delete(t.used, c)
}

// Used is the number of the use of the pipeline that took a variant last, or before which it was installed.
func (t *Tuning) Used(c *Code) uint64 { return t.used[c] }

// Uses is how many dispatches and programs of draws there were so far, and how many of them took a variant.
func (t *Tuning) Uses() (all, variants uint64) { return t.uses, t.taken }

// Variants is how many variants are in use.
func (t *Tuning) Variants() int { return len(t.variants) }

// choose gives the code for a dispatch, or a program of a draw, and measures it.
func (t *Tuning) choose(v *variant, r records) *Code {
	t.uses++
	g := t.genericOf(v)
	code := g.Code
	for _, c := range t.variants {
		if c.base == v && c.fits(r) {
			code = c
			t.used[c] = t.uses
			t.taken++
			break
		}
	}
	if t.interval > 0 {
		if isMeasured(g.uses, t.interval) {
			t.measure(code, r)
		}
		g.uses++
	}
	return code
}

// isMeasured chooses one in so many uses, the first one first. The multiples of the golden ratio spread them evenly without a period, so that a frame
// which does the same again and again is seen from all sides.
func isMeasured(use uint64, interval uint32) bool {
	const golden = 0x9e3779b97f4a7c15 // 2^64 by the golden ratio
	over, _ := bits.Mul64(use*golden, uint64(interval))
	return over == 0
}

func (t *Tuning) genericOf(v *variant) *generic {
	for i := range t.generic {
		if t.generic[i].base == v {
			return &t.generic[i]
		}
	}
	c := newCode(v, v, nil)
	c.ahead = t.ahead
	t.generic = append(t.generic, generic{Code: c})
	return &t.generic[len(t.generic)-1]
}

func (t *Tuning) measure(c *Code, r records) {
	numbers := c.numbers()
	if len(numbers) == 0 {
		return
	}
	m := Measurement{Code: c}
	for i, n := range numbers {
		v, at := r.value(c.base.decl, n)
		if r.written(c.base.decl, at) {
			return
		}
		m.Values[i] = v
	}
	t.seen = append(t.seen, m)
}

// fits says whether everything that the code takes for granted holds.
func (c *Code) fits(r records) bool {
	for _, f := range c.facts {
		if v, at := r.value(c.base.decl, f.Constant); v != f.value || r.written(c.base.decl, at) {
			return false
		}
	}
	return true
}

// value reads a number as the program would, and says where it stands; outside what is bound it is 0 and stands nowhere, at 0.
func (r records) value(k *ir.Kernel, n special.Constant) (value, at uint32) {
	b := ir.LoadBuffer(r.memory[r.table+k.FirstRecord(n.Binding)*ir.RecordBytes:])
	if uint64(n.Offset)+4 > uint64(b.Size) {
		return 0, 0
	}
	at = b.Base + n.Offset
	return binary.LittleEndian.Uint32(r.memory[at:]), at
}

// written says whether the program itself may write one of the 4 bytes at an address: an unordered access view covers them.
func (r records) written(k *ir.Kernel, at uint32) bool {
	if at == 0 {
		return false
	}
	record := r.table
	for i := range k.Bindings {
		b := &k.Bindings[i]
		if b.Kind == ir.UAV {
			for s := range b.Count {
				words := r.memory[record+s*ir.RecordBytes:]
				base, size := ir.RecordWord(words, ir.WordBase), ir.RecordWord(words, ir.WordSize)
				if uint64(at)+4 > uint64(base) && uint64(at) < uint64(base)+uint64(size) {
					return true
				}
			}
		}
		record += b.Count * ir.RecordBytes
	}
	return false
}

// PrepareCode starts to make the machine code of a variant, as Prepare does for a program. It may be called on any goroutine, up to Close.
func (r *Runner) PrepareCode(c *Code, report bool) { r.executor.prepare(c.form, report) }

// formOf is what a program runs as: the variant itself where nobody tunes.
func formOf(v *variant, tuning any, r records) (*variant, *Tuning) {
	t, ok := tuning.(*Tuning)
	if !ok {
		return v, nil
	}
	return t.choose(v, r).form, t
}
