package experiment

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/format/native"
)

// Compact rows give the models, examples and verdicts that the same rows in X give, whatever the norm and
// however they are hardened: alone, in folds, in a curve and tuned.
func TestHardenCompactRows(t *testing.T) {
	if testing.Short() {
		t.Skip("the table is large")
	}
	file := filepath.Join(t.TempDir(), "dummies.csv")
	if err := os.WriteFile(file, dummies(), 0o600); err != nil {
		t.Fatal(err)
	}
	read := func(compact bool) *data.Table {
		table, err := data.Read(t.Context(), file, data.Options{Compact: compact, Label: "class"})
		if err != nil {
			t.Fatal(err)
		}
		if (table.X == nil) != compact {
			t.Fatalf("compact %v: %d values in X", compact, len(table.X))
		}
		return table.Sample(200, 0)
	}
	plain, compact := read(false), read(true)
	hardened := func(t *testing.T, table *data.Table, booster string, norm attack.Norm, change func(o *Options)) (files [4][]byte, answer string) {
		d, err := Split(table, 0.25, Auto, 0)
		if err != nil {
			t.Fatal(err)
		}
		o := Default(booster, norm, d.Train)
		o.Natural, o.Params, o.Strategy.Eps, o.Evaluate.Eps = small(booster), small(booster), 0.3, []float64{0.1, 0.3}
		o.Natural.Rounds, o.Params.Rounds, o.KeepLoop = 3, 3, true
		o.Evaluate.Resamples, o.Dir = 10, t.TempDir()
		group := attack.Group{Name: "d"}
		for f := range 40 {
			group.Features = append(group.Features, len(table.Features)-40+f)
		}
		o.Strategy.Constraints = &attack.Constraints{Groups: []attack.Group{group}}
		change(&o)
		r := harden(t, d, o)
		for i, name := range []string{"natural.json", "hardened.json", "examples.csv"} {
			if files[i], err = os.ReadFile(filepath.Join(o.Dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		files[2] = withoutSeconds(t, files[2])
		of, err := advboost.Harden(t.Context(), d.Train, o.Params, o.Strategy) // from the rows as they are, whereas Fit takes so few as floats
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := native.Write(&b, of); err != nil {
			t.Fatal(err)
		}
		files[3] = b.Bytes()
		e := r.Report.Report
		return files, fmt.Sprint(r.Answer, e.Ceilings, e.Still, e.TradeOff)
	}
	for name, c := range map[string]struct {
		booster string
		norm    attack.Norm
		change  func(o *Options)
	}{
		"inf":      {trainer.GBDT, attack.LInf, func(*Options) {}},
		"2, loop":  {trainer.GBDT, attack.L2, func(o *Options) { o.Strategy.Loop, o.Strategy.Use = "lt", advboost.Replace }},
		"1, folds": {trainer.GBDT, attack.L1, func(o *Options) { o.Strategy.Eps, o.Folds = 1, 3 }},
		"0":        {trainer.GBDT, attack.L0, func(o *Options) { o.Strategy.Eps, o.Evaluate.Eps = 1, nil }},
		"forest":   {trainer.Forest, attack.LInf, func(o *Options) { o.Curve = &Curve{} }},
	} {
		t.Run(name, func(t *testing.T) {
			want, answer := hardened(t, plain, c.booster, c.norm, c.change)
			if n := bytes.Count(want[2], []byte("\n")); n < 10 {
				t.Errorf("%d lines of examples are too few", n)
			}
			got, too := hardened(t, compact, c.booster, c.norm, c.change)
			for i := range want {
				if !bytes.Equal(want[i], got[i]) {
					t.Errorf("compact rows make another file %d", i)
				}
			}
			if too != answer {
				t.Errorf("compact rows: %s\nwant %s", too, answer)
			}
		})
	}
}

// dummies is a CSV file of one-hot columns and a few numbers, some of which are missing, that is just
// large enough to be compacted.
func dummies() []byte {
	const rows, sets, levels = 1100, 50, 40
	r := rand.New(rand.NewPCG(3, 5))
	var b bytes.Buffer
	b.WriteString("x,n,class")
	for k := range sets {
		for l := range levels {
			fmt.Fprintf(&b, ",d%d_%d", k, l)
		}
	}
	for range rows {
		var line bytes.Buffer
		x, n := r.Float32(), r.IntN(3)
		score := float64(x) + 0.2*float64(n)
		for range sets {
			one := r.IntN(levels) * r.IntN(2)
			score += 0.02 * float64(one%5-2)
			for l := range levels {
				line.WriteString([]string{",1", ",0"}[min(1, max(l-one, one-l))])
			}
		}
		fmt.Fprintf(&b, "\n%v,%s,%v", x, []string{"0", "1", ""}[n], score > -0.3)
		line.WriteTo(&b)
	}
	return b.Bytes()
}

// withoutSeconds drops the times from examples.
func withoutSeconds(t *testing.T, file []byte) []byte {
	lines, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(lines[0], "seconds")
	var b bytes.Buffer
	for _, line := range lines {
		fmt.Fprintln(&b, slices.Delete(line, at, at+1))
	}
	return b.Bytes()
}
