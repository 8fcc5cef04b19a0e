package hazard

import (
	"github.com/gpuscript/gpuscript/gpu/internal/access"
)

// meets is the first range of bytes that two spans have in common.
func (s *span) meets(t *span) (begin, end uint64, ok bool) {
	if s.begin >= t.end || t.begin >= s.end {
		return 0, 0, false
	}
	if s.how.stride == 0 && t.how.stride == 0 {
		return max(s.begin, t.begin), min(s.end, t.end), true
	}
	x, y := s.bytes(), t.bytes()
	return x.Overlap(&y)
}

// bytes are those of a span.
func (s *span) bytes() access.Access {
	return access.Access{Begin: s.begin, End: s.end, Stride: s.how.stride, Size: s.how.size}
}
