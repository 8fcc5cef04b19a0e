// Package objects is the life of every object of the engine: for the application until Release, for the GPU until all queues of its mask have
// passed.
//
//	New ──▶ live ── Release ──▶ released: later uses are refused ── purge ──▶ destroyed: its parts are freed
//	                              descriptors and object are paired with the lists that are recorded now
//
// It must not know contexts, nor what an object is for.
package objects

import (
	"container/list"
	"errors"
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/queues"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Registry is the objects of a render device that are not destroyed. Queues, Rules, Site and Device are set.
type Registry struct {
	Queues *queues.Set
	Rules  *words.Reporter
	Site   *gpu.Site     // of the running call
	Device *words.Object // the render device for messages
	Maker  func() string // what made-up names of objects end in that are made now, nil: nothing

	live   list.List      // of *Object, oldest first
	counts map[string]int // by kind and maker, for made-up names
	dead   *lifetime.ReleaseQueue[*Object]
}

// Start makes the queue of released objects, which is purged after the release queues that were made before.
func (r *Registry) Start() {
	r.counts, r.dead = map[string]int{}, lifetime.NewReleaseQueue(r.Queues.Domain, "objects", (*Object).destroy)
}

// Count is how many objects are not destroyed.
func (r *Registry) Count() int { return r.live.Len() }

// MadeAt are the objects that live and were made at a place.
func (r *Registry) MadeAt(site gpu.Site) []*Object {
	return r.all(func(o *Object) bool { return site != 0 && o.created == site })
}

// OwnerOf is the object that lives and owns an object of the device below; nil if there is none.
func (r *Registry) OwnerOf(id gpu.ID) *Object {
	owners := r.all(func(o *Object) bool {
		return slices.ContainsFunc(o.parts, func(p memory.Owned) bool {
			below, ok := p.(interface{ ID() gpu.ID })
			return ok && below.ID() == id
		})
	})
	if len(owners) == 0 {
		return nil
	}
	return owners[0]
}

// all are the objects that live and are meant, oldest first.
func (r *Registry) all(meant func(*Object) bool) (out []*Object) {
	for e := r.live.Front(); e != nil; e = e.Next() {
		if o := e.Value.(*Object); meant(o) {
			out = append(out, o)
		}
	}
	return out
}

// Leaks are the objects that were not released, oldest first, without the parts of others.
func (r *Registry) Leaks() (out []words.Object) {
	for _, o := range r.unreleased() {
		if o.Within == nil {
			out = append(out, o.Said())
		}
	}
	return out
}

// ReleaseAll releases what the application did not. Where that was told, and the script goes on, each of them may be released once more.
func (r *Registry) ReleaseAll(told bool) error {
	var errs []error
	for _, o := range r.unreleased() {
		errs = append(errs, o.Give(*r.Site))
		o.leaked = told && o.Within == nil
	}
	return errors.Join(errs...)
}

func (r *Registry) unreleased() []*Object {
	return r.all(func(o *Object) bool { return !o.Released })
}

// Init fills a new object and counts it. An empty name becomes the kind and a number.
func (r *Registry) Init(o *Object, kind, name string, mask lifetime.Mask) {
	if name == "" {
		maker := ""
		if r.Maker != nil {
			maker = r.Maker()
		}
		r.counts[kind+maker]++
		name = fmt.Sprintf("%s %d%s", kind, r.counts[kind+maker], maker)
	}
	r.fill(o, kind, name, mask)
	o.entry = r.live.PushBack(o)
}

// InitWith fills a new object that is made with another one, its owner, and goes with it: it has the owner's name and queues, and is not counted.
func (r *Registry) InitWith(owner, o *Object, kind string) {
	r.fill(o, kind, owner.Name, owner.Mask)
	o.Within = owner
}

func (r *Registry) fill(o *Object, kind, name string, mask lifetime.Mask) {
	*o = Object{Name: name, Mask: mask, kind: kind, registry: r, created: *r.Site}
	o.Usage.Owner, o.Usage.Said = o, o.Said
}
