package recording

// Pool is the streams of an allocator. Its zero value has none.
type Pool struct {
	used  []*Stream // since the last Recycle
	spare []*Stream
}

// Take starts a recording.
func (p *Pool) Take() *Stream {
	var s *Stream
	if n := len(p.spare); n > 0 {
		s, p.spare = p.spare[n-1], p.spare[:n-1]
	} else {
		s = &Stream{}
	}
	s.reset()
	p.used = append(p.used, s)
	return s
}

// Recycle gives all streams back for other recordings. Those that are still in flight, where nobody forbade it, are left to
// the work that runs and never used again.
func (p *Pool) Recycle() {
	for _, s := range p.used {
		if s.inFlight == 0 {
			p.spare = append(p.spare, s)
		}
	}
	clear(p.used)
	p.used = p.used[:0]
}
