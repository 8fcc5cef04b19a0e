package cases

// known has the cases in which the program and the rules disagree, and what is wrong. Each must still fail.
var known = map[string]string{}
