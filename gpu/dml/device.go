package dml

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/about"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
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
	made    map[string]int        // objects by kind and maker, for made-up names
	shaders map[string]gpu.Shader // by their texts
	log     *log                  // of the machine
	cause   *diag.Diagnostic      // why a method was refused that has no result: the device is removed. nil: it lives
}

// CreateDevice makes a DirectML device on a device of the explicit level, which it holds: that one may be released before it.
func CreateDevice(native *device.Device, of DeviceDesc, site gpu.Site) (*Device, error) {
	d := &Device{native: native, rules: words.Reporter{To: native.Adapter()}, shaders: map[string]gpu.Shader{}, log: newLog(native.Adapter())}
	d.site = site
	d.init(d, "DMLDevice", of.Name)
	return d, nil
}

// GetParentDevice is the device of the explicit level below.
func (d *Device) GetParentDevice() *device.Device { return d.native }

// GetDeviceRemovedReason says why the device was removed; RemovedNot while it lives. A call that breaks a rule removes it if the method cannot return
// an error in DirectML: RecordDispatch and those that bind. The removal of the device below removes it, too.
func (d *Device) GetDeviceRemovedReason() gpu.RemovedReason {
	switch {
	case d.native.GetDeviceRemovedReason() != gpu.RemovedNot:
		return gpu.RemovedDeviceRemoved
	case d.cause != nil:
		return gpu.RemovedInvalidCall
	}
	return gpu.RemovedNot
}

func (d *Device) removed() bool { return d.GetDeviceRemovedReason() != gpu.RemovedNot }

// remove refuses a call of a method that cannot return an error in DirectML, which removes the device.
func (d *Device) remove(g *diag.Diagnostic) error {
	if d.cause == nil {
		d.cause = g.Clone()
	}
	return d.rules.Refuse(g)
}

// FeatureLevel is the level of DirectML whose rules hold here (DML_FEATURE_LEVEL_5_1). Operators that are not built are refused by name;
// OperatorTypes lists the others.
const FeatureLevel = "5_1"

// featureLevels are those of DirectML, in their order.
var featureLevels = []string{"1_0", "2_0", "2_1", "3_0", "3_1", "4_0", "4_1", "5_0", "5_1", "5_2", "6_0", "6_1", "6_2", "6_3", "6_4"}

