package tidy

import (
	"fmt"
	"go/ast"
	"strings"
)

// The largest lengths in lines.
const (
	maxFunction = 70
	maxFile     = 500
	maxPackage  = 3500 // without tests
)

// documentation are files that hold nothing but documented constants; their lengths do not count for their package.
const documentation = "gpu/diag/codes_"

// checkLengths measures functions, files and packages.
func checkLengths(t *tree) []complaint {
	var out []complaint
	total := map[string]int{}
	for _, s := range t.golang {
		if n := s.lines(); n > maxFile {
			out = append(out, complaint{"file", s.path, n, fmt.Sprintf("%d lines, want at most %d", n, maxFile)})
		}
		if !s.isTest() && !strings.HasPrefix(s.path, documentation) {
			total[s.dir()] += s.lines()
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := s.line(f.End()) - s.line(f.Pos()) + 1; n > maxFunction {
				out = append(out, complaint{"function", s.path + ":" + f.Name.Name, n, fmt.Sprintf("%d lines, want at most %d", n, maxFunction)})
			}
		}
	}
	for dir, n := range total {
		if n > maxPackage {
			out = append(out, complaint{"package", dir, n, fmt.Sprintf("%d lines without tests, want at most %d", n, maxPackage)})
		}
	}
	return out
}
