package handles

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// ConstantsRange says that root constants leave their parameter of a root signature.
func ConstantsRange(w World, c *gpu.Command, root gpu.ID, p *gpu.RootParameter) {
	end := uint64(c.X) + uint64(len(c.Words))
	w.Say(diag.RootConstantsOutOfRange, c.Site, "%s sets values [%d, %d) of root parameter %d, which has %d", c.Op, c.X, end, c.Slot, p.Num32BitValues).
		HelpFix(w.Created(root), diag.Put("CreateRootSignature", fmt.Sprintf("Parameters[%d].Num32BitValues", c.Slot+1), end),
			"set fewer values, or make the parameter larger: Num32BitValues = %d", end)
}
