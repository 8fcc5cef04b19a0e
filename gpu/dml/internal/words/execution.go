package words

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Work is a command that was executed.
type Work struct {
	Record, Submit gpu.Site
	Kept           gpu.Site // the call that bound the persistent resource; 0: it is not known
	Target         int      // of initialisations: the number of the operator among the targets, from 1
}

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
	d := executed(diag.DMLNotInitialized, o, w, "%s is executed, but was not initialised before", o)
	return earlier(d, Work{Record: o.Created}, "compiled here").
		Because("The execution finds no initialisation that has completed, and writes nothing.").
		WithHelp(initialiseBefore(o, w))
}

// NotExecuted says of NotInitialized that the initialisation was recorded at a place, in a list that has not been executed.
func NotExecuted(d *diag.Diagnostic, at gpu.Site) {
	d.Also(at, "its initialisation is recorded here, and has not been executed").Help = nil
	h := diag.Help{Text: "execute the list with its initialisation before, with a UAV barrier or a fence between both"}
	for _, via := range d.Primary().Via {
		if via.Verb == diag.SubmittedAt {
			h.Site, h.Draft = via.Site, &diag.Draft{Edit: diag.EditInsertBefore, Replace: "%1:ExecuteCommandLists { %2 }", Once: true, Ahead: true,
				Behind: []gpu.Site{at}, Snippets: append(diag.Pieces(via.Site, "ExecuteCommandLists"), diag.Pieces(at, "RecordDispatch", 1)[1])}
		}
	}
	d.WithHelp(h)
}

// initialiseBefore is the initialisation before an execution, with a table that was made for it.
func initialiseBefore(o Object, w Work) diag.Help {
	h := diag.Help{Text: "record a dispatch of an OperatorInitializer of it, with a UAV barrier or a fence between both"}
	if o.Initializer == 0 || o.Table == 0 {
		return h
	}
	h.Site, h.Draft = w.Record, &diag.Draft{Edit: diag.EditInsertBefore,
		Replace: "%1:RecordDispatch(%2, %3, %4)\n%2:ResourceBarrier { { Type = \"UAV\" } }", Once: true,
		Snippets: append(diag.Pieces(w.Record, "RecordDispatch", 1), diag.Snippet{Made: o.Initializer}, diag.Snippet{Made: o.Table})}
	return h
}

// InitializedTwice says that an operator was initialised again.
func InitializedTwice(o Object, w, first Work) *diag.Diagnostic {
	d := executed(diag.DMLInitializedTwice, o, w, "%s is initialised a second time", o)
	const help = "leave the second initialisation out, or compile the operator again"
	if w.Record == first.Record {
		return d.HelpText(help)
	}
	return earlier(d, first, "initialised here").HelpFix(w.Record,
		diag.Fix{Method: "RecordDispatch", Argument: 1, Action: diag.FixRemove, Once: true}, help)
}

// TwoTargets says that an initializer was given an operator twice, as targets of two numbers from 1: it would initialise it twice.
func TwoTargets(site gpu.Site, method string, o Object, first, second int) *diag.Diagnostic {
	return diag.New(diag.DMLInitializedTwice, "%s: %s is target %d and target %d", method, o, first, second).At(site, "").
		WithResource(o.Title).WithDocRule().
		HelpFix(site, diag.Drop(method, fmt.Sprintf("[%d]", second)), "leave the second one out")
}

// PersistentOther says that an operator was executed with another persistent resource than it was initialised with.
// offset, in bytes, is where that one begins in its buffer.
func PersistentOther(o Object, w, first Work, offset uint64) *diag.Diagnostic {
	d := persistent(o, w, "another persistent resource than it was initialised with")
	bound(d, Spot{"the persistent resource", w.Kept})
	d = earlier(d, first, "initialised here").Because(
		"What initialisation wrote is in the bytes that were bound then; a copy of them does not count.")
	const help = "bind the buffer and offset that the initializer had as output"
	if first.Kept == 0 || w.Kept == 0 {
		return d.HelpText(help)
	}
	const bind = "BindPersistentResource"
	pieces := append(diag.Pieces(w.Kept, bind),
		diag.Snippet{Site: first.Kept, Argument: 1, Method: "BindOutputs", Path: fmt.Sprintf("[%d].Buffer", first.Target)})
	return d.HelpInstead(w.Kept, fmt.Sprintf("%%1:%s { Buffer = %%2, Offset = %d }", bind, offset), pieces, help)
}

// PersistentWritten says that something has written to the persistent resource of an operator.
func PersistentWritten(o Object, w, by, first Work) *diag.Diagnostic {
	d := persistent(o, w, "a persistent resource that was written after its initialisation")
	earlier(earlier(d, by, "written here"), first, "initialised here")
	return d.HelpText("leave the %s as initialisation left it", fmt.Sprintf("persistent resource of %s", o))
}

// Clobbered says that a dispatch of the list runs with the pipeline that RecordDispatch left; by is that one.
func Clobbered(o Object, w, by Work) *diag.Diagnostic {
	d := executed(diag.DMLClobbered, o, w, "Dispatch runs with the pipeline state and the root signature that RecordDispatch of %s left", o)
	if by.Record != 0 {
		d.Also(by.Record, "RecordDispatch replaces them here")
	}
	pieces := append(diag.Pieces(w.Record, "Dispatch"), diag.Snippet{Only: diag.Only("CreateRootSignature")},
		diag.Snippet{Only: diag.Only("CreateComputePipelineState")})
	return d.HelpBefore(w.Record, "%1:SetComputeRootSignature(%2)\n%1:SetPipelineState(%3)", pieces,
		"call SetComputeRootSignature, SetPipelineState and the setters of its arguments before it")
}
