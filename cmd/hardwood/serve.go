package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/eval/cluster/server"
)

func newServe() *cobra.Command {
	var o server.Options
	var page, reports string
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run the server that workers get their work from",
		Long: `Serve runs a NATS server with JetStream until it is stopped. Commands with --on put
their work there, and hardwood worker gets it from there. It needs no other program.
Any other NATS server with JetStream will do as well.

What it keeps is never the only copy: a command that is started again continues
from the results that it has. See hardwood help machines.`,
		Example: `  hardwood serve --dir queue
  hardwood serve --dir queue --listen 0.0.0.0:4222 --token-file token
  hardwood serve --dir queue --listen 0.0.0.0:4222 --tls-cert server.pem --tls-key server.key --tls-ca ca.pem`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return serve(c.Context(), c, o, page, reports) },
	}
	f := c.Flags()
	f.StringVar(&o.Dir, "dir", "hardwood-queue", "directory for the server's data")
	f.StringVar(&o.Listen, "listen", "127.0.0.1:4222", "HOST:PORT to listen on; an address that other machines can reach needs a token or client certificates")
	f.StringVar(&o.TokenFile, "token-file", "", "file with the token that clients must give")
	f.StringVar(&o.TLSCert, "tls-cert", "", "certificate of the server, PEM")
	f.StringVar(&o.TLSKey, "tls-key", "", "key of that certificate, PEM")
	f.StringVar(&o.TLSCA, "tls-ca", "", "certificates of the CAs that must have signed those of clients, PEM")
	f.StringVar(&page, "http", "", "HOST:PORT for a page that shows jobs and workers to a browser on this machine, such as 127.0.0.1:8080")
	f.StringVar(&reports, "reports", "", "directory whose reports the page shows: report.html in it and in each of its subdirectories")
	say(c, here, "dir", "token-file", "tls-cert", "tls-key", "tls-ca", "reports")
	return c
}

// collectAt is by how many percent a server's memory grows before garbage is collected. Much
// of it is waiting tasks, and a queue of 100,000 should not be a burden.
const collectAt = 40

// serve serves until it is stopped.
func serve(ctx context.Context, c *cobra.Command, o server.Options, page, reports string) error {
	if reports != "" && page == "" {
		return usage(errors.New("--reports is for the page of --http"))
	}
	if err := o.Check(); err != nil {
		return usage(fmt.Errorf("--listen: %w", err))
	}
	if err := checkPair(o.TLSCert, o.TLSKey); err != nil {
		return err
	}
	debug.SetGCPercent(collectAt)
	o.Log = warner(c)
	s, err := server.Start(o)
	if err != nil {
		return err
	}
	defer s.Close()
	progressOf(c).keep("listening on " + s.URL())
	if page != "" {
		q, err := queue.Dial(ctx, queue.Options{URL: s.URL(), Inside: s, TokenFile: o.TokenFile, Name: thisProcess(c.Name()), Note: warner(c)})
		if err != nil {
			return err
		}
		defer q.Close()
		shown, err := startPage(c, page, q, reports)
		if err != nil {
			return err
		}
		defer shown.Close()
	}
	return cmp.Or(s.Wait(ctx), outOfMemory(c))
}
