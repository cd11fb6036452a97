import path from 'node:path';
import { createWorkerThread } from '../../../platform/worker-thread';
import { bcrypt, type Bcrypt } from './bcrypt';
import type { PasswordTasks } from './thread-entry';

type PasswordThread = ReturnType<typeof createWorkerThread<PasswordTasks>>;

let thread: PasswordThread | null = null;
const running = (): PasswordThread =>
  (thread ??= createWorkerThread<PasswordTasks>(path.join(__dirname, 'thread-entry.js'), {
    runsIn: 'thread',
  }));

/** What the package was before: all servers of one process share it. */
const BEFORE = Symbol.for('content-delivery.bcrypt-before');

/**
 * Strapi compares and hashes passwords in JavaScript, for about 60 ms each: in a thread beside the one that answers requests. Both
 * of its modules with accounts call the functions of the package, and find these.
 */
export const movePasswordsOffThread = (): void => {
  const shared: Bcrypt & { [BEFORE]?: Bcrypt } = bcrypt;
  const { compare, hash } = (shared[BEFORE] ??= { compare: bcrypt.compare, hash: bcrypt.hash });
  // Rounds and hashes are checked by the package itself; a callback or anything else that Strapi does not give is its own affair.
  bcrypt.compare = (...input) =>
    input.length === 2 && input.every((value) => typeof value === 'string')
      ? run('compare', ...input)
      : compare.apply(bcrypt, input);
  bcrypt.hash = (...input) =>
    input.length === 2 && typeof input[0] === 'string' && typeof input[1] === 'number'
      ? run('hash', ...input)
      : hash.apply(bcrypt, input);
};

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
