package objects

import "github.com/gpuscript/gpuscript/gpu"

// Handle is an object as the application holds it: the methods that all objects have. It is part of objects whose type stands in a package of its
// own below the engine.
type Handle struct {
	site gpu.Site // of the next call
	life Object
}

// LifeOf is the life of an object that is held.
func LifeOf(h *Handle) *Object { return &h.life }

// SiteOf is the place of the next call on it.
func SiteOf(h *Handle) gpu.Site { return h.site }

// SetSite says which place of a script makes the calls on the object from now on. Go callers need not use it.
func (h *Handle) SetSite(s gpu.Site) { h.site = s }

// Name is the name of the description, or a made-up one: never empty.
func (h *Handle) Name() string { return h.life.Name }

// String is the kind and the name.
func (h *Handle) String() string { return h.life.String() }

// Released says whether the application has given the object up.
func (h *Handle) Released() bool { return h.life.Released }

// Release gives the object up. It is destroyed when every queue that may use it has passed. Releasing twice is GS0643.
func (h *Handle) Release() error { return h.life.Release(h.site) }
