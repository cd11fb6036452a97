import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** What all of them begin with; underscores are single letters in LIKE, which does no harm. */
export const PREFIX = 'content_delivery_test';
/** Several machines may test on one server; only the own one's processes can be asked after. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);

/** The process whose end is the end of the test run; its workers know it from their environment. */
const runOf = (): string => (process.env['TEST_RUN'] ??= String(process.pid));

/** A name that no other database has: test_<machine>_<process of the run>_<random>. */
export const newDatabaseName = (): string =>
  [PREFIX, MACHINE, runOf(), randomBytes(4).toString('hex')].join('_');

const PATTERN = new RegExp(`^${PREFIX}_([0-9a-f]{6})_(\\d+)_[0-9a-f]+$`);

/** Whether a process of this machine runs, by any user. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** True for a database of this run, and for one whose run was ended before it could drop it. */
export const isOver = (name: string): boolean => {
  const [, machine, run] = PATTERN.exec(name) ?? [];
  return machine === MACHINE && run !== undefined && (run === runOf() || !isAlive(Number(run)));
};
