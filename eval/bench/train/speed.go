package train

import (
	"context"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
)

// speed measures each task of the table of speeds with all libraries in turn, so that fluctuations of the
// machine affect all of them alike.
func (b *bench) speed(ctx context.Context) error {
	type row struct {
		task    task
		library string
	}
	runs := map[row][]result{}
	var rows []row
	for repeat := range b.or(3) {
		for _, t := range speeds {
			if len(b.tasks) > 0 && !slices.Contains(b.tasks, t.Name) {
				continue
			}
			if err := b.prepare(t.Set); err != nil {
				fmt.Fprintf(os.Stderr, "%s left out: %v\n", t.Name, err)
				continue
			}
			for _, threads := range b.threads {
				if threads < 1 {
					return fmt.Errorf("threads is %d, must be at least 1", threads)
				}
				for _, library := range append([]string{ours}, b.peers...) {
					t.Threads = threads
					at := row{t, library}
					seeded := t
					seeded.Seed = uint64(repeat)
					r, err := b.do(ctx, library, seeded)
					if err != nil && library == ours {
						return err
					} else if err != nil {
						fmt.Fprintln(os.Stderr, err)
						continue
					}
					if runs[at] == nil {
						rows = append(rows, at)
					}
					runs[at] = append(runs[at], r)
				}
			}
		}
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "task\tthreads\tlibrary\tCPU s\tours/CPU\twall s\tours/wall\tMiB\terror\tAUC\t")
	for _, at := range rows {
		r, own := middle(runs[at]), middle(runs[row{at.task, ours}])
		auc := "-"
		if r.AUC > 0 {
			auc = share(r.AUC)
		}
		fmt.Fprintf(out, "%s\t%d\t%s\t%.4g\t%.2f\t%.4g\t%.2f\t%.0f\t%.4f\t%s\t\n", at.task.Name, at.task.Threads, at.library,
			r.CPU, own.CPU/r.CPU, r.Wall, own.Wall/r.Wall, r.Memory, r.Error, auc)
	}
	return out.Flush()
}

// middle returns the median of each measure over several runs.
func middle(runs []result) (m result) {
	for _, field := range []func(*result) *float64{
		func(r *result) *float64 { return &r.CPU }, func(r *result) *float64 { return &r.Wall },
		func(r *result) *float64 { return &r.Memory }, func(r *result) *float64 { return &r.Error },
		func(r *result) *float64 { return &r.AUC },
	} {
		var values []float64
		for _, r := range runs {
			values = append(values, *field(&r))
		}
		slices.Sort(values)
		*field(&m) = values[len(values)/2]
	}
	return m
}
