package diag

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestServes: the wait that a race lacks orders what comes later of the same queue against what is not later of the other one.
func TestServes(t *testing.T) {
	race := &Diagnostic{Between: Gap{By: 2, Before: 5, For: 1, Item: 3, Upto: 7}}
	for _, tt := range []struct {
		name string
		gap  Gap
		want bool
	}{
		{"the same work", Gap{By: 2, Before: 5, For: 1, Item: 3, Upto: 7}, true},
		{"later work, and the last that the wait is for", Gap{By: 2, Before: 9, For: 1, Item: 7, Upto: 8}, true},
		{"work that the wait is not for", Gap{By: 2, Before: 9, For: 1, Item: 8, Upto: 8}, false},
		{"work before the wait", Gap{By: 2, Before: 4, For: 1, Item: 3, Upto: 7}, false},
		{"another queue does not wait", Gap{By: 3, Before: 9, For: 1, Item: 3, Upto: 7}, false},
		{"another queue is not waited for", Gap{By: 2, Before: 9, For: 3, Item: 3, Upto: 7}, false},
		{"no race", Gap{}, false},
	} {
		require.Equal(t, tt.want, race.Serves(&Diagnostic{Between: tt.gap}), tt.name)
	}
	require.False(t, (&Diagnostic{}).Serves(race), "nothing is known of where it lies")
	require.False(t, (&Diagnostic{}).Serves(&Diagnostic{}))
}

// TestLifts: the wait that a race lacks orders the signals of a fence if it stands before one that gives the value, and is for the one that lowers
// it.
func TestLifts(t *testing.T) {
	race := &Diagnostic{Between: Gap{By: 2, Before: 5, For: 1, Item: 3, Upto: 7}}
	for _, tt := range []struct {
		name string
		wait Wait
		want bool
	}{
		{"the signal that gives the value comes next, and the one that lowers it is behind the work", Wait{By: 2, Before: 6, For: 1, Item: 4}, true},
		{"the last signal that the wait is for", Wait{By: 2, Before: 5, For: 1, Item: 7}, true},
		{"a later signal lowers the fence", Wait{By: 2, Before: 6, For: 1, Item: 8}, false},
		{"the value was given before", Wait{By: 2, Before: 4, For: 1, Item: 4}, false},
		{"another queue gives the value", Wait{By: 3, Before: 6, For: 1, Item: 4}, false},
		{"another queue lowers the fence", Wait{By: 2, Before: 6, For: 3, Item: 4}, false},
	} {
		missed := &Diagnostic{Missed: Missed{Wait: Wait{By: 4, Before: 1, For: 1, Item: 4}, Lifts: []Wait{{By: 9}, tt.wait}}}
		require.Equal(t, tt.want, race.Lifts(missed), tt.name)
		require.Equal(t, tt.want, race.Causes(missed), tt.name)
	}
	require.False(t, race.Lifts(&Diagnostic{Missed: Missed{Wait: Wait{By: 2, Before: 6, For: 1, Item: 4}}}), "it is not known who gives the value")
	require.False(t, (&Diagnostic{}).Lifts(&Diagnostic{Missed: Missed{Lifts: []Wait{{}}}}), "nothing is known of where the race lies")
}
