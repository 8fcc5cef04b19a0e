package validate

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/addresses"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/bodies"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/creation"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/fences"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/present"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/recorded"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/roster"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
)

// What the kinds of objects are called here.
type (
	queue            = bodies.Queue
	allocator        = bodies.Allocator
	device           = bodies.Device
	heap             = bodies.Heap
	queryHeap        = bodies.QueryHeap
	list             = recorded.List
	resource         = bodies.Resource
	fence            = fences.Fence
	event            = fences.Event
	rootSignature    = program.Root
	pipeline         = program.Pipeline
	commandSignature = program.Signature
	chain            = present.Chain
	descriptorHeap   = slots.Heap
)

// bodyOf returns the body of an object of one kind, nil for unknown objects and other kinds.
func bodyOf[T any](v *Validator, id gpu.ID) *T { return roster.Body[T](v.objects, id) }

// list is bodyOf without a type parameter, which costs time for every recorded command.
func (v *Validator) list(id gpu.ID) *list { return listOf(v.objects.Get(id)) }

func listOf(o *roster.Object) *list {
	if o != nil {
		l, _ := o.Body.(*list)
		return l
	}
	return nil
}

// resource is as list.
func (v *Validator) resource(id gpu.ID) *resource {
	r, _ := v.objects.BodyOf(id).(*resource)
	return r
}

// device is what is known of a device.
func (v *Validator) device(id gpu.ID) *device {
	d := v.devices.Get(id)
	if d == nil {
		d = bodies.NewDevice()
		v.devices.Set(id, d)
	}
	return d
}

// lose follows the removal of a device: nothing of it runs any more.
func (v *Validator) lose(id gpu.ID) {
	d := v.device(id)
	d.Lost = true
	v.order.Remove(d.Queues)
	for _, q := range d.Queues {
		v.course.Lose(q)
	}
}

// remove is lose by a call, after which no wait for a fence of the device says more than that.
func (v *Validator) remove(id gpu.ID, c *gpu.CallHead) {
	before := v.device(id).Lost
	v.lose(id)
	if before || !v.order.Crowd() {
		return
	}
	for number, fence := range v.fenceIDs {
		if o := v.objects.Get(fence); o != nil && !o.Dead && o.Device == id {
			v.order.Lose(v.thread(c), number, c.Site)
		}
	}
}

// add makes an object known.
func (v *Validator) add(c *gpu.CreateCall, noun string, body any) {
	v.objects.Add(c.Object, roster.Object{Device: c.Device, Name: c.Name, Noun: noun, Created: c.Site, Body: body})
}

// agentOf is the agent of a new queue of a device: one of the oldest that were released, if all of its work is known to be finished, so that queues
// that come and go cost what is there of them at a time.
func (v *Validator) agentOf(d *device) track.Agent {
	const oldest = 4
	for i, a := range d.Left[:min(len(d.Left), oldest)] {
		if !d.Lost && v.order.Spent(a) {
			d.Left = slices.Delete(d.Left, i, i+1)
			old := v.queues.Get(a)
			if v.course.RemoveQueue(old); v.races != nil {
				v.races.Leave(old)
				v.content.Leave(old)
			}
			return a
		}
	}
	a := v.order.AddQueue()
	d.Queues = append(d.Queues, a)
	return a
}

// recordCreate makes a new object known, as its kind needs it.
func (v *Validator) recordCreate(c *gpu.CreateCall) {
	switch d := c.Desc.(type) {
	case *gpu.CommandQueueDesc:
		q := &queue{Type: d.Type, Agent: v.agentOf(v.device(c.Device)), Any: d.AnyState}
		v.course.AddQueue(course.Queue{ID: c.Object, Agent: q.Agent, Copy: d.Type == gpu.ListCopy, States: d.Type.States()})
		v.queues.Set(q.Agent, c.Object)
		v.add(c, strings.ToLower(d.Type.String())+" queue", q)
	case *gpu.CommandAllocatorDesc:
		v.add(c, "allocator", &allocator{Type: d.Type})
	case *gpu.CommandListDesc:
		v.recordCreateList(c, d)
	case *gpu.CommandSignatureDesc:
		v.add(c, "command signature", program.NewSignature(d, gpu.IDOf(d.RootSignature), bodyOf[rootSignature](v, gpu.IDOf(d.RootSignature))))
	case *gpu.FenceDesc:
		v.fenceIDs = append(v.fenceIDs, c.Object)
		f := &fence{Number: v.order.AddFence(d.InitialValue), Initial: d.InitialValue}
		v.course.Set(track.Need{Fence: f.Number, Value: d.InitialValue})
		v.add(c, "fence", f)
	case *gpu.EventDesc:
		v.add(c, "event", &event{Number: v.order.AddEvent(d.ManualReset, d.InitialState), Manual: d.ManualReset, Chain: uint32(c.Chain)})
	case *gpu.HeapDesc:
		v.add(c, "heap", &heap{Desc: *d})
		v.resident.Create(c.Object, d.Flags, c.Site)
	case *gpu.CommittedResourceDesc:
		v.addResource(c, bodies.Committed(c, d), d.InitialState)
		v.resident.Create(c.Object, d.HeapFlags, c.Site)
	case *gpu.PlacedResourceDesc:
		v.addResource(c, bodies.Placed(c, d), d.InitialState)
	case *gpu.DescriptorHeapDesc:
		v.add(c, "descriptor heap", slots.New(d))
	case *gpu.QueryHeapDesc:
		v.add(c, "query heap", &queryHeap{Desc: *d})
	case *gpu.RootSignatureDesc:
		v.add(c, "root signature", v.layouts.Root(d))
	case *gpu.ComputePipelineStateDesc:
		v.add(c, "pipeline", v.newPipeline(d.RootSignature, d.CS))
	case *gpu.GraphicsPipelineStateDesc:
		p := v.newPipeline(d.RootSignature, d.VS, d.PS)
		p.Graphics = d
		v.add(c, "pipeline", p)
	default:
		v.recordOther(c)
	}
}

