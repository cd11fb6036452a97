/** @jest-environment jsdom */
type Middleware = () => () => (next: (action: object) => void) => (action: object) => void;

// Their types are those of a browser, which tests do not have.
const { betweenSessions } = jest.requireActual<{
  betweenSessions(app: { addMiddlewares(made: readonly Middleware[]): void }, act: () => void): void;
}>('../../../../src/plugins/content-delivery/admin/src/around-strapi/sessions');
const { findCopied, forgetCopied, keepCopied } = jest.requireActual<{
  findCopied(id: string): unknown;
  forgetCopied(): void;
  keepCopied(id: string, json: unknown): void;
}>('../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/visual/copied');
const browser = globalThis as unknown as {
  localStorage: { length: number; setItem(key: string, value: string): void };
  dispatchEvent(event: Event): void;
  StorageEvent: new (type: string, init: { key: string | null; newValue: string | null }) => Event;
};
const TOO_LONG = 'a'.repeat(1_600_000);

describe('what was copied from a text', () => {
  const passed: object[] = [];
  let dispatch: (action: object) => void;

  beforeAll(() => {
    const addMiddlewares = ([make]: readonly Middleware[]) => {
      if (make) dispatch = make()()((action) => void passed.push(action));
    };
    betweenSessions({ addMiddlewares }, forgetCopied);
  });
  beforeEach(() => keepCopied('id', 'text'));

  const told = (key: string | null, newValue: string | null) =>
    browser.dispatchEvent(new browser.StorageEvent('storage', { key, newValue }));

  it.each(['admin/logout', 'admin/login'])('is forgotten with %s, which Strapi gets all the same', (type) => {
    dispatch({ type });
    expect(findCopied('id')).toBeNull();
    expect(browser.localStorage).toHaveLength(0);
    expect(passed).toContainEqual({ type });
  });

  it('stays whatever else happens', () => {
    dispatch({ type: 'admin/setToken' });
    told('isLoggedIn', 'true');
    told('content-delivery.shown-website', null);
    expect(findCopied('id')).toBe('text');
  });

  it.each(['isLoggedIn', null])('is forgotten when %s goes in another tab, however long it is', (key) => {
    keepCopied('long', TOO_LONG);
    expect(findCopied('long')).toBe(TOO_LONG);
    told(key, null);
    expect(findCopied('long')).toBeNull();
  });
});
