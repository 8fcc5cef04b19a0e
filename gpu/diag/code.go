package diag

import (
	"fmt"
	"strconv"
	"strings"
)

// Code identifies one rule or one kind of failure. Its hundreds digit is the subject:
//
//	1 language, host and bindings   4 state                  7 operators
//	2 kernels                       5 synchronisation        8 graphics
//	3 stateless rules               6 lifetime and heaps     9 advice
//
// Codes are stable: scripts, golden files and searches refer to them. A code is never given another meaning.
type Code uint16

// families are the subjects of codes by their hundreds digit.
var families = map[Code]string{
	1: "Language, host and bindings", 2: "Kernels", 3: "What a call may be", 4: "Resource states", 5: "Order", 6: "Lifetimes and descriptors",
	7: "Operators", 8: "Graphics", 9: "Advice",
}

// FamilyName is the subject of the codes with these hundreds, "GS05xx  Order".
func FamilyName(hundreds Code) string {
	return strings.TrimSpace(fmt.Sprintf("GS%02dxx  %s", uint16(hundreds), families[hundreds]))
}

// maxCode is the largest number that the four digits of a printed code can hold.
const maxCode = 9999

// String returns the printed form, "GS0101".
func (c Code) String() string { return fmt.Sprintf("GS%04d", uint16(c)) }

// Name returns the name of the code, "WrongBefore", or "" if there is no such code.
func (c Code) Name() string {
	doc, _ := Explain(c)
	return doc.Name
}

// Hazard reports whether work that breaks the rule can still be done with a defined result: states, order, lifetimes and advice.
func (c Code) Hazard() bool { return c >= 400 && c < 700 || c >= 900 }

// Severity returns the severity a diagnostic of this code has unless its builder says otherwise: Advice for GS09xx, Warning for what leaves the run
// defined whenever it occurs, Error for all others.
func (c Code) Severity() Severity {
	if c/100 == 9 {
		return SeverityAdvice
	}
	switch c {
	case TwoWriters, UnorderedRead, SamplerMismatch, EngineFrameGrows, EngineListDropped:
		return SeverityWarning
	}
	return SeverityError
}

// MarshalText writes the printed form.
func (c Code) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads any form that ParseCode accepts.
func (c *Code) UnmarshalText(text []byte) error {
	code, ok := ParseCode(string(text))
	if !ok {
		return fmt.Errorf("%q is not a diagnostic code", text)
	}
	*c = code
	return nil
}

// ParseCode reads a code as people write it: "GS0512", "gs512" and "512" are the same code. It reports false for text that is
// not a number from 1 to 9999 with or without the prefix; it does not ask whether the code exists (Explain does).
func ParseCode(text string) (Code, bool) {
	digits := strings.TrimSpace(text)
	if len(digits) >= 2 && strings.EqualFold(digits[:2], "GS") {
		digits = digits[2:]
	}
	for _, r := range digits {
		if r < '0' || r > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil || n == 0 || n > maxCode {
		return 0, false
	}
	return Code(n), true
}

// Severity says what a diagnostic does to the run.
type Severity uint8

// The severities, gravest first.
const (
	// SeverityError refuses the call. Uncaught, it ends the script.
	SeverityError Severity = iota
	// SeverityWarning is a mistake that leaves the run defined. The script goes on.
	SeverityWarning
	// SeverityAdvice is not a mistake: the same result could be had faster or more simply. The script goes on.
	SeverityAdvice
)

var severityNames = [...]string{SeverityError: "error", SeverityWarning: "warning", SeverityAdvice: "advice"}

// String returns "error", "warning" or "advice".
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// MarshalText writes the name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name that String returns.
func (s *Severity) UnmarshalText(text []byte) error {
	for i, name := range severityNames {
		if string(text) == name {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("%q is not a severity", text)
}
