package settings

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/gpuscript/gpuscript/host"
)

// none is the word that switches a limit off.
const none = "none"

// units are powers of 1024 by their letter.
var units = map[byte]int64{'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}

// amount is a limit of a number of things or, with units, of bytes. The number 0 stands for the default.
type amount struct {
	value       *int64
	least, most int64
	units       map[byte]int64
}

// String implements pflag.Value.
func (a amount) String() string {
	if a.value == nil {
		return ""
	}
	return shown(*a.value)
}

// Type implements pflag.Value.
func (a amount) Type() string { return "number" }

// Set implements pflag.Value. Digits may be grouped with ',' or '_'.
func (a amount) Set(text string) error {
	n, err := parse(text, a.units, a.most)
	switch {
	case err != nil:
		return err
	case n != host.Unlimited && n < a.least:
		return fmt.Errorf("got %q, want at least %s", text, inUnits(a.least, a.units))
	}
	*a.value = n
	return nil
}

// objects is the limit of objects, which is an int.
type objects struct{ value *int }

// String implements pflag.Value.
func (o objects) String() string {
	if o.value == nil {
		return ""
	}
	return shown(int64(*o.value))
}

// Type implements pflag.Value.
func (o objects) Type() string { return "number" }

// Set implements pflag.Value.
func (o objects) Set(text string) error {
	n, err := parse(text, nil, math.MaxInt32)
	if err == nil {
		*o.value = int(n)
	}
	return err
}

// duration is a limit of real time.
type duration struct{ value *time.Duration }

// String implements pflag.Value.
func (d duration) String() string {
	switch {
	case d.value == nil || *d.value == 0:
		return ""
	case *d.value < 0:
		return none
	}
	return d.value.String()
}

// Type implements pflag.Value.
func (d duration) Type() string { return "time" }

// Set implements pflag.Value.
func (d duration) Set(text string) error {
	if text == none {
		*d.value = host.Unlimited
		return nil
	}
	t, err := time.ParseDuration(text)
	if err != nil || t <= 0 {
		return fmt.Errorf("got %q, want a time above 0 such as 500ms, 5s or 2m, or none", text)
	}
	*d.value = t
	return nil
}

// shown is the text of a limit, "" for the default, which the help text names in words.
func shown(n int64) string {
	switch {
	case n == 0:
		return ""
	case n < 0:
		return none
	}
	return strconv.FormatInt(n, 10)
}

// parse reads a whole number above 0, with a unit if there are any, or "none".
func parse(text string, units map[byte]int64, most int64) (int64, error) {
	if text == none {
		return host.Unlimited, nil
	}
	digits, unit := strings.NewReplacer(",", "", "_", "").Replace(text), int64(1)
	if n := len(digits); n > 0 && units[digits[n-1]&^0x20] != 0 {
		digits, unit = digits[:n-1], units[digits[n-1]&^0x20]
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	switch {
	case err != nil && !tooBig(err) || err == nil && n == 0:
		what := "a whole number above 0"
		if units != nil {
			what += ", perhaps with K, M or G for powers of 1024"
		}
		return 0, fmt.Errorf("got %q, want %s, or none", text, what)
	case err != nil || n > uint64(most/unit):
		return 0, fmt.Errorf("got %q, want at most %s", text, inUnits(most, units))
	}
	return int64(n) * unit, nil
}

// inUnits writes a bound in the largest unit of which it is a multiple.
func inUnits(n int64, units map[byte]int64) string {
	for _, letter := range []byte("GMK") {
		if unit := units[letter]; unit > 0 && n%unit == 0 {
			return fmt.Sprintf("%d%c", n/unit, letter)
		}
	}
	return strconv.FormatInt(n, 10)
}

// tooBig reports whether a text was a number, but one that does not fit.
func tooBig(err error) bool {
	n, ok := err.(*strconv.NumError)
	return ok && n.Err == strconv.ErrRange
}
