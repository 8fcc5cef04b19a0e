package words

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Objects are the objects of a program, as the rules know them.
type Objects interface {
	// Ref is an object as messages name it, Created the place where it was made, 0 if that is not known.
	Ref(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
}

// Made says that a diagnostic is about an object, and adds the place where it was made.
func Made(in Objects, d *diag.Diagnostic, id gpu.ID) *diag.Diagnostic {
	if site := in.Created(id); site != 0 {
		d.Also(site, in.Ref(id)+" is created here")
	}
	return d.WithObject(id, in.Ref(id))
}

// Thread is a CPU thread as messages name it; 0 is the main thread.
func Thread(in Objects, id gpu.ID) string {
	if id == 0 {
		return "the main thread"
	}
	return in.Ref(id)
}

// Started adds where a thread was started, which the main thread was not.
func Started(in Objects, d *diag.Diagnostic, id gpu.ID) {
	if id == 0 {
		return
	}
	if site := in.Created(id); site != 0 {
		d.Started(site, in.Ref(id))
	}
}
