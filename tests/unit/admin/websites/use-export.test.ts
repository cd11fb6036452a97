/** @jest-environment jsdom */
import { join } from 'node:path';
import { act, renderHook } from '../shared/rendered-hook';

interface Exported {
  state: { status: string; problem?: string; file?: string };
  start(format: string): Promise<void>;
}

// Strapi's own client, without the rest of its panel.
jest.mock('@strapi/strapi/admin', () => ({
  useFetchClient: () =>
    jest
      .requireActual<{ getFetchClient(): object }>(
        join(process.cwd(), 'node_modules/@strapi/admin/dist/admin/admin/src/utils/getFetchClient.js'),
      )
      .getFetchClient(),
  useAPIErrorHandler: () => ({
    formatAPIError: ({ response }: { response: { data: { error: { message: string } } } }) =>
      `In words: ${response.data.error.message}`,
  }),
}));
jest.mock('../../../../src/plugins/content-delivery/admin/src/shared/text', () => ({
  useText: () => (key: string) => key,
}));
const mockSaved: string[] = [];
jest.mock('../../../../src/plugins/content-delivery/admin/src/shared/save-file', () => ({
  saveFile: (_data: unknown, file: string) => mockSaved.push(file),
}));

// Its types are those of a browser, which tests do not have.
const { useExport } = jest.requireActual<{ useExport(website: string): Exported }>(
  '../../../../src/plugins/content-delivery/admin/src/websites/export/use-export',
);
const browser = globalThis as unknown as { fetch: unknown; strapi: object };

const refusal = (status: number, message: string) => ({
  status,
  body: JSON.stringify({ data: null, error: { status, name: 'Error', message } }),
});
const archive = { status: 200, body: 'PK' };

describe('the export of a website', () => {
  const { fetch } = browser;
  let hook: ReturnType<typeof renderHook<string, Exported>>;
  const asked: string[] = [];
  /** What the server answers, one after the other. */
  const exportWith = async (...answers: { status: number; body: string }[]) => {
    browser.fetch = (address: string) => {
      asked.push(address.replace(/^.*\/(?=export|access-token)/, ''));
      const { status, body } = answers.shift() ?? archive;
      return Promise.resolve({
        ok: status === 200,
        status,
        headers: new Headers({ 'content-disposition': 'attachment; filename="site.zip"' }),
        json: () => Promise.resolve(JSON.parse(body) as unknown),
        blob: () => Promise.resolve({ text: () => Promise.resolve(body) }),
      });
    };
    await act(() => void hook.latest().start('json'));
    return hook.latest().state;
  };

  beforeEach(async () => {
    browser.strapi = { backendURL: 'http://localhost:1337' };
    asked.length = 0;
    hook = renderHook(useExport);
    await hook.render('w');
  });
  afterEach(async () => {
    await hook.unmount();
    browser.fetch = fetch;
  });

  it('goes on after what the user has signed in with is renewed', async () => {
    const renewed = { status: 200, body: JSON.stringify({ data: { token: 'new' } }) };
    const state = await exportWith(refusal(401, 'Missing or invalid credentials'), renewed, archive);
    expect(state).toEqual({ status: 'done', file: 'site.zip' });
    expect(asked).toEqual(['export?format=json', 'access-token', 'export?format=json']);
    expect(mockSaved).toEqual(['site.zip']);
  });

  it.each([
    ['in words for people', refusal(403, 'Forbidden'), 'In words: Forbidden'],
    ['as cut off where a proxy answers', { status: 502, body: '<h1>Bad Gateway</h1>' }, 'export.failed'],
  ])('names why it was refused: %s', async (_name, answer, problem) => {
    expect(await exportWith(answer)).toEqual({ status: 'failed', problem });
  });
});
