// Package words is the common ground of everything that the rules say: the beginning of a diagnostic, and how numbers and
// registers read. It must not know objects or rules.
package words

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/register"
)

// New starts a diagnostic at a place, with the rule as the documentation of the code words it.
func New(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic {
	return diag.New(code, format, args...).At(site, "").WithDocRule()
}

// Finish completes what was found of a call. nameless takes the names of objects out of a headline.
func Finish(found []*diag.Diagnostic, nameless func(string) string) {
	for _, d := range found {
		if Fold(d); d.Turn == "" && !d.Code.Hazard() {
			d.Turn = nameless(d.Title)
		}
	}
}

// Fold makes one label of labels that say the same of one place.
func Fold(d *diag.Diagnostic) {
	kept := d.Labels[:0]
next:
	for _, l := range d.Labels {
		for i := range kept {
			if k := &kept[i]; k.Site == l.Site && k.Span == l.Span && k.Text == l.Text && len(l.Via) == 0 {
				k.Primary = k.Primary || l.Primary
				continue next
			}
		}
		kept = append(kept, l)
	}
	d.Labels = kept
}

// Number is a whole number in digits.
func Number(n uint64) string { return strconv.FormatUint(n, 10) }

// Register shows a register as shaders write it: t0, or t0 in space 2.
func Register(class gpu.DescriptorType, number, space uint32) string {
	return register.Name(class, number, space)
}

// Setter is one way for an event to have become set: by values of fences, of which all are needed or one is enough, by a thread, or as it was made.
func Setter(needs []string, all, direct, initially bool) string {
	switch {
	case initially:
		return "its initial state"
	case direct:
		return "SetEvent"
	case all || len(needs) == 1:
		return strings.Join(needs, " and ")
	}
	return "one of " + strings.Join(needs, ", ")
}

// Capital makes a clause the beginning of a sentence.
func Capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// Count is a number with its noun: "1 item", "2 items".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// End is the end of a range, clamped to what 64 bits hold.
func End(begin, size uint64) uint64 {
	if begin+size < begin {
		return ^uint64(0)
	}
	return begin + size
}

// In names the region of a command after its name: ` in "frame > shadows"`. It is "" where there is none.
func In(region string) string {
	if region == "" {
		return ""
	}
	return fmt.Sprintf(" in %q", region)
}

// Range shows a half-open range of an object: name[begin, end).
func Range(name string, begin, size uint64) string {
	return fmt.Sprintf("%s[%d, %d)", name, begin, End(begin, size))
}