// MaxSupportedFeatureLevel is the highest of some feature levels, "5_0", that the device has; "" if it has none (CheckFeatureSupport,
// FEATURE_LEVELS).
func (d *Device) MaxSupportedFeatureLevel(requested []string) string {
	best := -1
	for _, r := range requested {
		if i := slices.Index(featureLevels, r); i > best && i <= slices.Index(featureLevels, FeatureLevel) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	return featureLevels[best]
}

// IsSupported says whether tensors of a data type can be used (CheckFeatureSupport, TENSOR_DATA_TYPE_SUPPORT):
// those of 4 bits only by QUANTIZE and DEQUANTIZE, as in DirectML.
func (d *Device) IsSupported(t tensor.DataType) bool {
	return t != tensor.Unknown
}

// OperatorTypes are the operators that are built, sorted.
func OperatorTypes() []string {
	var out []string
	for _, r := range catalogue.Rows() {
		out = append(out, r.Name)
	}
	return out
}

// Release gives the device up. Its children hold it: they can be used further.
func (d *Device) Release() error { return d.give() }

// at is the device below, with the place of a call.
func (d *Device) at(site gpu.Site) *device.Device {
	d.native.SetSite(site)
	return d.native
}

// shader compiles a text once.
func (d *Device) shader(s text.Source) (gpu.Shader, error) {
	key := fmt.Sprint(s.NumThreads, s.Function)
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

// BufferTensor checks the description of a tensor (GS0704) and returns a copy with its size filled in. site is the place of the call; Go callers pass
// 0.
func BufferTensor(of tensor.Desc, site gpu.Site) (*tensor.Desc, error) {
	if why := of.Check(); why != "" {
		f := words.Fault{Code: diag.DMLBadTensor, Method: "BufferTensor", Where: "BufferTensor", Text: why,
			Help: "change the field that the message names"}
		if field, value, ok := of.Repair(); ok {
			f.Edit(field, value)
		}
		return nil, (&words.Reporter{}).Refuse(words.Describe(site, f))
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
	args, fault := catalogue.Resolve(of)
	if fault != nil {
		return nil, d.rules.Refuse(said(d.site, of, fault))
	}
	o := &Operator{args: args}
	o.init(d, "Operator", "")
	o.name = of.Type
	return o, nil
}

var faultCodes = map[op.Cause]diag.Code{op.UnknownField: diag.DMLOperatorField, op.MissingField: diag.DMLOperatorField,
	op.WrongValue: diag.DMLOperatorField,
	op.BadTensor:  diag.DMLBadTensor, op.Constraint: diag.DMLOperatorConstraint, op.BadOwner: diag.DMLOwnedTensor, op.BadFusion: diag.DMLBadFusion}

var faultHelps = map[op.Cause]string{op.UnknownField: "write the fields of DirectML's struct of the operator, which gpuscript docs and its Type list",
	op.WrongValue: "write one of the values that the field takes",
	op.BadTensor:  "change the description of the tensor",
	op.Constraint: "change the description of one of the tensors, or put an ELEMENT_WISE_IDENTITY or a CAST between",
	op.BadOwner:   "leave Flags = OWNED_BY_DML out of the tensor",
	op.BadFusion:  "fuse one of the activations without tensors, or add it as an operator of its own after this one"}

// spare are the fields that a description leaves out when another operator takes it, sorted: they ask for nothing. nil: it cannot take it.
func spare(of op.Desc, other string) []string {
	fields, names := maps.Clone(of.Fields), []string{}
	for name, value := range of.Fields {
		if value == nil || value == false {
			delete(fields, name)
			names = append(names, name)
		}
	}
	if _, fault := catalogue.Resolve(op.Desc{Type: other, Fields: fields}); fault != nil {
		return nil
	}
	slices.Sort(names)
	return names
}

// alike is a tensor of a description that can stand for one that is missing, too: the operator takes it, and no other one. "": there is none.
func alike(of op.Desc, f *op.Fault) (from string) {
	if f.Cause != op.MissingField {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(of.Fields)) {
		t, ok := of.Fields[name].(*tensor.Desc)
		if !ok || t == nil || from != "" && reflect.DeepEqual(t, of.Fields[from]) {
			continue
		}
		fields := maps.Clone(of.Fields)
		fields[f.Path] = t
		if _, fault := catalogue.Resolve(op.Desc{Type: of.Type, Fields: fields}); fault != nil {
			continue
		}
		if from != "" {
			return ""
		}
		from = name
	}
	return from
}

// said is the message of a fault.
func said(site gpu.Site, of op.Desc, f *op.Fault) *diag.Diagnostic {
	operator, help := of.Type, faultHelps[f.Cause]
	switch f.Cause {
	case op.UnknownOperator:
		return words.OperatorName(site, f.Text, cmp.Or(f.Word, operator), f.Allowed)
	case op.NotBuilt:
		return words.NotBuilt(site, operator, f.Text, about.Instead(operator), spare(of, about.Instead(operator)))
	}
	switch {
	case f.Cause != op.Constraint || strings.HasPrefix(f.Text, "Mismatched tensor data types"):
	case strings.HasPrefix(f.Text, "Mismatched tensor"): // there is nothing to put between
		help = "change the description of one of the tensors"
	default:
		help = "change the field, or the tensor, that the message names"
	}
	if f.Cause == op.MissingField {
		help = "add " + f.Path + " = … to the description"
	}
	w := words.Fault{Code: faultCodes[f.Cause], Method: "CreateOperator", Where: operator, Text: f.Text, Help: help, Word: f.Word, Allowed: f.Allowed}
	if f.Path != "" {
		w.Where += "." + f.Path
	}
	if from := alike(of, f); from != "" {
		w.Help = ""
		w.Repeat(from, f.Path)
	}
	if r := f.Repair; r != nil {
		value := r.Value
		if list, ok := value.([]uint32); ok {
			value = diag.Source(tensor.List(list))
		}
		if r.Tensor == "" {
			w.Edit(r.Field, value)
		} else {
			w.Edit(r.Field+"(1)."+r.Tensor, value) // of a BufferTensor
			w.Edit(r.Field+"."+r.Tensor, value)    // of a table
		}
	}
	return words.Describe(site, w)
}

// Release gives the operator up. What was compiled from it can be used further.
func (o *Operator) Release() error { return o.give() }
