// Package queue lets workers on other machines do the tasks of a job, by way of a
// NATS server with JetStream. All that makes this hard is the server's: the queue,
// its acknowledgements, what is delivered again when a worker is silent, and files
// in pieces. Nothing that it holds is needed for good: the coordinator keeps the
// results, and queues again what it does not have.
//
// A task is done at least once, and its first result counts: tasks give the same
// result whenever and wherever they are done. What happens then:
//
//   - A worker is killed: its tasks go to others after [Options.Redeliver].
//   - A worker is killed between result and acknowledgement: the task is delivered
//     again, has its result, and is not done again.
//   - A worker is told to stop: its tasks go back at once.
//   - A worker hangs, but beats: the job waits for it; cancel the job, or kill it.
//   - A worker's disk is full: its tasks and questions go to others, and it ends.
//   - A task fails: it is tried three times, then its error is its result.
//   - A task kills its workers: after 50 that did not come back, this is its result.
//   - The server is killed: all wait for it, and results with them.
//   - The server loses its disk: the coordinator queues what it has no result of.
//   - The server's disk is full: hardwood serve ends and says so, as its library
//     takes nothing more then; tasks and results wait until it is started again.
//   - The server has as much as it may keep, three quarters of what was free: it and
//     the coordinator say so, and the job waits for room.
//   - An asker is killed: workers leave its questions, as nobody waits for their answers.
//   - The coordinator is killed: workers go on; the same call later takes up what
//     they did, for the 14 days that the server keeps it.
//   - The coordinator cannot keep a result: its error ends the call; the result
//     stays in the queue.
//   - Two coordinators have the same job: each task is queued once. Either keeps
//     what it sees of the results, and has the others done again. In one directory,
//     hardwood refuses the second.
//   - No worker is there that does the tasks of this version on this architecture: the
//     coordinator says so, and which others are there, and waits.
//   - A worker is of another version, or on another architecture: it gets none of
//     the job's tasks, and notes why.
//   - The network is cut: as if the worker was dead. Its result, if it comes late,
//     is the same.
//   - A clock jumps: only the server's matters. Where it is put forward, tasks may be
//     done twice, and what it drops too soon, as nobody removed it for 14 days, is
//     queued again. Where it is put back, the coordinator has tasks given out again
//     when nothing moves: the server would wait for dead workers until the old time.
//   - An input changes between the start of the call and its way to the server: the
//     call ends with an error.
//   - A job or a task is too large for a message: the call ends with an error.
package queue
