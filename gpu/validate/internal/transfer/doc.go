// Package transfer holds the rules of copies: what is copied exists, is inside of both sides, and has a form that both sides know.
//
// Objects, their life and their states are asked for through World. It must not know lists, queues or order.
package transfer

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// World is what the rules ask of the validator, for the list and the command at hand.
type World interface {
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	// Ref is an object as messages name it, Name its name alone, Created the place where it was made.
	Ref(id gpu.ID) string
	Name(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
	// Resource is the normalized description of a resource, nil if it is none.
	Resource(id gpu.ID) *gpu.ResourceDesc
	// Use applies the state rules for using a subresource.
	Use(id gpu.ID, subresource uint32, as gpu.ResourceStates)
	// NoSubresource says that a resource does not have a subresource.
	NoSubresource(id gpu.ID, subresource uint32)
	// NoSubresources says that a resource does not have so many subresources from one on.
	NoSubresources(id gpu.ID, first, count uint32)
}

// Check applies the rules of a command. It says whether it is a copy.
func Check(in World, c *gpu.Command) bool {
	switch c.Op {
	case gpu.OpCopyBufferRegion:
		copyBufferRules(in, c)
	case gpu.OpCopyResource:
		copyResourceRules(in, c)
	case gpu.OpCopyTextureRegion:
		copyTextureRules(in, c)
	default:
		return false
	}
	return true
}

// resource is a resource and its description, nil if it is none.
type resource struct {
	id   gpu.ID
	desc *gpu.ResourceDesc
}

func find(in World, id gpu.ID) resource { return resource{id, in.Resource(id)} }

func (r resource) buffer() bool { return r.desc.Dimension == gpu.DimensionBuffer }

func bytesRange(in World, id gpu.ID, begin, size uint64) string {
	return words.Range(in.Name(id), begin, size)
}

// NotBuffer says that a command got a texture where it needs a buffer.
func NotBuffer(in World, c *gpu.Command, id gpu.ID) { sayNotBuffer(in, c, id) }
