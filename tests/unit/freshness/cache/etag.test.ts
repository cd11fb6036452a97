import { createHash } from 'node:crypto';
import { etagOf } from '../../../../src/plugins/content-delivery/server/src/freshness/cache/etag';
import { ticksDuring } from '../../../support/ticks';

/** Longer than what is read at a time, and no multiple of it. */
const LONG = Buffer.alloc(64 * 1024 * 1024 + 7, 'a long list ');

describe('an entity tag', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['short', Buffer.from('short')],
    ['long', LONG],
  ])('is the hash of the bytes: %s', async (_case, bytes) => {
    expect(await etagOf(bytes)).toBe(`"${createHash('sha256').update(bytes).digest('base64url')}"`);
  });

  it('names the headers as well', async () => {
    const tags = [
      await etagOf(LONG),
      await etagOf(LONG, { 'X-Total-Count': '1' }),
      await etagOf(LONG, { 'X-Total-Count': '2' }),
    ];
    expect(new Set(tags).size).toBe(3);
  });

  it('of long bytes lets others have their turn', async () => {
    expect(await ticksDuring(() => etagOf(LONG))).toBeGreaterThan(2);
  });
});
