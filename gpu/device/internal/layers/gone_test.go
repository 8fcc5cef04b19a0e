package layers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// TestGone: the fault of work that misses an object is not told where the call that gave it up too early was, and is told otherwise.
func TestGone(t *testing.T) {
	const object, other, place = gpu.ID(3), gpu.ID(4), gpu.Site(7)
	release, submit := &gpu.ReleaseCall{Object: object}, &gpu.SubmitCall{CallHead: gpu.CallHead{Site: place}}
	fault := func(id gpu.ID) incident.Incident { return &incident.PageFault{Object: id} }
	late := &incident.PageFault{Origin: gpu.Origin{SubmitSite: place}, Object: other}
	view := func(id gpu.ID, kind incident.DescriptorFaultKind) incident.Incident {
		return &incident.DescriptorFault{Resource: id, Kind: kind}
	}
	for _, c := range []struct {
		name    string
		call    gpu.Call
		code    diag.Code
		i       incident.Incident
		follows bool
	}{
		{"released in flight", release, diag.ReleasedInFlight, fault(object), true},
		{"another one was released", release, diag.ReleasedInFlight, fault(other), false},
		{"something else was said of the release", release, diag.ReleasedObject, fault(object), false},
		{"submitted without it", submit, diag.SubmitReleased, late, true},
		{"something else was said of the submission", submit, diag.ListInFlight, late, false},
		{"a view of it", release, diag.ReleasedInFlight, view(object, incident.DescriptorDestroyed), true},
		{"a view of a place where nothing is", release, diag.ReleasedInFlight, view(0, incident.DescriptorDestroyed), true},
		{"a view that was never written", release, diag.ReleasedInFlight, view(object, incident.DescriptorUnwritten), false},
		{"a hang", release, diag.ReleasedInFlight, &incident.Hang{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var g gone
			require.False(t, g.follows(c.i), "nothing was said")
			g.note(c.call, c.code)
			require.Equal(t, c.follows, g.follows(c.i))
		})
	}
}
