import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import {
  bytesToCome,
  hasBody,
  readBody,
} from '../../../../src/plugins/content-delivery/server/src/access/request-bodies/read-body';
import type { TemporaryFiles } from '../../../../src/plugins/content-delivery/server/src/access/request-bodies/temporary-files';

const ALLOWANCE = { jsonBytes: 1_000, formBytes: 100, fileBytes: 1_000 };

const contextOf = (headers: Record<string, string>, isOf: string) =>
  ({
    get: (name: string) => headers[name.toLowerCase()] ?? '',
    is: (types: string | string[]) => [types].flat().includes(isOf),
    request: {},
    req: Object.assign(new PassThrough(), { headers, complete: true }),
  }) as unknown as Context;

describe('bytes of a body to come', () => {
  it.each([
    ['as many as are declared', { 'content-length': '20' }, 20],
    ['as many as are allowed, where more are declared', { 'content-length': '5000' }, 1_000],
    ['as many as are allowed, where none are declared', {}, 1_000],
  ])('are %s', (_what, headers, bytes) => {
    expect(bytesToCome(contextOf(headers, 'application/json'), ALLOWANCE)).toBe(bytes);
  });
});

describe('a form with a file', () => {
  // Its end is still to come.
  const BEGUN =
    '--X\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\na';

  it('that the disk does not take is a fault of the server, and none of the sender', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=X', 'content-length': '900' };
    const ctx = contextOf(headers, 'multipart');
    const temporaryFiles = { use: (work: (folder: string) => unknown) => work('/nowhere') };
    const reading = readBody(ctx, ALLOWANCE, temporaryFiles as TemporaryFiles, () => Promise.resolve());
    (ctx.req as unknown as PassThrough).write(BEGUN);
    await expect(reading).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a request has a body', () => {
  const has = (method: string | undefined, headers: Record<string, string>) =>
    hasBody({ method, headers } as Parameters<typeof hasBody>[0]);

  it.each(['POST', 'PUT', 'PATCH'])('with %s, where it has a length or comes in chunks', (method) => {
    expect(has(method, { 'content-length': '1' })).toBe(true);
    expect(has(method, { 'transfer-encoding': 'chunked' })).toBe(true);
    expect(has(method, { 'content-length': '0' })).toBe(false);
    expect(has(method, {})).toBe(false);
  });

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', undefined])('but not with %s', (method) => {
    expect(has(method, { 'content-length': '1', 'transfer-encoding': 'chunked' })).toBe(false);
  });
});

describe('a body', () => {
  /** What the handler gets, or the error. */
  const read = async (
    text: string,
    {
      is = 'application/json',
      headers = {},
      allowance = ALLOWANCE,
      breaks = false,
    }: {
      is?: string;
      headers?: Record<string, string>;
      allowance?: typeof ALLOWANCE;
      breaks?: boolean;
    } = {},
  ) => {
    const ctx = contextOf(headers, is);
    const stream = ctx.req as unknown as PassThrough;
    const reading = readBody(ctx, allowance, {} as TemporaryFiles, async () => 'done');
    stream.write(text);
    if (breaks) stream.destroy(new Error('aborted'));
    else stream.end();
    await reading;
    return (ctx.request as { body?: unknown }).body;
  };

  it.each<[string, string, unknown]>([
    ['application/json', '{"a":[1]}', { a: [1] }],
    ['application/json', '[1]', [1]],
    ['application/json', '', {}],
    ['urlencoded', 'a.b=1&c[]=2', { a: { b: '1' }, c: ['2'] }],
    ['text/*', 'plain', 'plain'],
    ['image/png', 'binary', undefined],
  ])('of %s is read: %s', async (is, text, expected) => {
    expect(await read(text, { is })).toEqual(expected);
  });

  it.each(['', 'identity', ' IDENTITY '])('may say that it is not compressed: %j', async (coding) => {
    expect(await read('{}', { headers: { 'content-encoding': coding } })).toEqual({});
  });

  it.each<[string, Parameters<typeof read>, object]>([
    ['compressed', ['{}', { headers: { 'content-encoding': 'gzip' } }], { status: 415 }],
    [
      'a form with files where none are taken',
      ['', { is: 'multipart', allowance: { ...ALLOWANCE, fileBytes: 0 } }],
      { status: 415 },
    ],
    ['no JSON', ['{'], { message: 'The body is not valid JSON.' }],
    ['a text', ['"a"'], { message: expect.stringMatching(/neither an object nor a list/) as string }],
    ['a number', ['1'], { message: expect.stringMatching(/neither an object nor a list/) as string }],
    ['null', ['null'], { message: expect.stringMatching(/neither an object nor a list/) as string }],
    ['with a prototype', ['{"__proto__":{}}'], { message: 'The body is not valid JSON.' }],
    [
      'too long',
      [`"${'x'.repeat(1_000)}"`],
      {
        name: 'PayloadTooLargeError',
        message: expect.stringMatching(/1,000 bytes are taken here/) as string,
      },
    ],
    ['too long for a form', ['x'.repeat(101), { is: 'urlencoded' }], { name: 'PayloadTooLargeError' }],
    [
      'broken off',
      ['{', { breaks: true }],
      { message: expect.stringMatching(/could not be read to its end/) as string },
    ],
  ])('is refused where it is %s', async (_name, given, expected) => {
    await expect(read(...given)).rejects.toMatchObject(expected);
  });
});
