import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import {
  bytesToCome,
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
