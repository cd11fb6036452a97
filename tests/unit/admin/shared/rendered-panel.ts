import { act } from './rendered-hook';

// Their types are those of a browser, which tests do not have.
export interface Shown {
  textContent: string;
  value?: string;
  click(): void;
  focus(): void;
  getAttribute(name: string): string | null;
  dispatchEvent(event: unknown): void;
}
const browser = globalThis as unknown as {
  document: {
    body: Shown & { append(child: unknown): void };
    activeElement: Shown;
    createElement(name: string): Shown & { remove(): void };
    querySelectorAll(what: string): Iterable<Shown>;
  };
  KeyboardEvent: new (type: string, options: object) => unknown;
  Event: new (type: string, options: object) => unknown;
  IS_REACT_ACT_ENVIRONMENT: boolean;
};
const { createElement } = jest.requireActual<{
  createElement(type: unknown, props: object, ...children: unknown[]): unknown;
}>('react');
const { createRoot } = jest.requireActual<{
  createRoot(place: unknown): { render(element: unknown): void; unmount(): void };
}>('react-dom/client');
const { IntlProvider } = jest.requireActual<{ IntlProvider: unknown }>('react-intl');
const { DesignSystemProvider, lightTheme } =
  jest.requireActual<Record<string, unknown>>('@strapi/design-system');
const { MemoryRouter } = jest.requireActual<{ MemoryRouter: unknown }>('react-router-dom');

/** Nothing here depends on it; without, the router warns. */
const ROUTER_OF_NOW = { v7_startTransition: false, v7_relativeSplatPath: false };

/** A component of the panel on a page of its own, with texts by their keys; for tests in jsdom. */
export const renderPanel = () => {
  browser.IS_REACT_ACT_ENVIRONMENT = true;
  const { document } = browser;
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const find = (what: string): Shown[] => [...document.querySelectorAll(what)];
  return {
    async render(type: unknown, props: object): Promise<void> {
      const routed = createElement(MemoryRouter, { future: ROUTER_OF_NOW }, createElement(type, props));
      const styled = createElement(DesignSystemProvider, { theme: lightTheme, locale: 'en' }, routed);
      const worded = createElement(IntlProvider, { locale: 'en', onError: () => undefined }, styled);
      await act(() => root.render(worded));
      // Dialogs listen to clicks beside them from the next moment on.
      await act(() => new Promise((resolve) => setTimeout(resolve)));
    },
    text: (): string => place.textContent,
    find,
    /** Problems that are read out at once. */
    alerts: (): string[] =>
      find('[role="alert"]')
        .map(({ textContent }) => textContent)
        .filter((text) => text !== ''),
    focused: (): Shown => document.activeElement,
    /** Presses a button, or another control, by its name; the one of a dialog where one is open. The focus goes there. */
    press: (words: string, what = 'button') =>
      act(() => {
        const named = find(what).filter((one) =>
          (one.getAttribute('aria-label') ?? one.textContent).includes(words),
        );
        const pressed = named.at(-1);
        if (!pressed) throw new Error(`There is no ${what} "${words}" in: ${place.textContent}`);
        pressed.focus();
        pressed.click();
      }),
    escape: () =>
      act(() =>
        document.body.dispatchEvent(
          new browser.KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        ),
      ),
    clickBeside: () =>
      act(() => document.body.dispatchEvent(new browser.Event('pointerdown', { bubbles: true }))),
    async leave(): Promise<void> {
      await act(() => root.unmount());
      place.remove();
    },
  };
};
