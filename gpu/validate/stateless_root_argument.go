package validate

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/addresses"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/arguments"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/protocol"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/roster"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// argumentTarget finds the parameter that a SetComputeRoot… command names, of the kind that it sets.
func (v *Validator) argumentTarget(l *list, c *gpu.Command, kind gpu.RootParameterType) (*rootSignature, *gpu.RootParameter) {
	r := l.Signature
	switch {
	case r == nil:
		v.sayNoRootSignature(c)
	case int(c.Slot) >= len(r.Desc.Parameters):
		tables.ParameterIndex(v.world(l, c), c, l.Root, r.Desc, kind)
	case r.Desc.Parameters[c.Slot].Type != kind:
		tables.ParameterKind(v.world(l, c), c, l.Arguments, kind, l.Setter(""))
	default:
		return r, &r.Desc.Parameters[c.Slot]
	}
	return nil, nil
}

func (v *Validator) constantsRules(l *list, c *gpu.Command) {
	_, p := v.argumentTarget(l, c, gpu.Root32BitConstants)
	if p != nil && uint64(c.X)+uint64(len(c.Words)) > uint64(p.Num32BitValues) {
		tables.ConstantsRange(v.world(l, c), c, l.Root, p.Num32BitValues)
	}
}

// rootViewRules: the address lies in a living buffer that allows the view, aligned as the view needs it.
func (v *Validator) rootViewRules(l *list, c *gpu.Command) {
	kind := program.ViewKind(c.Op)
	if _, p := v.argumentTarget(l, c, kind); p == nil {
		return
	}
	align := uint64(4)
	if kind == gpu.RootCBV {
		align = gpu.ConstantBufferAlignment
	}
	if c.Address%align != 0 {
		addresses.Alignment(names{v}, c.Site, c.Op.String(), c.Address, align)
		return
	}
	r := v.addressed(c.Address, 1, c)
	if r != nil && kind == gpu.RootUAV && r.Desc.Flags&gpu.AllowUnorderedAccess == 0 {
		addresses.NotUnordered(names{v}, r.ID, c.Site, c.Op.String())
	}
}

// addressed finds the buffer that holds size bytes at an address, or says that there is none. It returns nil then, and when addresses cannot be asked
// for.
func (v *Validator) addressed(address, size uint64, c caller) *resource {
	if v.resourceAt == nil {
		return nil
	}
	id, offset, ok := v.resourceAt(address)
	if !ok {
		addresses.Nowhere(names{v}, c, address, size)
		return nil
	}
	r := v.resource(id)
	if r == nil || v.unusable(id, c) {
		return nil
	}
	if words.End(offset, size) > r.Desc.Width {
		addresses.TooSmall(names{v}, c, id, offset, size)
		return nil
	}
	return r
}

// tableRules: the handle lies in the bound heap of the table's type, with room for the whole table.
func (v *Validator) tableRules(l *list, c *gpu.Command) {
	r, _ := v.argumentTarget(l, c, gpu.RootDescriptorTable)
	if r == nil {
		return
	}
	h, bound := bodyOf[descriptorHeap](v, c.GPUHandle.Heap), l.Heaps[r.Tables.Heap[c.Slot]]
	switch {
	case bound == 0:
		v.noHeapBound(l, c, r.Tables.Heap[c.Slot])
	case c.GPUHandle.Heap != bound || h == nil:
		tables.OtherHeap(v.world(l, c), c, bound, l.HeapSite)
	case v.unusable(bound, c):
	case uint64(c.GPUHandle.Index)+uint64(r.Tables.Size[c.Slot]) > uint64(h.Desc.NumDescriptors):
		tables.TableRange(v.world(l, c), c, r.Tables.Size[c.Slot], h.Desc.NumDescriptors)
	}
}

func (v *Validator) noHeapBound(l *list, c *gpu.Command, t gpu.DescriptorHeapType) {
	only := c.GPUHandle.Heap
	if l.Heaps != [2]gpu.ID{} {
		only = 0 // the other heap is to be bound with it, and tables are to be set again
	}
	tables.NoHeapBound(v.world(l, c), c, t, only)
}

// descriptorHeapsRules: shader-visible heaps, at most one of each type. The heaps stand in Words; the command has room for two.
func (v *Validator) descriptorHeapsRules(_ *list, c *gpu.Command) {
	var seen [2]gpu.ID
	for i, word := range c.Words {
		id := gpu.ID(word)
		h := bodyOf[descriptorHeap](v, id)
		if v.unusable(id, c) || h == nil {
			continue
		}
		switch {
		case !h.Visible() || h.Desc.Type > gpu.HeapSampler:
			tables.HeapInvisible(v.world(nil, c), id, h.Desc.Type, i+1, c.Site, c.Op.String())
		case seen[h.Desc.Type] != 0:
			tables.TwoHeaps(v.world(nil, c), c, seen[h.Desc.Type], id, h.Desc.Type)
		default:
			seen[h.Desc.Type] = id
		}
	}
}

