package exposed

import (
	"reflect"

	"github.com/yuin/gopher-lua"
	"layeh.com/gopher-luar"
)

// channel is the call of a channel, which receives a value or sends one: it waits for the other side as gopher-luar's does, but not longer than the
// run. call is gopher-luar's, which says what is wrong with other calls.
func (x *Values) channel(call lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		ud, ok := L.Get(1).(*lua.LUserData)
		if !ok {
			return call(L)
		}
		c := reflect.ValueOf(ud.Value)
		switch dir := c.Type().ChanDir(); {
		case L.GetTop() == 1 && dir&reflect.RecvDir != 0:
			return x.receive(L, c)
		case L.GetTop() == 2 && dir&reflect.SendDir != 0:
			return x.send(L, c)
		}
		return call(L)
	}
}

// receive returns the next value and true, or nil and false from a channel that is closed.
func (x *Values) receive(L *lua.LState, c reflect.Value) int {
	value, ok := x.selected(L, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: c})
	if !ok {
		L.Push(lua.LNil)
	} else {
		L.Push(luar.New(L, value.Interface()))
	}
	L.Push(lua.LBool(ok))
	return 2
}

// send sends the second argument. gopher-luar makes of it what the channel takes: as the argument of a function.
func (x *Values) send(L *lua.LState, c reflect.Value) int {
	takes := reflect.FuncOf([]reflect.Type{c.Type().Elem()}, nil, false)
	put := reflect.MakeFunc(takes, func(args []reflect.Value) []reflect.Value {
		x.selected(L, reflect.SelectCase{Dir: reflect.SelectSend, Chan: c, Send: args[0]})
		return nil
	})
	L.Push(luar.New(L, put.Interface()))
	L.Push(L.Get(2))
	L.Call(1, 0)
	return 0
}

// selected waits for one side of a channel until the run ends.
func (x *Values) selected(L *lua.LState, side reflect.SelectCase) (value reflect.Value, ok bool) {
	cases := []reflect.SelectCase{side}
	if done := x.Context().Done(); done != nil {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(done)})
	}
	chosen, value, ok := reflect.Select(cases)
	if chosen == 1 {
		x.Ended(L)
	}
	return value, ok
}
