import { createServer } from 'node:http';
import { divertRequests } from '../../../../src/plugins/content-delivery/server/src/delivery/http/divert-requests';

describe('requests that are no delivery routes', () => {
  let isEnding = false;
  const server = createServer();
  const toStrapi = jest.fn();
  const handOn = jest.fn();

  beforeAll(() => {
    server.on('request', toStrapi);
    divertRequests(server, () => isEnding, handOn);
  });
  beforeEach(() => {
    isEnding = false;
    jest.clearAllMocks();
  });

  const takenBy = (url: string): string => {
    server.emit('request', { url }, {});
    expect(toStrapi.mock.calls.length + handOn.mock.calls.length).toBe(1);
    return toStrapi.mock.calls.length === 1 ? 'Strapi' : 'another';
  };

  it.each(['/api/blog', '/api/blog?slug=a', '/api/changes', '/api/openapi.json', '/api/blog/', '/_health'])(
    'do not include %s',
    (url) => {
      expect(takenBy(url)).toBe('Strapi');
    },
  );

  it.each([
    '/',
    '/admin',
    '/api',
    '/api/blogs',
    '/uploads/a.png?/api/blog',
    '/api/posts?x=/api/blog',
    '/_ready',
  ])('are handed on: %s', (url) => {
    expect(takenBy(url)).toBe('another');
  });

  it('include the question whether it is ready, until the process ends', () => {
    isEnding = true;
    expect(takenBy('/_ready')).toBe('Strapi');
  });
});
