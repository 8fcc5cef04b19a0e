package kernel

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// fill words the result of an executor for the executor of commands.
func fill(out *exec.Result, v *variant, d *ir.Dispatch, r *ir.Result) {
	out.Instructions, out.OutOfBounds, out.Printed = r.Instructions, r.OutOfBounds, r.Printed
	if r.Fault != nil {
		out.Hung, out.HungSite, out.HungGroup = true, r.Fault.Site, d.GroupID(r.Fault.Group)
	}
	if len(out.Accesses) > 0 && !d.Rough {
		countBytes(out)
	}
	if len(r.Reports) > 0 {
		out.Reports = reports(v.decl, r.Reports, func(i int) [3]uint32 { return itemID(v.decl, d, r.Reports[i].Group, r.Reports[i].Item) })
	}
	for i := range r.Prints {
		p := &r.Prints[i]
		out.Prints = append(out.Prints, exec.Print{Site: p.Site, Item: itemID(v.decl, d, p.Group, p.Item),
			Text: formatPrint(v.decl.Formats[p.Format], p.Args)})
	}
}

// countBytes sums up the bytes of the accesses.
func countBytes(out *exec.Result) {
	for i := range out.Accesses { // looked at where they stand: there may be thousands
		a := &out.Accesses[i]
		n := a.End - a.Begin
		if a.Size != 0 {
			n = a.Bytes()
		}
		if a.Writes() {
			out.BytesWritten += n
		}
		if a.Reads() {
			out.BytesRead += n
		}
	}
}

// itemID is the DispatchThreadID of a work item of a linear group.
func itemID(k *ir.Kernel, d *ir.Dispatch, group uint64, item uint32) [3]uint32 {
	g, n := d.GroupID(group), k.NumThreads
	return [3]uint32{g[0]*n[0] + item%n[0], g[1]*n[1] + item/n[0]%n[1], g[2]*n[2] + item/(n[0]*n[1])}
}

// reports joins the accesses of one site to one register into the first of them. item names the work item of each.
func reports(k *ir.Kernel, list []ir.Report, item func(i int) [3]uint32) []exec.Report {
	if len(list) == 0 {
		return nil
	}
	type place struct {
		site    gpu.Site
		binding int32
		slot    uint32
		aligned bool // an OpAligned: at the site of an access that may be outside as well
	}
	first := map[place]int{}
	var out []exec.Report
	for i := range list {
		r := &list[i]
		at := place{r.Site, r.Binding, r.Slot, r.Op == ir.OpAligned}
		if n, ok := first[at]; ok {
			out[n].Repeats++
			continue
		}
		first[at] = len(out)
		class := r.Op.Class()
		e := exec.Report{Site: r.Site, Binding: r.Binding, Element: r.Slot, Item: item(i), Write: class != ir.Load}
		if r.Op == ir.OpAligned {
			e.Unaligned, e.Write, e.Index = true, false, uint64(r.Index[0])
			out = append(out, e)
			continue
		}
		e.Index, e.Size = outside(k, r)
		e.Texel, e.Extent, e.Axes = texelOf(k, r)
		e.Level = levelOf(k, r)
		if e.Level == incident.LeftOutLevel {
			e.Index &^= ir.LeftOut
		}
		if r.Binding < 0 {
			a := memoryOf(k, r)
			e.Array, e.Declared = a.Name, a.Site
		}
		out = append(out, e)
	}
	return out
}

// memoryOf is the array of shared or local memory that an access was meant for.
func memoryOf(k *ir.Kernel, r *ir.Report) ir.Array {
	return k.ArrayOf(&ir.Instr{Op: r.Op, Offset: r.Index[1]})
}

// elementOf is the number of the element that was meant, negative ones as uint has them.
func elementOf(a ir.Array, r *ir.Report) uint64 {
	if a.Table {
		number := r.Index[0]
		if number>>30 == 1 { // a small number from 0; others are negative
			number &^= ir.OutsideTable
		}
		return uint64(number + 1)
	}
	if r.Index[2] != 0 {
		return uint64(r.Index[2])
	}
	return uint64(uint32(int32(r.Index[0]+r.Index[1]-a.Offset) / int32(max(a.Stride, 1))))
}

// outside picks the number that is outside and its limit.
func outside(k *ir.Kernel, r *ir.Report) (index, size uint64) {
	if r.Binding < 0 {
		a := memoryOf(k, r)
		return elementOf(a, r), uint64(r.Limit / max(a.Stride, 1))
	}
	b := &k.Bindings[r.Binding]
	switch {
	case r.Slot >= b.Count: // of the array of resources
		return uint64(r.Slot), uint64(b.Count)
	case b.Shape == ir.Raw:
		return uint64(r.Index[0])*uint64(b.Stride) + uint64(r.Index[1]), uint64(r.Limit) * uint64(b.Stride)
	case b.Shape.IsBuffer() && r.Index[0] < r.Limit: // the byte inside the element
		return uint64(r.Index[1]), uint64(b.Stride)
	case !b.Shape.IsTexture():
		return uint64(r.Index[0]), uint64(r.Limit)
	case r.Limit == 0: // no such mip
		return uint64(r.Index[3]), 0
	case r.Index[0] >= r.Limit:
		return uint64(r.Index[0]), uint64(r.Limit)
	case r.Index[1] >= r.Bounds[0]:
		return uint64(r.Index[1]), uint64(r.Bounds[0])
	}
	return uint64(r.Index[2]), uint64(r.Bounds[1])
}

// levelOf says whether it is the mip level of a texture that is outside.
func levelOf(k *ir.Kernel, r *ir.Report) incident.Level {
	switch {
	case r.Binding < 0 || r.Limit != 0 || r.Slot >= k.Bindings[r.Binding].Count || !k.Bindings[r.Binding].Shape.IsTexture():
		return incident.RightLevel
	case r.Index[3]&ir.LeftOut != 0 && r.Index[3]&^ir.LeftOut < ir.MaxMips:
		return incident.LeftOutLevel
	}
	return incident.MissingLevel
}

// texelOf is where a texture with several axes was accessed, and how far each reaches. Nothing for cubes, whose faces are numbered, and where the mip
// is missing.
func texelOf(k *ir.Kernel, r *ir.Report) (at, extent [3]uint32, axes uint8) {
	if r.Binding < 0 || r.Limit == 0 {
		return at, extent, 0
	}
	switch k.Bindings[r.Binding].Shape {
	case ir.Texture2D, ir.Texture2DMS:
		axes = 2
	case ir.Texture2DArray, ir.Texture2DMSArray, ir.Texture3D:
		axes = 3
	case ir.Texture1DArray:
		return [3]uint32{r.Index[0], r.Index[2]}, [3]uint32{r.Limit, r.Bounds[1]}, 2
	default:
		return at, extent, 0
	}
	return [3]uint32(r.Index[:3]), [3]uint32{r.Limit, r.Bounds[0], r.Bounds[1]}, axes
}
