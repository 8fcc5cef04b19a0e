package race_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/race"
)

// head is a kernel of eight work items up to its body: %1 is GroupIndex, %2 its address, %3 to %5 are 0, 1 and 4, %6 the address of the next work
// item's element, around the group.
const head = `kernel "k" threads 8 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
shared "pad" offset 0 bytes 8 align 4
shared "tile" offset 8 bytes 32 align 4
body {
  %1:i32 = sys GroupIndex
  %30:i32 = const 2
  %2:i32 = shl %1 %30
  %3:i32 = const 0
  %4:i32 = const 1
  %5:i32 = const 4
  %31:i32 = const 28
  %32:i32 = iadd %2 %5
  %6:i32 = and %32 %31
`

// Accesses of the table below: Load and Store are of Class.
const load, store, atomic = ir.Load, ir.Store, ir.Atomic

// TestRules: what is a race, and where a barrier is proposed. Places are the numbers after @.
func TestRules(t *testing.T) {
	none := race.Race{}
	for _, tt := range []struct {
		name, body string
		want       race.Race // without its array; the zero Race: there is none
	}{
		{"own element", "storeshared %2 _ %1 off=8 @1\n %7:i32 = loadshared %2 _ off=8 @2\n storebuf _ %1 _ %7 b=0", none},
		{"the next one's element", "storeshared %2 _ %1 off=8 @1\n %7:i32 = loadshared %6 _ off=8 @2\n storebuf _ %1 _ %7 b=0",
			// Item 0 reads in the wave in which item 1 has written.
			race.Race{Element: 1, First: race.Access{Site: 1, Item: 1, Class: store}, Second: race.Access{Site: 2, Item: 0, Class: load}, Before: 2}},
		{"behind a barrier", "storeshared %2 _ %1 off=8 @1\n barrier\n %7:i32 = loadshared %6 _ off=8 @2\n storebuf _ %1 _ %7 b=0", none},
		{"read first, in the order of the rehearsal", "%7:i32 = loadshared %6 _ off=8 @1\n storebuf _ %1 _ %7 b=0\n storeshared %2 _ %4 off=8 @2",
			race.Race{Element: 1, First: race.Access{Site: 1, Item: 0, Class: load}, Second: race.Access{Site: 2, Item: 1, Class: store}, Before: 2}},
		{"a write that changes nothing", "%7:i32 = loadshared %6 _ off=8 @1\n storebuf _ %1 _ %7 b=0\n storeshared %2 _ %3 off=8 @2", none},
		{"one value by all", "storeshared %3 _ %4 off=8 @1", none},
		{"one value by all, who read it", "storeshared %3 _ %4 off=8 @1\n %7:i32 = loadshared %3 _ off=8 @2\n storebuf _ %1 _ %7 b=0", none},
		{"two values", "storeshared %3 _ %1 off=8 @1",
			race.Race{First: race.Access{Site: 1, Item: 0, Class: store}, Second: race.Access{Site: 1, Item: 1, Class: store}}},
		{"atomics", "%7:i32 = atomicshared %3 _ %1 _ add off=8 @1\n %8:i32 = atomicshared %3 _ %1 _ maxu off=8 @2", none},
		{"read behind an atomic", "%7:i32 = atomicshared %3 _ %4 _ add off=8 @1\n %8:i32 = loadshared %3 _ off=8 @2\n storebuf _ %1 _ %8 b=0",
			race.Race{First: race.Access{Site: 1, Item: 3, Class: atomic}, Second: race.Access{Site: 2, Item: 0, Class: load}, Before: 2}},
		{"a write of what the atomics leave, by one of them", "%7:bool = ieq %1 %4\n if %7 { @1\n %8:i32 = atomicshared %3 _ %4 _ add off=8 @2\n } else {\n }\n" +
			"%9:bool = ieq %1 %5\n if %9 { @3\n storeshared %3 _ %4 off=8 @4\n } else {\n }",
			race.Race{First: race.Access{Site: 2, Item: 1, Class: atomic}, Second: race.Access{Site: 4, Item: 4, Class: store}, Before: 3}},
		{"the same with or", "%7:bool = ieq %1 %4\n if %7 { @1\n %8:i32 = atomicshared %3 _ %4 _ or off=8 @2\n } else {\n }\n" +
			"%9:bool = ieq %1 %5\n if %9 { @3\n storeshared %3 _ %4 off=8 @4\n } else {\n }", none},
		{"a read that nobody uses", "storeshared %2 _ %1 off=8 @1\n %7:i32 = loadshared %6 _ off=8 @2", none},
		{"outside of the array", "storeshared %2 _ %1 off=8 @1\n %7:i32 = loadshared %2 _ off=4 @2\n storebuf _ %1 _ %7 b=0", none},
		{"under a condition", "storeshared %2 _ %1 off=8 @1\n %7:bool = ieq %1 %5\n if %7 { @2\n %8:i32 = loadshared %3 _ off=8 @3\n %9:i32 = loadshared %4 _ off=11 @4\n" +
			"storebuf _ %1 _ %8 b=0\n storebuf _ %3 _ %9 b=0\n } else {\n }",
			race.Race{Element: 1, First: race.Access{Site: 1, Item: 1, Class: store}, Second: race.Access{Site: 4, Item: 4, Class: load}, Before: 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want != none {
				tt.want.Array, tt.want.Binding = "tile", -1
			}
			for _, optimise := range []bool{false, true} {
				if tt.name == "a read that nobody uses" && !optimise {
					continue // passes find out that nobody does
				}
				got := find(t, head+tt.body+"\n}", optimise)
				if got == nil {
					got = &race.Race{}
				}
				require.Equal(t, tt.want, *got, "optimised: %v", optimise)
			}
		})
	}
}

