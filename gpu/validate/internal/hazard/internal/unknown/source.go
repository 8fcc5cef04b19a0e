package unknown

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/access"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// source is a work that leaves bytes of a memory unknown.
type source struct {
	at    track.Point
	start track.Clock
	place uint32 // of its command, after which the work itself finds them so
	after bool   // they stay so when it has ended; else only works beside it are concerned
	bytes []shared
	// over is a work after it that writes all of them, the zero value if there is none, and written the place of its command.
	over    track.Point
	written uint32
}

// shared are the bytes that two accesses have in common; those of the first one where the second one is empty.
type shared struct{ a, b access.Access }

// common are the bytes of two accesses.
func common(a, b access.Access) shared {
	out := shared{a, b}
	if a.Stride == 0 && b.Stride == 0 {
		both := out.bounds()
		out = shared{a: access.Access{Begin: both.first, End: both.last}}
	}
	return out
}

// extent are bytes from the start of a memory.
type extent struct{ first, last uint64 }

// maxShared bounds how many bytes of a source are told apart, and maxSources the sources of a memory.
const (
	maxShared  = 64
	maxSources = 256
)

// add keeps a source of a memory, unless another one says as much.
func (u *State) add(memory gpu.ID, s source) {
	list := u.memory[memory]
	if len(s.bytes) == 0 || slices.ContainsFunc(list, func(o source) bool { return o.says(&s) }) {
		return
	}
	if u.memory == nil {
		u.memory, u.passed = map[gpu.ID][]source{}, map[track.Point][]uint32{}
	}
	if len(list) >= maxSources { // nothing is known of the memory any more
		list, s = list[:0], source{at: list[0].at, after: true, bytes: []shared{{a: access.Access{End: ^uint64(0)}}}}
	}
	u.memory[memory], u.fresh = append(list, s), true
}

// says whether all works that find bytes of another source unknown find those of s so.
func (s *source) says(o *source) bool {
	earlier := s.at == o.at && s.place <= o.place || s.at.Queue == o.at.Queue && s.at.Pos < o.at.Pos
	return earlier && (s.after || !o.after && s.at == o.at) && s.over == track.Point{} &&
		!slices.ContainsFunc(o.bytes, func(b shared) bool { return !slices.Contains(s.bytes, b) && !s.holds(b.bounds()) })
}

// bounds hold the bytes.
func (b *shared) bounds() extent {
	if b.b.End == 0 {
		return extent{b.a.Begin, b.a.End}
	}
	return extent{max(b.a.Begin, b.b.Begin), min(b.a.End, b.b.End)}
}

// holds says whether all bytes of an extent are of one range of the source.
func (s *source) holds(x extent) bool {
	return slices.ContainsFunc(s.bytes, func(b shared) bool {
		y := b.bounds()
		return b.a.Stride == 0 && b.b.Stride == 0 && y.first <= x.first && x.last <= y.last
	})
}

// bounds hold all bytes of a source.
func (s *source) bounds() extent {
	x := s.bytes[0].bounds()
	for i := range s.bytes {
		y := s.bytes[i].bounds()
		x = extent{min(x.first, y.first), max(x.last, y.last)}
	}
	return x
}

// put adds bytes; of many only their bounds are kept.
func (s *source) put(b shared) {
	if s.bytes = append(s.bytes, b); len(s.bytes) > maxShared {
		x := s.bounds()
		s.bytes = append(s.bytes[:0], shared{a: access.Access{Begin: x.first, End: x.last}})
	}
}

// concerns says whether a command of a work, which begins after start, may read what a source leaves.
func (s *source) concerns(w Work, start track.Clock, place uint32) bool {
	switch at := w.Point(); {
	case s.at == at:
		return s.after && (w.Repeats() || s.place < place && (s.over != at || place <= s.written))
	case s.start.At(at.Queue) >= at.Pos, !s.after && start.At(s.at.Queue) >= s.at.Pos:
		return false
	case s.over == track.Point{}:
		return true
	case s.over == at:
		return w.Repeats() || place <= s.written
	}
	return start.At(s.over.Queue) < s.over.Pos
}

// precedes says whether a source leaves its bytes before a command of a work, which begins after start.
func (s *source) precedes(w Work, start track.Clock, place uint32) bool {
	if s.at == w.Point() {
		return !w.Repeats() && s.place < place
	}
	return start.At(s.at.Queue) >= s.at.Pos
}

// meets says whether a touch has bytes of a source.
func (s *source) meets(x *Touch) bool {
	return slices.ContainsFunc(s.bytes, func(b shared) bool { return b.a.Overlaps(&x.Bytes) && (b.b.End == 0 || b.b.Overlaps(&x.Bytes)) })
}
