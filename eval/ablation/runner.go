package ablation

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// Runner does runs of a spec, in any order, from any number of goroutines. It reads a file once for
// many runs.
type Runner struct {
	spec    *Spec
	version string
	read    func(*data.Table)

	mu      sync.Mutex
	sources map[*DataSet]func() (string, error)
	tables  []cached // the ones used last, the latest at the end
}

// mostTables is the number of tables held in memory: those of two data sets, as runs come data set
// by data set.
const mostTables = 4

// cached is a table that is read once.
type cached struct {
	key   string
	table func() (*data.Table, error)
}

func (c cached) same(as cached) bool { return c.key == as.key }

// NewRunner returns a runner for a version of hardwood. read is called with each table that was read,
// by several goroutines; it may be nil.
func NewRunner(s *Spec, version string, read func(*data.Table)) *Runner {
	r := &Runner{spec: s, version: version, read: read, sources: map[*DataSet]func() (string, error){}}
	for i := range s.Data {
		d := &s.Data[i]
		r.sources[d] = sync.OnceValues(d.identity)
	}
	return r
}

// ID identifies a run by its settings, data and version. It hashes files but does not parse them, so
// it is cheap.
func (r *Runner) ID(t *Task) (string, error) {
	of, err := r.sources[t.Data]()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "run 5\n%s\n%d\n%s\n%v\n%s\n", r.version, t.Seed, t.Settings.JSON(), r.spec.Evaluate, of)
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Do trains and evaluates.
func (r *Runner) Do(ctx context.Context, t *Task) (*store.Run, error) {
	id, err := r.ID(t)
	if err != nil {
		return nil, err
	}
	rows, o, err := r.prepare(ctx, t)
	if err != nil {
		return nil, err
	}
	run, err := t.run(ctx, r, rows, o, id)
	if err != nil {
		return nil, t.named(err)
	}
	return run, nil
}

// prepare reads the rows of a run, and returns them with the options, without the test rows that are
// not judged.
func (r *Runner) prepare(ctx context.Context, t *Task) (rows *tables, o experiment.Options, err error) {
	rows, err = t.rows(func(source string, o data.Options) (*data.Table, error) {
		return r.table(fmt.Sprintf("%p %s", t.Data, source), func() (*data.Table, error) {
			table, err := data.Read(ctx, source, o)
			return table, cmp.Or(err, r.unchanged(t.Data))
		})
	})
	if err != nil {
		return nil, o, err
	}
	if o, err = t.options(&r.spec.Evaluate, rows); err == nil {
		err = t.Data.judgeWithin(rows, o.Strategy.Constraints)
	}
	if err != nil {
		return nil, o, t.named(err)
	}
	return rows, o, nil
}

// unchanged refuses files that are not those any more by which runs are identified: an ablation may
// read them days later.
func (r *Runner) unchanged(d *DataSet) error {
	known, err := r.sources[d]()
	if err != nil {
		return err
	}
	if now, err := d.identity(); err != nil || now != known {
		return cmp.Or(err, fmt.Errorf("%s: one of its files %w", d.Name, part.ErrChanged))
	}
	return nil
}

// named adds the run to an error.
func (t *Task) named(err error) error {
	return fmt.Errorf("%s, seed %d, %s: %w", t.Data.Name, t.Seed, t.Settings.JSON(), err)
}

// identity returns the hashes of the files of a data set, and how they are read.
func (d *DataSet) identity() (string, error) {
	files := map[string][]string{}
	for key, paths := range d.Files() {
		for _, path := range paths {
			sum, err := part.SumFile(path)
			if err != nil {
				return "", err
			}
			files[key] = append(files[key], sum)
		}
		if paths == nil { // built in, and so fixed by the version
			files[key] = []string{map[string]string{"source": d.Source, "test": d.Test}[key]}
		}
	}
	how := *d
	how.Source, how.Test, how.Schema, how.Threat = "", "", "", "" // their contents count: Files and ThreatText
	text, err := json.Marshal(struct {
		Files map[string][]string
		How   DataSet
	}{files, how})
	return string(text), err
}

// table returns the table of a key, read if needed. It must not be changed. If a run that reads it ends
// early, which fails the read, one of those that wait for it reads it instead.
func (r *Runner) table(key string, read func() (*data.Table, error)) (*data.Table, error) {
	for {
		own := false
		table := r.cached(key, func() (*data.Table, error) {
			own = true
			t, err := read()
			if err != nil {
				r.forget(key)
			} else if r.read != nil {
				r.read(t)
			}
			return t, err
		})
		if t, err := table(); err == nil || own {
			return t, err
		}
	}
}

// cached returns the cached read of a key, which becomes read if there is none.
func (r *Runner) cached(key string, read func() (*data.Table, error)) func() (*data.Table, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := cached{key, sync.OnceValues(read)}
	i := slices.IndexFunc(r.tables, c.same)
	if i >= 0 {
		c = r.tables[i]
		r.tables = slices.Delete(r.tables, i, i+1)
	}
	r.tables = append(r.tables, c)
	r.tables = r.tables[max(0, len(r.tables)-mostTables):]
	return c.table
}

func (r *Runner) forget(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tables = slices.DeleteFunc(r.tables, cached{key: key}.same)
}

// travelling is a task as it is sent to other machines.
type travelling struct {
	Data     int      `json:"data"` // index of the data set in the spec
	Seed     uint64   `json:"seed"`
	Settings Settings `json:"settings"`
}

// Text encodes a task of a spec; [Spec.Task] decodes it.
func (s *Spec) Text(t *Task) string {
	i := 0
	for &s.Data[i] != t.Data {
		i++
	}
	b, err := json.Marshal(travelling{i, t.Seed, t.Settings})
	if err != nil {
		panic(err) // numbers and strings can be written
	}
	return string(b)
}

// Task decodes what [Spec.Text] wrote.
func (s *Spec) Task(written string) (*Task, error) {
	var t travelling
	if err := json.Unmarshal([]byte(written), &t); err != nil || t.Data < 0 || t.Data >= len(s.Data) {
		return nil, fmt.Errorf("%q is no run of the spec", written)
	}
	return &Task{&s.Data[t.Data], t.Seed, t.Settings}, nil
}
