package luabind

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"
)

// maxQuoted is how many bytes of a string a message shows.
const maxQuoted = 40

// Describe says what a Lua value is, as messages write it: `string "256"`, `number 1.5`, `nil`, `table`, `CommandQueue "copy"`.
func (b *Binder) Describe(v lua.LValue) string {
	switch v := v.(type) {
	case lua.LString:
		return "string " + quote(string(v))
	case lua.LNumber:
		return "number " + formatNumber(float64(v))
	case lua.LBool:
		return "boolean " + v.String()
	case *lua.LUserData:
		if bc := b.classOf(v); bc != nil {
			return describeObject(bc.class, v.Value)
		}
	}
	return v.Type().String()
}

// Kind returns the kind of an object of the set, or the Lua type of any other value.
func (b *Binder) Kind(v lua.LValue) string {
	if ud, ok := v.(*lua.LUserData); ok {
		if bc := b.classOf(ud); bc != nil {
			return bc.class.Kind
		}
	}
	return v.Type().String()
}

// classOf returns the class of a userdata, nil if it is not an object of the set.
func (b *Binder) classOf(ud *lua.LUserData) *boundClass {
	mt, ok := ud.Metatable.(*lua.LTable)
	if !ok {
		return nil
	}
	return b.kinds[mt]
}

func describeObject(class *Class, object any) string {
	if name := class.nameOf(object); name != "" {
		return class.Kind + " " + quote(name)
	}
	return class.Kind
}

// quote writes a string as Lua does, shortened if it is long.
func quote(s string) string {
	if len(s) > maxQuoted {
		end := maxQuoted
		for end > 0 && !utf8.RuneStart(s[end]) {
			end--
		}
		return strconv.Quote(s[:end]) + "..."
	}
	return strconv.Quote(s)
}

// formatNumber writes whole numbers without exponent where a reader may want to compare digits: up to 2^54.
func formatNumber(x float64) string {
	if x >= -2*maxExact && x <= 2*maxExact && x == float64(int64(x)) {
		return strconv.FormatInt(int64(x), 10)
	}
	return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+") // nan, inf, -inf as Lua writes them
}

// keyText writes a table key as a script would: a name as it is, anything else in brackets.
func (b *Binder) keyText(key lua.LValue) string {
	switch key := key.(type) {
	case lua.LString:
		if isName(string(key)) {
			return string(key)
		}
		return "[" + quote(string(key)) + "]"
	case lua.LNumber:
		return "[" + formatNumber(float64(key)) + "]"
	}
	return "[" + b.Describe(key) + "]"
}

func isName(s string) bool { return len(s) <= maxQuoted && nameText.MatchString(s) }

var nameText = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// maxListed is how many names a message lists.
const maxListed = 16

// listNames writes names as `a, b, c`, each by the given function, and counts the rest.
func listNames(names []string, write func(string) string) string {
	rest := len(names) - maxListed
	if rest > 0 {
		names = names[:maxListed]
	}
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = write(name)
	}
	text := strings.Join(texts, ", ")
	if rest > 0 {
		text += " and " + strconv.Itoa(rest) + " more"
	}
	return text
}

func plainName(s string) string { return s }

// article is the indefinite article for a word.
func article(word string) string {
	if word != "" && strings.ContainsRune("AEIOUaeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}
