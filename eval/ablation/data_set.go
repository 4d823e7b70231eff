package ablation

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/internal/option"
)

// DataSet is where rows come from.
type DataSet struct {
	Name      string  `toml:"name"`   // unique; default: the source
	Source    string  `toml:"source"` // a file, or builtin:NAME
	Test      string  `toml:"test"`   // default: a share of the source, by seed
	TestShare float64 `toml:"test-share"`
	Rows      int     `toml:"rows"`      // most rows of the source, by seed, before test rows are split off; 0 for all
	TestRows  int     `toml:"test-rows"` // most test rows, by seed, 0 for all
	Eps       float64 `toml:"eps"`       // the eps to harden against and to report
	Threat    string  `toml:"threat"`    // a file, see package threat

	ThreatText string `toml:"-"` // contents of the file

	// How to read them, as [data.Options] has it.
	Label          string         `toml:"label"`
	Header         data.FirstLine `toml:"header"`
	IndexBase      data.IndexBase `toml:"index-base"`
	Classes        []string       `toml:"classes"`
	Classification bool           `toml:"classification"`
	NoMissing      bool           `toml:"no-missing"`
	Categorical    []string       `toml:"categorical"`
	Numeric        []string       `toml:"numeric"`
	Ignore         []string       `toml:"ignore"`
	MissingWords   []string       `toml:"missing-words"`
	Schema         string         `toml:"schema"` // a file, see [data.ReadSchema]
	Encoding       string         `toml:"encoding"`
	Separator      string         `toml:"separator"`
	DecimalComma   bool           `toml:"decimal-comma"`
	Formatted      bool           `toml:"formatted-numbers"`
	Comment        string         `toml:"comment"`

	// Left out of the identity of runs if not given.
	Format        string           `toml:"format" json:",omitzero"`
	AbsentMissing bool             `toml:"absent-missing" json:",omitzero"`
	NoQuotes      bool             `toml:"no-quotes" json:",omitzero"`
	Weight        string           `toml:"weight-column" json:",omitzero"`
	SplitBy       string           `toml:"split-by" json:",omitzero"`
	Scale         experiment.Scale `toml:"scale" json:",omitzero"` // default auto
	Aim           eval.Aim         `toml:"aim" json:",omitzero"`   // default [eval.DefaultAim] of the training rows
}

// complete fills in the defaults of a data set and checks it; number is for messages.
func (d *DataSet) complete(number int) error {
	if d.Source == "" {
		return fmt.Errorf("data set %d has no source", number)
	}
	d.Name = cmp.Or(d.Name, d.Source)
	const share = 0.25
	d.TestShare = cmp.Or(d.TestShare, share)
	err := d.check()
	if err == nil && d.Test != "" && d.TestShare != share {
		err = option.Errorf("test-share", "test-share is for data that are split: test names the rows to judge by")
	}
	if err == nil && d.Threat != "" && d.ThreatText == "" {
		_, d.ThreatText, err = threat.ReadFile(d.Threat)
		err = option.In("threat", err)
	}
	if err != nil {
		return fmt.Errorf("data %s: %w", d.Name, err)
	}
	return nil
}

// check reports the first value that is invalid for any rows.
func (d *DataSet) check() error {
	switch {
	case d.Eps == 0:
		return option.Errorf("eps", "eps is left out, or 0: it must be above 0")
	case !(d.Eps > 0):
		return option.Errorf("eps", "eps is %v, must be above 0", d.Eps)
	case d.Rows < 0:
		return option.Errorf("rows", "rows is %d, must be at least 0", d.Rows)
	case d.TestRows < 0:
		return option.Errorf("test-rows", "test-rows is %d, must be at least 0", d.TestRows)
	case !(d.TestShare > 0 && d.TestShare < 1):
		return option.Errorf("test-share", "test-share is %v, must be above 0 and below 1", d.TestShare)
	}
	if err := cmp.Or(d.Scale, experiment.Auto).Check(); err != nil {
		return err
	}
	if _, err := eval.ParseAim(string(d.Aim)); err != nil {
		return err
	}
	o := d.options()
	return o.Check()
}

// said describes the rows, and how they are attacked and judged.
func (d *DataSet) said() string {
	text := fmt.Sprintf("%s, eps %v", d.Source, d.Eps)
	for _, also := range [][2]string{{"test", d.Test}, {"threat", d.Threat}, {"aim", string(d.Aim)}} {
		if also[1] != "" {
			text += ", " + also[0] + " " + also[1]
		}
	}
	return text
}

// Files returns the paths of the files that the rows are read from, by the keys source,
// test and schema. Built-in data has none.
func (d *DataSet) Files() map[string][]string {
	files := map[string][]string{}
	for key, source := range map[string]string{"source": d.Source, "test": d.Test} {
		if source != "" {
			files[key] = data.Files(source, data.Options{})
		}
	}
	if d.Schema != "" {
		files["schema"] = []string{d.Schema}
	}
	return files
}

// options returns how to read the rows, without the schema.
func (d *DataSet) options() data.Options {
	return data.Options{
		Label: d.Label, Header: d.Header, IndexBase: d.IndexBase,
		Keep: d.Classes, Classification: d.Classification, NoMissing: d.NoMissing,
		Categorical: d.Categorical, Numeric: d.Numeric, Ignore: d.Ignore, MissingWords: d.MissingWords,
		Encoding: d.Encoding, Separator: d.Separator, DecimalComma: d.DecimalComma, FormattedNumbers: d.Formatted, Comment: d.Comment,
		Format: d.Format, AbsentMissing: d.AbsentMissing, NoQuotes: d.NoQuotes, Weight: d.Weight, SplitBy: d.SplitBy,
	}
}

// constraints returns the attacker's constraints, from the threat file or, without one, from the
// kinds of the columns; nil if there are none.
func (d *DataSet) constraints(rows *experiment.Data, n attack.Norm) (*attack.Constraints, error) {
	if d.Threat == "" {
		return threat.OfKinds(rows.Reader()), nil
	}
	c, err := threat.Read(strings.NewReader(d.ThreatText), rows.Reader(), n)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Threat, err)
	}
	return c, nil
}
