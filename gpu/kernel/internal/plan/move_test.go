package plan_test

import (
	"encoding/binary"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/stretchr/testify/require"
)

// readsConstants makes a kernel read most of its numbers from a new buffer of constants, and gives what they are.
func readsConstants(k *ir.Kernel, r *rand.Rand) (numbers []uint32) {
	k.Bindings = append(k.Bindings, ir.Binding{Name: "constants", Kind: ir.CBV, Shape: ir.Constants, Count: 1})
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpConst && k.Type(in.Result()) == ir.I32 && in.Imm != corpus.Marker && r.Intn(4) > 0 && len(numbers) < 64 {
			numbers = append(numbers, in.Imm)
			in.Op, in.Imm, in.Binding, in.Offset, in.Width, in.Args = ir.OpLoadConst, 0, int32(len(k.Bindings)-1), 4*uint32(len(numbers)-1), 4, []ir.Value{0, 0}
		}
	})
	return numbers
}

// farOff are what constants grow by, now and then.
var farOff = []uint32{1 << 31, 1<<31 - 1, 1 << 30, 1 << 16, 200, 1<<32 - 100, 1<<32 - 1<<30}

// Closed forms that move with constants are those that the analysis finds for their values; and they do move, mostly.
func TestClosedFormsMoveWithConstants(t *testing.T) {
	moved, all := 0, 0
	for seed := range int64(2500) {
		random := rand.New(rand.NewSource(seed))
		makes := corpus.RandomAffine
		if seed%4 == 0 {
			makes = corpus.Random
		}
		k, groups := makes(randomBytes(seed))
		numbers := readsConstants(k, random)
		if len(numbers) == 0 {
			continue
		}
		require.NoError(t, ir.Verify(k), ir.Print(k))
		d := corpus.Dispatch(k, groups, 0)
		at := d.Memory[ir.LoadRecord(d.Memory[d.Records+(k.Records()-1)*ir.RecordBytes:]).Base:]
		for i, n := range numbers {
			binary.LittleEndian.PutUint32(at[4*i:], n)
		}
		var c plan.Cache
		var last *plan.Known
		var number uint64
		for i := range 12 {
			known := c.Known(k, d, 64, 0)
			requireKnown(t, plan.FindFootprint(k, d).Known(64), known, "seed %d, %d\n%s", seed, i, ir.Print(k))
			if all++; known == last && known.Number != number && len(known.Touched) > 0 {
				moved++
			}
			last, number = known, known.Number
			c.Done(known)
			n := 4 * random.Intn(len(numbers))
			by := uint32(random.Intn(9) - 4)
			if random.Intn(8) == 0 {
				by = farOff[random.Intn(len(farOff))]
			}
			binary.LittleEndian.PutUint32(at[n:], binary.LittleEndian.Uint32(at[n:])+by)
			if random.Intn(4) == 0 {
				shrink(k, d, 0, 0, uint32(random.Intn(2)), uint32(random.Intn(40)))
			}
		}
	}
	require.Greater(t, moved, 1000)
}

const first = `kernel "k" threads 64 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" "C"
binding srv structured t0 space 0 count 1 stride 8 format 0 counterof 0 "in" "uint2"
binding uav tex2d u1 space 0 count 1 stride 4 format 0 counterof 0 "picture" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = loadconst _ _ b=1
  %3:i32 = loadconst _ _ b=1 off=4
  %4:i32 = iadd %1 %2
  %5:i32 = const 3
  %6:i32 = imul %5 %3
BODY
}`

