package diag

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Setup is what an example script needs around it. It is written as comments in the first lines of the script:
//
//	-- limits: steps=100000 output=100 vram=1048576 memory=16777216 objects=16 time=500
//	-- file: grass.png base64 iVBORw0KGgo…
//	-- file: notes.txt text any text up to the end of the line
//
// A limits line names any of the limits; a file line puts one file beside the script.
type Setup struct {
	Steps   uint64 // Lua instructions, 0 if not limited by the script
	Output  uint64 // bytes
	VRAM    uint64 // bytes
	Memory  uint64 // bytes of values of the script
	Objects uint64 // objects open at one time
	TimeMS  uint64 // milliseconds of wall time
	Files   []SetupFile
}

// SetupFile is a file beside an example script.
type SetupFile struct {
	Name string
	Data []byte
}

// ParseSetup reads the directives of a script. Reading stops at the first line that is not a comment; comments that are
// no directive are passed over.
func ParseSetup(script string) (Setup, error) {
	var s Setup
	for line := range strings.Lines(script) {
		comment, ok := strings.CutPrefix(line, "--")
		if !ok {
			break
		}
		comment = strings.TrimSpace(comment)
		var err error
		if rest, ok := strings.CutPrefix(comment, "limits:"); ok {
			err = s.parseLimits(rest)
		} else if rest, ok := strings.CutPrefix(comment, "file:"); ok {
			err = s.parseFile(rest)
		}
		if err != nil {
			return Setup{}, err
		}
	}
	return s, nil
}

// parseLimits reads `steps=100000 time=500`.
func (s *Setup) parseLimits(text string) error {
	names := []string{"memory", "objects", "output", "steps", "time", "vram"}
	fields := []*uint64{&s.Memory, &s.Objects, &s.Output, &s.Steps, &s.TimeMS, &s.VRAM}
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		i := slices.Index(names, name)
		n, err := strconv.ParseUint(value, 10, 63)
		if i < 0 || err != nil || n == 0 {
			return fmt.Errorf("limits directive: got %q, want one of %s, '=' and a whole number above 0", word, strings.Join(names, ", "))
		}
		*fields[i] = n
	}
	return nil
}

// parseFile reads `NAME text …` or `NAME base64 …`.
func (s *Setup) parseFile(text string) error {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	form, content, _ := strings.Cut(strings.TrimSpace(rest), " ")
	data := []byte(content)
	switch {
	case name == "":
		return fmt.Errorf("file directive: the name is missing")
	case form == "base64":
		var err error
		if data, err = base64.StdEncoding.DecodeString(content); err != nil {
			return fmt.Errorf("file directive: %s: %w", name, err)
		}
	case form != "text":
		return fmt.Errorf("file directive: %s: got %q, want text or base64", name, form)
	}
	s.Files = append(s.Files, SetupFile{Name: name, Data: data})
	return nil
}
