package evals

import "fmt"

// Sections returns the report for people.
func (r Report) Sections() (list []Section) {
	first := Section{Title: "Suite " + r.Suite, Lines: []string{fmt.Sprintf("Seed %d, data %s.", r.Seed, r.Data)}}
	if r.StoppedAfter != "" {
		first.Lines = append([]string{"Stopped " + r.StoppedAfter + ": the figures are of these."}, first.Lines...)
	}
	if r.About != "" {
		first.Lines = append([]string{r.About}, first.Lines...)
	}
	list = append(list, first)
	for _, a := range r.Agents {
		for _, m := range measures {
			if m.has(a) && m.sections != nil {
				list = append(list, m.sections(a)...)
			}
		}
	}
	if len(r.Leaf) > 0 {
		list = append(list, leafSection(r.Leaf))
	}
	if len(r.Differences) > 0 {
		s := Section{Title: r.Agents[0].Agent + " less " + r.Agents[1].Agent, Lines: []string{"The same samples, compared one by one."},
			Head: []string{"of", "samples", "difference", "95 % interval", "better is"}}
		for _, d := range r.Differences {
			better := "less"
			if d.MoreIsBetter {
				better = "more"
			}
			s.Rows = append(s.Rows, []string{d.Measure + ", " + d.Unit, fmt.Sprint(d.Samples), signed4(d.Mean.Mean),
				signed4(d.Mean.Low) + " to " + signed4(d.Mean.High), better})
		}
		list = append(list, s)
	}
	if len(r.Thresholds) > 0 {
		list = append(list, thresholdSection("Thresholds", r.Thresholds))
	}
	return list
}
