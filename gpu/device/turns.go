package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Turns lets the layers see who calls the methods of a binding table, which one CPU thread at a time may do. Before a second thread is started nobody asks, and
// nothing is known of the table: whoever starts a thread has made the calls before it.
type Turns struct{ table object }

func (t *Turns) common() *object { return &t.table }

// Take notes a call of a method; the error is that of a layer.
func (t *Turns) Take(a *Adapter, name, method string, site gpu.Site) error {
	if !a.crowd {
		return nil
	}
	if t.table.id == 0 {
		call := a.begin(a.headAt("CreateBindingTable", site), t, gpu.KindBindingTable, "binding table", &name, nil)
		if err := a.issue(sched.CallQuery, call, nothing); err != nil {
			return err
		}
	}
	return a.listCall(gpu.ListCall{CallHead: a.headAt(method, site), Act: gpu.TableUse, Allocator: t.table.id}, func() {})
}

// Enter notes that a method of a context begins, for whose objects it speaks until Leave: what two threads do with them in no order is told of the context. It takes no time, and no other
// thread goes on meanwhile.
func (t *Turns) Enter(a *Adapter, name, method string, site gpu.Site) error {
	if !a.crowd || a.layers.Empty() {
		return nil
	}
	var call gpu.Call
	if t.table.id == 0 {
		call = a.begin(a.headAt("CreateContext", site), t, gpu.KindContext, "context", &name, nil)
		a.layers.Record(call)
	}
	call = &gpu.ListCall{CallHead: a.headAt(method, site), Act: gpu.TableUse, Allocator: t.table.id}
	if ok, err := a.layers.Check(call); !ok {
		return err
	}
	a.layers.Record(call)
	return nil
}

// Leave ends what Enter began.
func (t *Turns) Leave(a *Adapter) {
	if t.table.id != 0 {
		a.layers.Leave(a.threadID())
	}
}

// HandOver says that a level built on the device gives the list, which is its own, to the calling thread, under a lock of its own: what other threads have done
// with it before is over.
func (l *CommandList) HandOver() { l.adapter.layers.HandOver(l.id) }

// HandOver is that of an allocator. Whether the GPU has finished its lists is another matter.
func (c *CommandAllocator) HandOver() { c.adapter.layers.HandOver(c.id) }

// SetName renames the table in what is said of its threads.
func (t *Turns) SetName(name string) {
	if t.table.id != 0 {
		t.table.SetName(name)
	}
}
