package dml

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
)

// ExecutionFlags as DML_EXECUTION_FLAGS.
type ExecutionFlags uint32

// The execution flags. The first two change nothing here: calculations are those of FLOAT32, and there are no meta commands.
const (
	AllowHalfPrecisionComputation ExecutionFlags = 1
	DisableMetaCommands           ExecutionFlags = 2
	DescriptorsVolatile           ExecutionFlags = 4 // bindings may change until the list is submitted
)

var executionFlagNames = []gpu.FlagName{{Name: "NONE"}, {Name: "ALLOW_HALF_PRECISION_COMPUTATION", Bits: 1}, {Name: "DISABLE_META_COMMANDS", Bits: 2},
	{Name: "DESCRIPTORS_VOLATILE", Bits: 4}}

// LuaFlagNames implements the flags contract of the bindings.
func (ExecutionFlags) LuaFlagNames() []gpu.FlagName { return executionFlagNames }

// CompileDesc says how an operator is compiled.
type CompileDesc struct {
	Name  string
	Flags ExecutionFlags // DESCRIPTORS_VOLATILE: bindings may change until the list is submitted
}

// BindingProperties as DML_BINDING_PROPERTIES.
type BindingProperties struct {
	RequiredDescriptorCount uint32 // descriptors of a binding table
	TemporaryResourceSize   uint64 // bytes; 0: none is bound
	PersistentResourceSize  uint64 // bytes; 0: none is bound
}

// Dispatchable is what the recorder records: compiled operators and initializers.
type Dispatchable interface {
	// GetBindingProperties says what a binding table must have.
	GetBindingProperties() BindingProperties
	// common is what both share.
	common() *dispatchable
}

// dispatchable is what compiled operators and initializers share. Both own memory of the GPU.
type dispatchable struct {
	object
	state    *device.Resource
	data     *device.Resource // the constants of a graph, which initialisation reads; nil: it has none
	inputs   []op.Bound       // as BindInputs takes them
	outputs  []op.Bound
	temp     uint64
	kept     uint64 // bytes of the persistent resource
	count    uint32 // descriptors
	volatile bool
	inPlace  bool // an output may be bound over an input
	plans    []*plan
	held     int      // binding tables that bind for it
	table    gpu.Site // where the last of them was made or reset for it
	era      int      // of the last Reset

	// initialises says that it is an initializer, of the targets; sources are how each is initialised.
	initialises bool
	targets     []*CompiledOperator
	sources     []*source
}

func (d *dispatchable) common() *dispatchable { return d }

// GetBindingProperties says what a binding table for the object must have.
func (d *dispatchable) GetBindingProperties() BindingProperties {
	return BindingProperties{RequiredDescriptorCount: d.count, TemporaryResourceSize: d.temp, PersistentResourceSize: d.kept}
}

// stateSize is the least size of a state buffer in bytes.
const stateSize = 256

// own makes the state buffer of a dispatchable.
func (d *dispatchable) own(size uint64) error {
	var err error
	d.state, err = d.dev.at(d.dev.site).CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapDefault,
		ResourceDesc: gpu.ResourceDesc{Name: d.name + " state", Dimension: gpu.DimensionBuffer, Width: size, Flags: gpu.AllowUnorderedAccess}})
	if err == nil {
		d.dev.log.owns(d.state, &d.object)
	}
	return err
}

// Release gives the object up. No work in flight may use it (GS0601), unless a binding table binds for it: the table holds it until it is released or
// reset.
func (d *dispatchable) Release() error {
	if err := d.usable("Release"); err != nil {
		return err
	}
	if d.held == 0 {
		if err := d.free(d.site); err != nil {
			return err
		}
	}
	return d.give()
}

// let is what becomes of the object when a table that held it lets it go.
func (d *dispatchable) let(site gpu.Site) error {
	if d.held > 1 || !d.released {
		d.held--
		return nil
	}
	if err := d.free(site); err != nil {
		return err
	}
	d.held--
	return nil
}

// free gives back what is on the GPU.
func (d *dispatchable) free(site gpu.Site) error {
	d.dev.log.retell.Free(true)
	defer d.dev.log.retell.Free(false)
	d.state.SetSite(site)
	if err := d.state.Release(); err != nil {
		return err
	}
	d.dev.log.gone(d.state)
	if d.data != nil {
		d.data.SetSite(site)
		if err := d.data.Release(); err != nil {
			return err
		}
	}
	plans := slices.Clone(d.plans)
	for _, s := range d.sources {
		plans = append(plans, s.others...)
	}
	for _, p := range plans {
		if err := p.release(site); err != nil {
			return err
		}
	}
	return nil
}

// CompiledOperator is an operator that can run: it is initialised on the GPU once, and then executed any number of times.
type CompiledOperator struct {
	dispatchable
	program *op.Program
	unused  *OperatorInitializer // the last one that was made for it, while none was recorded
	fill    []shader.Step        // of initialisation
}

// constants makes the buffer that initialisation reads the constants of a graph from.
func (c *CompiledOperator) constants(data []byte) (err error) {
	c.data, err = c.dev.at(c.dev.site).CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapUpload, InitialState: gpu.StateGenericRead,
		ResourceDesc: gpu.ResourceDesc{Name: c.name + " constants", Dimension: gpu.DimensionBuffer, Width: uint64(len(data))}})
	if err != nil {
		return err
	}
	m, err := c.data.Map(0, &gpu.MapRange{})
	if err != nil {
		return err
	}
	if err := m.WriteBytes(0, data); err != nil {
		return err
	}
	return c.data.Unmap(0, nil)
}

