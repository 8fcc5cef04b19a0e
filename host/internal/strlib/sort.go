package strlib

import (
	"sort"

	"github.com/yuin/gopher-lua"
)

// compareEvery is after how many comparisons without a function of the script a sort asks whether the run continues.
const compareEvery = 1 << 14

// tableSort is table.sort: (table [, less]). The values are sorted beside the table, which gets them at the end.
func (s *Library) tableSort(L *lua.LState) int {
	t := L.CheckTable(1)
	o := &order{library: s, L: L}
	if L.GetTop() > 1 && L.Get(2) != lua.LNil {
		o.less = L.CheckFunction(2)
	}
	n := t.Len()
	s.Room(L, 16*n)
	o.values = make([]lua.LValue, n)
	for i := range o.values {
		o.values[i] = t.RawGetInt(i + 1)
	}
	sort.Sort(o)
	for i, v := range o.values {
		t.RawSetInt(i+1, v)
	}
	return 0
}

// order is the values of a table that is being sorted.
type order struct {
	library  *Library
	L        *lua.LState
	less     *lua.LFunction // nil for the operator <
	values   []lua.LValue
	compared int
}

// Len implements sort.Interface.
func (o *order) Len() int { return len(o.values) }

// Swap implements sort.Interface.
func (o *order) Swap(i, j int) { o.values[i], o.values[j] = o.values[j], o.values[i] }

// Less implements sort.Interface.
func (o *order) Less(i, j int) bool {
	if o.less == nil {
		if o.compared++; o.compared%compareEvery == 0 {
			o.library.Look(o.L)
		}
		return o.L.LessThan(o.values[i], o.values[j])
	}
	o.L.Push(o.less)
	o.L.Push(o.values[i])
	o.L.Push(o.values[j])
	o.L.Call(2, 1)
	less := lua.LVAsBool(o.L.Get(-1))
	o.L.Pop(1)
	return less
}
