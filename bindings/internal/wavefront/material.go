package wavefront

import "strings"

// library reads the materials of an MTL file: their diffuse colors.
func (r *reader) library(l *line) error {
	name := l.rest
	if name == "" {
		return l.fail(0, "mtllib names no file")
	}
	text, err := r.open(name)
	if err != nil {
		return err
	}
	current := ""
	return eachLine(name, text, func(l *line) error {
		switch l.word {
		case "newmtl":
			if current = l.rest; current == "" {
				return l.fail(0, "newmtl names no material")
			}
			r.colors[current] = [3]float32{1, 1, 1}
		case "Kd":
			if current == "" {
				return l.fail(0, "Kd comes before newmtl")
			}
			if len(l.fields) > 0 && (l.fields[0].text == "spectral" || l.fields[0].text == "xyz") {
				return l.fail(1, "colors are red, green and blue; %s is not read", l.fields[0].text)
			}
			v, err := l.numbers(1, 3)
			if err != nil {
				return err
			}
			for len(v) < 3 {
				v = append(v, v[0])
			}
			r.colors[current] = [3]float32(v)
		}
		return nil // what else a material has does not change its color
	})
}

// use takes the color of a material.
func (r *reader) use(l *line) error {
	color, ok := r.colors[l.rest]
	if !ok {
		return l.fail(1, "material %q is in no file that mtllib names", l.rest)
	}
	r.color = color
	return nil
}

// trim is a line without its comment.
func trim(s string) string {
	if i := strings.IndexByte(s, '#'); i >= 0 {
		s = s[:i]
	}
	return strings.TrimRight(s, " \t\r")
}
