import type { Delivered } from '../../../../src/plugins/content-delivery/server/src/freshness/changes/delivered';
import {
  changedJustBefore,
  judge,
  summarise,
} from '../../../../src/plugins/content-delivery/server/src/freshness/changes/log';
import { UIDS } from '../../../../src/plugins/content-delivery/server/src/platform/uids';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const LATER = new Date('2026-03-01T12:00:00.001Z');

const live = (website: string, slug: string, withheldUntil: Date | null = null): Delivered => ({
  website,
  slug,
  campaign: null,
  withheldUntil,
});
const judged = (before: Delivered | null, after: Delivered | null) =>
  judge({ uid: UIDS.post, documentId: 'p', before, after }, NOW).map(
    ({ website, action, slug, previousSlug }) => [website, action, slug, previousSlug],
  );

describe('what readers notice of a change', () => {
  it.each<[string, Delivered | null, Delivered | null, unknown[]]>([
    ['published', null, live('w', 'a'), [['w', 'published', 'a', null]]],
    ['published anew', live('w', 'a'), live('w', 'a'), [['w', 'updated', 'a', null]]],
    ['renamed', live('w', 'a'), live('w', 'b'), [['w', 'updated', 'b', 'a']]],
    ['removed', live('w', 'a'), null, [['w', 'removed', 'a', null]]],
    [
      'moved to another website',
      live('w', 'a'),
      live('x', 'a'),
      [
        ['w', 'removed', 'a', null],
        ['x', 'published', 'a', null],
      ],
    ],
    ['withheld', null, live('w', 'a', LATER), []],
    ['no longer withheld', live('w', 'a', LATER), live('w', 'a', NOW), [['w', 'published', 'a', null]]],
    ['withheld from now on', live('w', 'a'), live('w', 'a', LATER), [['w', 'removed', 'a', null]]],
    ['made and deleted', null, null, []],
  ])('%s', (_, before, after, expected) => {
    expect(judged(before, after)).toEqual(expected);
  });

  it('is in doubt where the date of a withheld version is about to come, for readers before the transaction has ended', () => {
    const after = (milliseconds: number) => live('w', 'a', new Date(NOW.getTime() + milliseconds));
    const inDoubt = (before: Delivered | null, now: Delivered | null) =>
      changedJustBefore([{ uid: UIDS.post, documentId: 'p', before, after: now }], NOW);
    expect(inDoubt(after(5), null)).toEqual(['w']);
    expect(inDoubt(after(60_000), after(3_600_000))).toEqual(['w']);
    expect(inDoubt(null, after(5))).toEqual(['w']);
    expect(inDoubt(after(60_001), null)).toEqual([]);
    expect(inDoubt(live('w', 'a', NOW), null)).toEqual([]);
    expect(inDoubt(live('w', 'a'), null)).toEqual([]);
  });

  it('is published by a write that comes before the clock has told of it', () => {
    const change = {
      uid: UIDS.post,
      documentId: 'p',
      before: live('w', 'a', NOW),
      after: live('w', 'a', NOW),
    };
    const told = new Date(NOW.getTime() - 1);
    expect(judge(change, NOW, told).map(({ action }) => action)).toEqual(['published']);
    expect(judge({ ...change, after: null }, NOW, told).map(({ action }) => action)).toEqual(['removed']);
    expect(judge(change, NOW, NOW).map(({ action }) => action)).toEqual(['updated']);
  });

  it('is one row for each campaign, and one for the posts of a website, where there are many', () => {
    const page = (documentId: string, campaign: string) => ({
      uid: UIDS.pseoPage,
      documentId,
      before: null,
      after: { ...live('w', documentId), campaign },
    });
    const post = (documentId: string) => ({
      uid: UIDS.post,
      documentId,
      before: null,
      after: live('w', documentId),
    });
    const rows = summarise([page('a', 'c'), page('b', 'c'), page('d', 'e'), post('p'), post('q')]);
    expect(rows.map(({ website, type, action, entry }) => [website, type, action, entry])).toEqual([
      ['w', 'campaign', 'updated', 'c'],
      ['w', 'campaign', 'updated', 'e'],
      ['w', 'website', 'updated', null],
    ]);
  });
});
