package luabind

import (
	"math"
	"reflect"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/tags"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// number is a number, or one that is written by its name as the values of enumerations are: "ALL_SUBRESOURCES".
func (d *Decoder) number(v lua.LValue) (x float64, ok bool) {
	switch v := v.(type) {
	case lua.LNumber:
		return float64(v), true
	case lua.LString:
		x, ok = d.b.set.numbers[strings.TrimPrefix(string(v), "D3D12_")]
	}
	return x, ok
}

// integer reads a whole number in [lo, hi].
func (d *Decoder) integer(v lua.LValue, lo, hi float64) (float64, *diag.Diagnostic) {
	x, ok := d.number(v)
	switch {
	case !ok:
		return 0, d.wrongType("a whole number", v)
	case math.IsNaN(x) || !math.IsInf(x, 0) && x != math.Trunc(x):
		e := d.errorf(diag.NotInteger, "%s must be a whole number, got %s", d.what(), show.Number(x))
		explainNaN(e, x)
		down, up := math.Floor(x), math.Ceil(x)
		switch hint := d.b.set.hint(d.sig.name, "float"); {
		case d.arg > 0 && hint != "" && !math.IsNaN(x):
			e.HelpText("%s", hint)
		case math.IsNaN(x) || down < lo || up > hi:
		case d.derived() != "":
			e.HelpText("write %s or %s, or round with math.floor where it is computed", show.Number(down), show.Number(up))
		default:
			fix := d.fix(diag.FixPut, show.Number(down))
			fix.Computed = "math.floor(%1)"
			if hint := d.b.set.hint(d.sig.name, "fraction"); d.arg > 0 && hint != "" {
				fix.Text, fix.Computed = show.Number(up), "math.ceil(%1)"
				return 0, e.HelpFix(0, fix, "%s", hint)
			}
			e.HelpFix(0, fix, "write %s or %s, or round with math.floor", show.Number(down), show.Number(up))
		}
		return 0, e
	case x < lo || x > hi:
		return 0, d.outOfRange(x, lo, hi)
	}
	return x, nil
}

// explainNaN says where a nan comes from.
func explainNaN(e *diag.Diagnostic, x float64) {
	if math.IsNaN(x) {
		e.Because("nan means \"not a number\": it is the result of 0 / 0 and of other operations that have none, as math.sqrt(-1).")
	}
}

// derived is what to say of a wrong number that no nearby one is right for, since it has to agree with the numbers of other calls; "" if the nearest
// may be meant.
func (d *Decoder) derived() string {
	if d.arg == 0 || d.arg > len(d.sig.params) {
		return ""
	}
	return d.b.set.hints[d.sig.name+"."+d.sig.params[d.arg-1].Name]
}

// outOfRange reports a number outside [lo, hi].
func (d *Decoder) outOfRange(x, lo, hi float64) *diag.Diagnostic {
	most := hi
	if 0 <= lo && x < lo && hi >= math.MaxInt32 {
		most = math.Inf(1) // the largest number of 32 or more bits is not what is wrong
	}
	e := d.errorf(diag.NumberOutOfRange, "%s must %s, got %s", d.what(), show.Range(lo, most), show.Number(x))
	if math.IsInf(x, 0) {
		return e.Because("inf is what a number divided by 0 is, and any number that is too large to be written.")
	}
	if hi == show.MaxExact && x > hi {
		return e.Because("Whole numbers above 2^53 are not exact in Lua.")
	}
	if hint := d.derived(); hint != "" && x < lo {
		return e.HelpText("%s", hint)
	}
	if hint := d.b.set.hint(d.sig.name, "negative"); d.arg > 0 && hint != "" && x < 0 {
		fix := d.fix(diag.FixPut, "")
		fix.Computed = "math.max(0, %1)"
		return e.HelpFix(0, fix, "%s", hint)
	}
	if put := d.meant(show.Number(x)); put != "" {
		return e.HelpFix(0, d.fix(diag.FixPut, put), "write %s: -1 is UINT_MAX in C++", put)
	}
	if x == -1 && lo > 0 && hi == math.MaxUint32 {
		return e.HelpText("-1 is UINT_MAX in C++: write %s if that is meant, else how many there are", show.Number(hi))
	}
	if best := min(max(x, lo), hi); math.Abs(best) < math.MaxInt32 {
		e.HelpFix(0, d.fix(diag.FixPut, show.Number(best)), "")
	}
	return e
}

// float reads a finite number in [-limit, limit].
func (d *Decoder) float(v lua.LValue, limit float64) (float64, *diag.Diagnostic) {
	x, ok := d.number(v)
	switch {
	case !ok:
		return 0, d.wrongType("a number", v)
	case math.IsNaN(x) || math.IsInf(x, 0):
		e := d.errorf(diag.NumberOutOfRange, "%s must be a finite number, got %s", d.what(), show.Number(x))
		explainNaN(e, x)
		return 0, e.HelpText("look for a division by zero where the number is computed")
	case x < -limit || x > limit:
		return 0, d.outOfRange(x, -limit, limit)
	}
	return x, nil
}

// checkMultiple reports a number that is not a multiple, as an alignment demands.
func (d *Decoder) checkMultiple(x, multiple float64) *diag.Diagnostic {
	if multiple == 0 || math.Mod(x, multiple) == 0 {
		return nil
	}
	down := float64(math.Floor(x/multiple) * multiple)
	return d.errorf(diag.NumberOutOfRange, "%s must be a multiple of %s, got %s", d.what(), show.Number(multiple), show.Number(x)).
		HelpFix(0, d.fix(diag.FixPut, show.Number(down+multiple)), "the nearest are %s and %s", show.Number(down), show.Number(down+multiple))
}

// integerDecoder reads numbers into an integer type.
func integerDecoder(t reflect.Type, l tags.Limits) decodeFunc {
	lo, hi := l.Narrow(tags.IntegerRange(t))
	unsigned := t.Kind() >= reflect.Uint
	return func(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
		x, err := d.integer(v, lo, hi)
		if err == nil {
			err = d.checkMultiple(x, l.Multiple)
		}
		switch {
		case err != nil:
			return err
		case unsigned:
			dst.SetUint(uint64(x))
		default:
			dst.SetInt(int64(x))
		}
		return nil
	}
}

// floatDecoder reads numbers into float32 or float64; a float32 is rounded to the nearest.
func floatDecoder(t reflect.Type, l tags.Limits) decodeFunc {
	limit := math.MaxFloat64
	if t.Kind() == reflect.Float32 {
		limit = math.MaxFloat32
	}
	lo, hi := l.Narrow(-limit, limit)
	return func(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
		if x, ok := v.(lua.LNumber); ok && l.Nonfinite && x-x != 0 {
			dst.SetFloat(float64(x))
			return nil
		}
		x, err := d.float(v, limit)
		if err == nil && (x < lo || x > hi) {
			err = d.outOfRange(x, lo, hi)
		}
		if err == nil {
			err = d.checkMultiple(x, l.Multiple)
		}
		if err != nil {
			return err
		}
		dst.SetFloat(x)
		return nil
	}
}