// What moves, and how far: until something would be decided in another way; and never what is put together with something that does not move alike.
func TestHowFarClosedFormsMove(t *testing.T) {
	type pair [2]uint32
	for _, c := range []struct {
		name, body  string
		stays, goes []pair // values of the constants after 64 and 7: analysed anew, or not
	}{
		{"a place", "storebuf _ %4 _ %1 b=0", []pair{{193, 7}, {1 << 31, 7}, {1<<32 - 1, 7}}, []pair{{65, 7}, {0, 7}, {192, 7}, {192, 9}}},
		{"two places", "%7:i32 = iadd %1 %6\nstorebuf _ %4 _ %1 b=0\n%8:i32 = loadbuf _ %7 _ b=2", []pair{{64, 65}, {64, 1<<32 - 1}}, []pair{{80, 64}, {0, 0}}},
		{"both in one", "%7:i32 = iadd %4 %6\nstorebuf _ %7 _ %1 b=0", []pair{{180, 7}, {0, 1<<32 - 1}}, []pair{{186, 2}, {3, 1<<32 - 1}}},
		{"different ones of one buffer", "%7:i32 = iadd %1 %6\nstorebuf _ %4 _ %1 b=0\nstorebuf _ %7 _ %1 b=0", []pair{{65, 7}, {64, 9}}, nil},
		{"alike ones of one buffer", "%7:i32 = iadd %4 %5\nstorebuf _ %4 _ %1 b=0\nstorebuf _ %7 _ %1 b=0", []pair{{190, 7}}, []pair{{65, 7}, {189, 7}}},
		{"across a limit", "%7:i32 = const 100\n%8:bool = ltu %4 %7\nif %8 {\nstorebuf _ %4 _ %1 b=0\n} else {\n}", []pair{{65, 7}, {0, 7}}, nil},
		{"beyond a limit", "%7:i32 = const 60\n%8:bool = ltu %4 %7\nif %8 {\nstorebuf _ %4 _ %1 b=0\n} else {\n}", []pair{{59, 7}, {1 << 31, 7}}, []pair{{60, 7}, {1<<31 - 64, 7}}},
		{"far from a limit", "%7:i32 = const 200\n%8:bool = ltu %4 %7\nif %8 {\nstorebuf _ %4 _ %1 b=0\n} else {\n}", []pair{{137, 7}}, []pair{{136, 7}, {0, 7}}},
		{"a product", "%7:i32 = imul %4 %1\nstorebuf _ %7 _ %1 b=0", []pair{{0, 7}}, nil},
		{"a quotient", "%7:i32 = const 16\n%8:i32 = divu %2 %7\n%9:i32 = imul %8 %7\n%10:i32 = iadd %1 %9\nstorebuf _ %10 _ %1 b=0",
			[]pair{{208, 7}, {1 << 31, 7}, {1<<32 - 16, 7}}, []pair{{79, 7}, {80, 7}, {207, 7}, {0, 9}}},
		{"a shift", "%7:i32 = const 4\n%8:i32 = shru %2 %7\n%10:i32 = iadd %1 %8\nstorebuf _ %10 _ %1 b=0", []pair{{193 * 16, 7}}, []pair{{79, 7}, {80, 7}, {192 * 16, 7}}},
		{"a remainder that must stay, with the quotient", "%7:i32 = const 16\n%8:i32 = remu %2 %7\n%9:i32 = divu %2 %7\n%10:i32 = imul %1 %8\n%11:i32 = iadd %10 %9\nstorebuf _ %11 _ %1 b=0",
			[]pair{{65, 7}, {81, 7}, {1 << 31, 7}}, []pair{{80, 7}, {48, 7}, {1600, 9}}},
		{"a mask of a quotient", "%7:i32 = const 16\n%8:i32 = divu %2 %7\n%9:i32 = const 3\n%10:i32 = and %8 %9\n%11:i32 = iadd %1 %10\nstorebuf _ %11 _ %1 b=0",
			[]pair{{1 << 31, 7}}, []pair{{65, 7}, {80, 7}, {127, 7}, {128, 7}}},
		{"a texel", "%7:i32 = const 62\n%8:i32 = isub %2 %7\nstoretex _ %8 %3 _ _ %1 b=3", []pair{{62, 8}, {78, 1}, {60, 1}}, []pair{{65, 7}, {77, 0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, err := ir.Parse(strings.Replace(first, "BODY", c.body, 1))
			require.NoError(t, err)
			d := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 256)
			constants := d.Memory[ir.LoadRecord(d.Memory[d.Records+ir.RecordBytes:]).Base:]
			set := func(p pair) {
				binary.LittleEndian.PutUint32(constants, p[0])
				binary.LittleEndian.PutUint32(constants[4:], p[1])
			}
			for i, p := range slices.Concat(c.stays, c.goes) {
				var cache plan.Cache
				set(pair{64, 7})
				known := cache.Known(k, d, 16, 0)
				number := known.Number
				cache.Done(known)
				set(p)
				again := cache.Known(k, d, 16, 0)
				requireKnown(t, plan.FindFootprint(k, d).Known(16), again)
				require.Equal(t, i >= len(c.stays), known == again, "%v", p)
				require.NotEqual(t, number, again.Number)
			}
		})
	}
}

// What has moved needs the room that it needs there, not where it was.
func TestRoomForWhatHasMoved(t *testing.T) {
	k, err := ir.Parse(strings.Replace(first, "BODY", "storebuf _ %4 _ %1 b=0", 1))
	require.NoError(t, err)
	d := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 256)
	var cache plan.Cache
	known := func(first, size uint32) *plan.Known {
		r := ir.LoadRecord(d.Memory[d.Records:])
		r.Size, r.Count = 4*size, size
		r.Put(d.Memory[d.Records:])
		binary.LittleEndian.PutUint32(d.Memory[ir.LoadRecord(d.Memory[d.Records+ir.RecordBytes:]).Base:], first)
		known := cache.Known(k, d, 16, 0)
		requireKnown(t, plan.FindFootprint(k, d).Known(16), known)
		cache.Done(known)
		return known
	}
	at64 := known(64, 256)
	require.Same(t, at64, known(191, 255), "it ends where the view ends")
	require.NotSame(t, at64, known(191, 254))
	require.Same(t, at64, known(190, 254), "moved from where it is")
	require.Zero(t, testing.AllocsPerRun(10, func() {
		binary.LittleEndian.PutUint32(d.Memory[ir.LoadRecord(d.Memory[d.Records+ir.RecordBytes:]).Base:], 7)
		cache.Done(cache.Known(k, d, 16, 0))
		binary.LittleEndian.PutUint32(d.Memory[ir.LoadRecord(d.Memory[d.Records+ir.RecordBytes:]).Base:], 8)
		cache.Done(cache.Known(k, d, 16, 0))
	}))
}
