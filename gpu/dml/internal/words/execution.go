package words

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Work is a command that was executed.
type Work struct{ Record, Submit gpu.Site }

// executed begins a message about work of an operator.
func executed(code diag.Code, o Object, w Work, format string, args ...any) *diag.Diagnostic {
	d := diag.New(code, format, args...).At(w.Record, "").WithResource(o.Title)
	if w.Submit != w.Record {
		d.Submitted(w.Submit, "")
	}
	return d.WithDocRule()
}

// earlier adds the work that came first.
func earlier(d *diag.Diagnostic, w Work, text string) *diag.Diagnostic {
	if w.Record != d.Primary().Site {
		d.Also(w.Record, text)
	}
	return d
}

// persistent begins a message about the persistent resource of an operator.
func persistent(o Object, w Work, what string) *diag.Diagnostic {
	return executed(diag.DMLPersistentChanged, o, w, "%s is executed with %s", o, what)
}

// NotInitialized says that an operator was executed before its initialisation.
func NotInitialized(o Object, w Work) *diag.Diagnostic {
	d := executed(diag.DMLNotInitialized, o, w, "%s is executed, and was not initialised before", o)
	return earlier(d, Work{Record: o.Created}, "compiled here").
		Because("The execution finds no initialisation that has completed, and writes nothing.").
		HelpText("record a dispatch of an OperatorInitializer of it, with a UAV barrier or a fence between both")
}

// InitializedTwice says that an operator was initialised again.
func InitializedTwice(o Object, w, first Work) *diag.Diagnostic {
	d := executed(diag.DMLInitializedTwice, o, w, "%s is initialised a second time", o)
	return earlier(d, first, "initialised here").HelpText("leave the second initialisation out, or compile the operator again")
}

// PersistentOther says that an operator was executed with another persistent resource than it was initialised with.
func PersistentOther(o Object, w, first Work) *diag.Diagnostic {
	d := persistent(o, w, "another persistent resource than it was initialised with")
	return earlier(d, first, "initialised here").
		Because("What initialisation left stands in the bytes that were bound then; a copy of them is not the same.").
		HelpText("bind the buffer and offset that the initializer had as output")
}

// PersistentWritten says that something has written to the persistent resource of an operator.
func PersistentWritten(o Object, w, by, first Work) *diag.Diagnostic {
	d := persistent(o, w, "a persistent resource that was written behind its initialisation")
	earlier(earlier(d, by, "written here"), first, "initialised here")
	return d.HelpText("leave the %s as initialisation left it", fmt.Sprintf("persistent resource of %s", o))
}

// Clobbered says that a dispatch of the list runs with the pipeline that RecordDispatch left.
func Clobbered(o Object, w Work) *diag.Diagnostic {
	return executed(diag.DMLClobbered, o, w, "Dispatch runs with the pipeline state and the root signature that RecordDispatch of %s left", o).
		HelpText("call SetComputeRootSignature, SetPipelineState and the setters of its arguments before it")
}
