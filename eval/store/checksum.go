package store

import (
	"encoding/binary"
	"hash/crc32"
	"math"
)

// castagnoli is CRC-32C, which processors compute as fast as they read.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum returns a checksum of a run without its model, which has its own. SQLite notices damage
// only where the file makes no sense: a bit that flips in a number makes another number.
func (r *Run) checksum() int64 {
	var all []byte
	for _, text := range []string{r.ID, r.Spec, r.Settings, r.Data, r.Hash, r.Version, r.Finished, r.Metrics} {
		all = append(binary.AppendUvarint(all, uint64(len(text))), text...)
	}
	all = binary.LittleEndian.AppendUint64(all, r.Seed)
	all = binary.LittleEndian.AppendUint64(all, math.Float64bits(r.Seconds))
	return int64(crc32.Checksum(all, castagnoli))
}
