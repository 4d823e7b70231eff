// Package queue lets workers on other machines do the tasks of a job, by way of a NATS server with
// JetStream. The server does the hard parts: the queue, acknowledgements, redelivery when a worker is
// silent, and files in pieces. Nothing that it holds is irreplaceable: the coordinator keeps the
// results, and queues again what it does not have.
//
// A task is done at least once, and its first result counts: tasks give the same result whenever and
// wherever they are done. What happens in case of trouble:
//
//   - A worker is killed: its tasks go to others after [Options.Redeliver].
//   - A worker is killed between result and acknowledgement: the task is delivered
//     again, has its result, and is not done again.
//   - A worker is told to stop: its tasks go back at once.
//   - A worker hangs, but beats: the job waits for it; cancel the job, or kill the worker.
//   - A worker's disk is full: its tasks and questions go to others, and it ends.
//   - A worker cannot do a job or some of its tasks, which others can, for lack of memory or of a
//     program: it passes these tasks and questions on, and the coordinator says what it lacks.
//   - A task fails: it is tried three times, then its error is its result.
//   - A task kills its workers: after 50 that did not come back, that is its result.
//   - The server is killed: everybody waits for it, and keeps results meanwhile.
//   - The server loses its disk: the coordinator queues again all tasks without a result.
//   - What the server keeps is damaged, and it does not end: an input or a large result whose digest
//     is wrong, or that stops coming, is removed; the coordinator sends the input again, and has the
//     result made again. If tasks or results stop coming, it drops them, and queues tasks again.
//   - The server's disk is full: hardwood serve ends and says so, as its library
//     accepts nothing more; tasks and results wait until it is started again.
//   - The server has reached its limit, three quarters of what was free: it and
//     the coordinator say so, and the job waits for room.
//   - An asker is killed: workers drop its questions, as nobody waits for the answers.
//   - The coordinator is killed: workers go on; the same call later picks up what
//     they did, for the 14 days that the server keeps it.
//   - The coordinator cannot keep a result: its error ends the call; the result
//     stays in the queue.
//   - Two coordinators have the same job: each task is queued once. Each keeps the
//     results that it sees, and has the others done again. In one directory,
//     hardwood refuses the second.
//   - No worker of this version and architecture is there: the coordinator says so,
//     names others that are there, and waits.
//   - A worker is of another version, or on another architecture: it gets none of
//     the job's tasks, and notes why.
//   - The network is slow: files take as long as something comes within 30 seconds.
//   - The network is cut: as if the worker were dead. Its result, if it comes late,
//     is the same.
//   - A clock jumps: only the server's matters. If it is set forward, tasks may be
//     done twice, and what is dropped too early, as older than 14 days, is queued
//     again. If it is set back, the coordinator has tasks handed out again while
//     nothing happens: the server would wait for dead workers until the old time.
//   - An input changes before it is sent to the server: the call ends with an error.
//   - A job, a task, a question or an answer is too large for a message: the call ends with an error.
package queue