// writeImmediateRules: 4 aligned bytes inside a buffer that may be written.
func (v *Validator) writeImmediateRules(l *list, c *gpu.Command) {
	for _, w := range c.Writes {
		if w.Dest%4 != 0 {
			addresses.Alignment(names{v}, c.Site, c.Op.String(), w.Dest, 4)
			continue
		}
		if r := v.addressed(w.Dest, 4, c); r != nil {
			v.needs.Use(&l.Recording, &r.Resource, 0, gpu.StateCopyDest, c, role.Role{})
		}
	}
}

// indirectRules: buffers that hold the arguments and the count, the root signature of the command signature, and what a dispatch needs.
func (v *Validator) indirectRules(l *list, c *gpu.Command) {
	s := bodyOf[commandSignature](v, c.Object)
	if s == nil || !arguments.Buffers(v.world(l, c), c, s.Desc) {
		return
	}
	if root := bodyOf[rootSignature](v, s.Root); s.Sets != 0 && root != nil && (l.Signature == nil || l.Signature.Layout != root.Layout) {
		tables.IndirectRoot(v.world(l, c), c, s.Root, l.Root, l.Setter("Signature"))
		return
	}
	if !v.programRules(l, c, s.Sets) {
		return
	}
	v.needs.Use(&l.Recording, &v.resource(c.Src).Resource, 0, gpu.StateIndirectArgument, c, role.Role{Kind: role.Arguments})
	if r := v.resource(c.Dst); r != nil {
		v.needs.Use(&l.Recording, &r.Resource, 0, gpu.StateIndirectArgument, c, role.Role{Kind: role.Count})
	}
}

// pipelines are those that a command can have meant: of its kind, and for the root signature that is set.
func (v *Validator) pipelines(l *list, c *gpu.Command) []gpu.ID {
	draws := strings.HasPrefix(c.Op.String(), "Draw") || c.Op == gpu.OpExecuteIndirect && l.Arguments.Draws
	if !draws && c.Op != gpu.OpDispatch && c.Op != gpu.OpExecuteIndirect {
		return nil
	}
	return roster.Those(v.objects, v.objects.Device(l.ID), func(_ gpu.ID, p *pipeline) bool {
		return (p.Graphics != nil) == draws && (!draws || l.Graphics.Suits(p.Graphics)) && (l.Root == 0 || p.Root == l.Root)
	})
}

func (v *Validator) sayMissingArgument(l *list, c *gpu.Command, p *pipeline, parameter uint32) {
	kind := l.Signature.Desc.Parameters[parameter].Type
	unbound := func(id gpu.ID) bool {
		for i := range l.Signature.Desc.Parameters {
			if l.Set>>i&1 != 0 && l.Args[i].Resource == id {
				return false
			}
		}
		return true
	}
	brought := func(id gpu.ID) bool {
		return l.Barriers.Brings(id, layout.StateOf(layout.ClassOf(kind), p.Reader(parameter).Stage))
	}
	only := roster.Meant(roster.Those(v.objects, v.objects.Device(l.ID), func(_ gpu.ID, r *resource) bool { return words.ViewOf(kind, r.Desc) }),
		unbound, brought)
	heap := l.Heaps[l.Signature.Tables.Heap[parameter]]
	tables.Missing(v.world(l, c), c, l.Arguments, p.Reader(parameter), parameter, l.Setter(""),
		tables.Meant{Buffer: only, Table: bodyOf[descriptorHeap](v, heap).Table(heap, l.Signature, parameter), Reads: p.Reads.Needs}, l.HeapSite)
}

func (v *Validator) sayNoRootSignature(c *gpu.Command) {
	root := roster.Only(v.objects, v.objects.Device(c.List), func(gpu.ID, *rootSignature) bool { return true })
	if p := bodyOf[pipeline](v, v.list(c.List).Pipeline); p != nil {
		root = p.Root
	}
	instead := gpu.Site(0)
	for i := range v.list(c.List).Points {
		if a := &v.list(c.List).Points[i]; a.Root == root && root != 0 && !a.Ran && a.Set == 0 {
			instead = a.RootAt
		}
	}
	protocol.NoRootSignature(names{v}, c, v.list(c.List).Setter("Signature"), root, instead)
}
