import type { ImportProgress, PageImportSummary } from '../../../../contracts/pseo-imports';
import { isUnderWay } from '../../shared/is-under-way';

/** How far an import has come on the way from a file to pages. */
export type StageName =
  | 'mapping'
  | 'checking'
  | 'check-failed'
  | 'check-cancelled'
  | 'checked'
  | 'running'
  | 'run-failed'
  | 'run-cancelled'
  | 'done';

export interface Stage {
  name: StageName;
  /** True while the server works on it. */
  isWorking: boolean;
  /** Of the check or the run that it is about. */
  progress: ImportProgress | null;
}

/** @returns the state of an import. A new check has taken the run before it away. */
export const stageOf = ({ check, run }: Pick<PageImportSummary, 'check' | 'run'>): Stage => {
  if (run) {
    const name = {
      waiting: 'running',
      running: 'running',
      failed: 'run-failed',
      cancelled: 'run-cancelled',
      done: 'done',
    } as const;
    return { name: name[run.state], isWorking: isUnderWay(run), progress: run };
  }
  if (check) {
    const name = {
      waiting: 'checking',
      running: 'checking',
      failed: 'check-failed',
      cancelled: 'check-cancelled',
      done: 'checked',
    } as const;
    return { name: name[check.state], isWorking: isUnderWay(check), progress: check };
  }
  return { name: 'mapping', isWorking: false, progress: null };
};
