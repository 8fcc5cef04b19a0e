package op

import (
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
)

// cumulative are the operators that write running results along an axis. A short line is one work item's, in its order. A long one is cut into parts of as many
// elements as there are parts: the results of the parts come first, then their running results, and then each part goes on from there.
var cumulative = []*Row{
	running("CUMULATIVE_PRODUCT", "HasExclusiveProduct", 1, shader.Math.Mul),
	running("CUMULATIVE_SUMMATION", "HasExclusiveSum", 0, shader.Math.Add),
}

// scan is a running operation.
type scan struct {
	a         *Args
	start     float64
	join      func(m shader.Math, a, b string) string
	exclusive bool
	axis      int
	outer     []uint32 // the sizes with 1 along the axis
	length    uint32   // of a line
}

func running(name, exclusive string, start float64, join func(m shader.Math, a, b string) string) *Row {
	return &Row{Name: name, InPlace: true,
		Fields: []Field{In("InputTensor"), Out("OutputTensor"), Must("Axis", UintType), Enum("AxisDirection", "INCREASING", "DECREASING"), Attr(exclusive, BoolType)},
		Check: func(a *Args) string {
			return first(a.TypesOf("InputTensor", allTypes...), a.SameTypes(), a.SameSizes(), a.checkAxis("Axis", "InputTensor"))
		},
		Lower: func(a *Args) *Program {
			s := scan{a: a, start: start, join: join, exclusive: a.Bool(exclusive), axis: int(a.Uint("Axis"))}
			s.outer, _, s.length = sets(a.Tensor("InputTensor").Sizes, []uint32{a.Uint("Axis")})
			if s.length < longSet {
				return steps(s.line())
			}
			return s.long()
		}}
}

// kernel begins a kernel, and is the arithmetic of the operator in it.
func (s *scan) kernel(items uint64) (*shader.Kernel, shader.Math) {
	k := shader.New(s.a.Row.Name, items)
	return k, k.Math(s.a.Tensor("InputTensor").DataType)
}

// at is the coordinates of a place on a line, which is counted from its end if the direction is DECREASING.
func (s *scan) at(k *shader.Kernel, line []string, n string) []string {
	at := append([]string(nil), line...)
	at[s.axis] = n
	if s.a.Named("AxisDirection") == "DECREASING" {
		at[s.axis] = k.Let("place", "%s - %s", number(s.length-1), n)
	}
	return at
}

// tally begins the running result with a value.
func (s *scan) tally(k *shader.Kernel, value string) string {
	return k.Let("tally", "%s(%s)", shader.Scalar(s.a.Tensor("InputTensor").DataType), value)
}

// write adds the loop over some elements that writes the running results from a tally on.
func (s *scan) write(k *shader.Kernel, m shader.Math, line []string, from, to, tally string) {
	x, y := s.a.in(k, "InputTensor"), s.a.out(k, "OutputTensor")
	n := k.Let("n", "uint(%s)", from)
	k.Block("while %s < %s do", n, to)
	at := s.at(k, line, n)
	next := k.Let("next", "%s", s.join(m, tally, k.Let("x", "%s", x.At(at))))
	if s.exclusive {
		y.Store(y.Index(at), tally)
	} else {
		y.Store(y.Index(at), next)
	}
	k.Line("%s = %s", tally, next)
	k.Line("%s = %s + 1", n, n)
	k.End()
}

// line is the only kernel of short lines.
func (s *scan) line() *shader.Kernel {
	k, m := s.kernel(product(s.outer))
	s.write(k, m, k.Coords("i", s.outer), "0", number(s.length), s.tally(k, m.Const(s.start)))
	return k
}

// long is the program of long lines.
func (s *scan) long() *Program {
	room := &memory{}
	length := root(s.length)
	pieces := (s.length + length - 1) / length
	lines := uint32(product(s.outer))
	t := wide(s.a.Tensor("InputTensor").DataType)
	results, before := room.store(t, lines, pieces), room.store(t, lines, pieces)
	p := steps(s.results(length, results), s.running(results, before), s.finish(length, before))
	p.Temp = room.bytes
	return p
}

// part is the part that a work item has: the coordinates of its line, its first element and what comes after its last one.
func (s *scan) part(k *shader.Kernel, pieces, length uint32) (line []string, from, to string) {
	line = k.Coords(k.Let("line", "i / %d", pieces), s.outer)
	from = k.Let("from", "i %% %d * %d", pieces, length)
	return line, from, k.Let("to", "min(%s + %d, uint(%d))", from, length, s.length)
}

// results is the kernel of the result of each part.
func (s *scan) results(length uint32, results stored) *shader.Kernel {
	k, m := s.kernel(results.Count())
	line, n, to := s.part(k, results.Sizes[1], length)
	tally, x := s.tally(k, m.Const(s.start)), s.a.in(k, "InputTensor")
	k.Block("while %s < %s do", n, to)
	k.Line("%s = %s", tally, s.join(m, tally, k.Let("x", "%s", x.At(s.at(k, line, n)))))
	k.Line("%s = %s + 1", n, n)
	k.End()
	results.in(k).Store("i", tally)
	return k
}

// running is the kernel of what comes before each part.
func (s *scan) running(results, before stored) *shader.Kernel {
	k, m := s.kernel(product(s.outer))
	tally := s.tally(k, m.Const(s.start))
	from, to := results.in(k), before.in(k)
	k.Block("for n = 0, %d do", results.Sizes[1]-1)
	at := []string{"i", k.Let("n", "uint(n)")}
	to.Store(to.Index(at), tally)
	k.Line("%s = %s", tally, s.join(m, tally, k.Let("part", "%s", from.At(at))))
	k.End()
	return k
}

// finish is the kernel that writes each part.
func (s *scan) finish(length uint32, before stored) *shader.Kernel {
	k, m := s.kernel(before.Count())
	line, from, to := s.part(k, before.Sizes[1], length)
	s.write(k, m, line, from, to, s.tally(k, before.in(k).Load("i")))
	return k
}

// checkAxis asks for an axis that a tensor has.
func (a *Args) checkAxis(attribute, input string) string {
	if rank := a.Tensor(input).Rank(); int(a.Uint(attribute)) >= rank {
		return attribute + " is " + number(a.Uint(attribute)) + ". Tensor '" + input + "' has the axes 0 to " + number(uint32(rank-1)) + "."
	}
	return ""
}
