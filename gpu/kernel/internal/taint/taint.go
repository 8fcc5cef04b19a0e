// Package taint finds out which data decide what a kernel does: from the loads of which bindings the address of an access follows, or whether a work
// item comes to it, and what is stored.
//
//	i = index[0]                 i follows from index
//	if i < count[0] then         what is inside follows from index and count, whether it is done at all
//	  out[i] = in[7] end         the access of out follows from both, and that of in as well; what out holds from in, too
//
// The method is a taint analysis: a load taints its result with its binding. Values hand that on, and so do conditions, and local arrays and shared
// memory, which are taken as wholes. What a kernel loads from a resource that it stores into follows from what it stored, too; which bindings show
// one resource it does not know, so Stored is for those who do. It must not know devices, resources or rules.
package taint

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Inputs stands for what the stage before, or the input assembler, gives to a program, in place of a binding.
const Inputs = -1

// Memory stands for shared and local memory, in place of the binding of an access.
const Memory = -1

// Facts are what was found out. They do not change.
type Facts struct {
	inputs         int    // the bit of Inputs, after those of the bindings
	constants      []bool // by binding: a constant buffer
	at             map[access]set
	choice, stored []set // by binding
	output         set
}

// access is a place of the script that accesses a binding.
type access struct {
	site    gpu.Site
	binding int32
}

// At are the bindings from which it follows where a place accesses a binding, or Memory, and whether it does. Of a place that the kernel does not
// have they are all.
func (f *Facts) At(site gpu.Site, binding int32) []int32 {
	s, known := f.at[access{site, max(binding, Memory)}]
	if !known {
		return f.all()
	}
	return f.list(s)
}

// Choice are those from which it follows which registers of a binding are accessed, or whether.
func (f *Facts) Choice(binding int32) []int32 { return f.list(f.choice[binding]) }

// Led says whether data of bindings, constants left out, decide where a place of the kernel accesses a binding, or whether it does.
func (f *Facts) Led(binding int32) bool {
	for at, from := range f.at {
		if at.binding == binding && slices.ContainsFunc(f.list(from), func(b int32) bool { return b != Inputs && !f.constants[b] }) {
			return true
		}
	}
	return false
}

// Stored are those from which it follows what is stored through a binding, or where.
func (f *Facts) Stored(binding int32) []int32 { return f.list(f.stored[binding]) }

// Output are those from which it follows what the program gives to the next stage.
func (f *Facts) Output() []int32 { return f.list(f.output) }

// Any are those from which it follows where any access is, or whether there is one.
func (f *Facts) Any() []int32 {
	var s set
	for _, at := range f.at {
		s.add(at)
	}
	return f.list(s)
}

func (f *Facts) all() []int32 {
	out := make([]int32, 0, f.inputs+1)
	for b := range int32(f.inputs) {
		out = append(out, b)
	}
	return append(out, Inputs)
}

func (f *Facts) list(s set) (out []int32) {
	for b := range int32(f.inputs) {
		if s.has(int(b)) {
			out = append(out, b)
		}
	}
	if s.has(f.inputs) {
		out = append(out, Inputs)
	}
	return out
}

// set is a set of bindings by bit; nil is empty.
type set []uint64

func (s set) has(bit int) bool { return bit/64 < len(s) && s[bit/64]>>(bit%64)&1 != 0 }

// with is a new set of the members of a set and of others.
func (s set) with(others ...set) set {
	out := slices.Clone(s)
	for _, o := range others {
		out.add(o)
	}
	return out
}

// add puts the members of another set in, and says whether there are new ones.
func (s *set) add(o set) (grown bool) {
	if len(*s) < len(o) {
		*s = append(*s, make(set, len(o)-len(*s))...)
	}
	for i, word := range o {
		grown = grown || word&^(*s)[i] != 0
		(*s)[i] |= word
	}
	return grown
}

// analysis is the least fixed point, from nothing that follows from anything.
type analysis struct {
	Facts
	k       *ir.Kernel
	values  []set
	arrays  map[array]*set // what they hold
	changed bool
}

// array is one of local or shared memory.
type array struct {
	local  bool
	offset uint32
}

// Of finds out about a kernel.
func Of(k *ir.Kernel) *Facts {
	n := len(k.Bindings)
	a := &analysis{k: k, values: make([]set, k.NumValues()), arrays: map[array]*set{}}
	a.Facts = Facts{inputs: n, constants: make([]bool, n), at: map[access]set{}, choice: make([]set, n), stored: make([]set, n)}
	for i := range k.Bindings {
		a.constants[i] = k.Bindings[i].Kind == ir.CBV
	}
	for a.changed = true; a.changed; {
		a.changed = false
		a.block(k.Body, nil)
	}
	return &a.Facts
}

