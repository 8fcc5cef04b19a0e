package luabind

import (
	"math"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/luaerr"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/receiver"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Args is one call from Lua: the receiver, the arguments, the place, and the results. Arguments count from 1 after the
// receiver; their names in messages are the Params of the row. Readers raise a Lua error when the value does not fit, so a
// method never sees a wrong value. An Args is valid during the call only.
//
// The plain readers refuse nil and absent arguments; the Opt readers return their default for both.
type Args struct {
	L *lua.LState // the state, a coroutine perhaps, that makes the call

	b    *Binder
	sig  *signature
	self any
	held receiver.Exclusive // which the call holds; nil: nothing
	base int                // Lua index of argument 0: the receiver, or nothing
	n    int                // arguments without the receiver
	nret int
	dec  Decoder
}

// Self returns the receiver. T is the Type of the class, or the type of the Env of the Binder for a module function.
func Self[T any](c *Args) T { return c.self.(T) }

// Binder returns the Binder that makes the call.
func (c *Args) Binder() *Binder { return c.b }

// BytesOfNumber is how much memory a number in a list takes: its place there, and the number itself.
const BytesOfNumber = 24

// Site returns the place of the call in the script, 0 if it is not known.
func (c *Args) Site() gpu.Site { return c.b.site(c.L) }

// N returns the number of arguments, explicit nils included.
func (c *Args) N() int { return c.n }

// Room is called before a result of many bytes is made. It raises an error if there is no memory for it.
func (c *Args) Room(bytes int) { c.b.makeRoom(c.L, bytes) }

// Value returns argument i as it is; lua.LNil if it is absent.
func (c *Args) Value(i int) lua.LValue {
	if i > c.n {
		return lua.LNil
	}
	return c.L.Get(c.base + i)
}

// Has reports whether argument i is present and not nil.
func (c *Args) Has(i int) bool { return c.Value(i) != lua.LNil }

// Uint32 reads a whole number in [0, 2^32-1].
func (c *Args) Uint32(i int) uint32 {
	v := c.Value(i)
	if x, ok := v.(lua.LNumber); ok && x >= 0 && x <= math.MaxUint32 {
		if u := uint32(x); lua.LNumber(u) == x {
			return u
		}
	}
	return uint32(c.integer(i, v, 0, math.MaxUint32))
}

// Uint32In is argument i as a whole number from lo to hi.
func (c *Args) Uint32In(i int, lo, hi uint32) uint32 {
	return uint32(c.integer(i, c.Value(i), float64(lo), float64(hi)))
}

// Uint64 reads a whole number in [0, 2^53]: larger ones are not exact in Lua.
func (c *Args) Uint64(i int) uint64 {
	v := c.Value(i)
	if x, ok := v.(lua.LNumber); ok && x >= 0 && x <= show.MaxExact {
		if u := uint64(x); lua.LNumber(u) == x {
			return u
		}
	}
	return uint64(c.integer(i, v, 0, show.MaxExact))
}

// Int32 reads a whole number in [-2^31, 2^31-1].
func (c *Args) Int32(i int) int32 {
	v := c.Value(i)
	if x, ok := v.(lua.LNumber); ok && x >= math.MinInt32 && x <= math.MaxInt32 {
		if s := int32(x); lua.LNumber(s) == x {
			return s
		}
	}
	return int32(c.integer(i, v, math.MinInt32, math.MaxInt32))
}

// integer is the slow way of the integer readers: it finds the reason and raises it.
func (c *Args) integer(i int, v lua.LValue, lo, hi float64) float64 {
	d := c.decoder(i)
	x, err := d.integer(v, lo, hi)
	c.raise(err)
	return x
}

// Float64 reads a finite number.
func (c *Args) Float64(i int) float64 {
	v := c.Value(i)
	if x, ok := v.(lua.LNumber); ok && x-x == 0 {
		return float64(x)
	}
	x, err := c.decoder(i).float(v, math.MaxFloat64)
	c.raise(err)
	return x
}

// Float32 reads a finite number in the range of a 32-bit float and rounds it to the nearest.
func (c *Args) Float32(i int) float32 {
	v := c.Value(i)
	if x, ok := v.(lua.LNumber); ok && x >= -math.MaxFloat32 && x <= math.MaxFloat32 {
		return float32(x)
	}
	x, err := c.decoder(i).float(v, math.MaxFloat32)
	c.raise(err)
	return float32(x)
}

// String reads a string; numbers are not converted.
func (c *Args) String(i int) string {
	v := c.Value(i)
	if s, ok := v.(lua.LString); ok {
		return string(s)
	}
	c.raise(c.decoder(i).wrongType("a string", v))
	return ""
}

// Bool reads true or false and nothing else.
func (c *Args) Bool(i int) bool {
	v := c.Value(i)
	if b, ok := v.(lua.LBool); ok {
		return bool(b)
	}
	c.raise(c.decoder(i).wrongType("true or false", v))
	return false
}

// Function reads a Lua function.
func (c *Args) Function(i int) *lua.LFunction {
	v := c.Value(i)
	if f, ok := v.(*lua.LFunction); ok {
		return f
	}
	c.raise(c.decoder(i).wrongType("a function", v))
	return nil
}

// opt is a reader with a default.
func opt[T any](c *Args, i int, value T, read func(*Args, int) T) T {
	if c.Has(i) {
		return read(c, i)
	}
	return value
}

// OptUint32 is Uint32 with a default.
func (c *Args) OptUint32(i int, value uint32) uint32 { return opt(c, i, value, (*Args).Uint32) }

// OptUint64 is Uint64 with a default.
func (c *Args) OptUint64(i int, value uint64) uint64 { return opt(c, i, value, (*Args).Uint64) }

// OptFloat64 is Float64 with a default.
func (c *Args) OptFloat64(i int, value float64) float64 { return opt(c, i, value, (*Args).Float64) }

// OptString is String with a default.
func (c *Args) OptString(i int, value string) string { return opt(c, i, value, (*Args).String) }

// OptBool is Bool with a default.
func (c *Args) OptBool(i int, value bool) bool { return opt(c, i, value, (*Args).Bool) }

// ReturnNumber adds a number to the results. It costs one allocation of 8 bytes, as every number that Go gives to Lua.
func (c *Args) ReturnNumber(x float64) { c.ReturnLua(lua.LNumber(x)) }

// ReturnString adds a string to the results.
func (c *Args) ReturnString(s string) { c.ReturnLua(lua.LString(s)) }

// ReturnFields is ReturnLua of a table that is as strict as those of structs: reading a name that it does not have is an error.
func (c *Args) ReturnFields(of string, t *lua.LTable) {
	c.b.strict(t, func(_ *lua.LState, key lua.LValue) *diag.Diagnostic {
		return c.b.unknownName(diag.UnknownField, of, "field", key, stringKeys(t))
	})
	c.ReturnLua(t)
}

// ReturnLua adds any Lua value to the results.
func (c *Args) ReturnLua(v lua.LValue) {
	c.L.Push(v)
	c.nret++
}

// Return adds a Go value to the results as encode shows it; Values add one result each.
func (c *Args) Return(value any) {
	values, ok := value.(Values)
	if !ok {
		c.returnOne(value)
		return
	}
	for _, v := range values {
		c.returnOne(v)
	}
}

func (c *Args) returnOne(value any) {
	v, err := c.b.encode(c.decoder(0), value)
	c.raise(err)
	c.ReturnLua(v)
}

// Fail raises err as a Lua error and does not return. Diagnostics without a place get the place of the call.
func (c *Args) Fail(err error) {
	luaerr.Error(c.L, err, func(d *diag.Diagnostic) { c.b.locate(c.L, c.sig, d) })
}

// Check fails if err is not nil.
func (c *Args) Check(err error) {
	if err != nil {
		c.Fail(err)
	}
}

// Done ends a method without results: it fails if err is not nil, unless the call was left out because of something that is told by itself.
func (c *Args) Done(err error) {
	if !diag.LeftOut(err) {
		c.Check(err)
	}
}

// Raise raises a diagnostic as a Lua error and does not return. Without a place it gets the place of the call.
func (c *Args) Raise(d *diag.Diagnostic) {
	c.b.locate(c.L, c.sig, d)
	luaerr.Raise(c.L, d)
}

func (c *Args) raise(d *diag.Diagnostic) {
	if d != nil {
		c.Raise(d)
	}
}

// Wrong refuses the value of argument i, or an entry of it, from 1: the format follows the method and the name of the value.
func (c *Args) Wrong(i, entry int, code diag.Code, format string, args ...any) *diag.Diagnostic {
	d := c.decoder(i)
	if entry > 0 {
		d.pushIndex(entry)
	}
	return d.errorf(code, d.what()+" "+format, args...)
}

// Describe is what messages call a value: "number 3", "Fence \"frames\"".
func (c *Args) Describe(v lua.LValue) string { return c.b.Describe(v) }

// decoder prepares the decoder for a message or a value at argument i.
func (c *Args) decoder(i int) *Decoder {
	d := &c.dec
	d.L, d.b, d.sig = c.L, c.b, c.sig
	d.path, d.arg, d.root = d.path[:0], i, min(i, 1)
	if i > 0 {
		d.path.Push(c.sig.paramName(i))
	}
	return d
}
