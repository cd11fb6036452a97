import { worker } from 'workerpool';
import { bcrypt } from '../../../platform/patches/bcrypt';

const tasks = {
  compare: (password: string, hash: string): Promise<boolean> => bcrypt.compare(password, hash),
  hash: (password: string, rounds: number): Promise<string> => bcrypt.hash(password, rounds),
};

/** What the thread for passwords begins with. */
worker(tasks);

export type PasswordTasks = typeof tasks;
