import fc from 'fast-check';
import { requestIdOf } from '../../../../src/plugins/content-delivery/server/src/operation/request-log/request-id';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ADDRESS = '/api/blog?apiKey=some-key&slug=post';

describe('the id of a request', () => {
  it.each([
    'a',
    'x'.repeat(128),
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'Root=1-67891233-abcdef',
  ])('is what the caller gave it: %s', (id) => expect(requestIdOf(id, ADDRESS)).toBe(id));

  it.each([undefined, '', 'x'.repeat(129), 'a b', 'a\nb', '"', '{}', 'ä', ['a', 'b']])(
    'is a new one in place of %j',
    (id) => {
      const made = requestIdOf(id, ADDRESS);
      expect(made).toMatch(UUID);
      expect(requestIdOf(id, ADDRESS)).not.toBe(made);
    },
  );

  it.each([
    ['some-key', ADDRESS],
    ['id-some-key-id', ADDRESS],
    ['some-key', '/api/blog?apiKey[]=some-key'],
    ['a+b', '/api/blog?apiKey=a%2Bb'],
    ['some-key', '/api/blog?apiKey=other&apiKey=some-key'],
    ['some-key', '/api/blog?apiKey=some-keyx'],
    ['trace.cdk_0123456789', '/api/blog'],
    ['some-token', '/api/blog?slug=a&preview=some-token'],
    ['some-token', '/api/blog?slug=a&preview[]=some-token'],
    ['trace.cdp_0123456789', '/api/blog'],
  ])('is a new one in place of %s at %s, as that has a key or a token in it', (id, address) =>
    expect(requestIdOf(id, address)).toMatch(UUID),
  );

  it('never has the key of its request in it, and is always one plain word', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3 }), fc.string(), fc.string(), (key, before, after) => {
        const query = new URLSearchParams({ apiKey: key }).toString();
        const id = requestIdOf(before + key + after, `/api/blog?${query}`);
        expect(id).not.toContain(key);
        expect(id).toMatch(/^[\x21-\x7e]{1,128}$/);
      }),
    );
  });
});
