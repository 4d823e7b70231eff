package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

func newJobs() *cobra.Command {
	c := &cobra.Command{
		Use:   "jobs",
		Short: "List the jobs of workers, and cancel some",
		Long: `A job is a command that was started with --on: attack, verify, eval or ablate. Harden
does not count, as it only asks workers between rounds and keeps nothing in the queue.
Name a JOB by the first letters of its name, enough of them to be unique; jobs list
prints the names, and how many parts each has. If the command of a job is stopped, the
job waits for it (if it was killed, after a minute). Workers go on meanwhile, and the same
command takes over what they did.`,
		Args: knownCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newJobsList(), newJobsShow(), newJobsCancel())
	return c
}

// newJobsCommand returns a command that queries a queue.
func newJobsCommand(use, short, example string, args cobra.PositionalArgs, run func(*cobra.Command, *queue.Queue, []string) error) *cobra.Command {
	var connect connectFlags
	c := &cobra.Command{
		Use: use, Short: short, Example: example, Args: args,
		RunE: func(c *cobra.Command, args []string) error {
			q, err := connect.dial(c)
			if err != nil {
				return err
			}
			defer q.Close()
			return run(c, q, args)
		},
	}
	connect.add(c, "NATS server to ask")
	c.Flags().Lookup("on").DefValue = queue.DefaultURL
	connect.URL = queue.DefaultURL
	return c
}

func newJobsList() *cobra.Command {
	return newJobsCommand("list", "List the jobs, the newest first", "  hardwood jobs list --on nats://127.0.0.1:4222", noArgs,
		func(c *cobra.Command, q *queue.Queue, _ []string) error {
			jobs, err := q.List(c.Context())
			if err != nil {
				return err
			}
			return jobsTable(jobs, time.Now()).Text(c.OutOrStdout())
		})
}

func jobsTable(jobs []*queue.State, now time.Time) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "job", Text: true}, {Name: "command", Text: true}, {Name: "done"}, {Name: "of"}, {Name: "failed"}, {Name: "state", Text: true}, {Name: "last heard", Text: true},
	}}
	for _, s := range jobs {
		t.Rows = append(t.Rows, []report.Cell{
			report.Word(s.Key()[:12]), report.Word(s.Command), report.Count(s.Done), report.Count(s.Of), report.Count(s.Failed),
			report.Word(stateOf(s, now)), report.Word(ago(s, now)),
		})
	}
	return t
}

// stateOf says whether a job runs. The coordinator of a running job reports every few
// seconds.
func stateOf(s *queue.State, now time.Time) string {
	switch {
	case s.Ended != "":
		return s.Ended
	case s.Stopped, now.Sub(s.Seen) > time.Minute:
		return "waits for its command"
	}
	return "runs"
}

// ago says how long ago the coordinator of a job last reported.
func ago(s *queue.State, now time.Time) string {
	return max(now.Sub(s.Seen), 0).Round(time.Second).String() + " ago"
}

func newJobsShow() *cobra.Command {
	return newJobsCommand("show JOB", "Show a job: its command, its inputs, and the errors of its parts", "  hardwood jobs show 3fa2", exactArgs("JOB"),
		func(c *cobra.Command, q *queue.Queue, args []string) error {
			s, err := q.Find(c.Context(), args[0])
			if err != nil {
				return err
			}
			failed, err := q.Errors(c.Context(), s)
			if err != nil {
				return err
			}
			unable, err := q.Unables(c.Context(), s)
			if err != nil {
				return err
			}
			waiting, err := q.Waiting(c.Context(), s)
			if err != nil {
				return err
			}
			w, now := c.OutOrStdout(), time.Now()
			fmt.Fprintf(w, "job       %s\ncommand   %s %s\nversion   %s on %s\nstate     %s, %d of %d done, %d failed, %s\n",
				s.Key(), s.Command, strings.Join(s.Args, " "), s.Version, s.Arch, stateOf(s, now), s.Done, s.Of, s.Failed, ago(s, now))
			if waiting > 0 && s.Ended == "" {
				fmt.Fprintf(w, "waiting   %d more are done, and wait for the command to take them\n", waiting)
			}
			for _, f := range s.Files {
				fmt.Fprintf(w, "input     --%s %s, SHA-256 %.12s\n", f.Flag, f.Name, f.SHA256)
			}
			for _, text := range unable {
				fmt.Fprintf(w, "worker    %s\n", text)
			}
			printErrors(w, failed)
			return nil
		})
}

// printErrors lists the errors of parts.
func printErrors(w io.Writer, failed map[string][]string) {
	for _, task := range sortedKeys(failed, nil) {
		errors := failed[task]
		fmt.Fprintf(w, "part %s: failed %s, the last: %s\n", task, phrase.Count(len(errors), "time"), errors[len(errors)-1])
	}
}

func newJobsCancel() *cobra.Command {
	return newJobsCommand("cancel JOB", "Cancel a job: workers leave it, and its command ends", "  hardwood jobs cancel 3fa2", exactArgs("JOB"),
		func(c *cobra.Command, q *queue.Queue, args []string) error {
			s, err := q.Find(c.Context(), args[0])
			if err != nil {
				return err
			}
			if err := q.Cancel(c.Context(), s); err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), "cancelled", s.Key())
			return err
		})
}
