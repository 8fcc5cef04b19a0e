// Package usual reads arguments in their most common form, quickly and without allocating:
//
//	ExecuteCommandLists { list }
//	ResourceBarrier { { Type = "UAV", Resource = r } }
//	ResourceBarrier { { Type = "TRANSITION", Resource = r, Before = "COPY_DEST", After = "UNORDERED_ACCESS" } }
//
// Any other form, and anything wrong, is left to the decoder, which knows all forms: what this package reads is what the decoder would have read. It
// reports nothing itself.
package usual

import (
	"reflect"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/gpu"
)

var (
	// one is made once: a number as a value of Lua is an allocation.
	one    = lua.LValue(lua.LNumber(1))
	types  = enums.Of(reflect.TypeFor[gpu.BarrierType]())
	states = enums.Of(reflect.TypeFor[gpu.ResourceStates]())
)

// only is the entry of a table that has one, at 1, and nothing else; nil otherwise.
func only(v lua.LValue) lua.LValue {
	t, ok := v.(*lua.LTable)
	if !ok || t.Metatable.Type() != lua.LTNil || t.MaxN() != 1 {
		return nil
	}
	if key, _ := t.Next(one); key.Type() != lua.LTNil {
		return nil
	}
	return t.RawGetInt(1)
}

// Lists are the command lists of argument i, in room if there is one.
func Lists(c *luabind.Args, i int, room []gpu.CommandList) []gpu.CommandList {
	if lists, plain := oneList(c, i, room); plain {
		return lists
	}
	return luabind.Decode[[]gpu.CommandList](c, i)
}

// Barriers are those of argument i, in room if there is one.
func Barriers(c *luabind.Args, i int, room []gpu.BarrierDesc) []gpu.BarrierDesc {
	if barriers, plain := oneBarrier(c, i, room); plain {
		return barriers
	}
	return luabind.Decode[[]gpu.BarrierDesc](c, i)
}

// oneList appends to room the list of a table with one command list. plain says that argument i is that.
func oneList(c *luabind.Args, i int, room []gpu.CommandList) (lists []gpu.CommandList, plain bool) {
	entry, ok := only(c.Value(i)).(*lua.LUserData)
	if !ok {
		return nil, false
	}
	list, ok := entry.Value.(gpu.CommandList)
	return append(room, list), ok
}

// oneBarrier appends to room the barrier of a table with one, which says its type: that of a UAV, or a transition of all subresources. plain says
// that argument i is that.
func oneBarrier(c *luabind.Args, i int, room []gpu.BarrierDesc) (barriers []gpu.BarrierDesc, plain bool) {
	t, ok := only(c.Value(i)).(*lua.LTable)
	if !ok || t.Metatable.Type() != lua.LTNil {
		return nil, false
	}
	b, has := gpu.BarrierDesc{Subresource: gpu.AllSubresources}, fields(0)
	for key, value := t.Next(lua.LNil); key.Type() != lua.LTNil; key, value = t.Next(key) {
		field := read(&b, key, value)
		if field == 0 {
			return nil, false
		}
		has |= field
	}
	switch {
	case b.Type == gpu.BarrierUAV && has&^hasResource == hasType, b.Type == gpu.BarrierTransition && has == hasType|hasResource|hasBefore|hasAfter:
		return append(room, b), true
	}
	return nil, false
}

// fields are those of a barrier that were read.
type fields uint8

const (
	hasType fields = 1 << iota
	hasResource
	hasBefore
	hasAfter
)

// read reads a field of a barrier, and says which it was; 0 for others, and where the value is no plain one.
func read(b *gpu.BarrierDesc, key, value lua.LValue) fields {
	name, _ := key.(lua.LString)
	if name == "Resource" {
		object, _ := value.(*lua.LUserData)
		if object == nil {
			return 0
		}
		r, ok := object.Value.(gpu.Resource)
		if b.Resource = r; !ok {
			return 0
		}
		return hasResource
	}
	text, _ := value.(lua.LString)
	table, field := states, hasType
	switch name {
	case "Type":
		table = types
	case "Before":
		field = hasBefore
	case "After":
		field = hasAfter
	default:
		return 0
	}
	n, ok := table.Value(string(text))
	switch {
	case !ok:
		return 0
	case field == hasType:
		b.Type = gpu.BarrierType(n)
	case field == hasBefore:
		b.Before = gpu.ResourceStates(n)
	default:
		b.After = gpu.ResourceStates(n)
	}
	return field
}
