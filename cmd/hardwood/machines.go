package main

import "github.com/spf13/cobra"

// newMachines is a page of help, not a command.
func newMachines() *cobra.Command {
	return &cobra.Command{Use: "machines", Short: "How to spread work over many machines", Long: machines}
}

const machines = `Work that takes too long on one machine is cut into independent parts. --part 3/64
does the third of 64 parts of hardwood attack, verify, eval or ablate, and hardwood
merge combines what they wrote:

    hardwood attack --model model.json --data test.csv --no-times --part 1/2 --out p1.csv
    hardwood attack --model model.json --data test.csv --no-times --part 2/2 --out p2.csv
    hardwood merge adv.csv p1.csv p2.csv

A part of attack or verify writes its rows and, with --examples and --answers, also
examples and answers, which are merged separately. A part of eval writes a file of
what it found. Merge makes the report from these files; it needs the models and the
data again. A part of ablate writes a store, with its models beside it in
STORE.models: copy them together. Ablate makes the report from the merged store.

Merged files have the bytes of a single run, except for measured times, which
--no-times leaves out. That is why --part cannot be combined with --time, which makes
results depend on the machine: bound the work by --nodes instead.

Each FILE gets a note FILE.part, which identifies its job: the SHA-256 of the input
files, the settings, the version of hardwood and the processor architecture. (amd64
and arm64 give the same bytes and may share a job. A program that was built without
a commit to name counts as a version of its own.) Parts of another job are refused,
and so are missing, duplicate and damaged parts. FILE.part is written last: once it
exists, the part is complete and need not be done again. Any part may be done again,
anywhere, at any time. If you change the model, the rows or the command, remove all
FILE.part first: neither merge nor the recipe for Slurm checks that parts were made
from the files as they are now.

Cut the work so that a part takes minutes. Some rows take much longer than others,
so there should be several parts per processor.

GNU parallel, on this machine and others that have the files:

    seq 64 | parallel hardwood verify --quiet --threads 1 --model model.json \
        --data test.csv --no-times --part {}/64 --out p{}.csv
    hardwood merge bounds.csv p*.csv

--sshlogin names the others; --joblog jobs --resume continues where a run ended.

Slurm: env/64 takes the number of the part from the array. Save as parts.sh:

    #!/bin/sh
    #SBATCH --array=1-64
    #SBATCH --requeue
    out=p$SLURM_ARRAY_TASK_ID.csv
    [ -e $out.part ] || hardwood attack --quiet --threads 1 --model model.json \
        --data test.csv --no-times --part env/64 --out $out

    sbatch --wait parts.sh && hardwood merge adv.csv p*.csv

Kubernetes: env/64 takes the number of the part from the index of a pod in an indexed
Job. Put in your own image and volume. Save as parts.yaml, then kubectl apply -f
parts.yaml:

    apiVersion: batch/v1
    kind: Job
    metadata:
      name: hardwood-parts
    spec:
      completionMode: Indexed
      completions: 64
      parallelism: 16
      backoffLimit: 64
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: hardwood
              image: registry.example/hardwood
              workingDir: /work
              command: [sh, -c]
              args:
                - >-
                  exec hardwood attack --quiet --model model.json --data test.csv
                  --no-times --part env/64 --out p$JOB_COMPLETION_INDEX.csv
              volumeMounts:
                - name: work
                  mountPath: /work
          volumes:
            - name: work
              persistentVolumeClaim:
                claimName: work

    kubectl wait --for=condition=complete --timeout=24h job/hardwood-parts

Workers, if there is no scheduler or some rows take much longer than others: one
machine keeps the queue, and the others get their work from it. Any command that is
given --on is done by them, and writes the same bytes as without --on:

    hardwood serve --dir queue --listen 0.0.0.0:4222 --token-file token
    hardwood worker --on nats://queue.example:4222 --token-file token
    hardwood verify --model model.json --data test.csv --no-times --out bounds.csv \
        --on nats://queue.example:4222 --token-file token

Each worker does one part per thread at a time. Workers may come and go: what one has
not finished goes to another. They get their inputs from the queue. The server is NATS
with JetStream; one that you have already will do as well. With --tls-cert, --tls-key
and --tls-ca, server and workers identify each other by certificates.

hardwood harden --on lets workers do the attack of --loop between the rounds of
training. Rows are sent once, and in each round only the new trees. It is not a job: if
it ends, workers drop what it asked for, and the same command starts from the beginning.

Results are kept by the command, not by the queue. Commands other than harden collect
parts in a directory beside --out, or runs in --store; the queue holds nothing that
cannot be done again. So server, workers and commands may be killed and started again,
at any time, in any order, and the same command continues. A part that fails three
times, or is lost with 50 workers, is given up; the others are done, and the command
ends with exit code 1 and names those that failed. A worker that has too little memory
for a part, or no solver, leaves it to others; the command says so, and waits for one
that can do it. hardwood jobs lists the jobs, shows their errors, and cancels jobs.
`
