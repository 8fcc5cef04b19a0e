// Package receiver knows what objects want to hear of a method call before its arguments are read: where it is, that no other call runs, and that it
// uses them.
//
// It must not know classes, arguments or messages.
package receiver

import (
	"reflect"

	"github.com/gpuscript/gpuscript/gpu"
)

// Placed is implemented by objects that want to know where in the script the method is called that comes next. Every method call tells them.
type Placed interface {
	SetSite(site gpu.Site)
}

// Exclusive is implemented by objects of which one method runs at a time: a thread that calls one waits until that of another thread has ended. What
// a second thread finds between two calls is whole then; that it calls at all may be a mistake all the same.
type Exclusive interface {
	// Lock waits until no other thread runs a method. The error is that of the machine, when it is shut down or can do nothing any more; nothing is
	// locked then.
	Lock(site gpu.Site, method string) error
	Unlock()
}

// Used is implemented by objects that are not to be used after a while, and want to hear of the methods that do not tell it by themselves.
type Used interface {
	// Use notes that a method uses the object. The error is that of who minds.
	Use(site gpu.Site, method string) error
}

// Wants says what the objects of a type want to hear.
type Wants struct{ place, exclusive, used bool }

// Of is what objects of a type want to hear.
func Of(t reflect.Type) Wants {
	return Wants{t.Implements(reflect.TypeFor[Placed]()), t.Implements(reflect.TypeFor[Exclusive]()), t.Implements(reflect.TypeFor[Used]())}
}

// Of is what they want to hear of a method: that it uses the object only if it does not tell that by itself.
func (w Wants) Of(silent bool) Wants {
	w.used = w.used && silent
	return w
}

// Some says whether they want to hear anything.
func (w Wants) Some() bool { return w.place || w.exclusive || w.used }

// Begin tells an object that a method begins. The caller unlocks what is held when it has ended, however it ends; nil: nothing is.
func (w Wants) Begin(self any, site gpu.Site, method string) (held Exclusive, err error) {
	if w.exclusive {
		held = self.(Exclusive)
		if err := held.Lock(site, method); err != nil {
			return nil, err
		}
	}
	if w.place {
		self.(Placed).SetSite(site)
	}
	if w.used {
		err = self.(Used).Use(site, method)
	}
	return held, err
}
