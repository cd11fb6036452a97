import fc from 'fast-check';
import { createRequestIds } from '../../../../src/plugins/content-delivery/server/src/operation/request-log/request-id';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OF_NGINX = '4bf92f3577b34da6a3ce929d0e0e4736';
const OF_ENVOY = '0b06d4b2-7c5e-4f5e-9d7b-1f6f0f6a2c11';

type Headers = Record<string, string | string[]>;

const idOf = (
  id: string | string[] | undefined,
  { address = '/api/blog?apiKey=some-key&slug=post', headers = {} as Headers, isFromProxy = true } = {},
): string =>
  createRequestIds(() => isFromProxy)({
    url: address,
    headers: { ...headers, ...(id === undefined ? {} : { 'x-request-id': id }) },
    socket: {},
  } as never);

describe('the id of a request', () => {
  it.each([OF_NGINX, OF_ENVOY, OF_ENVOY.toUpperCase()])('is what a trusted proxy has made of it: %s', (id) =>
    expect(idOf(id)).toBe(id),
  );

  it.each([OF_NGINX, OF_ENVOY])('is a new one where the caller sent %s without a proxy', (id) => {
    const made = idOf(id, { isFromProxy: false });
    expect(made).toMatch(UUID);
    expect(made).not.toBe(id);
    expect(idOf(id, { isFromProxy: false })).not.toBe(made);
  });

  it.each([
    undefined,
    '',
    'trace-1',
    'a-key-of-another-website',
    'cdk_0123456789',
    'two words',
    'a\nb',
    'ä',
    `${OF_NGINX}0`,
    `id-${OF_ENVOY}`,
    `${OF_ENVOY}\n`,
    [OF_NGINX, OF_ENVOY],
  ])('is a new one in place of %j, which no proxy makes', (id) => expect(idOf(id)).toMatch(UUID));

  it.each([
    ['a parameter', { address: `/api/blog?apiKey=${OF_ENVOY}` }],
    ['a parameter that is a list', { address: `/api/blog?apiKey[]=${OF_ENVOY}` }],
    ['one of two parameters', { address: `/api/blog?apiKey=other&apiKey=${OF_ENVOY}` }],
    ['a longer key', { address: `/api/blog?apiKey=prod-${OF_ENVOY}` }],
    ['the path', { address: `/api/blog/${OF_ENVOY}` }],
    ['the path, encoded', { address: `/api/blog/%30%62${OF_ENVOY.slice(2)}?slug=%E0%` }],
    ['other letters', { address: `/api/blog?apiKey=${OF_ENVOY.toUpperCase()}` }],
    ['a header of its own', { headers: { 'x-api-key': OF_ENVOY } }],
    ['Authorization', { headers: { authorization: `Bearer ${OF_ENVOY}` } }],
  ])('is a new one where the one that came is a key: in %s', (_where, request) => {
    const made = idOf(OF_ENVOY, request);
    expect(made).toMatch(UUID);
    expect(made).not.toBe(OF_ENVOY);
  });

  it('is one plain word, whatever comes', () => {
    fc.assert(fc.property(fc.string(), (given) => expect(idOf(given)).toMatch(UUID)));
  });
});
