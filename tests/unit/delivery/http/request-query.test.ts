import type { IncomingMessage } from 'node:http';
import type { DeliveryQuery } from '../../../../src/plugins/content-delivery/server/src/delivery/answers';
import { createRequestQueries } from '../../../../src/plugins/content-delivery/server/src/delivery/http/request-query';

describe('the query of a request', () => {
  const hash = jest.fn((key: string) => `hash of ${key}`);
  const queries = createRequestQueries(hash);
  const requestWith = (headers: Record<string, string> = {}) => ({ headers }) as unknown as IncomingMessage;
  const query = (text: string, headers?: Record<string, string>) => queries(requestWith(headers), text);

  beforeEach(() => {
    hash.mockClear();
  });

  it('is parsed once for a request, and anew where its query string has been changed', () => {
    const request = requestWith();
    const first = queries(request, 'apiKey=a');
    expect(queries(request, 'apiKey=a')).toBe(first);
    expect([first.key(), first.key()].map((key) => key?.hash)).toEqual(['hash of a', 'hash of a']);
    expect(hash).toHaveBeenCalledTimes(1);
    expect(queries(request, 'apiKey=b').key()?.hash).toBe('hash of b');
    expect(queries(requestWith(), 'apiKey=a')).not.toBe(first);
  });

  it.each<[string, string, Record<string, string>, unknown]>([
    ['none', '', {}, null],
    ['an empty one', 'apiKey=', {}, null],
    ['in the address', 'apiKey=a', {}, { hash: 'hash of a', isInHeader: false }],
    ['in a header', '', { 'x-api-key': 'a' }, { hash: 'hash of a', isInHeader: true }],
    ['in both, and the same', 'apiKey=a', { 'x-api-key': 'a' }, { hash: 'hash of a', isInHeader: false }],
    [
      'beside the token of an end user',
      'apiKey=a',
      { authorization: 'Bearer t' },
      { hash: 'hash of a', isInHeader: false },
    ],
    ['as a token', '', { authorization: 'bearer  a ' }, { hash: 'hash of a', isInHeader: true }],
    [
      'as a token and in a header',
      '',
      { 'x-api-key': 'a', authorization: 'Bearer a' },
      { hash: 'hash of a', isInHeader: true },
    ],
    ['of another kind of authorization', '', { authorization: 'Basic a' }, null],
    ['in an empty header', '', { 'x-api-key': '' }, null],
    [
      'in an empty header, and as a token',
      '',
      { 'x-api-key': '', authorization: 'Bearer a' },
      { hash: 'hash of a', isInHeader: true },
    ],
    [
      'of UTF-8 in a header',
      '',
      { 'x-api-key': Buffer.from('ключ').toString('latin1') },
      { hash: 'hash of ключ', isInHeader: true },
    ],
    ['of Latin-1 in a header', '', { 'x-api-key': 'clé' }, { hash: 'hash of clé', isInHeader: true }],
  ])('has a key: %s', (_name, text, headers, expected) => {
    expect(query(text, headers).key()).toEqual(expected);
  });

  it.each<[string, string, Record<string, string>, RegExp]>([
    [
      'in the address and a header',
      'apiKey=a',
      { 'x-api-key': 'b' },
      /another key than the one in the header X-API-Key/,
    ],
    [
      'in two headers',
      '',
      { 'x-api-key': 'a', authorization: 'Bearer b' },
      /in the headers X-API-Key and Authorization/,
    ],
    ['twice in the address', 'apiKey=a&apiKey=a', {}, /more than once/],
  ])('refuses two keys: %s', (_name, text, headers, message) => {
    expect(() => query(text, headers).key()).toThrow(message);
  });

  it.each<[string, DeliveryQuery, string | null]>([
    ['preview=t', { route: 'blog', slug: 'a' }, 't'],
    ['preview=t', { route: 'pseo-pages', slug: 'a' }, 't'],
    ['preview=', { route: 'blog', slug: 'a' }, null],
    ['', { route: 'blog', slug: 'a' }, null],
    ['preview=', { route: 'blog' }, null],
    ['preview=t', { route: 'website' }, null],
    ['preview=t&preview=u', { route: 'website' }, null],
  ])('with %j beside %j has the preview token %j', (text, asked, expected) => {
    expect(query(text).previewToken(asked)).toBe(expected);
  });

  it('takes a preview token for one entry only', () => {
    expect(() => query('preview=t').previewToken({ route: 'blog' })).toThrow(/send its slug with it/);
    expect(() => query('preview=t&preview=u').previewToken({ route: 'blog', slug: 'a' })).toThrow(
      /more than once/,
    );
  });

  it.each([
    ['', false],
    ['slug=a', false],
    ['preview=', false],
    ['previews=t', false],
    ['preview=t', true],
    ['preview=&preview=', true],
    ['preview[]=', true],
    ['preview[a]=t', true],
  ])('with %j may be a preview: %j', (text, expected) => {
    expect(query(text).mayBePreview()).toBe(expected);
  });

  it('says after which change to begin', () => {
    expect(query('').since()).toBeNull();
    expect(query('since=c').since()).toBe('c');
    expect(() => query('since=').since()).toThrow(/"since" is empty/);
  });
});
