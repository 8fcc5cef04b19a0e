package cases

// known has the cases in which the program and the rules disagree, and what is wrong. Each must still fail.
var known = map[string]string{
	"present/presented between the halves of a barrier": "GS0842 says that the buffer is in COMMON, which is PRESENT",
	"present/the buffer that is not current":            "a list draws to a back buffer that is not the current one, and nothing is said",
}
