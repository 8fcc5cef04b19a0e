package ml

import (
	"reflect"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Classes are the classes of the module.
var Classes = []*luabind.Class{&bindingTableClass, &bufferTensorClass, &compiledClass, &deviceClass, &initializerClass,
	&operatorClass, &recorderClass}

// child are the methods of all objects, and those of one class.
func child[T interface {
	GetDevice() *dml.Device
	Name() string
	Release() error
	SetName(string) error
}](own ...luabind.Method) luabind.Methods {
	return rows.Sorted(append(own,
		luabind.Method{Name: "GetDevice", Doc: "The DirectML device that made the object.", Fn: luabind.Get(T.GetDevice)},
		rows.GetName[T](), rows.Release[T](), rows.SetName[T](where)))
}

// where says what shows the names of objects.
const where = "message"

type mlDevice = *dml.Device

var deviceClass = luabind.Class{
	Kind: "DMLDevice",
	Type: luabind.TypeOf[mlDevice](),
	Doc:  "Makes the objects of DirectML; from dml.CreateDevice.",
	Methods: luabind.Methods{
		{Name: "CheckFeatureSupport", Doc: "FEATURE_LEVELS with a list of levels gives MaxSupportedFeatureLevel, TENSOR_DATA_TYPE_SUPPORT with a data type IsSupported.",
			Params: rows.Params(luabind.P("feature", "string", "TENSOR_DATA_TYPE_SUPPORT or FEATURE_LEVELS"),
				luabind.P("query", "string|string[]", "levels as \"5_0\", or a data type")), Returns: "table", Fn: luabind.Raw(checkFeature)},
		{Name: "CompileGraph", Doc: "Makes one compiled operator of operators that feed each other.",
			Params: rows.Params(luabind.P("desc", "", ""), luabind.Opt("how", "", "")), Fn: luabind.Call2(mlDevice.CompileGraph)},
		{Name: "CompileOperator", Doc: "Compiles an operator.", Params: rows.Params(luabind.P("operator", "", ""), luabind.Opt("desc", "", "")),
			Fn: luabind.Call2(mlDevice.CompileOperator)},
		{Name: "CreateBindingTable", Doc: "Makes a binding table; nil makes an empty one.",
			Params: rows.Params(luabind.OptOf[dml.BindingTableDesc]("desc", "")), Returns: "BindingTable", Fn: luabind.Raw(func(c *luabind.Args) {
				t, err := luabind.Self[mlDevice](c).CreateBindingTable(rows.OptDesc[dml.BindingTableDesc](c, 1))
				c.Check(err)
				c.Return(t)
			})},
		{Name: "CreateCommandRecorder", Doc: "Makes a recorder.", Fn: luabind.Call0(mlDevice.CreateCommandRecorder)},
		{Name: "CreateOperator", Doc: "Reads the description of an operator.",
			Params: rows.Params(luabind.P("desc", "table",
				"Type, and the fields that DirectML's struct of that type has: see [operators.md](operators.md)")), Returns: "Operator",
			Types: []reflect.Type{reflect.TypeFor[op.ScaleBias](), reflect.TypeFor[op.Size2D]()}, Fn: luabind.Raw(func(c *luabind.Args) {
				o, err := luabind.Self[mlDevice](c).CreateOperator(luabind.Decode[operatorDesc](c, 1).Desc)
				c.Check(err)
				c.Return(o)
			})},
		{Name: "CreateOperatorInitializer", Doc: "Makes an initializer of compiled operators.", Params: rows.Params(luabind.P("operators", "", "")),
			Fn: luabind.Call(mlDevice.CreateOperatorInitializer)},
		{Name: "Evict", Doc: "Takes one MakeResident of each object back, or its creation: what is resident no more must not be used by the GPU.",
			Params: rows.Params(pageable), Fn: luabind.Do(mlDevice.Evict)},
		{Name: "GetDeviceRemovedReason", Doc: "Why the device was removed; S_OK while it lives.",
			Fn: luabind.Get(func(d mlDevice) string { return d.GetDeviceRemovedReason().String() })},
		rows.GetName[mlDevice](),
		{Name: "GetParentDevice", Doc: "The device of the explicit level below.", Fn: luabind.Get(mlDevice.GetParentDevice)},
		{Name: "MakeResident", Doc: "Lets the GPU use the objects from now on, until each was evicted as often.", Params: rows.Params(pageable),
			Fn: luabind.Do(mlDevice.MakeResident)},
		{Name: "Release", Doc: "Gives the device up. Its children hold it and can be used further.", Fn: luabind.Run(mlDevice.Release)},
		rows.SetName[mlDevice](where),
	},
}

var pageable = luabind.P("objects", "(CompiledOperator|OperatorInitializer)[]", "their own memory; what is bound to them is that of a device")

// feature is DML_FEATURE.
type feature uint8

// LuaNames implements the enum contract of luabind.
func (feature) LuaNames() []string { return []string{"TENSOR_DATA_TYPE_SUPPORT", "FEATURE_LEVELS"} }

type tensorSupport struct{ IsSupported bool }

type levelSupport struct{ MaxSupportedFeatureLevel string }

func checkFeature(c *luabind.Args) {
	d := luabind.Self[mlDevice](c)
	if luabind.Enum[feature](c, 1) == 0 {
		c.Return(tensorSupport{d.IsSupported(luabind.Enum[tensor.DataType](c, 2))})
		return
	}
	c.Return(levelSupport{d.MaxSupportedFeatureLevel(luabind.Decode[[]string](c, 2))})
}

var bufferTensorClass = luabind.Class{
	Kind: "BufferTensor",
	Type: luabind.TypeOf[*tensor.Desc](),
	Doc:  "The description of a tensor; from dml.BufferTensor.",
	Methods: luabind.Methods{
		{Name: "GetDesc", Doc: "The description with its defaults filled in.", Fn: luabind.Get(func(t *tensor.Desc) tensor.Desc { return *t })},
	},
}

var operatorClass = luabind.Class{
	Kind: "Operator", Type: luabind.TypeOf[*dml.Operator](),
	Doc:     "The description of a calculation; from DMLDevice:CreateOperator.",
	Methods: child[*dml.Operator](),
}

func properties[T interface {
	GetBindingProperties() dml.BindingProperties
}]() luabind.Method {
	return luabind.Method{Name: "GetBindingProperties", Doc: "What a binding table for it must have.", Fn: luabind.Get(T.GetBindingProperties)}
}

var compiledClass = luabind.Class{
	Kind: "CompiledOperator", Type: luabind.TypeOf[*dml.CompiledOperator](),
	Doc:     "An operator that can run when it was initialised; from DMLDevice:CompileOperator.",
	Methods: child[*dml.CompiledOperator](properties[*dml.CompiledOperator]()),
}

var initializerClass = luabind.Class{
	Kind: "OperatorInitializer", Type: luabind.TypeOf[*dml.OperatorInitializer](),
	Doc: "Initialises compiled operators; from DMLDevice:CreateOperatorInitializer.",
	Methods: child[*dml.OperatorInitializer](properties[*dml.OperatorInitializer](),
		luabind.Method{Name: "Reset", Doc: "Gives the initializer other compiled operators.", Params: rows.Params(luabind.P("operators", "", "")),
			Fn: luabind.Do((*dml.OperatorInitializer).Reset)}),
}

type bindingTable = *dml.BindingTable

var bindingsParam = luabind.P("bindings", "", "in the order of the operator's fields; {} binds nothing to one")

// bindOne is the row of a method that binds one resource.
func bindOne(name, doc string, bind func(bindingTable, *dml.Binding) error) luabind.Method {
	return luabind.Method{Name: name, Doc: doc, Params: rows.Params(luabind.OptOf[dml.Binding]("binding", "nil unbinds it")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(bind(luabind.Self[bindingTable](c), rows.OptDesc[dml.Binding](c, 1)))
		})}
}

