package costs

import (
	"github.com/gpuscript/gpuscript/gpu/internal/sched/profile"
)

// ProfileInfo is a row of the table of adapter profiles.
type ProfileInfo struct{ Name, Description string }

// Profiles is the table of adapter profiles, "default" first.
func Profiles() []ProfileInfo {
	var rows []ProfileInfo
	for _, p := range profile.All() {
		rows = append(rows, ProfileInfo{p.Name, p.Description})
	}
	return rows
}

// ProfileNames are the names of the adapter profiles, "default" first.
func ProfileNames() []string {
	var names []string
	for _, p := range profile.All() {
		names = append(names, p.Name)
	}
	return names
}
