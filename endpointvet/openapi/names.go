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
	case strings.EqualFold(punctuation.Replace(name), punctuation.Replace(want)):
		return 1
	}
	if off := distance(strings.ToLower(name), strings.ToLower(want), maxSlip); off <= longer/3 {
		return off
	}
	return maxSlip + 1
}

// IsSlip reports whether a name is off from another by one letter, as the reports of
// this package count.
func IsSlip(name, want string) bool { return slip(name, want) == 1 }

// punctuation is what two spellings of a name may differ in.
var punctuation = strings.NewReplacer("_", "", "-", "", ".", "")

// distance returns by how many letters two texts differ, as slip counts them, or
// one more than most.
func distance(a, b string, most int) int {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	switch {
	case a == b:
		return 0
	case most == 0:
		return 1
	case a == "" || b == "":
		return min(len(a)+len(b), most+1)
	}
	least := min(distance(a[1:], b, most-1), distance(a, b[1:], most-1), distance(a[1:], b[1:], most-1))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		least = min(least, distance(a[2:], b[2:], most-1))
	}
	return least + 1
}

// meant returns the names among some that a misspelled one is nearest to, none if
// none is near.
func meant(name string, names []string) []string {
	return least(names, maxSlip, func(want string) int { return slip(name, want) })
}

// least returns the elements whose number is least, none if that is more than most.
func least[T any](all []T, most int, number func(T) int) (best []T) {
	for _, element := range all {
		n := number(element)
		if n < most {
			best, most = nil, n
		}
		if n == most {
			best = append(best, element)
		}
	}
	return best
}
