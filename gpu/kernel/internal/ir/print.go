package ir

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Print gives the text form of k, which Parse reads. Values are numbered in order of appearance.
//
//	kernel "scale" threads 64 1 1
//	binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "float"
//	body {
//	  %1:i32 = sys DispatchThreadID.x
//	  %2:i32 = loadbuf _ %1 _ b=0
//	  …
//	}
func Print(k *Kernel) string {
	p := printer{k: k, names: make([]int, k.NumValues())}
	p.line("kernel %q threads %d %d %d%s", k.Name, k.NumThreads[0], k.NumThreads[1], k.NumThreads[2], siteText(uint32(k.Site)))
	if k.Stage.Kind != ComputeStage {
		p.line("stage %s inputs %d outputs %d", k.Stage.Kind, k.Stage.Inputs, k.Stage.Outputs)
	}
	for i := range k.Bindings {
		b := &k.Bindings[i]
		p.line("binding %s %s %s%d space %d count %d stride %d format %d counterof %d %q %q%s", b.Kind, b.Shape, b.Kind.Register(), b.Register,
			b.Space, b.Count, b.Stride, b.Format, b.CounterOf, b.Name, b.Element, siteText(uint32(b.Site)))
	}
	p.arrays("shared", k.Shared)
	p.arrays("local", k.Locals)
	for _, f := range k.Formats {
		p.line("format %q", f)
	}
	p.line("body {")
	p.block(k.Body)
	p.line("}")
	return p.out.String()
}

type printer struct {
	k      *Kernel
	out    strings.Builder
	names  []int // by Value; 0: not named yet
	last   int
	indent int
}

func (p *printer) line(format string, args ...any) {
	for range p.indent {
		p.out.WriteString("  ")
	}
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteByte('\n')
}

func (p *printer) arrays(word string, list []Array) {
	for i := range list {
		a := &list[i]
		p.line("%s %q offset %d bytes %d align %d%s", word, a.Name, a.Offset, a.Bytes, a.Align, siteText(uint32(a.Site)))
	}
}

func siteText(site uint32) string {
	if site == 0 {
		return ""
	}
	return " @" + strconv.FormatUint(uint64(site), 10)
}

func (p *printer) use(v Value) string {
	if v == 0 {
		return "_"
	}
	if int(v) >= len(p.names) {
		return fmt.Sprintf("%%invalid%d", v)
	}
	if p.names[v] == 0 {
		p.last++
		p.names[v] = p.last
	}
	return "%" + strconv.Itoa(p.names[v])
}

func (p *printer) def(v Value) string { return p.use(v) + ":" + p.k.Type(v).String() }

func (p *printer) list(vs []Value, f func(Value) string) string {
	words := make([]string, len(vs))
	for i, v := range vs {
		words[i] = f(v)
	}
	return strings.Join(words, " ")
}

func (p *printer) block(b *Block) {
	p.indent++
	for _, in := range b.Instrs {
		p.instr(in)
	}
	if len(b.Yield) > 0 {
		p.line("yield %s", p.list(b.Yield, p.use))
	}
	p.indent--
}

func (p *printer) instr(in *Instr) {
	switch in.Op {
	case OpIf:
		p.line("%sif %s {%s", p.results(in), p.use(in.Args[0]), siteText(uint32(in.Site)))
		p.block(in.Blocks[0])
		p.line("} else {")
		p.block(in.Blocks[1])
		p.line("}")
	case OpLoop:
		head, results := in.Blocks[0], p.results(in)
		carried := make([]string, len(in.Args))
		for i := range in.Args {
			carried[i] = " " + p.def(head.Params[i]) + "=" + p.use(in.Args[i])
		}
		p.line("%sloop%s {%s", results, strings.Join(carried, ""), siteText(uint32(in.Site)))
		p.block(head)
		p.line("} do {")
		p.block(in.Blocks[1])
		p.line("}")
	default:
		p.line("%s%s%s%s%s", p.results(in), in.Op, p.operands(in), p.attributes(in), siteText(uint32(in.Site)))
	}
}

func (p *printer) results(in *Instr) string {
	if len(in.Results) == 0 {
		return ""
	}
	return p.list(in.Results, p.def) + " = "
}

func (p *printer) operands(in *Instr) string {
	if len(in.Args) == 0 {
		return ""
	}
	return " " + p.list(in.Args, p.use)
}

// attributes are the words after the operands: an immediate word for some, then key=value pairs that differ from the usual.
func (p *printer) attributes(in *Instr) string {
	var s strings.Builder
	switch in.Op {
	case OpConst:
		s.WriteString(" " + constText(p.k.Type(in.Result()), in.Imm))
	case OpSys:
		s.WriteString(" " + SysVal(in.Imm).String())
	case OpQuery:
		s.WriteString(" " + QueryField(in.Imm).String())
	case OpPrintf:
		fmt.Fprintf(&s, " f=%d", in.Imm)
	}
	if hasNumber(in.Op) {
		fmt.Fprintf(&s, " n=%d", in.Imm)
	}
	if in.Op.Class() == Atomic {
		s.WriteString(" " + AtomicOp(in.Imm).String())
	}
	if in.Op.NamesBinding() {
		fmt.Fprintf(&s, " b=%d", in.Binding)
	}
	if in.Offset != 0 {
		fmt.Fprintf(&s, " off=%d", in.Offset)
	}
	if hasWidth(in.Op) && in.Width != 4 {
		fmt.Fprintf(&s, " w=%d", in.Width)
	}
	if in.Signed {
		s.WriteString(" signed")
	}
	if in.Mark {
		s.WriteString(" mark")
	}
	return s.String()
}

// UsesBinding tells whether op accesses a binding, or asks for its size.
func (op Op) UsesBinding() bool {
	return op >= OpLoadBuf && op <= OpLoadConst || op == OpQuery
}

// NamesBinding tells whether Instr.Binding means something for op, which may access nothing itself.
func (op Op) NamesBinding() bool { return op.UsesBinding() || op == OpAligned }

// IsArray tells whether op is an access to an array of shared or local memory.
func (op Op) IsArray() bool { return op >= OpLoadShared && op <= OpStoreLocal }

// hasWidth tells whether op moves Instr.Width bytes.
func hasWidth(op Op) bool { return op >= OpLoadBuf && op <= OpStoreLocal }

// constText is the shortest text that gives the same bits.
func constText(t Type, bits uint32) string {
	switch t {
	case Bool:
		return [...]string{"false", "true"}[bits&1]
	case F32:
		f := math.Float32frombits(bits)
		if f != f || math.IsInf(float64(f), 0) {
			return fmt.Sprintf("0x%08x", bits)
		}
		return strconv.FormatFloat(float64(f), 'g', -1, 32)
	}
	return strconv.FormatInt(int64(int32(bits)), 10)
}
