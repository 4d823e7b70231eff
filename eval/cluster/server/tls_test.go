package server_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/eval/cluster/server"
)

// authority signs certificates.
type authority struct {
	t    *testing.T
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// newAuthority makes one, whose certificate is the file ca.pem of a directory.
func newAuthority(t *testing.T) *authority {
	a := &authority{t: t, dir: t.TempDir()}
	a.cert, a.key = a.sign("ca", time.Hour)
	return a
}

// sign makes a certificate and its key, valid for a time from an hour ago on, as files
// NAME.pem and NAME.key.
func (a *authority) sign(name string, valid time.Duration) (*x509.Certificate, *ecdsa.PrivateKey) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: time.Now().Add(valid), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}, KeyUsage: x509.KeyUsageDigitalSignature,
	}
	parent, signer := a.cert, a.key
	if parent == nil {
		c.IsCA, c.BasicConstraintsValid, c.KeyUsage = true, true, x509.KeyUsageCertSign
		parent, signer = c, key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, signer)
	if err != nil {
		a.t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	for ext, block := range map[string]*pem.Block{".pem": {Type: "CERTIFICATE", Bytes: der}, ".key": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(a.file(name+ext), pem.EncodeToMemory(block), 0o600); err != nil {
			a.t.Fatal(err)
		}
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	return made, key
}

func (a *authority) file(name string) string { return filepath.Join(a.dir, name) }

// TestCertificates: only clients with a certificate of the right authority are let in, and only a server
// with one is trusted.
func TestCertificates(t *testing.T) {
	right, other := newAuthority(t), newAuthority(t)
	right.sign("server", time.Hour)
	right.sign("client", time.Hour)
	right.sign("old", -time.Hour)
	other.sign("client", time.Hour)
	s, err := server.Start(server.Options{Dir: t.TempDir(), Listen: "0.0.0.0:0",
		TLSCert: right.file("server.pem"), TLSKey: right.file("server.key"), TLSCA: right.file("ca.pem")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, port, err := net.SplitHostPort(s.URL()[strings.Index(s.URL(), "://")+3:])
	if err != nil {
		t.Fatal(err)
	}
	as := func(trust, from *authority, name string) error {
		o := queue.Options{URL: "nats://127.0.0.1:" + port, TLSCA: trust.file("ca.pem")}
		if from != nil {
			o.TLSCert, o.TLSKey = from.file(name+".pem"), from.file(name+".key")
		}
		q, err := queue.Dial(t.Context(), o)
		if err == nil {
			q.Close()
		}
		return err
	}
	if err := as(right, right, "client"); err != nil {
		t.Error(err)
	}
	missing := func(cert, key string) error {
		_, err := queue.Dial(t.Context(), queue.Options{TLSCert: right.file(cert), TLSKey: right.file(key)})
		return err
	}
	_, expired := server.Start(server.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", TLSCert: right.file("old.pem"), TLSKey: right.file("old.key")})
	plain, err := server.Start(server.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	_, without := queue.Dial(t.Context(), queue.Options{URL: strings.Replace(plain.URL(), "nats://", "tls://", 1)})
	_, alone := queue.Dial(t.Context(), queue.Options{TLSCert: right.file("client.pem")})
	const mutual = " do not trust each other: are both certificates valid, and of authorities that the other side knows? "
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"no certificate":                 {as(right, nil, ""), mutual},
		"one of another authority":       {as(right, other, "client"), mutual},
		"an old one":                     {as(right, right, "old"), right.file("old.pem") + ": the certificate is valid from "},
		"trust in another authority":     {as(other, right, "client"), mutual},
		"a server without TLS":           {without, " has no TLS, which this side asks for: "},
		"a certificate without a key":    {alone, "a client certificate and its key go together: name both"},
		"the key of another certificate": {missing("client.pem", "old.key"), "private key does not match public key"},
		"no file":                        {missing("none.pem", "client.key"), "open " + right.file("none.pem")},
		"an old one of the server":       {expired, right.file("old.pem") + ": the certificate is valid from "},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) || strings.Contains(c.err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, c.err, c.want)
		}
	}
}
