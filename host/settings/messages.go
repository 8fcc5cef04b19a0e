package settings

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gpuscript/gpuscript/gpu/diag/filter"
	"github.com/gpuscript/gpuscript/host"
)

// messageFlags are --allow, --deny and --severity, which together make one filter.
type messageFlags struct {
	options *host.Options
	rules   filter.Rules
}

// apply makes the filter of all flags so far.
func (m *messageFlags) apply() error {
	f, err := filter.New(m.rules)
	if err == nil {
		m.options.Filter = f
	}
	return err
}

// list is the value of a flag that adds to one of the lists.
func (m *messageFlags) list(to *[]string) pflag.Value { return codeList{m, to} }

// codeList is the value of --allow and --deny: codes, with commas between several.
type codeList struct {
	flags *messageFlags
	codes *[]string
}

// String implements pflag.Value. pflag calls it on a zero value too.
func (c codeList) String() string {
	if c.codes == nil {
		return ""
	}
	return strings.Join(*c.codes, ",")
}

// Type implements pflag.Value.
func (c codeList) Type() string { return "code" }

// Set implements pflag.Value.
func (c codeList) Set(text string) error {
	before := *c.codes
	*c.codes = append(before[:len(before):len(before)], strings.Split(text, ",")...)
	if err := c.flags.apply(); err != nil {
		*c.codes = before
		return err
	}
	return nil
}

// severityFlag is the value of --severity.
type severityFlag struct{ flags *messageFlags }

// String implements pflag.Value.
func (s severityFlag) String() string { return "" }

// Type implements pflag.Value.
func (s severityFlag) Type() string { return "CODE=error|warning|advice" }

// Set implements pflag.Value.
func (s severityFlag) Set(text string) error {
	code, severity, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("got %q, want a code, '=' and error, warning or advice", text)
	}
	if s.flags.rules.Severities == nil {
		s.flags.rules.Severities = map[string]string{}
	}
	before, had := s.flags.rules.Severities[code]
	s.flags.rules.Severities[code] = severity
	err := s.flags.apply()
	if err != nil {
		delete(s.flags.rules.Severities, code)
		if had {
			s.flags.rules.Severities[code] = before
		}
	}
	return err
}
