package trainer

import "slices"

// Record returns the options of a booster and their values as text, for the origin of a model. It
// leaves out threads, which do not affect the model, the seed, which has a field of its own there, and
// options for categories if there are none.
func (p Params) Record(booster string, categories bool) map[string]string {
	record := make(map[string]string, len(Options))
	record["booster"] = booster
	for i := range Options {
		o := &Options[i]
		if usedBy(o, booster) && o.Name != "threads" && o.Name != "seed" && (categories || !slices.Contains(aboutCategories, o.Name)) {
			o.Record(&p, o.Name, record)
		}
	}
	return record
}

var aboutCategories = []string{"cat-smooth", "cat-l2", "max-cat-threshold", "max-cat-to-onehot", "min-data-per-group"}
