package data

import (
	"fmt"
	"math"
)

// WithShifts returns t followed by copies of its rows whose images are moved by 1
// to pixels pixels to the right, to the left, down and up. What moves in is 0, the
// background. A shift by more than 0 of rows that are not images, or of images no larger
// than it, is an error.
func (t *Table) WithShifts(pixels int) (*Table, error) {
	if pixels < 0 || pixels >= max(1, min(t.Image.Width, t.Image.Height)) {
		return nil, t.imageError(fmt.Sprintf("images of %dx%d cannot be shifted by %d pixels", t.Image.Width, t.Image.Height, pixels))
	}
	var copies [][]int
	for by := 1; by <= pixels; by++ {
		for _, move := range [][2]int{{by, 0}, {-by, 0}, {0, by}, {0, -by}} {
			copies = append(copies, t.Image.pixels(func(x, y int) (int, int) { return x - move[0], y - move[1] }))
		}
	}
	return t.withCopies(copies), nil
}

// WithMirrors returns t followed by a copy of each row whose image has left and
// right exchanged. It is an error if the rows are not images.
func (t *Table) WithMirrors() (*Table, error) {
	if t.Image == (Shape{}) {
		return nil, t.imageError("rows cannot be mirrored")
	}
	last := t.Image.Width - 1
	return t.withCopies([][]int{t.Image.pixels(func(x, y int) (int, int) { return last - x, y })}), nil
}

// WithExtremes returns a table with the columns of t and, after them, for each
// pixel the largest and then the smallest value of the pixels that are at most
// reach away in each direction: the image dilated and eroded. A mark that lies a
// little elsewhere in each image is then one feature.
//
// No new value changes by more than the pixels do. So what is proved for every
// change of the columns by at most eps in the norm inf holds for every such
// change of the pixels; but an example that is found among the columns may belong
// to no image. The rows of the result are not images, so copies of images
// ([Table.WithShifts]) have to be made first. Rows that are not images or are scaled
// already, and a reach below 1, are an error.
func (t *Table) WithExtremes(reach int) (*Table, error) {
	if t.Image == (Shape{}) || reach < 1 {
		return nil, t.imageError(fmt.Sprintf("no extremes of pixels within %d", reach))
	}
	var names []string
	for _, extreme := range []string{"max", "min"} {
		for _, pixel := range t.Features {
			names = append(names, extreme+" "+pixel)
		}
	}
	return t.withColumns(names, func(image, added []float64) {
		t.Image.extremes(image, added[:t.Cols], added[t.Cols:], reach)
	})
}

// extremes fills in the largest and the least pixels within reach of each.
func (s Shape) extremes(image, most, least []float64, reach int) {
	for y := range s.Height {
		for x := range s.Width {
			left, right := max(x-reach, 0), min(x+reach+1, s.Width)
			hi, lo := math.Inf(-1), math.Inf(1)
			for line := max(y-reach, 0); line < min(y+reach+1, s.Height); line++ {
				for _, v := range image[line*s.Width+left : line*s.Width+right] {
					hi, lo = max(hi, v), min(lo, v)
				}
			}
			most[y*s.Width+x], least[y*s.Width+x] = hi, lo
		}
	}
}

// imageError says what cannot be done, or that the rows are not images.
func (t *Table) imageError(what string) error {
	if t.Image == (Shape{}) {
		what = "rows are no images, unless Options.Image says of which shape"
	}
	return fmt.Errorf("%s: %s", t.Name(), what)
}

// outside is the number of a pixel that is not part of an image.
const outside = -1

// pixels returns for each pixel the number of the one that comes in its place.
func (s Shape) pixels(from func(x, y int) (int, int)) []int {
	all := make([]int, 0, s.Width*s.Height)
	for i := range s.Width * s.Height {
		x, y := from(i%s.Width, i/s.Width)
		if x < 0 || x >= s.Width || y < 0 || y >= s.Height {
			all = append(all, outside)
			continue
		}
		all = append(all, y*s.Width+x)
	}
	return all
}

// withCopies returns t with a copy of all rows for each list of pixels.
func (t *Table) withCopies(copies [][]int) *Table {
	rows := make([]int, 0, (1+len(copies))*t.Rows)
	for range 1 + len(copies) {
		for i := range t.Rows {
			rows = append(rows, i)
		}
	}
	all := t.Subset(rows)
	all.Raw = nil
	for k, from := range copies {
		for i := range t.Rows {
			x, image := t.Row(i), all.Row((1+k)*t.Rows+i)
			for pixel, other := range from {
				image[pixel] = 0
				if other != outside {
					image[pixel] = x[other]
				}
			}
		}
	}
	return all
}
