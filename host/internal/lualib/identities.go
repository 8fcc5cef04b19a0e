package lualib

import (
	"weak"

	"github.com/yuin/gopher-lua"
)

// Identities gives tables, functions, objects and coroutines numbers, from 1 in the order in which they are asked for, where Lua shows addresses:
// those differ between runs. It does not keep what it has numbered.
type Identities struct {
	tables     numbered[lua.LTable]
	functions  numbered[lua.LFunction]
	objects    numbered[lua.LUserData]
	coroutines numbered[lua.LState]
	last       int
}

// Of is the number of a value, 0 if it is of another type.
func (x *Identities) Of(v lua.LValue) int {
	switch v := v.(type) {
	case *lua.LTable:
		return x.tables.of(v, &x.last)
	case *lua.LFunction:
		return x.functions.of(v, &x.last)
	case *lua.LUserData:
		return x.objects.of(v, &x.last)
	case *lua.LState:
		return x.coroutines.of(v, &x.last)
	}
	return 0
}

// numbered are the numbers of values of one type, also of some that are gone.
type numbered[T any] struct {
	numbers map[weak.Pointer[T]]int
	sweep   int // the size at which those that are gone are removed
}

// leastSweep keeps small maps from being swept all the time.
const leastSweep = 256

func (n *numbered[T]) of(v *T, last *int) int {
	p := weak.Make(v)
	if number, known := n.numbers[p]; known {
		return number
	}
	if n.numbers == nil {
		n.numbers, n.sweep = map[weak.Pointer[T]]int{}, leastSweep
	}
	if len(n.numbers) >= n.sweep {
		for p := range n.numbers {
			if p.Value() == nil {
				delete(n.numbers, p)
			}
		}
		n.sweep = max(leastSweep, 2*len(n.numbers))
	}
	*last++
	n.numbers[p] = *last
	return *last
}
