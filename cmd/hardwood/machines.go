package main

import "github.com/spf13/cobra"

// newMachines is a page of help, no command.
func newMachines() *cobra.Command {
	return &cobra.Command{Use: "machines", Short: "How to spread work over many machines", Long: machines}
}

const machines = `Work that is too long for one machine is cut into parts that know nothing of each
other. --part 3/64 does the third of 64 parts of hardwood attack, verify, eval or
ablate, and hardwood merge puts together what they wrote:

    hardwood attack --model model.json --data test.csv --no-times --part 1/2 --out p1.csv
    hardwood attack --model model.json --data test.csv --no-times --part 2/2 --out p2.csv
    hardwood merge adv.csv p1.csv p2.csv

A part of attack or verify writes its rows, and with --examples and --answers
examples and answers, which are merged apart. A part of eval writes a file of what
it found, from which merge makes the report; that needs the models and the data once
more. A part of ablate writes a store, and models beside it in STORE.models, which go
where it goes: hardwood ablate takes the merged one and makes the report.

Merged files have the bytes of a single run, except for measured times, which
--no-times leaves out. So --time, which makes results depend on the machine, is
refused beside --part; --nodes bounds the work as well.

Beside FILE lies FILE.part, which says of which job the part is: the SHA-256 of
input files, settings, version of hardwood and processor architecture, of which
amd64 and arm64 give the same bytes and may share a job. A program that was built
without a commit to name is a version by itself. Parts of another job are refused,
and so are missing, doubled and damaged ones. FILE.part comes last: where
it is, the part is complete, and it need not be made again. Any part may be made
again, anywhere, at any time. Whoever changes the model, the rows or the command
removes all FILE.part first: merge and the recipe for Slurm do not look whether parts
are of the files that are there now.

Cut the work so that a part takes minutes. Rows differ in how long they take,
so there should be several parts for each processor.

GNU parallel, on this machine and others that have the files:

    seq 64 | parallel hardwood verify --quiet --threads 1 --model model.json \
        --data test.csv --no-times --part {}/64 --out p{}.csv
    hardwood merge bounds.csv p*.csv

--sshlogin names the others, --joblog jobs --resume takes up where it ended.

Slurm: env/64 is the place of a task in its array. Save as parts.sh:

    #!/bin/sh
    #SBATCH --array=1-64
    #SBATCH --requeue
    out=p$SLURM_ARRAY_TASK_ID.csv
    [ -e $out.part ] || hardwood attack --quiet --threads 1 --model model.json \
        --data test.csv --no-times --part env/64 --out $out

    sbatch --wait parts.sh && hardwood merge adv.csv p*.csv

Kubernetes: env/64 is the index of a pod in an indexed Job. The image and the
volume are yours. Save as parts.yaml, then kubectl apply -f parts.yaml:

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

Workers, where there is no scheduler or rows differ much in how long they take. One
machine keeps the queue, the others get their work from it, and any command that
takes --on is done by them. It gives the bytes that it gives without --on:

    hardwood serve --dir queue --listen 0.0.0.0:4222 --token-file token
    hardwood worker --on nats://queue.example:4222 --token-file token
    hardwood verify --model model.json --data test.csv --no-times --out bounds.csv \
        --on nats://queue.example:4222 --token-file token

Each worker does a part for each thread at a time. They may come and go: what one
has not finished goes to another. Their inputs come from the queue. The server is
NATS with JetStream; one that is there already does as well. --tls-cert, --tls-key
and --tls-ca let server and workers show certificates.

hardwood harden --on has the attack of --loop done by workers, between the rounds of
training. Rows travel once, by their hash, and each round only its new trees. It is no
job: where it ends, workers leave what it asked, and the same command begins anew.

What counts is what a command has. The others gather parts in a directory beside
--out, or runs in --store; the queue holds nothing that cannot be done again. So any
of them may be killed and started again, at any time, in any order, and the same
command goes on. A part that fails three times, or that 50 workers had that did not
come back, is given up; the others are done, and the command ends with exit code 1
and says which. hardwood jobs lists the jobs, shows their errors, and cancels.
`