// recordOther makes devices, threads and objects without rules of their own known.
func (v *Validator) recordOther(c *gpu.CreateCall) {
	switch c.Kind {
	case gpu.KindThread:
		if v.on() {
			v.tellLate()
			v.threads.Set(c.Object, v.order.AddThread(v.thread(&c.CallHead)))
		}
		v.add(c, "thread", nil)
	case gpu.KindSwapChain:
		v.add(c, "swap chain", &chain{ID: c.Object})
		if q := bodyOf[queue](v, c.Queue); q != nil {
			q.Shows = true
			v.objects.Hold(c.Queue, c.Object)
		}
	case gpu.KindDevice:
		d, ok := c.Desc.(*gpu.DeviceDesc)
		v.device(c.Object).Disjoint = ok && d.AllowDisjointWriters
		v.add(c, "device", nil)
	default:
		noun, body := owner.Above(c)
		v.add(c, noun, body)
	}
}

func (v *Validator) addResource(c *gpu.CreateCall, r *resource, initial gpu.ResourceStates) {
	v.add(c, r.Noun(), r)
	v.adopt(r, c.Chain)
	v.objects.Get(c.Object).Parent = r.Parent
	if v.on() {
		v.content.Target(r.ID, r.Desc, r.Parent != 0)
	}
	if r.Heap == gpu.HeapDefault && v.on() {
		v.course.Create(r.ID, course.Resource{Initial: initial, Subresources: r.Subs, Promotable: r.Comes,
			Always: r.Buffer() || r.Desc.Flags&gpu.AllowSimultaneousAccess != 0})
	}
}

func (v *Validator) newPipeline(root gpu.RootSignature, shaders ...gpu.Shader) *pipeline {
	return program.NewPipeline(gpu.IDOf(root), bodyOf[rootSignature](v, gpu.IDOf(root)), shaders...)
}

// Buffers implements addresses.World.
func (n names) Buffers(each func(addresses.Buffer)) {
	for _, o := range n.v.objects.All() {
		if r, ok := o.Body.(*resource); ok && r.Buffer() {
			each(addresses.Buffer{ID: r.ID, Begin: r.Address, Width: r.Desc.Width, Released: o.Dead})
		}
	}
}

// checkCreate applies the rules of a new object: first to the objects that it stands on, then to its description.
func (v *Validator) checkCreate(c *gpu.CreateCall) {
	v.scope = c.Device
	switch d := c.Desc.(type) {
	case *gpu.CommandListDesc:
		if d.Allocator != nil {
			v.takeList(c, 0, d.Allocator.ID())
			v.checkBegin(d.Allocator.ID(), gpu.IDOf(d.InitialState), d.Type, &c.CallHead)
		}
	case *gpu.CommandSignatureDesc:
		v.unusable(gpu.IDOf(d.RootSignature), c)
	case *gpu.ComputePipelineStateDesc:
		v.unusable(gpu.IDOf(d.RootSignature), c)
	case *gpu.GraphicsPipelineStateDesc:
		v.unusable(gpu.IDOf(d.RootSignature), c)
	case *gpu.FenceDesc:
		if d.InitialValue > gpu.MaxFenceValue {
			fences.Value(v.fences(c), 0, d.InitialValue, c.Site)
		}
	case *gpu.SwapChainDesc:
		v.checkChain(c, d)
	case *gpu.PlacedResourceDesc:
		v.unusable(gpu.IDOf(d.Heap), c)
	}
	if !v.refused() {
		v.out = append(v.out, creation.Check(names{v}, c, v.on())...)
	}
}

// OnlyView implements graphics.World.
func (w *drawWorld) OnlyView(in gpu.DescriptorHeapType) (gpu.CPUDescriptorHandle, gpu.ID) {
	return slots.Only(roster.Those(w.v.objects, w.v.objects.Device(w.l.ID),
		func(_ gpu.ID, h *descriptorHeap) bool { return h.Desc.Type == in }), w.Slots)
}
