// Package words has the messages of the engine level, one function a condition. Detection stands with the methods of package engine.
//
// It must not know the engine's types: what a message says of an object or a context comes as a value.
package words

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
)

// Object is what messages say of an object.
type Object struct {
	Title             string // kind and name
	Created, Released gpu.Site
	Mask              uint64 // the contexts that may use it
	Paired            string // the list that its release was paired with
	ID                gpu.ID // that the layers of the machine know it by, where several threads use it; 0 else
}

// names says that a diagnostic is about the object: what two threads do with it in no order is told instead.
func (o Object) names(g *diag.Diagnostic) *diag.Diagnostic {
	g.Object = o.ID
	return g.WithResource(o.String())
}

// Gone is the label of the place where it was released.
func (o Object) Gone() string {
	if o.Paired == "" {
		return "released here"
	}
	return "released here, paired with " + o.Paired
}

// String is the title.
func (o Object) String() string { return o.Title }

// Context is what messages say of a context.
type Context struct {
	Title  string // kind and name
	Site   gpu.Site
	Began  gpu.Site // Begin of a deferred context
	Frame  uint64   // from 1
	Number uint64   // of the list that is recorded
	Queue  bool     // whether it has a queue, and so a number
	Known  uint64   // the highest value that the application has waited for
	Ended  gpu.Site // FinishFrame of the frame before; 0: there was none
}

// String is the title.
func (c Context) String() string { return c.Title }

// On is the context with its frame and the number of its list, for labels.
func (c Context) On() string {
	if !c.Queue {
		return fmt.Sprintf("%s, frame %d", c, c.Frame)
	}
	return fmt.Sprintf("%s, frame %d, list %d", c, c.Frame, c.Number)
}

// Thread is what messages say of a CPU thread that the script has started; the zero value is none.
type Thread struct {
	Title   string // as thread "recorder"
	Started gpu.Site
}

// Sent are the calls of ExecuteCommandLists on a context in its frame.
type Sent struct {
	Site  gpu.Site // of the last one
	Calls int
}

// Missed is why ExecuteCommandLists did not execute a list of its frame: a thread finished it later. The zero value: that is not why.
type Missed struct {
	Thread
	Sent  gpu.Site
	Alone bool // the thread ends whatever others do
}

// List is what messages say of a command list.
type List struct {
	Object
	By         Context // recorded it
	Target     string  // was to execute it
	Site       gpu.Site
	Began      gpu.Site
	Frame      uint64 // of By
	FrameBegan uint64 // of the target, at Begin
	Missed     Missed
}

// Use is the first use of an object in a recording.
type Use struct {
	Object Object
	Site   gpu.Site
	Method string
}

// Variable is what messages say of a shader variable.
type Variable struct {
	Owner Object
	Slot  *layout.Slot
	Site  gpu.Site
}

// Mapping is what messages say of a mapped buffer or texture.
type Mapping struct {
	Object  Object
	By      Context
	Site    gpu.Site
	Opened  gpu.Site
	Closed  gpu.Site // the call that unmapped it; 0: none did
	Frame   uint64
	Texture bool // texels of one
	Copied  bool // unmapping records a copy
	Lasts   bool // longer than a frame
}

// Content is what messages say of a dynamic buffer's contents.
type Content struct {
	Site  gpu.Site // of MapBuffer
	Frame uint64
}

// Tracked is what messages say of a resource's state.
type Tracked struct {
	Owner       Object
	Subresource int // -1: all of it
	State       gpu.ResourceStates
	Since       gpu.Site
}

// String is the title, with the subresource if one is meant.
func (t Tracked) String() string {
	if t.Subresource >= 0 {
		return fmt.Sprintf("subresource %d of %s", t.Subresource, t.Owner)
	}
	return t.Owner.String()
}

// Fence is what messages say of a fence.
type Fence struct {
	Object
	Enqueued uint64 // the highest value
}

// Signal is a signal of a fence that was not flushed.
type Signal struct {
	Fence string // title
	Value uint64
	Site  gpu.Site // EnqueueSignal
}
