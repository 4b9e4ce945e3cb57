package main

import "fmt"

// A Class is one way in which the contract differs from the original on
// purpose. Neither function may know the library's answer.
type Class struct {
	Name string
	// Ask rewrites the question so that the original has no occasion to differ.
	Ask func(*Question)
	// Read rewrites the original's answer by the class's rule. m is what the
	// contract makes of the case.
	Read func(m *merged, a *Answer)
}

// A Verdict is what comes of one case.
type Verdict struct {
	Classes   []string // that the case differs by, each one necessary
	Differs   bool     // the two answers, as they were given
	Explained bool
	Original  Answer // as given
	Expected  string // the original's answer after all classes, or the error
	Got       string // the library's answer or error
}

// Ask asks the original.
type Ask func(Case) (Answer, error)

// classify compares both answers to a case. Where the contract has an error,
// the library must have it. Everywhere else the original's answer must, once
// every class has been applied, be the library's, also where the two were
// equal before: a difference that the contract asks for has to be there.
func classify(c Case, ask Ask, got Answer, gotErr error) (Verdict, error) {
	var v Verdict
	original, err := ask(c)
	if err != nil {
		return v, err
	}
	v.Original, v.Got = original, got.String()
	if gotErr != nil {
		v.Got = gotErr.Error()
	}
	m := merge(c)
	if r := predict(&m); r != nil {
		v.Differs = original.Throws == "" || gotErr == nil
		v.Classes = []string{r.class}
		v.Explained = gotErr != nil && r.matches(gotErr)
		v.Expected = fmt.Sprintf("%s: %v %q", r.class, r.kind, r.name)
		return v, nil
	}
	expected, err := v.normalise(c, ask, original, &m)
	if err != nil {
		return v, err
	}
	v.Differs = gotErr != nil || original.String() != v.Got
	v.Expected = expected.String()
	v.Explained = gotErr == nil && v.Expected == v.Got
	return v, nil
}

// normalise applies the classes one by one and notes those that change the
// answer.
func (v *Verdict) normalise(c Case, ask Ask, a Answer, m *merged) (Answer, error) {
	note := func(class Class, next Answer) {
		if next.String() != a.String() {
			v.Classes = append(v.Classes, class.Name)
		}
		a = next
	}
	q, asked, raw := Question{Case: c}, encode(c), a
	for _, class := range classes {
		if class.Ask == nil {
			continue
		}
		q = q.clone()
		class.Ask(&q)
		if question := encode(q.Case); question != asked {
			var err error
			if raw, err = ask(q.Case); err != nil {
				return a, err
			}
			asked = question
		}
		next := raw.copy()
		q.restore(&next)
		note(class, next)
	}
	if a.Throws != "" {
		return a, nil
	}
	for _, class := range classes {
		if class.Read != nil {
			next := a.copy()
			class.Read(m, &next)
			note(class, next)
		}
	}
	return a, nil
}
