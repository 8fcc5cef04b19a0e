package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

func (v *Validator) sayFenceValue(id gpu.ID, value uint64, site gpu.Site) {
	what := "a fence"
	if id != 0 {
		what = v.ref(id)
	}
	v.say(diag.FenceValueTooLarge, site, "the value %d of %s is larger than 2^53", value, what).
		Because("Numbers of Lua are exact up to 9007199254740992 only, so a script could not tell larger values apart; 2^64-1 means that the device was removed.").
		HelpText("count frames or submissions from 1").WithResource(what)
}
