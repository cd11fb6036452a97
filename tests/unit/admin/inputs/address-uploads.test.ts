/** @jest-environment jsdom */
import { renderHook } from '../shared/rendered-hook';

jest.mock('@strapi/strapi/admin', () => ({
  useAuth: () => 'token',
  attemptTokenRefresh: () => Promise.resolve(null),
}));
jest.mock('react-intl', () => ({
  useIntl: () => ({ formatMessage: ({ id }: { id: string }) => id }),
}));

interface Request {
  status: number;
  response: string;
  upload: object;
  onload(): void;
  onerror(): void;
}
const browser = globalThis as unknown as { XMLHttpRequest: unknown; strapi: object };
// Its types are those of a browser, which tests do not have.
const { useAddressUploads } = jest.requireActual<{
  useAddressUploads(): (addresses: string[], signal: unknown) => Promise<{ problem: string }[]>;
}>('../../../../src/plugins/content-delivery/admin/src/inputs/pictures/use-address-uploads');

describe('why pictures of other websites are not copied', () => {
  const { XMLHttpRequest } = browser;
  browser.strapi = { backendURL: 'http://localhost:1337' };
  afterEach(() => {
    browser.XMLHttpRequest = XMLHttpRequest;
  });

  it.each([
    ['for want of permission', 403, '{"error":{"message":"Forbidden"}}', /pictures\.forbidden$/],
    ['for a reason of the server', 400, '{"error":{"message":"Too many."}}', /^Too many\.$/],
    ['for a reason that nobody names', 502, '<h1>Bad Gateway</h1>', /pictures\.failed$/],
    // Whoever asks says that the server could not be reached.
    ['where there is no answer', null, '', /^$/],
  ])('is told: %s', async (_name, status, response, expected) => {
    browser.XMLHttpRequest = class {
      status = 0;
      response = '';
      upload = {};
      open = () => undefined;
      setRequestHeader = () => undefined;
      send(this: Request) {
        if (status === null) return this.onerror();
        Object.assign(this, { status, response });
        this.onload();
      }
    };
    const hook = renderHook(useAddressUploads);
    await hook.render(undefined);
    const outcomes = await hook.latest()(['a', 'b'], new AbortController().signal);
    expect(outcomes).toEqual([
      { address: 'a', file: null, problem: expect.stringMatching(expected) as string },
      { address: 'b', file: null, problem: expect.stringMatching(expected) as string },
    ]);
    await hook.unmount();
  });
});
