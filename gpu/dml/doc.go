// Package dml is DirectML on top of the explicit level: devices, operators, initializers, binding tables and a recorder. It only records dispatches
// into command lists of the application: it submits nothing, signals no fence, transitions no resource and keeps nothing alive for the GPU.
//
//	Operator ──CompileOperator──▶ CompiledOperator ──CreateOperatorInitializer──▶ OperatorInitializer
//	   a description                pipelines and a state buffer                    pipelines that initialise
//
//	BindingTable ── writes descriptors ──▶ a range of the application's heap
//	CommandRecorder.RecordDispatch(list, dispatchable, table) ──▶ root signature, pipeline, table, Dispatch … in the application's list
//
// # State on the GPU
//
// A compiled operator owns a buffer that its initialisation writes and each of its executions reads; data it keeps is in the persistent resource,
// which is written and read the same way. So the order between the two, and the lifetime of the compiled operator, are questions about bytes: the
// explicit level finds what is missing, and this package rewords it in DirectML's terms. Executing an operator that was not initialised writes
// nothing.
//
// The package uses the exported API of package device. It must not know the scheduler, the executor or the validator.
package dml
