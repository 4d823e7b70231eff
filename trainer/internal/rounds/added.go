package rounds

// added are the features of the added rows, in blocks: there are soon as many of
// them as rows in the table, and they would be copied again and again if they
// grew as one slice.
type added struct {
	cols   int
	blocks [][]float64
}

// inBlock is the number of rows in a block.
const inBlock = 256

// row returns the features of a row, counted from the first that was added.
func (a *added) row(i int) []float64 {
	lo := i % inBlock * a.cols
	return a.blocks[i/inBlock][lo : lo+a.cols : lo+a.cols]
}

// extend makes room for n rows in all.
func (a *added) extend(n int) {
	for len(a.blocks)*inBlock < n {
		a.blocks = append(a.blocks, make([]float64, inBlock*a.cols))
	}
}

// truncate drops the rows from number n on.
func (a *added) truncate(n int) {
	a.blocks = a.blocks[:(n+inBlock-1)/inBlock]
}
