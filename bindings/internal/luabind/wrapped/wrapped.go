// Package wrapped remembers the Lua value of each Go object.
//
// The values are held weakly. The entry of a value leaves the table when the collector takes the value, so that the table never keeps an object alive
// that the script has given up.
//
// It must not know classes and methods.
package wrapped

import (
	"reflect"
	"runtime"
	"sync"
	"weak"

	lua "github.com/yuin/gopher-lua"
)

// Table remembers the userdata of each object, so that one object is one Lua value. An object that the script has dropped and the collector has taken
// gets a new one, which nobody can tell from the old.
type Table struct {
	mu   sync.Mutex // entries leave on a goroutine of the collector
	live map[any]*entry
}

// entry is an object and its value.
type entry struct {
	object any
	value  weak.Pointer[lua.LUserData]
}

// Get returns the userdata of the object, nil if it has none. Objects that are values, as descriptor handles, are compared by
// == in Lua and not remembered.
func (w *Table) Get(object any) *lua.LUserData {
	if !remembered(object) {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if e := w.live[object]; e != nil {
		return e.value.Value()
	}
	return nil
}

func remembered(object any) bool { return reflect.TypeOf(object).Kind() == reflect.Pointer }

// Put remembers the userdata of the object for as long as somebody has it.
func (w *Table) Put(object any, ud *lua.LUserData) {
	if !remembered(object) {
		return
	}
	e := &entry{object: object, value: weak.Make(ud)}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.live == nil {
		w.live = map[any]*entry{}
	}
	w.live[object] = e
	runtime.AddCleanup(ud, forget, taken{table: weak.Make(w), entry: weak.Make(e)})
}

// taken is what is known of a value when it is gone. What it holds it must hold weakly: an object may lead to the state of its script, and so to its
// own value, which would then be held for ever.
type taken struct {
	table weak.Pointer[Table]
	entry weak.Pointer[entry]
}

// forget removes the entry of a value that is gone, unless the object has got a new one since.
func forget(t taken) {
	w, e := t.table.Value(), t.entry.Value()
	if w == nil || e == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.live[e.object] == e {
		delete(w.live, e.object)
	}
}

// Len is the number of entries.
func (w *Table) Len() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.live)
}