var bindingTableClass = luabind.Class{
	Kind: "BindingTable", Type: luabind.TypeOf[bindingTable](),
	Doc: "Writes descriptors of what is bound to tensors; from DMLDevice:CreateBindingTable.",
	Methods: child[bindingTable](
		luabind.Method{Name: "BindInputs", Doc: "Binds buffers to the inputs.", Params: rows.Params(bindingsParam),
			Fn: luabind.Do(bindingTable.BindInputs)},
		luabind.Method{Name: "BindOutputs", Doc: "Binds buffers to the outputs.", Params: rows.Params(bindingsParam),
			Fn: luabind.Do(bindingTable.BindOutputs)},
		bindOne("BindPersistentResource", "Binds the memory that initialisation filled.", bindingTable.BindPersistentResource),
		bindOne("BindTemporaryResource", "Binds the memory that an execution calculates in.", bindingTable.BindTemporaryResource),
		luabind.Method{Name: "Reset", Doc: "Makes the table one for another dispatchable or range; nil empties it.",
			Params: rows.Params(luabind.OptOf[dml.BindingTableDesc]("desc", "")), Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(luabind.Self[bindingTable](c).Reset(rows.OptDesc[dml.BindingTableDesc](c, 1)))
			})}),
}

type recorder = *dml.CommandRecorder

var recorderClass = luabind.Class{
	Kind: "CommandRecorder", Type: luabind.TypeOf[recorder](),
	Doc: "Records dispatches into command lists; from DMLDevice:CreateCommandRecorder.",
	Methods: child[recorder](luabind.Method{Name: "RecordDispatch", Doc: "Records the initialisation or execution of a dispatchable.",
		Params: rows.Params(luabind.P("list", "", "open, of type DIRECT or COMPUTE"),
			luabind.P("dispatchable", "", "a compiled operator or an initializer"), luabind.P("bindings", "", "a binding table for it")),
		Fn: luabind.Do3(func(r recorder, l *device.CommandList, d dml.Dispatchable, t bindingTable) error {
			return r.RecordDispatch(l, d, t)
		})}),
}
