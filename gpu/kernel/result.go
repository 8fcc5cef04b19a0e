package kernel

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// fill words the result of an executor for the executor of commands.
func fill(out *exec.Result, v *variant, d *ir.Dispatch, r *ir.Result) {
	out.Instructions, out.OutOfBounds, out.Printed = r.Instructions, r.OutOfBounds, r.Printed
	if r.Fault != nil {
		out.Hung, out.HungSite, out.HungGroup = true, r.Fault.Site, d.GroupID(r.Fault.Group)
	}
	for _, a := range out.Accesses {
		if a.Write {
			out.BytesWritten += a.End - a.Begin
		} else {
			out.BytesRead += a.End - a.Begin
		}
	}
	out.Reports = reports(v.ir, r.Reports, func(i int) [3]uint32 { return itemID(v.ir, d, r.Reports[i].Group, r.Reports[i].Item) })
	for i := range r.Prints {
		p := &r.Prints[i]
		out.Prints = append(out.Prints, exec.Print{Site: p.Site, Item: itemID(v.ir, d, p.Group, p.Item),
			Text: formatPrint(v.ir.Formats[p.Format], v.prints[p.Format], p.Args)})
	}
}

// itemID is the DispatchThreadID of a work item of a linear group.
func itemID(k *ir.Kernel, d *ir.Dispatch, group uint64, item uint32) [3]uint32 {
	g, n := d.GroupID(group), k.NumThreads
	return [3]uint32{g[0]*n[0] + item%n[0], g[1]*n[1] + item/n[0]%n[1], g[2]*n[2] + item/(n[0]*n[1])}
}

// reports joins the accesses of one site to one binding into the first of them. item names the work item of each.
func reports(k *ir.Kernel, list []ir.Report, item func(i int) [3]uint32) []exec.Report {
	type place struct {
		site    gpu.Site
		binding int32
	}
	first := map[place]int{}
	var out []exec.Report
	for i := range list {
		r := &list[i]
		at := place{r.Site, r.Binding}
		if n, ok := first[at]; ok {
			out[n].Repeats++
			continue
		}
		first[at] = len(out)
		class := r.Op.Class()
		e := exec.Report{Site: r.Site, Binding: r.Binding, Element: r.Slot, Item: item(i), Write: class != ir.Load}
		e.Index, e.Size = outside(k, r)
		out = append(out, e)
	}
	return out
}

// outside picks the number that is outside and its limit.
func outside(k *ir.Kernel, r *ir.Report) (index, size uint64) {
	if r.Binding < 0 {
		return uint64(r.Index[0]), uint64(r.Limit)
	}
	b := &k.Bindings[r.Binding]
	switch {
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

// maxSpans bounds the pieces of one strided access that are told apart.
const maxSpans = 1024

// accesses are the bytes of a dispatch's footprint, by record and offset, reads and writes apart. Where an index has no closed form they are
// an upper bound, and say so: the whole part of the resource that the access may reach. The caller must not change them.
func (v *variant) accesses(d *ir.Dispatch) []exec.Access {
	k := v.ir
	v.mu.Lock()
	touches := v.plans.Touches(k, d, maxSpans)
	if len(touches) > 0 && v.touched == &touches[0] {
		defer v.mu.Unlock()
		return v.accessed
	}
	v.mu.Unlock()
	var list []exec.Access
	for _, t := range touches {
		record := k.FirstRecord(t.Binding) + t.Slot
		for _, s := range t.Spans {
			if t.Read {
				list = append(list, exec.Access{Record: record, Begin: s.Begin, End: s.End, Exact: t.Exact})
			}
			if t.Write {
				list = append(list, exec.Access{Record: record, Begin: s.Begin, End: s.End, Write: true, Exact: t.Exact})
			}
		}
	}
	list = merge(list)
	if len(touches) > 0 {
		v.mu.Lock()
		v.touched, v.accessed = &touches[0], list
		v.mu.Unlock()
	}
	return list
}

// merge sorts by record, kind and offset, and joins ranges that touch. Exact ones and others are joined only where they overlap: the result may be touched
// in part.
func merge(list []exec.Access) []exec.Access {
	slices.SortFunc(list, func(a, b exec.Access) int {
		return cmp.Or(cmp.Compare(a.Record, b.Record), compareBool(a.Write, b.Write), cmp.Compare(a.Begin, b.Begin), cmp.Compare(a.End, b.End))
	})
	out := list[:0]
	for _, a := range list {
		if n := len(out); n > 0 && joins(&out[n-1], &a) {
			last := &out[n-1]
			last.Exact = last.Exact && (a.Exact || a.End <= last.End)
			last.End = max(last.End, a.End)
			continue
		}
		out = append(out, a)
	}
	return out
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// joins tells whether a belongs to last, which begins before it.
func joins(last, a *exec.Access) bool {
	same := last.Record == a.Record && last.Write == a.Write
	return same && (a.Begin < last.End || a.Begin == last.End && a.Exact == last.Exact)
}
