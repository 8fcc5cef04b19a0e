// Package bulk moves and fills much memory: bytes in a row, and boxes of them, on all cores where that is worth it.
//
// Work is split by destination, into pieces that touch different memory, so the result does not depend on how many there are. Where source and
// destination overlap, one core does what memmove would.
//
// It must not know resources or commands.
package bulk

import (
	"runtime"

	"github.com/gpuscript/gpuscript/gpu/internal/crew"
)

// Piece is the number of bytes below which one core does it alone: what one core moves in about 0.2 ms.
const Piece = 2 << 20

// worthSplitting says whether moving so many bytes is work for more than one core.
func worthSplitting(bytes uint64) bool { return bytes >= 2*Piece }

// Split calls f for contiguous pieces of [0, count) on all cores when bytes, the amount of memory that all of them move, is
// worth it. Pieces touch different memory, so the result does not depend on how many there are.
func Split(count, bytes uint64, f func(begin, end uint64)) {
	n := min(uint64(runtime.GOMAXPROCS(0)), count, max(bytes/Piece, 1))
	crew.Once(int(n), func(part int) {
		i := uint64(part)
		f(count*i/n, count*(i+1)/n)
	})
}

// Move copies n bytes, as memmove does. dst and src are the addresses of to and from in the memory that both are part of.
func Move(to, from []byte, dst, src uint64) {
	n := uint64(len(to))
	if worthSplitting(n) && (dst >= src+n || src >= dst+n) {
		Split(n, n, func(begin, end uint64) { copy(to[begin:end], from[begin:end]) })
		return
	}
	copy(to, from)
}

// Repeat fills b, a whole number of patterns long, by doubling copies.
func Repeat(b, pattern []byte) {
	piece := Piece / 48 * 48 // a multiple of every pattern: 1 to 4 components of 1, 2 or 4 bytes
	n := copy(b, pattern)
	for n < len(b) && n < piece {
		n += copy(b[n:min(len(b), piece)], b[:n])
	}
	if n == len(b) {
		return
	}
	head, rest := b[:piece], b[piece:]
	Split(uint64((len(rest)+piece-1)/piece), uint64(len(rest)), func(begin, end uint64) {
		for i := begin; i < end; i++ {
			copy(rest[i*uint64(piece):], head)
		}
	})
}
