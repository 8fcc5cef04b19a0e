package mapped

import (
	"maps"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Contents are the dynamic buffers that a context has mapped, by their uses. Home is set.
//
//	MapBuffer ── Put ──▶ contents of a frame ── Current: by commands of that frame ── FinishFrame ──▶ stale, and kept: a message names them
type Contents struct {
	Home *Home
	all  map[*record.Usage]*Content
}

// Put gives a buffer new memory in the running frame. released says whether the application has given the buffer up.
func (c *Contents) Put(u *record.Usage, released *bool, space memory.Upload, site gpu.Site) *Content {
	at := c.all[u]
	if at == nil { // its memory is used again by every later mapping
		at = &Content{}
		if c.all == nil {
			c.all = map[*record.Usage]*Content{}
		}
		c.all[u] = at
	}
	*at = Content{Space: space, Frame: *c.Home.Frame, Site: site, Uses: at.Uses[:0], released: released}
	return at
}

// Find is what was mapped last; nil if nothing was.
func (c *Contents) Find(u *record.Usage) *Content { return c.all[u] }

// Current is the contents of a buffer in the running frame, for a method that uses them (GS0654).
func (c *Contents) Current(u *record.Usage, method string) (*Content, error) {
	at := c.all[u]
	switch {
	case at == nil:
		return nil, c.Home.Rules.Refuse(words.NeverMapped(c.Home.Said(), u.Said(), method))
	case at.Frame != *c.Home.Frame:
		return nil, c.Home.Rules.Refuse(words.StaleContents(c.Home.Said(), u.Said(), at.Said(), method))
	}
	return at, nil
}

// Any says whether a buffer was mapped in the running frame.
func (c *Contents) Any() bool {
	for _, at := range c.all {
		if at.Frame == *c.Home.Frame {
			return true
		}
	}
	return false
}

// EndFrame forgets the buffers that were released.
func (c *Contents) EndFrame() {
	maps.DeleteFunc(c.all, func(_ *record.Usage, at *Content) bool { return *at.released })
}
