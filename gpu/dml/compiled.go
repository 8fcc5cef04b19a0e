package dml

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
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

var executionFlagNames = []gpu.FlagName{{Name: "NONE"}, {Name: "ALLOW_HALF_PRECISION_COMPUTATION", Bits: 1}, {Name: "DISABLE_META_COMMANDS", Bits: 2}, {Name: "DESCRIPTORS_VOLATILE", Bits: 4}}

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
	inputs   []op.Bound // as BindInputs takes them
	outputs  []op.Bound
	temp     uint64
	kept     uint64 // bytes of the persistent resource
	count    uint32 // descriptors
	volatile bool
	plans    []*plan
}

func (d *dispatchable) common() *dispatchable { return d }

// GetBindingProperties says what a binding table for the object must have.
func (d *dispatchable) GetBindingProperties() BindingProperties {
	return BindingProperties{RequiredDescriptorCount: d.count, TemporaryResourceSize: d.temp, PersistentResourceSize: d.kept}
}

// stateSize is the size of a state buffer in bytes.
const stateSize = 256

// own makes the state buffer of a dispatchable.
func (d *dispatchable) own(size uint64) error {
	var err error
	d.state, err = d.dev.at(d.dev.site).CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapDefault,
		ResourceDesc: gpu.ResourceDesc{Name: d.name + " state", Dimension: gpu.DimensionBuffer, Width: size, Flags: gpu.AllowUnorderedAccess}})
	return err
}

// Release gives the object up. No work in flight may use it (GS0729).
func (d *dispatchable) Release() error {
	if err := d.usable("Release"); err != nil {
		return err
	}
	if d.state != nil {
		d.state.SetSite(d.site)
		if err := d.state.Release(); err != nil {
			return err
		}
	}
	for _, p := range d.plans {
		if err := p.release(d.site); err != nil {
			return err
		}
	}
	return d.give()
}

// CompiledOperator is an operator that can run: it is initialised on the GPU once, and then executed any number of times.
type CompiledOperator struct {
	dispatchable
	program *op.Program
	plan    *plan
}

// ready is the word in a state buffer that says that the operator was initialised. Poisoned memory does not have it.
const ready = 0x1d3a11ed

// guard ends the work items of an execution whose operator is not initialised.
var guard = fmt.Sprintf("if state[0] ~= 0x%x then return end", ready)

// CompileOperator compiles an operator.
func (d *Device) CompileOperator(o *Operator, of CompileDesc) (*CompiledOperator, error) {
	if err := d.usable("CompileOperator"); err != nil {
		return nil, err
	}
	c := &CompiledOperator{program: o.args.Row.Lower(o.args)}
	c.init(d, "CompiledOperator", of.Name)
	c.inputs, c.outputs = o.args.Inputs(), o.args.Outputs()
	return c, c.compile(of.Flags)
}

func (c *CompiledOperator) compile(flags ExecutionFlags) error {
	c.volatile = flags&DescriptorsVolatile != 0
	c.temp, c.kept = c.program.Temp, c.program.Kept
	if err := c.own(stateSize); err != nil {
		return err
	}
	p := planner{dev: c.dev, site: c.dev.site, name: c.name, volatile: c.volatile, guard: guard}
	var err error
	if c.plan, err = p.make(c.program.Steps); err != nil {
		return err
	}
	c.plans = []*plan{c.plan}
	c.count = uint32(len(c.plan.views))
	return nil
}

// OperatorInitializer initialises compiled operators when it is executed.
type OperatorInitializer struct {
	dispatchable
	targets []*CompiledOperator
}

// CreateOperatorInitializer makes an initializer of compiled operators; of none it does nothing.
func (d *Device) CreateOperatorInitializer(targets []*CompiledOperator) (*OperatorInitializer, error) {
	if err := d.usable("CreateOperatorInitializer"); err != nil {
		return nil, err
	}
	i := &OperatorInitializer{}
	i.init(d, "OperatorInitializer", "")
	return i, i.compile(targets)
}

// compile makes the plans of the targets, one behind the other in the range of a binding table.
func (i *OperatorInitializer) compile(targets []*CompiledOperator) error {
	i.targets, i.plans, i.count = targets, nil, 0
	if err := i.own(max(stateSize, uint64(4*len(targets)))); err != nil {
		return err
	}
	for n, t := range targets {
		p := planner{dev: i.dev, site: i.dev.site, name: i.name, own: true, first: i.count}
		k := shader.New("INITIALIZE", 1)
		k.Line("state[0] = 0x%x", ready)
		k.Line("own[%d] = 1", n)
		made, err := p.make(append(append([]shader.Step(nil), t.program.Init...), k.Step()))
		if err != nil {
			return err
		}
		i.plans = append(i.plans, made)
		i.count += uint32(len(made.views))
	}
	return nil
}

// Reset gives the initializer other targets.
func (i *OperatorInitializer) Reset(targets []*CompiledOperator) error {
	if err := i.usable("Reset"); err != nil {
		return err
	}
	i.state.SetSite(i.site)
	if err := i.state.Release(); err != nil {
		return err
	}
	i.dev.site = i.site
	return i.compile(targets)
}
