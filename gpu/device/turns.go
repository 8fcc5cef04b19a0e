package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Turns lets the layers see who calls the methods of a binding table, which one CPU thread at a time may do, or of another object of a level above.
// Before a second thread is started nobody asks, and nothing is known of the table: whoever starts a thread has made the calls before it.
type Turns struct{ table object }

func (t *Turns) common() *object { return &t.table }

// Take notes a call of a method; the error is that of a layer.
func (t *Turns) Take(a *Adapter, name, method string, site gpu.Site) error {
	if !a.crowd {
		return nil
	}
	if t.table.id == 0 {
		if err := a.issue(sched.CallQuery, a.begin(a.headAt("CreateBindingTable", site), t, gpu.KindBindingTable, "binding table", &name, nil),
			nothing); err != nil {
			return err
		}
	}
	return a.listCall(gpu.ListCall{CallHead: a.headAt(method, site), Act: gpu.TableUse, Allocator: t.table.id}, func() {})
}

// Enter notes that a method of a context begins, for whose objects it speaks until Leave: what two threads do with them in no order is told of the
// context. It takes no time, and no other thread goes on meanwhile.
func (t *Turns) Enter(a *Adapter, name, method string, site gpu.Site) error {
	if !a.crowd || a.layers.Empty() {
		return nil
	}
	if t.table.id == 0 {
		a.layers.Record(a.begin(a.headAt("CreateContext", site), t, gpu.KindContext, "context", &name, nil))
	}
	return a.note(gpu.ListCall{CallHead: a.headAt(method, site), Act: gpu.TableUse, Allocator: t.table.id})
}

// note lets the layers see a call that takes no time.
func (a *Adapter) note(c gpu.ListCall) error {
	call := a.lists.Take()
	defer a.lists.Give(call)
	*call = c
	if ok, err := a.layers.Check(call); !ok {
		return err
	}
	a.layers.Record(call)
	return nil
}

// Share notes that a method uses an object of a level above, which any thread may do; End that it gives the object up, beside which no other thread
// may use it. kind is what messages call the object, made where it was made. Neither takes time, and no other thread goes on meanwhile.
func (t *Turns) Share(a *Adapter, kind, name string, made gpu.Site, method string, site gpu.Site) error {
	return t.above(a, kind, name, made, gpu.AboveUse, method, site)
}

// End is described at Share.
func (t *Turns) End(a *Adapter, kind, name string, made gpu.Site, method string, site gpu.Site) error {
	return t.above(a, kind, name, made, gpu.AboveEnd, method, site)
}

// above is Share or End.
func (t *Turns) above(a *Adapter, kind, name string, made gpu.Site, act gpu.ListAct, method string, site gpu.Site) error {
	if !a.crowd || a.layers.Empty() {
		return nil
	}
	if t.table.id == 0 {
		a.layers.Record(a.begin(a.headAt("Create"+kind, made), t, gpu.KindAbove, kind, &name, kind))
	}
	err := a.note(gpu.ListCall{CallHead: a.headAt(method, site), Act: act, Allocator: t.table.id})
	if err == nil && act == gpu.AboveEnd {
		a.layers.Record(&gpu.ReleaseCall{CallHead: a.headAt(method, site), Kind: gpu.KindAbove, Object: t.table.id})
	}
	return err
}

// Crowd says whether the script has started a thread.
func (a *Adapter) Crowd() bool { return a.crowd }

// ID is what the layers know the object by; 0: nobody has asked.
func (t *Turns) ID() gpu.ID { return t.table.id }

// Leave ends what Enter began.
func (t *Turns) Leave(a *Adapter) {
	if t.table.id != 0 {
		a.layers.Leave(a.threadID())
	}
}

// HandOver says that a level built on the device gives the list, which is its own, to the calling thread, under a lock of its own: what other threads
// have done with it before is over.
func (l *CommandList) HandOver() { l.adapter.layers.HandOver(l.id) }

// HandOver is that of an allocator. Whether the GPU has finished its lists is another matter.
func (c *CommandAllocator) HandOver() { c.adapter.layers.HandOver(c.id) }

// HandOver is that of a fence, once for all: a level built on the device signals it, each time under a lock of its own, so that its signals come in
// the order of their values.
func (f *Fence) HandOver() { f.adapter.layers.HandOver(f.id) }

// SetName renames the table in what is said of its threads.
func (t *Turns) SetName(name string) {
	if t.table.id != 0 {
		t.table.SetName(name)
	}
}
