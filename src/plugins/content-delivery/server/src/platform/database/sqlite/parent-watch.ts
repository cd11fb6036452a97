/** Runs in a thread of the process that reads: ends it within a second when the server that started it has gone. */
import { workerData } from 'node:worker_threads';

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, 1_000);
