package queue

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// CheckCertificate returns what is wrong with this side's certificate and its key, both PEM files. The
// other side would merely close the connection.
func CheckCertificate(cert, key string) error {
	pair, err := tls.LoadX509KeyPair(cert, key)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission): // these name the file
		return err
	case err != nil:
		return fmt.Errorf("%s with the key %s: %w", cert, key, err)
	}
	from, to := pair.Leaf.NotBefore, pair.Leaf.NotAfter
	if now := time.Now(); now.Before(from) || now.After(to) {
		return fmt.Errorf("%s: the certificate is valid from %s to %s only", cert, from.Format(time.DateTime), to.Format(time.DateTime))
	}
	return nil
}
