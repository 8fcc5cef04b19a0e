package present

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// Chain is the back buffers of a swap chain, in the order of their numbers.
type Chain struct {
	ID      gpu.ID
	Buffers []gpu.ID
	current int      // the buffer that the next Present shows
	shown   gpu.Site // of the last Present; 0: there was none
	broken  bool     // some of the buffers have been given up
}

// Adopt follows the making of a back buffer.
func (c *Chain) Adopt(id gpu.ID) { c.Buffers, c.broken = append(c.Buffers, id), false }

// Get is the call of the chain that gives a buffer.
func (c *Chain) Get(id gpu.ID) string {
	return fmt.Sprintf(":GetBuffer(%d)", slices.Index(c.Buffers, id))
}

// Whole says whether none of the buffers that there are was given up.
func (c *Chain) Whole() bool { return !c.broken }

// Abandon follows the end of a back buffer, by ResizeBuffers or with its chain: buffers that are made next are counted from 0.
func (c *Chain) Abandon(id gpu.ID) {
	c.Buffers, c.current, c.shown, c.broken = slices.DeleteFunc(c.Buffers, func(b gpu.ID) bool { return b == id }), 0, 0, true
}

// Show follows a Present.
func (c *Chain) Show(present gpu.Site) { c.current, c.shown = (c.current+1)%len(c.Buffers), present }

// Others says whether the next Present shows another buffer than one of the chain. No chain shows none.
func (c *Chain) Others(id gpu.ID) bool {
	return c != nil && c.current < len(c.Buffers) && c.Buffers[c.current] != id
}