// TestOrderOfAtomics: who gets a lock, or a ticket, comes after whoever gave it back.
func TestOrderOfAtomics(t *testing.T) {
	const (
		locked = "%7:i32 = atomicshared %3 _ %4 _ add off=8 @1\n %8:i32 = loadshared %3 _ off=12 @2\n %9:i32 = iadd %8 %4\n storeshared %3 _ %9 off=12 @3\n %10:i32 = atomicshared %3 _ %4 _ add off=8 @4\n"
		heard  = "storebuf _ %1 _ %7 b=0"
	)
	lanes := head[:len("kernel \"k\" threads ")] + "5" + head[len("kernel \"k\" threads 8"):]
	one := "%20:bool = ieq %2 %3\n %21:i32 = and %1 %31\n %22:bool = ieq %21 %1\n if %22 { @9\n" // items 0 and 4: one of each wave, so that they do not meet in it
	require.Nil(t, find(t, lanes+one+locked+heard+"\n } else {\n }\n}", false), "the result says who is next")
	require.NotNil(t, find(t, lanes+one+locked+"\n } else {\n }\n}", false), "nobody looks at the result")
}

// TestPossible: which kernels are looked through.
func TestPossible(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{head + "storeshared %2 _ %1 off=8\n}", true},
		{head + "%7:i32 = atomicshared %2 _ %1 _ add off=8\n}", true},
		{head + "%7:i32 = loadshared %2 _ off=8\n}", false},
		{head + "storebuf _ %1 _ %1 b=0\n}", true},
		{head + "%7:i32 = loadbuf _ %1 _ b=0\n}", false},
		{head[:len("kernel \"k\" threads ")] + "1" + head[len("kernel \"k\" threads 8"):] + "storebuf _ %1 _ %1 b=0\n}", true}, // of many groups
	} {
		k, err := ir.Parse(tt.text)
		require.NoError(t, err)
		require.Equal(t, tt.want, race.Possible(k), tt.text)
	}
}

// TestLoops: a place between two barriers that is missing, and two that are.
func TestLoops(t *testing.T) {
	loop := func(fill, use string) string {
		return head + `%7:i32 = loop %8:i32=%3 { @1
    %9:bool = ltu %8 %5
    yield %9 %8
  } do {
    ` + fill + `
    %10:i32 = iadd %1 %8
    storeshared %2 _ %10 off=8 @2
    ` + use + `
    %11:i32 = loadshared %6 _ off=8 @3
    storebuf _ %1 _ %11 b=0
    %12:i32 = iadd %8 %4
    yield %12
  }
}`
	}
	require.Nil(t, find(t, loop("barrier", "barrier"), false))
	require.Equal(t, gpu.Site(3), find(t, loop("barrier", ""), false).Before, "between filling and using")
	require.Equal(t, gpu.Site(2), find(t, loop("", "barrier"), false).Before, "between using and filling again")
	require.Equal(t, gpu.Site(3), find(t, loop("", ""), false).Before, "one is not enough: first that which comes first")
}

