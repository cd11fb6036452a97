import { EventEmitter } from 'node:events';
import { explainUnreadableRequests } from '../../../../src/plugins/content-delivery/server/src/delivery/http/unreadable-requests';

/** What becomes of a connection whose request the parser refuses with this code. */
const refused = (code: string | undefined, socket: Record<string, unknown> = {}) => {
  const server = new EventEmitter();
  explainUnreadableRequests(server as never);
  const destroy = jest.fn();
  const end = jest.fn((_answer: string, done: () => void) => done());
  server.emit('clientError', Object.assign(new Error('refused'), { code }), {
    writable: true,
    end,
    destroy,
    ...socket,
  });
  const [head, body] = end.mock.calls[0]?.[0].split('\r\n\r\n') ?? [];
  return { head, body, ends: destroy.mock.calls.length };
};

describe('a request that cannot be read', () => {
  it.each([
    [undefined, 400, 'Bad Request'],
    ['HPE_INVALID_URL', 400, 'Bad Request'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'Request Timeout'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413, 'Payload Too Large'],
    ['HPE_HEADER_OVERFLOW', 431, 'Request Header Fields Too Large'],
  ])('for %s is answered with %d in the one shape, and the connection is closed', (code, status, reason) => {
    const { head, body, ends } = refused(code);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} ${reason}\r\n`));
    expect(head).toContain('\r\nCache-Control: no-store\r\n');
    expect(head).toContain('\r\nAccess-Control-Allow-Origin: *\r\n');
    expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body ?? '')}\r\n`);
    expect(JSON.parse(body ?? '')).toEqual({
      data: null,
      error: {
        status,
        name: expect.stringMatching(/Error$/) as string,
        message: expect.stringMatching(/\.$/) as string,
        details: {},
      },
    });
    expect(ends).toBe(1);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['the client has gone', 'ECONNRESET', {}],
    ['nothing can be written', 'HPE_INVALID_URL', { writable: false }],
    ['an answer has begun', 'HPE_INVALID_URL', { _httpMessage: { headersSent: true } }],
  ])('is not answered where %s', (_name, code, socket) => {
    expect(refused(code, socket)).toEqual({ head: undefined, body: undefined, ends: 1 });
  });

  it('is answered where an answer waits that has not begun', () => {
    expect(refused('HPE_INVALID_URL', { _httpMessage: { headersSent: false } }).head).toMatch(/ 400 /);
    expect(refused('HPE_INVALID_URL', { _httpMessage: null }).head).toMatch(/ 400 /);
  });
});
