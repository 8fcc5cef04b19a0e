// Package diag is what gpuscript has to say about a script, as data.
//
// A Diagnostic is a value: a code, a headline, labelled places in scripts, reasons, an edit that repairs the script, the rule
// that was broken. Whoever finds a mistake builds one; gpu/diag/render, the Lua error table and the JSON output are readers
// of the same value. Places are gpu.Site numbers until the host, which knows the scripts, resolves them into Spans
// (Diagnostic.Resolve).
//
//	New(WrongType, "…") ── At, Also, Because … ──► *Diagnostic ──► Collector (folds repeats) ──► Resolve ──► render, JSON
//
// What is to be changed is said by Help: as a text, and as an exact edit where the values decide it. Whoever finds a mistake knows calls, not
// texts, so it addresses what to edit (Fix: an argument, a field below it; Draft: a line made of pieces), and the host finds the bytes.
//
//	HelpFix(site, Put("CreateHeap", "Alignment", 65536), "…") ── Place ──► span of the value, "65536" ──► the edited line in the message
//
// Every code is a documented constant in a file codes_*.go. These files are embedded, and their doc comments are the text of
// `gpuscript explain`: there is no second place where a rule is described.
//
// The package must not know a script language, a device, a terminal or a file system: it imports the standard library and the
// vocabulary package gpu, nothing else. Diagnostics are not safe for concurrent use while they are built; afterwards
// they are read only and may be shared. Collector, Explain and Docs are safe for concurrent use.
package diag
