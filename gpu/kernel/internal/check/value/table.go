package value

import (
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// placedTable is a captured table that was given local memory, because an index into it is not known. With refused it was not, which is reported.
type placedTable struct {
	table   *syntax.Table
	at      uint32
	refused bool
}

// CapturedTable is a captured table by its name, or an invalid value after reporting why it cannot be used.
func (l *Context) CapturedTable(name string, t *syntax.Table, site, from gpu.Site) Value {
	if problem := t.Problem(); problem != "" {
		declared(l.Fail(diag.HostValue, site, "a kernel cannot use the table %s: %s", name, problem), from).
			Because("A kernel can capture a list of numbers, or a list of lists of two to four numbers, as a constant array.").
			HelpText("put other data into a buffer")
		return Value{Site: site}
	}
	return Value{Kind: Table, Site: site, From: from, Table: t, Str: name}
}

// indexTable is t[key], numbered from 1 as in Lua. With an index known now it is a constant; otherwise the table is put into local memory where
// the kernel begins, and a read outside it is reported and gives 0.
func (l *Context) indexTable(t, key Value, site gpu.Site) Value {
	n := len(t.Table.Rows)
	if key.Kind == Constant && !key.IsFloat {
		if key.Number < 1 || key.Number > float64(n) {
			d := l.FailOn(diag.ConstantOutOfRange, key, "index %s is outside of %s: its elements are 1 to %d, as in Lua",
				FormatNumber(key.Number), t.Str, n)
			HelpIndex(declared(d, t.From), key, int(min(max(key.Number, 0), float64(n)+1)), 1, n) // it may be no int
			return Value{Site: site}
		}
		return l.tableRow(t, int(key.Number)-1, site)
	}
	i := l.ScalarInt(key, "an index")
	at, ok := l.placeTable(t, site)
	if !ok {
		return Value{Site: site}
	}
	elem := t.Table.Elem()
	stride := syntax.Size(elem, syntax.Packed)
	first := l.B.ISub(i, l.B.I(1))
	inside := l.B.LtU(first, l.B.U(uint32(n)))
	bytes := l.B.Select(inside, l.B.IMul(first, l.B.I(int32(stride))), l.B.Or(first, l.B.U(ir.OutsideTable)))
	return Value{Kind: Located, Site: site, From: t.From, T: elem, Listed: t.listed(), Part: true,
		Place: &Place{space: inLocal, Name: t.Str, Site: t.From, off: int(at), dyn: bytes,
			readonly: "a table of the script"}}
}

// tableRow is one number, or the vector of several.
func (l *Context) tableRow(t Value, i int, site gpu.Site) Value {
	row := t.Table.Rows[i]
	if len(row) == 1 {
		return NewConstant(site, row[0], false)
	}
	c := make([]V, len(row))
	for i, x := range row {
		c[i] = l.B.F(float32(x))
	}
	v := NewData(site, syntax.Vector(syntax.Float, len(row)), c...)
	v.Listed = t.listed()
	return v
}

// listed is the name of a table of lists.
func (v Value) listed() string {
	if v.Table.Elem().IsScalar() {
		return ""
	}
	return v.Str
}

// listIndex refuses a number as the index of a list in a captured list, unless it is 0: Lua counts from 1 there, and a vector, which the list is
// here, from 0.
func (l *Context) listIndex(object, key Value, site gpu.Site) bool {
	if object.Listed == "" || key.Kind == Constant && key.Number == 0 {
		return true
	}
	d := l.FailOn(diag.WrongIndex, key, "an element of %s is a %s here, whose components are numbered from 0, and a list of the script counts from 1",
		object.Listed, object.T)
	declared(d, object.From)
	if n := int(key.Number); key.Kind == Constant && !key.IsFloat && n >= 1 && n <= object.T.Cols {
		d.HelpText("write .%s for number %d of the list", swizzleOf[4][n-1:n], n)
	} else {
		d.HelpText("take it as a vector: %s(…)[i - 1] is number i of the list", object.T)
	}
	return false
}

// sameBits says whether numbers are the same ones: 0 and -0 are two.
func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

// rounded says whether x is an int or uint that becomes another number as a float. What is larger than any of them, such as 1e30, is meant as one.
func rounded(x float64) bool {
	return x == math.Trunc(x) && math.Abs(x) <= math.MaxUint32 && float64(float32(x)) != x
}

// placeTable gives the place of a table in local memory, filling it where the kernel begins.
func (l *Context) placeTable(t Value, site gpu.Site) (uint32, bool) {
	for _, p := range l.tables {
		if p.table == t.Table || slices.EqualFunc(p.table.Rows, t.Table.Rows, sameBits) {
			return p.at, !p.refused
		}
	}
	size := uint32(4 * len(t.Table.Rows) * len(t.Table.Rows[0]))
	if l.B.K.LocalBytes()+size > ir.MaxLocalBytes {
		l.Fail(diag.KernelTooLarge, site, "with table %s the kernel has %d bytes of local arrays; %d are allowed", t.Str,
			l.B.K.LocalBytes()+size, ir.MaxLocalBytes)
		return 0, false
	}
	for i, row := range t.Table.Rows {
		for _, x := range row {
			if rounded(x) {
				d := l.Fail(diag.ConstantOutOfRange, site,
					"element %d of table %s is %s, which a float cannot hold exactly", i+1, t.Str, FormatNumber(x))
				declared(d, t.From).Because("A table that is indexed by a variable is an array of floats.").
					HelpText("put whole numbers beyond 16777216 into a buffer of uint")
				l.tables = append(l.tables, placedTable{table: t.Table, refused: true})
				return 0, false
			}
		}
	}
	at := l.B.K.AddLocal(t.Str, size, 4, t.From)
	array := &l.B.K.Locals[len(l.B.K.Locals)-1]
	array.Stride, array.Table = size/uint32(len(t.Table.Rows)), true
	off := at
	for _, row := range t.Table.Rows {
		for _, x := range row {
			l.B.Prologue(&ir.Instr{Op: ir.OpStoreLocal, Binding: -1, Offset: off, Width: 4,
				Args: []V{l.B.I(0), 0, l.B.U(math.Float32bits(float32(x)))}})
			off += 4
		}
	}
	l.tables = append(l.tables, placedTable{table: t.Table, at: at})
	return at, true
}
