import {
  versionWithImages,
  WITHDRAWN,
  type LedgerEntry,
} from '../../../src/plugins/content-delivery/server/src/migration/import-ledger';
import type {
  IncomingPost,
  Reading,
} from '../../../src/plugins/content-delivery/server/src/migration/incoming';
import { differenceOf } from '../../../src/plugins/content-delivery/server/src/migration/reading';

const WRITTEN = '2024-02-02T02:02:02.000Z';
const reading = (more: Partial<Reading> = {}): Reading => ({
  by: 1,
  source: 'the item',
  lacks: 0,
  isHeldByOthers: false,
  ...more,
});
const post = (more: Partial<IncomingPost> = {}): IncomingPost =>
  ({
    version: 'as it is read now',
    status: 'published',
    updatedAt: new Date(WRITTEN),
    reading: reading(),
    ...more,
  }) as IncomingPost;
const known = (version: string, before?: Reading, written = `${WRITTEN} live`): LedgerEntry => ({
  entry: 'a',
  version: version === WITHDRAWN ? WITHDRAWN : versionWithImages(version, 'copy', before),
  written,
});

const withoutLastPart = (entry: LedgerEntry): LedgerEntry => ({
  ...entry,
  version: entry.version.replace(/ \S+$/, ''),
});

describe('a post that was brought in before', () => {
  it.each<[string, LedgerEntry, IncomingPost, string]>([
    ['is the same', known('as it is read now', reading()), post(), 'nothing'],
    [
      'is the same whatever became of its reader',
      known('as it is read now', reading({ by: 0 })),
      post(),
      'nothing',
    ],
    ['was changed at the source', known('before', reading({ source: 'older' })), post(), 'source'],
    ['is read otherwise by a newer reader', known('before', reading({ by: 0 })), post(), 'reading'],
    ['has now what was missing', known('before', reading({ lacks: 1 })), post(), 'source'],
    ['has now what keeps readers from it', known('before', reading()), post({ status: 'draft' }), 'source'],
    ['misses what it had', known('before', reading()), post({ reading: reading({ lacks: 1 }) }), 'missing'],
    [
      'misses what kept readers from it',
      known('before', reading({ isHeldByOthers: true }), WRITTEN),
      post(),
      'missing',
    ],
    ['has a source that says its version', known('before'), post({ reading: undefined } as never), 'source'],
    [
      'misses what it had, whatever became of its reader',
      known('before', reading({ by: 0 })),
      post({ reading: reading({ lacks: 1 }) }),
      'missing',
    ],
    [
      'was changed at the source, and its text misses what it had',
      known('before', reading({ source: 'older', lacks: 3, lacksInText: 1 })),
      post({ reading: reading({ lacks: 3, lacksInText: 2 }) }),
      'incomplete',
    ],
    [
      'was changed at the source, and its text misses what it missed before',
      known('before', reading({ source: 'older', lacks: 1, lacksInText: 1 })),
      post({ reading: reading({ lacks: 3, lacksInText: 1 }) }),
      'source',
    ],
    [
      'was changed at the source, by a version that did not remember what its text misses',
      withoutLastPart(known('before', reading({ source: 'older', lacks: 1 }))),
      post({ reading: reading({ lacks: 1, lacksInText: 1 }) }),
      'source',
    ],
    [
      'is a draft because of what its text misses',
      known('before', reading({ source: 'older' })),
      post({ status: 'draft', reading: reading({ lacks: 1, lacksInText: 1, isShownAtSource: true }) }),
      'incomplete',
    ],
    [
      'is a draft at the source now, whatever its text misses',
      known('before', reading({ source: 'older' })),
      post({ status: 'draft', reading: reading({ lacks: 1, lacksInText: 1, isShownAtSource: false }) }),
      'source',
    ],
    ['was withdrawn, and is shown again', known(WITHDRAWN), post(), 'source'],
  ])('%s', (_, before, now, difference) => {
    expect(differenceOf(before, now)).toBe(difference);
  });

  describe('by a version that did not remember how it was read', () => {
    it.each<[string, Date | null, string]>([
      ['was changed since', new Date('2024-02-02T02:02:03Z'), 'source'],
      ['has the date that it had', new Date(WRITTEN), 'reading'],
      ['has an earlier date, which was not read before', new Date('2021-01-01T00:00:00Z'), 'reading'],
      ['has no date of a change', null, 'reading'],
    ])('%s', (_, updatedAt, difference) => {
      expect(differenceOf(known('before'), post({ updatedAt }))).toBe(difference);
      expect(differenceOf(known('as it is read now'), post({ updatedAt }))).toBe('nothing');
    });
  });
});
