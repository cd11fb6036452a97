/** @jest-environment jsdom */
import { act, renderHook } from '../shared/rendered-hook';

jest.mock('@strapi/strapi/admin', () => ({
  useAuth: () => 'token',
  attemptTokenRefresh: () => Promise.resolve(null),
}));
jest.mock('react-intl', () => ({
  useIntl: () => ({ formatMessage: ({ id }: { id: string }) => id }),
}));

interface SentEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}
// Their types are those of a browser, which tests do not have.
const browser = globalThis as unknown as {
  window: { dispatchEvent(event: SentEvent): void };
  Event: new (type: string, options: object) => SentEvent;
  XMLHttpRequest: unknown;
  strapi: object;
};
const PANEL = '../../../../src/plugins/content-delivery/admin/src';
const { useUpload } = jest.requireActual<{
  useUpload(): {
    state: { status: string };
    start(campaign: string, file: unknown, settings: object): Promise<unknown>;
    cancel(): void;
  };
}>(`${PANEL}/pseo/import/use-upload`);
const { useRefusedDrops } = jest.requireActual<{ useRefusedDrops(): void }>(
  `${PANEL}/pseo/import/use-refused-drops`,
);

const send = (type: string, more: object = {}): SentEvent => {
  const event = Object.assign(new browser.Event(type, { cancelable: true }), more);
  browser.window.dispatchEvent(event);
  return event;
};

describe('a file of rows', () => {
  const { XMLHttpRequest } = browser;
  browser.strapi = { backendURL: 'http://localhost:1337' };
  afterEach(() => {
    browser.XMLHttpRequest = XMLHttpRequest;
  });

  it('is not cut off without a question while it is sent', async () => {
    browser.XMLHttpRequest = class {
      upload = {};
      onabort?(): void;
      open = () => undefined;
      setRequestHeader = () => undefined;
      send = () => undefined;
      abort() {
        this.onabort?.();
      }
    };
    const hook = renderHook(useUpload);
    await hook.render(undefined);
    expect(send('beforeunload').defaultPrevented).toBe(false);

    await act(() => void hook.latest().start('campaign', new Blob(['a,b']), {}));
    expect(hook.latest().state.status).toBe('sending');
    expect(send('beforeunload').defaultPrevented).toBe(true);

    await act(() => hook.latest().cancel());
    expect(hook.latest().state.status).toBe('idle');
    expect(send('beforeunload').defaultPrevented).toBe(false);
    await hook.unmount();
  });

  it.each(['dragover', 'drop'])('that misses its place does not replace the page: %s', async (type) => {
    const drag = (types: string[]) => ({ dataTransfer: { types, dropEffect: 'copy' } });
    const hook = renderHook(useRefusedDrops);
    await hook.render(undefined);
    expect(send(type, drag(['Files']))).toMatchObject({
      defaultPrevented: true,
      dataTransfer: { dropEffect: 'none' },
    });
    expect(send(type, drag(['text/plain'])).defaultPrevented).toBe(false);

    await hook.unmount();
    expect(send(type, drag(['Files'])).defaultPrevented).toBe(false);
  });
});
