// Package wrapped remembers the Lua value of each Go object.
//
// It must not know classes and methods.
package wrapped

import (
	"reflect"
	"weak"

	lua "github.com/yuin/gopher-lua"
)

// Table remembers the userdata of each object, so that one object is one Lua value. It holds the userdata weakly: an object that the
// script has dropped and the collector has taken gets a new one, which nobody can tell from the old.
type Table struct {
	live  map[any]weak.Pointer[lua.LUserData]
	sweep int // the size at which dead entries are removed
}

// MinSweep keeps small tables from being swept all the time.
const MinSweep = 256

// Get returns the userdata of the object, nil if it has none. Objects that are values, as descriptor handles, are compared by
// == in Lua and not remembered.
func (w *Table) Get(object any) *lua.LUserData {
	if !remembered(object) {
		return nil
	}
	return w.live[object].Value()
}

func remembered(object any) bool { return reflect.TypeOf(object).Kind() == reflect.Pointer }

// Put remembers the userdata of the object.
func (w *Table) Put(object any, ud *lua.LUserData) {
	if !remembered(object) {
		return
	}
	if w.live == nil {
		w.live = map[any]weak.Pointer[lua.LUserData]{}
		w.sweep = MinSweep
	}
	if len(w.live) >= w.sweep {
		w.RemoveDead()
	}
	w.live[object] = weak.Make(ud)
}

// RemoveDead removes the entries of values that are gone. It costs time in proportion to the entries and waits for the table to double before it runs
// again.
func (w *Table) RemoveDead() {
	for object, ud := range w.live {
		if ud.Value() == nil {
			delete(w.live, object)
		}
	}
	w.sweep = max(MinSweep, 2*len(w.live))
}

// Len is the number of entries, also of values that are gone.
func (w *Table) Len() int { return len(w.live) }