// TestBudget: a rehearsal ends with its budget, and finds what it has come to.
func TestBudget(t *testing.T) {
	endless := `%7:bool = ieq %3 %3
  %8:i32 = loop %9:i32=%3 { @8
    yield %7 %9
  } do {
    %10:i32 = iadd %9 %4
    yield %10
  }
}`
	require.Nil(t, find(t, head+endless, false))
	require.Nil(t, find(t, head+"storeshared %2 _ %1 off=8 @1\n"+endless, false))
	require.NotNil(t, find(t, head+"storeshared %3 _ %1 off=8 @1\n"+endless, false))
}

// TestCanceled: a context that has ended ends a rehearsal.
func TestCanceled(t *testing.T) {
	k, err := ir.Parse(head + "storeshared %3 _ %1 off=8 @1\n}")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.Nil(t, race.Find(ctx, k, k, corpus.Dispatch(k, [3]uint32{1, 1, 1}, 64)))
}

// TestViews: two values for one element of a buffer; a value that stands there already, what a barrier or an atomic orders, and reads are no
// conflict.
func TestViews(t *testing.T) {
	two := &race.Race{First: race.Access{Site: 1, Item: 0, Class: store}, Second: race.Access{Site: 1, Item: 1, Class: store}, Element: 4}
	for _, tt := range []struct {
		name, body string
		want       *race.Race
	}{
		{"two values", "storebuf _ %5 _ %1 b=0 @1", two},
		{"one value", "storebuf _ %5 _ %4 b=0 @1", nil},
		{"own elements", "storebuf _ %1 _ %1 b=0 @1", nil},
		{"read and written", "%7:i32 = loadbuf _ %4 _ b=0 @1\n storebuf _ %1 _ %7 b=0 @2", nil},
		{"atomics", "%7:i32 = atomicbuf _ %5 _ %1 _ maxu b=0 @1", nil},
		{"tickets", "%7:i32 = atomicbuf _ %5 _ %4 _ add b=0 @1\n %8:i32 = iadd %7 %31\n storebuf _ %8 _ %1 b=0 @2", nil},
		{"barrier", "%7:bool = ieq %1 %3\n if %7 { @1\n storebuf _ %5 _ %4 b=0 @2\n } else {\n }\n barrier @3\n %8:bool = ieq %1 %4\n if %8 { @4\n storebuf _ %5 _ %5 b=0 @5\n } else {\n }", nil},
		{"groupshared memory comes first", "storebuf _ %5 _ %1 b=0 @1\n storeshared %3 _ %1 off=8 @2",
			&race.Race{Binding: -1, Array: "tile", First: race.Access{Site: 2, Item: 0, Class: store}, Second: race.Access{Site: 2, Item: 1, Class: store}}},
	} {
		require.Equal(t, tt.want, find(t, head+tt.body+"\n}", false), tt.name)
		require.Equal(t, tt.want, find(t, head+tt.body+"\n}", true), tt.name)
	}
	texture := strings.Replace(head, "shared \"pad\"", "binding uav tex2d u1 space 0 count 1 stride 4 format 0 counterof 0 \"picture\" \"float\"\nshared \"pad\"", 1)
	require.Nil(t, find(t, texture+"storetex _ %1 %3 _ _ %1 b=1 @1\n}", false), "own texels")
	require.Equal(t, &race.Race{Binding: 1, First: two.First, Second: two.Second}, find(t, texture+"storetex _ %3 %3 _ _ %1 b=1 @1\n}", false))
	raw := strings.Replace(head, "uav structured", "uav raw", 1)
	require.EqualValues(t, 16, find(t, raw+"storebuf _ %5 _ %1 b=0 @1\n}", false).Element, "bytes")
}
