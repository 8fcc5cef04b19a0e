package union

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFind(t *testing.T) {
	kinds := []string{"TRANSITION", "ALIASING", "UAV"}
	resource, flags := Field{"Resource", []string{"TRANSITION", "UAV"}}, Field{"Flags", nil}
	before, after, aliased := Field{"Before", []string{"TRANSITION"}}, Field{"After", []string{"TRANSITION"}}, Field{"ResourceAfter", []string{"ALIASING"}}
	for _, tt := range []struct {
		value               string
		set                 []Field
		names, owners, fits string
	}{
		{"UAV", []Field{resource, flags, after}, "After", `After belongs to Type "TRANSITION".`, "TRANSITION"},
		{"UAV", []Field{before, resource, after}, "Before and After", `Before and After belong to Type "TRANSITION".`, "TRANSITION"},
		{"ALIASING", []Field{resource}, "Resource", `Resource belongs to Type "TRANSITION" or "UAV".`, ""},
		{"ALIASING", []Field{resource, before, after}, "Resource, Before and After",
			`Resource belongs to Type "TRANSITION" or "UAV". Before and After belong to Type "TRANSITION".`, "TRANSITION"},
		{"TRANSITION", []Field{resource, aliased}, "ResourceAfter", `ResourceAfter belongs to Type "ALIASING".`, ""},
		{"TRANSITION", []Field{aliased}, "ResourceAfter", `ResourceAfter belongs to Type "ALIASING".`, "ALIASING"},
	} {
		m := Find("Type", tt.value, kinds, tt.set)
		require.Equal(t, []string{tt.names, tt.owners, tt.fits}, []string{m.Names(), m.Owners(), m.Fits}, "%v", tt)
		change := "change Type"
		if tt.fits != "" {
			change = `write Type = "` + tt.fits + `"`
		}
		require.Equal(t, "remove "+tt.names+", or "+change, m.Help())
	}
	require.Empty(t, Find("Type", "UAV", kinds, []Field{resource, flags}).Unused)
}
