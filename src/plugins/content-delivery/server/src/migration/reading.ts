import type { IncomingPost } from './incoming';
import {
  areOfOneSource,
  versionDigest,
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
 * - `missing`: the source is as it was, and does not have all that it had then;
 * - `incomplete`: it was changed at the source, which does not have all that its text shows, as it had then.
 */
export type Difference = 'nothing' | 'source' | 'reading' | 'missing' | 'incomplete';

export const differenceOf = (known: LedgerEntry, post: IncomingPost): Difference => {
  const { reading } = post;
  if (areOfOneSource(known.version, versionWithImages(post.version, 'open'))) return 'nothing';
  if (!reading || known.version === WITHDRAWN) return 'source';
  const before = readingIn(known.version);
  if (before === null) return isChangedSince(known, post) ? 'source' : 'reading';
  if (before.source !== versionDigest(reading.source)) {
    const { lacksInText = 0 } = before;
    // What readers are to see no more goes all the same. What is a draft here alone may be one because of what is missing.
    const isTakenBack = isLiveState(known.written) && reading.isShownAtSource === false;
    return (reading.lacksInText ?? 0) > lacksInText && !isTakenBack ? 'incomplete' : 'source';
  }
  // Before the reader: a newer one of fewer files would take away what is here too.
  if (reading.lacks > before.lacks) return 'missing';
  if (before.by !== reading.by) return 'reading';
  return isFreed(known, post) ? 'missing' : 'source';
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
