import path from 'node:path';
import fc from 'fast-check';
import {
  apiPathOf,
  canonicalPath,
  canonicalPathOf,
} from '../../../src/plugins/content-delivery/server/src/platform/canonical-path';
import { isUploadedFile } from '../../../src/plugins/content-delivery/server/src/access/hardening/uploaded-files';

describe('the usual spelling of a path', () => {
  it.each([
    ['/', '/'],
    ['//', '/'],
    ['/api/blog', '/api/blog'],
    ['/api/blog/', '/api/blog/'],
    ['//api/blog', '/api/blog'],
    ['/api//blog//', '/api/blog/'],
    ['/./api/blog/.', '/api/blog/'],
    ['/x/../api/y/..', '/api/'],
    ['/../../api', '/api'],
    ['/%61pi/%62log', '/api/blog'],
    ['/x/%2e%2E/api', '/api'],
    ['/a%2Fb%5Cc%20d', '/a%2Fb%5Cc%20d'],
    ['/%2561', '/%2561'],
    ['/%', '/%'],
    ['/%ZZ/a', '/%ZZ/a'],
    ['/...', '/...'],
    ['/.well-known/a', '/.well-known/a'],
    ['/a.', '/a.'],
    ['/a..', '/a..'],
  ])('of %s is %s', (written, usual) => {
    expect(canonicalPathOf(written)).toBe(usual);
  });

  const segment = fc.constantFrom(
    '',
    '.',
    '..',
    'a',
    'uploads',
    '%2e',
    '%2F',
    '%75ploads',
    '%',
    '%25',
    '...',
    '\\',
  );
  const paths = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);

  it('stays as it is once it is usual, and leads to the same file', () => {
    fc.assert(
      fc.property(paths, (written) => {
        const usual = canonicalPathOf(written);
        expect(canonicalPathOf(usual)).toBe(usual);
        expect(usual).toMatch(/^\/(?!\/)/);
        expect(usual).not.toMatch(/\/\.{1,2}(\/|$)/);
        const { pathname } = new URL(`http://localhost${usual}`);
        if (!usual.includes('\\')) expect(pathname).toBe(usual);
      }),
    );
  });

  it('of the API has no slash at its end and no capital letters', () => {
    expect(apiPathOf('//API/Blog/')).toBe('/api/blog');
  });

  it('is asked of no target that cannot be read, which gets a 400', async () => {
    const headers = new Map<string, string>();
    const ctx = {
      get path(): string {
        return new URL('http://[/').pathname;
      },
      set: (name: string, value: string) => headers.set(name, value),
    };
    const next = jest.fn();
    await canonicalPath()(ctx as never, next);
    expect(ctx).toMatchObject({ status: 400, body: { data: null, error: { status: 400 } } });
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(next).not.toHaveBeenCalled();
  });

  it('tells an uploaded file however the file server comes to it', () => {
    fc.assert(
      fc.property(paths, (written) => {
        let served: string;
        try {
          served = path.posix.normalize(`/${decodeURIComponent(written)}`);
        } catch {
          return;
        }
        if (served.startsWith('/uploads/')) expect(isUploadedFile(written)).toBe(true);
      }),
    );
    for (const written of [
      '/uploads%2Fx',
      '/uploads\\x',
      '/Uploads/x',
      '/uploads%5cx',
      '/x%2F..%2Fuploads/x',
    ]) {
      expect({ written, is: isUploadedFile(written) }).toEqual({ written, is: true });
    }
    for (const written of ['/admin', '/uploadsx', '/x/uploads', '/%2575ploads/x']) {
      expect({ written, is: isUploadedFile(written) }).toEqual({ written, is: false });
    }
  });
});
