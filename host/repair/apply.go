package repair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Apply makes the edits of a suggestion in the texts that they name, by the files of their spans, and returns the texts that change. All of them are
// made, or none: the error says which has no place. texts gives the text of a file; false: there is none.
func Apply(h diag.Help, texts func(file string) (string, bool)) (map[string]string, error) {
	changed := map[string]string{}
	for _, e := range slices.Backward(h.Edits()) {
		text, ok := changed[e.Span.File]
		if !ok {
			if text, ok = texts(e.Span.File); !ok {
				return nil, fmt.Errorf("there is no text of %s", e.Span.File)
			}
		}
		text, err := edited(text, e)
		if err != nil {
			return nil, err
		}
		changed[e.Span.File] = text
	}
	return changed, nil
}

// edited is a text after one edit. Whole lines are indented, and end, as the line that they refer to.
func edited(text string, e diag.Help) (string, error) {
	lines := strings.SplitAfter(text, "\n")
	from, to := e.Span.Line-1, max(e.Span.EndLine, e.Span.Line)
	if from < 0 || to > len(lines) {
		return "", noPlace(e)
	}
	end := "\n"
	if strings.HasSuffix(lines[from], "\r\n") {
		end = "\r\n"
	}
	indent := indentation(lines[from])
	if last := indentation(lines[to-1]); e.Edit == diag.EditInsertAfter && len(last) < len(indent) {
		indent = last
	}
	line := indent + strings.ReplaceAll(e.Replace, "\n", end+indent) + end
	switch e.Edit {
	case diag.EditDeleteLine:
		return strings.Join(slices.Delete(lines, from, to), ""), nil
	case diag.EditReplaceLine:
		return strings.Join(slices.Replace(lines, from, to, line), ""), nil
	case diag.EditInsertBefore:
		return strings.Join(slices.Insert(lines, from, line), ""), nil
	case diag.EditInsertAfter:
		if !strings.HasSuffix(lines[to-1], "\n") {
			lines[to-1] += end
		}
		return strings.Join(slices.Insert(lines, to, line), ""), nil
	case diag.EditReplace:
		return replaced(lines, e, end)
	}
	return "", noPlace(e)
}

// indentation is what a line begins with.
func indentation(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// replaced is a text with another one in the place of the bytes of a span, which may be none.
func replaced(lines []string, e diag.Help, end string) (string, error) {
	from, to := e.Span.Line-1, max(e.Span.EndLine, e.Span.Line)
	first, last := e.Span.Col-1, e.Span.EndCol-1
	if e.Span.EndLine == 0 {
		last = first
	}
	if first < 0 || first > len(lines[from]) || last < 0 || last > len(lines[to-1]) || from == to-1 && last < first {
		return "", noPlace(e)
	}
	put := lines[from][:first] + strings.ReplaceAll(e.Replace, "\n", end) + lines[to-1][last:]
	return strings.Join(slices.Replace(lines, from, to, put), ""), nil
}

func noPlace(e diag.Help) error {
	return fmt.Errorf("the edit of %s:%d:%d has no place", e.Span.File, e.Span.Line, e.Span.Col)
}
