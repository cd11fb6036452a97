import path from 'node:path';
import { runBcryptElsewhere } from '../../../platform/patches/bcrypt';
import { createTaskWorker } from '../../../platform/task-worker';
import type { PasswordTasks } from './thread-entry';

type PasswordThread = ReturnType<typeof createTaskWorker<PasswordTasks>>;

let thread: PasswordThread | null = null;
const running = (): PasswordThread =>
  (thread ??= createTaskWorker<PasswordTasks>(path.join(__dirname, 'thread-entry.js'), {
    runsIn: 'thread',
  }));

/** Strapi compares and hashes passwords in JavaScript, for about 60 ms each: in a thread beside the one that answers requests. */
export const movePasswordsOffThread = (): void =>
  runBcryptElsewhere({
    compare: (...input) => run('compare', ...input),
    hash: (...input) => run('hash', ...input),
  });

const run = async <Name extends keyof PasswordTasks>(
  name: Name,
  ...input: Parameters<PasswordTasks[Name]>
): Promise<Awaited<ReturnType<PasswordTasks[Name]>>> => await running().run(name, ...input);

/** Ends the thread. A server of the same process that goes on begins another. */
export const closePasswordThread = async (): Promise<void> => {
  const closing = thread;
  thread = null;
  await closing?.close();
};
