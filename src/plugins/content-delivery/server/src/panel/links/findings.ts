import type { LinkStore, NewFinding } from './store';

/** Findings of a kind that are kept. */
export const MAX_FINDINGS = 5_000;
/** Findings that one transaction writes. */
const BATCH_SIZE = 200;

/** A finding; what is left out is not known of it, and it is on one page. */
export type Found = Pick<NewFinding, 'kind' | 'type' | 'entry'> & Partial<NewFinding>;

const withoutMore = { address: null, state: null, website: null, pages: 1 };

/** What a check finds, stored some at a time. @param account documentId @param run documentId of its job */
export const createFindings = (store: LinkStore, account: string, run: string) => {
  const counts = new Map<NewFinding['kind'], number>();
  let isCut = false;
  let pending: NewFinding[] = [];

  const flush = async (): Promise<void> => {
    const findings = pending;
    pending = [];
    if (findings.length > 0) await store.add(account, run, findings);
  };

  return {
    async add(finding: Found): Promise<void> {
      const count = (counts.get(finding.kind) ?? 0) + 1;
      if (count > MAX_FINDINGS) {
        isCut = true;
        return;
      }
      counts.set(finding.kind, count);
      if (pending.push({ ...withoutMore, ...finding }) >= BATCH_SIZE) await flush();
    },

    /** One more than are kept was found. */
    leaveOut: (): void => {
      isCut = true;
    },

    flush,

    /** True where more were found than are kept. */
    isCut: (): boolean => isCut,
  };
};

export type Findings = ReturnType<typeof createFindings>;
