// Package roster knows the objects of the API by their identities: those that are alive, and those that were released last.
//
//	created ──▶ alive ──Release──▶ released ──8192 others are released──▶ forgotten
//	                               its name and places are in messages    that it was released is known for ever
//
// So its memory follows the objects that there are at a time. It must not know what the kinds of objects are: what is known of a kind is a body.
package roster

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/byid"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
)

// Remembered is how many released objects are remembered with all that is known of them.
const Remembered = 8192

// Object is what is known of one object.
type Object struct {
	Device   gpu.ID // that made it, 0: the adapter
	Name     string
	Noun     string // "buffer", "copy queue": what messages call it
	Created  gpu.Site
	Released gpu.Site
	Dead     bool
	Parent   gpu.ID       // the heap that it stands in
	Body     any          // what the kind needs
	Uses     []flight.Use // the last use by each queue
	Stamp    uint32       // of the recording that referred to it last
	holds    gpu.ID       // what it needs, 0: nothing
	held     int          // how many need it
}

// Sound says that there is an object, that it was not released, stands in no heap, and is of a device; 0: of any.
func (o *Object) Sound(device gpu.ID) bool {
	return o != nil && !o.Dead && o.Parent == 0 && (o.Device == device || o.Device == 0 || device == 0)
}

// Roster has the objects.
type Roster struct {
	objects byid.Table[gpu.ID, *Object]
	last    gpu.ID      // that was given out
	gone    byid.Recent // what was released and is remembered
	named   []gpu.ID    // the objects that messages named last
}

// maxNamed is how many objects a message names at most for Nameless.
const maxNamed = 32

// New returns a Roster without objects.
func New() *Roster {
	r := &Roster{}
	r.gone.Keep(Remembered)
	return r
}

// Get returns what is known of an identity, nil if nothing is.
func (r *Roster) Get(id gpu.ID) *Object { return r.objects.Get(id) }

// Body returns the body of an object of one kind, nil for unknown objects and other kinds.
func Body[T any](r *Roster, id gpu.ID) *T {
	if o := r.objects.Get(id); o != nil {
		b, _ := o.Body.(*T)
		return b
	}
	return nil
}

// BodyOf is the body of an object of any kind, nil for unknown ones.
func (r *Roster) BodyOf(id gpu.ID) any {
	if o := r.objects.Get(id); o != nil {
		return o.Body
	}
	return nil
}

// Add makes an object known.
func (r *Roster) Add(id gpu.ID, o Object) {
	r.last = max(r.last, id)
	r.objects.Set(id, &o)
}

// Release follows the release of an object at a place. Another one is forgotten for it.
func (r *Roster) Release(id gpu.ID, site gpu.Site) {
	o := r.Get(id)
	o.Dead, o.Released, o.Uses = true, site, nil
	if o.held == 0 {
		r.objects.Drop(r.gone.Add(id))
	}
	if held := r.Get(o.holds); held != nil {
		if held.held--; held.held == 0 && held.Dead {
			r.objects.Drop(r.gone.Add(o.holds))
		}
	}
}

// Hold says that an object needs another one until it is released: that one is remembered so long, even if it was released.
func (r *Roster) Hold(id, by gpu.ID) {
	r.Get(by).holds = id
	r.Get(id).held++
}

// Dead says whether an object was released.
func (r *Roster) Dead(id gpu.ID) bool {
	o := r.Get(id)
	return o != nil && o.Dead || r.Forgotten(id)
}

// Forgotten says whether there was an object of which nothing is left but that it was released.
func (r *Roster) Forgotten(id gpu.ID) bool { return id != 0 && id <= r.last && r.Get(id) == nil }

// All are the objects that are alive or remembered, in the order in which they were made.
func (r *Roster) All() iter.Seq2[gpu.ID, *Object] { return r.objects.All() }

// Alive are the objects that are alive and fit.
func (r *Roster) Alive(fits func(gpu.ID) bool) (ids []gpu.ID) {
	for id, o := range r.objects.All() {
		if !o.Dead && fits(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Those are the objects of a device with a body of one kind that are alive and fit.
func Those[T any](r *Roster, device gpu.ID, fits func(gpu.ID, *T) bool) []gpu.ID {
	return r.Alive(func(id gpu.ID) bool {
		b := Body[T](r, id)
		return b != nil && r.Device(id) == device && fits(id, b)
	})
}

// Meant is the only one of some objects, or of several the only one of which more holds; 0: which one is meant is not known.
func Meant(ids []gpu.ID, more ...func(gpu.ID) bool) gpu.ID {
	for _, holds := range more {
		if len(ids) > 1 {
			ids = slices.DeleteFunc(ids, func(id gpu.ID) bool { return !holds(id) })
		}
	}
	if len(ids) != 1 {
		return 0
	}
	return ids[0]
}

// Only is the object of a device with a body of one kind that is alive and fits, if there is one; 0 otherwise.
func Only[T any](r *Roster, device gpu.ID, fits func(gpu.ID, *T) bool) gpu.ID {
	return Meant(Those(r, device, fits))
}

// Ref names an object in a message: kind "name".
func (r *Roster) Ref(id gpu.ID) string {
	if o := r.Get(id); o != nil {
		if i := slices.Index(r.named, id); i >= 0 || len(r.named) == maxNamed {
			r.named = slices.Delete(r.named, max(i, 0), max(i, 0)+1)
		}
		r.named = append(r.named, id)
		return o.called()
	}
	switch {
	case id == 0:
		return "no object"
	case r.Forgotten(id):
		return "an object that was released long ago"
	}
	return "an unknown object"
}

// called is the object in a message.
func (o *Object) called() string { return fmt.Sprintf("%s %q", o.Noun, o.Name) }

// Nameless is a message of which the objects were named just now, with their kinds alone: it is the same for what another turn of a loop does with
// others.
func (r *Roster) Nameless(message string) string {
	for _, id := range r.named {
		if o := r.Get(id); o != nil {
			message = strings.ReplaceAll(message, o.called(), o.Noun)
		}
	}
	return message
}

// Name is the name alone, for ranges of bytes and code.
func (r *Roster) Name(id gpu.ID) string {
	if o := r.Get(id); o != nil {
		return o.Name
	}
	return "?"
}

// Created is the place where an object was made, 0 if that is not known.
func (r *Roster) Created(id gpu.ID) gpu.Site {
	if o := r.Get(id); o != nil {
		return o.Created
	}
	return 0
}

// Released is the place where an object was released, 0 if that is not known.
func (r *Roster) Released(id gpu.ID) gpu.Site {
	if o := r.Get(id); o != nil {
		return o.Released
	}
	return 0
}

// Parent is the heap that an object stands in, 0 if it stands in none, or is not known.
func (r *Roster) Parent(id gpu.ID) gpu.ID {
	if o := r.Get(id); o != nil {
		return o.Parent
	}
	return 0
}

// Device is the device that made an object, 0 if it is of the adapter or not known.
func (r *Roster) Device(id gpu.ID) gpu.ID {
	if o := r.Get(id); o != nil {
		return o.Device
	}
	return 0
}
