import { createRequire } from 'node:module';
import vm from 'node:vm';
import ts from 'typescript';
import {
  NEXT_READ,
  NEXT_ROUTE,
  previewAddressFor,
} from '../../../../src/plugins/content-delivery/admin/src/websites/connect/previews/snippets';
import { previewAddressProblem } from '../../../../src/plugins/content-delivery/server/src/content/previews/address';

const TOKEN = 'cdp_token';
const asNode = createRequire(__filename);

const UNKNOWN = { status: 404, body: { error: { message: 'None.', details: { code: 'unknown-slug' } } } };

/**
 * Runs code of the panel as Next.js would, with a content server that knows one draft and one live post.
 * @param otherwise what it answers where it knows nothing
 */
const run = (code: string, otherwise: { status: number; body: unknown } = UNKNOWN) => {
  const cookies = new Map<string, { value: string; httpOnly?: boolean }>();
  const draft = { isEnabled: false, enable: () => void (draft.isEnabled = true) };
  const asked: URLSearchParams[] = [];
  const answer = (query: URLSearchParams) => {
    const isDraft = query.get('preview') === TOKEN && ['new', 'old'].includes(query.get('slug') ?? '');
    if (isDraft) return Response.json({ title: 'Draft', slug: 'new' });
    if (query.has('preview') || query.get('slug') !== 'live') {
      return Response.json(otherwise.body, { status: otherwise.status });
    }
    return Response.json({ title: 'Live', slug: 'live' });
  };
  const modules: Record<string, object> = {
    'next/headers': {
      cookies: async () => ({
        get: (name: string) => cookies.get(name),
        set: (name: string, value: string, options: object) => void cookies.set(name, { value, ...options }),
      }),
      draftMode: async () => draft,
    },
    'next/navigation': {
      redirect: (path: string) => {
        throw new Error(`to ${path}`);
      },
    },
  };
  const { outputText, diagnostics } = ts.transpileModule(code, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  expect(diagnostics).toEqual([]);
  const exports = {} as {
    GET(request: Request): Promise<Response>;
    readPost(slug: string): Promise<{ title: string } | null>;
  };
  vm.runInNewContext(outputText, {
    exports,
    require: (name: string) => modules[name] ?? (asNode(name) as object),
    process: { env: { CONTENT_API_URL: 'https://cms.example.com', CONTENT_API_KEY: 'key' } },
    URL,
    URLSearchParams,
    Response,
    fetch: async (address: string, init: { cache?: string }) => {
      const { origin, searchParams } = new URL(address);
      expect([origin, searchParams.get('apiKey'), init.cache]).toEqual([
        'https://cms.example.com',
        'key',
        'no-store',
      ]);
      asked.push(searchParams);
      return answer(searchParams);
    },
  });
  return { ...exports, cookies, draft, asked };
};

describe('the code for previews with Next.js', () => {
  const open = (website: ReturnType<typeof run>, query: Record<string, string>) =>
    website.GET(new Request(`https://www.example.com/api/preview?${new URLSearchParams(query)}`));

  it('opens the draft at its own address, and keeps the token for the server only', async () => {
    const website = run(NEXT_ROUTE);
    await expect(open(website, { type: 'post', slug: 'old', token: TOKEN })).rejects.toThrow('to /blog/new');
    expect(website.draft.isEnabled).toBe(true);
    expect(website.cookies.get('preview-token')).toMatchObject({ value: TOKEN, httpOnly: true });
    await expect(open(website, { type: 'pseo-page', slug: 'old', token: TOKEN })).rejects.toThrow(
      /^to \/new$/,
    );
  });

  it.each([
    { type: 'post', slug: 'new', token: 'cdp_other' },
    { type: 'post', slug: 'live', token: '' },
    { type: 'post', slug: '//evil.example', token: TOKEN },
    {},
  ])('opens nothing and leads nowhere for %j', async (query) => {
    const website = run(NEXT_ROUTE);
    expect((await open(website, query as Record<string, string>)).status).toBe(404);
    expect([website.draft.isEnabled, website.cookies.size]).toEqual([false, 0]);
  });

  it('reads the draft in draft mode, what is live otherwise, and nothing where there is none', async () => {
    const website = run(NEXT_READ);
    website.cookies.set('preview-token', { value: TOKEN });
    expect(await website.readPost('new')).toBeNull();
    website.draft.isEnabled = true;
    expect(await website.readPost('new')).toMatchObject({ title: 'Draft' });
    expect(await website.readPost('live')).toMatchObject({ title: 'Live' });
    expect(website.asked.map((query) => query.get('preview'))).toEqual([null, TOKEN, TOKEN, null]);
  });

  it.each([
    [404, { error: 'Not Found' }],
    [404, null],
    [401, { error: { message: 'This API key is not known.', details: {} } }],
    [422, { error: { message: 'This draft cannot be shown.', details: {} } }],
  ])(
    'takes no other failure for a link that has ended, or a post that is not there: %s %j',
    async (status, body) => {
      const opened = await open(run(NEXT_ROUTE, { status, body }), { type: 'post', slug: 'x', token: TOKEN });
      expect(opened.status).toBe(502);
      expect(await opened.text()).toContain(`answered with ${status}.`);
      await expect(run(NEXT_READ, { status, body }).readPost('x')).rejects.toThrow(
        `could not be read: ${status}`,
      );
    },
  );

  it('fits the address that is suggested', () => {
    const address = previewAddressFor('https://www.example.com/');
    expect(previewAddressProblem(address)).toBeNull();
    expect(address).toContain('https://www.example.com/api/preview?');
  });
});
