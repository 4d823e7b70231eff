package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// connectFlags say where a queue is.
type connectFlags struct {
	queue.Options
	names []string // of the flags
}

// add defines the flags.
func (o *connectFlags) add(c *cobra.Command, about string) {
	f := c.Flags()
	f.StringVar(&o.URL, "on", "", about+", such as nats://127.0.0.1:4222; for a cluster, several separated by commas")
	f.DurationVar(&o.Wait, "wait", 30*time.Second, "time to wait for the server at the start; if it is lost later, there is no limit")
	f.StringVar(&o.TokenFile, "token-file", "", "file with the server's token")
	f.StringVar(&o.NKeyFile, "nkey-file", "", "file with the seed of an NKey")
	f.StringVar(&o.CredsFile, "creds-file", "", "file with the credentials of an account: a JWT and its NKey")
	f.StringVar(&o.TLSCert, "tls-cert", "", "certificate of this client, PEM")
	f.StringVar(&o.TLSKey, "tls-key", "", "key of that certificate, PEM")
	f.StringVar(&o.TLSCA, "tls-ca", "", "certificates of the CAs to trust, PEM")
	o.defined(c, "on", "wait", "token-file", "nkey-file", "creds-file", "tls-cert", "tls-key", "tls-ca")
}

// defined marks flags that say how work is handed out, which changes no number.
func (o *connectFlags) defined(c *cobra.Command, names ...string) {
	o.names = append(o.names, names...)
	say(c, here, names...)
	say(c, silent, names...)
}

// alone refuses flags of the connection without --on.
func (o *connectFlags) alone(c *cobra.Command) error {
	for _, name := range o.names {
		if o.URL == "" && name != "on" && c.Flags().Changed(name) {
			return usage(fmt.Errorf("--%s does nothing without --on", name))
		}
	}
	return nil
}

// dial connects. What happens to the connection later is printed as warnings.
func (o *connectFlags) dial(c *cobra.Command) (*queue.Queue, error) {
	if o.Wait < 0 {
		return nil, usage(fmt.Errorf("--wait is %v, must be at least 0", o.Wait))
	}
	if err := checkPair(o.TLSCert, o.TLSKey); err != nil {
		return nil, err
	}
	o.Name = thisProcess(c.Name())
	o.Note = warner(c)
	return queue.Dial(c.Context(), o.Options)
}

// checkPair refuses a certificate without its key, and the other way round.
func checkPair(cert, key string) error {
	if (cert == "") != (key == "") {
		return usage(errors.New("--tls-cert and --tls-key go together: name both"))
	}
	return nil
}

// thisProcess names this process for people who look after several machines.
func thisProcess(command string) string {
	host, err := os.Hostname()
	if err != nil {
		host = "somewhere"
	}
	return fmt.Sprintf("hardwood %s, %s, process %d", command, host, os.Getpid())
}

// onFlags let workers on other machines do the work of a command.
type onFlags struct {
	connectFlags
	parts int

	job   *queue.Job // what workers need to know
	holds []string   // the kinds of files that their parts have
}

// addSection defines the flags under a heading.
func (o *onFlags) addSection(c *cobra.Command) {
	section(c, "Other machines", func() {
		o.add(c, "let workers do the work; they get it from this NATS server (see hardwood help machines)")
		c.Flags().Var(&count{n: &o.parts}, "parts", "number of parts to cut the work into, by default at most 1000")
		o.defined(c, "parts")
	})
}

// given reports whether workers shall do the work.
func (o *onFlags) given() bool { return o.URL != "" }

// check refuses what workers cannot do, before any work is done.
func (o *onFlags) check(c *cobra.Command, refused map[string]string) error {
	if !o.given() {
		return o.alone(c)
	}
	if c.Flags().Changed("part") {
		return usage(fmt.Errorf("--part beside --on: one cuts the work for a scheduler, the other for workers"))
	}
	for name, why := range refused {
		if c.Flags().Changed(name) {
			return usage(fmt.Errorf("--%s beside --on: %s", name, why))
		}
	}
	return nil
}
