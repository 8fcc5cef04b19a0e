// Package dml is DirectML on the explicit level: devices, operators, initializers, binding tables and a recorder. It records dispatches into command lists
// of the application and does nothing else: it submits nothing, signals no fence, transitions no resource and keeps nothing alive for the GPU.
//
//	Operator ──CompileOperator──▶ CompiledOperator ──CreateOperatorInitializer──▶ OperatorInitializer
//	   a description                pipelines and a state buffer                    pipelines that initialise
//
//	BindingTable ── writes descriptors ──▶ a range of the application's heap
//	CommandRecorder.RecordDispatch(list, dispatchable, table) ──▶ root signature, pipeline, table, Dispatch … in the application's list
//
// # State on the GPU
//
// A compiled operator owns a buffer that its initialisation writes and that each of its executions reads; what is kept stands in the persistent resource, which is written
// and read the same way. So the order between both, and the life of the compiled operator, are those of bytes: the explicit level sees what is missing, and this package
// says it in DirectML's words. An execution of what was not initialised writes nothing.
//
// The package uses the exported API of package device. It must not know the scheduler, the executor or the validator.
package dml
