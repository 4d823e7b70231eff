package report

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
)

// pictures shows each of the shown rows beside its examples and their differences from it.
func pictures(in *Input) []ImageRow {
	shape := in.Table.Image
	if shape == (data.Shape{}) || len(in.Report.Models) == 0 {
		return nil
	}
	var rows []ImageRow
	for i := range in.Report.Models[0].Shown {
		victim := &in.Report.Models[0].Shown[i]
		label := in.Table.Classes[victim.Label]
		row := ImageRow{Caption: fmt.Sprintf("Row %d, class %s", victim.Row, label)}
		row.add("as it is: "+label, grayscale(shape, victim.X), "Row "+fmt.Sprint(victim.Row))
		for _, e := range in.Report.Models {
			c := &e.Shown[i]
			if c.Example == nil {
				continue
			}
			caption := fmt.Sprintf("%s says %s at %s", e.Name, in.Table.Classes[c.Class], short(c.Distance))
			row.add(caption, grayscale(shape, c.Example), "Adversarial example")
			row.add("what changed", difference(shape, c), "Difference to the row")
		}
		rows = append(rows, row)
	}
	return rows
}

func (r *ImageRow) add(caption string, m image.Image, alt string) {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // a bytes.Buffer takes everything
	}
	url := "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
	r.Images = append(r.Images, Image{Caption: caption, Alt: alt + ": " + caption, PNG: url})
}

// grayscale draws a row as the model reads it, from black for 0 to white.
func grayscale(shape data.Shape, x []float64) image.Image {
	white := shape.White
	if white == 0 {
		white = max(slices.Max(x), 1)
	}
	m := image.NewGray(image.Rect(0, 0, shape.Width, shape.Height))
	for f, v := range x {
		m.Pix[f] = byte(255 * min(max(v/white, 0), 1))
	}
	return m
}

// difference draws what an example adds in blue and what it takes away in
// orange, the largest change in full colour.
func difference(shape data.Shape, c *eval.Case) image.Image {
	most := 0.0
	for f, v := range c.Example {
		most = max(most, math.Abs(v-c.X[f]))
	}
	m := image.NewNRGBA(image.Rect(0, 0, shape.Width, shape.Height))
	for f, v := range c.Example {
		change := v - c.X[f]
		tint := palette[0]
		if change < 0 {
			tint = palette[1]
		}
		part := math.Abs(change) / max(most, math.SmallestNonzeroFloat64)
		mix := func(to uint8) uint8 { return uint8(float64(float64(255)*(1-part)) + float64(float64(to)*part)) }
		m.SetNRGBA(f%shape.Width, f/shape.Width, color.NRGBA{mix(tint.R), mix(tint.G), mix(tint.B), 255})
	}
	return m
}
