package xgboost

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// Dump is what a dump does not say.
type Dump struct {
	Classes  int      // 0 means 2
	Features int      // 0 means one more than the largest feature number in the dump
	Names    []string // of the features, if the dump uses names
}

// DumpKeys are the keys of a node in a dump.
var DumpKeys = []string{"children", "cover", "depth", "gain", "leaf", "missing", "no", "nodeid", "split", "split_condition", "yes"}

// ReadDump reads the list of trees that dump_model(dump_format="json") writes. Margins are the plain
// sums of leaves; with two classes, class 1 is predicted if the margin is above 0; with more, trees
// take turns by class.
func ReadDump(in io.Reader, o Dump) (*ensemble.Ensemble, error) {
	r := document.NewJSON(in)
	d := dump{r: r, names: make(map[string]int32, len(o.Names))}
	for f, name := range o.Names {
		d.names[name] = int32(f)
	}
	classes := o.Classes
	if classes == 0 {
		classes = 2
	}
	e := &ensemble.Ensemble{
		Features: max(o.Features, len(o.Names)), Classes: classes, Outputs: 1,
		Input: ensemble.Float32, Sum: ensemble.Float32, Link: ensemble.Logistic,
		Origin: ensemble.Origin{Source: ensemble.XGBoost + " dump"},
	}
	if classes > 2 {
		e.Outputs, e.Link = classes, ensemble.Softmax
	}
	e.Base = make([]float64, e.Outputs)
	if len(o.Names) > 0 {
		e.Schema.Features = slices.Clone(o.Names)
	}
	for r.Array(); r.Next(); {
		tree := d.tree()
		if r.Err() != nil {
			break
		}
		tree.Output = len(e.Trees) % e.Outputs
		e.Trees = append(e.Trees, tree)
	}
	if err := r.End(); err != nil {
		return nil, fmt.Errorf("tree %d: %w", len(e.Trees), err)
	}
	if len(e.Trees)%e.Outputs != 0 {
		return nil, fmt.Errorf("%d trees do not make whole rounds for %d classes", len(e.Trees), classes)
	}
	if largest := int(d.largest) + 1; e.Features == 0 {
		e.Features, e.Schema.Open = max(largest, 1), true
	}
	if len(e.Trees) == 0 {
		return nil, errors.New("no trees in the file")
	}
	return e, e.Validate()
}

// dump reads the nested nodes of a tree into a list of nodes. The yes and no of a node are the nodeids
// of its children.
type dump struct {
	r       document.Reader
	names   map[string]int32
	largest int32 // the largest feature number

	nodes nodes
	ids   []int32 // nodeid of each node
}

// tree reads one tree without recursion.
func (d *dump) tree() ensemble.Tree {
	n := &d.nodes
	n.Reset()
	d.ids = d.ids[:0]
	var path []entry // the nodes whose objects are open
	path = d.open(path)
	for len(path) > 0 {
		top := &path[len(path)-1]
		if d.r.Next() {
			if d.r.Key() != "children" {
				d.member(top)
			} else if d.r.Array(); d.r.Next() {
				path = d.open(path)
			}
			continue
		}
		d.close(top)
		path = path[:len(path)-1]
		if len(path) > 0 && d.r.Next() { // the parent's next child
			path = d.open(path)
		}
	}
	if d.r.Err() != nil {
		return ensemble.Tree{}
	}
	d.resolve()
	return n.tree(d.r)
}

// entry is a node whose object is being read.
type entry struct {
	at               int // in the list of nodes
	id               int32
	yes, no, missing int32
	feature          int32
	value            float32
	leaf, split      bool
	gain, cover      float64
}

// open enters the object of the next node.
func (d *dump) open(path []entry) []entry {
	d.r.Object()
	at := len(d.ids)
	n := &d.nodes
	d.ids = append(d.ids, 0)
	n.Left, n.Right = append(n.Left, -1), append(n.Right, -1)
	n.Feature, n.DefaultLeft = append(n.Feature, 0), append(n.DefaultLeft, 0)
	n.Threshold = append(n.Threshold, 0)
	n.Gain, n.Cover = append(n.Gain, 0), append(n.Cover, 0)
	return append(path, entry{at: at, missing: -1})
}

// member reads one member of a node's object.
func (d *dump) member(e *entry) {
	r := d.r
	switch r.Key() {
	case "nodeid":
		e.id = d.id()
	case "yes":
		e.yes = d.id()
	case "no":
		e.no = d.id()
	case "missing":
		e.missing = d.id()
	case "leaf":
		e.leaf = true
		if r.Kind() == document.Array {
			r.Fail("%w", refusal.Unsupported("leaf with a value for each class, which is not read from a dump: save_model writes a file that is"))
			return
		}
		e.value = r.Float32()
	case "split":
		e.split = true
		e.feature = d.feature()
	case "split_condition":
		if r.Kind() == document.Array {
			r.Fail("%w", refusal.Unsupported("categorical split, which is not read from a dump: save_model writes a file that is"))
			return
		}
		e.value = r.Float32()
	case "gain":
		e.gain = r.Float64()
	case "cover":
		e.cover = r.Float64()
	default:
		r.Skip()
	}
}

func (d *dump) id() int32 {
	v := d.r.Int()
	if v < 0 || v > math.MaxInt32 {
		d.r.Fail("node number %d is out of range", v)
	}
	return int32(v)
}

// feature reads the feature of a split: a number, f followed by a number, or a name.
func (d *dump) feature() int32 {
	var f int64
	if d.r.Kind() == document.Number {
		f = d.r.Int()
	} else {
		name := d.r.String()
		if known, ok := d.names[name]; ok {
			f = int64(known)
		} else if n, err := strconv.ParseInt(strings.TrimPrefix(name, "f"), 10, 32); err == nil {
			f = n
		} else {
			d.r.Fail("the dump names feature %q and does not say which column that is: save_model writes a file that does", name)
		}
	}
	if f < 0 || f >= limit.Features {
		d.r.Fail("feature number %d is out of range", f)
		return 0
	}
	d.largest = max(d.largest, int32(f))
	return int32(f)
}

// close puts a node whose object has ended into the list.
func (d *dump) close(e *entry) {
	if d.r.Err() != nil {
		return
	}
	n := &d.nodes
	d.ids[e.at] = e.id
	n.Threshold[e.at], n.Gain[e.at], n.Cover[e.at] = e.value, e.gain, e.cover
	if e.leaf {
		return
	}
	if !e.split || e.yes == e.no {
		d.r.Fail("node %d is neither a leaf nor a split with two branches", e.id)
		return
	}
	n.Feature[e.at], n.Left[e.at], n.Right[e.at] = e.feature, e.yes, e.no
	switch e.missing {
	case e.yes:
		n.DefaultLeft[e.at] = 1
	case e.no, -1:
	default:
		d.r.Fail("node %d sends missing values to node %d, which is not its child", e.id, e.missing)
	}
}

// resolve turns the nodeids of branches into positions in the list.
func (d *dump) resolve() {
	at := make(map[int32]int32, len(d.ids))
	for i, id := range d.ids {
		if _, twice := at[id]; twice {
			d.r.Fail("two nodes have the number %d", id)
			return
		}
		at[id] = int32(i)
	}
	n := &d.nodes
	for i := range n.Left {
		if n.Left[i] < 0 {
			continue
		}
		left, okLeft := at[n.Left[i]]
		right, okRight := at[n.Right[i]]
		if !okLeft || !okRight {
			d.r.Fail("node %d has a branch to a node that is not there", d.ids[i])
			return
		}
		n.Left[i], n.Right[i] = left, right
	}
}
