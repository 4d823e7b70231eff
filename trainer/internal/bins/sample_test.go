package bins

import "testing"

// One row of each stretch is chosen, also if products of row numbers exceed 32 bits.
func TestChoose(t *testing.T) {
	const n = 200_001
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(2 * i)
	}
	chosen := choose(rows, sampled, 1)
	if len(chosen) != sampled {
		t.Fatalf("%d rows, want %d", len(chosen), sampled)
	}
	for i, row := range chosen {
		lo, hi := int64(i)*n/sampled, int64(i+1)*n/sampled
		if row%2 != 0 || int64(row/2) < lo || int64(row/2) >= hi {
			t.Fatalf("row %d of the sample is %d, want one of %d to %d", i, row/2, lo, hi-1)
		}
	}
	if all := choose(rows[:100], sampled, 1); len(all) != 100 {
		t.Errorf("%d of 100 rows", len(all))
	}
}
