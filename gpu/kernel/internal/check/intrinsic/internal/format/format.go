// Package format reads the formats of printf, and writes them as they should be for what a script passes. It must not know calls or values: of these
// it is told the scalar type of each component.
package format

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// place is a place of a format, or a percent sign. Widths are bounded as those of Lua's string.format are.
var place = regexp.MustCompile(`%[-+ #0]*\d{0,2}(\.\d{0,2})?[diuxXfge]|%%`)

// Verbs lists the verbs of a format. known is false where it has a conversion that printf does not know.
func Verbs(format string) (verbs []byte, known bool) {
	rest := place.ReplaceAllStringFunc(format, func(place string) string {
		if place != "%%" {
			verbs = append(verbs, place[len(place)-1])
		}
		return ""
	})
	return verbs, !strings.Contains(rest, "%")
}

// Fit is a format with one place for each component, as a script writes it: places that are too many are taken out, others are added.
func Fit(format string, scalars []syntax.Scalar) string {
	places := 0
	out := place.ReplaceAllStringFunc(format, func(place string) string {
		if place == "%%" {
			return place
		}
		if places++; places > len(scalars) {
			return ""
		}
		return place
	})
	out = strings.TrimRight(out, " ")
	for ; places < len(scalars); places++ {
		if scalars[places].IsFloat() {
			out += " %g"
		} else {
			out += " %d"
		}
	}
	return strconv.Quote(out)
}

// FloatPlace is the first place for whole numbers that gets a float, or -1.
func FloatPlace(verbs []byte, scalars []syntax.Scalar) int {
	for i, verb := range verbs {
		if scalars[i].IsFloat() && strings.IndexByte("diuxX", verb) >= 0 {
			return i
		}
	}
	return -1
}

// Floats is a format whose places for whole numbers that get a float are %g, as a script writes it.
func Floats(format string, scalars []syntax.Scalar) string {
	i := -1
	return strconv.Quote(place.ReplaceAllStringFunc(format, func(place string) string {
		if place == "%%" {
			return place
		}
		if i++; !scalars[i].IsFloat() || strings.IndexByte("fge", place[len(place)-1]) >= 0 {
			return place
		}
		return place[:len(place)-1] + "g"
	}))
}
