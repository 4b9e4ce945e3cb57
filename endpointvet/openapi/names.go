// Names that are misspelled.

package openapi

import "strings"

// maxSlip is the number of letters by which a name may be off and still be meant.
const maxSlip = 3

// slip returns by how many letters a name is off: letters that are missing, too
// many, changed or swapped with the next. Case and punctuation are one letter
// together. It is more than maxSlip if that is more than a third of the longer name.
func slip(name, want string) int {
	longer := max(len(name), len(want))
	switch {
	case name == want:
		return 0
	case longer > 100 || longer-min(len(name), len(want)) > maxSlip:
		return maxSlip + 1
	case strings.EqualFold(punctuation.Replace(name), punctuation.Replace(want)):
		return 1
	}
	if off := distance(strings.ToLower(name), strings.ToLower(want)); off <= min(maxSlip, longer/3) {
		return off
	}
	return maxSlip + 1
}

// punctuation is what two spellings of a name may differ in.
var punctuation = strings.NewReplacer("_", "", "-", "", ".", "")

// distance is the distance of optimal string alignment.
func distance(a, b string) int {
	var rows [3][]int
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
	}
	before, above, row := rows[0], rows[1], rows[2]
	for j := range above {
		above[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}

// meant returns the name among some that a misspelled one is nearest to, "" if
// none is near. The first of two that are as near wins.
func meant(name string, names []string) (nearest string) {
	least := maxSlip + 1
	for _, want := range names {
		if off := slip(name, want); off < least {
			nearest, least = want, off
		}
	}
	return nearest
}
