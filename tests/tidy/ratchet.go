package tidy

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// checks are all checks, sorted by name.
var checks = []struct {
	name string
	find func(*tree) []complaint
}{
	{"calls", checkCalls},
	{"codes", checkCodes},
	{"comments", checkComments},
	{"format", checkFormat},
	{"imports", checkImports},
	{"layout", checkLayout},
	{"leftovers", checkLeftovers},
	{"lengths", checkLengths},
	{"links", checkLinks},
	{"tables", checkTables},
}

// key identifies a complaint in the ratchet.
func (c complaint) key() string { return c.check + " " + c.subject }

// parseRatchet reads the lines `check subject count`. Lines that begin with '#' explain.
func parseRatchet(text string) (map[string]int, error) {
	out := map[string]int{}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 3 {
			return nil, fmt.Errorf("ratchet: got %q, want check, subject and count", strings.TrimSpace(line))
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, fmt.Errorf("ratchet: %q: the count is no number", strings.TrimSpace(line))
		}
		out[fields[0]+" "+fields[1]] = n
	}
	return out, nil
}

// verdict holds complaints against the ratchet. It returns what is new or worse, the lines that are no longer needed, and
// the ratchet without them.
func verdict(found []complaint, allowed map[string]int) (worse, stale []string, lower map[string]int) {
	lower = map[string]int{}
	for _, c := range found {
		limit, ok := allowed[c.key()]
		if !ok || c.count > limit {
			worse = append(worse, fmt.Sprintf("%s: %s: %s", c.check, c.subject, c.message))
			continue
		}
		lower[c.key()] = max(lower[c.key()], c.count)
	}
	for key, limit := range allowed {
		if n, ok := lower[key]; !ok || n < limit {
			stale = append(stale, fmt.Sprintf("%s %d", key, limit))
		}
	}
	slices.Sort(worse)
	slices.Sort(stale)
	return slices.Compact(worse), stale, lower
}

// ratchetComment is the first line of the file.
const ratchetComment = "# What was untidy when its check was added: check, subject, count. Lines are taken away, never added.\n"

// formatRatchet writes the lines, sorted.
func formatRatchet(allowed map[string]int) string {
	var b strings.Builder
	b.WriteString(ratchetComment)
	for _, key := range slices.Sorted(maps.Keys(allowed)) {
		fmt.Fprintf(&b, "%s %d\n", key, allowed[key])
	}
	return b.String()
}
