// Package rects clips rectangles of texels and intervals to what exists. It must not know resources.
package rects

import "github.com/gpuscript/gpuscript/gpu"

// Clip is the part of [from, to) in [0, size), empty when there is none.
func Clip(from, to int32, size uint32) (left, right uint32) {
	left = min(uint32(max(from, 0)), size)
	right = min(uint32(max(to, 0)), size)
	return left, max(left, right)
}

// In are the parts of rectangles inside of a mip, without empty ones. None are the whole mip.
func In(list []gpu.Rect, width, height uint32) []gpu.Rect {
	if len(list) == 0 {
		return []gpu.Rect{{Right: int32(width), Bottom: int32(height)}}
	}
	out := make([]gpu.Rect, 0, len(list))
	for _, q := range list {
		left, right := Clip(q.Left, q.Right, width)
		top, bottom := Clip(q.Top, q.Bottom, height)
		if left < right && top < bottom {
			out = append(out, gpu.Rect{Left: int32(left), Top: int32(top), Right: int32(right), Bottom: int32(bottom)})
		}
	}
	return out
}
