// Package views holds the rules of shader resource and unordered access views: what they show exists, and has a form that shaders can read.
//
// Objects are asked for through World. It must not know descriptor heaps, lists or order.
package views

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// World is what the rules ask of the validator, for the call at hand.
type World interface {
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	// Ref is an object as messages name it, Created the place where it was made.
	Ref(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
	// Resource is the normalized description of a resource, nil if it is none.
	Resource(id gpu.ID) *gpu.ResourceDesc
	// NotUnordered says that a resource lacks ALLOW_UNORDERED_ACCESS.
	NotUnordered(id gpu.ID)
}

// resource is a resource and its description, nil if it is none.
type resource struct {
	id   gpu.ID
	desc *gpu.ResourceDesc
}

func find(in World, id gpu.ID) resource { return resource{id, in.Resource(id)} }

func (r resource) buffer() bool { return r.desc.Dimension == gpu.DimensionBuffer }
