package hazard

import "github.com/gpuscript/gpuscript/gpu/internal/idle"

// spare is the memory of spans, and of what they have in common, that are dropped.
type spare struct {
	spans    []*span
	commands []*command
	manners  []*manner
}

// maxSpare bounds how much of each is kept for later works, and chunk is how many are made at a time.
const (
	maxSpare = 1 << 12
	chunk    = 64
)

func (p *spare) span() *span       { return idle.Taken(&p.spans, chunk) }
func (p *spare) command() *command { return idle.Taken(&p.commands, chunk) }
func (p *spare) manner() *manner   { return idle.Taken(&p.manners, chunk) }

// give takes a span back, and what no other span has in common with it.
func (p *spare) give(s *span) {
	p.part(s.by, s.how)
	if s.by, s.how = nil, nil; len(p.spans) < maxSpare {
		p.spans = append(p.spans, s)
	}
}

// part takes what a span, or a fold, has in common with others back.
func (p *spare) part(by *command, how *manner) {
	p.leave(how)
	if by.spans--; by.spans == 0 && len(p.commands) < maxSpare {
		*by = command{}
		p.commands = append(p.commands, by)
	}
}

// leave takes a manner back that a span has no more.
func (p *spare) leave(m *manner) {
	if m.spans--; m.spans == 0 && len(p.manners) < maxSpare {
		*m = manner{}
		p.manners = append(p.manners, m)
	}
}
