package tidy

import (
	"go/format"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// checkFormat shows that all code is as gofmt writes it.
func checkFormat(t *tree) []complaint {
	var out []complaint
	for _, s := range t.golang {
		formatted, err := format.Source([]byte(s.text))
		if err != nil || string(formatted) != s.text {
			out = append(out, complaint{"gofmt", s.path, 0, "the file is not formatted; run gofmt -w"})
		}
	}
	return out
}

// topLevel are the folders of the repository.
var topLevel = []string{"bindings", "cmd", "docs", "gpu", "heaps", "host", "lifetime", "out", "scripts", "tests"}

// copyright is a line that code written here does not have.
var copyright = regexp.MustCompile(`(?mi)^(//|--|#).*\b(copyright \(c\)|copyright [0-9©]|spdx-license)`)

// checkLayout shows that the folders are those of the design and that no code of others was copied in.
func checkLayout(t *tree) []complaint {
	var out []complaint
	entries, err := fs.ReadDir(t.files, ".")
	if err != nil {
		return []complaint{{"layout", ".", 0, err.Error()}}
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(topLevel, e.Name()) {
			out = append(out, complaint{"layout", e.Name(), 0, "the folder is not one of the design"})
		}
	}
	for _, s := range t.all {
		for _, part := range strings.Split(s.dir(), "/") {
			if slices.Contains([]string{"vendor", "third_party", "external", "deps"}, part) {
				out = append(out, complaint{"layout", s.path, 0, "code of others is a module in go.mod, never a copy"})
			}
		}
		if line := copyright.FindString(s.text); line != "" {
			out = append(out, complaint{"layout", s.path, 0, "the file says that it is a copy: " + strings.TrimSpace(line)})
		}
	}
	return out
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+\s+(.*)$`)
	fence   = regexp.MustCompile("(?ms)^```.*?^```")
)

// checkLinks shows that the links of Markdown files lead to files and headings.
func checkLinks(t *tree) []complaint {
	var out []complaint
	for _, s := range t.all {
		if path.Ext(s.path) != ".md" {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(s.text, ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			if !t.resolves(s, m[1]) {
				out = append(out, complaint{"link", s.path, 0, "the link " + m[1] + " leads nowhere"})
			}
		}
	}
	return out
}

// resolves reports whether a link of a file leads to a file, and its anchor to a heading.
func (t *tree) resolves(s *source, target string) bool {
	file, anchor, _ := strings.Cut(target, "#")
	text := s.text
	if file != "" {
		name := path.Join(s.dir(), file)
		info, err := fs.Stat(t.files, name)
		if err != nil {
			return false
		}
		if info.IsDir() || anchor == "" {
			return anchor == ""
		}
		data, err := fs.ReadFile(t.files, name)
		if err != nil {
			return false
		}
		text = string(data)
	}
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		if slug(m[1]) == anchor {
			return true
		}
	}
	return false
}

// slug is the anchor of a heading.
func slug(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127:
			b.WriteRune(r)
		}
	}
	return b.String()
}
