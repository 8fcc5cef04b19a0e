package jit

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// keyKernel has something in every list.
func keyKernel() *ir.Kernel {
	b := ir.NewBuilder("k")
	k := b.Kernel
	k.NumThreads = [3]uint32{4, 2, 1}
	k.Bindings = []ir.Binding{buf("out", ir.UAV, 4)}
	k.AddShared("s", 16, 4, 7)
	k.AddLocal("l", 16, 4, 8)
	b.Loop([]ir.Value{b.Int(0)}, func(c []ir.Value) (ir.Value, []ir.Value) { return b.Bool(false), c }, func() []ir.Value { return []ir.Value{b.Int(1)} })
	b.StoreBuf(ir.Mem{}, b.Sys(ir.GroupIndex), 0, b.Int(3))
	b.Printf("x %d", b.Int(2))
	return k
}

// change gives a field another value.
func change(t *testing.T, f reflect.Value) {
	switch f.Kind() {
	case reflect.String:
		f.SetString(f.String() + "x")
	case reflect.Bool:
		f.SetBool(!f.Bool())
	case reflect.Int32, reflect.Int64:
		f.SetInt(f.Int() + 1)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		f.SetUint(f.Uint() + 1)
	case reflect.Slice:
		f.Set(reflect.Append(f, reflect.Zero(f.Type().Elem())))
	case reflect.Array:
		change(t, f.Index(0))
	default:
		t.Fatalf("a field of kind %s", f.Kind())
	}
}

// TestKeyHasEveryField: kernels that differ anywhere have other keys.
func TestKeyHasEveryField(t *testing.T) {
	base := keyOf(keyKernel(), false)
	require.Equal(t, base, keyOf(keyKernel(), false))
	require.NotEqual(t, base, keyOf(keyKernel(), true))
	for name, part := range map[string]func(*ir.Kernel) any{
		"kernel":  func(k *ir.Kernel) any { return k },
		"binding": func(k *ir.Kernel) any { return &k.Bindings[0] },
		"stage":   func(k *ir.Kernel) any { return &k.Stage },
		"shared":  func(k *ir.Kernel) any { return &k.Shared[0] },
		"local":   func(k *ir.Kernel) any { return &k.Locals[0] },
		"instr":   func(k *ir.Kernel) any { return k.Body.Instrs[0] },
		"block":   func(k *ir.Kernel) any { return k.Body },
	} {
		fields := reflect.TypeOf(part(keyKernel())).Elem()
		for i := range fields.NumField() {
			f := fields.Field(i)
			if !f.IsExported() || f.Name == "Body" || f.Name == "Stage" || f.Name == "Blocks" || f.Name == "Instrs" || f.Name == "Origin" {
				continue // the types of values, what is changed on its own, and what no code depends on
			}
			k := keyKernel()
			change(t, reflect.ValueOf(part(k)).Elem().Field(i))
			require.NotEqual(t, base, keyOf(k, false), "%s.%s", name, f.Name)
		}
	}
	k := keyKernel()
	k.NewValue(ir.F32)
	require.NotEqual(t, base, keyOf(k, false))
	k = keyKernel()
	k.Body.Instrs = k.Body.Instrs[:len(k.Body.Instrs)-1]
	require.NotEqual(t, base, keyOf(k, false))
}
