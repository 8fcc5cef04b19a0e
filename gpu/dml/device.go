package dml

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
	"github.com/gpuscript/gpuscript/gpu/kernel/text"
)

// DeviceFlags as DML_CREATE_DEVICE_FLAGS.
type DeviceFlags uint32

// CreateDeviceDebug asks for the debug layer, which is always there.
const CreateDeviceDebug DeviceFlags = 1

var deviceFlagNames = []gpu.FlagName{{Name: "NONE"}, {Name: "DEBUG", Bits: 1}}

// LuaFlagNames implements the flags contract of the bindings.
func (DeviceFlags) LuaFlagNames() []gpu.FlagName { return deviceFlagNames }

// DeviceDesc describes a DirectML device (DMLCreateDevice).
type DeviceDesc struct {
	Name  string
	Flags DeviceFlags // DEBUG changes nothing: every rule is checked anyway
}

// Device makes the objects of the level. Several may exist over one device of Direct3D 12; their children do not mix.
type Device struct {
	object
	native  *device.Device
	rules   words.Reporter
	made    map[string]int        // objects by kind, for made-up names
	shaders map[string]gpu.Shader // by their texts
	tokens  uint32                // given to compiled operators
	log     *log                  // of the machine
}

// CreateDevice makes a DirectML device on a device of the explicit level.
func CreateDevice(native *device.Device, of DeviceDesc, site gpu.Site) (*Device, error) {
	d := &Device{native: native, rules: words.Reporter{To: native.Adapter()}, shaders: map[string]gpu.Shader{}, log: newLog(native.Adapter())}
	d.site = site
	d.init(d, "DMLDevice", of.Name)
	return d, nil
}

// GetParentDevice is the device of the explicit level below.
func (d *Device) GetParentDevice() *device.Device { return d.native }

// Release gives the device up. Its children hold it: they can be used further.
func (d *Device) Release() error { return d.give() }

// at is the device below, with the place of a call.
func (d *Device) at(site gpu.Site) *device.Device {
	d.native.SetSite(site)
	return d.native
}

// shader compiles a text once.
func (d *Device) shader(s text.Source) (gpu.Shader, error) {
	key := s.Function
	for _, r := range s.Resources {
		key += "\n" + r.Name + " " + r.Kind + " " + r.Register + " " + r.Element
	}
	if known := d.shaders[key]; known != nil {
		return known, nil
	}
	made, err := text.Compile(s)
	if err != nil {
		panic("BUG: " + err.Error() + "\n" + s.Function)
	}
	d.shaders[key] = made
	d.native.Adapter().Prepare(made)
	return made, nil
}

// BufferTensor checks the description of a tensor (GS0704) and returns a copy with its size filled in. site is the place of the call; Go callers pass 0.
func BufferTensor(of tensor.Desc, site gpu.Site) (*tensor.Desc, error) {
	if why := of.Check(); why != "" {
		return nil, (&words.Reporter{}).Refuse(words.OperatorFault(diag.DMLBadTensor, site, "BufferTensor", "", why, nil))
	}
	t := of.Clone()
	t.TotalTensorSizeInBytes = t.TotalSize()
	return t, nil
}

// Operator is the description of a calculation: it is compiled, and cannot run by itself.
type Operator struct {
	object
	args *op.Args
}

// CreateOperator reads the description of an operator.
func (d *Device) CreateOperator(of op.Desc) (*Operator, error) {
	if err := d.usable("CreateOperator"); err != nil {
		return nil, err
	}
	args, fault := op.Resolve(of)
	if fault != nil {
		return nil, d.rules.Refuse(said(d.site, of.Type, fault))
	}
	o := &Operator{args: args}
	o.init(d, "Operator", "")
	o.name = of.Type
	return o, nil
}

var faultCodes = map[op.Cause]diag.Code{op.UnknownField: diag.DMLOperatorField, op.MissingField: diag.DMLOperatorField, op.WrongValue: diag.DMLOperatorField,
	op.BadTensor: diag.DMLBadTensor, op.Constraint: diag.DMLOperatorConstraint, op.BadOwner: diag.DMLOwnedTensor, op.BadFusion: diag.DMLBadFusion}

// said is the message of a fault.
func said(site gpu.Site, operator string, f *op.Fault) *diag.Diagnostic {
	switch f.Cause {
	case op.UnknownOperator:
		return words.OperatorName(site, f.Text, operator, f.Allowed)
	case op.NotBuilt:
		return words.NotBuilt(site, operator)
	}
	return words.OperatorFault(faultCodes[f.Cause], site, operator, f.Path, f.Text, f.Allowed)
}

// Release gives the operator up. What was compiled from it can be used further.
func (o *Operator) Release() error { return o.give() }