// one is the set of a single member.
func one(bit int) set {
	s := make(set, bit/64+1)
	s[bit/64] = 1 << (bit % 64)
	return s
}

func (a *analysis) raise(s *set, by ...set) {
	for _, o := range by {
		a.changed = s.add(o) || a.changed
	}
}

// block follows instructions that are done if what guard follows from says so.
func (a *analysis) block(b *ir.Block, guard set) {
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.OpIf:
			when := a.values[in.Args[0]]
			inside := guard.with(when)
			a.block(in.Blocks[0], inside)
			a.block(in.Blocks[1], inside)
			for i, r := range in.Results {
				a.raise(&a.values[r], when, a.values[in.Blocks[0].Yield[i]], a.values[in.Blocks[1].Yield[i]])
			}
		case ir.OpLoop:
			a.loop(in, guard)
		default:
			a.instr(in, guard)
		}
	}
}

// loop follows a loop: how often it is gone through decides what it carries, and whether its condition is worked out once more.
func (a *analysis) loop(in *ir.Instr, guard set) {
	head, body := in.Blocks[0], in.Blocks[1]
	goesOn := &a.values[head.Yield[0]]
	for i, p := range head.Params {
		a.raise(&a.values[p], a.values[in.Args[i]], a.values[body.Yield[i]], *goesOn)
	}
	inside := guard.with(*goesOn)
	a.block(head, inside)
	a.block(body, inside)
	for i, r := range in.Results {
		a.raise(&a.values[r], a.values[head.Yield[i+1]], *goesOn)
	}
}

// instr follows an instruction without blocks.
func (a *analysis) instr(in *ir.Instr, guard set) {
	var from set // what its arguments follow from,
	where := guard.with()
	places := addresses(in)
	for i, v := range in.Args {
		from.add(a.values[v])
		if i < places {
			where.add(a.values[v])
		}
	}
	if in.Mark {
		return // it watches the kernel
	}
	if places > 0 {
		a.accesses(in, where, guard)
	}
	switch class := in.Op.Class(); class {
	case ir.System:
		if in.Op != ir.OpSys {
			from.add(one(a.inputs))
		}
	case ir.Output:
		a.raise(&a.output, from, guard)
	case ir.WaveOp: // over the lanes that come here
		from.add(guard)
	case ir.Load, ir.Store, ir.Atomic:
		if held := a.holds(in); held == nil {
			if class != ir.Load {
				a.raise(&a.stored[in.Binding], from, guard)
			}
			if in.Op != ir.OpQuery {
				from.add(one(int(in.Binding)))
			}
		} else {
			if class != ir.Load {
				a.raise(held, from, guard)
			}
			from.add(*held)
		}
	}
	for _, r := range in.Results {
		a.raise(&a.values[r], from)
	}
}

// accesses notes from what the place of an access follows, and which register of its binding it is.
func (a *analysis) accesses(in *ir.Instr, where, guard set) {
	at := access{in.Site, Memory}
	if in.Op.NamesBinding() {
		at.binding = in.Binding
		a.raise(&a.choice[in.Binding], a.values[in.Args[0]], guard)
	}
	known, was := a.at[at]
	a.raise(&known, where)
	a.at[at] = known
	a.changed = a.changed || !was
}

// holds is what the array of local or shared memory that an instruction accesses follows from, nil if it accesses none.
func (a *analysis) holds(in *ir.Instr) *set {
	at := array{offset: 0}
	switch in.Op {
	case ir.OpLoadLocal, ir.OpStoreLocal:
		at.local = true
	case ir.OpLoadShared, ir.OpStoreShared, ir.OpAtomicShared:
	default:
		return nil
	}
	at.offset = a.k.ArrayOf(in).Offset
	held := a.arrays[at]
	if held == nil {
		held = &set{}
		a.arrays[at] = held
	}
	return held
}

// addresses is how many arguments of an instruction, from the first on, say what it accesses; 0: it accesses nothing.
func addresses(in *ir.Instr) int {
	switch in.Op {
	case ir.OpStoreBuf, ir.OpAtomicBuf:
		return 3
	case ir.OpStoreTex, ir.OpAtomicTex:
		return 5
	case ir.OpStoreShared, ir.OpAtomicShared, ir.OpStoreLocal:
		return 2
	case ir.OpAligned:
		return len(in.Args)
	}
	if in.Op.Class() == ir.Load {
		return len(in.Args)
	}
	return 0
}
