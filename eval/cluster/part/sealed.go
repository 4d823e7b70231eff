package part

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/hardwood-ml/hardwood/internal/fault"
	"github.com/hardwood-ml/hardwood/internal/regular"
)

// ErrChanged reports that a file has changed since its SHA-256 was computed.
var ErrChanged = errors.New("was changed since this command began: start it again")

// OpenSealed opens a file with a known SHA-256, in hexadecimal, for reading. At its end, Read returns
// [ErrChanged] if the file has another one.
func OpenSealed(path, sum string) (io.ReadCloser, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	return &sealed{fault.NewReader(f, path), f, path, sha256.New(), sum}, nil
}

// sealed is a file with a known SHA-256.
type sealed struct {
	io.Reader
	io.Closer
	path string
	hash hash.Hash
	want string
}

// Read implements [io.Reader].
func (s *sealed) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.hash.Write(p[:n])
	if err == io.EOF && hex.EncodeToString(s.hash.Sum(nil)) != s.want {
		err = fmt.Errorf("%s: %w", s.path, ErrChanged)
	}
	return n, err
}
