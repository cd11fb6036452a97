/** @jest-environment jsdom */
import { act } from '../shared/rendered-hook';
import { renderPanel } from '../shared/rendered-panel';

type Picture = { id: number; name: string; alternativeText?: string | null } | null;

const mockField = { value: null as Picture, onChange: jest.fn<void, [name: string, picture: Picture]>() };
const mockPlace = { publicUrl: '', filesAt: '', isGuess: false, maxFileBytes: null };
const mockClient = { get: () => Promise.resolve({ data: { data: mockPlace } }) };
jest.mock('@strapi/strapi/admin', () => ({
  useAuth: () => 'token',
  attemptTokenRefresh: () => Promise.resolve(null),
  useField: () => mockField,
  useFetchClient: () => mockClient,
  useRBAC: () => ({ allowedActions: { canCreate: true }, isLoading: false }),
  useStrapiApp: (_name: string, select: (app: object) => unknown) => select({ fields: { media: 'output' } }),
}));

interface Request {
  status: number;
  response: unknown;
  onload(): void;
  onabort(): void;
}
// Their types are those of a browser, which tests do not have.
const browser = globalThis as unknown as {
  XMLHttpRequest: unknown;
  URL: { createObjectURL?: unknown; revokeObjectURL?: unknown };
  File: new (parts: string[], name: string, options: object) => unknown;
  Event: new (type: string, options: object) => object;
  strapi: object;
};
const { PictureInput } = jest.requireActual<{ PictureInput: unknown }>(
  '../../../../src/plugins/content-delivery/admin/src/inputs/pictures/PictureInput',
);

describe('a picture on its way to the one place for it', () => {
  const { XMLHttpRequest } = browser;
  let panel: ReturnType<typeof renderPanel>;
  let requests: Request[];
  let isAborted: boolean;

  const render = (value: Picture) => {
    mockField.value = value;
    return panel.render(PictureInput, { name: 'image', label: 'Image' });
  };
  const drop = () => {
    const files = [new browser.File(['…'], 'new.png', { type: 'image/png' })];
    const event = Object.assign(new browser.Event('drop', { bubbles: true, cancelable: true }), {
      dataTransfer: { types: ['Files'], files },
    });
    return act(() => panel.find('output')[0]?.dispatchEvent(event));
  };
  const rows = () => panel.find('[role="group"]').length;
  const arrive = () =>
    act(() => {
      if (isAborted) return;
      const [request] = requests;
      Object.assign(request ?? {}, { status: 200, response: [{ id: 8, name: 'new.png', url: '/new.png' }] });
      request?.onload();
    });

  beforeEach(() => {
    requests = [];
    isAborted = false;
    browser.strapi = { backendURL: 'http://localhost:1337' };
    Object.assign(browser.URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined });
    browser.XMLHttpRequest = class {
      upload = {};
      open = () => undefined;
      setRequestHeader = () => undefined;
      send(this: Request) {
        requests.push(this);
      }
      abort(this: Request) {
        isAborted = true;
        this.onabort();
      }
    };
    mockField.onChange.mockReset();
    panel = renderPanel();
  });
  afterEach(async () => {
    await panel.leave();
    browser.XMLHttpRequest = XMLHttpRequest;
  });

  it('comes there, and stays to be described', async () => {
    await render({ id: 1, name: 'old.png' });
    await drop();
    expect(rows()).toBe(1);
    await arrive();
    expect(mockField.onChange.mock.calls).toEqual([['image', expect.objectContaining({ id: 8 })]]);
    await render({ id: 8, name: 'new.png' });
    expect(rows()).toBe(1);
  });

  it('gives way to another one that is chosen meanwhile', async () => {
    await render(null);
    await drop();
    await render({ id: 2, name: 'chosen.png' });
    expect(rows()).toBe(0);
    await arrive();
    expect(isAborted).toBe(true);
    expect(mockField.onChange).not.toHaveBeenCalled();
  });

  it('comes also when the one before is taken away meanwhile', async () => {
    await render({ id: 1, name: 'old.png' });
    await drop();
    await render(null);
    await arrive();
    expect(mockField.onChange.mock.calls).toEqual([['image', expect.objectContaining({ id: 8 })]]);
  });
});
