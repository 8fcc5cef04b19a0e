package filter

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
)

// Error is an entry of Rules that cannot be used.
type Error struct {
	List   string    // "Allow", "Deny" or "Severities"; "" from Find
	Index  int       // of the entry in its list, from 1; 0 for Severities
	Word   string    // the entry, or the severity that there is not
	Reason string    // a clause
	Near   string    // the entry that was meant, "" if nothing is near
	Next   diag.Code // the nearest code that differs from a number in one digit, 0 if there is none
	Held   bool      // the entry is a code that cannot be filtered
}

// Error returns "there is no code "GS0599"; did you mean GS0504?".
func (e *Error) Error() string {
	if e.Near == "" {
		return e.Reason
	}
	return fmt.Sprintf("%s; did you mean %s?", e.Reason, e.Near)
}

// Find finds a code by its number, as people write it, or by its name, whatever its case. The error is a *Error with the nearest
// spelling.
func Find(word string) (diag.Doc, error) {
	code, isNumber := diag.ParseCode(word)
	var names []string
	nearest := diag.Doc{}
	for _, d := range diag.Docs() {
		if isNumber && d.Code == code || strings.EqualFold(d.Name, word) {
			return d, nil
		}
		names = append(names, d.Name)
		if oneDigit(d.Code, code) && (nearest.Code == 0 || away(d.Code, code) < away(nearest.Code, code)) {
			nearest = d
		}
	}
	if isNumber {
		reason := fmt.Sprintf("there is no code %v", code)
		if nearest.Code != 0 {
			reason += fmt.Sprintf("; the nearest is %v, %s", nearest.Code, nearest.Name)
		}
		return diag.Doc{}, &Error{Word: word, Reason: reason, Next: nearest.Code}
	}
	return diag.Doc{}, &Error{Word: word, Reason: fmt.Sprintf("there is no code %q", word), Near: spell.Nearest(word, names)}
}

// oneDigit reports whether two codes differ in one digit, as they do after a slip of the finger.
func oneDigit(a, b diag.Code) bool {
	differ := 0
	for ; a > 0 || b > 0; a, b = a/10, b/10 {
		if a%10 != b%10 {
			differ++
		}
	}
	return differ == 1
}

// away is the distance of two codes.
func away(a, b diag.Code) int { return max(int(a)-int(b), int(b)-int(a)) }

// family reads "GS09xx" or "09XX": the hundreds of its codes.
func family(word string) (hundreds diag.Code, ok bool) {
	digits, ok := strings.CutSuffix(strings.ToLower(strings.TrimSpace(word)), "xx")
	if !ok {
		return 0, false
	}
	code, ok := diag.ParseCode(digits + "00")
	return code / 100, ok
}

// find returns what an entry stands for, at least one code.
func find(word string) ([]diag.Doc, *Error) {
	hundreds, ok := family(word)
	if !ok {
		d, err := Find(word)
		if err != nil {
			return nil, err.(*Error)
		}
		return []diag.Doc{d}, nil
	}
	var docs []diag.Doc
	for _, d := range diag.Docs() {
		if d.Code/100 == hundreds {
			docs = append(docs, d)
		}
	}
	if len(docs) == 0 {
		return nil, &Error{Word: word, Reason: fmt.Sprintf("no code begins with GS%02d", hundreds)}
	}
	return docs, nil
}

// badSeverity is the error of a severity that there is not.
func badSeverity(key, value string) *Error {
	names := []string{diag.SeverityError.String(), diag.SeverityWarning.String(), diag.SeverityAdvice.String()}
	return &Error{List: "Severities", Word: value, Reason: fmt.Sprintf("the severity of %s is %q, want %s", key, value, strings.Join(names, " or ")),
		Near: spell.Nearest(value, names)}
}

// free returns the codes that can be filtered. A family stands for all of its codes that can; it is an error if none can.
func free(word string, docs []diag.Doc, verb string) ([]diag.Doc, *Error) {
	var out []diag.Doc
	for _, d := range docs {
		if Held(d.Code) == "" {
			out = append(out, d)
		}
	}
	if len(out) == 0 {
		return nil, &Error{Word: word, Held: true, Reason: fmt.Sprintf("%s cannot be %s: %s", word, verb, Held(docs[0].Code))}
	}
	return out, nil
}

// Held says why a code can neither be denied nor made milder, in a clause; "" if it can. Without these refusals a call would have no
// meaning, or no defined result.
func Held(code diag.Code) string {
	if reason, ok := ends[code]; ok {
		return reason
	}
	switch {
	case code.Hazard():
		return ""
	case code/100 == 1:
		return "the call has no meaning without what it asks for"
	case code/100 == 2:
		return "the kernel has no meaning without what it asks for"
	}
	return "the device relies on it"
}

// The reasons of the table below.
const (
	nothingGoesOn = "nothing can go on after it"
	deviceIsGone  = "the device is removed"
	callIsNothing = "the engine cannot do the call"
)

// ends are the codes of what happened in spite of all: no call can be done instead.
var ends = map[diag.Code]string{
	diag.Deadlock:                 nothingGoesOn,
	diag.DeviceHung:               deviceIsGone,
	diag.DeviceRemoved:            deviceIsGone,
	diag.EngineBindingKind:        callIsNothing,
	diag.EngineBindingMissing:     callIsNothing,
	diag.EngineBindingOverwritten: callIsNothing,
	diag.EngineContextUse:         callIsNothing,
	diag.EngineDescription:        callIsNothing,
	diag.EngineExhausted:          callIsNothing,
	diag.EngineFenceOrder:         callIsNothing,
	diag.EngineFenceValue:         callIsNothing,
	diag.EngineFrameOpen:          callIsNothing,
	diag.EngineListTwice:          callIsNothing,
	diag.EngineMap:                callIsNothing,
	diag.EngineOtherDevice:        callIsNothing,
	diag.EngineQuery:              callIsNothing,
	diag.EngineRange:              callIsNothing,
	diag.EngineReleasedTwice:      callIsNothing,
	diag.EngineStaleContents:      callIsNothing,
	diag.EngineStaleMapping:       callIsNothing,
	diag.EngineState:              callIsNothing,
	diag.EngineUseAfterRelease:    callIsNothing,
	diag.EngineWrongContext:       callIsNothing,
	diag.MissingSignal:            nothingGoesOn,
	diag.PageFault:                deviceIsGone,
	diag.PausedWait:               nothingGoesOn,
}
