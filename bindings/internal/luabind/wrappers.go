package luabind

import (
	"reflect"
	"weak"

	lua "github.com/yuin/gopher-lua"
)

// wrappers remembers the userdata of each object, so that one object is one Lua value. It holds the userdata weakly: an object that the
// script has dropped and the collector has taken gets a new one, which nobody can tell from the old.
type wrappers struct {
	live  map[any]weak.Pointer[lua.LUserData]
	sweep int // the size at which dead entries are removed
}

// minSweep keeps small tables from being swept all the time.
const minSweep = 256

// get returns the userdata of the object, nil if it has none. Objects that are values, as descriptor handles, are compared by
// == in Lua and not remembered.
func (w *wrappers) get(object any) *lua.LUserData {
	if !remembered(object) {
		return nil
	}
	return w.live[object].Value()
}

func remembered(object any) bool { return reflect.TypeOf(object).Kind() == reflect.Pointer }

// put remembers the userdata of the object.
func (w *wrappers) put(object any, ud *lua.LUserData) {
	if !remembered(object) {
		return
	}
	if w.live == nil {
		w.live = map[any]weak.Pointer[lua.LUserData]{}
		w.sweep = minSweep
	}
	if len(w.live) >= w.sweep {
		w.removeDead()
	}
	w.live[object] = weak.Make(ud)
}

// removeDead costs time in proportion to the entries and waits for the table to double before it runs again.
func (w *wrappers) removeDead() {
	for object, ud := range w.live {
		if ud.Value() == nil {
			delete(w.live, object)
		}
	}
	w.sweep = max(minSweep, 2*len(w.live))
}
