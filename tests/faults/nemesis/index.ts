import { clockStep } from './clock';
import { cut, cutAfterCommit, cutBeforeCommit, freeze, startWithout, terminate } from './connections';
import { fullDisk, lockedFile } from './disk';
import type { Fault } from './fault';
import { kill, restart } from './kill';
import { pause } from './pause';

/** Everything that can be played. */
export const FAULTS: readonly Fault[] = [
  kill,
  restart,
  pause,
  terminate,
  cut,
  freeze,
  cutBeforeCommit,
  cutAfterCommit,
  startWithout,
  fullDisk,
  lockedFile,
  clockStep,
];
