package data

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// images returns random images with labels.
func images(width, height, rows int) *Table {
	r := seed.At(2, width, height)
	t := &Table{Rows: rows, Cols: width * height, Features: numbered(1, width*height), Classes: []string{"a", "b"}, Image: Shape{Width: width, Height: height}}
	for i := range rows {
		for range t.Cols {
			t.X = append(t.X, 1+r.Float64())
		}
		t.Y = append(t.Y, i%2)
	}
	return t
}

// pixel returns a pixel of a row, 0 outside the image.
func (t *Table) pixel(row, x, y int) float64 {
	if x < 0 || x >= t.Image.Width || y < 0 || y >= t.Image.Height {
		return 0
	}
	return t.Row(row)[y*t.Image.Width+x]
}

func TestWithShifts(t *testing.T) {
	for pixels := range 3 {
		table := images(5, 4, 6)
		was := slices.Clone(table.X)
		all, err := table.WithShifts(pixels)
		if err != nil {
			t.Fatal(err)
		}
		if all.Rows != (1+4*pixels)*table.Rows || all.Validate() != nil || !slices.Equal(all.X[:len(was)], was) || !slices.Equal(table.X, was) {
			t.Fatalf("%d pixels: %d rows, %v", pixels, all.Rows, all.Validate())
		}
		moves := map[[2]int]bool{}
		for i := range all.Rows {
			origin := all.Position(i)
			if all.Y[i] != table.Y[origin] {
				t.Errorf("row %d has class %d, its image %d", i, all.Y[i], table.Y[origin])
			}
			for _, by := range [][2]int{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {2, 0}, {-2, 0}, {0, 2}, {0, -2}} {
				same := true
				for p := range all.Cols {
					x, y := p%5, p/5
					same = same && all.pixel(i, x, y) == table.pixel(origin, x-by[0], y-by[1])
				}
				if same && origin == 3 {
					moves[by] = true
				}
			}
		}
		if len(moves) != 1+4*pixels {
			t.Errorf("%d pixels: row 3 is moved by %v", pixels, moves)
		}
	}
}

func TestWithMirrors(t *testing.T) {
	table := images(5, 4, 6)
	all, err := table.WithMirrors()
	if err != nil {
		t.Fatal(err)
	}
	if all.Rows != 12 || all.Validate() != nil {
		t.Fatalf("%d rows, %v", all.Rows, all.Validate())
	}
	for i := range 6 {
		for p := range all.Cols {
			x, y := p%5, p/5
			if all.pixel(i, x, y) != table.pixel(i, x, y) || all.pixel(6+i, x, y) != table.pixel(i, 4-x, y) {
				t.Fatalf("row %d differs at %d, %d", i, x, y)
			}
		}
	}
}

func TestCopiesNeedImages(t *testing.T) {
	table := images(5, 4, 6)
	for _, pixels := range []int{-1, 4} {
		if _, err := table.WithShifts(pixels); err == nil {
			t.Errorf("shift by %d pixels: no error", pixels)
		}
	}
	table.Image = Shape{}
	if _, err := table.WithShifts(1); err == nil {
		t.Error("rows that are no images were shifted")
	}
	if _, err := table.WithMirrors(); err == nil {
		t.Error("rows that are no images were mirrored")
	}
}

// TestWithExtremes: each new column is the extreme of a window, and moves by no
// more than the pixels do.
func TestWithExtremes(t *testing.T) {
	table := images(5, 4, 6)
	for _, reach := range []int{1, 2, 7} {
		all, err := table.WithExtremes(reach)
		if err != nil {
			t.Fatal(err)
		}
		if all.Validate() != nil || all.Cols != 3*table.Cols || all.Features[table.Cols] == all.Features[2*table.Cols] || table.Validate() != nil {
			t.Fatalf("reach %d: %d columns, %v", reach, all.Cols, all.Validate())
		}
		for i := range table.Rows {
			for p, v := range table.Row(i) {
				var window []float64
				for q, w := range table.Row(i) {
					if dx, dy := q%5-p%5, q/5-p/5; max(dx, -dx, dy, -dy) <= reach {
						window = append(window, w)
					}
				}
				want := [3]float64{v, slices.Max(window), slices.Min(window)}
				if got := [3]float64{all.Row(i)[p], all.Row(i)[table.Cols+p], all.Row(i)[2*table.Cols+p]}; got != want {
					t.Errorf("reach %d, row %d, pixel %d: %v, want %v", reach, i, p, got, want)
				}
			}
		}
		const eps = 0.25
		r := seed.At(3, reach)
		moved := *table
		moved.X = slices.Clone(table.X)
		for k := range moved.X {
			moved.X[k] += eps * (2*r.Float64() - 1)
		}
		after, err := moved.WithExtremes(reach)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range after.X {
			if d := v - all.X[k]; max(d, -d) > eps {
				t.Fatalf("reach %d: pixels move by at most %v, a column by %v", reach, eps, d)
			}
		}
	}
	table.Image = Shape{}
	if _, err := table.WithExtremes(1); err == nil {
		t.Error("rows that are no images have extremes of pixels")
	}
}
