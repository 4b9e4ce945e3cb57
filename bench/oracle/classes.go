package main

import "slices"

// classes are the ways in which answers differ, in the order in which they are
// applied: what a layer says before what the template makes of it, and that
// before the query.
var classes = slices.Concat(layerClasses, templateClasses, queryClasses, acceptClasses, answerClasses)
