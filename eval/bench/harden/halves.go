package harden

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
)

// half says what a data set is for: choosing defaults, or reporting what they gain.
type half string

const (
	choosing  half = "choosing"
	reporting half = "reporting"
)

// kept is a data set that chooses or reports, with a radius near the one that
// hardwood harden suggested for it.
type kept struct {
	name, label string // label is set for tables whose label column has a name
	eps         float64
	half        half
}

// halved are sets of all sizes and kinds, with some of each in both halves. The sets of the published
// table are in neither.
var halved = []kept{
	{"ionosphere", "", 0.14, choosing},
	{"parkinsons", "", 0.02, reporting},
	{"sonar", "", 0.03, choosing},
	{"cylinder-bands", "", 0.03, reporting},
	{"blood-transfusion", "", 0.01, choosing},
	{"haberman", "", 0.01, reporting},
	{"climate-model-simulation", "", 0.1, choosing},
	{"SPECTF", "", 0.01, reporting},
	{"wdbc-raw", "", 0.08, choosing},
	{"tables/penguins", "Species", 0.15, reporting},
	{"phoneme-raw", "", 0.02, choosing},
	{"wine", "", 0.01, reporting},
	{"tables/credit-approval", "class", 0.1, choosing},
	{"tables/credit-g", "class", 0.1, reporting},
	{"tables/electricity", "class", 0.012, choosing},
	{"HIGGS-46k", "", 0.005, reporting},
	{"tables/bank-marketing", "Class", 0.05, choosing},
	{"tables/adult", "income-per-year", 0.05, reporting},
	{"covtype-93k", "", 0.05, choosing},
	{"pendigits-raw", "", 0.13, reporting},
	{"tables/cmc", "Contraceptive_method_used", 0.03, reporting},
	{"tables/sick", "Class", 0.05, reporting},
}

// wanted reports whether a list of names or halves includes the set; an empty list includes the
// choosing half.
func (k *kept) wanted(names string) bool {
	if names == "" {
		names = string(choosing)
	}
	for _, n := range strings.Split(names, ",") {
		if n == string(k.half) || n == filepath.Base(k.name) {
			return true
		}
	}
	return false
}

// those returns the sets of a list that names or halves include. It is an error if there are none.
func those(list []kept, names string) ([]kept, error) {
	var wanted []kept
	var known []string
	for _, k := range list {
		if known = append(known, filepath.Base(k.name)); k.wanted(names) {
			wanted = append(wanted, k)
		}
	}
	if wanted == nil {
		return nil, fmt.Errorf("--sets %s names none of %s; nor is it %s or %s", names, strings.Join(known, ", "), choosing, reporting)
	}
	return wanted, nil
}

// read reads all rows.
func (k *kept) read(ctx context.Context) (*data.Table, error) {
	if k.label != "" {
		return data.Read(ctx, filepath.Join(shared, k.name+".csv.gz"), data.Options{Label: k.label})
	}
	s := set{name: k.name, files: [2]string{k.name + ".train.csv.gz", k.name + ".test.csv.gz"}}
	if strings.HasSuffix(k.name, "k") {
		s.files = [2]string{k.name + ".train.libsvm.gz", k.name + ".test.libsvm.gz"}
	}
	train, test, err := s.read()
	if err != nil {
		return nil, err
	}
	train.X, train.Y, train.Rows = append(train.X, test.X...), append(train.Y, test.Y...), train.Rows+test.Rows
	return train, nil
}
