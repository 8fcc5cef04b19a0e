package cases

// Faults that several cases show.
const (
	indirectViews = "buffers that only an indirect command names are looked at when it runs"
)

// known has the cases in which the program and the rules disagree, and what is wrong. Each must still fail.
var known = map[string]string{
	"corners/an indirect view of a buffer in COPY_DEST":                   indirectViews,
	"corners/a buffer of an indirect view released after time has passed": indirectViews,
}
