import type { IncomingPost } from './incoming';
import {
  areOfOneSource,
  digestOf,
  readingIn,
  versionWithImages,
  WITHDRAWN,
  type LedgerEntry,
} from './import-ledger';
import { isLiveState } from './state';

/**
 * What is otherwise with a post that was brought in before:
 * - `nothing`: it is as it was then, its images apart;
 * - `source`: it was changed at the source, or now has what was missing;
 * - `reading`: the source is as it was, and read otherwise today;
 * - `missing`: the source is as it was, and does not have all that it had then.
 */
export type Difference = 'nothing' | 'source' | 'reading' | 'missing';

export const differenceOf = (known: LedgerEntry, post: IncomingPost): Difference => {
  const { reading } = post;
  if (areOfOneSource(known.version, versionWithImages(post.version, 'open'))) return 'nothing';
  if (!reading || known.version === WITHDRAWN) return 'source';
  const before = readingIn(known.version);
  if (before === null) return isChangedSince(known, post) ? 'source' : 'reading';
  if (before.source !== digestOf(reading.source)) return 'source';
  if (before.by !== reading.by) return 'reading';
  return reading.lacks > before.lacks || isFreed(known, post) ? 'missing' : 'source';
};

/** True for a post that something else in the source kept from readers, and that has nothing of the kind any more. */
export const isFreed = (known: LedgerEntry, { status, reading }: IncomingPost): boolean =>
  status === 'published' &&
  !isLiveState(known.written) &&
  readingIn(known.version)?.isHeldByOthers === true &&
  reading?.isHeldByOthers === false;

/** By dates, where nothing else is remembered. One that the source does not date counts as unchanged. */
const isChangedSince = ({ written }: LedgerEntry, { updatedAt }: IncomingPost): boolean =>
  updatedAt !== null && written !== null && updatedAt > new Date(written.slice(0, written.indexOf('Z') + 1));