// ready is the word that says that the operator was initialised. Poisoned memory does not have it.
const ready = 0x1d3a11ed

// The guards end the work items of an execution whose operator is not initialised. Where something is kept, the word is in the persistent resource,
// so that a barrier on that is enough between both; the state is read as well, where nobody writes, because that is how an execution of the operator
// is known.
var (
	guard     = fmt.Sprintf("if state[0] ~= 0x%x then return end", ready)
	keptGuard = fmt.Sprintf("if state[1] == 0x%x or header[0] ~= 0x%x then return end", ready, ready)
)

// CompileOperator compiles an operator.
func (d *Device) CompileOperator(o *Operator, of CompileDesc) (*CompiledOperator, error) {
	if err := d.usable("CompileOperator"); err != nil {
		return nil, err
	}
	o.site = d.site
	if err := o.usable("CompileOperator"); err != nil {
		return nil, err
	}
	if err := d.sameDevice("CompileOperator", &o.object); err != nil {
		return nil, err
	}
	c, err := d.compile(o.args.Row.Lower(o.args), o.args.Inputs(), o.args.Outputs(), of)
	if err == nil {
		c.inPlace = o.args.Row.InPlace
	}
	return c, err
}

// compile makes a compiled operator of a program.
func (d *Device) compile(program *op.Program, inputs, outputs []op.Bound, of CompileDesc) (*CompiledOperator, error) {
	c := &CompiledOperator{program: program}
	c.init(d, "CompiledOperator", of.Name)
	c.inputs, c.outputs, c.volatile, c.temp = inputs, outputs, of.Flags&DescriptorsVolatile != 0, program.Temp
	if err := c.own(stateSize); err != nil {
		return nil, err
	}
	if len(program.Data) > 0 {
		if err := c.constants(program.Data); err != nil {
			return nil, err
		}
	}
	steps := c.keep()
	p := planner{dev: d, site: d.site, name: c.name, volatile: c.volatile, guard: guard}
	if c.kept > 0 {
		p.guard = keptGuard
	}
	made, err := p.make(steps)
	if err != nil {
		return nil, err
	}
	c.plans, c.count = []*plan{made}, uint32(len(made.views))
	d.log.compiled(c)
	return c, nil
}

// said is the operator for messages, with what could initialise it.
func (c *CompiledOperator) said() words.Object {
	o := c.object.said()
	if i := c.unused; i != nil && !i.released {
		o.Initializer, o.Table = i.created, i.table
	}
	return o
}

// OperatorInitializer initialises compiled operators when it is executed.
type OperatorInitializer struct{ dispatchable }

// CreateOperatorInitializer makes an initializer of compiled operators; of none it does nothing.
func (d *Device) CreateOperatorInitializer(targets []*CompiledOperator) (*OperatorInitializer, error) {
	if err := d.usable("CreateOperatorInitializer"); err != nil {
		return nil, err
	}
	i := &OperatorInitializer{}
	i.init(d, "OperatorInitializer", "")
	if err := i.takes("CreateOperatorInitializer", &d.object, targets); err != nil {
		return nil, err
	}
	return i, i.compile(targets)
}

// takes refuses targets that are given twice, were released, or are of another device than the object that is called.
func (i *OperatorInitializer) takes(method string, caller *object, targets []*CompiledOperator) error {
	for n, t := range targets {
		if first := slices.Index(targets, t); first < n {
			return i.dev.rules.Refuse(words.TwoTargets(i.dev.site, method, t.said(), first+1, n+1))
		}
		t.site = i.dev.site
		if err := t.usable(method); err != nil {
			return err
		}
		if err := caller.sameDevice(method, &t.object); err != nil {
			return err
		}
	}
	return nil
}

// compile makes the plans of the targets, one after the other in the range of a binding table.
func (i *OperatorInitializer) compile(targets []*CompiledOperator) error {
	i.initialises, i.targets, i.plans, i.sources, i.count = true, targets, nil, nil, 0
	i.era++
	if err := i.own(max(stateSize, uint64(4*len(targets)))); err != nil {
		return err
	}
	for n, t := range targets {
		s := &source{planner: planner{dev: i.dev, site: i.dev.site, name: i.name, own: true, first: i.count, data: t.data},
			steps: t.initialisation(n)}
		made, err := s.make(s.steps)
		if err != nil {
			return err
		}
		s.plain = made
		t.unused = i
		i.plans, i.sources = append(i.plans, made), append(i.sources, s)
		i.count += uint32(len(made.views))
	}
	return nil
}

// Reset gives the initializer other targets, when no work in flight uses it (GS0601). Tables that were made for it must be reset after it.
func (i *OperatorInitializer) Reset(targets []*CompiledOperator) error {
	if err := i.usable("Reset"); err != nil {
		return err
	}
	i.dev.site = i.site
	if err := i.takes("Reset", &i.object, targets); err != nil {
		return err
	}
	if err := i.dev.log.during("Reset", func() error { return i.free(i.site) }); err != nil {
		return err
	}
	return i.compile(targets)
}
