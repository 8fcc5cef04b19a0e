package kernel

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

// printPlace is a place of a printf format in parts (flags, width, precision, verb), or a percent sign. The front end lets nothing else pass.
var printPlace = regexp.MustCompile(`%([-+ #0]*)(\d*)(\.\d*)?([diuxXfge])|%%`)

// formatPrint gives the text of one printf, by the rules of C. The front end has converted each argument to what its place shows: int for d and i,
// uint for u, x and X, float for f, g and e.
func formatPrint(format string, args []uint32) string {
	next := 0
	return printPlace.ReplaceAllStringFunc(format, func(place string) string {
		if place == "%%" {
			return "%"
		}
		next++
		return formatNumber(printPlace.FindStringSubmatch(place), args[next-1])
	})
}

// formatNumber formats one argument for a place in parts.
func formatNumber(place []string, bits uint32) string {
	flags, width, precision, verb := place[1], place[2], place[3], place[4]
	switch verb {
	case "d", "i":
		return fmt.Sprintf("%"+flags+width+precision+"d", int32(bits))
	case "u", "x", "X":
		if verb == "u" {
			verb = "d"
		}
		unsigned := strings.NewReplacer("+", "", " ", "").Replace(flags) // C shows signs of signed numbers only
		return fmt.Sprintf("%"+unsigned+width+precision+verb, bits)
	}
	f := float64(math.Float32frombits(bits))
	if math.IsNaN(f) || math.IsInf(f, 0) {
		if flags = ""; strings.Contains(place[1], "-") {
			flags = "-"
		}
		return fmt.Sprintf("%"+flags+width+"s", notFinite(f))
	}
	if verb == "g" && precision == "" {
		precision = ".6"
	}
	return fmt.Sprintf("%"+flags+width+precision+verb, f)
}

func notFinite(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case f < 0:
		return "-inf"
	}
	return "inf"
}
