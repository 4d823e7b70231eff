package ablation

import (
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

// Runner does runs of a spec, in any order, by any number of goroutines. It reads
// files once for many runs.
type Runner struct {
	spec    *Spec
	version string
	read    func(*data.Table)

	mu      sync.Mutex
	sources map[*DataSet]func() (string, error)
	tables  []cached // the last ones used, the latest last
}

// mostTables is the number of tables that are held in memory: those of two data
// sets, as runs come data set by data set.
const mostTables = 4

// cached is a table that is read once.
type cached struct {
	key   string
	table func() (*data.Table, error)
}

// NewRunner returns a runner of a version of hardwood. read is called with each
// table that was read, by several goroutines; it may be nil.
func NewRunner(s *Spec, version string, read func(*data.Table)) *Runner {
	r := &Runner{spec: s, version: version, read: read, sources: map[*DataSet]func() (string, error){}}
	for i := range s.Data {
		d := &s.Data[i]
		r.sources[d] = sync.OnceValues(d.identity)
	}
	return r
}

// ID names what is asked for: the settings, the data and the version. It takes the
// content of files, but not what is read from them: so it is cheap.
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
	run, err := t.run(ctx, r.spec, rows, o, id, r.version)
	if err != nil {
		return nil, t.named(err)
	}
	return run, nil
}

// prepare reads the rows of a run, and returns them with what is to be done.
func (r *Runner) prepare(ctx context.Context, t *Task) (rows *tables, o experiment.Options, err error) {
	rows, err = t.rows(func(source string, o data.Options) (*data.Table, error) {
		return r.table(fmt.Sprintf("%p %s", t.Data, source), func() (*data.Table, error) { return data.Read(ctx, source, o) })
	})
	if err != nil {
		return nil, o, err
	}
	if o, err = t.options(&r.spec.Evaluate, rows); err != nil {
		return nil, o, t.named(err)
	}
	return rows, o, nil
}

// named says of which run an error is.
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
		if paths == nil { // built in, and so of the version
			files[key] = []string{map[string]string{"source": d.Source, "test": d.Test}[key]}
		}
	}
	how := *d
	how.Source, how.Test, how.Schema, how.Threat = "", "", "", "" // what that says is there as text
	text, err := json.Marshal(struct {
		Files map[string][]string
		How   DataSet
	}{files, how})
	return string(text), err
}

// table returns the table of a key, which nobody may change.
func (r *Runner) table(key string, read func() (*data.Table, error)) (*data.Table, error) {
	is := func(c cached) bool { return c.key == key }
	r.mu.Lock()
	c := cached{key, sync.OnceValues(func() (*data.Table, error) {
		t, err := read()
		if err == nil && r.read != nil {
			r.read(t)
		}
		return t, err
	})}
	if i := slices.IndexFunc(r.tables, is); i >= 0 {
		c = r.tables[i]
	}
	r.tables = append(slices.DeleteFunc(r.tables, is), c)
	r.tables = r.tables[max(0, len(r.tables)-mostTables):]
	r.mu.Unlock()
	t, err := c.table()
	if err != nil { // perhaps only that of a context that ended
		r.mu.Lock()
		r.tables = slices.DeleteFunc(r.tables, is)
		r.mu.Unlock()
	}
	return t, err
}

// travelling is a task as it travels.
type travelling struct {
	Data     int      `json:"data"` // its number in the spec
	Seed     uint64   `json:"seed"`
	Settings Settings `json:"settings"`
}

// Text writes a task of a spec.
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

// Task reads what Text wrote.
func (s *Spec) Task(written string) (*Task, error) {
	var t travelling
	if err := json.Unmarshal([]byte(written), &t); err != nil || t.Data < 0 || t.Data >= len(s.Data) {
		return nil, fmt.Errorf("%q is no run of the spec", written)
	}
	return &Task{&s.Data[t.Data], t.Seed, t.Settings}, nil
}
