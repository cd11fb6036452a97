import { act } from './rendered-hook';

// Their types are those of a browser, which tests do not have.
const { createElement } = jest.requireActual<{
  createElement(type: unknown, props: object, ...children: unknown[]): unknown;
}>('react');
const { createRoot } = jest.requireActual<{
  createRoot(place: unknown): { render(element: unknown): void; unmount(): void };
}>('react-dom/client');
const { DesignSystemProvider, lightTheme } =
  jest.requireActual<Record<string, unknown>>('@strapi/design-system');
const { MemoryRouter } = jest.requireActual<Record<string, unknown>>('react-router-dom');

/** What tests use of an element. */
export interface Shown {
  textContent: string;
  tagName: string;
  click(): void;
  focus(): void;
  getAttribute(name: string): string | null;
}
interface Place {
  textContent: string;
  remove(): void;
  querySelectorAll(what: string): Iterable<Shown>;
}
const browser = globalThis as unknown as {
  document: {
    activeElement: Shown;
    body: { append(place: Place): void };
    createElement(name: string): Place;
  };
  IS_REACT_ACT_ENVIRONMENT: boolean;
};

/** A component on a page of its own, in Strapi's design; for tests in jsdom. */
export const renderComponent = <Props extends object>(component: unknown) => {
  browser.IS_REACT_ACT_ENVIRONMENT = true;
  const place = browser.document.createElement('div');
  browser.document.body.append(place);
  const root = createRoot(place);
  const find = (what: string, name: string): Shown | null =>
    [...place.querySelectorAll(what)].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    ) ?? null;
  return {
    render: (props: Props): Promise<void> =>
      act(() =>
        root.render(
          createElement(
            MemoryRouter,
            { future: { v7_startTransition: true, v7_relativeSplatPath: true } },
            createElement(DesignSystemProvider, { theme: lightTheme }, createElement(component, props)),
          ),
        ),
      ),
    unmount: async (): Promise<void> => {
      await act(() => root.unmount());
      place.remove();
    },
    text: (): string => place.textContent,
    /** @returns null where there is none of this name */
    find,
    focused: (): Shown => browser.document.activeElement,
    /** What a click of a person or the Enter key does, with the focus there. */
    press: (what: string, name: string): Promise<void> =>
      act(() => {
        const pressed = find(what, name);
        if (!pressed) throw new Error(`There is no ${what} “${name}” in: ${place.textContent}`);
        pressed.focus();
        pressed.click();
      }),
  };
};
