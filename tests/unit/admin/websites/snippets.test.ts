import { execFileSync } from 'node:child_process';
import dotenv from 'dotenv';
import fc from 'fast-check';
import ts from 'typescript';
import { routeAddress } from '../../../../src/plugins/content-delivery/admin/src/websites/connect/route-address';
import {
  CLIENT_PACKAGE,
  curlCommands,
  envFile,
  NEXT_PAGE,
  PLAIN_FETCH,
} from '../../../../src/plugins/content-delivery/admin/src/websites/connect/snippets';
import { fileText } from '../../../support/committed-files';

const SERVER = 'https://cms.example.com';
/** What a key or slug can be: any text without halves of characters. */
const anyText = fc.string({ unit: 'grapheme', minLength: 1 });

describe('the address of a route', () => {
  it('gives every parameter back as it was', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (apiKey, slug, campaignId) => {
        const address = routeAddress(SERVER, '/api/pseo-pages', { apiKey }, { slug, campaignId });
        const { origin, pathname, searchParams, hash } = new URL(address);
        expect([origin, pathname, hash]).toEqual([SERVER, '/api/pseo-pages', '']);
        expect([...searchParams]).toEqual([
          ['apiKey', apiKey],
          ['slug', slug],
          ['campaignId', campaignId],
        ]);
        // Spaces as %20: not everything that reads addresses takes a plus for one.
        expect(address).not.toMatch(/[\s'"+]/);
      }),
    );
  });

  it.each([
    ['a/b', 'slug=a%2Fb'],
    ['a&b=c', 'slug=a%26b%3Dc'],
    ["it's", 'slug=it%27s'],
    ['ü 100%', 'slug=%C3%BC%20100%25'],
    ['\uD800', 'slug=%EF%BF%BD'],
  ])('encodes %s', (slug, query) => {
    expect(routeAddress(SERVER, '/api/blog', { apiKey: 'k' }, { slug })).toBe(
      `${SERVER}/api/blog?apiKey=k&${query}`,
    );
  });

  it('leaves empty parameters out, and shows a mask as it is', () => {
    expect(routeAddress(SERVER, '/api/blog', { mask: 'cdk_••••' }, { slug: '' })).toBe(
      `${SERVER}/api/blog?apiKey=cdk_••••`,
    );
  });
});

describe('the commands for the client package', () => {
  it('make and install the archive that npm makes of it', () => {
    const { name } = JSON.parse(fileText('client/package.json')) as { name: string };
    expect(CLIENT_PACKAGE).toMatch(/^npm pack \.\/client$/m);
    expect(CLIENT_PACKAGE).toContain(`npm install ./${name}-*.tgz\n`);
  });
});

describe('the commands for a terminal', () => {
  it('ask all four routes', () => {
    const commands = curlCommands(SERVER, { apiKey: 'key' }, { post: 'a post', page: 'a/b' });
    expect(commands.map(({ command }) => command)).toEqual([
      `curl '${SERVER}/api/blog?apiKey=key'`,
      `curl '${SERVER}/api/blog?apiKey=key&slug=a%20post'`,
      `curl '${SERVER}/api/taxonomies?apiKey=key'`,
      `curl '${SERVER}/api/internal-links?apiKey=key'`,
      `curl '${SERVER}/api/pseo-pages?apiKey=key'`,
      `curl '${SERVER}/api/pseo-pages?apiKey=key&slug=a%2Fb'`,
    ]);
  });

  it('reach curl as one argument, whatever the key', () => {
    for (const apiKey of ["a'b", '$(id)', '`id`', '"; id #', '\\', '!!', 'a b\n', '🔑']) {
      for (const { command } of curlCommands(SERVER, { apiKey }, { post: "it's", page: '$HOME' })) {
        const echoed = execFileSync('sh', ['-c', command.replace('curl', "printf '%s|'")], {
          encoding: 'utf8',
        });
        const [address, ...others] = echoed.split('|');
        expect(others).toEqual(['']);
        expect(new URL(address ?? '').searchParams.get('apiKey')).toBe(apiKey);
      }
    }
  });
});

describe('the environment of a front end', () => {
  /** As Next.js reads it: `$NAME` is another variable, `\$` a dollar. */
  const read = (file: string): string | undefined => {
    const value = dotenv.parse(file)['CONTENT_API_KEY'];
    expect(value ?? '').not.toMatch(/(^|[^\\])\$/);
    return value?.replaceAll('\\$', '$');
  };

  it('holds the address and the key', () => {
    expect(envFile(SERVER, 'cdk_aB-9_')).toBe(`CONTENT_API_URL=${SERVER}\nCONTENT_API_KEY=cdk_aB-9_\n`);
  });

  it.each(['a b', ' a ', 'a#b', "it's", '"', '$HOME', 'a=b', 'ü🔑', '\'"', '$$$'])(
    'holds the key %s',
    (key) => {
      expect(read(envFile(SERVER, key) ?? '')).toBe(key);
    },
  );

  it('holds any key, or says that it cannot', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
        const file = envFile(SERVER, key);
        if (file === null) expect(key).toMatch(/[\r\n\\]|'.*"|".*'/su);
        else expect(read(file)).toBe(key);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['Next.js', NEXT_PAGE],
  ['JavaScript', PLAIN_FETCH],
])('the code for %s has no mistake of syntax', (_name, code) => {
  const { diagnostics } = ts.transpileModule(code, {
    reportDiagnostics: true,
    fileName: 'page.tsx',
    compilerOptions: {
      jsx: ts.JsxEmit.Preserve,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
    },
  });
  expect(diagnostics).toEqual([]);
  expect(code).toContain('process.env.CONTENT_API_KEY');
});
