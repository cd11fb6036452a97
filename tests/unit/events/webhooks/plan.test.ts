import fc from 'fast-check';
import type { LogRow } from '../../../../src/plugins/content-delivery/server/src/events/follow-log';
import {
  planEvents,
  type PlannedEvent,
  type Windows,
} from '../../../../src/plugins/content-delivery/server/src/events/webhooks/plan';

const NOW = Date.UTC(2026, 5, 1);
let revision = 0;
const row = (values: Partial<LogRow> = {}): LogRow => ({
  revision: (revision += 1),
  type: 'post',
  action: 'updated',
  id: 'a',
  slug: 'a',
  previousSlug: null,
  ...values,
});
const all = (): boolean => true;
/** What a receiver knows of an entry: a first save after it was published may be told as that. */
const state = (action: LogRow['action'], slug: string | null): string =>
  `${action === 'removed' ? 'gone' : 'there'} ${slug}`;
const told = (events: readonly PlannedEvent[]) =>
  events.map(({ type, entries }) => [type, entries.map(({ id, action }) => `${id} ${action}`)]);

describe('the events of a webhook', () => {
  it('tell of the first change at once, and of those within a second as one', () => {
    const first = planEvents([row({ action: 'published' })], {}, all, NOW);
    expect(told(first.events)).toEqual([['post.published', ['a published']]]);
    expect(first.due).toBeNull();

    const later = [
      row({ slug: 'b', previousSlug: 'a' }),
      row({ slug: 'c', previousSlug: 'b' }),
      row({ action: 'removed', slug: 'c' }),
    ];
    const kept = planEvents(later.slice(0, 2), first.windows, all, NOW + 400);
    expect(kept.events).toEqual([]);
    expect(kept.due).toEqual(new Date(NOW + 1_000));
    const more = planEvents(later.slice(2), kept.windows, all, NOW + 900);
    expect(more.events).toEqual([]);

    const joined = planEvents([], more.windows, all, NOW + 1_000);
    expect(joined.events).toEqual([
      {
        type: 'post.removed',
        entries: [{ type: 'post', action: 'removed', id: 'a', slug: 'c', previousSlug: 'a' }],
      },
    ]);
    // It is the first of the next second.
    expect(planEvents([row()], joined.windows, all, NOW + 1_500).events).toEqual([]);
    expect(planEvents([], joined.windows, all, NOW + 2_000).windows).toEqual({});
  });

  it('name an entry that came back to its first slug without the one between', () => {
    const { windows } = planEvents([row()], {}, all, NOW);
    const there = row({ slug: 'b', previousSlug: 'a' });
    const back = row({ slug: 'a', previousSlug: 'b' });
    const { windows: kept } = planEvents([there, back], windows, all, NOW + 1);
    expect(planEvents([], kept, all, NOW + 1_000).events[0]?.entries[0]).toMatchObject({
      slug: 'a',
      previousSlug: null,
    });
  });

  it('keep entries of one type together, and types apart', () => {
    const rows = [
      row({ id: 'a' }),
      row({ type: 'taxonomies', id: null, slug: null }),
      row({ id: 'b' }),
      row({ type: 'pseo-page', id: 'c', action: 'published' }),
      row({ type: 'campaign', id: 'd', slug: null }),
      row({ type: 'redirects', id: null, slug: null }),
      row({ type: 'authors', id: null, slug: null }),
      row({ type: 'a type of a later release' }),
    ];
    expect(told(planEvents(rows, {}, all, NOW).events)).toEqual([
      ['taxonomies.updated', ['null updated']],
      ['post.updated', ['a updated', 'b updated']],
      ['pseo.page.published', ['c published']],
      ['pseo.campaign.updated', ['d updated']],
      ['redirects.updated', ['null updated']],
      ['authors.updated', ['null updated']],
    ]);
  });

  it('are those that the webhook has chosen', () => {
    const rows = [row({ id: 'x' }), row({ id: 'x', action: 'removed' })];
    expect(told(planEvents(rows, {}, (type) => type === 'post.removed', NOW).events)).toEqual([
      ['post.removed', ['x removed']],
    ]);
  });

  it('tell of a slug that was left, also by an entry that was gone between', () => {
    const { windows } = planEvents([row({ id: 'z', slug: 'left' })], {}, all, NOW);
    const gone = row({ id: 'z', slug: 'left', action: 'removed' });
    const back = row({ id: 'z', slug: 'new', action: 'published' });
    const { windows: kept } = planEvents([gone, back], windows, all, NOW + 1);
    expect(planEvents([], kept, all, NOW + 1_000).events[0]?.entries[0]).toMatchObject({
      action: 'published',
      slug: 'new',
      previousSlug: 'left',
    });
  });

  it('do not say of an entry that it is gone when it is back', () => {
    const onlyRemoved = (type: string) => type === 'post.removed';
    const removed = () => row({ id: 'y', action: 'removed' });
    const first = planEvents([removed()], {}, onlyRemoved, NOW);
    expect(told(first.events)).toEqual([['post.removed', ['y removed']]]);
    const rows = [row({ id: 'y', action: 'published' }), removed(), row({ id: 'y', action: 'published' })];
    const { windows, events } = planEvents(rows, first.windows, onlyRemoved, NOW + 1);
    expect(events).toEqual([]);
    expect(planEvents([], windows, onlyRemoved, NOW + 1_000)).toMatchObject({ events: [], windows: {} });
  });

  it('tell a webhook of what comes and goes alone that a post is back, though it was saved in the same second', () => {
    const comesAndGoes = (type: string): boolean => type !== 'post.updated';
    const gone = planEvents([row({ action: 'removed' })], {}, comesAndGoes, NOW);
    const back = [row({ action: 'published' }), row({ slug: 'b', previousSlug: 'a' })];
    const { windows } = planEvents(back, gone.windows, comesAndGoes, NOW + 1);
    expect(planEvents([], windows, comesAndGoes, NOW + 1_000).events).toEqual([
      {
        type: 'post.published',
        entries: [{ type: 'post', action: 'published', id: 'a', slug: 'b', previousSlug: 'a' }],
      },
    ]);
  });

  it('are not kept back for long by a clock that was set back', () => {
    const { windows } = planEvents([row()], {}, all, NOW);
    expect(planEvents([row()], windows, all, NOW - 3_600_000).events).toHaveLength(1);
  });

  it('have a hundred entries and 20,000 bytes at most, in the order of their revisions, and lose nothing', () => {
    const change = fc.record({
      id: fc.integer({ min: 0, max: 400 }).map(String),
      slug: fc.string({ maxLength: 200, unit: 'binary' }),
      action: fc.constantFrom('published', 'updated', 'removed') as fc.Arbitrary<LogRow['action']>,
      wait: fc.integer({ min: 0, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 300 }), { maxLength: 4 }), (rounds) => {
        let windows: Windows = {};
        let now = NOW;
        const last = new Map<string, string>();
        const seen = new Map<string, string>();
        const play = (rows: LogRow[]): Date | null => {
          const plan = planEvents(rows, windows, all, now);
          windows = plan.windows;
          for (const { entries, type } of plan.events) {
            expect(entries.length).toBeLessThanOrEqual(100);
            const body = {
              type,
              timestamp: new Date(now).toISOString(),
              websiteId: 'w'.repeat(24),
              data: { revision: 2 ** 31, entries },
            };
            expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(20_000);
            for (const { id, action, slug } of entries) seen.set(String(id), state(action, slug));
          }
          return plan.due;
        };
        for (const round of rounds) {
          play(
            round.map(({ id, slug, action, wait }) => {
              now += Math.floor(wait / round.length);
              last.set(id, state(action, slug));
              return row({ id, slug, action });
            }),
          );
        }
        for (let due = play([]); due; due = play([])) now = due.getTime();
        expect(seen).toEqual(last);
      }),
      { numRuns: 60 },
    );
  });
});
