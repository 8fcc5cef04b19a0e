package diag

// Doc is the documentation of one code, taken from the doc comment of its constant.
type Doc struct {
	Code    Code
	Name    string // the constant, "WrongType"
	Summary string // the first paragraph
	Rule    string // the rule without its source
	Source  string // where the rule is written
	Example string // a failing script, "" where a script cannot show it
	Fixed   string // the corrected twin of Example
	Text    string // the whole comment
}
