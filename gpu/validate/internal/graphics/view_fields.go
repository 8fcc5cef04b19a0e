package graphics

import (
	"fmt"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Foreign is a field that a description of a view sets and the view does not have.
type Foreign struct {
	Name    string
	Value   string
	Instead string // the field that says the same of this view; "" where it has none, or sets it
	View    string // the view, as "an SRV of a 3D texture"
}

// rest is the count that means all that follow.
const rest = 0xffffffff

// ForeignField is the first such field. One table describes all kinds of views, so a field of another kind would silently mean nothing: an SRV with a
// MipSlice shows all mips. Counts of one part are what every view can have, and no view says how many mips there are but an SRV.
func ForeignField(t gpu.DescriptorType, dimension gpu.ResourceDimension, d *gpu.ViewDesc) (f Foreign, found bool) {
	srv, buffer, volume := t == gpu.DescriptorSRV, dimension == gpu.DimensionBuffer, dimension == gpu.DimensionTexture3D
	for _, k := range [...]struct {
		name    string
		set     bool
		value   float64
		own     bool
		instead string
		taken   bool
	}{
		{"MostDetailedMip", d.MostDetailedMip != 0, float64(d.MostDetailedMip), srv && !buffer, "MipSlice", buffer || d.MipSlice != 0},
		{"MipLevels", d.MipLevels > 1, float64(d.MipLevels), srv && !buffer, "", true},
		{"MipSlice", d.MipSlice != 0, float64(d.MipSlice), !srv && !buffer, "MostDetailedMip", buffer || d.MostDetailedMip != 0},
		{"FirstArraySlice", d.FirstArraySlice != 0, float64(d.FirstArraySlice), !buffer && !volume, "FirstWSlice",
			buffer || srv || d.FirstWSlice != 0},
		{"ArraySize", d.ArraySize > 1 && d.ArraySize != rest, float64(d.ArraySize), !buffer && !volume, "WSize", buffer || srv || d.WSize != 0},
		{"FirstWSlice", d.FirstWSlice != 0, float64(d.FirstWSlice), volume && !srv, "FirstArraySlice", buffer || volume || d.FirstArraySlice != 0},
		{"WSize", d.WSize > 1 && d.WSize != rest, float64(d.WSize), volume && !srv, "ArraySize", buffer || volume || d.ArraySize != 0},
		{"ResourceMinLODClamp", d.ResourceMinLODClamp != 0, float64(d.ResourceMinLODClamp), srv && !buffer, "", true},
		{"PlaneSlice", d.PlaneSlice != 0, float64(d.PlaneSlice), !buffer, "", true},
	} {
		if k.set && !k.own {
			if k.taken {
				k.instead = ""
			}
			return Foreign{k.name, strconv.FormatFloat(k.value, 'f', -1, 64), k.instead, viewed(t, dimension)}, true
		}
	}
	return Foreign{}, false
}

// viewed names a kind of view of a kind of resource.
func viewed(t gpu.DescriptorType, dimension gpu.ResourceDimension) string {
	view := map[gpu.DescriptorType]string{gpu.DescriptorSRV: "an SRV", gpu.DescriptorUAV: "a UAV", gpu.DescriptorRTV: "an RTV",
		gpu.DescriptorDSV: "a DSV"}[t]
	switch dimension {
	case gpu.DimensionBuffer:
		return view + " of a buffer"
	case gpu.DimensionTexture3D:
		return view + " of a 3D texture"
	}
	return view
}

// String says what is wrong with the view.
func (f Foreign) String() string {
	return fmt.Sprintf("%s = %s is not a field of %s", f.Name, f.Value, f.View)
}

// Help is the edit that says the same with a field of the view, or removes the field, and how to write it.
func (f Foreign) Help(method string, argument int) (fix diag.Fix, text string) {
	if f.Instead == "" {
		return diag.Drop(method, f.Name).At(argument), "leave " + f.Name + " out"
	}
	return diag.Fix{Method: method, Argument: argument, Path: f.Name, Action: diag.FixKey, Text: f.Instead},
		fmt.Sprintf("write %s = %s", f.Instead, f.Value)
}
