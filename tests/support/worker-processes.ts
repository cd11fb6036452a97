import { readFileSync } from 'node:fs';

/** The processes that the first of several has started: `worker` or `server`. */
export const startedBy = (pid: number | undefined, name: string): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(`workers/${name}.js`))
    .map(Number);
