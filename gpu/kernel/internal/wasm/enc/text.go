package enc

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// Text is the module in the text format, one instruction a line, nested blocks indented.
func (m *Module) Text() string {
	var b strings.Builder
	b.WriteString("(module\n")
	for _, i := range m.Imports {
		fmt.Fprintf(&b, "  (import %q %q (func", i.Module, i.Name)
		typeList(&b, " (param", i.Params)
		typeList(&b, " (result", i.Results)
		b.WriteString("))\n")
	}
	if m.Memory != "" {
		fmt.Fprintf(&b, "  (memory (export %q) %d %d)\n", m.Memory, m.Pages, m.Pages)
	} else {
		fmt.Fprintf(&b, "  (memory %d %d)\n", m.Pages, m.Pages)
	}
	for _, f := range m.Funcs {
		f.text(&b)
	}
	b.WriteString(")\n")
	return b.String()
}

func (f *Func) text(b *strings.Builder) {
	fmt.Fprintf(b, "  (func $%s", f.Name)
	if f.Export != "" {
		fmt.Fprintf(b, " (export %q)", f.Export)
	}
	typeList(b, " (param", f.Params)
	typeList(b, " (result", f.Results)
	b.WriteByte('\n')
	if len(f.Locals) > 0 {
		typeList(b, "    (local", f.Locals)
		b.WriteByte('\n')
	}
	depth := 2
	for i := range f.Body {
		in := &f.Body[i]
		if in.Op == End || in.Op == Else {
			depth--
		}
		b.WriteString(strings.Repeat("  ", depth))
		b.WriteString(in.String())
		b.WriteByte('\n')
		if in.Op == Block || in.Op == Loop || in.Op == If || in.Op == Else {
			depth++
		}
	}
	b.WriteString("  )\n")
}

func typeList(b *strings.Builder, head string, types []ValType) {
	if len(types) == 0 {
		return
	}
	b.WriteString(head)
	for i := 0; i < len(types); {
		j := i
		for j < len(types) && types[j] == types[i] {
			b.WriteByte(' ')
			b.WriteString(types[i].String())
			j++
		}
		i = j
	}
	b.WriteByte(')')
}

// String is the instruction in the text format.
func (in *Instr) String() string {
	info := in.Op.info()
	switch info.imm {
	case immBlock:
		if in.Block == 0 {
			return info.name
		}
		return info.name + " (result " + in.Block.String() + ")"
	case immIndex:
		return info.name + " " + strconv.FormatUint(in.X, 10)
	case immMem:
		return info.name + memText(in.X)
	case immMemLane:
		return info.name + memText(in.X) + " " + strconv.Itoa(int(in.Lane))
	case immLane:
		return info.name + " " + strconv.Itoa(int(in.Lane))
	case immI32:
		return info.name + " " + strconv.Itoa(int(int32(in.X)))
	case immI64:
		return info.name + " " + strconv.FormatInt(int64(in.X), 10)
	case immF32:
		return info.name + fmt.Sprintf(" 0x%08x ;; float bits", uint32(in.X))
	case immF64:
		return info.name + fmt.Sprintf(" 0x%016x ;; float bits", in.X)
	case immV128:
		return info.name + vectorText(in)
	}
	return info.name
}

func memText(offset uint64) string {
	if offset == 0 {
		return " align=1"
	}
	return " offset=" + strconv.FormatUint(offset, 10) + " align=1"
}

func vectorText(in *Instr) string {
	var b strings.Builder
	if in.Op == I8x16Shuffle {
		for _, lane := range in.V {
			fmt.Fprintf(&b, " %d", lane)
		}
		return b.String()
	}
	b.WriteString(" i32x4")
	for i := 0; i < 16; i += 4 {
		fmt.Fprintf(&b, " 0x%08x", binary.LittleEndian.Uint32(in.V[i:]))
	}
	return b.String()
}
