// Package ranks orders the things of a list by a number of each, while the list grows and shrinks at its end. It knows nothing of what they are.
package ranks

import (
	"cmp"
	"slices"
	"sort"
)

// Order is that of a list of which the number of the thing at i is number(i); those with one number stand as they came. The zero value is the order
// of things that came in it already, for which nothing is kept:
//
//	numbers  1 2 3 4        zero
//	numbers  4 1 3          [1 2 0]
type Order struct{ places []int }

// Given says whether the things came in their order.
func (o *Order) Given() bool { return o.places == nil }

// At is where in the list the thing at a rank stands.
func (o *Order) At(rank int) int {
	if o.places == nil {
		return rank
	}
	return o.places[rank]
}

// From is the first rank, of so many, that has a number, or more.
func (o *Order) From(count int, least uint64, number func(i int) uint64) int {
	return sort.Search(count, func(rank int) bool { return number(o.At(rank)) >= least })
}

// Above is the first rank, of so many, with a larger number.
func (o *Order) Above(count int, value uint64, number func(i int) uint64) int {
	return sort.Search(count, func(rank int) bool { return number(o.At(rank)) > value })
}

// Push takes the last one of so many things in, and returns its rank.
func (o *Order) Push(count int, number func(i int) uint64) (rank int) {
	last := count - 1
	rank = o.Above(last, number(last), number)
	if o.places == nil && rank < last {
		o.places = make([]int, 0, count)
		for i := range last {
			o.places = append(o.places, i)
		}
	}
	if o.places != nil {
		o.places = slices.Insert(o.places, rank, last)
	}
	return rank
}

// Pop takes the last one of so many things out.
func (o *Order) Pop(count int) {
	if o.places != nil {
		o.places = slices.DeleteFunc(o.places, func(i int) bool { return i == count-1 })
	}
}

// Renew orders so many things that are another list.
func (o *Order) Renew(count int, number func(i int) uint64) {
	o.places = nil
	for i := 1; i < count; i++ {
		if number(i) < number(i-1) {
			for i := range count {
				o.places = append(o.places, i)
			}
			slices.SortStableFunc(o.places, func(i, k int) int { return cmp.Compare(number(i), number(k)) })
			return
		}
	}
}
