package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/addresses"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	wording "github.com/gpuscript/gpuscript/gpu/validate/internal/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/protocol"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Explain implements device.Explainer: it words what went wrong while work ran. It returns nil for incidents that it does not know.
func (v *Validator) Explain(i incident.Incident) *diag.Diagnostic {
	switch i := i.(type) {
	case *incident.Hang:
		v.lose(v.objects.Device(i.Queue))
	case *incident.DescriptorFault:
		if v.choseGiven(i) {
			d := wording.Explain(names{v}, i)
			d.Follows = true
			return d
		}
		if i.Kind == incident.DescriptorDestroyed && i.Resource == 0 && i.Address != 0 {
			named := *i
			named.Resource = addresses.Gone(names{v}, i.Address)
			return wording.Explain(names{v}, &named)
		}
	case *incident.PageFault:
		v.lose(v.objects.Device(i.Queue))
	}
	return wording.Explain(names{v}, i)
}

// choseGiven says whether a fault is of a program that chose a descriptor of an object, or of an indirect command that names a buffer, which was
// released after the submission: the Release came too early, and that is told.
func (v *Validator) choseGiven(f *incident.DescriptorFault) bool {
	v.tellLate()
	u, id := flight.Use{Queue: f.Queue, List: f.List, Submit: f.SubmitSite, Record: f.RecordSite, Op: f.Op, Chosen: true}, f.Resource
	if s := v.tables.Executing(f.Queue); s != nil && f.Used != 0 {
		v.owners.Chose(v.order, v.objects, owner.Descriptor(f.Handle.Heap, f.Handle.Index), id, s.Point,
			owner.Need{Site: u.Record, List: u.List, Op: u.Op})
		if f.Kind == incident.DescriptorDestroyed {
			u.Point = s.Point
			v.tell(flight.Descriptor(gpu.CPUDescriptorHandle(f.Handle)), s.Writes, &u)
		}
	} else if n, running := v.named.Running(f.Queue); running && f.Op == gpu.OpExecuteIndirect {
		u.Point, id = n, addresses.Gone(names{v}, f.Address)
		v.owners.Chose(v.order, v.objects, owner.Object{}, id, n, owner.Need{Site: u.Record, List: u.List, Op: u.Op})
	}
	return v.markChosen(id, u)
}

// say starts the diagnostic of a broken rule at a place. It is part of the answer of Check already; the caller goes on building it.
func (v *Validator) say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic {
	d := words.New(code, site, format, args...)
	v.out = append(v.out, d)
	return d
}

// names tells the packages of words and descriptions how objects are called.
type names struct{ v *Validator }

// Say implements handles.World.
func (n names) Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic {
	return n.v.say(code, site, format, args...)
}

// Ref implements incident.Names.
func (n names) Ref(id gpu.ID) string { return n.v.objects.Ref(id) }

// Released implements incident.Names.
func (n names) Released(id gpu.ID) gpu.Site { return n.v.objects.Released(id) }

// Forgotten implements protocol.World.
func (n names) Forgotten(id gpu.ID) bool { return n.v.objects.Forgotten(id) }

// Created implements creation.Names.
func (n names) Created(id gpu.ID) gpu.Site { return n.v.objects.Created(id) }

// Name implements conflict.Names.
func (n names) Name(id gpu.ID) string { return n.v.objects.Name(id) }

// Fence implements conflict.Names.
func (n names) Fence(number int) gpu.ID { return n.v.fenceIDs[number] }

// Unheeded implements conflict.Names.
func (n names) Unheeded(queue gpu.ID) (unheeded gpu.ID, signal gpu.Site) {
	if n.v.order.Crowd() {
		return 0, 0
	}
	for _, id := range n.v.objects.Alive(func(id gpu.ID) bool { return bodyOf[fence](n.v, id) != nil }) {
		if signal = bodyOf[fence](n.v, id).Unheeded(queue); signal != 0 {
			return id, signal
		}
	}
	return 0, 0
}

// Armed implements conflict.Names.
func (n names) Armed(id gpu.ID, value uint64) (sets gpu.ID, site gpu.Site) {
	return n.v.book.Armed(bodyOf[fence](n.v, id), value, func(id gpu.ID) *event { return bodyOf[event](n.v, id) })
}

// Arming implements conflict.Names.
func (n names) Arming(id, event gpu.ID, value uint64) gpu.Site {
	return n.v.book.Arming(bodyOf[fence](n.v, id), event, value)
}

// Device implements conflict.Names.
func (n names) Device(id gpu.ID) gpu.ID { return n.v.objects.Device(id) }

// Queues implements protocol.World.
func (n names) Queues(device gpu.ID, t gpu.CommandListType) (ids []gpu.ID) {
	return n.v.objects.Alive(func(id gpu.ID) bool {
		q := bodyOf[queue](n.v, id)
		return q != nil && q.Type == t && n.v.objects.Device(id) == device
	})
}

// Lists implements protocol.World.
func (n names) Lists(device gpu.ID, t gpu.CommandListType) int {
	return len(n.v.objects.Alive(func(id gpu.ID) bool {
		l := n.v.list(id)
		return l != nil && l.Type == t && l.Device == device
	}))
}

// Free implements protocol.World.
func (n names) Free(device gpu.ID, t gpu.CommandListType) (list []protocol.Free) {
	for _, id := range n.v.objects.Alive(func(id gpu.ID) bool { return bodyOf[allocator](n.v, id) != nil && n.v.objects.Device(id) == device }) {
		if a := bodyOf[allocator](n.v, id); a.Type == t && a.Open == 0 && a.Site == a.Empty {
			list = append(list, protocol.Free{ID: id, Reset: a.Empty})
		}
	}
	return list
}

// ReadsBack implements conflict.Names.
func (n names) ReadsBack(id gpu.ID) bool {
	q := bodyOf[queue](n.v, id)
	return q != nil && q.Any
}

// Resource implements conflict.Names.
func (n names) Resource(id gpu.ID) *gpu.ResourceDesc {
	if r := n.v.resource(id); r != nil {
		return r.Desc
	}
	return nil
}

// Shown implements standing.Names.
func (n names) Shown(id gpu.ID) bool {
	r := n.v.resource(id)
	return r != nil && r.Chain != nil
}

// Queries implements content.Names.
func (n names) Queries(heap gpu.ID) gpu.QueryHeapType { return bodyOf[queryHeap](n.v, heap).Desc.Type }
