import fc from 'fast-check';
import {
  readCursor,
  writeCursor,
  type Position,
} from '../../../../src/plugins/content-delivery/server/src/delivery/answers/lists/cursor';
import type { EntriesQuery } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/delivery-query';

const WEBSITE = 'website';
const POSTS: EntriesQuery = { route: 'blog', limit: 20 };
const PAGES: EntriesQuery = { route: 'pseo-pages', limit: 20 };
const NAME_LENGTH = 12;

const read = (query: EntriesQuery, cursor: string, website = WEBSITE) =>
  readCursor({ ...query, cursor }, website);
/** A cursor that names the list of posts, with this after the name. */
const forged = (query: EntriesQuery, text: string) =>
  writeCursor(query, WEBSITE, [1, 'x']).slice(0, NAME_LENGTH) + Buffer.from(text).toString('base64url');

describe('the cursor of a list', () => {
  it('is null where none is given', () => {
    expect(readCursor(POSTS, WEBSITE)).toBeNull();
  });

  it('leads to where it was written', () => {
    const orders = { posts: fc.integer(), pages: fc.string({ unit: 'grapheme' }) };
    fc.assert(
      fc.property(orders.posts, orders.pages, fc.string(), (date, slug, documentId) => {
        for (const [query, order] of [
          [POSTS, date],
          [PAGES, slug],
        ] as const) {
          const position: Position = [order, documentId];
          expect(read(query, writeCursor(query, WEBSITE, position))).toEqual(position);
        }
      }),
    );
  });

  it('holds for longer parts, and for more or less about each entry', () => {
    const cursor = writeCursor(POSTS, WEBSITE, [1, 'a']);
    expect(read({ ...POSTS, limit: 5, include: ['id'] }, cursor)).toEqual([1, 'a']);
  });

  it.each<[string, EntriesQuery, string]>([
    ['another website', POSTS, 'other'],
    ['another filter', { ...POSTS, tag: 'tea' }, WEBSITE],
    ['another route', PAGES, WEBSITE],
  ])('does not hold for %s', (_name, query, website) => {
    const cursor = writeCursor(POSTS, WEBSITE, [1, 'a']);
    expect(() => read(query, cursor, website)).toThrow(/none of this list/);
  });

  it.each<[string, EntriesQuery, string]>([
    ['an empty text', POSTS, ''],
    ['no more than the name', POSTS, forged(POSTS, '')],
    ['what is no JSON', POSTS, forged(POSTS, '[1,')],
    ['what is no list', POSTS, forged(POSTS, 'null')],
    ['a place without an entry', POSTS, forged(POSTS, '[1]')],
    ['an entry without a name', POSTS, forged(POSTS, '[1,2]')],
    ['a date that is no number', POSTS, forged(POSTS, '["1","a"]')],
    ['a date that is none', POSTS, forged(POSTS, '[null,"a"]')],
    ['a date that is not finite', POSTS, forged(POSTS, '[1e999,"a"]')],
    ['a slug that is no text', PAGES, forged(PAGES, '[1,"a"]')],
    ['a slug that is none', PAGES, forged(PAGES, '[null,"a"]')],
    ['another spelling', POSTS, forged(POSTS, '[1, "a"]')],
    ['more than belongs there', POSTS, forged(POSTS, '[1,"a","b"]')],
    ['another encoding', POSTS, `${writeCursor(POSTS, WEBSITE, [1, 'a'])}=`],
  ])('is refused where it has %s', (_name, query, cursor) => {
    expect(() => read(query, cursor)).toThrow(/none of this list/);
  });
});
