package translate

import (
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/cnames"
)

// Fold is the one table of arguments that were given one after the other, in an order of package cnames; nil if there are more of them, or one does
// not fit there. A number 0 says nothing: it is what C writes for no flags. A mask of nodes that comes first may be left out.
func Fold(order []string, arguments []lua.LValue) *lua.LTable {
	if len(arguments) > 1 && len(order) > 0 && order[0] == "NodeMask" && arguments[0].Type() == lua.LTString {
		order = order[1:]
	}
	if len(arguments) < 2 || len(order) < len(arguments) {
		return nil
	}
	for i, v := range arguments[:min(len(arguments), len(order)-1)] { // what is dropped before a description may be left out
		if len(order) > len(arguments) && order[i] == cnames.Dropped && order[i+1] == cnames.Description && v.Type() == lua.LTTable {
			order = slices.Concat(order[:i], order[i+1:])
			break
		}
	}
	folded := &lua.LTable{Metatable: lua.LNil}
	for i, v := range arguments {
		field := order[i]
		table, isTable := v.(*lua.LTable)
		if isTable {
			table = alone(table)
		}
		switch {
		case v == lua.LNil || v == lua.LNumber(0) || field == cnames.Dropped:
		case field != cnames.Description:
			folded.RawSetString(field, Value(field, v))
		case !isTable || table.RawGetInt(1) != lua.LNil:
			return nil
		default:
			table.ForEach(folded.RawSet)
			folded.Metatable = table.Metatable
		}
	}
	return folded
}

// Wrong is a length that says something else than the list has.
type Wrong struct {
	Argument int // from 1, of the length
	Says     float64
	Has      int
	Nil      bool // there is no list
}

// Uncount takes out of n arguments, which are on the stack after base, those that only C has: the lengths of lists, in an order of cnames.Counts. It
// returns how many are left. Arguments in the order here, which has no numbers in these places, stay as they are, but for a false that C's order has
// after a list.
func Uncount(L *lua.LState, base, n int, order string) (left int, wrong *Wrong) {
	if !inC(L, base, n, order) {
		return withoutFlags(L, base, n, order), nil
	}
	row := lua.LNumber(1)
	for i := min(n, len(order)); i > 0; i-- {
		v := L.Get(base + i)
		switch order[i-1] {
		case '.':
			continue
		case 's':
			if L.Get(base+i-2) == lua.LNumber(1) {
				wrap(L, base+i, v.Type() == lua.LTNumber)
			}
			continue
		case 'r':
			count := L.Get(base + i - 2).(lua.LNumber)
			if list, several := L.Get(base + i - 1).(*lua.LTable); lua.LVAsBool(v) && v != lua.LNumber(0) && count > 0 {
				if several && list.Len() > 1 {
					continue
				}
				row = count
				L.Replace(base+i-2, lua.LNumber(1))
			}
		case 'f':
			if lua.LVAsBool(v) && v != lua.LNumber(0) {
				continue
			}
		case 'n', 'v':
			if i < n {
				pointedAt(L, base+i+1, v, order[i-1] == 'v')
			}
			wrong = differs(v, L.Get(base+i+1), i, wrong)
		case 'N':
			wrong = differs(v, L.Get(base+i-1), i, wrong)
		}
		L.Remove(base + i)
		n--
	}
	if row != 1 {
		for n++; L.GetTop() < base+2; n++ {
			L.Push(lua.LNil)
		}
		L.Push(row)
	}
	return n, wrong
}

// inC says whether arguments are in C's order: the lengths are numbers, and the first list is there.
func inC(L *lua.LState, base, n int, order string) bool {
	first := 0
	for i := 1; i <= min(n, len(order)); i++ {
		if strings.IndexByte(".fsr", order[i-1]) >= 0 {
			continue
		}
		if _, number := L.Get(base + i).(lua.LNumber); !number {
			return false
		}
		if first == 0 {
			first = i
		}
	}
	none := first > 2 && L.Get(base+first) == lua.LNumber(0) // no list: the 0 that C writes before a null pointer
	return first != 0 && (n > first || order[first-1] == 'N' || n == first && none)
}

// withoutFlags takes out a false of C where the lengths of lists are left out already: OMSetRenderTargets({ rtv }, false, dsv).
func withoutFlags(L *lua.LState, base, n int, order string) int {
	place := 0
	for _, kind := range order {
		switch kind {
		case '.', 's':
			place++
		case 'f', 'r':
			if place < n && L.Get(base+place+1) == lua.LFalse {
				L.Remove(base + place + 1)
				n--
			}
		}
	}
	return n
}

// differs finds out whether a length differs from that of its list; of several the first one counts. What is no list is refused as a list.
func differs(says, list lua.LValue, argument int, other *Wrong) *Wrong {
	has, missing := 0, list == lua.LNil
	switch t := list.(type) {
	case *lua.LNilType:
	case *lua.LTable:
		has = t.Len()
	default:
		return other
	}
	if n := float64(says.(lua.LNumber)); n != float64(has) {
		return &Wrong{argument, n, has, missing}
	}
	return other
}

// pointedAt makes a list of the one description, or object, that is at a place of the stack, after the length 1: C points at it, and needs no list.
// Where the list is one of numbers, it is a number. Behind the length 0 nothing is an empty list.
func pointedAt(L *lua.LState, place int, length lua.LValue, numbers bool) {
	one := L.Get(place)
	switch length {
	case lua.LNumber(0):
		if one == lua.LNil {
			L.Replace(place, L.CreateTable(0, 0))
		}
	case lua.LNumber(1):
		t, isTable := one.(*lua.LTable)
		wrap(L, place, isTable && !numbers && described(t) || one.Type() == lua.LTUserData || numbers && one.Type() == lua.LTNumber)
	}
}

// wrap puts a list of what is at a place of the stack there, if it is one.
func wrap(L *lua.LState, place int, one bool) {
	if one {
		list := L.CreateTable(1, 0)
		list.Append(L.Get(place))
		L.Replace(place, list)
	}
}

// described says whether a table is a description, with or without the names of its fields, as { 0, 0, 64, 64 }, and no list of one.
func described(t *lua.LTable) bool {
	_, written := t.RawGetInt(1).(lua.LNumber)
	key, _ := t.Next(lua.LNil)
	return key != lua.LNil && (t.Len() == 0 || written) && t.Len() != 1
}
