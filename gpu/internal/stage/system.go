package stage

import (
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// MaxDistances is the number of clip and cull distances of a vertex, together. (Source: D3D12_CLIP_OR_CULL_DISTANCE_COUNT.)
const MaxDistances = 8

// Output says what the rasterizer takes an output of a vertex program for.
type Output uint8

// The outputs that have a meaning. All of them are interpolated like others, too, so that pixel programs may read them.
const (
	OutputPlain    Output = iota
	OutputLayer           // RenderTargetArrayIndex: uint, the slice of the target views
	OutputViewport        // ViewportArrayIndex: uint
	OutputClip            // ClipDistance, ClipDistance0 … 7: floats; the part of a primitive where one is negative is cut off
	OutputCull            // CullDistance likewise; a primitive all of whose vertices have one negative is dropped
)

// OutputOf finds the meaning of an output by its name: that of HLSL's semantic without SV_.
func OutputOf(name string) Output {
	switch name {
	case "RenderTargetArrayIndex":
		return OutputLayer
	case "ViewportArrayIndex":
		return OutputViewport
	}
	if numbered(name, "ClipDistance") {
		return OutputClip
	}
	if numbered(name, "CullDistance") {
		return OutputCull
	}
	return OutputPlain
}

// numbered says whether a name is a prefix, alone or with a number below MaxDistances.
func numbered(name, prefix string) bool {
	digits, ok := strings.CutPrefix(name, prefix)
	if digits == "" {
		return ok
	}
	n, err := strconv.Atoi(digits)
	return ok && err == nil && n >= 0 && n < MaxDistances && strconv.Itoa(n) == digits
}

// System says in which planes of its outputs a vertex program gives what the rasterizer looks at; 0 is none, since the position comes first.
type System struct {
	Layer, Viewport uint32
	Clip, Cull      []uint32
}

// FindSystem finds them in what a vertex program gives beside the position.
func FindSystem(outputs []gpu.StageElement) (s System) {
	plane := uint32(4)
	for i := range outputs {
		for range outputs[i].Components {
			switch OutputOf(outputs[i].Name) {
			case OutputLayer:
				s.Layer = plane
			case OutputViewport:
				s.Viewport = plane
			case OutputClip:
				s.Clip = append(s.Clip, plane)
			case OutputCull:
				s.Cull = append(s.Cull, plane)
			}
			plane++
		}
	}
	return s
}
